"""A test of a kernel, without a GPU: run it with pytest."""

from pathlib import Path

import numpy as np

KERNEL = Path(__file__).parent / "neighbors.ptx"


def test_neighbors(ptx_launch):
    numbers, sums = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
    ptx_launch(KERNEL, "neighbors", 1, 64, {"in": numbers, "out": sums}, seeds=range(4))
    np.testing.assert_array_equal(sums[:-1], numbers[:-1] + numbers[1:])
