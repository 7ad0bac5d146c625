"""Evaluating: what expressions become, functions that look at other lanes, and operators that a function is given."""

from __future__ import annotations

import pytest

from generator.records.problems import RecordError
from generator.semantics import ir
from generator.semantics.compile import Compiled, compile_text
from generator.semantics.evaluate import mask_of
from generator.semantics.source import Source
from tests.generator.programs import HERE, TYPES, make_form, mode_slot

READS = {"a": "u32", "b": "s32", "m": "u32", "v": "s16x2", "p": "pred", "q": "pred", "x": "f32", "y": "f32"}
MODES = {"comparison": ("lt", "ge"), "bitwise": ("and", "or"), "spelling": ("ltu", "ge")}


def compiled(text: str, *modes: str, written: str = "u32") -> Compiled:
    form = make_form({"d": written}, READS, slots=[mode_slot(*modes)] if modes else [], required=("m",))
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


def problems(text: str, written: str = "u32") -> list[tuple[int, str]]:
    """Column and message of every problem."""
    with pytest.raises(RecordError) as caught:
        compiled(text, written=written)
    return [(problem.column, problem.message) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        # Only `& | ^` of two truth values is a truth value.
        ("p & q", "integer(&(truth(p), truth(q)))"),
        ("p | q", "integer(|(truth(p), truth(q)))"),
        ("p ^ q", "integer(^(truth(p), truth(q)))"),
        ("p & a", "&(p, a)"),
        ("p + q", "+(p, q)"),
        ("1 if -x < y else 2", "choose(float_less(float_negate(x, f32), y, f32), 1, 2)"),
        ("1 if abs(x) < y else 2", "choose(float_less(float_absolute(x, f32), y, f32), 1, 2)"),
        ("1 if x < y else 2", "choose(float_less(x, y, f32), 1, 2)"),
        ("1 if x > y else 2", "choose(float_less(y, x, f32), 1, 2)"),
        ("1 if x <= y else 2", "choose(or(float_less(x, y, f32), float_equal(x, y, f32)), 1, 2)"),
        ("1 if x >= y else 2", "choose(or(float_less(y, x, f32), float_equal(y, x, f32)), 1, 2)"),
        ("1 if x == y else 2", "choose(float_equal(x, y, f32), 1, 2)"),
        ("1 if x != y else 2", "choose(not(float_equal(x, y, f32)), 1, 2)"),
        ("1 if a < 5 else 2", "choose(<(a, 5), 1, 2)"),
        ("1 if 3 < 5 else 2", "1"),
        ("a[0] < 2", "1"),
        # Parts, up to the greatest number of bits.
        ("a[31]", "bit(a, 31)"),
        ("a[b[4:0]]", "bit(a, bits(b, 4, 0))"),
        ("v[0]", "cut(signed(bits(v, 15, 0), 16), 32)"),
        ("v[1]", "cut(signed(bits(v, 31, 16), 16), 32)"),
        ("v[31:0]", "v"),
        ("(a + 1)[0:0]", "bits(+(a, 1), 0, 0)"),
        ("(a + 1)[3:3]", "bits(+(a, 1), 3, 3)"),
        ("((a + 1) << 1010)[1023:1000]", "bits(<<(+(a, 1), 1010), 1023, 1000)"),
        ("0 << 1024", "0"),
        ("(1 << 1023)[1023]", "1"),
        # Of several values the first two are taken first.
        ("min(a, b, 3)", "cut(min(min(a, signed(b, 32)), 3), 32)"),
        ("max(a, b, 3, p)", "max(max(max(a, signed(b, 32)), 3), p)"),
        ("3 in (3, 4)", "1"),
        ("4 not in (3, 4)", "0"),
        ("5 in (3, 4)", "0"),
        # What is known of a condition decides it, or is left out.
        ("p and q and a < 3", "integer(and(and(truth(p), truth(q)), <(a, 3)))"),
        ("p or 0", "p"),
        ("p or 1", "1"),
        ("p and 0", "0"),
        ("p and 1", "p"),
        ("0 or 0", "0"),
        ("1 and u32", "1"),
        ("not 3", "0"),
        ("not u32", "0"),
        ("not a[0]", "integer(not(truth(bit(a, 0))))"),
        ("3 if 1 else 4", "3"),
        ("3 if 0 else 4", "4"),
        # A condition narrows what is data, and what is a constant of the statement where it is about that alone.
        ("a >> (a - 32) if a >= 32 else 0", "choose(>=(a, 32), >>(a, -(a, 32)), 0)"),
        ("a >> (m - 32) if m >= 32 else 0", "choose(>=(m, 32), >>(a, -(m, 32)), 0)"),
        ("3 if p else p", "choose(truth(p), 3, p)"),
        ("(a < 3) if p else (a > 5)", "choose(truth(p), integer(<(a, 3)), integer(>(a, 5)))"),
        ("u16.max", "65535"),
        ("u16.min", "0"),
        ("s16.max", "32767"),
        ("-s16.min", "32768"),
        ("b8.max", "255"),
        ("s16x2.elements", "2"),
        ("s16x2.element.bits", "16"),
        ("s16x2.signed", "1"),
        ("u32.signed", "0"),
        ("u32.elements", "1"),
        ("reverse_bits(a, 1)", "reverse_bits(a, 1)"),
        ("reverse_bits(a, 1024)", "cut(reverse_bits(a, 1024), 32)"),
    ],
)
def test_expressions(expression: str, value: str) -> None:
    assert last_value(compiled(f"d = {expression}")) == value


