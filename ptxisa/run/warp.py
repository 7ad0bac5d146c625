"""Lanes of a warp, and the inputs by which generated functions see them.

A function of a warp collective has inputs beyond its operands: `LANE`, the number of the lane of each thread;
`ACTIVE`, the mask of the lanes that execute the statement; and `a_lanes`, the values of operand `a` in all lanes.
See docs/decisions/0007.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

LANES = 32
"""Threads of a warp."""
ALL_LANES = np.uint32(0xFFFFFFFF)
"""Mask of all lanes of a warp."""
LANE = "lane"
ACTIVE = "active"
_SUFFIX = "_lanes"


def operand_of(name: str) -> str:
    """Return the operand whose values in all lanes an input has; an empty string for other inputs."""
    return name.removesuffix(_SUFFIX) if name.endswith(_SUFFIX) else ""


def looks_around(inputs: tuple[str, ...]) -> bool:
    """Return True if a function with these inputs depends on other lanes of the warp."""
    return any(name in (LANE, ACTIVE) or operand_of(name) for name in inputs)


def lane_numbers(threads: int) -> NDArray[np.uint32]:
    """Return the lane of each thread."""
    numbers: NDArray[np.uint32] = np.arange(threads, dtype=np.uint32) % np.uint32(LANES)
    return numbers


@lru_cache(maxsize=8)
def all_lanes(threads: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the lane of each thread, and the mask of active lanes where all are active.

    Collectives follow each other in groups of the same size, so that the arrays are kept; they must not be changed.
    """
    lanes, active = lane_numbers(threads), np.full(threads, ALL_LANES)
    lanes.flags.writeable = active.flags.writeable = False
    return lanes, active


def packed(values: list[int], bits: int) -> int:
    """Return the values of all lanes as one integer, lane 0 in the lowest bits."""
    return sum(value << (index * bits) for index, value in enumerate(values))
