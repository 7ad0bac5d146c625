"""The page that leads from CUDA C++ to a clean run: its commands and what they print."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ptxisa
from ptxisa.cli.main import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "kernels.rst").read_text(encoding="utf-8")
FOLDER = ROOT / "docs" / "examples" / "kernels"


def transcripts() -> list[tuple[list[str], list[str]]]:
    """Return the `ptxisa run` commands of the page, and the lines that it shows of each."""
    result = []
    for block in PAGE.split(".. code-block:: console\n")[1:]:
        lines = [line[3:] for line in block.split("\n") if line.startswith("   ")]
        if lines[0].startswith("$ ptxisa run docs/"):
            end = next((number for number, line in enumerate(block.split("\n")[1:]) if line and line[0] != " "), None)
            shown = [line[3:] for line in block.split("\n")[1 : end + 1 if end else None] if line.startswith("   ")]
            result.append((shown[0].split()[2:], shown[1:]))
    return result


@pytest.mark.parametrize(("command", "lines"), transcripts())
def test_the_page_shows_the_output_of_the_commands(
    command: list[str], lines: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    main(command)
    assert capsys.readouterr().out.splitlines() == lines


def test_the_page_has_the_transcripts() -> None:
    assert len(transcripts()) == 4


def test_the_kernel_is_wrong_and_its_correction_is_right() -> None:
    numbers = np.random.default_rng(1).random(1000, np.float32)
    padded = np.pad(numbers, 1)
    expected = ((padded[:-2] + padded[1:-1]) + padded[2:]) / np.float32(3)
    for schedule in ("lockstep", "random"):
        means = np.zeros(1000, np.float32)
        run = ptxisa.launch(FOLDER / "smooth_fixed.ptx", None, 4, 256, [numbers, means, 1000], schedule=schedule)
        assert run.findings == []
        np.testing.assert_array_equal(means, expected)
    run = ptxisa.launch(FOLDER / "smooth.ptx", None, 4, 256, [numbers, np.zeros(1000, np.float32), 1000], stop=False)
    assert {finding.code for finding in run.findings} == {"out-of-bounds", "race"}
    assert {place.rpartition(":")[2] for place in run.sources.values()} >= {"7", "8"}
