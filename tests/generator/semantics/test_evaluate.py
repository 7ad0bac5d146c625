"""Evaluation of expressions: values against arithmetic in Python and against `struct`, and errors at their places."""

from __future__ import annotations

import itertools
import math
import struct
from collections.abc import Callable

import pytest

from generator.records.problems import RecordError
from generator.semantics.compile import Compiled, compile_text
from generator.semantics.source import RecordText
from tests.generator.programs import HERE, TYPES, make_form, mode_slot, pair, run_both

READS = {"a": "u32", "b": "s32", "m": "u32", "v": "s16x2", "p": "pred", "q": "pred", "x": "f32", "y": "f32"}
INTEGERS = {"a": "u32", "b": "s32", "v": "s16x2", "p": "pred", "q": "pred"}
MODES = {"comparison": ("lt", "ge"), "bitwise": ("and", "or"), "spelling": ("ltu", "ge")}


def compiled(text: str, *modes: str, written: str = "u32") -> Compiled:
    form = make_form({"d": written}, READS, slots=[mode_slot(*modes)] if modes else [], required=("m",))
    return compile_text(text, RecordText(HERE), form, TYPES, given=True)


def problems(text: str, written: str = "u32") -> list[tuple[int, str]]:
    """Return column and message of every problem."""
    with pytest.raises(RecordError) as caught:
        compiled(text, written=written)
    return [(problem.column, problem.message) for problem in caught.value.problems]


def signed(pattern: int, bits: int) -> int:
    return pattern - (pattern >> (bits - 1) << bits)


@pytest.mark.parametrize(
    ("expression", "meaning"),
    [
        ("p & q", lambda a, b, v, p, q: p & q),
        ("p | q", lambda a, b, v, p, q: p | q),
        ("p ^ q", lambda a, b, v, p, q: p ^ q),
        ("p & a", lambda a, b, v, p, q: p & a),
        ("p + q", lambda a, b, v, p, q: p + q),
        ("1 if a < 5 else 2", lambda a, b, v, p, q: 1 if a < 5 else 2),
        ("1 if 3 < 5 else 2", lambda a, b, v, p, q: 1),
        ("a[31]", lambda a, b, v, p, q: a >> 31),
        ("a[b[4:0]]", lambda a, b, v, p, q: a >> (b & 31) & 1),
        ("v[0]", lambda a, b, v, p, q: signed(v & 0xFFFF, 16)),
        ("v[1]", lambda a, b, v, p, q: signed(v >> 16, 16)),
        ("v[31:0]", lambda a, b, v, p, q: v),
        ("(a + 1)[32:32]", lambda a, b, v, p, q: (a + 1) >> 32),
        ("((a + 1) << 10)[42:11]", lambda a, b, v, p, q: (a + 1) >> 1),
        ("(1 << 1023)[1023]", lambda a, b, v, p, q: 1),
        ("min(a, b, 3)", lambda a, b, v, p, q: min(a, b, 3)),
        ("max(a, b, 3, p)", lambda a, b, v, p, q: max(a, b, 3, p)),
        ("3 in (3, 4)", lambda a, b, v, p, q: 1),
        ("4 not in (3, 4)", lambda a, b, v, p, q: 0),
        ("p and q and a < 3", lambda a, b, v, p, q: int(p and q and a < 3)),
        ("p or 0", lambda a, b, v, p, q: p),
        ("p and 0", lambda a, b, v, p, q: 0),
        ("not a[0]", lambda a, b, v, p, q: 1 - (a & 1)),
        ("a >> (a - 32) if a >= 32 else 0", lambda a, b, v, p, q: a >> (a - 32) if a >= 32 else 0),
        ("(a < 3) if p else (a > 5)", lambda a, b, v, p, q: int(a < 3 if p else a > 5)),
        ("u16.max - u16.min", lambda a, b, v, p, q: 65535),
        ("-s16.min", lambda a, b, v, p, q: 32768),
        ("s16x2.elements * s16x2.element.bits", lambda a, b, v, p, q: 32),
        ("a < 4294967296", lambda a, b, v, p, q: 1),
        ("a <= 4294967294", lambda a, b, v, p, q: int(a <= 4294967294)),
        ("a > -1", lambda a, b, v, p, q: 1),
        ("a >= 4294967295", lambda a, b, v, p, q: int(a >= 4294967295)),
        ("a == -1", lambda a, b, v, p, q: 0),
        ("b == -1", lambda a, b, v, p, q: int(b == -1)),
        ("reverse_bits(a, 32)", lambda a, b, v, p, q: int(f"{a:032b}"[::-1], 2)),
    ],
)
def test_an_expression_has_the_value_of_its_arithmetic(expression: str, meaning: Callable[..., int]) -> None:
    both = pair(f"d = {expression}", make_form({"d": "u32"}, INTEGERS))
    patterns = (0, 1, 2, 3, 5, 31, 32, 33, 0x7FFFFFFF, 0x80000000, 0xFFFF0001, 0xFFFFFFFE, 0xFFFFFFFF)
    cases = [
        {"a": a, "b": patterns[-1 - index], "v": a ^ 0x8000, "p": index & 1, "q": index >> 1 & 1}
        for index, a in enumerate(patterns)
    ]
    expected = [meaning(**{**case, "b": signed(case["b"], 32)}) % 2**32 for case in cases]
    assert [result for (result,) in run_both(both, cases)] == expected


