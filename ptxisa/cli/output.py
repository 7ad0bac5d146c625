"""Output of the commands: tables that fit the terminal, color only on a terminal, one JSON document."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterable, Sequence
from itertools import islice, zip_longest
from typing import Any

_ROLE = re.compile(r":[\w:+.-]+:`([^`<]*?)(?: <[^`>]*>)?`")
GAP = 2
"""Spaces between the columns of a table."""
SENTENCE, NARROW = 20, 8
"""Least width of the last column of a table, which has sentences, and of the others."""


class Failure(Exception):
    """Bad usage or unreadable input: one line for standard error, exit status 2."""


MOST_NEIGHBORS = 2000
"""Files of a folder among which a similar name is searched for; a folder of a corpus may have a million."""


def file_problem(name: str, error: OSError | ValueError) -> str:
    """Return why a file cannot be read or written, with a similar name if the file does not exist."""
    from ptxisa.isa.names import suggestion

    reason = f"{name}: {getattr(error, 'strerror', None) or error}"
    if not isinstance(error, FileNotFoundError):
        return reason
    folder, own = os.path.split(name)
    with contextlib.suppress(OSError, ValueError):
        with os.scandir(folder or ".") as entries:
            hint = suggestion(own, [entry.name for entry in islice(entries, MOST_NEIGHBORS)])
        return f"{reason}; {hint}" if hint else reason
    return reason


def printable(text: str) -> str:
    """Return a text in one line, with escapes for characters that would control the terminal."""
    # Names of files and texts of modules come from anywhere; an escape sequence in them could rewrite the screen.
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def plain_text(text: str) -> str:
    """Return a text of a record without the markup of code and links."""
    return _ROLE.sub(r"\1", text).replace("``", "")


def print_json(value: Any) -> None:
    """Print one JSON document; named tuples become objects."""
    import json

    print(json.dumps(_jsonable(value), ensure_ascii=False, indent=2))


def _jsonable(value: Any) -> Any:
    """Return named tuples as dicts and other sequences as lists, all the way down."""
    if hasattr(value, "_asdict"):
        return {key: _jsonable(item) for key, item in value._asdict().items()}
    if isinstance(value, dict):
        return {str(key): _jsonable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_jsonable(item) for item in value]
    return value


def width() -> int:
    """Return the columns of the terminal; 80 without a terminal."""
    return max(40, _terminal().columns)


def _terminal() -> os.terminal_size:
    import shutil  # Loads every kind of archive.

    return shutil.get_terminal_size((80, 24))


def page(text: str) -> None:
    """Print a text; if it does not fit the terminal, with the program that the variable PAGER names."""
    pager = os.environ.get("PAGER", "less")
    if sys.stdout.isatty() and pager and text.count("\n") + 1 >= _terminal().lines:
        import shlex
        import subprocess  # It loads slowly, and most output is not paged.

        # `less` then quits at once if the text fits the screen, and passes colors on.
        environment = {"LESS": "FRX", **os.environ}
        try:
            command = shlex.split(pager)
            subprocess.run(command, input=text + "\n", text=True, encoding="utf-8", env=environment, check=False)
            return
        except (OSError, ValueError):
            pass  # Without a working pager, the text is printed.
    print(text)


def colored() -> bool:
    """Return True if output may have color: on a terminal, unless NO_COLOR is set."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def bold(text: str) -> str:
    """Return the text in bold on a terminal."""
    return f"\033[1m{text}\033[0m" if colored() else text


def table(header: Sequence[str], rows: Iterable[Sequence[Any]], most: int = 1000) -> str:
    """Return a table with aligned columns.

    Columns wrap where the table is wider than the terminal or than `most` columns: the last one first, which has
    sentences, then the widest of the others. The first column, which has names, keeps its width.

    Example:
        >>> print(table(["name", "bits"], [["b8", 8], ["b16", 16]]))
        name  bits
        b8    8
        b16   16
    """
    cells = [list(header), *([str(cell) for cell in row] for row in rows)]
    sizes = [max(map(len, column)) for column in zip(*cells, strict=True)]
    spare = min(width(), most) - GAP * (len(sizes) - 1) - sum(sizes)
    last = len(sizes) - 1
    for column in [last, *sorted(range(1, last), key=lambda column: -sizes[column])]:
        least = min(SENTENCE if column == last else NARROW, sizes[column])
        cut = min(max(-spare, 0), sizes[column] - least)
        sizes[column] -= cut
        spare += cut
    import textwrap

    texts = []
    for row in cells:
        # Each cell is wrapped to its column.
        wrapped = [
            [cell] if len(cell) <= size else textwrap.wrap(cell, size, break_on_hyphens=False) or [""]
            for cell, size in zip(row, sizes, strict=True)
        ]
        for line in zip_longest(*wrapped, fillvalue=""):
            padded = (part.ljust(size) for part, size in zip(line, sizes, strict=True))
            text = (" " * GAP).join(padded).rstrip()
            texts.append(text)
        if row is cells[0]:
            texts = [bold("\n".join(texts))]
    return "\n".join(texts)


def code_line(line: str, indent: int = 0) -> str:
    """Return a line of code, folded with deeper indentation where it does not fit the terminal.

    It is folded at a space, or within a long opcode before a modifier.
    """
    rest = " " * indent + line
    deeper = len(rest) - len(rest.lstrip()) + 4
    lines = []
    while len(rest) > width():
        last = width() + 1
        blank = rest.rfind(" ", deeper, last)
        modifier = max(rest.rfind(mark, deeper + 1, last) for mark in (".", "{."))
        candidates = (blank if blank > last // 3 else 0, modifier)
        cut = next((place for place in candidates if place > deeper), last - 1)
        lines.append(rest[:cut].rstrip())
        rest = " " * deeper + rest[cut:].lstrip()
    return "\n".join([*lines, rest])


def paragraph(text: str, indent: int = 0, most: int = 1000) -> str:
    """Return a text of a record wrapped to the terminal, and to at most `most` columns."""
    margin = " " * indent
    flat = " ".join(plain_text(text).split())
    # The lines of an item of a list are aligned after its bullet.
    deeper = margin + "  " if flat.startswith("• ") else margin
    room = min(width(), most)
    import textwrap

    # Opcodes stay in one piece, so that they can be copied.
    whole = textwrap.TextWrapper(
        room, initial_indent=margin, subsequent_indent=deeper, break_on_hyphens=False, break_long_words=False
    )
    return whole.fill(flat)
