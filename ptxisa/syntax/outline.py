"""Find the end of a function's body without parsing it, by counting braces."""

from __future__ import annotations

import re

_BRACE = re.compile(r'\{|\}|"[^"]*"?|//[^\n]*|/\*(?s:.*?)(?:\*/|\Z)|#[^\n]*|@@DWARF\b[^\n]*', re.ASCII)
"""A brace, or what may hide one: a string, a comment, a line marker. Each begins with a letter of its own, since
the matcher then passes over all others quickly."""


def body_end(text: str, start: int) -> int | None:
    """The offset just past the brace that closes the one at `start`, or None where none does."""
    depth = 0
    for match in _BRACE.finditer(text, start):
        brace = match[0]
        if brace == "{":
            depth += 1
        elif brace == "}":
            depth -= 1
            if depth == 0:
                return match.end()
    return None
