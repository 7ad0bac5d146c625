"""Errors in records: where they are, what is wrong, what to do next."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ptxisa.isa.names import suggestion


@dataclass(frozen=True, order=True)
class Problem:
    """Error in one record file; line and column count from 1."""

    path: Path
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        path = self.path
        with suppress(ValueError):  # A path outside of the working directory stays as it is.
            path = path.relative_to(Path.cwd())
        return f"{path}:{self.line}:{self.column}: {self.message}"


class RecordError(Exception):
    """The records are invalid; carries every problem found, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sorted(set(problems))
        super().__init__("\n".join(str(problem) for problem in self.problems))


def near(name: object, names: Iterable[str]) -> str:
    """Return a ready-made hint `; did you mean X?`, or nothing when no name is near."""
    hint = suggestion(str(name), names)
    return f"; {hint}" if hint else ""
