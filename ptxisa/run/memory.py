"""Byte-addressed memory: an array of bytes for each state space or variable, and the windows of generic addresses.

An array of one dimension is shared by all threads; one of two dimensions has a row for each thread, or in shared memory
of a launch with a shape a row for each CTA. Values are stored with the lowest byte first. See sections 5.1 and 6.4.1 of
the manual.

The windows are those of an H200. Generic addresses of shared memory share their upper 32 bits; of the lower ones, bits
24 to 31 are the rank of the CTA in its cluster, the others the offset. Local, constant and parameter memory have
windows that begin at a base. Every other address points into global memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy as shallow_copy
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.check.operands import GENERIC
from ptxisa.numbers.patterns import QUAD, Bits, dtype_of
from ptxisa.objects.tensor_memory import TensorMemory, TensorMemoryError
from ptxisa.run.errors import memory_error, no_memory
from ptxisa.run.launch import Launch

TENSOR = "tensor"
"""Name of tensor memory."""
CLUSTER = "shared::cluster"
Places = NDArray[np.int64]
Threads = NDArray[np.intp]

SHARED_BITS = 32
CTA_BITS = 24
WINDOW = 1 << CTA_BITS
"""Bytes of the window of local, constant or parameter memory, and of the shared memory of one CTA."""
DEFAULTS = {"shared": 0x7F0000000000, "local": 0x7E0000000000, "const": 0x7D0000000000, "param": 0x7C0000000000}
"""Base addresses of the windows, unless ``memory["generic"]`` has others."""
_OFFSET = np.uint64(WINDOW - 1)
"""Bits of an address of shared memory that are the offset in the memory of one CTA."""
_RANK = np.uint64(0xFF)
"""Bits of the rank of a CTA: a cluster has at most 16 CTAs, and an H200 has eight bits for them."""


class MemorySection(NamedTuple):
    """Accesses of some threads to one array.

    `space` names the state space, `array` has its bytes. For each access `addresses` has the byte address in the array
    or in its row, `threads` the thread, and `rows` the row of an array of two dimensions.
    """

    space: str
    array: Bits
    addresses: Bits
    threads: Threads
    rows: Threads


class Windows(NamedTuple):
    """Base address of each window of the generic address space."""

    shared: int
    local: int
    const: int
    param: int

    def base(self, space: str) -> np.uint64:
        """Return the base address of a state space; 0 for global memory. A suffix after ``::`` is ignored."""
        bases: dict[str, int] = self._asdict()
        base: np.uint64 = np.uint64(bases.get(without_suffix(space), 0))
        return base

    def contains(self, space: str, addresses: Any) -> Any:
        """Return True for addresses in the window of a state space; global memory has all other addresses."""
        if space == "global":
            return ~np.logical_or.reduce([self.contains(window, addresses) for window in self._fields])
        shift = np.uint64(SHARED_BITS if without_suffix(space) == "shared" else CTA_BITS)
        return addresses >> shift == self.base(space) >> shift

    def generic(self, space: str, addresses: Any) -> Any:
        """Convert addresses of a state space to generic addresses."""
        if without_suffix(space) == "shared":
            return self.base(space) | addresses & np.uint64((1 << SHARED_BITS) - 1)
        return addresses + self.base(space)

    def offset(self, space: str, addresses: Any) -> Any:
        """Convert generic addresses to addresses of a state space."""
        if without_suffix(space) == "shared":
            return addresses & np.uint64((1 << SHARED_BITS) - 1)
        return addresses - self.base(space)


def windows(bases: Mapping[str, Any] | None = None) -> Windows:
    """Return the windows, some of them with other base addresses; raise `PtxError` for illegal bases."""
    bases = {**DEFAULTS, **(bases or {})}
    if not set(bases) <= set(DEFAULTS):
        name = sorted(set(map(str, bases)) - set(DEFAULTS))[0]
        raise memory_error(f"no window of generic addresses is called {name[:60]!r}; they are {', '.join(DEFAULTS)}")
    for name, base in bases.items():
        if isinstance(base, bool) or not isinstance(base, (int, np.integer)):
            raise memory_error(f"the window of {name} memory begins at a number, not at {str(base)[:60]!r}")
        size = 1 << (SHARED_BITS if name == "shared" else CTA_BITS)
        if not 0 < base < 1 << 64 or base % size:
            raise memory_error(f"the window of {name} memory begins at a multiple of {size:#x}, not at {base:#x}")
    result = Windows(**{name: int(base) for name, base in bases.items()})
    if len({base >> SHARED_BITS for base in result}) < len(result):
        raise memory_error("windows of generic addresses must differ in their upper 32 bits")
    return result


class PendingCopy(NamedTuple):
    """Asynchronous copies of one statement, one for each of its threads.

    Attributes:
        threads: Numbers of the threads.
        source: Array of bytes that is read.
        source_places: First byte that each thread reads, in the flat array.
        destination: Array of bytes that is written.
        places: First byte that each thread writes, in the flat array.
        size: Bytes that are written.
        taken: Bytes that each thread reads; the others are written as zeros.
        group: Number of the group of each thread; -1 before it is committed.
        left: True for copies that are still to be made.
    """

    threads: Threads
    source: Any
    source_places: Places
    destination: Any
    places: Places
    size: int
    taken: Places
    group: Places
    left: NDArray[np.bool_]

    def complete(self, chosen: NDArray[np.bool_]) -> None:
        """Make the chosen copies that are left."""
        now = self.left & chosen
        index = np.arange(self.size)
        inside = index < self.taken[now][:, None]
        data = np.zeros(inside.shape, np.uint8)
        data[inside] = self.source.ravel()[(self.source_places[now][:, None] + index)[inside]]
        self.destination.ravel()[self.places[now][:, None] + index] = data
        self.left[now] = False


class Memory:
    """Arrays of bytes by the name of a state space, such as ``global``, or of a variable; and tensor memory.

    Args:
        arrays: NumPy arrays by name, which are read and written in place; the value of ``tensor`` is the tensor memory
            of each CTA, and a mapping under ``generic`` has base addresses of windows.
        launch: Shape of the launch.

    Attributes:
        pending: Asynchronous copies that are not complete, in the order of their statements.

    Raises:
        PtxError: An array cannot be used as memory (code ``memory-access``).
    """

    def __init__(self, arrays: Mapping[str, Any], launch: Launch) -> None:
        self.launch = launch
        arrays = dict(arrays)
        bases = arrays.pop(GENERIC) if isinstance(arrays.get(GENERIC), Mapping) else None
        self.windows = windows(bases)
        self.tensors: list[TensorMemory] = []
        if TENSOR in arrays:
            tensors = arrays.pop(TENSOR)
            several = isinstance(tensors, (list, tuple)) or (isinstance(tensors, np.ndarray) and tensors.ndim == 3)
            tensors = list(tensors) if several else [tensors]
            if len(tensors) != launch.ctas:
                counts = f"it is given for {len(tensors)}, and {launch.ctas} are executed"
                raise memory_error(f"tensor memory is that of one CTA; {counts}")
            try:
                self.tensors = [item if isinstance(item, TensorMemory) else TensorMemory(item) for item in tensors]
            except TensorMemoryError as error:
                raise memory_error(str(error)) from None
        self.arrays = {name: _bytes(name, array) for name, array in arrays.items()}
        self.pending: list[PendingCopy] = []
        self._by_cta: frozenset[str] = frozenset()

    def with_arrays(self, arrays: Mapping[str, Any], by_cta: frozenset[str]) -> Memory:
        """Return the same memory with arrays of variables in addition; those of `by_cta` have a row for each CTA."""
        memory = shallow_copy(self)
        memory.arrays = {**self.arrays, **arrays}
        memory._by_cta = self._by_cta | by_cta
        return memory

    # --- which array ---

    def array(self, space: str, variable: str) -> Bits:
        """Return the bytes of a variable, or of a state space if `variable` is empty."""
        if variable:
            if variable in self.arrays:
                return self.arrays[variable]
            message = f"no value is given for register {variable}, and no memory for a variable of that name"
            raise memory_error(message)
        # Generic addresses point into global memory unless an array is given for them; `shared::cta` is in `shared`.
        for name in (space, "global" if space == GENERIC else without_suffix(space)):
            if name in self.arrays:
                return self.arrays[name]
        raise no_memory(space, f"memory={{{space!r}: array of bytes}}")

    def tensor(self, cta: int) -> TensorMemory:
        """Return the tensor memory of a CTA; raise `PtxError` if none is given."""
        if not self.tensors:
            raise no_memory("tensor", 'memory={"tensor": np.zeros((128, 512), np.uint32)}')
        return self.tensors[cta]

    def load_shared(self, cta: int, offsets: NDArray[np.int64]) -> Bits:
        """Return bytes of the shared memory of a CTA; raise `PtxError` if one is outside of it."""
        array = self.shared(cta)
        if offsets.size and (offsets.min() < 0 or offsets.max() >= len(array)):
            last = int(offsets.max()) + 1
            message = f"a matrix in shared memory ends at byte {last}, outside of {len(array)} bytes"
            raise memory_error(message, "out-of-bounds")
        loaded: Bits = array[offsets]
        return loaded

    def shared(self, cta: int) -> Bits:
        """Return the bytes of the shared memory of a CTA."""
        array = self.array("shared::cta", "")
        if array.ndim == 1:
            return array
        if not self.launch.named:
            raise memory_error("shared memory that matrix descriptors point to must have one dimension")
        if cta >= len(array):
            raise memory_error(f"memory has {len(array)} rows, one a CTA; CTA {cta} has none")
        row: Bits = array[cta]
        return row

    def sections(self, space: str, variable: str, addresses: Bits, threads: Threads) -> Iterator[MemorySection]:
        """Divide the accesses of some threads by the array that each address points into.

        Args:
            space: State space of the addresses; generic addresses are divided by their windows.
            variable: Variable that the addresses count from; an empty string for the start of the state space.
            addresses: Byte address of each thread, as uint64.
            threads: Numbers of the threads.
        """
        if variable or space != GENERIC or GENERIC in self.arrays:
            yield self._section(space, variable, addresses, threads)
            return
        for window in ("global", *self.windows._fields):
            chosen = np.flatnonzero(self.windows.contains(window, addresses))
            # Without threads, one empty section: callers expect at least one, and missing memory is an error anyway.
            if len(chosen) or (window == "global" and not len(threads)):
                offsets = self.windows.offset(window, addresses[chosen])
                pointed = CLUSTER if window == "shared" else window
                yield self._section(pointed, "", offsets, threads[chosen])

    def in_shared(self, addresses: Bits) -> Bits:
        """Convert generic addresses in the window of shared memory; others are addresses of shared memory already."""
        inside = self.windows.contains("shared", addresses)
        converted: Bits = np.where(inside, self.windows.offset("shared", addresses), addresses)
        return converted

    def _section(self, space: str, variable: str, addresses: Bits, threads: Threads) -> MemorySection:
        array, rows = self.array(space, variable), threads
        if variable in self._by_cta:
            rows = self.launch.cta()[threads]
        elif without_suffix(space) == "shared" and not variable and array.ndim == 2 and self.launch.named:
            rows = self._peers(addresses, threads) if space == CLUSTER else self.launch.cta()[threads]
            addresses = addresses & _OFFSET
        return MemorySection(space, array, addresses, threads, rows)

    def _peers(self, addresses: Bits, threads: Threads) -> Threads:
        """Return the CTAs to whose shared memory the addresses point, by their ranks in the clusters of the threads."""
        launch, ranks = self.launch, (addresses >> np.uint64(CTA_BITS) & _RANK).astype(np.intp)
        clusters, own = launch.cluster_number(), launch.rank()
        size = int(own.max()) + 1
        if (ranks >= size).any():
            first = int(np.flatnonzero(ranks >= size)[0])
            raise memory_error(f"thread {threads[first]}: its cluster has no CTA of rank {ranks[first]}")
        table = np.empty((int(clusters.max()) + 1, size), np.intp)
        table[clusters, own] = np.arange(launch.ctas)
        peers: Threads = table[clusters[launch.cta()[threads]], ranks]
        return peers

    # --- where in the array ---

    def places(self, section: MemorySection, bits: int) -> Places:
        """Return the positions of the values of `bits` bits that some threads access; see `cells`.

        Raises:
            PtxError: A value is outside of the array, or between two values (code ``memory-access``).
        """
        size, room = bits // 8, section.array.shape[-1]
        starts = self.starts(section, size, size)
        if section.array.ndim == 2 and room % size:
            raise memory_error(f"rows of memory of {room} bytes do not hold whole values of {size}")
        return starts // size

    def starts(self, section: MemorySection, size: int, alignment: int) -> Places:
        """Return where `size` bytes at each address begin in the flat array; they must be inside and aligned."""
        array, addresses, threads, rows = section.array, section.addresses, section.threads, section.rows
        room = array.shape[-1]
        # The sum of an unsigned address and a size could wrap around; the difference cannot.
        outside = addresses > max(room - size, -1) if room >= size else np.ones(len(addresses), bool)
        if outside.any():
            first = int(np.flatnonzero(outside)[0])
            if addresses[first] < room:
                message = f"{size} bytes at address {addresses[first]:#x} end beyond the {room} bytes of memory"
                raise memory_error(f"thread {threads[first]}: {message}")
            raise memory_error(f"thread {threads[first]}: address {addresses[first]:#x} is outside of {room} bytes")
        require_alignment(section, alignment)
        if array.ndim == 2 and len(rows) and (last := int(rows.max())) >= len(array):
            owner = "thread" if rows is threads else "CTA"
            raise memory_error(f"memory has {len(array)} rows, one a {owner}; {owner} {last} has none")
        starts: Places = addresses.astype(np.int64)
        if array.ndim == 2:
            starts += rows * room
        return starts

    # --- asynchronous copies ---

    def copy_problem(self, section: MemorySection, starts: Places, size: int, *, written: bool) -> str:
        """Return what is undefined about an access because a copy is pending; an empty string if nothing is.

        Until a copy is complete, its destination must not be accessed and its source must not be written.

        Args:
            section: Array, and the thread of each access.
            starts: First byte of each access in the flat array.
            size: Bytes of an access.
            written: True if the access writes.
        """
        for copy in self.pending:
            index, left = np.arange(copy.size), copy.left
            ranges = [(copy.destination, (copy.places[left][:, None] + index).ravel(), "written")]
            if written:
                inside = index < copy.taken[left][:, None]
                ranges.append((copy.source, (copy.source_places[left][:, None] + index)[inside], "read"))
            for array, places, done in ranges:
                if array is not section.array:
                    continue
                # Marks of bytes take time in proportion to the memory; comparing ranges, to accesses times copies.
                marked = np.zeros(array.size, bool)
                marked[places] = True
                hits = np.flatnonzero(marked[starts.ravel()[:, None] + np.arange(size)].any(axis=1))
                if len(hits):
                    thread, address = section.threads[hits[0]], section.addresses[hits[0]]
                    return f"thread {thread} accesses {address:#x}, which an asynchronous copy has not {done} yet"
        return ""


def require_alignment(section: MemorySection, size: int) -> None:
    """Raise `PtxError` at the first address of a section that is not aligned to `size` bytes."""
    misaligned = np.flatnonzero(section.addresses % np.uint64(size) != 0)
    if len(misaligned):
        first = int(misaligned[0])
        address = f"address {section.addresses[first]:#x} is not aligned to {size} bytes"
        raise memory_error(f"thread {section.threads[first]}: {address}")


def _bytes(name: str, array: Any) -> Bits:
    """Return the bytes of an array that a caller gave, as a view, so that the caller sees what is written."""
    usable = isinstance(array, np.ndarray) and (array.dtype.kind in "uif" or array.dtype == QUAD)
    if not usable or array.ndim not in (1, 2):
        raise memory_error(f"memory {name} must be a NumPy array of numbers: one dimension, or a row for each thread")
    if not array.dtype.isnative:
        raise memory_error(f"memory {name} has swapped bytes; PTX memory is little-endian (use .astype)")
    if not array.flags.c_contiguous:
        raise memory_error(f"memory {name} must be contiguous (use np.ascontiguousarray)")
    if not array.flags.writeable:
        raise memory_error(f"memory {name} is read-only; statements may write to it (use .copy())")
    view: Bits = array.view(np.uint8)
    return view


def without_suffix(space: str) -> str:
    """Return a state space without a suffix such as ``::cta``."""
    return space.partition("::")[0]


def cells(array: Bits, bits: int) -> Bits:
    """Return the bytes of an array as values of `bits` bits; an incomplete value at the end is left out."""
    flat = array.reshape(-1)
    values: Bits = flat[: len(flat) // (bits // 8) * (bits // 8)].view(dtype_of(bits))
    return values


def turns(places: Places) -> tuple[Threads, Threads]:
    """Return the accesses sorted by place and then by number, and for each the count of earlier ones to its place."""
    order = np.argsort(places, kind="stable")
    ordered = places[order]
    first = np.r_[True, ordered[1:] != ordered[:-1]][: len(places)]
    numbers = np.arange(len(places))
    return order, numbers - np.maximum.accumulate(np.where(first, numbers, 0))


def rounds(places: Places) -> Iterator[Threads]:
    """Divide accesses into as few groups as possible without two accesses to the same place.

    Accesses to one place are in successive groups, in their order: n accesses to one place are n groups, and n accesses
    to different places are one group.
    """
    order, turn = turns(places)
    by_turn = order[np.argsort(turn, kind="stable")]  # Stable, so that threads keep their order within a round.
    yield from np.split(by_turn, np.cumsum(np.bincount(turn))[:-1]) if len(places) else ()
