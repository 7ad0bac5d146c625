"""The lowest floors of a form agree with the availability of its variants on each target."""

from __future__ import annotations

import pytest

from generator.site.reach import cell, shares
from ptxisa.isa.facts import lowest_floors
from ptxisa.isa.instructions import every_form, form_by_id
from ptxisa.isa.targets import admits, known
from ptxisa.isa.versions import order


def test_floors_are_the_first_versions_with_a_legal_variant() -> None:
    for form in every_form():
        floors, parts = lowest_floors(form), shares(form._replace(removed=(), deprecated=()))
        for target in known().values():
            stated = [order(floor.ptx) for floor in floors if admits(floor.target, target)]
            versions = sorted({order(clause.ptx) for clause in form.clauses})
            computed = [at for at in versions if cell(parts, target, at, known()).available]
            assert min(stated, default=None) == min(computed, default=None), (form.id, target.name)


@pytest.mark.parametrize(
    ("form", "floors"),
    [
        ("add.int", [("1.0", "sm_10+")]),
        ("cp.async.bulk.tensor.shared_cta.tile", [("8.6", "sm_90+")]),
        ("cvt.f8x2.f32", [("7.8", "sm_90+"), ("8.1", "sm_89+")]),
        ("setmaxnreg", [("8.0", "sm_90a"), ("8.6", "sm_100a | sm_101a"), ("8.7", "sm_120a")]),
    ],
)
def test_floors_are_the_union_of_all_clauses(form: str, floors: list[tuple[str, str]]) -> None:
    assert list(lowest_floors(form_by_id(form)))[: len(floors)] == floors
