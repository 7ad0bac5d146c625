"""CONTRIBUTING.md stays true: each walk is replayed, step by step, in a copy of the repository.

The page has four kinds of steps, which `steps` reads: "Create `path`:", "Append to `path`:" and "In `path`, replace",
each with the blocks that follow, and consoles, whose commands run and print what the page shows (`…` is any output).
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COPIED = (
    "isa",
    "schema",
    "docs",
    "ptxisa",
    "generator",
    *(f"tests/{name}" for name in ("run", "check", "generator", "fixtures")),
)
WALKS = ("an instruction", "a modifier", "a diagnostic", "a special register", "a function of the semantics language")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "_generated", "_build*", "_static")
BUILD = "python -m generator.build"
PROGRAMS = {
    "python": [sys.executable],
    "ptxisa": [sys.executable, "-m", "ptxisa"],
    "pytest": [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"],
}
_STEP = re.compile(
    r"^(?P<verb>Create|Append to) `(?P<path>[^`]+)`:\n\n```\w+\n(?P<text>.*?)^```$"
    r"|^In `(?P<changed>[^`]+)`, replace\n\n```\w+\n(?P<old>.*?)^```\n\nby\n\n```\w+\n(?P<new>.*?)^```$"
    r"|^```console\n(?P<console>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


class Step(NamedTuple):
    """One step: a change of a file (text before, text after), or commands with their output."""

    path: str = ""
    old: str = ""
    new: str = ""
    commands: tuple[tuple[str, str], ...] = ()


def section(title: str) -> str:
    return PAGE.split(f"## How to add {title}\n")[1].split("\n## ")[0]


def steps(title: str) -> Iterator[Step]:
    for match in _STEP.finditer(section(title)):
        if match["console"]:
            parts = (part.partition("\n") for part in match["console"].split("$ ")[1:])
            yield Step(commands=tuple((command, output) for command, _, output in parts))
        elif match["changed"]:
            yield Step(match["changed"], match["old"], match["new"])
        else:
            yield Step(match["path"], "" if match["verb"] == "Create" else "append", match["text"])


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the parts of the repository that the walks change or run."""
    copy = tmp_path_factory.mktemp("checkout")
    for folder in COPIED:
        shutil.copytree(ROOT / folder, copy / folder, ignore=LEFT_OUT)
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


def change(checkout: Path, step: Step) -> None:
    path = checkout / step.path
    if step.old == "append":
        blank = "\n\n" if path.suffix == ".py" else ""
        path.write_text(path.read_text(encoding="utf-8") + blank + step.new, encoding="utf-8")
    elif step.old:
        text = path.read_text(encoding="utf-8")
        assert text.count(step.old) == 1, f"{step.path} has no such place: {step.old}"
        path.write_text(text.replace(step.old, step.new), encoding="utf-8")
    else:
        assert not path.exists()
        path.write_text(step.new, encoding="utf-8")


def run(checkout: Path, command: str) -> str:
    """Run a command of the page and return what it prints."""
    program, *arguments = shlex.split(command)
    environment = {**os.environ, "PYTHONPATH": str(checkout), "COLUMNS": "120"}
    done = subprocess.run(
        [*PROGRAMS[program], *arguments], cwd=checkout, env=environment, capture_output=True, text=True
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    if program == "pytest" or command == BUILD:
        assert done.returncode == 0, done.stdout + done.stderr
    return done.stderr + done.stdout


def test_each_walk_of_the_page_works(checkout: Path) -> None:
    """Changes of all walks share one build, which takes 15 seconds of processor time; validation runs in its place."""
    later = []
    for step in [step for walk in WALKS for step in steps(walk)]:
        if step.path:
            change(checkout, step)
        for command, output in step.commands:
            if "generator.validate" in command:
                assert run(checkout, command) == output
            elif command != BUILD:
                later.append((command, output))
    run(checkout, BUILD)
    for command, output in later:
        printed = run(checkout, command)
        if output != "…\n":
            assert printed.strip() == output.strip(), command
    code = (
        "from generator.backends.coverage import expected_results; from generator.passes import front_end;"
        " print([row.form for row in expected_results(front_end()) if not row.source])"
    )
    missing = subprocess.run(
        [sys.executable, "-c", code],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
    )
    assert missing.stdout == "[]\n", missing.stderr


@pytest.mark.parametrize("walk", WALKS)
def test_each_walk_changes_files_and_shows_commands(walk: str) -> None:
    changes = list(steps(walk))
    assert any(step.path for step in changes)
    assert any(step.commands for step in changes)
