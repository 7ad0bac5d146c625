"""Hold many records against a ptxas: each is a job of its own, on the processors of this machine or on a cluster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from ptxisa.isa.forms import Form
from ptxisa.isa.variants import count
from ptxisa.oracle.ptxas.assembler import Ptxas, PtxasError
from ptxisa.oracle.ptxas.conform import Report, Say, conform
from ptxisa.oracle.ptxas.journal import Journal, key
from ptxisa.oracle.ptxas.language import Subject, conform_records
from ptxisa.oracle.ptxas.releases import find
from ptxisa.spread import ALONE, Progress, Workers, duration

TOGETHER = 400
"""Statements of other records that are one job: as many as a module has."""


class Binary(NamedTuple):
    """The ptxas that judges: its path here, and what a worker that lacks the path fetches and verifies."""

    path: Path
    release: str
    digest: str


class Job(NamedTuple):
    """What is judged together: the forms of a record, or some other records."""

    name: str
    forms: tuple[Form, ...] = ()
    subjects: tuple[Subject, ...] = ()
    boundaries: bool = False

    @property
    def size(self) -> int:
        """An estimate of the work, in statements."""
        return sum(map(count, self.forms)) + sum(map(_size, self.subjects))

    def key(self, digest: str) -> str:
        """The digest of what decides its report by the ptxas of a digest."""
        return key(digest, self.boundaries, [form.id for form in self.forms], [one.key for one in self.subjects])


def conform_by_record(
    forms: Sequence[Form],
    ptxas: Ptxas,
    say: Say,
    *,
    boundaries: bool = False,
    workers: Workers = ALONE,
    journal: Journal | None = None,
) -> Report:
    """What `conform` says of all forms, with a line of progress for each record; the largest ones begin."""
    records: dict[str, list[Form]] = {}
    for form in forms:
        records.setdefault(form.record, []).append(form)
    jobs = [Job(name, tuple(listed), boundaries=boundaries) for name, listed in records.items()]
    return merged(_judged(sorted(jobs, key=lambda job: -job.size), ptxas, say, workers, journal))


def conform_records_apart(
    subjects: Sequence[Subject], ptxas: Ptxas, say: Say, *, workers: Workers = ALONE, journal: Journal | None = None
) -> Report:
    """What `conform_records` says of all subjects, some records at a time."""
    jobs = [Job(some[0].key, subjects=tuple(some)) for some in _some(subjects)]
    return merged(_judged(jobs, ptxas, say, workers, journal))


def _some(subjects: Sequence[Subject]) -> Iterator[list[Subject]]:
    """Neighboring subjects with about `TOGETHER` statements."""
    found: list[Subject] = []
    for one in subjects:
        found.append(one)
        if sum(map(_size, found)) >= TOGETHER:
            yield found
            found = []
    if found:
        yield found


MODULE = 40
"""Statements that take about as long as the module of a subject with a probe, which runs at a few places alone."""


def _size(subject: Subject) -> int:
    return len(subject.statements) + len(subject.wrong) + MODULE * bool(subject.probe)


def _judged(jobs: Sequence[Job], ptxas: Ptxas, say: Say, workers: Workers, journal: Journal | None) -> list[Report]:
    """The report of each job: that of an interrupted run, or a new one, which is kept until this run ends."""
    keys = [job.key(ptxas.digest) for job in jobs] if journal else []
    known = {index: report for index, name in enumerate(keys) if journal and (report := journal.find(name))}
    if known:
        say(f"ptxas {ptxas.release}: {len(known)}/{len(jobs)} records were judged before the last run was interrupted")
    left = [index for index in range(len(jobs)) if index not in known]
    work = partial(_of_job, Binary(ptxas.path, ptxas.release, ptxas.digest))
    progress = Progress(len(left), "records", [jobs[index].size for index in left], shown=False)
    alone = len(jobs) == 1 and not workers.cluster
    found = [(0, _report(jobs[0], ptxas, say))] if alone and left else workers.completed(work, [jobs[n] for n in left])
    for place, report in found:
        known[left[place]] = report
        if journal:
            journal.keep(keys[left[place]], report)
        progress.add(place)
        if not alone:
            say(_line(report, jobs[left[place]], len(known), len(jobs), progress.left()))
    return [known[index] for index in range(len(jobs))]


def _line(report: Report, job: Job, done: int, total: int, left: float | None) -> str:
    judged, agreed = report.totals.get("judged", 0), report.totals.get("agreed", 0)
    different = f", {judged - agreed:,} differ" if judged > agreed else ""
    estimate = f"; about {duration(left)} left" if left is not None and done < total else ""
    return f"ptxas {report.release}: {done}/{total} records, {job.name}: {judged:,} judgements{different}{estimate}"


def _of_job(binary: Binary, job: Job) -> Report:
    return _report(job, _ptxas(binary), lambda line: None)


def _report(job: Job, ptxas: Ptxas, say: Say) -> Report:
    if job.subjects:
        return conform_records(job.subjects, ptxas, say)
    return conform(job.forms, ptxas, say, boundaries=job.boundaries)


@cache
def _ptxas(binary: Binary) -> Ptxas:
    """The binary on this machine; another one than that of the command would give other answers."""
    found = Ptxas(binary.path if binary.path.is_file() else find(binary.release))
    if found.digest != binary.digest:
        raise PtxasError(f"{found.path} on a worker is not the ptxas of the command")
    return found


def merged(reports: Sequence[Report]) -> Report:
    """Reports of one ptxas on different forms, or on different records, as one."""
    totals: Counter[str] = Counter()
    errata: Counter[str] = Counter()
    for report in reports:
        totals.update(report.totals)
        errata.update(report.errata)
    differences = tuple(chain.from_iterable(report.differences for report in reports))
    clauses = {name: statuses for report in reports for name, statuses in report.clauses.items()}
    ordered = dict(sorted(clauses.items())) if reports[0].part == "forms" else clauses
    return reports[0]._replace(totals=dict(totals), differences=differences, clauses=ordered, errata=dict(errata))
