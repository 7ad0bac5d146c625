"""`wmma` as `execute` runs it: chains of load, multiplication and store, and errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.isa.diagnostics import PtxError
from ptxisa.numbers.matrix.multiplication import Multiplication, find
from ptxisa.numbers.matrix.scalar import element

INTEGERS = (
    "wmma.load.a.sync.aligned.row.m16n16k16.global.s8 {a0, a1}, [pa];"
    "wmma.load.b.sync.aligned.col.m16n16k16.global.s8 {b0, b1}, [pb], stride;"
    "wmma.load.c.sync.aligned.row.m16n16k16.global.s32 {c0, c1, c2, c3, c4, c5, c6, c7}, [pc];"
    "wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32"
    " {d0, d1, d2, d3, d4, d5, d6, d7}, {a0, a1}, {b0, b1}, {c0, c1, c2, c3, c4, c5, c6, c7};"
    "wmma.store.d.sync.aligned.col.m16n16k16.global.s32 [pd+64], {d0, d1, d2, d3, d4, d5, d6, d7}, 24;"
)
BITS = (
    "wmma.load.a.sync.aligned.row.m8n8k128.b1 {a}, [pa];"
    "wmma.load.b.sync.aligned.col.m8n8k128.b1 {b}, [pb], 256;"
    "wmma.mma.xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {d0, d1}, {a}, {b}, {c, c};"
    "wmma.store.d.sync.aligned.row.m8n8k128.s32 [pd], {d0, d1};"
)
DOUBLES = (
    "wmma.load.a.sync.aligned.row.m8n8k4.f64 {a}, [pa];"
    "wmma.load.b.sync.aligned.row.m8n8k4.f64 {b}, [pb];"
    "wmma.mma.sync.aligned.row.row.m8n8k4.rz.f64.f64.f64.f64 {d0, d1}, {a}, {b}, {c, c};"
    "wmma.store.d.sync.aligned.row.m8n8k4.f64 [pd], {d0, d1};"
)
HALF = "wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {a0, a1, a2, a3, a4, a5, a6, a7}, [p], s;"
STORE = "wmma.store.d.sync.aligned.row.m8n8k32.shared.s32 [p], {r, r}, s;"
SQUARE = (
    "wmma.mma.sync.aligned.row.col.m16n16k16.{d}.{c}{more} {{{ds}}}, {{a, a, a, a, a, a, a, a}},"
    " {{b, b, b, b, b, b, b, b}}, {{{cs}}};"
)


@pytest.mark.parametrize("target", [None, "sm_72", "sm_75", "sm_80", "sm_90", "sm_120"])
def test_matrices_in_memory_are_multiplied_on_every_target(target: str | None) -> None:
    """Two warps, each with matrices of its own; integers against NumPy."""
    random = np.random.default_rng(1)
    a, b = (random.integers(-128, 128, (2, 16, 16)).astype(np.int8) for _ in range(2))
    c = random.integers(-(1 << 31), 1 << 31, (2, 16, 16)).astype(np.int32)
    columns = np.zeros((2, 16, 48), np.int8)
    columns[:, :, :16] = b.swapaxes(1, 2)
    memory = np.concatenate([item.reshape(-1).view(np.uint8) for item in (a, columns, c)] + [np.zeros(4096, np.uint8)])
    starts = np.cumsum([0, a.nbytes, columns.nbytes, c.nbytes])
    sizes = (a.nbytes // 2, columns.nbytes // 2, c.nbytes // 2, 2048)
    warp = np.repeat(np.arange(2, dtype=np.uint64), 32)
    given = {f"p{name}": start + size * warp for name, start, size in zip("abcd", starts, sizes, strict=True)}
    registers = {name: item.astype(np.uint64) for name, item in given.items()}
    ptxisa.execute(INTEGERS, {**registers, "stride": 48}, memory={"global": memory}, target=target)
    wanted = (a.astype(np.int64) @ b.astype(np.int64) + c).astype(np.int32)
    for index in range(2):
        result = memory[starts[3] + 2048 * index + 64 :].view(np.int32)[: 16 * 24].reshape(16, 24)[:, :16].T
        assert result.tolist() == wanted[index].tolist()


def test_single_bits_are_counted() -> None:
    """The bits that differ between each row of A and each column of B, columns 32 bytes apart."""
    memory = np.random.default_rng(2).integers(0, 256, 1024).astype(np.uint8)
    before = memory.copy()
    ptxisa.execute(BITS, {"pa": 0, "pb": 128, "pd": 512, "c": 7}, memory={"global": memory})
    rows = np.unpackbits(before[:128].reshape(8, 16), axis=1)
    columns = np.unpackbits(before[128:384].reshape(8, 32)[:, :16], axis=1)
    wanted = 7 + (rows[:, None] != columns).sum(axis=-1)
    assert memory[512:768].view(np.int32).reshape(8, 8).tolist() == wanted.tolist()


def test_double_precision_is_rounded_toward_zero_in_order() -> None:
    memory = np.random.default_rng(3).standard_normal(128)
    before = memory.view(np.uint64).tolist()
    ptxisa.execute(DOUBLES, {"pa": 0, "pb": 256, "pd": 512, "c": 0.1}, memory={"generic": memory}, threads=32)
    what = Multiplication("f64", "f64", "f64", "f64", rounding="rz")
    c = int(np.float64(0.1).view(np.uint64))
    for row, column in ((0, 0), (3, 5), (7, 7)):
        wanted = element(before[4 * row : 4 * row + 4], before[32 + column : 64 : 8], c, what)
        assert int(memory.view(np.uint64)[64 + 8 * row + column]) == wanted


@pytest.mark.parametrize(("d", "c"), [("f16", "f16"), ("f16", "f32"), ("f32", "f16"), ("f32", "f32")])
def test_results_are_those_of_the_scalar_definition(d: str, c: str) -> None:
    """Every element of A is 1.5 and of B -0.75; C is 1 + 2**-10, the sum is -18 and something."""
    count = {"f16": 4, "f32": 8}
    one = {"f16": 0x3C013C01, "f32": 0x3F802000}[c]
    names = {"ds": ", ".join(f"d{i}" for i in range(count[d])), "cs": ", ".join(["c"] * count[c])}
    text = SQUARE.format(d=d, c=c, more="", **names)
    actual = ptxisa.execute(text, {"a": 0x3E003E00, "b": 0xBA00BA00, "c": one}, target="sm_90")["d0"][5]
    what = Multiplication("f16", "f16", c, d)
    wanted = element(
        [0x3E00] * 16, [0xBA00] * 16, one & (0xFFFF if c == "f16" else 0xFFFFFFFF), what,
        find("sm_90", "wmma", "m16n16k16", what),
    )  # fmt: skip
    assert int(actual) & (0xFFFF if d == "f16" else 0xFFFFFFFF) == wanted


@pytest.mark.parametrize(
    ("text", "given", "message"),
    [
        (HALF, {"p": 16, "s": 16}, "address 0x10 is not aligned to 32 bytes"),
        (HALF, {"p": 0, "s": 20}, "address 0x28 is not aligned to 16 bytes"),
        (HALF, {"p": 0, "s": 1 << 31}, "is outside of 1024 bytes"),
        (HALF, {"p": np.arange(32).astype(np.uint64) * 32, "s": 16}, "operand p differs between the threads of warp 0"),
        (HALF, {"p": 0, "s": np.arange(32).astype(np.uint32)}, "operand stride differs between the threads of warp 0"),
        (HALF, {"p": 0, "s": np.full(40, 16, np.uint32)}, "warp 1: 8 of its 32 threads execute the statement"),
        (STORE, {"p": 1024 - 64, "s": 8, "r": 1}, "is outside of 1024 bytes"),
    ],
)
def test_errors_are_one_line_and_leave_memory_untouched(text: str, given: dict[str, Any], message: str) -> None:
    shared = np.zeros(1024, np.uint8)
    with pytest.raises(PtxError) as caught:
        ptxisa.execute(text, given, memory={"shared": shared})
    assert message in str(caught.value)
    assert "\n" not in str(caught.value.diagnostics[0].message)
    assert not shared.any()


def test_saturation_of_floating_point_is_not_executable() -> None:
    names = {"ds": "d0, d1, d2, d3", "cs": "c, c, c, c"}
    text = SQUARE.format(d="f16", c="f16", more=".satfinite", **names)
    with pytest.raises(PtxError, match="is not documented"):
        ptxisa.execute(text, {"a": 1, "b": 1, "c": 1}, ptx="6.3")


def test_fragments_of_a_load_may_be_scaled() -> None:
    """One operation on all registers of a fragment is allowed, whatever their layout."""
    memory = np.arange(64, dtype=np.float64)
    text = (
        "wmma.load.c.sync.aligned.row.m8n8k4.global.f64 {c0, c1}, [p]; mul.rn.f64 c0, c0, 2.0; mul.rn.f64 c1, c1, 2.0;"
        "wmma.store.d.sync.aligned.row.m8n8k4.global.f64 [p], {c0, c1};"
    )
    ptxisa.execute(text, {"p": 0}, memory={"global": memory})
    assert memory.tolist() == (2.0 * np.arange(64)).tolist()
