"""Addresses of groups of threads, each group with one address: what they load and store as bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers.patterns import Bits
from ptxisa.run.errors import refusal
from ptxisa.run.memory import Memory
from ptxisa.run.warp import LANES

MEMORY = "memory"
"""The input of an operation that is a pointer to the beginning of a state space."""

Addresses = NDArray[np.uint64]


def uniform(name: str, values: Bits) -> Bits:
    """The value of an operand (groups, threads) that all threads of a group have."""
    different = np.flatnonzero((values != values[:, :1]).any(axis=1))
    if len(different):
        group = f"{'warp' if values.shape[1] == LANES else 'warpgroup'} {different[0]}"
        raise refusal("register-value", f"operand {name} differs between the threads of {group}; it must be the same")
    return values[:, 0]


class Pointer:
    """The address of each group in an array of bytes; `threads` are the first thread of each, named in errors."""

    def __init__(self, memory: Memory, array: Bits, addresses: Addresses, threads: NDArray[np.intp]) -> None:
        self._memory, self._array = memory, array
        self._addresses, self._threads = addresses, threads

    @property
    def groups(self) -> int:
        """Number of groups."""
        return len(self._addresses)

    def of(self, groups: NDArray[np.intp]) -> Pointer:
        """The addresses of some groups."""
        return Pointer(self._memory, self._array, self._addresses[groups], self._threads[groups])

    def load(self, offsets: Any, size: int, alignment: int) -> Bits:
        """`size` bytes at each offset (groups, …), as bytes (groups, …, size)."""
        found: Bits = self._array.reshape(-1)[self._bytes(offsets, size, alignment)]
        return found

    def store(self, offsets: Any, data: Bits, alignment: int) -> None:
        """Bytes (groups, …, size) at each offset (groups, …); a bad address leaves memory untouched."""
        self._array.reshape(-1)[self._bytes(offsets, data.shape[-1], alignment)] = data

    def _bytes(self, offsets: Any, size: int, alignment: int) -> NDArray[np.int64]:
        """Where each byte is in the array."""
        places = np.asarray(offsets).astype(np.uint64)
        own = self._addresses.reshape(-1, *[1] * (places.ndim - 1)) + places
        threads = np.broadcast_to(self._threads.reshape(-1, *[1] * (places.ndim - 1)), own.shape)
        starts = self._memory.starts(self._array, own.reshape(-1), size, alignment, threads.reshape(-1))
        return starts.reshape(own.shape)[..., None] + np.arange(size)
