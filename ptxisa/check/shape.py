"""The shape of an instruction: all that decides whether it is legal, without the names in it.

Modules repeat few shapes many times. Two instructions of one shape, checked for one target and version, are
both legal or both not.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ptxisa.check.scope import Lookup
from ptxisa.isa.instructions import forms_of
from ptxisa.syntax import tree

Shape = tuple[Any, ...]


def shape_of(statement: tree.Instruction, lookup: Lookup) -> Shape | None:
    """The shape, or None where a name is not declared or its declaration matters beyond its type."""
    parts: list[Any] = [statement.opcode.text]
    guard = statement.guard
    if guard is not None:
        symbol = lookup(guard.predicate.text)
        if symbol is None:
            return None
        parts.append(symbol[:4])
    by_value = bounded(statement.opcode.mnemonic)
    for operand in statement.operands:
        if not _add(parts, operand, lookup, by_value):
            return None
    return tuple(parts)


@lru_cache(maxsize=1024)
def bounded(mnemonic: str) -> bool:
    """Whether some operand of an instruction takes some integers and others not, so that their values count."""
    operands = [operand for form in forms_of(mnemonic) for operand in form.operands]
    return not operands or any(
        one.choices or one.multiple > 1 or (one.minimum, one.maximum, one.above) != (None, None, None)
        for one in operands
    )


def _add(parts: list[Any], node: Any, lookup: Lookup, bounded: bool) -> bool:
    """Append what counts of an operand; False where it has no shape."""
    kind = type(node)
    if kind is tree.Name:
        symbol = lookup(node.text)
        if symbol is None or symbol.kind in ("function", "prototype", "targets"):
            return False
        # Special registers of one type may be read with different types, and exist in different places.
        parts.append(node.text if symbol.kind == "special" else symbol[:4])
        return True
    parts.append(kind)
    if kind is tree.Integer:
        if bounded:
            parts.append(node.value)
        parts.append(node.unsigned)
        return True
    if kind is tree.Float:
        parts.append(node.width)
        return True
    return _add_inner(parts, node, lookup, bounded)


def _add_inner(parts: list[Any], node: Any, lookup: Lookup, bounded: bool) -> bool:
    """Operands made of operands: each field by itself, places left out.

    Values count inside of constant expressions, which may overflow.
    """
    bounded = bounded or isinstance(node, _EXPRESSIONS)
    for field, value in zip(node._fields, node, strict=True):
        if field in ("start", "end"):
            continue
        if isinstance(value, tuple) and not hasattr(value, "_fields"):
            parts.append(len(value))
            if not all(_add(parts, one, lookup, bounded) for one in value):
                return False
        elif isinstance(value, tuple):
            if not _add(parts, value, lookup, bounded):
                return False
        else:
            parts.append(value)
    return True


_EXPRESSIONS = (tree.Unary, tree.Binary, tree.Conditional)
