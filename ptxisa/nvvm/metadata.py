"""Read metadata: nodes, named metadata, and the annotations, flags and versions in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ptxisa.nvvm.lexer import name, unquoted
from ptxisa.nvvm.reader import Statement, Text

Range = tuple[int, int]


class Node(NamedTuple):
    """A metadata node: `!{…}` with its operands as ranges of tokens, or `!DIFile(…)` with its kind."""

    kind: str
    operands: tuple[Range, ...]
    low: int
    high: int


class Metadata:
    """The nodes of a module by number, and its named metadata."""

    def __init__(self, text: Text, statements: Iterable[Statement]) -> None:
        self.text = text
        self.nodes: dict[str, Node] = {}
        self.named: dict[str, Node] = {}
        for one in statements:
            label = name(text.tokens[one.low])
            node = _node(text, one.low + 2, one.high)
            if node is not None:
                (self.nodes if label.isdecimal() else self.named)[label] = node

    def listed(self, label: str) -> Iterator[Node]:
        """The nodes that named metadata lists."""
        if label in self.named:
            for operand in self.named[label].operands:
                node = self.reached(operand)
                if node is not None:
                    yield node

    def reached(self, operand: Range) -> Node | None:
        """The node that an operand is or names."""
        low, high = operand
        if high - low == 1 and self.text.tokens[low].kind == "metadata":
            return self.nodes.get(name(self.text.tokens[low]))
        return _node(self.text, low, high)

    def string(self, operand: Range) -> str | None:
        """The text of an operand that is a metadata string."""
        low, high = operand
        if high - low == 2 and self.text.word(low, "!") and self.text.tokens[low + 1].kind == "string":
            return unquoted(self.text.tokens[low + 1].text)
        return None

    def number(self, operand: Range) -> tuple[str, int] | None:
        """Type and value of an operand that is an integer constant."""
        low, high = operand
        if high - low != 2 or self.text.tokens[low + 1].kind != "number":
            return None
        value = self.text.tokens[low + 1].text
        digits = value.removeprefix("-")
        return (self.text.tokens[low].text, int(value)) if digits.isdecimal() and len(digits) < 40 else None


def _node(text: Text, low: int, high: int) -> Node | None:
    start = low + 1 if text.word(low, "distinct") else low
    if text.word(start, "!") and text.word(start + 1, "{"):
        return Node("", tuple(text.parts(start + 1)), start, min(text.past(start + 1), high))
    if start < high and text.tokens[start].kind == "metadata" and text.word(start + 1, "("):
        return Node(name(text.tokens[start]), tuple(text.parts(start + 1)), start, min(text.past(start + 1), high))
    return None
