"""Bounds of functions against MPFR, and values that are zero, infinite or NaNs against definitions."""

from __future__ import annotations

from fractions import Fraction

import gmpy2
import numpy as np
import pytest

from ptxisa.numbers import exact
from ptxisa.numbers.enclosures import ARITY, Bounds, enclosure, fraction
from ptxisa.numbers.exact import NAN, Number, infinity, integer, zero
from ptxisa.numbers.formats import known
from tests.numbers.test_transcendental import ORACLE

FUNCTIONS = {**ORACLE, "divide": lambda x, y: x / y, "reciprocal": lambda x: 1 / x, "root": gmpy2.sqrt}


def numbers(function: str, count: int = 40) -> list[tuple[Number, ...]]:
    """Operands for which a function gives an ordinary number."""
    generator = np.random.default_rng(5)
    form = known()["f32"]
    patterns = generator.integers(0x33000000, 0x42000000, (count, ARITY[function]))
    return [tuple(exact.decode(int(pattern), form) for pattern in row) for row in patterns]


@pytest.mark.parametrize("bits", [50, 130])
@pytest.mark.parametrize("function", ARITY)
def test_values_are_between_their_bounds(function: str, bits: int) -> None:
    for operands in numbers(function):
        result = enclosure(function, operands, bits)
        assert isinstance(result, Bounds)
        with gmpy2.context(precision=600):
            wanted = FUNCTIONS[function](*(gmpy2.mpfr(gmpy2.mpq(fraction(operand))) for operand in operands))
            slack = abs(wanted) * gmpy2.mpfr(2) ** -590
            assert gmpy2.mpfr(gmpy2.mpq(result.low)) <= wanted + slack
            assert gmpy2.mpfr(gmpy2.mpq(result.high)) >= wanted - slack
            assert result.high - result.low <= abs(Fraction(gmpy2.mpq(wanted))) * Fraction(1, 1 << (bits - 24))


@pytest.mark.parametrize(
    ("function", "operands", "value"),
    [
        ("divide", (integer(7), integer(-3)), Fraction(-7, 3)),
        ("reciprocal", (integer(10),), Fraction(1, 10)),
        ("root", (integer(9),), 3),
        ("reciprocal_root", (integer(16),), Fraction(1, 4)),
        ("exp2", (integer(-5),), Fraction(1, 32)),
        ("log2", (integer(8),), 3),
    ],
)
def test_rational_values_are_exact(function: str, operands: tuple[Number, ...], value: Fraction) -> None:
    assert enclosure(function, operands, 64) == Bounds(Fraction(value), Fraction(value))


@pytest.mark.parametrize(
    ("function", "operands", "value"),
    [
        ("divide", (integer(-1), zero(0)), infinity(1)),
        ("divide", (zero(0), zero(1)), NAN),
        ("reciprocal", (zero(1),), infinity(1)),
        ("reciprocal", (infinity(1),), zero(1)),
        ("root", (zero(1),), zero(1)),
        ("root", (integer(-4),), NAN),
        ("reciprocal_root", (zero(1),), infinity(1)),
        ("reciprocal_root", (integer(-4),), NAN),
        ("reciprocal_root", (infinity(0),), zero(0)),
        ("log2", (zero(1),), infinity(1)),
        ("sine", (infinity(0),), NAN),
    ],
)
def test_zeros_infinities_and_nans(function: str, operands: tuple[Number, ...], value: Number) -> None:
    assert enclosure(function, operands, 64) == value


@pytest.mark.parametrize("value", [2, 3, 5, 1000003])
def test_a_root_of_an_integer_has_every_bit_that_is_asked_for(value: int) -> None:
    result = enclosure("root", (integer(value),), 50)
    assert isinstance(result, Bounds)
    assert result.low**2 < value < result.high**2
    assert result.high - result.low <= Fraction(1, 1 << 50)


@pytest.mark.parametrize("function", ["root", "reciprocal_root"])
@pytest.mark.parametrize("exponent", [-1001, -60, -2, -1, 0, 1, 2, 61, 1000])
def test_roots_of_powers_of_two_have_all_bits_of_their_size(function: str, exponent: int) -> None:
    """Roots of even powers are exact."""
    result = enclosure(function, (Number("finite", 0, 1, exponent),), 20)
    square = Fraction(2) ** (exponent if function == "root" else -exponent)
    assert isinstance(result, Bounds)
    assert result.low**2 <= square <= result.high**2
    assert (result.high - result.low) * (1 << 19) <= result.low
    assert (result.low == result.high) == (exponent % 2 == 0)
