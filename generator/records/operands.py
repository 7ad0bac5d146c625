"""Check the operands of a form: each is in the syntax and is described, without contradiction."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from generator.records.conditions import BY_CASE
from generator.records.model import FormRecord
from generator.records.problems import Problem, near
from generator.records.slots import TYPE, UNRESOLVED
from generator.records.yaml_reader import Steps
from ptxisa.isa.forms import Slot

TYPED = ("register", "immediate")
"""Kinds of operands that contain a value. Addresses may have a type, that of the memory; all others have none."""


def check_operands(form: FormRecord, slots: Sequence[Slot], types: Collection[str]) -> Iterator[Problem]:
    """Yield the problems of the operands of a form."""
    # The syntax and the descriptions have the same operands.
    written, described = form.template.operand_names(), form.data["operands"]
    for name in described:
        if name not in written:
            yield form.problem(("operands", name), f"operand {name!r} is not in the syntax{near(name, written)}")
    for name in written:
        if name not in described:
            yield form.problem(("syntax",), f"operand {name!r} is not described{near(name, described)}")
    for name in form.template.operand_names():
        if any(slot.name == name for slot in slots):
            yield form.problem(("operands", name), f"operand {name!r} has the name of a slot; semantics need both")
    for selector in form.template.selectors().values():
        if selector.slot in form.data["operands"] or any(slot.name == selector.slot for slot in slots):
            yield form.problem(("syntax",), f"selector {selector.slot!r} has the name of an operand or a slot")
    for name, operand in form.data["operands"].items():
        yield from _check_type(form, name, operand, slots, types)
        # A constant is read, and its range has a value in it.
        given, place = operand.get("immediate"), ("operands", name, "immediate")
        if isinstance(given, dict) and "min" in given and given["min"] > given["max"]:
            yield form.problem(place, f"operand {name!r}: no number is from {given['min']} to {given['max']}")
        if operand.get("kind") == "immediate" and given == "forbidden":
            yield form.problem(place, f"operand {name!r} is an immediate, which may not be forbidden")
        if operand["access"] != "read" and given not in (None, "forbidden"):
            yield form.problem(place, f"operand {name!r} is written, so it cannot be an immediate")
        # The first case that applies counts, so no case can follow a case without a condition.
        for key in BY_CASE:
            cases = operand[key] if isinstance(operand.get(key), list) else []
            final = next((index for index, case in enumerate(cases) if "when" not in case), len(cases))
            if final + 1 < len(cases):
                message = f"operand {name!r}: no case after one without a condition can apply"
                yield form.problem(("operands", name, key, final + 1), message)
    yield from _check_references(form, slots, types)
    # Only an optional operand can depend on modifiers.
    optional = {name for position in form.template.operands if position.optional for name in position.names}
    for name, operand in form.data["operands"].items():
        if "present_when" in operand and name not in optional:
            yield form.problem(("operands", name, "present_when"), f"operand {name!r} is not optional")


def _check_references(form: FormRecord, slots: Sequence[Slot], types: Collection[str]) -> Iterator[Problem]:
    """Check the operands and types that descriptions of operands name, besides their own types."""
    operands = form.data["operands"]
    for name, operand in operands.items():
        given = operand.get("alignment")
        cases: list[tuple[Steps, str]] = [((), given)] if isinstance(given, str) else []
        if isinstance(given, list):
            cases = [((index, "is"), case["is"]) for index, case in enumerate(given) if isinstance(case["is"], str)]
        for step, alignment in cases:
            place = ("operands", name, "alignment", *step)
            if alignment not in operands:
                message = f"operand {name!r}: alignment names {alignment!r}, which is not one of the operands "
                yield form.problem(place, f"{message}{', '.join(operands)}{near(alignment, operands)}")
                continue
            # The operand is a size in bytes, or registers that have this size.
            named = operands[alignment]
            value = named["access"] == "read" and named.get("kind", "register") in TYPED
            registers = named.get("braces", False) or "vector" in named
            if not registers and (not value or named.get("immediate", "allowed") == "forbidden"):
                message = f"operand {name!r}: alignment names {alignment!r}, which is never a constant"
                yield form.problem(place, message)
        stride = operand.get("stride_of")
        if stride is not None and "alignment" not in operands.get(stride["address"], {}):
            message = f"operand {name!r}: {stride['address']!r} is not an operand with an alignment"
            yield form.problem(("operands", name, "stride_of", "address"), message)
        if stride is not None and stride["elements"].removeprefix("$") not in {slot.name for slot in slots}:
            message = f"operand {name!r}: {stride['elements']!r} is not a slot"
            yield form.problem(("operands", name, "stride_of", "elements"), message)
        widest = operand.get("widest_register")
        if widest is not None and widest not in types:
            place = ("operands", name, "widest_register")
            yield form.problem(place, f"operand {name!r}: unknown type {widest!r}{near(widest, types)}")


def _check_type(
    form: FormRecord, name: str, operand: Mapping[str, Any], slots: Sequence[Slot], types: Collection[str]
) -> Iterator[Problem]:
    """Check that the types of an operand are records or slots of types."""
    if "type" not in operand and operand.get("kind", "register") in TYPED:
        yield form.problem(("operands", name), f"operand {name!r} needs a type")
    groups = {f"${slot.name}": slot.group for slot in slots}
    optional = {f"${slot.name}" for slot in slots if slot.optional}
    given = operand.get("type")
    if isinstance(given, list):
        named: list[tuple[Steps, str]] = [((index, "is"), str(case["is"])) for index, case in enumerate(given)]
    else:
        named = [] if given is None else [((), str(given))]
    for place, type_ in named:
        steps = ("operands", name, "type", *place)
        if type_ not in types and type_ not in groups:
            hint = near(type_, [*types, *groups])
            yield form.problem(steps, f"operand {name!r}: unknown type {type_!r}{hint}")
        elif groups.get(type_, TYPE) not in (TYPE, UNRESOLVED):
            yield form.problem(steps, f"operand {name!r}: slot {type_!r} holds values of {groups[type_]}, not types")
        elif type_ in optional and not place:
            yield form.problem(steps, f"operand {name!r}: slot {type_!r} may be absent; give the type by case")
