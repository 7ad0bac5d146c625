"""The text of a PTX file: decoding, lines and columns for offsets, and ends of text that is not parsed.

    source = Source(path.read_bytes())
    source.position(120)  # (line, column)

`body_end`, `block_end` and `construct_end` count braces. Each visits its text once, so that finding all ends in a
module takes linear time.
"""

from __future__ import annotations

import re

_STRIDE = 4096
"""Distance of the marks of a source in characters."""


class Source:
    """A text with marks for line numbers; the marks are made when the first position is computed."""

    __slots__ = ("_last", "_marks", "text")

    def __init__(self, text: str | bytes) -> None:
        self.text = text if isinstance(text, str) else decode(text)
        self._marks: list[tuple[int, int]] = []
        """Number of the line and its start at each stride."""
        self._last = (0, 1, 0)
        """The last offset, the number of its line, and the start of the line."""

    def __repr__(self) -> str:
        return f"<source of {len(self.text):,} characters>"

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both counted from 1."""
        # Lines are counted from the last offset, since most diagnostics are in the order of the text, or else from the
        # nearest mark. A list of all lines would take longer than to parse a valid module, which needs no position.
        text = self.text
        marked, line, start = self._last
        if not marked <= offset < marked + _STRIDE:
            if not self._marks:
                line, start = 1, 0
                for marked in range(0, len(text) + 1, _STRIDE):
                    self._marks.append((line, start))
                    line += text.count("\n", marked, marked + _STRIDE)
                    start = max(start, text.rfind("\n", marked, marked + _STRIDE) + 1)
            marked = offset - offset % _STRIDE
            line, start = self._marks[offset // _STRIDE]
        newline = text.rfind("\n", marked, offset)
        if newline >= 0:
            line, start = line + text.count("\n", marked, newline + 1), newline + 1
        self._last = offset, line, start
        return line, offset - start + 1


def decode(data: bytes) -> str:
    """Decode UTF-8; an invalid byte becomes a lone surrogate, which the lexer reports."""
    if not isinstance(data, (bytes, bytearray)):
        raise TypeError(f"a text is str or bytes, not {type(data).__name__}; pass what a file contains, not its path")
    return data.decode("utf-8", errors="surrogateescape")


def undecoded_byte(character: str) -> int | None:
    """Return the byte that `decode` could not decode, or None for a character of the text."""
    return ord(character) - 0xDC00 if "\udc80" <= character <= "\udcff" else None


# Ends of text that is not parsed

_BRACE = re.compile(
    r"""\{(?:[^][{}();"/#@]*\})? | \} | "[^"]*"? | /(?:/[^\n{}"/*#@]*[{}"/*#@][^\n]* | \*(?s:.*?)(?:\*/|\Z))
    | \#[^\n]* | @@DWARF\b[^\n]*""",
    re.ASCII | re.VERBOSE,
)
"""A brace, a whole vector, or text that may contain braces without meaning: a string, a comment, a line marker.

Each alternative begins with a character of its own, since the matcher then skips all other characters quickly. It does
not match comments that hide nothing, since compilers write one for each statement of inline assembly.
"""

_FREE_BRACE = re.compile(r'\{|\}|"[^"\n]*"|//[^\n]*|/\*(?s:.*?)(?:\*/|\Z)', re.ASCII)
"""As `_BRACE` in free text, in which a quotation mark may be alone on its line."""

_EDGE = re.compile(r'[][(){};,]|\n\s*|"[^"\n]*"|//[^\n]*|/\*(?s:.*?)(?:\*/|\Z)', re.ASCII)
"""Text that may end a construct of unknown grammar or continue it on the next line, or that hides such text."""


def body_end(text: str, start: int) -> int | None:
    """Return the offset just past the brace that closes the one at `start`, or None."""
    return _closing(_BRACE, text, start)


def block_end(text: str, start: int) -> int | None:
    """Return the offset just past the brace that closes a block of free text, or None."""
    return _closing(_FREE_BRACE, text, start)


def _closing(pattern: re.Pattern[str], text: str, start: int) -> int | None:
    depth = 0
    for match in pattern.finditer(text, start):
        if match[0] == "{":
            depth += 1
        elif match[0][-1] == "}" and match[0][0] in "{}":
            depth -= len(match[0]) == 1
            if depth == 0:
                return match.end()
    return None


def construct_end(text: str, start: int) -> int | None:
    """Return the offset just past a construct of unknown grammar, or None if its block is never closed.

    The construct ends with its semicolon, its block, or its line. A line continues after a comma and inside parentheses
    or brackets; a block may be on the next line.
    """
    depth, comma = 0, -1
    for match in _EDGE.finditer(text, start):
        edge, place = match[0], match.start()
        goes_on = depth > 0 or (comma >= 0 and not text[comma:place].strip())
        if edge in "([":
            depth += 1
        elif edge in ")]":
            depth -= 1
        elif edge in ";}":
            return place + (edge == ";")
        elif edge == "{":
            end = block_end(text, place)
            return end + 1 if end is not None and text[end : end + 1] == ";" else end
        elif edge[0] == "\n" and not goes_on and text[match.end() : match.end() + 1] != "{":
            return place
        comma = match.end() if edge == "," or (goes_on and edge[0] in "\n/") else -1
    return len(text)
