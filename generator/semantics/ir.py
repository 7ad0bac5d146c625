"""The typed program of one variant: what the checker makes of a text and what the backends print.

Static conditions are resolved and loops unrolled; what remains are assignments and conditions on data.
Every assignment makes a new `Variable` (a version of its name), and a `Branch` says with a `Merge` how
the versions of its two sides meet. Backends that print Python may ignore versions, since the names alone
give a correct program; backends that need single assignment have it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from generator.semantics.intervals import BIT, Interval
from generator.semantics.source import Place

NOWHERE = Place(1, 1)


@dataclass(frozen=True)
class Boolean:
    """The kind of a truth value."""


BOOLEAN = Boolean()
Kind = Interval | Boolean
"""Kind of a value: an integer within an interval, or a truth value."""


class Variable(NamedTuple):
    """One version of a local variable or written operand."""

    name: str
    version: int


@dataclass(frozen=True)
class Constant:
    """A known integer."""

    value: int
    place: Place = field(default=NOWHERE, compare=False)

    @cached_property
    def kind(self) -> Kind:
        """Kind of the value."""
        return Interval(self.value, self.value)


@dataclass(frozen=True)
class Input:
    """The bit pattern of a read operand, as an unsigned integer."""

    name: str
    bits: int
    kind: Kind
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Read:
    """The value of a variable."""

    variable: Variable
    kind: Kind
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Apply:
    """An operation of `operations.OPERATIONS` on values."""

    operation: str
    arguments: tuple[Value, ...]
    kind: Kind
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Symbol:
    """A name that an operation takes: a format, a type or a rounding mode."""

    text: str
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def kind(self) -> Kind:
        """Kind of the value."""
        return BIT


@dataclass(frozen=True)
class Modifier:
    """What the modifier in a slot says, which the function is given.

    `sort` is "comparison" or "bitwise" (an operator), "mode" (a rounding mode) or "spelling" (the modifier itself).
    """

    slot: str
    sort: str
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def kind(self) -> Kind:
        """Kind of the value."""
        return BIT


@dataclass(frozen=True)
class Lanes:
    """An operand as all lanes of the warp have it; `bits` are those of one lane."""

    name: str
    bits: int
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def kind(self) -> Kind:
        """Kind of the value."""
        return BIT


Value = Constant | Input | Read | Apply | Symbol | Modifier | Lanes


@dataclass(frozen=True)
class Let:
    """Assign a new version of a variable."""

    variable: Variable
    value: Value


class Merge(NamedTuple):
    """After a branch, `variable` is `yes` where the test held and `no` elsewhere."""

    variable: Variable
    yes: Value
    no: Value
    kind: Kind


@dataclass(frozen=True)
class Branch:
    """Statements under a condition on data; only what `merges` names is seen afterwards."""

    test: Value
    yes: tuple[Statement, ...]
    no: tuple[Statement, ...]
    merges: tuple[Merge, ...]


Statement = Let | Branch


class Parameter(NamedTuple):
    """An input: a read operand or the carry flag; `uniform` when it must be a constant of the statement.

    `lanes` says that it is an operand as all lanes of the warp have it, each with `bits`.
    """

    name: str
    bits: int
    signed: bool
    uniform: bool
    lanes: bool = False


class Result(NamedTuple):
    """An output: a written operand or the carry flag, with its final bit pattern."""

    name: str
    bits: int
    value: Value


@dataclass(frozen=True)
class Routine:
    """What one variant computes, or several that differ in the `modifiers` that the function is given."""

    parameters: tuple[Parameter, ...]
    body: tuple[Statement, ...]
    results: tuple[Result, ...]
    modifiers: tuple[Modifier, ...] = ()


def interval(value: Value) -> Interval:
    """Bounds of a value; a truth value counts as 0 or 1."""
    return value.kind if isinstance(value.kind, Interval) else BIT


def leaves(value: Value) -> Iterator[Input | Read]:
    """Yield the inputs and variables that a value reads."""
    if isinstance(value, (Input, Read)):
        yield value
    elif isinstance(value, Apply):
        for argument in value.arguments:
            yield from leaves(argument)


def applications(value: Value) -> Iterator[Apply]:
    """Every operation within a value, outermost first."""
    if isinstance(value, Apply):
        yield value
        for argument in value.arguments:
            yield from applications(argument)


def names(routine: Routine) -> Iterator[str]:
    """Parameters, modifiers that are given, and every name that is assigned."""
    yield from (parameter.name for parameter in routine.parameters)
    yield from (modifier.slot for modifier in routine.modifiers)
    yield from _assigned(routine.body)


def _assigned(statements: tuple[Statement, ...]) -> Iterator[str]:
    for statement in statements:
        if isinstance(statement, Let):
            yield statement.variable.name
        else:
            yield from _assigned((*statement.yes, *statement.no))
