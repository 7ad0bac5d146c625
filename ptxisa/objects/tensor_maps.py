"""Tensor maps: as values with their limits, and as the 128 bytes that an H100 stores.

    problems(TensorMap("f32", sizes=(64, 32), strides=(256,), box=(16, 8)))     # []: every limit is kept
    words = replaced(words, "box_dim", 64, ord=1)      # tensormap.replace.tile.box_dim … 1, 64

Layouts and modes are in the records. The limits are those of the driver, which makes tensor maps
(cuTensorMapEncodeTiled, cuTensorMapEncodeIm2col), and of instructions (PTX ISA, sections 5.5 and 9.7.9.25).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ptxisa.isa import tensors
from ptxisa.isa.names import listing, suggestion
from ptxisa.isa.tensors import Mode

RANKS = range(1, 6)
LARGEST_SIZE = 1 << 32
STRIDE_END = 1 << 40
LARGEST_BOX = 256
LARGEST_TRAVERSAL = 8
MOST_CHANNELS, MOST_PIXELS = 256, 1024
LARGEST_PART = 228 << 10
"""Bytes of the largest access: the shared memory of an SM of an H100."""
CHUNK = 16
"""Unit of boxes, strides and addresses, in bytes."""


class Im2col(NamedTuple):
    """Part of an image tensor that one access covers; corners are W, H and D in this order, or W alone."""

    lower: tuple[int, ...]
    upper: tuple[int, ...]
    channels: int
    pixels: int


class TensorMap(NamedTuple):
    """Layout of a tensor in global memory, and the part of it that an access covers; dimension 0 is first.

    The elements of an interleaved tensor are slices of channels: its dimensions are those of the image, W first, then
    slices, then images.

    Attributes:
        element: Element type.
        sizes: Elements in each dimension.
        strides: Bytes between neighbors in each dimension from 1 on.
        box: Elements of an access in each dimension, or the part of an image.
        traversal: Traversal stride in each dimension; 1 by default.
        interleave: `none`, `16b` or `32b`.
        swizzle: Swizzle of shared memory.
        fill: Value of elements outside the tensor: `zero` or `nan`.
        address: Address of the tensor in global memory.
    """

    element: str
    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    box: tuple[int, ...] | Im2col
    traversal: tuple[int, ...] = ()
    interleave: str = "none"
    swizzle: str = "none"
    fill: str = "zero"
    address: int = 0

    @property
    def rank(self) -> int:
        """Number of dimensions."""
        return len(self.sizes)

    @property
    def first(self) -> int:
        """Dimension of W in a tensor of images."""
        return 1 if self.interleave == "none" else 0

    @property
    def steps(self) -> tuple[int, ...]:
        """Traversal stride in each dimension."""
        return self.traversal or (1,) * self.rank

    @property
    def width(self) -> int:
        """Containers in a row of the box; a container has one or more elements."""
        elements = self.box.channels if isinstance(self.box, Im2col) else self.box[0]
        return elements // tensors.elements()[self.element].elements


class TensorAccess(NamedTuple):
    """Operands of an instruction: coordinates, the mode, and the further operands of the mode."""

    coordinates: tuple[int, ...]
    mode: str = "tile"
    information: tuple[int, ...] = ()


class TensorError(ValueError):
    """Tensor map or access that exceeds a limit."""


def problems(tensor: TensorMap) -> list[str]:
    """Return every limit that a tensor map exceeds, as a sentence; later checks need known names and right counts."""
    tables: tuple[tuple[str, str, Collection[str]], ...] = (
        ("element type", tensor.element, tensors.elements()),
        ("interleave", tensor.interleave, tensors.interleaves()),
        ("swizzle", tensor.swizzle, tensors.swizzles()),
        ("fill", tensor.fill, tensors.fills()),
    )
    unknown = [f"there is no {what} {name!r}" for what, name, known in tables if name not in known]
    return unknown or list(_check_counts(tensor)) or [*_check_tensor(tensor), *_check_part(tensor)]


def _check_counts(tensor: TensorMap) -> Iterator[str]:
    """Report wrong numbers of dimensions, strides and sizes."""
    if tensor.rank not in RANKS:
        yield f"a tensor has 1 to 5 dimensions, not {tensor.rank}"
    if len(tensor.strides) != tensor.rank - 1:
        yield f"{tensor.rank} dimensions have {tensor.rank - 1} strides, not {len(tensor.strides)}"
    if len(tensor.steps) != tensor.rank:
        yield f"{tensor.rank} dimensions have as many traversal strides, not {len(tensor.steps)}"
    part, image = tensor.box, tensor.rank - 2
    if isinstance(part, Im2col):
        if len(part.lower) not in (1, image) or len(part.upper) != len(part.lower) or image < 1:
            yield f"corners of an image tensor of {tensor.rank} dimensions have {max(image, 1)} coordinates or one"
    elif len(part) != tensor.rank:
        yield f"{tensor.rank} dimensions have as many sizes of the box, not {len(part)}"


def _check_tensor(tensor: TensorMap) -> Iterator[str]:
    """Report sizes, strides and the address, the elements, and the rows of the box."""
    element, interleave = tensors.elements()[tensor.element], tensors.interleaves()[tensor.interleave]
    multiple = max(element.alignment, interleave.slice_bytes, CHUNK)
    yield from _outside("size", tensor.sizes, 1, LARGEST_SIZE)
    yield from _outside("traversal stride", tensor.steps, 1, LARGEST_TRAVERSAL)
    yield from _outside("stride", tensor.strides, 0, STRIDE_END - 1)
    yield from (
        f"stride {stride} is not a multiple of {multiple} bytes" for stride in tensor.strides if stride % multiple
    )
    if tensor.address % multiple:
        yield f"address {tensor.address:#x} is not a multiple of {multiple} bytes"
    width = tensor.box.channels if isinstance(tensor.box, Im2col) else tensor.box[0]
    if width % element.elements or tensor.sizes[0] % element.elements:
        yield f"{element.name} comes in containers of {element.elements} elements"
    if element.box_bytes and width * element.bits != element.box_bytes * 8:
        yield f"a box of {element.name} has {element.box_bytes} bytes in dimension 0"
    if element.tensor_bytes and tensor.sizes[0] * element.bits % (element.tensor_bytes * 8):
        yield f"dimension 0 of {element.name} is a multiple of {element.tensor_bytes} bytes"
    if element.swizzles and tensor.swizzle not in element.swizzles:
        yield f"{element.name} cannot be combined with swizzle {tensor.swizzle}"
    # The other fill is a NaN, which integers do not have.
    if f"fill-{tensor.fill}" in element.excludes or (tensor.fill != "zero" and element.name[0] in "us"):
        yield f"{element.name} cannot be combined with fill {tensor.fill}"
    swizzle = tensors.swizzles()[tensor.swizzle]
    if tensor.rank not in interleave.dimensions:
        yield f"interleave {interleave.name} takes {interleave.dimensions[0]} to 5 dimensions, not {tensor.rank}"
    row = tensor.width * element.shared_bytes
    if row % CHUNK:
        yield f"rows of the box, {row} bytes, are not a multiple of {CHUNK}"
    if swizzle.span and not interleave.slice_bytes and row > swizzle.span:
        yield f"rows of the box, {row} bytes, are longer than the {swizzle.span} of the swizzle"


def _outside(what: str, values: Sequence[int], least: int, most: int) -> Iterator[str]:
    yield from (f"{what} {value} is not in {least} to {most}" for value in values if not least <= value <= most)


def _check_part(tensor: TensorMap) -> Iterator[str]:
    """Report limits of the box, or of the column of pixels."""
    part = tensor.box
    row = tensor.width * tensors.elements()[tensor.element].shared_bytes
    if not isinstance(part, Im2col):
        yield from _outside("size of the box", part, 1, LARGEST_BOX)
        counts = [size // max(step, 1) for size, step in zip(part[1:], tensor.steps[1:], strict=True)]
        yield from _outside("number of bytes of the box", [row * math.prod(counts)], 0, LARGEST_PART)
        return
    yield from _outside("number of bytes of the column", [row * part.pixels], 0, LARGEST_PART)
    yield from _outside("number of channels", [part.channels], 1, MOST_CHANNELS)
    yield from _outside("number of pixels", [part.pixels], 1, MOST_PIXELS)
    bound = next(corner for corner in tensors.modes()["im2col"].corners if corner.dimensions == len(part.lower) + 2)
    yield from _outside("corner", (*part.lower, *part.upper), bound.least, bound.most)
    if any(lower > last for lower, last in _ranges(tensor, part)):
        yield "the upper corner is before the lower one"


def _ranges(tensor: TensorMap, part: Im2col) -> list[tuple[int, int]]:
    """Return the least and greatest base in each dimension of the image; upper corners count from the last element."""
    sizes = tensor.sizes[tensor.first :]
    return [(lower, size - 1 + upper) for lower, upper, size in zip(part.lower, part.upper, sizes, strict=False)]


def check(tensor: TensorMap, access: TensorAccess) -> Mode:
    """Return the mode of an access; raise `TensorError` if the tensor map or the access exceeds a limit."""
    exceeded = problems(tensor) or list(_check_access(tensor, access))
    if exceeded:
        raise TensorError("; ".join(exceeded))
    return tensors.modes()[access.mode]


def _check_access(tensor: TensorMap, access: TensorAccess) -> Iterator[str]:
    mode = tensors.modes().get(access.mode)
    if mode is None:
        yield f"there is no mode {access.mode!r}"
        return
    if tensor.rank not in mode.dimensions:
        yield f"{mode.name} does not take {tensor.rank} dimensions"
    part = tensor.box
    if not isinstance(part, Im2col):
        suitable = not mode.name.startswith("im2col")
    else:
        # Offsets in every dimension need corners with all dimensions.
        whole = len(part.lower) == tensor.rank - 2
        suitable = mode.name.startswith("im2col-w") or (mode.name == "im2col" and whole)
    if not suitable:
        yield f"the tensor map is not made for {mode.name}"
    if tensor.interleave != "none" and not mode.interleaved:
        yield f"{mode.name} does not take interleaved tensors"
    if len(access.coordinates) != (mode.coordinates or tensor.rank):
        yield f"{mode.name} takes {mode.coordinates or tensor.rank} coordinates, not {len(access.coordinates)}"
    elif access.coordinates[0] % tensors.elements()[tensor.element].coordinate:
        yield f"the first coordinate is a multiple of {tensors.elements()[tensor.element].coordinate}"
    if mode.coordinates and not isinstance(tensor.box, Im2col) and tensor.box[-1] != 1:
        yield f"{mode.name} takes boxes of one row"
    yield from _check_operands(tensor, access, mode)


def _check_operands(tensor: TensorMap, access: TensorAccess, mode: Mode) -> Iterator[str]:
    """Report coordinates with which an access traps, and further operands out of range."""
    element = tensors.elements()[tensor.element]
    if tensor.interleave == "none" and access.coordinates[0] * element.bits % (8 * CHUNK) and not element.box_bytes:
        yield f"the first coordinate is not a multiple of {CHUNK} bytes"
    if access.mode == "im2col" and isinstance(tensor.box, Im2col):
        ranges = zip(access.coordinates[tensor.first :], _ranges(tensor, tensor.box), strict=False)
        yield from (f"base {at} is not in {low} to {high}" for at, (low, high) in ranges if not low <= at <= high)
    # Without further operands, all offsets are 0.
    wanted = [item for item in mode.information for _ in range(tensor.rank - 2 if item.per_dimension else 1)]
    if access.information and len(access.information) != len(wanted):
        yield f"{mode.name} takes {len(wanted)} further operands, not {len(access.information)}"
        return
    for item, value in zip(wanted, access.information, strict=False):
        bound = next(bound for bound in item.bounds if bound.dimensions in (0, tensor.rank))
        yield from _outside(item.name, [value], bound.least, bound.most)


# --- the bytes of a tensor map ---

BYTES = 128


class MapField(NamedTuple):
    """Place of a field in the 1,024 bits of a tensor map, measured on an H100.

    Attributes:
        first: First bit.
        bits: Number of bits.
        apart: Bits from one dimension to the next.
        less: Number that is subtracted from a value before it is stored.
        low: Low bits of a value that are not stored.
        top_first: First bit of the upper four bits of dimension 0, which are stored apart; those of dimension i are
            4 * i bits further. 0 if there are none.
    """

    first: int
    bits: int
    apart: int = 0
    less: int = 0
    low: int = 0
    top_first: int = 0


FIELDS = {
    "global_address": MapField(0, 64),
    "rank": MapField(68, 3),
    "elemtype": MapField(71, 4),
    "interleave_layout": MapField(75, 2),
    "swizzle_mode": MapField(77, 2),
    "fill_mode": MapField(79, 1),
    "global_stride": MapField(96, 32, 32, low=4, top_first=224),
    "global_dim": MapField(256, 32, 32, less=1),
    "element_stride": MapField(416, 3, 3, less=1),
    "box_dim": MapField(440, 8, 8, less=1),
}
"""Fields that ``tensormap.replace`` writes on sm_90."""

MOST = {"elemtype": 12, "interleave_layout": 2, "swizzle_mode": 3, "fill_mode": 1}
"""Largest value of a field whose value must be a constant."""
DIMENSIONS = 5
_TOP = 4
"""Bits of a stride that are stored apart from the others, in each dimension."""
_TF32 = {11: 7, 12: 8}
"""Element types that are stored with the code of another type and a further bit."""
_TF32_BIT, _SWIZZLE_BIT = 80, 86


def replaced(words: bytes, field: str, value: int, ord: int = 0) -> bytes:
    """Return a tensor map after ``tensormap.replace``.

    PTX leaves the layout open. An H100 writes the bits of a field whatever the others contain, so that fields are
    independent, except that the codes of element types and swizzles share bits with what later targets add.

    Args:
        words: 128 bytes.
        field: Name of the field, such as `box_dim`.
        value: A natural number, cut to the field as an H100 does.
        ord: Dimension, for fields with a value for each.

    Raises:
        ValueError: The map has another size, the field or dimension does not exist, or the constant is not legal.
    """
    _check_field(words, field, value, ord)
    place = FIELDS[field]
    bits = int.from_bytes(words, "little")
    if field == "elemtype" and value in _TF32:
        value, bits = _TF32[value], bits | 1 << _TF32_BIT
    if field == "swizzle_mode":
        bits &= ~(1 << _SWIZZLE_BIT)
    kept = value - place.less >> place.low
    bits = _with_bits(bits, place.first + place.apart * ord, place.bits, kept)
    if place.top_first:
        bits = _with_bits(bits, place.top_first + _TOP * ord, _TOP, kept >> place.bits)
    return bits.to_bytes(BYTES, "little")


def value_of(words: bytes, field: str, ord: int = 0) -> int:
    """Return the value of a field of a tensor map, as an operand of ``tensormap.replace``."""
    _check_field(words, field, 0, ord)
    place = FIELDS[field]
    bits = int.from_bytes(words, "little")
    kept = _bits_at(bits, place.first + place.apart * ord, place.bits)
    if place.top_first:
        kept |= _bits_at(bits, place.top_first + _TOP * ord, _TOP) << place.bits
    if field == "elemtype" and _bits_at(bits, _TF32_BIT, 1):
        kept = next((value for value, code in _TF32.items() if code == kept), kept)
    return (kept << place.low) + place.less


def _check_field(words: bytes, field: str, value: int, ord: int) -> None:
    if len(words) != BYTES:
        raise ValueError(f"a tensor map has {BYTES} bytes, not {len(words)}")
    if field not in FIELDS:
        raise ValueError(f"tensormap.replace has no field {field!r}; {suggestion(field, FIELDS) or listing(FIELDS)}")
    if not 0 <= ord < (DIMENSIONS if FIELDS[field].apart else 1):
        raise ValueError(f"{field} has no dimension {ord}")
    if not 0 <= value <= MOST.get(field, value):
        raise ValueError(f"{field} takes {f'0 to {MOST[field]}' if field in MOST else 'natural numbers'}, not {value}")


def _with_bits(bits: int, first: int, count: int, value: int) -> int:
    mask = (1 << count) - 1 << first
    return bits & ~mask | value << first & mask


def _bits_at(bits: int, first: int, count: int) -> int:
    return bits >> first & (1 << count) - 1
