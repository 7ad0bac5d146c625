"""`python -m generator.validate`: how many records there are, or what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.validate import main
from tests.generator.record_trees import SUB, VALID, Edit, edited, write


def test_valid_records_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(write(tmp_path, VALID))]) == 0
    assert "instruction  2\n" in capsys.readouterr().out


def test_problems_are_told_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edits = [Edit(SUB, "d: {access: write, type: s32", "d: {access: write, type: s23")]
    assert main([str(write(tmp_path, edited(edits)))]) == 1
    shown = capsys.readouterr()
    assert "operand 'd': unknown type 's23'; did you mean s32?\n" in shown.err
    assert shown.err.endswith("\n1 problem\n")
    assert shown.out == ""
