"""Python source of expressions and statements: parentheses where they are needed, lines that fit.

An expression carries the level of its outermost operator; mixing operators of different levels always
gets parentheses, since nobody remembers how `>>` and `&` bind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

WIDTH = 118

ATOM = 100
UNARY = 90
PRODUCT = 80
SUM = 70
SHIFT = 60
BIT_AND = 50
BIT_XOR = 45
BIT_OR = 40
COMPARE = 30
NOT = 25
AND = 20
OR = 15
CHOICE = 10

LEVELS = {
    "*": PRODUCT,
    "+": SUM,
    "-": SUM,
    "<<": SHIFT,
    ">>": SHIFT,
    "&": BIT_AND,
    "^": BIT_XOR,
    "|": BIT_OR,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), COMPARE),
    "and": AND,
    "or": OR,
}
_USUAL = {(PRODUCT, SUM), (SUM, COMPARE), (PRODUCT, COMPARE), (COMPARE, AND), (COMPARE, OR)}
_CHAINS = ("&", "|", "^", "and", "or")


class CodeText(NamedTuple):
    """Source of an expression and the level of its outermost operator."""

    text: str
    level: int = ATOM

    def __str__(self) -> str:
        return self.text


def parenthesized(code: CodeText) -> CodeText:
    """Return code that can be an operand of any operator."""
    return CodeText(f"({code.text})")


def infix(operator: str, left: CodeText, right: CodeText, *, symbol: str | None = None) -> CodeText:
    """Return `left operator right`, written with another operator if one is given."""
    level = LEVELS[operator]
    return CodeText(
        f"{_side(left, level, True)} {symbol or operator} {_side(right, level, operator in _CHAINS)}", level
    )


def _side(code: CodeText, level: int, same: bool) -> CodeText:
    """Return a side of an operator: bare when it is tighter than any mixture, or a chain of the same operator."""
    bare = code.level >= UNARY or (code.level == level and same and level != COMPARE)
    bare = bare or (code.level, level) in _USUAL
    return code if bare else parenthesized(code)


def prefix(operator: str, operand: CodeText) -> CodeText:
    """Return `operator operand` for `-`, `~` and `not `."""
    level = NOT if operator == "not " else UNARY
    bare = operand.level >= UNARY or (operator == "not " and operand.level >= COMPARE)
    return CodeText(f"{operator}{operand if bare else parenthesized(operand)}", level)


def choice(test: CodeText, yes: CodeText, no: CodeText) -> CodeText:
    """Return `yes if test else no`."""
    first, condition, second = (part if part.level > CHOICE else parenthesized(part) for part in (yes, test, no))
    return CodeText(f"{first} if {condition} else {second}", CHOICE)


def call(function: str, arguments: Iterable[CodeText | str]) -> CodeText:
    """Return the call of a function."""
    return CodeText(f"{function}({', '.join(map(str, arguments))})")


def method(receiver: CodeText, name: str, arguments: Iterable[CodeText | str]) -> CodeText:
    """Return `receiver.name(arguments)`."""
    return call(f"{receiver if receiver.level == ATOM else parenthesized(receiver)}.{name}", arguments)


def literal(value: int) -> CodeText:
    """Return an integer: masks and large numbers in hexadecimal."""
    size = abs(value)
    mask = size >= 255 and 1 in (size.bit_count(), (size + 1).bit_count())
    text = f"{value:#X}".replace("0X", "0x") if mask or size > 99_999 else str(value)
    return CodeText(text, ATOM if value >= 0 else UNARY)


def branch(test: CodeText, yes: list[str], no: list[str], indent: int) -> list[str]:
    """Return `if`, `elif` and `else` around unbroken lines of the two sides, either of which may be empty."""
    if not yes and not no:
        return []
    condition = test if yes else prefix("not ", test)
    lines = [f"{' ' * indent}if {condition}:", *(yes or no)]
    if not yes or not no:
        return lines
    # If the other side is a single `if` statement, the two become `elif`.
    head, *heads = (line[indent + 4 :] for line in no if line[indent + 4] not in " )")
    if head.startswith("if ") and all(other.startswith(("elif ", "else:")) for other in heads):
        first, *others = (line[4:] for line in no)
        return [*lines, f"{' ' * indent}el{first.lstrip()}", *others]
    return [*lines, f"{' ' * indent}else:", *no]


def laid_out(lines: Iterable[str]) -> list[str]:
    """Return statements, each given as one line, with lines that fit."""
    stripped = ((line.lstrip(), line) for line in lines)
    return [part for text, line in stripped for part in statement(text, len(line) - len(text))]


def statement(text: str, indent: int) -> list[str]:
    """Return the lines of one statement; a long one is broken around the arguments of its longest call."""
    margin = " " * indent
    if len(margin) + len(text) <= WIDTH:
        return [margin + text]
    # The bracket of the call whose arguments take most space, if there is a call.
    calls = [match.end() - 1 for match in re.finditer(r"\w\(", text)]
    opening = max(calls, key=lambda opening: _closing(text, opening) - opening, default=None)
    if opening is None:  # Without a call, the right-hand side is broken before its outermost operators.
        head, equals, value = text.partition(" = ")
        if not equals:
            return [margin + text]
        return [f"{margin}{head} = (", *(f"{margin}    {part}" for part in _operands(value)), f"{margin})"]
    closing = _closing(text, opening)
    items = items_of(text[opening + 1 : closing])
    inner = packed((statement(f"{item},", indent + 4) for item in items), indent + 4)
    return [margin + text[: opening + 1], *inner, margin + text[closing:]]


def packed(items: Iterable[list[str]], indent: int) -> Iterator[str]:
    """Yield the lines of several items; items of one line share lines as they fit."""
    line = ""
    for item in items:
        first, *others = item
        if line and (others or len(line) + 1 + len(first) - indent > WIDTH):
            yield line
            line = ""
        if others:
            yield from item
        else:
            line = f"{line} {first.lstrip()}" if line else first
    if line:
        yield line


def _operands(text: str) -> list[str]:
    """Return an expression cut before each operator outside brackets."""
    parts, depth, words = [""], 0, text.split(" ")
    for word in words:
        if depth == 0 and word in LEVELS:
            parts.append(word)
        else:
            parts[-1] = f"{parts[-1]} {word}".strip()
        depth += word.count("(") - word.count(")")
    return parts


def _closing(text: str, opening: int) -> int:
    """Return the position of the closing bracket, or the length of the text without one."""
    depth = 0
    for position in range(opening, len(text)):
        depth += (text[position] in "([{") - (text[position] in ")]}")
        if depth == 0:
            return position
    return len(text)


def items_of(text: str) -> list[str]:
    """Return the comma-separated items of a bracket."""
    items, depth, start = [], 0, 0
    for position, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            items.append(text[start:position].strip())
            start = position + 1
    return [item for item in [*items, text[start:].strip()] if item]
