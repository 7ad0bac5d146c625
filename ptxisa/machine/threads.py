"""The machine: threads with program counters of their own, and the order in which groups of them run.

Threads with the same program counter and depth of calls are a group. The group deepest in calls with the lowest program
counter runs first, so that threads meet again after a branch; every `FAIR`-th turn the group that waited longest runs,
so that locks between threads of a warp and CTAs that wait for each other make progress. A group runs until it branches,
waits or reaches the target of a branch; it never waits in the middle.

A thread has a *slot*: slots of a CTA follow each other and fill whole warps.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from ptxisa.isa.diagnostics import Diagnostic, PtxError, error, note
from ptxisa.machine import barriers, copies, services
from ptxisa.machine.address import ALLOCATED, VALUED, WRITABLE, Allocation, FlatMemory, Slots
from ptxisa.machine.cancellation import Launches
from ptxisa.machine.code import ProcedureCode
from ptxisa.machine.control import Calls
from ptxisa.machine.dependents import GridDependence
from ptxisa.machine.devices import Devices
from ptxisa.machine.footprint import Footprint
from ptxisa.machine.image import Procedure
from ptxisa.machine.lanes import DEFERRED, DISPERSED, Frame, Lanes
from ptxisa.machine.operation import Operation, StepOperation, reported_code
from ptxisa.machine.repetition import Repetition
from ptxisa.machine.schedule import Schedule
from ptxisa.machine.shape import GridShape
from ptxisa.machine.textures import Sampler, Texels
from ptxisa.machine.watch import Watches
from ptxisa.numbers.patterns import dtype_of
from ptxisa.run.memory import CTA_BITS

if TYPE_CHECKING:
    from ptxisa.machine.native.engine import CompiledSite, NativeEngine, NativeRun
    from ptxisa.machine.observers import Observer

MOST_FINDINGS = 100
"""Findings of a run; further ones are not recorded."""
MOST_CALLERS = 4
"""Calls that a finding names."""


class Stop(Exception):
    """The run ends because of a finding."""


class Machine:
    """Threads of a launch, or of a part of its CTAs.

    Args:
        code: Operations of the kernel.
        memory: Memory, with rows for the CTAs and threads.
        shape: Sizes of the launch, and the CTAs that run.
        schedule: Order of groups.
        stop: End the run at the first finding that is an error.
        steps: Largest number of instructions of all threads; None for no limit.
        observers: Objects that see every instruction.
        engine: Compiled code; None for NumPy alone.

    Attributes:
        findings: Errors of the program that were found.
        live: True for slots with a thread that has not exited.
        counts: Number of threads that have executed each operation in NumPy; `sites` has those of compiled code.
        unmodeled: Reasons why the run is incomplete, by the operation.
        clock_offset: What clocks show in addition to the executed instructions.
    """

    def __init__(
        self,
        code: ProcedureCode,
        shape: GridShape,
        schedule: Schedule,
        *,
        stop: bool,
        steps: int | None,
        watches: Watches,
        observers: Sequence[Observer] = (),
        engine: NativeEngine | None = None,
    ) -> None:
        self.engine = engine
        self.sites: dict[CompiledSite, int] = {}
        self.code, self.shape, self.schedule = code, shape, schedule
        self.stop, self.steps_left, self.watches = stop, steps, watches
        self.observers = tuple(observers)
        self.findings: list[Diagnostic] = []
        self.unmodeled: dict[str, None] = {}
        self.clock_offset = 0
        self.printed: list[str] = []
        self.services = services.Services(self)
        self.counts: dict[int, int] = {}
        self.divergences = self.turns = self.executed = 0
        self._turn_start = 0
        self.memory: FlatMemory
        self.footprint: Footprint | None = None
        """Words of global memory that are accessed, if waves may run in several processes."""
        self.dependence: GridDependence | None = None
        """Watch of accesses to memory of the grid before, if there is one that may not have ended."""
        self.textures: dict[int, Texels] = {}
        self.samplers: dict[int, Sampler] = {}
        self.multimem: list[Devices] = []
        self.launches = Launches()
        self.operation: Operation | None = None
        self._reported: set[tuple[Any, ...]] = set()
        self._stacks: set[tuple[int, int]] = set()

    def release(self) -> None:
        """Drop memory and threads when the run is over.

        Memory, watches, barriers and lanes refer to one another. Their arrays, often gigabytes, would otherwise stay
        until the garbage collector looks for cycles, which it seldom does among the many objects of records.
        """
        if "memory" in vars(self):  # Not if processes ran all waves, or nothing has started.
            vars(self.memory).clear()
        vars(self).clear()

    def start(self, memory: FlatMemory, kernel: Procedure) -> None:
        """Place the threads of the CTAs that run at the start of the kernel."""
        shape = self.shape
        self.memory = memory
        self.count = shape.slots
        self.cta = np.repeat(np.arange(shape.ctas), shape.cta_slots)
        self.cta_rank = shape.rank()
        self.rank = self.cta_rank[self.cta].astype(np.uint64)
        self.rank_bits = self.rank << np.uint64(CTA_BITS)
        self.cluster = shape.cluster_number()[self.cta]
        self.live = shape.thread_numbers() < shape.threads
        self.live_threads = self.live.reshape(shape.ctas, -1).sum(axis=1)
        self.left_at = np.zeros(self.count, np.int32)
        """First operation of the last turn of each thread that has exited."""
        self.polled_at = np.full(self.count, -1, np.int32)
        """Last operation of each thread that looked for a change of memory; -1 without one."""
        self.kernel = kernel
        self.frame_base: list[Any] = [np.zeros(self.count, np.int64)]
        self.stack = np.full(self.count, kernel.frame, np.int64)
        self.calls = Calls(self)
        self.frames: dict[tuple[int, int], Frame] = {}
        self.warps = barriers.Warps(self)
        self.warp_barriers = barriers.WarpBarriers(self)
        self.barriers = barriers.CtaBarriers(self)
        self.clusters = barriers.ClusterBarriers(self)
        self.events = copies.Events(self)
        self._specials: dict[str, Any] = {}
        self.parameters: dict[int, Any] = {}
        """Values that loads of parameters of the kernel give to registers, by program counter."""
        self.watches.start(self)
        if self.dependence is not None:
            self.dependence.start()
        if self.engine is not None:
            self.native: NativeRun = self.engine.start(self)
        self.schedule.clear(shape.first)
        for variable in kernel.variables.values():
            if variable.space in ("local", "param"):
                self.set_local(
                    np.arange(self.count), np.full(self.count, variable.address), variable.size, present=True
                )
        first = self.code.entry(kernel)
        if self.watches.values is not None:
            self.watches.values.enter(kernel, self.frame(0, kernel), np.arange(self.count))
        self.push(0, first, np.flatnonzero(self.live))

    # --- scheduling ---

    def push(self, depth: int, pc: int, slots: Slots, *, ready: bool = False, slept: bool = False) -> None:
        """Let threads continue at an operation, together with others that are there."""
        if len(slots):
            if self.barriers.divided:
                self.barriers.passed(pc, slots)
            self.schedule.push(depth, pc, slots, ready=ready, slept=slept)

    def run(self) -> None:
        """Run until every thread has exited, or a finding ends the run."""
        schedule = self.schedule
        quiet = Repetition(self)
        while True:
            group = schedule.next()
            if group is None:
                if schedule.wake():
                    if quiet.asleep() and not self.events.complete_some():
                        self._deadlock()
                    continue
                if self.live.any():
                    self._deadlock()
                break
            self._turn(*group)
            self.turns += 1
            if self.turns >= quiet.next and quiet.repeated(group[2]) and not self.events.complete_some():
                self._deadlock()
        self.events.finish()
        self.services.finish()
        if self.memory.tensors:
            from ptxisa.machine import tensor_cores  # Loads the layouts of tensor memory.

            tensor_cores.finish(self)

    def _turn(self, depth: int, pc: int, slots: Slots, ready: bool) -> None:
        """Run a group until its threads are dispersed, or reach the target of a branch."""
        code = self.code
        operations, leaders = code.operations, code.leaders
        procedure = operations[pc].procedure
        lanes = Lanes(self, slots, depth, self.frame(depth, procedure), ready=ready)
        count = len(slots)
        values, unvalued = self.watches.values, self.memory.unvalued
        products, counts = self.watches.products(procedure), self.counts
        steps, observers, races = 0, self.observers, self.watches.races
        self._turn_start = pc
        compiles = products is None and not any(observer.sees_all for observer in observers)
        engine = self.engine if compiles else None
        while True:
            if engine is not None and pc >= lanes.numpy_until:
                end = engine.run(lanes, pc)
                if end > pc:
                    steps, pc, lanes.ready = steps + end - pc, end, False
                    if leaders[pc]:
                        self.push(depth, pc, slots, slept=False)
                        break
            operation = self.operation = lanes.operation = operations[pc]
            for observer in observers:
                observer.before(operation, lanes)
            counts[pc] = counts.get(pc, 0) + count
            steps += 1
            try:
                if products is not None and not products.isdisjoint(
                    (*operation.reads, *operation.writes, operation.text)
                ):
                    self.watches.product(operation, lanes)
                if lanes.tainted and values is not None:
                    result = values.run(operation, lanes)
                else:
                    result = operation.run(lanes)
                if unvalued:
                    assert values is not None
                    values.loaded(operation, lanes, unvalued)
                    unvalued.clear()
            except PtxError as problem:
                # Behavior that a step cannot give a result.
                kind = reported_code(problem, operation.undefined)
                self.fault(kind, problem.diagnostics[0].message, int(slots[0]), operation.advice)
                result = None
            if lanes.reports:
                messages, lanes.reports = lanes.reports, []
                for message in messages:
                    self.fault(operation.undefined, message, int(slots[0]), operation.advice)
            if races is not None and races.doubtful:
                races.settle(operation, lanes)
            if result is DEFERRED:
                counts[pc] -= count
                break
            for observer in observers:
                observer.after(operation, lanes)
            lanes.ready = False
            if result is DISPERSED:
                break
            pc += 1
            if leaders[pc]:
                lanes.flush(code.live[pc])
                self.push(depth, pc, slots, slept=False)
                if pc - 1 in code.messages:
                    self.schedule.informed()
                break
        self.executed += steps * count
        if self.steps_left is not None and self.executed > self.steps_left:
            message = f"the run has executed {self.executed:,} instructions and has not ended"
            self.report("step-limit", message, None, "raise --steps if the kernel needs more", operation=self.operation)
            raise Stop

    def executions(self) -> dict[int, int]:
        """Return the number of threads that have executed each operation."""
        counts = dict(self.counts)
        for site, count in self.sites.items():
            for pc in range(site.pc, site.end):
                counts[pc] = counts.get(pc, 0) + count
        return counts

    def exit(self, slots: Slots) -> None:
        """End threads; others may have waited for them."""
        self.live[slots] = False
        self.left_at[slots] = self._turn_start
        np.subtract.at(self.live_threads, self.cta[slots], 1)
        self.watches.exited(slots)
        self.events.exited(slots)
        self.warps.exited()
        self.warp_barriers.exited(slots)
        self.barriers.exited(slots)
        self.clusters.exited(slots)

    # --- registers and the stack ---

    def frame(self, depth: int, procedure: Procedure) -> Frame:
        """Return the registers of a function at a depth of calls."""
        key = depth, procedure.number
        frame = self.frames.get(key)
        if frame is None:
            self.code.entry(procedure)
            declared = self.code.declared[procedure.number]
            frame = self.frames[key] = Frame(self.count, declared.bits)
        return frame

    def special(self, name: str) -> Any:
        """Return the value of a special register, with an element for each slot or one for all."""
        if self.shape.changes(name):
            return np.asarray(self.shape.clock(name, self.executed + self.clock_offset))
        value = self._specials.get(name)
        if value is None:
            number = self.shape.special(name)
            if number is None:
                self.note_incomplete(f"the value of {name} is not modeled; it reads as 0")
            value = np.asarray(0 if number is None else number).astype(dtype_of(self.code.specials[name]))
            self._specials[name] = value
        return value

    def peer(self, slots: Slots, ranks: Any) -> Slots:
        """Return the CTA of each rank in the clusters of threads; -1 where there is none."""
        peers: Slots = self.shape.peer(self.cta[slots], ranks.astype(np.int64))
        return peers

    def set_local(self, slots: Slots, start: Any, size: int, *, present: bool) -> None:
        """Make bytes of the stacks of threads accessible or inaccessible; a frame has a gap at its end."""
        flags = ALLOCATED | WRITABLE if present else 0
        if not size or not len(slots):
            return
        rows = self._rows(self.memory.flags)
        self.memory.local_top = max(self.memory.local_top, int(start.max()) + size)
        if len(start) and (start == start[0]).all():
            first = int(start[0])
            if len(slots) == self.count:
                rows[:, first : first + size] = flags
            else:
                rows[slots, first : first + size] = flags
            return
        rows[slots[:, None], start[:, None] + np.arange(size)] = flags

    def load_local(self, slots: Slots, start: Any, size: int) -> Any:
        """Return bytes of the stacks of threads, (threads, bytes)."""
        return self._rows(self.memory.bytes)[slots[:, None], start[:, None] + np.arange(size)]

    def valued_local(self, slots: Slots, start: Any, size: int) -> Any:
        """Return the flag of bytes of the stacks of threads that have a value, (threads, bytes)."""
        return self._rows(self.memory.flags)[slots[:, None], start[:, None] + np.arange(size)] & VALUED

    def store_local(self, slots: Slots, start: Any, data: Any, valued: Any = None) -> None:
        """Store bytes (threads, bytes) in the stacks of threads; `valued` has the flags of those with a value."""
        index = slots[:, None], start[:, None] + np.arange(data.shape[1])
        self._rows(self.memory.bytes)[index] = data
        flags = self._rows(self.memory.flags)
        flags[index] = flags[index] | VALUED if valued is None else flags[index] & ~np.uint8(VALUED) | valued

    def _rows(self, array: Any) -> Any:
        layout = self.memory.layout
        start = self.memory.local_start
        return array[start : start + layout.local_row * layout.slots].reshape(layout.slots, layout.local_row)

    def line(self) -> int:
        """Return the line of the operation that runs."""
        return self.operation.line if self.operation is not None else 0

    # --- findings ---

    def fault(self, code: str, message: str, slot: int, hint: str = "", *, fatal: bool = False) -> None:
        """Report an error of the program at the operation that runs; end the run if it shall stop."""
        self.report(code, message, slot, hint)
        if self.stop or fatal:
            self.end()

    def end(self) -> None:
        """End the run."""
        raise Stop

    def accessed(self, places: Any, slots: Slots, size: int, written: bool, section: Any) -> None:
        """Pass a legal access on to the watches."""
        self.watches.accessed(self.operation, places, slots, size, written, section)
        if self.footprint is not None and section.space == "global":
            self.footprint.accessed(self.operation, places, size, written)
        if self.dependence is not None and section.space == "global":
            self.dependence.accessed(self.operation, places, slots, size, written)

    def touched(self, operation: Operation, space: str, places: Any, slots: Slots, size: int, written: bool) -> None:
        """Pass accesses of an instruction, which are legal, on to the watches."""
        races = self.watches.races
        if races is not None:
            races.enter(operation, places, slots, size, written, space)
        if self.footprint is not None and space == "global":
            self.footprint.accessed(operation, places, size, written)
        if self.dependence is not None and space == "global":
            self.dependence.accessed(operation, places, slots, size, written)

    def overwritten(self, slot: int) -> bool:
        """Report a store to an mbarrier object; return False for an instruction on mbarriers."""
        operation = self.operation
        if operation is None or operation.node.opcode.mnemonic == "mbarrier":
            return False
        hint = "execute mbarrier.inval before the memory is used for something else"
        self.report("mbarrier-misuse", f"{operation.text} overwrites an mbarrier object", slot, hint)
        return True

    def early(self, place: int, size: int, slot: int, verb: str) -> None:
        """Report an access to bytes of an asynchronous operation that is not complete."""
        pending = self.events.pending_at(place, size)
        operation = pending.operation if pending is not None else None
        name = self.memory.name_at(place) or "memory"
        by = operation.text if operation is not None else "an asynchronous copy"
        message = f"access of {size} bytes of {name} that {by} has not {verb} yet"
        if isinstance(pending, copies.BulkCopy) and (
            pending.mbarriers or (operation is not None and operation.text.startswith("tcgen05"))
        ):
            hint = "wait for the phase of the mbarrier before"
        elif isinstance(pending, copies.BulkCopy):
            hint = "commit the copy, and execute cp.async.bulk.wait_group before"
        else:
            hint = "commit the copy, and execute cp.async.wait_group (or cp.async.wait_all) before"
        self.report("missing-wait", message, slot, hint, related=operation)
        if self.stop:
            self.end()

    def report(
        self,
        code: str,
        message: str,
        slot: int | None,
        hint: str = "",
        *,
        operation: Operation | None = None,
        related: Operation | None = None,
        severity: str = "error",
    ) -> None:
        """Record a finding, once for each code and operation."""
        operation = operation or self.operation
        key = code, operation.pc if operation else -1, related.pc if related else -1
        if key in self._reported or len(self.findings) >= MOST_FINDINGS:
            return
        self._reported.add(key)
        thread = self.shape.describe(slot) + self._called(slot) if slot is not None else ""
        finding = (error if severity == "error" else note)(code, message, hint=hint)._replace(thread=thread)
        if operation is not None:
            module, span = self.code.diagnostic_place(operation)
            finding = finding._replace(span=span).located(module.position)
        if related is not None:
            module, span = self.code.diagnostic_place(related)
            finding = finding._replace(related=module.position(span.start))
        self.findings.append(finding)

    def callers(self, slot: int) -> list[Operation]:
        """Return the calls in which a thread is, innermost first."""
        levels = range(int(self.calls.depth[slot]), 0, -1)
        return [self.code.operations[int(self.calls.return_to[level][slot]) - 1] for level in levels]

    def local_variables(self, slot: int) -> list[Allocation]:
        """Return the local variables of a thread, also those of the functions that called the one that runs."""
        calls = self.callers(slot)
        procedures = [*([self.operation.procedure] if self.operation else []), *(call.procedure for call in calls)]
        return [
            Allocation(variable.name, "local", int(self.frame_base[level][slot]) + variable.address, variable.size)
            for level, procedure in zip(range(len(calls), -1, -1), procedures, strict=False)
            for variable in procedure.variables.values()
            if variable.space == "local"
        ]

    def _called(self, slot: int) -> str:
        """Return the lines of the calls in which a thread is."""
        places = []
        for call, calls in groupby(self.callers(slot) if 0 <= slot < self.count else ()):
            source, count = self.code.image.source_of(call), len(list(calls))
            times = f", {count:,} times" if count > 1 else ""
            places.append(f"line {call.line}{f' ({source})' if source else ''}{times}")
        if len(places) > MOST_CALLERS:
            places[MOST_CALLERS:] = [f"{len(places) - MOST_CALLERS:,} more"]
        return f", called at {', '.join(places)}" if places else ""

    def note_unmodeled(self, operation: Operation, reason: str) -> None:
        """Note that an instruction is not modeled."""
        self.unmodeled[f"line {operation.line}: {operation.text}: {reason}"] = None

    def note_incomplete(self, reason: str) -> None:
        """Note that errors of the program may be missed."""
        self.unmodeled[reason] = None

    def _loop(self, depth: int, pc: int, slots: Slots) -> barriers.Waiting:
        """Return the operation with which threads wait in a loop for a change of memory, or the loop."""
        slot = int(slots[0])
        polling = self.code.operations[max(int(self.polled_at[slot]), 0)]
        procedure = self.code.operations[pc].procedure
        if self.polled_at[slot] < 0 or polling.procedure is not procedure:
            return self.code.operations[pc], slots, "repeats a loop whose condition cannot change"
        step: Any = polling.step if isinstance(polling, StepOperation) else None
        access = step.parts[0].accesses[0]
        base = self.frame(depth, procedure).slab(access.base)[slot] if access.base else 0
        place = self.memory.locate_access(access, int(base), slot)
        name = self.memory.name_at(place) if place is not None else ""
        return polling, slots, f"repeats {polling.text}, and no thread stores another value in {name or 'memory'}"

    def _deadlock(self) -> None:
        """Report threads that wait for each other, or repeat themselves without end."""
        waits = [
            *self.warps.waiting(),
            *self.warp_barriers.waiting(),
            *self.barriers.waiting(),
            *self.clusters.waiting(),
        ]
        for depth, pc, slots in self.schedule.groups():
            wait = self.events.waits.get(int(slots[0]))
            if wait is not None:
                # Functions of C++ that are not inlined check an mbarrier once, and their callers repeat the call.
                here = self.code.operations[pc]
                waiting = wait[0] if wait[0].procedure is here.procedure else here
                waits.append((waiting, slots, self.events.lacks(wait[1])))
            else:
                waits.append(self._loop(depth, pc, slots))
        # The wait that comes first in the text is the finding, and others are its hint.
        waits.sort(key=lambda wait: wait[0].pc)
        for operation, slots, reason in waits[:1]:
            others = [
                f"{self.shape.describe(int(other[0]))} {why} (line {where.line})" for where, other, why in waits[1:4]
            ]
            advice = "let a thread that can run arrive, store the value or free the lock on every way"
            hint = "; ".join(others) or advice
            count = f"{len(slots)} thread{'s' if len(slots) != 1 else ''}"
            message = f"{count} cannot go on; the first one {reason}"
            related = waits[1][0] if len(waits) > 1 else None
            self.report("deadlock", message, int(slots[0]), hint, operation=operation, related=related)
        raise Stop
