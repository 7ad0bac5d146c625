"""Asynchronous copies from global to shared memory, in groups of each thread (section 9.7.9.25 of the manual).

Memory changes when a thread waits for its copies, as late as the manual allows. `complete_copies` makes the copies for
which no statement waits.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ptxisa.run.errors import not_executable
from ptxisa.run.launch import Launch
from ptxisa.run.memory import Copy, MemorySection, require_alignment
from ptxisa.run.operands import Part
from ptxisa.run.state import Mask, State
from ptxisa.run.steps import MachineStep, MachineSteps, Operands, Results, read_operands

OPEN = -1
"""Group of copies that are not committed yet."""
_Numbers = NDArray[np.int64]


def committed_groups(launch: Launch) -> _Numbers:
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
        taken = self._bytes_read(state, operands, size)[threads]
        (target,) = state.sections(destination, threads)
        (origin,) = state.sections(source, threads)
        for section in (target, origin):
            require_alignment(section, size)
        places = state.memory.places(target, destination.bits) * size
        source_places = self._source_places(state, origin, taken)
        group, left = np.full(len(threads), OPEN, np.int64), np.ones(len(threads), bool)
        copy = Copy(threads, origin.array, source_places, target.array, places, size, taken, group, left)
        state.report(state.memory.copy_problem(target, places, size, written=True))
        if len(np.unique(places)) < len(places):
            state.report("threads copy to the same address asynchronously, in no order")
        state.memory.pending.append(copy)
        return {}

    def _bytes_read(self, state: State, operands: Operands, size: int) -> _Numbers:
        """Return how many bytes each thread reads."""
        taken = np.broadcast_to(operands.get("src_size", np.uint32(size)), state.count).astype(np.int64)
        if (taken > size).any():
            raise not_executable(f"src_size is {taken.max()}; of a copy of {size} bytes it is at most {size}")
        if "ignore_src" in operands:
            taken = np.where(np.broadcast_to(operands["ignore_src"], state.count) != 0, 0, taken)
        return taken

    def _source_places(self, state: State, section: MemorySection, taken: _Numbers) -> _Numbers:
        """Return the first byte that each thread reads; memory must have the first and the last one."""
        places = np.zeros(len(taken), np.int64)
        reads = np.flatnonzero(taken)
        addresses, threads, rows = section.addresses[reads], section.threads[reads], section.rows[reads]
        part = section._replace(addresses=addresses, threads=threads, rows=rows)
        places[reads] = state.memory.places(part, 8)
        state.memory.places(part._replace(addresses=addresses + (taken[reads] - 1).astype(np.uint64)), 8)
        return places


class CopyCommit(MachineStep):
    """`cp.async.commit_group`: make a group of the copies that a thread has noted since its last group."""

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Assign the copies that each thread has noted to its next group."""
        running, committed = state.everywhere(executing), state.kept(committed_groups)
        for copy in state.memory.pending:
            new = (copy.group == OPEN) & running[copy.threads]
            copy.group[new] = committed[copy.threads[new]]
        committed[running] += 1
        return {}


class CopyWait(MachineStep):
    """`cp.async.wait_group`: make the copies of all groups of a thread but the last `n`."""

    inputs = ("n",)

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Make the copies of all groups but the last `n`."""
        running, memory = state.everywhere(executing), state.memory
        limit = state.kept(committed_groups) - int(read_operands(state, part, executing)["n"])
        for copy in memory.pending:
            copy.complete((copy.group != OPEN) & (copy.group < limit[copy.threads]) & running[copy.threads])
        memory.pending = [copy for copy in memory.pending if copy.left.any()]
        return {}


class CopyWaitAll(MachineStep):
    """`cp.async.wait_all`: make all copies of a thread, also those without a group."""

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Make all copies of the threads."""
        running, memory = state.everywhere(executing), state.memory
        for copy in memory.pending:
            copy.complete(running[copy.threads])
        memory.pending = [copy for copy in memory.pending if copy.left.any()]
        return {}


STEPS: MachineSteps = {
    "copy": CopyStart,
    "copy_commit": CopyCommit,
    "copy_wait": CopyWait,
    "copy_wait_all": CopyWaitAll,
}
