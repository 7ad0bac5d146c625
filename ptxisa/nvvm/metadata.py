"""Metadata of a module: nodes, named metadata, and the properties in `!nvvm.annotations`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ptxisa.isa.diagnostics import Span
from ptxisa.nvvm.lexer import unquote
from ptxisa.nvvm.reader import IrStatement, IrText, Range

_HEXADECIMAL = re.compile("[us]0x([0-9A-Fa-f]{1,32})")
_LONGEST_NUMBER = 40
"""Digits of a number."""


class MetadataNode(NamedTuple):
    """A metadata node: `!{…}` with its operands, or `!DIFile(…)` with its kind."""

    kind: str
    operands: tuple[Range, ...]
    low: int
    high: int


class MetadataNumber(NamedTuple):
    """An integer constant with its type."""

    type: str
    value: int

    @property
    def bits(self) -> int:
        """Width of an integer type; 0 for another type."""
        digits = self.type.removeprefix("i")
        return int(digits) if digits.isdecimal() and digits != self.type and len(digits) < 5 else 0


class AnnotationProperty(NamedTuple):
    """A property of an entity; `name` is None unless it is a string, `number` and `node` unless the value is one."""

    entity: str
    name: str | None
    number: MetadataNumber | None
    node: MetadataNode | None
    span: Span


class BrokenAnnotation(NamedTuple):
    """A node that is not an annotation, with the rule that it breaks."""

    rule: str
    message: str
    span: Span
    subject: str = ""


class IrMetadata:
    """The nodes of a module by number, and its named metadata."""

    def __init__(self, text: IrText, statements: Iterable[IrStatement]) -> None:
        self.text = text
        self.nodes: dict[str, MetadataNode] = {}
        self.named: dict[str, MetadataNode] = {}
        for statement in statements:
            label = text.tokens[statement.low].name
            node = _node(text, statement.low + 2, statement.high)
            if node is not None:
                if label in self.named:
                    # A named list that is repeated is continued.
                    node = node._replace(operands=self.named[label].operands + node.operands)
                (self.nodes if label.isdecimal() else self.named)[label] = node

    def listed(self, label: str) -> Iterator[MetadataNode]:
        """Yield the nodes that named metadata lists."""
        if label in self.named:
            for operand in self.named[label].operands:
                node = self.node(operand)
                if node is not None:
                    yield node

    def node(self, operand: Range) -> MetadataNode | None:
        """Return the node that an operand is, or whose number it is."""
        low, high = operand
        if high - low == 1 and self.text.tokens[low].kind == "metadata":
            return self.nodes.get(self.text.tokens[low].name)
        return _node(self.text, low, high)

    def string(self, operand: Range) -> str | None:
        """Return the content of a metadata string, None for another operand."""
        low, high = operand
        if high - low == 2 and self.text.word(low, "!") and self.text.tokens[low + 1].kind == "string":
            return unquote(self.text.tokens[low + 1].text)
        return None

    def number(self, operand: Range) -> MetadataNumber | None:
        """Return an integer constant, None for another operand."""
        low, high = operand
        if high - low != 2 or self.text.tokens[low + 1].kind != "number":
            return None
        value = self.text.tokens[low + 1].text
        if match := _HEXADECIMAL.fullmatch(value):
            return MetadataNumber(self.text.tokens[low].text, int(match[1], 16))
        digits = value.removeprefix("-")
        if not digits.isdecimal() or len(digits) >= _LONGEST_NUMBER:
            return None
        return MetadataNumber(self.text.tokens[low].text, int(value))

    def annotations(self) -> Iterator[AnnotationProperty | BrokenAnnotation]:
        """Yield every property of `!nvvm.annotations`."""
        rule, text = "nvvm-annotation-format/entity-first", self.text
        for node in self.listed("nvvm.annotations"):
            if not node.operands:
                yield BrokenAnnotation(rule, "an annotation has no entity", text.span(node.low, node.high))
                continue
            (low, high), *rest = node.operands
            names = [token.name for token in text.tokens[low:high] if token.kind == "global"]
            if not names:
                # An optimizer leaves null in place of an entity that it removed.
                if not text.word(high - 1, "null"):
                    message = "an annotation must begin with a function or a variable"
                    yield BrokenAnnotation(rule, message, text.span(low, high), "another operand")
                continue
            if not names[-1]:
                continue
            if len(rest) % 2:
                yield BrokenAnnotation("nvvm-annotation-format/pairs", "a property has no value", text.span(*rest[-1]))
            for key, value in zip(rest[::2], rest[1::2], strict=False):
                yield AnnotationProperty(
                    names[-1], self.string(key), self.number(value), self.node(value), text.span(key[0], value[1])
                )


def _node(text: IrText, low: int, high: int) -> MetadataNode | None:
    start = low + 1 if text.word(low, "distinct") else low
    if text.word(start, "!") and text.word(start + 1, "{"):
        return MetadataNode("", tuple(text.parts(start + 1)), start, min(text.past(start + 1), high))
    if start < high and text.tokens[start].kind == "metadata" and text.word(start + 1, "("):
        operands = tuple(text.parts(start + 1))
        return MetadataNode(text.tokens[start].name, operands, start, min(text.past(start + 1), high))
    return None
