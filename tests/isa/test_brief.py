"""One bounded line for objects: where it is cut, and what of a value it shows."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from ptxisa.isa.brief import LONGEST, bounded_repr, fields, html, line


@bounded_repr
class One(NamedTuple):
    inner: Any


class Three(NamedTuple):
    a: Any
    b: Any
    c: Any


class Named(NamedTuple):
    """It shows itself in a way of its own."""

    text: str

    def __repr__(self) -> str:
        return f"<named {self.text}>"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("a\n b\tc", "a b c"),
        ("abcde\x00", "abcde�"),
        ("12345678", "12345678"),
        ("123456789", "1234567…"),
        ("1" + " " * 30 + "2", "1 2"),
        ("1" + " " * 31 + "2", "1"),
    ],
)
def test_a_line_has_so_many_characters_and_four_times_as_many_are_read(text: str, shown: str) -> None:
    assert line(text, 8) == shown


def test_a_line_has_160_characters_if_nothing_else_is_said() -> None:
    assert line("x" * LONGEST) == "x" * 160
    assert line("x" * (LONGEST + 1)) == "x" * 159 + "…"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("x" * 60, f"'{'x' * 60}'"),
        ("x" * 61, f"'{'x' * 59}…'"),
        (10**59, str(10**59)),
        (10**60, f"{str(10**60)[:59]}…"),
        (One("x" * 53), f"One('{'x' * 53}')"),
        (One("x" * 54), "One(…)"),
        (One(()), "One(…)"),
        (Named("x" * 52), f"<named {'x' * 52}>"),
        (Named("x" * 53), f"<named {'x' * 52}…"),
        ((), "()"),
        ((1,), "(1,)"),
        ([1, "a", 2.5, None], "[1, 'a', 2.5, None]"),
        ([1, 2, 3, 4, 5], "<5 items>"),
        ({True}, "{True}"),
        ({1: 2, 3: 4, 5: 6, 7: 8}, "{1: 2, 3: 4, 5: 6, 7: 8}"),
        (dict.fromkeys(range(5)), "<5 items>"),
        ({1: ()}, "<1 item>"),
        ({(): 1}, "<1 item>"),
        (["x" * 56], f"['{'x' * 56}']"),
        (["x" * 57], "<1 item>"),
        (["\n" * 61], "<1 item>"),
        (range(1000), "range(0, 1000)"),
        (list(range(1000)), "<1,000 items>"),
    ],
)
def test_the_value_of_a_field(value: Any, shown: str) -> None:
    assert fields(One(value)) == f"One(inner={shown})"


def test_fields_are_shown_while_there_is_room() -> None:
    """Each takes its text and two characters for what stands between."""
    long, rest = "x" * 60, "x" * 22
    assert fields(Three(long, long, rest)) == f"Three(a='{long}', b='{long}', c='{rest}')"
    assert fields(Three(long, long, f"{rest}x")) == f"Three(a='{long}', b='{long}', …)"
    assert fields(Three(1, 2, 3)) == "Three(a=1, b=2, c=3)"


def test_html_is_made_by_the_function_that_is_named() -> None:
    assert html("ptxisa.isa.html:code", "<") == "<code>&lt;</code>"
