"""Check addresses that name a variable: the alignment of the variable and a constant offset, and .unified.

An access is aligned to its size (section 6.4.1), or as the record of the instruction states. A misaligned access is
undefined behavior, which ptxas does not report, so findings are warnings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ptxisa.check.operands import CONSTANTS
from ptxisa.check.scope import Lookup
from ptxisa.isa.diagnostics import Diagnostic, warning
from ptxisa.isa.forms import Operand, choose, type_of
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.types import known
from ptxisa.syntax import tree
from ptxisa.syntax.expressions import ConstantError, evaluate


def check_alignment(statement: ResolvedInstruction, lookup: Lookup) -> Iterator[Diagnostic]:
    """Warn of addresses that cannot be aligned: a variable plus a constant that is not a multiple of the alignment."""
    for bound in statement.operands:
        operand, node = bound.operand, bound.node
        if operand.kind != "address" or not isinstance(node, tree.Address) or not isinstance(node.base, tree.Name):
            continue
        symbol = lookup(node.base.text)
        if symbol is not None and any(one.name == "unified" for one in getattr(symbol.node, "attributes", ())):
            yield from _check_unified(statement, operand, node, node.base.text)
        required = _required(statement, operand)
        if symbol is None or symbol.kind not in ("variable", "parameter", "result") or required < 2:
            continue
        offset = _constant(node.offset) if node.offset else 0
        # What the alignment of the variable leaves open may be right: the declared one, or else that of its type.
        declared, type_ = getattr(symbol.node, "alignment", None), known().get(symbol.type)
        natural = type_.bits * (symbol.vector or 1) // 8 if type_ else 0
        certain = min(required, max(int(declared.value) if declared is not None else natural, 1))
        if offset is not None and offset % certain:
            message = f"address {node.base.text} {'+-'[offset < 0]} {abs(offset)} is not aligned to {required} bytes"
            yield warning("misaligned-address", message, node, "a misaligned access is undefined behavior")


def _check_unified(
    statement: ResolvedInstruction, operand: Operand, node: tree.Address, name: str
) -> Iterator[Diagnostic]:
    """Warn of accesses to a .unified variable other than loads with .unified after the address (section 5.4.8)."""
    hint = "any other access to a .unified variable is undefined behavior"
    if statement.form.mnemonic.partition(".")[0] not in ("ld", "ldu", "st", "atom", "red"):
        return
    if operand.access != "read":
        yield warning("unified-variable", f"{name} is .unified, so it is only read", node, hint)
    elif node.suffix != "unified":
        yield warning(
            "unified-variable",
            f"{name} is .unified: read it through a register, with .unified after the address",
            node,
            hint,
        )


def _required(statement: ResolvedInstruction, operand: Operand) -> int:
    """Return the alignment that an address needs: that of the record, or the size of the access; 0 if unknown."""
    values = statement.values
    if isinstance(operand.alignment, str):
        sizes = (bound.node for bound in statement.operands if bound.operand.name == operand.alignment)
        return next((_constant(node) or 0 for node in sizes), 0)
    if operand.alignment is not None:
        return int(choose(operand.alignment, values) or 0)
    if not operand.type or choose(operand.space, values) == "tensor":
        return 0
    type_ = known().get(type_of(operand, values))
    count = max(int(choose(bound.operand.vector, values) or 1) for bound in statement.operands)
    size = type_.bits * count // 8 if type_ is not None else 0
    return size if size & (size - 1) == 0 else 0


def _constant(node: Any) -> int | None:
    try:
        return int(evaluate(node).number) if isinstance(node, CONSTANTS) else None
    except ConstantError:
        return None
