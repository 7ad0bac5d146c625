"""Asynchronous copies: what is written, and when."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxisa import PtxError, execute

U32, U64 = np.uint32, np.uint64
ADDRESSES = {"s": np.arange(4, dtype=U64) * 4, "g": np.arange(4, dtype=U64) * 4 + 16}


def memory() -> dict[str, Any]:
    return {"global": np.arange(100, 108, dtype=U32), "shared": np.zeros(8, U32)}


def test_a_copy_is_complete_after_the_wait() -> None:
    program = "cp.async.ca.shared.global [s], [g], 4; ld.shared.u32 a, [s]; cp.async.wait_all; ld.shared.u32 b, [s];"
    out = execute(program, ADDRESSES, memory=memory())
    assert out["a"].tolist() == [0, 0, 0, 0]
    assert out["b"].tolist() == [104, 105, 106, 107]


def test_groups_complete_in_order() -> None:
    program = """
        cp.async.ca.shared.global [s], [g], 4; cp.async.commit_group;
        cp.async.ca.shared.global [s+16], [g], 4; cp.async.commit_group;
        cp.async.wait_group 1; ld.shared.u32 a, [s]; ld.shared.u32 b, [s+16];
        cp.async.wait_group 0; ld.shared.u32 c, [s+16];
    """
    out = execute(program, ADDRESSES, memory=memory())
    assert [out[name].tolist() for name in "abc"] == [[104, 105, 106, 107], [0] * 4, [104, 105, 106, 107]]


def test_each_thread_has_its_own_groups() -> None:
    """Thread 0 commits an empty group after the copy, so that waiting for all but one group completes its copy."""
    program = """
        cp.async.ca.shared.global [s], [g], 4; cp.async.commit_group; @p cp.async.commit_group;
        cp.async.wait_group 1; ld.shared.u32 a, [s];
    """
    out = execute(program, {**ADDRESSES, "p": [1, 0, 0, 0]}, memory=memory())
    assert out["a"].tolist() == [104, 0, 0, 0]


def test_copies_without_a_wait_complete_at_the_end() -> None:
    given = memory()
    execute("@p cp.async.ca.shared.global [s], [g], 4;", {**ADDRESSES, "p": [1, 0, 1, 0]}, memory=given)
    assert given["shared"].tolist() == [104, 0, 106, 0, 0, 0, 0, 0]


def test_uncommitted_copies_are_in_no_group() -> None:
    program = "cp.async.ca.shared.global [s], [g], 4; cp.async.wait_group 0; ld.shared.u32 a, [s];"
    assert not execute(program, ADDRESSES, memory=memory())["a"].any()


def test_missing_bytes_are_zeros() -> None:
    """The last 16 bytes of memory have 4 to copy; bytes beyond the end are not read."""
    given = {"global": np.full(5, 0xFFFFFFFF, U32), "shared": np.full(8, 7, U32)}
    registers = {"s": np.array([0, 16], U64), "g": np.array([0, 16], U64), "n": np.array([16, 4], U32)}
    execute("cp.async.cg.shared.global [s], [g], 16, n;", registers, memory=given)
    assert given["shared"].tolist() == [0xFFFFFFFF] * 4 + [0xFFFFFFFF, 0, 0, 0]


def test_bytes_keep_their_order() -> None:
    given = {"global": np.arange(1, 49, dtype=np.uint8), "shared": np.zeros(48, np.uint8)}
    registers = {"s": np.array([32, 0], U64), "g": np.array([0, 16], U64)}
    execute("cp.async.cg.shared.global [s], [g], 16;", registers, memory=given)
    assert given["shared"].tolist() == [*range(17, 33), *[0] * 16, *range(1, 17)]


def test_an_ignored_source_is_not_read() -> None:
    given = {"global": np.array([1], U32), "shared": np.full(2, 7, U32)}
    registers = {"s": np.array([0, 4], U64), "g": np.array([0, 4096], U64), "x": np.array([1, 0], U32)}
    execute("setp.eq.u32 skip, x, 0; cp.async.ca.shared.global [s], [g], 4, skip;", registers, memory=given)
    assert given["shared"].tolist() == [1, 0]


@pytest.mark.parametrize(
    ("statement", "registers", "message"),
    [
        ("cp.async.ca.shared.global [s], [g], 8;", {"s": 4, "g": 0}, "address 0x4 is not aligned to 8 bytes"),
        ("cp.async.ca.shared.global [s], [g], 4;", {"s": 32, "g": 0}, "address 0x20 is outside of 32 bytes"),
        ("cp.async.cg.shared.global [s], [g], 16;", {"s": 0, "g": 32}, "address 0x20 is outside of 32 bytes"),
        ("cp.async.ca.shared.global [s], [g], 4, n;", {"s": 0, "g": 0, "n": 5}, "src_size is 5"),
    ],
)
def test_illegal_copies_are_errors(statement: str, registers: dict[str, Any], message: str) -> None:
    with pytest.raises(PtxError, match=message):
        execute(statement, registers, memory=memory(), threads=1)
