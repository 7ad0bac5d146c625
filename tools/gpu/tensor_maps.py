"""Compare tensor copies with the GPU of this machine: random tensor maps, made by the driver, and results of copies.

A group of cases is one kind of copy:

    tile, im2col                          to shared memory
    tile-interleaved, im2col-interleaved  to shared memory, channels in slices
    tile-gather4, im2col-w, im2col-w-128  to shared memory, on GPUs that have them
    tile-store, im2col-store              to global memory
    interleaved-store                     to global memory, channels in slices
    tile-scatter4                         to global memory, on GPUs that have it
    reduce                                to global memory, combined with what is there
    limits                                no copy: whether the driver makes tensor maps at the limits and beyond

    python -m tools.gpu.tensor_maps FOLDER [GROUP…] [--maps N]

runs on the GPU of this machine and writes one JSON file for each group, with the differences.
"""

from __future__ import annotations

import argparse
import ctypes
import functools
import json
import math
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ptxisa.isa import tensors
from ptxisa.objects.tensor_copies import (
    REDUCTIONS,
    Bytes,
    load_tile,
    pitch,
    places,
    reduce_tile,
    rows,
    store_tile,
    transferred,
)
from ptxisa.objects.tensor_maps import Im2col, TensorAccess, TensorMap, problems
from ptxisa.oracle.gpu.driver import TENSOR_MAP_BYTES, DeviceMemory, GpuContext, GpuError, Trapped
from ptxisa.oracle.gpu.kernels import HEADER
from tools.gpu.apart import apart

BOX = 40 << 10
"""Bytes of shared memory that a case has."""
REGION = 1 << 18
"""Bytes of global memory that a case has."""
WHOLE = 1 << 23
"""Bytes of global memory around, so that a wrong load reads known bytes and does not trap."""
NUMBERS = 16
"""Numbers that a kernel reads for each case: five coordinates, three further operands, the place, the bytes."""
UNTOUCHED = 0xEE
VERSION = "8.6"
LONGEST = 8
"""Cases that are written in full for each group."""


class Case(NamedTuple):
    """Tensor copy; `place` is its address in shared memory, `operation` the operation of a reduction."""

    tensor: TensorMap
    access: TensorAccess
    place: int = 0
    operation: str = ""


class Group(NamedTuple):
    """Kind of copies: a function that makes cases, and the mode as instructions write it."""

    case: Callable[[random.Random], Case]
    mode: str
    stores: bool = False
    accelerated: bool = False


# --- the driver's tensor maps ---

_DATA_TYPES = (
    *("u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f64", "bf16", "f32.ftz", "tf32", "tf32.ftz"),
    *("b4x16", "b4x16_p64", "b6x16_p32"),
)
DATA_TYPES = {**{name: number for number, name in enumerate(_DATA_TYPES)}, "b6p2x16": 15}
"""Numbers of element types in the driver's interface, which are not those of the field of a tensor map."""
SWIZZLES = ("none", "32b", "64b", "128b", "128b-atom-32b", "128b-atom-32b-flip-8b", "128b-atom-64b")


def encoded(context: GpuContext, tensor: TensorMap, base: int, wide: int | None = None) -> bytes:
    """Return the tensor map of a tensor at an address of the GPU; `wide` is 0 for im2col::w, 1 for im2col::w::128."""
    start = (
        ctypes.c_int(DATA_TYPES[tensor.element]),
        ctypes.c_uint32(tensor.rank),
        ctypes.c_void_p(base + tensor.address),
        _array(ctypes.c_uint64, tensor.sizes),
        _array(ctypes.c_uint64, tensor.strides),
    )
    steps = _array(ctypes.c_uint32, tensor.steps)
    interleave = ctypes.c_int(tensors.interleaves()[tensor.interleave].field)
    swizzle = ctypes.c_int(SWIZZLES.index(tensor.swizzle))
    end = (ctypes.c_int(0), ctypes.c_int(tensors.fills()[tensor.fill].field))
    part = tensor.box
    if not isinstance(part, Im2col):
        box = _array(ctypes.c_uint32, part)
        return context.tensor_map("cuTensorMapEncodeTiled", *start, box, steps, interleave, swizzle, *end)
    counts = (ctypes.c_uint32(part.channels), ctypes.c_uint32(part.pixels), steps, interleave)
    if wide is not None:
        row = (ctypes.c_int(part.lower[0]), ctypes.c_int(part.upper[0]))
        mode = ctypes.c_int(wide)
        return context.tensor_map("cuTensorMapEncodeIm2colWide", *start, *row, *counts, mode, swizzle, *end)
    corners = (_array(ctypes.c_int, part.lower), _array(ctypes.c_int, part.upper))
    return context.tensor_map("cuTensorMapEncodeIm2col", *start, *corners, *counts, swizzle, *end)


