"""What would let an SM run more blocks of a kernel: for each resource, the largest use of it that allows more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ptxisa.isa.tuples import NamedTuple
from ptxisa.objects.occupancy import Integers, Occupancy, occupancy

Kernel = Mapping[str, Any]
"""Arguments of `occupancy` for one kernel, without the compute capability."""


class Step(NamedTuple):
    """One resource: how much a kernel uses of it, and the most with which the resource allows more blocks.

    `name` is the argument of `occupancy` to change, `limit` the blocks that the resource allows after it, and `blocks`
    and `warps` those that an SM then runs. `at_most` is None if no smaller use allows more.
    """

    resource: str
    name: str
    unit: str
    used: int
    at_most: int | None
    limit: int
    blocks: int
    warps: int


STEPS = (
    ("warps", "threads", "threads"),
    ("registers", "registers", "registers"),
    ("shared memory", "dynamic", "bytes"),
    ("shared memory", "shared", "bytes"),
    ("barriers", "barriers", "barriers"),
)
"""Resources, the arguments that change them, and units."""


def steps(cc: str, kernel: Kernel) -> list[Step]:
    """The next step up of each resource that a kernel uses."""
    now = occupancy(cc, **kernel)
    used = [(resource, name, unit, int(kernel.get(name, 0))) for resource, name, unit in STEPS]
    return [_step(cc, kernel, now, *one) for one in used if one[-1] > 0]


def _step(cc: str, kernel: Kernel, now: Occupancy, resource: str, name: str, unit: str, used: int) -> Step:
    """The most that is less than what is used, and with which the resource allows more blocks than now."""
    less = smaller(now, kernel, name, used)
    changed = occupancy(cc, **{**kernel, name: less})
    limits = np.broadcast_to(changed.limits[resource], less.shape)
    allowing = np.flatnonzero(limits > now.limits[resource])
    if not allowing.size:
        return Step(resource, name, unit, used, None, now.limits[resource], now.blocks, now.warps)
    best = allowing[-1]
    after = (int(column[best]) for column in (less, limits, changed.blocks, changed.warps))
    return Step(resource, name, unit, used, *after)


def smaller(now: Occupancy, kernel: Kernel, name: str, used: int) -> Integers:
    """Every smaller use that can make a difference, ascending: of shared memory those that fill an allocation."""
    if name not in ("shared", "dynamic"):
        return np.arange(1 if name == "threads" else 0, used, dtype=np.int64)
    one, unit = now.capability, now.capability.number("shared_memory_unit")
    others = sum(int(kernel.get(key, 0)) for key in ("shared", "dynamic")) - used
    filling = np.arange(0, now.shared + 1, unit) - others - one.number("reserved_shared_memory_per_block")
    return np.unique(np.clip(filling, 0, used - 1))


class Bar(NamedTuple):
    """Occupancy for one value of an argument."""

    value: int
    blocks: int
    fraction: float


def sweep(cc: str, kernel: Kernel, name: str) -> list[Bar]:
    """Occupancy for the values of `threads`, `registers` or `shared` at which it can change."""
    one = occupancy(cc, **kernel).capability
    values = {
        "threads": np.arange(32, one.number("max_threads_per_block") + 1, 32),
        "registers": np.append(np.arange(8, 255, 8), 255),
        "shared": np.arange(0, one.number("shared_memory_per_block_optin") + 1, 4096),
    }[name]
    found = occupancy(cc, **{**kernel, name: values})
    rows = zip(values, found.blocks, found.fraction, strict=True)
    return [Bar(int(value), int(blocks), float(fraction)) for value, blocks, fraction in rows]
