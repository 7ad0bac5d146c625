"""What would let an SM run more blocks of a kernel: for each resource, the largest use of it that allows more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ptxisa.objects.occupancy import Occupancy, occupancy

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
    used = [(resource, name, unit, int(kernel[name])) for resource, name, unit in STEPS if kernel.get(name)]
    return [_step(cc, kernel, now, *one) for one in used]


def _step(cc: str, kernel: Kernel, now: Occupancy, resource: str, name: str, unit: str, used: int) -> Step:
    """The most that is less than what is used, and with which the resource allows more blocks than now."""
    for less in smaller(now, kernel, name, used):
        after = occupancy(cc, **{**kernel, name: less})
        if after.limits[resource] > now.limits[resource]:
            return Step(resource, name, unit, used, less, after.limits[resource], after.blocks, after.warps)
    return Step(resource, name, unit, used, None, now.limits[resource], now.blocks, now.warps)


def smaller(now: Occupancy, kernel: Kernel, name: str, used: int) -> Sequence[int]:
    """Every smaller use that can make a difference, descending: of shared memory those that fill an allocation."""
    if name not in ("shared", "dynamic"):
        # A block has at least one thread.
        return range(name == "threads", used)[::-1]
    # What the system takes is a whole number of units.
    both = sum(int(kernel.get(key, 0)) for key in ("shared", "dynamic"))
    filling = range(0, both, now.capability.number("shared_memory_unit"))
    return sorted({max(size - (both - used), 0) for size in filling}, reverse=True)


class Bar(NamedTuple):
    """Occupancy for one value of an argument."""

    value: int
    blocks: int
    fraction: float


def sweep(cc: str, kernel: Kernel, name: str) -> list[Bar]:
    """Occupancy for the values of `threads`, `registers` or `shared` at which it can change."""
    one = occupancy(cc, **kernel).capability
    values = {
        "threads": range(32, one.number("max_threads_per_block") + 1, 32),
        "registers": (*range(8, 255, 8), 255),
        "shared": range(0, one.number("shared_memory_per_block_optin") + 1, 4096),
    }[name]
    found = ((value, occupancy(cc, **{**kernel, name: value})) for value in values)
    return [Bar(value, one.blocks, one.fraction) for value, one in found]
