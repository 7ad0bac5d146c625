"""Copies of tensors between global and shared memory: where each element lies on both sides, and the copies themselves.

`places` gives for every element of an access its two addresses, as arrays. `load_tile`, `store_tile` and `reduce_tile`
move bytes between arrays that stand for the two memories.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa import tensors
from ptxisa.isa.tensors import Element, Mode
from ptxisa.numbers import arithmetic, floating_lanes, formats
from ptxisa.objects.tensor_map import CHUNK, Access, Im2col, TensorError, TensorMap, check

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]

GROUPS, GROUP = 4, 32
"""Groups of ``.im2col::w::128``, and the pixels of each before its halo."""


class Places(NamedTuple):
    """Where each container of elements lies: one row for each row of shared memory.

    Containers that are not `inside` the tensor are filled; their place in global memory means nothing.
    """

    inside: NDArray[np.bool_]
    source: Numbers
    shared: Numbers


# --- places ---


def places(tensor: TensorMap, access: Access, destination: int = 0) -> Places:
    """Where each element is in global memory, counted from its beginning, and at which address of shared memory."""
    found = _places(tensor, access, destination)
    return found._replace(shared=swizzled(tensor.swizzle, found.shared))


def points(tensor: TensorMap, access: Access) -> Numbers:
    """Coordinates of every row of the box in the order of shared memory: from dimension 1 on, or all of slices.

    Nothing is checked: examples of the manual begin where copies trap.
    """
    return _points(tensor, access, tensors.modes()[access.mode])


def _places(tensor: TensorMap, access: Access, destination: int, *, chunks: bool = False) -> Places:
    """Places without swizzling, which may part the bytes of a container; on request, whole chunks are inside."""
    check(tensor, access)
    element = tensors.elements()[tensor.element]
    at = points(tensor, access)
    if tensor.interleave != "none":
        return _interleaved(tensor, at, destination)
    columns = access.coordinates[0] // element.elements + np.arange(tensor.width, dtype=np.int64)
    across_tensor = _inside(columns[:, None], (_containers(tensor, chunks),))
    inside = _inside(at, tensor.sizes[1:])[:, None] & across_tensor[None, :]
    rows = tensor.address + at @ np.array(tensor.strides, dtype=np.int64).reshape(-1)
    source = rows[:, None] + columns[None, :] * element.global_bytes
    along = np.arange(len(at), dtype=np.int64)[:, None] * pitch(tensor)
    across = np.arange(len(columns), dtype=np.int64)[None, :] * element.shared_bytes
    return Places(inside, source, destination + along + across)


def swizzled(swizzle: str, address: Numbers) -> Numbers:
    """Addresses of shared memory after the exchange of their bits."""
    found: Numbers = address.copy()
    for bit, by in tensors.swizzles()[swizzle].exchanges:
        found ^= (address >> by & 1) << bit
    return found


def pitch(tensor: TensorMap) -> int:
    """Bytes from one row of shared memory to the next: rows shorter than the span of a swizzle take all of it."""
    slice_bytes = tensors.interleaves()[tensor.interleave].slice_bytes
    row = slice_bytes or tensor.width * tensors.elements()[tensor.element].shared_bytes
    return max(row, tensors.swizzles()[tensor.swizzle].span) if not slice_bytes else row


def rows(tensor: TensorMap, access: Access) -> int:
    """Rows of shared memory that an access takes."""
    check(tensor, access)
    return len(points(tensor, access))


def transferred(tensor: TensorMap, access: Access) -> int:
    """Bytes of shared memory that an access writes or reads, elements outside the tensor included."""
    slice_bytes = tensors.interleaves()[tensor.interleave].slice_bytes
    row = slice_bytes or tensor.width * tensors.elements()[tensor.element].shared_bytes
    return rows(tensor, access) * row


def _containers(tensor: TensorMap, chunks: bool) -> int:
    """Containers of dimension 0 of the tensor, which copies to global memory fill up to whole chunks."""
    element = tensors.elements()[tensor.element]
    count = tensor.sizes[0] // element.elements
    multiple = CHUNK // element.global_bytes if chunks and CHUNK % element.global_bytes == 0 else 1
    return -(-count // multiple) * multiple


def _inside(at: Numbers, sizes: Sequence[int]) -> NDArray[np.bool_]:
    """Which points, one a row, lie in a tensor of these sizes."""
    found: NDArray[np.bool_] = np.all((at >= 0) & (at < np.array(sizes, dtype=np.int64)), axis=1)
    return found


def _points(tensor: TensorMap, access: Access, mode: Mode) -> Numbers:
    part, first = tensor.box, tensor.first
    if isinstance(part, Im2col):
        return _column(tensor, part, access)
    if mode.coordinates:
        return np.array(access.coordinates[1:], dtype=np.int64)[:, None]
    # One slice is taken, whatever the box says of their dimension.
    box = part if tensor.interleave == "none" else (*part[:-2], 1, part[-1])
    axes = [
        start + step * np.arange(math.ceil(size / step), dtype=np.int64)
        for start, step, size in zip(access.coordinates[first:], tensor.steps[first:], box[first:], strict=True)
    ]
    grid = np.meshgrid(*reversed(axes), indexing="ij")
    count = math.prod(len(axis) for axis in axes)
    return np.stack([one.ravel() for one in reversed(grid)], axis=1) if axes else np.zeros((count, 0), np.int64)


# --- images ---


class _Walk(NamedTuple):
    """The places of a filter's base in one dimension of the image."""

    start: int
    lower: int
    last: int
    step: int

    def at(self, index: Numbers) -> tuple[Numbers, Numbers]:
        """Coordinate after a number of steps, and how often the walk went back to the lower corner."""
        first = max((self.last - self.start) // self.step, 0) + 1
        length = max((self.last - self.lower) // self.step, 0) + 1
        later = index - first
        coordinate = np.where(later < 0, self.start + self.step * index, self.lower + self.step * (later % length))
        return coordinate, np.where(later < 0, 0, later // length + 1)


def _column(tensor: TensorMap, part: Im2col, access: Access) -> Numbers:
    """The pixels of a column, one a row: from W on, the image last."""
    if access.mode == "im2col":
        offsets = np.array(access.information or (0,) * (tensor.rank - 2), dtype=np.int64)
        bases, images = _walked(tensor, part, access.coordinates, np.arange(part.pixels, dtype=np.int64))
        slices = [] if tensor.interleave == "none" else [np.full(part.pixels, access.coordinates[-2], dtype=np.int64)]
        return np.stack([*(bases + offsets).T, *slices, images], axis=1)
    halo, offset = access.information or (0, 0)
    count = part.pixels if access.mode == "im2col-w" else GROUP * GROUPS
    group = count if access.mode == "im2col-w" else GROUP
    # Halo pixels go on in W from the last pixel of their group.
    behind = np.minimum(np.arange(group + halo), group - 1)
    steps = (np.arange(0, count, group)[:, None] + behind[None, :]).ravel()
    further = np.tile(np.arange(group + halo) - behind, count // group)
    walk = _walk(tensor, part, access.coordinates, 1, offset)
    across, images = walk.at(steps)
    still = [np.full(len(steps), one, dtype=np.int64) for one in access.coordinates[2:-1]]
    return np.stack([across + walk.step * further, *still, access.coordinates[-1] + images], axis=1)


def _walk(tensor: TensorMap, part: Im2col, coordinates: Sequence[int], dimension: int, offset: int = 0) -> _Walk:
    """Upper corners count from the last element of the tensor."""
    lower, upper = part.lower[dimension - tensor.first], part.upper[dimension - tensor.first]
    last = tensor.sizes[dimension] - 1 + upper
    return _Walk(coordinates[dimension] + offset, lower + offset, last + offset, tensor.steps[dimension])


def _walked(tensor: TensorMap, part: Im2col, coordinates: Sequence[int], index: Numbers) -> tuple[Numbers, Numbers]:
    """The bases of the filter after a number of steps, W first, and the images that they are in."""
    bases = []
    for dimension in range(tensor.first, tensor.first + tensor.rank - 2):
        coordinate, index = _walk(tensor, part, coordinates, dimension).at(index)
        bases.append(coordinate)
    return np.stack(bases, axis=1), coordinates[-1] + index


# --- interleaved tensors ---


def _interleaved(tensor: TensorMap, at: Numbers, destination: int) -> Places:
    """Every row is a slice."""
    element = tensors.elements()[tensor.element]
    unit = tensors.interleaves()[tensor.interleave].slice_bytes
    within = np.arange(unit // element.global_bytes, dtype=np.int64)[None, :] * element.global_bytes
    source = tensor.address + at @ np.array((unit, *tensor.strides), dtype=np.int64)
    along = np.arange(len(at), dtype=np.int64)[:, None] * pitch(tensor)
    inside = np.broadcast_to(_inside(at, tensor.sizes)[:, None], (len(at), within.size))
    return Places(inside, source[:, None] + within, destination + along + within)


# --- copies ---


def load_tile(memory: Bytes, shared: Bytes, tensor: TensorMap, access: Access, destination: int = 0) -> None:
    """Copy to shared memory, as `cp.async.bulk.tensor` does; `shared` begins at address 0 of shared memory."""
    element = tensors.elements()[tensor.element]
    if not (check(tensor, access).loads and element.loads):
        raise TensorError(f"no copy to shared memory has mode {access.mode} and type {element.name}")
    place = _places(tensor, access, destination)
    held = np.empty((*place.inside.shape, element.global_bytes), np.uint8)
    held[:] = _filling(tensor, element)
    _guard(memory, place.source[place.inside], element.global_bytes)
    held[place.inside] = memory[_each(place.source[place.inside], element.global_bytes)]
    if element.rounds:
        held = _rounded(held, place.inside, element)
    shared[swizzled(tensor.swizzle, _each(place.shared, element.global_bytes))] = held


def store_tile(memory: Bytes, shared: Bytes, tensor: TensorMap, access: Access, source: int = 0) -> None:
    """Copy to global memory; chunks outside the tensor are left out."""
    place, held = _held(memory, shared, tensor, access, source)
    memory[_each(place.source[place.inside], held.shape[-1])] = held[place.inside]


def reduce_tile(
    memory: Bytes, shared: Bytes, tensor: TensorMap, access: Access, operation: str, source: int = 0
) -> None:
    """Combine what global memory has with shared memory, as `cp.reduce.async.bulk.tensor` does."""
    if tensor.element not in REDUCTIONS.get(operation, ()):
        raise TensorError(f"there is no reduction {operation!r} of {tensor.element}")
    place, held = _held(memory, shared, tensor, access, source)
    at = _each(place.source[place.inside], held.shape[-1])
    word = f"u{held.shape[-1]}"
    old, new = memory[at].copy().view(word)[:, 0], np.ascontiguousarray(held[place.inside]).view(word)[:, 0]
    combined = _combined(operation, tensor.element, old, new)
    memory[at] = combined.astype(word).view(np.uint8).reshape(at.shape)


def _held(memory: Bytes, shared: Bytes, tensor: TensorMap, access: Access, source: int) -> tuple[Places, Bytes]:
    """The places of an access to global memory, and the containers as they stand there."""
    element = tensors.elements()[tensor.element]
    if not (check(tensor, access).stores and element.stores):
        raise TensorError(f"no copy to global memory has mode {access.mode} and type {element.name}")
    if any(access.information):
        raise TensorError("copies to global memory have no offsets")
    if isinstance(tensor.box, Im2col) and (min(tensor.box.lower) < 0 or max(tensor.box.upper) > 0):
        raise TensorError("on the way to global memory the box stays inside the tensor")
    if min(access.coordinates) < 0:
        raise TensorError("copies to global memory have no coordinates below 0")
    place = _places(tensor, access, source, chunks=True)
    _guard(memory, place.source[place.inside], element.global_bytes)
    held = shared[swizzled(tensor.swizzle, _each(place.shared, element.shared_bytes))]
    return place, _packed(held, element) if element.padded == "element" else held


def _each(start: Numbers, size: int) -> Numbers:
    """The addresses of all bytes of containers."""
    return start[..., None] + np.arange(size, dtype=np.int64)


def _guard(memory: Bytes, start: Numbers, size: int) -> None:
    if start.size and (start.min() < 0 or start.max() + size > len(memory)):
        raise TensorError(f"the tensor goes beyond the {len(memory)} bytes of memory")


def _filling(tensor: TensorMap, element: Element) -> Bytes:
    """A container outside the tensor."""
    fill = tensors.fills()[tensor.fill]
    pattern = fill.pattern.to_bytes(fill.bits // 8, "little")
    return np.frombuffer((pattern * element.global_bytes)[: element.global_bytes], np.uint8)


def _rounded(held: Bytes, inside: NDArray[np.bool_], element: Element) -> Bytes:
    """Loaded numbers in the type that copies round to, which has no bits below its fraction."""
    numbers = np.ascontiguousarray(held[inside]).view("u4")[:, 0]
    narrow = arithmetic.rounded("value", (numbers,), ("f32",), element.rounds, "rn", "")
    narrow = narrow & np.uint32(-1 << formats.known()[element.rounds].low & 0xFFFFFFFF)
    found: Bytes = held.copy()
    found[inside] = np.asarray(narrow, dtype="u4").view(np.uint8).reshape(-1, element.global_bytes)
    return found


def _packed(held: Bytes, element: Element) -> Bytes:
    """Containers without the padding above each element."""
    bits = np.unpackbits(held, axis=-1, bitorder="little")
    spaced = bits.reshape(*held.shape[:-1], element.elements, element.bits + element.padding)
    return np.packbits(spaced[..., : element.bits].reshape(*held.shape[:-1], -1), axis=-1, bitorder="little")


# --- reductions ---

_INTEGERS = ("u32", "s32", "u64", "s64")
_WORDS = ("u32", "s32", "u64")
REDUCTIONS: dict[str, tuple[str, ...]] = {
    "add": ("u32", "s32", "u64", "f32", "f32.ftz", "f16", "bf16"),
    "min": (*_INTEGERS, "f16", "bf16"),
    "max": (*_INTEGERS, "f16", "bf16"),
    "inc": ("u32",),
    "dec": ("u32",),
    "and": _WORDS,
    "or": _WORDS,
    "xor": _WORDS,
}
"""The element types of each reduction (section 9.7.9.25.5.3); an H100 traps on bitwise ones of ``s64``."""

Words = NDArray[Any]
_BITWISE: dict[str, Callable[[Words, Words], Words]] = {
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}
_EXTREMES: dict[str, tuple[Callable[[Words, Words], Words], Callable[[Words, Words, str], Words]]] = {
    "min": (np.minimum, floating_lanes.float_minimum),
    "max": (np.maximum, floating_lanes.float_maximum),
}


def _combined(operation: str, element: str, old: Words, new: Words) -> Words:
    """One reduction on patterns."""
    if operation in _BITWISE:
        return _BITWISE[operation](old, new)
    if operation == "inc":
        return np.where(old >= new, 0, old + 1)
    if operation == "dec":
        return np.where((old == 0) | (old > new), new, old - 1)
    form = element.removesuffix(".ftz")
    if operation == "add":
        return old + new if element in _INTEGERS else _sum(form, old, new)
    whole, floating = _EXTREMES[operation]
    if element not in _INTEGERS:
        return floating(old, new, form)
    kind = old.dtype.str.replace("u", "i") if element[0] == "s" else old.dtype.str
    return whole(old.view(kind), new.view(kind)).view(old.dtype)


def _sum(form: str, old: Words, new: Words) -> Words:
    """Single precision flushes subnormal operands and results (section 9.7.9.25.4.2)."""
    option = "flush" if form == "f32" else ""
    if option:
        old, new = floating_lanes.flush(old, form), floating_lanes.flush(new, form)
    return arithmetic.rounded("add", (old, new), (form, form), form, "rn", option)
