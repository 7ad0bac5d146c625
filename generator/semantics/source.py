"""The position of a text of the semantics language in its file, so that every error names file, line and column."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from generator.records.problems import Problem, RecordError
from generator.records.yaml_reader import Located, Steps

_BLOCK_HEADER = re.compile(r"\s*[|>][-+0-9]*\s*(#.*)?$")


class TextPlace(NamedTuple):
    """Line and column within a text, both from 1."""

    line: int
    column: int


class SemanticsError(Exception):
    """Something in a text that the language does not allow; carries its place in the text."""

    def __init__(self, place: TextPlace, message: str) -> None:
        super().__init__(message)
        self.place = place
        self.message = message


@dataclass(frozen=True)
class RecordText:
    """A text's record file and the position of its first character in that file."""

    path: Path
    line: int = 1
    column: int = 1

    def problem(self, place: TextPlace, message: str) -> Problem:
        """Return a problem at a place of the text, as a place of the file."""
        return Problem(self.path, self.line + place.line - 1, self.column + place.column - 1, message)

    def error(self, error: SemanticsError) -> RecordError:
        """Return an error of the text as an error of the record."""
        return RecordError([self.problem(error.place, error.message)])


def source_of(record: Located, steps: Steps) -> RecordText:
    """Return the position of the text at `steps`: the first line of its block scalar, or the value after the key."""
    line, column = record.place(steps)
    lines = record.path.read_text(encoding="utf-8").splitlines() if record.path.is_file() else []
    if line > len(lines):
        return RecordText(record.path, line, column)
    before, _, after = lines[line - 1][column - 1 :].partition(":")
    if _BLOCK_HEADER.match(after):
        # The indentation of the first line is that of the block scalar.
        first = next((text for text in lines[line:] if text.strip()), "")
        return RecordText(record.path, line + 1, len(first) - len(first.lstrip()) + 1)
    quoted = 1 if after.lstrip()[:1] in ("'", '"') else 0
    skipped = len(before) + 1 + len(after) - len(after.lstrip()) + quoted
    return RecordText(record.path, line, column + skipped)
