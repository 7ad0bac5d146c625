"""Sizes of a launch, the CTAs of it that run at a time, and the special registers that follow from them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.diagnostics import PtxError, error
from ptxisa.machine.address import (
    ALLOCATED,
    GLOBAL_BASE,
    RESERVED,
    SHARED_START,
    VALUED,
    WRITABLE,
    Allocation,
    FlatMemory,
    RegionSizes,
)
from ptxisa.machine.image import Image, Procedure
from ptxisa.machine.lanes import LANES
from ptxisa.run.launch import Shape
from ptxisa.syntax import tree

MULTIPROCESSORS = 132
"""Streaming multiprocessors of an H100, for %smid and %nsmid."""
WARPS_OF_SM = 64
LARGEST_BLOCK, LARGEST_GRID = (1024, 1024, 64), ((1 << 31) - 1, 65535, 65535)
MOST_IN_CLUSTER = 16
"""CTAs of a cluster on an H100, if the kernel allows sizes that are not portable."""
MOST_SHARED = 227 << 10
"""Bytes of shared memory that an SM of an H100 gives one CTA."""
STACK, DEEP_STACK = 1024, 64 << 10
"""Bytes of the stack of a thread beyond its frames, and with recursion or `alloca`."""
WORKSPACE, WORKSPACE_SIZE = GLOBAL_BASE, 256
"""Place of the barrier of the grid in a cooperative launch."""
_AXES = "xyzw"
CLOCKS = ("%clock", "%clock_hi", "%clock64", "%globaltimer", "%globaltimer_lo", "%globaltimer_hi")
Numbers = NDArray[np.int64]


class GridShape(NamedTuple):
    """Sizes of a launch; `first` is the first CTA that runs and `ctas` their number.

    `cta_slots` is the number of slots of a CTA, which fill whole warps; `dynamic` and `shared` are bytes of shared
    memory; `workspace` is the address of the barrier of the grid, 0 in a launch that is not cooperative.
    """

    block: Shape
    grid: Shape
    cluster: Shape
    clustered: bool
    first: int
    ctas: int
    cta_slots: int
    dynamic: int = 0
    shared: int = 0
    workspace: int = 0

    @property
    def threads(self) -> int:
        """Threads of a CTA."""
        return self.block[0] * self.block[1] * self.block[2]

    @property
    def slots(self) -> int:
        """Slots of all CTAs that run."""
        return self.ctas * self.cta_slots

    @property
    def cluster_size(self) -> int:
        """CTAs of a cluster."""
        return self.cluster[0] * self.cluster[1] * self.cluster[2]

    def thread_numbers(self) -> Numbers:
        """Return the number of each slot in its CTA."""
        return np.tile(np.arange(self.cta_slots), self.ctas)

    def cta_numbers(self) -> Numbers:
        """Return the number in the grid of each CTA that runs; CTAs of a cluster follow each other."""
        numbers = np.arange(self.first, self.first + self.ctas)
        if self.cluster == (1, 1, 1):
            return numbers
        cluster = _places(numbers // self.cluster_size, self.clusters())
        inside = _places(numbers % self.cluster_size, self.cluster)
        x, y, z = (a * step + b for a, step, b in zip(cluster, self.cluster, inside, strict=True))
        linear: Numbers = x + self.grid[0] * (y + self.grid[1] * z)
        return linear

    def clusters(self) -> Shape:
        """Return the size of the grid in clusters."""
        x, y, z = (whole // part for whole, part in zip(self.grid, self.cluster, strict=True))
        return x, y, z

    def cluster_number(self) -> Numbers:
        """Return the number of the cluster of each CTA that runs, from 0 on."""
        return np.arange(self.ctas) // self.cluster_size

    def rank(self) -> NDArray[np.intp]:
        """Return the rank of each CTA in its cluster."""
        return np.arange(self.ctas) % self.cluster_size

    def peer(self, cta: Any, ranks: Any) -> Any:
        """Return the CTA of each rank in the cluster of a CTA; -1 where there is none."""
        size = self.cluster_size
        return np.where(ranks < size, cta // size * size + ranks, -1)

    def describe(self, slot: int) -> str:
        """Return a text with the coordinates of a thread and of its CTA; CTAs that ran before have negative slots."""
        cta = int(self._replace(first=self.first + slot // self.cta_slots, ctas=1).cta_numbers()[0])
        thread = [int(place) for place in _places(np.array(slot % self.cta_slots), self.block)]
        block = [int(place) for place in _places(np.array(cta), self.grid)]
        return f"thread ({', '.join(map(str, thread))}) of CTA ({', '.join(map(str, block))})"

    # --- special registers ---

    def changes(self, name: str) -> bool:
        """Return True for registers whose value changes while a thread runs."""
        return name in CLOCKS

    def clock(self, name: str, executed: int) -> Any:
        """Return a clock, which counts executed instructions."""
        if name in ("%clock64", "%globaltimer"):
            return np.uint64(executed)
        return np.uint32(executed >> 32 if name.endswith("hi") else executed & 0xFFFFFFFF)

    def special(self, name: str) -> Any:
        """Return the value of a special register that does not change: for each slot, or one for all.

        None for registers that depend on more than the launch, such as performance counters.
        """
        base, _, axis = name.partition(".")
        place = _AXES.index(axis) if axis in _AXES and axis else 0
        vector = self._vector(base, place)
        if vector is not None:
            return vector
        lane = (self.thread_numbers() % LANES).astype(np.uint32)
        cta = np.repeat(self.cta_numbers(), self.cta_slots)
        static = self.shared - self.dynamic
        values: dict[str, Any] = {
            "%laneid": lambda: lane,
            "%warpid": lambda: (self.thread_numbers() // LANES).astype(np.uint32),
            "%nwarpid": lambda: np.uint32(WARPS_OF_SM),
            "%lanemask_eq": lambda: np.uint32(1) << lane,
            "%lanemask_lt": lambda: (np.uint32(1) << lane) - np.uint32(1),
            "%lanemask_le": lambda: (np.uint32(2) << lane) - np.uint32(1),
            "%lanemask_gt": lambda: ~((np.uint32(2) << lane) - np.uint32(1)),
            "%lanemask_ge": lambda: ~((np.uint32(1) << lane) - np.uint32(1)),
            # Cooperative groups find the barrier of the grid by these two.
            "%envreg1": lambda: np.uint32(self.workspace >> 32),
            "%envreg2": lambda: np.uint32(self.workspace & 0xFFFFFFFF),
            "%smid": lambda: (cta % MULTIPROCESSORS).astype(np.uint32),
            "%nsmid": lambda: np.uint32(MULTIPROCESSORS),
            "%gridid": lambda: np.uint64(1),
            "%cluster_ctarank": lambda: np.repeat(self.rank(), self.cta_slots).astype(np.uint32),
            "%cluster_nctarank": lambda: np.uint32(self.cluster_size),
            "%is_explicit_cluster": lambda: np.uint8(self.clustered),
            "%dynamic_smem_size": lambda: np.uint32(self.dynamic),
            "%total_smem_size": lambda: np.uint32(-(-(static + self.dynamic) // 128) * 128),
            "%aggr_smem_size": lambda: np.uint32(static + self.dynamic + SHARED_START),
            "%reserved_smem_offset_begin": lambda: np.uint32(0),
            # An H200 has 288 bytes in use, as cooperative groups assume.
            "%reserved_smem_offset_end": lambda: np.uint32(RESERVED),
            "%reserved_smem_offset_cap": lambda: np.uint32(SHARED_START),
            # Groups of several warps in cooperative groups synchronize in this memory, which is zero at first.
            **dict.fromkeys(("%reserved_smem_offset_0", "%reserved_smem_offset_1"), lambda: np.uint32(0)),
        }
        value = values.get(base)
        return value() if value is not None else None

    def _vector(self, name: str, place: int) -> Any:
        """Return an element of a special register with three elements; None for other registers."""
        constant = {"%ntid": self.block, "%nctaid": self.grid, "%nclusterid": self.clusters()}
        constant["%cluster_nctaid"] = self.cluster
        if name in constant:
            return np.uint32(constant[name][place] if place < 3 else 0)
        if name not in ("%tid", "%ctaid", "%clusterid", "%cluster_ctaid"):
            return None
        if place == 3:
            return np.uint32(0)
        if name == "%tid":
            return _places(self.thread_numbers(), self.block)[place].astype(np.uint32)
        whole = _places(self.cta_numbers(), self.grid)[place]
        step = self.cluster[place]
        numbers = {"%ctaid": whole, "%clusterid": whole // step, "%cluster_ctaid": whole % step}[name]
        return np.repeat(numbers, self.cta_slots).astype(np.uint32)


def _places(numbers: Any, shape: Shape) -> list[Any]:
    """Return x, y and z of numbers in a shape."""
    x, y, z = shape
    return [numbers % x, numbers // x % y, numbers // (x * y) % z]


# --- from the arguments of a launch ---


def launch_error(message: str) -> PtxError:
    """Return the error of a launch that is not possible."""
    return PtxError([error("launch", message)])


def shown(value: Any) -> str:
    """Return a value for a message: at most 60 characters, also of an integer that Python converts to no text."""
    if isinstance(value, int) and value.bit_length() > 256:
        return f"a number of {value.bit_length():,} bits"
    return str(value)[:60]


def shape_of(name: str, given: Any, largest: Sequence[int]) -> tuple[int, int, int]:
    """Return a size in three dimensions.

    Raises:
        PtxError: The size is not one to three positive integers, or is too large.
    """
    sizes = tuple(given) if isinstance(given, (tuple, list)) else (given,)
    numbers = [size for size in sizes if isinstance(size, (int, np.integer)) and not isinstance(size, bool)]
    if not 1 <= len(sizes) <= 3 or len(numbers) < len(sizes):
        sized = ", ".join(map(shown, sizes[:4]))
        raise launch_error(f"{name} must be one to three integers, not {f'({sized})' if len(sizes) != 1 else sized}")
    x, y, z = (*(int(size) for size in numbers), 1, 1)[:3]
    if any(not 1 <= size <= most for size, most in zip((x, y, z), largest, strict=True)):
        written = " x ".join(map(shown, (x, y, z)))
        raise launch_error(f"{name} is {written}; each size must be at least 1, and at most {tuple(largest)}")
    return x, y, z


class LaunchSizes:
    """Sizes of a launch, checked against the limits of devices and the directives of the kernel."""

    def __init__(
        self, image: Image, kernel: Procedure, grid: Any, block: Any, cluster: Any, shared: int, cooperative: bool
    ) -> None:
        self.image, self.kernel, self.cooperative = image, kernel, cooperative
        self.block = shape_of("block", block, LARGEST_BLOCK)
        self.grid = shape_of("grid", grid, LARGEST_GRID)
        threads = self.block[0] * self.block[1] * self.block[2]
        if threads > LARGEST_BLOCK[0]:
            raise launch_error(f"a block of {threads} threads is too large: at most 1,024")
        if isinstance(shared, bool) or not isinstance(shared, (int, np.integer)) or shared < 0:
            raise launch_error(f"shared must be a number of bytes, not {shown(shared)!r}")
        self.dynamic = int(shared)
        block_size = kernel.directive("reqntid")
        if block_size and self.block != shape_of("block", block_size, LARGEST_BLOCK):
            raise launch_error(f"the kernel requires blocks of {block_size} (.reqntid), not {self.block}")
        most = kernel.directive("maxntid")
        if most and threads > (total := int(np.prod(most))):
            raise launch_error(f"the kernel has at most {total} threads in a block (.maxntid), not {threads}")
        required = kernel.directive("reqnctapercluster")
        self.clustered = cluster is not None or required is not None or kernel.directive("explicitcluster") is not None
        if cluster is None and required:
            cluster = required
        most_of_cluster = (MOST_IN_CLUSTER,) * 3
        self.cluster = shape_of("cluster", cluster, most_of_cluster) if cluster is not None else (1, 1, 1)
        if required and self.cluster != shape_of("cluster", required, most_of_cluster):
            raise launch_error(f"the kernel requires clusters of {required}, not {self.cluster}")
        self._cluster_size = self.cluster[0] * self.cluster[1] * self.cluster[2]
        if self._cluster_size > MOST_IN_CLUSTER:
            raise launch_error(f"a cluster of {self.cluster} has more than {MOST_IN_CLUSTER} CTAs")
        if any(whole % part for whole, part in zip(self.grid, self.cluster, strict=True)):
            raise launch_error(f"a grid of {self.grid} CTAs does not divide into clusters of {self.cluster}")
        # Static shared memory without the gaps that the machine leaves between variables.
        static = 0
        for variable in image.shared_variables(kernel):
            static = -(-static // variable.alignment) * variable.alignment + variable.size
        self.shared = static + self.dynamic
        if self.shared > MOST_SHARED:
            needed = f"{self.shared:,} bytes" if self.shared < 1 << 64 else "more than 2**64 bytes"
            raise launch_error(f"the kernel needs {needed} of shared memory; an SM gives a CTA at most {MOST_SHARED:,}")
        self.ctas = self.grid[0] * self.grid[1] * self.grid[2]
        unit = 128 if "wgmma" in image.mnemonics else 32
        self.cta_slots = -(-threads // unit) * unit
        if self.ctas * self.cta_slots > 1 << 26 and cooperative:
            raise launch_error(f"{self.ctas:,} CTAs of {threads} threads are too many to run at the same time")

    def wave(self, threads: int) -> int:
        """Return the number of CTAs that run at a time, a multiple of the size of a cluster.

        Waves have at most `threads` threads, if one cluster does not have more, and are about equal.
        """
        size = self._cluster_size
        if self.cooperative:
            return self.ctas
        if "clusterlaunchcontrol" in self.image.mnemonics:
            # Half of the clusters are pending, so that requests to cancel a launch succeed and fail.
            return -(-self.ctas // size // 2) * size
        clusters = self.ctas // size
        waves = -(-clusters // max(threads // (self.cta_slots * size), 1))
        return -(-clusters // waves) * size

    def shape(self, first: int, ctas: int) -> GridShape:
        """Return the shape of a launch of some of the CTAs."""
        return GridShape(
            self.block,
            self.grid,
            self.cluster,
            self.clustered,
            first,
            ctas,
            self.cta_slots,
            self.dynamic,
            self.shared,
            WORKSPACE if self.cooperative else 0,
        )

    def layout(self, shape: GridShape, global_size: int) -> RegionSizes:
        """Return the sizes of the regions of memory."""
        local = STACK + sum(procedure.frame + 32 for procedure in self.image.procedures)
        deep = not self.image.mnemonics.isdisjoint(("call", "alloca"))
        if deep and shape.slots <= 1 << 16:
            local += min(DEEP_STACK, (1 << 30) // max(shape.slots, 1))
        row = -(-(self.image.dynamic_start(self.kernel) + self.dynamic + 64) // 256) * 256
        parameters = self.kernel.variables["#parameters"].size
        return RegionSizes(
            global_size,
            max(self.image.const_size, 256),
            max(parameters, 8) + 64,
            row,
            -(-local // 16) * 16,
            shape.ctas,
            shape.slots,
        )

    def place(self, memory: FlatMemory) -> None:
        """Make the variables of shared memory accessible."""
        for variable in self.image.shared_variables(self.kernel):
            if not variable.open:
                memory.allocate(
                    Allocation(variable.source_name, "shared", variable.address, variable.size), ALLOCATED | WRITABLE
                )
        if _reads_reserved(self.image):
            reserved = Allocation("reserved shared memory", "shared", 0, RESERVED)
            memory.allocate(reserved, ALLOCATED | WRITABLE | VALUED)
        if self.dynamic:
            start = self.image.dynamic_start(self.kernel)
            memory.allocate(Allocation("dynamic shared memory", "shared", start, self.dynamic), ALLOCATED | WRITABLE)


@lru_cache(maxsize=16)
def _reads_reserved(image: Image) -> bool:
    """Return True if an instruction reads where the reserved part of shared memory is."""
    return any(
        isinstance(operand, tree.Name) and operand.text.startswith("%reserved_smem_offset")
        for procedure in image.procedures
        for line in procedure.lines
        for operand in line.node.operands
    )
