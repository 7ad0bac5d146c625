"""Skip statements whose syntax is known, many at a time.

Compilers repeat few statements with other names and numbers. The *shape* of a statement is its text with names and
plain numbers replaced by a character for their sort. Whether a text parses as one instruction depends on its shape
alone, so a shape is parsed once. `SplitText` splits a body into pieces, at its semicolons and at the braces of its
blocks, and computes all shapes with a few calls of the regular expression engine. Consecutive statements of known
shapes, and blocks of them, make a `Run`, which the parser does not read.

A run begins where the parser expects a statement and contains whole statements with their semicolons and whole blocks,
so the parser has the same state after it as if it had read the statements.
"""

from __future__ import annotations

import operator
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, count, repeat
from typing import Any

from ptxisa.syntax.lexer import C_STATEMENTS, RESERVED
from ptxisa.syntax.tree import (
    Address,
    Binary,
    Conditional,
    Declaration,
    Instruction,
    Integer,
    IntermediateLocation,
    Label,
    Location,
    Name,
    Run,
    RunBlock,
    Unary,
)

OPEN, CLOSE = "\x0f", "\x0e"
"""Characters for the braces of a block, which end a piece as a semicolon does; the braces of vectors stay."""
_REST = r"""(?<![\w$%.:].)(?:
        (?<=[%$A-Za-z_])[\w$]*                                             # a name
      | (?<=[ \t,{][1-9])[0-9]{0,8}(?=[ \t]*[,;}\n]|[ \t][0-9])          # an integer that is a whole operand
      | (?<=[ \t,{]0)(?:[fF][0-9a-fA-F]{8}|[dD][0-9a-fA-F]{16})?(?=[ \t]*[,;}\n]|[ \t][0-9]))  # zero, or exact bits
      | (?<=\+)-?(?:[1-9][0-9]{0,8}|0)(?=\])                            # an offset in an address
      """
"""Rest of a word after its first character, which the engine searches quickly.

The text before the first character decides: inside of words and of modifiers, the first test fails.
"""
WORD = re.compile(rf"([%$A-Za-z_0-9+](?:{_REST}))", re.ASCII | re.VERBOSE)
"""Names and plain numbers: everything that differs between statements of one shape. Other constants are part of it."""
_REGISTER = re.compile(r"(%(?<![\w$%.:].)[\w$]+)", re.ASCII)
"""The words that begin with `%`, most of the names that differ; an operator is `%` alone.

The engine searches one first character three times as fast as those of all words.
"""

INTEGER, SINGLE, DOUBLE, OFFSET, NEGATIVE_OFFSET = "\x01", "\x02", "\x03", "\x04", "\x05"
"""Characters for the sorts of numbers; `SplitText` leaves no control character in a text."""
_NAME = "\x06"
_LITERAL = frozenset({"call", "_", "%", "$", *RESERVED, *C_STATEMENTS})
"""Words that the parser distinguishes from other names."""
_HIDDEN = re.compile(r'("[^"]*"|//[^\n]*|/\*(?s:.*?)\*/)')
"""Strings, in which comments and semicolons have no meaning, and comments."""
_COMMENT = re.compile(r"(/(?:/[^\n]*|\*(?s:.*?)\*/))")
_PLAIN_STRING = re.compile(r'"[\w. ]*"', re.ASCII)
"""Strings that hide nothing. In a text that has no others, comments are found in a tenth of the time."""
_OPENING = re.compile(r"\{(?![^;{}]*\})")
_CLOSING = re.compile(r"\}(?!\s*[,;|)\]])")
"""Braces of blocks: a vector has no semicolon, and is followed by the next operand or the end of the statement.

A brace that is mistaken for another makes a shape that the parser does not accept, so that the parser reads the text.
"""
FOREIGN = re.compile(r"[^\t\n\f\r\x20-\x7e]")
"""Characters that no instruction has outside of comments and strings, so that keys and shapes may have them."""
_PLAIN_CHARACTERS = bytes([*b"\t\n\f\r", *range(0x20, 0x7F)])
_NEVER_PLAIN = re.compile(r'["#`]|@@')
"""Text that may hide other text from the parser."""
_NOT_NEWLINE = re.compile(r"[^\n]")
_PREFIX = re.compile(
    rf"""\s*(?:
    (?P<label>(?!(?:{"|".join(RESERVED)})\b)(?:[A-Za-z]|[_$%][\w$])[\w$]*)\s*:(?!:)
  | (?P<location>\.loc(?:_intermediate)?(?:\s+[0-9]+){{3}}
        (?:\s*,\s*function_name\s+\.?[\w$%]+(?:\s*\+\s*[0-9]+)?\s*,\s*inlined_at(?:\s+[0-9]+){{3}})?)
    )""",
    re.ASCII | re.VERBOSE,
)
"""A label or a source location before an instruction."""
_BRACE = re.compile(rf"\s*(?P<prefix>(?:{_NAME}\s*:\s*|\.loc(?:\s+{INTEGER}){{3}}\s*)*)(?P<brace>[{OPEN}{CLOSE}])\Z")
"""Shape of a brace, perhaps after labels and source locations."""
_MOST_SHAPES, _MOST_COARSE_SHAPES, _MOST_WORDS = 20_000, 100_000, 100_000
"""Sizes of the caches of shapes and of words."""

