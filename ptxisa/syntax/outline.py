"""Find the end of a function's body without parsing it, by counting braces.

Compilers close bodies with a brace that begins a line. The answer is a guess that holds for what compilers write:
a brace in a comment or a string may mislead it, so whoever reads the body must find its end there.
"""

from __future__ import annotations


def body_end(text: str, start: int) -> int | None:
    """The offset just past the brace that closes the one at `start`, or None where that is not plain."""
    first = text.find("}", start)
    if first >= 0 and "{" not in text[start + 1 : first]:
        return first + 1
    depth, done = 0, start
    while True:
        brace = text.find("\n}", done)
        if brace < 0:
            return None
        depth += text.count("{", done, brace) - text.count("}", done, brace + 2)
        done = brace + 2
        if depth <= 0:
            return done if depth == 0 else None
