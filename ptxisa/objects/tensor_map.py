"""Tensor maps as values, and every limit that they and accesses through them must keep.

What layouts and modes there are is in the records; the numbers here are those of the driver that makes tensor maps.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ptxisa.isa import tensors
from ptxisa.isa.tensors import Mode

RANKS = range(1, 6)
LARGEST_SIZE = 1 << 32
STRIDE_END = 1 << 40
LARGEST_BOX = 256
LARGEST_TRAVERSAL = 8
MOST_CHANNELS, MOST_PIXELS = 256, 1024
LARGEST_PART = 228 << 10
"""Bytes that one access takes at most: the shared memory of a multiprocessor of an H100."""
CHUNK = 16
"""Boxes, strides and addresses are multiples of this many bytes."""


class Im2col(NamedTuple):
    """The part of an image tensor that one access takes: corners have W first, then H and D, or W alone."""

    lower: tuple[int, ...]
    upper: tuple[int, ...]
    channels: int
    pixels: int


class TensorMap(NamedTuple):
    """How a tensor lies in global memory, and what an access takes of it; dimension 0 comes first everywhere.

    `sizes`, `box` and `traversal` count elements; `strides` are bytes, from dimension 1 on. The elements of an
    interleaved tensor are slices of channels: its dimensions are those of the image, W first, then slices, then images.
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
        return len(self.sizes)

    @property
    def first(self) -> int:
        """The dimension of W in a tensor of images."""
        return 1 if self.interleave == "none" else 0

    @property
    def steps(self) -> tuple[int, ...]:
        """The traversal stride in each dimension."""
        return self.traversal or (1,) * self.rank

    @property
    def width(self) -> int:
        """Containers of a row of the box."""
        elements = self.box.channels if isinstance(self.box, Im2col) else self.box[0]
        return elements // tensors.elements()[self.element].elements


class Access(NamedTuple):
    """What an instruction names: coordinates, a mode, and the further operands of the mode."""

    coordinates: tuple[int, ...]
    mode: str = "tile"
    information: tuple[int, ...] = ()


class TensorError(ValueError):
    """A tensor map or an access that breaks a limit."""


def problems(tensor: TensorMap) -> list[str]:
    """Every limit that a tensor map breaks, as a sentence."""
    unknown = list(_unknown(tensor))
    if unknown:
        return unknown
    counts = list(_wrong_counts(tensor))
    if counts:
        return counts
    return [*_general(tensor), *_of_element(tensor), *_of_layout(tensor), *_of_part(tensor)]


def _unknown(tensor: TensorMap) -> Iterator[str]:
    for what, name, table in (
        ("element type", tensor.element, tensors.elements()),
        ("interleave", tensor.interleave, tensors.interleaves()),
        ("swizzle", tensor.swizzle, tensors.swizzles()),
        ("fill", tensor.fill, tensors.fills()),
    ):
        if name not in table:
            yield f"there is no {what} {name!r}"


def _wrong_counts(tensor: TensorMap) -> Iterator[str]:
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


def _general(tensor: TensorMap) -> Iterator[str]:
    element = tensors.elements()[tensor.element]
    multiple = max(element.alignment, tensors.interleaves()[tensor.interleave].slice_bytes, CHUNK)
    yield from _outside("size", tensor.sizes, 1, LARGEST_SIZE)
    yield from _outside("traversal stride", tensor.steps, 1, LARGEST_TRAVERSAL)
    yield from _outside("stride", tensor.strides, 0, STRIDE_END - 1)
    yield from (f"stride {one} is not a multiple of {multiple} bytes" for one in tensor.strides if one % multiple)
    if tensor.address % multiple:
        yield f"address {tensor.address:#x} is not a multiple of {multiple} bytes"


def _outside(what: str, values: Sequence[int], least: int, most: int) -> Iterator[str]:
    yield from (f"{what} {one} is not in {least} to {most}" for one in values if not least <= one <= most)


def _of_element(tensor: TensorMap) -> Iterator[str]:
    element = tensors.elements()[tensor.element]
    width = tensor.box.channels if isinstance(tensor.box, Im2col) else tensor.box[0]
    if width % element.elements or tensor.sizes[0] % element.elements:
        yield f"{element.name} comes in containers of {element.elements} elements"
    if element.box_bytes and width * element.bits != element.box_bytes * 8:
        yield f"a box of {element.name} has {element.box_bytes} bytes in dimension 0"
    if element.tensor_bytes and tensor.sizes[0] * element.bits % (element.tensor_bytes * 8):
        yield f"dimension 0 of {element.name} is a multiple of {element.tensor_bytes} bytes"
    if element.swizzles and tensor.swizzle not in element.swizzles:
        yield f"{element.name} does not go with swizzle {tensor.swizzle}"
    if f"fill-{tensor.fill}" in element.excludes or (tensor.fill != "zero" and element.name[0] in "us"):
        yield f"{element.name} does not go with fill {tensor.fill}"


