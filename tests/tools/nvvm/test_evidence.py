"""Evidence records of what libNVVM makes of intrinsics."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ptxisa.isa.nvvm import families
from ptxisa.nvvm.intrinsics import intrinsic
from ptxisa.query.database import database
from tools.nvvm.evidence import by_family, difference, record
from tools.nvvm.lowering import Outcome, Trial
from tools.nvvm.releases import PINS

RECORDS = [
    database().record("evidence", name)[0]
    for (name,) in database().sql("SELECT name FROM record WHERE kind = 'evidence' AND name LIKE 'libnvvm-%'")
]


def outcome(verdict: str) -> Outcome:
    barrier = intrinsic("llvm.nvvm.barrier0")
    return Outcome(Trial(barrier, barrier.lowerings[0], "compute_90", "llvm7"), verdict, "bar.arrive ret")


def test_modules_are_counted_by_family() -> None:
    outcomes = [outcome("found"), outcome("other"), outcome("explicit")]
    assert by_family(outcomes) == {"nvvm-barriers": {"modules": 3, "agreed": 2}}
    nvvm: Any = SimpleNamespace(release="13.0", digest="sha256:0")
    totals = record(nvvm, outcomes, "2026-01-01")["totals"]
    assert (totals["modules"], totals["found"], totals["other"], totals["asked"]) == (3, 1, 1, 1)
    assert difference(outcomes[1]) == "other: llvm.nvvm.barrier0 compute_90 bar.sync: bar.arrive ret"


@pytest.mark.parametrize("data", RECORDS, ids=[data["name"] for data in RECORDS])
def test_records(data: dict[str, Any]) -> None:
    assert data["digest"] == f"sha256:{PINS[data['release']].digest}"
    assert data["families"].keys() <= families().keys()
    totals = data["totals"]
    assert sum(family["modules"] for family in data["families"].values()) == totals["modules"] > 1600
    agreed = totals["found"] + totals["explicit"] + totals["compiled"]
    assert sum(family["agreed"] for family in data["families"].values()) == agreed
    assert totals["modules"] - agreed == 2, "membar.gpu alone differs: erratum nvvm-membar-gpu"


def test_two_major_releases_are_recorded() -> None:
    assert {data["release"].split(".")[0] for data in RECORDS} == {"12", "13"}
