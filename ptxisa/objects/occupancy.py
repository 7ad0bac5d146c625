"""Occupancy: how many blocks of a kernel an SM runs at the same time, and which resource limits them.

    o = ptxisa.occupancy("8.6", registers=64, threads=256, shared=16384)
    o.blocks, o.warps, o.fraction, o.limiter      # 4, 32, 0.667, 'registers'
    ptxisa.occupancy("9.0", threads=256, registers=range(16, 256)).blocks      # an array

The numbers of each compute capability are its record; registers are allocated to warps in each part of an SM, and
shared memory to blocks. Results equal those of the CUDA driver and of the occupancy calculator of CUDA.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ptxisa.isa.brief import html
from ptxisa.isa.capabilities import Capability, capability
from ptxisa.objects.elementwise import Integers, broadcast, either, first_least, larger, least, next_of, same_as, where

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

UNLIMITED = 2**31 - 1
"""The limit of a resource that a kernel does not use."""
CARVEOUTS = {"default": -1, "l1": 0, "equal": 50, "shared": 100}
"""Names of shared-memory carveouts: percentages of the largest size, -1 for no preference."""
_LARGEST = 2**31 - 1
_WITH_CARVEOUT = (7, 0)


class OccupancyError(ValueError):
    """A number that no launch can have, or a question that the compute capability does not answer."""


class Occupancy(NamedTuple):
    """What an SM runs of a kernel: integers, or int64 arrays of the shape that the inputs broadcast to.

    `limits` are the blocks that each resource allows, `UNLIMITED` where the kernel uses none of it. `registers` and
    `shared` are allocated to a block, in registers and bytes; `capacity` is the shared memory of an SM that the driver
    chooses, in bytes. `fraction` is the number of resident warps divided by the largest. `clusters` run on the whole
    device; None without groups of SMs.
    """

    capability: Capability
    blocks: Any
    warps: Any
    fraction: Any
    limits: Mapping[str, Any]
    registers: Any
    shared: Any
    capacity: Any
    clusters: Any = None

    def __repr__(self) -> str:
        where = f"<occupancy on {self.capability.version}: "
        if not isinstance(self.blocks, int):
            return f"{where}{self.blocks.size:,} kernels>"
        share = f"{self.warps} warps, {float(self.fraction):.1%}"
        return f"{where}{self.blocks} blocks, {share}, limited by {self.limiter}>"

    def _repr_html_(self) -> str:
        return html("ptxisa.objects.notebook:occupancy_html", self)

    @property
    def limiting(self) -> dict[str, Any]:
        """Whether each resource limits the number of blocks."""
        return {name: limit == self.blocks for name, limit in self.limits.items()}

    @property
    def limiters(self) -> tuple[str, ...]:
        """Every resource that limits a single kernel; raises `OccupancyError` for arrays."""
        if not isinstance(self.blocks, int):
            raise OccupancyError("limiters are of a single kernel; arrays have `limiting`")
        return tuple(name for name, limits in self.limiting.items() if limits)

    @property
    def limiter(self) -> Any:
        """The first resource that limits the number of blocks: a name, or an array of names."""
        return self.limiters[0] if isinstance(self.blocks, int) else first_least(self.limits)


class Launch(NamedTuple):
    """The inputs: integers, or int64 arrays of one shape."""

    threads: Integers
    registers: Integers
    shared: Integers
    dynamic: Integers
    barriers: Integers
    carveout: Integers
    dynamic_limit: Integers
    cluster: Integers | None = None


def occupancy(
    cc: str | Capability,
    *,
    threads: ArrayLike,
    registers: ArrayLike = 0,
    shared: ArrayLike = 0,
    dynamic: ArrayLike = 0,
    barriers: ArrayLike = 0,
    carveout: ArrayLike | str | None = None,
    dynamic_limit: ArrayLike | None = None,
    cluster: ArrayLike | None = None,
    groups: Sequence[int] | None = None,
) -> Occupancy:
    """How many blocks of a kernel an SM of a compute capability (`8.6`, `cc_8.6`, `sm_86`) runs at the same time.

    `threads` are of a block and `registers` of a thread; `shared` and `dynamic` are bytes of static and dynamic shared
    memory of a block, without what the system reserves; `barriers` are those that the kernel names. `carveout` is the
    preferred shared memory, a percentage of the largest or a name of `CARVEOUTS`. `dynamic_limit` is the attribute
    MaxDynamicSharedMemorySize in bytes; without it the kernel opts in to all that there is. `cluster` is the number of
    blocks of a cluster, and `groups` the number of SMs in each group of SMs that a cluster fits into. Limits of
    clusters are known of 9.0 only; on later capabilities, results with clusters are upper bounds.

    All numbers may be arrays, which broadcast. Raises `UnknownCapability` and `OccupancyError`.
    """
    one = cc if isinstance(cc, Capability) else capability(str(cc))
    launch = _launch(one, threads, registers, shared, dynamic, barriers, carveout, dynamic_limit, cluster)
    needed = _up(launch.shared + launch.dynamic + one.number("reserved_shared_memory_per_block"), _unit(one))
    capacity = _capacity(one, launch.carveout, needed)
    limits = {
        "warps": _warp_limit(one, launch.threads),
        "registers": _register_limit(one, launch),
        "shared memory": _shared_limit(one, launch, needed, capacity),
        "barriers": _barrier_limit(one, launch.barriers),
        "blocks": same_as(launch.threads, one.number("max_blocks_per_sm")),
    }
    if launch.cluster is not None:
        limits["clusters"] = same_as(launch.threads, _cluster_limit(one))
    blocks = least(*limits.values())
    warps = blocks * _warps(one, launch.threads)
    clusters = None if groups is None or launch.cluster is None else _clusters(blocks, launch.cluster, groups)
    return Occupancy(
        one,
        _plain(blocks),
        _plain(warps),
        _plain(warps / one.number("max_warps_per_sm")),
        {name: _plain(limit) for name, limit in limits.items()},
        _plain(_warp_registers(one, launch.registers) * _warps(one, launch.threads)),
        _plain(needed),
        _plain(capacity),
        None if clusters is None else _plain(clusters),
    )


def _launch(one: Capability, threads: ArrayLike, *others: Any) -> Launch:
    registers, shared, dynamic, barriers, carveout, dynamic_limit, cluster = others
    given = {
        "threads": _integers("threads", threads, 1),
        "registers": _integers("registers", registers, 0),
        "shared": _integers("shared", shared, 0),
        "dynamic": _integers("dynamic", dynamic, 0),
        "barriers": _integers("barriers", barriers, 0, 16),
        "carveout": _carveout(one, carveout),
        "dynamic_limit": _integers("dynamic_limit", _LARGEST if dynamic_limit is None else dynamic_limit, 0),
    }
    if cluster is not None:
        given["cluster"] = _cluster(one, cluster)
    try:
        return Launch(*broadcast(*given.values()))
    except ValueError:
        arrays = {name: one for name, one in given.items() if not isinstance(one, int)}
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items() if array.ndim)
        raise OccupancyError(f"arrays of these shapes do not broadcast: {shapes}") from None


def _integers(name: str, value: Any, least: int, most: int = _LARGEST) -> Integers:
    """A number as it is; a range, list or array as int64; within bounds."""
    if type(value) is int:
        _check_bounds(name, value, value, least, most)
        return value
    import numpy as np

    try:
        array = np.asarray(value)
    except ValueError:
        raise OccupancyError(f"{name} is not an array of integers") from None
    if array.dtype.kind not in "iu" or array.dtype == np.bool_:
        raise OccupancyError(f"{name} must be an integer or an array of integers, not {_brief(value)}")
    if array.size:
        _check_bounds(name, int(array.min()), int(array.max()), least, most)
    return array.astype(np.int64)


def _check_bounds(name: str, smallest: int, largest: int, least: int, most: int) -> None:
    if smallest < least or largest > most:
        worst = smallest if smallest < least else largest
        raise OccupancyError(f"{name} is {worst}; it must be in {least}..{most}")


def _brief(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else type(value).__name__


def _carveout(one: Capability, value: Any) -> Integers:
    """Percentages; names, and the values that have a name, are for devices before 7.0 as well."""
    if isinstance(value, str) and value not in CARVEOUTS:
        raise OccupancyError(f"carveout {value[:40]!r} is not a percentage or one of {', '.join(CARVEOUTS)}")
    number = CARVEOUTS["default" if value is None else value] if value is None or isinstance(value, str) else value
    array = _integers("carveout", number, -1, 100)
    if not _has_carveout(one) and not either(array, tuple(CARVEOUTS.values())):
        raise OccupancyError(f"a carveout in percent needs compute capability 7.0 or later, not {one.version}")
    return array


def _cluster(one: Capability, value: Any) -> Integers:
    if not one.values.get("clusters"):
        raise OccupancyError(f"clusters need compute capability 9.0 or later, not {one.version}")
    return _integers("cluster", value, 1, one.number("max_cluster", 16))


def _has_carveout(one: Capability) -> bool:
    major, minor = one.version.split(".")
    return (int(major), int(minor)) >= _WITH_CARVEOUT


def _plain(value: Any) -> Any:
    """A Python number where the inputs are single numbers."""
    return value if isinstance(value, (int, float)) or value.ndim else value.item()


def _up(value: Integers, unit: Integers | int) -> Integers:
    """Round up to a multiple of the unit."""
    rounded: Integers = -(-value // unit) * unit
    return rounded


def _unit(one: Capability) -> int:
    return one.number("shared_memory_unit")


def _warps(one: Capability, threads: Integers) -> Integers:
    """Warps of a block."""
    return _up(threads, one.number("warp_size")) // one.number("warp_size")


def _warp_registers(one: Capability, registers: Integers) -> Integers:
    """Registers that are allocated to a warp."""
    return _up(registers * one.number("warp_size"), one.number("register_unit"))


def _warp_limit(one: Capability, threads: Integers) -> Integers:
    fits = threads <= one.number("max_threads_per_block")
    return where(fits, one.number("max_warps_per_sm") // _warps(one, threads), 0)


def _register_limit(one: Capability, launch: Launch) -> Integers:
    """Warps take registers of the part of an SM in which they are; a launch is checked as if all parts were used."""
    needed, warps = _warp_registers(one, launch.registers), _warps(one, launch.threads)
    checked, parts = one.number("launch_check_partitions"), one.number("sub_partitions")
    fits = (
        (needed * _up(warps, checked) <= one.number("max_registers_per_block"))
        & (launch.registers <= one.number("max_registers_per_thread"))
        & (_resident(one, needed, checked) >= warps)
    )
    limit = where(fits, _resident(one, needed, parts) // warps, 0)
    return where(needed == 0, UNLIMITED, limit)


def _resident(one: Capability, needed: Integers, parts: int) -> Integers:
    """Warps that the registers of an SM hold, if it has `parts` parts."""
    return one.number("registers_per_sm") // parts // larger(needed, one.number("register_unit")) * parts


def _shared_limit(one: Capability, launch: Launch, needed: Integers, capacity: Integers) -> Integers:
    used = launch.shared + launch.dynamic
    opted = least(launch.shared + launch.dynamic_limit, one.number("shared_memory_per_block_optin"))
    fits = used <= larger(opted, one.number("shared_memory_per_block"))
    limit = where(fits, capacity // larger(needed, _unit(one)), 0)
    return where(needed == 0, UNLIMITED, limit)


def _capacity(one: Capability, carveout: Integers, needed: Integers) -> Integers:
    """Shared memory of an SM: the preferred size, or more where a block needs more."""
    largest, sizes = one.number("shared_memory_per_sm"), one.values.get("shared_memory_sizes")
    if not isinstance(sizes, tuple):
        return same_as(needed, largest)
    steps = [int(size) for size in sizes]
    if not _has_carveout(one):
        preferred = where(carveout == 0, steps[0], where(carveout == 50, steps[1], largest))
        return where(preferred < needed, largest, preferred)
    preferred = where(carveout < 0, largest, next_of(steps, carveout * largest // 100))
    return next_of(steps, larger(preferred, needed))


def _barrier_limit(one: Capability, barriers: Integers) -> Integers:
    """Barriers limit blocks where the record has a number of them."""
    available = one.number("barriers_per_sm", UNLIMITED)
    return where(barriers > 0, available // larger(barriers, 1), UNLIMITED)


def _cluster_limit(one: Capability) -> int:
    """Blocks of clusters that an SM runs."""
    return one.number("max_cluster_blocks_per_sm", one.number("max_blocks_per_sm"))


def _clusters(blocks: Integers, cluster: Integers, groups: Sequence[int]) -> Integers:
    """Clusters of the device: each lies in a group of at least as many SMs as it has blocks."""
    sizes = [_integers("groups", size, 1, 1024) for size in groups]
    counts = (where(size >= cluster, size * blocks // cluster, 0) for size in sizes)
    return sum(counts, start=same_as(blocks, 0))
