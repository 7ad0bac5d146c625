"""What a warpgroup, four warps together, executes on matrices: `wgmma.mma_async`, dense and sparse.

A lies in registers or, like B, in shared memory where a descriptor says. Section 9.7.15 of the manual.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ptxisa.isa.forms import Values
from ptxisa.isa.targets import Target
from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.matrix.lanes import multiply
from ptxisa.numbers.matrix.multiplication import Model, Multiplication
from ptxisa.objects.layouts import layout
from ptxisa.run.matrices import Fragment, Kinds, Metadata, Operation, fragment, model
from ptxisa.run.matrix_descriptors import Matrix, Steps, places, read, steps
from ptxisa.run.pointers import MEMORY, Pointer, uniform
from ptxisa.run.sparse_metadata import DIFFERENT

THREADS = 128
_CHUNK_BYTES = 16
_BITS_OF_BYTE = 3

# --- matrices in shared memory ---


class Tile(NamedTuple):
    """A matrix in shared memory, whatever its address: A, or B transposed, with rows of M or N and columns of K."""

    kind: str
    rows: int
    columns: int
    major: str

    def load(self, memory: Pointer, descriptors: Lanes) -> Lanes:
        """The elements (groups, rows, columns), each in an unsigned word of its own."""
        found = np.empty((len(descriptors), *self._chunks, _CHUNK_BYTES), np.uint8)
        for some, described in read("wgmma.matrix", descriptors, self.kind, self.major):
            addresses = places(described, _steps(self, described.swizzle)) >> _BITS_OF_BYTE
            found[some] = memory.of(some).load(addresses, _CHUNK_BYTES, _CHUNK_BYTES)
        return self._elements(found)

    @property
    def _within(self) -> int:
        """Elements of a chunk of 16 bytes."""
        return _CHUNK_BYTES * 8 // _storage(self.kind)

    @property
    def _chunks(self) -> tuple[int, int]:
        """Chunks of 16 bytes along rows and columns."""
        by_row = self.major == "K"
        return (self.rows, self.columns // self._within) if by_row else (self.rows // self._within, self.columns)

    def _elements(self, chunks: Lanes) -> Lanes:
        """Chunks of 16 bytes (groups, …, 16) as elements."""
        if self.kind == "b1":
            return np.unpackbits(chunks, axis=-1, bitorder="little").reshape(len(chunks), self.rows, self.columns)
        words = chunks.view(f"u{_storage(self.kind) // 8}")
        if self.major == "K":
            return words.reshape(len(chunks), self.rows, self.columns)
        return np.moveaxis(words, -1, 2).reshape(len(chunks), self.rows, self.columns)


@lru_cache(maxsize=256)
def _steps(of: Tile, swizzle: str) -> Steps:
    """What each chunk adds to the start address."""
    every = steps(Matrix("wgmma", of.kind, "", of.major, of.rows, of.columns), swizzle)
    first, every_row = slice(None, None, of._within), slice(None)
    return every.taken(every_row, first) if of.major == "K" else every.taken(first, every_row)


@lru_cache(maxsize=16)
def _storage(kind: str) -> int:
    """Bits of an element in shared memory."""
    return layout("wgmma.shared.none", "A", kind).storage_bits


# --- multiplication ---


class _Product(NamedTuple):
    """One `wgmma.mma_async`: fragments of registers, tiles of shared memory, and the arithmetic.

    A is a fragment if it lies in registers, else a tile.
    """

    fragment_a: Fragment
    tile_a: Tile
    b: Tile
    d: Fragment
    what: Multiplication
    model: Model | None
    metadata: Metadata | None

    def run(self, memory: Pointer, **given: Lanes) -> tuple[Lanes]:
        """D of every warpgroup; operands are (groups, threads, registers)."""
        if "a" in given:
            first = self.fragment_a.matrices(given["a"])
        else:
            first = self.tile_a.load(memory, uniform("a-desc", given["a_desc"][..., 0]))
        second = np.swapaxes(self.b.load(memory, uniform("b-desc", given["b_desc"][..., 0])), -1, -2)
        columns = self.metadata.columns(given["sp_meta"]) if self.metadata else None
        added = self._added(given.get("d"), uniform("scale-d", given["scale_d"][..., 0]))
        return (self.d.registers(multiply(first, second, added, self.what, self.model, columns)),)

    def _added(self, d: Lanes | None, scale: Lanes) -> Lanes:
        """The matrices that the products are added to; zeros where `scale-d` is false."""
        if d is None:
            return np.zeros((len(scale), *self.d.shape), self.d.element_word)
        found: Lanes = self.d.matrices(d) * (scale != 0).astype(self.d.element_word)[:, None, None]
        return found


def _dense(values: Values, constants: dict[str, int], on: Target | None) -> Operation:
    return _operation("wgmma", values, constants, on)


def _sparse(values: Values, constants: dict[str, int], on: Target | None) -> Operation:
    return _operation("wgmma.sp", values, constants, on)


_INPUTS = (MEMORY, "a", "a_desc", "b_desc", "scale_d", "d", "sp_meta")


def _operation(instruction: str, values: Values, constants: dict[str, int], on: Target | None) -> Operation:
    shape, what = str(values["shape"]), _multiplication(values, constants)
    name = f"{instruction}.{shape}"
    a, d = fragment(name, "A", what.a), fragment(name, "D", what.d)
    sparse = instruction == "wgmma.sp"
    found = fragment(name, "metadata", what.a, **_selector(constants)) if sparse else None
    metadata = Metadata(found, DIFFERENT) if found else None
    (m, stored), n = a.shape, d.shape[1]
    majors = ["MN" if constants.get(f"imm_trans_{matrix}") else "K" for matrix in "ab"]
    first = Tile(what.a, m, stored, majors[0])
    second = Tile(what.b, n, stored * (2 if sparse else 1), majors[1])
    product = _Product(a, first, second, d, what, model(instruction, shape, what, on), metadata)
    added = constants.get("scale_d", 1)
    inputs = tuple(name for name in _INPUTS if name != "d" or added)
    return Operation(product.run, inputs, ("d",), threads=THREADS, space="shared")


def _selector(constants: dict[str, int]) -> dict[str, int]:
    return {"selector": constants["sp_sel"]} if constants.get("sp_sel") else {}


def _multiplication(values: Values, constants: dict[str, int]) -> Multiplication:
    d = str(values.get("dtype") or "s32")
    return Multiplication(
        *(str(values.get("atype") or "b1"), str(values.get("btype") or "b1"), d, d),
        saturate=values.get("satfinite") is not None,
        operation="and" if "atype" not in values else "",
        negate_a=constants.get("imm_scale_a", 1) != 1,
        negate_b=constants.get("imm_scale_b", 1) != 1,
    )


def _order(values: Values, constants: dict[str, int], on: Target | None) -> Operation:
    """Fences, groups and waits: each statement is complete before the next one, so that nothing is left to do."""
    return Operation(tuple, (), ())


KINDS: Kinds = {"multiply_async": _dense, "multiply_async_sparse": _sparse, "order_async": _order}
