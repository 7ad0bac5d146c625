"""Hold the records of the language around the instructions against a real ptxas, as our checker applies them.

A record with availability clauses is tried out by statements, which share modules and so run at every pair of
target and version, or by the module that is its `probe`. A module is judged at the first and the last version of
every target, and on both sides of every version at which its availability changes there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from typing import Any, NamedTuple

from ptxisa.check.module import check_module
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.isa.forms import Clause, End
from ptxisa.isa.language import special_registers
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.oracle.ptxas.assembler import Probe, Ptxas, declarable, framed, module
from ptxisa.oracle.ptxas.boundaries import Boundary
from ptxisa.oracle.ptxas.conform import WORKERS, Answer, Findings, Report, Say, answer, newest_pair
from ptxisa.oracle.ptxas.probes import Trial
from ptxisa.oracle.ptxas.registers import legal_reads, wrong_uses
from ptxisa.query.availability import ended, satisfied

Place = tuple[Target, Version]


class Subject(NamedTuple):
    """A record, or a part of one with clauses of its own, and what tries it out.

    `key` is kind/name, or kind/name/part. `statements` are legal wherever it is available, `wrong` ones nowhere;
    `probe` is a module. A subject with none of them cannot be tried.
    """

    key: str
    availability: tuple[Clause, ...]
    removed: tuple[End, ...] = ()
    statements: tuple[Trial, ...] = ()
    wrong: tuple[Trial, ...] = ()
    probe: str = ""

    def available(self, place: Place) -> bool:
        """Whether the record has it there."""
        if any(ended(end, None, *place) for end in self.removed):
            return False
        return any(satisfied(one.ptx, one.target, *place) for one in self.availability)


def subjects(names: Sequence[str] = ()) -> list[Subject]:
    """Everything but instructions that has availability clauses; or what is named: a kind, a record or its key."""
    every = [*_registers(), *_probed()]
    return [one for one in every if not names or any(_named(one, name) for name in names)]


def _named(subject: Subject, name: str) -> bool:
    kind, record, *_ = subject.key.split("/")
    return name in (kind, record, f"{kind}/{record}", subject.key)


def _registers() -> Iterator[Subject]:
    """Special registers; the members of a family stand in one record."""
    examples = _examples()
    modules = {data["name"]: data["probe"] for data in _records() if "probe" in data}
    for name, members in groupby(special_registers().values(), key=lambda one: one.record):
        family, key = list(members), f"special_register/{name}"
        reads = [probe for one in family for probe in legal_reads(one)]
        wrong = [Trial(probe, "record-neighbour", key, "", change) for change, probe in wrong_uses(family[0])]
        legal = [Trial(probe, "record", key) for probe in (*reads, *examples.get(name, ()))]
        module = modules.get(name, "")
        yield Subject(
            key, family[0].availability, family[0].removed, () if module else tuple(legal), tuple(wrong), module
        )


def _examples() -> dict[str, list[Probe]]:
    """The statements that records of special registers show, each in a block of its own."""
    return {
        data["name"]: [Probe(_block(one["code"], one["registers"]), ()) for one in data.get("examples", ())]
        for data in _records()
        if data["kind"] == "special_register"
    }


def _block(code: str, registers: Mapping[str, str]) -> str:
    declarations = " ".join(f".reg .{type_} {name};" for name, type_ in registers.items())
    return f"{{ {declarations} {code} }}"


def _probed() -> Iterator[Subject]:
    for data in _records():
        if data["kind"] not in ("instruction", "special_register"):
            yield from _parts(f"{data['kind']}/{data['name']}", data)


def _parts(key: str, data: Mapping[str, Any]) -> Iterator[Subject]:
    """What has availability clauses: the record itself, and named parts inside it that have a probe."""
    if "availability" in data:
        yield Subject(key, _clauses(data), _ends(data), probe=data.get("probe", ""))
    for parts in data.values():
        for part in parts if isinstance(parts, list) else ():
            if isinstance(part, dict) and "name" in part and "probe" in part:
                yield from _parts(f"{key}/{part['name']}", part)


def _records() -> list[dict[str, Any]]:
    from ptxisa.query.database import database

    db = database()
    kinds = [kind for kind in db.kinds() if kind not in ("evidence", "document")]
    return [data for kind in kinds for name in db.names(kind) for data in db.record(kind, name)]


def _clauses(data: Mapping[str, Any]) -> tuple[Clause, ...]:
    return tuple(Clause(one["id"], one["ptx"], one["target"]) for one in data["availability"])


def _ends(data: Mapping[str, Any]) -> tuple[End, ...]:
    return tuple(End(one.get("ptx"), one.get("target"), {}, one.get("note", "")) for one in data.get("removed", ()))


def conform_records(chosen: Sequence[Subject], ptxas: Ptxas, say: Say = lambda line: None) -> Report:
    """Judge the records with one ptxas."""
    run = _Run(ptxas, say)
    run.sweep_statements([one for one in chosen if one.statements])
    run.judge_wrong_uses(chosen)
    run.sweep_modules([one for one in chosen if one.probe])
    statuses = {one.key: run.statuses(one) for one in chosen}
    differences, totals, errata = run.findings.differences(), dict(run.findings.totals), dict(run.findings.errata)
    return Report(ptxas.release, ptxas.build, ptxas.digest, totals, differences, statuses, "records", errata=errata)


class _Run:
    """Judgements of one ptxas."""

    def __init__(self, ptxas: Ptxas, say: Say) -> None:
        self.ptxas, self.say = ptxas, say
        self.pairs = ptxas.pairs()
        self.findings = Findings()
        self.accepted: dict[tuple[str, Place], list[bool]] = {}

    def sweep_statements(self, chosen: Sequence[Subject]) -> None:
        """Judge the statements of all subjects together, at every pair."""
        trials = [(one, trial) for one in chosen for trial in one.statements]
        if not trials:
            return
        probes = [trial.probe for _, trial in trials]
        with ThreadPoolExecutor(WORKERS) as pool:
            jobs = pool.map(lambda place: self.ptxas.refusals(probes, *place), self.pairs)
            for place, refused in zip(self.pairs, jobs, strict=True):
                ours = self.answers(probes, place)
                for index, (subject, trial) in enumerate(trials):
                    refusal = refused[index].message if index in refused else None
                    self.add(subject, trial, place, refusal, ours[index])
        self.progress(len(trials), "statements at every pair")

    def judge_wrong_uses(self, chosen: Sequence[Subject]) -> None:
        """Judge what is legal nowhere, at the newest pair."""
        place = newest_pair(self.ptxas)
        known = set(declarable(*place))
        every = [trial for one in chosen for trial in one.wrong]
        trials = [trial for trial in every if known.issuperset(type_ for _, type_ in trial.probe.registers)]
        probes = [trial.probe for trial in trials]
        refused, ours = (self.ptxas.refusals(probes, *place), self.answers(probes, place)) if trials else ({}, [])
        for index, trial in enumerate(trials):
            refusal = refused[index].message if index in refused else None
            self.findings.add(trial, place, ours[index], refusal)

    def answers(self, probes: Sequence[Probe], place: Place) -> list[Answer]:
        """What our checker says of statements, as the answer of this release."""
        text, first = framed(probes, *place)
        found: list[list[Diagnostic]] = [[] for _ in probes]
        for one in self.findings_in(text):
            if 0 <= one.line - first < len(probes):
                found[one.line - first].append(one)
        return list(map(answer, found))

    def findings_in(self, text: str) -> Sequence[Diagnostic]:
        """What our checker says of a module, as the answer of this release."""
        return check_module(text, assembler=self.ptxas.release)

    def sweep_modules(self, chosen: Sequence[Subject]) -> None:
        """Judge the module of each subject where its availability changes."""
        jobs = [(one, place) for one in chosen for place in telling_places(one, self.pairs)]
        with ThreadPoolExecutor(WORKERS) as pool:
            refusals = pool.map(lambda job: self.refusal(*job), jobs)
            for done, (job, refusal) in enumerate(zip(jobs, refusals, strict=True), 1):
                self.add_module(*job, refusal)
                if done % 1000 == 0 or done == len(jobs):
                    self.progress(done, f"of {len(jobs):,} modules")

    def refusal(self, subject: Subject, place: Place) -> str:
        return self.ptxas.refusal(module(subject.probe, *place), place[0])

    def add_module(self, subject: Subject, place: Place, refusal: str) -> None:
        ours = answer(self.findings_in(module(subject.probe, *place)))
        self.add(subject, Trial(Probe(subject.probe, ()), "record", subject.key), place, refusal or None, ours)

    def add(self, subject: Subject, trial: Trial, place: Place, refusal: str | None, ours: Answer) -> None:
        self.findings.add(trial, place, ours, refusal)
        self.accepted.setdefault((subject.key, place), []).append(refusal is None)

    def progress(self, done: int, what: str) -> None:
        self.say(f"ptxas {self.ptxas.release}: {done:,} {what}, {self.findings.totals['judged']:,} judgements")

    def statuses(self, subject: Subject) -> dict[str, dict[str, str]]:
        """Each clause: accepted at its floor, refused one version below and one target below?"""
        found = {}
        for clause in subject.availability:
            others = [one for one in subject.availability if one is not clause]
            found[clause.id] = Boundary(clause, lambda *place: self.verdicts(subject, place[:2]), others).status()
        return found

    def verdicts(self, subject: Subject, place: Place) -> list[bool]:
        """What ptxas says of a subject at a place; a module that was not judged there yet is judged now."""
        if subject.probe and place in self.pairs and (subject.key, place) not in self.accepted:
            self.add_module(subject, place, self.refusal(subject, place))
        return self.accepted.get((subject.key, place), [])


def telling_places(subject: Subject, pairs: Iterable[Place]) -> Iterator[Place]:
    """The first and the last version of each target, and both sides of each change of availability."""
    for _, group in groupby(pairs, key=lambda pair: pair[0]):
        places = list(group)
        have = [subject.available(place) for place in places]
        last = len(places) - 1
        for index, place in enumerate(places):
            if index in (0, last) or have[index] != have[index - 1] or have[index] != have[index + 1]:
                yield place
