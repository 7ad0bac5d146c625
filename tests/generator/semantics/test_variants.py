"""Variants: only slots that decide are enumerated, only combinations that the rules allow."""

from __future__ import annotations

from typing import Any

import pytest

from generator.semantics.language import parse
from generator.semantics.source import RecordText
from generator.semantics.variants import deciding_slots, describe, given_slots, variants
from ptxisa.isa.forms import Case, Condition, Form, Operand, Rule, Slot, StateAccess
from tests.generator.programs import HERE, make_form, mode_slot, types_slot

LITERAL = Slot("wide", ("wide",), "mode", literal=True)
SAT = mode_slot("sat", name="sat", optional=True)
RULE = Rule("why", when={"mode": ("hi",)}, exclude={"sat": True})


def form(rules: tuple[Rule, ...] = (), **changes: object) -> Form:
    slots = [mode_slot("lo", "hi"), LITERAL, SAT, types_slot("u32", "s32")]
    return make_form({"d": "u32"}, {"a": "u32"}, slots=slots, rules=rules)._replace(**changes)  # type: ignore[arg-type]


def typed(type_: str | tuple[Case, ...]) -> tuple[Operand, ...]:
    return (Operand("d", "write", type_, ""),)


@pytest.mark.parametrize(
    ("names", "changes", "slots"),
    [
        (set(), {}, ()),
        ({"a", "mode"}, {}, ("mode",)),
        ({"type", "sat", "mode"}, {}, ("mode", "sat", "type")),
        ({"wide"}, {}, ()),
        (set(), {"operands": typed("$type")}, ("type",)),
        (set(), {"operands": typed((Case({"mode": ("hi",)}, "u16"), Case({}, "$type")))}, ("mode", "type")),
        (set(), {"state": (StateAccess("CF", "write", "", {"sat": True}),)}, ("sat",)),
    ],
)
def test_deciding_slots(names: set[str], changes: dict[str, Any], slots: tuple[str, ...]) -> None:
    assert deciding_slots(form(**changes), names, {}) == slots


def test_the_condition_of_a_model_decides() -> None:
    assert deciding_slots(form(), set(), {"sat": True}) == ("sat",)


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("d = compare(a, a, mode)", {"mode"}),
        ("d = combine(a, a, mode)", {"mode"}),
        ("d = round(a, f32, mode)", {"mode"}),
        ("d = round_finite(a, f32, mode)", {"mode"}),
        ("d = to_integer(a, u32, mode)", {"mode"}),
        ("d = integral(a, mode)", {"mode"}),
        ("d = compare(a, 1, mode) + compare(a, 2, mode)", {"mode"}),
        ("d = round(a, f32, mode, sat)", {"mode"}),
        ("d = compare(integral(a, sat), a, mode)", {"mode", "sat"}),
        ("d = a", set()),
        ("d = min(a, a, mode)", set()),
        ("d = round(a, f32)", set()),
        ("d = round(mode, f32, rn)", set()),
        ("d = compare(a, a, type)", set()),
        ("d = compare(a, a, wide)", set()),
        ("d = compare(a, a, mode) + mode", set()),
        ("if mode == 'lo':\n    d = compare(a, a, mode)", set()),
    ],
)
def test_a_slot_that_is_only_an_operator_or_a_mode_can_be_an_argument(text: str, slots: set[str]) -> None:
    assert given_slots(parse(text, RecordText(HERE)), form(), ("mode", "sat", "type"), {}) == slots


@pytest.mark.parametrize(
    ("changes", "when"),
    [
        ({}, {"mode": ("hi",)}),
        ({"operands": typed((Case({"mode": ("hi",)}, "u16"), Case({}, "u32")))}, {}),
        ({"state": (StateAccess("CF", "write", "", {"mode": ("hi",)}),)}, {}),
    ],
)
def test_a_slot_that_decides_more_than_an_operator_is_not_an_argument(changes: dict[str, Any], when: Condition) -> None:
    text = parse("d = compare(a, a, mode)", RecordText(HERE))
    assert given_slots(text, form(**changes), ("mode",), when) == frozenset()


@pytest.mark.parametrize(
    ("rules", "slots", "when", "keys"),
    [
        ((), (), {}, [()]),
        ((), ("mode", "sat"), {}, [("lo", None), ("lo", "sat"), ("hi", None), ("hi", "sat")]),
        ((RULE,), ("mode", "sat"), {}, [("lo", None), ("lo", "sat"), ("hi", None)]),
        ((RULE,), ("mode",), {}, [("lo",), ("hi",)]),
        ((Rule("why", require={"sat": True}), RULE), ("mode",), {}, [("lo",)]),
        ((), ("mode", "sat"), {"sat": True}, [("lo", "sat"), ("hi", "sat")]),
        ((), ("mode",), {"mode": ("hi",)}, [("hi",)]),
    ],
)
def test_variants(
    rules: tuple[Rule, ...], slots: tuple[str, ...], when: Condition, keys: list[tuple[str, ...]]
) -> None:
    combinations = list(variants(form(rules), slots, when))
    assert [key for key, _ in combinations] == keys
    for key, values in combinations:
        assert tuple(values[slot] for slot in slots) == key
        assert values.keys() == {"mode", "wide", "sat", "type"}


def test_slots_that_do_not_decide_multiply_nothing() -> None:
    many = [mode_slot(*(f"m{i}" for i in range(10)), name=f"slot{i}") for i in range(30)]
    wide = make_form({"d": "u32"}, {}, slots=[*many, types_slot("u32", "s32")])
    assert len(list(variants(wide, ("type",), {}))) == 2


def test_describe() -> None:
    assert describe(("mode", "sat"), ("hi", None)) == "mode = hi, no sat"
