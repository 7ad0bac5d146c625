"""Check addresses that name a variable: the alignment of the variable and a constant offset, and .unified; and strides.

An access is aligned to its size (section 6.4.1), or as the record of the instruction states. A misaligned access is
undefined behavior, which ptxas does not report, so findings are warnings.
"""

from __future__ import annotations

from collections.abc import Iterator

from ptxisa.check.operands import integer_of
from ptxisa.check.scope import Lookup
from ptxisa.isa.diagnostics import Diagnostic, Stretch, warning
from ptxisa.isa.forms import Operand, choose, type_of
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.types import known
from ptxisa.syntax import tree


def check_alignment(statement: ResolvedInstruction, lookup: Lookup) -> Iterator[Diagnostic]:
    """Warn of addresses that cannot be aligned: a variable plus a constant that is not a multiple of the alignment."""
    for bound in statement.operands:
        operand, node = bound.operand, bound.node
        if operand.stride_of is not None:
            # A constant stride may misalign the lines after the first.
            stride = operand.stride_of
            required = min(required_alignment(statement, statement.form.operand(stride.address)), stride.alignment)
            element, count = known()[statement.values[stride.elements] or ""], integer_of(node)
            if count is not None and count * element.bits % (required * 8):
                message = f"lines {count} elements of .{element.name} apart are not all aligned to {required} bytes"
                yield _misaligned(message, node)
        if operand.kind != "address" or not isinstance(node, tree.Address):
            continue
        if not isinstance(node.base, tree.Name):
            address, offset = integer_of(node.base), integer_of(node.offset) if node.offset else 0
            required = required_alignment(statement, operand)
            if address is not None and offset is not None and required > 1 and (address + offset) % required:
                yield _misaligned(f"address {address + offset} is not aligned to {required} bytes", node)
            continue
        symbol = lookup(node.base.text)
        if symbol is None:
            continue
        # Section 5.4.8: any access to a .unified variable other than a load with .unified is undefined behavior.
        unified = any(attribute.name == "unified" for attribute in getattr(symbol.node, "attributes", ()))
        if unified and statement.form.mnemonic in ("ld", "ldu", "st", "atom", "red"):
            name, hint = node.base.text, "any other access to a .unified variable is undefined behavior"
            if operand.access != "read":
                yield warning("unified-variable", f"{name} is .unified, so it is only read", node, hint)
            elif node.suffix != "unified":
                message = f"{name} is .unified: write .unified after the address"
                yield warning("unified-variable", message, node, hint)
        required = required_alignment(statement, operand)
        if symbol.kind not in ("variable", "parameter", "result") or required < 2 or required & (required - 1):
            continue
        offset = integer_of(node.offset) if node.offset else 0
        # An offset may be right as far as the alignment of the variable allows: the declared one, or that of its type.
        declared, type_ = getattr(symbol.node, "alignment", None), known().get(symbol.type)
        natural = type_.bits * (symbol.vector or 1) // 8 if type_ else 0
        certain = min(required, max(int(declared.value) if declared is not None else natural, 1))
        if offset is not None and offset % certain:
            message = f"address {node.base.text} {'+-'[offset < 0]} {abs(offset)} is not aligned to {required} bytes"
            yield _misaligned(message, node)


def _misaligned(message: str, node: Stretch) -> Diagnostic:
    return warning("misaligned-address", message, node, "a misaligned access is undefined behavior")


def required_alignment(statement: ResolvedInstruction, operand: Operand) -> int:
    """Return the bytes to which an address is aligned: as its record states, or the access size; 0 if unknown."""
    aligned = choose(operand.alignment, statement.values)
    if aligned is None:
        return access_size(statement, operand)
    if isinstance(aligned, int):
        return aligned
    named = next((bound for bound in statement.operands if bound.operand.name == aligned), None)
    if named is None or named.operand.vector is None:
        return (named and integer_of(named.node)) or 0  # A size in bytes, as in `cp.async`.
    count = choose(named.operand.vector, statement.values)
    return known()[type_of(named.operand, statement.values)].bits * int(count or 0) // 8


def access_size(statement: ResolvedInstruction, operand: Operand) -> int:
    """Return the bytes that are accessed at an address operand: those of the longest vector; 0 if unknown.

    A vector modifier is about the data: an mbarrier or other object beside them has the size of its type.
    """
    if not operand.type or choose(operand.space, statement.values) == "tensor":
        return 0
    type_ = known().get(type_of(operand, statement.values))
    vectors = () if operand.object else (bound.operand.vector for bound in statement.operands)
    count = max((int(choose(vector, statement.values) or 1) for vector in vectors), default=1)
    return type_.bits * count // 8 if type_ is not None else 0
