"""Functions of the semantics language on the lanes of many warps at once.

Arrays have one element a thread, so 32 in a row are a warp; there is no part of a warp at the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxisa.numbers.lanes import Lanes
from ptxisa.run.warp import LANES


def lane_value(lanes: Lanes, index: Any, bits: int) -> Lanes:
    """The value that lane `index` of the same warp has."""
    rows = lanes.reshape(-1, LANES)
    if np.size(index) == 1:
        return np.repeat(rows[:, np.asarray(index, np.intp).item()], LANES)
    return np.take_along_axis(rows, index.reshape(-1, LANES).astype(np.intp), axis=1).ravel()


def lanes_set(lanes: Lanes) -> Lanes:
    """For each thread the mask of the lanes of its warp whose predicate is set."""
    return np.repeat(_masks(lanes.reshape(-1, LANES) != 0), LANES)


def lanes_alike(lanes: Lanes, lane: Lanes, bits: int) -> Lanes:
    """For each thread the mask of the lanes of its warp that have its value."""
    rows = lanes.reshape(-1, LANES)
    masks: Lanes = _masks(rows[:, :, None] == rows[:, None, :]).ravel()
    return masks


def _masks(flags: Lanes) -> Lanes:
    """The last axis, of 32 truth values, as words with lane 0 in the lowest bit."""
    masks: Lanes = np.packbits(flags, axis=-1, bitorder="little").view("<u4")[..., 0]
    return masks


def lane_numbers(threads: int) -> Lanes:
    """The number of each thread's lane."""
    numbers: Lanes = np.arange(threads, dtype=np.uint32) % np.uint32(LANES)
    return numbers
