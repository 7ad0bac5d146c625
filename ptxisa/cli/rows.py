"""Rows of any query as text: a table that fits the terminal, or one block a row; JSON objects; CSV."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, TextIO

from ptxisa.cli.output import GAP, bold, printable, table, width

_LONGEST = 240
"""Characters of a value that text shows; JSON and CSV have all of it."""
_READABLE = 16
"""Fewest characters of a column that is narrower than its content: below it, rows are printed as blocks."""


def layout(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table where the columns fit the terminal without being squeezed, else a block of lines for each row."""
    header = [printable(column) for column in columns]
    values = [[_text(value) for value in row] for row in rows]
    cells = [[" ".join(map(printable, text.split())) for text in row] for row in values]
    sizes = [max(map(len, column)) for column in zip(header, *cells, strict=True)]
    squeezed = sizes[0] + sum(min(size, _READABLE) + GAP for size in sizes[1:])
    return table(header, cells) if squeezed <= width() else "\n\n".join(_blocks(header, values))


def _text(value: Any) -> str:
    """A value, cut short; NULL is empty."""
    if value is None:
        return ""
    text = f"x'{value[:_LONGEST].hex()}'" if isinstance(value, bytes) else str(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _blocks(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    names = min(max(map(len, header)), width() // 2)
    for row in rows:
        yield "\n".join(_field(name, text, names) for name, text in zip(header, row, strict=True))


def _field(name: str, text: str, names: int) -> str:
    """A name, and beside it the lines of a value."""
    short = name if len(name) <= names else name[: names - 1] + "…"
    lines = [part for line in text.splitlines() for part in _wrapped(printable(line), width() - names - GAP)]
    margin = "\n" + " " * (names + GAP)
    return (bold(short) + " " * (names + GAP - len(short)) + margin.join(lines)).rstrip()


def _wrapped(line: str, room: int) -> list[str]:
    import textwrap

    return textwrap.wrap(line, room, break_on_hyphens=False) or [""]


def objects(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    """One JSON object a row; of columns with the same name, the later ones carry a number."""
    names = _distinct(columns)
    return [{name: _json(value) for name, value in zip(names, row, strict=True)} for row in rows]


def _distinct(columns: Sequence[str]) -> list[str]:
    names: list[str] = []
    for column in columns:
        name, number = column, 1
        while name in names:
            number += 1
            name = f"{column}:{number}"
        names.append(name)
    return names


def _json(value: Any) -> Any:
    """A value that JSON has: bytes as hexadecimal digits, numbers without an end as text."""
    if isinstance(value, bytes):
        return value.hex()
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def write_csv(stream: TextIO, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """A header and one line a row, as RFC 4180 has them but for the ends of lines; NULL is empty."""
    import csv

    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([value.hex() if isinstance(value, bytes) else value for value in row] for row in rows)
