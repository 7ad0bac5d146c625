"""Layout of generated modules: imports in order, docstrings, tuples of strings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.backends.code import WIDTH, statement

INDENT = 4


def strings(items: Iterable[str | None]) -> str:
    """Source of a tuple of strings and Nones."""
    quoted = [f'"{item}"' if item is not None else "None" for item in items]
    return f"({', '.join(quoted)}{',' if len(quoted) == 1 else ''})"


def import_lines(imports: Iterable[tuple[str, str]]) -> Iterator[str]:
    """`from module import names`, sorted as ruff sorts them: other packages before our own."""
    groups: dict[str, set[str]] = {}
    for module, name in imports:
        groups.setdefault(module, set()).add(name)
    own = [module for module in sorted(groups) if module.startswith("ptxisa")]
    other = [module for module in sorted(groups) if module not in own]
    for module in other:
        yield from statement(f"from {module} import {_names(groups[module])}", 0)
    if other and own:
        yield ""
    for module in own:
        yield from _import(module, groups[module])


def _import(module: str, names: set[str]) -> list[str]:
    flat = f"from {module} import {_names(names)}"
    if len(flat) <= WIDTH:
        return [flat]
    return [f"from {module} import (", *(f"    {name}," for name in sorted(names, key=_import_key)), ")"]


def _names(names: set[str]) -> str:
    return ", ".join(sorted(names, key=_import_key))


def _import_key(name: str) -> tuple[bool, str]:
    return not name[0].isupper(), name


def docstring(lines: list[str]) -> Iterator[str]:
    if len(lines) == 1 and len(lines[0]) + INDENT + 6 <= WIDTH:
        yield f'    """{lines[0]}"""'
        return
    yield f'    """{lines[0]}'
    yield from (f"    {line}" for line in lines[1:])
    yield '    """'
