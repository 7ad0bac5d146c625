"""Find the number of low bits of each variable that decide the outputs, by walking a routine backwards.

A variable that nothing needs is not in the result: it is dead and is not printed. A value without a bound on its
number of bits must not be needed exactly, because no container fits it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.semantics import ir
from generator.semantics.intervals import LIMIT, UNBOUNDED
from generator.semantics.ir import Value, VariableVersion
from generator.semantics.operations import EXACT
from generator.semantics.source import SemanticsError
from generator.semantics.table import operation

WORDS = (8, 16, 32, 64, 128)
"""Widths of results that fill a container: the integers of NumPy, and pairs of 64-bit words."""

Demands = Mapping[VariableVersion, int]


def demands(routine: ir.TypedRoutine) -> Demands:
    """Return the number of low bits that are needed of each variable, `EXACT` for all.

    An output that does not fill a word leaves zeros above it, so there all of it is needed.
    """
    needed: dict[VariableVersion, int] = {}
    for result in routine.results:
        _need(result.value, result.bits if result.bits in WORDS else EXACT, needed)
    # One pass is enough: each version is assigned once, and loops are unrolled, so that all uses of a version have
    # been seen when the walk reaches its definition.
    _backwards(routine.body, needed)
    return needed


def argument_needs(value: ir.Apply, need: int) -> tuple[int, ...]:
    """Return the number of low bits of each argument that decide the low `need` bits of `value`."""
    return operation(value.operation).needs(need, *value.arguments)


def live(branch: ir.BranchStatement, needed: Demands) -> tuple[ir.Merge, ...]:
    """Return the merges of a branch that something needs."""
    return tuple(merge for merge in branch.merges if merge.variable in needed)


def _backwards(statements: Iterable[ir.Statement], needed: dict[VariableVersion, int]) -> None:
    for statement in reversed(tuple(statements)):
        if isinstance(statement, ir.Let):
            if statement.variable in needed:
                _need(statement.value, needed[statement.variable], needed)
        else:
            # Collect the demands of a branch; if no merge is needed, there are none.
            seen = live(statement, needed)
            for merge in seen:
                _need(merge.yes, needed[merge.variable], needed)
                _need(merge.no, needed[merge.variable], needed)
            if seen:
                _backwards(statement.yes, needed)
                _backwards(statement.no, needed)
                # However few bits of the merges are needed, every bit of the test decides which side they have.
                _need(statement.test, EXACT, needed)


def _need(value: Value, need: int, needed: dict[VariableVersion, int]) -> None:
    if need > LIMIT and value.kind == UNBOUNDED:
        message = f"this value may need more than {LIMIT} bits: cut it, or bound the shift amount"
        raise SemanticsError(value.place, message)
    if isinstance(value, ir.VariableValue):
        # Several uses of a version: all bits that any of them needs.
        needed[value.variable] = max(needed.get(value.variable, 0), need)
    elif isinstance(value, ir.Apply):
        for argument, part in zip(value.arguments, argument_needs(value, need), strict=True):
            _need(argument, part, needed)
