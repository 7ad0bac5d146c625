"""What changed between two PTX versions, or between two targets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from ptxisa import targets, versions
from ptxisa.availability import satisfied
from ptxisa.checkers import checker_of, mnemonics
from ptxisa.db import database
from ptxisa.forms import Clause, Condition, End
from ptxisa.targets import Target
from ptxisa.versions import Version


class Change(NamedTuple):
    """A form that one side has and the other lacks; `when` narrows it to some slot values."""

    form: str
    syntax: str
    when: Condition


class Record(NamedTuple):
    """A record that only one side has: a special register, a directive, a type …"""

    kind: str
    name: str
    summary: str


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
    for name in mnemonics():
        checker = checker_of(name)
        for form in checker.forms if checker else ():
            had, has = (conditions(form.availability, form.removed, *place) for place in (old, new))
            gained += [Change(form.id, form.syntax, when) for when in has if when not in had]
            lost += [Change(form.id, form.syntax, when) for when in had if when not in has]
    return tuple(gained), tuple(lost)


def _records(old: Place, new: Place) -> tuple[tuple[Record, ...], tuple[Record, ...]]:
    gained: list[Record] = []
    lost: list[Record] = []
    for record, clauses, ends in _dated():
        had, has = (bool(conditions(clauses, ends, *place)) for place in (old, new))
        gained += [record] if has > had else []
        lost += [record] if had > has else []
    return tuple(gained), tuple(lost)


def _dated() -> Iterator[tuple[Record, tuple[Clause, ...], tuple[End, ...]]]:
    """Every record other than an instruction that says where it is available."""
    query = "SELECT DISTINCT kind, name, summary FROM record NATURAL JOIN record_clause ORDER BY kind, name"
    clauses = "SELECT id, ptx, target, condition FROM record_clause WHERE kind = ? AND name = ?"
    ends = "SELECT ptx, target, condition FROM record_end WHERE change = 'removed' AND kind = ? AND name = ?"
    rows = database().sql
    for kind, name, summary in rows(query):
        yield (
            Record(kind, name, summary),
            tuple(Clause(id_, ptx, target, json.loads(when)) for id_, ptx, target, when in rows(clauses, (kind, name))),
            tuple(End(ptx, target, json.loads(when)) for ptx, target, when in rows(ends, (kind, name))),
        )


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
