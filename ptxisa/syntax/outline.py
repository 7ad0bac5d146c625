"""Find the end of text that is not parsed, by counting braces: bodies of functions, unknown directives.

Each function visits the text once, so that finding all ends in a module takes linear time.
"""

from __future__ import annotations

import re

_BRACE = re.compile(r'\{|\}|"[^"]*"?|//[^\n]*|/\*(?s:.*?)(?:\*/|\Z)|#[^\n]*|@@DWARF\b[^\n]*', re.ASCII)
"""A brace, or what may hide one: a string, a comment, a line marker. Each begins with a letter of its own, since
the matcher then passes over all others quickly."""

_FREE_BRACE = re.compile(r'\{|\}|"[^"\n]*"|//[^\n]*|/\*(?s:.*?)(?:\*/|\Z)', re.ASCII)
"""The same in free text, in which a quotation mark may be alone on its line."""

_EDGE = re.compile(r'[][(){};,]|\n\s*|"[^"\n]*"|//[^\n]*|/\*(?s:.*?)(?:\*/|\Z)', re.ASCII)
"""What may end a construct of unknown grammar, what may continue it on the next line, and what hides either."""


def body_end(text: str, start: int) -> int | None:
    """Return the offset just past the brace that closes the one at `start`, or None."""
    return _closing(_BRACE, text, start)


def block_end(text: str, start: int) -> int | None:
    """Return the offset just past the brace that closes a block of free text, or None."""
    return _closing(_FREE_BRACE, text, start)


def _closing(pattern: re.Pattern[str], text: str, start: int) -> int | None:
    depth = 0
    for match in pattern.finditer(text, start):
        brace = match[0]
        if brace == "{":
            depth += 1
        elif brace == "}":
            depth -= 1
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
            return _after_block(text, place)
        elif edge[0] == "\n" and not goes_on and text[match.end() : match.end() + 1] != "{":
            return place
        comma = match.end() if edge == "," or (goes_on and edge[0] in "\n/") else -1
    return len(text)


def _after_block(text: str, start: int) -> int | None:
    """Return the offset just past a block and the semicolon that may follow it."""
    end = block_end(text, start)
    return end + 1 if end is not None and text[end : end + 1] == ";" else end
