"""Errors of a run: one diagnostic, which is about no place in the text."""

from __future__ import annotations

from ptxisa.isa.diagnostics import Diagnostic, PtxError


def refusal(code: str, message: str) -> PtxError:
    """A `PtxError` with one message."""
    return PtxError([Diagnostic(code, "error", message, 1, 1, (1, 1))])