def _array(kind: Any, values: Sequence[int]) -> Any:
    return (kind * max(len(values), 1))(*values)


# --- kernels ---

# A wait ends after 20,000 polls of 200 ns: a copy of the wrong number of bytes never completes its mbarrier.
_START = """.reg .pred %past, %others, %done; .reg .b32 %t, %b, %at, %to, %box, %bar, %word, %count, %bytes;
    .reg .b32 %c0, %c1, %c2, %c3, %c4; .reg .b16 %i0, %i1, %i2; .reg .b64 %map, %numbers, %base, %from, %o;
    .shared .align 1024 .b8 box[{box}]; .shared .align 8 .b64 bar;
    mov.u32 %t, %tid.x; mov.u32 %b, %ctaid.x; mov.u32 %box, box; mov.u32 %bar, bar;
    ld.param.u64 %map, [maps]; mul.wide.u32 %o, %b, 128; add.u64 %map, %map, %o;
    ld.param.u64 %numbers, [numbers]; mul.wide.u32 %o, %b, 64; add.u64 %numbers, %numbers, %o;
    ld.global.s32 %c0, [%numbers]; ld.global.s32 %c1, [%numbers + 4]; ld.global.s32 %c2, [%numbers + 8];
    ld.global.s32 %c3, [%numbers + 12]; ld.global.s32 %c4, [%numbers + 16];
    ld.global.u16 %i0, [%numbers + 20]; ld.global.u16 %i1, [%numbers + 24]; ld.global.u16 %i2, [%numbers + 28];
    ld.global.u32 %at, [%numbers + 32]; add.u32 %at, %at, %box; ld.global.u32 %bytes, [%numbers + 36];
    setp.ne.u32 %others, %t, 0;"""
_EACH_WORD = """mul.lo.u32 %count, %t, 4;
{label}:
    {work}
    add.u32 %count, %count, 512; setp.lt.u32 %past, %count, {box}; @%past bra {label};"""
_ACQUIRE = "fence.proxy.tensormap::generic.acquire.gpu [%map], 128;"

_LOAD = """.visible .entry {name}(.param .u64 maps, .param .u64 numbers, .param .u64 out)
{{
    {start}
    {clear}
    fence.proxy.async; bar.sync 0;
    @%others bra WAITED;
    mbarrier.init.shared.b64 [%bar], 1; fence.proxy.async; {acquire}
    mbarrier.arrive.expect_tx.shared.b64 _, [%bar], %bytes;
    {copy}
    mov.u32 %count, 0;
WAIT:
    mbarrier.test_wait.parity.shared.b64 %done, [%bar], 0; @%done bra WAITED;
    nanosleep.u32 200; add.u32 %count, %count, 1; setp.lt.u32 %past, %count, 20000; @%past bra WAIT;
WAITED:
    selp.u32 %word, 1, 0, %done;
    ld.param.u64 %base, [out]; mul.wide.u32 %o, %b, {room}; add.u64 %base, %base, %o;
    @%others bra TOLD;
    st.global.u32 [%base + {box}], %word; st.global.u32 [%base + {second}], %box;
TOLD:
    bar.sync 0;
    {write}
    ret;
}}
"""
_STORE = """.visible .entry {name}(.param .u64 maps, .param .u64 numbers, .param .u64 data)
{{
    {start}
    ld.param.u64 %base, [data];
    {read}
    fence.proxy.async; bar.sync 0;
    @%others bra STORED;
    {acquire}
    {copy}
    cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;
STORED:
    ret;
}}
"""
ROOM = BOX + 16
"""Bytes that a load writes for each case: shared memory, 1 if the copy completed, the address of shared memory."""


def kernel(name: str, rank: int, mode: str, *, stores: bool, operation: str = "") -> str:
    """Return a kernel that runs a case in each block."""
    copy = _copy(rank, mode, stores, operation)
    words = {
        "clear": f"add.u32 %word, %box, %count; st.shared.u32 [%word], {UNTOUCHED * 0x1010101};",
        "write": "add.u32 %word, %box, %count; ld.shared.u32 %word, [%word]; cvt.u64.u32 %o, %count; "
        "add.u64 %from, %base, %o; st.global.u32 [%from], %word;",
        "read": "cvt.u64.u32 %o, %count; add.u64 %from, %base, %o; ld.global.u32 %word, [%from]; "
        "add.u32 %to, %box, %count; st.shared.u32 [%to], %word;",
    }
    loops = {label: _EACH_WORD.format(label=label.upper(), work=work, box=BOX) for label, work in words.items()}
    frame = _STORE if stores else _LOAD
    start = _START.format(box=BOX)
    return frame.format(
        name=name, start=start, copy=copy, acquire=_ACQUIRE, box=BOX, second=BOX + 4, room=ROOM, **loops
    )


