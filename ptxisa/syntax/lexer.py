"""Split PTX text into tokens: one pass of one regular expression, linear in the length of the text.

    tokens = (token for match in matches(text) if (token := inspected(match, report)))

A token is a tuple `(kind, text, offset)`. White space, comments and line markers are skipped. Characters that begin no
token are reported and skipped.

The kinds:
    word       an identifier, with the dotted names that follow it directly: `%r1`, `add.rn.f32`, `%tid.x`
    dotted     a dotted name on its own: `.reg`, `.v4`, `.L2::cache_hint`, `.const[2]`
    integer    `42`, `0x2aU`, `052`, `0b101010`
    decimal    `1.5`, `.5`, `1e-3`: a double
    exact      `0f3f800000`, `0d3ff0000000000000`: the bits of a single or a double
    malformed  a digit that begins no constant; reported, and kept in place of a constant
    string     with its quotes; there are no escapes, and a string may span lines
    symbol     punctuation and operators, and `_` alone
    dwarf      a whole `@@DWARF` line
    end        the end of the text, with empty text; repeats forever
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain, repeat

from ptxisa.syntax.source import undecoded_byte

Token = tuple[str, str, int]
"""Kind, text and offset."""

Report = Callable[[str, str, int, int, str, str, str | None], object]
"""Function that receives a diagnostic: code, message, start and end offsets, hint, severity, rule."""

# Alternatives are in the order of their frequency in compiler output, since the matcher tries them in turn.
#
# Bounds on repeated groups bound the matcher's memory; a longer chain becomes several tokens, which the
# parser joins. A constant bank is part of the name in PTX before 2.2 (`ld.const[2].b32`), a ratio part of a modifier
# since PTX 9.4 (`.sp::2:4`).
_TOKEN = re.compile(
    r"""[ \t\r\n\f]*(?:
    (?P<word> (?:[A-Za-z][\w$]*|[_$%][\w$]+)
        (?:\.(?:const\[[0-9]+\]|\w[\w$]*(?:(?:::\w+){1,7}(?::\w+)?)?)){0,63} )
  | (?P<symbol> [][{}(),;:~+\-*%^?_\\] | \|\|? | &&? | [=!]=? | <[<=]? | >[>=]? | /(?![/*]) | @(?!@DWARF\b) )
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
  | (?P<marker> \#[ \t\f]*(?:line[ \t\f]*)?[0-9]+[ \t\f]+"[^"]*"(?:[ \t\f]+[0-9])*[ \t\f\r]*(?=\n) )
  | (?P<preprocessor> \#[^\n]* )
  | (?P<foreign> [^\x00-\x7f]+ )
  | (?P<end> \Z )
  | (?P<stray> [\x01-\x08\x0b\x0e-\x19\x1b-\x1f\x7f`']+ | [$.] )
  | (?P<skipped> \x1a+ )
  | (?P<nul> \x00(?s:.*) )
    )""",
    re.VERBOSE | re.ASCII,
)
RESERVED = {"WARP_SZ": "a constant", "function_name": "a keyword of .loc", "inlined_at": "a keyword of .loc"}
"""Words that cannot be names, and what they are; of 8,004 words the only ones in ptxas 11.8, 12.9 and 13.5."""
C_STATEMENTS = frozenset({"do", "else", "for", "if", "switch", "while"})
"""Words that begin statements of C, which the parser reports."""
_SKIPPED = frozenset({"comment", "marker", "open_comment", "preprocessor", "foreign", "stray", "skipped", "nul"})
_FOREIGN = re.compile(r"[^\x00-\x7f]+")
_NAMES = {number: kind for kind, number in _TOKEN.groupindex.items()}
_COMMON = ("word", "symbol", "integer", "dotted", "exact", "decimal")

COMMON_KINDS = tuple(kind if (kind := _NAMES.get(number, "")) in _COMMON else "" for number in range(_TOKEN.groups + 1))
"""Kind of a token by the number of its group; "" for rare kinds, which `inspected` checks."""

_ERRORS: dict[str, tuple[str, str, str, str | None]] = {
    "open_comment": ("unterminated-comment", "this comment never ends", "close it with */", None),
    "open_string": ("unterminated-string", 'this string has no closing "', "", None),
    "malformed": ("malformed-number", "{text} is not a number", "", None),
    "preprocessor": (
        "preprocessor-directive",
        "a preprocessor line other than a line marker",
        "run the preprocessor over the file first",
        None,
    ),
    "stray": ("stray-character", "unexpected character {text}", "", None),
    "skipped": ("stray-character", "unexpected character {text}", "", "characters"),
    "nul": ("stray-character", "unexpected null character; the text after it is not read", "", "null_characters"),
}
"""Code, message, hint and rule of each kind that is an error."""

_MARKER_START = re.compile(r"#[ \t\f]*(?:line[ \t\f]*)?[0-9]")
_MARKER_HINT = 'write a line marker as # 12 "file" or #line 12 "file", with nothing else up to the end of the line'


def matches(text: str, start: int = 0, end: re.Match[str] | None = None) -> Iterator[re.Match[str]]:
    """Yield a match for each token, including skipped ones; the match of the end repeats forever.

    Args:
        text: Text with tokens.
        start: Offset of the first token, or of white space before it.
        end: Result of `end_match`, for those who read many parts of a text.
    """
    return chain(_TOKEN.finditer(text, start), repeat(end or end_match(text)))


def end_match(text: str) -> re.Match[str]:
    """Return the match of the token at the end of a text."""
    end = _TOKEN.match(text, len(text))
    assert end is not None, "the end of a text is a token"
    return end


def inspected(match: re.Match[str], report: Report) -> Token | None:
    """Return the token of a match after reporting its errors; None for a skipped one."""
    index = match.lastindex or 0
    kind, text, start = _NAMES[index], match[index], match.start(index)
    if kind in _ERRORS:
        code, message, hint, rule = _ERRORS[kind]
        # The first characters are marked of what extends to the end of the text.
        end = start + {"open_comment": 2, "nul": 1}.get(kind, len(text))
        if kind == "malformed":
            digits = {"0f": 8, "0d": 16}.get(text[:2].lower())
            if digits is not None:
                hint = f"{text[:2]} takes {digits} hexadecimal digits"
            elif text[-1:] in ("f", "F") and text[:2].lower() != "0x":
                hint = f"write {text[:-1]}"
        elif kind == "preprocessor" and _MARKER_START.match(text):
            hint = _MARKER_HINT
        report(code, message.format(text=quoted(text)), start, end, hint, "error", rule)
    if not COMMON_KINDS[index] and kind != "nul":
        if not text.isascii():
            _report_foreign(kind, text, start, report)
        if "\0" in text:
            # A string may contain NUL before ptxas 13.0; a comment ends the text in every release, without its end.
            place, rule = start + text.index("\0"), "null_characters" if kind == "string" else None
            message = f"unexpected null character in a {kind.removeprefix('open_')}"
            report("stray-character", message, place, place + 1, "", "error", rule)
    if kind in _SKIPPED:
        return None
    return "string" if kind == "open_string" else kind, text, start


def _report_foreign(kind: str, text: str, start: int, report: Report) -> None:
    """Report non-ASCII characters: a warning in comments, an error elsewhere."""
    foreign = _FOREIGN.search(text)
    assert foreign is not None, "the text is not ASCII"
    severity = "warning" if kind == "comment" else "error"
    rule = {"comment": "source_text", "marker": "strings", "string": "strings"}.get(kind)
    start, byte = start + foreign.start(), undecoded_byte(foreign[0][0])
    if byte is not None:
        report("undecodable-byte", f"invalid UTF-8 byte 0x{byte:02X}", start, start + 1, "", severity, rule)
    else:
        mark = "a byte order mark (BOM), which is not ASCII; save the file without it"
        message = mark if foreign[0] == "\ufeff" else f"{quoted(foreign[0])} is not ASCII"
        report("non-ascii-character", message, start, start + len(foreign[0]), "", severity, rule)


def quoted(text: str) -> str:
    """Return the text in quotes for a message, truncated and without control characters."""
    return repr(text if len(text) <= 60 else f"{text[:60]}…")
