"""The functions of the semantics language on Python's unbounded integers.

These say what the functions mean; generated reference semantics are written with them, and everything
faster is held against them.
"""

from __future__ import annotations

WIDEST = 1024
"""More bits than any register has; nothing ever looks at a bit beyond it."""


class Unspecified(int):
    """A bit pattern whose bits in `mask` may be anything; the others stand."""

    mask: int

    def __new__(cls, value: int, mask: int = -1) -> Unspecified:
        pattern = super().__new__(cls, value)
        pattern.mask = mask
        return pattern


def unspecified(x: int) -> Unspecified:
    """A result that may be anything; execution gives `x`."""
    return Unspecified(x)


def open_bits(x: int) -> int:
    """The bits of `x` that may be anything."""
    return x.mask if isinstance(x, Unspecified) else 0


def _marked(pattern: int, mask: int) -> int:
    return Unspecified(pattern, mask) if mask else pattern


def unsigned(x: int, n: int) -> int:
    """The low `n` bits of `x`."""
    return x & ((1 << min(n, WIDEST)) - 1)


def signed(x: int, n: int) -> int:
    """The low `n` bits of `x` as a two's complement number; 0 if there are none."""
    if n > WIDEST:
        return x
    sign = 1 << n >> 1
    return (unsigned(x, n) ^ sign) - sign


def cut(x: int, n: int) -> int:
    """The low `n` bits of `x`, as they are written to an operand: unspecified bits stay marked."""
    return _marked(unsigned(x, n), unsigned(open_bits(x), n))


def bit(x: int, i: int) -> int:
    """Bit `i` of the two's complement form of `x`."""
    return x >> i & 1


def bits(x: int, high: int, low: int) -> int:
    """Bits `high` to `low` of the two's complement form of `x`."""
    return unsigned(x >> low, high - low + 1)


def insert(x: int, high: int, low: int, value: int) -> int:
    """`x` with its bits `high` to `low` replaced by the low bits of `value`."""
    width = high - low + 1
    kept = ~(unsigned(-1, width) << low)
    pattern = (x & kept) | (unsigned(value, width) << low)
    return _marked(pattern, (open_bits(x) & kept) | (unsigned(open_bits(value), width) << low))


def shift_left(x: int, amount: int) -> int:
    """`x << amount` as far as any register sees: amounts past `WIDEST` push every bit out."""
    return x << min(amount, WIDEST)


def quotient(a: int, b: int) -> int:
    """`a / b` rounded toward zero; 0 if `b` is 0."""
    if b == 0:
        return 0
    magnitude = abs(a) // abs(b)
    return -magnitude if (a < 0) != (b < 0) else magnitude


def remainder(a: int, b: int) -> int:
    """What `quotient` leaves, with the sign of `a`; 0 if `b` is 0."""
    return a - b * quotient(a, b) if b else 0


def clamp(x: int, lo: int, hi: int) -> int:
    """`x`, or the bound that it passes."""
    return min(max(x, lo), hi)


def popcount(x: int) -> int:
    """How many bits of `x >= 0` are set."""
    return x.bit_count()


def highest_bit(x: int) -> int:
    """Position of the highest set bit of `x >= 0`; -1 if none is."""
    return x.bit_length() - 1


def leading_zeros(x: int, n: int) -> int:
    """Zeros above the highest set bit of `x` in a word of `n` bits."""
    return n - x.bit_length()


def reverse_bits(x: int, n: int) -> int:
    """The low `n` bits of `x` in opposite order."""
    return sum(bit(x, i) << (n - 1 - i) for i in range(n))


# --- lanes of a warp: the values of an operand in all lanes are one integer, lane i from bit `i * bits` on ---

_LANES = 32


def lane_value(lanes: int, index: int, bits: int) -> int:
    """Return the value of lane `index`."""
    return lanes >> (index * bits) & ((1 << bits) - 1)


def lanes_set(lanes: int) -> int:
    """Return the mask of the lanes whose predicate is set: predicates have one bit, so `lanes` is the mask."""
    return lanes


def lanes_alike(lanes: int, lane: int, bits: int) -> int:
    """Return the mask of the lanes that have the value of lane `lane`."""
    own = lane_value(lanes, lane, bits)
    return sum(1 << index for index in range(_LANES) if lane_value(lanes, index, bits) == own)
