"""Tensor copies, compared with copies of one element at a time."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from ptxisa.isa import tensors
from ptxisa.objects.tensor_copies import load_tile, pitch, places, points, reduce_tile, rows, store_tile, transferred
from ptxisa.objects.tensor_maps import Im2col, TensorAccess, TensorError, TensorMap

MEMORY = 1 << 16
SHARED = 1 << 14


def numbered() -> NDArray[np.uint8]:
    """Memory whose bytes differ from their neighbors far and near."""
    return np.random.default_rng(1).integers(0, 256, MEMORY, dtype=np.uint8)


def loaded(tensor: TensorMap, access: TensorAccess, destination: int = 0) -> NDArray[np.uint8]:
    shared = np.full(SHARED, 0xEE, np.uint8)
    load_tile(numbered(), shared, tensor, access, destination)
    return shared


# The walks: one row of shared memory after the other, as the manual tells it.


def tile_rows(tensor: TensorMap, access: TensorAccess) -> Iterator[tuple[int, ...]]:
    assert not isinstance(tensor.box, Im2col)
    if len(access.coordinates) > tensor.rank:
        yield from ((row,) for row in access.coordinates[1:])
        return
    axes = [range(start, start + size, step) for start, size, step in
            zip(access.coordinates[1:], tensor.box[1:], tensor.steps[1:], strict=True)]  # fmt: skip
    for point in itertools.product(*reversed(axes)):
        yield tuple(reversed(point))


def column_rows(tensor: TensorMap, access: TensorAccess) -> Iterator[tuple[int, ...]]:
    part = tensor.box
    assert isinstance(part, Im2col)
    base = list(access.coordinates[1:])
    for _ in range(part.pixels):
        yield (*(coordinate + off for coordinate, off in zip(base[:-1], access.information, strict=True)), base[-1])
        for index, lower in enumerate(part.lower):
            base[index] += tensor.steps[index + 1]
            if base[index] <= tensor.sizes[index + 1] - 1 + part.upper[index]:
                break
            base[index] = lower
        else:
            base[-1] += 1


def wide_rows(tensor: TensorMap, access: TensorAccess) -> Iterator[tuple[int, ...]]:
    part = tensor.box
    assert isinstance(part, Im2col)
    halo, offset = access.information
    width, *still, image = access.coordinates[1:]
    width += offset
    step = tensor.steps[1]
    count = 128 if access.mode.endswith("128") else part.pixels
    group = 32 if access.mode.endswith("128") else count
    for pixel in range(count):
        yield (width, *still, image)
        if (pixel + 1) % group == 0:
            yield from ((width + step * further, *still, image) for further in range(1, halo + 1))
        width += step
        if width > tensor.sizes[1] - 1 + part.upper[0] + offset:
            width, image = part.lower[0] + offset, image + 1


WALKS = {"tile": tile_rows, "tile-gather4": tile_rows, "im2col": column_rows}


def walked(tensor: TensorMap, access: TensorAccess, destination: int = 0) -> NDArray[np.uint8]:
    """Return the result of a load, computed one element after the other."""
    memory, shared = numbered(), np.full(SHARED, 0xEE, np.uint8)
    size = tensors.elements()[tensor.element].global_bytes
    fill = tensors.fills()[tensor.fill].pattern.to_bytes(2, "little") * size
    width = tensor.box.channels if isinstance(tensor.box, Im2col) else tensor.box[0]
    for row, point in enumerate(WALKS.get(access.mode, wide_rows)(tensor, access)):
        for column in range(width):
            at = (access.coordinates[0] + column, *point)
            offset = sum(coordinate * step for coordinate, step in zip(at, (size, *tensor.strides), strict=True))
            inside = all(0 <= coordinate < limit for coordinate, limit in zip(at, tensor.sizes, strict=True))
            data = bytes(memory[offset : offset + size]) if inside else fill[:size]
            for byte, value in enumerate(data):
                address = destination + row * pitch(tensor) + column * size + byte
                for bit, by in tensors.swizzles()[tensor.swizzle].exchanges:
                    address ^= ((destination + row * pitch(tensor) + column * size + byte) >> by & 1) << bit
                shared[address] = value
    return shared


MAPS = {
    "vector": (TensorMap("u8", (100,), (), (64,)), TensorAccess((64,))),
    "left": (TensorMap("f32", (24,), (), (16,), fill="oob-nan"), TensorAccess((-4,))),
    "plane": (TensorMap("u16", (40, 30), (96,), (16, 5), swizzle="32b"), TensorAccess((32, 28))),
    "short": (TensorMap("u16", (40, 30), (96,), (8, 9), swizzle="64b"), TensorAccess((8, 2))),
    "strided": (TensorMap("f64", (12, 10, 9), (112, 1136), (8, 8, 3), (1, 3, 2)), TensorAccess((6, -2, 1))),
    "atom": (TensorMap("u32", (32, 20), (128,), (32, 17), swizzle="128b-atom-32b-flip-8b"), TensorAccess((0, 1))),
    "solid": (
        TensorMap("u64", (6, 5, 4, 3, 2), (48, 240, 960, 2880), (4, 3, 3, 2, 2), swizzle="128b"),
        TensorAccess((2, 3, 2, 0, 1)),
    ),
    "gathered": (
        TensorMap("bf16", (64, 20), (128,), (64, 1), swizzle="128b", fill="oob-nan"),
        TensorAccess((8, 2, 5, -1, 19), "tile-gather4"),
    ),
    "column": (
        TensorMap("f16", (64, 9, 14, 3), (128, 1152, 16128), Im2col((-1, -1), (-1, -1), 8, 64), swizzle="32b"),
        TensorAccess((8, 7, 4, 0), "im2col", (0, 0)),
    ),
    "offset": (
        TensorMap("u8", (64, 9, 14, 3), (64, 576, 8064), Im2col((0, 0), (-2, -2), 16, 300), fill="zero"),
        TensorAccess((0, 2, 4, 1), "im2col", (2, 2)),
    ),
    "steps": (
        TensorMap("u8", (64, 8, 14, 3), (64, 512, 7168), Im2col((-1, -1), (-1, -1), 16, 60), (1, 2, 2, 1)),
        TensorAccess((16, 4, 5, 0), "im2col", (1, 1)),
    ),
    "line": (
        TensorMap("u8", (32, 50, 9), (32, 1600), Im2col((3,), (-4,), 32, 90)),
        TensorAccess((0, 20, 1), "im2col", (7,)),
    ),
    "body": (
        TensorMap(
            "u8", (16, 6, 5, 4, 3), (16, 96, 480, 1920), Im2col((-1, -2, 0), (1, -1, -1), 16, 200), (1, 1, 2, 1, 1)
        ),
        TensorAccess((0, 3, 0, 2, 0), "im2col", (1, 0, 2)),
    ),
    "row": (
        TensorMap("u8", (16, 9, 7, 8), (16, 144, 1008), Im2col((-1, 0), (0, 0), 16, 40), (1, 2, 1, 1)),
        TensorAccess((0, -1, 3, 0), "im2col-w", (1, 1)),
    ),
    "groups": (
        TensorMap("u8", (16, 9, 7, 20), (16, 144, 1008), Im2col((0, 0), (0, 0), 16, 1)),
        TensorAccess((0, -2, 3, 2), "im2col-w-128", (2, 0)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("destination", [0, 128, 384, 1024 + 896])
def test_loads_match_copies_of_single_elements(name: str, destination: int) -> None:
    tensor, access = MAPS[name]
    np.testing.assert_array_equal(loaded(tensor, access, destination), walked(tensor, access, destination))


@pytest.mark.parametrize("name", MAPS)
def test_rows_and_bytes_match_copies_of_single_elements(name: str) -> None:
    tensor, access = MAPS[name]
    count = len(list(WALKS.get(access.mode, wide_rows)(tensor, access)))
    width = tensor.box.channels if isinstance(tensor.box, Im2col) else tensor.box[0]
    assert rows(tensor, access) == count
    assert transferred(tensor, access) == count * width * tensors.elements()[tensor.element].shared_bytes


def random_tile(random: np.random.Generator) -> tuple[TensorMap, TensorAccess]:
    rank = int(random.integers(1, 6))
    element = str(random.choice(["u8", "u16", "s32", "u64"]))
    size = tensors.elements()[element].global_bytes
    chunks = int(random.integers(1, 9))
    sizes = [int(random.integers(1, 200)), *(int(extent) for extent in random.integers(1, 9, rank - 1))]
    strides = [-(-sizes[0] * size // 16) * 16]
    for extent in sizes[1:-1]:
        strides.append(strides[-1] * extent + 16 * int(random.integers(0, 3)))
    box = (chunks * 16 // size, *(int(extent) for extent in random.integers(1, 6, rank - 1)))
    steps = (1, *(int(extent) for extent in random.integers(1, 4, rank - 1)))
    span = [name for name, swizzle in tensors.swizzles().items() if not swizzle.span or swizzle.span >= chunks * 16]
    swizzle = str(random.choice(span))
    tensor = TensorMap(element, tuple(sizes), tuple(strides[: rank - 1]), box, steps, swizzle=swizzle)
    first, *others = (int(random.integers(-4, extent + 2)) for extent in sizes)
    return tensor, TensorAccess((first // (16 // size) * (16 // size), *others))


def test_random_tiles_match_copies_of_single_elements() -> None:
    random = np.random.default_rng(7)
    run = 0
    while run < 60:
        tensor, access = random_tile(random)
        reach = sum((extent - 1) * step for extent, step in zip(tensor.sizes[1:], tensor.strides, strict=True))
        if reach + 2048 > MEMORY or rows(tensor, access) * pitch(tensor) > SHARED:
            continue
        np.testing.assert_array_equal(loaded(tensor, access), walked(tensor, access))
        run += 1


@pytest.mark.parametrize("name", [name for name, (_, access) in MAPS.items() if access.mode in ("tile", "im2col")])
def test_stores_write_back_loaded_elements(name: str) -> None:
    tensor, access = MAPS[name]
    access = access._replace(information=())
    if isinstance(tensor.box, Im2col):
        inside = (
            tuple(max(corner, 0) for corner in tensor.box.lower),
            tuple(min(corner, 0) for corner in tensor.box.upper),
        )
        tensor = tensor._replace(box=tensor.box._replace(lower=inside[0], upper=inside[1]))
    memory, shared = numbered(), np.zeros(SHARED, np.uint8)
    load_tile(memory, shared, tensor, access, 256)
    copied = np.zeros_like(memory)
    if min(access.coordinates) < 0:
        with pytest.raises(TensorError, match="no coordinates below 0"):
            store_tile(copied, shared, tensor, access, 256)
        return
    store_tile(copied, shared, tensor, access, 256)
    place = places(tensor, access)
    size = tensors.elements()[tensor.element].global_bytes
    written = np.zeros(MEMORY, bool)
    written[(place.source[place.inside][:, None] + np.arange(size)).ravel()] = True
    np.testing.assert_array_equal(copied, np.where(written, memory, 0))


@pytest.mark.parametrize(
    ("lower", "upper", "base"),
    [
        ((-1, 1), (-2, -3), (4, 5, 1)),  # beyond the upper corner
        ((-1, 1), (-2, -3), (3, 3, 1)),  # one beyond it
        ((-1, 1), (-2, -3), (-3, -2, 1)),  # before the lower corner
        ((2, 1), (-4, -6), (2, 1, 1)),  # of corners that enclose nothing
        ((2, 2), (-2, -3), (2, 2, 1)),  # of a single place
    ],
)
def test_points_of_a_column_begin_anywhere(
    lower: tuple[int, ...], upper: tuple[int, ...], base: tuple[int, ...]
) -> None:
    tensor = TensorMap("u8", (32, 5, 6, 9), (32, 160, 960), Im2col(lower, upper, 32, 20))
    access = TensorAccess((0, *base), "im2col", (1, 0))
    assert list(map(tuple, points(tensor, access).tolist())) == list(column_rows(tensor, access))


@pytest.mark.parametrize("name", ["column", "row", "groups"])
def test_offsets_are_0_where_none_are_given(name: str) -> None:
    tensor, access = MAPS[name]
    none, zeros = (loaded(tensor, access._replace(information=given)) for given in ((), (0, 0)))
    np.testing.assert_array_equal(none, zeros)


def test_copies_may_reach_the_end_of_memory_but_not_beyond() -> None:
    tensor, access = TensorMap("u32", (8, 2), (32,), (8, 2), address=64), TensorAccess((0, 0))
    shared, memory = np.ones(64, np.uint8), np.zeros(128, np.uint8)
    store_tile(memory, shared, tensor, access)
    assert memory.tolist() == [0] * 64 + [1] * 64
    load_tile(memory, shared, tensor, access)
    for copy in (load_tile, store_tile):
        with pytest.raises(TensorError, match="exceeds the 127 bytes of memory"):
            copy(memory[:127], shared, tensor, access)


def test_stores_write_whole_chunks() -> None:
    memory, shared = np.zeros(128, np.uint8), np.full(256, 7, np.uint8)
    store_tile(memory, shared, TensorMap("u8", (35, 2), (64,), (64, 4)), TensorAccess((16, 1)))
    assert np.flatnonzero(memory).tolist() == list(range(64 + 16, 64 + 48))


@pytest.mark.parametrize("box", [(8, 3, 2), Im2col((0,), (0,), 8, 8)])
def test_slices_are_elements_of_their_own(box: tuple[int, ...] | Im2col) -> None:
    """One slice of channels is taken, whatever the box says of them; its dimension is the last but one."""
    mode, information = ("im2col", (1,)) if isinstance(box, Im2col) else ("tile", ())
    tensor = TensorMap("f16", (10, 4, 2), (192, 800), box, interleave="16b")
    access = TensorAccess((1, 2, 0), mode, information)
    memory, shared = numbered(), loaded(tensor, access)
    first = 2 * 192 + 16 * (1 + len(information))
    taken = 16 * 8
    assert bytes(shared[:taken]) == bytes(memory[first : first + taken])
    if mode == "tile":
        assert rows(tensor, access) == 16
        assert bytes(shared[taken : 2 * taken]) == bytes(memory[800 + first : 800 + first + taken])


def test_packed_elements_are_padded_and_padding_is_dropped() -> None:
    memory, shared = numbered(), np.full(256, 0xEE, np.uint8)
    load_tile(memory, shared, TensorMap("b6x16_p32", (256,), (), (128,), address=32), TensorAccess((128,)))
    assert bytes(shared[:12]) == bytes(memory[32 + 96 : 32 + 108])
    assert bytes(shared[12:16]) == b"\xee" * 4
    assert bytes(shared[16:28]) == bytes(memory[32 + 108 : 32 + 120])
    store_tile(memory, np.arange(256, dtype=np.uint8), TensorMap("b6p2x16", (256,), (), (128,)), TensorAccess((0,)))
    first = sum((index & 63) << 6 * index for index in range(16))
    assert bytes(memory[:12]) == first.to_bytes(12, "little")


def test_flips_part_the_bytes_of_a_container() -> None:
    memory, shared = numbered(), np.zeros(512, np.uint8)
    tensor = TensorMap("b4x16_p64", (128, 2), (64,), (128, 2), swizzle="128b-atom-32b-flip-8b")
    load_tile(memory, shared, tensor, TensorAccess((0, 0)))
    assert bytes(shared[128 + 32 + 8 : 128 + 32 + 16]) == bytes(memory[64:72])


def test_loads_round_to_tf32() -> None:
    memory = np.array([0x3F800FFF, 0x3F801000, 0x3F803000, 0xFF800001], "u4").view(np.uint8)
    shared = np.zeros(16, np.uint8)
    load_tile(memory, shared, TensorMap("tf32", (4,), (), (4,)), TensorAccess((0,)))
    assert shared.view("u4").tolist() == [0x3F800000, 0x3F800000, 0x3F804000, 0x7FFFE000]


REDUCED = [
    ("add", "s32", [5, -1, 2**31 - 1, 0], [7, 1, 1, -3], [12, 0, -(2**31), -3]),
    ("min", "s32", [5, -1, 0, 9], [7, -2, 1, -3], [5, -2, 0, -3]),
    ("max", "s64", [5, -1], [7, -2], [7, -1]),
    ("inc", "u32", [0, 4, 5, 9], [4, 4, 4, 2**32 - 1], [1, 0, 0, 10]),
    ("dec", "u32", [0, 4, 5, 1], [4, 4, 4, 9], [4, 3, 4, 0]),
    ("xor", "u64", [5, 1], [3, 1], [6, 0]),
    ("add", "f32", [0x3F800000, 0x00000001, 0x7F800000, 0x00800000], [0x3F800000, 0, 0xFF800000, 0x80800001],
     [0x40000000, 1, 0x7FFFFFFF, 0x80000001]),
    ("add", "f32.ftz", [0x3F800000, 0x00000001, 0x7F800000, 0x00800000], [0x3F800000, 0, 0xFF800000, 0x80800001],
     [0x40000000, 0, 0x7FFFFFFF, 0x80000000]),
    ("add", "f16", [0x3C00, 1, 0x7C00, 0, 0, 0, 0, 0], [0x3C00, 1, 0xFC00, 0, 0, 0, 0, 0],
     [0x4000, 2, 0x7FFF, 0, 0, 0, 0, 0]),
    ("max", "bf16", [0x3F80, 0xBF80, 0x8000, 0, 0, 0, 0, 0], [0x4000, 0x7FFF, 0, 0, 0, 0, 0, 0],
     [0x4000, 0xBF80, 0, 0, 0, 0, 0, 0]),
]  # fmt: skip


@pytest.mark.parametrize(("operation", "element", "old", "new", "wanted"), REDUCED)
def test_reductions_combine(operation: str, element: str, old: list[int], new: list[int], wanted: list[int]) -> None:
    kind = ("i" if element[0] == "s" else "u") + str(tensors.elements()[element].global_bytes)
    memory, shared = np.array(old, kind).view(np.uint8), np.array(new, kind).view(np.uint8)
    reduce_tile(memory, shared, TensorMap(element, (len(old),), (), (len(old),)), TensorAccess((0,)), operation)
    assert memory.view(kind).tolist() == np.array(wanted, kind).tolist()


def test_copies_have_directions() -> None:
    memory, shared = numbered(), np.zeros(SHARED, np.uint8)
    with pytest.raises(TensorError, match="no copy to global memory has mode tile-gather4"):
        store_tile(memory, shared, *MAPS["gathered"])
    with pytest.raises(TensorError, match="no copy to shared memory has mode tile and type b6p2x16"):
        load_tile(memory, shared, TensorMap("b6p2x16", (128,), (), (128,)), TensorAccess((0,)))
    with pytest.raises(TensorError, match="the box must be inside the tensor"):
        store_tile(memory, shared, *MAPS["column"])
    with pytest.raises(TensorError, match="there is no reduction 'add' of f64"):
        reduce_tile(memory, shared, TensorMap("f64", (2,), (), (2,)), TensorAccess((0,)), "add")
    with pytest.raises(TensorError, match="exceeds the 65536 bytes"):
        load_tile(memory, shared, TensorMap("u8", (1 << 20,), (), (16,)), TensorAccess((1 << 19,)))
