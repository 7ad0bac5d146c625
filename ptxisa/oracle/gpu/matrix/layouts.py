"""Where the elements of matrices lie in registers and memory, as kernels of `kernels` take them.

A placement says of each element of each word which row and column of the matrix it is: two arrays of the shape
(places, words, elements of a word), elements from the least significant bit on. Places are threads, or one place for
all of a matrix in memory.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.oracle.gpu.matrix.cases import BITS, Case

Integers = NDArray[np.int64]
Words = NDArray[Any]


class Placement(NamedTuple):
    """Rows and columns of the elements, and the bits of an element."""

    rows: Integers
    columns: Integers
    bits: int

    @property
    def word(self) -> int:
        """Bits of a word."""
        return max(32, self.bits)

    def pack(self, matrices: Words) -> Words:
        """Matrices (count, rows, columns) as words (count, places, words)."""
        dtype = np.dtype(f"u{self.word // 8}")
        elements = matrices[:, self.rows, self.columns].astype(dtype)
        shifts = np.arange(self.rows.shape[-1], dtype=dtype) * dtype.type(self.bits % self.word)
        packed: Words = np.bitwise_or.reduce(elements << shifts, axis=-1)
        return packed

    def unpack(self, words: Words, shape: tuple[int, int]) -> Words:
        """The matrices of such a shape that words hold."""
        shifts = np.arange(self.rows.shape[-1], dtype=words.dtype) * words.dtype.type(self.bits % self.word)
        mask = words.dtype.type((1 << self.bits) - 1)
        found = np.zeros((len(words), *shape), f"u{max(8, self.bits) // 8}")
        found[:, self.rows, self.columns] = (words[..., None] >> shifts) & mask
        return found


_LANES = np.arange(32).reshape(-1, 1, 1)
_GROUP, _MEMBER = _LANES >> 2, _LANES & 3


def fragment_a(case: Case) -> Placement:
    """A in registers of a warp, or of the four warps of a group."""
    if case.k == 4 and case.a == "f16":
        return _quad_pairs(case.a_layout == "row", "A")
    if case.instruction.startswith("wgmma"):
        return _four_warps(_a_of(16, case.stored_k, BITS[case.a]))
    return _a_of(case.m, case.stored_k, BITS[case.a])


def _a_of(m: int, k: int, bits: int) -> Placement:
    count = max(1, 32 // bits)
    registers = np.arange(m * k // (32 * count)).reshape(1, -1, 1)
    elements = np.arange(count).reshape(1, 1, -1)
    lower = registers & 1 if m == 16 else registers & 0
    block = registers >> 1 if m == 16 else registers
    return _placement(_GROUP + 8 * lower, block * 4 * count + _MEMBER * count + elements, bits)


def fragment_b(case: Case) -> Placement:
    """B in registers of a warp."""
    if case.k == 4 and case.b == "f16":
        return _quad_pairs(case.b_layout == "row", "B")
    bits = BITS[case.b]
    count = max(1, 32 // bits)
    registers = np.arange(case.k * 8 // (32 * count)).reshape(1, -1, 1)
    elements = np.arange(count).reshape(1, 1, -1)
    return _placement(registers * 4 * count + _MEMBER * count + elements, _GROUP, bits)


def fragment_c(case: Case, kind: str) -> Placement:
    """C or D of the type `kind` in registers of a warp, or of the four warps of a group."""
    if case.k == 4 and case.a == "f16":
        return _quad_pairs(True, kind)
    if case.instruction.startswith("wgmma"):
        return _four_warps(_c_of(16, case.n, BITS[kind]))
    return _c_of(case.m, case.n, BITS[kind])


def _c_of(m: int, n: int, bits: int) -> Placement:
    """Pairs of neighbours in a row, the halves of 16 rows one after the other, then the next eight columns."""
    count = 2 if bits == 16 else 1
    flat = np.arange(m * n // 32).reshape(1, -1, count)
    halves = m // 8
    pair, half = flat >> 1, (flat >> 1) % halves
    return _placement(_GROUP + 8 * half, pair // halves * 8 + _MEMBER * 2 + (flat & 1), bits)


def _quad_pairs(by_row: bool, kind: str) -> Placement:
    """Four products m8n8k4, their A, C and D below and their B beside each other."""
    which, member = (_LANES >> 2) & 3, (_LANES & 3) + (_LANES >> 4) * 4
    if kind in ("A", "B"):
        element = np.arange(4).reshape(1, 2, 2)
        outer, inner = member, element
        if by_row == (kind == "B"):
            outer, inner = element + (_LANES >> 4) * 4, _LANES & 3
        rows, columns = (8 * which + outer, inner) if kind == "A" else (inner, 8 * which + outer)
        return _placement(rows, columns, 16)
    if kind == "f16":
        return _placement(8 * which + member, np.arange(8).reshape(1, 4, 2), 16)
    element = np.arange(8).reshape(1, 8, 1)
    row = (_LANES & 1) + (element & 2) + (_LANES >> 4) * 4
    return _placement(8 * which + row, (element & 4) + (_LANES & 2) + (element & 1), 32)


def _four_warps(one: Placement) -> Placement:
    rows = np.concatenate([one.rows + 16 * warp for warp in range(4)])
    return Placement(rows, np.concatenate([one.columns] * 4), one.bits)


def _placement(rows: Any, columns: Any, bits: int) -> Placement:
    rows, columns = np.broadcast_arrays(rows, columns)
    return Placement(rows, columns, bits)


def memory(rows: int, columns: int, bits: int, by_row: bool) -> Placement:
    """A matrix in memory, row after row or column after column."""
    where = np.arange(rows * columns).reshape(1, -1, max(1, 32 // bits))
    return (
        Placement(where // columns, where % columns, bits) if by_row else Placement(where % rows, where // rows, bits)
    )


CORE_BYTES = 128


def core_matrices(outer: int, k: int, bits: int, along_k: bool) -> Placement:
    """A matrix (outer, k) in shared memory without swizzle: the core matrices of 8 by 16 bytes that wgmma reads.

    Each has eight rows of 16 bytes along `k`, or, where `along_k` is False, along the other dimension. Those of the
    other dimension follow each other; those along k are `outer / 8` of them (at least 16 bytes) apart.
    """
    count, wide = 32 // bits, 128 // bits
    across, deep = (8, wide) if along_k else (wide, 8)
    where = np.arange(outer * k).reshape(1, -1, count)
    core, place = where // (8 * wide), where % (8 * wide)
    short, long = place // wide, place % wide
    row, column = (short, long) if along_k else (long, short)
    groups = outer // across
    return Placement(core % groups * across + row, core // groups * deep + column, bits)


def descriptor_strides(outer: int, bits: int, along_k: bool) -> tuple[int, int]:
    """Bytes between core matrices along k and along the other dimension."""
    return CORE_BYTES * (outer // (8 if along_k else 128 // bits)), CORE_BYTES
