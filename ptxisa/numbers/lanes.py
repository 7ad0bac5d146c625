"""Functions of the semantics language on NumPy arrays with one element per thread.

Arrays contain bit patterns in unsigned dtypes; a signed number is the same pattern viewed as a signed dtype.
`ptxisa.numbers.primitives` has the definitions. In NumPy, unlike in C, shifts by the width of a word or more are
defined: they shift every bit out, and functions here rely on that.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Lanes = NDArray[Any]
Results = TypeVar("Results")

# NumPy 2.0 and later.
COUNT_BITS: Callable[[Lanes], Lanes] | None = getattr(np, "bitwise_count", None)


def over_lanes(function: Callable[..., Results]) -> Callable[..., Results]:
    """Let a function on arrays also take constants: NumPy scalars become arrays of one element.

    Operations on two scalars would warn about overflow, and older releases of NumPy would choose other types.
    """

    @functools.wraps(function)
    def wrapped(*operands: Any) -> Results:
        for x in operands:
            # An operand that must be a constant stays a Python integer.
            if not isinstance(x, int) and not x.ndim:
                return function(*[x if isinstance(x, int) or x.ndim else x.reshape(1) for x in operands])
        return function(*operands)

    return wrapped


def splat(x: Any) -> Lanes:
    """Return a NumPy scalar, the same for every thread, as an array of one element."""
    return np.array([x])


def low_bits(x: Lanes, n: Lanes) -> Lanes:
    """Return the low `n` bits of unsigned `x`; `n` has the dtype of `x`."""
    one = np.ones(1, x.dtype)
    return x & ((one << n) - one)


def sign_extend(x: Lanes, n: Lanes) -> Lanes:
    """Return the low `n` bits of unsigned `x` as a signed number of the same width; `n` has the dtype of `x`."""
    width = x.dtype.type(8 * x.dtype.itemsize)
    unused = width - np.minimum(n, width)
    return as_signed(x << unused) >> as_signed(unused)


def as_signed(x: Lanes) -> Lanes:
    """View bits as signed numbers."""
    return x.view(f"i{x.dtype.itemsize}")


def as_unsigned(x: Lanes) -> Lanes:
    """View bits as unsigned numbers."""
    return x.view(f"u{x.dtype.itemsize}")


def quotient(a: Lanes, b: Lanes) -> Lanes:
    """Return `a / b` rounded toward zero, 0 where `b` is 0; unsigned bit patterns, also of signed arguments."""
    if a.dtype.kind == "i":
        size = quotient(magnitude(a), magnitude(b))
        return np.where((a ^ b) < 0, -size, size)
    zero: Lanes = np.zeros(1, a.dtype)
    return np.where(b == 0, zero, a // _divisor(b))


def remainder(a: Lanes, b: Lanes) -> Lanes:
    """Return the remainder of `quotient`, with the sign of `a`, 0 where `b` is 0; unsigned bit patterns."""
    if a.dtype.kind == "i":
        return remainder(magnitude(a), magnitude(b)) * as_unsigned(np.sign(a))
    rest: Lanes = a % _divisor(b)
    return rest


def _divisor(b: Lanes) -> Lanes:
    """Return `b` with 1 in place of 0, so that no thread divides by zero."""
    divisor: Lanes = b + (b == 0)
    return divisor


def magnitude(x: Lanes) -> Lanes:
    """Return the absolute value of signed `x` as an unsigned number, which has no overflow."""
    return as_unsigned(np.abs(x))


def popcount(x: Lanes) -> Lanes:
    """Return the number of bits of unsigned `x` that are set, as uint8."""
    if COUNT_BITS is not None:
        return COUNT_BITS(x)
    octets = np.ascontiguousarray(x).view(np.uint8).reshape(*x.shape, x.dtype.itemsize)
    counts: Lanes = np.unpackbits(octets, axis=-1).sum(axis=-1, dtype=np.uint8)
    return counts


def highest_bit(x: Lanes) -> Lanes:
    """Return the position of the highest set bit of unsigned `x`, -1 for 0, as int8."""
    return as_signed(popcount(_filled(x)) - np.uint8(1))


def leading_zeros(x: Lanes, n: int) -> Lanes:
    """Return the number of zeros above the highest set bit of unsigned `x` in a word of `n` bits, as uint8."""
    zeros: Lanes = np.uint8(n) - popcount(_filled(x))
    return zeros


def _filled(x: Lanes) -> Lanes:
    """Set every bit below the highest set bit, in a logarithmic number of steps (Hacker's Delight, section 5-3)."""
    reach, bits = 1, np.iinfo(x.dtype).bits
    while reach < bits:
        x = x | (x >> x.dtype.type(reach))
        reach *= 2
    return x


def reverse_bits(x: Lanes, n: int) -> Lanes:
    """Return the low `n` bits of unsigned `x` in opposite order.

    Neighboring bits, pairs and halves of bytes change places, then bytes (Hacker's Delight, section 7-1).
    """
    width = 8 * x.dtype.itemsize
    for reach, pattern in ((1, 0x55), (2, 0x33), (4, 0x0F)):
        mask = x.dtype.type(int.from_bytes(bytes([pattern]) * x.dtype.itemsize, "little"))
        places = x.dtype.type(reach)
        x = ((x >> places) & mask) | ((x & mask) << places)
    reversed_: Lanes = x.byteswap() >> x.dtype.type(width - n)
    return reversed_


# --- lanes of a warp: each 32 elements in a row are a warp, and no warp is incomplete ---

_WARP = 32


def lane_value(lanes: Lanes, index: Any, bits: int) -> Lanes:
    """Return for each thread the value of lane `index` of its warp; `index` has one element, or one a thread."""
    rows = lanes.reshape(-1, _WARP)
    if np.size(index) == 1:
        return np.repeat(rows[:, np.asarray(index, np.intp).item()], _WARP)
    # One gather from all lanes: `take_along_axis` makes an index array for each axis.
    places = index.astype(np.intp)
    places += _warp_starts(len(places))
    taken: Lanes = lanes[places]
    return taken


@functools.lru_cache(maxsize=8)
def _warp_starts(lanes: int) -> NDArray[np.intp]:
    """Return the number of the first lane of the warp of each lane."""
    return np.arange(lanes) // _WARP * _WARP


def lanes_set(lanes: Lanes) -> Lanes:
    """Return for each thread the mask of the lanes of its warp whose predicate is set, as uint32."""
    return np.repeat(_masks(lanes.reshape(-1, _WARP) != 0), _WARP)


def lanes_alike(lanes: Lanes, lane: Lanes, bits: int) -> Lanes:
    """Return for each thread the mask of the lanes of its warp that have its value, as uint32."""
    rows = lanes.reshape(-1, _WARP)
    masks: Lanes = _masks(rows[:, :, None] == rows[:, None, :]).ravel()
    return masks


def _masks(flags: Lanes) -> Lanes:
    """Pack the last axis of 32 truth values into words, lane 0 in the lowest bit."""
    masks: Lanes = np.packbits(flags, axis=-1, bitorder="little").view("<u4")[..., 0]
    return masks
