"""What commands print: tables that fit the terminal, colour only on a terminal, one JSON document."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any


class Failure(Exception):
    """Bad usage or unreadable input: one line for standard error, status 2."""


def printable(text: str) -> str:
    """A text in one line, with escapes for what would steer the terminal."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)


def print_json(value: Any) -> None:
    """Print one JSON document; named tuples become objects."""
    import json

    print(json.dumps(plain(value), ensure_ascii=False, indent=2))


def plain(value: Any) -> Any:
    """Named tuples as dicts, other sequences as lists, all the way down."""
    if hasattr(value, "_asdict"):
        return {key: plain(item) for key, item in value._asdict().items()}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    return value


def width() -> int:
    """Columns of the terminal; 100 when there is none."""
    import shutil  # Takes milliseconds to load, which answers of one line need not spend.

    return max(40, shutil.get_terminal_size((100, 24)).columns)


def coloured() -> bool:
    """Whether colour is welcome: a terminal, and NO_COLOR not set."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def bold(text: str) -> str:
    """Text in bold on a terminal."""
    return f"\033[1m{text}\033[0m" if coloured() else text


def table(header: Sequence[str], rows: Iterable[Sequence[str]], most: int = 1000) -> str:
    """Columns aligned; the last column wraps to the terminal, and to `most` columns."""
    import textwrap

    cells = [[str(cell) for cell in row] for row in rows]
    sizes = [max([len(header[i]), *(len(row[i]) for row in cells)]) for i in range(len(header) - 1)]
    used = sum(sizes) + 2 * len(sizes)
    room = max(20, min(width(), most) - used)
    lines = [bold(_line(header, sizes))]
    for row in cells:
        first, *rest = textwrap.wrap(row[-1], room, break_on_hyphens=False) or [""]
        lines.append(_line([*row[:-1], first], sizes))
        lines.extend(" " * used + line for line in rest)
    return "\n".join(line.rstrip() for line in lines)


def _line(cells: Sequence[str], sizes: Sequence[int]) -> str:
    padded = [cell.ljust(size) for cell, size in zip(cells, sizes, strict=False)]
    return "  ".join([*padded, cells[-1]])


def paragraph(text: str, indent: int = 0, most: int = 1000) -> str:
    """Text wrapped to the terminal, and to `most` columns; the double backquotes around code in records are dropped."""
    import textwrap

    margin = " " * indent
    flat = " ".join(text.replace("``", "").split())
    room = min(width(), most)
    return textwrap.fill(flat, room, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False)
