"""What a GPU gave, judged: without a model the contract decides what is left open."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxisa.checkers import checker_of
from ptxisa.isa import targets, versions
from ptxisa.isa.forms import Values
from ptxisa.oracle.gpu.verify import DeviceFormRun
from ptxisa.vectors.samples import Sample

VALUES: Values = {"approx": "approx", "ftz": None, "f32": "f32"}


@pytest.mark.parametrize(("steps", "unspecified", "mismatches"), [(1, 1, 0), (-1, 1, 0), (3, 0, 1)])
def test_the_contract_bounds_what_no_model_decides(steps: int, unspecified: int, mismatches: int) -> None:
    form = next(form for form in checker_of("rcp").forms if form.id == "rcp.f32.approx")  # type: ignore[union-attr]
    context: Any = None
    run = DeviceFormRun(form, context, targets.target("sm_80"), versions.version("8.0"), 1)
    given = np.array([3.0, 2.0], np.float32).view(np.uint32)
    wanted = np.array([1 / 3, 0.5], np.float32).view(np.uint32)
    measured = wanted + np.array([steps & 0xFFFFFFFF, 0], np.uint32)
    run.compare(VALUES, {}, Sample("a", {"a": given}), {"d": measured})
    assert (run.run, run.agreed, run.unspecified, len(run.mismatches)) == (2, 1, unspecified, mismatches)


@pytest.mark.parametrize(
    ("measured", "unspecified", "mismatches"),
    [(0xFFF8000000000001, 1, 0), (0x7FF8000000000000, 1, 0), (0x7FF0000000000001, 0, 1), (0x3FF0000000000000, 0, 1)],
)
def test_only_open_bits_are_left_open(measured: int, unspecified: int, mismatches: int) -> None:
    """A contract that leaves the payload of a quiet NaN open was once taken for one that leaves all bits open."""
    form = next(form for form in checker_of("add").forms if form.id == "add.f64")  # type: ignore[union-attr]
    context: Any = None
    run = DeviceFormRun(form, context, targets.target("sm_80"), versions.version("8.0"), 1)
    given = {"a": np.array([0x7FF8000000000000, 0], np.uint64), "b": np.zeros(2, np.uint64)}
    values: Values = {slot.name: None for slot in form.slots} | {"f64": "f64"}
    run.compare(values, {}, Sample("a", given), {"d": np.array([measured, 0], np.uint64)})
    assert (run.unspecified, len(run.mismatches)) == (unspecified, mismatches)
