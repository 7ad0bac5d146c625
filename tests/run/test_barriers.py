"""Barriers of CTAs and clusters in statements that run one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxisa import PtxError, execute

LANES = np.arange(128)
THIRD = LANES % 3 == 0


@pytest.mark.parametrize("opcode", ["bar.red", "bar.cta.red", "barrier.red", "barrier.cta.red"])
def test_reductions_over_each_cta(opcode: str) -> None:
    program = f"{opcode}.popc.u32 d, 0, p; {opcode}.and.pred q, 0, p; {opcode}.or.pred r, 0, p;"
    out = execute(program, {"p": THIRD}, block=64)
    assert out["d"].tolist() == [22] * 64 + [21] * 64
    assert not out["q"].any()
    assert out["r"].all()


@pytest.mark.parametrize("true", [0, 1, 63, 64])
def test_all_and_any_of_the_threads(true: int) -> None:
    program = "bar.red.and.pred q, 0, p; bar.red.or.pred r, 0, p;"
    out = execute(program, {"p": np.arange(64) < true})
    assert set(out["q"].tolist()) == {true == 64}
    assert set(out["r"].tolist()) == {true > 0}


def test_negated_and_constant_predicates() -> None:
    out = execute("barrier.red.popc.aligned.u32 d, 3, 128, !p;", {"p": THIRD})
    assert set(out["d"].tolist()) == {128 - 43}
    assert execute("bar.red.and.pred q, 0, p;", {"p": True}, threads=64)["q"].all()


def test_some_warps_of_a_cta() -> None:
    """Two of four warps reduce; the others keep what they have."""
    first = LANES < 64
    out = execute("@first barrier.red.popc.u32 d, 1, 64, p;", {"first": first, "p": THIRD, "d": 7})
    assert out["d"].tolist() == [22] * 64 + [7] * 64


def test_producers_arrive_before_consumers_wait() -> None:
    execute("@p bar.arrive 1, 128; @!p bar.sync 1, 128;", {"p": LANES < 64})
    execute("bar.sync 0; bar.sync 0; bar.sync 15;", threads=100)


def test_arrivals_complete_a_barrier_and_begin_it_anew() -> None:
    half = {"p": LANES < 64}
    execute("@p bar.arrive 1, 64; @!p bar.arrive 1, 64; @p bar.sync 1, 64;", half)
    execute("@p bar.arrive 1, 128; @!p bar.arrive 1, 128; @p bar.arrive 1, 128; @!p bar.sync 1, 128;", half)


@pytest.mark.parametrize(
    ("program", "registers", "message"),
    [
        ("@p bar.arrive 1, 96; @!p bar.arrive 1, 96;", {"p": LANES < 64}, "barrier 1 of CTA 0: 128 of 96 threads"),
        ("@p bar.sync 0;", {"p": LANES < 64}, "barrier 0 of CTA 0: 64 of 128 threads have arrived here"),
        ("bar.sync 0, 64;", {"p": LANES}, "barrier 0 of CTA 0: 128 of 64 threads"),
        ("@p bar.sync 1, 128; @!p bar.arrive 1, 128;", {"p": LANES < 64}, "64 of 128 threads"),
        ("barrier.sync a;", {"a": np.uint32(16), "p": LANES}, "barriers 0 to 15, not 16"),
        ("barrier.sync a;", {"a": LANES.astype(np.uint32)}, "operand a of a barrier differs between the threads"),
        ("bar.sync 0;", {"p": np.zeros(2048, np.uint8)}, "needs the shape of the launch"),
    ],
)
def test_a_wait_for_later_arrivals_is_an_error(program: str, registers: dict[str, Any], message: str) -> None:
    with pytest.raises(PtxError, match=message):
        execute(f"not.pred unused, p; {program}", {"p": np.zeros(128, np.uint8), **registers})


def test_the_barrier_of_a_cluster() -> None:
    launch: dict[str, Any] = {"block": 32, "grid": 4, "cluster": 2}
    wait = "barrier.cluster.wait;"
    execute(f"barrier.cluster.arrive; {wait} barrier.cluster.arrive.relaxed; {wait}", **launch)
    with pytest.raises(PtxError, match="thread 32 has not arrived at the barrier of cluster 0"):
        execute(f"@p barrier.cluster.arrive; @p {wait}", {"p": LANES < 32}, **launch)
    with pytest.raises(PtxError, match="thread 0 arrives at the barrier of its cluster a second time"):
        execute("barrier.cluster.arrive; barrier.cluster.arrive;", **launch)
    execute(f"@p barrier.cluster.arrive; @p {wait}", {"p": LANES < 64}, **launch)
