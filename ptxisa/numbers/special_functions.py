"""Results of the special-function unit of sm_90, bit for bit: a model fitted to its results for every input.

The unit evaluates a parabola, as Oberman and Siu describe ("A high-performance area-efficient multifunction
interpolator", ARITH-17, 2005): it looks up three coefficients by the first six or seven bits of an argument, and the
other bits are the variable. Its squarer leaves out the lowest columns of the product, and the sum is cut off, never
rounded, to the 24 bits of the result. So a few hundred coefficients are enough for all inputs; the file has them as
fixed-point numbers with more bits than the unit has. Results of half precision are stored one by one.

Arguments and results are patterns, unsigned arrays of the width of their format. `tools/gpu/special_functions.py` reads
the results of a GPU.
"""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers.lanes import Lanes

Integers = NDArray[np.int64]

_FRACTION = 23
_MASK = (1 << _FRACTION) - 1
_HALF, _ONE, _INFINITY, _NAN = 0x3F000000, 0x3F800000, 0x7F800000, 0x7FFFFFFF
_SMALLEST = 1 << _FRACTION
_MAGNITUDE = 0x7FFFFFFF
_PATTERN_PLACES = 36
"""Binary places of parabolas whose values are patterns, counted from that of 0.5."""
_VALUE_PLACES = 60
"""Binary places of parabolas whose values are numbers."""
_TANH_EXPONENT = 119
"""Exponent of 2**-8: numbers below it are their own hyperbolic tangent."""
_TANH_BITS = np.array([0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3])
"""Bits of a fraction that select a parabola, by exponent from `_TANH_EXPONENT` on; beyond, the result is 1."""
_TANH_SEGMENT = np.cumsum(1 << _TANH_BITS) - (1 << _TANH_BITS)
"""First parabola of each exponent."""


def apply(name: str, x: Lanes, form: str) -> Lanes:
    """Return the results of an operation of the unit on patterns of a format."""
    if form == "f32":
        with np.errstate(invalid="ignore"):
            return _SINGLE[name](x)
    if form == "f64":
        return _DOUBLE[name](x)
    result: Lanes = _tables()[f"{name}.{form}"][x]
    return result


@cache
def _tables() -> dict[str, Lanes]:
    """Return coefficients of parabolas, and results for all patterns of 16 bits, which the file has as differences."""
    from importlib.resources import files  # It loads slowly, and few programs need the tables.

    with (files("ptxisa") / "data" / "special_functions_sm_90.npz").open("rb") as file, np.load(file) as data:
        return {
            name: np.cumsum(table, dtype=np.uint16) if table.dtype == np.uint16 else table
            for name, table in data.items()
        }


@lru_cache
def squares(bits: int) -> Integers:
    """Return the squares of all numbers of `bits` bits, as the unit computes them.

    The square of a number is a sum of products of two bits in columns; two equal products are one in the next column.
    The lowest columns are left out, and the results are in units of the first column that counts.
    """
    first = {16: 17, 17: 19}[bits]
    number = np.arange(1 << bits, dtype=np.int64)
    total = np.zeros(1 << bits, np.int64)
    for i in range(bits):
        for j in range(i, bits):
            column = i + j + (i != j)
            if column >= first:
                total += (number >> i & number >> j & 1) << (column - first)
    return total


def _parabola(name: str, argument: Integers) -> Integers:
    """Return the value of a table at fractions of 23 bits, with the binary places of the table."""
    table = _tables()[name]
    bits = _FRACTION + 1 - len(table).bit_length()
    return _evaluated(table[argument >> bits], argument & ((1 << bits) - 1), bits)


def _evaluated(coefficients: Integers, rest: Integers, bits: int) -> Integers:
    """Return the value of one parabola for each argument of that width."""
    c0, c1, c2 = coefficients.T
    result: Integers = c0 + c1 * rest + c2 * squares(bits)[rest]
    return result


def _parts(x: Lanes) -> tuple[Integers, Integers, Integers]:
    """Return sign, exponent and fraction of single precision."""
    wide = x.astype(np.int64)
    return wide >> 31, wide >> _FRACTION & 0xFF, wide & _MASK


def _finished(body: Integers, sign: Integers, nan: Lanes) -> Lanes:
    """Return patterns in single precision with their signs, and NaNs."""
    signed = body | sign << 31
    return np.where(nan, _NAN, signed).astype(np.uint32)


