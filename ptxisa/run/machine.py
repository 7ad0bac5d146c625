"""Statements that change the state of the machine: barriers, asynchronous copies, and windows of generic addresses.

A thread never waits: if threads arrive at a barrier only in a later statement, the statements cannot run in this order,
and the wait is an error. Warps arrive as a whole (sections 9.7.13.1 and 9.7.13.3 of the manual). Asynchronous copies
change memory when a thread waits for them, as late as the manual allows (section 9.7.9.25). `complete_copies` makes the
copies for which no statement waits. Section 9.7.9.20 describes generic addresses.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ptxisa.run.errors import not_executable
from ptxisa.run.launch import Launch
from ptxisa.run.memory import CTA_BITS, PendingCopy, require_alignment
from ptxisa.run.operands import Part
from ptxisa.run.state import Mask, State
from ptxisa.run.steps import MachineStep, MachineSteps, Operands, Results, read_operands
from ptxisa.run.warp import LANES

_Integers = NDArray[np.int64]
"""One number per thread or per CTA."""

# --- barriers of CTAs ---

BARRIERS = 16
"""Named barriers of a CTA."""


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
            raise not_executable(f"a CTA has barriers 0 to {BARRIERS - 1}, not {numbers.max()}")
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
        # A complete barrier starts over, so that it can be used again (section 9.7.13.1).
        table[present, numbers[present]] = np.where(total == expected[present], 0, total)


def _uniform(state: State, name: str, value: Any, executing: Mask) -> _Integers:
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

    def counts(self, state: State, part: Part, executing: Mask | None) -> tuple[_Integers, _Integers]:
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


class ClusterBarrierState:
    """Threads that have arrived at the barrier of their cluster, and those that have waited since."""

    def __init__(self, launch: Launch) -> None:
        launch.require_one_cta("a barrier")
        self.arrived = np.zeros(launch.threads, bool)
        self.waited = np.zeros(launch.threads, bool)


class ClusterArrive(MachineStep):
    """`barrier.cluster.arrive`: each thread arrives once in a phase."""

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Note the arrival of each thread."""
        running, arrived = state.everywhere(executing), state.kept(ClusterBarrierState).arrived
        if (again := running & arrived).any():
            thread = np.flatnonzero(again)[0]
            raise not_executable(f"thread {thread} arrives at the barrier of its cluster a second time")
        arrived |= running
        return {}


class ClusterWait(MachineStep):
    """`barrier.cluster.wait`: every thread of the cluster must have arrived."""

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Check that every thread of the cluster has arrived."""
        running, barrier = state.everywhere(executing), state.kept(ClusterBarrierState)
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


# --- asynchronous copies ---

OPEN = -1
"""Group of copies that are not committed yet."""


def committed_groups(launch: Launch) -> _Integers:
    """Return the number of groups that each thread has committed at the start: none."""
    return np.zeros(launch.threads, np.int64)


def complete_copies(state: State) -> None:
    """Make every copy that is left."""
    for copy in state.memory.pending:
        copy.complete(np.ones(len(copy.threads), bool))


class CopyStart(MachineStep):
    """`cp.async`: note a copy; its addresses must be legal."""

    inputs = ("cp_size", "src_size", "ignore_src")

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Check the addresses, and note the copy."""
        operands = read_operands(state, part, executing)
        threads = state.threads(executing)
        size = int(operands["cp_size"])
        destination, source = part.accesses
        bytes_read = np.broadcast_to(operands.get("src_size", np.uint32(size)), state.count).astype(np.int64)
        if (bytes_read > size).any():
            raise not_executable(f"src_size is {bytes_read.max()}; of a copy of {size} bytes it is at most {size}")
        if "ignore_src" in operands:
            bytes_read = np.where(np.broadcast_to(operands["ignore_src"], state.count) != 0, 0, bytes_read)
        taken = bytes_read[threads]
        (target,) = state.sections(destination, threads)
        (origin,) = state.sections(source, threads)
        for section in (target, origin):
            require_alignment(section, size)
        places = state.memory.places(target, destination.bits) * size
        # Memory must have the first and the last byte that a thread reads; a thread that reads none has no source.
        source_places = np.zeros(len(taken), np.int64)
        reads = np.flatnonzero(taken)
        addresses, rows = origin.addresses[reads], origin.rows[reads]
        first = origin._replace(addresses=addresses, threads=origin.threads[reads], rows=rows)
        source_places[reads] = state.memory.places(first, 8)
        state.memory.places(first._replace(addresses=addresses + (taken[reads] - 1).astype(np.uint64)), 8)
        group, left = np.full(len(threads), OPEN, np.int64), np.ones(len(threads), bool)
        copy = PendingCopy(threads, origin.array, source_places, target.array, places, size, taken, group, left)
        state.report(state.memory.copy_problem(target, places, size, written=True))
        # Destinations are aligned to the size of the copy: two of them overlap only if they are equal.
        if len(np.unique(places)) < len(places):
            state.report("threads copy to the same address asynchronously, in no order")
        state.memory.pending.append(copy)
        return {}


