"""Numbers of contracts: exact where they are rational, as near as one asks where not."""

from __future__ import annotations

from fractions import Fraction
from math import inf, nextafter

import gmpy2
import pytest

from ptxisa.numbers.enclosures import Bounds, interval, nearest, quantity


@pytest.mark.parametrize(
    ("text", "value"),
    [("2", 2), ("0.5", Fraction(1, 2)), ("-3.25", Fraction(-13, 4)), ("2^-23", Fraction(1, 1 << 23)), ("-2^4", -16)],
)
def test_rational_quantities_are_exact(text: str, value: Fraction) -> None:
    assert quantity(text).between(10) == Bounds(Fraction(value), Fraction(value))


@pytest.mark.parametrize("bits", [60, 200, 700])
@pytest.mark.parametrize("text", ["2^-20.5", "2^-10.987", "2^0.5", "2^-22.9", "100pi", "-2pi", "0.5pi"])
def test_other_quantities_are_between_their_bounds(text: str, bits: int) -> None:
    with gmpy2.context(precision=1000):
        exact = gmpy2.mpfr(2) ** gmpy2.mpfr(text[2:]) if "^" in text else gmpy2.mpfr(text[:-2]) * gmpy2.const_pi()
        low, high = (gmpy2.mpfr(gmpy2.mpq(end.numerator, end.denominator)) for end in quantity(text).between(bits))
        assert low < exact < high
        assert high - low < abs(exact) * gmpy2.mpfr(2) ** (20 - bits)


@pytest.mark.parametrize("text", ["", "pi", "2^", "2^pi", "1/2", "+1", "1e5", "2^-1pi"])
def test_other_texts_are_not_quantities(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number such as"):
        quantity(text)


def test_intervals_have_or_leave_out_their_ends() -> None:
    assert interval("[-2, 0.5]") == (-2, 0.5)
    assert interval("(-2, 0.5)") == (nextafter(-2, inf), nextafter(0.5, -inf))
    assert interval("(2^126, 2^128]") == (nextafter(2.0**126, inf), 2.0**128)


def test_an_interval_to_a_multiple_of_pi_has_the_doubles_within() -> None:
    low, high = interval("[-2pi, 100pi)")
    with gmpy2.context(precision=200):
        assert -2 * gmpy2.const_pi() < low
        assert nextafter(low, -inf) < -2 * gmpy2.const_pi()
        assert high < 100 * gmpy2.const_pi() < nextafter(high, inf)


def test_nearest_double() -> None:
    assert nearest("2^-20.5") == 2.0**-20.5
    assert nearest("0.5") == 0.5
