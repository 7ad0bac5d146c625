"""Memory of several devices at one address: `multimem` instructions (section 9.7.9.14 of the manual).

    run = ptxisa.launch(text, "k", 1, 32, [ptxisa.Multimem([own, other, third]), out])

An argument `Multimem` is a pointer into a window; the arrays are the memory that it means on each device. Only
`multimem` instructions may use such an address. Any other address means the memory of one device.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ptxisa.machine.copies import Asynchronous, BulkCopy, guarded, number, place_of, reduction
from ptxisa.machine.lanes import Lanes
from ptxisa.machine.operation import Context, Operation, Unmodeled, results_of
from ptxisa.numbers.patterns import dtype_of
from ptxisa.run.memory import MemorySection
from ptxisa.run.operands import MemoryAccess, Read, Write

WINDOW_BASE, WINDOW_STEP = 0x6000_0000_0000, 1 << 40
"""Address of the first window, and the distance to the next one."""


class Multimem(NamedTuple):
    """Arrays of the same size on several devices, as an argument of a kernel: a multimem address.

    Attributes:
        arrays: NumPy arrays, that of the device that runs the kernel first; they are written in place.
    """

    arrays: Sequence[Any]


class Devices(NamedTuple):
    """Memory of a window: its address, its size, and the address of the memory on each device."""

    address: int
    size: int
    copies: tuple[int, ...]


class _Multimem(Operation):
    """An instruction with a multimem address."""

    __slots__ = ("access", "combine", "guard", "inexact", "results", "values", "width")

    def __init__(self, context: Context) -> None:
        super().__init__(context.pc, context.procedure, context.node)
        self.guard = context.binder.guard()
        declared = context.declared()
        self.results: list[Write] = []
        self.values: list[Read] = []
        for bound in context.statement.operands:
            if bound.operand.kind == "address":
                self.access: MemoryAccess = context.binder.access(bound, bits=8)
            elif bound.node is not None:
                for name, element in context.binder.elements(bound):
                    if bound.operand.access == "read":
                        self.values.append(context.binder.read(name, element))
                        continue
                    write = context.binder.write(name, element)
                    width = declared.bits(write.register) if write.register else write.width
                    self.results.append(write._replace(width=width))
        self.writes = tuple(write.register for write in self.results if write.register)
        names = [self.access.base, *(read.register for read in self.values), self.guard and self.guard[0]]
        self.reads = tuple(name for name in names if name)
        type_ = str(context.modifier("type"))
        kind, _, packed = type_.partition("x")
        self.width = int("".join(filter(str.isdigit, kind))) * int(packed or 1) // 8
        operation = context.modifier("op")
        self.combine = reduction(operation, kind, context.code.target) if operation else None
        self.inexact = operation == "add" and "f" in kind

    def run(self, lanes: Lanes) -> Any:
        """Access the memory of every device."""
        chosen = guarded(lanes, self)[1]
        if not len(chosen):
            return
        count, reads = len(self.values) or len(self.results), bool(self.results)
        copies = device_places(lanes, self.access, chosen, self.width * count)
        if reads and self.inexact and len(copies) > 2:
            lanes.machine.note_unmodeled(self, "the order in which values of three and more devices are added is open")
        slots = lanes.slots[chosen]
        section = MemorySection("global", lanes.flat.bytes, np.zeros(0, np.uint64), chosen, chosen)
        for places in copies:
            lanes.machine.accessed(places, slots, self.width * count, not reads, section)
        for index in range(count):
            parts = [places + index * self.width for places in copies]
            if reads:
                self._load(lanes, parts, index, chosen)
            else:
                self._store(lanes, parts, index, chosen)

    def _load(self, lanes: Lanes, parts: list[Any], index: int, chosen: Any) -> None:
        """Combine the values of the devices in their order."""
        assert self.combine is not None
        bytes_ = lanes.flat.bytes
        data = [bytes_[places[:, None] + np.arange(self.width)].reshape(-1) for places in parts]
        total = data[0]
        for other in data[1:]:
            total = self.combine(total, other)
        write = self.results[index]
        value = np.zeros(lanes.count, dtype_of(8 * self.width))
        value[chosen] = np.ascontiguousarray(total).view(value.dtype)
        lanes.write(write, value, lanes.executing(self.guard))

    def _store(self, lanes: Lanes, parts: list[Any], index: int, chosen: Any) -> None:
        """Store a value on each device, or combine it with what is there, one thread after the other."""
        memory = lanes.flat
        value = np.broadcast_to(lanes.read(self.values[index]), lanes.count)[chosen]
        data = np.ascontiguousarray(value.astype(dtype_of(8 * self.width))).view(np.uint8).reshape(len(chosen), -1)
        for places in parts:
            index_ = places[:, None] + np.arange(self.width)
            if self.combine is None:
                memory.bytes[index_] = data
                continue
            for place, row in zip(index_, data, strict=True):
                memory.bytes[place] = self.combine(memory.bytes[place], row)


class MultimemBulk(Asynchronous):
    """`multimem.cp.async.bulk` and `multimem.cp.reduce.async.bulk`."""

    __slots__ = ("combine",)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        operation = context.modifier("op") or ("add" if "reduce" in context.node.opcode.modifiers else None)
        type_ = str(context.modifier("type"))
        self.combine = reduction(operation, type_, context.code.target) if operation else None

    def run(self, lanes: Lanes) -> Any:
        """Note one copy for each thread."""
        for lane in guarded(lanes, self)[1].tolist():
            size, bytes_ = number(lanes, self.operands["size"], lane), lanes.flat.bytes
            source = place_of(lanes, self.operands["src"], lane, size, 0, written=False)
            places = [int(starts[0]) for starts in device_places(lanes, self.operands["dst"], np.array([lane]), size)]
            mask = number(lanes, self.operands["byte_mask"], lane) if "byte_mask" in self.operands else 0xFFFF
            written = np.resize([mask >> bit & 1 != 0 for bit in range(16)], size)

            def take(source: int = source, size: int = size) -> Any:
                return lanes.flat.bytes[source : source + size].copy()

            def give(data: Any, places: Any = places, written: Any = written, bytes_: Any = bytes_) -> None:
                for place in places:
                    span = bytes_[place : place + len(data)]
                    new = self.combine(span, data) if self.combine is not None else data
                    span[written] = new[written]

            copy = BulkCopy(self, int(lanes.slots[lane]), take, give)
            copy.sources, copy.targets = [(source, size)], [(place, size) for place in places]
            lanes.machine.events.start_bulk(copy)


def device_places(lanes: Lanes, access: Any, chosen: Any, size: int) -> list[Any]:
    """Return the places of `size` bytes on each device, one array of lanes for each."""
    addresses = lanes.addresses(access)[chosen]
    first = int(addresses[0]) if len(addresses) else 0
    known = (devices for devices in lanes.machine.multimem if devices.address <= first < devices.address + WINDOW_STEP)
    window = next(known, None)
    if window is None:
        window = Devices(0, 0, (0,))
        message = f"the address {first:#x} is not a multimem address"
        hint = "give a ptxisa.Multimem as the argument"
        lanes.machine.fault("undefined-behavior", message, int(lanes.slots[chosen[0]]), hint)
    copies = []
    for start in window.copies:
        moved = addresses - np.uint64(window.address) + np.uint64(start)
        section = MemorySection("global", lanes.flat.bytes, moved, chosen, chosen)
        copies.append(lanes.flat.starts(section, size, min(size, 16)))
    return copies


def _multimem(context: Context) -> Operation | None:
    words = context.node.opcode.modifiers
    type_, reason = str(context.modifier("type")), ""
    if type_.startswith(("e4m3", "e5m2")) and "st" not in words:
        reason = "how sums of 8-bit floating-point numbers are rounded is not documented"
    elif "ld_reduce" in words and any(word.startswith("acc") for word in words):
        reason = "the precision of sums with .acc is not documented"
    if reason:
        return Unmodeled(context.pc, context.procedure, context.node, reason, results_of(context.statement))
    return _Multimem(context)


CONSTRUCTORS: Mapping[str, Callable[[Context], Operation | None]] = {
    "multimem": _multimem,
    "multimem.cp.async.bulk": MultimemBulk,
    "multimem.cp.reduce.async.bulk": MultimemBulk,
}
"""Constructors by the id of a form or a prefix of it."""
