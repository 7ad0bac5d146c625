"""A generated module of tables: its docstring, the imports that its values need, and the tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.backends.layout import import_lines
from generator.backends.python_source import header, source

Import = tuple[str, str]
"""A module and a name in it."""


def module(title: str, origins: Sequence[str], tables: Mapping[str, Any]) -> str:
    """Return the source of a module of tables.

    Args:
        title: First sentence of the docstring.
        origins: Folders of the records that the tables are made of.
        tables: Values by name and annotation, such as `TYPES: dict[str, Type]`.
    """
    text = "\n".join(f"{name} = {source(table)}" for name, table in tables.items())
    return "\n".join([header(title, list(origins)), *import_lines(set(classes(tables))), "", text, ""])


def classes(value: Any) -> Iterator[Import]:
    """Yield the classes of the named tuples in a value."""
    if hasattr(value, "_fields"):
        yield type(value).__module__, type(value).__name__
    if isinstance(value, (tuple, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from classes(part)