@pytest.mark.parametrize(
    ("comparison", "value"),
    [
        ("a < 4294967296", "1"),
        ("a < 4294967295", "integer(<(a, 4294967295))"),
        ("a < 1", "integer(<(a, 1))"),
        ("a < 0", "0"),
        ("a <= 4294967295", "1"),
        ("a <= 4294967294", "integer(<=(a, 4294967294))"),
        ("a <= 0", "integer(<=(a, 0))"),
        ("a <= -1", "0"),
        ("a > 4294967295", "0"),
        ("a > 4294967294", "integer(>(a, 4294967294))"),
        ("a > 0", "integer(>(a, 0))"),
        ("a > -1", "1"),
        ("a >= 4294967296", "0"),
        ("a >= 4294967295", "integer(>=(a, 4294967295))"),
        ("a >= 1", "integer(>=(a, 1))"),
        ("a >= 0", "1"),
        ("a == 4294967296", "0"),
        ("a == 4294967295", "integer(==(a, 4294967295))"),
        ("a == 0", "integer(==(a, 0))"),
        ("a == -1", "0"),
        ("a != 4294967296", "1"),
        ("a != 4294967295", "integer(!=(a, 4294967295))"),
        ("a != 0", "integer(!=(a, 0))"),
        ("a != -1", "1"),
        ("3 == 4", "0"),
        ("3 != 4", "1"),
        ("3 <= 3", "1"),
        ("3 < 3", "0"),
        ("u32 == u16", "0"),
        ("u32 != u16", "1"),
    ],
)
def test_a_comparison_is_known_where_bounds_decide_it(comparison: str, value: str) -> None:
    assert last_value(compiled(f"d = {comparison}")) == value


