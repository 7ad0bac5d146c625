"""Write values as readable Python source: as many items in a line as fit, defaults left out."""

from __future__ import annotations

from typing import Any

WIDTH = 118


class Reference(str):
    """A value that is written by its name."""


Texts = dict[int, str]
"""Source of values in one line, by their identity; valid while the values exist."""


def source(value: Any, indent: int = 0, lead: int = 0) -> str:
    """Return the Python source of plain data and named tuples.

    Args:
        value: The value.
        indent: Indentation of the line.
        lead: Number of characters of the line before the value.
    """
    return _source(value, indent, lead, {})


def _source(value: Any, indent: int, lead: int, known: Texts) -> str:
    short = remembered(value, known)
    opening, items, closing = _parts(value)
    if not items or indent + lead + len(short) <= WIDTH:
        return short
    # Items share a line as far as they fit; an item of several lines begins a line of its own.
    lines, inner, line = [opening], indent + 4, ""
    for prefix, item in items:
        text = f"{prefix}{_source(item, inner, len(prefix) + 1, known)},"
        if line and ("\n" in text or inner + len(line) + 1 + len(text) > WIDTH):
            lines.append(" " * inner + line)
            line = ""
        if "\n" in text:
            lines.append(" " * inner + text)
        else:
            line = f"{line} {text}" if line else text
    return "\n".join([*lines, *([" " * inner + line] if line else []), " " * indent + closing])


def flat(value: Any) -> str:
    """Return the source of a value in one line."""
    return remembered(value, {})


def remembered(value: Any, known: Texts) -> str:
    """Return the source of a value in one line; `known` remembers the source of compound values."""
    if id(value) in known:
        return known[id(value)]
    opening, items, closing = _parts(value)
    if not items and opening == closing == "":
        if isinstance(value, Reference):
            return str(value)
        if isinstance(value, str):
            return '"' + repr('"' + value)[2:-1].replace("\\'", "'").replace('"', '\\"') + '"'
        return repr(value)
    body = ", ".join([prefix + remembered(item, known) for prefix, item in items])
    comma = "," if opening == "(" and len(items) == 1 else ""
    known[id(value)] = f"{opening}{body}{comma}{closing}"
    return known[id(value)]


def _parts(value: Any) -> tuple[str, list[tuple[str, Any]], str]:
    """Return the opening, (prefix, item) pairs and closing of a compound value; no pairs for a scalar."""
    if hasattr(value, "_fields"):
        return f"{type(value).__name__}(", _fields(value), ")"
    if isinstance(value, dict):
        return "{", [(f"{flat(key)}: ", item) for key, item in value.items()], "}"
    if isinstance(value, tuple):
        return "(", [("", item) for item in value], ")"
    return "", [], ""


def _fields(value: Any) -> list[tuple[str, Any]]:
    defaults = value._field_defaults
    return [
        (f"{name}=" if name in defaults else "", item)
        for name, item in zip(value._fields, value, strict=True)
        if name not in defaults or item != defaults[name]
    ]


def derived(title: str, named_by: str) -> str:
    """Return the module docstring of a generated file whose records another one lists."""
    return f'"""{title} Generated from the records that {named_by} names; change those, not this file."""\n'


def header(title: str, origins: list[str]) -> str:
    """Return the module docstring of a generated file."""
    listed = "\n".join(f"    {origin}" for origin in origins)
    return f'"""{title} Generated from the records below; change those, not this file.\n\n{listed}\n"""\n'
