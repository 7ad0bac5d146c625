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
    comdat    `$name`
    summary   `^0`
    symbol    punctuation, and `!` alone
    open      a quote without a closing quote
    stray     characters that begin no token
"""

from __future__ import annotations

import re
from typing import NamedTuple

_NAME = r'(?:[-\w$.]+|"[^"]*")'
_TOKEN = re.compile(
    rf"""[ \t\r\n\f\v]*(?:
    (?P<comment> ;[^\n]* )
  | (?P<number> -?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)? )
  | (?P<run> [-\w$.]+ )(?P<colon>:)?
  | (?P<local> %{_NAME} )
  | (?P<global> @{_NAME} )
  | (?P<metadata> ![-\w$.\\]+ )
  | (?P<group> \#[0-9]+ )
  | (?P<summary> \^[0-9]+ )
  | (?P<string> "[^"]*" )(?P<named>:)?
  | (?P<symbol> [][(){{}}<>,=*|!] )
  | (?P<open> " )
  | (?P<end> \Z )
  | (?P<stray> [^][\s(){{}}<>,=*|!;%@\#^"\w$.-]+ | . )
    )""",
    re.VERBOSE | re.ASCII | re.DOTALL,
)
_NUMBER = re.compile(r"-?[0-9]+|[us]?0x[KLMHR]?[0-9A-Fa-f]+")
_SIGILS = ("local", "global", "metadata", "comdat")


class Token(NamedTuple):
    """A token; `fresh` is true for the first one of a line."""

    kind: str
    text: str
    start: int
    fresh: bool

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def name(self) -> str:
        """Name of a local, a global, a label or metadata, without its sigil and quotes."""
        text = self.text[1:] if self.kind in _SIGILS else self.text.removesuffix(":")
        return unquote(text) if text.startswith('"') else text


def tokens(text: str) -> list[Token]:
    """Return every token of a text."""
    found: list[Token] = []
    fresh = True
    for match in _TOKEN.finditer(text):
        kind = group = match.lastgroup or ""
        if kind in ("colon", "named"):
            kind, group = "label", "run" if kind == "colon" else "string"
        start = match.start(group)
        fresh = fresh or "\n" in text[match.start() : start]
        if kind in ("comment", "end"):
            continue
        piece = text[start : match.end()]
        if kind == "run":
            kind = "number" if _NUMBER.fullmatch(piece) else "comdat" if piece.startswith("$") else "word"
        found.append(Token(kind, piece, start, fresh))
        fresh = False
    return found


def words(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


def unquote(text: str) -> str:
    """Return the content of a string or a quoted name, with its escapes decoded."""
    inner = text[text.index('"') + 1 : -1] if text.endswith('"') and '"' in text else text
    return re.sub(r"\\([0-9a-fA-F]{2})", lambda match: chr(int(match[1], 16)), inner)
