"""Allocation of tensor memory, loads, stores, copies and shifts, by the formulas of CuTe's traits and the manual."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.isa.diagnostics import PtxError
from ptxisa.objects.tensor_memory import TensorMemory
from tests.run.tensor_core import SPANS, k_major, matrix, put

WARPGROUP = np.arange(128, dtype=np.uint32)
LANE, QUARTER = WARPGROUP % 32, WARPGROUP // 32 * 32
ADDRESS = QUARTER << 16


def listed(name: str, count: int) -> str:
    return "{" + ", ".join(f"{name}{i}" for i in range(count)) + "}"


def place(shape: str, register: int, width: int) -> tuple[Any, Any]:
    """Return the lane and the column of a register of every thread; a register holds `width` columns side by side."""
    if shape == "32x32b":
        return LANE, np.full(128, register * width)
    if shape == "16x64b":
        return LANE // 4 + LANE % 2 * 8, (LANE // 2 % 2 + 2 * register) * width
    row, column = LANE // 4 + register % 2 * 8, (LANE % 4 + register // 2 * 4) * width
    if shape == "16x256b":
        row = LANE // 4 + register // 2 % 2 * 8
        column = (LANE % 4 * 2 + register % 2 + register // 4 * 8) * width
    return row, column


SHAPES = [("32x32b", 8, 8), ("16x64b", 4, 4), ("16x128b", 4, 8), ("16x256b", 2, 8), ("32x32b", 1, 1)]


@pytest.mark.parametrize(("shape", "num", "registers"), SHAPES)
def test_registers_go_to_their_lanes_and_columns(shape: str, num: int, registers: int) -> None:
    random = np.random.default_rng(num)
    tensor = np.zeros((128, 512), np.uint32)
    given = {f"r{i}": random.integers(0, 1 << 32, 128, np.uint32) for i in range(registers)}
    names = listed("r", registers)
    store = f"tcgen05.st.sync.aligned.{shape}.x{num}.b32 [t+3], {names}; tcgen05.wait::st.sync.aligned;"
    ptxisa.execute(store, {"t": ADDRESS, **given}, memory={"tensor": tensor})
    expected = np.zeros((128, 512), np.uint32)
    for i in range(registers):
        row, column = place(shape, i, 1)
        expected[QUARTER + row, column + 3] = given[f"r{i}"]
    assert tensor.tolist() == expected.tolist()
    load = f"tcgen05.ld.sync.aligned.{shape}.x{num}.b32 {names}, [t]; tcgen05.wait::ld.sync.aligned;"
    result = ptxisa.execute(load, {"t": ADDRESS + 3}, memory={"tensor": tensor})
    assert {name: item.tolist() for name, item in result.items()} == {
        name: element.tolist() for name, element in given.items()
    }


def test_16x256b_is_the_accumulator_of_mma() -> None:
    fragment = ptxisa.layout("mma.m16n8k16", operand="C", type="f32")
    tensor = np.arange(128 * 512, dtype=np.uint32).reshape(128, 512)
    actual = ptxisa.execute(
        "tcgen05.ld.sync.aligned.16x256b.x1.b32 {r0, r1, r2, r3}, [t];", {"t": 0}, memory={"tensor": tensor}
    )
    for i in range(4):
        assert actual[f"r{i}"].tolist() == tensor[fragment.row[:, i, 0], fragment.column[:, i, 0]].tolist()


@pytest.mark.parametrize(("shape", "num", "registers"), SHAPES)
def test_packing_combines_the_low_halves_of_two_columns(shape: str, num: int, registers: int) -> None:
    random = np.random.default_rng(num)
    tensor = random.integers(0, 1 << 32, (128, 512), np.uint32)
    before, names = tensor.copy(), listed("r", registers)
    load = f"tcgen05.ld.sync.aligned.{shape}.x{num}.pack::16b.b32 {names}, [t];"
    actual = ptxisa.execute(load, {"t": ADDRESS + 5}, memory={"tensor": tensor})
    for i in range(registers):
        row, column = place(shape, i, 2)
        low, high = (before[QUARTER + row, column + 5 + side] & 0xFFFF for side in (0, 1))
        assert actual[f"r{i}"].tolist() == (low | high << 16).tolist()
    tensor[:] = 0
    store = f"tcgen05.st.sync.aligned.{shape}.x{num}.unpack::16b.b32 [t], {names};"
    ptxisa.execute(store, {"t": ADDRESS + 5, **actual}, memory={"tensor": tensor})
    touched = tensor != 0
    assert touched.any()
    assert tensor[touched].tolist() == (before[touched] & 0xFFFF).tolist()


@pytest.mark.parametrize("split", [16, -4])
def test_two_halves_of_16_lanes(split: int) -> None:
    """Threads 16 to 31 have the second access, which begins `split` columns later."""
    tensor = np.random.default_rng(2).integers(0, 1 << 32, (128, 512), np.uint32)
    load = f"tcgen05.ld.sync.aligned.16x32bx2.x2.b32 {{r0, r1}}, [t], {split};"
    actual = ptxisa.execute(load, {"t": ADDRESS + (16 << 16) + 8}, memory={"tensor": tensor})
    for i in range(2):
        columns = 8 + i + LANE // 16 * np.int64(split)
        assert actual[f"r{i}"].tolist() == tensor[QUARTER + 16 + LANE % 16, columns].tolist()


NAN = np.float32(np.nan).view(np.uint32)
MINUS_ZERO = 0x80000000


def words(*numbers: float) -> list[int]:
    return np.array(numbers, np.float32).view(np.uint32).tolist()


@pytest.mark.parametrize(
    ("operation", "given", "result"),
    [
        ("min.u32", [5, 0x80000000, 3, 9], 3),
        ("max.s32", [5, 0x80000000, 3, 0xFFFFFFFF], 5),
        ("min.s32", [5, 0x80000000, 3, 0xFFFFFFFF], 0x80000000),
        ("min.f32", words(2, -3, 1, 7), words(-3)[0]),
        ("max.abs.f32", words(2, -9, 1, 7), words(9)[0]),
        ("max.f32", [*words(2, -9, 1), NAN], words(2)[0]),
        ("max.NaN.f32", [*words(2, -9, 1), NAN], 0x7FFFFFFF),
        ("min.f32", [NAN] * 4, 0x7FFFFFFF),
        ("min.f32", [0, MINUS_ZERO, 0, 0], MINUS_ZERO),
        ("max.f32", [MINUS_ZERO, 0, MINUS_ZERO, MINUS_ZERO], 0),
    ],
)
@pytest.mark.parametrize(("shape", "end"), [("32x32b", ""), ("16x32bx2", ", 4")])
def test_loads_reduce_the_values_of_each_thread(
    operation: str, given: list[int], result: int, shape: str, end: str
) -> None:
    tensor = np.tile(np.array(given, np.uint32), (128, 128))
    load = f"tcgen05.ld.red.sync.aligned.{shape}.x4.{operation} {{r0, r1, r2, r3}}, m, [t]{end};"
    actual = ptxisa.execute(load, {"t": 0}, memory={"tensor": tensor})
    assert actual["m"].tolist() == [result] * 32
    assert [int(actual[f"r{i}"][7]) for i in range(4)] == given


# --- which warps and lanes ---


LOAD = "tcgen05.ld.sync.aligned.32x32b.x1.b32 {r}, [t];"


@pytest.mark.parametrize(
    ("statement", "address", "message"),
    [
        (LOAD, ADDRESS * 0, "warp 1 reaches lanes 32 to 63 of tensor memory, not lanes 0 to 31"),
        (LOAD, ADDRESS + (16 << 16), "warp 0 reaches lanes 0 to 31 of tensor memory, not lanes 16 to 47"),
        (LOAD, ADDRESS + 512, "column 512 is outside of tensor memory, which has 512 columns"),
        (LOAD, ADDRESS + LANE, "operand taddr differs between the threads of warp 0; it must be the same"),
        ("tcgen05.ld.sync.aligned.16x32bx2.x1.b32 {r}, [t], -1;", ADDRESS, "column -1 is outside of tensor memory"),
    ],
)
def test_addresses_that_a_warp_cannot_reach(statement: str, address: Any, message: str) -> None:
    with pytest.raises(PtxError, match=message):
        ptxisa.execute(statement, {"t": address.astype(np.uint32)}, memory={"tensor": np.zeros((128, 512), np.uint32)})


def test_the_fifth_warp_reaches_the_first_lanes() -> None:
    tensor = np.arange(128 * 512, dtype=np.uint32).reshape(128, 512)
    actual = ptxisa.execute(
        LOAD, {"t": np.zeros(160, np.uint32) + np.r_[ADDRESS, ADDRESS[:32]]}, memory={"tensor": tensor}
    )
    assert actual["r"][128:].tolist() == tensor[:32, 0].tolist()


def test_warps_that_do_not_execute_a_load_keep_their_registers() -> None:
    tensor = np.full((128, 512), 7, np.uint32)
    registers = {"t": ADDRESS, "r": WARPGROUP, "p": WARPGROUP < 32}
    actual = ptxisa.execute(f"@p {LOAD}", registers, memory={"tensor": tensor})
    assert actual["r"].tolist() == [7] * 32 + list(range(32, 128))
    with pytest.raises(PtxError, match="warp 0: 5 of its 32 threads execute the statement; all of them must"):
        ptxisa.execute(f"@p {LOAD}", {**registers, "p": WARPGROUP < 5}, memory={"tensor": tensor})


# --- allocation ---


ALLOCATE = "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 64; ld.shared.b32 t, [slot];"


def test_allocations_in_a_program() -> None:
    tensor, shared = TensorMemory(), np.zeros(64, np.uint8)
    memory = {"tensor": tensor, "shared": shared}
    actual = ptxisa.execute(ALLOCATE + ALLOCATE.replace("t,", "u,"), {"slot": 8}, memory=memory)
    assert (actual["t"][0], actual["u"][0], shared[8]) == (0, 64, 64)
    store = "tcgen05.st.sync.aligned.32x32b.x1.b32 [t], {a};"
    ptxisa.execute(store, {"t": 127, "a": 1}, memory=memory)
    with pytest.raises(PtxError, match="column 128 of tensor memory is not allocated"):
        ptxisa.execute(store, {"t": 128, "a": 1}, memory=memory)
    ptxisa.execute("tcgen05.dealloc.cta_group::1.sync.aligned.b32 t, 64;", {"t": 0}, memory=memory)
    with pytest.raises(PtxError, match="address 0x0 is not that of an allocation"):
        ptxisa.execute("tcgen05.dealloc.cta_group::1.sync.aligned.b32 t, 64;", {"t": 0}, memory=memory)
    ptxisa.execute("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;", memory=memory)
    with pytest.raises(PtxError, match="nothing can be allocated after"):
        ptxisa.execute(ALLOCATE, {"slot": 0}, memory=memory)


@pytest.mark.parametrize(
    ("statement", "registers", "message"),
    [
        (ALLOCATE, {"slot": 6}, "address 0x6 is not aligned to 4 bytes"),
        (ALLOCATE, {"slot": 64}, "address 0x40 is outside of 64 bytes"),
        (ALLOCATE.replace("64;", "n;"), {"slot": 0, "n": 48}, "48 columns; their number must be a power of 2"),
        (ALLOCATE.replace("group::1", "group::2"), {"slot": 0}, "works on a pair of CTAs of a cluster: cluster=2"),
    ],
)
def test_allocations_that_are_not_legal(statement: str, registers: dict[str, int], message: str) -> None:
    memory = {"tensor": np.zeros((128, 512), np.uint32), "shared": np.zeros(64, np.uint8)}
    with pytest.raises(PtxError, match=message):
        ptxisa.execute(statement, registers, memory=memory)


# --- copies ---

FULL = np.arange(128)
COPIES = {
    "128x256b": [FULL],
    "4x256b": [np.arange(4) * 32],
    "128x128b": [FULL],
    "64x128b.warpx2::02_13": [np.arange(64), np.arange(64) + 64],
    "64x128b.warpx2::01_23": [np.arange(64) % 32 + half + np.arange(64) // 32 * 64 for half in (0, 32)],
    "32x128b.warpx4": [np.arange(32) + part for part in (0, 32, 64, 96)],
}
"""Lanes of the rows of each copy: warps 0 and 2 (or 0 and 1) have the first half of the rows."""


@pytest.mark.parametrize("shape", COPIES)
@pytest.mark.parametrize("swizzle", SPANS)
def test_copies_from_shared_memory(shape: str, swizzle: str) -> None:
    random = np.random.default_rng(4)
    rows, width = len(COPIES[shape][0]), 32 if "256b" in shape else 16
    data = random.integers(0, 256, (rows, width)).astype(np.uint8)
    shared, tensor = np.zeros(1 << 16, np.uint8), np.zeros((128, 512), np.uint32)
    leading, stride = (4096, 256) if swizzle == "none" else (16, 8 * SPANS[swizzle])
    put(shared, 0x400, k_major(rows, width, swizzle, leading, stride), swizzle, data)
    registers = {"t": 9, "s": matrix(0x400, swizzle, leading, stride)}
    ptxisa.execute(
        f"tcgen05.cp.cta_group::1.{shape} [t], s;", registers, memory={"tensor": tensor, "shared": shared}, threads=1
    )
    expected = np.zeros((128, 512), np.uint32)
    for lanes in COPIES[shape]:
        expected[lanes, 9 : 9 + width // 4] = data.view(np.uint32)
    assert tensor.tolist() == expected.tolist()


@pytest.mark.parametrize(("source", "bits", "low"), [("b4x16_p64", 4, 2), ("b6x16_p32", 6, 1)])
def test_copies_unpack_narrow_elements(source: str, bits: int, low: int) -> None:
    random = np.random.default_rng(bits)
    elements = random.integers(0, 1 << bits, (128, 16))
    shared, tensor = random.integers(0, 256, 2048).astype(np.uint8), np.zeros((128, 512), np.uint32)
    for row in range(128):
        number = sum(int(element) << bits * i for i, element in enumerate(elements[row]))
        shared[row * 16 : row * 16 + 2 * bits] = list(number.to_bytes(2 * bits, "little"))
    registers = {"t": 0, "s": matrix(0, "none", 16, 128)}
    statement = f"tcgen05.cp.cta_group::1.128x128b.b8x16.{source} [t], s;"
    ptxisa.execute(statement, registers, memory={"tensor": tensor, "shared": shared}, threads=1)
    assert np.ascontiguousarray(tensor[:, :4]).view(np.uint8).tolist() == (elements << low).tolist()


def test_rows_are_shifted_and_the_last_one_is_written_by_a_copy() -> None:
    tensor = np.arange(128 * 512, dtype=np.uint32).reshape(128, 512)
    before = tensor.copy()
    memory = {"tensor": tensor, "shared": np.arange(128, dtype=np.uint8)}
    ptxisa.execute("tcgen05.shift.cta_group::1.down [t];", {"t": (32 << 16) + 4}, memory=memory, threads=1)
    expected = before.copy()
    expected[32:63, 4:12] = before[33:64, 4:12]
    assert tensor.tolist() == expected.tolist()
    registers = {"t": (31 << 16) + 4, "s": matrix(0, "none", 64, 128)}
    ptxisa.execute("tcgen05.cp.cta_group::1.4x256b [t], s;", registers, memory=memory, threads=1)
    assert tensor[63, 4] == int.from_bytes(bytes(range(16, 20)), "little")
    with pytest.raises(PtxError, match="begins at lane 16; it must be a multiple of 32"):
        ptxisa.execute("tcgen05.shift.cta_group::1.down [t];", {"t": 16 << 16}, memory=memory, threads=1)


# --- commit ---


def test_a_commit_arrives_once_at_an_mbarrier() -> None:
    shared = np.zeros(16, np.uint8)
    statements = """
        mbarrier.init.shared.b64 [bar], 2;
        @p tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bar];
        mbarrier.test_wait.parity.shared.b64 first, [bar], 0;
        @p tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [bar];
        mbarrier.test_wait.parity.shared.b64 second, [bar], 0;
    """
    actual = ptxisa.execute(statements, {"bar": 8, "p": np.arange(32) == 0}, memory={"shared": shared})
    assert (actual["first"][0], actual["second"][0]) == (0, 1)


@pytest.mark.parametrize(("mask", "complete"), [(1, 1), (2, 0), (0xFFFF, 1)])
def test_a_commit_to_several_ctas_reaches_the_one_that_is_executed(mask: int, complete: int) -> None:
    statements = """
        mbarrier.init.shared.b64 [bar], 1;
        @p tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [bar], m;
        mbarrier.test_wait.parity.shared.b64 done, [bar], 0;
    """
    registers = {"bar": 8, "p": np.arange(32) == 0, "m": mask}
    actual = ptxisa.execute(statements, registers, memory={"shared": np.zeros(16, np.uint8)})
    assert actual["done"][0] == complete


@pytest.mark.parametrize(
    "statement",
    [
        "tcgen05.ld.sync.aligned.32x32b.x2.b32 {r0, r1}, [t];",
        "tcgen05.ld.red.sync.aligned.32x32b.x2.min.f32 {r0, r1}, v, [t];",
        "tcgen05.st.sync.aligned.32x32b.x2.b32 [t], {r0, r1};",
    ],
)
def test_warps_whose_guard_is_false_move_nothing(statement: str) -> None:
    tensor = np.ones((128, 512), np.uint32)
    given = {"p": 0, "t": 0, **{name: 7 for name in ("r0", "r1", "v") if name in statement}}
    out = ptxisa.execute(f"@p {statement}", given, memory={"tensor": tensor}, threads=32)
    assert all((values == 7).all() for values in out.values())
    assert (tensor == 1).all()


def test_statements_on_tensor_memory_run_in_no_threads() -> None:
    memory = {"tensor": np.zeros((128, 512), np.uint32)}
    address = np.zeros(0, np.uint32)
    results = ptxisa.execute("tcgen05.ld.sync.aligned.32x32b.x1.b32 {d}, [t];", {"t": address}, memory=memory)
    assert results["d"].tolist() == []
