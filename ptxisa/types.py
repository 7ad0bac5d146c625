"""Data types at run time: width, elements, and which declared registers may hold an operand."""

from __future__ import annotations

from typing import NamedTuple

from ptxisa.forms import Clause


class Type(NamedTuple):
    """One type as recorded.

    `kind` is "bits", "unsigned", "signed", "float", "predicate" or "packed"; `bits` is the width of a
    value; `registers` are the declared types of registers that may hold an operand of this type;
    element 0 of a packed type stands in its low bits.
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


def known() -> dict[str, Type]:
    """Every recorded type by name."""
    from ptxisa._generated.tables import TYPES

    return TYPES
