"""Matrices in shared memory as matrix descriptors of `tcgen05` describe them (sections 9.7.16.3 and 9.7.16.9.6).

The layout records have the order of the elements without the start address; swizzles exchange bits of the address
itself, counted from where their pattern starts.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers.patterns import Bits
from ptxisa.objects import layout_maps
from ptxisa.objects.descriptor_format import Fields
from ptxisa.objects.descriptors import descriptor
from ptxisa.objects.layouts import Layout, UnknownLayout, layout, symbols
from ptxisa.run.issue import memory_error, undefined

_SWIZZLES = {"128B_32B": "128B-atom-32B"}
"""Swizzles that layouts name otherwise than descriptors."""
_LINE = 7
"""The base offset counts lines of 128 bytes."""
_BITS_OF_LINE = 8 << _LINE

Addresses = NDArray[np.int64]


def matrix_fields(value: int, kind: str = "", major: str = "K") -> Fields:
    """The fields of a matrix descriptor; what is illegal in it is an error of the statement."""
    found = descriptor("tcgen05.matrix", kind=kind or None)
    wrong = [note.message for note in found.explain(value, major=major) if note.level == "error"]
    if wrong:
        raise undefined(f"matrix descriptor {value:#018x}: {wrong[0]}")
    return found.decode(value)


def tile_bytes(array: Bits, fields: Fields, rows: int, columns: int) -> Bits:
    """Rows of bytes of a K-major matrix."""
    found: Bits = tile(array, fields, ("e4m3", "", "K"), rows, columns)
    return found


def tile(array: Bits, fields: Fields, of: tuple[str, str, str], rows: int, columns: int) -> Any:
    """Elements of a matrix in an array of bytes: rows along M or N, columns along K, each in a word of its own.

    `of` are the type, the kind if the layout of the type depends on it, and the major order.
    """
    strides = int(fields["leading"]), int(fields["stride"])
    places, found = _places(str(fields["swizzle"]), of, rows, columns, strides)
    linear = places + int(fields["start"]) * 8
    if fields["leading_mode"] == "absolute":
        linear = _second_chunk(linear, places, fields)
    pattern = linear - (int(fields["base_offset"]) << _LINE + 3)
    swizzled = linear ^ layout_maps.exchange(pattern, found.pattern.exchanges) ^ pattern
    return _elements(array, swizzled, found.element_bits)


def _second_chunk(linear: Addresses, places: Addresses, fields: Fields) -> Addresses:
    """Addresses where what does not fit into the line of 128 bytes begins at the address that the descriptor has."""
    line, start = _BITS_OF_LINE, int(fields["start"]) * 8
    over = places % line + start % line >= line
    first = start - start % line
    return np.where(over, linear - first - line + int(fields["leading"]) * 8, linear)


@lru_cache(maxsize=256)
def _places(
    swizzle: str, of: tuple[str, str, str], rows: int, columns: int, strides: tuple[int, int]
) -> tuple[Addresses, Layout]:
    """Bit addresses of the elements before the swizzle, counted from the start of the matrix."""
    name, (kind, variant, major) = f"tcgen05.shared.{_SWIZZLES.get(swizzle, swizzle)}", of
    options = {"kind": variant} if variant else {}
    try:
        found = layout(name, "A", kind, major=major, **options)
    except UnknownLayout as error:
        raise undefined(str(error)) from None
    given = {"M": _whole(found, "M", rows), "LBO": strides[0], "SBO": strides[1]}
    if "K" in {one.name for one in found.use.parameters}:
        given["K"] = _whole(found, "K", columns)
    linear = found.pattern._replace(exchanges=())
    places = layout_maps.outputs(linear, symbols(found.use, found.element, given))["address"]
    if places.shape[1] < columns:
        raise undefined(f"{name} has rows of {places.shape[1]} elements of .{kind}; {columns} are needed")
    return places[:rows, :columns], found


def _whole(found: Layout, name: str, size: int) -> int:
    """The next size that a layout can have."""
    (parameter,) = (one for one in found.use.parameters if one.name == name)
    multiple = layout_maps.evaluate(parameter.multiple, symbols(found.use, found.element, {}))
    return -(-size // multiple) * multiple


def _elements(array: Bits, places: Addresses, bits: int) -> Any:
    """Elements at bit addresses of an array of bytes."""
    count = 1 if 8 % bits == 0 else -(-bits // 8) + (bits % 8 > 0)
    last = int(places.max() >> 3) + (bits + 7) // 8
    if last > len(array) or places.min() < 0:
        raise memory_error(f"a matrix in shared memory ends at byte {last}, outside of {len(array)} bytes")
    at = np.minimum((places >> 3)[..., None] + np.arange(count), len(array) - 1)
    words = (array[at].astype(np.uint64) << (np.arange(count, dtype=np.uint64) * np.uint64(8))).sum(axis=-1)
    found = words >> (places & 7).astype(np.uint64) & np.uint64((1 << bits) - 1)
    return found.astype(np.uint8 if bits <= 8 else np.uint16 if bits <= 16 else np.uint32)
