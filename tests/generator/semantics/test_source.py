"""Positions: an error in a text is reported at its place in the record file."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.records.problems import Problem
from generator.records.yaml_reader import Located, Steps, read
from generator.semantics.source import RecordText, TextPlace, source_of

RECORD = """\
forms:
  - id: one
    semantics: |
      d = a
      e = b
  - id: two
    semantics: |-   # kept without its last line break

        d = a
    models:
      - target: sm_90
        semantics: |
          d = 1
  - id: three
    semantics: d = a + b
  - id: four
    semantics: "d = a + b"
"""


@pytest.mark.parametrize(
    ("steps", "line", "column"),
    [
        (("forms", 0, "semantics"), 4, 7),
        (("forms", 1, "semantics"), 8, 9),
        (("forms", 1, "models", 0, "semantics"), 13, 11),
        (("forms", 2, "semantics"), 15, 16),
        (("forms", 3, "semantics"), 17, 17),
    ],
)
def test_source_of(tmp_path: Path, steps: Steps, line: int, column: int) -> None:
    path = tmp_path / "record.yaml"
    path.write_text(RECORD, encoding="utf-8")
    assert source_of(read(path), steps) == RecordText(path, line, column)


def test_source_of_a_record_without_a_file() -> None:
    record = Located(Path("none.yaml"), {}, {("forms", 0): (5, 3)})
    assert source_of(record, ("forms", 0, "semantics")) == RecordText(Path("none.yaml"), 5, 3)


def test_problem_is_moved_to_the_record() -> None:
    source = RecordText(Path("record.yaml"), 20, 7)
    assert source.problem(TextPlace(3, 5), "wrong") == Problem(Path("record.yaml"), 22, 11, "wrong")
