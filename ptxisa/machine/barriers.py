"""Threads that wait for each other: collectives of warps, barriers of CTAs and barriers of clusters.

A group that cannot go on is parked with the operation at which it waits. The last thread to arrive lets the others go.
Threads that have exited are not waited for (sections 9.7.13.1 to 9.7.13.3 of the manual).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ptxisa.machine.address import Slots
from ptxisa.machine.lanes import ALL_LANES, DISPERSED, LANES, Lanes
from ptxisa.machine.operation import Context, Operation
from ptxisa.run.operands import Read, Write

BARRIERS = 16
"""Named barriers of a CTA."""
DIVERGENCE_HINT = "let all threads of the warp execute the barrier: move it out of the branch"
Waiting = tuple[Operation, Slots, str]
"""Operation at which threads wait, the threads, and for what."""

# --- warps ---


class Warps:
    """Groups that wait for other threads of their warps."""

    def __init__(self, machine: Any) -> None:
        self._machine = machine
        self._parked: dict[tuple[int, int], list[tuple[Slots, Any]]] = {}

    def park(self, operation: Any, lanes: Lanes) -> None:
        """Add a group that waits at an operation; let those go whose warps are complete."""
        masks = None
        if operation.members is not None:
            masks = np.broadcast_to(lanes.read(operation.members), lanes.count).astype(np.uint32)
            self.check_members(operation, lanes.slots, masks)
        key = lanes.depth, operation.pc
        self._parked.setdefault(key, []).append((lanes.slots, masks))
        self._release(key)

    def exited(self) -> None:
        """Let groups go that waited only for threads that have exited."""
        for key in list(self._parked):
            self._release(key)

    def waiting(self) -> Iterator[Waiting]:
        """Yield the groups that wait."""
        machine = self._machine
        for (_, pc), parts in self._parked.items():
            operation: Any = machine.code.operations[pc]
            slots = np.sort(np.concatenate([part for part, _ in parts]))
            warp = int(slots[0]) // operation.size
            members = np.arange(warp * operation.size, (warp + 1) * operation.size)
            if parts[0][1] is not None:
                mask = int(parts[0][1][0])
                members = members[(mask >> np.arange(LANES)) & 1 != 0]
            missing = [int(slot) for slot in members if machine.live[slot] and slot not in slots]
            whom = machine.shape.describe(missing[0]) if missing else "other threads"
            yield operation, slots, f"waits at {operation.text} for {whom}"

    def check_members(self, operation: Any, slots: Slots, masks: Any) -> None:
        """Report a lane that executes an operation and is not in its own mask."""
        lane = (slots % LANES).astype(np.uint32)
        outside = (masks >> lane & np.uint32(1)) == 0
        if outside.any():
            first = int(np.flatnonzero(outside)[0])
            message = f"lane {lane[first]} executes {operation.text}, and the member mask {masks[first]:#010x} omits it"
            hint = "name every lane that executes the instruction, as activemask or the condition of the branch does"
            self._machine.fault("member-mask", message, int(slots[first]), hint)

    def check_skipped(self, operation: Any, slots: Slots, mask: int) -> None:
        """Report lanes of one warp that a mask names, and that have gone on without the operation and exited."""
        machine = self._machine
        members = slots[0] // LANES * LANES + np.flatnonzero(mask >> np.arange(LANES) & 1)
        gone = members[~machine.live[members] & (members % machine.shape.cta_slots < machine.shape.threads)]
        # The lanes may have left out a call of the function that contains the operation.
        ways = [operation, *machine.callers(int(slots[0]))] if len(gone) else []
        for slot in gone.tolist():
            pc = int(machine.left_at[slot])
            if any(machine.code.skips(pc, way.pc) for way in ways):
                there = machine.code.operations[pc]
                message = f"the mask {mask:#010x} names lane {slot % LANES}, which has gone on without {operation.text}"
                hint = "name the lanes that execute it, or move it out of the branch"
                machine.report(
                    "member-mask", f"{message} and exited", int(slots[0]), hint, operation=operation, related=there
                )
                if machine.stop:
                    machine.end()
                return

    def _release(self, key: tuple[int, int]) -> None:
        machine, parts = self._machine, self._parked[key]
        operation: Any = machine.code.operations[key[1]]
        slots = np.concatenate([part for part, _ in parts])
        groups = slots // operation.size
        if operation.members is None:
            unique, inverse, counts = np.unique(groups, return_inverse=True, return_counts=True)
            expected = machine.live.reshape(-1, operation.size)[unique].sum(axis=1)
            ready = (counts >= expected)[inverse]
        else:
            masks = np.concatenate([mask for _, mask in parts])
            warps, inverse = np.unique(groups, return_inverse=True)
            arrived = np.zeros(len(warps), np.uint32)
            np.bitwise_or.at(arrived, inverse, np.uint32(1) << (slots % LANES).astype(np.uint32))
            alive = machine.live.reshape(-1, LANES)[warps] @ (np.uint32(1) << np.arange(LANES, dtype=np.uint32))
            # A lane that does not name itself was reported; it does not wait for itself.
            ready = (masks & alive.astype(np.uint32)[inverse] & ~arrived[inverse]) == 0
            absent = masks & ~alive.astype(np.uint32)[inverse]
            for warp in np.unique(inverse[ready & (absent != 0)]).tolist():
                own = ready & (inverse == warp)
                self.check_skipped(operation, slots[own], int(np.bitwise_or.reduce(masks[own])))
        if not ready.any():
            return
        if ready.all():
            del self._parked[key]
        else:
            ends = np.cumsum([len(part) for part, _ in parts])[:-1]
            self._parked[key] = [
                (part[keep], mask[keep] if mask is not None else None)
                for (part, mask), keep in zip(parts, np.split(~ready, ends), strict=True)
                if keep.any()
            ]
        machine.push(key[0], key[1], np.sort(slots[ready]), ready=True)


class WarpBarrier(Operation):
    """`bar.warp.sync`: wait for the lanes of a mask, wherever in the program they wait."""

    __slots__ = ("guard", "members", "size")

    def __init__(self, context: Context) -> None:
        super().__init__(context.pc, context.procedure, context.node)
        self.guard = context.binder.guard()
        self.members: Read = context.operands()["membermask"]
        self.size = LANES
        self.reads = tuple(name for name in (self.members.register, self.guard and self.guard[0]) if name)

    def run(self, lanes: Lanes) -> Any:
        """Wait for the lanes of the mask."""
        machine, mask = lanes.machine, lanes.executing(self.guard)
        if mask is not None and not mask.all():
            return lanes.split(self.pc, mask)
        masks = np.broadcast_to(lanes.read(self.members), lanes.count).astype(np.uint32)
        if lanes.whole(LANES) and (masks == ALL_LANES).all():
            machine.watches.warps_met(lanes.slots, lanes.slots // LANES)
            return None
        lanes.flush(machine.code.live[self.pc + 1])
        machine.warp_barriers.arrive(self, lanes.slots, masks, lanes.depth)
        return DISPERSED


class WarpBarriers:
    """Lanes that wait at `bar.warp.sync`, by warp."""

    def __init__(self, machine: Any) -> None:
        self._machine = machine
        self._parked: dict[int, list[tuple[int, int, int, WarpBarrier]]] = {}

    def arrive(self, operation: WarpBarrier, slots: Slots, masks: NDArray[np.uint32], depth: int) -> None:
        """Add a group; let lanes go whose masks are complete."""
        self._machine.warps.check_members(operation, slots, masks)
        for slot, mask in zip(slots.tolist(), masks.tolist(), strict=True):
            self._parked.setdefault(slot // LANES, []).append((slot, mask, depth, operation))
        self._release(set((slots // LANES).tolist()))

    def exited(self, slots: Slots) -> None:
        """Let lanes go that waited only for threads that have exited."""
        if self._parked:
            self._release(set((slots // LANES).tolist()) & self._parked.keys())

    def waiting(self) -> Iterator[Waiting]:
        """Yield the lanes that wait."""
        machine = self._machine
        for warp, parked in self._parked.items():
            slots = np.array([entry[0] for entry in parked])
            mask = parked[0][1]
            members = [warp * LANES + lane for lane in range(LANES) if mask >> lane & 1]
            missing = [slot for slot in members if machine.live[slot] and slot not in slots]
            whom = machine.shape.describe(missing[0]) if missing else "lanes with another mask"
            yield parked[0][3], slots, f"waits at bar.warp.sync for {whom}"

    def _release(self, warps: set[int]) -> None:
        machine = self._machine
        for warp in sorted(warps):
            parked = self._parked[warp]
            arrived: Counter[int] = Counter()
            for slot, mask, _, _ in parked:
                arrived[mask] += 1 << slot % LANES
            alive = sum(1 << lane for lane in np.flatnonzero(machine.live[warp * LANES : (warp + 1) * LANES]).tolist())
            # A lane that waits with another mask has not arrived: it may still be inside a loop that others have left.
            ready = [entry for entry in parked if not entry[1] & alive & ~arrived[entry[1]]]
            if not ready:
                continue
            rest = [entry for entry in parked if entry[1] & alive & ~arrived[entry[1]]]
            if rest:
                self._parked[warp] = rest
            else:
                del self._parked[warp]
            met = np.array([entry[0] for entry in ready])
            for operation in dict.fromkeys(entry[3] for entry in ready if entry[1] & ~alive):
                own = [entry for entry in ready if entry[3] is operation]
                machine.warps.check_skipped(operation, np.array([entry[0] for entry in own]), own[0][1])
            masks = np.array([entry[1] for entry in ready])
            order = np.lexsort((met, masks))
            machine.watches.warps_met(met[order], np.unique(masks[order], return_inverse=True)[1])
            for slot, _, depth, operation in ready:
                machine.push(depth, operation.pc + 1, np.array([slot]))


# --- barriers of CTAs ---


class CtaBarrier(Operation):
    """`barrier.sync`, `.arrive` and `.red`: wait for threads of the CTA."""

    __slots__ = ("aligned", "combine", "count", "guard", "number", "predicate", "role", "write")

    def __init__(self, context: Context, role: str) -> None:
        super().__init__(context.pc, context.procedure, context.node)
        self.guard = context.binder.guard()
        operands = context.operands()
        self.role = role
        self.aligned = context.node.opcode.mnemonic == "bar" or "aligned" in context.node.opcode.modifiers
        self.number: Read = operands["a"]
        self.count: Read | None = operands.get("b")
        self.predicate: Read | None = operands.get("c")
        self.combine = "popc" if "popc" in context.node.opcode.modifiers else context.modifier("op") or ""
        self.write: Write | None = operands.get("d") or operands.get("p")
        if self.write is not None and self.write.register:
            declared = context.code.declared[context.procedure.number]
            self.write = self.write._replace(width=declared.bits(self.write.register))
            self.writes = (self.write.register,)  # type: ignore[assignment]
        read = [
            operand.register
            for operand in (self.number, self.count, self.predicate)
            if operand is not None and operand.register
        ]
        self.reads = (*read, *((self.guard[0],) if self.guard else ()))

    def run(self, lanes: Lanes) -> Any:
        """Arrive, and wait."""
        mask = lanes.executing(self.guard)
        if mask is not None and not mask.all():
            return lanes.split(self.pc, mask)
        return lanes.machine.barriers.arrive(self, lanes)


class _Phase:
    """Arrivals at one barrier of a CTA since it was last complete."""

    __slots__ = ("arrived", "count", "expected", "partial", "waiting")

    def __init__(self) -> None:
        self.count = self.expected = 0
        self.partial: dict[int, dict[int, CtaBarrier]] = {}
        self.arrived: list[int] = []
        self.waiting: list[tuple[CtaBarrier, int, Slots, Any]] = []


class CtaBarriers:
    """Barriers of all CTAs."""

    def __init__(self, machine: Any) -> None:
        self._machine = machine
        self._phases: dict[tuple[int, int], _Phase] = {}

    def arrive(self, operation: CtaBarrier, lanes: Lanes) -> Any:
        """Let a group arrive; it goes on at once if it completes its barriers."""
        machine = self._machine
        numbers = np.broadcast_to(lanes.read(operation.number), lanes.count).astype(np.int64)
        counts = None
        if operation.count is not None:
            counts = np.broadcast_to(lanes.read(operation.count), lanes.count).astype(np.int64)
        if (numbers >= BARRIERS).any():
            first = int(np.flatnonzero(numbers >= BARRIERS)[0])
            message = f"a CTA has barriers 0 to 15, not {numbers[first]}"
            machine.fault("barrier-number", message, int(lanes.slots[first]), "use a number below 16")
            numbers = numbers % BARRIERS
        if counts is not None and (wrong := counts % LANES != 0).any():
            first = int(np.flatnonzero(wrong)[0])
            message = f"the number of threads of a barrier is a multiple of 32, not {counts[first]}"
            machine.fault("barrier-count", message, int(lanes.slots[first]), "round up to whole warps")
            counts = -(-counts // LANES) * LANES
        first, last = (int(lanes.slots[end]) // machine.shape.cta_slots for end in (0, -1))
        around = machine.live_threads[first : last + 1]
        if (
            operation.aligned
            and (around < machine.shape.threads).any()
            and (machine.live_threads[machine.cta[lanes.slots]] < machine.shape.threads).any()
        ):
            self._check_exited(operation, lanes.slots)
        predicates = None
        if operation.predicate is not None:
            predicates = np.broadcast_to(lanes.read(operation.predicate), lanes.count) != 0
        if self._whole_ctas(operation, lanes, numbers, counts):
            if operation.write is not None and predicates is not None:
                values = _combined(operation, predicates, machine.cta[lanes.slots])
                lanes.write(operation.write, values, None)
            machine.watches.ctas_met(operation, lanes.slots, lanes.slots)
            return None
        lanes.flush(machine.code.live[operation.pc + 1])
        ctas = machine.cta[lanes.slots]
        keys = ctas * BARRIERS + numbers
        for key in np.unique(keys).tolist():
            chosen = np.flatnonzero(keys == key)
            self._arrive(
                divmod(key, BARRIERS),
                operation,
                lanes,
                chosen,
                int(counts[chosen[0]]) if counts is not None else 0,
                predicates[chosen] if predicates is not None else None,
            )
        if operation.role == "arrive":
            machine.push(lanes.depth, operation.pc + 1, lanes.slots)
        return DISPERSED

    def _check_exited(self, operation: CtaBarrier, slots: Slots) -> None:
        """Report an aligned barrier that other threads of a warp have passed by before they exited."""
        machine = self._machine
        lanes = (np.unique(slots // LANES)[:, None] * LANES + np.arange(LANES)).ravel()
        gone = lanes[~machine.live[lanes] & (lanes % machine.shape.cta_slots < machine.shape.threads)]
        for pc in np.unique(machine.left_at[gone]).tolist():
            if machine.code.skips(pc, operation.pc):
                there = machine.code.operations[pc]
                message = "threads of one warp wait at a barrier, and others have gone on without it and exited"
                machine.report("barrier-divergence", message, int(slots[0]), DIVERGENCE_HINT, related=there)
                if machine.stop:
                    machine.end()

    def _whole_ctas(self, operation: CtaBarrier, lanes: Lanes, numbers: Any, counts: Any) -> bool:
        """Return True if a group consists of all threads of its CTAs, and nobody else has arrived."""
        machine = self._machine
        if operation.role == "arrive" or (numbers != numbers[0]).any():
            return False
        first, last = (int(lanes.slots[end]) // machine.shape.cta_slots for end in (0, -1))
        ctas = np.arange(first, last + 1)
        if lanes.count != machine.live_threads[ctas].sum():
            ctas, present = np.unique(machine.cta[lanes.slots], return_counts=True)
            if (present != machine.live_threads[ctas]).any():
                return False
        if counts is not None and (
            (counts != -(-machine.shape.threads // LANES) * LANES).any()
            # A number counts threads that arrive, and not those that have exited.
            or (machine.live_threads[ctas] < machine.shape.threads).any()
        ):
            return False
        number = int(numbers[0])
        return not self._phases or not any((cta, number) in self._phases for cta in ctas.tolist())

    def _arrive(self, key: Any, operation: CtaBarrier, lanes: Lanes, chosen: Any, count: int, predicates: Any) -> None:
        """Let threads of one CTA arrive; warps count when all of their threads are there."""
        phase = self._phases.setdefault(key, _Phase())
        slots = lanes.slots[chosen]
        if phase.expected not in (0, count) or (phase.count and not phase.expected and count):
            message = f"barrier {key[1]} waits for {phase.expected} threads, and here for {count}"
            self._machine.report(
                "barrier-count", message, int(slots[0]), "give every barrier instruction the same number"
            )
        phase.expected = phase.expected or count
        if operation.role != "arrive":
            phase.waiting.append((operation, lanes.depth, slots, predicates))
        for slot in slots.tolist():
            warp = phase.partial.setdefault(slot // LANES, {})
            if slot in warp and operation.role == "arrive":
                message = f"the thread arrives twice at barrier {key[1]} before the other threads of its warp arrive"
                self._machine.report("barrier-divergence", message, slot)
            warp[slot] = operation
        self._evaluate(key, phase)
        if operation.aligned and phase.partial:
            for _, pc, others in list(self._machine.schedule.groups()):
                self.passed(pc, others)

    def _evaluate(self, key: Any, phase: _Phase) -> None:
        """Count warps that are complete; complete the barrier if enough threads have arrived."""
        machine = self._machine
        for warp, present in list(phase.partial.items()):
            alive = np.flatnonzero(machine.live[warp * LANES : (warp + 1) * LANES]) + warp * LANES
            if all(slot in present for slot in alive.tolist()):
                operations = {operation.pc: operation for operation in present.values()}
                if len(operations) > 1 and any(operation.aligned for operation in operations.values()):
                    first, second = [operations[pc] for pc in sorted(operations)][:2]
                    slot = next(slot for slot, operation in present.items() if operation is first)
                    message = f"threads of one warp wait at different instructions for barrier {key[1]}"
                    machine.report(
                        "barrier-divergence", message, slot, DIVERGENCE_HINT, operation=first, related=second
                    )
                    if machine.stop:
                        machine.end()
                del phase.partial[warp]
                phase.count += LANES
                phase.arrived += present
        expected = phase.expected
        if not expected:
            row = machine.live.reshape(machine.shape.ctas, -1, LANES)[key[0]]
            expected = int(row.any(axis=1).sum()) * LANES
            if phase.count < expected:
                return
        if phase.count > expected and phase.arrived:
            message = f"{phase.count} threads arrive at barrier {key[1]}, which waits for {expected}"
            machine.report("barrier-count", message, phase.arrived[-1], "use another barrier, or a larger number")
        if phase.count >= expected and (phase.count or phase.waiting):
            self._complete(key, phase)

    def passed(self, pc: int, slots: Slots) -> None:
        """Report threads that go past an aligned barrier at which other threads of their warp wait."""
        machine, code = self._machine, self._machine.code
        for (_, number), phase in list(self._phases.items()):
            for warp, present in phase.partial.items():
                # Threads go on at once after bar.arrive.
                here = set(slots[slots // LANES == warp].tolist()) - present.keys()
                waiting = next(iter(present.values()))
                if here and waiting.aligned and code.skips(pc, waiting.pc):
                    message = f"threads of one warp wait at barrier {number}, and others go on without it"
                    there = code.operations[pc]
                    machine.report(
                        "barrier-divergence",
                        message,
                        next(iter(present)),
                        DIVERGENCE_HINT,
                        operation=waiting,
                        related=there,
                    )
                    if machine.stop:
                        machine.end()

    @property
    def divided(self) -> bool:
        """True if a part of a warp waits at a barrier."""
        return any(phase.partial for phase in self._phases.values())

    def _complete(self, key: Any, phase: _Phase) -> None:
        machine = self._machine
        del self._phases[key]
        waiting = np.sort(np.concatenate([entry[2] for entry in phase.waiting])) if phase.waiting else None
        if waiting is not None:
            machine.watches.ctas_met(phase.waiting[0][0], np.sort(np.array(phase.arrived)), waiting)
        reductions = [entry for entry in phase.waiting if entry[3] is not None]
        for operation, depth, slots, _ in phase.waiting:
            if operation.write is not None and reductions:
                every = np.concatenate([entry[3] for entry in reductions])
                value = _combined(operation, every, np.zeros(len(every), np.intp))[:1]
                lanes = Lanes(machine, slots, depth, machine.frame(depth, operation.procedure))
                lanes.write(operation.write, np.repeat(value, len(slots)), None)
                lanes.flush(frozenset(operation.writes))
            machine.push(depth, operation.pc + 1, slots)

    def exited(self, slots: Slots) -> None:
        """Let threads go that waited only for threads that have exited."""
        if not self._phases:
            return
        ctas = set(self._machine.cta[slots].tolist())
        for key, phase in list(self._phases.items()):
            if key[0] in ctas:
                self._evaluate(key, phase)

    def waiting(self) -> Iterator[Waiting]:
        """Yield the threads that wait at barriers."""
        machine = self._machine
        for (cta, number), phase in self._phases.items():
            slots = np.concatenate([entry[2] for entry in phase.waiting] or [np.zeros(0, np.intp)])
            if not len(slots):
                continue
            own = np.flatnonzero(machine.live & (machine.cta == cta))
            here = {*phase.arrived, *(slot for warp in phase.partial.values() for slot in warp)}
            missing = [slot for slot in own.tolist() if slot not in here]
            whom = machine.shape.describe(missing[0]) if missing else "threads that have exited"
            operation = phase.waiting[0][0]
            yield operation, slots, f"waits at barrier {number} for {whom}"


def _combined(operation: CtaBarrier, predicates: Any, ctas: Any) -> Any:
    """Return the combined predicate of the CTA of each thread."""
    size = int(ctas.max()) + 1 if len(ctas) else 0
    true, every = np.bincount(ctas, predicates, size)[ctas], np.bincount(ctas, minlength=size)[ctas]
    if operation.combine == "popc":
        return true.astype(np.uint32)
    return (true == every if operation.combine == "and" else true > 0).astype(np.uint8)


# --- barriers of clusters ---


class ClusterBarrier(Operation):
    """`barrier.cluster.arrive` and `.wait`."""

    __slots__ = ("guard", "relaxed", "waits")

    def __init__(self, context: Context, *, waits: bool) -> None:
        super().__init__(context.pc, context.procedure, context.node)
        self.guard, self.waits = context.binder.guard(), waits
        self.relaxed = "relaxed" in context.node.opcode.modifiers
        self.reads = (self.guard[0],) if self.guard else ()

    def run(self, lanes: Lanes) -> Any:
        """Arrive at the barrier of the cluster, or wait for it."""
        mask = lanes.executing(self.guard)
        if mask is not None and not mask.all():
            return lanes.split(self.pc, mask)
        if self.waits:
            return lanes.machine.clusters.wait(self, lanes)
        lanes.machine.clusters.arrive(self, lanes.slots)
        return None


class ClusterBarriers:
    """Barriers of all clusters: each thread arrives once in a phase, and waits for the end of its phase."""

    def __init__(self, machine: Any) -> None:
        self._machine = machine
        self._phase = np.zeros(int(machine.cluster.max()) + 1 if len(machine.cluster) else 0, np.int64)
        self._arrived = np.zeros(machine.count, bool)
        self._arrived_in = np.full(machine.count, -1, np.int64)
        self._parked: list[tuple[ClusterBarrier, int, Slots]] = []

    def arrive(self, operation: ClusterBarrier, slots: Slots) -> None:
        """Let threads arrive."""
        machine = self._machine
        again = self._arrived[slots] | (self._arrived_in[slots] >= 0)
        if again.any():
            slot = int(slots[int(np.flatnonzero(again)[0])])
            message = "the thread arrives at the barrier of its cluster again before it waits"
            machine.fault("cluster-barrier", message, slot, "put barrier.cluster.wait between the arrivals")
        self._arrived[slots] = True
        self._arrived_in[slots] = self._phase[machine.cluster[slots]]
        machine.watches.cluster_arrived(operation, slots)
        self._complete()

    def wait(self, operation: ClusterBarrier, lanes: Lanes) -> Any:
        """Let threads wait for the end of the phase in which they arrived."""
        machine, slots = self._machine, lanes.slots
        early = self._arrived_in[slots] < 0
        if early.any():
            slot = int(slots[int(np.flatnonzero(early)[0])])
            message = "the thread waits at the barrier of its cluster without having arrived"
            machine.fault("cluster-barrier", message, slot, "put barrier.cluster.arrive before it")
        done = self._phase[machine.cluster[slots]] > self._arrived_in[slots]
        if done.all():
            self._arrived_in[slots] = -1
            machine.watches.cluster_waited(operation, slots)
            return None
        lanes.flush(machine.code.live[operation.pc + 1])
        self._parked.append((operation, lanes.depth, slots))
        self._release()
        return DISPERSED

    def exited(self, slots: Slots) -> None:
        """Complete phases that waited only for threads that have exited."""
        if self._arrived.any():
            self._complete()

    def waiting(self) -> Iterator[Waiting]:
        """Yield the threads that wait."""
        machine = self._machine
        for operation, _, slots in self._parked:
            missing = np.flatnonzero(machine.live & ~self._arrived & np.isin(machine.cluster, machine.cluster[slots]))
            whom = machine.shape.describe(int(missing[0])) if len(missing) else "other threads"
            yield operation, slots, f"waits at the barrier of its cluster for {whom}"

    def _complete(self) -> None:
        machine = self._machine
        size = len(self._phase)
        arrived = np.bincount(machine.cluster[self._arrived & machine.live], minlength=size)
        alive = np.bincount(machine.cluster[machine.live], minlength=size)
        present = np.bincount(machine.cluster[self._arrived], minlength=size)
        done = (arrived == alive) & (present > 0)
        if not done.any():
            return
        self._phase[done] += 1
        self._arrived[done[machine.cluster]] = False
        machine.watches.clusters_met(np.flatnonzero(done))
        self._release()

    def _release(self) -> None:
        machine = self._machine
        parked, self._parked = self._parked, []
        for operation, depth, slots in parked:
            done = self._phase[machine.cluster[slots]] > self._arrived_in[slots]
            if done.any():
                self._arrived_in[slots[done]] = -1
                machine.watches.cluster_waited(operation, slots[done])
                machine.push(depth, operation.pc + 1, slots[done])
            if not done.all():
                self._parked.append((operation, depth, slots[~done]))


CONSTRUCTORS: Mapping[str, Callable[[Context], Operation | None]] = {
    "bar.warp.sync": WarpBarrier,
    **{
        f"{name}.{role}": partial(CtaBarrier, role=role)
        for name in ("bar", "barrier")
        for role in ("sync", "arrive", "red")
    },
    "barrier.cluster.arrive": lambda context: ClusterBarrier(context, waits=False),
    "barrier.cluster.wait": lambda context: ClusterBarrier(context, waits=True),
}
"""Constructors by the id of a form or a prefix of it."""
