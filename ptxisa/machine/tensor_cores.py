"""Tensor memory and products of `tcgen05` in whole kernels (section 9.7.16 of the manual).

The operations are those of `ptxisa.run.tensor_memory` and `tensor_products`. Products, copies and shifts are
asynchronous: they complete in the order in which a CTA starts them, when a thread finds the phase of the mbarrier of a
`tcgen05.commit` incomplete, or after all threads have exited. A load of what a product has still to write is an error.

Synchronization of threads orders operations on tensor memory only between `tcgen05.fence::before_thread_sync` and
`tcgen05.fence::after_thread_sync` (section 9.7.16.5.3). Modules without any such fence are not checked for them: Triton
writes none, and ptxas 13.5 moves no `tcgen05` instruction across the waits there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

import numpy as np

from ptxisa.isa.diagnostics import PtxError
from ptxisa.machine.copies import UNGROUPED, Asynchronous, BulkCopy, destinations, guarded, place_of
from ptxisa.machine.lanes import DISPERSED, LANES, Lanes
from ptxisa.machine.operation import Context, Operation, StepOperation, reported_code
from ptxisa.objects.tensor_memory import TensorMemory, parts_of
from ptxisa.run.groups import only
from ptxisa.run.tensor_memory import DeferredOperation, Issue, TensorStep

ASYNCHRONOUS = frozenset({"mma", "cp", "shift"})
_WARPS = frozenset({"alloc", "dealloc", "relinquish_alloc_permit", "ld", "st", "wait"})


class WatchedMemory(TensorMemory):
    """Tensor memory of a CTA that finds loads of what an operation has still to write.

    Attributes:
        pending: Operations of this CTA and its peer that are not complete, by number, in order.
        claimed: For each cell, the number of the last pending operation that will write it; 0 without one.
        claiming: Number of the operation whose operands are read in advance.
        early: Largest number of an operation that a load should have waited for.
        valued: True for cells with a value.
        absent: True for cells without a value that the instruction has read.
        stored: For each cell, the warp plus 1 whose last `tcgen05.st` it has not waited for.
        unfenced: For each cell, the warp plus 1 that has waited for its store, and has executed no fence since.
        result_of: For each cell, the serial number that its value had when other threads could synchronize with it.
        serial: Number of results that other threads could synchronize with.
        fenced: Serial number at the last `fence::after_thread_sync` of each warp plus 1.
        makers: Operation of each serial number, and the warp plus 1 that stored; 0 for an asynchronous operation.
    """

    def __init__(self) -> None:
        super().__init__()
        self.pending: dict[int, BulkCopy] = {}
        self.claimed = np.zeros(self.words.shape, np.int64)
        self.claiming = self.early = 0
        self.valued = np.zeros(self.words.shape, bool)
        self.absent: Any = None
        self.stored = np.zeros(self.words.shape, np.int32)
        self.stores: dict[int, Operation] = {}
        self.last_store: dict[int, Operation] = {}
        self.unstored = 0
        self.unfenced = np.zeros(self.words.shape, np.int32)
        self.result_of = np.zeros(self.words.shape, np.int32)
        self.serial = 0
        self.touched: list[tuple[Any, Any]] = []
        self.fenced: dict[int, int] = {}
        self.makers: dict[int, tuple[Operation, int]] = {}
        self.allocators: dict[int, tuple[Operation, int]] = {}

    def read(self, lanes: Any, columns: Any) -> Any:
        """Return cells; note a load while operations are not complete, and cells without a value."""
        words = super().read(lanes, columns)
        if self.pending:
            self.early = max(self.early, int(self.claimed[lanes, columns].max(initial=0)))
        if self.stores and not self.unstored:
            self.unstored = int(self.stored[lanes, columns].max(initial=0))
        if self.serial or self.unfenced.any():
            self.touched.append((lanes, columns))
        if not self.valued[lanes, columns].all():
            if self.absent is None:
                self.absent = np.zeros(self.words.shape, bool)
            self.absent[lanes, columns] |= ~self.valued[lanes, columns]
        return words

    def write(self, lanes: Any, columns: Any, values: Any) -> None:
        """Write cells, which have values then."""
        super().write(lanes, columns, values)
        # A product adds to what was in the cell.
        self.valued[lanes, columns] = True if self.absent is None else ~self.absent[lanes, columns]

    def claim(self, lanes: Any, columns: Any) -> None:
        """Note cells that a pending operation will write."""
        super().claim(lanes, columns)
        self.claimed[lanes, columns] = self.claiming

    def complete(self, number: int) -> None:
        """Note that an operation is complete."""
        written = self.claimed == number
        self._publish(written, self.pending.pop(number).operation, 0)
        self.claimed[written] = 0

    def _publish(self, cells: Any, operation: Operation, warp: int) -> None:
        """Note that cells have a result of an operation with which other threads can synchronize."""
        self.serial += 1
        self.makers[self.serial] = operation, warp
        self.result_of[cells], self.unfenced[cells] = self.serial, 0

    def cells_of(self, touched: tuple[Any, Any], quarter: int | None) -> tuple[Any, Any]:
        """Return `unfenced` and `result_of` of cells that were read, in one quarter of the lanes or in all."""
        lanes, columns = np.broadcast_arrays(*touched)
        chosen = slice(None) if quarter is None else lanes // LANES == quarter
        return self.unfenced[lanes, columns][chosen], self.result_of[lanes, columns][chosen]

    def fence(self, warp: int, *, before: bool) -> None:
        """Note a `tcgen05.fence` of a warp."""
        if not before:
            self.fenced[warp] = self.serial
            return
        cells = self.unfenced == warp
        if cells.any():
            # A load of the same warp needs no fence.
            self._publish(cells, self.last_store[warp], warp)

    def allocate(self, columns: int) -> int:
        """Allocate columns, whose cells have no values."""
        address = super().allocate(columns)
        _, first = parts_of(address)
        self.valued[:, first : first + columns] = False
        return address


class TensorOperation(StepOperation):
    """An instruction on tensor memory."""

    __slots__ = ()
    size = LANES
    members = None

    def run(self, lanes: Lanes) -> Any:
        """Run the operation in each CTA, or start it."""
        mask = lanes.executing(self.guard)
        kind = self.node.opcode.modifiers[0].partition("::")[0]
        if kind in _WARPS:
            if mask is not None and not mask.all():
                lanes.split(self.pc, mask)
                return DISPERSED
            if not lanes.ready and not lanes.whole(LANES):
                return lanes.park(self)
        chosen = np.arange(lanes.count) if mask is None else np.flatnonzero(mask)
        outputs: dict[str, Any] = {}
        absent: dict[str, Any] = {}
        for issue, own in self._issues(lanes, chosen):
            tensor: Any = issue.tensor
            if kind in ASYNCHRONOUS:
                self._start(lanes, issue, tensor)
                continue
            tensor.absent, tensor.unstored, tensor.early, tensor.touched = None, 0, 0, []
            results = self._operate(issue)
            places = lanes.slots[own] % lanes.machine.shape.cta_slots
            for name, column in results.items():
                outputs.setdefault(name, np.zeros(lanes.count, column.dtype))[own] = column[places]
            if kind == "ld":
                slot = int(lanes.slots[own[0]])
                self._check_stored(lanes, tensor, slot)
                if pending := tensor.pending.get(tensor.early):
                    message = f"{self.text} loads tensor memory that {pending.operation.text} has not written yet"
                    hint = "wait for the mbarrier of tcgen05.commit, then execute tcgen05.fence::after_thread_sync"
                    lanes.machine.report("missing-wait", message, slot, hint, related=pending.operation)
                    continue
                self._check_fences(lanes, tensor, issue)
                for name, column in self._without_value(issue, tensor).items():
                    absent.setdefault(name, np.zeros(lanes.count, column.dtype))[own] = column[places]
            else:
                self._note(lanes, kind, issue, tensor, own)
        for access in self.step.parts[0].accesses if kind == "alloc" else ():
            for section in lanes.sections(access, chosen):
                places = lanes.flat.places(section, access.bits)
                lanes.flat.copy_problem(section, places * (access.bits // 8), access.bits // 8, written=True)
        for write in self.step.parts[0].writes:
            lanes.write(write, outputs[write.name], mask)
            if write.name in absent and write.register and lanes.machine.watches.values is not None:
                lanes.set_taint(write.register, absent[write.name], mask)
        return None

    def _operate(self, issue: Issue) -> dict[str, Any]:
        step: Any = self.step
        results: dict[str, Any] = step.operation(issue)
        return results

    def _check_stored(self, lanes: Lanes, tensor: WatchedMemory, slot: int) -> None:
        """Report an operation that reads what a `tcgen05.st` has not written yet."""
        store = tensor.stores.get(tensor.unstored)
        if store is not None:
            message = f"{self.text} reads tensor memory that {store.text} has not written yet"
            hint = "execute tcgen05.wait::st.sync.aligned after the stores"
            lanes.machine.report("missing-wait", message, slot, hint, operation=self, related=store)

    def _check_fences(self, lanes: Lanes, tensor: WatchedMemory, issue: Issue) -> None:
        """Report an operation on a result of another thread without the fences around their synchronization."""
        if not tensor.touched or not _has_fences(lanes.machine.code.image):
            return
        loads = self.node.opcode.modifiers[0] == "ld"
        for warp in np.unique(issue.threads // LANES).tolist():
            # A warp loads lanes of its own quarter only; a product reads all lanes.
            cells = [tensor.cells_of(touched, warp % 4 if loads else None) for touched in tensor.touched]
            stored = {int(by) for unfenced, _ in cells for by in np.unique(unfenced)} - {0, warp + 1}
            serials = {int(serial) for _, results in cells for serial in np.unique(results)}
            later = [tensor.makers[serial] for serial in sorted(serials) if serial > tensor.fenced.get(warp + 1, 0)]
            # A thread orders its own stores, and products follow products in a pipeline.
            unordered = [operation for operation, by in later if by != warp + 1 and (by or loads)]
            if stored:
                maker = tensor.last_store[min(stored)]
                hint = "let the thread that stores execute tcgen05.fence::before_thread_sync after tcgen05.wait::st"
            elif unordered:
                maker, hint = unordered[-1], "execute tcgen05.fence::after_thread_sync after the wait or the barrier"
            else:
                continue
            message = f"{self.text} reads what {maker.text} wrote at line {maker.line}; no tcgen05.fence orders them"
            slot = issue.cta * issue.size + int(issue.threads[issue.threads // LANES == warp][0])
            lanes.machine.report("race", message, slot, hint, operation=self, related=maker)

    def _without_value(self, issue: Issue, tensor: WatchedMemory) -> dict[str, Any]:
        """Return the bits of registers that a load takes from cells without a value."""
        if tensor.absent is None:
            return {}
        words, tensor.words = tensor.words, np.where(tensor.absent, np.uint32(0xFFFFFFFF), np.uint32(0))
        results = self._operate(issue)
        tensor.words = words
        return results

    def _note(self, lanes: Lanes, kind: str, issue: Issue, tensor: WatchedMemory, own: Any) -> None:
        """Note stores, waits for them, and allocations."""
        slot = int(lanes.slots[own[0]])
        warps = (issue.threads[::LANES] // LANES + 1).tolist()
        if kind == "st":
            before, words = tensor.stored.copy(), tensor.words
            for warp in warps:
                tensor.stores[warp] = self
            # The cells that the store writes: those that have changed in a copy.
            tensor.words = np.zeros_like(words)
            ones = {name: np.full_like(value, ~value.dtype.type(0)) for name, value in issue.operands.items()}
            self._operate(issue._replace(operands={**ones, "taddr": issue.operands["taddr"]}))
            written, tensor.words = tensor.words != 0, words
            quarter = np.arange(len(words)) // LANES
            for warp in warps:
                before[written & (quarter == (warp - 1) % 4)[:, None]] = warp
            tensor.stored = before
            undefined = {name: self._undefined(lanes, name, issue, own) for name in issue.operands if name != "taddr"}
            if any(value.any() for value in undefined.values()):
                tensor.words = np.zeros_like(words)
                self._operate(issue._replace(operands={**undefined, "taddr": issue.operands["taddr"]}))
                tensor.valued[tensor.words != 0] = False
                tensor.words = words
        elif kind == "wait" and "wait::st" in self.node.opcode.text:
            for warp in warps:
                store = tensor.stores.pop(warp, None)
                if store is not None:
                    tensor.last_store[warp] = store
                    tensor.unfenced[tensor.stored == warp] = warp
                    tensor.stored[tensor.stored == warp] = 0
        elif kind == "fence":
            for warp in np.unique(issue.threads // LANES + 1).tolist():
                tensor.fence(warp, before="fence::before_thread_sync" in self.node.opcode.modifiers)
        elif kind == "alloc":
            for first in tensor.allocations or {}:
                tensor.allocators.setdefault(first, (self, slot))
        elif kind == "dealloc":
            left = tensor.allocations or {}
            tensor.allocators = {first: by for first, by in tensor.allocators.items() if first in left}

    def _undefined(self, lanes: Lanes, name: str, issue: Issue, own: Any) -> Any:
        """Return the undefined bits of an operand, one element for each thread of the CTA."""
        bits = np.zeros_like(issue.operands[name])
        register = next((read.register for read in self.step.parts[0].reads if read.name == name), None)
        taint = lanes.taint(register) if register and lanes.tainted else None
        if taint is not None:
            bits[lanes.slots[own] % lanes.machine.shape.cta_slots] = taint[own]
        return bits

    def _start(self, lanes: Lanes, issue: Issue, tensor: WatchedMemory) -> None:
        """Note an operation of one CTA, with the bytes of shared memory that it will read."""
        machine, memory = lanes.machine, lanes.flat
        memory.started += 1
        number = memory.started
        tensors: list[Any] = [memory.tensors[cta] for cta in issue.pair or (issue.cta,)]
        slot = int(lanes.slots[lanes.machine.cta[lanes.slots] == issue.cta][0])
        step: Any = self.step
        memory.probed, tensor.unstored, tensor.touched = [], 0, []
        for memory_of_cta in tensors:
            memory_of_cta.claiming = number
        try:
            if isinstance(step.operation, DeferredOperation):
                step.operation.read(issue)
            self._check_stored(lanes, tensor, slot)
            self._check_fences(lanes, tensor, issue)
        finally:
            probed, memory.probed = memory.probed, None

        def complete(_: object) -> None:
            for memory_of_cta in tensors:
                memory_of_cta.complete(number)
                memory_of_cta.absent = None
            try:
                self._operate(issue)
            except PtxError as problem:
                machine.report(
                    reported_code(problem, self.undefined), problem.diagnostics[0].message, slot, operation=self
                )

        copy = BulkCopy(self, slot, lambda: None, complete)
        copy.group, copy.sources = UNGROUPED, _spans(probed)
        for memory_of_cta in tensors:
            memory_of_cta.pending[number] = copy
        machine.events.start_bulk(copy)

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
            started = tensor.pending.values() if tensor is not None else ()
            includes = [copy for copy in started if machine.cta[copy.slot] == machine.cta[slot]]
            # An earlier commit of the thread tracks some of these operations, so that it arrives before.
            includes += [
                copy for copy in machine.events.bulk if copy.slot == slot and isinstance(copy.operation, Commit)
            ]

            def give(_: object, includes: list[BulkCopy] = includes) -> None:
                for copy in includes:
                    if copy in machine.events.bulk:
                        machine.events.finish_bulk(copy)

            copy = BulkCopy(self, slot, lambda: None, give)
            copy.includes = includes
            targets = destinations(lanes, self.operands["mbar"], self.operands.get("cta_mask"), lane)
            copy.arrivals = [
                place_of(lanes, access, lane, 8, offset, written=None, alignment=8) for access, offset in targets
            ]
            machine.events.start_bulk(copy)


def finish(machine: Any) -> None:
    """Report columns of tensor memory that are allocated when all threads have exited."""
    for tensor in machine.memory.tensors:
        for first, columns in (tensor.allocations or {}).items():
            operation, slot = tensor.allocators[first]
            message = f"{columns} columns of tensor memory are never deallocated"
            hint = "execute tcgen05.dealloc before the CTA ends"
            machine.report("leak", message, slot, hint, operation=operation)


@lru_cache(maxsize=16)
def _has_fences(image: Any) -> bool:
    """Return True if an image has a `tcgen05.fence`."""
    opcodes = (line.node.opcode for procedure in image.procedures for line in procedure.lines)
    return any(opcode.mnemonic == "tcgen05" and opcode.modifiers[0].startswith("fence::") for opcode in opcodes)


def _spans(places: list[Any]) -> list[tuple[int, int]]:
    """Return the places and lengths of runs of bytes."""
    if not places:
        return []
    every = np.unique(np.concatenate(places))
    starts = np.flatnonzero(np.concatenate([[True], np.diff(every) > 1]))
    lengths = np.diff(np.append(starts, len(every)))
    return list(zip(every[starts].tolist(), lengths.tolist(), strict=True))


def tensor_operation(context: Context, step: TensorStep) -> Operation:
    """Return the operation of an instruction on tensor memory."""
    return TensorOperation(context.pc, context.procedure, context.node, step)


CONSTRUCTORS: Mapping[str, Callable[[Context], Operation | None]] = {"tcgen05.commit": Commit}
"""Constructors by the id of a form or a prefix of it."""
