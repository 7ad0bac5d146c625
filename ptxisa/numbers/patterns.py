"""Bit patterns in arrays: unsigned integers of up to 64 bits, and pairs of halves for 128 bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[Any]
"""Array of bit patterns, one element per thread."""

QUAD = np.dtype([("low", np.uint64), ("high", np.uint64)])
"""dtype of 128 bits in the order of memory: the lower half first."""

_DTYPES = ((8, np.dtype(np.uint8)), (16, np.dtype(np.uint16)), (32, np.dtype(np.uint32)), (64, np.dtype(np.uint64)))
_WORD = (1 << 64) - 1


def dtype_of(bits: int) -> np.dtype[Any]:
    """Return the narrowest dtype of at least `bits` bits."""
    return next((dtype for width, dtype in _DTYPES if bits <= width), QUAD)


def array_of(numbers: Sequence[int], bits: int) -> Bits:
    """Return an array of integers, each cut to `bits` bits."""
    cut = [number & ((1 << bits) - 1) for number in numbers]
    if dtype_of(bits) == QUAD:
        return np.array([(number & _WORD, number >> 64) for number in cut], dtype=QUAD)
    return np.array(cut, dtype=dtype_of(bits))


def scalar_of(number: int, bits: int) -> Any:
    """Return an integer, cut to `bits` bits, as a NumPy scalar."""
    return array_of([number], bits)[0]


def integer(pattern: Any) -> int:
    """Return one pattern as a Python integer."""
    return int(pattern["low"]) | int(pattern["high"]) << 64 if pattern.dtype == QUAD else int(pattern)


def integers(patterns: Bits) -> list[int]:
    """Return the patterns of an array as Python integers."""
    return [integer(pattern) for pattern in patterns]


def quad(low: Bits, high: Bits) -> Bits:
    """Return 128-bit patterns made of their halves."""
    patterns = np.empty(np.broadcast_shapes(low.shape, high.shape), dtype=QUAD)
    patterns["low"], patterns["high"] = low, high
    return patterns
