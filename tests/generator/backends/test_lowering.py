"""Lowering: which container each operation is evaluated in, and what becomes of values that are 0 or 1."""

from __future__ import annotations

import pytest

from generator.backends import vector
from generator.semantics.source import SemanticsError, TextPlace
from tests.generator.programs import make_form, routine


def body(text: str, types: str, required: tuple[str, ...] = ()) -> str:
    """Return the block of the function of a text, with the types of d, a and b."""
    d, a, b = types.split()
    lines = vector.body(routine(text, make_form({"d": d}, {"a": a, "b": b}, required=required))).lines
    return "\n".join(line[4:] for line in lines)


@pytest.mark.parametrize(
    ("text", "types", "lines"),
    [
        ("d = (-(a * b))[127:64]", "u64 u64 u64",
         "d = wide.bits(wide.negate(wide.product(a, b)), 127, 64)\nreturn (d,)"),
        ("d = (~(a * b))[127:64]", "u64 u64 u64",
         "d = wide.bits(wide.invert(wide.product(a, b)), 127, 64)\nreturn (d,)"),
        # A negative result of a wider word needs the sign of its argument; `~` of patterns needs none.
        ("d = -a", "s64 s32 s32", "d = -a.view(int32).astype(int64)\nreturn (d.view(uint64),)"),
        ("d = -a", "u64 u32 u32", "d = -a.astype(int64)\nreturn (d.view(uint64),)"),
        ("d = ~a", "s64 s32 s32", "d = (~a).view(int32).astype(uint64)\nreturn (d,)"),
        ("d = ~a", "s32 s32 s32", "d = ~a\nreturn (d,)"),
    ],
)  # fmt: skip
def test_negation_and_inversion(text: str, types: str, lines: str) -> None:
    assert body(text, types) == lines


@pytest.mark.parametrize(
    ("text", "types", "test"),
    [
        ("d = 1 if a[0] else 2", "u8 u8 u8", "(a & 1).view(bool)"),
        ("d = 1 if a[0] else 2", "u8 u16 u8", "(a & 1) != 0"),
        ("d = 1 if a[0] else 2", "u8 u32 u8", "(a & 1) != 0"),
        ("d = 1 if popcount(a[0]) else 2", "u8 u32 u8", "popcount(a & 1).view(bool)"),
        ("d = 1 if a < b else 2", "u8 u32 u32", "a < b"),
        ("d = 1 if (a < 5 if b > 3 else a > 7) else 2", "u8 u32 u32", "where(b > 3, a < 5, a > 7)"),
    ],
)
def test_a_byte_that_is_0_or_1_is_viewed_as_a_truth_value(text: str, types: str, test: str) -> None:
    assert body(text, types) == f"d = where({test}, uint8(1), uint8(2))\nreturn (d,)"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("d = a if a < b else b", "d = where(a < b, a, b)\nreturn (d,)"),
        ("d = a + 1 if b > 7 else b", "d = where(b > 7, a + 1, b)\nreturn (d,)"),
        ("d = b if a < 7 else b", "d = b\nreturn (d,)"),
        ("d = a if b > 7 else unspecified(a)", "d = a\nreturn (d,)"),
        ("d = a if b > 7 else unspecified(b)", "d = where(b > 7, a, b)\nreturn (d,)"),
        ("d = a if m > 7 else a", "d = a\nreturn (d,)"),
        ("d = a if m > 7 else b", "d = a if m > 7 else b\nreturn (d,)"),
        ("d = m if a > 7 else m", "d = where(a > 7, uint32(m), uint32(m))\nreturn (d,)"),
        ("d = m if m > 7 else 5", "d = m if m > 7 else 5\nreturn (splat(uint32(d)),)"),
    ],
)
def test_equal_sides_need_no_choice(text: str, lines: str) -> None:
    form = make_form({"d": "u32"}, {"a": "u32", "b": "u32", "m": "u32"}, required=("m",))
    assert "\n".join(line[4:] for line in vector.body(routine(text, form)).lines) == lines


