"""Verdicts of the checker and of a ptxas: comparison, reports, evidence records, and reports of interrupted runs.

`Judgments` counts and keeps differences, `ConformReport` is the result of a run, `evidence` makes the record of it, and
`Journal` keeps reports of a run that may be interrupted.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from ptxisa.cache import folder
from ptxisa.fingerprint import fingerprint
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.oracle.assembler import Pair, Probe
from ptxisa.oracle.probes import Trial


class VerdictDifference(NamedTuple):
    """A probe with different verdicts of the checker and ptxas.

    Attributes:
        trial: The probe.
        ptxas: `accepts` or `rejects`; the checker does the opposite.
        pairs: Number of pairs of target and version with the difference.
        first: One of these pairs, as text.
        message: Error message of ptxas there, or "".
    """

    trial: Trial
    ptxas: str
    pairs: int
    first: str
    message: str


class ConformReport(NamedTuple):
    """Verdicts of one release of ptxas.

    Attributes:
        release: Release, such as 13.0.
        build: Build string that `ptxas --version` prints.
        digest: SHA-256 of the binary.
        totals: Counts of judgments: `judged`, `accepted`, `agreed`, and for forms `variants` and `legal_variants`.
        differences: Differences between checker and ptxas.
        clauses: Status of every availability clause by form or record, clause and side.
        part: `forms` of instructions, or other `records`.
        pairs: `every` pair of target and version, or next to `boundaries` only.
        errata: Judgments where an erratum changed the answer of the checker to that of the release, by erratum.
    """

    release: str
    build: str
    digest: str
    totals: Mapping[str, int]
    differences: tuple[VerdictDifference, ...]
    clauses: Mapping[str, Mapping[str, Mapping[str, str]]]
    part: str = "forms"
    pairs: str = "every"
    errata: Mapping[str, int] = {}


class Answer(NamedTuple):
    """Verdict of the checker on a probe as the answer of a release, and the errata that decide it."""

    accepts: bool
    errata: frozenset[str] = frozenset()


def answer(diagnostics: Sequence[Diagnostic]) -> Answer:
    """Return the verdict that diagnostics imply; with an error of the manual, errata decide nothing."""
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
    decisive = [] if any(not diagnostic.erratum for diagnostic in errors) else errors or diagnostics
    return Answer(not errors, frozenset(diagnostic.erratum for diagnostic in decisive if diagnostic.erratum))


class Judgments:
    """Comparison of verdicts of one ptxas with those of the checker: counts, and differences by probe."""

    def __init__(self) -> None:
        self.totals: Counter[str] = Counter()
        self.errata: Counter[str] = Counter()
        self._places: dict[tuple[Trial, str], list[tuple[Pair, str]]] = {}

    def add(self, trial: Trial, pair: Pair, ours: Answer, rejection: str | None) -> None:
        """Count one judgment; `rejection` is the error message of ptxas, None if ptxas accepts the probe."""
        accepted = rejection is None
        self.totals["judged"] += 1
        self.totals["accepted"] += accepted
        self.totals["agreed"] += ours.accepts is accepted
        if ours.accepts is accepted:
            self.errata.update(ours.errata)
        else:
            verdict = "accepts" if accepted else "rejects"
            self._places.setdefault((trial, verdict), []).append((pair, rejection or ""))

    def differences(self) -> tuple[VerdictDifference, ...]:
        """Return the differences, each with the last pair where it was found."""
        return tuple(
            VerdictDifference(
                trial, verdict, len(places), f"{places[-1][0][0].name} PTX {places[-1][0][1]}", places[-1][1]
            )
            for (trial, verdict), places in self._places.items()
        )


def group(differences: Iterable[VerdictDifference]) -> list[tuple[VerdictDifference, int]]:
    """Return one example of each sort of difference and the number of such differences, most frequent first."""
    counts: Counter[tuple[str, ...]] = Counter()
    examples: dict[tuple[str, ...], VerdictDifference] = {}
    for difference in differences:
        trial = difference.trial
        key = (trial.form, trial.sort, trial.operand, trial.change, difference.ptxas)
        counts[key] += 1
        examples.setdefault(key, difference)
    return [(examples[key], count) for key, count in counts.most_common()]


def merged(reports: Sequence[ConformReport]) -> ConformReport:
    """Return reports of one ptxas on different forms, or on different records, as one."""
    totals: Counter[str] = Counter()
    errata: Counter[str] = Counter()
    for report in reports:
        totals.update(report.totals)
        errata.update(report.errata)
    differences = tuple(chain.from_iterable(report.differences for report in reports))
    clauses = {name: statuses for report in reports for name, statuses in report.clauses.items()}
    # Jobs of forms are in the order of their size, not by name; records keep their order.
    ordered = dict(sorted(clauses.items())) if reports[0].part == "forms" else clauses
    return reports[0]._replace(totals=dict(totals), differences=differences, clauses=ordered, errata=dict(errata))


# --- evidence ---


def evidence(reports: Sequence[ConformReport], kept: Mapping[str, Any], date: str) -> dict[str, Any]:
    """Return reports of one release as an evidence record.

    Args:
        reports: Reports of forms, of records, or both.
        kept: The record before, for parts without a report; ignored if it is about another binary.
        date: Date of the reports, in ISO format.
    """
    new = {report.part: report for report in reports}
    # Results of two binaries in one record would be evidence about neither.
    old = kept if kept.get("digest") == reports[0].digest else {}
    forms, records = new.get("forms"), new.get("records")
    errata = {**old.get("errata", {}), **{report.part: dict(sorted(report.errata.items())) for report in reports}}
    # A slash distinguishes the key of a record (state_space/global) from the id of a form.
    old_clauses = old.get("clauses", {})
    old_forms = {key: statuses for key, statuses in old_clauses.items() if "/" not in key}
    old_records = {key: statuses for key, statuses in old_clauses.items() if "/" in key}
    record = {
        "kind": "evidence",
        "name": f"ptxas-{reports[0].release}",
        "tool": "ptxas",
        "release": reports[0].release,
        "build": reports[0].build,
        "digest": reports[0].digest,
        "date": date if forms else old.get("date", date),
        "totals": dict(forms.totals) if forms else old.get("totals", {}),
        "pairs": forms.pairs if forms else old.get("pairs", ""),
        "records": {"date": date, "totals": dict(records.totals)} if records else old.get("records", {}),
        "errata": {part: counts for part, counts in sorted(errata.items()) if counts},
        "clauses": {**(forms.clauses if forms else old_forms), **(records.clauses if records else old_records)},
    }
    return {key: value for key, value in record.items() if value or key == "totals"}


# --- interrupted runs ---

JOURNAL_SECONDS = 30 * 24 * 3600
"""Age at which reports of a run that was never resumed are deleted."""


class Journal:
    """Reports of a run that has not ended yet, one file each, in the cache of the user.

    An interrupted run resumes where it was. When a run ends, its reports are deleted, so that the next run judges
    everything anew.
    """

    def __init__(self, *, fresh: bool = False) -> None:
        """Open the journal; with `fresh`, ignore reports of earlier runs."""
        self.folder, self.fresh = folder("conform"), fresh
        self.used: set[Path] = set()
        for path in self.folder.glob("*"):
            with suppress(OSError):
                if path.stat().st_mtime < time.time() - JOURNAL_SECONDS:
                    path.unlink()

    def find(self, key: str) -> ConformReport | None:
        """Return the report with a key, or None; an incomplete file counts as none."""
        path = self._path(key)
        if self.fresh:
            return None
        try:
            # JSON makes lists of named tuples.
            report = ConformReport(*json.loads(path.read_text(encoding="utf-8")))
            differences = []
            for difference in (VerdictDifference(*fields) for fields in report.differences):
                trial = Trial(*difference.trial)
                statement, registers, symbols, mode = trial.probe
                probe = Probe(statement, tuple((name, type_) for name, type_ in registers), tuple(symbols), mode)
                differences.append(difference._replace(trial=trial._replace(probe=probe)))
            return report._replace(differences=tuple(differences))
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def keep(self, key: str, report: ConformReport) -> None:
        """Write a report; other processes see it complete or not at all."""
        path = self._path(key)
        self.folder.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".part")
        partial.write_text(json.dumps(report), encoding="utf-8")
        partial.replace(path)

    def end(self) -> None:
        """Delete the reports of this run."""
        for path in self.used:
            path.unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        """Return the file of a report, which `end` deletes."""
        path = self.folder / f"{key}.json"
        self.used.add(path)
        return path


def journal_key(*inputs: Any) -> str:
    """Return a digest of the package and of all other inputs of a report."""
    return hashlib.sha256(json.dumps([fingerprint(), *inputs]).encode()).hexdigest()
