"""Semantic tokens: what each word of a text is, and whether the target has it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ptxisa.isa.language import special_registers
from ptxisa.isa.types import known as types
from ptxisa.lsp.legend import MODIFIERS, TYPES
from ptxisa.lsp.names import Names
from ptxisa.syntax.lexer import matches

_TYPE_OF_KIND = {
    "function": "function",
    "kernel": "function",
    "parameter": "parameter",
    "result": "parameter",
    "label": "label",
    "targets": "label",
    "prototype": "label",
}
_NUMBERS = frozenset({"integer", "decimal", "exact", "malformed"})
_COMMENTS = frozenset({"comment", "open_comment", "marker", "preprocessor"})


class SemanticToken(NamedTuple):
    """Part of a text, with a type of `TYPES` and some of `MODIFIERS`."""

    start: int
    end: int
    type: str
    modifiers: tuple[str, ...] = ()


def tokens(
    text: str, low: int, high: int, names: Names, unavailable: Sequence[tuple[int, int]]
) -> Iterator[SemanticToken]:
    """Yield the tokens of a text.

    Args:
        text: The text.
        low: Offset where a statement or an item begins.
        high: Offset where the last token begins at most.
        names: Names of the text.
        unavailable: Places, in order, that the target or the version lacks.
    """
    starts = [start for start, _ in unavailable]
    for token in _tokens(text, low, high, names):
        index = bisect_right(starts, token.start) - 1
        if index >= 0 and unavailable[index][1] >= token.end:
            # Themes have no color for "unavailable", which is ours; "deprecated" of the protocol is struck through.
            token = token._replace(modifiers=(*token.modifiers, "unavailable", "deprecated"))
        yield token


def _tokens(text: str, low: int, high: int, names: Names) -> Iterator[SemanticToken]:
    at_start = True  # The next word is an opcode or a label.
    for match in matches(text, low):
        kind = match.lastgroup or ""
        if kind == "end" or match.start(kind) > high:
            return
        word, start = match[kind], match.start(kind)
        if kind in _COMMENTS:
            yield SemanticToken(start, match.end(), "comment")
            continue
        if kind == "word":
            # A copy of the rest of the text for each word would make a long text quadratic.
            following = text[match.end() : match.end() + 80].lstrip()
            if at_start and not following.startswith(":"):
                yield from _opcode(word, start)
                at_start = False
            else:
                label = at_start and following.startswith(":")
                yield from _name(word, start, names, label)
        elif kind == "dotted":
            yield SemanticToken(start, match.end(), "type" if word[1:] in types() else "keyword")
            at_start = False
        elif kind in _NUMBERS:
            yield SemanticToken(start, match.end(), "number")
            at_start = False
        elif kind in ("string", "open_string", "dwarf"):
            yield SemanticToken(start, match.end(), "string")
        elif kind == "symbol":
            at_start = word in ";{}" or (word == ":" and at_start) or (at_start and word in "@!")
            if word not in "()[]{},;":
                yield SemanticToken(start, match.end(), "operator")


def _opcode(word: str, start: int) -> Iterator[SemanticToken]:
    """Yield the mnemonic and the modifiers of an opcode."""
    name, *modifiers = word.split(".")
    yield SemanticToken(start, start + len(name), "function")
    start += len(name)
    for modifier in modifiers:
        yield SemanticToken(start, start + 1 + len(modifier), "type" if modifier in types() else "modifier")
        start += 1 + len(modifier)


def _name(word: str, start: int, names: Names, label: bool) -> Iterator[SemanticToken]:
    """Yield a name and its selector."""
    name, _, selector = word.partition(".")
    end = start + len(name)
    if name in special_registers():
        yield SemanticToken(start, end, "variable", ("readonly",))
    else:
        symbol = names.resolve(name, start)
        kind = symbol.kind if symbol is not None else "label" if label else ""
        type_ = _TYPE_OF_KIND.get(kind, "variable")
        declares = symbol is not None and symbol.start == start
        yield SemanticToken(start, end, type_, ("declaration",) if declares else ())
    if selector:
        yield SemanticToken(end, end + 1 + len(selector), "modifier")


def lines_of(token: SemanticToken, text: str) -> Iterator[SemanticToken]:
    """Yield the parts of a token on each of its lines; a token of the protocol is in one line."""
    if "\n" not in text[token.start : token.end]:
        yield token
        return
    start = token.start
    for line in text[token.start : token.end].split("\n"):
        if line.strip("\r"):
            yield token._replace(start=start, end=start + len(line.rstrip("\r")))
        start += len(line) + 1


def encoded(tokens: Sequence[SemanticToken], position: Sequence[tuple[int, int, int]]) -> list[int]:
    """Return tokens as the protocol has them: differences of lines and columns, length, type and modifiers.

    Args:
        tokens: Tokens in order.
        position: Line, column and length of each.
    """
    data: list[int] = []
    line = column = 0
    for token, (row, start, length) in zip(tokens, position, strict=True):
        bits = sum(1 << MODIFIERS.index(modifier) for modifier in token.modifiers)
        data += [row - line, start - column if row == line else start, length, TYPES.index(token.type), bits]
        line, column = row, start
    return data