@pytest.mark.parametrize(
    ("test", "condition"),
    [
        ("m > 7", "m > 7"),
        ("not m[0]", "not bit(m, 0)"),
        ("m[0]", "bool(bit(m, 0))"),
        ("m > 7 or m < 3", "bool(m > 7 or m < 3)"),
        ("m[0] and m > 7", "bool(bit(m, 0) and m > 7)"),
        ("m[0] & m[1]", "bool(bit(m, 0) & bit(m, 1))"),
        ("m[0] | m[1]", "bool(bit(m, 0) | bit(m, 1))"),
        ("m[0] ^ m[1]", "bool(bit(m, 0) ^ bit(m, 1))"),
        ("m[0] if m > 5 else m[1]", "bool(bit(m, 0) if m > 5 else bit(m, 1))"),
    ],
)
def test_a_condition_of_python_is_a_bool(test: str, condition: str) -> None:
    form = make_form({"d": "u32"}, {"a": "u32", "b": "u32", "m": "u32"}, required=("m",))
    lines = vector.body(routine(f"d = a if ({test}) else b", form)).lines
    assert lines == (f"    d = a if {condition} else b", "    return (d,)")


@pytest.mark.parametrize(
    ("text", "types", "value"),
    [
        # A right shift needs all bits above, and therefore the sign of the container.
        ("(b >> 4)[7:0]", "u32 u32 u32", "(b >> 4) & 0xFF"),
        ("(b >> a[3:0])[7:0]", "u32 u32 u32", "(b >> (a & 15)) & 0xFF"),
        ("(a >> 4)[7:0]", "u32 s32 u32", "(a.view(int32) >> 4).view(uint32) & 0xFF"),
        ("(a << 64) >> b[6:0]", "u64 u64 u64",
         "wide.low(wide.shift_right(wide.shift_left(wide.from_unsigned(a), uint64(64)), b & 127))"),
        ("(a * b) >> 3", "u64 u64 u64", "wide.low(wide.shift_right(wide.product(a, b), uint64(3)))"),
        ("(a * b) >> b[6:0]", "s64 s64 s64",
         "wide.low(wide.shift_right_signed(wide.signed_product(a.view(int64), b.view(int64)), b & 127))"),
        # A magnitude is that of a signed number; a natural one is its own.
        ("abs(a)", "u32 u32 u32", "a"),
        ("abs(a)", "u32 s32 u32", "magnitude(a.view(int32))"),
        ("abs(a * b)", "u64 u64 u64", "wide.low(wide.product(a, b))"),
        ("abs(a * b)", "u64 s64 s64",
         "wide.low(wide.absolute(wide.signed_product(a.view(int64), b.view(int64))))"),
    ],
)  # fmt: skip
def test_right_shifts_and_magnitudes(text: str, types: str, value: str) -> None:
    assert body(f"d = {text}", types) == f"d = {value}\nreturn (d,)"


@pytest.mark.parametrize(
    ("text", "types", "lines"),
    [
        ("d = reverse_bits(a * b, 13)", "u16 u16 u16", "d = reverse_bits(a * b, 13)\nreturn (d,)"),
        ("d = reverse_bits(a, 20)", "u32 u16 u16", "d = reverse_bits(a.astype(uint32), 20)\nreturn (d,)"),
        ("d = reverse_bits(a, 8)", "u32 u32 u16", "d = reverse_bits(a, 8)\nreturn (d,)"),
    ],
)
def test_a_word_is_computed_from_the_bits_that_decide_it(text: str, types: str, lines: str) -> None:
    assert body(text, types) == lines


def test_arrays_stay_as_wide_as_they_are() -> None:
    assert body("d = a & b", "u32 u32 u64") == "d = a.astype(uint64) & b\nreturn (d.astype(uint32),)"


def test_pairs_become_words_if_a_word_is_enough() -> None:
    lines = "t = wide.product(a, b)\nd = wide.bits(t, 127, 64) + wide.low(t)\nreturn (d,)"
    assert body("t = a * b\nd = t[127:64] + t", "u64 u64 u64") == lines


def test_a_choice_without_a_container_is_reported_at_its_first_side() -> None:
    with pytest.raises(SemanticsError) as caught:
        body("d = abs(a * b if a > b else -1)", "u64 u64 u64")
    assert caught.value.message == "no container of at most 128 bits fits this value"
    assert caught.value.place == TextPlace(1, 9)
