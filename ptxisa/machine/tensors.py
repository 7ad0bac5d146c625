"""Tensor maps as arguments of kernels, and the copies of tensors between global and shared memory.

    run = ptxisa.launch(text, "k", 1, 128, [ptxisa.TensorMap(array, format="f16", box=(64, 64), swizzle="128b"), …])

A tensor map in memory has the bits that an H100 uses (`ptxisa.objects.tensor_maps`), so that kernels may copy
it and change it with `tensormap.replace`. The part of an image that a copy covers is in bits that these fields leave
zero; where an H100 has it is not documented.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ptxisa.isa import tensors
from ptxisa.isa.diagnostics import PtxError, error
from ptxisa.machine.address import ALLOCATED, GLOBAL_BASE
from ptxisa.machine.copies import Asynchronous, BulkCopy, destinations, guarded, number, place_of, signals
from ptxisa.machine.lanes import Lanes
from ptxisa.machine.operation import Context, Operation, Unmodeled
from ptxisa.objects import tensor_copies
from ptxisa.objects.tensor_maps import BYTES, Im2col, TensorAccess, TensorError, problems, replaced, value_of
from ptxisa.objects.tensor_maps import TensorMap as Layout

MAP_ALIGNMENT, SHARED_ALIGNMENT = 64, 128
"""Alignment of a tensor map, and of the bytes of shared memory that a tensor copy writes or reads (section 5.5.6)."""
_SPELLINGS = {
    "float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64", "tfloat32": "tf32", "uint8": "u8",
    "uint16": "u16", "uint32": "u32", "uint64": "u64", "int32": "s32", "int64": "s64",
}  # fmt: skip
_FILLS = {"nan": "oob-nan", "oob_nan": "oob-nan", "none": "zero"}
_DTYPES = {"float16": "f16", "float32": "f32", "float64": "f64", "int32": "s32", "int64": "s64"}


class MapArgument(NamedTuple):
    """An array with its tensor map, as an argument of a kernel; `TensorMap` makes one."""

    array: Any
    layout: Layout

    def encoded(self, address: int) -> bytes:
        """Return the 128 bytes of the map of a tensor at an address."""
        layout = self.layout
        fields: list[tuple[str, int, int]] = [
            ("global_address", address, 0),
            ("rank", layout.rank - 1, 0),
            ("elemtype", tensors.elements()[layout.element].field, 0),
            ("interleave_layout", tensors.interleaves()[layout.interleave].field, 0),
            ("swizzle_mode", tensors.swizzles()[layout.swizzle].fields[0], 0),
            ("fill_mode", tensors.fills()[layout.fill].field, 0),
        ]
        fields += [("global_stride", stride, at) for at, stride in enumerate(layout.strides)]
        fields += [("global_dim", size, at) for at, size in enumerate(layout.sizes)]
        fields += [("element_stride", step, at) for at, step in enumerate(layout.steps)]
        box = layout.box
        fields += [("box_dim", size, at) for at, size in enumerate(() if isinstance(box, Im2col) else box)]
        words = bytes(BYTES)
        for field, value, at in fields:
            words = replaced(words, field, value, at)
        if not isinstance(box, Im2col):
            return words
        # The second half of the map of an image: number of corners, channels, pixels, and corners.
        numbers = np.zeros(32, np.int16)
        numbers[:3] = len(box.lower), box.channels, box.pixels
        numbers[4 : 4 + len(box.lower)], numbers[8 : 8 + len(box.upper)] = box.lower, box.upper
        return words[:_IMAGE] + numbers.tobytes()


def TensorMap(
    array: Any,
    format: str = "",
    dims: Sequence[int] = (),
    strides: Sequence[int] = (),
    box: Sequence[int] = (),
    element_strides: Sequence[int] = (),
    interleave: str = "none",
    swizzle: str = "none",
    fill: str = "zero",
    *,
    lower: Sequence[int] = (),
    upper: Sequence[int] = (),
    channels: int = 0,
    pixels: int = 0,
) -> MapArgument:
    """Return a tensor map of an array as an argument of `ptxisa.launch`.

    With a box it is that of `cuTensorMapEncodeTiled`, with channels and pixels that of `cuTensorMapEncodeIm2col`.

    Args:
        array: Array in global memory, which the kernel reads and writes in place.
        format: Type of the elements, such as "f16"; by default that of the array.
        dims: Elements in each dimension, the innermost first; by default those of the array.
        strides: Bytes between neighbors in each dimension but the innermost; by default without gaps.
        box: Elements of a copy in each dimension, the innermost first.
        element_strides: Traversal strides; 1 by default.
        interleave: "none", "16b" or "32b".
        swizzle: "none", "32b", "64b" or "128b".
        fill: "zero" or "nan".
        lower: Lower corner of the box of an image: offsets in W, H and D, or in W alone.
        upper: Upper corner likewise, relative to the last pixel.
        channels: Channels of each pixel of a copy of an image.
        pixels: Pixels of a copy of an image.

    Raises:
        PtxError: The map exceeds a limit (code ``launch``).
    """
    kind = str(getattr(array, "dtype", "")).removeprefix("torch.")
    element = _SPELLINGS.get(str(format).lower(), str(format)) or _DTYPES.get(kind) or _SPELLINGS.get(kind, kind)
    sizes = tuple(int(size) for size in dims) or tuple(reversed(getattr(array, "shape", ())))
    record = tensors.elements().get(element)
    if not strides and record is not None:
        step = record.bits * sizes[0] // 8 if sizes else 0
        packed = []
        for size in sizes[1:]:
            packed.append(step)
            step *= size
        strides = packed
    layout = Layout(
        element,
        sizes,
        tuple(int(stride) for stride in strides),
        Im2col(tuple(map(int, lower)), tuple(map(int, upper)), int(channels), int(pixels))
        if channels or pixels
        else tuple(int(size) for size in box),
        tuple(int(stride) for stride in element_strides),
        str(interleave).lower(),
        str(swizzle).lower(),
        _FILLS.get(str(fill).lower(), str(fill).lower()),
    )
    wrong = problems(layout)
    if wrong:
        raise PtxError([error("launch", f"tensor map: {wrong[0]}")])
    return MapArgument(array, layout)


_IMAGE = 64
"""First byte of a tensor map that has the part of an image."""


def decoded(words: bytes) -> Layout:
    """Return the layout of a tensor map in memory.

    Raises:
        TensorError: The bits are those of no legal map.
    """
    rank = value_of(words, "rank") + 1
    element = _named(tensors.elements(), value_of(words, "elemtype"))
    image: list[int] = np.frombuffer(words[_IMAGE:], np.int16).tolist()
    layout = Layout(
        element,
        tuple(value_of(words, "global_dim", at) for at in range(min(rank, 5))),
        tuple(value_of(words, "global_stride", at) for at in range(min(rank, 5) - 1)),
        Im2col(tuple(image[4 : 4 + image[0]]), tuple(image[8 : 8 + image[0]]), image[1], image[2])
        if 0 < image[0] <= 3
        else tuple(value_of(words, "box_dim", at) for at in range(min(rank, 5))),
        tuple(value_of(words, "element_stride", at) for at in range(min(rank, 5))),
        _named(tensors.interleaves(), value_of(words, "interleave_layout")),
        next(
            (
                name
                for name, swizzle in tensors.swizzles().items()
                if swizzle.fields == (value_of(words, "swizzle_mode"), 0)
            ),
            "",
        ),
        _named(tensors.fills(), value_of(words, "fill_mode")),
        value_of(words, "global_address"),
    )
    wrong = problems(layout)
    if wrong:
        raise TensorError(wrong[0])
    return layout


def _named(records: Mapping[str, Any], field: int) -> str:
    return next((name for name, record in records.items() if record.field == field), "")


# --- operations ---


_MODES = {
    "tile::gather4": "tile-gather4",
    "tile::scatter4": "tile-scatter4",
    "im2col": "im2col",
    "im2col_no_offs": "im2col",
    "im2col::w": "im2col-w",
    "im2col_no_offs::w": "im2col-w",
    "im2col::w::128": "im2col-w-128",
}
"""Mode of a copy by its modifier."""


class TensorCopy(Asynchronous):
    """`cp.async.bulk.tensor` and `cp.reduce.async.bulk.tensor`."""

    __slots__ = ("mode", "reduces", "stores")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        words = context.node.opcode.modifiers
        self.reduces = context.modifier("op") if words[0] == "reduce" else None
        self.stores = "bulk_group" in words
        self.mode = next((_MODES[word] for word in words if word in _MODES), "tile")

    def run(self, lanes: Lanes) -> Any:
        """Note one copy for each thread."""
        for lane in guarded(lanes, self)[1].tolist():
            try:
                self._start(lanes, lane)
            except TensorError as problem:
                lanes.machine.fault("tensor-map", f"tensor copy: {problem}", int(lanes.slots[lane]))

    def _start(self, lanes: Lanes, lane: int) -> None:
        machine, memory, operands = lanes.machine, lanes.flat, self.operands
        slot = int(lanes.slots[lane])
        place = place_of(lanes, operands["tensor_map"], lane, BYTES, 0, written=None, alignment=MAP_ALIGNMENT)
        layout = self._overridden(lanes, lane, decoded(memory.bytes[place : place + BYTES].tobytes()))
        coordinates = tuple(
            coordinate - (1 << 32) if coordinate >> 31 else coordinate
            for coordinate in self._numbers(lanes, "coordinates", lane)
        )
        information = self._numbers(lanes, "offsets", lane) or self._numbers(lanes, "halo", lane)
        access = TensorAccess(coordinates, self.mode, tuple(information))
        layout = layout._replace(address=layout.address - GLOBAL_BASE)
        shared_bytes = tensors.elements()[layout.element].shared_bytes
        global_bytes = tensors.elements()[layout.element].global_bytes
        whole = memory.bytes[memory.global_start : memory.global_start + memory.layout.global_size]
        row = memory.layout.shared_row
        near = operands["src" if self.stores else "dst"]
        mask = operands.get("cta_mask")
        copies = destinations(lanes, near, mask, lane)
        bases = [
            place_of(lanes, target, lane, 16, at, written=None, alignment=SHARED_ALIGNMENT) for target, at in copies
        ]
        offset = (bases[0] - memory.shared_start) % row
        rows = [base - offset for base in bases]
        places = tensor_copies.places(layout, access, offset)
        far = list(_runs(places.source[places.inside] + memory.global_start, global_bytes))
        local = list(_runs(places.shared.ravel(), shared_bytes))
        self._check_tensor(lanes, far, slot)
        if self.stores:
            source = rows[0]

            def take() -> Any:
                return memory.bytes[source : source + row].copy()

            def give(data: Any) -> None:
                if self.reduces:
                    tensor_copies.reduce_tile(whole, data, layout, access, self.reduces, offset)
                else:
                    tensor_copies.store_tile(whole, data, layout, access, offset)

            copy = BulkCopy(self, slot, take, give)
            copy.sources = [(source + start, size) for start, size in local]
            copy.targets = [] if self.reduces else far
        else:

            def take() -> Any:
                return _tile(whole, layout, access, offset, row)

            def give(data: Any) -> None:
                written, tile = data
                for start in rows:
                    memory.bytes[start + written] = tile

            copy = BulkCopy(self, slot, take, give)
            copy.targets = [(start + first, size) for start in rows for first, size in local]
            copy.sources = far
            copy.mbarriers = signals(lanes, operands["mbar"], mask, lane, tensor_copies.transferred(layout, access))
        for start, size in copy.sources if self.stores else copy.targets:
            if not (memory.flags[start : start + size] & ALLOCATED).all():
                message = f"the copy needs {size} bytes of memory at its {'source' if self.stores else 'destination'}"
                hint = "compare the box of the tensor map with the variable"
                machine.fault("out-of-bounds", message, slot, hint)
        machine.events.start_bulk(copy)

    def _numbers(self, lanes: Lanes, name: str, lane: int) -> list[int]:
        """Return the elements of an operand; none if the instruction does not have it."""
        reads = self.operands.get(name, [])
        return [number(lanes, read, lane) for read in (reads if isinstance(reads, list) else [reads])]

    def _overridden(self, lanes: Lanes, lane: int, layout: Layout) -> Layout:
        """Return a layout with the address, sizes and strides that the instruction gives."""
        for address in self._numbers(lanes, "global_address", lane):
            layout = layout._replace(address=address)
        if sizes := self._numbers(lanes, "sizes", lane):
            layout = layout._replace(sizes=tuple(size & 0xFF for size in sizes))
        lower = self._numbers(lanes, "lower_strides", lane)
        for upper in self._numbers(lanes, "upper_strides", lane):
            strides = [(low | (upper >> 4 * at & 0xF) << 32) * 16 for at, low in enumerate(lower)]
            layout = layout._replace(strides=tuple(strides))
        return layout

    def _check_tensor(self, lanes: Lanes, runs: Sequence[tuple[int, int]], slot: int) -> None:
        """Report elements that are not in allocated memory."""
        flags = lanes.flat.flags
        for start, size in runs:
            if start < 0 or start + size > len(flags) or not (flags[start : start + size] & ALLOCATED).all():
                message = (
                    f"the tensor of the map has {size} bytes at {start - lanes.flat.global_start + GLOBAL_BASE:#x} "
                )
                hint = "compare sizes and strides of the tensor map with the array"
                lanes.machine.fault("out-of-bounds", message, slot, hint)
                raise TensorError("the tensor exceeds its memory")


def _tile(memory: Any, layout: Layout, access: TensorAccess, offset: int, row: int) -> tuple[Any, Any]:
    """Return the offsets in shared memory that a copy writes, and the bytes."""
    images = [np.full(row, value, np.uint8) for value in (0, 255)]
    for image in images:
        tensor_copies.load_tile(memory, image, layout, access, offset)
    written = np.flatnonzero(images[0] == images[1])
    return written, images[0][written]


def _runs(starts: Any, size: int) -> Iterator[tuple[int, int]]:
    """Yield the consecutive ranges of containers of some bytes: first byte, and number of bytes."""
    if not len(starts):
        return
    ordered = np.unique(starts)
    breaks = np.flatnonzero(np.diff(ordered) > size) + 1
    for part in np.split(ordered, breaks):
        yield int(part[0]), int(part[-1] - part[0]) + size


class ReplaceField(Asynchronous):
    """`tensormap.replace`: change a field of a tensor map."""

    __slots__ = ("field",)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.field = context.modifier("field") or context.statement.form.id.split(".")[2]

    def run(self, lanes: Lanes) -> Any:
        """Change the map of each thread."""
        memory = lanes.flat
        for lane in guarded(lanes, self)[1].tolist():
            place = place_of(lanes, self.operands["addr"], lane, BYTES, 0, written=True, alignment=MAP_ALIGNMENT)
            value = number(lanes, self.operands["new_val"], lane)
            at = number(lanes, self.operands["ord"], lane) if "ord" in self.operands else 0
            try:
                words = replaced(memory.bytes[place : place + BYTES].tobytes(), self.field, value, at)
            except ValueError as problem:
                lanes.machine.fault("tensor-map", str(problem), int(lanes.slots[lane]))
                continue
            memory.bytes[place : place + BYTES] = np.frombuffer(words, np.uint8)


class CopyMap(Asynchronous):
    """`tensormap.cp_fenceproxy`: copy a tensor map from shared to global memory."""

    __slots__ = ()

    def run(self, lanes: Lanes) -> Any:
        """Copy the map once for each warp."""
        slots, chosen = guarded(lanes, self)
        memory = lanes.flat
        for lane in chosen[np.unique(slots // 32, return_index=True)[1]].tolist():
            source = place_of(lanes, self.operands["src"], lane, BYTES, 0, written=None, alignment=MAP_ALIGNMENT)
            target = place_of(lanes, self.operands["dst"], lane, BYTES, 0, written=None, alignment=MAP_ALIGNMENT)
            memory.bytes[target : target + BYTES] = memory.bytes[source : source + BYTES]


def _copy(context: Context) -> Operation | None:
    words = context.node.opcode.modifiers
    reason = ""
    if any(word.startswith("mbarrier::report") and not word.endswith("disabled") for word in words):
        reason = "no document describes reports of the validity of bytes"
    elif "cta_group::2" in words and any(word.startswith("multicast") for word in words):
        reason = "which CTAs of pairs a multicast signals is not covered yet"
    if reason:
        return Unmodeled(context.pc, context.procedure, context.node, reason)
    return TensorCopy(context)


CONSTRUCTORS: Mapping[str, Callable[[Context], Operation | None]] = {
    "cp.async.bulk.tensor": _copy,
    "cp.reduce.async.bulk.tensor": _copy,
    "tensormap.replace": ReplaceField,
    "tensormap.replace.global_address.alloc": lambda context: Unmodeled(
        context.pc, context.procedure, context.node, "no document describes the allocation of large tensor maps"
    ),
    "tensormap.cp_fenceproxy": CopyMap,
}
"""Constructors by the id of a form or a prefix of it."""
