"""The manual page: every command with its options and examples, in roff that groff formats without a warning."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from generator import manual_page
from ptxisa.cli.parsers import COMMANDS, parser


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return manual_page.write(tmp_path_factory.mktemp("man"))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_options_and_examples(name: str, path: Path) -> None:
    page = path.read_text(encoding="utf-8").replace(r"\-", "-")
    section = page.split(rf".SS \fBptxisa {name}\fR")[1].split("\n.S")[0]
    for action in parser(name)._actions:
        for option in action.option_strings if action.dest != "help" else ():
            assert rf"\fB{option}\fR" in section
    assert re.search(r"\nexamples:\n  .*ptxisa ", section)


def test_groff_has_no_warnings(path: Path) -> None:
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    command = ["groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-P-c", str(path)]
    formatted = subprocess.run(command, capture_output=True, text=True, check=False)
    assert formatted.stderr == ""
    assert "ptxisa available add.u16x2 --target sm_80" in formatted.stdout


def test_the_page_does_not_depend_on_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = []
    for columns in ("40", "200"):
        monkeypatch.setenv("COLUMNS", columns)
        pages.append(manual_page.page())
    assert pages[0] == pages[1]


def test_help_is_not_listed_as_an_option() -> None:
    assert "show this help message" not in manual_page.page()
