"""Statements as patterns with holes: what two statements must have in common to be written once.

A hole is a number, a string, a dtype, the name of a called function, or an operator between two operands that
nothing else joins at its level. Where all statements of a pattern have the same in a hole, it is written as it is;
else a parameter of the function takes its place, and an operator becomes a call of that parameter.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(
    r'"[^"]*"|(?<![\w)\]] )-(?:0x[0-9A-F]+|\d+)|0x[0-9A-F]+|\d+|[A-Za-z_][\w.]*|<<|>>|[=!<>]=|[^\s\w]|\s+'
)
_DTYPE = re.compile(r"u?int(8|16|32|64)")
_NUMBER = re.compile(r"-?(0x[0-9A-F]+|\d+)")
COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
BITWISE = {"&": "and_", "|": "or_", "^": "xor"}
OPERATORS = {**COMPARISONS, **BITWISE}
"""Operators that may be parameters, with their names in Python's module `operator`."""
_JOINING = {*OPERATORS, "+", "-", "*", "<<", ">>"}
_BORDERS = {"(", "[", "{", ",", "=", ":", ")", "]", "}", "if", "elif", "else", "return", "and", "or", "not"}


class Hole(NamedTuple):
    """What differs between statements: its kind and its source, which for an operator is a function's name.

    Kinds are "number", "string", "dtype", "function", "comparison" and "bitwise".
    """

    kind: str
    text: str


class Statement(NamedTuple):
    """One line: its tokens, the places of its holes among them, and its pattern, which has kinds of holes there."""

    tokens: tuple[str, ...]
    places: tuple[int, ...]
    holes: tuple[Hole, ...]
    pattern: tuple[str, ...]


@lru_cache(maxsize=100_000)
def statement_of(line: str) -> Statement:
    """The pattern of one unbroken line of generated code."""
    tokens = tuple(_TOKEN.findall(line))
    behind = (*tokens[1:], "")
    holes = {place: hole for place, after in enumerate(behind) if (hole := _hole(tokens, place, after))}
    pattern = tuple(f"<{holes[place].kind}>" if place in holes else token for place, token in enumerate(tokens))
    return Statement(tokens, tuple(holes), tuple(holes.values()), pattern)


def _hole(tokens: tuple[str, ...], place: int, after: str) -> Hole | None:
    """The hole that a token is, before the token `after`."""
    token = tokens[place]
    if token.startswith('"'):
        return Hole("string", token)
    if _NUMBER.fullmatch(token):
        return Hole("number", token)
    if _DTYPE.fullmatch(token):
        return Hole("dtype", token)
    if token in OPERATORS and _alone(tokens, place):
        return Hole("comparison" if token in COMPARISONS else "bitwise", OPERATORS[token])
    called = after == "(" and token[0].isalpha()
    method = tokens[place - 1] == "."
    return Hole("function", token) if called and not method and not _is_method(token) else None


def _is_method(token: str) -> bool:
    return token.endswith((".view", ".astype"))


def _alone(tokens: tuple[str, ...], place: int) -> bool:
    """Whether no other operator is at the level of this one."""
    first, last = operands(tokens, place)
    depth = 0
    for position in range(first, last):
        depth += (tokens[position] in "([{") - (tokens[position] in ")]}")
        if depth == 0 and position != place and tokens[position] in _JOINING:
            return False
    return True


def operands(tokens: tuple[str, ...] | list[str], place: int) -> tuple[int, int]:
    """Where the left operand of an operator begins, and where its right one ends."""
    return _border(tokens, place, -1) + 1, _border(tokens, place, 1)


def _border(tokens: tuple[str, ...] | list[str], place: int, step: int) -> int:
    """The nearest token at the level of `place` that ends an operand on one side."""
    depth, position = 0, place + step
    while 0 <= position < len(tokens):
        token = tokens[position]
        opens, closes = ("([{", ")]}") if step > 0 else (")]}", "([{")
        if depth == 0 and token in _BORDERS and token not in opens:
            return position
        depth += (token in opens) - (token in closes)
        position += step
    return position


def written(statement: Statement, fill: Callable[[int], str | None]) -> str:
    """The line, with a parameter in each hole for which `fill` has a name."""
    tokens, found = statement.tokens, list(statement.tokens)
    before, after = [""] * len(tokens), [""] * len(tokens)
    for number, (place, hole) in enumerate(zip(statement.places, statement.holes, strict=True)):
        name = fill(number)
        if name and hole.kind in ("comparison", "bitwise"):
            first, last = _trimmed(tokens, *operands(tokens, place))
            found[place - 1], found[place] = "", ","
            for low, high in ((first, place - 1), (place + 2, last)):
                if _in_brackets(tokens, low, high):
                    found[low] = found[high - 1] = ""
            before[first] += f"{name}("
            after[last - 1] += ")"
        elif name:
            found[place] = name
    return "".join(itertools.chain.from_iterable(zip(before, found, after, strict=True)))


def is_number(token: str) -> bool:
    return bool(_NUMBER.fullmatch(token))


def with_tokens(statement: Statement, texts: Iterable[str]) -> str:
    """The line with other texts for tokens, in brackets unless brackets or commas are around them."""
    found = list(statement.tokens)
    for place, text in enumerate(texts):
        if text:
            found[place] = text if text.isidentifier() or _is_item(found, place) else f"({text})"
    return "".join(found)


def _is_item(tokens: list[str], place: int) -> bool:
    """Whether a token is all that stands between brackets or commas."""
    before = next((token for token in reversed(tokens[:place]) if not token.isspace()), "")
    return before in ("(", "[", ",") and tokens[place + 1] in (")", "]", ",")


def _trimmed(tokens: tuple[str, ...], first: int, last: int) -> tuple[int, int]:
    """Bounds of an expression without spaces around it."""
    while tokens[first].isspace():
        first += 1
    while tokens[last - 1].isspace():
        last -= 1
    return first, last


def _in_brackets(tokens: tuple[str, ...], first: int, last: int) -> bool:
    """Whether brackets are around all of an operand."""
    depth = 0
    for position in range(first, last):
        depth += (tokens[position] == "(") - (tokens[position] == ")")
        if depth == 0:
            return position == last - 1 and tokens[first] == "("
    return False


Unit = tuple[Statement, ...]
"""A statement with everything indented below it."""


def units(lines: Iterable[str], indent: int) -> tuple[Unit, ...]:
    """The lines of a block, each with what belongs to it."""
    found: list[list[Statement]] = []
    for line in lines:
        head = line[indent] not in " )" and not line.lstrip().startswith(("else:", "elif "))
        if head:
            found.append([])
        found[-1].append(statement_of(line))
    return tuple(map(tuple, found))


def pattern_of(unit: Unit) -> tuple[tuple[str, ...], ...]:
    """The pattern of a statement with everything below it."""
    return tuple(statement.pattern for statement in unit)


def holes_of(unit: Unit) -> tuple[Hole, ...]:
    """All holes of a statement and of everything below it, in order."""
    return tuple(hole for statement in unit for hole in statement.holes)


def lines_of(unit: Unit, names: Callable[[int], str | None], indent: int) -> list[str]:
    """The unbroken lines of a unit, moved right by `indent`, with parameters in the holes that have names."""
    found, before = [], 0
    for statement in unit:
        line = written(statement, lambda number, before=before: names(before + number))  # type: ignore[misc]
        found.append(" " * indent + line)
        before += len(statement.holes)
    return found
