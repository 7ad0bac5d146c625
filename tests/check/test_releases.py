"""Findings that a selected release or the strict manual changes."""

from __future__ import annotations

import pytest

from ptxisa.check.errata import check_release, with_errata
from ptxisa.check.place import Place
from ptxisa.isa import versions
from ptxisa.isa.diagnostics import Diagnostic, error, warning

ANYWHERE = Place(None, None)
TOO_LONG = error("constant-overflow", "needs more than 64 bits")
BY_RULE = TOO_LONG._replace(rule="integer_literals")
"""Rule that forbids some literals that ptxas accepts."""


@pytest.mark.parametrize(
    ("given", "code", "severity"),
    [
        (BY_RULE, "undocumented", "warning"),
        (TOO_LONG, "constant-overflow", "error"),
        (error("operand-type", "wrong")._replace(rule="integer_literals"), "operand-type", "error"),
        (warning("rejected-by-assembler", "rejected"), "rejected-by-assembler", "warning"),
    ],
)
def test_only_literals_are_judged_here(given: Diagnostic, code: str, severity: str) -> None:
    (diagnostic,) = with_errata([given], ANYWHERE, strict=False)
    assert (diagnostic.code, diagnostic.severity) == (code, severity)


@pytest.mark.parametrize(
    ("code", "assembler", "strict", "severity"),
    [
        ("undocumented", "", True, "error"),
        ("rejected-by-assembler", "", True, "error"),
        ("undocumented", "", False, "warning"),
        ("undocumented", "13.0", True, "warning"),
        ("unusual-spelling", "", True, "warning"),
    ],
)
def test_strict_makes_errors_where_the_manual_answers(code: str, assembler: str, strict: bool, severity: str) -> None:
    (diagnostic,) = with_errata([warning(code, "w")], ANYWHERE._replace(assembler=assembler), strict=strict)
    assert diagnostic.severity == severity


@pytest.mark.parametrize(
    ("assembler", "version", "rejected"),
    [("11.8", "7.8", False), ("11.8", "8.0", True), ("11.8", None, False), ("", "8.0", False)],
)
def test_a_release_reads_versions_up_to_its_own(assembler: str, version: str | None, rejected: bool) -> None:
    diagnostics = list(check_release(assembler, versions.order(version) if version else None))
    assert [diagnostic.message for diagnostic in diagnostics] == [
        "ptxas 11.8 reads PTX up to 7.8, not PTX 8.0"
    ] * rejected
