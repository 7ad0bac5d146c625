"""Compare records other than instructions with a real ptxas: registers, directives, state spaces, types, ….

A record with availability clauses is tried with statements, which share modules and run at every pair of target and
version, or with the module that is its `probe`. A module runs at the first and the last version of every target, and
on both sides of each version where its availability changes there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from typing import Any, NamedTuple

from ptxisa.check.errata import release_of, with_errata
from ptxisa.check.module import diagnose
from ptxisa.check.place import Place
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.isa.forms import Clause, End
from ptxisa.isa.language import special_registers
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.oracle.assembler import Pair, Probe, Ptxas, declarable, framed, module
from ptxisa.oracle.boundaries import ClauseBoundary
from ptxisa.oracle.probes import Trial, legal_reads, wrong_uses
from ptxisa.oracle.releases import Log, silent
from ptxisa.oracle.reports import Answer, ConformReport, Judgments, answer
from ptxisa.query.availability import ended, satisfied
from ptxisa.query.database import database
from ptxisa.syntax.source import Source

WORKERS = 2
"""Runs of ptxas at a time; the checker uses another processor meanwhile."""


class Subject(NamedTuple):
    """A record with availability clauses, or a part of one, and the PTX that tries it.

    A subject with neither statements nor a probe cannot be tried.

    Attributes:
        key: kind/name, or kind/name/part.
        availability: Clauses, any one of which is sufficient.
        removed: Where it was removed.
        statements: Statements that are legal where it is available.
        wrong: Statements that are legal nowhere.
        probe: A module.
    """

    key: str
    availability: tuple[Clause, ...]
    removed: tuple[End, ...] = ()
    statements: tuple[Trial, ...] = ()
    wrong: tuple[Trial, ...] = ()
    probe: str = ""

    def available(self, pair: Pair) -> bool:
        """Return True if the record states that it is available at a pair."""
        if any(ended(end, None, *pair) for end in self.removed):
            return False
        return any(satisfied(clause.ptx, clause.target, *pair) for clause in self.availability)


def subjects(names: Sequence[str] = ()) -> list[Subject]:
    """Return everything but instructions that has availability clauses.

    Args:
        names: Kinds, names of records, or keys; all subjects if empty.
    """

    def named(subject: Subject) -> bool:
        kind, record, *_ = subject.key.split("/")
        return not names or any(name in (kind, record, f"{kind}/{record}", subject.key) for name in names)

    db = database()
    # Neither has clauses, and evidence is large.
    kinds = [kind for kind in db.kinds() if kind not in ("evidence", "document")]
    records = [data for kind in kinds for name in db.names(kind) for data in db.record(kind, name)]
    every = list(_register_subjects(records))
    for data in records:
        if data["kind"] not in ("instruction", "special_register"):
            every += _parts(f"{data['kind']}/{data['name']}", data)
    return list(filter(named, every))


def _register_subjects(records: Sequence[Mapping[str, Any]]) -> Iterator[Subject]:
    """Yield a subject for each record of special registers; registers of a family share a record."""
    data_of = {data["name"]: data for data in records if data["kind"] == "special_register"}
    probes = {data["name"]: data["probe"] for data in records if "probe" in data}
    for name, members in groupby(special_registers().values(), key=lambda register: register.record):
        family, key = list(members), f"special_register/{name}"
        reads = [probe for register in family for probe in legal_reads(register)]
        for example in data_of.get(name, {}).get("examples", ()):
            # A block of its own, since examples declare registers with the same names.
            declarations = " ".join(f".reg .{type_} {register};" for register, type_ in example["registers"].items())
            reads.append(Probe(f"{{ {declarations} {example['code']} }}", ()))
        probe = probes.get(name, "")
        yield Subject(
            key,
            family[0].availability,
            family[0].removed,
            () if probe else tuple(Trial(read, "record", key) for read in reads),
            tuple(Trial(wrong, "record-neighbor", key, "", change) for change, wrong in wrong_uses(family[0])),
            probe,
        )


def _parts(key: str, data: Mapping[str, Any]) -> Iterator[Subject]:
    """Yield a record with availability clauses, and the named parts of it that have a probe."""
    if "availability" in data:
        clauses = (Clause(clause["id"], clause["ptx"], clause["target"]) for clause in data["availability"])
        ends = (End(end.get("ptx"), end.get("target"), {}, end.get("note", "")) for end in data.get("removed", ()))
        yield Subject(key, tuple(clauses), tuple(ends), probe=data.get("probe", ""))
    for parts in data.values():
        for part in parts if isinstance(parts, list) else ():
            if isinstance(part, dict) and "name" in part and "probe" in part:
                yield from _parts(f"{key}/{part['name']}", part)


def conform_records(chosen: Sequence[Subject], ptxas: Ptxas, log: Log = silent) -> ConformReport:
    """Judge records with one ptxas."""
    run = _RecordRun(ptxas, log)
    run.sweep_statements([subject for subject in chosen if subject.statements])
    run.judge_wrong_uses(chosen)
    run.sweep_modules([subject for subject in chosen if subject.probe])
    statuses = {subject.key: run.statuses(subject) for subject in chosen}
    differences, totals, errata = run.judgments.differences(), dict(run.judgments.totals), dict(run.judgments.errata)
    return ConformReport(
        ptxas.release, ptxas.build, ptxas.digest, totals, differences, statuses, "records", errata=errata
    )


class _RecordRun:
    """Judgments of one ptxas on records."""

    def __init__(self, ptxas: Ptxas, log: Log) -> None:
        self.ptxas, self.log = ptxas, log
        self.pairs = ptxas.pairs()
        self.judgments = Judgments()
        self.accepted: dict[tuple[str, Pair], list[bool]] = {}

    def sweep_statements(self, chosen: Sequence[Subject]) -> None:
        """Judge the statements of all subjects together, at every pair."""
        trials = [(subject, trial) for subject in chosen for trial in subject.statements]
        if not trials:
            return
        probes = [trial.probe for _, trial in trials]
        with ThreadPoolExecutor(WORKERS) as pool:
            jobs = pool.map(lambda pair: self.ptxas.rejections(probes, *pair), self.pairs)
            for pair, errors in zip(self.pairs, jobs, strict=True):
                ours = self.answers(probes, pair)
                for index, (subject, trial) in enumerate(trials):
                    rejection = errors[index].message if index in errors else None
                    self.add(subject, trial, pair, rejection, ours[index])
        self.progress(len(trials), "statements at every pair")

    def judge_wrong_uses(self, chosen: Sequence[Subject]) -> None:
        """Judge statements that are legal nowhere, at the newest pair."""
        # At one pair: a statement that is legal nowhere has no availability that could change.
        pair = self.ptxas.newest_pair()
        types = set(declarable(*pair))
        every = [trial for subject in chosen for trial in subject.wrong]
        trials = [trial for trial in every if types.issuperset(type_ for _, type_ in trial.probe.registers)]
        probes = [trial.probe for trial in trials]
        errors, ours = (self.ptxas.rejections(probes, *pair), self.answers(probes, pair)) if trials else ({}, [])
        for index, trial in enumerate(trials):
            rejection = errors[index].message if index in errors else None
            self.judgments.add(trial, pair, ours[index], rejection)

    def answers(self, probes: Sequence[Probe], pair: Pair) -> list[Answer]:
        """Return the verdict of the checker on each statement, as the answer of this release."""
        text, first = framed(probes, *pair)
        by_probe: list[list[Diagnostic]] = [[] for _ in probes]
        for diagnostic in self.check(text):
            if 0 <= diagnostic.line - first < len(probes):
                by_probe[diagnostic.line - first].append(diagnostic)
        return list(map(answer, by_probe))

    def check(self, text: str) -> Sequence[Diagnostic]:
        """Check a module as this release would for a virtual architecture, which stops before it generates code."""
        place = Place(None, None, assembler=release_of(self.ptxas.release), generates_code=False)
        return list(with_errata(diagnose(Source(text), place), place, strict=False))

    def sweep_modules(self, chosen: Sequence[Subject]) -> None:
        """Judge the module of each subject where its availability changes."""
        # One process of ptxas for each module and pair: all pairs would take hours.
        jobs = [(subject, pair) for subject in chosen for pair in deciding_pairs(subject, self.pairs)]
        with ThreadPoolExecutor(WORKERS) as pool:
            rejections = pool.map(lambda job: self.rejection(*job), jobs)
            for done, (job, rejection) in enumerate(zip(jobs, rejections, strict=True), 1):
                self.add_module(*job, rejection)
                if done % 1000 == 0 or done == len(jobs):
                    self.progress(done, f"of {len(jobs):,} modules")

    def rejection(self, subject: Subject, pair: Pair) -> str:
        return self.ptxas.rejection(module(subject.probe, *pair), pair[0])

    def add_module(self, subject: Subject, pair: Pair, rejection: str) -> None:
        ours = answer(self.check(module(subject.probe, *pair)))
        self.add(subject, Trial(Probe(subject.probe, ()), "record", subject.key), pair, rejection or None, ours)

    def add(self, subject: Subject, trial: Trial, pair: Pair, rejection: str | None, ours: Answer) -> None:
        self.judgments.add(trial, pair, ours, rejection)
        self.accepted.setdefault((subject.key, pair), []).append(rejection is None)

    def progress(self, done: int, what: str) -> None:
        self.log(f"ptxas {self.ptxas.release}: {done:,} {what}, {self.judgments.totals['judged']:,} judgments")

    def statuses(self, subject: Subject) -> dict[str, dict[str, str]]:
        """Return the status of each clause of a subject."""

        def verdicts(target: Target, version: Version, alone: bool) -> list[bool]:
            # A record has no variants, of which some would depend on this clause alone.
            return self.verdicts(subject, (target, version))

        statuses = {}
        for clause in subject.availability:
            others = [other for other in subject.availability if other is not clause]
            statuses[clause.id] = ClauseBoundary(clause, verdicts, others).status()
        return statuses

    def verdicts(self, subject: Subject, pair: Pair) -> list[bool]:
        """Return the verdicts of ptxas on a subject at a pair; a module that did not run there runs now."""
        if subject.probe and pair in self.pairs and (subject.key, pair) not in self.accepted:
            self.add_module(subject, pair, self.rejection(subject, pair))
        return self.accepted.get((subject.key, pair), [])


def deciding_pairs(subject: Subject, pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Yield the first and the last version of each target, and both sides of each change of availability."""
    for _, group in groupby(pairs, key=lambda pair: pair[0]):
        listed = list(group)
        available = [subject.available(pair) for pair in listed]
        last = len(listed) - 1
        for index, pair in enumerate(listed):
            ends = index in (0, last)
            if ends or available[index] != available[index - 1] or available[index] != available[index + 1]:
                yield pair
