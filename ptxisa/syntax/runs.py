"""Skip statements whose syntax is known, many at a time.

Compilers repeat few statements with other names and numbers. The *shape* of a statement is its text with names and
plain numbers replaced by a character for their sort. Whether a text parses as one instruction depends on its shape
alone, so a shape is parsed once. `SplitText` splits a body at its semicolons and computes all shapes with a few calls
of the regular expression engine; consecutive statements of known shapes make a `Run`, which the parser does not read.

A run begins where the parser expects a statement and contains whole statements with their semicolons, so
the parser has the same state after it as if it had read the statements.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, count
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

_WORD = r"""(?<![\w$%.:].)(?:
        (?<=[%$A-Za-z_])[\w$]*                                                # a name
      | (?<=[ \t,{][1-9])[0-9]{0,8}(?=[ \t]*[,;}\n]|[ \t][0-9])             # an integer that is a whole operand
      | (?<=[ \t,{]0)(?:[fF][0-9a-fA-F]{8}|[dD][0-9a-fA-F]{16})?(?=[ \t]*[,;}\n]|[ \t][0-9]))  # zero, or exact bits
      | (?<=\+)-?[0-9]{1,9}(?=\])                                           # an offset in an address
      """
"""Rest of a word after its first character, which the engine searches quickly.

The text before the first character decides: inside of words and of modifiers, the first test fails.
"""
WORD = re.compile(rf"([%$A-Za-z_0-9+](?:{_WORD}))", re.ASCII | re.VERBOSE)
"""Names and plain numbers: everything that differs between statements of one shape. Other constants are part of it."""
_WORD_OR_END = re.compile(rf"([%$A-Za-z_0-9+;](?:{_WORD}|(?<=;)))", re.ASCII | re.VERBOSE)

INTEGER, SINGLE, DOUBLE, OFFSET, NEGATIVE_OFFSET = "\x01", "\x02", "\x03", "\x04", "\x05"
"""Characters for the sorts of numbers; `SplitText` leaves no control character in a text."""
_NAME = "\x06"
_LITERAL = frozenset({"call", "WARP_SZ", "_", "%", "$", "function_name", "inlined_at", ";"})
"""Words that the parser distinguishes from other names, and the end of a statement."""
_HIDDEN = re.compile(r'"[^"]*"|//[^\n]*|/\*(?s:.*?)\*/')
"""Strings, in which comments and semicolons have no meaning, and comments."""
_FOREIGN = re.compile(r"[^\t\n\f\r\x20-\x7e]")
_PLAIN_CHARACTERS = bytes([*b"\t\n\f\r", *range(0x20, 0x7F)])
_NEVER_PLAIN = re.compile(r'["#`]|@@')
"""Text that may hide other text from the parser."""
_NOT_NEWLINE = re.compile(r"[^\n]")
_PREFIX = re.compile(
    r"""\s*(?:
    (?P<label>(?!WARP_SZ\b)(?:[A-Za-z]|[_$%][\w$])[\w$]*)\s*:(?!:)
  | (?P<location>\.loc(?:_intermediate)?(?:\s+[0-9]+){3}
        (?:\s*,\s*function_name\s+\.?[\w$%]+(?:\s*\+\s*[0-9]+)?\s*,\s*inlined_at(?:\s+[0-9]+){3})?)
    )""",
    re.ASCII | re.VERBOSE,
)
"""A label or a source location before an instruction."""
_MOST_SHAPES, _MOST_WORDS = 20_000, 100_000
"""Sizes of the caches of shapes and of words."""
_LONGEST_RUN = 256
"""Statements of the longest run: an editor's session checks a run again if one of its statements changes."""
_UNKNOWN, _OTHER, _PLAIN, _PREFIXED = -1, 0, 1, 2
_shapes: dict[str, int] = {}
"""Sort of each shape: `_PLAIN` is one instruction, `_PREFIXED` one after labels and source locations."""


NUMBERS = frozenset("+0123456789")
"""First characters of the numbers that `WORD` matches."""


def sort_of_number(word: str) -> str:
    """Return the character for a number that `WORD` matches."""
    if word.isdigit():
        return INTEGER
    if word[0] == "+":
        return NEGATIVE_OFFSET if word[1] == "-" else OFFSET
    return {"f": SINGLE, "d": DOUBLE}.get(word[1:2].lower(), INTEGER)


_sorts: dict[str, str] = {}
"""Cache of the character for each word in a shape."""


def _split(text: str) -> tuple[list[str], str]:
    """Return the parts of statements, of which each second one is a word or a semicolon, and their shapes."""
    parts = _WORD_OR_END.split(text)
    words = parts[1::2]
    new = set(words).difference(_sorts)
    if len(_sorts) + len(new) > _MOST_WORDS:
        _sorts.clear()
        new = set(words)
    _sorts.update({word: sort_of_number(word) if word[0] in NUMBERS else _NAME for word in new})
    _sorts.update({word: word for word in _LITERAL.intersection(new)})
    shape = parts.copy()
    shape[1::2] = map(_sorts.__getitem__, words)
    return parts, "".join(shape)


@lru_cache(maxsize=16_384)
def _split_statement(text: str) -> tuple[list[str], str]:
    """Return the parts and the shape of one statement; an editor reads the statements after braces again and again."""
    return _split(text)


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


