"""Double precision rounded by any mode: error-free transformations.

The rounding error of an addition, multiplication, division or square root is itself a double, or has a double with its
sign, as long as nothing overflows or underflows. From the result that the processor rounds to nearest, and the sign of
what it lacks, follows the result of every other mode.

Every function returns results as float64, and a mask of the lanes where they hold: elsewhere an operand or an error may
be out of range, and the caller takes another way (`ptxisa.numbers.parts`).

Sources:
    Knuth, The Art of Computer Programming, volume 2, section 4.2.2, theorem B: `two_sum`.
    Dekker, "A floating-point technique for extending the available precision", Numerische Mathematik 18 (1971), with
    the splitting of Veltkamp: `_product`, `halves`.
    Muller et al., Handbook of Floating-Point Arithmetic: remainders of quotients and roots are doubles.
    Boldo, Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using rounding to odd", IEEE
    Transactions on Computers 57 (2008): `fma`, `odd`.
"""

from __future__ import annotations

import numpy as np

from ptxisa.numbers.lanes import Lanes

_SPLIT = np.float64((1 << 27) + 1)
"""Factor that divides the 53 bits of a double into two halves of 26 bits and a sign."""
_LARGE = 2.0**980
_SMALL = 2.0**-900
"""Between these, no product of halves and no error of a product leaves the range of normal numbers.

A product of two numbers above 2**-900 may underflow, so the product is tested as well as the operands. Its error is at
least 2**-106 times the product, which is more than 2**-1022; `x * _SPLIT` stays below 2**1008.
"""

MODES = ("rn", "rz", "rm", "rp")

Result = tuple[Lanes, Lanes]


def add(x: Lanes, y: Lanes, mode: str) -> Result:
    """Return `x + y`."""
    total, missing = two_sum(x, y)
    return _directed(total, missing, mode), _ordinary(total) & _below(x) & _below(y)


def multiply(x: Lanes, y: Lanes, mode: str) -> Result:
    """Return `x * y`."""
    product, missing = _product(x, y)
    return _directed(product, missing, mode), _ordinary(product) & _ordinary(x) & _ordinary(y)


def divide(x: Lanes, y: Lanes, mode: str) -> Result:
    """Return `x / y`; the remainder has the sign of what the quotient lacks, times that of `y`."""
    quotient = x / y
    product, missing = _product(quotient, y)
    # The remainder of a quotient to nearest is a double, and so is the first difference: both numbers agree in
    # their leading bits (Sterbenz).
    rest = (x - product) - missing
    rest = np.where(np.signbit(y), -rest, rest)
    return _directed(quotient, rest, mode), _ordinary(quotient) & _ordinary(x) & _ordinary(y)


def root(x: Lanes, mode: str) -> Result:
    """Return the square root of `x`."""
    nearest = np.sqrt(x)
    square, missing = _product(nearest, nearest)
    return _directed(nearest, (x - square) - missing, mode), _ordinary(x) & ~np.signbit(x)


