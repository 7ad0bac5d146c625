"""Layouts of fragments, metadata and moved matrices against what probes on an H200 found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ptxisa.oracle.gpu.product_kernels import core_matrices, descriptor_strides, operands
from ptxisa.oracle.gpu.product_samples import group
from ptxisa.oracle.gpu.products import BITS, ProductCase, cases

MEASURED: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "fixtures" / "matrix_layouts_sm_90.json").read_text(encoding="utf-8")
)
DENSE = {f"{case.shape}.b{BITS[case.a]}": case for case in cases() if case.instruction == "mma"}
SPARSE = {f"{case.instruction}.{case.shape}.b{BITS[case.a]}": case for case in cases() if case.is_sparse}


@pytest.mark.parametrize("name", MEASURED["fragments"])
def test_fragments_of_a_and_b(name: str) -> None:
    """The lowest element of each register of each thread: index of the row or column, and position along K."""
    placed = operands(DENSE[name])
    a = np.stack([placed.a.rows[..., 0], placed.a.columns[..., 0]], axis=-1)
    b = np.stack([placed.b.columns[..., 0], placed.b.rows[..., 0]], axis=-1)
    assert MEASURED["fragments"][name]["a"] == a.reshape(-1, 2).tolist()
    assert MEASURED["fragments"][name]["b"] == b.reshape(-1, 2).tolist()


def test_fragments_of_every_dense_shape_were_probed() -> None:
    """All but m8n8k4 of f16, of which the results of whole products show the layout."""
    assert set(DENSE) - set(MEASURED["fragments"]) == {"m8n8k4.b16"}


@pytest.mark.parametrize("name", MEASURED["metadata"])
def test_metadata(name: str) -> None:
    """Four bits for each group of four columns of A (two of tf32, eight of 4-bit types), from the low bits on.

    A thread of a quad holds 32 bits: of the 8-bit shapes of K = 64 and the 4-bit shapes of K = 128 those of one row,
    of the others with 8 and 4 bits likewise, and of wider types 16 bits of a row and 16 of the row 8 below.
    """
    case = SPARSE[name]
    groups = case.k // group(case)[0]
    for selector, lanes in MEASURED["metadata"][name].items():
        assert sorted(lanes) == sorted(_expected(case, groups, int(selector)))


def _expected(case: ProductCase, groups: int, selector: int) -> list[list[int]]:
    rows = case.m
    members = rows // 16 * 16 * groups * 4 // 32 // (rows // 2)
    fragment_rows = []
    for row in range(rows):
        for column in range(groups):
            place = _place(case, row % 16, column)
            thread = row // 16 * 32 + (row % 8) * 4 + selector * members + place[0]
            fragment_rows.append([thread, place[1], row, column])
    return fragment_rows


def _place(case: ProductCase, row: int, column: int) -> tuple[int, int]:
    """Return the member of a quad, counted from the first that contains metadata, and the lowest bit."""
    if BITS[case.a] >= 16:
        return column // 4, 16 * (row // 8) + 4 * (column % 4)
    return row // 8 + 2 * (column // 8), 4 * (column % 8)


def test_every_sparse_shape_was_probed() -> None:
    names = {name.replace("::ordered_metadata", "") for name, case in SPARSE.items() if case.n == 8}
    assert names == set(MEASURED["metadata"])


@pytest.mark.parametrize("count", [1, 2, 4])
def test_ldmatrix(count: int) -> None:
    """Register r of thread i holds two neighbors of row i / 4 of matrix r, or of column i / 4 if transposed."""
    plain = MEASURED["moves"][f"ldmatrix.m8n8.x{count}.shared.b16"]
    turned = MEASURED["moves"][f"ldmatrix.m8n8.x{count}.trans.shared.b16"]
    for lane in range(32):
        line, pair = lane // 4, 2 * (lane % 4)
        places = [(64 * r, pair + half) for r in range(count) for half in (0, 1)]
        assert plain[lane] == [start + 8 * line + at for start, at in places]
        assert turned[lane] == [start + 8 * at + line for start, at in places]


@pytest.mark.parametrize("count", [1, 2, 4])
def test_stmatrix(count: int) -> None:
    """Row i of matrix r is made of register r of the threads from 4 * i on, or of column i if transposed."""
    plain = MEASURED["moves"][f"stmatrix.m8n8.x{count}.shared.b16"]
    turned = MEASURED["moves"][f"stmatrix.m8n8.x{count}.trans.shared.b16"]
    for line in range(8 * count):
        matrix, row = divmod(line, 8)
        half = [(at // 2, at % 2) for at in range(8)]
        assert plain[line] == [64 * (4 * row + member) + 8 * matrix + which for member, which in half]
        assert turned[line] == [64 * (4 * at + row // 2) + 8 * matrix + row % 2 for at in range(8)]


def test_movmatrix() -> None:
    for lane, registers in enumerate(MEASURED["moves"]["movmatrix.m8n8.trans.b16"]):
        row, pair = lane // 4, 2 * (lane % 4)
        assert registers == [64 * (4 * (pair + half) + row // 2) + row % 2 for half in (0, 1)]


@pytest.mark.parametrize("case", cases()[::5], ids=lambda case: case.name)
def test_placements_hold_each_element_once(case: ProductCase) -> None:
    random = np.random.default_rng(0)
    for placed in operands(case):
        shape = int(placed.rows.max()) + 1, int(placed.columns.max()) + 1
        assert placed.rows.size == shape[0] * shape[1]
        matrices = random.integers(0, 1 << min(placed.bits, 63), (2, *shape), np.uint64)
        assert placed.unpack(placed.pack(matrices), shape).tolist() == matrices.tolist()


def test_core_matrices_have_128_bytes_each() -> None:
    """Elements of f16: eight rows of eight, in one order or the other."""
    along, across = core_matrices(64, 16, 16, True), core_matrices(64, 16, 16, False)
    assert [(int(r), int(k)) for r, k in zip(along.rows.ravel()[:9], along.columns.ravel()[:9], strict=True)] == [
        *((0, k) for k in range(8)),
        (1, 0),
    ]
    assert [(int(r), int(k)) for r, k in zip(across.rows.ravel()[:9], across.columns.ravel()[:9], strict=True)] == [
        *((r, 0) for r in range(8)),
        (0, 1),
    ]
    assert descriptor_strides(64, 16, True) == (1024, 128)
