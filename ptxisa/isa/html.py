"""HTML for notebooks: tables that take the colors of the page, so that they are readable in light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

LONGEST = 200
"""Rows that a notebook shows."""
_STYLE = "border-collapse:collapse;text-align:left"
_CELL = "text-align:left;vertical-align:top;padding:2px 8px"


class Html(str):
    """A text that is HTML already; any other text is escaped."""


def code(text: str) -> Html:
    """A text in the font of code."""
    return Html(f"<code>{escape(text)}</code>")


def paragraph(*parts: str) -> Html:
    """Texts in a line of their own."""
    return Html(f"<p>{' '.join(map(_escaped, parts))}</p>")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Html:
    """A table of at most `LONGEST` rows, and how many are left out."""
    every = list(rows)
    lines = [_row("th", head), *(_row("td", row) for row in every[:LONGEST])]
    rest = paragraph(f"{len(every) - LONGEST:,} more") if len(every) > LONGEST else ""
    return Html(f'<table style="{_STYLE}">{"".join(lines)}</table>{rest}')


def _row(tag: str, cells: Sequence[str]) -> str:
    inner = "".join(f'<{tag} style="{_CELL}">{_escaped(cell)}</{tag}>' for cell in cells)
    return f"<tr>{inner}</tr>"


def _escaped(text: str) -> str:
    return text if isinstance(text, Html) else escape(text.replace("``", ""))
