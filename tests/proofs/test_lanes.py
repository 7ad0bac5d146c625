"""Statements that read other lanes, proved on the 32 lanes of a warp."""

from __future__ import annotations

import pytest

from ptxisa import ProofError, prove


def by_shuffles(statement: str) -> str:
    """Return a butterfly reduction of x into d."""
    steps = (f"shfl.sync.bfly.b32 s, d, {distance}, 31, -1; {statement} d, d, s;" for distance in (16, 8, 4, 2, 1))
    return "mov.b32 d, x; " + " ".join(steps)


@pytest.mark.parametrize(
    ("statement", "operation"),
    [
        ("add.u32", "add.u32"),
        ("min.u32", "min.u32"),
        ("max.s32", "max.s32"),
        ("and.b32", "and.b32"),
        ("or.b32", "or.b32"),
        ("xor.b32", "xor.b32"),
    ],
)
def test_a_reduction_by_shuffles_is_redux(statement: str, operation: str) -> None:
    assert prove(by_shuffles(statement), f"redux.sync.{operation} d, x, -1;", outputs=["d"]).answer == "equal"


@pytest.mark.parametrize(
    ("first", "second", "answer"),
    [
        (
            "vote.sync.ballot.b32 b, p, -1; setp.ne.u32 q, b, 0; selp.u32 d, 1, 0, q;",
            "vote.sync.any.pred q, p, -1; selp.u32 d, 1, 0, q;",
            "equal",
        ),
        (
            "vote.sync.ballot.b32 b, p, -1; setp.eq.u32 q, b, -1; selp.u32 d, 1, 0, q;",
            "vote.sync.all.pred q, p, -1; selp.u32 d, 1, 0, q;",
            "equal",
        ),
        ("shfl.sync.bfly.b32 t, x, 1, 31, -1; shfl.sync.bfly.b32 d, t, 1, 31, -1;", "mov.b32 d, x;", "equal"),
        ("shfl.sync.up.b32 d, x, 1, 0, -1;", "shfl.sync.down.b32 d, x, 1, 31, -1;", "different"),
        ("shfl.sync.idx.b32 d, x, 0, 31, -1;", "shfl.sync.idx.b32 d, x, 1, 31, -1;", "different"),
    ],
)
def test_votes_and_shuffles(first: str, second: str, answer: str) -> None:
    proof = prove(first, second, outputs=["d"])
    assert proof.answer == answer
    assert set(proof.counterexample) == ({f"x[{lane}]" for lane in range(32)} if answer == "different" else set())


def test_assumptions_hold_in_every_lane() -> None:
    pair = "vote.sync.any.pred q, p, -1; selp.u32 d, 1, 0, q;", "mov.u32 d, 0;"
    assert prove(*pair).answer == "different"
    assert prove(*pair, outputs=["d"], assume="not p").answer == "equal"
    with pytest.raises(ProofError, match="never true"):
        prove(*pair, outputs=["d"], assume="p and not p")


@pytest.mark.parametrize(
    ("first", "second", "answer"),
    [
        (
            "shfl.sync.bfly.b32 t, x, 1, 31, -1; st.global.u32 [p], t; ld.global.u32 d, [p];",
            "shfl.sync.bfly.b32 d, x, 1, 31, -1; st.global.u32 [p], d;",
            "equal",
        ),
        (
            "ld.global.u32 t, [p]; shfl.sync.idx.b32 d, t, 0, 31, -1;",
            "ld.global.u16 a, [p]; ld.global.u16 b, [p+2]; mov.b32 t, {a, b}; shfl.sync.idx.b32 d, t, 0, 31, -1;",
            "equal",
        ),
        (
            "ld.global.u32 t, [p]; shfl.sync.idx.b32 d, t, 0, 31, -1;",
            "ld.global.u32 t, [p]; shfl.sync.idx.b32 d, t, 1, 31, -1;",
            "different",
        ),
        (
            "vote.sync.any.pred q, c, -1; @q st.global.u32 [p], x;",
            "vote.sync.ballot.b32 b, c, -1; setp.ne.u32 q, b, 0; @q st.global.u32 [p], x;",
            "equal",
        ),
    ],
)
def test_collectives_with_loads_and_stores(first: str, second: str, answer: str) -> None:
    proof = prove(first, second, outputs=["d"] if " d" in first else None, timeout=30)
    assert proof.answer == answer, proof.reason
    assert answer == "equal" or set(proof.memory) == {f"global[{lane}]" for lane in range(32)}
