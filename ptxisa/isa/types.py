"""Data types: width, elements, and the registers that may hold an operand."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ptxisa.isa.forms import Clause


class OpaqueField(NamedTuple):
    """A member of an opaque type that an initializer may set.

    `kind` is "count", "flag" (0 or 1), "number" or "name"; `values` are the allowed names of a "name", and the allowed
    numbers of a "number"; `modes` are the texture modes in which the field exists, and `ignored` those in which it has
    no effect; `availability` is empty if it is that of the type.
    """

    name: str
    kind: str
    values: tuple[str | int, ...]
    modes: tuple[str, ...]
    ignored: tuple[str, ...]
    availability: tuple[Clause, ...]


class TypeHome(NamedTuple):
    """A state space in which variables of a type may be declared, in some `places` or, if empty, in all."""

    space: str
    places: tuple[str, ...]


class Type(NamedTuple):
    """A type as recorded.

    `kind` is "bits", "unsigned", "signed", "float", "predicate", "packed" or "opaque"; `bits` is the width of
    a value; `registers` are the declared types of registers that may hold an operand of this type.
    `declarable` is true if `.reg` may declare it; `homes` are where variables of it may be declared, None
    for all that state spaces allow; `texture_mode` is the option of `.target` that they need, or "". `constants` are
    the sorts of constants that may initialize one, "integer" and "float"; `addresses` is "whole" where
    addresses may, "byte" where one byte of an address may, or "".

    Element 0 of a packed type is in its low bits, each of the next ones `stride` bits further up.
    """

    name: str
    kind: str
    bits: int
    registers: tuple[str, ...]
    declarable: bool
    element: str | None
    elements: int
    summary: str
    availability: tuple[Clause, ...]
    stride: int = 0
    homes: tuple[TypeHome, ...] | None = None
    texture_mode: str = ""
    constants: tuple[str, ...] = ()
    addresses: str = ""
    fields: tuple[OpaqueField, ...] = ()

    def __repr__(self) -> str:
        return f"<type .{self.name}: {self.kind}, {self.bits} bits>"


@cache
def known() -> dict[str, Type]:
    """Return every recorded type by name."""
    from ptxisa._generated.tables import TYPES

    return TYPES
