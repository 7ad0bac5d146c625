"""Intervals of unbounded integers: for each operation, bounds of its results from bounds of its arguments.

Every function here is sound (a result is never outside) and exact where that is cheap. What could need
more than `LIMIT` bits has the interval `UNBOUNDED`; such a value may only be cut to fewer bits.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass

from ptxisa.numbers import primitives

LIMIT = 1024


@dataclass(frozen=True)
class Interval:
    """The integers from `lo` to `hi`, both included."""

    lo: int
    hi: int

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and self.lo <= value <= self.hi

    def within(self, lo: int, hi: int) -> bool:
        """Return True if all numbers of the interval are from `lo` to `hi`."""
        return lo <= self.lo and self.hi <= hi

    def fits(self, bits: int, signed: bool) -> bool:
        """Return True if every value has a `bits` wide form, in two's complement if `signed`."""
        room = signed_range(bits) if signed else unsigned_range(bits)
        return self.within(room.lo, room.hi)

    @property
    def natural(self) -> bool:
        """Return True if no value is negative."""
        return self.lo >= 0

    @property
    def constant(self) -> bool:
        """True if the interval has one number."""
        return self.lo == self.hi

    def join(self, other: Interval) -> Interval:
        """Return the smallest interval around both."""
        return Interval(min(self.lo, other.lo), max(self.hi, other.hi))

    def meet(self, lo: int, hi: int) -> Interval:
        """Return the part between `lo` and `hi`, or the whole where no part is."""
        low, high = max(self.lo, lo), min(self.hi, hi)
        return Interval(low, high) if low <= high else self


UNBOUNDED = Interval(-(1 << LIMIT), 1 << LIMIT)
BIT = Interval(0, 1)


def bounded(lo: int, hi: int) -> Interval:
    """Return the interval from `lo` to `hi`, or `UNBOUNDED` if it exceeds the limit."""
    return Interval(lo, hi) if UNBOUNDED.lo < lo and hi < UNBOUNDED.hi else UNBOUNDED


@functools.cache
def unsigned_range(bits: int) -> Interval:
    """Return the interval of unsigned words."""
    return bounded(0, (1 << bits) - 1) if bits <= LIMIT else UNBOUNDED


