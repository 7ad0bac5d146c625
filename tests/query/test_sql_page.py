"""The page on SQL: each of its queries has rows that fit a terminal."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from ptxisa.cli.main import main

PAGE = (Path(__file__).parents[2] / "docs" / "sql.rst").read_text(encoding="utf-8")
COMMANDS = re.findall(r'\.\. ptx:run:: (sql "[^"]*")', PAGE)


def test_there_are_enough_queries() -> None:
    assert len(COMMANDS) >= 10
    assert len(COMMANDS) == PAGE.count("ptx:run::")


@pytest.mark.parametrize("command", COMMANDS, ids=range(len(COMMANDS)))
def test_queries_have_rows(command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(shlex.split(command)) == 0
    out = capsys.readouterr().out.splitlines()
    assert len(out) >= 2
    assert max(map(len, out)) <= 80
