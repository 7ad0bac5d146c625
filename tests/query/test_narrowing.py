"""Narrowed forms hold what the availability of single variants says, and nothing else."""

from __future__ import annotations

import pytest

from ptxisa.isa.forms import Form
from ptxisa.isa.instructions import every_form
from ptxisa.isa.targets import target
from ptxisa.isa.variants import count, variants
from ptxisa.isa.versions import version
from ptxisa.query.availability import form_available
from ptxisa.query.narrowing import modifiers, narrowed
from ptxisa.syntax.template import parse_template

PLACES = [(None, "7.8"), (None, "6.0"), ("sm_75", "6.3"), ("sm_10", "1.0"), ("sm_100a", None)]
FEW = 120
"""Forms with more variants are not enumerated here."""


def form(name: str) -> Form:
    return next(item for item in every_form() if item.id == name)


def contents(value: Form | None) -> dict[str, set[str | None]]:
    return (
        {} if value is None else {slot.name: {*slot.values, *([None] if slot.optional else [])} for slot in value.slots}
    )


def counted(value: Form, on: str | None, at: str | None) -> dict[str, set[str | None]]:
    """Contents of the slots of available variants, without slots that are always empty."""
    place = target(on) if on else None, version(at) if at else None
    slots = {slot.name for slot in value.slots}
    plain = value._replace(requirements=tuple(need for need in value.requirements if need.when.keys() <= slots))
    there = [values for values in variants(value) if form_available(plain, values, *place)]
    result = {name: {values[name] for values in there} for name in slots}
    return {name: held for name, held in result.items() if held - {None}}


@pytest.mark.parametrize(("on", "at"), PLACES)
def test_contents_equal_those_of_available_variants(on: str | None, at: str | None) -> None:
    place = target(on) if on else None, version(at) if at else None
    few = [item for item in every_form() if item.slots and count(item) <= FEW]
    assert len(few) > 400
    assert [item.id for item in few if contents(narrowed(item, *place)) != counted(item, on, at)] == []


@pytest.mark.parametrize(("on", "at"), PLACES)
def test_syntax_has_the_slots_and_operands_that_are_left(on: str | None, at: str | None) -> None:
    place = target(on) if on else None, version(at) if at else None
    for left in filter(None, (narrowed(value, *place) for value in every_form())):
        template = parse_template(left.syntax)
        written = {modifier.slot for modifier in template.modifiers} | set(template.selectors())
        assert {slot.name for slot in left.slots} <= written, left.id
        assert set(template.operand_names()) == {operand.name for operand in left.operands}, left.id


def test_loads_of_7_8() -> None:
    left = narrowed(form("ld.weak"), None, version("7.8"))
    assert left is not None
    assert "{l2}" not in left.syntax
    assert contents(left)["vec"] == {None, "v2", "v4"}
    assert "b128" not in contents(left)["type"]
    assert "param::entry" not in contents(left)["ss"]
    assert "v8-type" not in {rule.id for rule in left.rules}
    assert max(clause.ptx for clause in left.clauses) == "7.8"


def test_operands_of_unavailable_modifiers_are_omitted() -> None:
    left = narrowed(form("ld.weak"), None, version("7.3"))
    assert left is not None
    assert left.syntax.endswith(".{type} d, [a]")


def test_operands_with_unmet_requirements_are_omitted() -> None:
    left = narrowed(form("tex"), None, version("4.0"))
    assert left is not None
    assert {"p", "e"}.isdisjoint(operand.name for operand in left.operands)


def test_form_without_slots_is_there_or_not() -> None:
    assert narrowed(form("ret"), None, version("1.0"))
    assert narrowed(form("griddepcontrol"), None, version("7.7")) is None


def test_target_of_a_clause_must_be_that_of_a_need() -> None:
    left = narrowed(form("cvt.f16x2.f32.rs"), target("sm_90"), None)
    assert left is None


def test_modifiers_of_a_place() -> None:
    assert "cluster" not in modifiers(None, version("7.7"))["scope"]
    assert "cluster" in modifiers(None, version("7.8"))["scope"]
