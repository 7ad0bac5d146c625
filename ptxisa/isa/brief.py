"""One bounded line for objects: what `repr` shows, whatever they hold."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from itertools import chain
from typing import Any, TypeVar

LONGEST = 160
"""Characters of a representation, about."""
Class = TypeVar("Class", bound=type)
_PART = 60
_FEW = 4


def line(text: str, most: int = LONGEST) -> str:
    """A text in one line, cut short."""
    flat = " ".join(text[: 4 * most].split())
    flat = "".join(one if one.isprintable() else "�" for one in flat)
    return flat if len(flat) <= most else f"{flat[: most - 1]}…"


def bounded_repr(cls: Class) -> Class:
    """Let instances of a named tuple print as one bounded line, whatever they contain: a class decorator."""
    cls.__repr__ = fields  # type: ignore[assignment]
    return cls


def fields(value: Any) -> str:
    """`Class(field=value, …)` of a named tuple; what it holds is counted where it is long."""
    shown: list[str] = []
    room = LONGEST
    for name, item in zip(value._fields, value, strict=True):
        piece = f"{name}={_part(item)}"
        room -= len(piece) + 2
        if room < 0:
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
    if getattr(type(item), "__repr__") is not fields:  # noqa: B009
        return line(repr(item), _PART)
    name = type(item).__name__
    if _plain(item) and len(text := f"{name}({', '.join(map(repr, item))})") <= _PART:
        return text
    return f"{name}(…)"


def _collection(items: Any) -> str:
    """A collection as it is where it has few plain items, else how many there are."""
    if len(items) <= _FEW:
        parts = chain.from_iterable(items.items()) if isinstance(items, Mapping) else items
        if _plain(parts) and len(text := repr(items)) <= _PART:
            return text
    return f"<{len(items):,} item{'s' * (len(items) != 1)}>"


def _plain(items: Any) -> bool:
    return all(isinstance(item, (str, int, float, bool, type(None))) and len(str(item)) <= _PART for item in items)


def html(renderer: str, value: Any) -> str:
    """HTML of a value for notebooks, by `module:function`, which is loaded when a notebook asks.

    Renderers import the classes that they show, and so cannot be imported by them.
    """
    module, _, function = renderer.partition(":")
    shown: str = getattr(import_module(module), function)(value)
    return shown
