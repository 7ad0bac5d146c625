"""Sizes of a launch, the CTAs of it that run at a time, and the special registers that follow from them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.machine.address import RESERVED, SHARED_START
from ptxisa.machine.lanes import LANES
from ptxisa.run.launch import Shape

MULTIPROCESSORS = 132
"""Streaming multiprocessors of an H100, for %smid and %nsmid."""
WARPS_OF_SM = 64
_AXES = "xyzw"
_CLOCKS = ("%clock", "%clock_hi", "%clock64", "%globaltimer", "%globaltimer_lo", "%globaltimer_hi")
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

    def thread_numbers(self) -> Numbers:
        """Return the number of each slot in its CTA."""
        return np.tile(np.arange(self.cta_slots), self.ctas)

    def cta_numbers(self) -> Numbers:
        """Return the number in the grid of each CTA that runs; CTAs of a cluster follow each other."""
        numbers = np.arange(self.first, self.first + self.ctas)
        if self.cluster == (1, 1, 1):
            return numbers
        size = self.cluster[0] * self.cluster[1] * self.cluster[2]
        cluster = _places(numbers // size, self.clusters())
        inside = _places(numbers % size, self.cluster)
        x, y, z = (a * step + b for a, step, b in zip(cluster, self.cluster, inside, strict=True))
        linear: Numbers = x + self.grid[0] * (y + self.grid[1] * z)
        return linear

    def clusters(self) -> Shape:
        """Return the size of the grid in clusters."""
        x, y, z = (whole // part for whole, part in zip(self.grid, self.cluster, strict=True))
        return x, y, z

    def cluster_number(self) -> Numbers:
        """Return the number of the cluster of each CTA that runs, from 0 on."""
        size = self.cluster[0] * self.cluster[1] * self.cluster[2]
        return np.arange(self.ctas) // size

    def rank(self) -> NDArray[np.intp]:
        """Return the rank of each CTA in its cluster."""
        size = self.cluster[0] * self.cluster[1] * self.cluster[2]
        return np.arange(self.ctas) % size

    def peer(self, cta: Any, ranks: Any) -> Any:
        """Return the CTA of each rank in the cluster of a CTA; -1 where there is none."""
        size = self.cluster[0] * self.cluster[1] * self.cluster[2]
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
        return name in _CLOCKS

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
        one, two = np.uint32(1), np.uint32(2)
        cta = np.repeat(self.cta_numbers(), self.cta_slots)
        size = self.cluster[0] * self.cluster[1] * self.cluster[2]
        static = self.shared - self.dynamic
        values: dict[str, Any] = {
            "%laneid": lambda: lane,
            "%warpid": lambda: (self.thread_numbers() // LANES).astype(np.uint32),
            "%nwarpid": lambda: np.uint32(WARPS_OF_SM),
            "%lanemask_eq": lambda: one << lane,
            "%lanemask_lt": lambda: (one << lane) - one,
            "%lanemask_le": lambda: (two << lane) - one,
            "%lanemask_gt": lambda: ~((two << lane) - one),
            "%lanemask_ge": lambda: ~((one << lane) - one),
            # Cooperative groups find the barrier of the grid by these two.
            "%envreg1": lambda: np.uint32(self.workspace >> 32),
            "%envreg2": lambda: np.uint32(self.workspace & 0xFFFFFFFF),
            "%smid": lambda: (cta % MULTIPROCESSORS).astype(np.uint32),
            "%nsmid": lambda: np.uint32(MULTIPROCESSORS),
            "%gridid": lambda: np.uint64(1),
            "%cluster_ctarank": lambda: np.repeat(self.rank(), self.cta_slots).astype(np.uint32),
            "%cluster_nctarank": lambda: np.uint32(size),
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
