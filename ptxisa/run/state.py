"""Registers and memory of all threads, which steps read and change.

A register that some threads have never written has no value there. That is an error where the value counts: when such
a thread reads the register, and at the end, since a statement whose guard is false keeps the old value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers.patterns import QUAD, Bits, dtype_of, quad, scalar_of
from ptxisa.run.errors import register_error
from ptxisa.run.launch import Launch
from ptxisa.run.memory import Memory, MemorySection, Threads, require_alignment
from ptxisa.run.operands import Guard, MemoryAccess, Part, Read, Write

Mask = NDArray[np.bool_]
"""One truth value a thread."""
Kept = TypeVar("Kept")


class State:
    """Values of registers by name, memory, and what the machine keeps between statements.

    `reports` are messages about undefined behavior of the statement that runs.

    A value is an array with one element per thread, or a scalar for all threads. Arrays may be shared between registers
    and with the caller, so a step never writes into one: `write` makes a new array.

    A *mask* says which threads execute a step; None means all of them, for which no array is needed.

    Args:
        values: Bit patterns of registers by name.
        launch: Shape of the launch.
        memory: Memory of the launch.
    """

    def __init__(self, values: Mapping[str, Any], launch: Launch, memory: Memory) -> None:
        self.values = dict(values)
        self.launch, self.memory = launch, memory
        self.count = launch.threads
        self.reports: list[str] = []
        self._given_bits = {name: 8 * value.itemsize for name, value in self.values.items()}
        self._unwritten: dict[str, Mask] = {}
        """Threads without a value, of registers that some threads have never written; empty in most programs."""
        self._kept: dict[Callable[[Launch], Any], Any] = {}

    def kept(self, kind: Callable[[Launch], Kept]) -> Kept:
        """Return what one part of the machine keeps between statements, such as the arrivals at barriers.

        The first call creates it, with the launch as its argument.
        """
        if kind not in self._kept:
            self._kept[kind] = kind(self.launch)
        kept: Kept = self._kept[kind]
        return kept

    def called(self, values: Mapping[str, Any], arrays: Mapping[str, Any], by_cta: frozenset[str]) -> State:
        """Return the state of a call: registers and variables of its own; the launch and other memory are shared."""
        state = State(values, self.launch, self.memory.with_arrays(arrays, by_cta))
        state.reports, state._kept = self.reports, self._kept
        return state

    def report(self, message: str) -> None:
        """Note undefined behavior of the statement that runs; an empty message notes nothing."""
        if message and message not in self.reports:
            self.reports.append(message)

    # --- threads ---

    def executing(self, guard: Guard | None, mask: Mask | None = None) -> Mask | None:
        """Return the threads of `mask` in which a guard is true; None if these are all threads."""
        if guard is None:
            return mask
        predicate, negated = guard
        self.require_values((predicate,), mask)
        true: Mask = np.broadcast_to(self.values[predicate] == (0 if negated else 1), self.count)
        return true if mask is None else true & mask

    def everywhere(self, mask: Mask | None) -> Mask:
        """Return a mask as an array."""
        return np.ones(self.count, bool) if mask is None else mask

    def threads(self, mask: Mask | None) -> Threads:
        """Return the numbers of the threads of a mask."""
        return np.arange(self.count) if mask is None else np.flatnonzero(mask)

    def exists(self) -> NDArray[np.uint8]:
        """Return 1 for each thread that has not exited."""
        return np.ones(self.count, np.uint8)

    # --- registers ---

    def require_values(self, registers: Iterable[str | None], mask: Mask | None) -> None:
        """Raise `PtxError` if a thread of the mask has never written one of the registers."""
        if not self._unwritten:
            return  # The usual case, before any loop: each step of a program comes here.
        for register in registers:
            unwritten = self._unwritten.get(register or "")
            if unwritten is not None and (missing := unwritten & self.everywhere(mask)).any():
                thread = np.flatnonzero(missing)[0]
                raise register_error(
                    f"thread {thread} reads {register}, which has no value there: the guards before it are false"
                )

    def require_operands(self, part: Part, mask: Mask | None) -> None:
        """Raise `PtxError` if a thread of the mask has never written a register that a part reads."""
        if self._unwritten:
            self.require_values(part.registers, mask)

    def read(self, read: Read) -> Any:
        """Return the value of an operand: an array with one element per thread, or a scalar."""
        if read.register is None:
            return read.constant
        value = self.values[read.register]
        if read.offset is not None:
            return moved(value, read.offset)
        if read.negated:
            return value ^ np.uint8(1)
        if not value.itemsize * 8 > read.bits > 1:
            return value
        return (value["low"] if value.dtype == QUAD else value).astype(dtype_of(read.bits))

    def write(self, write: Write, result: Any, mask: Mask | None) -> None:
        """Give a register its result in the threads of a mask; the others keep their values."""
        name = write.register
        if name is None:
            return
        if write.width > 1:
            # A register that was given with more bits than statements use keeps its width (section 9.4.1).
            write = write._replace(width=max(write.width, self._given_bits.get(name, 0)))
        value = extended(write, result)
        if value.ndim and len(value) != self.count:
            value = value[0]  # One element for all threads.
        if mask is None:
            self.values[name] = value
            self._unwritten.pop(name, None)
            return
        unwritten = self._unwritten.get(name)
        if unwritten is None:
            unwritten = np.full(self.count, name not in self.values)
        if (left := unwritten & ~mask).any():
            self._unwritten[name] = left
        else:
            self._unwritten.pop(name, None)
        old = self.values.get(name, scalar_of(0, write.width))
        self.values[name] = np.where(mask, value, old).astype(dtype_of(write.width), copy=False)

    def forget(self, registers: Mapping[str, int]) -> None:
        """Note that no thread has written some registers, which are given with their widths."""
        for name, bits in registers.items():
            self.values[name], self._unwritten[name] = scalar_of(0, bits), np.ones(self.count, bool)

    def missing(self, name: str) -> Threads:
        """Return the threads that have never written a register."""
        if name not in self.values:
            return np.arange(self.count)
        unwritten = self._unwritten.get(name)
        return np.flatnonzero(unwritten) if unwritten is not None else np.arange(0)

    def results(self, names: Iterable[str]) -> dict[str, Bits]:
        """Return the values of registers, one element per thread; raise `PtxError` if a thread has none."""
        results: dict[str, Bits] = {}
        for name in names:
            if name in self._unwritten:
                thread = np.flatnonzero(self._unwritten[name])[0]
                raise register_error(
                    f"{name} keeps its old value in thread {thread}, where no guard is true, and no old value is "
                    f"given; give {name} a value"
                )
            value = np.asarray(self.values[name])
            results[name] = value if value.ndim else np.full(self.count, value)
        return results

    # --- memory ---

    def addresses(self, access: MemoryAccess) -> NDArray[np.uint64]:
        """Return the byte address of each thread, modulo 2**64."""
        base = self.values.get(access.base, np.uint64(0))
        addresses: NDArray[np.uint64] = moved(np.broadcast_to(base, self.count), access.offset)
        return addresses

    def sections(self, access: MemoryAccess, threads: Threads) -> list[MemorySection]:
        """Divide what some threads access by the array in memory; every thread is in one section."""
        addresses = self.addresses(access)[threads]
        variable = access.base if access.base not in self.values else ""
        if access.windowed and not variable:
            addresses = self.memory.in_shared(addresses)
        if access.space.startswith("shared") and not variable:
            # Shared memory has addresses of 32 bits; wider registers are truncated (section 6.4.1), as on an H100.
            addresses &= np.uint64(0xFFFFFFFF)
        return list(self.memory.sections(access.space, variable, addresses, threads))

    def check_vector(self, accesses: Sequence[MemoryAccess], mask: Mask | None) -> None:
        """Raise `PtxError` unless memory has every element of vectors, and they are aligned to their whole size."""
        threads = self.threads(mask)
        for access in accesses:
            for section in self.sections(access, threads):
                self.memory.places(section, access.bits)
                if access is accesses[0]:
                    require_alignment(section, access.bits // 8 * len(accesses))


def moved(base: Any, offset: int) -> Any:
    """Return addresses that are `offset` bytes further, modulo 2**64."""
    return np.asarray(base).astype(np.uint64) + np.uint64(offset & 0xFFFFFFFFFFFFFFFF)


def extended(write: Write, result: Any) -> Any:
    """Extend a result to the width of its register, with its sign or with zeros (section 9.4.1 of the manual)."""
    if write.width == write.bits:
        return result
    number = np.asarray(result).view(f"i{result.dtype.itemsize}") if write.signed else np.asarray(result)
    if dtype_of(write.width) != QUAD:
        return number.astype(dtype_of(write.width))
    low = number.astype(np.uint64)
    return quad(low, (low.view(np.int64) >> 63).view(np.uint64) if write.signed else np.zeros_like(low))
