"""Functions of the language that read other lanes of a warp, and the names of a thread's place in it.

`at(x, i)` is operand x of lane i, `ballot(p)` the mask of the lanes whose predicate p is set, `matching(x)` the mask
of the lanes whose x is that of this one; `lane` is the number of this lane, `active` the mask of the lanes that
execute the statement.
"""

from __future__ import annotations

from generator.semantics import ir
from generator.semantics.intervals import Interval, unsigned_range
from generator.semantics.ir import Value
from generator.semantics.source import TextPlace
from generator.semantics.table import FUNCTIONS

LANES = 32
WORD = 32
NAMES = {"lane": Interval(0, LANES - 1), "active": unsigned_range(WORD)}
"""Inputs that every thread of a warp has."""
_OPERATIONS = frozenset(row.operation for row in FUNCTIONS.values() if row.category == "lanes")


def lanes_of(name: str) -> str:
    """Return the input that has an operand of all lanes."""
    return f"{name}_lanes"


def looks_around(value: Value) -> bool:
    """Return True if a value depends on other lanes, or on the lane itself."""
    return any(application.operation in _OPERATIONS for application in ir.applications(value))


def at(operand: ir.LanesValue, index: Value, place: TextPlace) -> ir.Apply:
    """Return the bit pattern of an operand in another lane."""
    kind = unsigned_range(operand.bits)
    return ir.Apply(FUNCTIONS["at"].operation, (operand, index, ir.IntegerConstant(operand.bits)), kind, place)


def ballot(operand: ir.LanesValue, place: TextPlace) -> ir.Apply:
    """Return a bit for each lane: whether its predicate is set."""
    return ir.Apply(FUNCTIONS["ballot"].operation, (operand,), unsigned_range(LANES), place)


def matching(operand: ir.LanesValue, lane: Value, place: TextPlace) -> ir.Apply:
    """Return a bit for each lane: whether it has the value of this lane."""
    arguments = (operand, lane, ir.IntegerConstant(operand.bits))
    return ir.Apply(FUNCTIONS["matching"].operation, arguments, unsigned_range(LANES), place)
