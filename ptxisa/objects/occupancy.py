"""Occupancy: how many blocks of a kernel an SM runs at the same time, and which resource limits them.

    o = ptxisa.occupancy("8.6", registers=64, threads=256, shared=16384)
    o.blocks, o.warps, o.fraction, o.limiter      # 4, 32, 0.667, 'registers'
    ptxisa.occupancy("9.0", threads=256, registers=range(16, 256)).blocks      # an array
    steps("8.6", {"threads": 256, "registers": 64})      # the largest use of each resource that allows more blocks

Limits are those of the record of the compute capability. Registers are allocated to warps in each part of an SM, shared
memory to blocks. Results equal those of the CUDA driver and of the occupancy calculator of CUDA.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from ptxisa.isa.capabilities import Capability, capability
from ptxisa.isa.representation import render

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Integers = Any
"""An integer, or an int64 array."""
UNLIMITED = 2**31 - 1
"""Limit of a resource that a kernel does not use."""
CARVEOUTS = {"default": -1, "l1": 0, "equal": 50, "shared": 100}
"""Names of shared-memory carveouts: percentages of the largest size, -1 for no preference."""
_LARGEST = 2**31 - 1
"""Largest argument: sums and products of arguments then fit int64 arrays."""
_WITH_CARVEOUT = (7, 0)
"""First compute capability with a carveout in percent; before, the driver has three preferences (PREFER_L1, …)."""


class OccupancyError(ValueError):
    """A number that no launch can have, or a question that the compute capability does not answer."""


class Occupancy(NamedTuple):
    """Occupancy of an SM by a kernel: integers, or int64 arrays of the shape that the inputs broadcast to.

    Attributes:
        capability: The compute capability.
        blocks: Resident blocks.
        warps: Resident warps.
        fraction: Resident warps divided by the largest number of warps.
        limits: Blocks that each resource allows, `UNLIMITED` for a resource that the kernel does not use.
        registers: Registers allocated to a block.
        shared: Bytes of shared memory allocated to a block.
        capacity: Bytes of shared memory of an SM that the driver chooses.
        clusters: Resident clusters of the whole device; None without groups of SMs.
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
        return render("ptxisa.objects.notebook:occupancy_html", self)

    @property
    def limiting(self) -> dict[str, Any]:
        """True for each resource that limits the number of blocks."""
        return {name: limit == self.blocks for name, limit in self.limits.items()}

    @property
    def limiters(self) -> tuple[str, ...]:
        """Every resource that limits a single kernel; raises `OccupancyError` for arrays."""
        if not isinstance(self.blocks, int):
            raise OccupancyError("limiters are of a single kernel; arrays have `limiting`")
        return tuple(name for name, limits in self.limiting.items() if limits)

    @property
    def limiter(self) -> Any:
        """First resource that limits the number of blocks: a name, or an array of names."""
        if isinstance(self.blocks, int):
            return self.limiters[0]
        import numpy as np

        names = np.array(list(self.limits))
        return names[np.argmin(np.stack(np.broadcast_arrays(*self.limits.values())), axis=0)]


