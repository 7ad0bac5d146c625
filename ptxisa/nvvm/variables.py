"""Read global variables, aliases and ifuncs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ptxisa.nvvm.found import Breach, Found, Use, storage
from ptxisa.nvvm.lexer import name, unquoted
from ptxisa.nvvm.reader import Statement, Text

_KINDS = ("global", "constant", "alias", "ifunc")
_UNDEFINED = ("undef", "poison")


class Variable(NamedTuple):
    """A global variable: where its type and its initializer are, and its address space."""

    name: str
    statement: Statement
    kind: str
    space: int
    type: tuple[str, ...]
    value: tuple[int, int]


def variable(text: Text, one: Statement) -> Variable | None:
    """The variable, alias or ifunc that `@name = …` is; None if it is something else."""
    at = text.find(one.low, one.high, *_KINDS)
    if at is None:
        return None
    end = text.type_end(at + 1)
    value_end = text.find(end, one.high, ",")
    value_end = one.high if value_end is None else value_end
    attributes = next((i for i in range(end, value_end) if text.tokens[i].kind == "group"), value_end)
    kind, label = text.tokens[at].text, name(text.tokens[one.low])
    return Variable(label, one, kind, _space(text, one.low, at), text.texts(at + 1, end), (end, attributes))


def _space(text: Text, low: int, high: int) -> int:
    at = text.find(low, high, "addrspace")
    number = "" if at is None else "".join(text.texts(at + 2, at + 3))
    return int(number) if number.isdecimal() and len(number) < 10 else 0


def uses(text: Text, one: Variable) -> Iterator[Found]:
    """What a variable uses, and the rules that it breaks."""
    low, high = one.statement.low, one.statement.high
    at = text.find(low, high, one.kind) or low
    special = one.name.startswith("llvm.")
    yield from (each for each in _head(text, low, at) if not (special and each.name == "appending"))
    if one.kind == "ifunc":
        yield Use("module-item", one.kind, text.span(at, at + 1))
    if one.kind in ("alias", "ifunc"):
        return
    yield Use("variable-space", str(one.space), text.span(low + 2, at + 1))
    yield from _tail(text, one, high)
    yield from _initializer(text, one)


def aliased(text: Text, one: Variable) -> str:
    """The name of the object of an alias, "" if it is an expression without a name."""
    start, _ = one.value
    names = [token for token in text.tokens[start : one.statement.high] if token.kind == "global"]
    return name(names[-1]) if names else ""


def _head(text: Text, low: int, high: int) -> Iterator[Use]:
    for index in text.outside(low, high):
        token, span = text.tokens[index], text.span(index, index + 1)
        if token.text == "thread_local":
            yield Use("thread-local", token.text, span)
        elif found := storage(token.text, span):
            yield found


def _tail(text: Text, one: Variable, high: int) -> Iterator[Found]:
    """What follows the initializer: section, comdat, alignment, attributes."""
    _, start = one.value
    for index in range(start, high):
        token, span = text.tokens[index], text.span(index, index + 1)
        if token.kind == "group":
            yield Use("module-item", "global attributes", span)
        elif text.word(index, "section") and index + 1 < high:
            yield Use("section", unquoted(text.tokens[index + 1].text), text.span(index, index + 2))
        elif text.word(index, "comdat"):
            yield Use("comdat", token.text, span)


def _initializer(text: Text, one: Variable) -> Iterator[Found]:
    low, high = one.value
    if one.space == 3 and low < high and not (high - low == 1 and text.word(low, *_UNDEFINED)):
        yield Breach(
            "nvvm-global-variables/shared-initializer",
            "a variable in shared memory has an initializer",
            text.span(low, high),
            "initialize it with undef",
        )
