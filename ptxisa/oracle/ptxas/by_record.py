"""Hold many forms against a ptxas: as many records at a time as there are processors, each in a process of its own."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import chain
from multiprocessing import get_context
from pathlib import Path

from ptxisa.isa.forms import Form
from ptxisa.isa.variants import count
from ptxisa.oracle.ptxas.assembler import Ptxas
from ptxisa.oracle.ptxas.conform import Report, Say, conform


def conform_by_record(forms: Sequence[Form], ptxas: Ptxas, say: Say, *, boundaries: bool = False) -> Report:
    """What `conform` says of all forms, with a line of progress for each record; the largest ones begin."""
    records: dict[str, list[Form]] = {}
    for form in forms:
        records.setdefault(form.record, []).append(form)
    if len(records) == 1:
        return conform(forms, ptxas, say, boundaries=boundaries)
    ordered = sorted(records.values(), key=lambda listed: -sum(map(count, listed)))
    found = []
    # A pool that forks would take the open database along.
    with ProcessPoolExecutor(min(os.cpu_count() or 1, len(records)), mp_context=get_context("spawn")) as pool:
        jobs = {pool.submit(_of_record, listed, ptxas.path, boundaries): listed[0].record for listed in ordered}
        for done, job in enumerate(as_completed(jobs), 1):
            found.append(job.result())
            say(f"ptxas {found[-1].release}: {done}/{len(jobs)} records, {jobs[job]}: {_counts(found[-1])}")
    return merged(found)


def _of_record(forms: Sequence[Form], path: Path, boundaries: bool) -> Report:
    return conform(forms, Ptxas(path), boundaries=boundaries)


def _counts(report: Report) -> str:
    judged, agreed = report.totals.get("judged", 0), report.totals.get("agreed", 0)
    different = f", {judged - agreed:,} differ" if judged > agreed else ""
    return f"{judged:,} judgements{different}"


def merged(reports: Sequence[Report]) -> Report:
    """Reports of one ptxas on different forms as one."""
    totals: Counter[str] = Counter()
    for report in reports:
        totals.update(report.totals)
    differences = tuple(chain.from_iterable(report.differences for report in reports))
    clauses = {form: statuses for report in reports for form, statuses in report.clauses.items()}
    return reports[0]._replace(totals=dict(totals), differences=differences, clauses=dict(sorted(clauses.items())))
