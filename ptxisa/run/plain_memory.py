"""Memory as bytearrays by state space or variable, for statements that run without NumPy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ptxisa.check.addresses import GENERIC
from ptxisa.isa.diagnostics import PtxError
from ptxisa.run.errors import refusal
from ptxisa.run.steps import Access

_ADDRESS = (1 << 64) - 1


class Place(NamedTuple):
    """Some bytes of an array; values lie in it with the lowest byte first."""

    space: str
    array: bytearray
    start: int
    size: int

    def load(self) -> int:
        """The value there."""
        return int.from_bytes(self.array[self.start : self.start + self.size], "little")

    def store(self, value: int) -> None:
        """Write a value there."""
        cut = value & ((1 << 8 * self.size) - 1)
        self.array[self.start : self.start + self.size] = cut.to_bytes(self.size, "little")


class PlainMemory:
    """Arrays of bytes; an address in a register counts from the start of that of its state space."""

    def __init__(self, arrays: Mapping[str, Any]) -> None:
        for name, array in arrays.items():
            if not isinstance(array, bytearray):
                raise _wrong(f"memory {name} must be a bytearray, since NumPy is not installed")
        self.arrays = arrays

    def place(self, access: Access, base: int | None, thread: int) -> Place:
        """What a thread accesses; raise `PtxError` outside of the memory or between two values."""
        size, address = access.bits // 8, _address(access, base)
        space, array = self._array(access, "" if base is not None else access.base)
        if address + size > len(array):
            raise _wrong(f"thread {thread}: address {address:#x} is outside of {len(array)} bytes")
        _demand_aligned(address, size, thread)
        return Place(space, array, address, size)

    def demand_alignment(self, access: Access, base: int | None, thread: int, elements: int) -> None:
        """Fail unless the address of a vector is aligned to all its elements."""
        _demand_aligned(_address(access, base), access.bits // 8 * elements, thread)

    def _array(self, access: Access, variable: str) -> tuple[str, bytearray]:
        """The memory of a variable or state space; generic addresses point into global memory."""
        whole = access.space.partition("::")[0]
        space = "global" if whole == GENERIC else whole
        for name in [variable] if variable else [access.space, whole, space]:
            if name in self.arrays:
                return space, self.arrays[name]
        if variable:
            raise _wrong(f"no value is given for register {variable}, and no memory for a variable of that name")
        raise _wrong(f"no memory is given for {access.space}: memory={{{access.space!r}: bytearray}}")


def _address(access: Access, base: int | None) -> int:
    return ((base or 0) + access.offset) & _ADDRESS


def _demand_aligned(address: int, size: int, thread: int) -> None:
    if address % size:
        raise _wrong(f"thread {thread}: address {address:#x} is not aligned to {size} bytes")


def _wrong(message: str) -> PtxError:
    return refusal("memory-access", message)
