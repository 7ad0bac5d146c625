"""Warnings about undefined behavior that execution can see."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxisa import PtxError, execute

LANES = np.arange(32, dtype=np.uint32)
HALVES = np.where(LANES < 16, 0xFFFF, 0xFFFF0000).astype(np.uint32)
PLACES = {"s": np.arange(4, dtype=np.uint64) * 4, "g": np.arange(4, dtype=np.uint64) * 4}
COPY = "cp.async.ca.shared.global [s], [g], 4; "
WMMA = "wmma.load.a.sync.aligned.col.m32n8k16.global.f16 {a0, a1, a2, a3, a4, a5, a6, a7}, [p], n;"
INIT = "mbarrier.init.shared.b64 [p], 2; "


def memory() -> dict[str, Any]:
    return {"global": np.zeros(2048, np.uint16), "shared": np.zeros(64, np.uint64)}


@pytest.mark.parametrize(
    ("statements", "registers", "message"),
    [
        (
            "redux.sync.add.s32 d, a, 0xff;",
            {"a": LANES},
            "lane 8 of warp 0 executes the statement, but its member mask",
        ),
        ("shfl.sync.idx.b32 d, a, 0, 31, 1;", {"a": LANES}, "lane 1 of warp 0 executes"),
        ("shfl.sync.idx.b32 d, a, 0, 31, m;", {"a": LANES, "m": HALVES}, "lane 16 of warp 0 takes the value of lane 0"),
        ("shfl.sync.down.b32 d|q, a, 1, 31, -1;", {"a": LANES[:5]}, "lane 4 of warp 0 takes the value of lane 5"),
        ("@q shfl.bfly.b32 d, a, 4, 31;", {"a": LANES, "q": LANES < 5, "d": 0}, "lane 1 of warp 0 takes the value"),
        ("match.any.sync.b32 d, a, 0x7fffffff;", {"a": LANES}, "lane 31 of warp 0 executes"),
        ("@q vote.sync.any.pred d, q, -1;", {"q": LANES < 3, "d": 0}, "lane 3 of warp 0 is in the member mask"),
        ("vote.sync.ballot.b32 d, q, m;", {"q": LANES < 3, "m": HALVES | 1}, "lanes 16 and 0 of warp 0 have different"),
        (COPY + "ld.shared.u32 d, [s];", PLACES, "thread 0 accesses 0x0, which an asynchronous copy has not written"),
        (COPY + "ld.shared.u8 d, [s+3];", PLACES, "thread 0 accesses 0x3"),
        (COPY + "st.shared.u32 [s], 1;", PLACES, "has not written yet"),
        (COPY + "st.global.u32 [g], 1;", PLACES, "has not read yet"),
        (COPY + COPY, PLACES, "has not written yet"),
        (COPY, {**PLACES, "s": np.uint64(0)}, "threads copy to the same address"),
        (WMMA, {"p": 0, "n": 16}, "stride 16 is less than the 32 elements of a column"),
        ("cvta.to.shared.u64 d, a;", {"a": 5}, "generic address 0x5 is not in the window of shared memory"),
        ("mbarrier.init.shared.b64 [p], n;", {"p": 0, "n": 0}, "initialized with 1 to"),
        ("mbarrier.arrive.shared.b64 s, [p];", {"p": 0}, "more arrivals than are missing"),
        (INIT + "mbarrier.arrive.shared.b64 s, [p], 3;", {"p": 0}, "more arrivals than are missing"),
        (INIT + "mbarrier.arrive.noComplete.shared.b64 s, [p], 2;", {"p": 0}, "complete the phase"),
    ],
)
def test_undefined_behavior_is_a_warning(statements: str, registers: dict[str, Any], message: str) -> None:
    threads = None if any(np.ndim(value) for value in registers.values()) or "wmma" in statements else 1
    with pytest.warns(RuntimeWarning, match=message):
        results = execute(statements, registers, memory=memory(), threads=threads)
    last = results.diagnostics[-1]
    assert (last.code, last.severity) == ("undefined-behavior", "warning")
    assert message in last.message


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("statements", "registers"),
    [
        ("redux.sync.add.s32 d, a, -1;", {"a": LANES}),
        ("redux.sync.add.s32 d, a, -1;", {"a": LANES[:5]}),
        ("@q redux.sync.add.s32 d, a, 7;", {"a": LANES, "q": LANES < 3, "d": 0}),
        ("shfl.sync.idx.b32 d, a, 0, 0x100f, m;", {"a": LANES, "m": HALVES}),
        ("shfl.sync.down.b32 d, a, 1, 0x1c03, -1;", {"a": LANES[:8]}),
        (COPY + "cp.async.wait_all; ld.shared.u32 d, [s];", PLACES),
        (COPY + "ld.global.u32 d, [g]; ld.shared.u32 e, [s+16];", PLACES),
        (WMMA, {"p": 0, "n": 32}),
        ("cvta.to.shared.u64 d, a;", {"a": 0x7F0000000005}),
        ("cvta.to.global.u64 d, a;", {"a": 5}),
        (INIT + "mbarrier.arrive.shared.b64 s, [p], 2; mbarrier.test_wait.shared.b64 q, [p], s;", {"p": 0}),
        (INIT + "mbarrier.arrive.noComplete.shared.b64 s, [p], 1;", {"p": 0}),
    ],
)
def test_defined_behavior_has_no_warning(statements: str, registers: dict[str, Any]) -> None:
    threads = None if any(np.ndim(value) for value in registers.values()) or "wmma" in statements else 1
    assert not execute(statements, registers, memory=memory(), threads=threads).diagnostics


def test_errors_of_execution_point_at_their_statement() -> None:
    with pytest.raises(PtxError, match="1:15: error.memory-access"):
        execute("mov.u32 a, 1; ld.global.u32 b, [c];", {"c": 3}, threads=1, memory=memory())


@pytest.mark.parametrize(
    "ignored", [np.array([1, 0, 1, 0], np.uint8), np.arange(4) % 2 == 0, [True, False, True, False]]
)
def test_predicates_select_the_form_of_a_copy_that_ignores_its_source(ignored: Any) -> None:
    given = {"global": np.arange(1, 5, dtype=np.uint32), "shared": np.full(4, 9, np.uint32)}
    execute("cp.async.ca.shared.global [s], [g], 4, q;", {**PLACES, "q": ignored}, memory=given)
    assert given["shared"].tolist() == [0, 2, 0, 4]
    execute("cp.async.ca.shared.global [s], [g], 4, n;", {**PLACES, "n": 2}, memory=given)
    assert given["shared"].tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("statement", "registers", "expected"),
    [
        ("@q cvt.s8.u32 a, b;", {"b": np.full(2, 0x80, np.uint32)}, 0xFFFFFF80),
        ("@q cvt.u8.u32 a, b;", {"b": np.full(2, 0x80, np.uint32)}, 0x80),
        ("@q ld.global.s8 a, [p];", {"p": np.zeros(2, np.uint64)}, 0xFFFFFF99),
    ],
)
def test_a_given_register_keeps_its_width(statement: str, registers: dict[str, Any], expected: int) -> None:
    old = np.full(2, 0x12345678, np.uint32)
    array = np.array([0x99], np.uint8)
    results = execute(statement, {"q": [0, 1], "a": old, **registers}, memory={"global": array})
    assert results["a"].tolist() == [0x12345678, expected]
