"""Matrices in shared memory by matrix descriptors of `wgmma` and `tcgen05`.

The descriptor records have the fields, the layout records the order of the elements without the start address. Swizzles
exchange bits of the address itself, counted from where their pattern starts. See sections 9.7.15.5.1.2, 9.7.16.3 and
9.7.16.9.6 of the manual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.patterns import Bits
from ptxisa.objects import layouts
from ptxisa.objects.descriptors import Descriptor, descriptor
from ptxisa.objects.layouts import UnknownLayout, layout, symbols
from ptxisa.run.errors import not_executable
from ptxisa.run.groups import GroupPointer

WGMMA, TCGEN05 = "wgmma.matrix", "tcgen05.matrix"
"""Descriptor records."""
_BYTE, _LINE = 3, 10
"""A byte has 1 << 3 bits; a line of 128 bytes, the unit of the base offset, has 1 << 10."""
_CHUNK_BYTES = 16
"""Bytes that no swizzle divides."""

Integers = NDArray[np.int64]


class Described(NamedTuple):
    """Fields of descriptors with the same swizzle: one element a descriptor, addresses and offsets in bytes.

    Where `absolute` is True, the leading field is the address of the second chunk of a row.
    """

    swizzle: str
    start: Integers
    leading: Integers
    stride: Integers
    base_offset: Integers
    absolute: NDArray[np.bool_]


class MatrixShape(NamedTuple):
    """A matrix in shared memory, whatever its address: A, or B transposed.

    Attributes:
        kind: Type of its elements.
        variant: Kind of the instruction, where the layout of the type depends on it.
        major: "K" or "MN", the dimension that is contiguous.
        rows: Size along M or N.
        columns: Size along K.
    """

    kind: str
    variant: str
    major: str
    rows: int
    columns: int


class Steps(NamedTuple):
    """Terms of the bit address of each element, (rows, columns).

    The address is `fixed`, plus `leading` and `stride` times the offsets of a descriptor. `exchanges` are pairs of bits
    of the byte address: the swizzle flips the first one by the second.
    """

    fixed: Integers
    leading: Integers
    stride: Integers
    exchanges: tuple[tuple[int, int], ...]
    element_bits: int

    def taken(self, rows: slice, columns: slice) -> Steps:
        """Return the terms of some rows and columns."""
        fixed, leading, stride = (term[rows, columns] for term in (self.fixed, self.leading, self.stride))
        return self._replace(fixed=fixed, leading=leading, stride=stride)


# --- descriptors ---


def read(name: str, values: Lanes, kind: str = "", major: str = "K") -> Iterator[tuple[NDArray[np.intp], Described]]:
    """Decode descriptors, those with the same swizzle together.

    Args:
        name: Descriptor record.
        values: Descriptors as uint64, one dimension.
        kind: Kind of the instruction, where the record depends on it.
        major: Dimension that is contiguous.

    Yields:
        Positions of descriptors in `values`, and their fields.

    Raises:
        PtxError: A descriptor is illegal for such matrices (code ``not-executable``).
    """
    record = _record(name, kind)
    # `explain` is Python on one value: each different descriptor is checked once.
    for value in np.unique(values).tolist():
        _check(name, kind, major, value)
    fields = {}
    for field_name, field in record.fields.items():
        ((high, low),) = field.bits
        fields[field_name] = (values >> np.uint64(low) & np.uint64((1 << high - low + 1) - 1)).astype(np.int64)
    swizzles = {value.value: value.name for value in record.fields["swizzle"].values}
    for swizzle in np.unique(fields["swizzle"]).tolist():
        some = np.flatnonzero(fields["swizzle"] == swizzle)
        sizes = {
            size: fields[size][some] * record.fields[size].size
            for size in ("start", "leading", "stride", "base_offset")
        }
        absolute = fields["leading_mode"][some] != 0 if "leading_mode" in fields else np.zeros(len(some), bool)
        yield some, Described(swizzle=swizzles[int(swizzle)], absolute=absolute, **sizes)


@lru_cache(maxsize=32)
def _record(name: str, kind: str) -> Descriptor:
    return descriptor(name, kind=kind or None)


@lru_cache(maxsize=4096)
def _check(name: str, kind: str, major: str, value: int) -> None:
    """Raise `PtxError` if a descriptor is illegal."""
    errors = [note.message for note in _record(name, kind).explain(value, major=major) if note.level == "error"]
    if errors:
        raise not_executable(f"matrix descriptor {value:#018x}: {errors[0]}")


# --- addresses of elements ---


@lru_cache(maxsize=512)
def steps(instruction: str, shape: MatrixShape, swizzle: str) -> Steps:
    """Return the address terms of each element, for an instruction `wgmma` or `tcgen05`.

    The layout record is linear apart from its swizzle, so three evaluations give all terms.
    """
    name = f"{instruction}.shared.{swizzle}"
    options = {"kind": shape.variant} if shape.variant else {}
    try:
        record = layout(name, "A", shape.kind, major=shape.major, **options)
    except UnknownLayout as error:
        raise not_executable(str(error)) from None
    plain = record.pattern._replace(exchanges=())
    # A layout has sizes that are multiples of its tiles; the elements beyond the matrix are cut off below.
    symbols_without_sizes = symbols(record.use, record.element, {})
    sizes = {}
    for parameter in record.use.parameters:
        if parameter.name in ("M", "K"):
            size = shape.rows if parameter.name == "M" else shape.columns
            multiple = layouts.evaluate(parameter.multiple, symbols_without_sizes)
            sizes[parameter.name] = -(-size // multiple) * multiple

    def addresses(leading: int, stride: int) -> Integers:
        given = symbols(record.use, record.element, {**sizes, "LBO": leading, "SBO": stride})
        return layouts.outputs(plain, given)["address"]

    fixed = addresses(0, 0)
    if fixed.shape[1] < shape.columns:
        elements = f"{fixed.shape[1]} elements of .{shape.kind}"
        raise not_executable(f"{name} has rows of {elements}; {shape.columns} are needed")
    exchanges, bits = record.pattern.exchanges, record.element_bits
    terms = Steps(fixed, addresses(1, 0) - fixed, addresses(0, 1) - fixed, exchanges, bits)
    return terms.taken(slice(shape.rows), slice(shape.columns))


def places(described: Described, terms: Steps) -> Integers:
    """Return the bit addresses of elements, (descriptors, rows, columns)."""
    start, leading, stride, base = (field[:, None, None] for field in described[1:5])
    offsets = terms.fixed + leading * terms.leading + stride * terms.stride
    begin = start << _BYTE
    linear = offsets + begin
    if described.absolute.any():
        # What does not fit into the line of 128 bytes begins at the address in the leading field.
        line = 1 << _LINE
        over = offsets % line + begin % line >= line
        wrapped = np.where(over, linear - (begin - begin % line) - line + (leading << _BYTE), linear)
        linear = np.where(described.absolute[:, None, None], wrapped, linear)
    # The row of the swizzle pattern decides which bits flip; the pattern begins `base_offset` rows late.
    rows = linear - (base << _LINE)
    swizzled: Integers = linear
    for bit, by in terms.exchanges:
        swizzled = swizzled ^ ((rows >> by + _BYTE & 1) << bit + _BYTE)
    return swizzled


# --- matrices of wgmma: warpgroups with descriptors of their own, read in chunks of 16 bytes ---


def load_matrices(shape: MatrixShape, memory: GroupPointer, descriptors: Lanes) -> Lanes:
    """Return the elements of a matrix of each warpgroup, (groups, rows, columns), in unsigned words of their own."""
    storage = _storage_bits(shape.kind)
    within = _CHUNK_BYTES * 8 // storage
    by_row = shape.major == "K"
    grid = (shape.rows, shape.columns // within) if by_row else (shape.rows // within, shape.columns)
    chunks = np.empty((len(descriptors), *grid, _CHUNK_BYTES), np.uint8)
    for some, described in read(WGMMA, descriptors, shape.kind, shape.major):
        # One address for each chunk: that of its first element.
        first, everything = slice(None, None, within), slice(None)
        chosen = (everything, first) if by_row else (first, everything)
        terms = steps("wgmma", shape, described.swizzle).taken(*chosen)
        chunks[some] = memory.taken(some).load(places(described, terms) >> _BYTE, _CHUNK_BYTES, _CHUNK_BYTES)
    if shape.kind == "b1":
        return np.unpackbits(chunks, axis=-1, bitorder="little").reshape(len(chunks), shape.rows, shape.columns)
    words = chunks.view(f"u{storage // 8}")
    if not by_row:
        words = np.moveaxis(words, -1, 2)
    return words.reshape(len(chunks), shape.rows, shape.columns)


@lru_cache(maxsize=16)
def _storage_bits(kind: str) -> int:
    """Return the bits of an element of `wgmma` in shared memory."""
    return layout("wgmma.shared.none", "A", kind).storage_bits


# --- matrices of tcgen05: one descriptor, elements of 4 bits and more ---


def matrix_fields(value: int, kind: str = "", major: str = "K") -> Described:
    """Return the fields of a matrix descriptor of `tcgen05`; raise `PtxError` if it is illegal."""
    ((_, described),) = read(TCGEN05, np.array([value], np.uint64), kind, major)
    return described


SharedBytes = Callable[[Integers], Bits]
"""Function that returns the bytes at offsets in the shared memory of a CTA."""


def tile_bytes(load: SharedBytes, described: Described, rows: int, columns: int) -> Bits:
    """Return rows of bytes of a K-major matrix."""
    elements: Bits = tile(load, described, MatrixShape("e4m3", "", "K", rows, columns))
    return elements


def tile(load: SharedBytes, described: Described, shape: MatrixShape) -> Any:
    """Return the elements of a matrix in shared memory, (rows, columns), in unsigned words of their own."""
    terms = steps("tcgen05", shape, described.swizzle)
    bits, addresses = terms.element_bits, places(described, terms)[0]
    # An element that does not divide a byte may begin anywhere in it, so one byte more is read.
    count = 1 if 8 % bits == 0 else -(-bits // 8) + (bits % 8 > 0)
    last = (addresses + bits - 1 >> _BYTE)[..., None]
    positions = np.minimum((addresses >> _BYTE)[..., None] + np.arange(count), last)
    shifts = np.arange(count, dtype=np.uint64) * np.uint64(8)
    words = (load(positions).astype(np.uint64) << shifts).sum(axis=-1)
    elements = words >> (addresses & 7).astype(np.uint64) & np.uint64((1 << bits) - 1)
    return elements.astype(np.uint8 if bits <= 8 else np.uint16 if bits <= 16 else np.uint32)
