"""Two statements of one shape are both legal or both not."""

from __future__ import annotations

import pytest

from ptxisa.check.scope import Symbol, register
from ptxisa.check.shape import Shape, shape_of
from ptxisa.syntax.parser import parse_statement

NAMES = {
    **{name: register("u32") for name in ("a", "b", "c")},
    "s": register("s32"),
    "p": register("pred"),
    "f": Symbol("function"),
}


def shape(text: str) -> Shape | None:
    statement = parse_statement(text).instruction
    assert statement is not None
    return shape_of(statement, NAMES.get)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("add.u32 a, b, c;", "add.u32  c,c,a;"),
        ("add.u32 a, b, 1;", "add.u32 a, b, 2;"),
        ("ld.u32 a, [b+4];", "ld.u32 c, [a+8];"),
    ],
)
def test_names_of_one_type_and_plain_numbers_do_not_count(one: str, other: str) -> None:
    assert shape(one) is not None
    assert shape(one) == shape(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("add.u32 a, b, c;", "add.s32 a, b, c;"),
        ("add.u32 a, b, c;", "add.u32 a, b, s;"),
        ("add.u32 a, b, c;", "@p add.u32 a, b, c;"),
        ("add.u32 a, b, 1;", "add.u32 a, b, 1U;"),
        ("add.u32 a, b, 1;", "add.u32 a, b, 0f3F800000;"),
        ("add.u32 a, b, 8/1;", "add.u32 a, b, 8/0;"),
        ("add.u32 a, b, 1+2;", "add.u32 a, b, 1-2;"),
        ("bar.sync 15;", "bar.sync 16;"),
        ("mov.b64 a, {b, c};", "mov.b64 a, {b, c, c};"),
    ],
)
def test_what_may_decide_counts(one: str, other: str) -> None:
    assert None not in (shape(one), shape(other))
    assert shape(one) != shape(other)


@pytest.mark.parametrize("text", ["add.u32 a, b, unknown;", "@unknown add.u32 a, b, c;", "mov.u32 a, f;"])
def test_names_whose_declaration_counts_have_no_shape(text: str) -> None:
    assert shape(text) is None
