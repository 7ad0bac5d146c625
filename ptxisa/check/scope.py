"""Names declared in a module: which registers a statement can see, and their types."""

from __future__ import annotations

import re

from ptxisa.syntax import tree

_NUMBERED = re.compile(r"(.*?)(0|[1-9][0-9]*)\Z", re.DOTALL)


class Scope:
    """Names of one block; what it lacks is looked up in the block around it."""

    __slots__ = ("_names", "_outer", "_ranges")

    def __init__(self, outer: Scope | None = None) -> None:
        self._outer = outer
        self._names: dict[str, str] = {}
        self._ranges: dict[str, tuple[int, str]] = {}

    def declare(self, declaration: tree.Declaration) -> None:
        """Enter every name of a declaration; `%r<10>` enters %r0 to %r9."""
        type_ = _type(declaration) if declaration.space == "reg" else ""
        for declarator in declaration.declarators:
            if declarator.copies is None:
                self._names[declarator.name.text] = type_
            else:
                self._ranges[declarator.name.text] = (declarator.copies.value, type_)

    def name(self, name: str) -> None:
        """Enter a name that is no register: a parameter, a function, a label."""
        self._names[name] = ""

    def lookup(self, name: str) -> str | None:
        """Declared type of a register, "" for a name of another sort, None for an unknown one."""
        scope: Scope | None = self
        while scope is not None:
            found = scope._here(name)
            if found is not None:
                return found
            scope = scope._outer
        return None

    def _here(self, name: str) -> str | None:
        if name in self._names:
            return self._names[name]
        match = _NUMBERED.match(name) if self._ranges else None
        if match and match[1] in self._ranges:
            count, type_ = self._ranges[match[1]]
            # A count has few digits; a longer number is out of range and must not be converted.
            return type_ if len(match[2]) < 12 and int(match[2]) < count else None
        return None


def _type(declaration: tree.Declaration) -> str:
    return f"v{declaration.vector}.{declaration.type}" if declaration.vector else declaration.type
