"""128-bit integers, one a thread: pairs of uint64 arrays, low half first, in two's complement.

All results are exact modulo 2**128. A half that is the same for every thread may have one element.
"""

from __future__ import annotations

import numpy as np

from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.patterns import quad

Wide = tuple[Lanes, Lanes]

_ZERO = np.zeros(1, np.uint64)
_WORD = (1 << 64) - 1
_HALF = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)
_64 = np.uint64(64)


def constant(value: int) -> Wide:
    """Return a constant, the same for every thread."""
    return np.array([value & _WORD], np.uint64), np.array([value >> 64 & _WORD], np.uint64)


def from_unsigned(x: Lanes) -> Wide:
    """Return uint64 numbers in 128 bits."""
    return x, _ZERO


def from_signed(x: Lanes) -> Wide:
    """Return int64 numbers in 128 bits."""
    return x.view(np.uint64), (x >> 63).view(np.uint64)


def halves(x: Lanes) -> Wide:
    """Return the halves of an operand of dtype `QUAD`."""
    return x["low"], x["high"]


def whole(x: Wide) -> Lanes:
    """Return a result of dtype `QUAD`."""
    return quad(*x)


def low(x: Wide) -> Lanes:
    """Return numbers modulo 2**64, as uint64."""
    return x[0]


def add(x: Wide, y: Wide) -> Wide:
    """Return `x + y`; the low sum carries where it is less than an operand."""
    total = x[0] + y[0]
    return total, x[1] + y[1] + (total < x[0])


def subtract(x: Wide, y: Wide) -> Wide:
    """Return `x - y`."""
    return x[0] - y[0], x[1] - y[1] - (x[0] < y[0])


def negate(x: Wide) -> Wide:
    """Return `-x`."""
    return subtract((_ZERO, _ZERO), x)


def product(a: Lanes, b: Lanes) -> Wide:
    """Return the whole product of uint64 numbers."""
    return a * b, _high_product(a, b)


def signed_product(a: Lanes, b: Lanes) -> Wide:
    """Return the whole product of int64 numbers.

    As an unsigned number a negative factor is 2**64 too large, so the unsigned product is too large by 2**64 times the
    other factor (Hacker's Delight, section 8-3).
    """
    x, y = a.view(np.uint64), b.view(np.uint64)
    excess = np.where(a < 0, y, _ZERO) + np.where(b < 0, x, _ZERO)
    return x * y, _high_product(x, y) - excess


def multiply(x: Wide, y: Wide) -> Wide:
    """Return `x * y`; the product of the high halves is beyond 2**128."""
    return x[0] * y[0], _high_product(x[0], y[0]) + x[0] * y[1] + x[1] * y[0]


def _high_product(a: Lanes, b: Lanes) -> Lanes:
    """Return the upper half of the product of uint64 numbers, from products of their halves (Knuth, algorithm M)."""
    a_low, a_high = a & _HALF, a >> _32
    b_low, b_high = b & _HALF, b >> _32
    middle = a_high * b_low + (a_low * b_low >> _32)
    other = a_low * b_high + (middle & _HALF)
    high: Lanes = a_high * b_high + (middle >> _32) + (other >> _32)
    return high


def invert(x: Wide) -> Wide:
    """Return `~x`."""
    return ~x[0], ~x[1]


def bit_and(x: Wide, y: Wide) -> Wide:
    """Return `x & y`."""
    return x[0] & y[0], x[1] & y[1]


def bit_or(x: Wide, y: Wide) -> Wide:
    """Return `x | y`."""
    return x[0] | y[0], x[1] | y[1]


def bit_xor(x: Wide, y: Wide) -> Wide:
    """Return `x ^ y`."""
    return x[0] ^ y[0], x[1] ^ y[1]


def shift_left(x: Wide, n: Lanes) -> Wide:
    """Return `x << n` for uint64 amounts.

    One of `64 - n` and `n - 64` is below zero and wraps around: a shift by such an amount gives 0 in NumPy.
    """
    n = np.atleast_1d(n)
    return x[0] << n, (x[1] << n) | (x[0] >> (_64 - n)) | (x[0] << (n - _64))


