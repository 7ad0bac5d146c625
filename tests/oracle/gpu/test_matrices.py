"""Results of matrix instructions by form, without a GPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxisa.isa.instructions import every_form
from ptxisa.oracle.gpu import matrices, statement_kernels
from ptxisa.oracle.gpu.product_samples import tiles
from ptxisa.oracle.gpu.products import cases


def test_every_case_has_a_form() -> None:
    counted = matrices.cases_by_form()
    assert sum(map(len, counted.values())) == len(cases())
    assert {case.a_shared for case in counted["wgmma.mma_async.half"]} == {True}
    assert {case.a_shared for case in counted["wgmma.mma_async.half.registers"]} == {False}


def test_forms_of_sm_90_have_cases_or_trials() -> None:
    """Block scaling and tcgen05 need later targets."""
    forms = {form.id for form in every_form() if form.record.startswith("matrix/") and form.operation}
    later = {name for name in forms if name.startswith("tcgen05.") or name.endswith(".block_scale")}
    assert forms - later == {*matrices.cases_by_form(), *matrices.statements_by_form()}


def test_differences_name_the_trial_and_the_word(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(_context: Any, trial: Any) -> Any:
        results = statement_kernels.executed(trial)
        results.view(np.uint32)[5] ^= 1
        return results

    monkeypatch.setattr(statement_kernels, "measured", measured)
    context: Any = None
    outcome = matrices.measure("movmatrix", context, 100)
    assert (outcome.run, outcome.agreed, outcome.unspecified) == (64, 63, 0)
    (wrong,) = outcome.mismatches
    assert wrong.inputs == {"word": 5}
    assert wrong.expected ^ wrong.measured == 1


def test_a_ladder_goes_down_and_a_single_product_is_alone() -> None:
    case = next(candidate for candidate in cases() if candidate.name == "mma.m16n8k16.f32.f16.f16.f32")
    ladder, single = (tiles(case, name, 16) for name in ("ladder", "single"))
    exponents = np.sort((ladder.a >> 10 & 31).astype(int), axis=-1)
    assert (np.diff(exponents, axis=-1)[exponents[..., 1:] > 0] > 0).all()
    assert ((single.a & 0x7FFF) != 0).sum(axis=-1).max() == 1
    assert not single.c.any()
    assert matrices.expected(case, single, matrices.model(case)).any()