class CommitCopies(MachineStep):
    """`cp.async.commit_group`: make a group of the copies that a thread has noted since its last group."""

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Assign the copies that each thread has noted to its next group."""
        running, committed = state.everywhere(executing), state.kept(committed_groups)
        for copy in state.memory.pending:
            new = (copy.group == OPEN) & running[copy.threads]
            copy.group[new] = committed[copy.threads[new]]
        committed[running] += 1
        return {}


class AwaitCopies(MachineStep):
    """`cp.async.wait_group`: make the copies of all groups of a thread but the last `n`."""

    inputs = ("n",)

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Make the copies of all groups but the last `n`."""
        running, memory = state.everywhere(executing), state.memory
        limit = state.kept(committed_groups) - int(read_operands(state, part, executing)["n"])
        for copy in memory.pending:
            copy.complete((copy.group != OPEN) & (copy.group < limit[copy.threads]) & running[copy.threads])
        memory.pending[:] = [copy for copy in memory.pending if copy.left.any()]
        return {}


class AwaitAllCopies(MachineStep):
    """`cp.async.wait_all`: make all copies of a thread, also those without a group."""

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Make all copies of the threads."""
        running, memory = state.everywhere(executing), state.memory
        for copy in memory.pending:
            copy.complete(running[copy.threads])
        memory.pending[:] = [copy for copy in memory.pending if copy.left.any()]
        return {}


# --- windows of generic addresses ---

_RANK = np.uint64(0xFF)


class _Conversion(MachineStep):
    """`cvta`: convert address `a`. Global memory has the same addresses in both address spaces."""

    inputs = ("a",)
    outputs = ("p",)

    def addresses(self, state: State, part: Part, executing: Mask | None) -> Any:
        """Return the addresses as an array, whose arithmetic wraps around at 64 bits."""
        return np.atleast_1d(read_operands(state, part, executing)["a"])

    def space(self) -> str:
        """Return the state space; raise `PtxError` for addresses of 32 bits, which have no windows."""
        space = str(self.modifiers["space"])
        if self.modifiers["size"] != "u64" and space != "global":
            raise not_executable("windows of generic addresses have 64-bit addresses here; use .u64")
        return space


class ToGeneric(_Conversion):
    """`cvta`: from a state space to a generic address."""

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Return the generic address."""
        space, addresses = self.space(), self.addresses(state, part, executing)
        return {"p": addresses if space == "global" else state.memory.windows.generic(space, addresses)}


class FromGeneric(_Conversion):
    """`cvta.to`: from a generic address to a state space."""

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Return the address in the state space; report addresses outside of its window."""
        space, addresses = self.space(), self.addresses(state, part, executing)
        windows = state.memory.windows
        inside = windows.contains(space, addresses)
        if space == "global":  # Kernel parameters are in global memory.
            inside = inside | windows.contains("param", addresses)
        outside = np.flatnonzero(np.broadcast_to(~inside, state.count) & state.everywhere(executing))
        if len(outside):
            address = np.broadcast_to(addresses, state.count)[outside[0]]
            state.report(f"thread {outside[0]}: generic address {address:#x} is not in the window of {space} memory")
        return {"p": addresses if space == "global" else state.memory.windows.offset(space, addresses)}


class InWindow(MachineStep):
    """`isspacep`: test if a generic address is in the window of a state space."""

    inputs = ("a",)
    outputs = ("p",)

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Return 1 for addresses in the window."""
        space, windows = str(self.modifiers["space"]), state.memory.windows
        addresses = np.broadcast_to(read_operands(state, part, executing)["a"], state.count).astype(np.uint64)
        inside = windows.contains(space, addresses)
        if space == "global":  # Kernel parameters are in global memory.
            inside = inside | windows.contains("param", addresses)
        if space in ("shared", "shared::cta"):
            own = state.launch.rank()[state.launch.cta()].astype(np.uint64)
            inside = inside & ((addresses >> np.uint64(CTA_BITS) & _RANK) == own)
        return {"p": inside.astype(np.uint8)}


STEPS: MachineSteps = {
    "barrier_sync": BarrierSync,
    "barrier_arrive": BarrierArrive,
    "barrier_count": BarrierCount,
    "barrier_all_any": BarrierAllAny,
    "cluster_arrive": ClusterArrive,
    "cluster_wait": ClusterWait,
    "copy": CopyStart,
    "copy_commit": CommitCopies,
    "copy_wait": AwaitCopies,
    "copy_wait_all": AwaitAllCopies,
    "to_generic": ToGeneric,
    "from_generic": FromGeneric,
    "in_window": InWindow,
}
"""Classes of steps by the word that records have under `executes`."""
