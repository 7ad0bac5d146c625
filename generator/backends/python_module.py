"""A generated module of tables: its docstring, the imports that its values need, shared constants and the tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.backends.layout import import_lines
from generator.backends.python_source import header, source
from generator.backends.sharing import CONDITIONS, shared

Import = tuple[str, str]
"""A module and a name in it."""
CONDITION: Import = ("ptxisa.isa.forms", "Condition")


def module(
    title: str,
    origins: Sequence[str],
    tables: Mapping[str, Any],
    annotations: Mapping[str, str] = CONDITIONS,
    names: Sequence[Import] = (CONDITION,),
) -> str:
    """Source of a module whose tables are named and annotated by the keys of `tables`.

    `annotations` are those of shared dictionaries, by the field that they are in; `names` may occur in annotations.
    """
    constants, written = shared(tables, "tables", annotations)
    body = [*(one.text() for one in constants), *(f"{name} = {source(table)}" for name, table in written.items())]
    text = "\n".join(body)
    needed = {*classes(tables), *(one for one in names if re.search(rf"\b{one[1]}\b *[],=]", text))}
    return "\n".join([header(title, list(origins)), *import_lines(needed), "", text, ""])


def classes(value: Any) -> Iterator[Import]:
    """The classes of the named tuples in a value."""
    if hasattr(value, "_fields"):
        yield type(value).__module__, type(value).__name__
    if isinstance(value, (tuple, dict)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from classes(one)