def _powers(name: str, exponent: Integers, fraction: Integers) -> tuple[Integers, Integers]:
    """Return patterns for numbers from 0.5 to 2, by tables for even and odd exponents, and half the even exponent."""
    odd = exponent & 1 == 0  # The bias is odd.
    pattern = np.where(odd, _parabola(f"{name}_odd", fraction), _parabola(f"{name}_even", fraction))
    return (pattern >> _PATTERN_PLACES) + _HALF, (exponent - 127 + odd) >> 1


def rcp(x: Lanes) -> Lanes:
    """Return reciprocals; subnormal arguments and results count as zero."""
    sign, exponent, fraction = _parts(x)
    # The table has 1/m of the significand m as a pattern; less an exponent in a pattern divides by a power of two.
    body = (_parabola("rcp", fraction) >> _PATTERN_PLACES) + _HALF - ((exponent - 127) << _FRACTION)
    body = np.where(body < _SMALLEST, 0, body)
    body = np.where(exponent == 0, _INFINITY, np.where(exponent == 255, 0, body))
    return _finished(body, sign, (exponent == 255) & (fraction != 0))


def rsq(x: Lanes) -> Lanes:
    """Return reciprocal square roots; even powers of two are exact."""
    sign, exponent, fraction = _parts(x)
    pattern, half = _powers("rsq", exponent, fraction)
    exact = (fraction == 0) & (exponent & 1 == 1)
    body = np.where(exact, _ONE, pattern) - (half << _FRACTION)
    body = np.where(exponent == 0, _INFINITY, np.where(exponent == 255, 0, body))
    negative = (sign == 1) & (exponent != 0)
    return _finished(body, sign, negative | (exponent == 255) & (fraction != 0))


def sqrt(x: Lanes) -> Lanes:
    """Return square roots."""
    sign, exponent, fraction = _parts(x)
    pattern, half = _powers("sqrt", exponent, fraction)
    body = np.where(exponent == 0, 0, np.where(exponent == 255, _INFINITY, pattern + (half << _FRACTION)))
    negative = (sign == 1) & (exponent != 0)
    return _finished(body, sign, negative | (exponent == 255) & (fraction != 0))


def ex2(x: Lanes) -> Lanes:
    """Return powers of two."""
    sign, exponent, fraction = _parts(x)
    shift = np.clip(exponent - 127, -32, 8)
    number = np.where(exponent == 0, 0, fraction | _SMALLEST)
    fixed = np.where(shift < 0, number >> -np.minimum(shift, 0), number << np.maximum(shift, 0))
    whole, part = fixed >> _FRACTION, fixed & _MASK
    # A negative number is inverted, not negated, unless it is whole.
    inverted = (sign == 1) & (part != 0)
    whole = np.where(sign == 1, -whole, whole) - inverted
    part = np.where(inverted, part ^ _MASK, part)
    significand = _parabola("ex2", part) >> (_VALUE_PLACES - _FRACTION)
    body = ((whole + 126) << _FRACTION) + significand
    body = np.where(whole < -126, 0, np.where(whole > 127, _INFINITY, body))
    return _finished(body, np.zeros_like(sign), (exponent == 255) & (fraction != 0))


def lg2(x: Lanes) -> Lanes:
    """Return binary logarithms."""
    sign, exponent, fraction = _parts(x)
    places = 36
    number = ((exponent - 127) << places) + (_parabola("lg2", fraction) >> (_VALUE_PLACES - places))
    # A negative sum is inverted, not negated.
    body = _cut_off(np.where(number < 0, ~number, number).astype(np.float64) * 2.0**-places) | (number < 0) << 31
    body = np.where(exponent == 0, _INFINITY | 1 << 31, np.where(exponent == 255, _INFINITY, body))
    body = np.where((exponent == 127) & (fraction == 0), 0, body)
    negative = (sign == 1) & (exponent != 0)
    return _finished(body, np.zeros_like(sign), negative | (exponent == 255) & (fraction != 0))


def sin(x: Lanes) -> Lanes:
    """Return the sine of angles in turns."""
    quadrant, part = _reduced(x)
    sign, exponent, _ = _parts(x)
    return _finished(_in_quadrant(quadrant, part), quadrant >> 1 & 1 ^ sign, exponent == 255)


def cos(x: Lanes) -> Lanes:
    """Return the cosine of angles in turns."""
    quadrant, part = _reduced(x)
    _, exponent, _ = _parts(x)
    return _finished(_in_quadrant(quadrant + 1, part), (quadrant + 1) >> 1 & 1, exponent == 255)


