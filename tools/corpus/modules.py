"""Compare verdicts of `ptxisa.check_module` on whole modules with those of releases of ptxas.

The newest of the given releases that reads the version of the module and assembles for its target decides;
`-arch compute_XX` makes it stop once legality is known. If only the checker rejects a module, ptxas generates code for
it, since some errors, such as 32-bit addresses, are found only then.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ptxisa.check.module import check_module
from ptxisa.isa import targets
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.oracle.assembler import Ptxas, PtxasError

OUTCOMES = ("both accept", "both reject", "only we reject", "only ptxas rejects")

_VERSION = re.compile(r"^\s*\.version\s+([0-9]+)\.([0-9]+)", re.MULTILINE)
_TARGET = re.compile(r"^\s*\.target\s+([\w \t,]+)", re.MULTILINE)
_COMPLAINT = re.compile(r"(?:line (?P<line>[0-9]+); )?(?:error|fatal) +: (?P<message>.*)")
_SUMMARY = "Ptx assembly aborted due to errors"
_PATIENCE = 120.0


class Complaint(NamedTuple):
    """An error of ptxas; `line` is None if it names no line."""

    line: int | None
    message: str


class Judgment(NamedTuple):
    """Errors that the checker and ptxas report for a module."""

    ours: tuple[Diagnostic, ...]
    ptxas: tuple[Complaint, ...]

    @property
    def outcome(self) -> str:
        """One of `OUTCOMES`."""
        if not self.ours:
            return "only ptxas rejects" if self.ptxas else "both accept"
        return "both reject" if self.ptxas else "only we reject"

    @property
    def agreed(self) -> bool:
        """True if both tools agree."""
        return bool(self.ours) == bool(self.ptxas)

    @property
    def same_line(self) -> bool:
        """True if the first errors of ptxas and the checker are in the same line."""
        return bool(self.ours and self.ptxas) and self.ours[0].line == self.ptxas[0].line

    @property
    def reason(self) -> str:
        """First error: that of the checker if both report one."""
        if self.ours:
            return f"{self.ours[0].code}: {self.ours[0].message}"
        return self.ptxas[0].message if self.ptxas else ""


class Assemblers:
    """Several releases of ptxas, and the choice of one for each module."""

    def __init__(self, releases: Sequence[Ptxas]) -> None:
        if not releases:
            raise PtxasError("no ptxas is given")
        self._releases = sorted(releases, key=lambda release: release.newest, reverse=True)

    def choose(self, text: str) -> tuple[Ptxas, str]:
        """Return the release for a module and its `-arch`; any release for a version or target that does not exist."""
        target, version = _target(text), _version(text)
        reading = [release for release in self._releases if version is None or version <= release.newest]
        for release in reading:
            if target and {target.name, target.canonical} & release.architectures:
                return release, release.architecture(target) or ""
        for release in reading:
            architecture = release.architecture(target) if target else None
            if architecture:
                return release, architecture
        return self._releases[0], "compute_90"

    def release(self, text: str) -> str:
        """Return the release that checks a module."""
        return self.choose(text)[0].release

    def complaints(self, text: str, *, generates_code: bool = False) -> tuple[Complaint, ...]:
        """Return the errors of ptxas for a module; empty if it accepts the module."""
        ptxas, architecture = self.choose(text)
        if not generates_code:
            return complaints(ptxas.path, text, architecture)
        architecture = architecture.replace("compute_", "sm_")
        found = complaints(ptxas.path, text, architecture)
        # Other modules may define what is `.extern`. Not all modules can be relocatable objects.
        unresolved = any(complaint.message.startswith("Unresolved extern") for complaint in found)
        return complaints(ptxas.path, text, architecture, "--compile-only") if unresolved else found

    def judgment(self, ours: tuple[Diagnostic, ...], text: str, ptxas: tuple[Complaint, ...]) -> Judgment:
        """Return the verdicts on a module, given those of the checker and of ptxas without code."""
        return Judgment(ours, self.complaints(text, generates_code=True) if ours and not ptxas else ptxas)


def complaints(ptxas: Path, text: str, architecture: str, *options: str) -> tuple[Complaint, ...]:
    """Return the errors of one ptxas for a module; raise `PtxasError` if it does not finish."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "module.ptx"
        source.write_text(text, encoding="utf-8")
        command = [str(ptxas), "-arch", architecture, *options, "-o", f"{folder}/out", str(source)]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, errors="replace", timeout=_PATIENCE
            )
        except subprocess.TimeoutExpired as error:
            raise PtxasError(f"{ptxas} took longer than {_PATIENCE:.0f} s") from error
    if done.returncode == 0:
        return ()
    reported = [
        Complaint(int(match["line"]) if match["line"] else None, match["message"].strip())
        for match in _COMPLAINT.finditer(done.stderr + done.stdout)
    ]
    errors = tuple(complaint for complaint in reported if complaint.message != _SUMMARY)
    return errors or (Complaint(None, f"exit status {done.returncode}"),)


def judge(text: str, assemblers: Assemblers) -> Judgment:
    """Return the errors of the checker and of ptxas for a module."""
    return assemblers.judgment(our_errors(text, assemblers.release(text)), text, assemblers.complaints(text))


def our_errors(text: str, release: str = "") -> tuple[Diagnostic, ...]:
    """Return the errors of `check_module` as the answer of a release, or of the manual, without warnings and notes.

    A checker that raises an exception counts as an error of its own, so that a campaign continues.
    """
    try:
        diagnostics = check_module(text, assembler=release)
        return tuple(diagnostic for diagnostic in diagnostics if diagnostic.severity == "error")
    except Exception as error:
        return (Diagnostic("checker-failed", "error", f"{type(error).__name__}: {error}", 1, 1, (1, 1)),)


def _version(text: str) -> Version | None:
    match = _VERSION.search(text)
    return Version(int(match[1]), int(match[2])) if match else None


def _target(text: str) -> Target | None:
    """Return the newest architecture that `.target` names."""
    match = _TARGET.search(text)
    names = [word.strip() for word in match[1].split(",")] if match else []
    known = [targets.known()[name] for name in names if name in targets.known()]
    return max(known, key=lambda target: target.number, default=None)


_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|\b[0-9]+\b|%?[\w$]*[0-9_$][\w$]*")


def gist(message: str) -> str:
    """Return a message without the names and numbers in it, to count messages of one kind together."""
    return _QUOTED.sub("…", message)