def _of_layout(tensor: TensorMap) -> Iterator[str]:
    interleave, swizzle = tensors.interleaves()[tensor.interleave], tensors.swizzles()[tensor.swizzle]
    if tensor.rank not in interleave.dimensions:
        yield f"interleave {interleave.name} takes {interleave.dimensions[0]} to 5 dimensions, not {tensor.rank}"
    row = tensor.width * tensors.elements()[tensor.element].shared_bytes
    if row % CHUNK:
        yield f"rows of the box, {row} bytes, are not a multiple of {CHUNK}"
    if swizzle.span and not interleave.slice_bytes and row > swizzle.span:
        yield f"rows of the box, {row} bytes, are longer than the {swizzle.span} of the swizzle"


def _of_part(tensor: TensorMap) -> Iterator[str]:
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
    bound = next(one for one in tensors.modes()["im2col"].corners if one.dimensions == len(part.lower) + 2)
    yield from _outside("corner", (*part.lower, *part.upper), bound.least, bound.most)
    if any(lower > last for lower, last in _ranges(tensor, part)):
        yield "the upper corner lies before the lower one"


def _ranges(tensor: TensorMap, part: Im2col) -> list[tuple[int, int]]:
    """The least and greatest base in each dimension of the image; upper corners count from the last element."""
    sizes = tensor.sizes[tensor.first :]
    return [(lower, size - 1 + upper) for lower, upper, size in zip(part.lower, part.upper, sizes, strict=False)]


def check(tensor: TensorMap, access: Access) -> Mode:
    """The mode of the access; raise `TensorError` when the tensor map or the access breaks a limit."""
    found = problems(tensor) or list(_of_access(tensor, access))
    if found:
        raise TensorError("; ".join(found))
    return tensors.modes()[access.mode]


def _of_access(tensor: TensorMap, access: Access) -> Iterator[str]:
    mode = tensors.modes().get(access.mode)
    if mode is None:
        yield f"there is no mode {access.mode!r}"
        return
    if tensor.rank not in mode.dimensions:
        yield f"{mode.name} does not take {tensor.rank} dimensions"
    if not _made_for(tensor, mode):
        yield f"the tensor map is not made for {mode.name}"
    if tensor.interleave != "none" and not mode.interleaved:
        yield f"{mode.name} does not take interleaved tensors"
    if len(access.coordinates) != (mode.coordinates or tensor.rank):
        yield f"{mode.name} takes {mode.coordinates or tensor.rank} coordinates, not {len(access.coordinates)}"
    elif access.coordinates[0] % tensors.elements()[tensor.element].coordinate:
        yield f"the first coordinate is a multiple of {tensors.elements()[tensor.element].coordinate}"
    if mode.coordinates and not isinstance(tensor.box, Im2col) and tensor.box[-1] != 1:
        yield f"{mode.name} takes boxes of one row"
    yield from _of_coordinates(tensor, access)
    yield from _of_information(tensor, access, mode)


def _made_for(tensor: TensorMap, mode: Mode) -> bool:
    """Whether the map is one of images where the mode is; offsets in every dimension need corners with all of them."""
    part = tensor.box
    if not isinstance(part, Im2col):
        return not mode.name.startswith("im2col")
    return mode.name.startswith("im2col-w") or (mode.name == "im2col" and len(part.lower) == tensor.rank - 2)


def _of_coordinates(tensor: TensorMap, access: Access) -> Iterator[str]:
    """Accesses that end with a trap."""
    element = tensors.elements()[tensor.element]
    if tensor.interleave == "none" and access.coordinates[0] * element.bits % (8 * CHUNK) and not element.box_bytes:
        yield f"the first coordinate is not a multiple of {CHUNK} bytes"
    if access.mode == "im2col" and isinstance(tensor.box, Im2col):
        ranges = zip(access.coordinates[tensor.first :], _ranges(tensor, tensor.box), strict=False)
        yield from (f"base {at} is not in {low} to {high}" for at, (low, high) in ranges if not low <= at <= high)


def _of_information(tensor: TensorMap, access: Access, mode: Mode) -> Iterator[str]:
    """Without the offsets, all of them are 0."""
    wanted = [one for one in mode.information for _ in range(tensor.rank - 2 if one.per_dimension else 1)]
    if access.information and len(access.information) != len(wanted):
        yield f"{mode.name} takes {len(wanted)} further operands, not {len(access.information)}"
        return
    for one, value in zip(wanted, access.information, strict=False):
        bound = next(bound for bound in one.bounds if bound.dimensions in (0, tensor.rank))
        yield from _outside(one.name, [value], bound.least, bound.most)
