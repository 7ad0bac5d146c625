"""The boundaries of availability clauses: where statements are judged for them, and what came out.

A clause is confirmed on three sides: its statements are accepted at its floor, and refused one version below and one
target below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ptxisa.isa import targets, versions
from ptxisa.isa.forms import Clause, Form, Values, holds
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.oracle.ptxas.probes import legal
from ptxisa.query.availability import ended, form_available, satisfied

Pair = tuple[Target, Version]


def near_boundary(ptx: str, target: str, by_target: Mapping[str, Sequence[Pair]]) -> Iterator[Pair]:
    """Targets at which a clause begins or ends to hold and those before them; of each the newest version, the one
    with which the clause begins, and the one before that."""
    at = versions.order(ptx)
    names = _turning(target, [listed[0][0] for listed in by_target.values()]) | _sides(target, at)
    for listed in (by_target[name] for name in sorted(names & by_target.keys())):
        first = next((index for index, (_, version) in enumerate(listed) if version >= at), len(listed) - 1)
        yield from {listed[max(first - 1, 0)], listed[first], listed[-1]}


def _sides(target: str, at: Version) -> set[str]:
    """The targets on which the status of a clause is decided."""
    floor = floor_target(target)
    below = target_below(floor, max(at, floor.floor)) if floor else None
    return {one.name for one in (floor, below) if one}


def _turning(target: str, every: Sequence[Target]) -> set[str]:
    """Targets where a clause begins or ends to hold, in their order, with what stands before; first and newest."""
    found = {every[-1].name, next((one.name for one in every if targets.admits(target, one)), every[-1].name)}
    last_base = every[0]
    for before, one in pairwise(every):
        if before.variant == "base":
            last_base = before
        if targets.admits(target, before) is not targets.admits(target, one):
            found |= {last_base.name, before.name, one.name}
    return found


def clause_statuses(form: Form, accepted: Mapping[Any, bool]) -> dict[str, dict[str, str]]:
    """Each clause: accepted at its floor, refused one version below and one target below?"""
    trials = [(trial.probe.statement, values) for trial, values in legal(form)]
    found = {}
    for clause in form.floors:
        about = [(text, values) for text, values in trials if holds(clause.when, values)]
        found[clause.id] = Boundary(clause, _verdicts(form, about, accepted, clause)).status()
    return found


Verdicts = Callable[[Target, Version, bool], list[bool]]
"""Whether each probe of something was accepted at a place; nothing for a place that was not judged.

The last argument asks for probes alone that nothing but the clause in question admits.
"""


def _verdicts(
    form: Form, trials: Sequence[tuple[str, Values]], accepted: Mapping[Any, bool], clause: Clause
) -> Verdicts:
    """What ptxas said of these variants of a form, of those that need nothing there but what the clause asks for."""
    without = form._replace(
        availability=tuple(one for one in form.availability if one is not clause),
        needs=tuple(need for need in form.needs if need is not clause),
    )

    def verdicts(target: Target, version: Version, alone: bool) -> list[bool]:
        keys = [
            (form.id, text, target.name, str(version))
            for text, values in trials
            if _met(without, values, target, version)
            and (clause not in form.needs or form_available(without, values, target, version))
            and not (alone and clause not in form.needs and form_available(without, values, target, version))
        ]
        return [accepted[key] for key in keys if key in accepted]

    return verdicts


def _met(form: Form, values: Values, target: Target, version: Version) -> bool:
    """Whether a place has all that a variant needs, which is not removed there."""
    if any(ended(end, values, target, version) for end in form.removed):
        return False
    needs = (need for need in form.needs if holds(need.when, values))
    return all(satisfied(need.ptx, need.target, target, version) for need in needs)


def floor_target(target: str) -> Target | None:
    """The documented target that a clause admits first."""
    admitted = (one for one in targets.known().values() if one.documented and targets.admits(target, one))
    return min(admitted, key=lambda one: (one.floor, one.number), default=None)


def target_below(floor: Target, at: Version) -> Target | None:
    """The documented base target below another in a version, if any."""
    lower = (one for one in targets.known().values() if one.variant == "base" and one.number < floor.number)
    return next(reversed([one for one in lower if one.floor <= at and one.documented]), None)


class Boundary:
    """One clause against what ptxas said of what it is about; `others` are the clauses that suffice as well."""

    def __init__(self, clause: Clause, verdicts: Verdicts, others: Sequence[Clause] = ()) -> None:
        self.clause, self.verdicts, self.others = clause, verdicts, others

    def status(self) -> dict[str, str]:
        floor = floor_target(self.clause.target)
        if floor is None:
            return {"floor": "not-run", "below_version": "not-run", "below_target": "not-run"}
        at = max(versions.order(self.clause.ptx), floor.floor)
        return {
            "floor": self.verdict(floor, at, True),
            "below_version": self.below_version(floor, at),
            "below_target": self.below_target(floor, at),
        }

    def below_version(self, floor: Target, at: Version) -> str:
        """One version below on the floor target; impossible where the target itself starts with the version."""
        earlier = [one for one in map(versions.order, versions.known()) if one < at]
        if not earlier or earlier[-1] < floor.floor:
            return "unverifiable"
        return self.verdict(floor, earlier[-1], False)

    def below_target(self, floor: Target, at: Version) -> str:
        """One base target below at the floor version; impossible where there is none."""
        below = target_below(floor, at)
        if below is None or targets.admits(self.clause.target, below):
            return "unverifiable"
        return self.verdict(below, at, False)

    def verdict(self, target: Target, version: Version, wanted: bool) -> str:
        if not wanted and any(satisfied(one.ptx, one.target, target, version) for one in self.others):
            return "unverifiable"
        known = self.verdicts(target, version, not wanted)
        if not known:
            return "not-run"
        return "verified" if all(one is wanted for one in known) else "refuted"
