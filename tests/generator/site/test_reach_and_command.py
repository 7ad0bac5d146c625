"""The availability matrix of the site and that of the command line agree on every form and target."""

from __future__ import annotations

from generator.site.reach import cell, shares
from ptxisa.isa import targets, versions
from ptxisa.isa.forms import Form
from ptxisa.isa.instructions import every_form
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.query.availability import first_available, ways


def on_the_site(form: Form) -> dict[str, Version | None]:
    """Return the first version in which the site shows a variant of a form, by target."""
    parts, known = shares(form), targets.known()
    floors = sorted({versions.order(clause.ptx) for clause in form.clauses})

    def first(target: Target) -> Version | None:
        reached = (max(floor, target.floor) for floor in floors)
        return next((at for at in reached if cell(parts, target, at, known).available), None)

    return {target.name: first(target) for target in known.values()}


def test_first_versions_agree() -> None:
    compared = 0
    for form in every_form():
        candidate = ResolvedInstruction(form, {}, "", complete=False)
        clauses = ways(form, None)
        shown = {target.name: first_available(candidate, clauses, target) for target in targets.known().values()}
        assert shown == on_the_site(form), form.id
        compared += len(shown)
    assert compared > 20_000


def test_a_removed_form_has_no_first_version() -> None:
    """cos.f32 without .approx ended with sm_20."""
    (form,) = (form for form in every_form() if form.id == "cos.f32.implicit")
    shown = on_the_site(form)
    assert shown["sm_13"] is not None
    assert shown["sm_20"] is shown["sm_100f"] is None
