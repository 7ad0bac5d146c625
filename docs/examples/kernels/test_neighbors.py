"""A test of a kernel, without a GPU: run it with pytest."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

KERNEL = Path(__file__).parent / "neighbors.ptx"


def test_neighbors(ptx_launch: Callable[..., Any]) -> None:
    numbers, sums = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
    ptx_launch(KERNEL, "neighbors", 1, 64, {"in": numbers, "out": sums}, seeds=range(4))
    np.testing.assert_array_equal(sums[:-1], numbers[:-1] + numbers[1:])
