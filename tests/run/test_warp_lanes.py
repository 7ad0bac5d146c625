"""Lanes of many warps at once, against one lane after the other."""

import numpy as np

from ptxisa.numbers import lanes, primitives
from ptxisa.run.warp import lane_numbers, packed

VALUES = np.random.default_rng(8).integers(0, 5, 96, dtype=np.uint32)
WARPS = [[int(one) for one in VALUES[first : first + 32]] for first in (0, 32, 64)]


def test_value_of_a_lane() -> None:
    index = np.random.default_rng(9).integers(0, 32, 96, dtype=np.uint32)
    found = lanes.lane_value(VALUES, index, 32)
    assert found.tolist() == [WARPS[thread // 32][int(index[thread])] for thread in range(96)]
    for lane in (3, np.uint32(3), np.array([3], np.uint32)):
        assert lanes.lane_value(VALUES, lane, 32).tolist() == [WARPS[thread // 32][3] for thread in range(96)]
    two = np.arange(64, dtype=np.uint32)
    assert lanes.lane_value(two, 31, 32).tolist() == [31] * 32 + [63] * 32


def test_masks() -> None:
    flags = (VALUES == 2).astype(np.uint8)
    for thread, (ballot, alike) in enumerate(
        zip(lanes.lanes_set(flags).tolist(), lanes.lanes_alike(VALUES, VALUES, 32).tolist(), strict=True)
    ):
        row = WARPS[thread // 32]
        assert ballot == sum(1 << lane for lane, value in enumerate(row) if value == 2)
        assert alike == sum(1 << lane for lane, value in enumerate(row) if value == row[thread % 32])
        assert alike == primitives.lanes_alike(packed(row, 32), thread % 32, 32)
    assert lane_numbers(34).tolist() == [*range(32), 0, 1]
