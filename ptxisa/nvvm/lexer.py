"""Tokens of textual LLVM IR: one pass of one regular expression, linear in the length of the text.

White space and comments yield no token. The kinds are:
    word      a keyword, an opcode, a type or an attribute: `define`, `add`, `i32`, `nuw`
    label     a name with its colon: `entry:`, `12:`, and fields of metadata: `filename:`
    number    `42`, `-1`, `1.5e+00`, `0xH3C00`
    string    with its quotes, `c"…"` included
    local     `%name`, `%0`, `%"any name"`
    global    `@name`, `@0`, `@"any name"`
    metadata  `!name`, `!0`
    group     `#0`
    record    `#dbg_value`, a debug record
    comdat    `$name`, `$"any name"`
    summary   `^0`
    symbol    punctuation, and `!` alone
    open      a quote without a closing quote, or `/*` without `*/`
    stray     characters that begin no token
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ptxisa.isa.diagnostics import Span

_NAME = r'(?:[-\w$.]+|"[^"]*")'
_TOKEN = re.compile(
    rf"""[ \t\r\f\v\n]*(?:
    (?P<comment> ;[^\n]* | /\*.*?\*/ )
  | (?P<number> [-+]?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)? )
  | (?P<comdat> \$"[^"]*" )
  | (?P<run> \+?[-\w$.]+ )(?P<colon>:)?
  | (?P<local> %{_NAME} )
  | (?P<global> @{_NAME} )
  | (?P<metadata> ![-\w$.\\]+ )
  | (?P<group> \#[0-9]+ )
  | (?P<record> \#[a-z_]+ )
  | (?P<summary> \^[0-9]+ )
  | (?P<string> "[^"]*" )(?P<named>:)?
  | (?P<symbol> [][(){{}}<>,=*|!] )
  | (?P<open> " | /\* )
  | (?P<end> \Z )
  | (?P<stray> [^][\s(){{}}<>,=*|!;%@\#^"/\w$.+-]+ | . )
    )""",
    re.VERBOSE | re.ASCII | re.DOTALL,
)
_NUMBER = re.compile(r"[-+]?[0-9]+|\+\w+|[us]?0x[KLMHR]?[0-9A-Fa-f]+")
_SCAN = re.compile(
    r'"[^"]*"|;[^\n]*|(?P<comment>/\*.*?\*/)'
    r"|(?P<opaque>(?<![\w.$%@!-])ptr(?![\w.$-]))|(?P<typed>\*)",
    re.ASCII | re.DOTALL,
)
FEW = "{0,400}"
"""Repetitions in a line; with no limit, time would be quadratic."""
_SEPARATOR = re.compile(r"[][(){}<>,]")
_SIGILS = ("local", "global", "metadata", "comdat")
ADDRESS_SPACES = 1 << 24
"""Number of address spaces of LLVM. LLVM 7 keeps the low bits of larger numbers, which newer LLVM reports."""


class Token(NamedTuple):
    """A token; `fresh` is true for the first token in a line."""

    kind: str
    text: str
    start: int
    fresh: bool

    @property
    def end(self) -> int:
        """Index after the last character."""
        return self.start + len(self.text)

    @property
    def name(self) -> str:
        """Name of a local, a global, a label or metadata, without its sigil and quotes."""
        text = self.text[1:] if self.kind in _SIGILS else self.text.removesuffix(":")
        return unquote(text) if text.startswith('"') else text


def tokens(text: str) -> list[Token]:
    """Return the tokens of a text."""
    result: list[Token] = []
    append, new = result.append, tuple.__new__  # The constructor of a NamedTuple costs twice as much.
    fresh = True
    last = 0
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind in ("colon", "named"):
            group, kind = "run" if kind == "colon" else "string", "label"
            start, end = match.start(group), match.end()
        else:
            start, end = match.span(kind)
        if start > last and not fresh:
            fresh = "\n" in text[last:start]
        last = end
        if kind in ("comment", "end"):
            continue
        piece = text[start:end]
        if kind == "run":
            first = piece[0]
            if first in "$-+.0123456789us" and _NUMBER.fullmatch(piece):
                kind = "number"
            else:
                kind = "comdat" if first == "$" else "word"
        append(new(Token, (kind, piece, start, fresh)))
        fresh = False
    return result


def first_pointer(text: str) -> re.Match[str] | None:
    """Return the first pointer type of a text, as the group `opaque` for `ptr` or `typed` for `*`."""
    return next((match for match in _SCAN.finditer(text) if match.lastgroup in ("opaque", "typed")), None)


def block_comments(text: str) -> list[Span]:
    """Return the places of comments such as `/* … */`."""
    matches = _SCAN.finditer(text) if "/*" in text else ()
    return [Span(*match.span()) for match in matches if match.lastgroup == "comment"]


def words(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


def whole_word(word: str) -> str:
    """Return a pattern for a word that is not the end of a name, for masked texts.

    A pattern that begins with a literal is searched several times faster than one that begins with a condition.
    """
    return rf"{re.escape(word)}(?<![\w.$%@!\0-]{re.escape(word)})"


def balanced(depth: int) -> str:
    """Return a pattern for a character of a line, or for brackets of this depth."""
    plain = r"[^][(){}<>\n]"
    return rf"(?:{plain}|[\[({{<]{balanced(depth - 1)}{FEW}[\])}}>])" if depth else plain


def closing_bracket(text: str, opening: int, high: int) -> int:
    """Return the index after the bracket of a masked text that closes the one at `opening`; `high` if none does."""
    depth = 0
    for match in _SEPARATOR.finditer(text, opening, high):
        if match[0] != ",":
            depth += 1 if match[0] in "([{<" else -1
            if depth == 0:
                return match.end()
    return high


def between_commas(text: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    """Yield the places of what is between commas outside brackets of a masked text, without spaces around it."""
    commas, depth = [], 0
    for match in _SEPARATOR.finditer(text, low, high):
        if match[0] != ",":
            depth += 1 if match[0] in "([{<" else -1
        elif depth == 0:
            commas.append(match.start())
    for start, end in zip([low, *(comma + 1 for comma in commas)], [*commas, high], strict=True):
        piece = text[start:end]
        if piece.strip():
            yield start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


def unquote(text: str) -> str:
    """Return the content of a string or a quoted name, with its escapes decoded."""
    inner = text[text.index('"') + 1 : -1] if text.endswith('"') and '"' in text else text
    return re.sub(r"\\(?:\\|([0-9a-fA-F]{2}))", lambda match: chr(int(match[1], 16)) if match[1] else "\\", inner)