def shift_right(x: Wide, n: Lanes) -> Wide:
    """Return `x >> n` of unsigned numbers."""
    n = np.atleast_1d(n)
    return (x[0] >> n) | (x[1] << (_64 - n)) | (x[1] >> (n - _64)), x[1] >> n


def shift_right_signed(x: Wide, n: Lanes) -> Wide:
    """Return `x >> n` of signed numbers: negative numbers are inverted before and after an unsigned shift."""
    n = np.atleast_1d(n)
    sign = x[1].view(np.int64) >> 63
    filled = (sign.view(np.uint64), sign.view(np.uint64))
    moved = shift_right(bit_xor(x, filled), n)
    return bit_xor(moved, filled)


def bits(x: Wide, high: int, low: int) -> Lanes:
    """Return bits `high` to `low`, inclusive, at most 64 of them, as uint64."""
    field, _ = shift_right(x, np.uint64(low))
    clean: Lanes = field & np.uint64((1 << high - low + 1) - 1)
    return clean


def equal(x: Wide, y: Wide) -> Lanes:
    """Return `x == y`."""
    same: Lanes = (x[0] == y[0]) & (x[1] == y[1])
    return same


def less(x: Wide, y: Wide) -> Lanes:
    """Return `x < y` of unsigned numbers."""
    smaller: Lanes = (x[1] < y[1]) | ((x[1] == y[1]) & (x[0] < y[0]))
    return smaller


def less_signed(x: Wide, y: Wide) -> Lanes:
    """Return `x < y` of signed numbers."""
    above, below = x[1].view(np.int64), y[1].view(np.int64)
    smaller: Lanes = (above < below) | ((above == below) & (x[0] < y[0]))
    return smaller


def where(test: Lanes, x: Wide, y: Wide) -> Wide:
    """Return `x` where the test is true, else `y`."""
    return np.where(test, x[0], y[0]), np.where(test, x[1], y[1])


def absolute(x: Wide) -> Wide:
    """Return the absolute value of signed numbers."""
    return where(x[1].view(np.int64) < 0, negate(x), x)


def minimum(x: Wide, y: Wide) -> Wide:
    """Return the lesser of unsigned numbers."""
    return where(less(x, y), x, y)


def minimum_signed(x: Wide, y: Wide) -> Wide:
    """Return the lesser of signed numbers."""
    return where(less_signed(x, y), x, y)


def maximum(x: Wide, y: Wide) -> Wide:
    """Return the greater of unsigned numbers."""
    return where(less(x, y), y, x)


def maximum_signed(x: Wide, y: Wide) -> Wide:
    """Return the greater of signed numbers."""
    return where(less_signed(x, y), y, x)


def integer_root(x: Wide) -> Lanes:
    """Return the greatest integer whose square is at most `x` (128 bits): an estimate, corrected both ways."""
    estimate = np.sqrt(x[1].astype(np.float64) * 2.0**64 + x[0].astype(np.float64))
    root = np.where(
        estimate >= 2.0**64, np.uint64((1 << 64) - 1), np.minimum(estimate, 2.0**64 - 2048).astype(np.uint64)
    )
    # The double root is wrong by up to 2**12; a step of Newton's method on integers leaves an error below 2, and the
    # corrections after it allow for 4.
    square = product(root, root)
    over = less(x, square)
    gap = where(over, subtract(square, x), subtract(x, square))
    twice = np.maximum(root >> np.uint64(31), np.uint64(1))
    step = (bits(gap, 95, 32)) // twice
    root = np.where(over, root - step, root + step)
    for _ in range(4):
        too_large = less(x, product(root, root))
        root = root - too_large
    for _ in range(4):
        larger = root + np.uint64(1)
        fits = ~less(x, product(larger, larger)) & (larger != 0)
        root = root + fits
    result: Lanes = root
    return result