@pytest.mark.parametrize(
    ("test", "meaning"),
    [
        ("x < y", lambda x, y: x < y),
        ("x > y", lambda x, y: x > y),
        ("x <= y", lambda x, y: x <= y),
        ("x >= y", lambda x, y: x >= y),
        ("x == y", lambda x, y: x == y),
        ("x != y", lambda x, y: x != y),
        ("-x < y", lambda x, y: -x < y),
        ("abs(x) < y", lambda x, y: abs(x) < y),
    ],
)
def test_floating_point_values_are_compared_as_numbers(test: str, meaning: Callable[[float, float], bool]) -> None:
    both = pair(f"d = 1 if {test} else 2", make_form({"d": "u32"}, {"x": "f32", "y": "f32"}))
    numbers = (0.0, -0.0, 1.0, -1.0, 1.5, -2.0, math.inf, -math.inf, math.nan)
    pairs = list(itertools.product(numbers, repeat=2))
    cases = [{"x": pattern(x, "<f"), "y": pattern(y, "<f")} for x, y in pairs]
    assert [result for (result,) in run_both(both, cases)] == [1 if meaning(x, y) else 2 for x, y in pairs]


@pytest.mark.parametrize(
    ("call", "numbers"),
    [
        ("round(x, f16)", {1.0: 1.0, 1.00048828125: 1.0, 1.001: 1.0009765625, 70000.0: math.inf}),
        ("round(x, f16, rz)", {1.001: 1.0009765625, -1.0019: -1.0009765625, 70000.0: 65504.0}),
        ("round(x, f16, rm)", {1.0009: 1.0, -1.0001: -1.0009765625}),
        ("round(x, f16, rz, 1)", {1e-5: 0.0, 1.0: 1.0}),
        ("round_finite(x, f16)", {70000.0: 65504.0, -70000.0: -65504.0}),
        ("round(x + x, f16)", {1.5: 3.0, 40000.0: math.inf}),
        ("as_type(7, f16)", {1.0: 7 * 2.0**-24}),
        ("integral(round(x, f16), rm)", {1.5: 1.0, -1.5: -2.0}),
    ],
)
def test_an_exact_result_is_rounded_once(call: str, numbers: dict[float, float]) -> None:
    both = pair(f"d = {call}", make_form({"d": "f16"}, {"x": "f32"}))
    results = run_both(both, [{"x": pattern(x, "<f")} for x in numbers])
    assert [result for (result,) in results] == [pattern(result, "<e") for result in numbers.values()]


def pattern(number: float, format_: str) -> int:
    """Return the bits of a number in a format of `struct`."""
    return int.from_bytes(struct.pack(format_, number), "little")


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
def test_errors_in_expressions_have_a_place(text: str, column: int, message: str) -> None:
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
def test_errors_in_rounding_have_a_place(mode: str, column: int, message: str) -> None:
    assert problems(f"d = round(x, f16, {mode})", written="f16") == [(column, message)]


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
def test_errors_in_functions_of_other_lanes_have_a_place(text: str, column: int, message: str) -> None:
    assert problems(text) == [(column, message)]


@pytest.mark.parametrize(
    ("call", "sort"),
    [
        ("compare(a, b, mode)", "comparison"),
        ("compare(a < 3, a < 5, mode)", "comparison"),
        ("compare(x, y, mode)", "spelling"),
        ("combine(a < 3, a < 5, mode)", "bitwise"),
    ],
)
def test_variants_that_differ_in_an_operator_share_a_program(call: str, sort: str) -> None:
    variants = compiled(f"d = 1 if {call} else 2", *MODES[sort]).variants
    assert len(variants) == 2
    assert len({variant.routine for variant in variants}) == 1


@pytest.mark.parametrize("sides", ["a, b", "a < 3, a", "a, b > 3"])
def test_an_operator_on_bits_has_a_program_for_each_modifier(sides: str) -> None:
    text = compiled(f"d = combine({sides}, mode)", "and", "or")
    assert not text.free
    assert len({variant.routine for variant in text.variants}) == 2
