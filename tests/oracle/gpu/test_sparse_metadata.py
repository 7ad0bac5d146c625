"""The probe of metadata in tensor memory, without the GPU that it is for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.isa import targets
from ptxisa.oracle.assembler import Ptxas
from ptxisa.oracle.gpu import sparse_metadata
from ptxisa.oracle.gpu.sparse_metadata import SparseProduct, executed, image, kernel, metadata
from ptxisa.oracle.releases import find

TRIALS = [trial for form in ("tcgen05.mma.sp", "tcgen05.mma.ws.sp") for trial in sparse_metadata.trials(form)]
NAMES = [f"{trial.instruction} {trial.kind} m{trial.m} selector {trial.selector}" for trial in TRIALS]
CONTEXT: Any = None


def test_every_size_type_and_selector_has_a_trial() -> None:
    tried = {(trial.instruction, trial.m, trial.kind, trial.selector) for trial in TRIALS}
    assert len(tried) == len(TRIALS) == 20


@pytest.mark.parametrize(
    ("form", "name", "there"),
    [
        ("tcgen05.mma.sp", "sm_100", True),
        ("tcgen05.mma.ws.sp", "sm_100", True),
        ("tcgen05.mma.sp", "sm_90", False),
        ("tcgen05.mma", "sm_100", False),
    ],
)
def test_sparse_tcgen05_is_measured_where_it_is_available(form: str, name: str, there: bool) -> None:
    assert sparse_metadata.measures(form, targets.target(name)) == there


@pytest.mark.parametrize("trial", TRIALS, ids=NAMES)
def test_kernels_are_legal(trial: SparseProduct) -> None:
    assert [str(diagnostic) for diagnostic in ptxisa.check_module(kernel(trial))] == []


@pytest.mark.parametrize("trial", TRIALS, ids=NAMES)
def test_another_selector_gives_another_result(trial: SparseProduct, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the trial would not show which word the GPU reads."""
    plain, other_words = executed(trial), metadata(trial)[:, [1, 0, 3, 2]]
    monkeypatch.setattr(sparse_metadata, "metadata", lambda _: other_words)
    swapped = executed(trial)
    written = plain != sparse_metadata.UNTOUCHED
    assert (plain != swapped)[written].mean() > 0.5


def test_differences_name_lane_and_column(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(_context: Any, trial: SparseProduct) -> Any:
        results = executed(trial)
        results[5, 3] ^= 1
        return results

    monkeypatch.setattr(sparse_metadata, "measured", measured)
    outcome = sparse_metadata.measure("tcgen05.mma.sp", CONTEXT)
    assert (outcome.run - outcome.agreed, outcome.unspecified, len(outcome.mismatches)) == (8, 0, 8)
    assert outcome.mismatches[0].inputs == {"lane": 5, "column": 3}


def test_elements_are_small_integers() -> None:
    for trial in TRIALS:
        numbers = image(trial).view(np.float32 if trial.kind == "tf32" else np.float16)
        assert set(numbers.tolist()) == set(range(-4, 5))


@pytest.mark.network
@pytest.mark.parametrize("trial", TRIALS[::3], ids=NAMES[::3])
def test_ptxas_assembles_the_kernels(trial: SparseProduct) -> None:
    assert Ptxas(find("13.0")).rejection(kernel(trial), targets.target("sm_100a")) == ""
