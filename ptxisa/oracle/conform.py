"""Hold the records against a real ptxas: which statements it takes, and from which version and target on.

Every probe is judged twice, by our checker and by ptxas, at pairs of target and version. A difference is
an error unless an erratum record explains it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from ptxisa import targets, versions
from ptxisa.availability import form_available
from ptxisa.check.opcode import Match
from ptxisa.check.statement import Place, check_instruction, resolve_opcode
from ptxisa.forms import Clause, Form, Values, holds
from ptxisa.oracle.probes import Trial, legal, neighbours, orders
from ptxisa.oracle.ptxas import Probe, Ptxas, Refusal, declarable
from ptxisa.syntax.parser import parse_statements
from ptxisa.syntax.tree import Instruction
from ptxisa.targets import Target
from ptxisa.variants import variants
from ptxisa.versions import Version

Say = Callable[[str], None]
ANYWHERE = Place(None, None)
WORKERS = 2


class Difference(NamedTuple):
    """A probe that our checker and ptxas judge differently at some pairs of target and version."""

    trial: Trial
    ptxas: str
    pairs: int
    first: str
    message: str
    erratum: str


class Report(NamedTuple):
    """What one release said: counts of judgements, differences, and the status of every clause."""

    release: str
    build: str
    digest: str
    totals: Mapping[str, int]
    differences: tuple[Difference, ...]
    clauses: Mapping[str, Mapping[str, Mapping[str, str]]]

    @property
    def unexplained(self) -> tuple[Difference, ...]:
        return tuple(one for one in self.differences if not one.erratum)


class Candidate(NamedTuple):
    """A trial with what our checker says of it apart from target and version.

    `form` is None when it is wrong everywhere; else `form` and `values` decide where it is available, and
    equal `key`s are available at the same places. `types` are those of the registers it declares.
    """

    trial: Trial
    form: Form | None
    values: Values
    key: Hashable
    types: frozenset[str]


def conform(forms: Sequence[Form], ptxas: Ptxas, say: Say = lambda line: None) -> Report:
    """Judge the forms with one ptxas.

    Every variant, its other orders and a neighbour of each sort run at every pair of target and version;
    all neighbours of all variants run at the newest version of each target. A statement at which ptxas
    stops reading hides those after it, so it is judged once and left out from then on.
    """
    run = _Run(ptxas, say)
    every = candidates(trial for form in forms for trial in neighbours(form))
    usual = candidates(trial for form in forms for trial in chain(legal(form), orders(form), _near(form)))
    run.sweep_singly([one for one in every if one.trial.sort == "operand-kind"], newest_pair(ptxas))
    run.sweep(usual, ptxas.pairs())
    run.sweep(every, newest_pairs(ptxas))
    statuses = {form.id: clause_statuses(form, run) for form in forms}
    differences = run.differences()
    return Report(ptxas.release, ptxas.build, ptxas.digest, dict(run.totals), differences, statuses)


def _near(form: Form) -> Iterator[Trial]:
    """A neighbour of each sort and change for the first variant; the others are tried on newest versions only."""
    seen = set()
    for trial in neighbours(form):
        key = (trial.sort, trial.operand, trial.change)
        if key not in seen:
            seen.add(key)
            yield trial


def newest_pairs(ptxas: Ptxas) -> list[tuple[Target, Version]]:
    """Each target with the newest version that ptxas reads."""
    newest: dict[str, tuple[Target, Version]] = {}
    for target, version in ptxas.pairs():
        newest[target.name] = (target, version)
    return list(newest.values())


def newest_pair(ptxas: Ptxas) -> tuple[Target, Version]:
    """The newest base target with the newest version."""
    return [pair for pair in newest_pairs(ptxas) if pair[0].variant == "base"][-1]


class _Pending(Exception):
    """The trial is a statement of a section that has no record yet."""


def candidates(trials: Iterable[Trial]) -> list[Candidate]:
    """What our checker says of each trial; trials that no record covers yet are left out."""
    found = []
    for trial in trials:
        with suppress(_Pending):
            found.append(candidate(trial))
    return found


def candidate(trial: Trial) -> Candidate:
    """What our checker says of a trial, wherever it may run."""
    match = _legal_match(trial)
    declared = frozenset(type_ for _, type_ in trial.probe.registers)
    if match is None:
        return Candidate(trial, None, {}, None, declared)
    return Candidate(trial, match.form, match.values, (match.form.id, tuple(match.values.items())), declared)


def _legal_match(trial: Trial) -> Match | None:
    """The form that the statement is a legal instance of somewhere, if any; `_Pending` for one without a record."""
    parsed = parse_statements(trial.probe.statement)
    if parsed.diagnostics or len(parsed.statements) != 1 or not isinstance(parsed.statements[0], Instruction):
        return None
    statement = parsed.statements[0]
    judged = list(check_instruction(statement, ANYWHERE, dict(trial.probe.registers).get))
    if any(one.finding.code == "unrecorded-instruction" for one in judged):
        raise _Pending
    if any(one.severity == "error" for one in judged):
        return None
    return resolve_opcode(statement.opcode.mnemonic, statement.opcode.modifiers).matches[0]


class _Run:
    """Judgements of one ptxas, collected over many pairs."""

    def __init__(self, ptxas: Ptxas, say: Say) -> None:
        self.ptxas, self.say = ptxas, say
        self.totals: Counter[str] = Counter()
        self.found: dict[tuple[Trial, str], list[tuple[Target, Version, str]]] = {}
        self.accepted: dict[tuple[str, str, str, str], bool] = {}
        self.legal: dict[Trial, str] = {}
        self.stopping: set[Probe] = set()
        self.errata = errata(ptxas.release)

    def sweep(self, candidates: Sequence[Candidate], pairs: Sequence[tuple[Target, Version]]) -> None:
        """Judge every candidate at every pair."""
        with ThreadPoolExecutor(WORKERS) as pool:
            jobs = pool.map(lambda pair: self.judge(candidates, *pair), pairs)
            for done, (pair, outcome) in enumerate(zip(pairs, jobs, strict=True), 1):
                self.collect(*pair, *outcome)
                if done % 100 == 0 or done == len(pairs):
                    self.progress(done, len(pairs), "pairs")

    def sweep_singly(self, candidates: Sequence[Candidate], pair: tuple[Target, Version]) -> None:
        """Judge each candidate in a module of its own at one pair, to find those at which ptxas stops reading."""
        with ThreadPoolExecutor(WORKERS) as pool:
            jobs = pool.map(lambda one: self.judge([one], *pair), candidates)
            for done, (judged, refused) in enumerate(jobs, 1):
                if any(refusal.fatal for refusal in refused.values()):
                    self.collect(*pair, judged, refused)
                if done % 1000 == 0 or done == len(candidates):
                    self.progress(done, len(candidates), "single statements")

    def progress(self, done: int, total: int, what: str) -> None:
        self.say(f"ptxas {self.ptxas.release}: {done}/{total} {what}, {self.totals['judged']:,} judgements")

    def judge(
        self, candidates: Sequence[Candidate], target: Target, version: Version
    ) -> tuple[list[Candidate], dict[int, Refusal]]:
        """Candidates whose registers can be declared there, and ptxas's refusals by index."""
        types = set(_declarable(target, version))
        possible = [one for one in candidates if types.issuperset(one.types) and one.trial.probe not in self.stopping]
        refused = self.ptxas.refusals([one.trial.probe for one in possible], target, version)
        self.stopping.update(possible[index].trial.probe for index, refusal in refused.items() if refusal.fatal)
        return possible, refused

    def collect(self, target: Target, version: Version, judged: list[Candidate], refused: dict[int, Refusal]) -> None:
        available: dict[Any, bool] = {}
        for index, one in enumerate(judged):
            if one.key not in available:
                available[one.key] = one.form is not None and form_available(one.form, one.values, target, version)
            accepted = index not in refused
            self.totals["accepted"] += accepted
            if available[one.key] != accepted:
                verdict, message = ("accepts", "") if accepted else ("rejects", refused[index].message)
                self.found.setdefault((one.trial, verdict), []).append((target, version, message))
                if one.form is not None:
                    self.legal[one.trial] = one.form.id
            if one.trial.sort == "variant":
                self.remember(one, target, version, accepted)
        self.totals["judged"] += len(judged)

    def remember(self, one: Candidate, target: Target, version: Version, accepted: bool) -> None:
        """Verdicts on variants, by form, statement and place, for the clause statuses."""
        self.accepted[(one.trial.form, one.trial.probe.statement, target.name, str(version))] = accepted

    def explanation(self, trial: Trial, verdict: str) -> str:
        """Name of the erratum that accounts for a difference, if any.

        What holds for the variants of a form holds for every legal statement of it.
        """
        readings = [trial]
        if trial in self.legal:
            readings.append(trial._replace(sort="variant", form=self.legal[trial]))
        return next((name for name, rule in self.errata for one in readings if explains(rule, one, verdict)), "")

    def differences(self) -> tuple[Difference, ...]:
        found = []
        self.totals["agreed"] = self.totals["judged"] - sum(map(len, self.found.values()))
        for (trial, verdict), places in self.found.items():
            target, version, message = places[-1]
            explanation = self.explanation(trial, verdict)
            self.totals["explained" if explanation else "unexplained"] += len(places)
            found.append(Difference(trial, verdict, len(places), f"{target.name} PTX {version}", message, explanation))
        return tuple(found)


