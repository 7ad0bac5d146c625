"""Byte-addressed memory for statements that load, store and combine: arrays of bytes by state space or variable.

An array of one dimension is shared by all threads; one of two dimensions has a row for each thread. Values lie in
memory with the lowest byte first. See sections 5.1 and 6.4.1 of the manual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ptxisa.check.addresses import GENERIC
from ptxisa.numbers.patterns import QUAD, Bits, dtype_of
from ptxisa.objects.tensor_memory import TensorMemory, TensorMemoryError

TENSOR = "tensor"
"""The name of tensor memory."""
Places = NDArray[np.int64]
Fail = Callable[[str], Exception]


class Memory:
    """Arrays by name: of a state space, such as ``global``, for addresses in registers, or of a variable."""

    def __init__(self, arrays: Mapping[str, Any], fail: Fail) -> None:
        self.fail = fail
        self.tensor = self._tensor(arrays[TENSOR]) if TENSOR in arrays else None
        self.arrays = {name: self._bytes(name, array) for name, array in arrays.items() if name != TENSOR}

    def _tensor(self, given: Any) -> TensorMemory:
        """Tensor memory, as such or as an array of words."""
        if isinstance(given, TensorMemory):
            return given
        try:
            return TensorMemory(given)
        except TensorMemoryError as error:
            raise self.fail(str(error)) from None

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

    def places(self, array: Bits, addresses: Bits, bits: int, threads: NDArray[np.intp]) -> Places:
        """Which values of `bits` bits of the array lie at the addresses of some threads; they must be aligned."""
        size, room = bits // 8, array.shape[-1]
        starts = self.starts(array, addresses, size, size, threads)
        if array.ndim == 2 and room % size:
            raise self.fail(f"rows of memory of {room} bytes do not hold whole values of {size}")
        return starts // size

    def starts(
        self, array: Bits, addresses: Bits, size: int, alignment: int, threads: NDArray[np.intp]
    ) -> NDArray[np.int64]:
        """Where `size` bytes at each address begin in the flat array; they must lie in it and be aligned."""
        room = array.shape[-1]
        outside = addresses > max(room - size, -1) if room >= size else np.ones(len(addresses), bool)
        if outside.any():
            first = int(np.flatnonzero(outside)[0])
            raise self.fail(f"thread {threads[first]}: address {addresses[first]:#x} is outside of {room} bytes")
        self.demand_alignment(addresses, alignment, threads)
        if array.ndim == 2 and len(threads) and threads[-1] >= len(array):
            raise self.fail(f"memory has {len(array)} rows, one a thread; thread {threads[-1]} has none")
        where: Places = addresses.astype(np.int64)
        if array.ndim == 2:
            where += threads * room
        return where

    def demand_alignment(self, addresses: Bits, size: int, threads: NDArray[np.intp]) -> None:
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
