"""Differences between two PTX versions, or between two targets.

difference("8.6", "8.7").gained         # forms that are new in PTX 8.7
difference("sm_90a", "sm_100a").lost    # forms of sm_90a that sm_100a does not support
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from ptxisa.isa import targets, versions
from ptxisa.isa.dates import Dates, dates
from ptxisa.isa.forms import ABSENT, Clause, Condition, End, Form, holds
from ptxisa.isa.instructions import every_form
from ptxisa.isa.representation import bounded_repr
from ptxisa.isa.targets import Target
from ptxisa.isa.variants import choices, connected, variants
from ptxisa.isa.versions import Version
from ptxisa.query.availability import form_available, satisfied
from ptxisa.query.database import database


class FormChange(NamedTuple):
    """A form that only one side has; `when` narrows it to variants by the values of their slots."""

    form: str
    syntax: str
    when: Condition


class RecordChange(NamedTuple):
    """A record that only one side has, such as a special register, or a part of it, such as a feature of a directive.

    `part` is empty for the whole record.
    """

    kind: str
    name: str
    part: str
    summary: str


@bounded_repr
class SupportDifference(NamedTuple):
    """Forms, other records and targets that only one of two versions or targets has."""

    before: str
    after: str
    gained: tuple[FormChange, ...]
    lost: tuple[FormChange, ...]
    records_gained: tuple[RecordChange, ...]
    records_lost: tuple[RecordChange, ...]
    targets_gained: tuple[str, ...] = ()
    targets_lost: tuple[str, ...] = ()


class _Side(NamedTuple):
    """A target at its newest version, or a version on any target."""

    target: Target | None = None
    version: Version | None = None


def difference(before: str, after: str) -> SupportDifference:
    """Compare two versions (`8.6`, `8.7`), or two targets (`sm_90`, `sm_100a`) at the newest version.

    Raises:
        UnknownVersion: One of the versions does not exist.
        UnknownTarget: One of the targets does not exist.
    """
    if _is_version(before) != _is_version(after):
        version, other = (before, after) if _is_version(before) else (after, before)
        targets.target(other)  # An unknown name is reported first.
        raise targets.UnknownTarget(
            f"{version} is a PTX version and {other} a target; compare two versions or two targets"
        )
    if not (_is_version(before) and _is_version(after)):
        old, new = targets.target(before), targets.target(after)
        sides = _Side(target=old), _Side(target=new)
        return SupportDifference(old.name, new.name, *_form_changes(*sides), *_record_changes(*sides))
    sides = _Side(version=versions.version(before)), _Side(version=versions.version(after))
    had, has = set(versions.known()[before].targets), set(versions.known()[after].targets)
    return SupportDifference(
        before,
        after,
        *_form_changes(*sides),
        *_record_changes(*sides),
        tuple(name for name in targets.known() if name in has - had),
        tuple(name for name in targets.known() if name in had - has),
    )


def _is_version(text: str) -> bool:
    return text.replace(".", "").isdigit() and "." in text


def _form_changes(old: _Side, new: _Side) -> tuple[tuple[FormChange, ...], tuple[FormChange, ...]]:
    """Return the forms that only the new side has, and those that only the old side has."""
    gained: list[FormChange] = []
    lost: list[FormChange] = []
    for form in every_form():
        had, has = _conditions_of(form, old), _conditions_of(form, new)
        gained += [FormChange(form.id, form.syntax, when) for when in has if _is_new(form, when, new, old, had)]
        lost += [FormChange(form.id, form.syntax, when) for when in had if _is_new(form, when, old, new, has)]
    return tuple(gained), tuple(lost)


def _conditions_of(form: Form, side: _Side) -> list[Condition]:
    """Return the conditions under which a side has a form, and those of further modifiers that it has there."""
    base = conditions(form.availability, form.removed, *side)
    needs = [need.when for need in form.requirements if base and satisfied(need.ptx, need.target, *side)]
    return base + [when for when in needs if when not in base]


def _is_new(form: Form, when: Condition, here: _Side, there: _Side, conditions_there: Sequence[Condition]) -> bool:
    """Return True if `here` has a variant under this condition that `there` does not have."""
    if not conditions_there:
        return True
    if when in conditions_there:
        return False
    # One wider condition may have superseded this one.
    if not form.requirements and any(_includes(other, when) for other in conditions_there):
        return False
    # Several conditions may have superseded it together, and modifiers may need more than the form: try each variant.
    # Without a version, a target is compared at the newest one.
    newest = max(map(versions.order, versions.known()))
    # Other slots, and values that the condition excludes, do not matter: there may be thousands of variants.
    decisive = {name for clause in form.clauses for name in clause.when} | {
        name for end in form.removed for name in end.when
    }
    slots = []
    for slot in connected(form, decisive):
        contents = [
            value
            for value in choices(slot)
            if slot.name not in when or holds({slot.name: when[slot.name]}, {slot.name: value})
        ]
        slots.append(slot._replace(values=tuple(filter(None, contents)), optional=None in contents))
    tried: set[tuple[str | None, ...]] = set()
    for values in variants(form._replace(slots=tuple(slots))):
        key = tuple(values[slot.name] for slot in slots if slot.name in decisive)
        if key in tried:
            continue
        tried.add(key)
        if (
            holds(when, values)
            and form_available(form, values, here.target, here.version or newest)
            and not form_available(form, values, there.target, there.version or newest)
        ):
            return True
    return False


def _includes(wide: Condition, narrow: Condition) -> bool:
    """Return True if the wide condition holds wherever the narrow one does, as far as their values show.

    The value of a slot is True (present), False (absent), or the modifiers that are allowed, `ABSENT` among them.
    """
    for slot, allowed in wide.items():
        if slot not in narrow:
            return False
        value = narrow[slot]
        if allowed is True:
            included = value is True or (value is not False and ABSENT not in value)
        elif allowed is False:
            included = value is False or value == (ABSENT,)
        else:
            included = value is not True and set((ABSENT,) if value is False else value) <= set(allowed)
        if not included:
            return False
    return True


def _record_changes(old: _Side, new: _Side) -> tuple[tuple[RecordChange, ...], tuple[RecordChange, ...]]:
    """Return the records other than instructions that only the new side has, and those that only the old side has."""
    gained: list[RecordChange] = []
    lost: list[RecordChange] = []
    query = "SELECT kind, name, data FROM record WHERE kind IN (SELECT kind FROM record_clause) ORDER BY kind, name"
    for kind, name, text in database().sql(query):
        data = json.loads(text)
        if "availability" not in data:
            continue
        whole, *parts = dates(data)
        # If the record exists on one side only, do not also list its parts.
        both = _has(whole, whole, old) and _has(whole, whole, new)
        for part in parts if both else [whole]:
            change = RecordChange(kind, name, part.name if part.steps else "", part.summary or whole.summary)
            had, has = _has(part, whole, old), _has(part, whole, new)
            if has and not had:
                gained.append(change)
            elif had and not has:
                lost.append(change)
    return tuple(gained), tuple(lost)


def _has(part: Dates, whole: Dates, side: _Side) -> bool:
    """Return True if a side has a part of a record; a part without dates is available with the whole."""
    return bool(conditions(part.availability or whole.availability, (*part.removed, *whole.removed), *side))


def conditions(
    availability: tuple[Clause, ...], removed: tuple[End, ...], target: Target | None, version: Version | None
) -> list[Condition]:
    """Return the conditions of the clauses that hold; only the empty one if some clause has no condition.

    Without a version, the newest one is meant, which is after every removal.
    """
    for end in removed:
        past = end.ptx is None or version is None or version >= versions.order(end.ptx)
        here = end.target is None or (target is not None and targets.admits(end.target, target))
        if past and here and not end.when:
            return []
    met = [clause.when for clause in availability if satisfied(clause.ptx, clause.target, target, version)]
    return [{}] if {} in met else [when for index, when in enumerate(met) if when not in met[:index]]
