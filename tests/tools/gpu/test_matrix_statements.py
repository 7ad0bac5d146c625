"""The command that runs whole statements on a GPU: its kernels, and the files that it writes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.oracle.gpu import matrix_statements as trials
from ptxisa.oracle.gpu import statement_kernels
from ptxisa.oracle.gpu.matrix_statements import MatrixStatement
from tools.gpu import matrix_statements as statements

FRAGMENTS = Path(__file__).parents[2] / "fixtures" / "wmma_fragments_sm_90.npz"
SOME = [*trials.statements()[::40], *list(trials.layouts())[::40]]


@pytest.mark.parametrize("trial", SOME, ids=lambda trial: trial.name[:60])
def test_kernels_are_modules_without_errors(trial: MatrixStatement) -> None:
    diagnostics = ptxisa.check_module(statement_kernels.HEADER + statement_kernels.kernel(trial, "trial"))
    assert [str(diagnostic) for diagnostic in diagnostics if diagnostic.severity == "error"] == []


def executed(_context: Any, some: Sequence[MatrixStatement]) -> dict[str, Any]:
    return {trial_.name: statement_kernels.executed(trial_) for trial_ in some}


def test_files_are_read_as_they_were_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With `execute` in place of the GPU, the fragments are those that the GPU had."""
    some = trials.statements()[::50]
    monkeypatch.setattr(statements, "GpuContext", nullcontext)
    monkeypatch.setattr(statements, "run_statements", executed)
    monkeypatch.setattr(statements, "statements", lambda: some)
    assert statements.main([str(tmp_path)]) == 0
    read = statements.read(tmp_path / "statements.json.gz")
    assert [trial.name for trial, _, _ in read] == [trial_.name for trial_ in some]
    assert [digest for _, digest, _ in read] == [
        statements.digest(statement_kernels.executed(trial_)) for trial_ in some
    ]
    with np.load(FRAGMENTS) as wanted, np.load(tmp_path / "fragments.npz") as stored:
        assert stored["names"].tolist() == wanted["names"].tolist()
        assert all(np.array_equal(stored[str(i)], wanted[str(i)]) for i in range(len(wanted["names"])))


def test_contents_are_numbers_of_similar_size() -> None:
    half = trials.content("seed", "f16", 4096).view(np.float16)
    assert np.isfinite(half).all()
    assert 2.0**-8 < np.abs(half.astype(float)).min() < np.abs(half.astype(float)).max() < 2.0**9
    assert np.isfinite(trials.content("seed", "f64", 4096).view(np.float64)).all()
    pairs = trials.content("seed", "pairs", 4096)
    low, high = pairs & 3, pairs >> 2 & 3
    assert (low < high).all()
    assert trials.content("seed", "index16@0", 8).view(np.uint16).tolist() == [0, 1, 2, 3]
