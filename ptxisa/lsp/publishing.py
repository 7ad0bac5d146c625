"""Diagnostics as the protocol has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lsprotocol import types as lsp

from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.lsp import texts
from ptxisa.lsp.positions import Lines
from ptxisa.lsp.settings import Settings

_SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
    "information": lsp.DiagnosticSeverity.Information,
    "hint": lsp.DiagnosticSeverity.Hint,
}
UNNECESSARY = frozenset({"unavailable-target", "unavailable-version"})
"""Codes of text that editors may show in gray."""


def converted(diagnostics: Sequence[Diagnostic], lines: Lines, settings: Settings) -> Iterator[lsp.Diagnostic]:
    """Yield diagnostics as the protocol has them; settings may change their severity."""
    severities = dict(settings.severity)
    for diagnostic in diagnostics:
        severity = severities.get(diagnostic.code, diagnostic.severity)
        if severity == "off":
            continue
        start = lines.diagnostic_offset(diagnostic.line, diagnostic.column)
        end = max(start, lines.diagnostic_offset(*diagnostic.end))
        page = texts.code_page(settings.documentation, diagnostic.code)
        yield lsp.Diagnostic(
            lines.range(start, end),
            f"{diagnostic.message}\n{diagnostic.hint}" if diagnostic.hint else diagnostic.message,
            _SEVERITIES[severity],
            diagnostic.code,
            lsp.CodeDescription(page) if page else None,
            "ptxisa",
            [lsp.DiagnosticTag.Unnecessary] if diagnostic.code in UNNECESSARY else None,
            data={"hint": diagnostic.hint} if diagnostic.hint else None,
        )
