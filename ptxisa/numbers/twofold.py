"""Double precision rounded by any mode, with sums of two doubles that are exact where one is not.

Every function gives results, as float64, and where they hold: elsewhere something may have been too large or too
small for the error of an operation to be a double, and the caller takes another way.
"""

from __future__ import annotations

import numpy as np

from ptxisa.numbers.lanes import Lanes

_SPLIT = np.float64((1 << 27) + 1)
_LARGE = 2.0**980
_SMALL = 2.0**-900
"""Between these, no product of halves and no error of a product leaves the range of normal numbers."""

MODES = ("rn", "rz", "rm", "rp")

Result = tuple[Lanes, Lanes]


def add(x: Lanes, y: Lanes, mode: str) -> Result:
    total, missing = two_sum(x, y)
    return _directed(total, missing, mode), _ordinary(total) & _below(x) & _below(y)


def multiply(x: Lanes, y: Lanes, mode: str) -> Result:
    product, missing = _product(x, y)
    return _directed(product, missing, mode), _ordinary(product) & _ordinary(x) & _ordinary(y)


def divide(x: Lanes, y: Lanes, mode: str) -> Result:
    quotient = x / y
    product, missing = _product(quotient, y)
    rest = (x - product) - missing  # The first difference is exact.
    rest = np.where(np.signbit(y), -rest, rest)
    return _directed(quotient, rest, mode), _ordinary(quotient) & _ordinary(x) & _ordinary(y)


def root(x: Lanes, mode: str) -> Result:
    found = np.sqrt(x)
    square, missing = _product(found, found)
    return _directed(found, (x - square) - missing, mode), _ordinary(x) & ~np.signbit(x)


def reciprocal_root(x: Lanes) -> Result:
    """To nearest, for positive numbers: one step of Newton's from what the processor gives."""
    fraction, exponent = np.frexp(x)
    odd_one = exponent & 1
    scaled = np.ldexp(fraction, odd_one)
    first = 1 / np.sqrt(scaled)
    high, low = _product(scaled, first)
    square, missing = _product(high, first)
    step = first * ((1 - square) - (missing + low * first)) / 2  # The first difference is exact.
    slack = first * 2.0**-90  # The step is wrong by less.
    found, other = first + (step - slack), first + (step + slack)
    return np.ldexp(found, (odd_one - exponent) // 2), found == other


def fma(x: Lanes, y: Lanes, z: Lanes, mode: str) -> Result:
    """Boldo and Melquiond's emulation: the tail of the sum is made odd before it is added."""
    high, low = _product(x, y)
    upper, tail = two_sum(z, low)
    upper, middle = two_sum(high, upper)
    rest = odd(*two_sum(middle, tail))
    total, missing = two_sum(upper, rest)
    holds = _ordinary(total) & _ordinary(high) & _below(x) & _below(y) & _below(z)
    return _directed(total, missing, mode), holds


def from_integer(x: Lanes, mode: str) -> Lanes:
    """Integers of a signed or unsigned dtype."""
    return _directed(*in_two(x), mode)


def in_two(x: Lanes) -> tuple[Lanes, Lanes]:
    """Integers of any size: what is nearest to them, and what that lacks."""
    low = x & x.dtype.type(0xFFFFFFFF) if x.dtype.itemsize == 8 else x & x.dtype.type(0)
    return two_sum((x - low).astype(np.float64), low.astype(np.float64))


def _ordinary(x: Lanes) -> Lanes:
    size = np.abs(x)
    found: Lanes = (size > _SMALL) & (size < _LARGE)
    return found


def _below(x: Lanes) -> Lanes:
    found: Lanes = np.abs(x) < _LARGE
    return found


def two_sum(x: Lanes, y: Lanes) -> tuple[Lanes, Lanes]:
    """Knuth's TwoSum: the rounded sum, and what it lacks."""
    total = x + y
    part = total - x
    return total, (x - (total - part)) + (y - part)


def _product(x: Lanes, y: Lanes) -> tuple[Lanes, Lanes]:
    """Dekker's product: the rounded one, and what it lacks."""
    product = x * y
    x_high, x_low = halves(x)
    y_high, y_low = halves(y)
    missing = ((x_high * y_high - product) + x_high * y_low + x_low * y_high) + x_low * y_low
    return product, missing


def halves(x: Lanes) -> tuple[Lanes, Lanes]:
    """Veltkamp's split: the upper 26 bits, and the rest."""
    scaled = x * _SPLIT
    high = scaled - (scaled - x)
    return high, x - high


def odd(nearest: Lanes, missing: Lanes) -> Lanes:
    """Of the neighbours of `nearest + missing` the one whose last bit is set; of `missing` the sign alone counts.

    Where `missing` is a NaN, `nearest` stays.
    """
    bits = nearest.view(np.int64)
    step = (np.abs(missing) > 0).view(np.int8) & ~bits.astype(np.int8) & np.int8(1)
    found: Lanes = (bits + _outward(nearest, missing) * step).view(np.float64)
    return found


def _outward(nearest: Lanes, missing: Lanes) -> Lanes:
    """1 where `missing` has the sign of `nearest`, else -1."""
    found: Lanes = (missing.view(np.int64) ^ nearest.view(np.int64)) >> np.int64(63) | np.int64(1)
    return found


def _directed(nearest: Lanes, missing: Lanes, mode: str) -> Lanes:
    """`nearest + missing` rounded by a mode, from what is nearest to it."""
    if mode == "rn":
        return nearest
    outward = _outward(nearest, missing)
    wrong: Lanes = (outward < 0) & (missing != 0) if mode == "rz" else missing < 0 if mode == "rm" else missing > 0
    found: Lanes = (nearest.view(np.int64) + outward * wrong).view(np.float64)
    return found
