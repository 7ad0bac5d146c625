"""Statements written from the operands of a form."""

from __future__ import annotations

import pytest

from ptxisa.check.binding import write_place, write_statement
from ptxisa.syntax.template import OperandTemplate


@pytest.mark.parametrize(
    ("place", "texts", "written"),
    [
        (OperandTemplate("plain", ("d",)), {"d": "r1"}, "r1"),
        (OperandTemplate("pair", ("d", "p")), {"d": "r1", "p": "p1"}, "r1|p1"),
        (OperandTemplate("pair", ("d", "p")), {"d": "r1"}, "r1"),
        (OperandTemplate("address", ("a", "b")), {"a": "t", "b": "{x, y}"}, "[t, {x, y}]"),
        (OperandTemplate("list", ("a", "b")), {"a": "x", "b": "y"}, "(x, y)"),
        (OperandTemplate("vector", ("a", "b")), {"a": "x", "b": "y"}, "{x, y}"),
        (OperandTemplate("address", ("a",), suffix="unified"), {"a": "x"}, "[x].unified"),
    ],
)
def test_places(place: OperandTemplate, texts: dict[str, str], written: str) -> None:
    assert write_place(place, texts) == written


def test_places_without_their_first_operand_are_left_out() -> None:
    places = [OperandTemplate("plain", ("d",)), OperandTemplate("pair", ("a", "p"))]
    assert write_statement("x.u32", places, {"d": "r1", "p": "p1"}) == "x.u32 r1;"
    assert write_statement("x.u32", places, {"d": "r1", "a": "r2", "p": "p1"}) == "x.u32 r1, r2|p1;"
    assert write_statement("ret", places, {}) == "ret;"
