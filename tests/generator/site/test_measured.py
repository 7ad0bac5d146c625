"""The page of measurements."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.records.load import ROOT
from generator.site import measured
from generator.site.site import Site, read_site


@pytest.fixture(scope="module")
def site() -> Site:
    return read_site(ROOT / "isa", ROOT / "schema")


@pytest.mark.parametrize(
    ("value", "written"), [(1536, "1,536"), (99.76, "99.76"), (0.03125, "0.0312"), (0, "0"), (12345.678, "12,345.68")]
)
def test_numbers_are_written_for_readers(value: float, written: str) -> None:
    assert measured.number(value) == written


def test_every_measurement_and_evidence_record_is_shown(site: Site) -> None:
    values = measured.values(site)
    shown = [member["name"] for _, members in values["topics"] for member in members]
    assert sorted(shown) == sorted(record.data["name"] for record in site.isa.records("measurement"))
    tools = ("assemblers", "gpus", "libraries")
    assert sum(len(values[tool]) for tool in tools) == len(site.isa.records("evidence"))


def test_benchmarks_come_from_their_results(site: Site, tmp_path: Path) -> None:
    assert measured.values(site, tmp_path / "none.json")["benchmarks"] is None
    results = tmp_path / "results.json"
    results.write_text(json.dumps({"python": "3.11", "machine": "x86_64", "figures": {"import, ms": 2.25}}))
    benchmarks = measured.values(site, results)["benchmarks"]
    assert benchmarks == ("Python 3.11 on x86_64", [("import, ms", "2.25")])
