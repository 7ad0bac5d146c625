"""Severity of diagnostics on which a specification and its implementations differ.

A specification (the PTX manual, the specification of NVVM IR) decides unless a release of the implementation (ptxas,
libNVVM) was selected. What only an implementation accepts, and what only an implementation rejects, is a warning, or
an error if the check is strict. With a selected release, its verdict counts: what it accepts is a note, and what it
rejects is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ptxisa.isa.diagnostics import Diagnostic

DISPUTED = frozenset({"undocumented", "rejected-by-assembler"})
"""Codes of diagnostics on which the PTX manual and releases of ptxas differ."""


def disputed_severity(*, accepts: bool, selected: bool, strict: bool = False) -> str:
    """Return the severity of a diagnostic on which specification and implementation differ.

    Args:
        accepts: The implementation accepts what the specification does not have; else it rejects what it has.
        selected: A release of the implementation was selected.
        strict: Differences are errors unless a release was selected.
    """
    if selected:
        return "note" if accepts else "error"
    return "error" if strict else "warning"


def with_strictness(diagnostics: Iterable[Diagnostic], *, selected: bool, strict: bool) -> Iterator[Diagnostic]:
    """Yield the diagnostics; disputed ones are errors if the check is strict and no release was selected."""
    for diagnostic in diagnostics:
        if strict and not selected and diagnostic.code in DISPUTED:
            diagnostic = diagnostic._replace(severity="error")
        yield diagnostic
