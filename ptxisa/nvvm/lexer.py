"""Cut textual LLVM IR into tokens: one pass of one regular expression, linear in the length of the text.

White space and comments yield no token. The kinds:
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
    open      a string that never ends
    stray     what begins no token
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


class Token(NamedTuple):
    """A token; `fresh` says that it is the first of its line."""

    kind: str
    text: str
    start: int
    fresh: bool

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def tokens(text: str) -> list[Token]:
    """Every token of a text."""
    found: list[Token] = []
    fresh = True
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        kind = {"colon": "label", "named": "label"}.get(kind, kind)
        name = "run" if kind == "label" and match["run"] else "string" if kind == "label" else kind
        start = match.start(name)
        fresh = fresh or "\n" in text[match.start() : start]
        if kind not in ("comment", "end"):
            found.append(Token(*_classified(kind, text[start : match.end()]), start, fresh))
            fresh = False
    return found


def _classified(kind: str, text: str) -> tuple[str, str]:
    """The kind of a run of name characters, and of all others as they are."""
    if kind != "run":
        return kind, text
    if _NUMBER.fullmatch(text):
        return "number", text
    return ("comdat" if text.startswith("$") else "word"), text


def words(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


def unquoted(text: str) -> str:
    """What is in a string or a quoted name, with its escapes undone."""
    inner = text[text.index('"') + 1 : -1] if text.endswith('"') and '"' in text else text
    return re.sub(r"\\([0-9a-fA-F]{2})", lambda match: chr(int(match[1], 16)), inner)


def name(token: Token) -> str:
    """The name of a local, a global, a label or metadata, without its sigil and quotes."""
    text = token.text[1:] if token.kind in ("local", "global", "metadata", "comdat") else token.text.removesuffix(":")
    return unquoted(text) if text.startswith('"') else text
