"""Inlay hints: types of registers, floors of lines, shapes of matrices, and fields of descriptors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ptxisa.check.instruction import resolve
from ptxisa.check.session.edits import Outline
from ptxisa.isa import versions
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.targets import terms
from ptxisa.lsp import texts
from ptxisa.lsp.documents import Checked
from ptxisa.lsp.hovers import Lookup
from ptxisa.objects.descriptors import UnknownDescriptor, descriptor
from ptxisa.query.availability import availability_of, weakest
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_statements

_COMMON = 75
"""Number of a target; a floor up to it, and up to `_COMMON_PTX`, is not shown, since every present device has it.

Turing (sm_75) is the oldest architecture that CUDA 13 supports.
"""
_COMMON_PTX = "6.5"
_SHAPE = re.compile(r"m(\d+)n(\d+)k(\d+)")
_MOST_CHARACTERS = 200_000
"""Characters for which hints are computed at once; editors request what is visible, which is far less."""


class Inlay(NamedTuple):
    """Text to show at an offset; `kind` is "type", "floor", "shape" or "descriptor"."""

    offset: int
    text: str
    kind: str
    tooltip: str = ""


def inlays(checked: Checked, low: int, high: int) -> Iterator[Inlay]:
    """Yield the hints between two offsets of the checked text."""
    high = min(high, low + _MOST_CHARACTERS)
    for item in checked.items:
        if item.end < low or item.start > high:
            continue
        if isinstance(item.node, tree.Function) and item.node.body is not None:
            yield from _in_function(checked, item, low, high)


def _in_function(checked: Checked, item: Outline, low: int, high: int) -> Iterator[Inlay]:
    """Yield the hints in a function between two offsets."""
    body = item.node.body if isinstance(item.node, tree.Function) else None
    assert body is not None, "the caller passes functions with a body"
    # Only statements in the range are parsed. A semicolon is the end of one, so parsing can start after any.
    body_start = body.start + item.shift + 1
    start = max(body_start, checked.text.rfind(";", body_start, max(low, body_start)) + 1)
    end = checked.text.find(";", min(high, item.end), item.end)
    text = checked.text[start : end + 1 if end >= 0 else item.end - 1]
    lookup = Lookup(checked.names, start)
    descriptors: dict[str, str] = {}
    constants: list[tuple[str, Any]] = []
    pending = list(reversed(parse_statements(text).statements))
    while pending:
        node = pending.pop()
        if isinstance(node, tree.Block):
            pending += reversed(node.statements)
        if not isinstance(node, tree.Instruction):
            continue
        at = start + node.start
        lookup.offset = at
        candidates = resolve(node, checked.place, lookup)
        if not candidates:
            continue
        if low <= at <= high:
            yield from _of_statement(checked, node, candidates, start)
        for bound in candidates[0].operands:
            name = bound.operand.name
            if name.endswith("desc") and isinstance(bound.node, tree.Name):
                part = "instruction" if name == "idesc" else "matrix"
                descriptors[bound.node.text] = f"{candidates[0].form.mnemonic}.{part}"
        # A descriptor that is built from a constant is moved into the register that the instruction reads.
        if node.opcode.mnemonic == "mov" and node.guard is None and len(node.operands) == 2:
            register, value = node.operands
            if isinstance(register, tree.Name) and isinstance(value, tree.Integer):
                constants.append((register.text, value))
    # A register with several values may contain another one at the instruction that reads the descriptor.
    for name, value in constants:
        if name in descriptors and sum(other == name for other, _ in constants) == 1:
            try:
                fields = descriptor(descriptors[name]).decode(value.value)
            except (UnknownDescriptor, ValueError):
                continue  # No descriptor has this value, such as one of more bits.
            # Most fields are zero, and the line has little room.
            shown = ", ".join(f"{key} {content}" for key, content in fields.items() if content not in (0, "0"))
            if shown:
                yield Inlay(start + value.end, shown, "descriptor", f"as {descriptors[name]} descriptor")


def _of_statement(
    checked: Checked, node: tree.Instruction, candidates: tuple[ResolvedInstruction, ...], start: int
) -> Iterator[Inlay]:
    """Yield the type of the destination, the shape of a matrix product, and the floor of a statement."""
    first = node.operands[0] if node.operands else None
    if isinstance(first, tree.Pair):
        first = first.first
    if isinstance(first, tree.Name):
        declared = checked.names.resolve(first.text, start + node.start)
        if declared is not None and declared.kind == "register":
            yield Inlay(start + first.end, declared.type, "type")
    end = start + node.end
    end += checked.text[end : end + 1] == ";"
    shape = next((match for modifier in node.opcode.modifiers if (match := _SHAPE.fullmatch(modifier))), None)
    if shape is not None and any(
        modifier in ("mma", "mma_async") for modifier in (node.opcode.mnemonic, *node.opcode.modifiers)
    ):
        m, n, k = shape.groups()
        yield Inlay(end, f"D {m} x {n} = A {m} x {k} · B {k} x {n}", "shape")
    requirements, _ = availability_of(candidates[:1], None, None)
    if floors := weakest(requirements):
        lowest = floors[0]
        number = min(int(digits[0]) for term in terms(lowest.target) if (digits := re.findall(r"\d+", term.name)))
        if number > _COMMON or versions.order(lowest.ptx) > versions.order(_COMMON_PTX):
            yield Inlay(end, texts.floor(floors), "floor")
