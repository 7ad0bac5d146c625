"""Layouts of matrices, compared with three independent sources.

FORMULAS are those of the manual (PTX 8.7, sections 9.7.14.5 and 9.7.14.6), as plain scalar functions of the lane and of
the number of the element. TRAITS are shapes and strides that CuTe states, evaluated by a few lines below. The rest are
values worked out by hand.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.objects.layouts import (
    NOWHERE,
    Layout,
    LayoutError,
    UnknownLayout,
    evaluate,
    layouts,
    title,
)

Place = Callable[[int, int], tuple[int, int]]


def group(lane: int) -> int:
    return lane >> 2


def thread(lane: int) -> int:
    return lane % 4


def low(lane: int) -> bool:
    return lane < 16


FORMULAS: dict[tuple[str, str, str], tuple[int, Place]] = {
    ("mma.m8n8k4", "A", "f64"): (1, lambda t, i: (group(t), thread(t))),
    ("mma.m8n8k4", "B", "f64"): (1, lambda t, i: (thread(t), group(t))),
    ("mma.m8n8k4", "C", "f64"): (2, lambda t, i: (group(t), thread(t) * 2 + (i & 1))),
    ("mma.m8n8k16", "A", "s8"): (4, lambda t, i: (group(t), thread(t) * 4 + i)),
    ("mma.m8n8k16", "B", "u8"): (4, lambda t, i: (thread(t) * 4 + i, group(t))),
    ("mma.m8n8k16", "D", "s32"): (2, lambda t, i: (group(t), thread(t) * 2 + i)),
    ("mma.m8n8k32", "A", "u4"): (8, lambda t, i: (group(t), thread(t) * 8 + i)),
    ("mma.m8n8k32", "B", "s4"): (8, lambda t, i: (thread(t) * 8 + i, group(t))),
    ("mma.m8n8k128", "A", "b1"): (32, lambda t, i: (group(t), thread(t) * 32 + i)),
    ("mma.m8n8k128", "B", "b1"): (32, lambda t, i: (thread(t) * 32 + i, group(t))),
    ("mma.m16n8k4", "A", "tf32"): (2, lambda t, i: (group(t) + 8 * i, thread(t))),
    ("mma.m16n8k4", "A", "f64"): (2, lambda t, i: (group(t) + 8 * i, thread(t))),
    ("mma.m16n8k4", "B", "tf32"): (1, lambda t, i: (thread(t), group(t))),
    ("mma.m16n8k4", "C", "f32"): (4, lambda t, i: (group(t) + (8 if i > 1 else 0), thread(t) * 2 + (i & 1))),
    ("mma.m16n8k8", "A", "bf16"): (4, lambda t, i: (group(t) + (8 if i > 1 else 0), thread(t) * 2 + (i & 1))),
    ("mma.m16n8k8", "A", "tf32"): (
        4,
        lambda t, i: (group(t) + (8 if i in (1, 3) else 0), thread(t) + (4 if i > 1 else 0)),
    ),
    ("mma.m16n8k8", "A", "f64"): (
        4,
        lambda t, i: (group(t) + (8 if i in (1, 3) else 0), thread(t) + (4 if i > 1 else 0)),
    ),
    ("mma.m16n8k8", "B", "f16"): (2, lambda t, i: (thread(t) * 2 + i, group(t))),
    ("mma.m16n8k8", "B", "tf32"): (2, lambda t, i: (thread(t) + 4 * i, group(t))),
    ("mma.m16n8k8", "C", "f16"): (4, lambda t, i: (group(t) + (8 if i > 1 else 0), thread(t) * 2 + (i & 1))),
    ("mma.m16n8k16", "A", "f16"): (
        8,
        lambda t, i: (
            group(t) + (0 if i in (0, 1, 4, 5) else 8),
            thread(t) * 2 + (i & 1) + (8 if i >= 4 else 0),
        ),
    ),
    ("mma.m16n8k16", "A", "f64"): (
        8,
        lambda t, i: (group(t) + 8 * (i % 2), i * 2 + thread(t) if i % 2 == 0 else i * 2 - 2 + thread(t)),
    ),
    ("mma.m16n8k16", "B", "bf16"): (4, lambda t, i: (thread(t) * 2 + (i & 1) + (8 if i >= 2 else 0), group(t))),
    ("mma.m16n8k16", "B", "f64"): (4, lambda t, i: (thread(t) + i * 4, group(t))),
    ("mma.m16n8k16", "D", "f64"): (4, lambda t, i: (group(t) + (8 if i > 1 else 0), thread(t) * 2 + (i & 1))),
    ("mma.m16n8k16", "A", "e4m3"): (8, lambda t, i: (group(t) + (8 if i >= 4 else 0), thread(t) * 4 + (i & 3))),
    ("mma.m16n8k16", "B", "u8"): (4, lambda t, i: (thread(t) * 4 + i, group(t))),
    ("mma.m16n8k32", "A", "s4"): (16, lambda t, i: (group(t) + (8 if i >= 8 else 0), thread(t) * 8 + (i & 7))),
    ("mma.m16n8k32", "B", "u4"): (8, lambda t, i: (thread(t) * 8 + i, group(t))),
    ("mma.m16n8k32", "A", "e2m3"): (
        16,
        lambda t, i: (
            group(t) + (0 if i < 4 or 8 <= i < 12 else 8),
            thread(t) * 4 + (i & 3) + (16 if i >= 8 else 0),
        ),
    ),
    ("mma.m16n8k32", "B", "e2m1"): (8, lambda t, i: (thread(t) * 4 + (i & 3) + (16 if i >= 4 else 0), group(t))),
    ("mma.m16n8k64", "A", "e2m1"): (
        32,
        lambda t, i: (
            group(t) + (0 if i < 8 or 16 <= i < 24 else 8),
            thread(t) * 8 + (i & 7) + (32 if i >= 16 else 0),
        ),
    ),
    ("mma.m16n8k64", "B", "s4"): (16, lambda t, i: (thread(t) * 8 + (i & 7) + (32 if i >= 8 else 0), group(t))),
    ("mma.m16n8k128", "A", "b1"): (64, lambda t, i: (group(t) + (8 if i >= 32 else 0), thread(t) * 32 + (i & 31))),
    ("mma.m16n8k256", "A", "b1"): (
        128,
        lambda t, i: (
            group(t) + (0 if i < 32 or 64 <= i < 96 else 8),
            thread(t) * 32 + (i & 31) + (128 if i >= 64 else 0),
        ),
    ),
    ("mma.m16n8k256", "C", "s32"): (4, lambda t, i: (group(t) + (8 if i > 1 else 0), thread(t) * 2 + (i & 1))),
    # Of a sparse A, the manual gives the block that holds an element: stored columns are half of those.
    ("mma.sp.m16n8k16", "A", "f16"): (4, lambda t, i: (group(t) + (8 if i > 1 else 0), thread(t) * 4 // 2 + (i & 1))),
    ("mma.sp.m16n8k8", "A", "tf32"): (2, lambda t, i: (group(t) + 8 * i, thread(t) * 2 // 2)),
    ("mma.sp.m16n8k16", "A", "tf32"): (
        4,
        lambda t, i: (group(t) + 8 * (i & 1), (thread(t) * 2 + (8 if i > 1 else 0)) // 2),
    ),
    ("mma.sp.m16n8k32", "A", "u8"): (8, lambda t, i: (group(t) + (8 if i >= 4 else 0), thread(t) * 8 // 2 + i % 4)),
}
"""Elements of a thread, and the row and column of element i of a thread."""


@pytest.mark.parametrize("key", FORMULAS, ids="-".join)
def test_fragment_is_that_of_the_manual(key: tuple[str, str, str]) -> None:
    count, place = FORMULAS[key]
    m = ptxisa.layout(key[0], operand=key[1], type=key[2])
    assert m.row.shape == m.column.shape == tuple(m.inputs.values())
    assert m.lanes == 32
    assert m.row[0].size == count
    rows, columns = m.row.reshape(32, count), m.column.reshape(32, count)
    for lane, i in itertools.product(range(32), range(count)):
        assert (rows[lane, i], columns[lane, i]) == place(lane, i), (lane, i)


QUAD_PAIRS: dict[tuple[str, str, str | None], tuple[int, Place]] = {
    ("A", "f16", "row"): (4, lambda t, i: (t % 4 if low(t) else t % 4 + 4, i)),
    ("A", "f16", "col"): (4, lambda t, i: (i % 4 if low(t) else i % 4 + 4, t % 4)),
    ("B", "f16", "row"): (4, lambda t, i: (t % 4, i if low(t) else i + 4)),
    ("B", "f16", "col"): (4, lambda t, i: (i, t % 4 if low(t) else t % 4 + 4)),
    ("C", "f16", None): (8, lambda t, i: (t % 4 if low(t) else t % 4 + 4, i)),
    ("D", "f32", None): (
        8,
        lambda t, i: ((t & 1) + (i & 2) + (0 if low(t) else 4), (i & 4) + (t & 2) + (i & 1)),
    ),
}


@pytest.mark.parametrize("key", QUAD_PAIRS)
def test_quad_pairs_compute_four_products(key: tuple[str, str, str | None]) -> None:
    operand, type_, order = key
    count, place = QUAD_PAIRS[key]
    m = ptxisa.layout("mma.m8n8k4", operand, type_, **({"layout": order} if order else {}))
    for lane, i in itertools.product(range(32), range(count)):
        places = m.row.reshape(32, count)[lane, i], m.column.reshape(32, count)[lane, i]
        assert places == place(lane, i)
        assert m.matrix.reshape(32, count)[lane, i] == lane % 16 // 4


def test_quad_pairs_multiply_a_row_major_a_by_a_column_major_b_by_default() -> None:
    assert ptxisa.layout("mma.m8n8k4", "A", "f16").pattern.name == "mma-m8n8k4-a"
    assert np.array_equal(
        ptxisa.layout("mma.m8n8k4", "B", "f16").row, ptxisa.layout("mma.m8n8k4", "B", "f16", layout="col").row
    )


# CuTe: shapes and strides, whose result counts down the columns of the matrix.

Shape = Any


def cute(shape: Shape, stride: Shape, index: int) -> int:
    """Return the value of a layout at an index, as CuTe defines it: the leftmost mode varies fastest."""
    if isinstance(shape, int):
        return index % shape * int(stride)
    total = 0
    for part, step in zip(shape, stride, strict=True):
        size = int(np.prod(np.array(flat(part))))
        total += cute(part, step, index % size)
        index //= size
    return total


def flat(shape: Shape) -> list[int]:
    return [shape] if isinstance(shape, int) else [extent for part in shape for extent in flat(part)]


Trait = tuple[int, Shape, Shape, Shape, Shape]
TRAITS: dict[tuple[str, str, str], Trait] = {
    # rows of the matrix; shape and stride of threads; shape and stride of values
    ("mma.m16n8k16", "A", "f16"): (16, (4, 8), (32, 1), (2, 2, 2), (16, 8, 128)),
    ("mma.m16n8k8", "A", "tf32"): (16, (4, 8), (16, 1), (2, 2), (8, 64)),
    ("mma.m16n8k16", "A", "f64"): (16, (4, 8), (16, 1), (2, 4), (8, 64)),
    ("mma.m16n8k32", "A", "s8"): (16, (4, 8), (64, 1), (4, 2, 2), (16, 8, 256)),
    ("mma.m16n8k256", "A", "b1"): (16, (4, 8), (512, 1), (32, 2, 2), (16, 8, 2048)),
    ("mma.m16n8k64", "A", "e2m1"): (16, (4, 8), (128, 1), (8, 2, 2), (16, 8, 512)),
    ("mma.m16n8k8", "C", "f32"): (16, (4, 8), (32, 1), (2, 2), (16, 8)),
    ("wgmma.m64n8k16", "A", "f16"): (64, (4, 8, 4), (128, 1, 16), (2, 2, 2), (64, 8, 512)),
    ("wgmma.m64n8k8", "A", "tf32"): (64, (4, 8, 4), (64, 1, 16), (2, 2), (8, 256)),
    ("wgmma.m64n8k32", "A", "e5m2"): (64, (4, 8, 4), (256, 1, 16), (4, 2, 2), (64, 8, 1024)),
    ("wgmma.m64n96k16", "D", "f32"): (64, (4, 8, 4), (128, 1, 16), (2, 2, 12), (64, 8, 512)),
    ("wgmma.m64n256k32", "D", "s32"): (64, (4, 8, 4), (128, 1, 16), (2, 2, 32), (64, 8, 512)),
}
TRANSPOSED: dict[tuple[str, str, str], Trait] = {
    # B, whose traits count N first
    ("mma.m16n8k16", "B", "f16"): (8, (4, 8), (16, 1), (2, 2), (8, 64)),
    ("mma.m16n8k32", "B", "u8"): (8, (4, 8), (32, 1), (4, 2), (8, 128)),
    ("mma.m16n8k256", "B", "b1"): (8, (4, 8), (256, 1), (32, 2), (8, 1024)),
    ("mma.sp.m16n8k64", "B", "e3m2"): (8, (4, 8), (32, 1), (4, 4), (8, 128)),
    ("mma.sp.m16n8k128", "B", "e2m1"): (8, (4, 8), (64, 1), (8, 4), (8, 256)),
}


@pytest.mark.parametrize("key", [*TRAITS, *TRANSPOSED], ids="-".join)
def test_fragment_is_that_of_cute(key: tuple[str, str, str]) -> None:
    rows, threads, thread_steps, values, value_steps = {**TRAITS, **TRANSPOSED}[key]
    m = ptxisa.layout(*key)
    first, second = (m.row, m.column) if key in TRAITS else (m.column, m.row)
    places = (first + rows * second).reshape(m.lanes, -1)
    for lane, value in itertools.product(range(m.lanes), range(places.shape[1])):
        assert places[lane, value] == cute(threads, thread_steps, lane) + cute(values, value_steps, value)


# Metadata: CuTe counts columns of the dense A, one bit of metadata for each; two bits are one index.

METADATA: dict[tuple[str, str], Trait] = {
    ("mma.sp.m16n8k64", "e4m3"): (16, (2, 2, 8), (8, 512, 1), (32,), (16,)),
    ("mma.sp.m16n8k128", "e2m1"): (16, (2, 2, 8), (8, 1024, 1), (64,), (16,)),
    ("wgmma.sp.m64n8k64", "s8"): (64, (2, 2, 8, 4), (8, 2048, 1, 16), (32,), (64,)),
    ("wgmma.sp.m64n8k32", "f16"): (64, (2, 2, 8, 4), (1024, 0, 1, 16), (16, 2), (64, 8)),
    ("wgmma.sp.m64n8k16", "tf32"): (64, (2, 2, 8, 4), (512, 0, 1, 16), (8, 2), (64, 8)),
}


@pytest.mark.parametrize("key", METADATA, ids="-".join)
def test_metadata_is_that_of_cute(key: tuple[str, str]) -> None:
    rows, threads, thread_steps, values, value_steps = METADATA[key]
    m = ptxisa.layout(key[0], "metadata", key[1])
    elements = m.element
    width = int(np.prod(np.array(flat(values)))) // m.inputs["element"]
    assert elements.bits == (4 if key[1] == "tf32" else 2)
    for lane, index in itertools.product(range(m.lanes), range(m.inputs["element"])):
        if m.row[lane, 0, index] == NOWHERE:
            continue
        dense = cute(threads, thread_steps, lane) + cute(values, value_steps, index * width)
        assert (m.row[lane, 0, index], m.column[lane, 0, index]) == (dense % rows, dense // rows // width)


@pytest.mark.parametrize("selector", range(4))
def test_selector_is_the_thread_with_metadata(selector: int) -> None:
    m = ptxisa.layout("mma.sp.m16n8k16", "metadata", "f16", selector=selector)
    holding = np.flatnonzero((m.row != NOWHERE).any(axis=(1, 2)))
    assert holding.tolist() == [4 * g + selector for g in range(8)]
    # Bits 0 to 15 belong to row g, 16 to 31 to row g + 8; each block of four columns has four bits.
    assert m.place[3, 0] == (12 + selector, 0, 0)
    assert m.place[3, 7] == (12 + selector, 0, 7)
    assert m.place[11, 2] == (12 + selector, 0, 10)


def test_selector_of_a_pair_of_rows() -> None:
    m = ptxisa.layout("mma.sp.m16n8k32", "metadata", "u8", selector=1)
    assert m.place[5, 0] == (22, 0, 0)
    assert m.place[13, 15] == (23, 0, 15)


# Scale factors.


def test_scale_factors_are_chosen_by_thread_and_byte() -> None:
    a = ptxisa.layout("mma.m16n8k32", "scale_a", "ue8m0", thread_id=1, byte_id=3)
    assert a.shape == (16, 1)
    assert a.place[2, 0] == (10, 0, 3)
    assert a.place[10, 0] == (11, 0, 3)
    b = ptxisa.layout("mma.m16n8k64", "scale_b", "ue8m0", thread_id=2, byte_id=2)
    assert b.shape == (2, 8)
    assert [b.place[block, 5] for block in (0, 1)] == [(22, 0, 2), (22, 0, 3)]
    whole = ptxisa.layout("mma.m16n8k64", "scale_a", "ue4m3")
    assert [whole.place[8, block].element for block in range(4)] == [0, 1, 2, 3]
    assert whole.place[8, 0].lane == 1


# Loads and stores of matrices.


def test_ldmatrix_by_rows_and_transposed() -> None:
    m = ptxisa.layout("ldmatrix.m8n8.x4")
    assert m.place[3, 5, 2] == (14, 2, 1)
    trans = ptxisa.layout("ldmatrix.sync.aligned.m8n8.x4.trans", type="b16")
    assert trans.place[5, 3, 2] == (14, 2, 1)
    assert np.array_equal(m.row, trans.column)
    assert np.array_equal(m.column, trans.row)


def test_movmatrix_swaps_rows_and_columns() -> None:
    source, result = (ptxisa.layout("movmatrix.m8n8.trans", operand) for operand in "ad")
    assert source.place[2, 7] == (11, 0, 1)
    assert result.place[2, 7] == (29, 0, 0)


CUTE_BITS = {
    # The load of CuTe, before the bytes that it exchanges afterwards: address of a thread, byte of its row.
    "ldmatrix.m16n16.x1.trans": (lambda t, r, b: (4 * (t % 4) + b, t // 4 + 8 * r)),
    "stmatrix.m16n8.x1.trans": (lambda t, r, b: (2 * (t % 4) + b % 2, t // 4 + 8 * (b // 2))),
}


@pytest.mark.parametrize("name", CUTE_BITS)
def test_matrices_of_bytes(name: str) -> None:
    m = ptxisa.layout(name)
    for t, r, b in itertools.product(range(32), range(m.registers), range(4)):
        assert (m.row[t, r, b], m.column[t, r, b]) == CUTE_BITS[name](t, r, b)


def test_addresses_of_rows() -> None:
    m = ptxisa.layout("ldmatrix.m8n8.x2", "p")
    assert m.matrix.tolist() == [0] * 8 + [1] * 8 + [0] * 8 + [1] * 8
    assert m.row.tolist() == list(range(8)) * 4
    assert m.place[3, 1] == (11,)
    assert ptxisa.layout("ldmatrix.m16n16.x2.trans", "p").place[5, 1] == (21,)


def test_packed_rows_of_six_and_four_bits() -> None:
    six = ptxisa.layout("ldmatrix.m8n16.x1.b8x16.b6x16_p32", "row")
    assert (six.address[[0, 1, 2, 4, 15]].tolist(), six.bit[[0, 1, 2, 4, 15]].tolist()) == (
        [0, 0, 1, 3, 11],
        [0, 6, 4, 0, 2],
    )
    four = ptxisa.layout("tcgen05.cp.b4x16_p64", "row")
    assert (four.address[15], four.bit[15]) == (7, 4)
    registers = ptxisa.layout("ldmatrix.m8n16.x1.b6x16_p32")
    assert (registers.element_bits, registers.storage_bits) == (6, 8)


def test_narrow_elements_in_bytes_have_their_bits() -> None:
    assert ptxisa.layout("mma.m16n8k32", "A", "e2m1").element.offset == 2
    assert ptxisa.layout("mma.m16n8k32", "A", "e3m2").element.offset == 0
    assert ptxisa.layout("mma.m16n8k64", "A", "e2m1").storage_bits == 4


# Shared memory. The examples of the manual give strides in elements; CuTe's swizzles are exclusive ors of bits.


def swizzle(bits: int, base: int, shift: int, offset: int) -> int:
    mask = ((1 << bits) - 1) << (base + shift)
    return offset ^ ((offset & mask) >> shift)


EXAMPLES: dict[str, tuple[str, dict[str, Any], int, Trait, tuple[int, int, int]]] = {
    "K tf32 none": (
        "none",
        {"major": "K", "M": 16, "K": 16, "LBO": 256, "SBO": 128},
        4,
        (0, (8, 2), (4, 32), (4, 4), (1, 64)),
        (0, 4, 3),
    ),
    "K tf32 32B": ("32B", {"major": "K", "M": 16, "SBO": 256}, 4, (0, (8, 2), (8, 64), (4, 2), (1, 4)), (1, 4, 3)),
    "MN bf16 none": (
        "none",
        {"major": "MN", "M": 16, "K": 16, "LBO": 256, "SBO": 128},
        2,
        (0, (8, 1, 2), (1, 8, 64), (8, 2), (8, 128)),
        (0, 4, 3),
    ),
    "MN bf16 32B": (
        "32B",
        {"major": "MN", "M": 32, "K": 16, "LBO": 256, "SBO": 512},
        2,
        (0, (8, 2, 2), (1, 8, 128), (8, 2), (16, 256)),
        (1, 4, 3),
    ),
    "MN bf16 64B": (
        "64B",
        {"major": "MN", "M": 64, "K": 16, "LBO": 512, "SBO": 1024},
        2,
        (0, (8, 4, 2), (1, 8, 256), (8, 2), (32, 512)),
        (2, 4, 3),
    ),
    "K f16 128B": ("128B", {"major": "K", "M": 16, "SBO": 1024}, 2, (0, (8, 2), (64, 512), (64,), (1,)), (3, 4, 3)),
}


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("instruction", ["wgmma", "tcgen05"])
def test_shared_memory_is_that_of_the_manual(name: str, instruction: str) -> None:
    suffix, options, size, (_, rows, row_steps, columns, column_steps), bits = EXAMPLES[name]
    s = ptxisa.layout(f"{instruction}.shared.{suffix}", type=name.split()[1] if size > 1 else "f16", **options)
    for row, column in itertools.product(range(s.shape[0]), range(s.shape[1])):
        offset = (cute(rows, row_steps, row) + cute(columns, column_steps, column)) * size
        assert s.address[row, column] == swizzle(*bits, offset), (row, column)


@pytest.mark.parametrize("name", [name for name in EXAMPLES if "LBO" in EXAMPLES[name][1]])
@pytest.mark.parametrize("stride", ["LBO", "SBO"])
def test_strides_are_multiples_of_16_bytes_in_14_bits(name: str, stride: str) -> None:
    suffix, options, size, *_ = EXAMPLES[name]
    type_ = name.split()[1] if size > 1 else "f16"
    for allowed in (16, options[stride] + 16, 0x3FFF0):
        ptxisa.layout(f"wgmma.shared.{suffix}", type=type_, **{**options, stride: allowed})
    for rejected in (0, options[stride] + 8, 0x40000):
        with pytest.raises(UnknownLayout, match=f"{stride} is {rejected}; it must be a multiple of 16 in 16..262128"):
            ptxisa.layout(f"wgmma.shared.{suffix}", type=type_, **{**options, stride: rejected})


def test_swizzle_with_atoms_of_32_bytes() -> None:
    s = ptxisa.layout("tcgen05.shared.128B-atom-32B")
    assert s.type == "tf32"
    for row, column in itertools.product(range(32), range(16)):
        offset = (row + 32 * (column % 4)) * 4 + column // 4 * 512
        assert s.address[row, column] == swizzle(2, 5, 2, offset)


def test_addresses_lead_back_to_elements() -> None:
    s = ptxisa.layout("wgmma.shared.128B", type="bf16", M=64)
    assert s.address[1, 0] == 0x90
    assert s.place[0x90] == (1, 0)
    assert s.place[0x92] == (1, 1)
    with pytest.raises(IndexError, match="no place"):
        s.place[0x91]
    bits = ptxisa.layout("wgmma.shared.none", type="b1", M=8)
    assert (bits.address[2, 9], bits.bit[2, 9]) == (33, 1)
    assert bits.place[33, 1] == (2, 9)


def test_padded_elements_in_shared_memory() -> None:
    s = ptxisa.layout("tcgen05.shared.128B", type="e2m3")
    assert s.shape[1] == 128
    assert (s.address[0, 15], s.bit[0, 15]) == (11, 2)
    assert (s.address[0, 16], s.bit[0, 16]) == (16, 0)
    packed = ptxisa.layout("tcgen05.shared.128B", type="e2m1", kind="mxf4")
    assert (packed.shape[1], packed.address[0, 31], packed.bit[0, 31]) == (256, 15, 4)


# Tensor memory: CuTe counts bits of a row of all columns.

TENSOR_MEMORY: dict[str, tuple[int, Shape, Shape, Shape, Shape]] = {
    # bits of a row; threads; registers of 32 bits
    "16x256b.x1": (256, (4, 8), (64, 256), (2, 2), (32, 2048)),
    "16x256b.x2": (512, (4, 8), (64, 512), (2, 2, 2), (32, 4096, 256)),
    "16x128b.x2": (256, (4, 8), (32, 256), (1, 2, 2), (32, 2048, 128)),
    "16x64b.x1": (64, (2, 2, 8), (512, 32, 64), (1,), (0,)),
    "16x64b.x4": (256, (2, 2, 8), (2048, 32, 256), (4,), (64,)),
}


@pytest.mark.parametrize("name", TENSOR_MEMORY)
@pytest.mark.parametrize("instruction", ["ld", "st"])
def test_registers_of_tensor_memory_match_cute(name: str, instruction: str) -> None:
    width, threads, thread_steps, registers, register_steps = TENSOR_MEMORY[name]
    m = ptxisa.layout(f"tcgen05.{instruction}.{name}")
    for lane, register in itertools.product(range(32), range(m.registers)):
        bit = cute(threads, thread_steps, lane) + cute(registers, register_steps, register)
        assert (m.row[lane, register, 0], m.column[lane, register, 0]) == (bit // width, bit % width // 32)


def test_lanes_of_tensor_memory_and_packing() -> None:
    m = ptxisa.layout("tcgen05.ld.32x32b.x8")
    assert m.place[17, 6] == (17, 6, 0)
    packed = ptxisa.layout("tcgen05.ld.16x64b.x2.pack::16b")
    # CuTe: bits 0 to 15 of four columns a register pair; the second thread of a pair has columns 2 and 3.
    assert packed.place[0, 3] == (2, 0, 1)
    assert packed.place[8, 4] == (1, 1, 0)
    halves = ptxisa.layout("tcgen05.st.16x32bx2.x4")
    assert halves.place[5, 3, 1] == (21, 3, 0)


DATA_PATHS = [
    # instruction, options, row, column, then CTA, lane and word as CuTe's atoms have them
    ("tcgen05.mma.m256n64k16", {"cta_group": 2}, 200, 9, (1, 72, 9)),
    ("tcgen05.mma.m128n64k16", {"cta_group": 2}, 70, 40, (1, 70, 8)),
    ("tcgen05.mma.m128n64k16", {}, 70, 40, (None, 70, 40)),
    ("tcgen05.mma.ws.m64n64k16", {}, 10, 40, (None, 74, 8)),
    ("tcgen05.mma.m64n64k16", {}, 50, 40, (None, 98, 40)),
    ("tcgen05.mma.ws.m32n64k16", {}, 10, 40, (None, 74, 8)),
    ("tcgen05.mma.sp.m128n64k16", {"cta_group": 2}, 114, 3, (1, 98, 3)),
]


@pytest.mark.parametrize(("name", "options", "row", "column", "expected"), DATA_PATHS)
def test_accumulators_in_tensor_memory(
    name: str, options: dict[str, Any], row: int, column: int, expected: tuple[int | None, int, int]
) -> None:
    d = ptxisa.layout(name, "D", "f32", **options)
    assert (d.lane[row, column], d.word[row, column]) == expected[1:]
    at = expected[1:] if expected[0] is None else (expected[1], expected[2], expected[0])
    assert dict(d.place[tuple(at[["lane", "word", "cta"].index(name)] for name in d.coordinates)]._asdict()) == {
        "row": row,
        "column": column,
    }


def test_multiplicand_factors_and_metadata_in_tensor_memory() -> None:
    a = ptxisa.layout("tcgen05.mma.m128n64k16", "A", "f16", cta_group=2)
    assert (a.lane[70, 3, 1], a.cta[70, 3, 1], a.word[70, 3, 1], a.bit[70, 3, 1]) == (70, 1, 1, 16)
    assert (a.lane[10, 0].tolist()) == [10, 74]
    scale = ptxisa.layout("tcgen05.mma.m128n64k64", "scale_a", "ue8m0", scale_vec="2X")
    assert (scale.lane[70, 1].tolist(), scale.word[70, 1, 0], scale.bit[70, 1, 0]) == ([6, 38, 70, 102], 2, 8)
    metadata = ptxisa.layout("tcgen05.mma.sp.m128n64k32", "metadata", "f16")
    # Row 9 is lane 1 in the upper half; index 8 begins the second eight lanes.
    assert (metadata.lane[9, 8], metadata.bit[9, 8]) == (9, 16)
    assert (metadata.lane[20, 7], metadata.bit[20, 7]) == (20, 14)


def test_copies_into_tensor_memory() -> None:
    assert ptxisa.layout("tcgen05.cp.32x128b.warpx4").lane[5, 0].tolist() == [5, 37, 69, 101]
    assert ptxisa.layout("tcgen05.cp.64x128b.warpx2::02_13").lane[40, 3].tolist() == [40, 104]
    assert ptxisa.layout("tcgen05.cp.64x128b.warpx2::01_23").lane[40, 3].tolist() == [72, 104]
    assert ptxisa.layout("tcgen05.cp.4x256b").lane[:, 0].tolist() == [0, 32, 64, 96]


# All of them.


def every() -> list[Layout]:
    """Each layout once for each type, with the least values of parameters that must be chosen."""
    every_layout = []
    for name, _, use in layouts():
        needed = {p.name: (p.values or (p.least,))[0] for p in use.parameters if not p.default}
        for element in use.types:
            every_layout.append(ptxisa.layout(name, use.operands[0], element.name, **needed, **dict(use.variant)))
    return every_layout


ALL = every()


def test_all_layouts_are_there() -> None:
    assert len(ALL) > 350
    assert {layout.pattern.category for layout in ALL} == {"fragment", "shared", "tensor-memory"}


@pytest.mark.parametrize("m", ALL, ids=lambda m: f"{title(m.use)}-{m.operand}-{m.type}-{m.pattern.name}")
def test_places_and_elements_lead_to_each_other(m: Layout) -> None:
    columns = m.table()
    outputs = tuple(columns[name] for name in m.coordinates)
    places = m.place[outputs]
    for name in m.coordinates:
        there = m.coordinates[name][tuple(places)]
        assert np.array_equal(there, columns[name])
    copies = m.inputs.get("copy", 1)
    if "lane" in m.inputs:
        assert len(np.unique(np.stack(outputs), axis=1).T) == int(np.prod(m.shape))
    else:
        assert len(columns["row" if "row" in columns else "column"]) == int(np.prod(m.shape)) * copies


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (["mma.m16n8k15"], {}, "no layout of 'mma.m16n8k15'; did you mean mma.m16n8k"),
        (["nothing"], {}, "no layout of 'nothing'; see `ptxisa layout`"),
        ([""], {}, "no layout of ''"),
        (["mma.m16n8k16", "E"], {}, "mma.m16n8k16 has no layout of operand 'E'; it has C, D, A or B"),
        (["mma.m16n8k16", "A", "f8"], {}, "has no layout of type 'f8' there; it has f16, bf16, f64"),
        (["wgmma.m64nNk16", "D"], {}, "wgmma.m64nNk16 needs N: a multiple of 8 in 8..256"),
        (["wgmma.m64n20k16", "D"], {}, "N is 20; it must be a multiple of 8 in 8..256"),
        (["wgmma.m64n40k32", "D", "s32"], {}, "N is 40; it must be 8, 16, 24, 32"),
        (["ldmatrix.m8n8.x3"], {}, "num is 3; it must be 1, 2 or 4"),
        (
            ["mma.m8n8k4", "A", "f16"],
            {"layout": "diagonal"},
            "no layout with layout=diagonal; it has layout=col or layout=row",
        ),
        (["mma.m16n8k16"], {"N": 8}, "has no option 'N'; it has none"),
        (["wgmma.m64nNk16", "D"], {"N": "many"}, "N must be an integer, not 'many'"),
        (["wgmma.m64nNk16", "D"], {"N": 8.5}, "N must be an integer, not '8.5'"),
        (["mma.sp.m16n8k16", "metadata", "f16"], {"selector": 4}, "selector is 4; it must be 0, 1, 2 or 3"),
        (["wgmma.shared.128B"], {"SBO": 17}, "SBO is 17; it must be a multiple of 16 in 16..262128"),
    ],
)
def test_an_unknown_layout_raises_with_a_hint_in_one_line(
    arguments: list[str], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(UnknownLayout) as caught:
        ptxisa.layout(*arguments, **options)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "given", "operand"),
    [
        ("mma.m16n8k16", None, "A"),
        ("mma.m16n8k16", "C", "C"),
        ("mma.m16n8k16", "D", "D"),
        ("wgmma.shared.128B", None, "A"),
        ("wgmma.shared.128B", "B", "B"),
        ("ldmatrix.m8n8.x1", None, "r"),
    ],
)
def test_the_default_operand_is_a_or_the_first(name: str, given: str | None, operand: str) -> None:
    assert ptxisa.layout(name, given).operand == operand


@pytest.mark.parametrize(
    ("name", "type_", "broken"),
    [
        ("wgmma", "f16", False),
        ("wgmma", "tf32", False),
        ("wgmma", "s8", False),
        ("wgmma", "b1", True),
        ("tcgen05", "e2m1", True),
        ("tcgen05", "e2m3", True),
    ],
)
def test_addresses_have_bits_where_elements_break_bytes(name: str, type_: str, broken: bool) -> None:
    assert list(ptxisa.layout(f"{name}.shared.128B", type=type_).coordinates) == [
        "address",
        *(["bit"] if broken else []),
    ]


@pytest.mark.parametrize(
    ("name", "operand", "outputs", "count"),
    [
        ("mma.m16n8k16", "A", ["row", "column"], 16 * 16),
        ("mma.m8n8k4", "A", ["matrix", "row", "column"], 4 * 8 * 4),
        ("mma.sp.m16n8k16", "metadata", ["row", "column"], 16 * 8),
    ],
)
def test_tables_are_sorted_by_outputs(name: str, operand: str, outputs: list[str], count: int) -> None:
    table = ptxisa.layout(name, operand, "f16").table()
    rows = list(zip(*(table[output].tolist() for output in sorted(outputs, key=list(table).index)), strict=True))
    assert set(table) == {*outputs, "lane", "register", "element"}
    assert len(rows) == count
    assert rows == sorted(set(rows))


def test_place_accepts_slices_and_raises_outside() -> None:
    m = ptxisa.layout("mma.m16n8k16")
    assert m.place[:, 3].lane.tolist() == [1, 5, 9, 13, 17, 21, 25, 29] * 2
    assert m.place[2:4, :2].element.tolist() == [[0, 1], [0, 1]]
    for outside in ((16, 0), (-1, 0), (0, 0, 0)):
        with pytest.raises(IndexError):
            m.place[outside]
    with pytest.raises(AttributeError, match="no 'address'"):
        _ = m.address


def test_repr_is_one_line() -> None:
    m = ptxisa.layout("mma.m16n8k16", operand="A", type="f16")
    assert repr(m) == "<layout mma.m16n8k16 A .f16: 16 x 16 in 32 lanes x 4 registers x 2 elements>"
    assert (m.shape, m.element_bits, m.registers, m.sparsity) == ((16, 16), 16, 4, (1, 1))


@pytest.mark.parametrize(("text", "value"), [("7", 7), ("K/4/V", 4), ("4*V", 8), ("16*C*K", 1024), ("K*V/64", 1)])
def test_expressions_go_from_left_to_right(text: str, value: int) -> None:
    assert evaluate(text, {"K": 32, "V": 2, "C": 2}) == value


@pytest.mark.parametrize(
    ("text", "message"), [("K/5", "32 is not divisible by 5"), ("Q", "unknown symbol 'Q'"), ("K/0", "by 0")]
)
def test_wrong_expressions_are_errors(text: str, message: str) -> None:
    with pytest.raises(LayoutError, match=message):
        evaluate(text, {"K": 32})
