"""Findings of a file that differ in names and numbers alone are summarized."""

from __future__ import annotations

from ptxisa.cli.reports import SHOWN, occurrences, summed_up
from ptxisa.isa.diagnostics import Diagnostic


def finding(number: int, severity: str = "error") -> Diagnostic:
    return Diagnostic("undeclared", severity, f"unknown register '%r{number}'", number, 1, (number, number))


def test_findings_of_another_severity_are_no_repeats() -> None:
    actual = [finding(number, severity) for number in range(1, 6) for severity in ("error", "warning")]
    lines = [line for _, line in summed_up(actual, "a.ptx") if line]
    assert lines == [
        f"a.ptx: {kind}[undeclared]: 5 times, first at 1:1; -v prints each" for kind in ("error", "warning")
    ]


def test_repeats_of_a_finding_end_with_their_number() -> None:
    actual = [finding(number) for number in range(1, 11)]
    lines = [line for _, line in summed_up(actual, "a.ptx")]
    assert lines[:SHOWN] == [None] * SHOWN
    assert lines[SHOWN:-1] == [""] * (10 - SHOWN - 1)
    assert lines[-1] == "a.ptx: error[undeclared]: 10 times, first at 1:1; -v prints each"


def test_one_more_than_are_shown_is_shown_as_well() -> None:
    actual = [finding(number) for number in range(1, SHOWN + 2)]
    assert [line for _, line in summed_up(actual, "a.ptx")] == [None] * (SHOWN + 1)


def test_names_in_comments_do_not_count() -> None:
    assert occurrences(b"foo.bar %r; // foo.bar\nfoo.bar; /* foo.bar */", ["foo.bar", "never"]) == {
        "foo.bar": 2,
        "never": 1,
    }
