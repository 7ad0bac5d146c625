"""Detection of runs that never end: threads that repeat themselves while nothing else changes.

A thread is a deterministic function of its registers and of memory. If memory does not change for a while, and every
thread that ran in the meantime has come back to the program counter and registers that it had before, all of them
repeat themselves for ever, in any order of threads: a lock that nobody frees, a flag that nobody stores. The schedule
need not repeat itself, so that this applies to random ones as well. Kernels that count how often they look change their
registers and are not found.

Loops that sleep for times that a clock decides, as those of libcu++, change registers. Registers that follow from a
clock are not compared. Time may end such a loop, so that the clocks jump ahead when the threads repeat themselves; only
threads that still repeat themselves after several jumps never end.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from ptxisa.machine.address import Slots

SNAPSHOT = 1024
"""Turns between comparisons of the whole state."""
WAKES = 16
"""Times that all threads slept, after which the whole state is compared."""
FIRST_WINDOW, LONGEST_WINDOW = 256, 16384
"""Turns before the first window in which threads are followed, and turns of the longest one."""
CLOCK_OFFSETS = (1 << 26, 1 << 30, (1 << 31) - (1 << 20), (1 << 32) - (1 << 20), 1 << 40, (1 << 47) + 12345)
"""Ticks by which the clocks are ahead after each jump.

