"""Matrix descriptors of `wgmma` and `tcgen05`: what they say, and where they place the elements of a matrix.

The descriptor records have the fields, the layout records the order of the elements without start address. Swizzles
exchange bits of the address itself, counted from where their pattern starts. Sections 9.7.15.5.1.2 and 9.7.16.3.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.descriptors import Field
from ptxisa.numbers.lanes import Lanes
from ptxisa.objects import layout_maps
from ptxisa.objects.descriptors import Descriptor, descriptor
from ptxisa.objects.layouts import Layout, UnknownLayout, layout, symbols
from ptxisa.run.issue import undefined

_SWIZZLES = {"128B_32B": "128B-atom-32B"}
"""Swizzles that layouts name otherwise than descriptors."""
_BYTE, _LINE = 3, 10
"""A byte has 1 << 3 bits, and a line of 128 bytes, which the base offset counts, 1 << 10."""

Integers = NDArray[np.int64]


class Described(NamedTuple):
    """What descriptors with the same swizzle say: an element for each, addresses and offsets in bytes.

    Where `absolute` is set, the leading field is the address of the second chunk of a row.
    """

    swizzle: str
    start: Integers
    leading: Integers
    stride: Integers
    base_offset: Integers
    absolute: NDArray[np.bool_]


class Matrix(NamedTuple):
    """A matrix in shared memory, whatever its address: A, or B transposed, with rows of M or N and columns of K.

    `instruction` is wgmma or tcgen05. `variant` is the kind, if the layout of the element type depends on it.
    """

    instruction: str
    kind: str
    variant: str
    major: str
    rows: int
    columns: int


class Steps(NamedTuple):
    """What each element (rows, columns) adds to the start: bits, and how often both offsets.

    `exchanges` are the bits of the byte address that the swizzle flips.
    """

    fixed: Integers
    leading: Integers
    stride: Integers
    exchanges: tuple[tuple[int, int], ...]
    element_bits: int

    def taken(self, rows: slice, columns: slice) -> Steps:
        """Those of some rows and columns."""
        fixed, leading, stride = (one[rows, columns] for one in (self.fixed, self.leading, self.stride))
        return self._replace(fixed=fixed, leading=leading, stride=stride)


# --- what a descriptor says ---


def read(name: str, values: Lanes, kind: str = "", major: str = "K") -> Iterator[tuple[NDArray[np.intp], Described]]:
    """Where descriptors (descriptors,) have one of the swizzles, and what these say.

    Raises for a descriptor that is not legal for matrices of this kind and major order.
    """
    found = _format(name, kind)
    for value in np.unique(values).tolist():
        _check(name, kind, major, value)
    raw = {field: _raw(one, values) for field, one in found.fields.items()}
    for swizzle in np.unique(raw["swizzle"]).tolist():
        some = np.flatnonzero(raw["swizzle"] == swizzle)
        yield some, _described(found, {field: one[some] for field, one in raw.items()})


def _raw(field: Field, values: Lanes) -> Integers:
    """The encoded field of descriptors."""
    ((high, low),) = field.bits
    found: Integers = (values >> np.uint64(low) & np.uint64((1 << high - low + 1) - 1)).astype(np.int64)
    return found


def _described(found: Descriptor, raw: dict[str, Integers]) -> Described:
    names = {one.value: one.name for one in found.fields["swizzle"].values}
    sizes = {name: raw[name] * found.fields[name].size for name in ("start", "leading", "stride", "base_offset")}
    absolute = raw["leading_mode"] != 0 if "leading_mode" in raw else np.zeros(len(raw["start"]), bool)
    return Described(swizzle=names[int(raw["swizzle"][0])], absolute=absolute, **sizes)


@lru_cache(maxsize=32)
def _format(name: str, kind: str) -> Descriptor:
    return descriptor(name, kind=kind or None)


@lru_cache(maxsize=4096)
def _check(name: str, kind: str, major: str, value: int) -> None:
    """Raise if a descriptor is not legal."""
    wrong = [note.message for note in _format(name, kind).explain(value, major=major) if note.level == "error"]
    if wrong:
        raise undefined(f"matrix descriptor {value:#018x}: {wrong[0]}")


# --- where elements lie ---


@lru_cache(maxsize=512)
def steps(of: Matrix, swizzle: str) -> Steps:
    """The steps of each element (rows, columns) by the layout record, which is linear apart from its swizzle."""
    name = f"{of.instruction}.shared.{_SWIZZLES.get(swizzle, swizzle)}"
    options = {"kind": of.variant} if of.variant else {}
    try:
        found = layout(name, "A", of.kind, major=of.major, **options)
    except UnknownLayout as error:
        raise undefined(str(error)) from None
    plain, sizes = found.pattern._replace(exchanges=()), _sizes(found, of)

    def places(leading: int, stride: int) -> Integers:
        given = symbols(found.use, found.element, {**sizes, "LBO": leading, "SBO": stride})
        return layout_maps.outputs(plain, given)["address"]

    fixed = places(0, 0)
    if fixed.shape[1] < of.columns:
        raise undefined(f"{name} has rows of {fixed.shape[1]} elements of .{of.kind}; {of.columns} are needed")
    exchanges, bits = found.pattern.exchanges, found.element_bits
    every = Steps(fixed, places(1, 0) - fixed, places(0, 1) - fixed, exchanges, bits)
    return every.taken(slice(of.rows), slice(of.columns))


def _sizes(found: Layout, of: Matrix) -> dict[str, int]:
    """The next sizes that the layout can have."""
    given, wanted = symbols(found.use, found.element, {}), {"M": of.rows, "K": of.columns}
    multiples = {one.name: layout_maps.evaluate(one.multiple, given) for one in found.use.parameters}
    return {name: -(-size // multiples[name]) * multiples[name] for name, size in wanted.items() if name in multiples}


def places(of: Described, steps: Steps) -> Integers:
    """Bit addresses of elements (descriptors, rows, columns)."""
    start, leading, stride, base = (one[:, None, None] for one in of[1:5])
    offsets = steps.fixed + leading * steps.leading + stride * steps.stride
    linear = offsets + (start << _BYTE)
    if of.absolute.any():
        linear = np.where(of.absolute[:, None, None], _second_chunk(linear, offsets, start, leading), linear)
    return _swizzled(linear, base, steps.exchanges)


def _second_chunk(linear: Integers, offsets: Integers, start: Integers, leading: Integers) -> Integers:
    """Addresses where what does not fit into the line of 128 bytes begins at the address that the descriptor has."""
    line, begin = 1 << _LINE, start << _BYTE
    over = offsets % line + begin % line >= line
    return np.where(over, linear - (begin - begin % line) - line + (leading << _BYTE), linear)


def _swizzled(linear: Integers, base: Integers, exchanges: tuple[tuple[int, int], ...]) -> Integers:
    """Addresses with bits flipped by those of the row of the pattern, which begins `base` rows late."""
    rows, found = linear - (base << _LINE), linear
    for bit, by in exchanges:
        found = found ^ ((rows >> by + _BYTE & 1) << bit + _BYTE)
    return found
