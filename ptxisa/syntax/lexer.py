"""Cut PTX text into tokens: one pass of one regular expression, linear in the length of the text.

A token is a tuple `(kind, text, offset)`. White space, comments and line markers are skipped. Characters that begin no
token are reported and skipped.

The kinds:
    word       an identifier, with the dotted names that follow it directly: `%r1`, `add.rn.f32`, `%tid.x`
    dotted     a dotted name that stands alone: `.reg`, `.v4`, `.L2::cache_hint`, `.const[2]`
    integer    `42`, `0x2aU`, `052`, `0b101010`
    decimal    `1.5`, `.5`, `1e-3`: a double
    exact      `0f3f800000`, `0d3ff0000000000000`: the bits of a single or a double
    malformed  a digit that begins no constant; reported, and kept to stand where a constant would
    string     with its quotes; there are no escapes, and a string may span lines
    symbol     punctuation and operators, and `_` alone
    dwarf      a whole `@@DWARF` line
    end        the end of the text, with empty text; repeats for ever
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain, repeat

from ptxisa.syntax.source import undecoded_byte

Token = tuple[str, str, int]


Report = Callable[[str, str, int, int, str, str], object]
"""Function that receives a diagnostic: code, message, start and end offsets, hint, severity."""

# Bounds on repeated groups bound the matcher's memory; a longer chain becomes several tokens, which the
# parser joins. A constant bank is part of the name in PTX before 2.2 (`ld.const[2].b32`), a ratio part of a modifier
# since PTX 9.4 (`.sp::2:4`).
_TOKEN = re.compile(
    r"""[ \t\r\n\f]*(?:
    (?P<word> (?:[A-Za-z][\w$]*|[_$%][\w$]+)
        (?:\.(?:const\[[0-9]+\]|\w[\w$]*(?:(?:::\w+){1,7}(?::\w+)?)?)){0,63} )
  | (?P<symbol> [][{}(),;:~+\-*%^?_] | \|\|? | &&? | [=!]=? | <[<=]? | >[>=]? | /(?![/*]) | @(?!@DWARF\b) )
  | (?P<comment> //[^\n]* | /\*(?s:.*?)\*/ )
  | (?P<open_comment> /\*(?s:.*) )
  | (?P<dwarf> @@DWARF\b[^\n]* )
  | (?P<integer> (?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)U?(?![\w$.]) )
  | (?P<dotted> \.(?:const\[[0-9]+\]|[A-Za-z_][\w$]*(?:(?:::\w+){1,7}(?::\w+)?)?|[0-9]d\b) )
  | (?P<exact> 0(?:[fF][0-9a-fA-F]{8}|[dD][0-9a-fA-F]{16})(?![\w$.]) )
  | (?P<decimal> (?:(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+)(?![\w$.]) )
  | (?P<malformed> \.?[0-9][\w$.]* )
  | (?P<string> "[^"]*" )
  | (?P<open_string> "[^\n;]* )
  | (?P<marker> \#[ \t]*(?:line[ \t]+)?[0-9][^\n]* )
  | (?P<preprocessor> \#[^\n]* )
  | (?P<foreign> [^\x00-\x7f]+ )
  | (?P<end> \Z )
  | (?P<stray> [\x00-\x08\x0b\x0e-\x1f\x7f`'\\]+ | [$.] )
    )""",
    re.VERBOSE | re.ASCII,
)
_SKIPPED = frozenset({"comment", "marker", "open_comment", "preprocessor", "foreign", "stray"})
_FOREIGN = re.compile(r"[^\x00-\x7f]+")
_NAMES = {number: kind for kind, number in _TOKEN.groupindex.items()}
_COMMON = ("word", "symbol", "integer", "dotted", "exact", "decimal")

COMMON_KINDS = tuple(kind if (kind := _NAMES.get(number, "")) in _COMMON else "" for number in range(_TOKEN.groups + 1))
"""By the number of its group, the kind of a token that is taken as it is; "" where `inspected` has a say."""


def matches(text: str, start: int = 0) -> Iterator[re.Match[str]]:
    """Yield a match for each token, including skipped ones; the match of the end repeats forever."""
    end = _TOKEN.match(text, len(text))
    assert end is not None, "the end of a text is a token"
    return chain(_TOKEN.finditer(text, start), repeat(end))


def inspected(match: re.Match[str], report: Report) -> Token | None:
    """Return the token of a match after reporting its errors; None for a skipped one."""
    index = match.lastindex or 0
    kind, text, start = _NAMES[index], match[index], match.start(index)
    if not COMMON_KINDS[index]:
        _inspect((kind, text, start), report)
    if kind in _SKIPPED:
        return None
    return "string" if kind == "open_string" else kind, text, start


def _inspect(token: Token, report: Report) -> None:
    """Report what is wrong with a rare token."""
    kind, text, start = token
    if kind in _COMPLAINTS:
        code, message, hint = _COMPLAINTS[kind]
        hint = hint or (_how_to_write(text) if kind == "malformed" else "")
        report(code, message.format(text=quoted(text)), start, _complaint_end(token), hint, "error")
    foreign = None if text.isascii() else _FOREIGN.search(text)
    if foreign:
        _report_foreign(foreign[0], start + foreign.start(), kind, report)


_COMPLAINTS = {
    "open_comment": ("unterminated-comment", "this comment never ends", "close it with */"),
    "open_string": ("unterminated-string", 'this string has no closing "', ""),
    "malformed": ("malformed-number", "{text} is not a number", ""),
    "preprocessor": (
        "preprocessor-directive",
        "a preprocessor line other than a line marker",
        "run the preprocessor over the file first",
    ),
    "stray": ("stray-character", "unexpected character {text}", ""),
}


def _how_to_write(text: str) -> str:
    """Return a hint for a malformed number."""
    digits = {"0f": 8, "0d": 16}.get(text[:2].lower())
    if digits is not None:
        return f"{text[:2]} takes {digits} hexadecimal digits"
    return f"write {text[:-1]}" if text[-1:] in ("f", "F") and text[:2].lower() != "0x" else ""


def _complaint_end(token: Token) -> int:
    """Return the end of the marked range: two characters of an unterminated comment, all of other tokens."""
    kind, text, start = token
    return start + (2 if kind == "open_comment" else len(text))


def quoted(text: str) -> str:
    """Return the text in quotes for a message, truncated and without control characters."""
    return repr(text if len(text) <= 60 else f"{text[:60]}…")


def _report_foreign(text: str, start: int, kind: str, report: Report) -> None:
    """Report non-ASCII characters. CUDA 11 accepts them anywhere, 12.9 to 13.0 nowhere, 13.5 in comments."""
    severity = "warning" if kind in ("comment", "marker") else "error"
    byte = undecoded_byte(text[0])
    if byte is not None:
        report("undecodable-byte", f"invalid UTF-8 byte 0x{byte:02X}", start, start + 1, "", severity)
    else:
        message = f"{quoted(text)} is not ASCII"
        report("non-ascii-character", message, start, start + len(text), "", severity)