# Codes of pieces, in bytes in which expressions find runs. An unknown shape may become known; others never are
# part of a run. A prefix is a label or a source location.
_UNKNOWN, _OTHER, _PLAIN, _PREFIXED, _DECLARATION = b"uopld"
_OPENINGS, _CLOSINGS = (b"{", b"("), (b"}", b")")
_PREFIXES = (b"l", b"(", b")")
_MAY_BECOME_KNOWN = (b"u", *_OPENINGS)
LEVELS = 2
"""Most blocks around an instruction of a run."""
_INNER = rb"[{(][pld]{1,2000}[})]"
_BLOCK = rb"[{(](?:[pld]|" + _INNER + rb"){1,2000}[})]"
"""Codes of a block of instructions and declarations.

Blocks of inline assembly and of calls have one level, seldom two. The bounds limit the memory of the matcher.
"""
_RUN_WITH_BLOCKS = re.compile(rb"(?:[pl]|" + _BLOCK + rb"){1,4096}")
_RUN_WITHOUT_BLOCKS = re.compile(rb"[pl]{1,256}")
"""The longest runs. An editor's session checks a run again if one of its statements changes, hence the lower bound."""
_NOTED = re.compile(rb"\{p+\}|([ld(){}])")
"""Codes of pieces that a run lists, or a block without any, in which names mean the same as around it."""
_NEAR = 2000
"""Pieces of which the shapes may have become known that are looked up again at a time."""
_shapes: dict[str, int] = {}
"""Code of each known shape."""
_coarse_codes: dict[str, int] = {}
"""Code of known coarse shapes, in which only the words with `%` are replaced; a module repeats most of them."""


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


def _shapes_of(coarse: Iterable[str]) -> list[str]:
    """Return the shapes of coarse shapes."""
    parts = WORD.split(";".join(coarse) + ";")
    words = parts[1::2]
    new = set(words).difference(_sorts)
    if len(_sorts) + len(new) > _MOST_WORDS:
        _sorts.clear()
        new = set(words)
    _sorts.update({word: sort_of_number(word) if word[0] in NUMBERS else _NAME for word in new})
    _sorts.update({word: word for word in _LITERAL.intersection(new)})
    parts[1::2] = map(_sorts.__getitem__, words)
    return "".join(parts).split(";")[:-1]


def pieces(text: str) -> list[str]:
    """Return the pieces of a text; a piece that ends with the brace of a block contains the brace."""
    return text.replace(OPEN, f"{OPEN};").replace(CLOSE, f"{CLOSE};").split(";")


def prefix_length(statement: str) -> int:
    """Return the length of labels, source locations and white space before an instruction."""
    end = 0
    if ":" in statement or ".loc" in statement:
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
    """Return a text with blanks in place of its comments, and quotation marks for strings that may hide any."""
    quotes = text.count('"')
    plain = not quotes or quotes == 2 * len(_PLAIN_STRING.findall(text))
    parts = (_COMMENT if plain else _HIDDEN).split(text)
    blanks = {}
    for part in set(parts[1::2]):
        if part[0] == '"':
            blanks[part] = '"' * len(part)
        elif FOREIGN.search(part):
            blanks[part] = part  # The lexer reports these characters, so the parser must read the comment.
        else:
            blanks[part] = " " * len(part) if part[1] == "/" else _NOT_NEWLINE.sub(" ", part)
    parts[1::2] = map(blanks.__getitem__, parts[1::2])
    return "".join(parts)


