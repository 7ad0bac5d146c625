"""One bounded line for objects: what `repr` shows, whatever they hold."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

LONGEST = 160
"""Characters of a representation, about."""
_PART = 60
_FEW = 4


def line(text: str, most: int = LONGEST) -> str:
    """A text in one line, cut short."""
    flat = " ".join(text[: 4 * most].split())
    flat = "".join(one if one.isprintable() else "�" for one in flat)
    return flat if len(flat) <= most else f"{flat[: most - 1]}…"


def fields(value: Any) -> str:
    """`Class(field=value, …)` of a named tuple; what it holds is counted where it is long."""
    shown: list[str] = []
    room = LONGEST
    for name, item in zip(value._fields, value, strict=True):
        piece = f"{name}={_part(item)}"
        room -= len(piece) + 2
        if room < 0 and shown:
            shown.append("…")
            break
        shown.append(piece)
    return f"{type(value).__name__}({', '.join(shown)})"


def _part(item: Any) -> str:
    """The value of a field; one that holds others is not looked into but for a few plain ones."""
    if isinstance(item, str):
        return repr(item if len(item) <= _PART else f"{item[: _PART - 1]}…")
    if hasattr(item, "_fields"):
        return _tuple(item)
    if isinstance(item, (tuple, list, set, frozenset, Mapping)):
        return _collection(item)
    return line(repr(item), _PART)


def _tuple(item: Any) -> str:
    """A named tuple within another: as it shows itself, or with its fields if they are few and plain."""
    if not getattr(type(item).__repr__, "of_fields", False):
        return line(repr(item), _PART)
    name = type(item).__name__
    text = f"{name}({', '.join(map(repr, item))})" if _plain(item) else ""
    return text if 0 < len(text) <= _PART else f"{name}(…)"


def _collection(items: Any) -> str:
    """A collection as it is where it has few plain items, else how many there are."""
    pairs = (
        [part for pair in items.items() for part in pair]
        if isinstance(items, Mapping) and len(items) <= _FEW
        else items
    )
    text = repr(items) if len(items) <= _FEW and _plain(pairs) else ""
    return text if 0 < len(text) <= _PART else f"<{len(items):,} item{'s' * (len(items) != 1)}>"


def _plain(items: Any) -> bool:
    return all(isinstance(item, (str, int, float, bool, type(None))) and len(str(item)) <= _PART for item in items)


def html(renderer: str, value: Any) -> str:
    """HTML of a value for notebooks, by `module:function`, which is loaded when a notebook asks.

    Renderers import the classes that they show, and so cannot be imported by them.
    """
    module, _, function = renderer.partition(":")
    shown: str = getattr(import_module(module), function)(value)
    return shown
