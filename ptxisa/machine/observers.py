"""Observers of a run: objects that see every instruction before and after a group of threads executes it.

    class Printer(Observer):
        def before(self, operation, lanes):
            print(operation.line, operation.text, len(lanes.slots))

    ptxisa.launch(text, "saxpy", 4, 256, arguments, observers=[Printer()])

Counters, traces and the debugger are observers. A run without observers does not pay for them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import IO, Any, NamedTuple

import numpy as np

from ptxisa.machine.address import Slots
from ptxisa.machine.copies import CopyAsync
from ptxisa.machine.lanes import LANES, Lanes
from ptxisa.machine.operation import Operation
from ptxisa.run.groups import MatrixStep
from ptxisa.run.operands import MemoryAccess
from ptxisa.run.steps import MachineStep, MemoryStep


class Observer:
    """Base class of observers; every method may be overridden.

    Attributes:
        sees_all: False for an observer that need not see instructions that the native engine executes.
    """

    sees_all = True

    def started(self, machine: Any) -> None:
        """Note that the threads of a machine, or of the next part of its CTAs, are about to run."""

    def before(self, operation: Operation, lanes: Lanes) -> None:
        """Note that a group is about to execute an instruction."""

    def after(self, operation: Operation, lanes: Lanes) -> None:
        """Note that a group has executed an instruction."""

    def copy_started(self, copy: Any) -> None:
        """Note an asynchronous operation: `sources` and `targets` are pairs of place and bytes in `FlatMemory`."""

    def ended(self, machine: Any) -> None:
        """Note that the run has ended; the machine and its memory are gone afterwards."""


class ProgressObserver(Observer):
    """Observer that shows on a terminal how far a long run is.

    Args:
        stream: Stream of the terminal.
        seconds: Time between two updates, and before the first one.
    """

    sees_all = False

    def __init__(self, stream: IO[str], seconds: float = 1.0) -> None:
        self._stream, self._seconds = stream, seconds
        self._next, self._groups, self._shown = time.monotonic() + seconds, 0, False
        self._machine: Any = None

    def started(self, machine: Any) -> None:
        """Keep the machine, whose counters are shown."""
        self._machine = machine

    def after(self, operation: Operation, lanes: Lanes) -> None:
        """Show the counters now and then; the clock is read after every 64th instruction of a group."""
        self._groups += 1
        if self._groups % 64 or time.monotonic() < self._next:
            return
        machine, shape = self._machine, self._machine.shape
        whole = shape.grid[0] * shape.grid[1] * shape.grid[2]
        left = int((machine.live_threads > 0).sum())
        text = f"{machine.executed:,} instructions, {shape.first + shape.ctas - left:,} of {whole:,} CTAs have ended"
        self._stream.write(f"\r\x1b[K{text}")
        self._stream.flush()
        self._next, self._shown = time.monotonic() + self._seconds, True

    def ended(self, machine: Any) -> None:
        """Remove the line."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


class MemoryRequest(NamedTuple):
    """Accesses of some threads to one state space by one instruction.

    Attributes:
        space: State space, into which generic addresses point.
        slots: Slots of the threads.
        addresses: Address of the first byte of each thread in the state space.
        size: Bytes of each access.
        read: True if memory is read.
        written: True if memory is written.
    """

    space: str
    slots: Slots
    addresses: Any
    size: int
    read: bool
    written: bool


def requests(operation: Operation, lanes: Lanes) -> Iterator[MemoryRequest]:
    """Yield the accesses to memory of an instruction that a group is about to execute.

    Bulk and tensor copies, which no thread makes itself, are left out.
    """
    accesses: list[tuple[MemoryAccess, int]] = []
    step = getattr(operation, "step", None)
    most = LANES
    if isinstance(step, MemoryStep):
        own = [access for part in step.parts for access in part.accesses]
        accesses = [(own[0], sum(access.bits for access in own) // 8)]
    elif isinstance(step, (MatrixStep, MachineStep)):
        accesses = [(access, access.bits // 8) for part in step.parts for access in part.accesses]
        # ldmatrix and stmatrix take the addresses of 8 lanes for each matrix.
        count = next((int(word[1:]) for word in operation.node.opcode.modifiers if word in ("x1", "x2", "x4")), 4)
        most = 8 * count
    elif isinstance(operation, CopyAsync):
        size = int(operation.operands["cp_size"].constant)
        accesses = [
            (operation.operands[name]._replace(read=name == "src", written=name == "dst"), size)
            for name in ("src", "dst")
        ]
    if not accesses:
        return
    mask = lanes.executing(getattr(operation, "guard", None))
    chosen = np.arange(lanes.count) if mask is None else np.flatnonzero(mask)
    if most < LANES:
        chosen = chosen[lanes.slots[chosen] % LANES < most]
    for access, size in accesses:
        addresses = lanes.addresses(access)[chosen]
        if access.windowed:
            addresses = lanes.memory.in_shared(addresses)
        for section in lanes.memory.sections(access.space, "", addresses, chosen):
            if len(section.threads):
                slots = lanes.slots[section.threads]
                space = section.space.partition("::")[0]
                at = section.addresses & np.uint64(0xFFFFFFFF) if space == "shared" else section.addresses
                yield MemoryRequest(space, slots, at, size, access.read, access.written)