class SplitText:
    """Text from `start` to `end`, split into pieces, each with the semicolon or the brace of a block that ends it."""

    def __init__(self, text: str, start: int, end: int) -> None:
        raw = without_comments(text[start:end])
        # A character that no instruction has replaces control characters, so that no text looks like a shape.
        if raw.encode("utf-8", "surrogatepass").translate(None, _PLAIN_CHARACTERS):
            raw = FOREIGN.sub("`", raw)
        if "{" in raw:
            raw = _OPENING.sub(OPEN, raw)
        if "}" in raw:
            raw = _CLOSING.sub(CLOSE, raw)
        self.start, self.end = start, end
        self.text = raw.replace(OPEN, ";").replace(CLOSE, ";")
        texts = self.text.split(";")
        self._last = len(texts) - 1
        """Number of the text after the last end of a piece."""
        self._starts = list(map(operator.add, accumulate(map(len, texts), initial=start), count()))
        self._parts = _REGISTER.split(raw)
        self._offsets = list(accumulate(map(len, self._parts), initial=start))
        """Places of the parts."""
        self._coarse = pieces(_NAME.join(self._parts[::2]))[:-1]
        new = set(self._coarse).difference(_coarse_codes)
        if len(_coarse_codes) + len(new) > _MOST_COARSE_SHAPES:
            _coarse_codes.clear()
            new = set(self._coarse)
        self._shapes = dict(zip(new, _shapes_of(new), strict=True)) if new else {}
        """Shapes of coarse shapes that were not known when the text was split."""
        for coarse, shape_ in self._shapes.items():
            code = _code_of(shape_)
            if code != _UNKNOWN:
                _coarse_codes[coarse] = code
        self._codes = bytearray(map(_coarse_codes.get, self._coarse, repeat(_UNKNOWN)))

    def run(self, offset: int, *, blocks: bool) -> Run | None:
        """Return a run that begins at `offset`, where a statement is expected; None if there is none.

        Without `blocks`, the run contains no blocks; with them, they nest `LEVELS` deep.
        """
        run = _RUN_WITH_BLOCKS if blocks else _RUN_WITHOUT_BLOCKS
        first = self._piece(offset)
        if first is None:
            return None
        while True:
            match = run.match(self._codes, first)
            end = match.end() if match is not None else first
            # Pieces may have become known after the text was split, at the end of the run or in a block there.
            if not self._look_up(end):
                break
        return self._make(first, end, offset) if end > first else None

    def _piece(self, offset: int) -> int | None:
        """Return the number of the piece that begins at an offset, apart from white space."""
        number = bisect_right(self._starts, offset) - 1
        if not 0 <= number < self._last:
            return None
        before = self.text[self._starts[number] - self.start : offset - self.start]
        return number if not before or before.isspace() else None

    def _look_up(self, first: int) -> bool:
        """Look up the next unknown shapes again; return True if the first of them are known now."""
        codes, known = self._codes, False
        if codes[first : first + 1] not in _MAY_BECOME_KNOWN:
            return False
        number = codes.find(_UNKNOWN, first, first + _NEAR)
        while number >= 0 and (code := _code_of(self._shapes[self._coarse[number]])) != _UNKNOWN:
            codes[number], known = code, True
            number = codes.find(_UNKNOWN, number + 1, first + _NEAR)
        return known

    def _make(self, first: int, last: int, offset: int) -> Run:
        """Return the run of the pieces from `first` to before `last`, of which the first begins at `offset`."""
        starts, offsets = self._starts, self._offsets
        begin, end = starts[first], starts[last]
        low, high = bisect_right(offsets, begin) - 1, bisect_right(offsets, end - 1) - 1
        # The ends of pieces are in parts between words; the first piece may begin with a word.
        parts = self._parts[low : high + 1]
        parts[-1] = parts[-1][: end - offsets[high]]
        parts[0] = parts[0][begin - offsets[low] :]
        if low % 2:
            parts.insert(0, "")
            low -= 1
        labels: list[Label] = []
        locations: list[tuple[int, int]] = []
        blocks: list[RunBlock] = []
        open_blocks: list[tuple[int, int, list[int], list[Label]]] = []
        """Number, first piece, declarations and labels of each block around the piece."""
        for match in _NOTED.finditer(self._codes, first, last):
            if match.lastindex is None:
                continue  # A block without names of its own.
            number, code = match.start(), match[0]
            if code in _PREFIXES:
                place = max(offset, starts[number])
                statement = self.text[place - self.start : starts[number + 1] - 1 - self.start]
                own_labels, own_locations = _prefixes(statement, place)
                (open_blocks[-1][3] if open_blocks else labels).extend(own_labels)
                locations += own_locations
            if code in _OPENINGS:
                open_blocks.append((len(blocks), number, [], []))
                blocks.append(RunBlock((), (), 0, 0, 0, 0, 0))
            elif code == b"d":
                open_blocks[-1][2].append(number)
            elif code in _CLOSINGS:
                index, opening, declarations, own = open_blocks.pop()
                spans = tuple((starts[piece], starts[piece + 1]) for piece in declarations)
                blocks[index] = RunBlock(
                    spans,
                    tuple(own),
                    opening - first,
                    number + 1 - first,
                    bisect_left(offsets, starts[opening]) - low,
                    bisect_left(offsets, starts[number + 1]) - low,
                    starts[opening + 1],
                    open_blocks[-1][0] if open_blocks else -1,
                )
        text = self.text[offset - self.start : end - self.start]
        return Run(text, parts, tuple(labels), tuple(locations), tuple(blocks), offset, end)

    def end_of_piece(self, offset: int) -> int:
        """Return the offset of the semicolon, or the brace of a block, that ends the piece at `offset`, or -1."""
        number = bisect_right(self._starts, offset) - 1
        return self._starts[number + 1] - 1 if 0 <= number < self._last else -1

    def learn(self, offset: int, nodes: Sequence[Any] | None) -> bool:
        """Remember the nodes of the piece at `offset` as those of its shape; None if it has errors.

        Returns:
            True if a run may begin with the piece.
        """
        number = self._piece(offset)
        shape = self._shapes.get(self._coarse[number]) if number is not None else None
        if number is None or shape is None or shape in _shapes:
            return False
        statement = self.text[offset - self.start : self._starts[number + 1] - 1 - self.start]
        code = _code_of_nodes(statement, offset, nodes)
        _remember(shape, code)
        return code in (_PLAIN, _PREFIXED)


