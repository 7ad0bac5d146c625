"""Check conditions of a form: their slots exist, and the slots have the values."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from generator.records.model import FormRecord, TypeRecord
from generator.records.problems import Problem, near
from generator.records.slots import UNRESOLVED
from generator.records.yaml_reader import Located, Steps
from ptxisa.check.operands import HANDLES
from ptxisa.isa.comparisons import Comparison, MalformedComparison, is_comparison, is_true, parse_comparison
from ptxisa.isa.forms import ABSENT, WRITTEN_KINDS, AnyOf, Slot
from ptxisa.isa.limits import MalformedLimit, parse_limit
from ptxisa.isa.variants import choices

Wanted = bool | tuple[str, ...] | AnyOf
ALTERNATIVES = ("any", "not")
"""Keys of nested conditions: `any` is true if one condition in its list is, `not` if its condition is not."""
BY_CASE = ("index_elements", "type", "vector", "space", "alignment", "underscore", "immediate")


def check_conditions(form: FormRecord, slots: Sequence[Slot], types: Mapping[str, TypeRecord]) -> Iterator[Problem]:
    """Yield a problem for each condition that is always or never true."""
    known = {slot.name: slot for slot in slots}
    for place, condition in conditions(form.data):
        yield from _check_entries(form, place, condition, known, types)
    for index, requirement in enumerate(form.data.get("requirements", ())):
        if not requirement.get("when"):  # It would not count where modifiers are unknown.
            yield form.problem(("requirements", index), "a requirement without a condition belongs to the availability")
    for index, rule in enumerate(form.data.get("rules", ())):
        for key in ("same", "together"):
            for position, name in enumerate(rule.get(key, ())):
                place = ("rules", index, key, position)
                if name not in known:
                    yield form.problem(place, f"unknown slot {name!r}{near(name, known)}")
                elif key == "together" and not known[name].optional:
                    yield form.problem(place, f"slot {name!r} is never empty")
    yield from _check_limits(form, known)


def _check_entries(
    form: FormRecord,
    place: Steps,
    condition: Mapping[str, Any],
    known: Mapping[str, Slot],
    types: Mapping[str, TypeRecord],
) -> Iterator[Problem]:
    for name, wanted in condition.items():
        step = (*place, name)
        if (name in ALTERNATIVES or is_comparison(name)) and place[0] not in ("rules", "limits"):
            # The database joins these conditions by slot, and semantics are compiled by slot.
            yield form.problem(step, "only rules and limits can have any, not and comparisons")
        elif name in ALTERNATIVES:
            parts = [((*step, index), part) for index, part in enumerate(wanted)] if name == "any" else [(step, wanted)]
            for part_place, part in parts:
                yield from _check_entries(form, part_place, part, known, types)
        elif is_comparison(name):
            if not isinstance(wanted, bool):
                yield form.problem(step, "a comparison is true or false")
            yield from _check_comparison(form, step, name, known, types)
        elif name in form.data["operands"]:
            # A condition on an operand tests if it is present, or if it is a name or a register.
            optional = {text for position in form.template.operands if position.optional for text in position.names}
            optional |= {
                name for position in form.template.operands if position.optional_second for name in position.names[1:]
            }
            handle = form.data["operands"][name].get("kind") in HANDLES
            if isinstance(wanted, bool):
                if name not in optional:
                    yield form.problem(step, f"operand {name!r} is not optional")
            elif not (handle and set(wanted) <= set(WRITTEN_KINDS)):
                yield form.problem(step, f"operand {name!r} has one spelling only: it cannot be in a condition")
        elif name not in known:
            yield form.problem(step, f"condition on unknown slot {name!r}{near(name, known)}")
        elif known[name].group != UNRESOLVED:
            if wanted is False and not known[name].optional:
                yield form.problem(step, f"slot {known[name].name!r} is never empty")
            possible = (*known[name].values, ABSENT) if known[name].optional else known[name].values
            for index, value in enumerate(wanted if isinstance(wanted, list) else ()):
                if value not in possible:
                    yield form.problem(
                        (*step, index), f"slot {known[name].name!r} never has value {value}{near(value, possible)}"
                    )


def _check_comparison(
    form: FormRecord, place: Steps, text: str, known: Mapping[str, Slot], types: Mapping[str, TypeRecord]
) -> Iterator[Problem]:
    try:
        comparison = parse_comparison(text)
    except MalformedComparison as error:
        yield form.problem(place, str(error))
        return
    unknown = [name for name in comparison.slots if name not in known]
    for name in unknown:
        yield form.problem(place, f"comparison of unknown slot {name!r}{near(name, known)}")
    if unknown:
        return
    truths = {is_true(comparison, values, types) for values in _assignments(comparison.slots, known)}
    if len(truths) == 1:
        yield form.problem(place, f"{text} is {'always' if truths.pop() else 'never'} true")


def _assignments(names: Sequence[str], known: Mapping[str, Slot]) -> Iterator[dict[str, str | None]]:
    """Yield every assignment of values to some slots."""
    for values in itertools.product(*(choices(known[name]) for name in names)):
        yield dict(zip(names, values, strict=True))


def constraint(data: Mapping[str, Any], slots: Sequence[Slot], types: Mapping[str, TypeRecord]) -> dict[str, Wanted]:
    """Build the condition of a rule: lists become tuples, and comparisons the slot values for which they are true.

    Entries with a mistake, which `check_conditions` reports, are left out.
    """
    known = {slot.name: slot for slot in slots}
    condition: dict[str, Wanted] = {}
    for name, wanted in data.items():
        if name in ALTERNATIVES:
            parts = wanted if name == "any" else [wanted]
            condition[name] = AnyOf(tuple(constraint(part, slots, types) for part in parts), name == "not")
        elif is_comparison(name):
            with suppress(MalformedComparison, KeyError):
                condition[name] = AnyOf(tuple(_true_for(parse_comparison(name), known, types)), not wanted)
        else:
            condition[name] = wanted if isinstance(wanted, bool) else tuple(wanted)
    return condition


def _true_for(
    comparison: Comparison, known: Mapping[str, Slot], types: Mapping[str, TypeRecord]
) -> Iterator[dict[str, Wanted]]:
    """Yield the combinations of slot values for which a comparison is true, values of the last slot taken together."""
    *names, last = comparison.slots
    tails: dict[tuple[str | None, ...], tuple[str, ...]] = {}
    for values in _assignments(comparison.slots, known):
        if is_true(comparison, values, types):
            key = tuple(values[name] for name in names)
            tails[key] = (*tails.get(key, ()), values[last] or ABSENT)
    for key, tail in tails.items():
        yield {**{name: (value or ABSENT,) for name, value in zip(names, key, strict=True)}, last: tail}


def chosen_operands(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the operands that conditions of a form name."""
    named = {name for _, condition in conditions(data) for name in _names(condition)}
    return tuple(name for name in data["operands"] if name in named)