def _copy(rank: int, mode: str, stores: bool, operation: str) -> str:
    count = 5 if mode in ("tile::gather4", "tile::scatter4") else rank
    where = f"[%map, {{{', '.join(f'%c{index}' for index in range(count))}}}]"
    if stores:
        what = f"cp.reduce.async.bulk.tensor.{rank}d" if operation else f"cp.async.bulk.tensor.{rank}d"
        reduction = f".{operation}" if operation else ""
        return f"{what}.global.shared::cta{reduction}.{mode}.bulk_group {where}, [%at];"
    further = {"im2col": rank - 2, "im2col::w": 2, "im2col::w::128": 2}.get(mode, 0)
    operands = f", {{{', '.join(f'%i{index}' for index in range(further))}}}" if further else ""
    opcode = f"cp.async.bulk.tensor.{rank}d.shared::cluster.global.{mode}.mbarrier::complete_tx::bytes"
    return f"{opcode} [%at], {where}, [%bar]{operands};"


# --- cases ---


def _power(chance: random.Random, most: int) -> int:
    """Return a number from 1 to `most`, small ones more often."""
    return max(1, min(most, int(2 ** (chance.random() * math.log2(most + 1)))))


def _strides(chance: random.Random, first: int, sizes: Sequence[int], unit: int) -> tuple[int, ...]:
    """Return strides with some padding, each a multiple of the unit."""
    strides = [-(-first // unit) * unit + unit * chance.choice((0, 0, 1, 3))]
    for size in sizes:
        strides.append(strides[-1] * size + unit * chance.choice((0, 0, 0, 1, 5)))
    return tuple(strides)


def _row(chance: random.Random, element: str) -> tuple[int, str]:
    """Return the elements of a row of the box, and a swizzle mode that allows them."""
    size = tensors.elements()[element].shared_bytes
    width = 16 * chance.randint(1, min(16, 256 * size // 16)) // size
    # Swizzles with other atoms need sm_100 (`isa/tensor_layouts`); these groups also run on sm_90.
    atoms = ("128b-atom-32b", "128b-atom-32b-flip-8b", "128b-atom-64b")
    known = [s for s in tensors.swizzles().values() if s.name not in atoms and (not s.span or width * size <= s.span)]
    return width, chance.choice(known).name


def _coordinate(chance: random.Random, box: int, size: int, store: bool = False) -> int:
    """Return a coordinate, mostly inside of the tensor. Stores trap below 0."""
    return chance.randrange(size) if chance.random() < 0.8 else chance.randint(0 if store else -box, size)


def _chunk(coordinate: int, element: str) -> int:
    """Return the next coordinate below that is a multiple of 16 bytes: others trap."""
    multiple = max(1, 16 // tensors.elements()[element].global_bytes)
    return coordinate // multiple * multiple


def _element(chance: random.Random) -> str:
    return chance.choice([name for name, element in tensors.elements().items() if element.elements == 1])


def _fill(chance: random.Random, element: str) -> str:
    return "zero" if element[0] in "us" else chance.choice(("zero", "oob-nan"))


def _place(chance: random.Random, tensor: TensorMap, access: TensorAccess) -> Case | None:
    """Return the case at a random place of shared memory; None if the tensor or the box is too large."""
    if problems(tensor):
        return None
    needed = rows(tensor, access) * pitch(tensor)
    reach = tensor.address + sum(s * n for s, n in zip(tensor.strides, tensor.sizes[1:], strict=True))
    unit = tensors.interleaves()[tensor.interleave].slice_bytes
    row = tensor.sizes[0] * (unit or tensors.elements()[tensor.element].global_bytes)
    if needed > BOX - 1024 or reach + row + 16 > REGION:
        return None
    return Case(tensor, access, 128 * chance.randrange(0, 8))


def _tile(chance: random.Random, mode: str = "tile", *, store: bool = False) -> Case | None:
    rank = 2 if mode != "tile" else chance.randint(1, 5)
    element = _element(chance)
    size = tensors.elements()[element].global_bytes
    width, swizzle = _row(chance, element)
    most = (4096, 64, 16, 6, 4)
    sizes = tuple(_power(chance, limit) for limit in most[:rank])
    steps = (1, *(chance.choice((1, 1, 1, 2, 3, 8)) for _ in range(rank - 1)))
    box = (width, *((1,) if mode != "tile" else (_power(chance, (64, 16, 6, 4)[d]) for d in range(rank - 1))))
    tensor = TensorMap(
        element,
        sizes,
        _strides(chance, sizes[0] * size, sizes[1:-1], 16)[: rank - 1],
        box,
        steps if mode == "tile" else (1, 1),
        swizzle=swizzle,
        fill=_fill(chance, element),
        address=16 * chance.randrange(0, 8),
    )
    coordinates = tuple(_coordinate(chance, wide, n, store) for wide, n in zip(box, sizes, strict=True))
    coordinates = (_chunk(coordinates[0], element), *coordinates[1:])
    if mode != "tile":
        coordinates = (coordinates[0], *(chance.randint(0 if store else -1, sizes[1]) for _ in range(4)))
    return _place(chance, tensor, TensorAccess(coordinates, mode))


def _image(
    chance: random.Random, mode: str = "im2col", *, store: bool = False, interleave: str = "none"
) -> Case | None:
    rank = chance.randint(3, 5)
    element = _element(chance)
    unit = tensors.interleaves()[interleave].slice_bytes
    channels, swizzle = _row(chance, element)
    image = tuple(chance.randint(2, (40, 12, 5)[d]) for d in range(rank - 2))
    steps = tuple(1 if store else chance.choice((1, 1, 2, 3)) for _ in image)
    limit = {3: 40, 4: 12, 5: 6}[rank]
    lower = tuple(chance.randint(0 if store else -min(3, limit), 1) for _ in image)
    upper = tuple(chance.randint(-1, 0) if store else chance.randint(-1, 2) for _ in image)
    sliced = _power(chance, 4 if unit else 128)
    sizes = (*image, sliced, chance.randint(1, 4)) if unit else (sliced, *image, chance.randint(1, 4))
    size = unit or tensors.elements()[element].global_bytes
    tensor = TensorMap(
        element,
        sizes,
        _strides(chance, sizes[0] * size, sizes[1:-1], unit or 16)[: rank - 1],
        Im2col(lower, upper, channels, _power(chance, 200)),
        (*steps, 1, 1) if unit else (1, *steps, 1),
        interleave=interleave,
        swizzle=swizzle,
        fill=_fill(chance, element),
        address=(unit or 16) * chance.randrange(0, 4),
    )
    spans = [(n - 1 + up - low) // step for n, low, up, step in zip(image, lower, upper, steps, strict=True)]
    if min(spans) < 0:
        return None
    base = tuple(low + step * chance.randint(0, span) for low, span, step in zip(lower, spans, steps, strict=True))
    first = chance.randint(0, sliced - 1)
    coordinates = (*base, first) if unit else (_chunk(first, element), *base)
    return _place(
        chance,
        tensor,
        TensorAccess((*coordinates, chance.randrange(sizes[-1])), mode, _information(chance, mode, rank, store)),
    )


def _information(chance: random.Random, mode: str, rank: int, store: bool) -> tuple[int, ...]:
    if mode == "im2col":
        return () if store else tuple(chance.randint(0, 3) for _ in range(rank - 2))
    return (chance.randint(0, 4), chance.randint(0, 3))


def _interleaved(chance: random.Random, mode: str, *, store: bool = False) -> Case | None:
    name = chance.choice(("16b", "32b"))
    unit = tensors.interleaves()[name].slice_bytes
    if mode == "im2col":
        return _image(chance, store=store, interleave=name)
    made = _tile(chance, store=store)
    if made is None or made.tensor.rank < 3:
        return None
    sizes = (_power(chance, 64), *made.tensor.sizes[1:])
    tensor = made.tensor._replace(
        interleave=name,
        sizes=sizes,
        strides=_strides(chance, sizes[0] * unit, sizes[1:-1], unit)[: made.tensor.rank - 1],
        traversal=(chance.choice((1, 1, 2, 3)), *made.tensor.steps[1:]),
        address=made.tensor.address // unit * unit,
    )
    first = _coordinate(chance, 16, sizes[0], store)
    return _place(chance, tensor, made.access._replace(coordinates=(first, *made.access.coordinates[1:])))


def _reduction(chance: random.Random) -> Case | None:
    operation = chance.choice(list(REDUCTIONS))
    made = _tile(chance, store=True)
    if made is None:
        return None
    element = chance.choice(REDUCTIONS[operation])
    tensor = made.tensor._replace(element=element, fill="zero", swizzle="none")
    size = tensors.elements()[element].global_bytes
    assert not isinstance(tensor.box, Im2col)
    tensor = tensor._replace(
        strides=_strides(chance, tensor.sizes[0] * size, tensor.sizes[1:-1], 16)[: tensor.rank - 1],
        box=(max(16 // size, tensor.box[0] * size // 16 * 16 // size), *tensor.box[1:]),
    )
    coordinates = (_chunk(made.access.coordinates[0], element), *made.access.coordinates[1:])
    placed = _place(chance, tensor, made.access._replace(coordinates=coordinates))
    return placed._replace(operation=operation) if placed else None


def _some(make: Callable[[random.Random], Case | None]) -> Callable[[random.Random], Case]:
    """Yield random cases that fit."""

    def case(chance: random.Random) -> Case:
        while True:
            made = make(chance)
            if made is not None:
                return made

    return case


GROUPS = {
    "tile": Group(_some(_tile), "tile"),
    "im2col": Group(_some(_image), "im2col"),
    "tile-store": Group(_some(lambda chance: _tile(chance, store=True)), "tile", stores=True),
    "im2col-store": Group(_some(lambda chance: _image(chance, store=True)), "im2col_no_offs", stores=True),
    "reduce": Group(_some(_reduction), "tile", stores=True),
    "tile-gather4": Group(_some(lambda chance: _tile(chance, "tile-gather4")), "tile::gather4", accelerated=True),
    "tile-scatter4": Group(
        _some(lambda chance: _tile(chance, "tile-scatter4", store=True)),
        "tile::scatter4",
        stores=True,
        accelerated=True,
    ),
    "im2col-w": Group(_some(lambda chance: _image(chance, "im2col-w")), "im2col::w", accelerated=True),
    "im2col-w-128": Group(_some(lambda chance: _image(chance, "im2col-w-128")), "im2col::w::128", accelerated=True),
    "tile-interleaved": Group(_some(lambda chance: _interleaved(chance, "tile")), "tile"),
    "im2col-interleaved": Group(_some(lambda chance: _interleaved(chance, "im2col")), "im2col"),
    "interleaved-store": Group(_some(lambda chance: _interleaved(chance, "tile", store=True)), "tile", stores=True),
}


# --- comparing ---


class Result(NamedTuple):
    """Counts of a group: cases run, rejected by the driver, equal, with another number of bytes, and trapped."""

    group: str
    run: int
    rejected: int
    equal: int
    incomplete: int
    trapped: int
    different: tuple[dict[str, Any], ...]


def verify(target: str, names: Sequence[str], maps: int, seed: int = 1) -> Iterator[Result]:
    """Run the groups that the GPU supports."""
    accelerated = int(target.removeprefix("sm_")) // 10 in (10, 11)
    for name in names:
        if accelerated or not GROUPS[name].accelerated:
            run = functools.partial(_run_apart, name, target + ("a" if accelerated else ""), seed)
            yield _together(name, seed, apart(run, range(maps)))


def _run_apart(name: str, target: str, seed: int, indices: Sequence[int]) -> Result:
    with GpuContext() as context:
        return GroupRun(context, name, target).result(indices, seed)


def _together(name: str, seed: int, parts: Iterable[tuple[Sequence[int], Result | Trapped]]) -> Result:
    """Return the sum of all parts; a case that trapped was run, and is not equal."""
    results: list[Result] = []
    for indices, part in parts:
        if isinstance(part, Trapped):
            difference = {**_described(_numbered(name, seed, indices[0])), "trapped": str(part)}
            part = Result(name, 1, 0, 0, 0, 1, (difference,))
        results.append(part)
    run, rejected, equal, incomplete, trapped = (
        sum(counts) for counts in zip(*(result[1:-1] for result in results), strict=True)
    )
    different = tuple(difference for result in results for difference in result.different)[:LONGEST]
    return Result(name, run, rejected, equal, incomplete, trapped, different)


def _numbered(name: str, seed: int, index: int) -> Case:
    return GROUPS[name].case(random.Random(f"{seed}/{name}/{index}"))


class GroupRun:
    """Run of a group on the GPU of this process."""

    def __init__(self, context: GpuContext, name: str, target: str) -> None:
        self.context, self.name, self.group, self.target = context, name, GROUPS[name], target
        self.rejected = self.equal = self.incomplete = self.run = 0
        self.different: list[dict[str, Any]] = []
        # The odd factor has an inverse modulo 2^32: each word is different, and `sources` computes its address from it.
        words = np.arange(WHOLE // 4, dtype=np.uint32) * np.uint32(2654435761)
        self.whole: Bytes = words.view(np.uint8)
        self.memory = self.whole[:REGION]
        self.data: Bytes = (words[: BOX // 4] ^ np.uint32(0x5A5A5A5A)).view(np.uint8)

    def result(self, indices: Sequence[int], seed: int) -> Result:
        """Run the cases with these numbers, and count those that agree."""
        cases = [_numbered(self.name, seed, index) for index in indices]
        kinds = sorted({(case.tensor.rank, case.operation) for case in cases})
        for rank, operation in kinds:
            chosen = [case for case in cases if (case.tensor.rank, case.operation) == (rank, operation)]
            self.kind(rank, operation, chosen)
        different = tuple(self.different[:LONGEST])
        return Result(self.name, self.run, self.rejected, self.equal, self.incomplete, 0, different)

    def kind(self, rank: int, operation: str, cases: Sequence[Case]) -> None:
        """Run all cases of an opcode."""
        head = HEADER.format(version=VERSION if self.target.endswith("a") else "8.3", target=self.target)
        text = kernel("k", rank, self.group.mode, stores=self.group.stores, operation=operation)
        module = self.context.load(head + text)
        try:
            self.loads(module.function("k"), cases) if not self.group.stores else self.stores(
                module.function("k"), cases
            )
        finally:
            module.unload()

    def loads(self, function: ctypes.c_void_p, cases: Sequence[Case]) -> None:
        """Run copies to shared memory."""
        with self.context.memory(self.whole) as memory:
            encoded_maps, kept = self.encoded(cases, [memory.pointer.value] * len(cases))
            if not kept:
                return
            outputs = np.zeros((len(kept), ROOM), np.uint8)
            with self.context.memory(outputs) as out:
                self.launch(function, encoded_maps, kept, out)
                out.read(outputs)
        for case, output in zip(kept, outputs, strict=True):
            expected = np.full(BOX, UNTOUCHED, np.uint8)
            load_tile(self.memory, expected, case.tensor, case.access, case.place)
            done, base = output[BOX : BOX + 8].view(np.uint32).tolist()
            self.incomplete += not done
            self.judge(case, expected, output[:BOX], {"complete": done, "shared": base})

    def stores(self, function: ctypes.c_void_p, cases: Sequence[Case]) -> None:
        """Run copies and reductions to global memory."""
        outputs = np.tile(self.memory, (len(cases), 1))
        with self.context.memory(outputs) as memory, self.context.memory(self.data) as data:
            bases = [memory.pointer.value + REGION * index for index in range(len(cases))]
            encoded_maps, kept = self.encoded(cases, bases)
            if kept:
                self.launch(function, encoded_maps, kept, data)
                memory.read(outputs)
        for case, output in zip(cases, outputs, strict=True):
            if case in kept:
                expected = self.memory.copy()
                self.stored(expected, case)
                self.judge(case, expected, output, {})

    def stored(self, memory: Bytes, case: Case) -> None:
        """Compute what a case writes to memory."""
        if case.operation:
            reduce_tile(memory, self.data, case.tensor, case.access, case.operation, case.place)
        else:
            store_tile(memory, self.data, case.tensor, case.access, case.place)

    def encoded(self, cases: Sequence[Case], bases: Sequence[int]) -> tuple[Bytes, list[Case]]:
        """Return tensor maps, and the cases whose maps the driver made."""
        made, kept = [], []
        for case, base in zip(cases, bases, strict=True):
            wide = {"im2col-w": 0, "im2col-w-128": 1}.get(case.access.mode)
            try:
                made.append(np.frombuffer(encoded(self.context, case.tensor, base, wide), np.uint8))
            except GpuError as error:
                self.rejected += 1
                self.different.append({**_described(case), "rejected": str(error)})
                continue
            kept.append(case)
        return np.array(made, np.uint8).reshape(-1, TENSOR_MAP_BYTES), kept

    def launch(self, function: ctypes.c_void_p, made: Bytes, cases: Sequence[Case], further: DeviceMemory) -> None:
        """Launch a kernel with a thread block for each case."""
        numbers = np.zeros((len(cases), NUMBERS), np.int32)
        for row, case in enumerate(cases):
            numbers[row, : len(case.access.coordinates)] = case.access.coordinates
            numbers[row, 5 : 5 + len(case.access.information)] = case.access.information
            numbers[row, 8:10] = case.place, transferred(case.tensor, case.access)
        with self.context.memory(made) as maps, self.context.memory(numbers) as coordinates:
            self.context.run(function, (maps.pointer, coordinates.pointer, further.pointer), len(cases), 128)

    def judge(self, case: Case, expected: Bytes, output: Bytes, details: dict[str, Any]) -> None:
        """Compare the bytes of a case with the expected ones."""
        self.run += 1
        wrong = np.flatnonzero(expected != output)
        if not len(wrong):
            self.equal += 1
        if len(wrong) or not details.get("complete", True):
            self.different.append(
                {**_described(case), **details, "wrong": len(wrong), "words": self.words(expected, output, wrong)}
            )

    def words(self, expected: Bytes, output: Bytes, wrong: Any) -> list[list[Any]]:
        """Return the words that differ: position, and the bytes of memory of the expected and of the actual word."""
        positions = np.unique(wrong // 4)[:400]
        first = [int(position) for position in positions * 4]
        return [
            [*word]
            for word in zip(first, self.sources(expected, positions), self.sources(output, positions), strict=True)
        ]

    def sources(self, content: Bytes, positions: Any) -> list[int | str]:
        """Return the source of each word in memory; words without a source are in hexadecimal."""
        inverse = np.uint32(pow(2654435761, -1, 1 << 32))
        words = np.ascontiguousarray(content).view(np.uint32)[positions]
        return [
            int(index) * 4 if index < WHOLE // 4 else f"{int(word):#010x}"
            for index, word in zip(words * inverse, words, strict=True)
        ]


def _described(case: Case) -> dict[str, Any]:
    part = case.tensor.box
    box = part._asdict() if isinstance(part, Im2col) else part
    place = places(case.tensor, case.access, case.place)
    return {
        "tensor": {**case.tensor._asdict(), "box": box},
        "access": case.access._asdict(),
        "place": case.place,
        "operation": case.operation,
        "rows": int(place.inside.shape[0]),
    }


# --- limits ---

_PLANE = TensorMap("u16", (64, 30), (128,), (16, 5))
_IMAGES = TensorMap("f16", (64, 9, 14, 3), (128, 1152, 16128), Im2col((-1, -1), (-1, -1), 8, 64))
_SLICES = TensorMap("f16", (64, 9, 14, 3), (32, 288, 16128), (16, 3, 3, 1))


_PARTS = (
    *(((256, 227, 4, 1), (1, 1, 1, 1)), ((16, 167, 87, 1), (1, 1, 1, 1)), ((256, 228, 4, 1), (1, 1, 1, 1))),
    *(((16, 167, 87, 3), (1, 1, 1, 2)), ((16, 167, 87, 4), (1, 1, 1, 2)), ((16, 167, 87, 3), (1, 1, 1, 4))),
    *(((16, 255, 171, 1), (1, 3, 1, 1)), ((16, 255, 171, 3), (1, 3, 2, 3)), ((16, 255, 175, 3), (1, 3, 2, 2))),
)
"""Yield boxes about as large as shared memory, and traversal strides."""


def limits() -> Iterator[tuple[str, TensorMap]]:
    """Yield tensor maps at the limits and beyond, with a description."""
    plane: dict[str, tuple[Any, ...]] = {
        "sizes": ((64, 1 << 32), (64, (1 << 32) + 1), (64, 0), (1, 1)),
        "strides": ((0,), (16,), (120,), (112,), ((1 << 40) - 16,), (1 << 40,)),
        "box": ((256, 1), (256, 256), (8, 257), (257, 1), (8, 0), (7, 5), (12, 5), (0, 1)),
        "traversal": ((1, 8), (1, 9), (1, 0), (2, 1), (8, 8), (9, 1), (0, 1)),
        "address": (0, 8, 16),
        "fill": ("zero", "oob-nan"),
    }
    for name, values in plane.items():
        yield from ((f"{name} {value}", _PLANE._replace(**{name: value})) for value in values)
    for swizzle in SWIZZLES[:4]:
        yield from (
            (f"swizzle {swizzle}, row of {2 * width}", _PLANE._replace(swizzle=swizzle, box=(width, 5)))
            for width in (8, 16, 24, 32, 40, 64, 72)
        )
    for element in DATA_TYPES:
        if tensors.elements()[element].elements == 1:
            yield f"fill oob-nan of {element}", TensorMap(element, (64,), (), (16,), fill="oob-nan")
    for box, steps in _PARTS:
        yield f"bytes of box {box}, traversal {steps}", TensorMap("u8", (64,) * 4, (64, 4096, 1 << 18), box, steps)
    yield from _image_limits()
    yield from _slice_limits()


def _image_limits() -> Iterator[tuple[str, TensorMap]]:
    part = _IMAGES.box
    assert isinstance(part, Im2col)
    parts: dict[str, tuple[Any, ...]] = {
        "lower": ((-128, 0), (-129, 0), (127, 0), (128, 0)),
        "upper": ((-128, 0), (-129, 0), (127, 0), (128, 0)),
        "channels": (7, 12, 256, 257, 0),
        "pixels": (1, 1024, 1025, 0),
    }
    for name, values in parts.items():
        yield from (
            (f"im2col {name} {value}", _IMAGES._replace(box=part._replace(**{name: value}))) for value in values
        )
    for swizzle, channels in (("32b", 16), ("32b", 24), ("64b", 32), ("64b", 40), ("128b", 64), ("128b", 72)):
        box = part._replace(channels=channels)
        yield f"im2col swizzle {swizzle}, {channels} channels", _IMAGES._replace(swizzle=swizzle, box=box)


def _slice_limits() -> Iterator[tuple[str, TensorMap]]:
    for interleave in ("16b", "32b"):
        for swizzle in SWIZZLES[:4]:
            yield (
                f"interleave {interleave}, swizzle {swizzle}",
                _SLICES._replace(interleave=interleave, swizzle=swizzle),
            )
        swizzle = "32b" if interleave == "32b" else "none"
        simple = _SLICES._replace(interleave=interleave, swizzle=swizzle)
        for box in ((1, 3, 3, 1), (4, 3, 3, 1), (24, 3, 3, 1), (256, 1, 1, 1)):
            yield f"interleave {interleave}, box {box}", simple._replace(box=box)
        for strides in ((16, 288, 16128), (288, 32, 16128), (48, 288, 16128), (288, 4032, 16128)):
            yield f"interleave {interleave}, strides {strides}", simple._replace(strides=strides)
        for steps in ((2, 1, 1, 1), (8, 1, 1, 1)):
            yield f"interleave {interleave}, traversal {steps}", simple._replace(traversal=steps)
        plane = simple._replace(sizes=(64, 9), strides=(32,), box=(16, 3))
        yield f"interleave {interleave}, two dimensions", plane


def judged_limits(context: GpuContext) -> list[dict[str, Any]]:
    """Return the answer of the driver for each map, and the problems that `problems` reports."""
    verdicts = []
    with context.memory(np.zeros(REGION, np.uint8)) as memory:
        for name, tensor in limits():
            try:
                encoded(context, tensor, memory.pointer.value)
                made = True
            except GpuError:
                made = False
            verdicts.append({"limit": name, "made": made, "problems": problems(tensor)})
    return verdicts


def main() -> int:
    """Run the groups that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "groups", nargs="*", metavar="GROUP", help=f"{', '.join([*GROUPS, 'limits'])}; all unless given"
    )
    parser.add_argument("--maps", type=int, default=400, metavar="N", help="tensor maps a group (default 400)")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    try:
        with GpuContext() as context:
            return int(report(context, arguments.groups or [*GROUPS, "limits"], arguments.maps, arguments.folder))
    except GpuError as error:
        print(error, file=sys.stderr)
        return 2


def report(context: GpuContext, names: Sequence[str], maps: int, folder: Path | None = None) -> bool:
    """Print a line for each group and write the differences; return True if there are any."""
    differ = False
    if "limits" in names:
        verdicts = judged_limits(context)
        wrong = [verdict for verdict in verdicts if verdict["made"] == bool(verdict["problems"])]
        print(f"limits: {len(verdicts)} tensor maps, {len(wrong)} on which the driver differs", flush=True)
        for verdict in wrong:
            print(f"  {verdict['limit']}: {'made' if verdict['made'] else 'rejected'}; {verdict['problems']}")
        _write(folder, "limits", verdicts)
        differ |= bool(wrong)
    for result in verify(context.target(), [name for name in names if name != "limits"], maps):
        line = f"{result.group}: {result.run} copies, {result.equal} equal, {result.run - result.equal} different"
        further = f"{result.incomplete} incomplete, {result.trapped} trapped, {result.rejected} maps rejected"
        print(f"{line}, {further}", flush=True)
        _write(folder, result.group, result._asdict())
        differ |= result.equal != result.run or result.rejected + result.incomplete > 0
    return differ


def _write(folder: Path | None, name: str, data: Any) -> None:
    if folder:
        (folder / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
