"""Whole warps of operand values, with masks of the lanes that execute."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ptxisa.checkers import checker_of
from ptxisa.run.warp import ACTIVE, LANES
from ptxisa.vectors.samples import samples

EVERY = 0xFFFFFFFF


def masks() -> Iterator[list[int]]:
    """Return the mask of each warp, in samples of some seeds."""
    (shuffle,) = (form for form in checker_of("shfl").forms if form.id == "shfl.sync")  # type: ignore[union-attr]
    values = {slot.name: None if slot.optional else slot.values[0] for slot in shuffle.slots}
    for seed in range(4):
        for sample in samples(shuffle, values, random=64 * LANES, seed=seed):
            if sample.id == "random":
                active = sample.values[ACTIVE].reshape(-1, LANES)
                assert (active == active[:, :1]).all()
                yield active[:, 0].tolist()


def test_every_third_warp_is_whole_and_every_third_has_one_lane() -> None:
    seen = set()
    for warps in masks():
        assert len(warps) == 64
        assert {EVERY, 1, 1 << 31, 0x80000001} <= set(warps[:9])
        whole, drawn, sparse = (np.array(warps[start::3], np.uint32) for start in (9, 10, 11))
        assert set(whole.tolist()) == {EVERY}
        assert all(1 < mask.bit_count() < LANES for mask in drawn.tolist())
        assert all(mask.bit_count() == 1 for mask in sparse.tolist())
        seen |= set(sparse.tolist())
    assert len(seen) > LANES // 2