def _names(condition: Mapping[str, Any]) -> Iterator[str]:
    for name, wanted in condition.items():
        if name in ALTERNATIVES:
            for part in wanted if name == "any" else [wanted]:
                yield from _names(part)
        else:
            yield name


def _check_limits(form: FormRecord, known: Mapping[str, Slot]) -> Iterator[Problem]:
    """Check that limits can be evaluated: operands and slots exist, and at least one operand is named."""
    for index, limit in enumerate(form.data.get("limits", ())):
        place = ("limits", index, "require")
        try:
            chain = parse_limit(limit["require"])
        except MalformedLimit as error:
            yield form.problem(place, str(error))
            continue
        operands = form.data["operands"]
        for kind, names, candidates in (("operand", chain.operands, operands), ("slot", chain.slots, known)):
            for name in names:
                if name not in candidates:
                    yield form.problem(place, f"limit of unknown {kind} {name!r}{near(name, candidates)}")
        if not chain.operands:
            yield form.problem(place, "a limit names an operand")


def conditions(data: Mapping[str, Any]) -> Iterator[tuple[Steps, Mapping[str, Any]]]:
    """Yield every condition of a form with its place in the form."""
    keys = ("rules", "limits", "availability", "requirements", "deprecated", "removed", "advisories", "state", "models")
    for key in keys:
        for index, entry in enumerate(data.get(key, ())):
            for part in ("when", "require", "exclude"):
                if isinstance(entry.get(part), dict):
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
    """Check that the availability of a type has no conditions, since a type has no slots."""
    for index, clause in enumerate(record.data["availability"]):
        if "when" in clause:
            yield record.problem(("availability", index, "when"), "a type has no slots to put a condition on")
