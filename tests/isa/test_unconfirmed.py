"""Statements that rest on one source alone are marked as such, and shown with the mark."""

from __future__ import annotations

import json
import re

import pytest

from ptxisa.cli.main import main
from ptxisa.query.database import database

UNCERTAIN = re.compile(
    r"not measured|no device|assumed to be|(is|are) inferred"
    r"|documented by CuTe, not|figures? of the manual alone|study mentions no"
)
KINDS = ("instruction", "matrix_layout", "tensor_layout", "descriptor", "matrix_model")
RECORDS = {
    f"{kind}/{name}": json.loads(data)
    for kind, name, data in database().sql("SELECT kind, name, data FROM record")
    if kind in KINDS
}


def test_notes_state_nothing_uncertain() -> None:
    assert len(RECORDS) > 200
    uncertain = [name for name, data in RECORDS.items() for note in data.get("notes", ()) if UNCERTAIN.search(note)]
    assert uncertain == []


@pytest.mark.parametrize(
    "name",
    [
        "instruction/tcgen05.shift",
        "instruction/tcgen05.cp",
        "matrix_layout/tensor-memory-a-ws-m32",
        "matrix_layout/tensor-memory-d-c",
        "matrix_model/blackwell",
        "tensor_layout/swizzle-128b-atom-32b-flip-8b",
    ],
)
def test_statements_from_one_source_are_marked(name: str) -> None:
    assert RECORDS[name]["unconfirmed"]


def test_show_marks_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "tcgen05.shift"]) == 0
    output = " ".join(capsys.readouterr().out.split())
    assert "unconfirmed, from one source: The manual does not give the direction." in output
