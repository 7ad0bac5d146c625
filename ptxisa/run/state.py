"""Registers and memory of all threads while statements run.

A register that some threads have never written has no value there. That is an error where the value counts: where such
a thread reads the register, and at the end, since a statement whose guard is false keeps the old value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers.patterns import QUAD, dtype_of, scalar_of
from ptxisa.run.errors import refusal, without_value
from ptxisa.run.launch import Launch
from ptxisa.run.memory import Memory, Section
from ptxisa.run.steps import Access, Part, Read, Step, Write

Bits = NDArray[np.unsignedinteger]
Threads = NDArray[np.intp]


class State:
    """The values of registers by name, one element a thread or one for all of them; and memory."""

    def __init__(self, values: Mapping[str, Any], launch: Launch, memory: Memory) -> None:
        self.values = dict(values)
        self.launch, self.memory = launch, memory
        self.count = launch.threads
        self.actions: dict[str, Any] = {}
        """What actions keep between statements, such as arrivals at barriers, by their name."""
        self._missing: dict[str, NDArray[np.bool_]] = {}

    def executing(self, step: Step) -> NDArray[np.bool_]:
        """For each thread whether the guard of a statement holds."""
        if step.guard is None:
            return np.ones(self.count, bool)
        predicate, negated = step.guard
        self._demand(predicate, np.ones(self.count, bool))
        found: NDArray[np.bool_] = np.broadcast_to(self.values[predicate] == (0 if negated else 1), self.count)
        return found

    def inputs(self, step: Step, part: Part) -> dict[str, Any]:
        """What one part of a statement reads, by operand."""
        if self._missing:
            running = self.executing(step)
            for name in {one.register for one in part.reads} | {one.base for one in part.accesses}:
                self._demand(name, running)
        return {read.name: self._value(read) for read in part.reads}

    def _demand(self, register: str | None, running: NDArray[np.bool_]) -> None:
        """Fail where a thread reads a register that it has not written."""
        missing = self._missing.get(str(register))
        if missing is not None and (missing & running).any():
            raise refusal("register-value", without_value(str(register), _first(missing & running), "reads"))

    def _value(self, read: Read) -> Any:
        if read.register is None:
            return read.constant
        value = self.values[read.register]
        if read.offset is not None:
            return moved(value, read.offset)
        if read.negated:
            return value ^ np.uint8(1)
        return value.astype(dtype_of(read.bits)) if value.itemsize * 8 > read.bits > 1 else value

    def addresses(self, access: Access) -> NDArray[np.uint64]:
        """The address of each thread, in bytes; they wrap around at 64 bits."""
        base = self.values.get(access.base, np.uint64(0))
        addresses: NDArray[np.uint64] = moved(np.broadcast_to(base, self.count), access.offset)
        return addresses

    def sections(self, access: Access, threads: Threads) -> list[Section]:
        """What some threads access, by the memory that it lies in; every thread is in one section."""
        addresses = self.addresses(access)[threads]
        variable = access.base if access.base not in self.values else ""
        if access.windowed and not variable:
            addresses = self.memory.in_shared(addresses)
        return list(self.memory.sections(access.space, variable, addresses, threads))

    def write(self, step: Step, write: Write, result: Any) -> None:
        """Give a register its result in the threads that execute the statement; others keep what they have."""
        if write.register is None:
            return
        value, name = _extended(write, result), write.register
        if step.guard is None:
            self.values[name] = value
            self._missing.pop(name, None)
            return
        running = self.executing(step)
        self._note_missing(name, running)
        old = self.values.get(name, scalar_of(0, write.width))
        self.values[name] = np.where(running, value, old).astype(dtype_of(write.width), copy=False)

    def _note_missing(self, register: str, running: NDArray[np.bool_]) -> None:
        """Threads that have not written a register yet."""
        before = self._missing.get(register)
        if before is None:
            before = np.full(self.count, register not in self.values)
        left = before & ~running
        if left.any():
            self._missing[register] = left
        else:
            self._missing.pop(register, None)

    def results(self, names: tuple[str, ...]) -> dict[str, Bits]:
        """The values of registers, one element a thread; every thread must have one."""
        for name in names:
            if name in self._missing:
                raise refusal("register-value", without_value(name, _first(self._missing[name]), "keeps"))
        return {name: self._whole(self.values[name]) for name in names}

    def _whole(self, value: Any) -> Bits:
        array: Bits = np.asarray(value)
        return array if array.shape == (self.count,) else np.full(self.count, array)


def _first(threads: NDArray[np.bool_]) -> int:
    return int(np.flatnonzero(threads)[0])


def moved(base: Any, offset: int) -> Any:
    """Addresses so many bytes further, in 64 bits."""
    return np.asarray(base).astype(np.uint64) + np.uint64(offset & 0xFFFFFFFFFFFFFFFF)


def _extended(write: Write, result: Any) -> Any:
    """A result in a register with more bits, which fills it with its sign or with zeros."""
    if write.width == write.bits:
        return result
    signed = np.asarray(result).view(f"i{result.dtype.itemsize}") if write.signed else result
    return signed.astype(dtype_of(write.width)) if dtype_of(write.width) != QUAD else result
