"""Hold textures, samplers and surfaces against operands: names of such variables, or registers with their address."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ptxisa.check.scope import Lookup, Symbol
from ptxisa.isa.diagnostics import Diagnostic, error, undeclared
from ptxisa.isa.forms import Operand
from ptxisa.syntax import tree

HANDLES = {"texture": "texref", "sampler": "samplerref", "surface": "surfref"}
"""Kinds of operands to the type of such variables."""
_ADDRESSES = ("b64", "s64", "u64")
_EARLY = "tex"
"""The state space of textures before there were types for them."""


def check_handle(operand: Operand, node: Any, lookup: Lookup) -> Iterator[Diagnostic]:
    """What is wrong with the operand of a texture or surface instruction."""
    wanted = f"a {operand.kind} or a 64-bit register with the address of one"
    if not isinstance(node, tree.Name):
        yield error("operand-kind", f"operand {operand.name} takes {wanted}", node)
        return
    symbol = lookup(node.text)
    if symbol is None:
        yield undeclared(node.text, node)
    elif symbol.kind != "any" and not _is_handle(operand.kind, node.text, symbol):
        given = f"a .{symbol.type} {symbol.kind}" if symbol.type else f"a {symbol.kind}"
        message = f"operand {operand.name} takes {wanted}; {node.text} is {given}"
        yield error("operand-kind", message, node)


def _is_handle(kind: str, name: str, symbol: Symbol) -> bool:
    if symbol.kind == "register":
        return symbol.vector is None and symbol.type in _ADDRESSES
    if symbol.kind not in ("variable", "parameter") or _is_array(name, symbol):
        return False
    return symbol.type == HANDLES[kind] or (kind == "texture" and symbol.space == _EARLY)


def _is_array(name: str, symbol: Symbol) -> bool:
    if isinstance(symbol.node, tree.Declaration):
        return any(one.dimensions for one in symbol.node.declarators if one.name.text == name)
    return bool(symbol.node is not None and symbol.node.dimensions)
