"""What a warpgroup, four warps together, executes on matrices: `wgmma.mma_async`, dense and sparse.

A lies in registers or, like B, in shared memory where a descriptor says. Section 9.7.15 of the manual.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.forms import Values
from ptxisa.isa.targets import Target
from ptxisa.isa.tuples import NamedTuple
from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.matrix.lanes import multiply
from ptxisa.numbers.matrix.multiplication import Model, Multiplication
from ptxisa.objects import layout_maps
from ptxisa.objects.descriptors import Descriptor, descriptor
from ptxisa.objects.layouts import layout, symbols
from ptxisa.run.matrices import Fragment, Kinds, Operation, fragment, model, stored_columns
from ptxisa.run.pointers import MEMORY, Pointer, uniform

THREADS = 128
_CHUNK_BYTES = 16
_PATTERN_SHIFT = np.int64(7)
"""Rows of a swizzle pattern have 128 bytes: the base offset counts them."""
_BITS_OF_BYTE = 3

Integers = NDArray[np.int64]


# --- matrices in shared memory ---


class Tile(NamedTuple):
    """A matrix in shared memory, whatever its address: A, or B transposed, with rows of M or N and columns of K."""

    kind: str
    rows: int
    columns: int
    major: str

    def load(self, memory: Pointer, descriptors: Lanes) -> Lanes:
        """The elements (groups, rows, columns), each in an unsigned word of its own."""
        fields = _fields(descriptors)
        found = np.empty((len(descriptors), *self._chunks, _CHUNK_BYTES), np.uint8)
        for swizzle in np.unique(fields["swizzle"]):
            some = np.flatnonzero(fields["swizzle"] == swizzle)
            addresses = self._addresses({name: values[some] for name, values in fields.items()})
            found[some] = memory.of(some).load(addresses, _CHUNK_BYTES, _CHUNK_BYTES)
        return self._elements(found)

    @property
    def _chunks(self) -> tuple[int, int]:
        """Chunks of 16 bytes along rows and columns."""
        within = _CHUNK_BYTES * 8 // _storage(self.kind)
        return (self.rows, self.columns // within) if self.major == "K" else (self.rows // within, self.columns)

    def _addresses(self, fields: dict[str, Integers]) -> Integers:
        """The address of each chunk (groups, chunks along rows, chunks along columns), in bytes; of one swizzle."""
        of = {name: values[:, None, None] for name, values in fields.items()}
        steps = _steps(self, _name_of(int(of["swizzle"][0, 0, 0])))
        plain = of["start"] + steps.fixed + of["leading"] * steps.leading + of["stride"] * steps.stride
        return _swizzled(plain, of["base_offset"], steps.exchanges)

    def _elements(self, chunks: Lanes) -> Lanes:
        """Chunks of 16 bytes (groups, …, 16) as elements."""
        if self.kind == "b1":
            return np.unpackbits(chunks, axis=-1, bitorder="little").reshape(len(chunks), self.rows, self.columns)
        words = chunks.view(f"u{_storage(self.kind) // 8}")
        if self.major == "K":
            return words.reshape(len(chunks), self.rows, self.columns)
        return np.moveaxis(words, -1, 2).reshape(len(chunks), self.rows, self.columns)


class _Steps(NamedTuple):
    """What each chunk adds to the start: bytes, and how often the two offsets; and the bits that the swizzle flips."""

    fixed: Integers
    leading: Integers
    stride: Integers
    exchanges: tuple[tuple[int, int], ...]


@lru_cache(maxsize=256)
def _steps(of: Tile, swizzle: str) -> _Steps:
    """The layout record of a tile, which is linear in the offsets, apart from its swizzle."""
    found = layout(f"wgmma.shared.{swizzle}", "A", of.kind, major=of.major)
    plain = found.pattern._replace(exchanges=())
    within = _CHUNK_BYTES * 8 // found.element.storage
    line = found.symbols["C"] * within
    rows = of.rows if of.major == "K" else -(-of.rows // line) * line

    def chunks(leading: int, stride: int) -> Integers:
        sizes = {"M": rows, "K": of.columns, "LBO": leading, "SBO": stride}
        bits = layout_maps.outputs(plain, symbols(found.use, found.element, sizes))["address"]
        heads = bits[:, ::within] if of.major == "K" else bits[::within]
        return heads[: of._chunks[0], : of._chunks[1]] >> _BITS_OF_BYTE

    fixed = chunks(0, 0)
    return _Steps(fixed, chunks(1, 0) - fixed, chunks(0, 1) - fixed, found.pattern.exchanges)


def _swizzled(addresses: Integers, base: Integers, exchanges: tuple[tuple[int, int], ...]) -> Integers:
    """Addresses with bits flipped by those of the row of the pattern, which begins `base` rows late."""
    rows = addresses - (base << _PATTERN_SHIFT)
    found = addresses
    for bit, by in exchanges:
        found = found ^ ((rows >> np.int64(by) & np.int64(1)) << np.int64(bit))
    return found


@lru_cache(maxsize=16)
def _storage(kind: str) -> int:
    """Bits of an element in shared memory."""
    return layout("wgmma.shared.none", "A", kind).storage_bits


@lru_cache(maxsize=1)
def _format() -> Descriptor:
    return descriptor("wgmma.matrix")


def _fields(descriptors: Lanes) -> dict[str, Integers]:
    """The fields of descriptors; addresses and offsets in bytes."""
    found = {}
    for name, field in _format().fields.items():
        ((high, low),) = field.bits
        raw = descriptors >> np.uint64(low) & np.uint64((1 << high - low + 1) - 1)
        found[name] = raw.astype(np.int64) * np.int64(field.size)
    return found


def _name_of(swizzle: int) -> str:
    return next(one.name for one in _format().fields["swizzle"].values if one.value == swizzle)


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
    metadata: Fragment | None

    def run(self, memory: Pointer, **given: Lanes) -> tuple[Lanes]:
        """D of every warpgroup; operands are (groups, threads, registers)."""
        if "a" in given:
            first = self.fragment_a.matrices(given["a"])
        else:
            first = self.tile_a.load(memory, uniform("a-desc", given["a_desc"][..., 0]))
        second = np.swapaxes(self.b.load(memory, uniform("b-desc", given["b_desc"][..., 0])), -1, -2)
        columns = stored_columns(self.metadata, given["sp_meta"]) if self.metadata else None
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
    metadata = fragment(name, "metadata", what.a, **_selector(constants)) if sparse else None
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
