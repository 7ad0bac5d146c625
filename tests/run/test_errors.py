"""Errors of a run."""

from __future__ import annotations

from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.run.errors import refusal


def test_a_refusal_is_one_error_at_the_start_of_the_text() -> None:
    refused = refusal("launch-shape", "too large")
    assert refused.diagnostics == (Diagnostic("launch-shape", "error", "too large", 1, 1, (1, 1)),)
    assert str(refused) == "1:1: error[launch-shape]: too large"
