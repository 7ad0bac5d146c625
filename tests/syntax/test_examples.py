"""The programs of the page on syntax trees do what it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import ptxisa

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
PATH = str(Path(ptxisa.__file__).parents[1])


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    environment = {"PYTHONPATH": PATH}
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout


def test_a_file_is_changed_and_keeps_its_comments(tmp_path: Path) -> None:
    run("strengthen.py", str(EXAMPLES / "twice.ptx"), str(tmp_path / "new.ptx"))
    made = (tmp_path / "new.ptx").read_text()
    assert made == (EXAMPLES / "twice_changed.ptx").read_text()
    old = (EXAMPLES / "twice.ptx").read_text()
    assert made == old.replace("%r2", "%offset").replace("mul.lo.s32", "shl.b32").replace("%r1, 2;", "%r1, 1;")
    assert ptxisa.check_module(made) == []


def test_opcodes_are_counted() -> None:
    lines = run("count_opcodes.py", str(EXAMPLES / "twice.ptx")).splitlines()
    assert "1 cvta.to.global.u64" in lines
    assert len(lines) == 7
