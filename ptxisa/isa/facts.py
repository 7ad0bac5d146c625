"""What a record says beyond what every record has, as labelled values and tables: so that no key is left out.

Terminals and documentation show records of many kinds; a key that a kind gains later is shown without more ado.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple, TypeGuard

Data = Mapping[str, Any]
Steps = tuple[str, ...]
COMMON = frozenset(
    ("kind", "name", "summary", "sources", "availability", "deprecated", "removed", "notes", "examples", "probe")
)
"""Keys that have a place of their own on every page."""
LABELS = {"cuda": "CUDA C++", "llvm": "LLVM", "ptx": "PTX", "others": "All others", "opencl": "OpenCL C"}
LAST = ("meaning", "summary", "why", "note")
"""Columns that hold sentences stand last in a table, where there is room."""
SHORT = 40
"""An object whose values are no longer than this is shown in one line."""


class Fact(NamedTuple):
    """A value that fits in a line or two, and where in the record it stands."""

    steps: Steps
    value: Any

    @property
    def label(self) -> str:
        return label(" ".join(self.steps))


class Grid(NamedTuple):
    """A list of objects: a row each, None where one lacks a column."""

    steps: Steps
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @property
    def label(self) -> str:
        return label(" ".join(self.steps))


class Pattern(NamedTuple):
    """A list of lists of numbers."""

    steps: Steps
    rows: tuple[tuple[Any, ...], ...]

    @property
    def label(self) -> str:
        return label(" ".join(self.steps))


Part = Fact | Grid | Pattern


def label(key: str) -> str:
    """`applies_to` as people write it."""
    return LABELS.get(key, key.replace("_", " ").capitalize())


def parts(data: Data, leave: Collection[str] = ()) -> Iterator[Part]:
    """What the keys hold, in record order; those in `leave` are shown elsewhere."""
    for key, value in data.items():
        if key not in COMMON and key not in leave:
            yield from _parts((key,), value)


def _parts(steps: Steps, value: Any) -> Iterator[Part]:
    """An object that is not short is shown entry by entry."""
    if _is_grid(value):
        yield grid(steps, value)
    elif _is_pattern(value):
        yield Pattern(steps, tuple(tuple(row) for row in value))
    elif isinstance(value, dict) and not all(_is_short(one) for one in value.values()):
        for key, one in value.items():
            yield from _parts((*steps, key), one)
    else:
        yield Fact(steps, value)


def grid(steps: Steps, rows: Collection[Data]) -> Grid:
    """A list of objects as a table."""
    named = dict.fromkeys(column for row in rows for column in row if column != "probe")
    columns = (*(one for one in named if one not in LAST), *(one for one in LAST if one in named))
    return Grid(steps, columns, tuple(tuple(row.get(column) for column in columns) for row in rows))


def _is_grid(value: Any) -> TypeGuard[list[Data]]:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _is_pattern(value: Any) -> bool:
    if not isinstance(value, list) or not value or not all(isinstance(row, list) for row in value):
        return False
    return all(isinstance(one, int) for row in value for one in row)


def _is_short(value: Any) -> bool:
    items = value if isinstance(value, list) else [value]
    return not any(isinstance(one, (dict, list)) for one in items) and len(words(value)) <= SHORT


def words(value: Any) -> str:
    """A value as text: lists joined, truth values as yes and no, objects as their entries."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {words(one)}".rstrip() for key, one in value.items())
    if isinstance(value, list):
        return _separator(value).join(words(one) for one in value)
    return str(value)


def _separator(value: list[Any]) -> str:
    return "; " if any(isinstance(one, (dict, list)) for one in value) else ", "