def reciprocal_root(x: Lanes) -> Result:
    """Return `1 / sqrt(x)` of positive numbers, rounded to nearest.

    One step of Newton's method from `1 / np.sqrt(x)`, whose relative error is below 2**-51. The step squares the error,
    so the exact result is within 2**-90 of it; the result is reliable where both ends of that interval round alike.
    """
    fraction, exponent = np.frexp(x)
    odd_exponent = exponent & 1
    scaled = np.ldexp(fraction, odd_exponent)
    first = 1 / np.sqrt(scaled)
    # The step is first * (1 - scaled * first**2) / 2, with the product in two doubles.
    high, low = _product(scaled, first)
    square, missing = _product(high, first)
    step = first * ((1 - square) - (missing + low * first)) / 2  # The first difference is exact (Sterbenz).
    slack = first * 2.0**-90
    lower, upper = first + (step - slack), first + (step + slack)
    return np.ldexp(lower, (odd_exponent - exponent) // 2), lower == upper


def fma(x: Lanes, y: Lanes, z: Lanes, mode: str) -> Result:
    """Return `x * y + z`, rounded once.

    The product is a sum of two doubles, so three are added. The tail of the sum is made odd before it is added, which
    keeps the sum on the same side of a double (Boldo and Melquiond).
    """
    high, low = _product(x, y)
    upper, tail = two_sum(z, low)
    upper, middle = two_sum(high, upper)
    rest = odd(*two_sum(middle, tail))
    total, missing = two_sum(upper, rest)
    reliable = _ordinary(total) & _ordinary(high) & _below(x) & _below(y) & _below(z)
    return _directed(total, missing, mode), reliable


def from_integer(x: Lanes, mode: str) -> Lanes:
    """Return integers of a signed or unsigned dtype as doubles; they are all in range."""
    return _directed(*in_two(x), mode)


def in_two(x: Lanes) -> tuple[Lanes, Lanes]:
    """Return the doubles nearest to integers of any dtype, and what they lack."""
    # The low and the high 32 bits of a word are doubles each.
    low = x & x.dtype.type(0xFFFFFFFF) if x.dtype.itemsize == 8 else x & x.dtype.type(0)
    return two_sum((x - low).astype(np.float64), low.astype(np.float64))


def _ordinary(x: Lanes) -> Lanes:
    size = np.abs(x)
    ordinary: Lanes = (size > _SMALL) & (size < _LARGE)
    return ordinary


def _below(x: Lanes) -> Lanes:
    below: Lanes = np.abs(x) < _LARGE
    return below


def two_sum(x: Lanes, y: Lanes) -> tuple[Lanes, Lanes]:
    """Return the sum rounded to nearest, and what it lacks: their sum is `x + y` exactly (Knuth)."""
    total = x + y
    part = total - x
    return total, (x - (total - part)) + (y - part)


def _product(x: Lanes, y: Lanes) -> tuple[Lanes, Lanes]:
    """Return the product rounded to nearest, and what it lacks: their sum is `x * y` exactly (Dekker)."""
    product = x * y
    x_high, x_low = halves(x)
    y_high, y_low = halves(y)
    missing = ((x_high * y_high - product) + x_high * y_low + x_low * y_high) + x_low * y_low
    return product, missing


def halves(x: Lanes) -> tuple[Lanes, Lanes]:
    """Return the upper 26 bits of doubles, and the rest, which has 26 bits as well (Veltkamp).

    A product of two such halves has 52 bits and is exact.
    """
    scaled = x * _SPLIT
    high = scaled - (scaled - x)
    return high, x - high


def odd(nearest: Lanes, missing: Lanes) -> Lanes:
    """Round `nearest + missing` to odd: the neighbor with a last bit of 1, or `nearest` where nothing is missing.

    Args:
        nearest: Doubles nearest to the exact sum.
        missing: What they lack; only its sign counts. Where it is a NaN, `nearest` stays.
    """
    bits = nearest.view(np.int64)
    step = (np.abs(missing) > 0).view(np.int8) & ~bits.astype(np.int8) & np.int8(1)
    result: Lanes = (bits + _outward(nearest, missing) * step).view(np.float64)
    return result


def _outward(nearest: Lanes, missing: Lanes) -> Lanes:
    """Return 1 where `missing` has the sign of `nearest`, else -1: the step of a pattern toward the exact sum.

    Patterns of one sign count magnitudes, so the next pattern is the next double away from zero.
    """
    step: Lanes = (missing.view(np.int64) ^ nearest.view(np.int64)) >> np.int64(63) | np.int64(1)
    return step


def _directed(nearest: Lanes, missing: Lanes, mode: str) -> Lanes:
    """Round `nearest + missing` by a mode."""
    if mode == "rn":
        return nearest
    outward = _outward(nearest, missing)
    # Toward zero where the exact sum is nearer to zero, down where it is less, up where it is more.
    wrong: Lanes = (outward < 0) & (missing != 0) if mode == "rz" else missing < 0 if mode == "rm" else missing > 0
    result: Lanes = (nearest.view(np.int64) + outward * wrong).view(np.float64)
    return result
