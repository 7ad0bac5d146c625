"""The tree of a parsed text: what the language has, and nothing more.

Every node knows its place in the text. Values and types are not known here; `check` finds them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.semantics.source import TextPlace


@dataclass(frozen=True)
class Node:
    """Anything that has a place."""

    place: TextPlace


@dataclass(frozen=True)
class ConstantNode(Node):
    """An integer, a truth value, or the spelling of a modifier in a comparison."""

    value: int | str


@dataclass(frozen=True)
class NameNode(Node):
    """Name of a variable, slot, operand or type."""

    name: str


@dataclass(frozen=True)
class AttributeNode(Node):
    """A property of a type: `type.bits`."""

    base: Expression
    name: str


@dataclass(frozen=True)
class UnaryNode(Node):
    """`-x`, `~x` or `not x`."""

    operator: str
    operand: Expression


@dataclass(frozen=True)
class BinaryNode(Node):
    """`x operator y` for + - * & | ^ << >>."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class ComparisonNode(Node):
    """`x operator y` for == != < <= > >= and, with a tuple of constants, `in` and `not in`."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class ConstantsNode(Node):
    """The right side of `in`."""

    items: tuple[ConstantNode, ...]


@dataclass(frozen=True)
class LogicNode(Node):
    """`and` or `or` over two or more conditions."""

    operator: str
    operands: tuple[Expression, ...]


@dataclass(frozen=True)
class ChoiceNode(Node):
    """`yes if test else no`."""

    test: Expression
    yes: Expression
    no: Expression


@dataclass(frozen=True)
class CallNode(Node):
    """Call of a function."""

    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class ElementNode(Node):
    """`x[i]`: an element of a packed operand, or a bit."""

    base: Expression
    index: Expression


@dataclass(frozen=True)
class SliceNode(Node):
    """`x[high:low]`, both included."""

    base: Expression
    high: Expression
    low: Expression


Expression = (
    ConstantNode
    | NameNode
    | AttributeNode
    | UnaryNode
    | BinaryNode
    | ComparisonNode
    | ConstantsNode
    | LogicNode
    | ChoiceNode
    | CallNode
    | ElementNode
    | SliceNode
)


@dataclass(frozen=True)
class AssignmentNode(Node):
    """`target = value`; `operator` is set for `target operator= value`."""

    target: NameNode | ElementNode | SliceNode
    value: Expression
    operator: str | None = None


@dataclass(frozen=True)
class BranchNode(Node):
    """`if test: yes else: no`; `elif` is a branch within `no`."""

    test: Expression
    yes: tuple[Statement, ...]
    no: tuple[Statement, ...]


@dataclass(frozen=True)
class LoopNode(Node):
    """`for variable in range(bounds)`."""

    variable: str
    bounds: tuple[Expression, ...]
    body: tuple[Statement, ...]


Statement = AssignmentNode | BranchNode | LoopNode


@dataclass(frozen=True)
class Comment:
    """A comment; `alone` when nothing else is on its line."""

    place: TextPlace
    text: str
    alone: bool


@dataclass(frozen=True)
class ParsedText:
    """A parsed text."""

    statements: tuple[Statement, ...]
    comments: tuple[Comment, ...]


def walk(node: Node) -> Iterator[Node]:
    """Yield `node` and all nodes below it, in the order of the text."""
    yield node
    for value in vars(node).values():
        for child in value if isinstance(value, tuple) and not isinstance(value, TextPlace) else (value,):
            if isinstance(child, Node):
                yield from walk(child)


def walk_all(statements: tuple[Statement, ...]) -> Iterator[Node]:
    """Yield every node of `statements`."""
    for statement in statements:
        yield from walk(statement)
