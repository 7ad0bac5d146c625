"""The parser's place in the token sequence."""

from __future__ import annotations

import pytest

from ptxisa.syntax.cursor import DEPTH_LIMIT, Cursor, SyntaxFailure
from ptxisa.syntax.source import Source


def cursor(text: str) -> Cursor:
    """Return a cursor at the first token of a text."""
    made = Cursor(Source(text))
    made.advance()
    return made


def test_a_new_cursor_is_before_the_text_and_outside_braces() -> None:
    made = Cursor(Source("a"))
    assert (made.kind, made.text, made.offset, made.end) == ("start", "", 0, 0)
    assert (made.open_braces, made.depth) == (0, 0)


@pytest.mark.parametrize(("text", "fresh"), [("a", False), ("\na", True), (" a", False)])
def test_the_first_token_is_on_a_new_line_after_one(text: str, fresh: bool) -> None:
    made = cursor(text)
    assert (made.end, made.offset, made.on_new_line()) == (0, text.index("a"), fresh)


@pytest.mark.parametrize(
    ("text", "rest"),
    [("{ } a", "a"), ("{ a b } c", "c"), ("{ a { b } { } c } d }", "d"), ("{ {} ; { a", "")],
)
def test_a_block_is_skipped_with_its_inner_blocks(text: str, rest: str) -> None:
    made = cursor(text)
    made.skip_block()
    assert made.text == rest


def test_a_level_that_is_too_deep_is_reported_at_its_token() -> None:
    made = cursor("{ abc")
    made.advance()
    for _ in range(DEPTH_LIMIT):
        made.enter()
    assert (made.depth, list(made.diagnostics)) == (DEPTH_LIMIT, [])
    with pytest.raises(SyntaxFailure):
        made.enter()
    (diagnostic,) = made.diagnostics
    assert (diagnostic.code, diagnostic.line, diagnostic.column, diagnostic.end) == ("nesting-too-deep", 1, 3, (1, 6))
