"""Memory of a launch: one array of bytes for all state spaces, and flags for each byte.

Every byte of memory has a *place*, an index into `FlatMemory.bytes`. `places_of` converts addresses of a state space
into places:

| state space | address | place |
|---|---|---|
| global | from `GLOBAL_BASE` on | one region |
| const, kernel parameters | offset, or generic address in their windows | one region each |
| shared | rank of the CTA in its cluster in bits 24 to 31, offset below | a row for each CTA |
| local, parameters of functions | offset in the stack of the thread | a row for each thread |

`FlatMemory.flags` has bits for each byte: whether it belongs to a variable or allocation, may be written, has a value,
and whether an asynchronous operation is to write or read it. One look-up with the width of the access answers all of
these questions for each thread. Gaps between allocations are not allocated, so that accesses beyond the end of a
variable are found.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers.patterns import Bits
from ptxisa.run.errors import memory_error
from ptxisa.run.memory import CLUSTER, CTA_BITS, DEFAULTS, WINDOW, Memory, MemorySection, Places, windows
from ptxisa.run.operands import MemoryAccess

GLOBAL_BASE = 0x2_0000_0000
"""Address of the first byte of global memory."""
GLOBAL_GAP, SHARED_GAP, LOCAL_GAP = 256, 32, 16
"""Bytes between variables or allocations, which belong to none."""
SHARED_START = 0x400
"""Offset of the first variable in shared memory; an H100 reserves the bytes before it."""
RESERVED = 288
"""Bytes at the beginning of shared memory in which groups of cooperative groups synchronize (measured on an H200)."""
LOCAL_PARAMETERS = 1 << 20
"""Difference between addresses of parameters of functions in .param and in the stack of the thread."""
CONST_BASE, PARAMETER_BASE = DEFAULTS["const"], DEFAULTS["param"]
CODE_BASE, CODE_STEP = 0x7B0000000000, 0x100
"""Address of a function: base and distance."""
NEAR = 1 << 16
"""Distance from an address that was converted wrongly, within which accesses are taken to use it."""
SCRATCH = 4096
"""Bytes at place 0 that faulty accesses use, so that a run can go on."""

ALLOCATED, WRITABLE, VALUED, FREED, INCOMING, OUTGOING, MBARRIER = 1, 2, 4, 8, 16, 32, 64
"""Flags of a byte. `INCOMING` and `OUTGOING` are bytes that an asynchronous operation will write or read; `MBARRIER`
are bytes of an mbarrier object that is initialized."""

Slots = NDArray[np.intp]


class Allocation(NamedTuple):
    """A variable or buffer in memory: where it is, and what it is called.

    `place` is the place of its first byte, in the row of a CTA or thread for shared and local memory. `freed_at` is the
    line of the call that freed it.
    """

    name: str
    space: str
    address: int
    size: int
    place: int = 0
    freed: bool = False
    freed_at: int = 0


class RegionSizes(NamedTuple):
    """Sizes of the regions of memory, and of the rows of shared and local memory."""

    global_size: int
    const_size: int
    parameter_size: int
    shared_row: int
    local_row: int
    ctas: int
    slots: int


class Faults(Protocol):
    """Receiver of illegal accesses."""

    def fault(self, code: str, message: str, slot: int, hint: str = "") -> None:
        """Report an illegal access of a thread."""

    def accessed(self, places: Places, slots: Slots, size: int, written: bool, section: MemorySection) -> None:
        """Note a legal access."""

    def overwritten(self, slot: int) -> bool:
        """Report a store to an mbarrier object; return False for an instruction on mbarriers."""
        raise NotImplementedError

    def early(self, place: int, size: int, slot: int, verb: str) -> None:
        """Report an access to bytes of an asynchronous operation that is not complete."""

    def local_variables(self, slot: int) -> list[Allocation]:
        """Return the local variables of a thread."""
        raise NotImplementedError


class Threads(Protocol):
    """CTAs and ranks of threads, by slot."""

    cta: Slots
    rank: NDArray[np.uint64]

    def peer(self, slots: Slots, ranks: Any) -> Slots:
        """Return the CTA of each rank in the clusters of threads; -1 where there is none."""


class FlatMemory(Memory):
    """Memory of a launch.

    Args:
        layout: Sizes of the regions.
        threads: CTAs and ranks of the threads.
        faults: Receiver of illegal accesses.

    Attributes:
        bytes: Every byte of memory.
        flags: Flags of every byte.
        values: The bytes as words of 1, 2, 4 and 8 bytes.
        slots: Threads that the state in use contains, by lane.
        allocations: Variables and buffers; of shared memory those of one CTA.
        suspects: Addresses that `cvta.to` made of addresses in other state spaces, with a message.
        unvalued: Reads of bytes without a value: access, lanes, places and size of each; None if nobody looks.
        started: Number of operations on tensor memory that were started.
        local_top: Bytes at the start of each row of local memory that threads have used.
        probed: Places of bytes that matrix descriptors name, while the operands of an operation are read in advance.
    """

    def __init__(self, layout: RegionSizes, threads: Threads, faults: Faults) -> None:
        self.layout, self.faults, self._threads = layout, faults, threads
        self.windows = windows()
        self.pending, self.tensors, self.arrays = [], [], {}
        starts = [SCRATCH]
        rows = layout.shared_row * layout.ctas, layout.local_row * layout.slots
        for size in (layout.global_size, layout.const_size, layout.parameter_size, *rows):
            starts.append(-(-(starts[-1] + size) // 256) * 256 + 256)
        self.global_start, self.const_start, self.parameter_start, self.shared_start, self.local_start = starts[:5]
        self.bytes: Bits = _aligned(starts[5])
        self.flags: Bits = _aligned(starts[5])
        self.flags[:SCRATCH] = ALLOCATED | WRITABLE | VALUED
        self.slots: Slots = np.zeros(0, np.intp)
        self.allocations: dict[str, list[Allocation]] = {}
        self._heap = 0
        self.access: Any = None
        self.suspects: dict[int, str] = {}
        self.unvalued: list[Any] | None = None
        self.probed: list[Places] | None = None
        self.started = self.local_top = 0
        self._seen: tuple[MemorySection, int, int, Any] | None = None
        self._shared_rows: Places | None = None
        self._views = {size: self.flags.view(f"u{size}") for size in (1, 2, 4, 8)}
        self.values = {size: self.bytes.view(f"u{size}") for size in (1, 2, 4, 8)}

    def serve(self, machine: Any) -> None:
        """Serve the threads of another machine of the same layout."""
        self.faults = self._threads = machine

    def clear_rows(self) -> None:
        """Make shared and local memory that of CTAs that have not started; other memory remains as it is."""
        layout = self.layout
        for array in (self.bytes, self.flags):
            array[self.shared_start : self.shared_start + layout.shared_row * layout.ctas] = 0
            if self.local_top:
                rows = array[self.local_start : self.local_start + layout.local_row * layout.slots]
                rows.reshape(layout.slots, -1)[:, : self.local_top] = 0
        self.local_top, self.started, self._shared_rows = 0, 0, None
        self.allocations.pop("shared", None)
        self.suspects.clear()
        self.pending, self.tensors, self.arrays = [], [], {}

    # --- allocations ---

    def allocate(self, allocation: Allocation, flags: int) -> Allocation:
        """Make the bytes of an allocation accessible, in every row of shared memory."""
        start, size = allocation.address, allocation.size
        if allocation.space == "shared":
            rows = self.flags[self.shared_start : self.shared_start + self.layout.shared_row * self.layout.ctas]
            rows.reshape(self.layout.ctas, -1)[:, start : start + size] = flags
            place = start
        else:
            place = self._start(allocation.space) + start - (GLOBAL_BASE if allocation.space == "global" else 0)
            self.flags[place : place + size] = flags
        allocation = allocation._replace(place=place)
        known = self.allocations.setdefault(allocation.space, [])
        known.insert(bisect_right([other.address for other in known], start), allocation)
        return allocation

    def allocate_global(self, name: str, size: int, flags: int) -> Allocation | None:
        """Allocate bytes after all other allocations of global memory; None if memory is full."""
        heap = -(-max(self._heap, 0) // 256) * 256
        if heap + size + GLOBAL_GAP > self.layout.global_size:
            return None
        self._heap = heap + size + GLOBAL_GAP
        return self.allocate(Allocation(name, "global", GLOBAL_BASE + heap, size), flags)

    def reserve(self, size: int) -> None:
        """Keep the first bytes of global memory for variables."""
        self._heap = size

    def heap(self) -> int:
        """Return the bytes of global memory that are taken."""
        return self._heap

    def free(self, allocation: Allocation, line: int) -> None:
        """Make the bytes of an allocation of global memory inaccessible."""
        self.flags[allocation.place : allocation.place + allocation.size] = FREED
        known = self.allocations[allocation.space]
        known[known.index(allocation)] = allocation._replace(freed=True, freed_at=line)

    def _start(self, space: str) -> int:
        return {"global": self.global_start, "const": self.const_start, "param::entry": self.parameter_start}[space]

    # --- from addresses to places ---

    def sections(self, space: str, variable: str, addresses: Bits, threads: Slots) -> Iterator[MemorySection]:
        """Divide accesses by state space; generic addresses by the windows in which they are."""
        if space != "generic":
            yield MemorySection(space, self.bytes, addresses, threads, threads)
            return
        # Number in `_SPACES` of the window of each address.
        upper = addresses >> np.uint64(32)
        spaces = np.zeros(len(addresses), np.uint8)
        if len(upper) and upper.max() >= _LOWEST and upper.min() <= _HIGHEST:
            for number, name in enumerate(_SPACES[1:], 1):
                spaces[upper == DEFAULTS[name.partition("::")[0]] >> 32] = number
        numbers = np.unique(spaces)
        for number in numbers.tolist():
            chosen = np.flatnonzero(spaces == number) if len(numbers) > 1 else slice(None)
            section = MemorySection(_SPACES[number], self.bytes, addresses[chosen], threads[chosen], threads[chosen])
            if number:
                mask = _LOW_OF_CLUSTER if section.space == CLUSTER else _LOW
                section = section._replace(addresses=section.addresses & mask)
            yield section
        if not len(numbers):
            yield MemorySection("global", self.bytes, addresses, threads, threads)

    def check_window(self, space: str, addresses: Bits, threads: Slots, *, generic: bool) -> None:
        """Report generic addresses of other state spaces that are used as addresses of shared memory.

        The upper halves of other addresses count if the address is `generic`, and not on an H100 (section 6.4.1).
        """
        upper = addresses >> np.uint64(32)
        if not upper.any():
            return
        named = {name: upper == DEFAULTS[name] >> 32 for name in ("local", "const", "param")}
        if generic:
            named["global"] = (upper != 0) & ~np.logical_or.reduce(list(named.values()))
        for name, chosen in named.items():
            wrong = np.flatnonzero(chosen)
            if len(wrong):
                message = f"the generic address {addresses[wrong[0]]:#x} of {name} memory is used in {_named(space)}"
                slot = int(self.slots[threads[wrong[0]]])
                hint = "use an address in shared memory" if generic else "leave the state space out, or use cvta.to"
                self.faults.fault("wrong-space", message, slot, hint)

    def check_spaces(self, only: str, sections: Iterable[MemorySection]) -> None:
        """Report generic addresses that do not point to the memory that the instruction is for."""
        spaces = only.split(" | ")
        for section in sections:
            if len(section.threads) and section.space.partition("::")[0] not in spaces:
                memory = " or ".join(map(_named, spaces))
                message = f"a generic address of {_named(section.space)} is used, which must point to {memory}"
                slot = int(self.slots[section.threads[0]])
                self.faults.fault("wrong-space", message, slot, f"use an address in {memory}")

    def check_prefetch(self, section: MemorySection, size: int) -> None:
        """Report addresses of global memory in windows of other state spaces; others need not be valid."""
        upper = section.addresses >> np.uint64(32)
        if section.space != "global" or not upper.any():
            return
        outside = np.flatnonzero(np.isin(upper, [base >> 32 for base in DEFAULTS.values()]))
        if len(outside):
            slot = int(self.slots[section.threads[outside[0]]])
            code, message, hint = self._describe("global", int(section.addresses[outside[0]]), size, None, slot)
            self.faults.fault(code, message, slot, hint)

    def starts(self, section: MemorySection, size: int, alignment: int) -> Places:
        """Return the place of the first of `size` bytes at each address; illegal accesses are reported."""
        places = self._legal(section, size, alignment)
        if places is not None:
            return places
        slots = self.slots[section.threads]
        places, inside = self.places_of(section.space, section.addresses, slots)
        misaligned = (section.addresses & np.uint64(alignment - 1)) != 0
        if misaligned.any():
            first = int(np.flatnonzero(misaligned)[0])
            message = f"address {section.addresses[first]:#x} in {_named(section.space)} is not aligned to {alignment}"
            name = self.name_at(int(places[first])) if inside[first] else ""
            hint = f"align {name or 'the variable'} and the offset in it to {alignment} bytes (.align {alignment})"
            self.faults.fault("misaligned-access", f"{message} bytes", int(slots[first]), hint)
            places[misaligned], inside = 0, inside | misaligned
        allocated = self._flagged(places, size, ALLOCATED)
        wrong = ~(inside & allocated)
        if wrong.any():
            first = int(np.flatnonzero(wrong)[0])
            place = int(places[first]) if inside[first] else None
            slot = int(slots[first])
            code, message, hint = self._describe(section.space, int(section.addresses[first]), size, place, slot)
            self.faults.fault(code, message, int(slots[first]), hint)
            places[wrong] = 0
        return places

    def plain_places(
        self,
        space: str,
        base: Any,
        offset: int,
        pick: Any,
        slots: Slots,
        size: int,
        *,
        written: bool,
        updated: bool = False,
    ) -> Places | None:
        """Return the places of accesses about which there is nothing to report; None if this is in doubt.

        This is the common case of `sections`, `starts` and `copy_problem` in few operations on arrays: addresses in
        one state space, aligned, in bytes that are allocated, have a value, and belong to no asynchronous operation.

        Args:
            space: State space; "generic" for addresses that are expected in global memory.
            base: Register with the addresses.
            offset: Bytes that are added to them.
            pick: Index of the threads among all slots.
            slots: Slots of the threads.
            size: Bytes of an access, a power of two up to 16.
            written: True for a store or an update.
            updated: True for an update, which needs a value.
        """
        layout = self.layout
        if space in ("global", "generic"):
            if base.itemsize != 8:
                return None
            places, limit = base.view(np.int64) + (offset - GLOBAL_BASE), layout.global_size
        elif space in ("shared", "shared::cta", "local"):
            places = base.astype(np.int64)
            places += offset
            limit = layout.local_row if space == "local" else layout.shared_row
        else:
            return None
        # The union of all bits is negative if one of them is, and has a low bit if one of them is misaligned.
        union = int(np.bitwise_or.reduce(places))
        if union < 0 or union & (size - 1) or (union > limit - size and int(places.max()) > limit - size):
            return None
        if space in ("global", "generic"):
            places += self.global_start
        elif space == "local":
            places += slots * layout.local_row + self.local_start
        else:
            if self._shared_rows is None:
                self._shared_rows = self._threads.cta * layout.shared_row + self.shared_start
            places += self._shared_rows[pick]
        width = min(size, 8)
        reads_value = self.unvalued is not None and (updated or not written)
        needed = ALLOCATED | (WRITABLE if written else 0) | (VALUED if reads_value else 0)
        forbidden = _repeated(INCOMING | (OUTGOING | MBARRIER if written else 0), width)
        unvalued = []
        for start in range(0, size, width):
            words = (places + start if start else places) >> (width.bit_length() - 1)
            flags = self._views[width][words]
            common = int(np.bitwise_and.reduce(flags))
            if not _has(common, needed, width) or int(np.bitwise_or.reduce(flags)) & forbidden:
                return None
            if written and not _has(common, VALUED, width):
                unvalued.append(words)
        for words in unvalued:
            self._views[width][words] |= self._views[width].dtype.type(_repeated(VALUED, width))
        result: Places = places
        return result

    def _legal(self, section: MemorySection, size: int, alignment: int) -> Places | None:
        """Return the places of accesses that are all legal, with their flags in `_seen`; None if this is in doubt."""
        self._seen = None
        addresses, layout, space = section.addresses, self.layout, section.space
        if size not in self._views or not len(addresses) or np.bitwise_or.reduce(addresses) & np.uint64(alignment - 1):
            return None
        if space == "global":
            offsets = addresses - np.uint64(GLOBAL_BASE)
            if offsets.max() >= layout.global_size:
                return None
            places = offsets.view(np.int64) + self.global_start
        elif space in ("shared", "shared::cta", "local") and addresses.max() < (
            layout.local_row if space == "local" else layout.shared_row
        ):
            slots = self._slots_of(section)
            if space == "local":
                places = addresses.view(np.int64) + (slots * layout.local_row + self.local_start)
            else:
                if self._shared_rows is None:
                    self._shared_rows = self._threads.cta * layout.shared_row + self.shared_start
                places = addresses.view(np.int64) + self._shared_rows[slots]
        else:
            return None
        flags = self._views[size][places >> (size.bit_length() - 1)]
        common = int(np.bitwise_and.reduce(flags))
        if not _has(common, ALLOCATED, size):
            return None
        self._seen = section, size, common, flags
        legal: Places = places
        return legal

    def _slots_of(self, section: MemorySection) -> Slots:
        """Return the slots of the threads of a section; their numbers ascend, so that all threads need no gather."""
        threads = section.threads
        return self.slots if len(threads) == len(self.slots) else self.slots[threads]

    def places(self, section: MemorySection, bits: int) -> Places:
        """Return the positions of values of `bits` bits among all such values of memory."""
        size = bits // 8
        starts: Places = self.starts(section, size, size)
        return starts // size

    def places_of(self, space: str, addresses: Bits, slots: Slots) -> tuple[Places, NDArray[np.bool_]]:
        """Return the place of each address, 0 for one outside of its state space, and True for those inside."""
        layout = self.layout
        if space == "global":
            offsets, start, size = addresses - np.uint64(GLOBAL_BASE), self.global_start, layout.global_size
            parameters = addresses >> np.uint64(CTA_BITS) == PARAMETER_BASE >> CTA_BITS
            if parameters.any():
                result, inside = self.places_of(space="param", addresses=addresses & _LOW, slots=slots)
                others, rest = self._within(offsets, start, size)
                return np.where(parameters, result, others), np.where(parameters, inside, rest)
            return self._within(offsets, start, size)
        if space == "const":
            return self._within(addresses, self.const_start, layout.const_size)
        if space.startswith("param"):
            in_frame = addresses >= LOCAL_PARAMETERS
            if not in_frame.any():
                return self._within(addresses, self.parameter_start, layout.parameter_size)
            return self.places_of("local", addresses - np.uint64(LOCAL_PARAMETERS), slots)
        if space == "local":
            places, inside = self._within(addresses, self.local_start, layout.local_row)
            return np.where(inside, places + slots * layout.local_row, 0), inside
        ranks = addresses >> np.uint64(CTA_BITS) & np.uint64(0xFF)
        ctas = self._threads.cta[slots]
        if ranks.any():
            peers = self._threads.peer(slots, ranks)
            # A plain address of shared memory is one of the CTA; rank 0 is also how descriptors write it.
            ctas = peers if space == CLUSTER else np.where(ranks == 0, ctas, peers)
        elif space == CLUSTER and self._threads.rank[slots].any():
            ctas = self._threads.peer(slots, ranks)
        places, inside = self._within(addresses & _LOW, self.shared_start, layout.shared_row)
        inside &= ctas >= 0
        return np.where(inside, places + ctas * layout.shared_row, 0), inside

    def _within(self, offsets: Bits, start: int, size: int) -> tuple[Places, NDArray[np.bool_]]:
        inside = offsets < np.uint64(size)
        if inside.all():
            return offsets.astype(np.int64) + start, inside
        return np.where(inside, offsets, 0).astype(np.int64) + np.where(inside, start, 0), inside

    def _flagged(self, places: Places, size: int, flag: int) -> NDArray[np.bool_]:
        """Return True for each access all of whose bytes have a flag."""
        if size in self._views and not (places & (size - 1)).any():
            view = self._views[size]
            mask = view.dtype.type(_repeated(flag, size))
            flagged: NDArray[np.bool_] = (view[places // size if size > 1 else places] & mask) == mask
            return flagged
        if size and size % 8 == 0 and not (places & 7).any():
            words = self._views[8][(places >> 3)[:, None] + np.arange(size // 8)]
            mask = np.uint64(_repeated(flag, 8))
            return np.asarray(((words & mask) == mask).all(axis=1))
        return np.asarray((self.flags[places[:, None] + np.arange(size)] & flag != 0).all(axis=1))

    def copy_problem(self, section: MemorySection, starts: Places, size: int, *, written: bool) -> str:
        """Check flags of a legal access: read-only memory, and asynchronous operations that are not complete."""
        seen, self._seen = self._seen, None
        if seen is not None and seen[0] is section and seen[1] == size:
            _, _, common, flags = seen
            some = int(np.bitwise_or.reduce(flags))
            valued = _has(common, VALUED, size)
            if written:
                plain = _has(common, WRITABLE, size) and not some & _repeated(INCOMING | OUTGOING | MBARRIER, size)
                plain = plain and (valued or self.unvalued is None or not self.access.read)
            else:
                plain = (valued or self.unvalued is None) and not some & _repeated(INCOMING, size)
            if plain:
                self.faults.accessed(starts, self._slots_of(section), size, written, section)
                if written and not valued:
                    self._mark(starts, size)
                return ""
        slots = self.slots[section.threads]
        flat = starts.ravel()
        if len(flat) != len(slots):
            slots = np.repeat(slots, len(flat) // max(len(slots), 1))
        if written:
            read_only = ~self._flagged(flat, size, WRITABLE)
            if read_only.any():
                first = int(np.flatnonzero(read_only)[0])
                name = self.name_at(int(flat[first])) or _named(section.space)
                hint = "store to a variable of global, shared or local memory instead"
                self.faults.fault("read-only-memory", f"store to {name}, which is read-only", int(slots[first]), hint)
                flat[read_only] = 0
        self.check_pending(section, flat, size, written=written)
        self.faults.accessed(flat, slots, size, written, section)
        reads = not written or (self.access is not None and self.access.read)
        if reads and self.unvalued is not None and flat.ndim == 1 and len(flat) == len(section.threads):
            missing = ~self._flagged(flat, size, VALUED)
            if missing.any():
                self.unvalued.append((self.access, section.threads[missing], flat[missing], size))
        if written:
            self._mark(flat, size)
        return ""

    def check_pending(self, section: MemorySection, starts: Places, size: int, *, written: bool) -> None:
        """Report accesses to bytes that an asynchronous operation has not written, or not read, yet."""
        if written and (overwrites := self._any_flagged(starts, size, MBARRIER)).any():
            first = int(np.flatnonzero(overwrites)[0])
            slots = self.slots[section.threads]
            if self.faults.overwritten(int(slots[first] if len(slots) == len(starts) else slots[0])):
                # The store ends the mbarrier object.
                self.flags[(starts[:, None] + np.arange(size)).ravel()] &= ~np.uint8(MBARRIER)
        for flag, verb in ((INCOMING, "written"), (OUTGOING, "read")):
            if flag == OUTGOING and not written:
                continue
            early = self._any_flagged(starts, size, flag)
            if early.any():
                first = int(np.flatnonzero(early)[0])
                slots = self.slots[section.threads]
                slot = int(slots[first] if len(slots) == len(starts) else slots[0])
                self.faults.early(int(starts[first]), size, slot, verb)

    def _any_flagged(self, places: Places, size: int, flag: int) -> NDArray[np.bool_]:
        """Return True for each access one of whose bytes has a flag."""
        if size in self._views and not (places & (size - 1)).any():
            view = self._views[size]
            mask = view.dtype.type(_repeated(flag, size))
            flagged: NDArray[np.bool_] = (view[places // size if size > 1 else places] & mask) != 0
            return flagged
        return np.asarray((self.flags[places[:, None] + np.arange(size)] & flag != 0).any(axis=1))

    def _mark(self, places: Places, size: int) -> None:
        """Note that bytes have a value."""
        if size in self._views and not (places & (size - 1)).any():
            view = self._views[size]
            index = places // size if size > 1 else places
            view[index] |= view.dtype.type(_repeated(VALUED, size))
            return
        self.flags[places[:, None] + np.arange(size)] |= VALUED

    def locate(self, address: int, slot: int, size: int) -> int | None:
        """Return the place of bytes at a generic address of one thread; None if they are not allocated."""
        self.slots = np.array([slot])
        addresses = np.array([address], np.uint64)
        (section,) = self.sections("generic", "", addresses, np.zeros(1, np.intp))
        places, inside = self.places_of(section.space, section.addresses, self.slots)
        return int(places[0]) if inside[0] and self._flagged(places, size, ALLOCATED)[0] else None

    def locate_access(self, access: MemoryAccess, base: int, slot: int) -> int | None:
        """Return the place that an access of one thread means; None if it is not one of memory."""
        self.slots = np.array([slot])
        addresses = np.array([base + access.offset & (1 << 64) - 1], np.uint64)
        (section,) = self.sections(access.space, "", addresses, np.zeros(1, np.intp))
        places, inside = self.places_of(section.space, section.addresses, self.slots)
        return int(places[0]) if inside[0] else None

    def load_shared(self, cta: int, offsets: Places) -> Bits:
        """Return bytes of the shared memory of a CTA, which must belong to variables."""
        data, start = super().load_shared(cta, offsets), self.shared_start + cta * self.layout.shared_row
        outside = offsets[self.flags[start + offsets] & ALLOCATED == 0]
        if outside.size:
            first = int(outside.flat[0])
            _, message, _ = self._describe("shared", first, 1, start + first)
            raise memory_error(f"a matrix descriptor: {message}", "out-of-bounds")
        if self.probed is not None:
            self.probed.append(start + offsets.ravel())
        return data

    def shared(self, cta: int) -> Bits:
        """Return the bytes of the shared memory of a CTA."""
        start = self.shared_start + cta * self.layout.shared_row
        return self.bytes[start : start + self.layout.shared_row]

    # --- messages ---

    def allocation_at(self, place: int) -> Allocation | None:
        """Return the allocation that contains a place."""
        for space in ("global", "const", "param::entry", "shared"):
            start = self._start(space) if space != "shared" else self.shared_start
            sizes = {"global": self.layout.global_size, "const": self.layout.const_size}
            sizes |= {"param::entry": self.layout.parameter_size, "shared": self.layout.shared_row * self.layout.ctas}
            if not start <= place < start + sizes[space]:
                continue
            offset = (place - start) % self.layout.shared_row if space == "shared" else place
            for allocation in self.allocations.get(space, []):
                if allocation.place <= offset < allocation.place + max(allocation.size, 1):
                    return allocation
        return None

    def name_at(self, place: int) -> str:
        """Return the name of the allocation at a place; empty if there is none."""
        allocation = self.allocation_at(place)
        return allocation.name if allocation else ""

    def _describe(self, space: str, address: int, size: int, place: int | None, slot: int = 0) -> tuple[str, str, str]:
        """Return code, message and hint for an access outside of every allocation."""
        wide = f"{size} byte{'s' if size != 1 else ''} at {address:#x} in {_named(space)}"
        if space == "global" and address >> 32 in {base >> 32 for base in DEFAULTS.values()}:
            other = next(name for name, base in DEFAULTS.items() if base >> 32 == address >> 32)
            hint = f"use generic addressing, or cvta.to.{other}"
            return "wrong-space", f"access of {wide}: the address points into {other} memory", hint
        for suspect, message in self.suspects.items():
            if suspect <= address < suspect + NEAR:
                return "wrong-space", f"access of {wide}: {message}", "convert with cvta.to of the state space it is in"
        key = {"param": "param::entry"}.get(space, "shared" if space.startswith("shared") else space)
        offset = address & int(_LOW) if key == "shared" else address
        known = self.allocations.get(key, []) if key != "local" else self.faults.local_variables(slot)
        nearest = min(
            known,
            key=lambda allocation: max(
                allocation.address - offset, offset + size - allocation.address - allocation.size
            ),
            default=None,
        )
        if space == "global" and address < 1 << 16:
            return "out-of-bounds", f"access of {wide}: the address is null or near it", "check the pointer"
        if place is not None and place < len(self.flags) and self.flags[place] & FREED and nearest is not None:
            return (
                "use-after-free",
                f"access of {wide}: {nearest.name} was freed at line {nearest.freed_at}",
                "free it after the last access",
            )
        if key == "shared" and place is None and offset < self.layout.shared_row:
            rank = address >> CTA_BITS & 0xFF
            return (
                "out-of-bounds",
                f"access of {wide}: the cluster has no CTA of rank {rank}",
                "use a rank below %cluster_nctarank",
            )
        if nearest is None:
            return "out-of-bounds", f"access of {wide}: no variable is there", "declare a variable for it"
        if offset + size > nearest.address + nearest.size:
            distance = f"{offset + size - nearest.address - nearest.size} bytes after the end of"
        else:
            distance = f"{nearest.address - offset} bytes before the start of"
        message = f"access of {wide}: {distance} {nearest.name} ({nearest.size} bytes)"
        return "out-of-bounds", message, "compare the index with the number of elements"


_SPACES = ("global", CLUSTER, "local", "const", "param")
"""State spaces of generic addresses; all but the first have a window."""
_LOW = np.uint64(WINDOW - 1)
"""Mask of the offset in a window."""
_LOW_OF_CLUSTER = np.uint64(0xFFFFFFFF)
"""Mask of an address of shared memory, which has the rank of the CTA in bits 24 to 31."""
_LOWEST = min(DEFAULTS.values()) >> 32
_HIGHEST = max(DEFAULTS.values()) >> 32
LOWEST_WINDOW = min(DEFAULTS.values())
"""First address of the windows of generic addresses; lower ones are in global memory."""


@cache
def _repeated(flag: int, size: int) -> int:
    """Return a flag in each of some bytes, as a number."""
    return int.from_bytes(bytes([flag]) * size, "little")


def _has(flags: int, flag: int, size: int) -> bool:
    """Return True if each of some bytes has a flag."""
    mask = _repeated(flag, size)
    return flags & mask == mask


def _aligned(size: int) -> Bits:
    """Return zeros whose first byte is aligned to 256 bytes."""
    raw = np.zeros(size + 256, np.uint8)
    start = -raw.ctypes.data % 256
    aligned: Bits = raw[start : start + size]
    return aligned


def _named(space: str) -> str:
    space = space.partition("::")[0]
    return {"param": "parameter memory"}.get(space, f"{space} memory")