class KernelLaunch(NamedTuple):
    """Inputs of `occupancy`: integers, or int64 arrays of one shape."""

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
    """Return how many blocks of a kernel an SM runs at the same time.

    All numbers may be arrays, which broadcast. Limits of clusters are known for 9.0 only; on later capabilities,
    results with clusters are upper bounds.

    Args:
        cc: Compute capability: `8.6`, `cc_8.6` or `sm_86`.
        threads: Threads of a block.
        registers: Registers of a thread.
        shared: Bytes of static shared memory of a block, without what the system reserves.
        dynamic: Bytes of dynamic shared memory of a block.
        barriers: Named barriers of the kernel.
        carveout: Preferred shared memory, a percentage of the largest or a name of `CARVEOUTS`.
        dynamic_limit: Attribute MaxDynamicSharedMemorySize in bytes; by default the kernel opts in to the maximum.
        cluster: Blocks of a cluster.
        groups: Number of SMs in each group of SMs; a cluster fits into one group.

    Raises:
        UnknownCapability: There is no such compute capability.
        OccupancyError: A number is out of range, or arrays do not broadcast.
    """
    device = cc if isinstance(cc, Capability) else capability(str(cc))
    launch = _launch(device, threads, registers, shared, dynamic, barriers, carveout, dynamic_limit, cluster)
    # Resources are allocated in units: registers to whole warps, shared memory to blocks with a reserved part.
    warps_per_block = _round_up(launch.threads, device.number("warp_size")) // device.number("warp_size")
    warp_registers = _round_up(launch.registers * device.number("warp_size"), device.number("register_unit"))
    shared_unit = device.number("shared_memory_unit")
    needed = _round_up(launch.shared + launch.dynamic + device.number("reserved_shared_memory_per_block"), shared_unit)
    capacity = _capacity(device, launch.carveout, needed)
    limits = {
        "warps": _where(
            launch.threads <= device.number("max_threads_per_block"),
            device.number("max_warps_per_sm") // warps_per_block,
            0,
        ),
        "registers": _register_limit(device, launch.registers, warp_registers, warps_per_block),
        "shared memory": _where(
            needed == 0,
            UNLIMITED,
            # A launch with more shared memory than the kernel opted in to fails.
            _where(
                launch.shared + launch.dynamic
                <= _maximum(
                    _minimum(launch.shared + launch.dynamic_limit, device.number("shared_memory_per_block_optin")),
                    device.number("shared_memory_per_block"),
                ),
                capacity // _maximum(needed, shared_unit),
                0,
            ),
        ),
        # Barriers limit blocks only where the record has their number.
        "barriers": _where(
            launch.barriers > 0,
            device.number("barriers_per_sm", UNLIMITED) // _maximum(launch.barriers, 1),
            UNLIMITED,
        ),
        "blocks": _full_like(launch.threads, device.number("max_blocks_per_sm")),
    }
    if launch.cluster is not None:
        limit = device.number("max_cluster_blocks_per_sm", device.number("max_blocks_per_sm"))
        limits["clusters"] = _full_like(launch.threads, limit)
    blocks = _minimum(*limits.values())
    warps = blocks * warps_per_block
    clusters = None
    if groups is not None and launch.cluster is not None:
        sizes = [_integers("groups", size, 1, 1024) for size in groups]
        counts = (_where(size >= launch.cluster, size * blocks // launch.cluster, 0) for size in sizes)
        clusters = _plain(sum(counts, start=_full_like(blocks, 0)))
    return Occupancy(
        device,
        _plain(blocks),
        _plain(warps),
        _plain(warps / device.number("max_warps_per_sm")),
        {name: _plain(limit) for name, limit in limits.items()},
        _plain(warp_registers * warps_per_block),
        _plain(needed),
        _plain(capacity),
        clusters,
    )


def _register_limit(
    device: Capability, registers: Integers, warp_registers: Integers, warps_per_block: Integers
) -> Integers:
    """Return the blocks that registers allow.

    A warp takes registers of the part of an SM in which it runs. A launch is checked as if a block used all parts, with
    another number of parts on some devices (`launch_check_partitions`).
    """

    def resident_warps(parts: int) -> Integers:
        smallest = device.number("register_unit")
        return device.number("registers_per_sm") // parts // _maximum(warp_registers, smallest) * parts

    checked, parts = device.number("launch_check_partitions"), device.number("sub_partitions")
    fits = (
        (warp_registers * _round_up(warps_per_block, checked) <= device.number("max_registers_per_block"))
        & (registers <= device.number("max_registers_per_thread"))
        & (resident_warps(checked) >= warps_per_block)
    )
    # A kernel that fails the check of a launch runs no block at all.
    limit = _where(fits, resident_warps(parts) // warps_per_block, 0)
    return _where(warp_registers == 0, UNLIMITED, limit)


def _capacity(device: Capability, carveout: Integers, needed: Integers) -> Integers:
    """Return the shared memory of an SM: the preferred size, or more if a block needs more."""
    largest, sizes = device.number("shared_memory_per_sm"), device.values.get("shared_memory_sizes")
    if not isinstance(sizes, tuple):
        return _full_like(needed, largest)
    steps = [int(size) for size in sizes]
    if not _has_carveout(device):
        preferred = _where(carveout == 0, steps[0], _where(carveout == 50, steps[1], largest))
        return _where(preferred < needed, largest, preferred)
    preferred = _where(carveout < 0, largest, _next_step(steps, carveout * largest // 100))
    return _next_step(steps, _maximum(preferred, needed))


# --- inputs ---


def _launch(device: Capability, threads: ArrayLike, *others: Any) -> KernelLaunch:
    """Check the arguments of `occupancy`, and broadcast them."""
    registers, shared, dynamic, barriers, carveout, dynamic_limit, cluster = others
    given = {
        "threads": _integers("threads", threads, 1),
        "registers": _integers("registers", registers, 0),
        "shared": _integers("shared", shared, 0, _most_static(device), "; more shared memory is dynamic"),
        "dynamic": _integers("dynamic", dynamic, 0),
        "barriers": _integers("barriers", barriers, 0, 16),
        "carveout": _carveout(device, carveout),
        "dynamic_limit": _integers("dynamic_limit", _LARGEST if dynamic_limit is None else dynamic_limit, 0),
    }
    if cluster is not None:
        if not device.values.get("clusters"):
            raise OccupancyError(f"clusters need compute capability 9.0 or later, not {device.version}")
        given["cluster"] = _integers("cluster", cluster, 1, device.number("max_cluster", 16))
    if all(isinstance(value, int) for value in given.values()):
        return KernelLaunch(*given.values())
    import numpy as np

    try:
        return KernelLaunch(*np.broadcast_arrays(*given.values()))
    except ValueError:
        arrays = {name: value for name, value in given.items() if not isinstance(value, int)}
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items() if array.ndim)
        raise OccupancyError(f"arrays of these shapes do not broadcast: {shapes}") from None


def _most_static(device: Capability) -> int:
    """Return the static shared memory that a kernel can have.

    Only ptxas from 13.0 for targets of one architecture, such as sm_90a, accepts more than the 48 KiB of every block.
    """
    accelerated = any(target.endswith("a") for target in device.targets)
    return device.number("shared_memory_per_block_optin" if accelerated else "shared_memory_per_block")


def _integers(name: str, value: Any, least: int, most: int = _LARGEST, advice: str = "") -> Integers:
    """Return an integer unchanged, and a range, list or array as int64; raise `OccupancyError` out of bounds."""

    def check(smallest: int, largest: int) -> None:
        if smallest < least or largest > most:
            worst = smallest if smallest < least else largest
            raise OccupancyError(f"{name} is {worst}; it must be in {least}..{most}{advice if worst > most else ''}")

    if type(value) is int:
        check(value, value)
        return value
    import numpy as np

    try:
        array = np.asarray(value)
    except ValueError:
        raise OccupancyError(f"{name} is not an array of integers") from None
    if array.dtype.kind not in "iu" or array.dtype == np.bool_:
        shown = repr(value) if len(repr(value)) <= 40 else type(value).__name__
        raise OccupancyError(f"{name} must be an integer or an array of integers, not {shown}")
    if array.size:
        check(int(array.min()), int(array.max()))
    return array.astype(np.int64)


def _carveout(device: Capability, value: Any) -> Integers:
    """Return percentages; devices before 7.0 support only those that have a name."""
    if isinstance(value, str) and value not in CARVEOUTS:
        raise OccupancyError(f"carveout {value[:40]!r} is not a percentage or one of {', '.join(CARVEOUTS)}")
    number = CARVEOUTS["default" if value is None else value] if value is None or isinstance(value, str) else value
    percentages = _integers("carveout", number, -1, 100)
    if not _has_carveout(device):
        each = [percentages] if isinstance(percentages, int) else percentages.ravel().tolist()
        if not set(each) <= set(CARVEOUTS.values()):
            raise OccupancyError(f"a carveout in percent needs compute capability 7.0 or later, not {device.version}")
    return percentages


def _has_carveout(device: Capability) -> bool:
    major, minor = device.version.split(".")
    return (int(major), int(minor)) >= _WITH_CARVEOUT


# --- integers or arrays ---

# A single kernel is computed on Python integers: loading NumPy would take longer than the rest of the command.


def _plain(value: Any) -> Any:
    """Return a Python number instead of an array without dimensions."""
    return value if isinstance(value, (int, float)) or value.ndim else value.item()


def _round_up(value: Integers, unit: Integers | int) -> Integers:
    rounded: Integers = -(-value // unit) * unit
    return rounded


def _where(condition: Any, yes: Integers, no: Integers) -> Integers:
    if isinstance(condition, bool):
        return yes if condition else no
    import numpy as np

    return np.where(condition, yes, no)


def _maximum(first: Integers, second: Integers) -> Integers:
    if isinstance(first, int) and isinstance(second, int):
        return max(first, second)
    import numpy as np

    return np.maximum(first, second)


def _minimum(*values: Integers) -> Integers:
    if all(isinstance(value, int) for value in values):
        return min(values)
    import numpy as np

    return reduce(np.minimum, values)


def _next_step(steps: Sequence[int], wanted: Integers) -> Integers:
    """Return the first of ascending steps that is large enough, or the last."""
    if isinstance(wanted, int):
        return steps[min(bisect_left(steps, wanted), len(steps) - 1)]
    import numpy as np

    return np.asarray(steps)[np.minimum(np.searchsorted(steps, wanted), len(steps) - 1)]


def _full_like(like: Integers, value: int) -> Integers:
    if isinstance(like, int):
        return value
    import numpy as np

    return np.full_like(like, value)


# --- what allows more blocks ---

KernelArguments = Mapping[str, Any]
"""Arguments of `occupancy` for one kernel, without the compute capability."""


class OccupancyStep(NamedTuple):
    """The largest use of a resource with which it allows more blocks.

    Attributes:
        resource: Name of the resource in `Occupancy.limits`.
        name: Argument of `occupancy` to change.
        unit: Unit of the argument.
        used: Present value of the argument.
        at_most: Largest value that allows more blocks, None if no smaller value does.
        limit: Blocks that the resource then allows.
        blocks: Blocks that an SM then runs.
        warps: Warps that an SM then runs.
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


def steps(cc: str, kernel: KernelArguments) -> list[OccupancyStep]:
    """Return the next step of each resource that a kernel uses."""
    now = occupancy(cc, **kernel)
    steps_ = []
    for resource, name, unit in STEPS:
        if not kernel.get(name):
            continue
        used, at_most, after = int(kernel[name]), None, now
        # From the present value downward, so that the first improvement is the largest value with one.
        for value in smaller(now, kernel, name, used):
            less = occupancy(cc, **{**kernel, name: value})
            if less.limits[resource] > now.limits[resource]:
                at_most, after = value, less
                break
        limit = after.limits[resource]
        steps_.append(OccupancyStep(resource, name, unit, used, at_most, limit, after.blocks, after.warps))
    return steps_


def smaller(now: Occupancy, kernel: KernelArguments, name: str, used: int) -> Sequence[int]:
    """Return the smaller values of an argument that can make a difference, in descending order."""
    if name not in ("shared", "dynamic"):
        # A block has at least one thread.
        return range(name == "threads", used)[::-1]
    # Sizes that fill an allocation; what the system reserves is a whole number of units.
    both = sum(int(kernel.get(key, 0)) for key in ("shared", "dynamic"))
    filling = range(0, both, now.capability.number("shared_memory_unit"))
    return sorted({max(size - (both - used), 0) for size in filling}, reverse=True)


class OccupancyBar(NamedTuple):
    """Occupancy for one value of an argument."""

    value: int
    blocks: int
    fraction: float


def sweep(cc: str, kernel: KernelArguments, name: str) -> list[OccupancyBar]:
    """Return the occupancy for the values of `threads`, `registers` or `shared` at which it can change."""
    device = occupancy(cc, **kernel).capability
    values = {
        "threads": range(32, device.number("max_threads_per_block") + 1, 32),
        "registers": (*range(8, 255, 8), 255),
        "shared": range(0, device.number("shared_memory_per_block_optin") + 1, 4096),
    }[name]
    bars = []
    for value in values:
        changed = {**kernel, name: value}
        if name == "shared":  # What cannot be static is dynamic; both take the same space.
            static = min(value, _most_static(device))
            changed.update(shared=static, dynamic=int(kernel.get("dynamic", 0)) + value - static)
        result = occupancy(cc, **changed)
        bars.append(OccupancyBar(value, result.blocks, result.fraction))
    return bars
