"""Output of `ptxisa check`: text for people, JSON and SARIF for programs; repeated findings are summed up.

A `Report` gets every file with `begin` or `fail` and every finding with `add`, and prints the end with `finish`.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ptxisa.cli.output import print_json, printable
from ptxisa.isa.diagnostics import Diagnostic, error, to_json
from ptxisa.isa.names import counted, listing

UNREADABLE, FINDINGS, CLEAN = 2, 1, 0
"""Exit statuses."""
SHOWN = 3
"""Findings of one shape that are printed in full."""
SHAPES = 200
"""Shapes of findings that are printed; the others are counted."""
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_OPCODE = re.compile(r"[.%]?[A-Za-z_][\w$]*(?:(?:\.|::)\w+)*")
_VARIABLE = re.compile(r"'[^']*'|(?<![\w.%$:+-])[\w.%$:+-]*\d[\w.%$:+-]*")

Shape = tuple[str, str, str]
"""Severity, code and message of a finding, without its names and numbers."""


class CheckedFile(NamedTuple):
    """Result of one file."""

    name: str
    length: int
    """Size of the file in bytes."""
    findings: tuple[tuple[str, Any], ...]
    """Severity and formatted finding, in the order of the file."""
    failure: str = ""
    """Reason why the file could not be checked."""
    unchecked: Mapping[str, int] = {}
    """Number of statements without a record, by opcode."""


class CheckReport:
    """Base of the formats: counts findings and computes the exit status."""

    format = ""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.files = 0
        self.failures: list[str] = []
        self.stopped = False
        self.unchecked: Counter[str] = Counter()

    def fail(self, checked: CheckedFile) -> None:
        """Report a file that could not be checked."""
        print(f"ptxisa: {printable(checked.failure)}", file=sys.stderr)
        self.failures.append(checked.failure)

    def begin(self, checked: CheckedFile) -> None:
        """Begin with the findings of a file."""
        self.files += 1
        self.unchecked.update(checked.unchecked)

    def add(self, severity: str, finding: Any) -> None:
        """Report a finding of the current file."""
        self.counts[severity] += 1

    def status(self, werror: bool, records: bool = False) -> int:
        """Return the exit status.

        Args:
            werror: count warnings as errors.
            records: count statements without a record as errors.
        """
        if self.failures:
            return UNREADABLE
        fails = self.counts["error"] or (werror and self.counts["warning"]) or (records and self.unchecked)
        return FINDINGS if fails else CLEAN

    def finish(self, werror: bool, records: bool = False) -> int:
        """Print what comes after the last finding; return the exit status."""
        return self.status(werror, records)


class TextReport(CheckReport):
    """Text for people: findings as they come, a summary at the end."""

    format = "text"

    def __init__(self) -> None:
        super().__init__()
        self.hidden = False
        """True if there are notes that were not printed."""

    def add(self, severity: str, finding: Any) -> None:
        """Print or collect a finding and count it."""
        super().add(severity, finding)
        if finding:  # Repeats and notes have no text: they are counted only.
            print(finding)
        elif severity == "note":
            self.hidden = True

    def finish(self, werror: bool, records: bool = False) -> int:
        """End the report and return the exit status."""
        if self.unchecked:
            what = counted(self.unchecked.total(), "statement")
            names = listing([printable(name)[:60] for name, _ in self.unchecked.most_common()], limit=8, last="and")
            print(f"not checked: {what} without a record ({names}); see --require-records")
        if self.files or not self.failures:
            severities = [name for name in ("error", "warning", "note") if name == "error" or self.counts[name]]
            counts = ", ".join(counted(self.counts[severity], severity) for severity in severities)
            stopped = "; stopped there, the rest was not checked" if self.stopped else ""
            hidden = "; -v prints notes" if self.hidden else ""
            print(f"{counts} in {counted(self.files, 'file')}{hidden}{stopped}")
        return self.status(werror, records)


class JsonReport(CheckReport):
    """One JSON array of findings, printed as they come."""

    format = "json"

    def fail(self, checked: CheckedFile) -> None:
        """Report a file that was not checked."""
        super().fail(checked)
        self.add("error", to_json(error("unreadable-file", checked.failure), checked.name))

    def add(self, severity: str, finding: Any) -> None:
        """Print or collect a finding and count it."""
        import json

        # As they come: a large folder has too many findings for one list in memory.
        print("," if self.counts else "[")
        super().add(severity, finding)
        text = json.dumps(finding, ensure_ascii=False, indent=2)
        print("  " + text.replace("\n", "\n  "), end="")

    def finish(self, werror: bool, records: bool = False) -> int:
        """End the report and return the exit status."""
        print("\n]" if self.counts else "[]")
        return self.status(werror, records)


class SarifReport(CheckReport):
    """One SARIF log, printed at the end, because its rules come before its results."""

    format = "sarif"

    def __init__(self) -> None:
        super().__init__()
        self.artifacts: list[tuple[str, int, list[Any]]] = []
        """Name, size and results of each file."""

    def begin(self, checked: CheckedFile) -> None:
        """Start the findings of a file."""
        super().begin(checked)
        self.artifacts.append((checked.name, checked.length, []))

    def add(self, severity: str, finding: Any) -> None:
        """Print or collect a finding and count it."""
        super().add(severity, finding)
        self.artifacts[-1][2].append(finding)

    def finish(self, werror: bool, records: bool = False) -> int:
        """End the report and return the exit status."""
        from importlib import metadata  # It loads slowly, and only this format needs it.

        from ptxisa import __version__
        from ptxisa.check.sarif import Artifact, Tool, log

        documentation = os.environ.get("PTXISA_DOCUMENTATION", "")
        if not documentation:
            try:
                urls = metadata.metadata("ptxisa").get_all("Project-URL") or []
                documentation = str(dict(url.split(", ", 1) for url in urls).get("Documentation", ""))
            except metadata.PackageNotFoundError:
                pass  # A source tree that is not installed.
        status = self.status(werror, records)
        tool = Tool(__version__, documentation)
        artifacts = [Artifact(*artifact) for artifact in self.artifacts]
        print_json(log(artifacts, tool, failures=self.failures, status=status))
        return status


REPORTS: dict[str, type[CheckReport]] = {"text": TextReport, "json": JsonReport, "sarif": SarifReport}


def occurrences(data: bytes, names: Sequence[str]) -> dict[str, int]:
    """Count how often each name is written in a text outside comments; at least once."""
    text = _COMMENT.sub(" ", data.decode("ascii", "replace"))
    written = Counter(match[0] for match in _OPCODE.finditer(text))
    return {name: max(1, written[name]) for name in names}


def summed_up(diagnostics: Sequence[Diagnostic], name: str) -> Iterator[tuple[Diagnostic, str | None]]:
    """Yield every finding with None if it is printed in full, else with a line in its place, which may be empty.

    The line of the last finding of a shape gives the number of findings of the shape. Notes are never printed.

    Args:
        diagnostics: findings of one file.
        name: name of the file in messages.
    """
    # Words with digits and words in quotes differ between repeats; nothing depends on what a message means.
    messages = {diagnostic.message for diagnostic in diagnostics}
    common = {message: _VARIABLE.sub("#", message[:400]) for message in messages}
    shapes: list[Shape | None] = [
        (diagnostic.severity, diagnostic.code, common[diagnostic.message]) if diagnostic.severity != "note" else None
        for diagnostic in diagnostics
    ]
    totals = Counter(kind for kind in shapes if kind is not None)
    numbers = {kind: number for number, kind in enumerate(totals)}
    more = sum(total for kind, total in totals.items() if numbers[kind] >= SHAPES)
    end = max((index for index, diagnostic in enumerate(diagnostics) if diagnostic.severity != "note"), default=0)
    first: dict[Shape, Diagnostic] = {}
    seen: Counter[Shape] = Counter()
    for index, (diagnostic, kind) in enumerate(zip(diagnostics, shapes, strict=True)):
        if kind is None:
            yield diagnostic, ""
            continue
        first.setdefault(kind, diagnostic)
        seen[kind] += 1
        printed = numbers[kind] < SHAPES
        # A line about one more repeat would be no shorter than the repeat.
        if printed and (seen[kind] <= SHOWN or totals[kind] == SHOWN + 1):
            yield diagnostic, None
        elif printed and seen[kind] == totals[kind]:
            start = first[kind]
            times = f"{totals[kind]:,} times, first at {start.line}:{start.column}; -v prints each"
            yield diagnostic, f"{name}: {start.severity}[{start.code}]: {times}"
        else:
            last = index == end and more
            yield diagnostic, f"{name}: {counted(more, 'more finding')} of other sorts; -v prints each" if last else ""
