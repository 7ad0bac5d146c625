"""Hold names that stand for addresses against operands that take them: variables, parameters, functions, kernels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ptxisa.check.scope import Lookup, Symbol
from ptxisa.isa.diagnostics import Diagnostic, error, undeclared
from ptxisa.isa.forms import Operand, Values, choose
from ptxisa.isa.types import known
from ptxisa.syntax import tree

_WANTED = {
    "variable": "the name of a variable or parameter",
    "result": "the name of a result of this function",
    "opaque": "the name of a texture, sampler or surface",
    "function": "the name of a device function",
    "kernel": "the name of a kernel",
}
KINDS = frozenset(_WANTED)
"""Kinds of operands that are names of something other than registers."""


def check_symbol(operand: Operand, values: Values, node: Any, lookup: Lookup) -> Iterator[Diagnostic]:
    """What is wrong with an operand that must be the name of something with an address."""
    name = _name(operand, node)
    if name is None:
        yield _wrong(operand, node, "")
        return
    symbol = lookup(name.text)
    if symbol is None:
        yield undeclared(name.text, name)
    elif symbol.kind != "any" and kind_of(symbol) != operand.kind:
        yield _wrong(operand, node, f"; {name.text} is a {symbol.kind}")
    elif symbol.kind != "any" and not within(symbol, choose(operand.space, values)):
        message = f"{name.text} is in .{symbol.space}, not in .{choose(operand.space, values)}"
        yield error("operand-space", message, name)


def _name(operand: Operand, node: Any) -> tree.Name | None:
    """The name in an operand; memory has offsets and elements as well."""
    if isinstance(node, tree.Name):
        return node
    if operand.kind not in ("variable", "result"):
        return None
    base = node.base if isinstance(node, tree.Sum) else node.array if isinstance(node, tree.Index) else None
    return base if isinstance(base, tree.Name) else None


def kind_of(symbol: Symbol) -> str:
    """The kind of operand that a symbol is; empty for what has no address."""
    if symbol.kind == "function":
        return "kernel" if symbol.node is not None and symbol.node.kind == "entry" else "function"
    if symbol.kind == "variable":
        type_ = known().get(symbol.type)
        if type_ is not None and type_.kind == "opaque":
            return "opaque"
        return "" if symbol.space == "param" else "variable"
    return {"parameter": "variable", "result": "result"}.get(symbol.kind, "")


def within(symbol: Symbol, space: str | int | None) -> bool:
    """Whether a symbol stands in a state space or in the space that this is a part of."""
    return space is None or re.split(r"\[|::", symbol.space)[0] == str(space).partition("::")[0]


def _wrong(operand: Operand, node: Any, given: str) -> Diagnostic:
    return error("operand-kind", f"operand {operand.name} takes {_WANTED[operand.kind]}{given}", node)
