"""Tokens of C++: what the readers of inline assembly and of macros share.

The sections of the C++ standard are those of C++20. Every text has tokens: what is not C++ is a mark of one character.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ptxisa.sources.templates import Characters, plain, unescape

# A backslash at the end of a line joins it with the next one before there are tokens ([lex.phases], phase 2), so that
# it is space, and goes on in a comment. A raw string has a delimiter of at most 16 characters ([lex.string]). Numbers
# contain the quotes between their digits ([lex.ppnumber]), which would begin a character otherwise: 1'000.
_TOKEN = re.compile(
    r"""(?P<space>(?:\s|\\\r?\n)+)
      | (?P<comment>//(?:[^\\\n]|\\.)*|/\*)
      | (?P<raw>(?:u8|[uUL])?R"(?P<delimiter>[^()\\\s"]{0,16})\()
      | (?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*")
      | (?P<character>'(?:[^'\\\n]|\\.)+')
      | (?P<word>[A-Za-z_]\w*)
      | (?P<number>\.?\d(?:[\w.]|'\w|[eEpP][+-])*)
      | (?P<mark>::|.)""",
    re.VERBOSE | re.DOTALL,
)
CONDITION = re.compile(r"\s*(if|ifdef|ifndef|elif|else|endif|define|undef)\b(.*)", re.DOTALL)


class CudaToken(NamedTuple):
    """Token with its kind and its place in the file."""

    kind: str
    text: str
    start: int
    end: int


def cpp_tokens(text: str) -> Iterator[CudaToken]:
    """Yield the tokens of C++ but space and comments; a conditional directive is one token of kind `directive`."""
    position, line_start = 0, True
    while position < len(text):
        match = _TOKEN.match(text, position)
        assert match is not None
        kind, end = match.lastgroup or "mark", match.end()
        if kind == "comment" and match.group().startswith("/*"):
            close = text.find("*/", end)
            end = len(text) if close < 0 else close + 2
        elif match["raw"] is not None:
            kind, close = "raw", text.find(f'){match["delimiter"]}"', end)
            end = len(text) if close < 0 else close + len(match["delimiter"]) + 2
        elif line_start and match.group() == "#":
            # A backslash at the end of a line continues the line of the preprocessor.
            line_end = text.find("\n", end)
            while line_end > 0 and text.endswith(("\\", "\\\r"), end, line_end):
                line_end = text.find("\n", line_end + 1)
            line_end = len(text) if line_end < 0 else line_end
            directive = CONDITION.match(text, end, line_end)
            if directive and directive[1] != "define":
                yield CudaToken("directive", text[end:line_end], position, line_end)
                end = line_end
            else:
                # The line of a `#define` is read on, since a macro may contain an asm statement.
                yield CudaToken("define", text[end : match.end()], position, line_end)
        if kind == "space":
            # A line that a backslash continues is not the start of a directive.
            line_start = line_start or "\n" in match.group().replace("\\\r\n", "").replace("\\\n", "")
        elif kind != "comment":
            if not (line_start and match.group() == "#"):
                yield CudaToken(kind, text[position:end], position, end)
            line_start = False
        position = end


def literal(text: str, token: CudaToken) -> Characters:
    """Return the characters of a string literal with their places."""
    open_ = token.text.index('"')
    if token.kind == "raw":
        delimiter = token.text.index("(") - open_ - 1
        start, end = token.start + open_ + delimiter + 2, token.end - delimiter - 2
        return plain(text, start, end) if start <= end else []
    return unescape(text, token.start + open_ + 1, token.end - 1)
