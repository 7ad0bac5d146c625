"""Reports of interrupted runs: found again by what decides them, and only by that."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from ptxisa.oracle import reports
from ptxisa.oracle.assembler import Probe
from ptxisa.oracle.probes import Trial
from ptxisa.oracle.reports import ConformReport, Journal, VerdictDifference, journal_key

TRIAL = Trial(Probe("add.s32 a, b, c;", (("s32", "a"), ("s32", "b")), ("label",), "texmode_unified"), "variant", "add")
STATUS = {"add": {"base": {"floor": "verified", "below_version": "not-run"}}}
REPORT = ConformReport(
    "13.0",
    "b",
    "sha256:0",
    {"judged": 3},
    (VerdictDifference(TRIAL, "rejects", 2, "sm_90 PTX 8.0", "no"),),
    STATUS,
    pairs="x",
)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PTXISA_CACHE", str(tmp_path))
    return tmp_path / "conform"


def test_a_report_is_found_as_it_was_kept() -> None:
    Journal().keep("k", REPORT)
    stored = Journal().find("k")
    assert stored == REPORT
    assert stored is not None
    assert hash(stored.differences[0].trial) == hash(TRIAL)  # Tuples all the way down, as keys of a table.


def test_a_run_that_ended_leaves_nothing(cache: Path) -> None:
    run = Journal()
    run.keep("k", REPORT)
    other = Journal()
    other.keep("of another run", REPORT)
    run.end()
    assert [path.name for path in cache.iterdir()] == ["of another run.json"]


def test_a_fresh_run_finds_nothing_and_deletes_what_was_there_at_its_end(cache: Path) -> None:
    Journal().keep("k", REPORT)
    run = Journal(fresh=True)
    assert run.find("k") is None
    run.end()
    assert list(cache.iterdir()) == []


@pytest.mark.parametrize("text", ["", "[", "[]", "{}", "[1, 2]", '["13.0", "b", "d", {}, [[1]], {}]', "\0"])
def test_a_file_that_is_not_whole_counts_as_none(cache: Path, text: str) -> None:
    Journal().keep("k", REPORT)
    (cache / "k.json").write_text(text)
    assert Journal().find("k") is None


def test_old_reports_are_deleted(cache: Path) -> None:
    Journal().keep("old", REPORT)
    Journal().keep("new", REPORT)
    before = time.time() - reports.JOURNAL_SECONDS - 60
    os.utime(cache / "old.json", (before, before))
    Journal()
    assert [path.name for path in cache.iterdir()] == ["new.json"]


def test_everything_that_decides_a_report_is_in_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {
        journal_key("sha256:0", True, ["add"]),
        journal_key("sha256:1", True, ["add"]),
        journal_key("sha256:0", False, ["add"]),
    }
    monkeypatch.setattr(reports, "fingerprint", lambda: "another package")
    assert len(keys | {journal_key("sha256:0", True, ["add"])}) == 4
