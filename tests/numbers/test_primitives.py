"""The functions of the language on Python integers, and how unspecified bits are carried."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptxisa.numbers import primitives
from ptxisa.numbers.primitives import Unspecified, cut, insert, open_bits, unspecified

WIDE_INTEGERS = st.integers(-(2**140), 2**140)


@pytest.mark.parametrize(
    ("function", "arguments", "result"),
    [
        ("unsigned", (-1, 8), 255),
        ("unsigned", (-1, 0), 0),
        ("unsigned", (7, 10**9), 7),
        ("signed", (255, 8), -1),
        ("signed", (127, 8), 127),
        ("signed", (128, 8), -128),
        ("signed", (3, 0), 0),
        ("signed", (-5, 10**9), -5),
        ("bit", (-1, 500), 1),
        ("bit", (4, 2), 1),
        ("bits", (0xABCD, 11, 4), 0xBC),
        ("bits", (-1, 70, 65), 0x3F),
        ("insert", (0xFFFF, 11, 4, 0x12), 0xF12F),
        ("insert", (0, 31, 16, -1), 0xFFFF0000),
        ("shift_left", (3, 4), 48),
        ("quotient", (7, -2), -3),
        ("quotient", (-7, 2), -3),
        ("quotient", (7, 0), 0),
        ("remainder", (-7, 2), -1),
        ("remainder", (7, -2), 1),
        ("remainder", (7, 0), 0),
        ("clamp", (9, 1, 5), 5),
        ("clamp", (-9, 1, 5), 1),
        ("clamp", (3, 1, 5), 3),
        ("popcount", (0b1011,), 3),
        ("highest_bit", (0,), -1),
        ("highest_bit", (0x80,), 7),
        ("leading_zeros", (0, 32), 32),
        ("leading_zeros", (1, 32), 31),
        ("reverse_bits", (0b1, 8), 0x80),
        ("reverse_bits", (0x103, 8), 0xC0),
    ],
)
def test_meaning(function: str, arguments: tuple[int, ...], result: int) -> None:
    assert getattr(primitives, function)(*arguments) == result


def test_huge_shifts_end_at_the_widest_value() -> None:
    assert primitives.shift_left(5, 2**60) == 5 << primitives.WIDEST
    assert primitives.unsigned(-1, 2**60) == 2**primitives.WIDEST - 1


@given(WIDE_INTEGERS, st.integers(0, 130))
def test_signed_and_unsigned_are_the_same_modulo_the_width(x: int, n: int) -> None:
    low, number = primitives.unsigned(x, n), primitives.signed(x, n)
    assert (x - low) % 2**n == 0
    assert (x - number) % 2**n == 0
    assert 0 <= low < 2**n
    assert -(2**n) <= 2 * number < 2**n


@given(WIDE_INTEGERS, WIDE_INTEGERS)
def test_quotient_and_remainder_belong_together(a: int, b: int) -> None:
    rest = primitives.remainder(a, b)
    assert primitives.quotient(a, b) * b + rest == (a if b else 0)
    assert abs(rest) < max(abs(b), 1)
    assert rest * a >= 0


@given(st.integers(0, 2**64 - 1))
def test_reversing_twice_changes_nothing(x: int) -> None:
    assert primitives.reverse_bits(primitives.reverse_bits(x, 64), 64) == x


def test_unspecified_survives_the_cut() -> None:
    result = cut(unspecified(-1), 16)
    assert isinstance(result, Unspecified)
    assert (int(result), result.mask) == (0xFFFF, 0xFFFF)


def test_a_specified_value_stays_plain() -> None:
    assert type(cut(-1, 16)) is int
    assert type(insert(0, 15, 0, 7)) is int


def test_unspecified_elements_are_marked_alone() -> None:
    inserted = insert(0x1111, 31, 16, unspecified(-1))
    assert (int(inserted), open_bits(inserted)) == (0xFFFF1111, 0xFFFF0000)
    both = insert(inserted, 7, 0, unspecified(0))
    assert (int(both), open_bits(both)) == (0xFFFF1100, 0xFFFF00FF)
    again = insert(both, 31, 16, 5)
    assert (int(again), open_bits(again)) == (0x51100, 0xFF)
    assert open_bits(insert(again, 7, 0, 1)) == 0


def test_arithmetic_drops_the_mark_of_unspecified_bits() -> None:
    assert open_bits(unspecified(3) + 1) == 0
