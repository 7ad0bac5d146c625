"""Text of the statement at an offset, also while it is being written.

    spot = statement_at("add.s32 %r1, %r2, 1; mul.lo.", 28)
    spot.opcode, spot.part  # ("mul.lo", "opcode")

A statement that is being written is not in the syntax tree, so its tokens are read from the text before and after the
offset. The search for its start is bounded: longer statements are constant data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ptxisa.isa.instructions import set_of_mnemonics
from ptxisa.syntax.lexer import matches

_REACH = 8000
"""Characters before the offset in which a statement begins, and after it in which it ends."""
_WITHOUT_SEMICOLON = frozenset(
    {".version", ".target", ".address_size", ".file", ".loc", ".loc_intermediate", ".section", "@@DWARF"}
)
"""Directives that end with their line."""
_FUNCTIONS = frozenset({".entry", ".func"})
_LINKAGES = frozenset({".extern", ".visible", ".weak", ".common"})
_SKIPPED = frozenset({"marker", "preprocessor", "foreign", "skipped", "nul", "end"})
_COMMENTS = frozenset({"comment", "open_comment"})


class Word(NamedTuple):
    """Token of a statement; `kind` as in `ptxisa.syntax.lexer`."""

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """Offset just past the token."""
        return self.start + len(self.text)


class Spot(NamedTuple):
    """Place in a statement.

    `part` is "start" (nothing but white space before the offset, or the first word), "opcode", "operand",
    "directive", "comment" or "string".
    """

    part: str
    offset: int
    words: tuple[Word, ...]
    """Tokens of the statement after labels, guard included; none in an empty statement."""
    in_function: bool
    """True if the statement is in braces."""

    @property
    def head(self) -> Word | None:
        """Token of the opcode or of the directive, after the guard."""
        words = self.words
        if words and words[0].text == "@":
            rest = [word for word in words[1:] if word.text != "!"]
            return rest[1] if len(rest) > 1 else None
        return words[0] if words else None

    @property
    def opcode(self) -> str:
        """Opcode as it is written; "" for a directive."""
        head = self.head
        return head.text if head is not None and head.kind == "word" else ""

    @property
    def word(self) -> Word | None:
        """Token that contains the offset or ends there."""
        touching = [word for word in self.words if word.start <= self.offset <= word.end]
        return next((word for word in reversed(touching) if word.kind != "symbol"), touching[0] if touching else None)

    @property
    def typed(self) -> Word | None:
        """Token before the offset that contains it or ends there, which completion replaces."""
        word = self.word
        return word if word is not None and word.start < self.offset else None

    @property
    def operand(self) -> int:
        """Number of the operand at the offset: commas before it that are in no brackets."""
        head = self.head
        depth = number = 0
        for word in self.words:
            if head is None or word.start <= head.start or word.start >= self.offset:
                continue
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(word.text, 0)
            number += word.text == "," and depth == 0
        return number


def statement_at(text: str, offset: int) -> Spot:
    """Return the statement at an offset, as far as it is written."""
    words: list[Word] = []
    depth = braces = 0  # Open braces of the statement; blocks that were opened since `start`.
    start = _start(text, offset)
    for word in _words(text, start):
        if word.kind in (*_COMMENTS, "string", "open_string") and word.start < offset < word.end + (
            word.text.startswith("//") or word.kind.startswith("open")
        ):
            return Spot("comment" if word.kind in _COMMENTS else "string", offset, tuple(words), braces > 0)
        if word.kind in _COMMENTS:
            continue
        if words and _begins(word, words, text):
            if word.start >= offset:
                break
            words, depth = [], 0
        if not words and word.start > offset:
            break
        if word.text == ";":
            if word.start >= offset:
                break
            words, depth = [], 0
        elif word.text == "{" and (not words or _opens_block(words)):
            if word.start >= offset:
                break
            braces += 1
            words, depth = [], 0
        elif word.text == "}" and depth == 0:
            if word.start >= offset:
                break
            braces -= 1
            words = []
        elif word.text == ":" and len(words) == 1 and words[0].kind == "word" and word.start < offset:
            words = []  # The word was a label.
        else:
            depth += {"{": 1, "}": -1}.get(word.text, 0)
            words.append(word)
        if word.start > offset + _REACH:
            break
    # Braces in comments and strings do not matter for completion.
    open_before = text.count("{", 0, start) - text.count("}", 0, start)
    inside = braces > 0 or open_before + braces > 0
    return Spot(_part(words, offset), offset, tuple(words), inside)


def _words(text: str, start: int) -> Iterator[Word]:
    """Yield the tokens of a text, comments and lone dots among them."""
    for match in matches(text, start):
        kind = match.lastgroup or ""
        if kind == "end":
            return
        if kind not in _SKIPPED and (kind != "stray" or match[kind] == "."):
            yield Word("dotted" if kind == "stray" else kind, match[kind], match.start(kind))


def _start(text: str, offset: int) -> int:
    """Return an offset before the statement at which a statement begins: after a semicolon, or 0."""
    low, end = max(0, offset - _REACH), offset
    # A semicolon in a comment or a string ends no statement; reading from the start of the text would tell both apart
    # exactly, but takes time that grows with the text, at each key.
    while (semicolon := text.rfind(";", low, end)) >= 0:
        line = text[text.rfind("\n", 0, semicolon) + 1 : semicolon]
        in_comment = "//" in line or text.rfind("/*", low, semicolon) > text.rfind("*/", low, semicolon)
        if not in_comment and line.count('"') % 2 == 0:
            return semicolon + 1
        end = semicolon
    if low == 0:
        return 0
    # No semicolon in reach: constant data, or text without any. The start of a line splits no token.
    newline = text.find("\n", low, offset)
    return newline + 1 if newline >= 0 else low


def _begins(word: Word, words: list[Word], text: str) -> bool:
    """Return True if a token begins another statement although the one before has no semicolon."""
    # While a statement is being written, its semicolon is missing, and the next line must not count as its operands.
    last = words[-1]
    if "\n" not in text[last.end : word.start]:
        return False
    if words[0].text in _WITHOUT_SEMICOLON:
        return True
    if last.text == "," or words[0].text in _FUNCTIONS | _LINKAGES:
        return False
    if word.kind == "dotted":
        return word.text in _LINKAGES | _FUNCTIONS | _WITHOUT_SEMICOLON | {".reg", ".shared", ".local", ".global"}
    # A word alone on a line may be an operand; with a mnemonic and a modifier, it is an opcode.
    return word.text == "@" or (
        word.kind == "word" and word.text.partition(".")[0] in set_of_mnemonics() and "." in word.text
    )


def _opens_block(words: list[Word]) -> bool:
    """Return True if a brace after these tokens opens a body or a section, not a vector or an initial value."""
    first = words[0].text
    return first in _FUNCTIONS | _LINKAGES | {".section"} and not any(word.text == "=" for word in words)


def _part(words: list[Word], offset: int) -> str:
    """Return the part of a statement at an offset, by the tokens before it; see `Spot`."""
    before = [word for word in words if word.start < offset]
    if not before:
        return "start"
    first, last = before[0], before[-1]
    if first.kind == "dotted":
        return "start" if len(before) == 1 and offset <= first.end else "directive"
    if first.text == "@":
        # The predicate of a guard is an operand, and what follows it is as at the start.
        rest = [word for word in before[1:] if word.text != "!"]
        if len(rest) < 2:
            return "operand" if not rest or offset <= rest[0].end else "start"
        before = rest[1:]
        first = before[0]
    if offset <= first.end or (len(before) == 2 and last.text == "." and last.start == first.end):
        return "opcode" if "." in first.text or len(before) == 2 else "start"
    return "operand"


_IDENTIFIER = re.compile(r"(?:[A-Za-z][\w$]*|[_$%][\w$]+)", re.ASCII)


def identifier_at(text: str, offset: int) -> tuple[int, int] | None:
    """Return the offsets of the identifier that contains an offset or ends there."""
    low = offset
    while low > 0 and (text[low - 1].isalnum() or text[low - 1] in "_$%") and text[low - 1].isascii():
        low -= 1
    match = _IDENTIFIER.match(text, low)
    return match.span() if match and match.end() >= offset and match.end() > low else None