def without_comments(text: str) -> str:
    """Return a text with blanks in place of its comments, and quotation marks in place of its strings."""

    def blank(hidden: re.Match[str]) -> str:
        part = hidden[0]
        if part[0] == '"':
            return '"' * len(part)
        if not part.isascii():
            return part  # The lexer reports these characters, so the parser must read the comment.
        return " " * len(part) if part[1] == "/" else _NOT_NEWLINE.sub(" ", part)

    return _HIDDEN.sub(blank, text) if "/" in text or '"' in text else text


class SplitText:
    """Text from `start` to `end`, split at its semicolons. Offsets of calls must not decrease."""

    def __init__(self, text: str, start: int, end: int) -> None:
        raw = without_comments(text[start:end])
        # A character that no instruction has replaces control characters, so that no text looks like a shape.
        if raw.encode("utf-8", "surrogatepass").translate(None, _PLAIN_CHARACTERS):
            raw = _FOREIGN.sub("`", raw)
        self.text = raw
        self.start, self.end = start, end
        statements = self.text.split(";")
        self._last = len(statements) - 1
        """Number of the text after the last semicolon, which is not a statement."""
        self._starts = list(map(operator.add, accumulate(map(len, statements), initial=start), count()))
        self._parts, shape = _split(self.text)
        self._shapes = shape.split(";")
        self._next, self._part = 0, 0
        """Number of the first statement that was not passed, and the index of its first part."""

    def run(self, offset: int) -> Run | None:
        """Return the longest run that begins at `offset`, where a statement is expected; None if there is none."""
        sort = _shapes.get(self._seek(offset), _OTHER)
        if sort == _OTHER:
            return None
        labels: list[Label] = []
        locations: list[tuple[int, int]] = []
        starts, shapes = self._starts, self._shapes
        first = number = self._next
        while True:
            if sort == _PREFIXED:
                place = max(offset, starts[number])
                statement = self.text[place - self.start : starts[number + 1] - 1 - self.start]
                own_labels, own_locations = _prefixes(statement, place)
                labels += own_labels
                locations += own_locations
            number += 1
            if number == self._last or number == first + _LONGEST_RUN:
                break
            shape = shapes[number]
            sort = _shapes.get(shape, _UNKNOWN)
            if sort == _UNKNOWN:
                sort = _shapes.get(shape.lstrip(), _OTHER)
                if sort != _OTHER:
                    _remember(shape, sort)
            if sort == _OTHER:
                break
        end = starts[number]
        text, begin = self.text[offset - self.start : end - self.start], self._part
        before = self.text[starts[first] - self.start : offset - self.start]
        if before and not before.isspace():
            # The run begins within a statement, whose parts may begin before the run.
            parts = _split_statement(text[: starts[first + 1] - offset])[0][:-1]
            self._pass(first + 1)
            begin = self._part
            self._pass(number)
            parts += self._parts[begin : self._part]
        else:
            self._pass(number)
            parts = self._parts[begin : self._part]
        return Run(text, parts, tuple(labels), tuple(locations), offset, end)

    def _pass(self, number: int) -> None:
        """Go to a later statement."""
        find, part = self._parts.index, self._part
        for _ in range(self._next, number):
            part = find(";", part) + 1
        self._next, self._part = number, part

    def _seek(self, offset: int) -> str:
        """Go to the statement that contains `offset`, and return the shape of the statement from there on."""
        while self._next < self._last and self._starts[self._next + 1] <= offset:
            self._pass(self._next + 1)
        start = self._starts[self._next]
        if self._next == self._last or offset < start:
            return ""
        before = self.text[start - self.start : offset - self.start]
        if not before or before.isspace():
            return self._shapes[self._next].lstrip()
        return _split_statement(self.text[offset - self.start : self._starts[self._next + 1] - self.start])[1][:-1]

    def semicolon(self, offset: int) -> int:
        """Return the offset of the semicolon that ends the statement at `offset`, or -1."""
        self._seek(offset)
        known = self._next < self._last and offset >= self._starts[self._next]
        return self._starts[self._next + 1] - 1 if known else -1

    def learn(self, offset: int, nodes: Sequence[Any] | None) -> None:
        """Remember the nodes of the statement at `offset` as those of its shape; None if it has errors."""
        shape = self._seek(offset)
        end = self.semicolon(offset)
        if end >= 0 and shape not in _shapes:
            statement = self.text[offset - self.start : end - self.start]
            _remember(shape, _sort_of_shape(statement, offset, nodes))


def _remember(shape: str, sort: int) -> None:
    if len(_shapes) >= _MOST_SHAPES:
        _shapes.clear()
    _shapes[shape] = sort


def _sort_of_shape(statement: str, start: int, nodes: Sequence[Any] | None) -> int:
    """Return the sort of a shape, from the nodes of a statement that has it."""
    if not nodes or not isinstance(nodes[-1], Instruction) or _NEVER_PLAIN.search(statement):
        return _OTHER
    # A number that the shape leaves out must not be part of an expression, whose value may be an error.
    spans = list(_expressions(nodes[-1].operands))
    if spans:
        numbers = [start + match.start() for match in WORD.finditer(f"{statement};") if match[0][0] in NUMBERS]
        if any(low <= number < high for low, high in spans for number in numbers):
            return _OTHER
    if len(nodes) == 1:
        return _PLAIN
    labels, locations = _prefixes(statement, start)
    places = [(node.start, node.end) for node in nodes[:-1] if isinstance(node, (Location, IntermediateLocation))]
    named = [node for node in nodes[:-1] if isinstance(node, Label)]
    if len(places) + len(named) != len(nodes) - 1 or labels != named or locations != places:
        return _OTHER
    return _PREFIXED


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
