"""Fragments: elements of matrices in the registers of a warp or warpgroup, and metadata of sparse matrices.

The layout records say which element each register contains. Where PTX leaves that open (`wmma`), the layouts are those
measured on sm_90, on every target: what loads, multiplications and stores leave in memory does not depend on them.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers.lanes import Lanes
from ptxisa.objects.layouts import NOWHERE, Layout, layout
from ptxisa.run.errors import not_executable

_WORDS = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}


class Fragment:
    """Conversion between registers (groups, threads, registers) and matrices (groups, matrices, rows, columns).

    The axis `matrices` is missing where the layout has one matrix.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout, element = layout, layout.element
        names = [name for name in ("matrix", "row", "column") if name in layout.coordinates]
        sizes = dict(zip(layout.coordinates, layout.shape, strict=True))
        self.shape = tuple(sizes[name] for name in names)
        self.size = prod(layout.inputs.values())
        # Places of register elements in the matrices. Of copies in several registers the first one is read.
        self.kept = np.flatnonzero(layout.row.ravel() != NOWHERE)
        places = [layout.coordinates[name].ravel()[self.kept] for name in names]
        self.places = np.ravel_multi_index(places, self.shape)
        _, first = np.unique(self.places, return_index=True)
        self.sources = self.kept[first]
        self.word = _WORDS[layout.register_bits]
        self.mask = self.word((1 << element.bits) - 1)
        self.shifts = np.arange(layout.inputs["element"], dtype=self.word) * self.word(element.storage)
        self.shifts += self.word(element.offset)
        self.element_word = _WORDS[max(8, 1 << (element.bits - 1).bit_length())]
        # Elements that fill whole bytes, one beside the other, are those bytes: a view instead of shifts.
        self.as_bytes = element.bits == element.storage == np.dtype(self.element_word).itemsize * 8
        self.as_bytes &= layout.inputs["element"] * element.storage == layout.register_bits

    def matrices(self, registers: Lanes) -> Lanes:
        """Return the elements of registers, each in an unsigned word of its own."""
        if self.as_bytes:
            elements = np.ascontiguousarray(registers).view(self.element_word)
        else:
            elements = (registers[..., None] >> self.shifts & self.mask).astype(self.element_word)
        # Sizes are named in full: NumPy cannot infer the size of an axis of an array without elements.
        flat: Lanes = elements.reshape(len(registers), self.size).take(self.sources, axis=1)
        return flat.reshape(len(registers), *self.shape)

    def registers(self, matrices: Lanes) -> Lanes:
        """Return the registers of elements; bits without an element are zero."""
        count, sizes = len(matrices), tuple(self.layout.inputs.values())
        flat = matrices.reshape(count, prod(self.shape))
        if self.as_bytes and len(self.kept) == self.size:
            return flat.take(self.places, axis=1).view(self.word).reshape(count, *sizes[:-1])
        elements = np.zeros((count, self.size), self.word)
        elements[:, self.kept] = flat[:, self.places]
        registers: Lanes = np.bitwise_or.reduce(elements.reshape(count, *sizes) << self.shifts, axis=-1)
        return registers


@lru_cache(maxsize=256)
def fragment(instruction: str, operand: str, kind: str | None = None, **options: Any) -> Fragment:
    """Return the fragment of an operand, by the arguments of `ptxisa.layout`."""
    return Fragment(layout(instruction, operand, kind, **options))


# --- metadata of sparse matrices: sections 9.7.14.6.1, 9.7.15.6.1 and 9.7.16.10.8 of the manual ---

Legal = frozenset[int]
"""Legal values of the 4 bits of metadata of a block."""
DIFFERENT: Legal = frozenset(first | second << 2 for first in range(4) for second in range(4) if first != second)
"""Two indices of two bits in any order, but not the same twice: `mma.sp` and `wgmma.mma_async.sp`."""
ORDERED: Legal = frozenset(first | second << 2 for second in range(4) for first in range(second))
"""The lower index first: `mma.sp::ordered_metadata`."""
OF_TENSOR_MEMORY: Legal = ORDERED | {0b0110}
"""Values of `tcgen05.mma.sp`, whose manual lists one more."""
_ONE_OF_TWO: Legal = frozenset({0b0100, 0b1110})
"""First and second element of two: one index of 4 bits."""


class SparseMetadata(NamedTuple):
    """Fragment of the metadata of a sparse A, and the legal values of a block."""

    fragment: Fragment
    legal: Legal

    def columns(self, registers: Lanes) -> NDArray[np.int64]:
        """Return the row of B that each stored element of A meets; see `columns_of`."""
        return columns_of(self.fragment.layout, self.fragment.matrices(registers), self.legal)


def columns_of(metadata: Layout, indices: Lanes, legal: Legal) -> NDArray[np.int64]:
    """Return the row of B that each stored element of A meets, (matrices, M, stored K).

    Args:
        metadata: Layout of the metadata, which has the sparsity.
        indices: Metadata, (matrices, M, indices). With sparsity 1:2 an index has 4 bits, 0b0100 for the first element
            and 0b1110 for the second. With 4:8 it is the index of a pair of elements.
        legal: Legal values of the 4 bits of a block.

    Raises:
        PtxError: PTX leaves the results of such metadata undefined (code ``not-executable``).
    """
    nonzero, block = metadata.sparsity
    given = indices.astype(np.int64)
    fields = given if block == 2 else given[..., ::2] | given[..., 1::2] << 2
    allowed = _ONE_OF_TWO if block == 2 else legal
    wrong = ~np.isin(np.arange(16), sorted(allowed))[fields]
    if wrong.any():
        matrix, row, number = (int(places[0]) for places in np.nonzero(wrong))
        value, listed = int(fields[matrix, row, number]), ", ".join(f"0b{field:04b}" for field in sorted(allowed))
        where = f"row {row} of A has metadata 0b{value:04b} for block {number}"
        raise not_executable(f"{where}, whose results are undefined; defined are {listed}")
    together = 2 if block == 8 else 1
    within = given >> 3 if block == 2 else given
    first = np.arange(given.shape[-1]) // (nonzero // together) * block + within * together
    columns = first[..., None] + np.arange(together)
    return columns.reshape(*given.shape[:-1], -1)