@lru_cache(maxsize=4096)
def _declarable(target: Target, version: Version) -> tuple[str, ...]:
    return tuple(declarable(target, version))


def errata(release: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Explanations of known differences that were measured with this release, with the name of the erratum."""
    from ptxisa.db import database

    db = database()
    found = []
    for (name,) in db.sql("SELECT name FROM erratum ORDER BY name"):
        record = db.record("erratum", name)[0]
        for rule in record.get("explains", ()):
            if release in rule.get("releases", record["measured"]["releases"]):
                found.append((name, rule))
    return found


def explains(rule: Mapping[str, Any], trial: Trial, verdict: str) -> bool:
    """Whether an erratum's explanation is about this trial."""
    return (
        rule["probe"] == trial.sort
        and rule["ptxas"] == verdict
        and ("forms" not in rule or trial.form in rule["forms"])
        and ("operand" not in rule or rule["operand"] == trial.operand)
        and ("change" not in rule or rule["change"] == trial.change)
    )


def clause_statuses(form: Form, run: _Run) -> dict[str, dict[str, str]]:
    """Each clause: accepted at its floor, refused one version below and one target below?"""
    statements = {trial.probe.statement: values for trial, values in zip(legal(form), variants(form), strict=True)}
    found = {}
    for clause in form.availability:
        about = [text for text, values in statements.items() if holds(clause.when, values)]
        found[clause.id] = _Boundary(form, clause, about, run.accepted).status()
    return found


class _Boundary:
    """One clause against what ptxas said of the variants that it is about."""

    def __init__(self, form: Form, clause: Clause, statements: Sequence[str], accepted: Mapping[Any, bool]) -> None:
        self.form, self.clause, self.statements, self.accepted = form, clause, statements, accepted
        every = [one for one in targets.known().values() if targets.admits(clause.target, one)]
        self.floors = [one for one in every if one.documented]

    def status(self) -> dict[str, str]:
        floor = min(self.floors, key=lambda one: (one.floor, one.number), default=None)
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
        lower = [one for one in targets.known().values() if one.variant == "base" and one.number < floor.number]
        possible = [one for one in lower if one.floor <= at and one.documented]
        if not possible or any(targets.admits(self.clause.target, one) for one in possible[-1:]):
            return "unverifiable"
        return self.verdict(possible[-1], at, False)

    def verdict(self, target: Target, version: Version, wanted: bool) -> str:
        keys = [(self.form.id, text, target.name, str(version)) for text in self.statements]
        known = [self.accepted[key] for key in keys if key in self.accepted]
        if not known:
            return "not-run"
        return "verified" if all(one is wanted for one in known) else "refuted"


def evidence(report: Report, date: str) -> dict[str, Any]:
    """The report as an evidence record."""
    return {
        "kind": "evidence",
        "name": f"ptxas-{report.release}",
        "tool": "ptxas",
        "release": report.release,
        "build": report.build,
        "digest": report.digest,
        "date": date,
        "totals": dict(report.totals),
        "clauses": {form: dict(statuses) for form, statuses in report.clauses.items()},
    }


def group(differences: Iterable[Difference]) -> list[tuple[Difference, int]]:
    """One example of each sort of difference with how many there are, most first."""
    counts: Counter[tuple[str, ...]] = Counter()
    example: dict[tuple[str, ...], Difference] = {}
    for one in differences:
        key = (one.trial.form, one.trial.sort, one.trial.operand, one.trial.change, one.ptxas)
        counts[key] += 1
        example.setdefault(key, one)
    return [(example[key], count) for key, count in counts.most_common()]
