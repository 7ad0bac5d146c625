"""Boundaries of availability clauses: the targets and versions that decide them, and their status.

A clause is confirmed on three sides: its statements are accepted at its floor, and rejected one version below and one
target below. Statements run only next to boundaries, since all pairs of target and version would take days.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ptxisa.isa import targets, versions
from ptxisa.isa.forms import Clause, Form, Values, holds
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.oracle.assembler import Pair
from ptxisa.oracle.probes import legal
from ptxisa.query.availability import ended, form_available, satisfied


def near_boundary(ptx: str, target: str, by_target: Mapping[str, Sequence[Pair]]) -> Iterator[Pair]:
    """Yield the pairs next to the boundary of a clause.

    Args:
        ptx: First PTX version of the clause.
        target: Target expression of the clause, such as `sm_90+`.
        by_target: For each target name its pairs, oldest version first.

    Yields:
        For each target where the clause starts or stops to hold, and for the target before it: the first version of
        the clause, the version before that, and the newest version.
    """
    first_version = versions.order(ptx)
    every = [pairs[0][0] for pairs in by_target.values()]
    first_admitted = next((candidate.name for candidate in every if targets.admits(target, candidate)), every[-1].name)
    names = {every[-1].name, first_admitted}
    # Targets are in the order of their numbers, variants after their base target. Between sm_90a and sm_100 the change
    # of a clause such as sm_100+ is seen on both, and on the base target sm_90 before them.
    last_base = every[0]
    for before, after in pairwise(every):
        if before.variant == "base":
            last_base = before
        if targets.admits(target, before) is not targets.admits(target, after):
            names |= {last_base.name, before.name, after.name}
    # The targets that decide the status of the clause; see ClauseBoundary.
    floor = floor_target(target)
    below = target_below(floor, max(first_version, floor.floor)) if floor else None
    names |= {candidate.name for candidate in (floor, below) if candidate}
    for name in sorted(names & by_target.keys()):
        pairs = by_target[name]
        first = next((index for index, (_, version) in enumerate(pairs) if version >= first_version), len(pairs) - 1)
        yield from {pairs[max(first - 1, 0)], pairs[first], pairs[-1]}


def floor_target(target: str) -> Target | None:
    """Return the oldest documented target that a target expression admits."""
    admitted = (
        candidate
        for candidate in targets.known().values()
        if candidate.documented and targets.admits(target, candidate)
    )
    return min(admitted, key=lambda candidate: (candidate.floor, candidate.number), default=None)


def target_below(floor: Target, version: Version) -> Target | None:
    """Return the documented base target just below another one in a version, or None."""
    lower = (
        candidate
        for candidate in targets.known().values()
        if candidate.variant == "base" and candidate.number < floor.number
    )
    return next(
        reversed([candidate for candidate in lower if candidate.floor <= version and candidate.documented]), None
    )


Verdicts = Callable[[Target, Version, bool], list[bool]]
"""Function of target, version and `alone` that returns the verdicts of ptxas there, none if nothing was assembled.

With `alone`, it returns verdicts of probes that no other clause admits.
"""


class ClauseBoundary:
    """Status of one clause; `others` are clauses of the same record, any one of which is sufficient too."""

    def __init__(self, clause: Clause, verdicts: Verdicts, others: Sequence[Clause] = ()) -> None:
        self.clause, self.verdicts, self.others = clause, verdicts, others

    def status(self) -> dict[str, str]:
        """Return `verified`, `refuted`, `unverifiable` or `not-run` for each of the three sides."""
        floor = floor_target(self.clause.target)
        if floor is None:
            return {"floor": "not-run", "below_version": "not-run", "below_target": "not-run"}
        version = max(versions.order(self.clause.ptx), floor.floor)
        earlier = [older for older in map(versions.order, versions.known()) if older < version]
        # Where the target itself starts with the version, no module can have the version below.
        has_version_below = bool(earlier) and earlier[-1] >= floor.floor
        below = target_below(floor, version)
        has_target_below = below is not None and not targets.admits(self.clause.target, below)
        return {
            "floor": self.side(floor, version, accepted=True),
            "below_version": self.side(floor, earlier[-1], accepted=False) if has_version_below else "unverifiable",
            "below_target": self.side(below, version, accepted=False) if below and has_target_below else "unverifiable",
        }

    def side(self, target: Target, version: Version, accepted: bool) -> str:
        """Return the status at one pair, where the probes should be accepted or rejected."""
        if not accepted and any(satisfied(clause.ptx, clause.target, target, version) for clause in self.others):
            return "unverifiable"
        verdicts = self.verdicts(target, version, not accepted)
        if not verdicts:
            return "not-run"
        return "verified" if all(verdict is accepted for verdict in verdicts) else "refuted"


def clause_statuses(form: Form, accepted: Mapping[Any, bool]) -> dict[str, dict[str, str]]:
    """Return the status of each clause of a form.

    Args:
        form: The form.
        accepted: Verdicts of ptxas by (form id, statement, target name, version).
    """
    trials = [(trial.probe.statement, values) for trial, values in legal(form)]
    statuses = {}
    for clause in form.clauses:
        matching = [(text, values) for text, values in trials if holds(clause.when, values)]
        statuses[clause.id] = ClauseBoundary(clause, _form_verdicts(form, matching, accepted, clause)).status()
    return statuses


def _form_verdicts(
    form: Form, trials: Sequence[tuple[str, Values]], accepted: Mapping[Any, bool], clause: Clause
) -> Verdicts:
    """Return the verdicts on variants whose other requirements are met, so that the clause alone decides."""
    without = form._replace(
        availability=tuple(other for other in form.availability if other is not clause),
        requirements=tuple(need for need in form.requirements if need is not clause),
    )
    required = clause in form.requirements

    def decided_by_clause(values: Values, target: Target, version: Version, alone: bool) -> bool:
        if any(ended(end, values, target, version) for end in form.removed):
            return False
        needs = (need for need in without.requirements if holds(need.when, values))
        if not all(satisfied(need.ptx, need.target, target, version) for need in needs):
            return False
        if required:
            return form_available(without, values, target, version)
        return not (alone and form_available(without, values, target, version))

    def verdicts(target: Target, version: Version, alone: bool) -> list[bool]:
        keys = [
            (form.id, text, target.name, str(version))
            for text, values in trials
            if decided_by_clause(values, target, version, alone)
        ]
        return [accepted[key] for key in keys if key in accepted]

    return verdicts
