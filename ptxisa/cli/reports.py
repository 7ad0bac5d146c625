"""What `ptxisa check` prints, finding by finding: text for people, JSON and SARIF for programs."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from ptxisa.cli.output import printable
from ptxisa.isa.names import counted, listing

UNREADABLE, FOUND, CLEAN = 2, 1, 0


class Checked(NamedTuple):
    """What came out for one file: pairs of a severity and a finding in the format asked for, or a failure."""

    name: str
    length: int
    findings: tuple[tuple[str, Any], ...]
    failure: str = ""
    unchecked: Mapping[str, int] = {}
    """What has no record, with how often it occurs."""


class Report:
    """Prints findings in one format, and keeps count."""

    format = ""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.files = 0
        self.failures: list[str] = []
        self.stopped = False
        self.unchecked: Counter[str] = Counter()

    def fail(self, checked: Checked) -> None:
        print(f"ptxisa: {printable(checked.failure)}", file=sys.stderr)
        self.failures.append(checked.failure)

    def begin(self, checked: Checked) -> None:
        self.files += 1
        self.unchecked.update(checked.unchecked)

    def add(self, severity: str, finding: Any) -> None:
        self.counts[severity] += 1

    def status(self, werror: bool, records: bool = False) -> int:
        """The exit status; `werror` counts warnings, `records` what was not checked."""
        if self.failures:
            return UNREADABLE
        found = self.counts["error"] or (werror and self.counts["warning"]) or (records and self.unchecked)
        return FOUND if found else CLEAN

    def finish(self, werror: bool, records: bool = False) -> int:
        """Print what stands at the end; returns the exit status."""
        return self.status(werror, records)


class Text(Report):
    """For people: findings as they come, a summary at the end."""

    format = "text"
    hidden = False
    """Whether there are notes that were not printed."""

    def add(self, severity: str, finding: Any) -> None:
        super().add(severity, finding)
        if finding:  # Repeats and notes are counted, and not printed.
            print(finding)
        elif severity == "note":
            self.hidden = True

    def finish(self, werror: bool, records: bool = False) -> int:
        if self.unchecked:
            print(self.gaps())
        if self.files or not self.failures:
            print(self.summary())
        return self.status(werror, records)

    def gaps(self) -> str:
        """`not checked: 12 statements without a record: frob.x, …`."""
        what = counted(self.unchecked.total(), "statement")
        names = listing([printable(name)[:60] for name, _ in self.unchecked.most_common()], limit=8, last="and")
        return f"not checked: {what} without a record ({names}); see --require-records"

    def summary(self) -> str:
        """`3 errors, 1 warning in 2 files`."""
        counts = [counted(self.counts[severity], severity) for severity in _counted(self.counts)]
        stopped = "; stopped there, the rest was not checked" if self.stopped else ""
        hidden = "; -v prints notes" if self.hidden else ""
        return f"{', '.join(counts)} in {counted(self.files, 'file')}{hidden}{stopped}"


def _counted(counts: Counter[str]) -> list[str]:
    """Errors always, warnings and notes where there are any."""
    return [severity for severity in ("error", "warning", "note") if severity == "error" or counts[severity]]


class Json(Report):
    """One array of findings, printed as they come."""

    format = "json"

    def fail(self, checked: Checked) -> None:
        from ptxisa.isa.diagnostics import error, to_json

        super().fail(checked)
        self.add("error", to_json(error("unreadable-file", checked.failure), checked.name))

    def add(self, severity: str, finding: Any) -> None:
        print("," if self.counts else "[")
        super().add(severity, finding)
        import json

        text = json.dumps(finding, ensure_ascii=False, indent=2)
        print("  " + text.replace("\n", "\n  "), end="")

    def finish(self, werror: bool, records: bool = False) -> int:
        print("\n]" if self.counts else "[]")
        return self.status(werror, records)


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

    def finish(self, werror: bool, records: bool = False) -> int:
        from ptxisa import __version__
        from ptxisa.check.sarif import Artifact, Tool, log
        from ptxisa.cli.output import print_json

        artifacts = [Artifact(*one) for one in self.files_found]
        status = self.status(werror, records)
        tool = Tool(__version__, _documentation())
        print_json(log(artifacts, tool, failures=self.failures, status=status))
        return status


def _documentation() -> str:
    """Where the documentation is: as PTXISA_DOCUMENTATION says, or the metadata of the package; "" if neither does."""
    import os
    from importlib import metadata

    if given := os.environ.get("PTXISA_DOCUMENTATION"):
        return given
    try:
        urls = metadata.metadata("ptxisa").get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        return ""
    found = dict(url.split(", ", 1) for url in urls)
    return str(found.get("Documentation", ""))


REPORTS: dict[str, type[Report]] = {"text": Text, "json": Json, "sarif": Sarif}
