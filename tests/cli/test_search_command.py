"""`ptxisa search`: its table, its limit and its status."""

from __future__ import annotations

import json

import pytest

from ptxisa.cli.main import main

SHF = "instruction  shf    Funnel shift: shift a 64-bit pair, keep 32 bits."


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize("limit", ["1", "0", "-3"])
def test_at_least_one_result_in_a_table(limit: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("search", "funnel", "--limit", limit)) == 0
    assert [line.split(None, 2) for line in capsys.readouterr().out.splitlines()] == [
        ["kind", "name", "what"],
        SHF.split(None, 2),
    ]


def test_twenty_results_unless_said_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    for limit, count in (((), 20), (("--limit", "21"), 21)):
        assert main(("search", "integer", "--json", *limit)) == 0
        assert len(json.loads(capsys.readouterr().out)) == count


@pytest.mark.parametrize(("json", "output"), [((), "nothing found\n"), (("--json",), "[]\n")])
def test_a_search_without_results(json: tuple[str, ...], output: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("search", "xyzzy", *json)) == 1
    assert capsys.readouterr().out == output
