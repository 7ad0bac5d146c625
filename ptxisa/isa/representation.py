"""Representations of values: one bounded line for a terminal, tables in HTML for a notebook.

    @bounded_repr
    class Hit(NamedTuple):      # prints as Hit(kind='instruction', name='add', …)
        ...

Tables take the colors of the page, so that they are readable in light and dark.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from itertools import chain
from typing import Any, TypeVar

LONGEST = 160
"""Approximate length of a representation in characters."""
MOST_ROWS = 200
"""Rows of a table in a notebook."""
_LONGEST_PART = 60
_MOST_ITEMS = 4
_STYLE = "border-collapse:collapse;text-align:left"
_CELL = "text-align:left;vertical-align:top;padding:2px 8px"

Class = TypeVar("Class", bound=type)


def bounded_repr(cls: Class) -> Class:
    """Let instances of a named tuple print as one bounded line, whatever they contain: a class decorator."""
    cls.__repr__ = _fields  # type: ignore[assignment]
    return cls


def line(text: str, most: int = LONGEST) -> str:
    """Return a text in one line of printable characters, cut after `most`."""
    flat = " ".join(text[: 4 * most].split())
    flat = "".join(character if character.isprintable() else "�" for character in flat)
    return flat if len(flat) <= most else f"{flat[: most - 1]}…"


def _fields(value: Any) -> str:
    """Return `Class(field=value, …)` of a named tuple, with as many fields as there is room for."""
    shown: list[str] = []
    room = LONGEST
    for name, item in zip(value._fields, value, strict=True):
        field = f"{name}={_short(item)}"
        room -= len(field) + 2
        if room < 0:
            shown.append("…")
            break
        shown.append(field)
    return f"{type(value).__name__}({', '.join(shown)})"


def _short(item: Any) -> str:
    """Return the value of a field; collections are counted unless they have few plain items."""
    if isinstance(item, str):
        return repr(item if len(item) <= _LONGEST_PART else f"{item[: _LONGEST_PART - 1]}…")
    if hasattr(item, "_fields"):
        # Look no deeper than one level: values may be nested without end.
        representation: Any = type(item).__repr__
        if representation is not _fields:
            return line(repr(item), _LONGEST_PART)
        inner = f"{type(item).__name__}({', '.join(map(repr, item))})" if _plain(item) else ""
        return inner if 0 < len(inner) <= _LONGEST_PART else f"{type(item).__name__}(…)"
    if isinstance(item, (tuple, list, set, frozenset, Mapping)):
        if len(item) <= _MOST_ITEMS:
            items = chain.from_iterable(item.items()) if isinstance(item, Mapping) else item
            if _plain(items) and len(text := repr(item)) <= _LONGEST_PART:
                return text
        return f"<{len(item):,} item{'s' * (len(item) != 1)}>"
    return line(repr(item), _LONGEST_PART)


def _plain(items: Iterable[Any]) -> bool:
    return all(
        isinstance(item, (str, int, float, bool, type(None))) and len(str(item)) <= _LONGEST_PART for item in items
    )


# HTML


class Html(str):
    """A text that is HTML already; any other text is escaped."""


def code(text: str) -> Html:
    """Return a text in the font of code."""
    return Html(f"<code>{_escape(text)}</code>")


def paragraph(*parts: str) -> Html:
    """Return texts as a paragraph."""
    return Html(f"<p>{' '.join(map(_escaped, parts))}</p>")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Html:
    """Return a table of at most `MOST_ROWS` rows, and the number of rows that are left out."""
    every = list(rows)
    lines = [_row("th", head), *(_row("td", row) for row in every[:MOST_ROWS])]
    rest = paragraph(f"{len(every) - MOST_ROWS:,} more") if len(every) > MOST_ROWS else ""
    return Html(f'<table style="{_STYLE}">{"".join(lines)}</table>{rest}')


def _row(tag: str, cells: Sequence[str]) -> str:
    inner = "".join(f'<{tag} style="{_CELL}">{_escaped(cell)}</{tag}>' for cell in cells)
    return f"<tr>{inner}</tr>"


def _escaped(text: str) -> str:
    return text if isinstance(text, Html) else _escape(text.replace("``", ""))


def _escape(text: str) -> str:
    # The module has a table of all entities, which commands need not load.
    from html import escape

    return escape(text)


def render(renderer: str, value: Any) -> str:
    """Return the HTML of a value by `module:function`, which is loaded when a notebook shows the value.

    Renderers import the classes that they show, so that these cannot import them.
    """
    module, _, function = renderer.partition(":")
    html: str = getattr(import_module(module), function)(value)
    return html
