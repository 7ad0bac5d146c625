"""Check the names of a text once for each form, before it is specialized, so that dropped branches are checked too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.records.model import TypeRecord
from generator.records.problems import near
from generator.semantics import tree, warp
from generator.semantics.floating import MODES
from generator.semantics.scope import CARRY
from generator.semantics.source import SemanticsError
from generator.semantics.table import FUNCTIONS
from ptxisa.isa.forms import Form


def name_errors(text: tree.ParsedText, form: Form, types: Mapping[str, TypeRecord]) -> Iterator[SemanticsError]:
    """Yield every name without a meaning or with two, and every comparison that is never true."""
    slots = {slot.name: slot.values for slot in form.slots}
    operands = {operand.name for operand in form.operands}
    nodes = list(tree.walk_all(text.statements))
    local = set(_assigned(nodes)) - operands - {CARRY}
    selected = {operand.selector.name for operand in form.operands if operand.selector}
    known = {*slots, *operands, *types, *local, *selected, CARRY, *MODES, *warp.NAMES}
    for node in nodes:
        if isinstance(node, tree.NameNode) and node.name not in known:
            hint = "; it is a function" if node.name in FUNCTIONS else near(node.name, known)
            yield SemanticsError(node.place, f"unknown name {node.name}{hint}")
        if isinstance(node, tree.NameNode) and node.name in slots and node.name in operands:
            yield SemanticsError(node.place, f"{node.name} is an operand and a slot of the syntax")
        if isinstance(node, tree.ComparisonNode):
            yield from _check_spellings(node, slots, types)
    fixed = {*slots, *types, *selected}
    for node in nodes:
        name = ""
        if isinstance(node, tree.AssignmentNode) and isinstance(node.target, tree.NameNode):
            name = node.target.name
        elif isinstance(node, tree.LoopNode):
            name = node.variable
        if name in local and name in fixed:
            yield SemanticsError(node.place, f"{name} is a slot or a type and cannot be assigned")


def used_names(text: tree.ParsedText) -> set[str]:
    """Return every name in a text."""
    return {node.name for node in tree.walk_all(text.statements) if isinstance(node, tree.NameNode)}


def _assigned(nodes: list[tree.Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, tree.AssignmentNode) and isinstance(node.target, tree.NameNode):
            yield node.target.name
        elif isinstance(node, tree.LoopNode):
            yield node.variable


def _check_spellings(
    node: tree.ComparisonNode, slots: Mapping[str, tuple[str, ...]], types: Mapping[str, TypeRecord]
) -> Iterator[SemanticsError]:
    """Check that modifiers are compared with spellings that their slot can have."""
    for left, right in ((node.left, node.right), (node.right, node.left)):
        items = right.items if isinstance(right, tree.ConstantsNode) else (right,)
        for item in items:
            if isinstance(item, tree.ConstantNode) and isinstance(item.value, str):
                possible = slots.get(left.name, ()) if isinstance(left, tree.NameNode) else tuple(types)
                if item.value not in possible:
                    what = left.name if isinstance(left, tree.NameNode) else "this"
                    hint = near(item.value, possible)
                    yield SemanticsError(item.place, f"{what} is never {item.value!r}{hint}")
