"""What `ptxisa check` prints, finding by finding: text for people, JSON and SARIF for programs."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any, NamedTuple

from ptxisa.cli.output import printable
from ptxisa.isa.names import counted

UNREADABLE, FOUND, CLEAN = 2, 1, 0


class Checked(NamedTuple):
    """What came out for one file: pairs of a severity and a finding in the format asked for, or a failure."""

    name: str
    length: int
    findings: tuple[tuple[str, Any], ...]
    failure: str = ""


class Report:
    """Prints findings in one format, and keeps count."""

    format = ""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.files = 0
        self.failures: list[str] = []
        self.stopped = False

    def fail(self, failure: str) -> None:
        print(f"ptxisa: {printable(failure)}", file=sys.stderr)
        self.failures.append(failure)

    def begin(self, checked: Checked) -> None:
        self.files += 1

    def add(self, severity: str, finding: Any) -> None:
        self.counts[severity] += 1

    def status(self, werror: bool) -> int:
        if self.failures:
            return UNREADABLE
        return FOUND if self.counts["error"] or (werror and self.counts["warning"]) else CLEAN

    def finish(self, werror: bool) -> int:
        """Print what stands at the end; returns the exit status."""
        return self.status(werror)


class Text(Report):
    """For people: findings as they come, a summary at the end."""

    format = "text"

    def add(self, severity: str, finding: Any) -> None:
        super().add(severity, finding)
        if finding:  # Repeats are counted, and not printed.
            print(finding)

    def finish(self, werror: bool) -> int:
        if self.files or not self.failures:
            print(self.summary())
        return self.status(werror)

    def summary(self) -> str:
        """`3 errors, 1 warning in 2 files`."""
        counts = [counted(self.counts[severity], severity) for severity in _counted(self.counts)]
        stopped = "; stopped there, the rest was not checked" if self.stopped else ""
        return f"{', '.join(counts)} in {counted(self.files, 'file')}{stopped}"


def _counted(counts: Counter[str]) -> list[str]:
    """Errors always, warnings and notes where there are any."""
    return [severity for severity in ("error", "warning", "note") if severity == "error" or counts[severity]]


class Json(Report):
    """One array of findings, printed as they come."""

    format = "json"

    def add(self, severity: str, finding: Any) -> None:
        print("," if self.counts else "[")
        super().add(severity, finding)
        import json

        text = json.dumps(finding, ensure_ascii=False, indent=2)
        print("  " + text.replace("\n", "\n  "), end="")

    def finish(self, werror: bool) -> int:
        print("\n]" if self.counts else "[]")
        return self.status(werror)


class Sarif(Report):
    """One log, printed at the end, since its rules stand before its results."""

    format = "sarif"

    def __init__(self) -> None:
        super().__init__()
        self.files_found: list[tuple[str, int, list[Any]]] = []

    def begin(self, checked: Checked) -> None:
        super().begin(checked)
        self.files_found.append((checked.name, checked.length, []))

    def add(self, severity: str, finding: Any) -> None:
        super().add(severity, finding)
        self.files_found[-1][2].append(finding)

    def finish(self, werror: bool) -> int:
        from ptxisa import __version__
        from ptxisa.check.sarif import Artifact, Tool, log
        from ptxisa.cli.output import print_json

        artifacts = [Artifact(*one) for one in self.files_found]
        status = self.status(werror)
        tool = Tool(__version__, _documentation())
        print_json(log(artifacts, tool, failures=self.failures, status=status))
        return status


def _documentation() -> str:
    """Where the package's metadata says that its documentation stands."""
    from importlib import metadata

    try:
        urls = metadata.metadata("ptxisa").get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        return ""
    found = dict(url.split(", ", 1) for url in urls)
    return str(found.get("Documentation", ""))


REPORTS: dict[str, type[Report]] = {"text": Text, "json": Json, "sarif": Sarif}
