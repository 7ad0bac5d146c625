"""Asynchronous operations and mbarriers: copies complete as late as the program allows.

`cp.async` writes when its thread waits for it. Bulk copies complete when a thread finds the phase of their mbarrier
incomplete, or waits for their group. What nobody waits for completes after all threads have exited. Until then the
bytes are marked, so that accesses that should have waited are found (section 9.7.9.25 of the manual).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from operator import methodcaller
from typing import Any

import numpy as np

from ptxisa.machine.address import ALLOCATED, INCOMING, MBARRIER, OUTGOING, VALUED, Slots
from ptxisa.machine.lanes import Lanes
from ptxisa.machine.operation import Context, Operation, StepOperation, widened
from ptxisa.objects.mbarrier import MbarrierObject, Undefined, packed, unpacked
from ptxisa.run.binding import step_of
from ptxisa.run.memory import CLUSTER, CTA_BITS
from ptxisa.run.operands import MemoryAccess, Read
from ptxisa.run.program import compile_statements
from ptxisa.run.steps import MemoryStep

OPEN, UNGROUPED = -1, -2
"""Groups of operations that are not committed yet, and of those that no group contains."""
BULK_ALIGNMENT = 16
STORE_ALIGNMENT = 8


class ThreadCopies:
    """`cp.async` of one instruction, one for each thread of a group."""

    __slots__ = ("group", "left", "operation", "places", "size", "slots", "sources", "taken")

    def __init__(self, operation: Operation, slots: Slots, sources: Any, taken: Any, places: Any, size: int) -> None:
        self.operation, self.slots, self.sources, self.taken = operation, slots, sources, taken
        self.places, self.size = places, size
        self.group = np.full(len(slots), OPEN, np.int64)
        self.left = np.ones(len(slots), bool)


class BulkCopy:
    """One bulk operation of one thread: bytes to read, bytes to write, and what it signals.

    Attributes:
        sources: Place and number of bytes that are read.
        targets: Places and numbers of bytes that are written.
        mbarriers: Place of each mbarrier that it signals, with the number of bytes; empty for a bulk group.
        arrivals: Place of each mbarrier at which it arrives.
        group: Number of its bulk group.
        includes: Other operations that are complete when it is, of which its arrivals inform.
        issuer: What the thread that started it knew, if its arrivals inform of that.
        take: Function that reads the sources and returns what is to be written.
        give: Function that writes.
        data: What was read; None before.
        unset: True for each byte of the source that had no value; None if all have.
    """

    __slots__ = (
        "arrivals",
        "data",
        "entity",
        "give",
        "group",
        "includes",
        "issuer",
        "mbarriers",
        "operation",
        "slot",
        "sources",
        "take",
        "targets",
        "unset",
    )

    def __init__(self, operation: Operation, slot: int, take: Callable[[], Any], give: Callable[[Any], None]) -> None:
        self.operation, self.slot, self.take, self.give = operation, slot, take, give
        self.sources: list[tuple[int, int]] = []
        self.targets: list[tuple[int, int]] = []
        self.mbarriers: list[tuple[int, int]] = []
        self.arrivals: list[int] = []
        self.includes: list[BulkCopy] = []
        self.issuer: Any = None
        self.group = OPEN
        self.data: Any = None
        self.unset: Any = None


class Events:
    """Asynchronous operations that are not complete."""

    def __init__(self, machine: Any) -> None:
        self._machine = machine
        self.copies: list[ThreadCopies] = []
        self.bulk: list[BulkCopy] = []
        self._committed = np.zeros(machine.count, np.int64)
        self._bulk_committed: dict[int, int] = {}
        self._arrivals: list[tuple[int, int, Operation]] = []
        self._phases: dict[int, int] = {}
        self._states: dict[tuple[int, str], tuple[int, int]] = {}
        self._written: dict[int, Counter[str]] = {}
        """Number of instructions that write each register, by the number of the procedure."""
        self.waits: dict[int, tuple[Operation, int]] = {}
        """Last wait of a thread that found a phase incomplete, and the place of the mbarrier."""

    # --- cp.async ---

    def start(self, copies: ThreadCopies) -> None:
        """Note copies of threads, and mark their bytes."""
        flags, index = self._machine.memory.flags, np.arange(copies.size)
        flags[copies.places[:, None] + index] |= INCOMING
        inside = index < copies.taken[:, None]
        flags[(copies.sources[:, None] + index)[inside]] |= OUTGOING
        self.copies.append(copies)

    def commit(self, slots: Slots) -> None:
        """Make a group of the copies that each thread has noted since its last group."""
        running = self._members(slots)
        for copies in self.copies:
            new = (copies.group == OPEN) & running[copies.slots]
            copies.group[new] = self._committed[copies.slots[new]]
        self._committed[slots] += 1

    def wait(self, slots: Slots, latest: int | None) -> None:
        """Complete the copies of threads: all groups but the `latest`, or with None everything."""
        running = self._members(slots)
        limit = self._committed - (latest or 0)
        for copies in self.copies:
            done = running[copies.slots]
            if latest is not None:
                done = done & (copies.group != OPEN) & (copies.group < limit[copies.slots])
            self._complete(copies, done)
        self.copies = [copies for copies in self.copies if copies.left.any()]

    def _members(self, slots: Slots) -> Any:
        members = np.zeros(self._machine.count, bool)
        members[slots] = True
        return members

    def _complete(self, copies: ThreadCopies, chosen: Any) -> None:
        """Make the chosen copies that are left."""
        now = copies.left & chosen
        if not now.any():
            return
        memory = self._machine.memory
        index = np.arange(copies.size)
        inside = index < copies.taken[now][:, None]
        data = np.zeros(inside.shape, np.uint8)
        data[inside] = memory.bytes[(copies.sources[now][:, None] + index)[inside]]
        valued = np.full(inside.shape, VALUED, np.uint8)
        valued[inside] = memory.flags[(copies.sources[now][:, None] + index)[inside]] & VALUED
        targets = copies.places[now][:, None] + index
        memory.bytes[targets] = data
        memory.flags[(copies.sources[now][:, None] + index)[inside]] &= ~np.uint8(OUTGOING)
        memory.flags[targets] = memory.flags[targets] & ~np.uint8(INCOMING | VALUED) | valued
        copies.left[now] = False
        self._machine.watches.copied(copies, now)

    # --- bulk operations ---

    def start_bulk(self, copy: BulkCopy) -> None:
        """Note a bulk operation, and mark its bytes."""
        flags = self._machine.memory.flags
        # The bytes of reductions may be those of other pending reductions.
        for place, size in copy.targets if getattr(copy.operation, "combine", None) is None else ():
            present = int(np.bitwise_or.reduce(flags[place : place + size], initial=0))
            if present & (INCOMING | OUTGOING):
                verb = "written" if present & INCOMING else "read"
                self._machine.early(place, size, copy.slot, verb)
        for place, size in copy.targets:
            flags[place : place + size] |= INCOMING
        for place, size in copy.sources:
            flags[place : place + size] |= OUTGOING
        self.bulk.append(copy)
        for observer in self._machine.observers:
            observer.copy_started(copy)
        if self._machine.footprint is not None:
            self._machine.footprint.copied(copy)
        if self._machine.dependence is not None:
            self._machine.dependence.copied(copy)
        self._machine.watches.bulk_started(copy)

    def commit_bulk(self, slots: Slots) -> None:
        """Make a bulk group of each thread."""
        for slot in slots.tolist():
            number = self._bulk_committed.get(slot, 0)
            self._bulk_committed[slot] = number + 1
            for copy in self.bulk:
                if copy.slot == slot and copy.group == OPEN and not copy.mbarriers and not copy.arrivals:
                    copy.group = number

    def wait_bulk(self, slots: Slots, latest: int, *, read: bool) -> None:
        """Complete bulk groups of threads but the `latest`; with `read`, only read their sources."""
        waiting = set(slots.tolist())
        for copy in list(self.bulk):
            if copy.slot in waiting and 0 <= copy.group < self._bulk_committed.get(copy.slot, 0) - latest:
                if read:
                    self._take(copy)
                else:
                    self.finish_bulk(copy)
                self._machine.watches.bulk_waited(copy, read)

    def _take(self, copy: BulkCopy) -> None:
        if copy.data is None:
            copy.data = copy.take()
            if self._machine.watches.values is not None:
                self._check_values(copy)
            flags = self._machine.memory.flags
            for place, size in copy.sources:
                flags[place : place + size] &= ~np.uint8(OUTGOING)

    def _check_values(self, copy: BulkCopy) -> None:
        """Report bytes without a value that are copied to global memory; other copies of them have no value either.

        Words of 8 bytes that have a value in part are structures with padding.
        """
        flags, words = self._machine.memory.flags, copy.operation.node.opcode.modifiers
        missing = [flags[place : place + size] & (VALUED | ALLOCATED) == ALLOCATED for place, size in copy.sources]
        if not any(part.any() for part in missing) or copy.operation.node.opcode.mnemonic == "tcgen05":
            return
        if "shared::cta" in words and "global" in words[: words.index("shared::cta")]:
            for (place, _), part in zip(copy.sources, missing, strict=True):
                padded = np.pad(part, (place % 8, -(place + len(part)) % 8), constant_values=True).reshape(-1, 8)
                if padded.all(axis=1).any():
                    name = self._machine.memory.name_at(place) or "memory"
                    message = f"{copy.operation.text} copies bytes of {name} to global memory that were never set"
                    hint = "store all bytes before, or copy fewer"
                    self._machine.report("uninitialized", message, copy.slot, hint, operation=copy.operation)
                    return
        elif len(missing) == 1 and all(size == len(missing[0]) for _, size in copy.targets):
            copy.unset = missing[0]

    def finish_bulk(self, copy: BulkCopy) -> None:
        """Complete an operation and signal its mbarriers."""
        self.bulk.remove(copy)
        self._take(copy)
        copy.give(copy.data)
        flags = self._machine.memory.flags
        for place, size in copy.targets:
            span = flags[place : place + size]
            span[:] = span & ~np.uint8(INCOMING) | VALUED
            if copy.unset is not None:
                span[copy.unset] &= ~np.uint8(VALUED)
        self._machine.watches.bulk_completed(copy)
        for place, size in copy.mbarriers:
            self.change(place, copy.operation, copy.slot, methodcaller("complete_tx", size))
        for place in copy.arrivals:
            self.change(place, copy.operation, copy.slot, MbarrierObject.arrive)

    # --- mbarriers ---

    def change(self, place: int, operation: Operation, slot: int, function: Callable[[MbarrierObject], object]) -> None:
        """Change an mbarrier object in memory."""
        memory = self._machine.memory
        if not memory.flags[place] & MBARRIER:
            message = f"{operation.text} signals an mbarrier that is not initialized"
            self._machine.report("mbarrier-misuse", message, slot, "execute mbarrier.init before", operation=operation)
            return
        word = memory.bytes[place : place + 8].view(np.uint64)
        barrier = MbarrierObject.of(unpacked(int(word[0])))
        try:
            function(barrier)
        except Undefined as problem:
            message = f"{operation.text} on an mbarrier: {problem}"
            self._machine.report(
                "mbarrier-misuse", message, slot, "compare the counts that are expected", operation=operation
            )
            return
        word[0] = packed(barrier.counts)
        self.phase(place)

    def phase(self, place: int) -> int:
        """Return the number of the phase of an mbarrier; objects in memory have its lowest bit only."""
        bit = int(self._machine.memory.bytes[place + 7] >> 7)
        known = self._phases.get(place, 0)
        number = known + 1 if known & 1 != bit else known
        self._phases[place] = number
        return number

    def begin_phases(self, places: Any) -> None:
        """Count the phases of new mbarriers from 0."""
        for place in places.tolist():
            self._phases[place] = 0

    def note_states(self, operation: Operation, places: Any, slots: Slots) -> None:
        """Note the phases of the state tokens that arrivals return, in the registers that nothing else writes."""
        register = operation.writes[0]
        written = self._written.get(operation.procedure.number)
        if written is None:
            own = self._machine.code.operations_of(operation.procedure)
            written = Counter(name for other in own for name in set(other.writes))
            self._written[operation.procedure.number] = written
        for place, slot in zip(places.tolist(), slots.tolist(), strict=True):
            if written[register] == 1:
                self._states[slot, register] = place, self._phases.get(place, 0)
            self.phase(place)

    def check_states(self, operation: Operation, register: str | None, slots: Slots) -> None:
        """Report waits for a phase before the last one."""
        for slot in slots.tolist():
            place, phase = self._states.get((slot, register or ""), (0, 0))
            if place and phase < self.phase(place) - 1:
                message = f"{operation.text} waits for a phase that ended {self.phase(place) - phase - 1} phases ago"
                self._machine.report("mbarrier-misuse", message, slot, "wait for each phase before the next one ends")
                return

    def arrive_later(self, slots: Slots, places: Any, operation: Operation) -> None:
        """Let `cp.async` copies of threads arrive at mbarriers when they complete."""
        self._arrivals += [
            (slot, place, operation) for slot, place in zip(slots.tolist(), places.tolist(), strict=True)
        ]

    def polled(self, places: Any) -> bool:
        """Complete what signals mbarriers whose phase a thread found incomplete; return True if there was anything.

        Operations that signal more bytes than the phase expects remain pending when the phase is complete.
        """
        wanted = set(np.unique(places).tolist())
        phases = {place: self.phase(place) for place in wanted}
        bulk = [
            copy
            for copy in self.bulk
            if any(place in wanted for place, _ in copy.mbarriers) or not wanted.isdisjoint(copy.arrivals)
        ]
        for copy in bulk:
            signaled = wanted.intersection((*(place for place, _ in copy.mbarriers), *copy.arrivals))
            if copy in self.bulk and any(self.phase(place) == phases[place] for place in signaled):
                self.finish_bulk(copy)
        arrivals = [arrival for arrival in self._arrivals if arrival[1] in wanted]
        self._arrive(arrivals)
        return bool(bulk or arrivals)

    def _arrive(self, arrivals: list[tuple[int, int, Operation]]) -> None:
        if not arrivals:
            return
        self._arrivals = [arrival for arrival in self._arrivals if arrival not in arrivals]
        self.wait(np.array(sorted({slot for slot, _, _ in arrivals})), None)
        for slot, place, operation in arrivals:
            self.change(place, operation, slot, MbarrierObject.arrive)
            self._machine.watches.copies_arrived(slot, place)

    def pending_at(self, place: int, size: int) -> ThreadCopies | BulkCopy | None:
        """Return an operation that has still to write or read one of some bytes."""
        for copies in self.copies:
            left = copies.places[copies.left]
            if ((left < place + size) & (left + copies.size > place)).any():
                return copies
        for copy in self.bulk:
            if any(start < place + size and place < start + length for start, length in (*copy.targets, *copy.sources)):
                return copy
        return None

    def lacks(self, place: int) -> str:
        """Return what the phase of an mbarrier lacks."""
        counts = unpacked(int(self._machine.memory.bytes[place : place + 8].view(np.uint64)[0]))
        name = self._machine.memory.name_at(place) or "memory"
        lacks = [f"lacks {counts.pending} arrival{'s' if counts.pending != 1 else ''}"] if counts.pending else []
        if counts.tx > 0:
            lacks.append(f"lacks {counts.tx} bytes")
        elif counts.tx:
            lacks.append(f"has received {-counts.tx} bytes more than expected")
        return f"waits for the mbarrier in {name}, which {' and '.join(lacks) or 'is in another phase'}"

    # --- everything that is left ---

    def complete_some(self) -> bool:
        """Complete the oldest operation; return False if there is none."""
        if self.bulk:
            self.finish_bulk(self.bulk[0])
            return True
        if self._arrivals:
            self._arrive(self._arrivals[:1])
            return True
        if self.copies:
            self._complete(self.copies[0], True)
            del self.copies[0]
            return True
        return False

    def finish(self) -> None:
        """Complete everything."""
        while self.complete_some():
            pass

    def exited(self, slots: Slots) -> None:
        """Report bulk operations that read the shared memory of CTAs that end."""
        machine = self._machine
        memory = machine.memory
        for copy in self.bulk:
            cta = int(machine.cta[copy.slot])
            if machine.live_threads[cta] or copy.data is not None:
                continue
            own = memory.shared_start + cta * memory.layout.shared_row
            if any(own <= place < own + memory.layout.shared_row for place, _ in copy.sources):
                message = f"the CTA ends before {copy.operation.text} has read its shared memory"
                hint = "execute cp.async.bulk.wait_group.read before the thread ends"
                machine.report("missing-wait", message, copy.slot, hint, operation=copy.operation)


# --- operations ---


def guarded(lanes: Lanes, operation: Operation) -> tuple[Slots, Any]:
    """Return the executing threads of a group and their lanes."""
    mask = lanes.executing(operation.guard)
    chosen = np.arange(lanes.count) if mask is None else np.flatnonzero(mask)
    return lanes.slots[chosen], chosen


class Asynchronous(Operation):
    """An asynchronous operation with operands by name."""

    __slots__ = ("guard", "operands")

    def __init__(self, context: Context) -> None:
        super().__init__(context.pc, context.procedure, context.node)
        self.guard = context.binder.guard()
        self.operands = context.operands()
        names = [self.guard[0]] if self.guard else []
        for operand in self.operands.values():
            for part in operand if isinstance(operand, list) else [operand]:
                name = part.base if isinstance(part, MemoryAccess) else getattr(part, "register", None)
                if name:
                    names.append(name)
        self.reads = tuple(dict.fromkeys(names))


class CopyAsync(Asynchronous):
    """`cp.async`: copy up to 16 bytes of each thread."""

    __slots__ = ()

    def run(self, lanes: Lanes) -> Any:
        """Check the addresses, and note the copies."""
        slots, chosen = guarded(lanes, self)
        if not len(slots):
            return
        machine, memory, operands = lanes.machine, lanes.flat, self.operands
        size = int(operands["cp_size"].constant)
        taken = np.full(len(slots), size, np.int64)
        if "src_size" in operands:
            taken = np.broadcast_to(lanes.read(operands["src_size"]), lanes.count)[chosen].astype(np.int64)
            if (taken > size).any():
                first = int(np.flatnonzero(taken > size)[0])
                machine.fault(
                    "undefined-behavior", f"src_size is {taken[first]}, and cp_size {size}", int(slots[first])
                )
                taken = np.minimum(taken, size)
        if "ignore_src" in operands:
            ignored = np.broadcast_to(lanes.read(operands["ignore_src"]), lanes.count)[chosen] != 0
            taken = np.where(ignored, 0, taken)
        (target,) = lanes.sections(operands["dst"], chosen)
        places = memory.starts(target, size, size)
        sources = np.zeros(len(slots), np.int64)
        reading = np.flatnonzero(taken)
        for width in np.unique(taken[reading]).tolist():
            same = reading[taken[reading] == width]
            (origin,) = lanes.sections(operands["src"], chosen[same])
            sources[same] = memory.starts(origin, int(width), size)
            memory.copy_problem(origin, sources[same], int(width), written=False)
        memory.copy_problem(target, places, size, written=True)
        machine.events.start(ThreadCopies(self, slots, sources, taken, places, size))


class CopyCommit(Asynchronous):
    """`cp.async.commit_group`."""

    __slots__ = ()

    def run(self, lanes: Lanes) -> Any:
        """Make a group of the copies of each thread."""
        lanes.machine.events.commit(guarded(lanes, self)[0])


class CopyWait(Asynchronous):
    """`cp.async.wait_group` and `.wait_all`."""

    __slots__ = ()

    def run(self, lanes: Lanes) -> Any:
        """Complete copies."""
        count = self.operands.get("n")
        lanes.machine.events.wait(guarded(lanes, self)[0], int(count.constant) if count is not None else None)


class CopyArrive(Asynchronous):
    """`cp.async.mbarrier.arrive`: arrive at an mbarrier when the copies of the thread are complete."""

    __slots__ = ()

    def run(self, lanes: Lanes) -> Any:
        """Note the arrivals."""
        slots, chosen = guarded(lanes, self)
        if not len(slots):
            return
        for section in lanes.sections(self.operands["addr"], chosen):
            places, own = lanes.flat.starts(section, 8, 8), lanes.slots[section.threads]
            if "noinc" not in self.node.opcode.modifiers:
                for slot, place in zip(own.tolist(), places.tolist(), strict=True):
                    lanes.machine.events.change(place, self, slot, MbarrierObject.await_copies)
            lanes.machine.events.arrive_later(own, places, self)


class MbarrierOperation(StepOperation):
    """An instruction on mbarrier objects: they must be initialized; a wait that fails lets other threads run."""

    __slots__ = ("access", "predicate", "role", "state")
    undefined = "mbarrier-misuse"

    def __init__(self, context: Context, role: str) -> None:
        step = step_of(context.binder, context.code.target, None)
        super().__init__(context.pc, context.procedure, context.node, widened(step, context.declared()))
        self.role = role
        self.access = self.step.parts[0].accesses[0]
        self.state = next((read for read in self.step.parts[0].reads if read.name == "state"), None)
        self.predicate = next((write.register for write in self.step.parts[0].writes), None)

    def run(self, lanes: Lanes) -> Any:
        """Run the step; complete what a thread waits for."""
        slots, chosen = guarded(lanes, self)
        if not len(slots):
            return
        machine, memory = lanes.machine, lanes.flat
        places = np.zeros(lanes.count, np.int64)
        for section in lanes.sections(self.access, chosen):
            places[section.threads] = memory.places_of(section.space, section.addresses, lanes.slots[section.threads])[
                0
            ]
        own = places[chosen]
        if self.role == "init":
            again = memory.flags[own] & MBARRIER != 0
            if again.any():
                slot = int(slots[int(np.flatnonzero(again)[0])])
                message = "mbarrier.init of an mbarrier that is initialized already"
                machine.report("mbarrier-misuse", message, slot, "execute mbarrier.inval before, or initialize it once")
            self.step.run(lanes)
            memory.flags[own[:, None] + np.arange(8)] |= MBARRIER
            machine.events.begin_phases(own)
            machine.watches.mbarrier(self, slots, own, self.role)
            return
        missing = (memory.flags[own] & MBARRIER == 0) & (memory.flags[own] & ALLOCATED != 0)
        if missing.any():
            slot = int(slots[int(np.flatnonzero(missing)[0])])
            message = f"{self.text} uses an mbarrier that is not initialized"
            machine.fault(
                "mbarrier-misuse", message, slot, "execute mbarrier.init, and make it visible with a barrier or fence"
            )
        if self.state is not None and self.role == "wait":
            machine.events.check_states(self, self.state.register, slots)
        self.step.run(lanes)
        if self.role == "arrive" and self.writes:
            machine.events.note_states(self, own, slots)
        if self.role == "inval":
            memory.flags[own[:, None] + np.arange(8)] &= ~np.uint8(MBARRIER)
        if self.role == "wait" and self.predicate:
            done = np.broadcast_to(lanes.values[self.predicate], lanes.count)[chosen] != 0
            if done.any():
                machine.watches.mbarrier(self, slots[done], own[done], "wait")
                for slot in slots[done].tolist() if machine.events.waits else ():
                    machine.events.waits.pop(slot, None)
            if not done.all():
                machine.events.polled(own[~done])
                first = int(np.flatnonzero(~done)[0])
                machine.events.waits[int(slots[first])] = self, int(own[first])
                lanes.slept = True
            return
        machine.watches.mbarrier(self, slots, own, self.role)


class BulkOperation(Asynchronous):
    """`cp.async.bulk` and `cp.reduce.async.bulk` of contiguous bytes."""

    __slots__ = ("combine",)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.combine: Callable[[Any, Any], Any] | None = None
        if context.node.opcode.modifiers[0] == "reduce":
            operation = context.modifier("op") or "add"
            self.combine = reduction(operation, str(context.modifier("type")), context.code.target)

    def run(self, lanes: Lanes) -> Any:
        """Note one copy for each thread."""
        for lane in guarded(lanes, self)[1].tolist():
            self._start(lanes, lane)

    def _start(self, lanes: Lanes, lane: int) -> None:
        machine, memory, operands = lanes.machine, lanes.flat, self.operands
        slot, size = int(lanes.slots[lane]), number(lanes, operands["size"], lane)
        if size % BULK_ALIGNMENT:
            message = f"the size of a bulk copy is a multiple of 16 bytes, not {size}"
            machine.fault("misaligned-access", message, slot, "pad the size to a multiple of 16")
            size -= size % BULK_ALIGNMENT
        if not size:
            return
        source = place_of(lanes, operands["src"], lane, size, 0, written=False)
        targets = destinations(lanes, operands["dst"], operands.get("cta_mask"), lane)
        # Reductions of several threads may be pending on the same bytes.
        exclusive = True if self.combine is None else None
        places = [place_of(lanes, access, lane, size, offset, written=exclusive) for access, offset in targets]
        left = number(lanes, operands["ignore_left"], lane) if "ignore_left" in operands else 0
        right = number(lanes, operands["ignore_right"], lane) if "ignore_right" in operands else 0
        bytes_ = memory.bytes
        written = None
        if "byte_mask" in operands:
            mask = number(lanes, operands["byte_mask"], lane)
            written = np.resize([mask >> bit & 1 != 0 for bit in range(16)], size)

        def give(data: Any) -> None:
            for place in places:
                span = bytes_[place : place + size]
                if self.combine is not None:
                    span[:] = self.combine(span, data)
                elif written is not None:
                    span[written] = data[written]
                else:
                    span[left : size - right] = data[left : size - right]

        copy = BulkCopy(self, slot, lambda: bytes_[source : source + size].copy(), give)
        copy.sources, copy.targets = [(source, size)], [(place, size) for place in places]
        if "mbar" in operands:
            copy.mbarriers = signals(lanes, operands["mbar"], operands.get("cta_mask"), lane, size)
        machine.events.start_bulk(copy)


class BulkCommit(Asynchronous):
    """`cp.async.bulk.commit_group`."""

    __slots__ = ()

    def run(self, lanes: Lanes) -> Any:
        """Make a bulk group of each thread."""
        lanes.machine.events.commit_bulk(guarded(lanes, self)[0])


class BulkWait(Asynchronous):
    """`cp.async.bulk.wait_group`."""

    __slots__ = ()

    def run(self, lanes: Lanes) -> Any:
        """Complete bulk groups, or read their sources."""
        read = "read" in self.node.opcode.modifiers
        latest = int(self.operands["n"].constant)
        lanes.machine.events.wait_bulk(guarded(lanes, self)[0], latest, read=read)


class StoreAsync(Asynchronous):
    """`st.async` and `red.async`: store or combine values asynchronously."""

    __slots__ = ("combine", "size")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        type_ = str(context.modifier("type"))
        self.size = int("".join(filter(str.isdigit, type_))) // 8
        self.combine: Callable[[Any, Any], Any] | None = None
        if context.node.opcode.mnemonic == "red":
            self.combine = reduction(context.modifier("op") or "add", type_, context.code.target)

    def run(self, lanes: Lanes) -> Any:
        """Note one store for each thread."""
        for lane in guarded(lanes, self)[1].tolist():
            self._start(lanes, lane)

    def _start(self, lanes: Lanes, lane: int) -> None:
        operands, slot = self.operands, int(lanes.slots[lane])
        values = operands["b"] if isinstance(operands["b"], list) else [operands["b"]]
        data = b"".join(number(lanes, value, lane).to_bytes(self.size, "little") for value in values)
        size, bytes_ = len(data), lanes.flat.bytes
        exclusive = True if self.combine is None else None
        place = place_of(lanes, operands["a"], lane, size, 0, written=exclusive, alignment=size)
        value = np.frombuffer(data, np.uint8)

        def give(new: Any) -> None:
            span = bytes_[place : place + size]
            span[:] = self.combine(span, new) if self.combine is not None else new

        copy = BulkCopy(self, slot, lambda: value, give)
        copy.targets = [(place, size)]
        if "mbar" in operands:
            copy.mbarriers = signals(lanes, operands["mbar"], None, lane, size)
        lanes.machine.events.start_bulk(copy)


class StoreBulk(Asynchronous):
    """`st.bulk`: set bytes of shared memory to zero."""

    __slots__ = ()

    def run(self, lanes: Lanes) -> Any:
        """Store zeros, for all threads with the same size at once."""
        slots, chosen = guarded(lanes, self)
        sizes = np.broadcast_to(lanes.read(self.operands["size"]), lanes.count)[chosen]
        check_sizes(lanes, slots, sizes, STORE_ALIGNMENT, "st.bulk")
        sizes = sizes - sizes % STORE_ALIGNMENT
        for size in np.unique(sizes[sizes > 0]).tolist():
            for section in lanes.sections(self.operands["a"], chosen[sizes == size]):
                starts = lanes.flat.starts(section, size, STORE_ALIGNMENT)
                lanes.flat.check_pending(section, starts, size, written=True)
                lanes.flat.bytes[starts[:, None] + np.arange(size)] = 0


class Discard(Asynchronous):
    """`discard`: the bytes have no value until they are stored again (section 9.7.9.17 of the manual)."""

    __slots__ = ()

    def run(self, lanes: Lanes) -> Any:
        """Take the values from the bytes."""
        size = number(lanes, self.operands["size"], 0)  # The size is a constant.
        for section in lanes.sections(self.operands["a"], guarded(lanes, self)[1]):
            starts = lanes.flat.starts(section, size, size)
            lanes.flat.check_pending(section, starts, size, written=True)
            lanes.flat.flags[starts[:, None] + np.arange(size)] &= ~np.uint8(VALUED)


class BulkPrefetch(Asynchronous):
    """`cp.async.bulk.prefetch` of contiguous bytes, which changes nothing."""

    __slots__ = ()

    def run(self, lanes: Lanes) -> Any:
        """Report a size or an address that the instruction does not permit (section 9.7.9.25.4.3 of the manual)."""
        slots, chosen = guarded(lanes, self)
        sizes = np.broadcast_to(lanes.read(self.operands["size"]), lanes.count)[chosen]
        check_sizes(lanes, slots, sizes, BULK_ALIGNMENT, "a bulk prefetch")
        for section in lanes.sections(self.operands["src"], chosen):
            lanes.flat.check_prefetch(section, BULK_ALIGNMENT)
            odd = np.flatnonzero(section.addresses % np.uint64(BULK_ALIGNMENT))
            if len(odd):
                message = "the address of a bulk prefetch is a multiple of 16 bytes"
                slot = int(lanes.slots[section.threads[odd[0]]])
                lanes.machine.fault("misaligned-access", message, slot, "align the address to 16 bytes")


class Prefetch(Asynchronous):
    """`prefetch`, which changes nothing in an execution in order."""

    __slots__ = ()

    def run(self, lanes: Lanes) -> Any:
        """Report addresses of other state spaces."""
        for section in lanes.sections(self.operands["a"], guarded(lanes, self)[1]):
            lanes.flat.check_prefetch(section, 1)


class CacheHint(Asynchronous):
    """`applypriority`, and `prefetch` with `.valid_addr`, which change nothing in an execution in order."""

    __slots__ = ()

    def run(self, lanes: Lanes) -> Any:
        """Report addresses that are not valid: the behavior is undefined (sections 9.7.9.16 and 9.7.10.16)."""
        size = number(lanes, self.operands["size"], 0) if "size" in self.operands else 1  # The size is a constant.
        for section in lanes.sections(self.operands["a"], guarded(lanes, self)[1]):
            lanes.flat.starts(section, size, size)


class PolicyRange(StepOperation):
    """`createpolicy.range`: a range of global memory, whose total size contains the primary range."""

    __slots__ = ("address", "sizes")

    def __init__(self, context: Context) -> None:
        step = step_of(context.binder, context.code.target, None)
        super().__init__(context.pc, context.procedure, context.node, widened(step, context.declared()))
        operands = context.operands()
        self.sizes = operands["primary_size"], operands["total_size"]
        self.address = operands["a"]

    def run(self, lanes: Lanes) -> Any:
        """Report an address outside global memory, and the first primary range that is too long; run the step."""
        slots, chosen = guarded(lanes, self)
        lanes.sections(self.address, chosen)
        primary, total = (np.broadcast_to(lanes.read(size), lanes.count)[chosen] for size in self.sizes)
        longer = np.flatnonzero(primary > total)
        if len(longer):
            first = int(longer[0])
            message = f"primary_size is {primary[first]}, and total_size {total[first]}"
            lanes.machine.fault("undefined-behavior", message, int(slots[first]), "the total size contains the range")
        self.step.run(lanes)


def check_sizes(lanes: Lanes, slots: Slots, sizes: Any, multiple: int, what: str) -> None:
    """Report the first size that is not a multiple."""
    odd = np.flatnonzero(sizes % multiple)
    if len(odd):
        message = f"the size of {what} is a multiple of {multiple} bytes, not {sizes[odd[0]]}"
        lanes.machine.fault(
            "misaligned-access", message, int(slots[odd[0]]), f"pad the size to a multiple of {multiple}"
        )


# --- operands of one thread ---


def number(lanes: Lanes, read: Read, lane: int) -> int:
    """Return the value of an operand in one lane."""
    value = lanes.read(read)
    return int(value[lane] if getattr(value, "ndim", 0) else value)


def place_of(
    lanes: Lanes,
    access: MemoryAccess,
    lane: int,
    size: int,
    offset: int,
    *,
    written: bool | None,
    alignment: int = BULK_ALIGNMENT,
) -> int:
    """Return the place of `size` bytes of one lane, in the CTA of a rank if `offset` has one.

    Pending operations on the bytes are errors, unless `written` is None.
    """
    (section,) = lanes.sections(access, np.array([lane]))
    if offset:
        rank = np.uint64(offset >> CTA_BITS & 0xFF) << np.uint64(CTA_BITS)
        low = section.addresses & np.uint64((1 << CTA_BITS) - 1)
        section = section._replace(space=CLUSTER, addresses=low | rank)
    starts = lanes.flat.starts(section, size, alignment)
    if written is not None:
        lanes.flat.check_pending(section, starts, size, written=written)
    return int(starts[0])


_EVERY_RANK = 1 << 40
"""Bit of an offset that has a rank: rank 0 would otherwise be no offset, which means the CTA of the thread."""


def destinations(
    lanes: Lanes, access: MemoryAccess, mask: Read | None, lane: int
) -> Iterator[tuple[MemoryAccess, int]]:
    """Yield the destination of a copy, or those in the CTAs of a multicast mask."""
    if mask is None:
        yield access, 0
        return
    bits = number(lanes, mask, lane)
    for rank in range(32):
        if bits >> rank & 1:
            yield access, _EVERY_RANK | rank << CTA_BITS


def signals(lanes: Lanes, access: MemoryAccess, mask: Read | None, lane: int, size: int) -> list[tuple[int, int]]:
    """Return the places of the mbarriers that a copy signals, with the bytes."""
    return [
        (place_of(lanes, target, lane, 8, offset, written=False, alignment=8), size)
        for target, offset in destinations(lanes, access, mask, lane)
    ]


@lru_cache(maxsize=128)
def reduction(operation: str, type_: str, target: Any) -> Callable[[Any, Any], Any]:
    """Return a function that combines bytes in memory with other bytes, as `red` of a type does.

    Sums preserve subnormal numbers (erratum bulk-sum-subnormals).
    """
    name = target.name if target is not None else None
    preserving = ".noftz" if type_ in ("f16", "bf16", "f32") and operation == "add" else ""
    if type_ in ("f16", "bf16") and operation != "add":
        step: Any = compile_statements(f"{operation}.{type_} d, a, b;", name, None).steps[0]
        width = 2
    else:
        kind = {"s64": "u64"}.get(type_, type_) if operation == "add" else type_
        step = compile_statements(f"red.global.{operation}{preserving}.{kind} [a], b;", None, None).steps[0]
        width = int("".join(filter(str.isdigit, type_))) // 8
    assert isinstance(step.inputs, tuple)
    memory = isinstance(step, MemoryStep)

    def combine(old: Any, new: Any) -> Any:
        word = f"u{width}"
        pair = {step.inputs[0]: old.view(word).copy(), step.inputs[1]: np.ascontiguousarray(new).view(word)}
        if memory:
            pair = {step.parts[0].accesses[0].name: old.view(word).copy()}
            other = next(name for name in step.inputs if name not in pair)
            pair[other] = np.ascontiguousarray(new).view(word)
        results = step.function(*(pair[name] for name in step.inputs))
        return np.ascontiguousarray(results[0]).view(np.uint8)

    return combine


class MbarrierMulticast(Asynchronous):
    """An arrival or a count of transactions at the mbarriers of several CTAs, at the same offset in each."""

    __slots__ = ("role",)

    def __init__(self, context: Context, role: str) -> None:
        super().__init__(context)
        self.role = role

    def run(self, lanes: Lanes) -> None:
        """Change the mbarrier in each CTA of the mask, for one thread after the other."""
        machine, operands, words = lanes.machine, self.operands, self.node.opcode.modifiers
        for lane in guarded(lanes, self)[1].tolist():
            slot = int(lanes.slots[lane])
            count = number(lanes, operands["count"], lane) if "count" in operands else 1
            tx = number(lanes, operands["tx_count"], lane) if "tx_count" in operands else 0
            for access, offset in destinations(lanes, operands["addr"], operands["cta_mask"], lane):
                place = place_of(lanes, access, lane, 8, offset, written=None, alignment=8)
                if words[0] in ("expect_tx", "complete_tx"):
                    change: Callable[[MbarrierObject], object] = methodcaller(words[0], tx)
                else:
                    change = methodcaller(words[0], count, expect_tx=tx)
                machine.watches.mbarrier(self, np.array([slot]), np.array([place]), self.role)
                machine.events.change(place, self, slot, change)


def _mbarrier(role: str) -> Callable[[Context], Operation | None]:
    def construct(context: Context) -> Operation | None:
        if "multicast" in context.statement.form.id:
            return MbarrierMulticast(context, role)
        return MbarrierOperation(context, role)

    return construct


CONSTRUCTORS: Mapping[str, Callable[[Context], Operation | None]] = {
    "cp.async.ca": CopyAsync,
    "cp.async.cg": CopyAsync,
    "cp.async.commit_group": CopyCommit,
    "cp.async.wait_group": CopyWait,
    "cp.async.wait_all": CopyWait,
    "cp.async.mbarrier.arrive": CopyArrive,
    "mbarrier.init": _mbarrier("init"),
    "mbarrier.inval": _mbarrier("inval"),
    "mbarrier.arrive": _mbarrier("arrive"),
    "mbarrier.arrive_drop": _mbarrier("arrive"),
    "mbarrier.expect_tx": _mbarrier("expect"),
    "mbarrier.complete_tx": _mbarrier("expect"),
    "mbarrier.test_wait": _mbarrier("wait"),
    "mbarrier.try_wait": _mbarrier("wait"),
    "cp.async.bulk.commit_group": BulkCommit,
    "cp.async.bulk.wait_group": BulkWait,
    "cp.async.bulk.shared_cta.global": BulkOperation,
    "cp.async.bulk.shared_cluster": BulkOperation,
    "cp.async.bulk.global": BulkOperation,
    "cp.async.bulk.relaxed": BulkOperation,
    "cp.reduce.async.bulk.shared_cluster": BulkOperation,
    "cp.reduce.async.bulk.global": BulkOperation,
    "st.async": StoreAsync,
    "red.async": StoreAsync,
    "st.bulk": StoreBulk,
    "discard": Discard,
    "prefetch.valid_addr": CacheHint,
    "prefetch.priority": Prefetch,
    "prefetch": Prefetch,
    "cp.async.bulk.prefetch": BulkPrefetch,
    "applypriority": CacheHint,
    "createpolicy.range": PolicyRange,
}
"""Constructors by the id of a form or a prefix of it."""
