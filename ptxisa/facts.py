"""What a record says beyond what every record has, as labelled values and tables: so that no key is left out.

Terminals and documentation show records of many kinds; a key that a kind gains later is shown without more ado.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

Data = Mapping[str, Any]
COMMON = frozenset(
    ("kind", "name", "summary", "sources", "availability", "deprecated", "removed", "notes", "examples", "probe")
)
"""Keys that have a place of their own on every page."""
LAST = ("meaning", "summary", "why", "note")
"""Columns that hold sentences stand last in a table, where there is room."""


class Fact(NamedTuple):
    """One key with a value that fits in a line or two."""

    key: str
    value: Any

    @property
    def label(self) -> str:
        return label(self.key)


class Grid(NamedTuple):
    """One key with a list of objects: a row each, None where one lacks a column."""

    key: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @property
    def label(self) -> str:
        return label(self.key)


def label(key: str) -> str:
    """`applies_to` as people write it."""
    return key.replace("_", " ").capitalize()


def facts(data: Data, leave: Collection[str] = ()) -> Iterator[Fact]:
    """The keys with plain values, in record order; those in `leave` are shown elsewhere."""
    for key, value in data.items():
        if key not in COMMON and key not in leave and not _is_grid(value):
            yield Fact(key, value)


def grids(data: Data, leave: Collection[str] = ()) -> Iterator[Grid]:
    """The keys with lists of objects, in record order."""
    for key, value in data.items():
        if key not in COMMON and key not in leave and _is_grid(value):
            yield grid(key, value)


def grid(key: str, rows: list[Data]) -> Grid:
    """A list of objects as a table."""
    named = dict.fromkeys(column for row in rows for column in row if column != "probe")
    columns = (*(one for one in named if one not in LAST), *(one for one in LAST if one in named))
    return Grid(key, columns, tuple(tuple(row.get(column) for column in columns) for row in rows))


def _is_grid(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


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