Programs compare a time that has passed with a limit: as a signed or unsigned number of 32 bits, which the third and
fourth offset bring close to its largest value, or of 64 bits, up to 1.6 days of `%globaltimer`.
"""
FEW = 512
"""Threads that a window follows, unless it is to confirm what these do."""
_DIGESTED = 1 << 20
"""Bytes of memory of which each turn compares a digest; that of larger memory is compared less often."""
_MIX = np.uint64(0x9E3779B97F4A7C15)


class Repetition:
    """Detection of endless loops in one machine."""

    def __init__(self, machine: Any) -> None:
        self._machine = machine
        self.next = FIRST_WINDOW
        """Turn at which `repeated` is to be called again."""
        self._window: _Window | None = None
        self._suspected = False
        """True if the next window follows all threads, since those of the last one have repeated themselves."""
        self._last, self._asleep = 0, 0
        self._snapshot, self._interval = SNAPSHOT, SNAPSHOT
        self._slept, self._wakes = 0, WAKES
        self._jumps = 0

    def repeated(self, slots: Slots) -> bool:
        """Return True if no thread can make progress any more.

        Args:
            slots: Threads that have run in the last turn.
        """
        turns = self._machine.turns
        if self._window is None:
            if turns >= self._snapshot and self._whole_state_repeated():
                return self._endless()
            self._window = _Window(self._machine, whole=self._suspected)
            self.next = turns + 1
            return False
        self.next = turns + 1
        stuck = self._window.follow(slots)
        if stuck and not self._window.whole:
            self._window, self._suspected = None, True
            return False
        if stuck or self._window.closed:
            self._suspected = False
            # A window that finds nothing costs a fraction of the turns before it.
            self._window, self.next = None, turns + max(FIRST_WINDOW, turns // 4)
        return stuck and self._endless()

    def _endless(self) -> bool:
        """Return True if no time lets threads that repeat themselves continue; otherwise move the clocks."""
        machine = self._machine
        if self._jumps == len(CLOCK_OFFSETS) or not any(machine.code.timed(number) for _, number in machine.frames):
            return True
        machine.clock_offset = CLOCK_OFFSETS[self._jumps]
        self._jumps += 1
        self.next = machine.turns + FIRST_WINDOW
        return False

    def _whole_state_repeated(self) -> bool:
        """Return True if the state is that of an earlier look."""
        machine = self._machine
        state = self._state()
        if state == self._last:
            return True
        # Brent's algorithm: the reference moves at growing distances, so that any period is found.
        if machine.turns >= self._interval * 2 or not self._last:
            self._last, self._interval = state, machine.turns
        cost = len(machine.memory.bytes) // (1 << 16)
        self._snapshot = machine.turns + SNAPSHOT * (1 + cost // 16)
        return False

    def asleep(self) -> bool:
        """Return True if nothing has changed since all threads slept some time ago."""
        self._slept += 1
        if self._slept < self._wakes:
            return False
        state = self._state()
        if state == self._asleep:
            self._slept = 0
            return self._endless()
        # A loop that makes progress is compared ever less often.
        self._asleep, self._slept, self._wakes = state, 0, min(self._wakes * 2, 1 << 12)
        return False

    def _state(self) -> int:
        machine = self._machine
        memory = machine.memory
        digest = zlib.crc32(memory.bytes[: memory.local_start].data)
        for slab in _compared(machine):
            digest = zlib.crc32(slab.view(np.uint8).data, digest)
        for depth, pc, slots in machine.schedule.groups():
            digest = zlib.crc32(slots.view(np.uint8).data, zlib.crc32(f"{depth} {pc}".encode(), digest))
        live = zlib.crc32(machine.live.view(np.uint8).data, digest)
        return digest << 32 | live | 1 << 80


def _compared(machine: Any) -> Iterator[Any]:
    """Yield the arrays of the registers that do not follow from a clock."""
    for (_, number), frame in machine.frames.items():
        timed = machine.code.timed(number)
        for name, slab in frame.slabs.items():
            if name not in timed:
                yield slab


def _digest(memory: Any) -> int:
    """Return a digest of the bytes that threads may have changed."""
    digest = zlib.crc32(memory.bytes[: memory.local_start].data)
    if memory.local_top:
        # Stacks are long, for recursion; threads use the first bytes of each.
        layout = memory.layout
        rows = memory.bytes[memory.local_start : memory.local_start + layout.local_row * layout.slots]
        used = rows.reshape(layout.slots, -1)[:, : memory.local_top]
        digest = zlib.crc32(np.ascontiguousarray(used).data, digest)
    return digest


class _Window:
    """Some turns in which every thread is followed, or the first threads of each group.

    If all threads are in an endless loop, so are a few. A hash of the registers of all threads takes several times as
    long as a turn of compiled code, so that all are followed only after the few have repeated themselves.

    Attributes:
        whole: True if every thread is followed.
        closed: True when the threads are certain to make progress, or the window is long enough.
    """

    def __init__(self, machine: Any, *, whole: bool) -> None:
        self._machine, self.whole = machine, whole
        self._start: int = machine.turns
        self._longest = min(max(self._start, FIRST_WINDOW), LONGEST_WINDOW)
        self._patience = 64 + 4 * sum(1 for _ in machine.schedule.groups())
        groups = [slots for _, _, slots in machine.schedule.groups()]
        self._followed = np.ones(machine.count, bool)
        if not whole:
            self._followed[:] = False
            for slots in groups[:FEW]:
                self._followed[slots[: max(FEW // len(groups), 1)]] = True
        chosen = np.flatnonzero(self._followed)
        self._counters = np.full(machine.count, -1, np.int64)
        self._counters[chosen] = self._counters_of(chosen)
        self._states = np.zeros(machine.count, np.uint64)
        self._states[chosen] = self._states_of(chosen)
        self._memory = _digest(machine.memory)
        self._every = 1 + len(machine.memory.bytes) // _DIGESTED
        # Threads that are parked at the start need not run; all others must.
        self._due = np.zeros(machine.count, bool)
        for slots in groups:
            self._due[slots] = self._followed[slots]
        self._returned = np.zeros(machine.count, bool)
        self._live = int(machine.live.sum())
        machine.polled_at.fill(-1)
        self.closed = False

    def follow(self, slots: Slots) -> bool:
        """Compare the threads that have run in a turn; return True if none of all can make progress."""
        machine = self._machine
        turns = machine.turns - self._start
        if not self.whole:
            slots = slots[self._followed[slots]]
        self._due[slots] = True
        # A hash of thousands of registers takes longer than a turn, and most threads are at another instruction.
        back = slots[self._counters_of(slots) == self._counters[slots]]
        if len(back):
            self._returned[back] |= self._states_of(back) == self._states[back]
        stuck = bool((self._returned | ~self._due).all())
        progress = int(machine.live.sum()) != self._live
        if not progress and (stuck or turns % self._every == 0):
            progress = _digest(machine.memory) != self._memory
        nobody = turns >= self._patience and not self._returned.any()
        self.closed = progress or nobody or turns >= self._longest
        return stuck and not self.closed

    def _counters_of(self, slots: Slots) -> Any:
        """Return the depth of calls and the program counter of each thread as one number; -1 for parked threads."""
        counters = np.full(len(slots), -1, np.int64)
        for depth, pc, group in self._machine.schedule.groups():
            places = np.minimum(np.searchsorted(group, slots), len(group) - 1)
            counters[group[places] == slots] = depth << 32 | pc
        return counters

    def _states_of(self, slots: Slots) -> Any:
        """Return a hash of the registers of each thread."""
        mixed = np.zeros(len(slots), np.uint64)
        for slab in _compared(self._machine):
            # Registers of 128 bits are pairs of words.
            words = slab.view(np.uint64).reshape(len(slab), -1).T if slab.itemsize > 8 else slab[None]
            for word in words:
                mixed = mixed * _MIX + word[slots].astype(np.uint64)
                mixed ^= mixed >> np.uint64(29)
        return mixed
