"""Values that all threads of a group must have alike."""

from __future__ import annotations

import numpy as np
import pytest

from ptxisa.isa.diagnostics import PtxError
from ptxisa.numbers.patterns import Bits
from ptxisa.run.groups import Pointer, uniform
from ptxisa.run.launch import Launch
from ptxisa.run.memory import Memory


def test_the_value_of_each_group() -> None:
    assert uniform("a", np.repeat(np.array([[7], [9]], np.uint32), 32, axis=1)).tolist() == [7, 9]


@pytest.mark.parametrize(("size", "group"), [(32, "warp 1"), (128, "warpgroup 1")])
@pytest.mark.parametrize("thread", [0, 1, 31])
def test_one_other_thread_is_an_error(size: int, group: str, thread: int) -> None:
    values = np.zeros((3, size), np.uint32)
    values[1, thread] = 1
    with pytest.raises(PtxError, match=f"operand a differs between the threads of {group}; it must be the same"):
        uniform("a", values)


def test_the_first_group_that_differs_is_named() -> None:
    values = np.zeros((3, 32), np.uint32)
    values[1:, 5] = 1
    with pytest.raises(PtxError, match="between the threads of warp 1;"):
        uniform("a", values)


def pointer(space: str, array: Bits, threads: list[int]) -> Pointer:
    """Addresses 4 of groups whose first threads these are, of 64 threads in two CTAs."""
    launch = Launch(64, (32, 1, 1), (2, 1, 1), (1, 1, 1), named=True, clustered=False)
    memory = Memory({space: array}, launch)
    (section,) = memory.sections(space, "", np.full(len(threads), 4, np.uint64), np.array(threads))
    return Pointer(memory, section)


def test_groups_read_the_shared_memory_of_their_ctas() -> None:
    groups = pointer("shared", np.arange(16, dtype=np.uint8).reshape(2, 8), [0, 32])
    offsets = np.zeros((2, 1), np.uint64)
    assert groups.load(offsets, 2, 2).tolist() == [[[4, 5]], [[12, 13]]]
    assert groups.taken(np.array([1])).load(offsets[1:], 2, 2).tolist() == [[[12, 13]]]


@pytest.mark.parametrize(("space", "threads", "owner"), [("global", [0, 1], "thread"), ("shared", [0, 32], "CTA")])
def test_a_missing_row_names_whose_it_is(space: str, threads: list[int], owner: str) -> None:
    groups = pointer(space, np.zeros((1, 8), np.uint8), threads)
    with pytest.raises(PtxError, match=f"memory has 1 rows, one a {owner}; {owner} 1 has none"):
        groups.load(np.zeros((2, 1), np.uint64), 2, 2)
