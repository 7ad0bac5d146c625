"""A group of threads with the same program counter, as the state on which steps run.

Registers of a call are arrays with one element for each thread of the launch (`Frame`). A group reads the elements of
its threads when an instruction first needs them, and writes them back when it leaves its block: `flush`. In between,
values are arrays of the group's size, which steps never change in place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ptxisa.machine.address import Slots
from ptxisa.numbers.patterns import Bits, dtype_of
from ptxisa.run.memory import MemorySection
from ptxisa.run.operands import Guard, MemoryAccess, Part, Read, Write
from ptxisa.run.state import Mask, State, extended, moved
from ptxisa.run.steps import Step

LANES = 32
ALL_LANES = 0xFFFFFFFF
FRAME, RANK = "#frame", "#rank"
"""Names of values that are not registers: address of the frame of the call in local memory, and the rank of the CTA in
its cluster in the bits in which addresses of shared memory have it."""
DISPERSED = "dispersed"
"""Result of an operation that gave every thread of its group a new place."""
DEFERRED = "deferred"
"""Result of an operation that its group executes later, together with other threads or without some."""
Pick = Any
"""Slots of a group as an index: a slice if they follow each other, else an array."""


class Frame:
    """Registers of one procedure at one depth of calls: an array with one element for each thread, by name.

    `taints` has the undefined bits of registers that have some, likewise, and `origins` the instruction that made some
    undefined. `bits` is the function that returns the width of a register, and `bound` what compiled code keeps.
    """

    __slots__ = ("_count", "bits", "bound", "origins", "slabs", "taints")

    def __init__(self, count: int, bits: Callable[[str], int]) -> None:
        self._count, self.bits = count, bits
        self.bound: dict[Any, Any] = {}
        self.slabs: dict[str, Bits] = {}
        self.taints: dict[str, Bits] = {}
        self.origins: dict[str, Any] = {}

    def taint(self, name: str) -> Bits:
        """Return the undefined bits of a register in all threads."""
        taint = self.taints.get(name)
        if taint is None:
            taint = self.taints[name] = np.zeros(self._count, dtype_of(self.bits(name)))
        return taint

    def define(self, name: str, slots: Any) -> None:
        """Note that a register has a value in some threads."""
        if name in self.taints:
            self.taints[name][slots] = 0

    def slab(self, name: str) -> Bits:
        """Return the array of a register."""
        slab = self.slabs.get(name)
        if slab is None:
            slab = self.slabs[name] = np.zeros(self._count, dtype_of(self.bits(name)))
        return slab


class RegisterValues(dict[str, Any]):
    """Values of registers in a group; a register is read from its frame when it is first needed."""

    __slots__ = ("_lanes",)

    def __init__(self, lanes: Lanes) -> None:
        super().__init__()
        self._lanes = lanes

    def __missing__(self, name: str) -> Any:
        value = self[name] = self._lanes.load(name)
        return value


class Lanes(State):
    """A group of threads at one program counter.

    Args:
        machine: Any that runs the group.
        slots: Slots of the threads, in ascending order.
        depth: Number of calls that the threads are in.
        frame: Registers of the call.
        ready: True if the first operation need not wait for other threads.

    Attributes:
        tainted: True if a register may have undefined bits.
        slept: True after an operation that found a condition for which it waits not fulfilled.
        numpy_until: Program counter up to which no compiled code is tried.
        inputs: Registers that the last collective of a warp has read, if values are watched.
    """

    def __init__(self, machine: Any, slots: Slots, depth: int, frame: Frame, *, ready: bool = False) -> None:
        self.machine, self.slots, self.depth, self.frame, self.ready = machine, slots, depth, frame, ready
        self.values = RegisterValues(self)
        self.memory = self.flat = machine.memory
        self.flat.slots = slots
        self.count = len(slots)
        self.reports: list[str] = []
        self.written: dict[str, None] = {}
        self.tainted = bool(frame.taints)
        self.taints: dict[str, Any] = {}
        self.slept = False
        self.operation: Any = None
        self.numpy_until = 0
        self.inputs: dict[str, Any] = {}
        self._whole: dict[int, bool] = {}
        first, last = int(slots[0]), int(slots[-1])
        self.pick: Pick = slice(first, last + 1) if last - first + 1 == len(slots) else slots
        self.launch: Any = self

    # --- registers ---

    def load(self, name: str) -> Any:
        """Return the value of a register before the group runs, of a special register, or of an address."""
        if name == FRAME:
            return self.machine.frame_base[self.depth][self.pick].view(np.uint64)
        if name == RANK:
            return self.machine.rank_bits[self.pick]
        if name in self.machine.code.specials:
            value = self.machine.special(name)
            return value[self.pick] if value.ndim else value
        return self.frame.slab(name)[self.pick]

    def read(self, read: Read) -> Any:
        """Return the value of an operand."""
        register = read.register
        if register is None:
            return read.constant
        value = self.values[register]
        if read.offset is not None:
            return moved(value, read.offset)
        if read.negated:
            return value ^ np.uint8(1)
        if value.itemsize * 8 > read.bits > 1:
            return super().read(read)
        return value

    def write(self, write: Write, result: Any, mask: Mask | None) -> None:
        """Give a register its result in the threads of a mask."""
        name = write.register
        if name is None:
            return
        value = result if write.width == write.bits else extended(write, result)
        if value.ndim and len(value) != self.count:
            value = value[0]
        if mask is not None:
            value = np.where(mask, value, self.values[name])
        self.values[name] = value
        self.written[name] = None
        if self.tainted:
            self.define(name, mask)

    def taint(self, name: str) -> Any:
        """Return the undefined bits of a register in each thread; None if there are none."""
        if name in self.taints:
            return self.taints[name]
        taint = self.frame.taints.get(name)
        if taint is None:
            return None
        bits = taint[self.pick]
        self.taints[name] = bits if bits.any() else None
        return self.taints[name]

    def has_undefined(self, names: frozenset[str]) -> bool:
        """Return True if a register of the frame may have undefined bits in the group."""
        taints = self.frame.taints
        return any(taints[name][self.pick].any() for name in names.intersection(taints))

    def set_taint(self, name: str, bits: Any, mask: Mask | None) -> None:
        """Set the undefined bits of a register in the threads of a mask."""
        old = self.taint(name)
        if mask is not None:
            bits = np.where(mask, bits, 0 if old is None else old)
        self.taints[name] = bits if bits.any() else None
        self.written.setdefault(name, None)
        self.tainted = self.tainted or self.taints[name] is not None

    def define(self, name: str, mask: Mask | None) -> None:
        """Note that a register has a value in the threads of a mask."""
        bits = self.taint(name)
        if bits is not None:
            left = None if mask is None else np.where(mask, 0, bits).astype(bits.dtype)
            self.taints[name] = left if left is not None and left.any() else None

    def require_operands(self, part: Part, mask: Mask | None) -> None:
        """Accept every register: those without a value are found by a watch."""

    def exists(self) -> NDArray[np.uint8]:
        """Return 1 for each thread that has not exited."""
        live: NDArray[np.uint8] = self.machine.live[self.slots].view(np.uint8)
        return live

    def flush(self, live: frozenset[str]) -> None:
        """Write registers that are used later back to the frame; values stay valid."""
        names = [name for name in self.written if name in live]
        slabs = {name: self.frame.slab(name) for name in names}
        changed = {id(slab) for slab in slabs.values()}
        # Values may be the arrays of other registers, or views of them, which change below.
        for name, value in self.values.items():
            owner = getattr(value, "base", None)
            if id(value if owner is None else owner) in changed:
                self.values[name] = value.copy()
        for name in names:
            slabs[name][self.pick] = self.values[name]
            if name in self.taints:
                bits = self.taints[name]
                if bits is not None:
                    self.frame.taint(name)[self.pick] = bits
                else:
                    self.frame.define(name, self.pick)
        self.written.clear()

    # --- where threads are ---

    def cta(self) -> Slots:
        """Return the CTA of each thread."""
        ctas: Slots = self.machine.cta[self.slots]
        return ctas

    def rank(self) -> NDArray[np.intp]:
        """Return the rank of each CTA in its cluster."""
        ranks: NDArray[np.intp] = self.machine.cta_rank
        return ranks

    def whole(self, size: int) -> bool:
        """Return True if the group consists of whole warps, or of whole groups of `size` threads."""
        known = self._whole.get(size)
        if known is None:
            known = self.count % size == 0 and bool(
                (self.slots[::size] % size == 0).all()
                and (self.slots[size - 1 :: size] - self.slots[::size] == size - 1).all()
            )
            self._whole[size] = known
        return known

    # --- leaving ---

    def split(self, pc: int, mask: Mask) -> Any:
        """Send threads of a mask to an operation, as a group of its own, and the others to the next one."""
        live = self.machine.code.live
        self.flush(live[pc] | live[pc + 1])
        self.machine.push(self.depth, pc, self.slots[mask])
        self.machine.push(self.depth, pc + 1, self.slots[~mask])
        return DEFERRED

    def park(self, operation: Any) -> Any:
        """Let the threads wait at an operation for other threads of their warps."""
        self.flush(self.machine.code.live[operation.pc])
        self.machine.warps.park(operation, self)
        return DEFERRED

    def run_in_groups(self, step: Step, size: int) -> None:
        """Run a step of whole warps, in which other threads than those of the group do not execute."""
        groups = np.unique(self.slots // size)
        slots = (groups[:, None] * size + np.arange(size)).ravel()
        positions = np.searchsorted(slots, self.slots)
        whole = Lanes(self.machine, slots, self.depth, self.frame)
        for name, value in self.values.items():
            if name in self.written:
                full = np.zeros(len(slots), value.dtype)
                full[positions] = value
                whole.values[name] = full
        mask = np.zeros(len(slots), bool)
        mask[positions] = True
        step.run(whole, mask)
        for name in whole.written:
            value = whole.values[name]
            self.values[name] = value[positions] if value.ndim else value
            self.written[name] = None
            if self.tainted:
                self.define(name, None)
        self.reports += whole.reports
        self.flat.slots = self.slots

    # --- memory ---

    def addresses(self, access: MemoryAccess) -> NDArray[np.uint64]:
        """Return the byte address of each thread."""
        base = self.values[access.base] if access.base else np.uint64(0)
        if access.base and base.itemsize < 8:
            base = base.astype(np.uint64)
        offset = np.uint64(access.offset & 0xFFFFFFFFFFFFFFFF)
        if not base.ndim:
            return np.full(self.count, moved(base, access.offset))
        addresses: NDArray[np.uint64] = base + offset if access.offset else base
        return addresses

    def sections(self, access: MemoryAccess, threads: Any) -> list[MemorySection]:
        """Divide what some threads access by state space."""
        addresses = self.addresses(access)
        self.flat.access = access
        if len(threads) != self.count:
            addresses = addresses[threads]
        if access.windowed:
            addresses = self.memory.in_shared(addresses)
        if access.space.startswith("shared"):
            self.flat.check_window(access.space, addresses, threads, generic=access.windowed)
            addresses = addresses & np.uint64(0xFFFFFFFF)
        sections = list(self.memory.sections(access.space, "", addresses, threads))
        if access.only:
            self.flat.check_spaces(access.only, sections)
        return sections

    def check_vector(self, accesses: Sequence[MemoryAccess], mask: Mask | None) -> None:
        """Report vectors that are not aligned to their whole size, or not in memory as a whole."""
        size = sum(access.bits for access in accesses) // 8
        for section in self.sections(accesses[0], self.threads(mask)):
            self.memory.starts(section, size, size)

    # --- guards ---

    def executing(self, guard: Guard | None, mask: Mask | None = None) -> Mask | None:
        """Return the threads of `mask` in which a guard is true; None if these are all threads."""
        if guard is None:
            return mask
        value = self.values[guard[0]]
        true: Mask = value == (0 if guard[1] else 1)
        if not getattr(true, "ndim", 0):
            true = np.full(self.count, true)
        return true if mask is None else true & mask
