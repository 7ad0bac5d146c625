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
    """Columns of the terminal; 80 when there is none."""
    return max(40, _terminal().columns)


def _terminal() -> os.terminal_size:
    import shutil  # Takes milliseconds to load, which answers of one line need not spend.

    return shutil.get_terminal_size((80, 24))


def page(text: str) -> None:
    """Print a text; on a terminal that it does not fit, by the program that the variable PAGER names."""
    pager = os.environ.get("PAGER", "less")
    if not sys.stdout.isatty() or not pager or text.count("\n") + 1 < _terminal().lines or not _paged(text, pager):
        print(text)


def _paged(text: str, pager: str) -> bool:
    """Whether the pager could be run; it quits at once with the last screen, and passes colors on."""
    import shlex
    import subprocess

    environment = {"LESS": "FRX", **os.environ}
    try:
        command = shlex.split(pager)
        subprocess.run(command, input=text + "\n", text=True, encoding="utf-8", env=environment, check=False)
    except (OSError, ValueError):
        return False
    return True


def coloured() -> bool:
    """Whether colour is welcome: a terminal, and NO_COLOR not set."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def bold(text: str) -> str:
    """Text in bold on a terminal."""
    return f"\033[1m{text}\033[0m" if coloured() else text


def table(header: Sequence[str], rows: Iterable[Sequence[str]], most: int = 1000) -> str:
    """Columns aligned; the widest ones wrap where they do not fit the terminal or `most` columns."""
    cells = [list(header), *([str(cell) for cell in row] for row in rows)]
    sizes = _fitting([max(map(len, column)) for column in zip(*cells, strict=True)], min(width(), most))
    first, *others = (_row(row, sizes) for row in cells)
    return "\n".join([bold(first), *others])


GAP = 2
SENTENCE, NARROW = 20, 8
"""The last column is not made narrower than the one, the others than the other."""


def _fitting(sizes: Sequence[int], room: int) -> list[int]:
    """Sizes of columns that fit a room: the last, which has sentences, gives way first, then the widest of the others.

    The first column, which has names, stays as it is.
    """
    fitting = list(sizes)
    spare = room - GAP * (len(fitting) - 1) - sum(fitting)
    order = [len(fitting) - 1, *sorted(range(1, len(fitting) - 1), key=lambda column: -sizes[column])]
    for column in order:
        least = min(SENTENCE if column == order[0] else NARROW, fitting[column])
        given = min(max(-spare, 0), fitting[column] - least)
        fitting[column] -= given
        spare += given
    return fitting


def _row(cells: Sequence[str], sizes: Sequence[int]) -> str:
    """The lines of a row of a table."""
    from itertools import zip_longest

    columns = [_wrapped(cell, size) for cell, size in zip(cells, sizes, strict=True)]
    lines = zip_longest(*columns, fillvalue="")
    padded = ((part.ljust(size) for part, size in zip(line, sizes, strict=True)) for line in lines)
    return "\n".join((" " * GAP).join(line).rstrip() for line in padded)


def _wrapped(cell: str, size: int) -> list[str]:
    if len(cell) <= size:
        return [cell]
    import textwrap

    return textwrap.wrap(cell, size, break_on_hyphens=False) or [""]


def code_line(line: str, indent: int = 0) -> str:
    """A line of code; where it does not fit the terminal, it goes on deeper."""
    rest = " " * indent + line
    deeper = len(rest) - len(rest.lstrip()) + 4
    lines = []
    while len(rest) > width():
        cut = _cut(rest, deeper)
        lines.append(rest[:cut].rstrip())
        rest = " " * deeper + rest[cut:].lstrip()
    return "\n".join([*lines, rest])


def _cut(line: str, least: int) -> int:
    """Where a line is folded: at a space, within a long opcode at a modifier."""
    last = width() + 1
    blank = line.rfind(" ", least, last)
    within = max(line.rfind(mark, least + 1, last) for mark in (".", "{."))
    return next((cut for cut in (blank if blank > last // 3 else 0, within) if cut > least), last - 1)


def paragraph(text: str, indent: int = 0, most: int = 1000) -> str:
    """Text wrapped to the terminal, and to `most` columns; the double backquotes around code in records are dropped."""
    import textwrap

    margin = " " * indent
    flat = " ".join(text.replace("``", "").split())
    room = min(width(), most)
    return textwrap.fill(flat, room, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False)
