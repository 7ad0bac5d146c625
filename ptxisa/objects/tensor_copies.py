"""Copies of tensors between global and shared memory (PTX ISA, sections 5.5 and 9.7.9.25).

    tensor = TensorMap("f32", sizes=(64, 32), strides=(256,), box=(16, 8))
    places(tensor, TensorAccess((0, 0))).source        # address of every element in global memory
    load_tile(memory, shared, tensor, TensorAccess((0, 0)))

`places` returns the addresses of every element of an access on both sides. `load_tile`, `store_tile` and `reduce_tile`
move bytes between arrays that represent the two memories.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa import tensors
from ptxisa.numbers import arithmetic, floating_lanes, formats
from ptxisa.objects.tensor_maps import CHUNK, Im2col, TensorAccess, TensorError, TensorMap, check

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]

GROUPS, GROUP = 4, 32
"""Groups of ``.im2col::w::128``, and the pixels of a group without its halo."""


class CopyPlaces(NamedTuple):
    """Addresses of each container of elements, as arrays [row of shared memory, container].

    Attributes:
        inside: True for containers inside the tensor; others are filled, and their `source` means nothing.
        source: Address in global memory.
        shared: Address in shared memory.
    """

    inside: NDArray[np.bool_]
    source: Numbers
    shared: Numbers


# --- places ---


def places(tensor: TensorMap, access: TensorAccess, destination: int = 0) -> CopyPlaces:
    """Return the addresses of each element in global memory and, after swizzling, in shared memory."""
    place = _places(tensor, access, destination)
    return place._replace(shared=swizzled(tensor.swizzle, place.shared))


def points(tensor: TensorMap, access: TensorAccess) -> Numbers:
    """Return the coordinates of every row of the box, in the order of shared memory, as an array [row, dimension].

    Dimensions start with 1, or with 0 for interleaved tensors. Nothing is checked: some examples of the manual start
    where copies trap.
    """
    part, first = tensor.box, tensor.first
    if isinstance(part, Im2col):
        return _column(tensor, part, access)
    if tensors.modes()[access.mode].coordinates:
        return np.array(access.coordinates[1:], dtype=np.int64)[:, None]
    # An access covers one slice, whatever the box says about their dimension.
    box = part if tensor.interleave == "none" else (*part[:-2], 1, part[-1])
    axes = [
        start + step * np.arange(math.ceil(size / step), dtype=np.int64)
        for start, step, size in zip(access.coordinates[first:], tensor.steps[first:], box[first:], strict=True)
    ]
    # Reversed, since the first dimension varies fastest in shared memory, and the last one in arrays.
    grid = np.meshgrid(*reversed(axes), indexing="ij")
    count = math.prod(len(axis) for axis in axes)
    return np.stack([axis.ravel() for axis in reversed(grid)], axis=1) if axes else np.zeros((count, 0), np.int64)


def _places(tensor: TensorMap, access: TensorAccess, destination: int, *, chunks: bool = False) -> CopyPlaces:
    """Return addresses before swizzling, which may separate the bytes of a container.

    With `chunks`, containers are inside up to whole chunks of 16 bytes, as copies to global memory write them.
    """
    check(tensor, access)
    element = tensors.elements()[tensor.element]
    at = points(tensor, access)
    if tensor.interleave != "none":
        return _interleaved(tensor, at, destination)
    columns = access.coordinates[0] // element.elements + np.arange(tensor.width, dtype=np.int64)
    count = tensor.sizes[0] // element.elements
    multiple = CHUNK // element.global_bytes if chunks and CHUNK % element.global_bytes == 0 else 1
    across_tensor = _inside(columns[:, None], (-(-count // multiple) * multiple,))
    inside = _inside(at, tensor.sizes[1:])[:, None] & across_tensor[None, :]
    rows = tensor.address + at @ np.array(tensor.strides, dtype=np.int64).reshape(-1)
    source = rows[:, None] + columns[None, :] * element.global_bytes
    along = np.arange(len(at), dtype=np.int64)[:, None] * pitch(tensor)
    across = np.arange(len(columns), dtype=np.int64)[None, :] * element.shared_bytes
    return CopyPlaces(inside, source, destination + along + across)


def swizzled(swizzle: str, address: Numbers) -> Numbers:
    """Return addresses of shared memory after the exchange of address bits."""
    # Bits of `address`, not of `result`: all exchanges happen at once.
    result: Numbers = address.copy()
    for bit, by in tensors.swizzles()[swizzle].exchanges:
        result ^= (address >> by & 1) << bit
    return result


def pitch(tensor: TensorMap) -> int:
    """Return the bytes from one row of shared memory to the next; with a swizzle, a row takes its whole span."""
    if tensor.interleave != "none":
        return _row_bytes(tensor)
    return max(_row_bytes(tensor), tensors.swizzles()[tensor.swizzle].span)


def _row_bytes(tensor: TensorMap) -> int:
    """Return the bytes that a row of shared memory contains."""
    slice_bytes = tensors.interleaves()[tensor.interleave].slice_bytes
    return slice_bytes or tensor.width * tensors.elements()[tensor.element].shared_bytes


def rows(tensor: TensorMap, access: TensorAccess) -> int:
    """Return the number of rows of shared memory of an access."""
    check(tensor, access)
    return len(points(tensor, access))


def transferred(tensor: TensorMap, access: TensorAccess) -> int:
    """Return the bytes of shared memory that an access writes or reads, with elements outside the tensor."""
    return rows(tensor, access) * _row_bytes(tensor)


def _inside(at: Numbers, sizes: Sequence[int]) -> NDArray[np.bool_]:
    """Return True for the points, one in a row, that are inside a tensor of these sizes."""
    inside: NDArray[np.bool_] = np.all((at >= 0) & (at < np.array(sizes, dtype=np.int64)), axis=1)
    return inside


# --- images ---


class FilterWalk(NamedTuple):
    """Positions of the base of a filter in one dimension of the image."""

    start: int
    lower: int
    last: int
    step: int

    def at(self, index: Numbers) -> tuple[Numbers, Numbers]:
        """Return the coordinates after numbers of steps, and how often the walk returned to the lower corner."""
        first = max((self.last - self.start) // self.step, 0) + 1
        length = max((self.last - self.lower) // self.step, 0) + 1
        later = index - first
        coordinate = np.where(later < 0, self.start + self.step * index, self.lower + self.step * (later % length))
        return coordinate, np.where(later < 0, 0, later // length + 1)


def _column(tensor: TensorMap, part: Im2col, access: TensorAccess) -> Numbers:
    """Return the pixels of a column as an array [pixel, dimension]: from W on, the image last."""
    if access.mode == "im2col":
        offsets = np.array(access.information or (0,) * (tensor.rank - 2), dtype=np.int64)
        # The filter walks through the bases, W first, and then through the images.
        index: Numbers = np.arange(part.pixels, dtype=np.int64)
        coordinates = []
        for dimension in range(tensor.first, tensor.first + tensor.rank - 2):
            coordinate, index = _walk(tensor, part, access.coordinates, dimension).at(index)
            coordinates.append(coordinate)
        bases, images = np.stack(coordinates, axis=1), access.coordinates[-1] + index
        slices = [] if tensor.interleave == "none" else [np.full(part.pixels, access.coordinates[-2], dtype=np.int64)]
        return np.stack([*(bases + offsets).T, *slices, images], axis=1)
    halo, offset = access.information or (0, 0)
    count = part.pixels if access.mode == "im2col-w" else GROUP * GROUPS
    group = count if access.mode == "im2col-w" else GROUP
    # Halo pixels continue in W after the last pixel of their group.
    behind = np.minimum(np.arange(group + halo), group - 1)
    steps = (np.arange(0, count, group)[:, None] + behind[None, :]).ravel()
    further = np.tile(np.arange(group + halo) - behind, count // group)
    walk = _walk(tensor, part, access.coordinates, 1, offset)
    across, images = walk.at(steps)
    still = [np.full(len(steps), coordinate, dtype=np.int64) for coordinate in access.coordinates[2:-1]]
    return np.stack([across + walk.step * further, *still, access.coordinates[-1] + images], axis=1)


def _walk(tensor: TensorMap, part: Im2col, coordinates: Sequence[int], dimension: int, offset: int = 0) -> FilterWalk:
    """Return the walk in one dimension; upper corners count from the last element of the tensor."""
    lower, upper = part.lower[dimension - tensor.first], part.upper[dimension - tensor.first]
    last = tensor.sizes[dimension] - 1 + upper
    return FilterWalk(coordinates[dimension] + offset, lower + offset, last + offset, tensor.steps[dimension])


# --- interleaved tensors ---


def _interleaved(tensor: TensorMap, at: Numbers, destination: int) -> CopyPlaces:
    """Return the addresses of an interleaved tensor, where every row is a slice of channels."""
    element = tensors.elements()[tensor.element]
    unit = tensors.interleaves()[tensor.interleave].slice_bytes
    within = np.arange(unit // element.global_bytes, dtype=np.int64)[None, :] * element.global_bytes
    source = tensor.address + at @ np.array((unit, *tensor.strides), dtype=np.int64)
    along = np.arange(len(at), dtype=np.int64)[:, None] * pitch(tensor)
    inside = np.broadcast_to(_inside(at, tensor.sizes)[:, None], (len(at), within.size))
    return CopyPlaces(inside, source[:, None] + within, destination + along + within)


# --- copies ---


def load_tile(memory: Bytes, shared: Bytes, tensor: TensorMap, access: TensorAccess, destination: int = 0) -> None:
    """Copy to shared memory, as `cp.async.bulk.tensor` does.

    Args:
        memory: Bytes of global memory; address 0 is the first byte.
        shared: Bytes of shared memory, which are written.
        tensor: The tensor map.
        access: Coordinates, mode and further operands.
        destination: Address in shared memory.

    Raises:
        TensorError: The tensor map or the access exceeds a limit, or the tensor exceeds memory.
    """
    element = tensors.elements()[tensor.element]
    if not (check(tensor, access).loads and element.loads):
        raise TensorError(f"no copy to shared memory has mode {access.mode} and type {element.name}")
    place = _places(tensor, access, destination)
    containers = np.empty((*place.inside.shape, element.global_bytes), np.uint8)
    # Containers outside the tensor have the bytes of its fill.
    fill = tensors.fills()[tensor.fill]
    pattern = fill.pattern.to_bytes(fill.bits // 8, "little") * element.global_bytes
    containers[:] = np.frombuffer(pattern[: element.global_bytes], np.uint8)
    _guard(memory, place.source[place.inside], element.global_bytes)
    containers[place.inside] = memory[_each(place.source[place.inside], element.global_bytes)]
    if element.rounds:
        # Round numbers to the type of the copy, such as tf32, whose low bits are 0.
        numbers = np.ascontiguousarray(containers[place.inside]).view("u4")[:, 0]
        narrow = arithmetic.rounded("value", (numbers,), ("f32",), element.rounds, "rn", "")
        narrow = narrow & np.uint32(-1 << formats.known()[element.rounds].low & 0xFFFFFFFF)
        containers[place.inside] = np.asarray(narrow, dtype="u4").view(np.uint8).reshape(-1, element.global_bytes)
    shared[swizzled(tensor.swizzle, _each(place.shared, element.global_bytes))] = containers


def store_tile(memory: Bytes, shared: Bytes, tensor: TensorMap, access: TensorAccess, source: int = 0) -> None:
    """Copy to global memory; chunks of 16 bytes outside the tensor are not written."""
    place, containers = _stored_containers(memory, shared, tensor, access, source)
    memory[_each(place.source[place.inside], containers.shape[-1])] = containers[place.inside]


def reduce_tile(
    memory: Bytes, shared: Bytes, tensor: TensorMap, access: TensorAccess, operation: str, source: int = 0
) -> None:
    """Combine global memory with shared memory, as `cp.reduce.async.bulk.tensor` does."""
    if tensor.element not in REDUCTIONS.get(operation, ()):
        raise TensorError(f"there is no reduction {operation!r} of {tensor.element}")
    place, containers = _stored_containers(memory, shared, tensor, access, source)
    at = _each(place.source[place.inside], containers.shape[-1])
    # Each container of the types of `REDUCTIONS` is one element.
    word = f"u{containers.shape[-1]}"
    old, new = memory[at].copy().view(word)[:, 0], np.ascontiguousarray(containers[place.inside]).view(word)[:, 0]
    combined = _combined(operation, tensor.element, old, new)
    memory[at] = combined.astype(word).view(np.uint8).reshape(at.shape)


def _stored_containers(
    memory: Bytes, shared: Bytes, tensor: TensorMap, access: TensorAccess, source: int
) -> tuple[CopyPlaces, Bytes]:
    """Return the addresses of an access to global memory, and the containers as they are stored there."""
    element = tensors.elements()[tensor.element]
    if not (check(tensor, access).stores and element.stores):
        raise TensorError(f"no copy to global memory has mode {access.mode} and type {element.name}")
    if any(access.information):
        raise TensorError("copies to global memory have no offsets")
    if isinstance(tensor.box, Im2col) and (min(tensor.box.lower) < 0 or max(tensor.box.upper) > 0):
        raise TensorError("for copies to global memory the box must be inside the tensor")
    if min(access.coordinates) < 0:
        raise TensorError("copies to global memory have no coordinates below 0")
    place = _places(tensor, access, source, chunks=True)
    _guard(memory, place.source[place.inside], element.global_bytes)
    containers = shared[swizzled(tensor.swizzle, _each(place.shared, element.shared_bytes))]
    if element.padded != "element":
        return place, containers
    # Remove the padding above each element of a container.
    bits = np.unpackbits(containers, axis=-1, bitorder="little")
    spaced = bits.reshape(*containers.shape[:-1], element.elements, element.bits + element.padding)
    return place, np.packbits(
        spaced[..., : element.bits].reshape(*containers.shape[:-1], -1), axis=-1, bitorder="little"
    )


def _each(start: Numbers, size: int) -> Numbers:
    """Return the addresses of all bytes of containers."""
    return start[..., None] + np.arange(size, dtype=np.int64)


def _guard(memory: Bytes, start: Numbers, size: int) -> None:
    if start.size and (start.min() < 0 or start.max() + size > len(memory)):
        raise TensorError(f"the tensor exceeds the {len(memory)} bytes of memory")


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
"""Element types of each reduction (section 9.7.9.25.5.3); an H100 traps on bitwise ones of ``s64``."""

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
    """Return the results of a reduction on bit patterns."""
    if operation in _BITWISE:
        return _BITWISE[operation](old, new)
    # `new` is the bound at which the counters wrap around, as for `atom.inc` and `atom.dec`.
    if operation == "inc":
        return np.where(old >= new, 0, old + 1)
    if operation == "dec":
        return np.where((old == 0) | (old > new), new, old - 1)
    form = element.removesuffix(".ftz")
    if operation == "add" and element in _INTEGERS:
        return old + new
    if operation == "add":
        option = "flush" if element == "f32.ftz" else ""
        if option:
            old, new = floating_lanes.flush(old, form), floating_lanes.flush(new, form)
        return arithmetic.rounded("add", (old, new), (form, form), form, "rn", option)
    whole, floating = _EXTREMES[operation]
    if element not in _INTEGERS:
        return floating(old, new, form)
    kind = old.dtype.str.replace("u", "i") if element[0] == "s" else old.dtype.str
    return whole(old.view(kind), new.view(kind)).view(old.dtype)
