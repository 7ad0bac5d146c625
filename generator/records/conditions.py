"""Conditions of a form name slots that exist and values that these can hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.records.model import FormRecord
from generator.records.problems import Problem, near
from generator.records.slots import UNRESOLVED
from generator.records.yaml_reader import Located, Steps
from ptxisa.check.operands import HANDLES
from ptxisa.isa.forms import ABSENT, STANDING, Slot

BY_CASE = ("index_elements", "type", "vector", "space", "alignment", "underscore", "immediate")


def check_conditions(form: FormRecord, slots: Sequence[Slot]) -> Iterator[Problem]:
    """Every condition that can never hold, or always does."""
    known = {slot.name: slot for slot in slots}
    for place, condition in conditions(form.data):
        for name, wanted in condition.items():
            if name in form.data["operands"]:
                yield from _standing(form, (*place, name), name, wanted)
            elif name not in known:
                yield form.problem((*place, name), f"condition on unknown slot {name!r}{near(name, known)}")
            elif known[name].group != UNRESOLVED:
                yield from _possible(form, (*place, name), known[name], wanted)
    yield from _same(form, known)


def _possible(form: FormRecord, place: Steps, slot: Slot, wanted: bool | list[str]) -> Iterator[Problem]:
    if wanted is False and not slot.optional:
        yield form.problem(place, f"slot {slot.name!r} is always there")
    possible = (*slot.values, ABSENT) if slot.optional else slot.values
    for index, value in enumerate(wanted if isinstance(wanted, list) else ()):
        if value not in possible:
            yield form.problem((*place, index), f"slot {slot.name!r} never holds {value}{near(value, possible)}")


def _standing(form: FormRecord, place: Steps, name: str, wanted: bool | list[str]) -> Iterator[Problem]:
    """Conditions ask whether an optional operand is present, and how one that may be a name is written."""
    optional = {one for position in form.template.operands if position.optional for one in position.names}
    optional |= {name for position in form.template.operands if position.optional_second for name in position.names[1:]}
    handle = form.data["operands"][name].get("kind") in HANDLES
    if isinstance(wanted, bool):
        if name not in optional:
            yield form.problem(place, f"operand {name!r} is not optional")
    elif not (handle and set(wanted) <= set(STANDING)):
        yield form.problem(place, f"operand {name!r} is written in one way only, so no condition can ask for it")


def chosen_operands(data: Mapping[str, Any]) -> tuple[str, ...]:
    """The operands that conditions of a form name."""
    named = {name for _, condition in conditions(data) for name in condition}
    return tuple(name for name in data["operands"] if name in named)


def _same(form: FormRecord, known: Mapping[str, Slot]) -> Iterator[Problem]:
    for index, rule in enumerate(form.data.get("rules", ())):
        for position, name in enumerate(rule.get("same", ())):
            if name not in known:
                yield form.problem(("rules", index, "same", position), f"unknown slot {name!r}{near(name, known)}")


def conditions(data: Mapping[str, Any]) -> Iterator[tuple[Steps, Mapping[str, Any]]]:
    """Every condition of a form with its place in the form."""
    for key in ("rules", "availability", "requirements", "deprecated", "removed", "state", "models"):
        for index, entry in enumerate(data.get(key, ())):
            for part in ("when", "require", "exclude"):
                if part in entry:
                    yield (key, index, part), entry[part]
    contract = data.get("contract", {})
    if isinstance(contract.get("flush"), dict):
        yield ("contract", "flush"), contract["flush"]
    for index, row in enumerate(contract.get("rows", ())):
        if "when" in row:
            yield ("contract", "rows", index, "when"), row["when"]
    for name, operand in data["operands"].items():
        if "present_when" in operand:
            yield ("operands", name, "present_when"), operand["present_when"]
        for key in BY_CASE:
            for index, case in enumerate(operand[key] if isinstance(operand.get(key), list) else ()):
                if "when" in case:
                    yield ("operands", name, key, index, "when"), case["when"]


def check_unconditional(record: Located) -> Iterator[Problem]:
    """A type has no slots, so its availability cannot depend on any."""
    for index, clause in enumerate(record.data["availability"]):
        if "when" in clause:
            yield record.problem(("availability", index, "when"), "a type has no slots to put a condition on")
