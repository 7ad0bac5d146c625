"""Conformance record by record: wherever records are judged, and after an interruption, the report is the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ptxisa.checkers import checker_of
from ptxisa.isa.forms import Form
from ptxisa.oracle import conform
from ptxisa.oracle.assembler import Ptxas, PtxasError
from ptxisa.oracle.conform import ConformJob, PtxasBinary, conform_by_record, conform_records_apart
from ptxisa.oracle.language import conform_records, subjects
from ptxisa.oracle.reports import ConformReport, Journal, merged

ROOT = Path(__file__).parents[2]


def forms(*names: str) -> list[Form]:
    return [form for name in names if (checker := checker_of(name)) for form in checker.forms]


def said(job: ConformJob, judged: int) -> ConformReport:
    status = {form.id: {"base": {"floor": "verified"}} for form in job.forms}
    return ConformReport("13.0", "b", "sha256:0", {"judged": judged, "agreed": judged}, (), status)


class Fake:
    """What a journal and a line of progress ask of a ptxas."""

    path, release, digest = Path("ptxas"), "13.0", "sha256:0"


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Return the compared records, with a ptxas that accepts everything; `interrupted` is one until it is deleted."""
    done: list[str] = []

    def report(binary: PtxasBinary, job: ConformJob) -> ConformReport:
        if job.name.endswith("/bmsk") and (tmp_path / "interrupt").exists():
            raise KeyboardInterrupt
        done.append(job.name)
        return said(job, len(job.name))

    monkeypatch.setenv("PTXISA_CACHE", str(tmp_path))
    monkeypatch.setattr(conform, "run_job", report)
    return done


def test_an_interrupted_run_resumes_where_it_was(judged: list[str], tmp_path: Path) -> None:
    every, ptxas = forms("bfe", "bmsk", "szext"), Fake()
    whole = conform_by_record(every, ptxas, lambda line: None)  # type: ignore[arg-type]
    assert len(judged) == 3
    judged.clear()
    (tmp_path / "interrupt").touch()
    with pytest.raises(KeyboardInterrupt):
        conform_by_record(every, ptxas, lambda line: None, journal=Journal())  # type: ignore[arg-type]
    before = list(judged)
    (tmp_path / "interrupt").unlink()
    lines: list[str] = []
    resumed = conform_by_record(every, ptxas, lines.append, journal=Journal())  # type: ignore[arg-type]
    assert 0 < len(before) < 3
    assert sorted(judged) == sorted(set(judged))
    assert len(judged) == 3
    assert resumed == whole
    assert lines[0] == f"ptxas 13.0: {len(before)}/3 records were judged before the last run was interrupted"


def test_another_option_starts_a_new_run(judged: list[str]) -> None:
    every, ptxas = forms("bfe", "szext"), Fake()
    for boundaries in (False, True):
        conform_by_record(every, ptxas, lambda line: None, boundaries=boundaries, journal=Journal())  # type: ignore[arg-type]
    assert len(judged) == 4


def test_the_largest_records_begin_and_the_estimate_ends(judged: list[str]) -> None:
    lines: list[str] = []
    conform_by_record(forms("szext", "add"), Fake(), lines.append)  # type: ignore[arg-type]
    assert "/add: " in lines[0]
    assert lines[-1].startswith("ptxas 13.0: {0}/{0} records, ".format(len(lines)))
    assert lines[-1].endswith("judgments")


def test_merged_reports_of_other_records_keep_their_order() -> None:
    report = ConformReport("13.0", "b", "d", {"judged": 1}, (), {"b/x": {}}, "records")
    other = report._replace(clauses={"a/x": {}})
    assert list(merged([report, other]).clauses) == ["b/x", "a/x"]
    assert merged([report, other]).totals == {"judged": 2}


def test_a_worker_with_another_binary_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "ptxas"
    path.write_bytes(b"another")
    with pytest.raises(PtxasError, match="is not the ptxas of the command"):
        conform.same_ptxas(PtxasBinary(path, "13.0", "sha256:0"))


def test_other_records_are_assembled_in_batches(ptxas: Ptxas, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = ptxas.pairs()[-20:]
    monkeypatch.setattr(Ptxas, "pairs", lambda self: pairs)
    monkeypatch.setattr(conform, "TOGETHER", 1)
    chosen = subjects(["%pm4", "%clusterid"])
    assert len(chosen) == 2
    apart = conform_records_apart(chosen, ptxas, lambda line: None)
    assert apart == conform_records(chosen, ptxas)
    assert apart.totals["judged"] > 50


@pytest.mark.network
def test_a_real_run_that_is_interrupted_resumes(ptxas: Ptxas, tmp_path: Path) -> None:
    first, second = sorted(("clz", "szext"), key=lambda name: -ConformJob(name, tuple(forms(name))).size)
    # As long as `hold` exists, ptxas does not answer about the second record.
    hold, wrapper = tmp_path / "hold", tmp_path / "ptxas"
    wrapper.write_text(
        f"""#!/bin/sh
for module; do :; done
while [ -e '{hold}' ] && grep -qs -e '{second}' -- "$module"; do sleep 0.01; done
exec '{ptxas.path.absolute()}' "$@"
"""
    )
    wrapper.chmod(0o755)
    hold.touch()
    command = [sys.executable, "-m", "ptxisa", "conform", "--ptxas", str(wrapper), "--boundaries", "-j", "1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PTXISA_CACHE": str(tmp_path)}
    # Commands that a shell starts in the background ignore the signal, and so would this process.
    previous = signal.signal(signal.SIGINT, signal.SIG_DFL)
    interrupted = subprocess.Popen([*command, first, second], env=environment, stderr=subprocess.PIPE)
    signal.signal(signal.SIGINT, previous)
    assert interrupted.stderr is not None
    line = interrupted.stderr.readline().decode()
    assert f"1/2 records, integer-arithmetic/{first}" in line
    interrupted.send_signal(signal.SIGINT)
    hold.unlink()
    assert interrupted.communicate()[1].decode() == "ptxisa: interrupted\n"
    assert interrupted.returncode == 130
    again = subprocess.run([*command, first, second], env=environment, capture_output=True, text=True, check=False)
    assert again.returncode == 0
    assert "ptxas 13.0: 1/2 records were judged before" in again.stderr
    assert f"/{first}" not in again.stderr
    assert list((tmp_path / "conform").iterdir()) == []
