"""Questions of kernel authors: each command of the cookbook gives its answer, and the page shows them all.

To write the page again: `python -m tests.query.test_cookbook`.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from ptxisa.cli.main import main

DOCS = Path(__file__).parents[2] / "docs"
PARTS = yaml.safe_load((DOCS / "cookbook.yaml").read_text(encoding="utf-8"))
QUESTIONS = [value for part in PARTS.values() for value in part]


def test_there_are_enough_questions() -> None:
    assert len(QUESTIONS) >= 40


@pytest.mark.parametrize("value", QUESTIONS, ids=lambda entry: entry["ask"])
def test_the_command_prints_the_answer(
    value: dict[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(shlex.split(value["command"])) in (0, 1)
    out = capsys.readouterr().out
    assert value["shows"] in " ".join(out.split()) or value["shows"] in out
    assert max(map(len, out.splitlines())) <= 80


def page() -> Iterator[str]:
    """Return the lines of the page."""
    yield from ("Cookbook", "========", "")
    yield from ("Questions that kernel authors ask, and the command that answers each.", "")
    for part, questions in PARTS.items():
        yield from (part, "-" * len(part), "")
        for question in questions:
            yield from (f"**{question['ask']}**", f"   {question['answer']}", "")
            yield from (f"   ``ptxisa {question['command']}``", "")


def test_the_page_shows_every_question() -> None:
    assert (DOCS / "cookbook.rst").read_text(encoding="utf-8") == "\n".join(page())


if __name__ == "__main__":
    (DOCS / "cookbook.rst").write_text("\n".join(page()), encoding="utf-8")
