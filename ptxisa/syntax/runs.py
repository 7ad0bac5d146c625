"""Pass over statements whose syntax is known, many at a time.

Compilers repeat few statements with other names and numbers. The *shape* of a statement is its text with names and
plain numbers replaced by a character for their sort. Whether a text parses as one instruction depends on its shape
alone, so a shape is parsed once. `Cut` splits a body at its semicolons and computes all shapes with a few calls of
the regular expression engine; consecutive statements of known shapes make a `Run`, which the parser does not read.

A run begins where the parser expects a statement and contains whole statements with their semicolons, so
the parser has the same state after it as if it had read the statements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ptxisa.syntax.tree import (
    Address,
    Binary,
    Conditional,
    Instruction,
    Integer,
    IntermediateLocation,
    Label,
    Location,
    Name,
    Run,
    Unary,
)

WORD = re.compile(
    r"""(
    [%$A-Za-z_0-9+](?:  # the first character, which the engine searches quickly; what precedes it decides
        (?<=[%$A-Za-z_])(?<![\w$%.:].)[\w$]*                                  # a name
      | (?<=[ \t,{][1-9])[0-9]{0,8}(?=[ \t]*[,;}\n]|[ \t][0-9])               # an integer that is a whole operand
      | (?<=[ \t,{]0)(?:[fF][0-9a-fA-F]{8}|[dD][0-9a-fA-F]{16})?(?=[ \t]*[,;}\n]|[ \t][0-9])  # zero, or exact bits
      | (?<=\+)-?[0-9]{1,9}(?=\])                                             # an offset in an address
    ))""",
    re.ASCII | re.VERBOSE,
)
"""Names and plain numbers: everything that differs between statements of one shape. Other constants are part of it."""

INTEGER, SINGLE, DOUBLE, OFFSET, NEGATIVE_OFFSET = "\x01", "\x02", "\x03", "\x04", "\x05"
"""Characters for the sorts of numbers; `Cut` leaves no control character in a text."""
_NAME = "\x06"
_LITERAL = frozenset({"call", "WARP_SZ", "_", "%", "$", "function_name", "inlined_at"})
"""Words that the parser distinguishes from other names."""
_HIDDEN = re.compile(r'"[^"]*"|//[^\n]*|/\*(?s:.*?)\*/')
"""Strings, in which comments and semicolons have no meaning, and comments."""
_FOREIGN = re.compile(r"[^\t\n\f\r\x20-\x7e]")
_NEVER_PLAIN = re.compile(r'["#`]|@@')
"""What may hide other text from the parser."""
_NOT_NEWLINE = re.compile(r"[^\n]")
_PREFIX = re.compile(
    r"""\s*(?:
    (?P<label>(?:[A-Za-z]|[_$%][\w$])[\w$]*)\s*:(?!:)
  | (?P<location>\.loc(?:_intermediate)?(?:\s+[0-9]+){3}
        (?:\s*,\s*function_name\s+\.?[\w$%]+(?:\s*\+\s*[0-9]+)?\s*,\s*inlined_at(?:\s+[0-9]+){3})?)
    )""",
    re.ASCII | re.VERBOSE,
)
"""A label or a source location before an instruction."""
_MOST_SHAPES, _MOST_WORDS = 20_000, 100_000
"""Sizes of the caches of shapes and of words."""
_UNKNOWN, _OTHER, _PLAIN, _PREFIXED = -1, 0, 1, 2
_shapes: dict[str, int] = {}
"""What each shape parses as: `_PLAIN` is one instruction, `_PREFIXED` one after labels and source locations."""


def sort_of_number(word: str) -> str:
    """Return the character for a number that `WORD` matches."""
    if word[0] == "+":
        return NEGATIVE_OFFSET if word[1] == "-" else OFFSET
    return {"f": SINGLE, "d": DOUBLE}.get(word[1:2].lower(), INTEGER)


class _Sorts(dict[str, str]):
    """Character for each word in a shape."""

    def __missing__(self, word: str) -> str:
        if word[0] in "+0123456789":
            sort = sort_of_number(word)
        else:
            sort = word if word in _LITERAL else _NAME
        if len(self) >= _MOST_WORDS:
            self.clear()
        self[word] = sort
        return sort


_SORTS = _Sorts()


def _shape(text: str) -> str:
    parts = WORD.split(text)
    parts[1::2] = map(_SORTS.__getitem__, parts[1::2])
    return "".join(parts)


def prefix_length(statement: str) -> int:
    """Return the length of labels, source locations and white space before an instruction."""
    end = 0
    while match := _PREFIX.match(statement, end):
        end = match.end()
    return len(statement) - len(statement[end:].lstrip())


def _prefixes(statement: str, start: int) -> tuple[list[Label], list[tuple[int, int]]]:
    """Return the labels and source locations before an instruction, whose statement begins at `start`."""
    labels, locations, end = [], [], 0
    while match := _PREFIX.match(statement, end):
        end = match.end()
        at = start + match.start(match.lastgroup or 0)
        if match.lastgroup == "label":
            labels.append(Label(Name(match["label"], at), at, start + end))
        else:
            locations.append((at, start + end))
    return labels, locations


class Cut:
    """Text from `start` to `end`, cut at its semicolons. Offsets that are asked for must not decrease."""

    def __init__(self, text: str, start: int, end: int) -> None:
        raw = text[start:end]
        if "/" in raw or '"' in raw:
            raw = _HIDDEN.sub(_blank, raw)
        # Characters that no instruction has become one that none has, so that no text looks like a shape.
        self.text = _FOREIGN.sub("`", raw)
        self.start, self.end = start, end
        self._statements = self.text.split(";")
        self._shapes = _shape(self.text).split(";")
        self._next, self._offset = 0, start  # The first statement that was not passed, and where it begins.

    def run(self, offset: int) -> Run | None:
        """Return the longest run that begins at `offset`, where a statement is expected; None if there is none."""
        sort = _shapes.get(self._seek(offset), _OTHER)
        if sort == _OTHER:
            return None
        labels: list[Label] = []
        locations: list[tuple[int, int]] = []
        first, number, place = offset, self._next, self._offset
        statements, shapes = self._statements, self._shapes
        last = len(statements) - 1  # What follows the last semicolon is no statement.
        statement = statements[number][offset - place :]
        place = offset
        while True:
            if sort == _PREFIXED:
                some, others = _prefixes(statement, place)
                labels += some
                locations += others
            place += len(statement) + 1
            number += 1
            if number == last:
                break
            shape = shapes[number]
            sort = _shapes.get(shape, _UNKNOWN)
            if sort == _UNKNOWN:
                sort = _shapes.get(shape.lstrip(), _OTHER)
                if sort != _OTHER:
                    _remember(shape, sort)
            if sort == _OTHER:
                break
            statement = statements[number]
        self._next, self._offset = number, place
        text = self.text[first - self.start : place - self.start]
        return Run(text, tuple(labels), tuple(locations), first, place)

    def _seek(self, offset: int) -> str:
        """Go to the statement that contains `offset`, and return the shape of the statement from there on."""
        statements = self._statements
        while self._next < len(statements) - 1 and self._offset + len(statements[self._next]) < offset:
            self._offset += len(statements[self._next]) + 1
            self._next += 1
        if self._next == len(statements) - 1 or offset < self._offset:
            return ""
        statement = statements[self._next]
        before = statement[: offset - self._offset]
        if not before or before.isspace():
            return self._shapes[self._next].lstrip()
        return _shape(f"{statement[offset - self._offset :]};")[:-1]

    def semicolon(self, offset: int) -> int:
        """Return the offset of the semicolon that ends the statement at `offset`, or -1."""
        self._seek(offset)
        known = self._next < len(self._statements) - 1 and offset >= self._offset
        return self._offset + len(self._statements[self._next]) if known else -1

    def learn(self, offset: int, nodes: Sequence[Any] | None) -> None:
        """Remember what the statement at `offset` parses as; None if it has errors."""
        shape = self._seek(offset)
        end = self.semicolon(offset)
        if end >= 0 and shape not in _shapes:
            statement = self.text[offset - self.start : end - self.start]
            _remember(shape, _sort_of_shape(statement, offset, nodes))


def _remember(shape: str, sort: int) -> None:
    if len(_shapes) >= _MOST_SHAPES:
        _shapes.clear()
    _shapes[shape] = sort


def _blank(hidden: re.Match[str]) -> str:
    """Return as many blanks as a comment has characters, its newlines kept; quotation marks for a string."""
    text = hidden[0]
    if text[0] == '"':
        return '"' * len(text)
    if not text.isascii():
        return text  # The lexer reports these characters, so the parser must read the comment.
    return " " * len(text) if text[1] == "/" else _NOT_NEWLINE.sub(" ", text)


def _sort_of_shape(statement: str, start: int, nodes: Sequence[Any] | None) -> int:
    """Return what the nodes of a statement say about its shape."""
    if not nodes or not isinstance(nodes[-1], Instruction) or _NEVER_PLAIN.search(statement):
        return _OTHER
    if len(nodes) == 1:
        return _OTHER if _computes(statement, start, nodes[0]) else _PLAIN
    labels, locations = _prefixes(statement, start)
    places = [(node.start, node.end) for node in nodes[:-1] if isinstance(node, (Location, IntermediateLocation))]
    named = [node for node in nodes[:-1] if isinstance(node, Label)]
    if len(places) + len(named) != len(nodes) - 1 or labels != named or locations != places:
        return _OTHER
    return _OTHER if _computes(statement, start, nodes[-1]) else _PREFIXED


def _computes(statement: str, start: int, instruction: Instruction) -> bool:
    """Return True if a number that the shape leaves out is part of an expression, whose value may be an error."""
    spans = list(_expressions(instruction.operands))
    if not spans:
        return False
    numbers = [start + match.start() for match in WORD.finditer(f"{statement};") if match[0][0] in "+0123456789"]
    return any(low <= number < high for low, high in spans for number in numbers)


def _expressions(nodes: Sequence[Any]) -> Iterator[tuple[int, int]]:
    """Yield the spans of constant expressions among operands, except for the sign of an offset."""
    for node in nodes:
        if isinstance(node, (Unary, Binary, Conditional)):
            yield node.start, node.end
        elif isinstance(node, Address):
            if not isinstance(node.base, Name):
                yield node.start, node.end
            elif not isinstance(node.offset, Unary) or not isinstance(node.offset.operand, Integer):
                yield from _expressions([node.offset])
            yield from _expressions(node.rest)
        elif isinstance(node, tuple):
            yield from _expressions(node)
