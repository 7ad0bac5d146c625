"""Uninitialized values where they matter: in addresses, conditions, and results in global memory.

Registers that a function may read before it writes them, and bytes of memory without a value, are undefined bit by bit.
Copies keep undefined bits. What an instruction makes of them is sampled: it is computed again with these bits cleared,
set and mixed, and bits of the result that differ are undefined. So a mask, a selection or an exclusive or with itself
that removes undefined bits gives defined results.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxisa.isa.diagnostics import PtxError
from ptxisa.machine.address import ALLOCATED, VALUED, Allocation, Slots
from ptxisa.machine.barriers import CtaBarrier, WarpBarrier
from ptxisa.machine.control import DirectBranch, IndexedBranch
from ptxisa.machine.lanes import ALL_LANES, LANES, Lanes
from ptxisa.machine.operation import Operation, StepOperation, WarpOperation
from ptxisa.numbers.patterns import QUAD, dtype_of
from ptxisa.run.operands import CARRY, MemoryAccess, Part, Read
from ptxisa.run.steps import MemoryStep, ScalarStep, WarpStep

_MIXED = 0x5A96_3CF0_C35A_0FA5
"""Pattern with ones and zeros at all distances, for bits that neither zeros nor ones alone make visible."""
HINT = "set it before, on every path to this instruction and in every thread"


class Uninitialized:
    """Watch of values in one machine."""

    def __init__(self, machine: Any) -> None:
        self._machine = machine

    def enter(self, procedure: Any, frame: Any, slots: Slots) -> None:
        """Mark registers that a function may read before it writes them."""
        code = self._machine.code
        given = {value for value in (*procedure.parameters, *procedure.returns) if isinstance(value, str)}
        for name in code.live[code.entry(procedure)]:
            if name.startswith("#") or name in code.specials or name in given or name == CARRY:
                continue
            slab = frame.slab(name)
            if slab.dtype == QUAD:
                continue
            bits = np.iinfo(slab.dtype).max if code.declared[procedure.number].bits(name) > 1 else 1
            frame.taint(name)[slots] = bits

    def run(self, operation: Operation, lanes: Lanes) -> Any:
        """Run an operation in a group that has undefined registers."""
        self._check_uses(operation, lanes)
        step = operation.step if isinstance(operation, StepOperation) else None
        pure = isinstance(step, ScalarStep) and not isinstance(step, (WarpStep, MemoryStep))
        results = self._sampled(step, lanes) if pure else []
        stored = self._stored(step, lanes) if isinstance(step, MemoryStep) else []
        if isinstance(operation, WarpOperation):
            taints = {name: lanes.taint(name) for name in operation.reads}
            result = operation.run(lanes)
            if result is None:
                self._sample_group(operation, lanes, taints)
            return result
        result = operation.run(lanes)
        mask = lanes.executing(operation.guard)
        for name, bits in results:
            lanes.set_taint(name, bits, mask)
        for access, name, bits in stored:
            self._store(operation, lanes, access, name, bits, mask)
        return result

    def shuffled(self, operation: Any, lanes: Lanes) -> None:
        """Mark results from lanes that do not execute the shuffle, or that the mask omits (section 9.7.9.6)."""
        reads = {read.name: read for read in operation.step.parts[0].reads}
        masks = lanes.read(reads["membermask"]) if "membermask" in reads else np.uint32(ALL_LANES)
        if lanes.whole(LANES) and (masks == ALL_LANES).all():
            return
        b, c = (np.broadcast_to(lanes.read(reads[name]), lanes.count).astype(np.int64) for name in "bc")
        lane = lanes.slots % LANES
        clamp, segment = c & 31, c >> 8 & 31
        last = (lane & segment) | (clamp & ~segment)
        mode = next(word for word in operation.node.opcode.modifiers if word in ("up", "down", "bfly", "idx"))
        source = {
            "up": lane - (b & 31),
            "down": lane + (b & 31),
            "bfly": lane ^ (b & 31),
            "idx": (lane & segment) | (b & 31 & ~segment),
        }[mode]
        inside = source >= last if mode == "up" else source <= last
        slots = np.where(inside, lanes.slots - lane + source, lanes.slots)
        named = masks >> (slots % LANES).astype(np.uint32) & np.uint32(1)
        absent = ~np.isin(slots, lanes.slots) | (named == 0)
        for write in operation.step.parts[0].writes:
            if absent.any() and write.register and write.width == 32:
                bits = np.where(absent, np.uint32(0xFFFFFFFF), np.uint32(0))
                lanes.set_taint(write.register, bits, None)
                lanes.frame.origins[write.register] = operation

    def loaded(self, operation: Operation, lanes: Lanes, unvalued: list[Any]) -> None:
        """Mark registers that were loaded from memory without a value."""
        step = getattr(operation, "step", None)
        if isinstance(operation, WarpOperation):
            self._sample_group(operation, lanes, {})
        if not isinstance(step, MemoryStep):
            return
        opcode = operation.node.opcode
        if any(access.written for part in step.parts for access in part.accesses):
            # An atomic operation combines its operand with the bytes; an exchange only returns them.
            if opcode.mnemonic in ("atom", "red") and "exch" not in opcode.modifiers:
                _, threads, places, _ = unvalued[0]
                name = self._machine.memory.name_at(int(places[0])) or "memory"
                message = f"{operation.text} combines its operand with a value of {name} that was never set"
                hint = "store a value before, and let the threads meet at a barrier after it"
                self._machine.report("uninitialized", message, int(lanes.slots[threads[0]]), hint, operation=operation)
            return
        flags = self._machine.memory.flags
        for part in step.parts:
            for access, threads, places, size in unvalued:
                if not any(access is own for own in part.accesses):
                    continue
                missing = flags[places[:, None] + np.arange(size)] & (VALUED | ALLOCATED) == ALLOCATED
                for write in part.writes:
                    if write.register is None or write.width > 64:
                        continue
                    dtype = dtype_of(write.width)
                    wide = np.zeros((len(places), max(dtype.itemsize, size)), np.uint8)
                    wide[:, :size] = np.where(missing, 0xFF, 0)
                    bits = np.zeros(lanes.count, dtype)
                    bits[threads] = np.ascontiguousarray(wide[:, : dtype.itemsize]).view(dtype)[:, 0]
                    old = lanes.taint(write.register)
                    lanes.set_taint(write.register, bits if old is None else bits | old, None)

    # --- uses ---

    def _check_uses(self, operation: Operation, lanes: Lanes) -> None:
        """Report undefined conditions and addresses."""
        if operation.guard is not None:
            what = "the condition of the branch" if isinstance(operation, DirectBranch) else "the guard"
            self._check(operation, lanes, operation.guard[0], None, what)
        if isinstance(operation, IndexedBranch):
            self._check(operation, lanes, operation.index, None, "the index of the branch")
        # Operands that decide which threads wait for each other.
        decisive: list[tuple[Read | None, str]] = []
        if isinstance(operation, (WarpOperation, WarpBarrier)):
            decisive = [(operation.members, "the member mask")]
        elif isinstance(operation, CtaBarrier):
            decisive = [(operation.number, "the number of the barrier")]
            decisive.append((operation.count, "the number of threads of the barrier"))
        for read, what in decisive:
            if read is not None and read.register:
                self._check(operation, lanes, read.register, None, what)
        mask = lanes.executing(operation.guard)
        step = getattr(operation, "step", None)
        if step is not None:
            for base in {access.base for part in step.parts for access in part.accesses if access.base}:
                self._check(operation, lanes, base, mask, "the address")
        for operand in getattr(operation, "operands", {}).values():
            if isinstance(operand, MemoryAccess) and operand.base:
                self._check(operation, lanes, operand.base, mask, "the address")

    def _check(self, operation: Operation, lanes: Lanes, name: str, mask: Any, what: str) -> None:
        bits = lanes.taint(name)
        if bits is None:
            return
        undefined = bits != 0 if mask is None else (bits != 0) & mask
        if undefined.any():
            slot = int(lanes.slots[int(np.flatnonzero(undefined)[0])])
            origin = lanes.frame.origins.get(name)
            if origin is not None:
                self._report_origin(origin, operation, slot)
            else:
                message = f"{what} depends on a value that was never set ({name.partition('#')[0]})"
                self._machine.report("uninitialized", message, slot, HINT, operation=operation)
            lanes.set_taint(name, np.zeros_like(bits), None)

    def _report_origin(self, origin: Operation, operation: Operation, slot: int) -> None:
        """Report an undefined result at the instruction that has it."""
        message, advice = origin.unset
        hint = f"{advice}; the value is used at line {operation.line}"
        self._machine.report("undefined-result", message, slot, hint, operation=origin, related=operation)

    # --- results of instructions ---

    def _sampled(self, step: Any, lanes: Lanes) -> list[tuple[str, Any]]:
        """Return the undefined bits of each register that a step writes."""
        results = []
        for part in step.parts:
            taints = {read.name: self._taint_of(read, lanes) for read in part.reads}
            if all(bits is None for bits in taints.values()):
                continue
            where = np.zeros(lanes.count, bool)
            for bits in taints.values():
                if bits is not None:
                    where |= bits != 0
            chosen = np.flatnonzero(where)
            if not len(chosen):
                continue
            read_values = ((read.name, lanes.read(read)) for read in part.reads)
            values = {name: value[chosen] if getattr(value, "ndim", 0) else value for name, value in read_values}
            outputs = [self._computed(step, part, values)]
            for sample in self._samples(values, taints, chosen):
                outputs.append(self._computed(step, part, sample))
            for write in part.writes:
                if write.register is None or write.width > 64:
                    continue
                first = np.broadcast_to(outputs[0][write.name], len(chosen))
                different = np.zeros(len(chosen), dtype_of(write.width))
                for output in outputs[1:]:
                    other = np.broadcast_to(output[write.name], len(chosen))
                    if first.dtype != QUAD:
                        different |= (first ^ other).astype(different.dtype)
                bits = np.zeros(lanes.count, different.dtype)
                bits[chosen] = different
                sources = [read.register for read in part.reads if read.register and taints[read.name] is not None]
                origin = next(
                    (lanes.frame.origins[register] for register in sources if register in lanes.frame.origins), None
                )
                if origin is not None:
                    lanes.frame.origins[write.register] = origin
                else:
                    lanes.frame.origins.pop(write.register, None)
                results.append((write.register, bits))
        return results

    def _sample_group(self, operation: WarpOperation, lanes: Lanes, taints: dict[str, Any]) -> None:
        """Mark what a collective of a warp or warpgroup makes of undefined registers and of bytes without a value.

        The instruction has run, and is computed again with these bits cleared, set and mixed. At last it is computed as
        it is, since a matrix that it stores is in memory.
        """
        memory, places = self._machine.memory, [np.zeros(0, np.int64)]
        for _, _, starts, size in memory.unvalued:
            bytes_ = (starts[:, None] + np.arange(size)).ravel()
            places.append(bytes_[memory.flags[bytes_] & (VALUED | ALLOCATED) == ALLOCATED])
        missing = np.unique(np.concatenate(places))
        undefined = {name: bits for name, bits in taints.items() if bits is not None}
        memory.unvalued = []
        if not undefined and not len(missing):
            return
        own, written, reports = memory.bytes[missing].copy(), lanes.written.copy(), lanes.reports
        results = {name: lanes.values[name] for name in operation.writes}
        marked = {name: lanes.taint(name) for name in operation.writes}
        outputs: list[dict[str, Any]] = []
        stored: list[list[Any]] = []
        faults, memory.faults, memory.unvalued = memory.faults, _Accesses(), None
        try:
            for pattern in (0, (1 << 64) - 1, _MIXED, None):
                for name, value in lanes.inputs.items():
                    bits = undefined.get(name)
                    if bits is not None and pattern is not None and value.dtype != QUAD:
                        mask = bits.astype(value.dtype)
                        filling = value.dtype.type(pattern & (1 << 8 * value.dtype.itemsize) - 1)
                        value = (value & ~mask) | (filling & mask)
                    lanes.values[name], lanes.written[name] = value, None
                memory.bytes[missing] = own if pattern is None else pattern & 0xFF
                memory.faults = accesses = _Accesses()
                operation.compute(lanes)
                outputs.append({name: lanes.values[name] for name in operation.writes})
                stored.append([memory.bytes[where[:, None] + np.arange(size)] for where, size, _, _ in accesses.stores])
        except PtxError:
            return  # An operand that decides about other threads, such as a member mask, was reported.
        finally:
            memory.bytes[missing] = own
            memory.faults, memory.unvalued, lanes.written, lanes.reports = faults, [], written, reports
            lanes.values.update(results)
        for name, value in results.items():
            first = np.broadcast_to(value, lanes.count)
            if first.dtype == QUAD:
                continue
            bits = np.zeros(lanes.count, first.dtype) if marked[name] is None else marked[name]
            for output in outputs:
                bits = bits | (first ^ output[name])
            lanes.set_taint(name, bits, None)
        for number, (where, size, space, slots) in enumerate(accesses.stores):
            lost = np.logical_or.reduce([sample[number] != stored[-1][number] for sample in stored])
            if lost.any():
                memory.flags[(where[:, None] + np.arange(size))[lost]] &= ~np.uint8(VALUED)
                if space == "global":
                    slot = int(slots[int(np.flatnonzero(lost.any(axis=1))[0])])
                    message = "a value of the matrix stored to global memory was never set"
                    self._machine.report("uninitialized", message, slot, HINT, operation=operation)

    def _taint_of(self, read: Read, lanes: Lanes) -> Any:
        """Return the undefined bits of an operand, in its width."""
        if read.register is None:
            return None
        bits = lanes.taint(read.register)
        if bits is None or read.offset is not None:
            return bits
        return bits.astype(dtype_of(read.bits)) if read.bits else bits

    def _computed(self, step: Any, part: Part, values: dict[str, Any]) -> dict[str, Any]:
        with np.errstate(all="ignore"):
            results: dict[str, Any] = step.computed(step.function, values)
        return results

    def _samples(self, values: dict[str, Any], taints: dict[str, Any], chosen: Any) -> list[dict[str, Any]]:
        """Return operands with their undefined bits cleared, set, mixed, and equal to another operand."""
        samples = []
        known = [value for name, value in values.items() if taints[name] is None and not isinstance(value, int)]
        for pattern in (0, (1 << 64) - 1, _MIXED, None):
            sample = dict(values)
            for name, bits in taints.items():
                value = values[name]
                if bits is None or getattr(value, "dtype", QUAD) == QUAD:
                    continue
                undefined = bits[chosen].astype(value.dtype)
                if pattern is None:
                    others = [operand for operand in known if getattr(operand, "dtype", None) == value.dtype]
                    filling: Any = others[0] if others else value.dtype.type(1)
                else:
                    filling = value.dtype.type(pattern & ((1 << 8 * value.dtype.itemsize) - 1))
                sample[name] = (value & ~undefined) | (filling & undefined)
            samples.append(sample)
        return samples

    # --- stores ---

    def _stored(self, step: Any, lanes: Lanes) -> list[tuple[MemoryAccess, str, Any]]:
        """Return the undefined bits that a store writes."""
        stored = []
        for part in step.parts:
            for access in part.accesses:
                if not access.written:
                    continue
                for read in part.reads:
                    bits = self._taint_of(read, lanes)
                    if bits is not None and bits.any():
                        stored.append((access, read.register or "", bits))
        return stored

    def _store(self, operation: Operation, lanes: Lanes, access: MemoryAccess, name: str, bits: Any, mask: Any) -> None:
        """Report undefined values in global memory; in other memory their bytes remain without a value."""
        undefined = bits != 0 if mask is None else (bits != 0) & mask
        threads = np.flatnonzero(undefined)
        if not len(threads):
            return
        memory, size = self._machine.memory, access.bits // 8
        step: Any = operation.step if isinstance(operation, StepOperation) else None
        whole = sum(access.bits for part in step.parts for access in part.accesses) // 8
        bytes_ = np.ascontiguousarray(bits).view(np.uint8).reshape(lanes.count, -1)
        for section in lanes.sections(access, threads):
            places, inside = memory.places_of(section.space, section.addresses, lanes.slots[section.threads])
            lost = bytes_[section.threads, :size] != 0
            flags = memory.flags[places[:, None] + np.arange(size)]
            memory.flags[places[:, None] + np.arange(size)] = np.where(lost, flags & ~np.uint8(VALUED), flags)
            # A wide copy of a structure copies the padding between its members.
            padding = whole >= 8 and not lost.all(axis=1).all()
            if section.space == "global" and not padding and inside.any():
                slot = int(lanes.slots[section.threads[0]])
                origin = lanes.frame.origins.get(name)
                if origin is not None:
                    self._report_origin(origin, operation, slot)
                    continue
                message = f"the value stored to global memory was never set ({name.partition('#')[0]})"
                self._machine.report("uninitialized", message, slot, HINT, operation=operation)


class _Accesses:
    """Receiver of accesses that only notes which places of memory are written."""

    def __init__(self) -> None:
        self.stores: list[tuple[Any, int, str, Slots]] = []

    def accessed(self, places: Any, slots: Slots, size: int, written: bool, section: Any) -> None:
        """Note a store."""
        if written:
            self.stores.append((places, size, section.space, slots))

    def fault(self, code: str, message: str, slot: int, hint: str = "") -> None:
        """Ignore an error, which was reported before."""

    def overwritten(self, slot: int) -> bool:
        """Ignore a store to an mbarrier object."""
        return False

    def early(self, place: int, size: int, slot: int, verb: str) -> None:
        """Ignore a missing wait."""

    def local_variables(self, slot: int) -> list[Allocation]:
        """Return nothing; the text of an error does not matter."""
        return []
