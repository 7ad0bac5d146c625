"""What releases of libNVVM judge otherwise than the specification, as errata record it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.isa.names import Unknown
from ptxisa.isa.nvvm import Deviation, deviations
from ptxisa.nvvm.found import SILENT

_SAID = {
    "accepts": "accept it",
    "rejects": "reject it",
    "unchecked": "do not check it and may crash",
    "varies": "may know it",
}


class UnknownLibrary(Unknown, ValueError):
    """No such release of libNVVM was measured."""


class Opinion:
    """How findings are reported: by the specification, strictly or not, or by one release of libNVVM.

    Without a release, deviations count where the newest measured release shows them.
    """

    def __init__(self, strict: bool, release: str | None) -> None:
        self.strict = strict
        self.release = _measured(release) if release else None

    def applied(self, found: Iterable[Diagnostic], dialect: str) -> Iterator[Diagnostic]:
        """The findings with the severity that they have by this opinion."""
        for one in found:
            deviation = self._deviation(one, dialect)
            if deviation is not None:
                yield self._judged(one, deviation)
            elif one.severity != SILENT:
                yield one

    def _deviation(self, one: Diagnostic, dialect: str) -> Deviation | None:
        listed = deviations().get(one.rule or "", ())
        possible = (each for each in listed if one.severity != SILENT or each.verdict == "rejects")
        return next((each for each in possible if self._holds(each, one.subject, dialect)), None)

    def _holds(self, one: Deviation, subject: str, dialect: str) -> bool:
        named = not one.names or any(re.fullmatch(name, subject) for name in one.names)
        return named and one.dialect in ("", dialect) and (self.release or releases()[-1]) in one.releases

    def _judged(self, one: Diagnostic, deviation: Deviation) -> Diagnostic:
        said = f"libNVVM {', '.join(deviation.releases)} {_SAID[deviation.verdict]} (erratum {deviation.erratum})"
        hint = f"{one.hint}; {said}" if one.hint else said
        return one._replace(severity=self._severity(one, deviation), hint=hint, erratum=deviation.erratum)

    def _severity(self, one: Diagnostic, deviation: Deviation) -> str:
        if deviation.verdict == "unchecked":
            return one.severity
        if self.release is not None and deviation.verdict != "varies":
            return "note" if deviation.verdict == "accepts" else "error"
        return "error" if self.strict else "warning"


@cache
def releases() -> tuple[str, ...]:
    """Every release of libNVVM that was measured, oldest first."""
    found = {release for listed in deviations().values() for one in listed for release in one.releases}
    return tuple(sorted(found, key=lambda name: [int(part) for part in name.split(".")]))


def _measured(release: str) -> str:
    if release not in releases():
        raise UnknownLibrary(f"libNVVM {release[:20]} was not measured; releases are {', '.join(releases())}")
    return release
