"""Tensor memory of a CTA: 128 lanes of 512 columns, each cell a word of 32 bits (sections 9.7.16.1 and 9.7.16.6).

    tensor = TensorMemory()
    address = tensor.allocate(64)       # tcgen05.alloc of 64 columns
    tensor.words[5, 3]                  # lane 5, column 3

Bits 31 to 16 of an address are the lane, bits 15 to 0 the column. A column is allocated in all lanes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

LANES, COLUMNS = 128, 512
QUARTER = 32
"""Lanes that a warp of a warpgroup can access."""
LEAST = 32
"""Columns of the smallest allocation."""
_LANE = 16

Words = NDArray[np.uint32]
Indices = NDArray[np.int64]


class TensorMemoryError(ValueError):
    """An access outside of tensor memory or of what is allocated, or an allocation that the manual does not allow.

    Attributes:
        code: Kind of the error, as findings of whole kernels name it.
    """

    def __init__(self, message: str, code: str = "undefined-behavior") -> None:
        super().__init__(message)
        self.code = code


def address_of(lane: int, column: int) -> int:
    """Return the address of a cell."""
    return lane << _LANE | column


def parts_of(address: int) -> tuple[int, int]:
    """Return the lane and the column of an address."""
    return address >> _LANE & 0xFFFF, address & 0xFFFF


class TensorMemory:
    """Cells of tensor memory, and the allocations.

    `words` is the array [lane, column]. Before the first allocation every column is accessible, since a caller that
    passes an array has allocated it; after it, only allocated columns are.
    """

    def __init__(self, words: Any = None) -> None:
        if words is None:
            words = np.zeros((LANES, COLUMNS), np.uint32)
        known = isinstance(words, np.ndarray) and words.dtype.kind in "uif" and words.dtype.itemsize == 4
        if not known or words.ndim != 2 or words.shape[0] != LANES or not 0 < words.shape[1] <= COLUMNS:
            raise TensorMemoryError(f"tensor memory must be an array of {LANES} x {COLUMNS} 32-bit values (np.uint32)")
        if not words.dtype.isnative or not words.flags.writeable:
            raise TensorMemoryError("tensor memory must have native bytes that can be written (use .astype or .copy())")
        self.words: Words = words.view(np.uint32)
        self.allocations: dict[int, int] | None = None
        """Columns of each allocation by its first column; None before the first one."""
        self.freed: set[int] = set()
        """Columns that were allocated once and are not now."""
        self.may_allocate = True
        self._last = COLUMNS

    def __repr__(self) -> str:
        return f"<tensor memory of {' x '.join(map(str, self.words.shape))} words>"

    def allocate(self, columns: int) -> int:
        """Allocate columns and return their address: the lowest free columns that start at a multiple of their number.

        Raises:
            TensorMemoryError: The manual does not allow the allocation, or the instruction would wait forever.
        """
        _check_count(columns)
        taken = (self.allocations or {}).items()

        def is_free(first: int) -> bool:
            fits = first + columns <= self.words.shape[1]
            return fits and all(first + columns <= other or other + count <= first for other, count in taken)

        if not self.may_allocate:
            raise TensorMemoryError("nothing can be allocated after tcgen05.relinquish_alloc_permit")
        # The number of columns must not increase from one allocation of a CTA to the next.
        if columns > self._last:
            message = f"{columns} columns are allocated after {self._last}; later allocations must not be larger"
            raise TensorMemoryError(message)
        free = [first for first in range(0, self.words.shape[1], columns) if is_free(first)]
        if not free:
            raise TensorMemoryError(f"no {columns} columns in a row are free; tcgen05.alloc would wait forever")
        self.allocations = {**(self.allocations or {}), free[0]: columns}
        self.freed.difference_update(range(free[0], free[0] + columns))
        self._last = columns
        return address_of(0, free[0])

    def deallocate(self, address: int, columns: int) -> None:
        """Free an allocation; raise `TensorMemoryError` if there is none of that size at the address."""
        _check_count(columns)
        lane, first = parts_of(address)
        allocations = self.allocations or {}
        if first in self.freed and not lane:
            raise TensorMemoryError(f"address {address:#x} is not that of an allocation any more", "double-free")
        if lane or first not in allocations:
            raise TensorMemoryError(f"address {address:#x} is not that of an allocation", "invalid-free")
        if allocations[first] != columns:
            message = f"address {address:#x} has {allocations[first]} columns, not {columns}"
            raise TensorMemoryError(message, "invalid-free")
        del allocations[first]
        self.freed.update(range(first, first + columns))

    def relinquish(self) -> None:
        """Allow no further allocation."""
        self.may_allocate = False

    def read(self, lanes: Indices, columns: Indices) -> Words:
        """Return the cells at lanes and columns, which broadcast; raise `TensorMemoryError` outside of allocations."""
        self.check(lanes, columns)
        cells: Words = self.words[lanes, columns]
        return cells

    def write(self, lanes: Indices, columns: Indices, values: Any) -> None:
        """Write cells; of several values for one cell, the last remains."""
        self.check(lanes, columns)
        self.words[lanes, columns] = values

    def claim(self, lanes: Indices, columns: Indices) -> None:
        """Check cells that an operation will write when it completes; a subclass for whole kernels also notes them."""
        self.check(lanes, columns)

    def check(self, lanes: Indices, columns: Indices) -> None:
        """Raise `TensorMemoryError` unless every cell exists and is allocated."""
        _check_range("lane", lanes, LANES)
        _check_range("column", columns, self.words.shape[1])
        if self.allocations is None:
            return
        allocated = np.zeros(self.words.shape[1], bool)
        for first, count in self.allocations.items():
            allocated[first : first + count] = True
        missing = columns[~allocated[columns]]
        if missing.size:
            column = int(missing.flat[0])
            if column in self.freed:
                raise TensorMemoryError(f"column {column} of tensor memory was deallocated", "use-after-free")
            raise TensorMemoryError(f"column {column} of tensor memory is not allocated", "out-of-bounds")


def _check_count(columns: int) -> None:
    if columns not in (LEAST << shift for shift in range((COLUMNS // LEAST).bit_length())):
        raise TensorMemoryError(f"{columns} columns; their number must be a power of 2 from {LEAST} to {COLUMNS}")


def _check_range(name: str, numbers: Indices, size: int) -> None:
    wrong = numbers[(numbers < 0) | (numbers >= size)]
    if wrong.size:
        message = f"{name} {wrong.flat[0]} is outside of tensor memory, which has {size} {name}s"
        raise TensorMemoryError(message, "out-of-bounds")
