"""Read !nvvm.annotations: properties of kernels, functions and variables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ptxisa.isa.diagnostics import Span
from ptxisa.nvvm.lexer import name
from ptxisa.nvvm.metadata import Metadata, Node, Range
from ptxisa.nvvm.reader import Text

_ENTITY = "nvvm-annotation-format/entity-first"


class Property(NamedTuple):
    """One property of an entity: its name and its value, None where one of them is not what it must be."""

    entity: str
    name: str | None
    value: tuple[str, int] | None
    node: Node | None
    span: Span


class Malformed(NamedTuple):
    """A node that is not an annotation: by which rule, why, and where."""

    rule: str
    message: str
    span: Span


def properties(text: Text, metadata: Metadata) -> Iterator[Property | Malformed]:
    """Every annotation of the module, property by property."""
    for node in metadata.listed("nvvm.annotations"):
        if not node.operands:
            yield Malformed(_ENTITY, "an annotation has no entity", text.span(node.low, node.high))
            continue
        entity = _entity(text, node.operands[0])
        if entity is None:
            yield Malformed(_ENTITY, "an annotation begins with a function or a variable", text.span(*node.operands[0]))
        elif entity:
            yield from _pairs(text, metadata, entity, node)


def _entity(text: Text, operand: Range) -> str | None:
    """The name of the entity, "" for null, which an optimizer leaves of a removed one; None for anything else."""
    low, high = operand
    found = [token for token in text.tokens[low:high] if token.kind == "global"]
    if found:
        return name(found[-1])
    return "" if text.word(high - 1, "null") else None


def _pairs(text: Text, metadata: Metadata, entity: str, node: Node) -> Iterator[Property | Malformed]:
    rest = node.operands[1:]
    if len(rest) % 2:
        yield Malformed("nvvm-annotation-format/pairs", "a property has no value", text.span(*rest[-1]))
    for key, value in zip(rest[::2], rest[1::2], strict=False):
        span = text.span(key[0], value[1])
        yield Property(entity, metadata.string(key), metadata.number(value), metadata.reached(value), span)
