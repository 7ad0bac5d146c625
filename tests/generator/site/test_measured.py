"""The page of measurements."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.site import measured
from generator.site.site import Site


@pytest.mark.parametrize(
    ("value", "written"), [(1536, "1,536"), (99.76, "99.76"), (0.03125, "0.0312"), (0, "0"), (12345.678, "12,345.68")]
)
def test_numbers_are_written_for_readers(value: float, written: str) -> None:
    assert measured.number(value) == written


def test_every_measurement_and_evidence_record_is_shown(records: Site) -> None:
    values = measured.values(records)
    shown = [member["name"] for _, members in values["topics"] for member in members]
    assert sorted(shown) == sorted(record.data["name"] for record in records.isa.records("measurement"))
    tools = ("assemblers", "gpus", "libraries")
    assert sum(len(values[tool]) for tool in tools) == len(records.isa.records("evidence"))


def test_benchmarks_come_from_their_results(records: Site, tmp_path: Path) -> None:
    assert measured.values(records, tmp_path / "none.json")["benchmarks"] is None
    results = tmp_path / "results.json"
    results.write_text(json.dumps({"python": "3.11", "machine": "x86_64", "figures": {"import, ms": 2.25}}))
    benchmarks = measured.values(records, results)["benchmarks"]
    assert benchmarks == ("Python 3.11 on x86_64", [("import, ms", "2.25")])
