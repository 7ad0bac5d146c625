"""Programmatic dependent launch: a grid that may start before the grid before it has ended (section 9.7.13.13).

    first = ptxisa.launch(text, "produce", 4, 256, [data])
    second = ptxisa.launch(text, "consume", 4, 256, [data, sums], after=first)

Grids run one after another here. If the first one executes `griddepcontrol.launch_dependents`, a GPU may start the
second one early: then only `griddepcontrol.wait` makes the results of the first one visible. `GridAccesses` keeps what
the first grid has accessed, and `GridDependence` reports accesses of the second one that no wait precedes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from ptxisa.machine.address import GLOBAL_BASE, FlatMemory, Slots

WORD = 4
_HINT = "execute griddepcontrol.wait before the first access to memory that the grid before uses"


class HostArray(NamedTuple):
    """An array of the caller in the memory of a launch.

    Attributes:
        start: Address of its first byte in the process.
        size: Its bytes.
        address: Address of its first byte in global memory.
    """

    start: int
    size: int
    address: int


class GridAccesses:
    """Words of arrays that a grid has accessed, by their address in the process.

    Args:
        machine: Machine after the run, which has watched races.
        arrays: Arrays of the caller.

    Attributes:
        words: Arrays with the line that wrote each word, and the line that read it, (2, words); 0 for no access.
    """

    def __init__(self, machine: Any, arrays: Iterable[HostArray]) -> None:
        shadow = machine.watches.races.arrays()
        lines = np.array([operation.line for operation in machine.code.operations], np.int32)
        self.words: list[tuple[HostArray, Any]] = []
        for array in arrays:
            place = machine.memory.global_start + array.address - GLOBAL_BASE
            span = slice(place // WORD, -(-(place + array.size) // WORD))
            accessed = [
                np.where(shadow[f"{kind}_keys"][span] != 0, lines[shadow[f"{kind}_codes"][span] >> 4], 0)
                for kind in ("write", "read")
            ]
            self.words.append((array, np.stack(accessed)))


class GridDependence:
    """Watch of the accesses of a grid to memory of the grid before it.

    Args:
        machine: Machine of the grid, which watches races.
        before: Accesses of the grid before.
        arrays: Arrays of the caller in this launch.
        memory: Memory of the launch.
    """

    def __init__(self, machine: Any, before: GridAccesses, arrays: Iterable[HostArray], memory: FlatMemory) -> None:
        self._machine = machine
        self._lines = np.zeros((2, memory.const_start // WORD), np.int32)
        for array in arrays:
            word = (memory.global_start + array.address - GLOBAL_BASE) // WORD
            for other, lines in before.words:
                first, last = max(array.start, other.start), min(array.start + array.size, other.start + other.size)
                # Words of arrays that overlap at other bytes than those of a word are left out.
                if first >= last or (array.start - other.start) % WORD or (first - array.start) % WORD:
                    continue
                count, target, source = (
                    -(-(last - first) // WORD),
                    word + (first - array.start) // WORD,
                    (first - other.start) // WORD,
                )
                self._lines[:, target : target + count] = lines[:, source : source + count]

    def start(self) -> None:
        """Begin with the CTAs of a wave, none of whose threads has waited."""
        self._waited = np.zeros(self._machine.count, bool)
        self._epochs = np.zeros(self._machine.count, np.int64)
        # Without clocks, nothing is known about waits of other threads.
        self._follows = not self._machine.watches.races.problem

    def waited(self, slots: Slots) -> None:
        """Note that threads have executed `griddepcontrol.wait`."""
        if not self._follows:
            return
        new = slots[~self._waited[slots]]
        self._waited[new] = True
        self._epochs[new] = self._machine.watches.races.epochs(new)

    def accessed(self, operation: Any, places: Any, slots: Slots, size: int, written: bool) -> None:
        """Report an access to memory of the grid before, by a thread after no wait."""
        if not self._follows:
            return
        words = places // WORD
        # Of several words, any one that the grid before has written counts; a write also if it was read.
        lines = np.max([self._lines[0, words + number] for number in range(-(-size // WORD))], axis=0)
        wrote = lines != 0
        if written:
            read = np.max([self._lines[1, words + number] for number in range(-(-size // WORD))], axis=0)
            lines = np.where(wrote, lines, read)
        early = np.flatnonzero((lines != 0) & ~self._waited[slots])
        for number in early.tolist():
            slot = int(slots[number])
            # No error if a thread of the CTA has waited, and a barrier or release orders that before this thread.
            waiting = np.flatnonzero(self._waited & (self._machine.cta == self._machine.cta[slot]))
            if (self._machine.watches.races.known(slot, waiting) >= self._epochs[waiting]).any():
                continue
            name = self._machine.memory.name_at(int(places[number])) or "memory"
            verb = "writes" if wrote[number] else "reads"
            before = f"which the grid before {verb} at line {lines[number]} of its module and may not have completed"
            message = f"{operation.text} accesses {size} bytes of {name}, {before}"
            self._machine.report("missing-wait", message, slot, _HINT, operation=operation)
            if self._machine.stop:
                self._machine.end()
            return

    def copied(self, copy: Any) -> None:
        """Check the bytes that an asynchronous operation of a thread reads and writes."""
        for written, spans in ((False, copy.sources), (True, copy.targets)):
            for place, size in spans:
                places = np.arange(place // WORD, -(-(place + size) // WORD)) * WORD
                places = places[places < self._lines.shape[1] * WORD]
                if len(places):
                    slots = np.full(len(places), copy.slot)
                    self.accessed(copy.operation, places, slots, size, written)
