"""Tables and code fit the terminal; long texts go through a pager on a terminal alone."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from ptxisa.cli import output


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")


@pytest.mark.parametrize("cells", [["a" * 25, "b" * 50, "c " * 60], ["name", "x" * 90, "y"], ["1", "2", "3"]])
def test_no_table_is_wider_than_the_terminal(cells: list[str]) -> None:
    assert max(map(len, output.table(["first", "second", "third"], [cells]).splitlines())) <= 60


def test_names_in_the_first_column_are_whole() -> None:
    assert "n" * 40 in output.table(["name", "what"], [["n" * 40, "word " * 20]])


@pytest.mark.parametrize("line", ["mov.u32 " + "r, " * 60, "mma." + "aligned." * 20, "x" * 200])
def test_code_is_folded(line: str) -> None:
    folded = output.code_line(line, 2)
    assert max(map(len, folded.splitlines())) <= 60
    assert "".join(folded.split()) == "".join(line.split())


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_long_text_is_paged_on_a_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    monkeypatch.setenv("PAGER", f"tee {seen}")
    monkeypatch.setattr("sys.stdout", Terminal())
    output.page("\n".join(map(str, range(1000))))
    assert seen.read_text(encoding="utf-8").endswith("999\n")


@pytest.mark.parametrize("pager", ["", "no-such-program-anywhere", '"'])
def test_without_a_pager_it_is_printed(monkeypatch: pytest.MonkeyPatch, pager: str) -> None:
    terminal = Terminal()
    monkeypatch.setenv("PAGER", pager)
    monkeypatch.setattr("sys.stdout", terminal)
    output.page("line\n" * 1000)
    assert terminal.getvalue().count("line") == 1000
