"""Write parts of generated modules: imports in order, tuples of strings."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from generator.backends.code import WIDTH, items_of, packed

INDENT = 4


def quoted(text: str) -> str:
    """Return the source of a string."""
    return f'"{text}"'


def strings(items: Iterable[str | None]) -> str:
    """Return the source of a tuple of strings and Nones."""
    parts = [quoted(item) if item is not None else "None" for item in items]
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


def import_lines(imports: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield lines `from module import names`, sorted as ruff sorts them: other packages before our own."""
    groups: dict[str, set[str]] = {}
    for module, name in imports:
        groups.setdefault(module, set()).add(name)
    first = True
    for _, section in itertools.groupby(sorted(groups, key=_section), key=lambda module: _section(module)[0]):
        if not first:
            yield ""
        first = False
        for module in section:
            names = ", ".join(sorted(groups[module], key=import_key))
            flat = f"from {module} import {names}"
            yield from [flat] if len(flat) <= WIDTH else filled(f"from {module} import (", names, ")", 0)


def _section(module: str) -> tuple[int, str]:
    """Return the sort key of a module: the standard library first, then other packages, then our own."""
    return {"operator": 0, "typing": 0, "numpy": 1}.get(module.partition(".")[0], 2), module


def import_key(name: str) -> tuple[bool, str]:
    """Return the key by which ruff sorts an imported name: constants, classes, functions."""
    return not name[0].isupper(), name


def filled(head: str, items: str, tail: str, indent: int) -> Iterator[str]:
    """Yield a bracket with its items: in one line if they fit, else as many in a line as fit."""
    margin = " " * indent
    if indent + len(head) + len(items) + len(tail) <= WIDTH:
        yield f"{margin}{head}{items}{tail}"
        return
    inner = indent + INDENT
    yield f"{margin}{head}".rstrip()
    yield from packed(([f"{' ' * inner}{item},"] for item in items_of(items)), inner)
    yield f"{margin}{tail}"
