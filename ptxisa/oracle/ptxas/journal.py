"""Reports of a run that has not ended yet, in the user's cache, so that an interrupted run resumes where it was.

The key of a report is a digest of everything that decides it: the package with its records, the binary of ptxas, the
options, and what is judged. When a run ends, its reports are deleted: the next run judges everything anew.
"""

from __future__ import annotations

import hashlib
import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from ptxisa.cache import folder
from ptxisa.fingerprint import fingerprint
from ptxisa.oracle.ptxas.assembler import Probe
from ptxisa.oracle.ptxas.conform import Difference, Report
from ptxisa.oracle.ptxas.probes import Trial

KEPT = 30 * 24 * 3600
"""Seconds after which a report of a run that was never resumed is deleted."""


class Journal:
    """Reports by key, one file each; a `fresh` one finds none of earlier runs."""

    def __init__(self, *, fresh: bool = False) -> None:
        self.folder, self.fresh = folder("conform"), fresh
        self.used: set[Path] = set()
        self._delete_old()

    def find(self, key: str) -> Report | None:
        """The report that an interrupted run kept; a file that is not whole counts as none."""
        path = self._place(key)
        if self.fresh:
            return None
        try:
            return _report(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def keep(self, key: str, report: Report) -> None:
        """Write a report, whole or not at all."""
        path = self._place(key)
        self.folder.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".part")
        partial.write_text(json.dumps(report), encoding="utf-8")
        partial.replace(path)

    def end(self) -> None:
        """Delete the reports of this run."""
        for path in self.used:
            path.unlink(missing_ok=True)

    def _place(self, key: str) -> Path:
        path = self.folder / f"{key}.json"
        self.used.add(path)
        return path

    def _delete_old(self) -> None:
        for path in self.folder.glob("*"):
            with suppress(OSError):
                if path.stat().st_mtime < time.time() - KEPT:
                    path.unlink()


def key(*decides: Any) -> str:
    """A digest of the package and of everything else that decides a report."""
    return hashlib.sha256(json.dumps([fingerprint(), *decides]).encode()).hexdigest()


def _report(data: list[Any]) -> Report:
    """A report from the arrays that JSON makes of its tuples."""
    report = Report(*data)
    return report._replace(differences=tuple(map(_difference, report.differences)))


def _difference(data: Any) -> Difference:
    difference = Difference(*data)
    trial = Trial(*difference.trial)
    statement, registers, symbols, mode = trial.probe
    probe = Probe(statement, tuple((name, type_) for name, type_ in registers), tuple(symbols), mode)
    return difference._replace(trial=trial._replace(probe=probe))
