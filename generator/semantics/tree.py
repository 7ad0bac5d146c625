"""The tree of a parsed text: what the language has, and nothing more.

Every node knows its place in the text. Values and types are not known here; `check` finds them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.semantics.source import Place


@dataclass(frozen=True)
class Node:
    """Anything that has a place."""

    place: Place


@dataclass(frozen=True)
class Constant(Node):
    """An integer, a truth value, or the spelling of a modifier in a comparison."""

    value: int | str


@dataclass(frozen=True)
class Name(Node):
    """Name of a variable, slot, operand or type."""

    name: str


@dataclass(frozen=True)
class Attribute(Node):
    """A property of a type: `type.bits`."""

    base: Expression
    name: str


@dataclass(frozen=True)
class Unary(Node):
    """`-x`, `~x` or `not x`."""

    operator: str
    operand: Expression


@dataclass(frozen=True)
class Binary(Node):
    """`x operator y` for + - * & | ^ << >>."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Comparison(Node):
    """`x operator y` for == != < <= > >= and, with a tuple of constants, `in` and `not in`."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Constants(Node):
    """The right side of `in`."""

    items: tuple[Constant, ...]


@dataclass(frozen=True)
class Logic(Node):
    """`and` or `or` over two or more conditions."""

    operator: str
    operands: tuple[Expression, ...]


@dataclass(frozen=True)
class Choice(Node):
    """`yes if test else no`."""

    test: Expression
    yes: Expression
    no: Expression


@dataclass(frozen=True)
class Call(Node):
    """Call of a function."""

    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Element(Node):
    """`x[i]`: an element of a packed operand, or a bit."""

    base: Expression
    index: Expression


@dataclass(frozen=True)
class Slice(Node):
    """`x[high:low]`, both included."""

    base: Expression
    high: Expression
    low: Expression


Expression = (
    Constant | Name | Attribute | Unary | Binary | Comparison | Constants | Logic | Choice | Call | Element | Slice
)


@dataclass(frozen=True)
class Assignment(Node):
    """`target = value`; `operator` is set for `target operator= value`."""

    target: Name | Element | Slice
    value: Expression
    operator: str | None = None


@dataclass(frozen=True)
class Branch(Node):
    """`if test: yes else: no`; `elif` is a branch within `no`."""

    test: Expression
    yes: tuple[Statement, ...]
    no: tuple[Statement, ...]


@dataclass(frozen=True)
class Loop(Node):
    """`for variable in range(bounds)`."""

    variable: str
    bounds: tuple[Expression, ...]
    body: tuple[Statement, ...]


Statement = Assignment | Branch | Loop


@dataclass(frozen=True)
class Comment:
    """A comment; `alone` when nothing else is on its line."""

    place: Place
    text: str
    alone: bool


@dataclass(frozen=True)
class Text:
    """A parsed text."""

    statements: tuple[Statement, ...]
    comments: tuple[Comment, ...]


def walk(node: Node) -> Iterator[Node]:
    """Yield `node` and all nodes below it, in the order of the text."""
    yield node
    for value in vars(node).values():
        for child in value if isinstance(value, tuple) and not isinstance(value, Place) else (value,):
            if isinstance(child, Node):
                yield from walk(child)


def walk_all(statements: tuple[Statement, ...]) -> Iterator[Node]:
    """Yield every node of `statements`."""
    for statement in statements:
        yield from walk(statement)
