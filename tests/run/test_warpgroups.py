"""`wgmma` as `execute` runs it: groups, errors, and accesses that the manual leaves undefined."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.isa.diagnostics import PtxError
from ptxisa.numbers.matrix.multiplication import Multiplication, find
from ptxisa.numbers.matrix.scalar import element
from ptxisa.objects.layouts import layout

FENCE = "wgmma.fence.sync.aligned; "
COMMIT = "wgmma.commit_group.sync.aligned; "
WAIT = "wgmma.wait_group.sync.aligned 0; "
TWICE = "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {d0, d1, d2, d3}, {a, a, a, a}, b, 1; "
OTHER = "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {e0, e1, e2, e3}, {a, a, a, a}, b, 0; "
NARROW = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {d0, d1, d2, d3}, {a, a, a, a}, b, 1, 1, 1, 0; "
GIVEN: dict[str, Any] = {"a": 0x01010101, "b": np.uint64(1 << 32), **{f"d{i}": 5 for i in range(4)}}


def run(text: str, given: dict[str, Any] = GIVEN, **options: Any) -> Any:
    memory = {"shared": np.ones(4096, np.uint8)}
    used = {name: value for name, value in given.items() if name in re.findall(r"\w+", text)}
    return ptxisa.execute(text, used, memory=memory, **options)


def test_a_warpgroup_is_the_default_number_of_threads() -> None:
    assert run(TWICE)["d0"].tolist() == [37] * 128


def test_every_warpgroup_has_a_descriptor_of_its_own() -> None:
    """B of group g begins g * 512 bytes further: its bytes are g."""
    shared = np.repeat(np.arange(4, dtype=np.uint8), 512)
    descriptors = np.repeat(np.arange(4, dtype=np.uint64) * 32 | 1 << 32 | 16 << 16, 128)
    descriptors[128:256] |= 3 << 62  # A swizzle moves equal bytes.
    actual = ptxisa.execute(OTHER, {"a": 0x01010101, "b": descriptors}, memory={"shared": shared})
    assert actual["e3"].tolist() == np.repeat([0, 32, 64, 96], 128).tolist()


def test_groups_whose_guard_is_false_keep_their_registers() -> None:
    given = {**GIVEN, "p": np.repeat([1, 0], 128).astype(np.uint8), "d0": np.full(256, 9, np.uint32)}
    assert run("@p " + TWICE, given)["d0"].tolist() == [41] * 128 + [9] * 128


@pytest.mark.parametrize(
    ("text", "given", "message"),
    [
        (TWICE, {"a": np.ones(160, np.uint32)}, "warpgroup 1: 32 of its 128 threads execute the statement"),
        (TWICE, {"b": np.arange(128).astype(np.uint64)}, "operand b-desc differs between the threads of warpgroup 0"),
        (TWICE, {"b": np.uint64(0x3FF0 | 1 << 32)}, "address 0x3ff00 is outside of 4096 bytes"),
        (TWICE + "add.u32 x, d0, d1; ", {}, "d0 belongs to a wgmma.mma_async that is not complete"),
        (TWICE + "mov.b32 a, 1; ", {}, "a belongs to a wgmma.mma_async that is not complete"),
        (TWICE + COMMIT + "wgmma.wait_group.sync.aligned 1; mov.b32 x, d3; ", {}, "d3 belongs to a wgmma.mma_async"),
        (TWICE + COMMIT + NARROW, {}, "d0 belongs to a wgmma.mma_async that is not complete"),
        (TWICE + COMMIT + TWICE + COMMIT + "wgmma.wait_group.sync.aligned 1; mov.b32 x, d3; ", {}, "d3 belongs to a"),
        (TWICE + WAIT + "mov.b32 x, d3; ", {}, "d3 belongs to a wgmma.mma_async that is not complete"),
        (FENCE + "mov.b32 a, 1; " + TWICE, {}, "a was accessed by an earlier statement: wgmma.fence must come between"),
        (TWICE + COMMIT + WAIT + NARROW, {}, "d0 was accessed by an earlier statement: wgmma.fence must come between"),
    ],
)
def test_errors_are_one_line(text: str, given: dict[str, Any], message: str) -> None:
    with pytest.raises(PtxError) as caught:
        run(text, {**GIVEN, **given})
    assert message in str(caught.value)
    assert "\n" not in str(caught.value.diagnostics[0].message)


@pytest.mark.parametrize(
    "text",
    [
        FENCE + TWICE + TWICE + COMMIT + WAIT + "mov.b32 x, d0; ",
        TWICE + COMMIT + OTHER + COMMIT + "wgmma.wait_group.sync.aligned 1; mov.b32 x, d0; ",
        TWICE + COMMIT + "wgmma.wait_group.sync.aligned 7; " + WAIT + "mov.b32 x, d3; mov.b32 a, x; ",
        "mov.b32 a, 1; " + FENCE + TWICE,
        TWICE + COMMIT + WAIT + FENCE + NARROW,
    ],
)
def test_accesses_in_order_are_no_errors(text: str) -> None:
    run(text)


def test_no_group_needs_no_memory() -> None:
    assert ptxisa.execute("@p " + TWICE, {**GIVEN, "p": 0})["d0"].tolist() == [5] * 128
    assert ptxisa.execute(TWICE, GIVEN, threads=0)["d0"].tolist() == []


def test_without_a_target_the_exact_sum_is_rounded_once() -> None:
    """8-bit products on sm_90 keep 13 fraction bits; without a target they keep all 23."""
    text = "wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3 {d0, d1, d2, d3}, {a, a, a, a}, b, 1, 1, 1;"
    shared, sums = np.full(4096, 0x38, np.uint8), np.full(128, 1 + 2**-20, np.float32)
    given: dict[str, Any] = {"a": 0x38, "b": np.uint64(1 << 32), **dict.fromkeys(("d0", "d1", "d2", "d3"), sums)}
    exact, cut = (ptxisa.execute(text, given, memory={"shared": shared}, target=on)["d0"] for on in (None, "sm_90a"))
    assert exact.view(np.float32)[0] == np.float32(9 + 2**-20)
    assert cut.view(np.float32)[0] == np.float32(9)


def test_results_are_those_of_the_scalar_definition() -> None:
    """Random elements of A and B, found by the layout records, through the definition on Python integers."""
    random = np.random.default_rng(7)
    given: dict[str, Any] = {f"a{i}": random.integers(0x3C00, 0x4000, 256, np.uint16).view(np.uint32) for i in range(4)}
    given |= {f"d{i}": random.standard_normal(128).astype(np.float32) for i in range(4)}
    shared = random.integers(0x3C00, 0x4000, 2048, np.uint16)
    text = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {d0, d1, d2, d3}, {a0, a1, a2, a3}, b, 1, -1, 1, 0;"
    b = ptxisa.descriptor("wgmma.matrix").encode(start=1024, stride=1024, swizzle="128B")
    actual = ptxisa.execute(text, {**given, "b": np.uint64(b)}, memory={"shared": shared}, target="sm_90a")
    of_a, of_d = layout("wgmma.m64n8k16", "A", "f16"), layout("wgmma.m64n8k16", "D", "f32")
    where = layout("wgmma.shared.128B", "B", "f16", major="K", M=8).address[:, :16] // 2 + 512
    halves = np.stack([given[f"a{i}"].view(np.uint16).reshape(128, 2) for i in range(4)], axis=1)
    matrix = np.zeros((64, 16), np.uint16)
    matrix[of_a.row, of_a.column] = halves
    what = Multiplication("f16", "f16", "f32", "f32", negate_a=True)
    model = find("sm_90", "wgmma", "m64n8k16", what)
    for lane, register in ((0, 0), (37, 2), (127, 3)):
        row, column = int(of_d.row[lane, register, 0]), int(of_d.column[lane, register, 0])
        c = int(given[f"d{register}"].view(np.uint32)[lane])
        wanted = element(matrix[row].tolist(), shared[where[column]].tolist(), c, what, model)
        assert int(actual[f"d{register}"][lane]) == wanted
