"""Hold addresses in brackets against operands: what stands in them, and in which state space it lies.

See sections 6.4.1 and 6.4.2 of the manual.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ptxisa.check.scope import Lookup, Symbol
from ptxisa.check.symbols import within
from ptxisa.isa.diagnostics import Diagnostic, error, undeclared
from ptxisa.isa.forms import Operand, Values, choose
from ptxisa.isa.types import known
from ptxisa.syntax import tree

GENERIC = "generic"
_IN_WINDOWS = ("global", "shared", "local")
"""State spaces whose variables a generic address can point at by name."""
TENSOR = "tensor"
"""Tensor memory, in which no variable lies: its addresses are numbers of `TENSOR_BITS` bits."""
TENSOR_BITS = 32
_ABSOLUTE = "local"
"""The one state space in which constants may be addresses."""
_INTEGERS = ("bits", "signed", "unsigned")


def check_address(operand: Operand, values: Values, node: Any, lookup: Lookup) -> Iterator[Diagnostic]:
    """What is wrong with an address: `[register]`, `[variable]`, either with an offset, or a constant in brackets."""
    space = str(choose(operand.space, values) or GENERIC)
    if isinstance(node, tree.Index) and operand.array_element:
        yield from _check_name(operand, space, node.array, lookup, element=True)
    elif not isinstance(node, tree.Address):
        yield _wrong(operand, node, "an address in brackets")
    elif isinstance(node.base, tree.Name):
        yield from _check_name(operand, space, node.base, lookup)
    elif space != _ABSOLUTE:
        yield _wrong(operand, node, "a register or variable in brackets: only .local has constant addresses")


def _check_name(
    operand: Operand, space: str, name: tree.Name, lookup: Lookup, *, element: bool = False
) -> Iterator[Diagnostic]:
    symbol = lookup(name.text)
    if symbol is None:
        yield undeclared(name.text, name)
    elif symbol.kind == "any" or (symbol.kind == "special" and symbol.vector is None and operand.special_registers):
        return
    elif symbol.kind == "register" and not element:
        if not _holds_addresses(symbol, space):
            size = "32 bits for tensor memory" if space == TENSOR else "at most 64 bits"
            message = f"an address is in an integer register of {size}; {name.text} is a .{symbol.type} one"
            yield error("operand-type", message, name)
    elif not _in_memory(symbol):
        kind = "special register" if symbol.kind == "special" else symbol.kind
        yield _wrong(operand, name, f"an address; {name.text} is a {kind}")
    elif symbol.kind == "parameter" and operand.access != "read":
        yield _wrong(operand, name, f"an address to write to; {name.text} is an input, which is only read")
    elif symbol.kind == "result" and operand.access == "read":
        yield _wrong(operand, name, f"an address to read from; {name.text} is a result, which is only written")
    elif not any(within(symbol, one) for one in _pointed_into(operand, space)):
        wanted = " or ".join(f".{one}" for one in _pointed_into(operand, space))
        yield error("operand-space", f"{name.text} is in .{symbol.space}, not in {wanted}", name)


def _holds_addresses(register: Symbol, space: str) -> bool:
    type_ = known().get(register.type)
    if register.vector is not None or type_ is None or type_.kind not in _INTEGERS:
        return False
    return type_.bits == TENSOR_BITS if space == TENSOR else type_.bits <= 64


def _in_memory(symbol: Symbol) -> bool:
    """Variables, parameters and results have addresses; what is opaque has none that instructions may use."""
    type_ = known().get(symbol.type)
    return symbol.kind in ("variable", "parameter", "result") and (type_ is None or type_.kind != "opaque")


def _pointed_into(operand: Operand, space: str) -> tuple[str, ...]:
    """The state spaces of variables that an address can point at by name."""
    if space != GENERIC:
        return (space,)
    return (operand.window,) if operand.window else _IN_WINDOWS


def _wrong(operand: Operand, node: Any, wanted: str) -> Diagnostic:
    return error("operand-kind", f"operand {operand.name} takes {wanted}", node)