@functools.cache
def signed_range(bits: int) -> Interval:
    """Range of two's complement; with no bits there is only zero."""
    if bits == 0:
        return Interval(0, 0)
    return bounded(-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if bits <= LIMIT else UNBOUNDED


def signed_bits(x: Interval) -> int:
    """Return the two's complement width that holds every value of `x`."""
    return max(_signed_length(x.lo), _signed_length(x.hi))


def _signed_length(value: int) -> int:
    return (value if value >= 0 else ~value).bit_length() + (value != 0)


def _hull(values: Iterable[int]) -> Interval:
    ends = list(values)
    return bounded(min(ends), max(ends))


def _exactly(value: int) -> Interval:
    return Interval(value, value)


def add(x: Interval, y: Interval) -> Interval:
    """Return the bounds of a sum."""
    return UNBOUNDED if UNBOUNDED in (x, y) else bounded(x.lo + y.lo, x.hi + y.hi)


def subtract(x: Interval, y: Interval) -> Interval:
    """Return the bounds of a difference."""
    return UNBOUNDED if UNBOUNDED in (x, y) else bounded(x.lo - y.hi, x.hi - y.lo)


def multiply(x: Interval, y: Interval) -> Interval:
    """Return the bounds of a product."""
    if UNBOUNDED in (x, y):
        return UNBOUNDED
    # A product is monotonic in each factor, so its extremes are products of ends.
    return _hull(a * b for a in (x.lo, x.hi) for b in (y.lo, y.hi))


def negate(x: Interval) -> Interval:
    """Return the bounds of the negated numbers."""
    return Interval(-x.hi, -x.lo)


def invert(x: Interval) -> Interval:
    """Return the bounds of the inverted words."""
    return UNBOUNDED if x == UNBOUNDED else Interval(~x.hi, ~x.lo)


def bit_and(x: Interval, y: Interval) -> Interval:
    """Bound the result by a natural side; two negative sides only grow downward to a power of two."""
    natural = [side.hi for side in (x, y) if side.natural]
    if natural:
        return Interval(0, min(natural))
    if UNBOUNDED in (x, y):
        return UNBOUNDED
    return Interval(signed_range(max(signed_bits(x), signed_bits(y))).lo, max(x.hi, y.hi))


def bit_or(x: Interval, y: Interval) -> Interval:
    """Bound the result of an or, which only adds bits: up toward a power of two, or toward -1 from below."""
    if UNBOUNDED in (x, y):
        return UNBOUNDED
    if x.natural and y.natural:
        return Interval(max(x.lo, y.lo), unsigned_range(max(x.hi, y.hi).bit_length()).hi)
    top = -1 if x.hi < 0 or y.hi < 0 else signed_range(max(signed_bits(x), signed_bits(y))).hi
    return Interval(min(x.lo, y.lo), top)


def bit_xor(x: Interval, y: Interval) -> Interval:
    """Return the bounds of an exclusive or."""
    if UNBOUNDED in (x, y):
        return UNBOUNDED
    if x.natural and y.natural:
        return unsigned_range(max(x.hi, y.hi).bit_length())
    return signed_range(max(signed_bits(x), signed_bits(y)))


def shift_left(x: Interval, amount: Interval) -> Interval:
    """Return the bounds of a shift to the left."""
    if x == UNBOUNDED or amount.hi > LIMIT:
        return UNBOUNDED
    return _hull(value << places for value in (x.lo, x.hi) for places in (amount.lo, amount.hi))


def shift_right(x: Interval, amount: Interval) -> Interval:
    """Bound a right shift; an amount past every bit leaves 0 or -1."""
    if x == UNBOUNDED:
        return UNBOUNDED
    places = [min(amount.lo, LIMIT), min(amount.hi, LIMIT)]
    return _hull(value >> place for value in (x.lo, x.hi) for place in places)


def quotient(x: Interval, y: Interval) -> Interval:
    """Return the bounds of a quotient: extremes are at ends of the intervals and at the divisors nearest to zero."""
    divisors = [b for b in (y.lo, y.hi, -1, 1) if b in y and b != 0]
    quotients = [(abs(a) // abs(b) * (-1 if (a < 0) != (b < 0) else 1)) for a in (x.lo, x.hi) for b in divisors]
    # Division by zero gives 0 in `primitives.quotient`; texts mark where PTX leaves it unspecified (section 9.7.1.8).
    return _hull([*quotients, 0] if 0 in y else quotients)


def remainder(x: Interval, y: Interval) -> Interval:
    """Return the bounds of a remainder, which has the sign of the dividend and is smaller than the divisor."""
    largest = max(abs(y.lo), abs(y.hi), 1) - 1
    return Interval(-min(max(-x.lo, 0), largest), min(max(x.hi, 0), largest))


def absolute(x: Interval) -> Interval:
    """Return the bounds of absolute values."""
    smallest = 0 if 0 in x else min(abs(x.lo), abs(x.hi))
    return Interval(smallest, max(abs(x.lo), abs(x.hi)))


def minimum(x: Interval, y: Interval) -> Interval:
    """Return the bounds of a minimum."""
    return Interval(min(x.lo, y.lo), min(x.hi, y.hi))


def maximum(x: Interval, y: Interval) -> Interval:
    """Return the bounds of a maximum."""
    return Interval(max(x.lo, y.lo), max(x.hi, y.hi))


def unsigned(x: Interval, bits: Interval) -> Interval:
    """Return the low bits of `x`: `x` itself where it fits, and never more than a natural `x`."""
    if x.natural and x.hi < 1 << min(bits.lo, LIMIT):
        return x
    if x.constant and bits.constant and bits.hi <= LIMIT:
        return _exactly(primitives.unsigned(x.lo, bits.lo))
    top = unsigned_range(bits.hi)
    return Interval(0, min(x.hi, top.hi)) if x.natural else top


def signed(x: Interval, bits: Interval) -> Interval:
    """Return the low bits of `x` as two's complement; more bits than `x` has change nothing."""
    if x.fits(min(bits.lo, LIMIT), signed=True):
        return x
    if x.constant and bits.constant and bits.hi <= LIMIT:
        return _exactly(primitives.signed(x.lo, bits.lo))
    return signed_range(min(signed_bits(x), bits.hi))


def field(x: Interval, high: int, low: int) -> Interval:
    """Return the bounds of bits `high` to `low`."""
    return unsigned(shift_right(x, Interval(low, low)), Interval(high - low + 1, high - low + 1))


def bit(x: Interval, index: Interval) -> Interval:
    """Return the bounds of a bit; a value without other bits is its own bit."""
    moved = shift_right(x, index)
    if moved.constant:
        return _exactly(moved.lo & 1)
    return moved if moved.within(0, 1) else BIT


def popcount(x: Interval) -> Interval:
    """Return the bounds of the number of set bits."""
    return Interval(min(x.lo, 1), x.hi.bit_length())


def highest_bit(x: Interval) -> Interval:
    """Return the bounds of the position of the highest set bit; -1 for 0."""
    return Interval(x.lo.bit_length() - 1, x.hi.bit_length() - 1)


def leading_zeros(x: Interval, bits: int) -> Interval:
    """Return the bounds of the number of leading zeros."""
    return Interval(bits - x.hi.bit_length(), bits - x.lo.bit_length())
