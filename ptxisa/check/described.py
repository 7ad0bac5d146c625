"""The text of a statement with a character for each sort of name: statements with equal texts have one shape.

Text that never repeats repeats its shapes, and so need not be parsed: see `shape`, whose rules hold here too.
"""

from __future__ import annotations

import re
from functools import cache

from ptxisa.check.scope import Scope, Symbol
from ptxisa.check.shape import bounded
from ptxisa.isa.instructions import mnemonics

_NAME = re.compile(r"([A-Za-z_$%](?<![\w$%.:].)[\w$]*)", re.ASCII)
_INTEGER = re.compile(r"(?<=[ \t,{])(?:0|[1-9][0-9]{0,8})(?=[ \t]*(?:[,;}]|\Z))")
_FLOAT = re.compile(r"(?<=[ \t,{])0[fF][0-9a-fA-F]{8}(?=[ \t]*(?:[,;}]|\Z))")
_WITHOUT_SHAPE = "\ue000"
"""The character of names whose declaration matters beyond its type. Modules are ASCII here, so no text contains it."""
_ANY_INTEGER, _ANY_FLOAT = "\ue001", "\ue002"
"""The characters of constants where any value is as good as another; no integer is as good as a float."""
_FIRST = 0xE003


def _any_constants(text: str) -> str:
    """A text in which constants of one sort are alike."""
    return _FLOAT.sub(_ANY_FLOAT, _INTEGER.sub(_ANY_INTEGER, text))


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
        symbol = self._scope.lookup(name)
        if symbol is None or symbol.kind == "special":
            found = name
        elif symbol.kind in ("function", "prototype", "targets") or name in _mnemonics():
            found = _WITHOUT_SHAPE
        else:
            found = self._character(symbol)
        self[name] = found
        return found

    def _character(self, symbol: Symbol) -> str:
        return self._kinds.setdefault(symbol[:4], chr(_FIRST + len(self._kinds)))

    def declare(self, names: list[str], symbol: Symbol) -> None:
        """Describe names that one declaration has just declared, all as one symbol."""
        self.update(dict.fromkeys(names, self._character(symbol)))
        for name in _mnemonics().intersection(names):
            self[name] = _WITHOUT_SHAPE

    def text(self, piece: str) -> str | None:
        """The text that decides about a statement; None where none does."""
        names = _NAME.split(piece)[1::2]
        place = 1 if "@" in piece else 0  # After a guard, the mnemonic is the second name.
        if len(names) <= place:
            return None
        found = self._replaced(piece)
        if _WITHOUT_SHAPE in found:
            return None
        return found if bounded(names[place]) else _any_constants(found)

    def texts(self, pieces: str) -> tuple[list[str], list[str]]:
        """Of each of several statements, with semicolons between them, the two texts of which one decides about it.

        They tell constants apart or not. Where no text decides, neither is one of `text`.
        """
        exact = self._replaced(pieces)
        return exact.split(";"), _any_constants(exact).split(";")

    def _replaced(self, pieces: str) -> str:
        """Names as characters."""
        parts = _NAME.split(pieces)
        parts[1::2] = map(self.__getitem__, parts[1::2])
        return "".join(parts)
