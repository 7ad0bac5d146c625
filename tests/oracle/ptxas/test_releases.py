"""Pinned releases of ptxas."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from ptxisa.oracle.ptxas.pins import PINS
from ptxisa.oracle.ptxas.releases import ReleaseError, find
from ptxisa.query.database import database


def test_pins_are_those_of_the_evidence() -> None:
    rows = [database().record("evidence", name)[0] for name in ("ptxas-11.8", "ptxas-12.9", "ptxas-13.0")]
    assert {row["release"]: row["digest"] for row in rows} == {
        row["release"]: f"sha256:{PINS[row['release']].digest}" for row in rows
    }
    assert all(pin.version.startswith(f"{release}.") and len(pin.digest) == 64 for release, pin in PINS.items())


@pytest.mark.network
def test_a_release_is_fetched_from_the_registry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PTXISA_CACHE", str(tmp_path))
    try:
        path = find("13.0")
    except ReleaseError as error:
        if "could not be fetched" in str(error) or "x86_64 only" in str(error):
            pytest.skip(str(error))
        raise
    assert hashlib.sha256(path.read_bytes()).hexdigest() == PINS["13.0"].digest
