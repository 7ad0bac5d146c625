"""The manual page: everything that the commands explain, in roff that its tools take."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from generator import manual_page
from ptxisa.cli.parsers import COMMANDS, parser


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return manual_page.write(tmp_path_factory.mktemp("man"))


def rendered(path: Path, tool: str, *options: str) -> str:
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    done = subprocess.run([tool, *options, str(path)], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_options_and_examples(name: str, path: Path) -> None:
    page = path.read_text(encoding="ascii")
    section = page.split(f".SS {manual_page.text(name)}: ")[1].split("\n.S")[0]
    for action in parser(name)._actions:
        for option in action.option_strings if action.dest != "help" else ():
            assert rf"\fB{manual_page.text(option)}\fR" in section
    assert re.search(r"\nexamples:\n\.nf\n  .*ptxisa ", section)


def test_mandoc_finds_nothing_wrong(path: Path) -> None:
    (date,) = rendered(path, "mandoc", "-Tlint", "-Wwarning").splitlines()
    assert "missing date" in date  # A date would make each build another page.


def test_groff_has_no_warnings(path: Path) -> None:
    text = rendered(path, "groff", "-man", "-Tutf8", "-ww", "-P-c")
    assert "ptxisa available add.u16x2 --target sm_80" in text


@pytest.mark.parametrize(
    ("line", "roff"),
    [
        ("plain", "plain"),
        (".reg is a directive", r"\&.reg is a directive"),
        ("'quoted'", r"\&\(aqquoted\(aq"),
        (r"a\b", r"a\eb"),
        ("--json …", r"\-\-json ..."),
        ("naïve", r"na\[u00EF]ve"),
    ],
)
def test_no_text_is_a_request(line: str, roff: str) -> None:
    assert manual_page.text(line) == roff


def test_the_page_does_not_depend_on_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = []
    for columns in ("40", "200"):
        monkeypatch.setenv("COLUMNS", columns)
        pages.append(manual_page.page())
    assert pages[0] == pages[1]


@pytest.mark.parametrize(
    ("names", "settings", "line"),
    [
        (("--quiet",), {"action": "store_true"}, r"\fB\-\-quiet\fR"),
        (("-o", "--out"), {"metavar": "FILE"}, r"\fB\-o\fR, \fB\-\-out\fR \fIFILE\fR"),
        (("--out",), {"metavar": "FILE", "choices": ["a", "b"]}, r"\fB\-\-out\fR \fIFILE\fR"),
        (("--sort",), {"choices": ["a", "b"]}, r"\fB\-\-sort\fR \fIa|b\fR"),
        (("--count",), {"type": int}, r"\fB\-\-count\fR \fICOUNT\fR"),
        (("name",), {"nargs": "*"}, r"\fINAME\fR"),
    ],
)
def test_an_argument_is_named_by_what_it_takes(names: tuple[str, ...], settings: dict[str, Any], line: str) -> None:
    action = argparse.ArgumentParser().add_argument(*names, help="what it is for", **settings)
    assert list(manual_page._argument(action)) == [".TP", line, "what it is for"]


def test_help_is_no_argument_of_a_command() -> None:
    assert "show this help message" not in manual_page.page()


@pytest.mark.parametrize(
    ("description", "lines"),
    [
        ("One.", [".PP", "One."]),
        ("One\ntwo.\n\nThree.", [".PP", "One", "two.", ".PP", "Three."]),
        ("One:\n  kept\n  as it is", [".PP", "One:", ".nf", "  kept", "  as it is", ".fi"]),
    ],
)
def test_indented_lines_stay_as_they_are(description: str, lines: list[str]) -> None:
    assert list(manual_page._description(description)) == lines
