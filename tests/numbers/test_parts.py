"""Arithmetic by parts against exact arithmetic, where arrays of operands take several ways at once."""

from __future__ import annotations

import itertools
from math import isqrt

import numpy as np
import pytest

from ptxisa.numbers import exact, parts, wide
from ptxisa.numbers.exact import Number
from tests.numbers.test_formats import F32, F64, FORMATS

NUMBERS = [0, 1, 2, 0x00800000, 0x33800000, 0x3F000000, 0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x3FC00000, 0x40200000]
NUMBERS += [0x42FE0000, 0x43000000, 0x43008000, 0x4EFFFFFF, 0x4F000000, 0x4F800000, 0x5EFFFFFF, 0x5F000000, 0x5F800000]
NUMBERS += [0x7F7FFFFF, 0x7F800000, 0x7F800001]
SINGLES = [number | sign << 31 for number in NUMBERS for sign in (0, 1)]


def clamped(x: Number, bits: int, signed: bool, mode: str) -> int:
    """Clamp a Python integer; two's complement."""
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    if x.kind == "nan":
        return 0
    whole = exact.round_integer(x, mode) if x.kind == "finite" else (-1) ** x.sign << 100
    return min(max(whole, least), most) % (1 << 64)


@pytest.mark.parametrize("mode", ["rn", "rz", "rm", "rp"])
@pytest.mark.parametrize(("bits", "signed"), list(itertools.product((8, 16, 32, 64), (False, True))))
def test_integers_are_clamped(bits: int, signed: bool, mode: str) -> None:
    result = parts.to_integer(parts.decode(np.array(SINGLES, np.uint64), F32), bits, signed, mode)
    assert result.tolist() == [clamped(exact.decode(single, F32), bits, signed, mode) for single in SINGLES]


def test_numbers_between_integers_of_64_bits() -> None:
    """A number just below 2**64 has 53 bits in double precision, and rounds to itself."""
    given = np.array([2.0**64 - 2048, 2.0**63, 2.0**52 + 0.5, 2.0**52 + 1.5, -(2.0**63)]).view(np.uint64)
    unsigned = parts.to_integer(parts.decode(given, F64), 64, False, "rn").tolist()
    assert unsigned == [2**64 - 2048, 2**63, 2**52, 2**52 + 2, 0]
    signed = parts.to_integer(parts.decode(given, F64), 64, True, "rn").tolist()
    assert signed == [2**63 - 1, 2**63 - 1, 2**52, 2**52 + 2, 2**63]


@pytest.mark.parametrize("mode", ["rn", "rm"])
def test_sums_of_every_kind_of_number(mode: str) -> None:
    pairs = list(itertools.product(SINGLES, SINGLES))
    first, second = (parts.decode(np.array(column, np.uint64), F32) for column in zip(*pairs, strict=True))
    actual = parts.round_to(parts.add(first, second), F32, mode).tolist()
    sums = (exact.add(exact.decode(x, F32), exact.decode(y, F32)) for x, y in pairs)
    assert actual == [exact.round_to(value, F32, mode) for value in sums]


def test_only_sums_of_opposite_numbers_are_opposite() -> None:
    x = parts.decode(np.array([0x3F800000, 0x00000000, 0x80000000, 0x00000000, 0x7F800000], np.uint64), F32)
    y = parts.decode(np.array([0xBF800000, 0x80000000, 0x80000000, 0x00000000, 0xFF800000], np.uint64), F32)
    result = parts.add(x, y)
    assert result.opposite.tolist() == [True, True, False, False, False]
    assert result.nan.tolist() == [False, False, False, False, True]
    assert result.zero[:4].tolist() == [True] * 4
    assert result.sign[2:4].tolist() == [True, False]


@pytest.mark.parametrize(
    ("name", "pattern"), [("f32", 0x7F800000), ("f16", 0x7C00), ("tf32", 0x7F800000), ("e5m2", 0x7C)]
)
def test_infinities_have_the_highest_exponent(name: str, pattern: int) -> None:
    form = next(item for item in FORMATS if item.name == name)
    large = parts.decode(np.array([0x7F800000, 0xFF800000], np.uint64), F32)
    assert parts.round_to(large, form, "rn").tolist() == [pattern, pattern | 1 << form.sign_bit]


ROOTS = [0, 1, 2**31, 2**32 - 1, 2**32, 2**52 + 1, 2**53 - 1, 2**63 - 1, 2**63, 2**63 + 1025, 2**64 - 2049]
ROOTS += [2**64 - 2048, 2**64 - 2047, 2**64 - 2, 2**64 - 1]


def test_roots_of_words_are_cut_off() -> None:
    near = [root * root + more for root in ROOTS for more in (-1, 0, 1, root, 2 * root)]
    squares = [value for value in near if 0 <= value <= (2**64 - 1) << 64]
    low, high = ([square % 2**64 for square in squares], [value >> 64 for value in squares])
    given: wide.Wide = (np.array(low, np.uint64), np.array(high, np.uint64))
    with np.errstate(all="ignore"):
        result = wide.integer_root(given)
    assert result.tolist() == [isqrt(square) for square in squares]
