"""Functions of the semantics language on Python's unbounded integers: the definitions.

Generated reference functions call them. `ptxisa.numbers.lanes` has functions of the same names on arrays, which tests
compare with these.
"""

from __future__ import annotations

WIDEST = 1024
"""More bits than any register has: no result depends on a bit beyond it."""


class Unspecified(int):
    """A bit pattern whose bits in `mask` PTX leaves open; the other bits are defined."""

    mask: int

    def __new__(cls, value: int, mask: int = -1) -> Unspecified:
        """Return a value whose bits in `mask` are unspecified."""
        pattern = super().__new__(cls, value)
        pattern.mask = mask
        return pattern


def unspecified(x: int) -> Unspecified:
    """Mark a result that PTX leaves open; execution returns `x`."""
    return Unspecified(x)


def open_bits(x: int) -> int:
    """Return the bits of `x` that PTX leaves open."""
    return x.mask if isinstance(x, Unspecified) else 0


def _marked(pattern: int, mask: int) -> int:
    return Unspecified(pattern, mask) if mask else pattern


def unsigned(x: int, n: int) -> int:
    """Return the low `n` bits of `x`."""
    # Widths and amounts may be values of registers: 1 << 0xffffffff would take 512 MiB.
    return x & ((1 << min(n, WIDEST)) - 1)


def signed(x: int, n: int) -> int:
    """Return the low `n` bits of `x` as a two's complement number; 0 for `n` = 0."""
    if n > WIDEST:
        return x
    sign = 1 << n >> 1
    return (unsigned(x, n) ^ sign) - sign


def cut(x: int, n: int) -> int:
    """Return the low `n` bits of `x` as they are written to an operand: open bits stay marked."""
    return _marked(unsigned(x, n), unsigned(open_bits(x), n))


def bit(x: int, i: int) -> int:
    """Return bit `i` of the two's complement form of `x`."""
    return x >> i & 1


def bits(x: int, high: int, low: int) -> int:
    """Return bits `high` to `low`, inclusive, of the two's complement form of `x`."""
    return unsigned(x >> low, high - low + 1)


def insert(x: int, high: int, low: int, value: int) -> int:
    """Return `x` with bits `high` to `low`, inclusive, replaced by the low bits of `value`."""
    width = high - low + 1
    kept = ~(unsigned(-1, width) << low)
    pattern = (x & kept) | (unsigned(value, width) << low)
    return _marked(pattern, (open_bits(x) & kept) | (unsigned(open_bits(value), width) << low))


def shift_left(x: int, amount: int) -> int:
    """Return `x << amount`; amounts beyond `WIDEST` shift every bit out of any register."""
    return x << min(amount, WIDEST)


def quotient(a: int, b: int) -> int:
    """Return `a / b` rounded toward zero; 0 if `b` is 0."""
    if b == 0:
        return 0
    magnitude = abs(a) // abs(b)
    return -magnitude if (a < 0) != (b < 0) else magnitude


def remainder(a: int, b: int) -> int:
    """Return the remainder of `quotient`, with the sign of `a`; 0 if `b` is 0."""
    return a - b * quotient(a, b) if b else 0


def clamp(x: int, lo: int, hi: int) -> int:
    """Return `x`, or the bound that it exceeds."""
    return min(max(x, lo), hi)


def popcount(x: int) -> int:
    """Return the number of bits of `x >= 0` that are set."""
    return x.bit_count()


def highest_bit(x: int) -> int:
    """Return the position of the highest set bit of `x >= 0`; -1 for 0."""
    return x.bit_length() - 1


def leading_zeros(x: int, n: int) -> int:
    """Return the number of zeros above the highest set bit of `x` in a word of `n` bits."""
    return n - x.bit_length()


def reverse_bits(x: int, n: int) -> int:
    """Return the low `n` bits of `x` in opposite order."""
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
