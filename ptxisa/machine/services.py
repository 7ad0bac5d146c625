"""Services of the system that kernels call: `vprintf`, `malloc`, `free`, `__assertfail` and `__nanosleep`.

A service runs in one thread after another. `Services.call` reads the arguments and writes the result of each thread;
the method of a service has the slot of the thread and the values of its arguments.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from typing import Any

import numpy as np

from ptxisa.machine.address import ALLOCATED, WRITABLE
from ptxisa.machine.image import Variable
from ptxisa.machine.lanes import DISPERSED, Lanes

LONGEST_STRING = 1 << 16
"""Maximum length of a string in bytes."""
_CONVERSION = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>\*|\d+)?(?:\.(?P<precision>\*|\d+)?)?"
    r"(?P<length>hh|h|ll|l|j|z|t|L)?(?P<kind>[diouxXeEfFgGaAcsp%])"
)


class Services:
    """Functions without a body that the system provides."""

    def __init__(self, machine: Any) -> None:
        self._machine = machine
        self._functions: dict[str, Callable[[int, list[int]], int]] = {
            "vprintf": self._print,
            "malloc": self._allocate,
            "free": self._free,
            "__assertfail": self._assert,
            "__nanosleep": lambda slot, values: 0,
        }
        self._allocated: dict[int, Any] = {}
        self._callers: dict[int, Any] = {}

    def call(self, name: str, call: Any, lanes: Lanes) -> Any:
        """Run a service in each thread of a group, in their order."""
        machine = self._machine
        function = self._functions.get(name)
        lanes.flush(machine.code.live[call.pc + 1])
        if function is None:
            machine.note_unmodeled(call, f"the function {name} has no body")
            machine.push(lanes.depth, call.pc + 1, lanes.slots)
            return DISPERSED
        arguments = [self._argument(argument, lanes) for argument in call.arguments]
        values = [
            function(slot, [int(argument[lane]) for argument in arguments])
            for lane, slot in enumerate(lanes.slots.tolist())
        ]
        for place in call.results[:1]:
            result = np.array([value & (1 << 64) - 1 for value in values], np.uint64)
            if isinstance(place, Variable):
                base = machine.frame_base[lanes.depth][lanes.slots] + place.address
                data = result.view(np.uint8).reshape(len(result), 8)[:, : place.size]
                machine.store_local(lanes.slots, base, data)
            elif place is not None:
                slab = lanes.frame.slab(place)
                slab[lanes.slots] = result.astype(slab.dtype)
                lanes.frame.define(place, lanes.slots)
        machine.push(lanes.depth, call.pc + 1, lanes.slots)
        return DISPERSED

    def _argument(self, argument: Any, lanes: Lanes) -> Any:
        """Return the value of an argument in each lane."""
        if not isinstance(argument, Variable):
            return np.broadcast_to(lanes.read(argument), lanes.count).astype(np.uint64)
        base = self._machine.frame_base[lanes.depth][lanes.slots] + argument.address
        whole = np.zeros((lanes.count, 8), np.uint8)
        size = min(argument.size, 8)
        whole[:, :size] = self._machine.load_local(lanes.slots, base, size)
        return whole.view(np.uint64)[:, 0]

    def finish(self) -> None:
        """Report memory of `malloc` that is not freed, and that no pointer in global memory reaches.

        Pointers count in variables and buffers, and in blocks that these reach: a list whose first node is lost is lost
        as a whole. What freed blocks contain does not count.
        """
        memory, left = self._machine.memory, dict(self._allocated)
        others = [
            allocation
            for allocation in memory.allocations.get("global", [])
            if allocation.address not in left and not allocation.freed
        ]
        pending = [(allocation.place, allocation.size) for allocation in others] if left else []
        while pending and left:
            place, size = pending.pop()
            # A block begins at a multiple of 256 bytes, and pointers in it at multiples of 8.
            words = memory.bytes[place : place + size // 8 * 8].view(np.uint64)
            starts = np.array(sorted(left), np.uint64)
            before = np.searchsorted(starts, words, side="right")
            for number in np.unique(before[before > 0]).tolist():
                block = left[int(starts[number - 1])]
                if (words[before == number] < block.address + block.size).any():
                    pending.append((block.place, block.size))
                    del left[block.address]
        for address, block in left.items():
            operation, slot = self._callers[address]
            message = f"{block.size} bytes of malloc are never freed, and no pointer to them is left"
            hint = "call free before the last pointer to the memory is lost"
            self._machine.report("leak", message, slot, hint, operation=operation)

    # --- services ---

    def _print(self, slot: int, values: list[int]) -> int:
        template, buffer = self._string(slot, values[0]), values[1] if len(values) > 1 else 0
        arguments = _Arguments(lambda address, size: self._load(slot, address, size), buffer)
        text = _CONVERSION.sub(lambda match: _converted(match, arguments, lambda at: self._string(slot, at)), template)
        self._machine.printed.append(text)
        return arguments.count

    def _allocate(self, slot: int, values: list[int]) -> int:
        size = values[0]
        if not size:
            return 0
        name = f"malloc of {size} bytes at line {self._machine.line()}"
        allocation = self._machine.memory.allocate_global(name, size, ALLOCATED | WRITABLE)
        if allocation is None:
            return 0
        self._allocated[allocation.address] = allocation
        self._callers[allocation.address] = self._machine.operation, slot
        return int(allocation.address)

    def _free(self, slot: int, values: list[int]) -> int:
        address = values[0]
        if not address:
            return 0
        allocation = self._allocated.pop(address, None)
        if allocation is None:
            known = [
                allocation
                for allocation in self._machine.memory.allocations.get("global", [])
                if allocation.address == address
            ]
            if known and known[0].freed:
                message = f"{known[0].name} is freed twice, first at line {known[0].freed_at}"
                self._machine.fault("double-free", message, slot, "free it once")
            else:
                message = f"free of {address:#x}, which malloc did not return"
                for block in self._allocated.values():
                    if block.address < address < block.address + block.size:
                        message = (
                            f"free of {address:#x}, {address - block.address} bytes after the start of {block.name}"
                        )
                self._machine.fault("invalid-free", message, slot, "free the address that malloc returned")
            return 0
        self._machine.memory.free(allocation, self._machine.line())
        return 0

    def _assert(self, slot: int, values: list[int]) -> int:
        message, file, line, function = values[:4]
        texts = [self._string(slot, address) for address in (message, file, function)]
        where = f"{texts[1]}:{line & 0xFFFFFFFF}: {texts[2]}"
        self._machine.fault("assertion", f"assertion `{texts[0]}` failed ({where})", slot, fatal=True)
        return 0

    # --- memory of one thread ---

    def _load(self, slot: int, address: int, size: int) -> bytes:
        memory = self._machine.memory
        place = memory.locate(address, slot, size)
        if place is None:
            message = f"a service of the system reads {size} bytes at {address:#x}, where no variable is"
            self._machine.fault("out-of-bounds", message, slot)
            return bytes(size)
        return bytes(memory.bytes[place : place + size])

    def _string(self, slot: int, address: int) -> str:
        """Return a text that ends with a zero."""
        memory = self._machine.memory
        place = memory.locate(address, slot, 1)
        if place is None:
            self._machine.fault("out-of-bounds", f"no text is at {address:#x}", slot)
            return ""
        data = bytes(memory.bytes[place : place + LONGEST_STRING])
        return data.partition(b"\0")[0].decode("utf-8", "replace")


class _Arguments:
    """Arguments of `vprintf` in memory, each aligned to its size."""

    def __init__(self, load: Callable[[int, int], bytes], address: int) -> None:
        self._load, self._address, self._start = load, address, address
        self.count = 0

    def integer(self, size: int, *, signed: bool) -> int:
        """Return the next integer."""
        return int.from_bytes(self._next(size), "little", signed=signed)

    def double(self) -> float:
        """Return the next floating-point number."""
        (value,) = struct.unpack("<d", self._next(8))
        return float(value)

    def _next(self, size: int) -> bytes:
        self._address = self._start + -(-(self._address - self._start) // size) * size
        data = self._load(self._address, size)
        self._address += size
        self.count += 1
        return data


def _converted(match: re.Match[str], arguments: _Arguments, string: Callable[[int], str]) -> str:
    """Return the text of one conversion of a format."""
    kind, flags = match["kind"], match["flags"]
    if kind == "%":
        return "%"
    width, precision = match["width"] or "", match["precision"]
    if width == "*":
        width = str(arguments.integer(4, signed=True))
    if precision == "*":
        precision = str(arguments.integer(4, signed=True))
    dotted = "" if "." not in match[0] else f".{precision or 0}"
    head = f"%{flags}{width}{dotted}"
    length = match["length"] or ""
    size = 8 if length in ("l", "ll", "j", "z", "t") else 4
    if kind in "di":
        return f"{head}d" % _narrow(arguments.integer(size, signed=True), length, signed=True)
    if kind in "ouxX":
        value = _narrow(arguments.integer(size, signed=False), length, signed=False)
        text = f"{head}{'d' if kind == 'u' else kind}" % value
        # C writes 0 before octal numbers, Python 0o.
        return text.replace("0o", "0", 1) if kind == "o" and "#" in flags else text
    if kind == "c":
        return f"%{flags.replace('0', '')}{width}s" % chr(arguments.integer(4, signed=False) & 0xFF)
    if kind == "s":
        return f"{head}s" % string(arguments.integer(8, signed=False))
    if kind == "p":
        address = arguments.integer(8, signed=False)
        return f"%{flags}{width}s" % (f"{address:#x}" if address else "(nil)")
    value_ = arguments.double()
    if kind in "aA":
        text = value_.hex()
        return text.upper() if kind == "A" else text
    return f"{head}{kind}" % value_


def _narrow(value: int, length: str, *, signed: bool) -> int:
    """Return an argument cut to `char` or `short`."""
    bits = {"hh": 8, "h": 16}.get(length)
    if bits is None:
        return value
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> bits - 1 else value