def _remember(shape: str, code: int) -> None:
    if len(_shapes) >= _MOST_SHAPES:
        _shapes.clear()
    _shapes[shape] = code


def _code_of(shape: str) -> int:
    """Return the code of a shape: a known one, a brace, or one that differs in white space before it."""
    code = _shapes.get(shape)
    if code is None:
        code = _shapes.get(shape.lstrip())
        if code is None and shape[-1:] in (OPEN, CLOSE) and (match := _BRACE.match(shape)):
            prefixed = bool(match["prefix"])
            code = b"({"[not prefixed] if match["brace"] == OPEN else b")}"[not prefixed]
        if code is None:
            return _UNKNOWN
        _remember(shape, code)
    return code


def _code_of_nodes(statement: str, start: int, nodes: Sequence[Any] | None) -> int:
    """Return the code of a shape, from the nodes of a statement that has it."""
    if not nodes or _NEVER_PLAIN.search(statement):
        return _OTHER
    last = nodes[-1]
    numbers = [start + match.start() for match in WORD.finditer(f"{statement};") if match[0][0] in NUMBERS]
    if isinstance(last, Declaration) and len(nodes) == 1:
        # The alignment, which is checked with the text of the declaration, is the only number that is left out.
        plain = (
            last.space in ("reg", "param")
            and last.linkage is None
            and not last.attributes
            and isinstance(last.declarators, tuple)
            and all(item.copies is None and item.initializer is None for item in last.declarators)
            and len(numbers) == (last.alignment is not None)
        )
        return _DECLARATION if plain and last.declarators else _OTHER
    if not isinstance(last, Instruction):
        return _OTHER
    # A number that the shape leaves out must not be part of an expression, whose value may be an error.
    spans = list(_expressions(last.operands)) if numbers else ()
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
