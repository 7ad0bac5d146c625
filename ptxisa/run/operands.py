"""Operands of a step: the registers, constants and places in memory that it reads and writes."""

from __future__ import annotations

from typing import Any, NamedTuple

CARRY = "CF"
"""Name of the carry flag, as an operand and as a register."""

Guard = tuple[str, bool]
"""The predicate register of a guard, and True if it is negated."""


class Read(NamedTuple):
    """Operand that is read: a register, or a constant already in the width of the operand.

    Attributes:
        name: Input of the function.
        register: Name of the register; None for a constant.
        negated: True for a predicate after `!`.
        constant: Value of a constant.
        bits: Width of the operand; of a wider register the low bits are read. 0 for a number without a width.
        offset: Bytes that are added to an address; None for operands that are not addresses.
    """

    name: str
    register: str | None = None
    negated: bool = False
    constant: Any = None
    bits: int = 0
    offset: int | None = None


class Write(NamedTuple):
    """Operand that is written.

    Attributes:
        name: Output of the function.
        register: Name of the register; None if the result is discarded.
        bits: Width of the result.
        width: Width of the register, `bits` or more.
        signed: True if a wider register is filled with the sign of the result, False if with zeros.
    """

    name: str
    register: str | None
    bits: int
    width: int
    signed: bool = False


class MemoryAccess(NamedTuple):
    """Operand in memory.

    Attributes:
        name: Input and output of the function.
        space: State space.
        base: Register or variable of the address; empty for an absolute address.
        offset: Bytes that are added to the address.
        bits: Width of the value.
        read: True if the value is read.
        written: True if the value is written.
        windowed: True for an address of shared memory that may also be generic.
        only: State spaces into one of which a generic address must point, such as "global | shared", or "" for any.
    """

    name: str
    space: str
    base: str
    offset: int
    bits: int
    read: bool
    written: bool
    windowed: bool = False
    only: str = ""


class Part(NamedTuple):
    """Operands of a statement, or of one element of its vectors."""

    reads: tuple[Read, ...]
    writes: tuple[Write, ...]
    accesses: tuple[MemoryAccess, ...] = ()

    @property
    def registers(self) -> list[str]:
        """Registers that are read, also as addresses."""
        names = [read.register for read in self.reads] + [access.base for access in self.accesses]
        return [name for name in names if name]
