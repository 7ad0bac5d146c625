"""Conditions, cases and restrictions between modifiers."""

import re

import pytest

from ptxisa.isa.forms import AnyOf, Case, Clause, Constraint, Form, Operand, Rule, broken_rule, choose, holds, type_of
from ptxisa.isa.instructions import every_form, instruction
from ptxisa.isa.opcode import ResolvedInstruction

VALUES = {"type": "u32", "sat": None, "mode": "lo"}


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({}, True),
        ({"type": ("u32", "s32")}, True),
        ({"type": ("s32",)}, False),
        ({"sat": True}, False),
        ({"sat": False}, True),
        ({"mode": True}, True),
        ({"sat": ("sat", "absent")}, True),
        ({"sat": ("sat",)}, False),
        ({"mode": ("hi", "absent")}, False),
        ({"type": ("u32",), "mode": ("hi",)}, False),
        ({"elsewhere": False}, True),
        ({"any": AnyOf(({"type": ("s32",)}, {"mode": ("lo",), "sat": False}))}, True),
        ({"any": AnyOf(({"type": ("s32",)}, {"mode": ("lo",), "sat": True}))}, False),
        ({"mode": ("hi",), "any": AnyOf(({"type": ("u32",)},))}, False),
        ({"not": AnyOf(({"type": ("s32",)},), negated=True)}, True),
        ({"not": AnyOf(({"type": ("u32",)},), negated=True)}, False),
    ],
)
def test_conditions(condition: Constraint, expected: bool) -> None:
    assert holds(condition, VALUES) is expected


def test_the_first_case_that_holds_decides() -> None:
    cases = (Case({"mode": ("hi",)}, 4), Case({"type": ("u32",)}, 2), Case({}, 1))
    assert choose(cases, VALUES) == 2
    assert choose(cases, {"mode": "lo", "type": "u64"}) == 1
    assert choose(cases[:1], VALUES) is None
    assert choose(8, VALUES) == 8


@pytest.mark.parametrize(
    ("type_", "expected"),
    [("b32", "b32"), ("$type", "u32"), ((Case({"mode": ("lo",)}, "$type"), Case({}, "b64")), "u32")],
)
def test_operand_types(type_: str | tuple[Case, ...], expected: str) -> None:
    assert type_of(Operand("a", "read", type_, "An operand."), VALUES) == expected


def test_rules_are_broken_only_under_their_condition() -> None:
    rule = Rule("lo takes no u32", when={"mode": ("lo",)}, exclude={"type": ("u32",)})
    form = Form("f", "r/f", "f d", (), (), (Clause("base", "1.0", "sm_10+"),), rules=(rule,))
    assert broken_rule(form, VALUES) is rule
    assert broken_rule(form, {**VALUES, "mode": "hi"}) is None
    assert broken_rule(form, {**VALUES, "type": "s32"}) is None


@pytest.mark.parametrize(("sat", "ftz", "broken"), [("sat", None, True), (None, "ftz", True), ("sat", "ftz", False)])
def test_slots_are_written_together(sat: str | None, ftz: str | None, broken: bool) -> None:
    rule = Rule("both or none", together=("sat", "ftz"))
    form = Form("f", "r/f", "f d", (), (), (Clause("base", "1.0", "sm_10+"),), rules=(rule,))
    assert broken_rule(form, {"sat": sat, "ftz": ftz}) is (rule if broken else None)
    assert broken_rule(form, {"sat": None, "ftz": None}) is None


def test_a_rule_names_the_slots_of_its_alternatives() -> None:
    rule = Rule("", {"a": True}, require={"any": AnyOf(({"b": True}, {"not": AnyOf(({"c": True},), True)}))})
    assert rule.slots == ("a", "b", "c")


IMPLICIT = [form for form in every_form() if form.id.endswith(".implicit")]


@pytest.mark.parametrize("form", IMPLICIT, ids=lambda form: form.id)
def test_the_suggested_replacement_has_the_same_operands(form: Form) -> None:
    """Forms whose rounding is implied are older than any release of ptxas that could be asked."""
    opcodes = (re.search(r"([a-z0-9]+(?:\.[a-z0-9]+)+)\.$", end.note) for end in form.removed)
    (mnemonic, *modifiers), *others = (matched[1].split(".") for matched in opcodes if matched)
    (match,) = matches(mnemonic, modifiers)
    assert not others
    for own, other in zip(form.operands, match.form.operands, strict=True):
        assert (own.name, own.access, own.immediate) == (other.name, other.access, other.immediate)
        assert own._replace(type="", summary="") == other._replace(type="", summary="")
        assert type_of(own, {}) == type_of(other, match.values)


def matches(mnemonic: str, modifiers: list[str]) -> tuple[ResolvedInstruction, ...]:
    record = instruction(mnemonic)
    return record.matches(modifiers) if record else ()
