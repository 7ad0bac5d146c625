"""Barriers of CTAs and clusters in statements that all threads execute one after the other.

A thread never waits: where some would, because others arrive in a later statement only, the statements cannot run in
this order, and the wait is an error. Warps arrive as a whole. See sections 9.7.13.1 and 9.7.13.3 of the manual.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ptxisa.run.errors import not_executable
from ptxisa.run.launch import Launch
from ptxisa.run.operands import Part
from ptxisa.run.state import Mask, State
from ptxisa.run.steps import MachineStep, MachineSteps, Operands, Results, read_operands
from ptxisa.run.warp import LANES

BARRIERS = 16
"""Named barriers of a CTA."""
_Counts = NDArray[np.int64]
"""One number a CTA."""


class Barriers:
    """Arrivals at the barriers of each CTA: threads, (CTAs, 16)."""

    def __init__(self, launch: Launch) -> None:
        self.arrived = np.zeros((launch.ctas, BARRIERS), np.int64)


class _CtaBarrier(MachineStep):
    """A statement with a barrier of the CTA, number `a`, for `b` threads or all of them."""

    inputs: ClassVar[tuple[str, ...]] = ("a", "b")
    waits: ClassVar[bool] = True

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Arrive, and wait if the statement does."""
        self.arrive(state, read_operands(state, part, executing), state.everywhere(executing))
        return {}

    def arrive(self, state: State, operands: Operands, executing: Mask) -> None:
        """Count arrivals at the barrier of each CTA; it must be complete where threads wait."""
        launch, cta = state.launch, state.launch.cta()
        launch.require_one_cta("a barrier")
        if not executing.any():
            return
        numbers = _uniform(state, "a", operands["a"], executing)
        threads = _uniform(state, "b", operands["b"], executing) if "b" in operands else np.zeros(launch.ctas, np.int64)
        if (numbers >= BARRIERS).any():
            raise not_executable(f"a CTA has barriers 0 to 15, not {numbers.max()}")
        # Arrivals count in whole warps, whatever the number of threads that execute the statement.
        expected = np.where(threads == 0, -(-launch.size // LANES) * LANES, threads)
        warps = np.arange(state.count) % max(launch.size, 1) // LANES
        arriving = np.unique(np.stack([cta[executing], warps[executing]]), axis=1)
        arrived = np.bincount(arriving[0], minlength=launch.ctas) * LANES
        table = state.kept(Barriers).arrived
        present = np.flatnonzero(arrived)
        total = table[present, numbers[present]] + arrived[present]
        wrong = np.flatnonzero(total != expected[present] if self.waits else total > expected[present])
        if len(wrong):
            first = present[wrong[0]]
            raise not_executable(
                f"barrier {numbers[first]} of CTA {first}: {total[wrong[0]]} of {expected[first]} threads have arrived "
                "here; all of them must arrive in this statement or before"
            )
        table[present, numbers[present]] = np.where(total == expected[present], 0, total)


def _uniform(state: State, name: str, value: Any, executing: Mask) -> _Counts:
    """Return an operand of each CTA, which must be the same in all threads that execute the statement."""
    values, cta = np.broadcast_to(value, state.count).astype(np.int64), state.launch.cta()
    uniform = np.zeros(state.launch.ctas, np.int64)
    uniform[cta[executing]] = values[executing]
    if (uniform[cta[executing]] != values[executing]).any():
        raise not_executable(f"operand {name} of a barrier differs between the threads of a CTA")
    return uniform


class BarrierSync(_CtaBarrier):
    """`barrier.sync`: wait for all participating threads."""


class BarrierArrive(_CtaBarrier):
    """`barrier.arrive`: arrive without waiting."""

    waits = False


class _BarrierReduction(_CtaBarrier):
    """`barrier.red`: wait, and combine predicate `c` of all threads of the CTA that execute the statement."""

    inputs = ("a", "b", "c")

    def counts(self, state: State, part: Part, executing: Mask | None) -> tuple[_Counts, _Counts]:
        """Return for each thread how many threads of its CTA have a true predicate, and how many execute."""
        operands = read_operands(state, part, executing)
        running, cta = state.everywhere(executing), state.launch.cta()
        self.arrive(state, operands, running)
        true = running & (np.broadcast_to(operands["c"], state.count) != 0)
        sums = [np.bincount(cta[mask], minlength=state.launch.ctas)[cta] for mask in (true, running)]
        return sums[0], sums[1]


class BarrierCount(_BarrierReduction):
    """`barrier.red.popc`: count the true predicates."""

    outputs = ("d",)

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Return the number of true predicates."""
        true, _ = self.counts(state, part, executing)
        return {"d": true.astype(np.uint32)}


class BarrierAllAny(_BarrierReduction):
    """`barrier.red.and` and `.or`: test if all predicates are true, or any."""

    outputs = ("p",)

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Return the combined predicate."""
        true, threads = self.counts(state, part, executing)
        return {"p": ((true == threads) if self.modifiers["op"] == "and" else (true > 0)).astype(np.uint8)}


# --- clusters ---


class ClusterBarrier:
    """Threads that have arrived at the barrier of their cluster, and those that have waited since."""

    def __init__(self, launch: Launch) -> None:
        launch.require_one_cta("a barrier")
        self.arrived = np.zeros(launch.threads, bool)
        self.waited = np.zeros(launch.threads, bool)


class ClusterArrive(MachineStep):
    """`barrier.cluster.arrive`: each thread arrives once in a phase."""

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Note the arrival of each thread."""
        running, arrived = state.everywhere(executing), state.kept(ClusterBarrier).arrived
        if (again := running & arrived).any():
            thread = np.flatnonzero(again)[0]
            raise not_executable(f"thread {thread} arrives at the barrier of its cluster a second time")
        arrived |= running
        return {}


class ClusterWait(MachineStep):
    """`barrier.cluster.wait`: every thread of the cluster must have arrived."""

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Check that every thread of the cluster has arrived."""
        running, barrier = state.everywhere(executing), state.kept(ClusterBarrier)
        cluster = state.launch.cluster_number()[state.launch.cta()]
        late = np.isin(cluster, cluster[running]) & ~barrier.arrived
        if late.any():
            thread = np.flatnonzero(late)[0]
            raise not_executable(f"thread {thread} has not arrived at the barrier of cluster {cluster[thread]}")
        barrier.waited |= running
        # The next phase begins when every thread of the cluster has waited.
        complete = ~np.isin(cluster, cluster[~barrier.waited])
        barrier.arrived[complete] = barrier.waited[complete] = False
        return {}


STEPS: MachineSteps = {
    "barrier_sync": BarrierSync,
    "barrier_arrive": BarrierArrive,
    "barrier_count": BarrierCount,
    "barrier_all_any": BarrierAllAny,
    "cluster_arrive": ClusterArrive,
    "cluster_wait": ClusterWait,
}
