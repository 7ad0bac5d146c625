"""Addresses of groups of threads, each group with one address: what they load and store as bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers.patterns import Bits
from ptxisa.run.errors import refusal
from ptxisa.run.memory import Memory, Section
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
    """The address of each group in a memory; the threads of `section` are the first of each group."""

    def __init__(self, memory: Memory, section: Section) -> None:
        self._memory, self._section = memory, section

    @property
    def groups(self) -> int:
        """Number of groups."""
        return len(self._section.addresses)

    def of(self, groups: NDArray[np.intp]) -> Pointer:
        """The addresses of some groups."""
        return Pointer(self._memory, self._part(groups))

    def _part(self, groups: NDArray[np.intp]) -> Section:
        """The section of some groups; a group may be there several times."""
        whole = self._section
        threads = whole.threads[groups]
        rows = threads if whole.rows is whole.threads else whole.rows[groups]
        return whole._replace(addresses=whole.addresses[groups], threads=threads, rows=rows)

    def load(self, offsets: Any, size: int, alignment: int) -> Bits:
        """`size` bytes at each offset (groups, …), as bytes (groups, …, size)."""
        found: Bits = self._section.array.ravel()[self._bytes(offsets, size, alignment)]
        return found

    def store(self, offsets: Any, data: Bits, alignment: int) -> None:
        """Bytes (groups, …, size) at each offset (groups, …); a bad address leaves memory untouched."""
        self._section.array.ravel()[self._bytes(offsets, data.shape[-1], alignment)] = data

    def _bytes(self, offsets: Any, size: int, alignment: int) -> NDArray[np.int64]:
        """Where each byte is in the array."""
        places = np.asarray(offsets).astype(np.uint64)
        part = self._part(np.repeat(np.arange(self.groups), places[0].size if len(places) else 0))
        own = part._replace(addresses=part.addresses + places.reshape(-1))
        starts = self._memory.starts(own, size, alignment)
        return starts.reshape(places.shape)[..., None] + np.arange(size)
