"""Typed program of one variant, which the checker makes from a text and the back ends print.

Static conditions are resolved and loops unrolled; what remains are assignments and conditions on data.
Every assignment creates a new `VariableVersion` of its name. A `BranchStatement` has a `Merge` for each variable that
the statements after it read, with the versions of its two sides. Back ends that print Python may ignore versions,
because the names alone are a correct program; other back ends can rely on single assignment.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from generator.semantics.intervals import BIT, Interval
from generator.semantics.source import TextPlace

NOWHERE = TextPlace(1, 1)


@dataclass(frozen=True)
class Boolean:
    """Kind of a truth value."""


BOOLEAN = Boolean()
Kind = Interval | Boolean
"""Kind of a value: an integer within an interval, or a truth value."""


class VariableVersion(NamedTuple):
    """Version of a local variable or written operand."""

    name: str
    version: int


@dataclass(frozen=True)
class IntegerConstant:
    """Known integer."""

    value: int
    place: TextPlace = field(default=NOWHERE, compare=False)

    @cached_property
    def kind(self) -> Kind:
        """Kind of the value."""
        return Interval(self.value, self.value)


@dataclass(frozen=True)
class InputValue:
    """Bit pattern of a read operand, as an unsigned integer."""

    name: str
    bits: int
    kind: Kind
    place: TextPlace = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class VariableValue:
    """Value of a variable."""

    variable: VariableVersion
    kind: Kind
    place: TextPlace = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Apply:
    """Operation of `operations.OPERATIONS` on values."""

    operation: str
    arguments: tuple[Value, ...]
    kind: Kind
    place: TextPlace = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class SymbolValue:
    """Name that is an argument of an operation: a format, a type or a rounding mode."""

    text: str
    place: TextPlace = field(default=NOWHERE, compare=False)

    @property
    def kind(self) -> Kind:
        """Kind of the value."""
        return BIT


@dataclass(frozen=True)
class Modifier:
    """Content of a modifier, which is an argument of the function.

    `sort` is "comparison" or "bitwise" (an operator), "mode" (a rounding mode) or "spelling" (the modifier itself).
    """

    slot: str
    sort: str
    place: TextPlace = field(default=NOWHERE, compare=False)

    @property
    def kind(self) -> Kind:
        """Kind of the value."""
        return BIT


@dataclass(frozen=True)
class LanesValue:
    """Values of an operand in all lanes of the warp; `bits` are those of one lane."""

    name: str
    bits: int
    place: TextPlace = field(default=NOWHERE, compare=False)

    @property
    def kind(self) -> Kind:
        """Kind of the value."""
        return BIT


Value = IntegerConstant | InputValue | VariableValue | Apply | SymbolValue | Modifier | LanesValue


@dataclass(frozen=True)
class Let:
    """Assignment of a new version of a variable."""

    variable: VariableVersion
    value: Value


class Merge(NamedTuple):
    """Value of `variable` after a branch: `yes` where the test is true and `no` elsewhere."""

    variable: VariableVersion
    yes: Value
    no: Value
    kind: Kind


@dataclass(frozen=True)
class BranchStatement:
    """Statements under a condition on data; later statements see only the variables of `merges`."""

    test: Value
    yes: tuple[Statement, ...]
    no: tuple[Statement, ...]
    merges: tuple[Merge, ...]


Statement = Let | BranchStatement


class RoutineParameter(NamedTuple):
    """Input: a read operand or the carry flag; `uniform` if it must be a constant of the statement.

    With `lanes`, it has the values of the operand in all lanes of the warp, each with `bits`.
    """

    name: str
    bits: int
    signed: bool
    uniform: bool
    lanes: bool = False


class RoutineResult(NamedTuple):
    """Output: a written operand or the carry flag, with its final bit pattern."""

    name: str
    bits: int
    value: Value


@dataclass(frozen=True)
class TypedRoutine:
    """Program of one variant, or of several variants that differ only in `modifiers`, which are arguments."""

    parameters: tuple[RoutineParameter, ...]
    body: tuple[Statement, ...]
    results: tuple[RoutineResult, ...]
    modifiers: tuple[Modifier, ...] = ()


def interval(value: Value) -> Interval:
    """Return the bounds of a value; a truth value counts as 0 or 1."""
    return value.kind if isinstance(value.kind, Interval) else BIT


def leaves(value: Value) -> Iterator[InputValue | VariableValue]:
    """Yield the inputs and variables that a value reads."""
    if isinstance(value, (InputValue, VariableValue)):
        yield value
    elif isinstance(value, Apply):
        for argument in value.arguments:
            yield from leaves(argument)


def applications(value: Value) -> Iterator[Apply]:
    """Yield every operation within a value, outermost first."""
    if isinstance(value, Apply):
        yield value
        for argument in value.arguments:
            yield from applications(argument)


def names(routine: TypedRoutine) -> Iterator[str]:
    """Yield the names of parameters, of modifiers that are arguments, and of every assigned variable."""
    yield from (parameter.name for parameter in routine.parameters)
    yield from (modifier.slot for modifier in routine.modifiers)
    yield from _assigned(routine.body)


def _assigned(statements: tuple[Statement, ...]) -> Iterator[str]:
    for statement in statements:
        if isinstance(statement, Let):
            yield statement.variable.name
        else:
            yield from _assigned((*statement.yes, *statement.no))
