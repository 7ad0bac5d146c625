"""Evaluating: functions that look at other lanes, and operators that a function is given."""

from __future__ import annotations

import pytest

from generator.records.problems import RecordError
from generator.semantics import ir
from generator.semantics.compile import Compiled, compile_text
from generator.semantics.source import Source
from tests.generator.programs import HERE, TYPES, make_form, mode_slot

READS = {"a": "u32", "b": "s32", "p": "pred", "q": "pred", "x": "f32", "y": "f32"}
MODES = {"comparison": ("lt", "ge"), "bitwise": ("and", "or"), "spelling": ("ltu", "ge")}


def compiled(text: str, *modes: str) -> Compiled:
    form = make_form({"d": "u32"}, READS, slots=[mode_slot(*modes)] if modes else [])
    return compile_text(text, Source(HERE), form, TYPES, given=True)


def shown(value: ir.Value) -> str:
    """A value as a text."""
    match value:
        case ir.Apply():
            return f"{value.operation}({', '.join(map(shown, value.arguments))})"
        case ir.Constant():
            return str(value.value)
        case ir.Input() | ir.Lanes():
            return value.name
        case ir.Modifier():
            return f"{value.sort} of {value.slot}"
        case ir.Symbol():
            return value.text
    raise AssertionError(value)


def last_value(found: Compiled) -> str:
    """What every variant assigns last."""
    (routine,) = {variant.routine for variant in found.variants}
    *_, let = routine.body
    assert isinstance(let, ir.Let)
    return shown(let.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("d = at(a, lane)", "lane_value(a_lanes, lane, 32)"),
        ("d = at(a, 0)", "lane_value(a_lanes, 0, 32)"),
        ("d = min(at(b, 1), a)", "cut(min(signed(lane_value(b_lanes, 1, 32), 32), a), 32)"),
        ("d = at(a, 31)", "lane_value(a_lanes, 31, 32)"),
        ("d = at(a, b[4:0])", "lane_value(a_lanes, bits(b, 4, 0), 32)"),
        ("d = at(a, p)", "lane_value(a_lanes, p, 32)"),
        ("d = ballot(p)", "lanes_set(p_lanes)"),
        ("d = matching(b)", "lanes_alike(b_lanes, lane, 32)"),
    ],
)
def test_other_lanes(text: str, value: str) -> None:
    assert last_value(compiled(text)) == value


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("d = at(a, 32)", 11, "a lane is 0 to 31; this may be another number"),
        ("d = at(a, -1)", 11, "a lane is 0 to 31; this may be another number"),
        ("d = at(a, b[5:0])", 11, "a lane is 0 to 31; this may be another number"),
        ("d = at(a + 1, 3)", 8, "at(…) looks at an operand in other lanes: name it"),
        ("d = matching(a + 1)", 14, "matching(…) looks at an operand in other lanes: name it"),
        ("d = ballot(a)", 12, "ballot(…) counts predicates"),
    ],
)
def test_what_is_no_lane_or_no_operand_is_told_at_its_place(text: str, column: int, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        compiled(text)
    assert [(problem.column, problem.message) for problem in caught.value.problems] == [(column, message)]


@pytest.mark.parametrize(
    ("call", "sort", "value"),
    [
        ("compare(a, b, mode)", "comparison", "compare(a, signed(b, 32), comparison of mode)"),
        ("compare(b, a, mode)", "comparison", "compare(signed(b, 32), a, comparison of mode)"),
        ("compare(a < 3, a < 5, mode)", "comparison",
         "compare(integer(<(a, 3)), integer(<(a, 5)), comparison of mode)"),
        ("compare(x, y, mode)", "spelling", "float_compare(x, y, spelling of mode, f32)"),
        ("combine(a < 3, a < 5, mode)", "bitwise", "combine(<(a, 3), <(a, 5), bitwise of mode)"),
    ],
)  # fmt: skip
def test_variants_that_differ_in_an_operator_have_one_program(call: str, sort: str, value: str) -> None:
    assert last_value(compiled(f"d = 1 if {call} else 2", *MODES[sort])) == f"choose({value}, 1, 2)"


@pytest.mark.parametrize("sides", ["a, b", "a < 3, a", "a, b > 3"])
def test_an_operator_on_bits_is_spelled_out(sides: str) -> None:
    found = compiled(f"d = combine({sides}, mode)", "and", "or")
    assert not found.free
    assert len({variant.routine for variant in found.variants}) == 2
