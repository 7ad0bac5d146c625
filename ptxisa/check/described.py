"""The text of a statement with a character for each sort of name: statements with equal texts have one shape.

Text that never repeats repeats its shapes, and so need not be parsed: see `shape`, whose rules hold here too.
"""

from __future__ import annotations

import re
from functools import cache

from ptxisa.check.scope import Scope
from ptxisa.check.shape import bounded
from ptxisa.isa.instructions import mnemonics

_NAME = re.compile(r"(?<![\w$%.:])([A-Za-z_$%][\w$]*)")
_LITERAL = re.compile(r"(?<=[ \t,{])(?:0|[1-9][0-9]{0,8}|0[fF][0-9a-fA-F]{8})(?=[ \t]*(?:[,}]|\Z))")
_WITHOUT_SHAPE = "\ue000"
"""The character of names whose declaration matters beyond its type. Modules are ASCII here, so no text contains it."""
_FIRST = 0xE001


@cache
def _mnemonics() -> frozenset[str]:
    return frozenset(mnemonics())


class Described(dict[str, str]):
    """Names of a scope as one character each, the same for all that are declared alike in a module.

    `kinds` maps declarations to characters, for a whole module.
    """

    def __init__(self, scope: Scope, kinds: dict[tuple[object, ...], str]) -> None:
        super().__init__()
        self._scope, self._kinds = scope, kinds

    def __missing__(self, name: str) -> str:
        self[name] = found = self._described(name)
        return found

    def _described(self, name: str) -> str:
        symbol = self._scope.lookup(name)
        if symbol is None or symbol.kind == "special":
            return name
        if symbol.kind in ("function", "prototype", "targets") or name in _mnemonics():
            return _WITHOUT_SHAPE
        return self._kinds.setdefault(symbol[:4], chr(_FIRST + len(self._kinds)))

    def text(self, piece: str) -> str | None:
        """The text that decides about a statement; None where none does."""
        parts = _NAME.split(piece)
        names = parts[1::2]
        place = 1 if "@" in parts[0] else 0  # After a guard, the mnemonic is the second name.
        if len(names) <= place:
            return None
        parts[1::2] = map(self.__getitem__, names)
        found = "".join(parts)
        if _WITHOUT_SHAPE in found:
            return None
        return found if bounded(names[place]) else _LITERAL.sub("0", found)
