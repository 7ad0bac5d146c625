"""Reciprocal roots, powers, logarithms and angles of numbers of any format, one at a time and rounded correctly.

    rounded("sine", x, known()["f32"], "rn")

Few values have an end in binary, so each function returns bounds of any precision, in Python integers, and `rounded`
doubles the precision until both bounds round to the same pattern: the strategy of Ziv, "Fast evaluation of elementary
mathematical functions with correctly rounded last bit", ACM Transactions on Mathematical Software 17 (1991).

That ends, because no other value is a number of a format or the middle between two: for a rational argument other than
0, sine, cosine and tanh are transcendental (Lindemann and Weierstrass); powers and logarithms of 2 are irrational
unless they are the cases that `FUNCTIONS` computes at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from ptxisa.numbers.exact import NAN, Number, infinity, integer, round_to, zero
from ptxisa.numbers.formats import Format

if TYPE_CHECKING:
    from fractions import Fraction

_FIRST = 96
"""Bits of the first bounds: over 40 more than the longest format has, so that few results need a second try."""
_SPARE = 32
"""Bits for rounding errors of the evaluation: fewer than 2**16 steps, each wrong by a few units of 2**-places."""
_FAR = 1 << 15
"""Exponent beyond those of all formats."""


class FixedBounds(NamedTuple):
    """A value strictly between `low * 2**exponent` and `high * 2**exponent`."""

    low: int
    high: int
    exponent: int


Special = Callable[[Number], Number | None]
"""Function that returns a value that is known at once; None for others."""
Between = Callable[[Number, int], FixedBounds]
"""Function that returns bounds of a value which agree in about `bits` bits."""


def rounded(function: str, x: Number, form: Format, mode: str, option: str = "") -> int:
    """Return the bit pattern of the value of a function in a format; see `ptxisa.numbers.exact.round_to`."""
    special, bounds = FUNCTIONS[function]
    known = special(x)
    if known is not None:
        return round_to(known, form, mode, option)
    bits = _FIRST
    while True:
        low, high, exponent = bounds(x, bits)
        # Numbers just inside of the bounds, since the value is neither of them.
        ends = [Number("finite", int(end < 0), abs(end), exponent - 1) for end in (2 * low + 1, 2 * high - 1)]
        first, last = (round_to(end, form, mode, option) for end in ends)
        if first == last:
            return first
        bits *= 2


# --- values that need no bounds ---


def _of_reciprocal_root(x: Number) -> Number | None:
    """Return every value: 320 bits or more, and a sticky bit."""
    if x.is_zero:
        return infinity(x.sign)
    if x.kind == "nan" or x.sign:
        return NAN
    if x.kind == "infinite":
        return zero(0)
    odd = x.exponent & 1
    places = 2 * (320 + x.significand.bit_length())
    square, rest = divmod(1 << places, x.significand << odd)
    root = isqrt(square)
    return Number("finite", 0, root << 1 | (root * root != square or rest != 0), -(x.exponent - odd + places) // 2 - 1)


def _of_angle(at_zero: Callable[[Number], Number]) -> Special:
    """Return the known values of a function of an angle: that of 0, and NaN for infinities."""

    def special(x: Number) -> Number | None:
        if x.kind != "finite":
            return NAN
        return at_zero(x) if x.is_zero else None

    return special


def _of_tanh(x: Number) -> Number | None:
    if x.kind == "infinite":
        return integer(-1 if x.sign else 1)
    return x if x.kind == "nan" or x.is_zero else None


def _of_log2(x: Number) -> Number | None:
    if x.is_zero:
        return infinity(1)
    if x.kind == "nan" or x.sign:
        return NAN
    if x.kind == "infinite":
        return x
    power = x.significand & -x.significand == x.significand
    return integer(x.significand.bit_length() - 1 + x.exponent) if power else None


def _of_exp2(x: Number) -> Number | None:
    if x.kind == "infinite":
        return zero(0) if x.sign else x
    if x.kind == "nan":
        return x
    if x.exponent >= 0 or x.significand & ((1 << -x.exponent) - 1) == 0:
        whole = min(_fixed(x, 0), _FAR) if x.exponent < 64 else _FAR
        return Number("finite", 0, 1, -min(whole, _FAR) if x.sign else whole)
    return None


# --- bounds, by fixed-point numbers with `bits` places ---


def _sine(x: Number, bits: int) -> FixedBounds:
    places = _places(x, bits)
    quadrant, angle = _reduced(x, places)
    return _in_quadrant(quadrant, angle, places, negative=x.sign == 1)


def _cosine(x: Number, bits: int) -> FixedBounds:
    places = _places(x, bits)
    quadrant, angle = _reduced(x, places)
    return _in_quadrant(quadrant + 1, angle, places, negative=False)


def _in_quadrant(quadrant: int, angle: int, places: int, negative: bool) -> FixedBounds:
    """Return the sine of an angle: a number of right angles and a rest."""
    sine, cosine = _series(angle, places)
    value = cosine if quadrant & 1 else sine
    return _around(-value if (quadrant >> 1 & 1) != negative else value, places)


def _tanh(x: Number, bits: int) -> FixedBounds:
    """Return `tanh(x)` as `1 - 2 / (exp(2 * x) + 1)`."""
    places = _places(x, bits)
    # Beyond `places`, 1 - tanh(x) is less than 2**-bits, and exp(2 * x) would have as many bits as x is large.
    if x.exponent + x.significand.bit_length() > places.bit_length():
        below = (1 << bits) - 1
        return FixedBounds(-1 << bits, -below, -bits) if x.sign else FixedBounds(below, 1 << bits, -bits)
    whole, part = divmod(2 * _fixed(x, places), _ln2(places))
    power = _exponential(part, places) << whole
    value = (1 << places) - (2 << 2 * places) // (power + (1 << places))
    return _around(-value if x.sign else value, places)


def _log2(x: Number, bits: int) -> FixedBounds:
    """Return an exponent plus the logarithm of a number between 1 and 2: `ln(m) = 2 * artanh((m - 1) / (m + 1))`."""
    # Just below 1, the exponent -1 and a logarithm near 1 cancel: twice the bits leave enough.
    places = 2 * bits + 64
    length = x.significand.bit_length() - 1
    one = 1 << length
    ratio = ((x.significand - one) << places) // (x.significand + one)
    natural = 2 * _inverse_tanh(ratio, places)
    return _around(((length + x.exponent) << places) + (natural << places) // _ln2(places), places)


def _exp2(x: Number, bits: int) -> FixedBounds:
    places = _places(x, bits)
    scaled = -_fixed(x, places) if x.sign else _fixed(x, places)
    if abs(scaled) >> places > _FAR:
        return FixedBounds(1, 3, -2 * _FAR if x.sign else 2 * _FAR)
    whole, part = divmod(scaled, 1 << places)
    low, high, exponent = _around(_exponential(part * _ln2(places) >> places, places), places)
    return FixedBounds(low, high, exponent + whole)


def power_of_two(power: Fraction, bits: int) -> FixedBounds:
    """Return bounds of 2 to a power that is not an integer."""
    places = bits + _SPARE
    whole, part = divmod(power, 1)
    low, high, exponent = _around(_exponential(int(part * _ln2(places)), places), places)
    return FixedBounds(low, high, exponent + whole)


def _places(x: Number, bits: int) -> int:
    """Return the places with which small arguments keep `bits` bits after their first three powers."""
    return bits + _SPARE + 3 * max(0, -(x.exponent + x.significand.bit_length()))


def _fixed(x: Number, places: int) -> int:
    """Return the magnitude of a number with a number of binary places; further bits are cut off."""
    shift = x.exponent + places
    return x.significand << shift if shift >= 0 else x.significand >> -shift


def _around(value: int, places: int) -> FixedBounds:
    """Return bounds around the result of an evaluation, by the errors of all its steps."""
    return FixedBounds(value - (1 << 16), value + (1 << 16), -places)


def _reduced(x: Number, places: int) -> tuple[int, int]:
    """Return a magnitude as a number of right angles and a rest; pi has as many places as the magnitude needs.

    The number of right angles is reduced modulo 4.
    """
    further = places + max(0, x.exponent + x.significand.bit_length()) + 2
    quadrant, rest = divmod(_fixed(x, further), pi(further) >> 1)
    return quadrant & 3, rest >> (further - places)


def _series(x: int, places: int) -> tuple[int, int]:
    """Return sine and cosine of an angle below 2 by their power series."""
    # Even powers make the cosine, odd ones the sine; in each the signs alternate.
    sums, term, step = [0, 0], 1 << places, 0
    while term:
        sums[step & 1] += -term if step & 2 else term
        step += 1
        term = (term * x >> places) // step
    return sums[1], sums[0]


def _exponential(x: int, places: int) -> int:
    """Return `exp(x)` of a number between 0 and 1 by its power series."""
    total, term, step = 0, 1 << places, 0
    while term:
        total += term
        step += 1
        term = (term * x >> places) // step
    return total


def _inverse_tanh(x: int, places: int) -> int:
    """Return `artanh(x)` of a number from 0 to 1/3 by its power series."""
    square = x * x >> places
    total, power, step = 0, x, 1
    while power:
        total += power // step
        power = power * square >> places
        step += 2
    return total


@lru_cache(maxsize=32)
def _ln2(places: int) -> int:
    """Return the natural logarithm of 2, `2 * artanh(1/3)`, cut off after a number of binary places."""
    further = places + _SPARE
    return 2 * _inverse_tanh((1 << further) // 3, further) >> _SPARE


@lru_cache(maxsize=256)
def pi(places: int) -> int:
    """Return pi, cut off after a number of places, by Machin's formula: pi/4 = 4 * arctan(1/5) - arctan(1/239)."""
    further = places + _SPARE
    return 4 * (4 * _inverse_tangent(5, further) - _inverse_tangent(239, further)) >> _SPARE


def _inverse_tangent(x: int, places: int) -> int:
    """Return `arctan(1 / x)` by its power series."""
    power = (1 << places) // x
    total, step, square = 0, 1, x * x
    while power:
        total += -(power // step) if step & 2 else power // step
        power //= square
        step += 2
    return total


def _no_bounds(x: Number, bits: int) -> FixedBounds:
    """Raise: a function whose values are all known at once has no bounds."""
    raise AssertionError("every value is known")


FUNCTIONS: dict[str, tuple[Special, Between]] = {
    "reciprocal_root": (_of_reciprocal_root, _no_bounds),
    "sine": (_of_angle(lambda x: x), _sine),
    "cosine": (_of_angle(lambda x: integer(1)), _cosine),
    "tanh": (_of_tanh, _tanh),
    "log2": (_of_log2, _log2),
    "exp2": (_of_exp2, _exp2),
}
"""Functions by their names in the semantics language: values that are known at once, and bounds for others."""
