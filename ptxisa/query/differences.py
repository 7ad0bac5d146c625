"""What changed between two PTX versions, or between two targets."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ptxisa.isa import targets, versions
from ptxisa.isa.brief import bounded_repr
from ptxisa.isa.dates import Dates, dates
from ptxisa.isa.forms import ABSENT, Clause, Condition, End, Form, Values, holds
from ptxisa.isa.instructions import every_form
from ptxisa.isa.targets import Target
from ptxisa.isa.variants import variants
from ptxisa.isa.versions import Version
from ptxisa.query.availability import form_available, satisfied
from ptxisa.query.database import database


class Change(NamedTuple):
    """A form that one side has and the other lacks; `when` narrows it to some slot values."""

    form: str
    syntax: str
    when: Condition


@bounded_repr
class Record(NamedTuple):
    """A record that only one side has, such as a special register, or a part of it, such as a feature of a directive.

    `part` is empty for the whole.
    """

    kind: str
    name: str
    part: str
    summary: str


@bounded_repr
class Difference(NamedTuple):
    """Forms, other records and targets that only one side has."""

    before: str
    after: str
    gained: tuple[Change, ...]
    lost: tuple[Change, ...]
    records_gained: tuple[Record, ...]
    records_lost: tuple[Record, ...]
    targets_gained: tuple[str, ...] = ()
    targets_lost: tuple[str, ...] = ()


def difference(before: str, after: str) -> Difference:
    """Compare two versions (`8.6`, `8.7`) or two targets (`sm_90`, `sm_100a`).

    Targets are compared at the newest version. Raises `UnknownVersion` or `UnknownTarget`.
    """
    if _looks_like_version(before) and _looks_like_version(after):
        return _versions(before, after)
    return _targets(before, after)


def _looks_like_version(text: str) -> bool:
    return text.replace(".", "").isdigit() and "." in text


def _versions(before: str, after: str) -> Difference:
    old, new = versions.version(before), versions.version(after)
    had, has = set(versions.known()[before].targets), set(versions.known()[after].targets)
    order = list(targets.known())
    return Difference(
        before,
        after,
        *_changes((None, old), (None, new)),
        *_records((None, old), (None, new)),
        tuple(name for name in order if name in has - had),
        tuple(name for name in order if name in had - has),
    )


def _targets(before: str, after: str) -> Difference:
    old, new = targets.target(before), targets.target(after)
    return Difference(old.name, new.name, *_changes((old, None), (new, None)), *_records((old, None), (new, None)))


Place = tuple[Target | None, Version | None]


def _changes(old: Place, new: Place) -> tuple[tuple[Change, ...], tuple[Change, ...]]:
    gained: list[Change] = []
    lost: list[Change] = []
    for form in every_form():
        had, has = (_ways(form, *place) for place in (old, new))
        gained += [Change(form.id, form.syntax, when) for when in has if _differs(form, when, had, new, old)]
        lost += [Change(form.id, form.syntax, when) for when in had if _differs(form, when, has, old, new)]
    return tuple(gained), tuple(lost)


def _differs(form: Form, when: Condition, others: Sequence[Condition], here: Place, there: Place) -> bool:
    """Whether some variant that a condition is about is available here and not there, where `others` hold.

    A wider condition may have superseded this one. Where modifiers need more than the form, and where several
    conditions may have superseded it together, the variants decide.
    """
    if not others or when in others or (not form.needs and any(_includes(other, when) for other in others)):
        return not others
    about = (values for values in variants(form) if holds(when, values))
    return any(_available(form, values, here) and not _available(form, values, there) for values in about)


def _includes(wide: Condition, narrow: Condition) -> bool:
    """Whether one condition holds wherever the other does, as far as their words show it."""
    return all(slot in narrow and _allows(wanted, narrow[slot]) for slot, wanted in wide.items())


def _allows(wide: bool | tuple[str, ...], narrow: bool | tuple[str, ...]) -> bool:
    """The same of one slot: whether anything stands there, or which modifiers, `ABSENT` among them."""
    if wide is True:
        return narrow is True or (narrow is not False and ABSENT not in narrow)
    if wide is False:
        return narrow is False or narrow == (ABSENT,)
    return narrow is not True and set((ABSENT,) if narrow is False else narrow) <= set(wide)


def _available(form: Form, values: Values, place: Place) -> bool:
    """Whether a place has a variant; a target alone is asked at the newest version."""
    on, at = place
    return form_available(form, values, on, at or max(map(versions.order, versions.known())))


def _ways(form: Form, on: Target | None, at: Version | None) -> list[Condition]:
    """Under which conditions a form is available there, and what further modifiers it may have there."""
    found = conditions(form.availability, form.removed, on, at)
    met = [need.when for need in form.needs if found and satisfied(need.ptx, need.target, on, at)]
    return found + [when for when in met if when not in found]


def _records(old: Place, new: Place) -> tuple[tuple[Record, ...], tuple[Record, ...]]:
    gained: list[Record] = []
    lost: list[Record] = []
    for kind, name, data in _dated():
        whole, *parts = dates(data)
        had, has = _holds(whole, whole, old), _holds(whole, whole, new)
        # Where the whole is on one side alone, its parts go without saying.
        for part in parts if had and has else [whole]:
            record = Record(kind, name, part.name if part.steps else "", part.summary or whole.summary)
            had, has = _holds(part, whole, old), _holds(part, whole, new)
            gained += [record] if has > had else []
            lost += [record] if had > has else []
    return tuple(gained), tuple(lost)


def _dated() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every record other than an instruction that says where it is available."""
    query = "SELECT kind, name, data FROM record WHERE kind IN (SELECT kind FROM record_clause) ORDER BY kind, name"
    for kind, name, text in database().sql(query):
        data = json.loads(text)
        if "availability" in data:
            yield kind, name, data


def _holds(part: Dates, whole: Dates, place: Place) -> bool:
    """Whether a part is available; one that says nothing of it is so where the whole is."""
    return bool(conditions(part.availability or whole.availability, (*part.removed, *whole.removed), *place))


def conditions(
    availability: tuple[Clause, ...], removed: tuple[End, ...], on: Target | None, at: Version | None
) -> list[Condition]:
    """Under which conditions a thing is available there; an unconditional clause makes the others moot."""
    if any(_gone(end.ptx, end.target, on, at) for end in removed if not end.when):
        return []
    met = [clause.when for clause in availability if satisfied(clause.ptx, clause.target, on, at)]
    return [{}] if {} in met else [when for index, when in enumerate(met) if when not in met[:index]]


def _gone(ptx: str | None, expression: str | None, on: Target | None, at: Version | None) -> bool:
    """Whether a removal applies; a target compared at the newest version has every version floor behind it."""
    past = ptx is None or at is None or at >= versions.order(ptx)
    there = expression is None or (on is not None and targets.admits(expression, on))
    return past and there
