"""Pieces of reStructuredText that several writers here need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

Cells = Sequence[str]


class PageTable(NamedTuple):
    """A table of a page, as lines of reStructuredText."""

    title: str
    lines: list[str]


def heading(text: str, line: str) -> str:
    """Return a title with its underline."""
    return f"{text}\n{line * len(text)}"


def flat(text: str) -> str:
    """Return a text of several lines as one line, for a cell or list item."""
    return " ".join(text.split())


def without_substitutions(text: str) -> str:
    """Return a text in which `|x|` is an absolute value and not a substitution of reStructuredText."""
    parts = text.split("``")
    parts[::2] = [part.replace("|", "\\|") for part in parts[::2]]
    return "``".join(parts)


def block(text: str, indent: int = 3) -> str:
    """Return lines indented as the content of a directive."""
    return "\n".join(f"{' ' * indent}{line}".rstrip() for line in text.strip("\n").splitlines())


def list_table(heads: Cells, rows: Iterable[Cells], look: str = "") -> list[str]:
    """Return a table as lines of reStructuredText; an empty line in a cell begins another paragraph.

    `look` is a class for the style sheet besides that of every table.
    """
    lines = [
        ".. ptx:rows::",
        f"   :class: {' '.join(filter(None, ['ptx-table', look]))}",
        "",
    ]
    for row in (heads, *rows):
        for index, cell in enumerate(row):
            first, *others = (flat(paragraph) for paragraph in cell.split("\n\n"))
            lines.append(f"   {'*' if index == 0 else ' '} - {first}".rstrip())
            for paragraph in others:
                lines += ["", f"       {paragraph}"]
    return lines