def _reduced(x: Lanes) -> tuple[Integers, Integers]:
    """Return the magnitude of angles in turns, cut off to 25 binary places: a quadrant, and a fraction of 23 bits."""
    size = np.abs(x.view(np.float32).astype(np.float64))
    turns = np.fmod(np.where(np.isfinite(size), size, 0) * 2.0**25, 2.0**25).astype(np.int64)
    return turns >> _FRACTION, turns & _MASK


def _in_quadrant(quadrant: Integers, part: Integers) -> Integers:
    """Return patterns of magnitudes of sines; in every other quadrant the fraction is inverted, not negated."""
    part = np.where(quadrant & 1 == 1, part ^ _MASK, part)
    return _pattern(np.where(part == 0, 0, _parabola("sin", part)))


def tanh(x: Lanes) -> Lanes:
    """Return hyperbolic tangents: each power of two has parabolas of its own, with arguments of 17 bits."""
    sign, exponent, fraction = _parts(x)
    binade = np.clip(exponent - _TANH_EXPONENT, 0, len(_TANH_BITS) - 1)
    chosen, bits = _TANH_BITS[binade], 17
    segment = _TANH_SEGMENT[binade] + (fraction >> (_FRACTION - chosen))
    rest = fraction >> (_FRACTION - bits - chosen) & ((1 << bits) - 1)
    body = _pattern(_evaluated(_tables()["tanh"][segment], rest, bits))
    body = np.where(exponent < _TANH_EXPONENT, x & _MAGNITUDE, body)
    body = np.where(exponent >= _TANH_EXPONENT + len(_TANH_BITS), _ONE, body)
    return _finished(body, sign, (exponent == 255) & (fraction != 0))


def _pattern(value: Integers) -> Integers:
    """Return patterns in single precision of values with the binary places of a table, cut off."""
    # Without the lowest 8 places, a value fits a double; the conversion rounds nothing.
    return _cut_off((value >> 8).astype(np.float64) * 2.0 ** (8 - _VALUE_PLACES))


def _cut_off(value: Lanes) -> Integers:
    """Return patterns in single precision of doubles, rounded toward zero."""
    # A double has 29 bits of fraction more than single precision; without them, the conversion is exact.
    kept = value.view(np.int64) >> 29 << 29
    return kept.view(np.float64).astype(np.float32).view(np.uint32).astype(np.int64)


def _rcp_double(x: Lanes) -> Lanes:
    """Return reciprocals of doubles by their upper half: 20 bits of fraction, extended with zeros."""
    sign, exponent, fraction = _upper_parts(x)
    pattern = _parabola("rcp", fraction << 3) >> (_PATTERN_PLACES + 3)
    body = pattern + (1022 << 20) - ((exponent - 1023) << 20)
    body = np.where(body < 1 << 20, 0, body)  # Also for infinities.
    body = np.where(exponent == 0, 0x7FF << 20, body)
    return _finished_double(body, sign, (exponent == 0x7FF) & (fraction != 0))


def _rsq_double(x: Lanes) -> Lanes:
    """Return reciprocal square roots of doubles by their upper half."""
    sign, exponent, fraction = _upper_parts(x)
    odd = exponent & 1 == 0
    pattern = np.where(odd, _parabola("rsq_odd", fraction << 3), _parabola("rsq_even", fraction << 3))
    pattern = (pattern >> (_PATTERN_PLACES + 3)) + (1022 << 20)
    exact = (fraction == 0) & ~odd
    body = np.where(exact, 1023 << 20, pattern) - (((exponent - 1023 + odd) >> 1) << 20)
    body = np.where(exponent == 0, 0x7FF << 20, np.where(exponent == 0x7FF, 0, body))
    negative = (sign == 1) & (exponent != 0)
    return _finished_double(body, sign, negative | (exponent == 0x7FF) & (fraction != 0))


def _upper_parts(x: Lanes) -> tuple[Integers, Integers, Integers]:
    """Return sign, exponent and the upper 20 bits of the fraction of double precision."""
    upper = (x >> np.uint64(32)).astype(np.int64)
    return upper >> 31, upper >> 20 & 0x7FF, upper & 0xFFFFF


def _finished_double(upper: Integers, sign: Integers, nan: Lanes) -> Lanes:
    """Return patterns in double precision of their upper halves."""
    result: Lanes = _finished(upper, sign, nan).astype(np.uint64) << np.uint64(32)
    return result


_SINGLE = {"rcp": rcp, "rsq": rsq, "sqrt": sqrt, "ex2": ex2, "lg2": lg2, "sin": sin, "cos": cos, "tanh": tanh}
_DOUBLE = {"rcp": _rcp_double, "rsq": _rsq_double}