@pytest.mark.parametrize(
    ("call", "value"),
    [
        ("as_type(7, f16)", "as_float(7)"),
        ("nan(f16)", "as_float(32767)"),
        ("integral(round(x, f16), rm)", "integral(round_value(x, f32, f16, rn, ), f16, rm)"),
        ("round(sine(x), f16)", "round_function(x, sine, f32, f16, rn, )"),
        ("round(x if p else y, f16)", "round_value(choose(truth(p), x, y), f32, f16, rn, )"),
        ("round(x, f16)", "round_value(x, f32, f16, rn, )"),
        ("round(x, f16, rz)", "round_value(x, f32, f16, rz, )"),
        ("round(x, f16, rz, 0)", "round_value(x, f32, f16, rz, )"),
        ("round(x, f16, rz, 1)", "round_value(x, f32, f16, rz, flush)"),
        ("round(x, f16, rz, min(1, 2))", "round_value(x, f32, f16, rz, flush)"),
        ("round(x + y, f16, rm, 1 < 0)", "round_add(x, y, f32, f32, f16, rm, )"),
        ("round(a, f16)", "round_integer(a, f16, rn, )"),
        ("round_finite(x, f16)", "round_value(x, f32, f16, rn, finite)"),
        ("round_finite(x, f16, rp)", "round_value(x, f32, f16, rp, finite)"),
        # Random bits are the highest of a fraction of 32 bits.
        ("round(x, f16, rs(a, 32))", "round_random(x, a, f32, f16, )"),
        ("round(x, f16, rs(a[3:0], 4))", "round_random(x, <<(bits(a, 3, 0), 28), f32, f16, )"),
        ("round(x, f16, rs(a[0], 1))", "round_random(x, <<(bit(a, 0), 31), f32, f16, )"),
        ("round_finite(x, f16, rs(a[3:0], 4))", "round_random(x, <<(bits(a, 3, 0), 28), f32, f16, finite)"),
    ],
)
def test_floating_point_values(call: str, value: str) -> None:
    assert last_value(compiled(f"d = {call}", written="f16")) == value


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("d = x < a", 5, "a floating-point value is expected here"),
        ("d = a < x", 5, "a floating-point value is expected here"),
        ("d = (1 if a < 3 else x) + 1", 6, "both values must be of one format"),
        ("d = (x if a < 3 else 1) + 1", 6, "both values must be of one format"),
        ("d = 0 << 1025", 5, "a constant has at most 1024 bits"),
        ("d = 1 << 1024", 5, "a constant has at most 1024 bits"),
        ("d = 1 >> -1", 5, "a shift amount must not be negative, but this one may be -1"),
        ("d = a[32]", 5, "a has bits 0 to 31, not 32"),
        ("d = a[-1]", 5, "a has bits 0 to 31, not -1"),
        ("d = v[2]", 7, "v has elements 0 to 1, not 2"),
        ("d = v[-1]", 7, "v has elements 0 to 1, not -1"),
        ("d = (a + 1)[1024:0]", 5, "a slice is [high:low] with 1024 > high >= low >= 0, not [1024:0]"),
        ("d = (a + 1)[3:4]", 5, "a slice is [high:low] with 1024 > high >= low >= 0, not [3:4]"),
        ("d = (a + 1)[0:-1]", 5, "a slice is [high:low] with 1024 > high >= low >= 0, not [0:-1]"),
        ("d = 1 if a[1:0] else 2", 10, "a condition is a truth value, but this is a number: compare it"),
        ("d = 1 if min(a, 2) else 2", 10, "a condition is a truth value, but this is a number: compare it"),
        ("d = 1 if -p else 2", 10, "a condition is a truth value, but this is a number: compare it"),
        (
            "d = a >> (m - 32) if a == 0 and m >= 32 else 0",
            5,
            "a shift amount must not be negative, but this one may be -32",
        ),
        ("d = 3 < u32", 5, "< compares numbers"),
        ("d = u32 >= 3", 5, ">= compares numbers"),
        ("d = nan(u16)", 9, "a type of the sort float is expected here"),
        ("d = to_integer(x, f32, rz)", 19, "a type of the sort integer is expected here"),
        ("d = u32.index", 5, ".index is a property of selectors, and u32 is a type"),
        ("d = f32.min", 5, "f32 has no .min; only integer types have"),
        ("d = a[a:0]", 7, "a bound of a slice must be known without looking at data"),
        ("d = a[u32:0]", 7, "a bound of a slice must be known without looking at data"),
        ("d = reverse_bits(a, 0)", 21, "the width of a word is 1 to 1024"),
        ("d = reverse_bits(a, 1025)", 21, "the width of a word is 1 to 1024"),
    ],
)
def test_what_an_expression_may_not_say_is_told_at_its_place(text: str, column: int, message: str) -> None:
    assert problems(text) == [(column, message)]


@pytest.mark.parametrize(
    ("mode", "column", "message"),
    [
        ("rs(a[0], 0)", 19, "rs(…) takes 1 to 32 bits, as many as it says"),
        ("rs(0, 0)", 19, "rs(…) takes 1 to 32 bits, as many as it says"),
        ("rs(0, -1)", 19, "rs(…) takes 1 to 32 bits, as many as it says"),
        ("rs(a, 33)", 19, "rs(…) takes 1 to 32 bits, as many as it says"),
        ("rs(a[4:0], 4)", 19, "rs(…) takes 1 to 32 bits, as many as it says"),
        ("rs(a[3:0], 4), 0", 34, "rs(…) does not flush"),
        ("rz, a", 23, "this must be known without looking at data"),
    ],
)
def test_what_rounding_may_not_be_given_is_told_at_its_place(mode: str, column: int, message: str) -> None:
    assert problems(f"d = round(x, f16, {mode})", written="f16") == [(column, message)]


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
    assert problems(text) == [(column, message)]


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


@pytest.mark.parametrize(
    ("high", "low", "mask"), [(0, 0, 0b1), (1, 1, 0b10), (7, 0, 0xFF), (7, 4, 0xF0), (31, 0, 0xFFFFFFFF)]
)
def test_a_mask_has_the_bits_from_low_to_high(high: int, low: int, mask: int) -> None:
    assert mask_of(high, low) == mask


@pytest.mark.parametrize("sides", ["a, b", "a < 3, a", "a, b > 3"])
def test_an_operator_on_bits_is_spelled_out(sides: str) -> None:
    found = compiled(f"d = combine({sides}, mode)", "and", "or")
    assert not found.free
    assert len({variant.routine for variant in found.variants}) == 2
