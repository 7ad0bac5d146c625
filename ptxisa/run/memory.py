"""Byte-addressed memory for statements that load, store and combine: arrays of bytes by state space or variable.

An array of one dimension is shared by all threads; one of two dimensions has a row for each thread. Values lie in
memory with the lowest byte first. See sections 5.1 and 6.4.1 of the manual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.check.addresses import GENERIC
from ptxisa.numbers.patterns import QUAD, Bits, dtype_of
from ptxisa.objects.tensor_memory import TensorMemory, TensorMemoryError
from ptxisa.run.launch import Launch
from ptxisa.run.windows import CTA_BITS, is_mapping, whole, windows

TENSOR = "tensor"
"""The name of tensor memory."""
Places = NDArray[np.int64]
Threads = NDArray[np.intp]
Fail = Callable[[str], Exception]
CLUSTER = "shared::cluster"
_OF_CTAS = 3
"""Dimensions of an array that is the tensor memory of several CTAs."""
_OFFSET = np.uint64((1 << CTA_BITS) - 1)


class Section(NamedTuple):
    """Accesses of some threads to one array: `chosen` counts them in the list of threads, `rows` are those they use."""

    space: str
    array: Bits
    addresses: Bits
    threads: Threads
    rows: Threads
    chosen: Threads


class Memory:
    """Arrays by name: of a state space, such as ``global``, for addresses in registers, or of a variable."""

    def __init__(self, arrays: Mapping[str, Any], fail: Fail, launch: Launch) -> None:
        self.fail, self.launch = fail, launch
        generic = arrays.get(GENERIC)
        self.windows = windows(generic if is_mapping(generic) else None)
        self.tensors = self._tensors(arrays[TENSOR]) if TENSOR in arrays else []
        special = {TENSOR, *([GENERIC] if is_mapping(generic) else [])}
        given = {name: array for name, array in arrays.items() if name not in special}
        self.arrays = {name: self._bytes(name, array) for name, array in given.items()}

    def sections(self, space: str, variable: str, addresses: Bits, threads: Threads) -> Iterator[Section]:
        """The accesses of some threads, by the memory that each address points to."""
        every = np.arange(len(threads))
        if variable or space != GENERIC or GENERIC in self.arrays:
            yield self._section(space, variable, addresses, threads, every)
            return
        for one in ("global", *self.windows._fields):
            chosen = np.flatnonzero(self.windows.contains(one, addresses))
            if len(chosen) or (one == "global" and not len(threads)):
                offsets = self.windows.offset(one, addresses[chosen])
                pointed = CLUSTER if one == "shared" else one
                yield self._section(pointed, "", offsets, threads[chosen], chosen)

    def in_shared(self, addresses: Bits) -> Bits:
        """Addresses of what must lie in shared memory: generic ones as addresses of its window, others as they are."""
        inside = self.windows.contains("shared", addresses)
        found: Bits = np.where(inside, self.windows.offset("shared", addresses), addresses)
        return found

    def _section(self, space: str, variable: str, addresses: Bits, threads: Threads, chosen: Threads) -> Section:
        array = self.array(space, variable)
        rows = threads
        if whole(space) == "shared" and not variable and array.ndim == 2 and self.launch.named:
            rows = self._ctas(addresses, threads) if space == CLUSTER else self.launch.cta()[threads]
            addresses = addresses & _OFFSET
        return Section(space, array, addresses, threads, rows, chosen)

    def _ctas(self, addresses: Bits, threads: Threads) -> Threads:
        """The CTAs whose shared memory the addresses name by rank, in the clusters of the threads."""
        launch, ranks = self.launch, (addresses >> np.uint64(CTA_BITS) & np.uint64(0xFF)).astype(np.intp)
        clusters, own = launch.cluster_number(), launch.rank()
        size = int(own.max()) + 1
        if (ranks >= size).any():
            first = int(np.flatnonzero(ranks >= size)[0])
            raise self.fail(f"thread {threads[first]}: its cluster has no CTA of rank {ranks[first]}")
        table = np.empty((int(clusters.max()) + 1, size), np.intp)
        table[clusters, own] = np.arange(launch.ctas)
        found: Threads = table[clusters[launch.cta()[threads]], ranks]
        return found

    def _tensors(self, given: Any) -> list[TensorMemory]:
        """The tensor memory of each CTA, as such or as arrays of words."""
        several = isinstance(given, (list, tuple)) or (isinstance(given, np.ndarray) and given.ndim == _OF_CTAS)
        every = list(given) if several else [given]
        if len(every) != self.launch.ctas:
            raise self.fail(
                f"tensor memory is that of one CTA; it is given for {len(every)}, and {self.launch.ctas} are executed"
            )
        try:
            return [one if isinstance(one, TensorMemory) else TensorMemory(one) for one in every]
        except TensorMemoryError as error:
            raise self.fail(str(error)) from None

    def tensor(self, cta: int) -> TensorMemory:
        """The tensor memory of a CTA; fails if none is given."""
        if not self.tensors:
            raise self.fail('no memory is given for tensor: memory={"tensor": np.zeros((128, 512), np.uint32)}')
        return self.tensors[cta]

    def shared(self, cta: int) -> Bits:
        """The bytes of the shared memory of a CTA."""
        array = self.array("shared::cta", "")
        if array.ndim == 1:
            return array
        if not self.launch.named:
            raise self.fail("shared memory that matrix descriptors point to must have one dimension")
        if cta >= len(array):
            raise self.fail(f"memory has {len(array)} rows, one a CTA; CTA {cta} has none")
        row: Bits = array[cta]
        return row

    def _bytes(self, name: str, array: Any) -> Bits:
        """An array as bytes, of which what is written shows in the array that was given."""
        known = isinstance(array, np.ndarray) and (array.dtype.kind in "uif" or array.dtype == QUAD)
        if not known or array.ndim not in (1, 2):
            raise self.fail(f"memory {name} must be a NumPy array of numbers: one dimension, or a row for each thread")
        if not array.dtype.isnative:
            raise self.fail(f"memory {name} has swapped bytes; PTX memory is little-endian (use .astype)")
        if not array.flags.c_contiguous:
            raise self.fail(f"memory {name} must be contiguous (use np.ascontiguousarray)")
        if not array.flags.writeable:
            raise self.fail(f"memory {name} is read-only; statements may write to it (use .copy())")
        found: Bits = array.view(np.uint8)
        return found

    def array(self, space: str, variable: str) -> Bits:
        """The bytes that an address is about."""
        names = [variable] if variable else list(_spaces(space))
        found = next((self.arrays[name] for name in names if name in self.arrays), None)
        if found is None and variable:
            raise self.fail(f"no value is given for register {variable}, and no memory for a variable of that name")
        if found is None:
            raise self.fail(f"no memory is given for {space}: memory={{{space!r}: array of bytes}}")
        return found

    def places(self, section: Section, bits: int) -> Places:
        """Which values of `bits` bits of the array lie at the addresses of some threads; they must be aligned."""
        size, room = bits // 8, section.array.shape[-1]
        starts = self.starts(section, size, size)
        if section.array.ndim == 2 and room % size:
            raise self.fail(f"rows of memory of {room} bytes do not hold whole values of {size}")
        return starts // size

    def starts(self, section: Section, size: int, alignment: int) -> Places:
        """Where `size` bytes at each address begin in the flat array; they must lie in it and be aligned."""
        array, addresses, threads, rows = section.array, section.addresses, section.threads, section.rows
        room = array.shape[-1]
        outside = addresses > max(room - size, -1) if room >= size else np.ones(len(addresses), bool)
        if outside.any():
            first = int(np.flatnonzero(outside)[0])
            raise self.fail(f"thread {threads[first]}: address {addresses[first]:#x} is outside of {room} bytes")
        self.demand_alignment(addresses, alignment, threads)
        if array.ndim == 2 and len(rows) and (last := int(rows.max())) >= len(array):
            owner = "thread" if rows is threads else "CTA"
            raise self.fail(f"memory has {len(array)} rows, one a {owner}; {owner} {last} has none")
        where: Places = addresses.astype(np.int64)
        if array.ndim == 2:
            where += rows * room
        return where

    def demand_alignment(self, addresses: Bits, size: int, threads: Threads) -> None:
        """Fail at the first address that is not aligned to `size` bytes."""
        crooked = np.flatnonzero(addresses % np.uint64(size) != 0)
        if len(crooked):
            first = int(crooked[0])
            raise self.fail(f"thread {threads[first]}: address {addresses[first]:#x} is not aligned to {size} bytes")


def _spaces(space: str) -> Iterator[str]:
    """A state space and what it is a part of; generic addresses point into global memory unless told otherwise."""
    yield space
    if space == GENERIC:
        yield "global"
    whole = space.partition("::")[0]
    if whole != space:
        yield whole


def cells(array: Bits, bits: int) -> Bits:
    """The bytes as values of `bits` bits; a rest that is no whole value is left out."""
    every = array.reshape(-1)
    values: Bits = every[: len(every) // (bits // 8) * (bits // 8)].view(dtype_of(bits))
    return values


def turns(places: Places) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Threads sorted by their place and then by number, and for each how many before it have the same place."""
    order = np.argsort(places, kind="stable")
    ordered = places[order]
    first = np.r_[True, ordered[1:] != ordered[:-1]][: len(places)]
    numbers = np.arange(len(places))
    return order, numbers - np.maximum.accumulate(np.where(first, numbers, 0))


def rounds(places: Places) -> Iterator[NDArray[np.intp]]:
    """Threads in as many groups as threads share a place at most, so that no group has two of the same place.

    Threads of one place follow each other in their order.
    """
    order, turn = turns(places)
    by_turn = order[np.argsort(turn, kind="stable")]
    yield from np.split(by_turn, np.cumsum(np.bincount(turn))[:-1]) if len(places) else ()
