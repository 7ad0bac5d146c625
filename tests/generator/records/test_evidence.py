"""Evidence: a head and tables become one record for each run, and are written from these records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.records.load import ROOT, load
from ptxisa.oracle.evidence import TABLES, write_evidence
from ptxisa.query.database import database
from tests.generator.record_trees import HERE, VALID, marked, problems, write

HEAD = """\
kind: evidence
name: ptxas
tool: ptxas
runs:
  - {release: "12.9", date: "2026-01-30", totals: {judged: 2}}
  - {release: "13.0", date: "2026-01-31", totals: {judged: 3}}
"""
CLAUSES = "subject,clause,release,floor,below_version,below_target\n"
ERRATA = "part,erratum,release,judgments\n"
GPU = """\
kind: evidence
name: gpu
tool: gpu
runs:
  - {release: "13.0", target: sm_90, date: "2026-01-31"}
"""
COUNTS = "form,target,run,agreed,unspecified\n"
VERIFIED = "verified,verified,verified"
HEADS = {"evidence/ptxas.yaml": HEAD, "evidence/gpu.yaml": GPU}
TABLE, OTHER, GPU_TABLE = "evidence/ptxas.csv", "evidence/ptxas-errata.csv", "evidence/gpu.csv"
EMPTY = {TABLE: CLAUSES, OTHER: ERRATA, GPU_TABLE: COUNTS}


def tree(**rows: str) -> dict[str, str]:
    """Return a valid tree with evidence, with rows in the tables of clauses, errata and counts."""
    paths = {"clauses": TABLE, "errata": OTHER, "counts": GPU_TABLE}
    return {**VALID, **HEADS, **EMPTY, **{paths[name]: EMPTY[paths[name]] + text for name, text in rows.items()}}


def records(folder: Path) -> dict[str, Any]:
    return {record.data["name"]: record.data for record in load(folder).by_kind["evidence"]}


def test_releases_without_a_row_have_the_results_of_the_release_before(tmp_path: Path) -> None:
    clauses = f"add.packed,packed,13.0,{VERIFIED}\nadd.plain,base,12.9,{VERIFIED}\nsub.plain,base,12.9,{VERIFIED}\n"
    by_name = records(write(tmp_path, tree(clauses=f"{clauses}sub.plain,base,13.0,,,\n")))
    assert {name: [*record.get("clauses", ())] for name, record in by_name.items()} == {
        "ptxas-12.9": ["add.plain", "sub.plain"],
        "ptxas-13.0": ["add.packed", "add.plain"],
        "gpu-sm_90": [],
    }
    assert by_name["ptxas-13.0"]["clauses"]["add.plain"]["base"] == {
        "floor": "verified", "below_version": "verified", "below_target": "verified"
    }  # fmt: skip


def test_counts_of_a_gpu_agree_unless_stated_and_are_summed(tmp_path: Path) -> None:
    record = records(write(tmp_path, tree(counts="add.plain,sm_90,9,,\nsub.plain,sm_90,8,5,2\n")))["gpu-sm_90"]
    assert record["totals"] == {"run": 17, "agreed": 14, "unspecified": 2}
    assert record["forms"]["add.plain"] == {"run": 9, "agreed": 9, "unspecified": 0}


WRONG = {
    "clauses of an unknown form": (
        tree(clauses=f"{HERE}add.plane,base,13.0,{VERIFIED}\n"),
        "unknown form 'add.plane'",
    ),
    "unknown clause": (
        tree(clauses=f"add.plain,{HERE}bass,13.0,{VERIFIED}\n"),
        "add.plain has no clause 'bass'",
    ),
    "clauses of an unknown record": (
        tree(clauses=f"{HERE}special_register/%tit,base,13.0,{VERIFIED}\n"),
        "unknown record 'special_register/%tit'",
    ),
    "unknown erratum": (tree(errata=f"forms,{HERE}sun,13.0,3\n"), "unknown erratum 'sun'"),
    "counts of an unknown form": (tree(counts=f"{HERE}nothing,sm_90,1,,\n"), "unknown form 'nothing'"),
    "more agreements than results": (tree(counts=f"add.plain,sm_90,1,{HERE}9,\n"), "9 of 1 results agree"),
    "release that is not in the head": (
        tree(clauses=f"add.plain,base,{HERE}13.1,{VERIFIED}\n"),
        "release '13.1' is not in the head; did you mean 13.0?",
    ),
    "unknown status": (
        tree(clauses=f"add.plain,base,13.0,verified,{HERE}true,verified\n"),
        "below_version is 'true', but must be one of verified, refuted, unverifiable, not-run",
    ),
    "count that is no number": (tree(counts=f"add.plain,sm_90,{HERE}many,,\n"), "run is 'many', but must be a number"),
    "rows that are not sorted": (
        tree(clauses=f"sub.plain,base,13.0,{VERIFIED}\n{HERE}add.plain,base,13.0,{VERIFIED}\n"),
        "rows must be sorted and unique",
    ),
    "row of another width": (tree(counts=f"{HERE}add.plain,sm_90,1\n"), "3 cells in place of 5"),
    "other columns": (
        {**tree(), GPU_TABLE: f"{HERE}form,run\n"},
        "the first line must be form,target,run,agreed,unspecified",
    ),
    "run without its target": (
        {**tree(), "evidence/gpu.yaml": GPU.replace("  - {", f"  - {HERE}{{").replace(" target: sm_90,", "")},
        "a run of gpu needs 'target'",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_evidence_is_reported_at_the_cell(name: str, tmp_path: Path) -> None:
    texts, message = WRONG[name]
    assert problems(write(tmp_path, texts)) == [marked(texts, message)]


def test_missing_table_is_reported(tmp_path: Path) -> None:
    texts = {path: text for path, text in tree().items() if path != GPU_TABLE}
    (problem,) = problems(write(tmp_path, texts))
    assert (problem.path, problem.line) == (GPU_TABLE, 1)
    assert problem.message.startswith("the table cannot be read")


@pytest.mark.parametrize("tool", TABLES)
def test_tables_are_written_as_they_are_read(tool: str, tmp_path: Path) -> None:
    every = [
        database().record("evidence", name)[0]
        for (name,) in database().sql("SELECT name FROM record WHERE kind = 'evidence'")
    ]
    write_evidence(tmp_path, [record for record in every if record["tool"] == tool])
    for path in sorted(tmp_path.iterdir()):
        assert path.read_text(encoding="utf-8") == (ROOT / "isa" / "evidence" / path.name).read_text(encoding="utf-8")
