"""Whole statements of `wgmma` and `wmma` on registers and shared memory: the bits that an H200 leaves.

Expected values are digests of the results of the GPU, from `python -m tools.gpu.matrix_statements`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ptxisa.oracle.gpu import matrix_statements as trials
from ptxisa.oracle.gpu.statement_kernels import executed
from tools.gpu import matrix_statements as statements

PATH = Path(__file__).parent.parent / "fixtures" / "matrix_statements_sm_90.json.gz"
MEASURED = {trial.name: (trial, digest, some) for trial, digest, some in statements.read(PATH)}


@pytest.mark.parametrize("name", MEASURED)
def test_statements_leave_the_bits_of_the_gpu(name: str) -> None:
    trial, digest, some = MEASURED[name]
    actual = executed(trial)
    assert statements.some_words(actual) == some
    assert statements.digest(actual) == digest


def test_the_trials_are_those_that_were_measured() -> None:
    assert [statement._asdict() for statement in trials.statements()] == [
        {**trial._asdict(), **{name: tuple(getattr(trial, name)) for name in ("descriptors", "addresses", "outputs")}}
        for trial, _, _ in MEASURED.values()
    ]
