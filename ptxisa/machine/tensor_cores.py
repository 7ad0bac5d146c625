"""Tensor memory and products of `tcgen05` in whole kernels (section 9.7.16 of the manual).

The operations are those of `ptxisa.run.tensor_memory` and `tensor_products`. Products, copies and shifts are
asynchronous: they complete in the order in which a CTA starts them, when a thread finds the phase of the mbarrier of a
`tcgen05.commit` incomplete, or after all threads have exited. A load of what a product has still to write is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ptxisa.isa.diagnostics import PtxError
from ptxisa.machine.copies import Asynchronous, BulkCopy, destinations, guarded, place_of
from ptxisa.machine.lanes import DISPERSED, LANES, Lanes
from ptxisa.machine.operation import Context, Operation, StepOperation
from ptxisa.objects.tensor_memory import TensorMemory
from ptxisa.run.groups import only
from ptxisa.run.tensor_memory import Issue, TensorStep

ASYNCHRONOUS = frozenset({"mma", "cp", "shift"})
_WARPS = frozenset({"alloc", "dealloc", "relinquish_alloc_permit", "ld", "st", "wait"})


class Started(NamedTuple):
    """An operation that is not complete: its number in the CTA, and the function that completes it."""

    number: int
    complete: Callable[[], object]


class WatchedMemory(TensorMemory):
    """Tensor memory of a CTA that finds loads of what an operation has still to write.

    Attributes:
        started: Operations that are not complete, in order.
        count: Number of operations that were started.
        running: Number of the operation that completes.
        loaded: For each cell, the number of operations that were started before its last load.
    """

    def __init__(self) -> None:
        super().__init__()
        self.started: list[Started] = []
        self.count, self.running = 0, -1
        self.loaded = np.zeros(self.words.shape, np.int64)
        self.loads: dict[int, tuple[Operation, int]] = {}
        self.early: tuple[Operation, int] | None = None
        self.loading: tuple[Operation, int] | None = None

    def read(self, lanes: Any, columns: Any) -> Any:
        """Return cells; note a load while operations are not complete."""
        if self.loading is not None:
            self.loaded[lanes, columns] = self.count
            self.loads[self.count] = self.loading
        return super().read(lanes, columns)

    def write(self, lanes: Any, columns: Any, values: Any) -> None:
        """Write cells; note a load that should have waited for the operation that completes."""
        if self.running >= 0:
            late = self.loaded[lanes, columns]
            if (late > self.running).any():
                self.early = self.loads.get(int(late.max()))
        super().write(lanes, columns, values)

    def complete(self, until: int) -> None:
        """Complete the operations that were started before one with a number."""
        while self.started and self.started[0].number < until:
            first = self.started.pop(0)
            self.running = first.number
            first.complete()
        self.running = -1


class TensorOperation(StepOperation):
    """An instruction on tensor memory."""

    __slots__ = ()
    size = LANES

    def run(self, lanes: Lanes) -> Any:
        """Run the operation in each CTA, or start it."""
        mask = lanes.executing(self.guard)
        kind = self.node.opcode.modifiers[0]
        if kind in _WARPS:
            if mask is not None and not mask.all():
                lanes.split(self.pc, mask)
                return DISPERSED
            if not lanes.ready and not lanes.whole(LANES):
                return lanes.park(self)
        chosen = np.arange(lanes.count) if mask is None else np.flatnonzero(mask)
        outputs: dict[str, Any] = {}
        for issue, own in self._issues(lanes, chosen):
            tensor: Any = issue.tensor
            if kind in ASYNCHRONOUS:
                self._start(lanes, issue, tensor)
                continue
            if kind == "ld" and tensor.started:
                tensor.loading = self, int(lanes.slots[own[0]])
                results = self._operate(issue)
                tensor.loading = None
            else:
                results = self._operate(issue)
            for name, column in results.items():
                output = outputs.setdefault(name, np.zeros(lanes.count, column.dtype))
                output[own] = column[lanes.slots[own] % lanes.machine.shape.cta_slots]
        for access in self.step.parts[0].accesses if kind == "alloc" else ():
            for section in lanes.sections(access, chosen):
                places = lanes.flat.places(section, access.bits)
                lanes.flat.copy_problem(section, places * (access.bits // 8), access.bits // 8, written=True)
        for write in self.step.parts[0].writes:
            lanes.write(write, outputs[write.name], mask)
        return None

    def _operate(self, issue: Issue) -> dict[str, Any]:
        step: Any = self.step
        results: dict[str, Any] = step.operation(issue)
        return results

    def _start(self, lanes: Lanes, issue: Issue, tensor: WatchedMemory) -> None:
        """Note an operation of one CTA."""
        machine, slot = lanes.machine, int(lanes.slots[0])

        def complete() -> None:
            tensor.early = None
            try:
                self._operate(issue)
            except PtxError as problem:
                machine.report(self.undefined, problem.diagnostics[0].message, slot, operation=self)
            if tensor.early is not None:
                operation, who = tensor.early
                message = f"{operation.text} loads tensor memory that {self.text} has not written yet"
                hint = "wait for the mbarrier of tcgen05.commit, then execute tcgen05.fence::after_thread_sync"
                machine.report("missing-wait", message, who, hint, operation=operation, related=self)

        tensor.started.append(Started(tensor.count, complete))
        tensor.count += 1

    def _issues(self, lanes: Lanes, chosen: Any) -> Iterator[tuple[Issue, Any]]:
        """Yield the operands of each CTA, and the lanes that execute there."""
        machine, memory, (part,) = lanes.machine, lanes.flat, self.step.parts
        size = machine.shape.cta_slots
        if not memory.tensors:
            memory.tensors = [WatchedMemory() for _ in range(machine.shape.ctas)]
        values = {read.name: np.broadcast_to(lanes.read(read), lanes.count) for read in part.reads}
        accesses = {access.name: access for access in part.accesses}
        ctas = machine.cta[lanes.slots[chosen]]
        for cta in np.unique(ctas).tolist():
            own = chosen[ctas == cta]
            threads = lanes.slots[own] - cta * size
            operands = {}
            for name, value in values.items():
                operands[name] = np.zeros(size, value.dtype)
                operands[name][threads] = value[own]

            def section(name: str, which: Any, cta: int = cta) -> Any:
                positions = np.searchsorted(lanes.slots, which + cta * size)
                return only(name, lanes.sections(accesses[name], positions))

            first = cta & ~1
            paired = machine.shape.clustered and len(machine.cta_rank) > first + 1
            pair = (first, first + 1) if paired else ()
            warps = partial(np.unique, threads // LANES)
            yield Issue(operands, section, threads, size, memory, warps, cta, pair, frozenset((cta, *pair))), own


class Commit(Asynchronous):
    """`tcgen05.commit`: arrive at mbarriers when the operations that the CTA has started are complete."""

    __slots__ = ()

    def run(self, lanes: Lanes) -> None:
        """Note the arrivals of each thread."""
        machine = lanes.machine
        for lane in guarded(lanes, self)[1].tolist():
            slot = int(lanes.slots[lane])
            tensors: list[Any] = lanes.flat.tensors
            tensor = tensors[int(machine.cta[slot])] if tensors else None
            until = tensor.count if tensor is not None else 0

            def give(_: object, tensor: Any = tensor, until: int = until) -> None:
                if tensor is not None:
                    tensor.complete(until)

            copy = BulkCopy(self, slot, lambda: None, give)
            targets = destinations(lanes, self.operands["mbar"], self.operands.get("cta_mask"), lane)
            copy.arrivals = [
                place_of(lanes, access, lane, 8, offset, written=None, alignment=8) for access, offset in targets
            ]
            machine.events.start_bulk(copy)


def tensor_operation(context: Context, step: TensorStep) -> Operation:
    """Return the operation of an instruction on tensor memory."""
    return TensorOperation(context.pc, context.procedure, context.node, step)


CONSTRUCTORS: Mapping[str, Callable[[Context], Operation | None]] = {"tcgen05.commit": Commit}
"""Constructors by the id of a form or a prefix of it."""
