"""Findings on which the manual and an assembler do not agree, as what they are: `undocumented`, `assembler-refuses`."""

from __future__ import annotations

from collections.abc import Sequence

from ptxisa.check.place import Place, unavailable
from ptxisa.isa.deviations import Deviation, named, of_record, reference, summary
from ptxisa.isa.diagnostics import Diagnostic, Span, error
from ptxisa.isa.forms import Clause
from ptxisa.isa.instructions import MANUAL
from ptxisa.isa.requirements import Requirement
from ptxisa.query.availability import explain
from ptxisa.query.deviating import reaches


def undocumented(one: Diagnostic, by: Deviation, place: Place) -> Diagnostic:
    """A finding of the manual that ptxas does not share; as the answer of a release, a note."""
    releases = _releases(by, place)
    message = f"{one.message}; ptxas {releases} {_verb('accept', by, place)} it ({by.erratum})"
    severity = "note" if place.assembler else "warning"
    return one._replace(
        code="undocumented", severity=severity, message=message, hint=summary(by.erratum), erratum=by.erratum
    )


def rejected(one: Diagnostic, by: Deviation, place: Place) -> Diagnostic:
    """A warning about what ptxas rejects; as the answer of a release, an error."""
    message = f"{one.message}; ptxas {_releases(by, place)} {_verb('reject', by, place)} it ({by.erratum})"
    severity = "error" if place.assembler else "warning"
    return one._replace(
        code="assembler-refuses",
        severity=severity,
        message=message,
        hint=one.hint or summary(by.erratum),
        erratum=by.erratum,
    )


def refusal(by: Deviation, what: str, span: Span, place: Place) -> Diagnostic:
    """What ptxas alone rejects; as the answer of a release, an error."""
    releases = _releases(by, place)
    message = f"ptxas {releases} {_verb('reject', by, place)} this {what}"
    found = error("assembler-refuses", f"{message} ({by.erratum})", span, summary(by.erratum))
    return found._replace(severity="error" if place.assembler else "warning", erratum=by.erratum)


def lacking(what: str, clauses: Sequence[Clause], place: Place, record: str = "") -> tuple[Diagnostic, ...]:
    """The problem of a place that does not have a thing; none where it has, and none for no clauses.

    `record` is its kind/name, by which errata know it.
    """
    if not clauses or place.anywhere:
        return ()
    requirements = tuple(Requirement(one.ptx, one.target, what, one.id) for one in clauses)
    reason = explain(requirements, place.target, place.version)
    return (disputed(unavailable(f"{what} {reason}", requirements, place), record, place),) if reason else ()


def disputed(one: Diagnostic, record: str, place: Place) -> Diagnostic:
    """A finding about a record other than an instruction, as releases of ptxas judge it there."""
    if not record or place.assembler == MANUAL:
        return one
    known = of_record(record, place.assembler)
    by = next((by for by in known if by.accepts and reaches(by, place.target, place.version)), None)
    return undocumented(one, by, place) if by else one


def _verb(word: str, by: Deviation, place: Place) -> str:
    """What one release does, or several do."""
    return word if len(by.releases) > 1 and not place.assembler else f"{word}s"


def _releases(by: Deviation, place: Place) -> str:
    """The releases on which a deviation was measured, or the one that answers, with the release it is taken for."""
    if not place.assembler:
        return named(by.releases)
    taken = place.assembler not in by.releases
    return place.assembler + (f" (taken for {reference(place.assembler)})" if taken else "")
