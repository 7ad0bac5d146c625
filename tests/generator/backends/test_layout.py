"""Layout of generated modules."""

from __future__ import annotations

from typing import Any

import pytest

from generator.backends.code import WIDTH
from generator.backends.layout import filled, import_lines, strings


def test_imports_are_grouped_and_sorted() -> None:
    lines = import_lines(
        {
            ("operator", "eq"),
            ("ptxisa.b", "xZ"),
            ("numpy", "where"),
            ("ptxisa.b", "Yx"),
            ("typing", "Any"),
            ("ptxisa.a", "z"),
        }
    )
    assert [*lines] == [
        "from operator import eq",
        "from typing import Any",
        "",
        "from numpy import where",
        "",
        "from ptxisa.a import z",
        "from ptxisa.b import Yx, xZ",
    ]


def test_an_import_is_broken_where_its_line_would_be_too_long() -> None:
    short, long = "a" * (WIDTH - len("from m import ")), "b" * (WIDTH - len("from m import ") + 1)
    assert [*import_lines({("m", short)})] == [f"from m import {short}"]
    assert [*import_lines({("m", long)})] == ["from m import (", f"    {long},", ")"]


def test_long_imports_fill_lines() -> None:
    lines = list(import_lines({("ptxisa.isa", f"name_{number:02}") for number in range(30)}))
    assert lines[0] == "from ptxisa.isa import ("
    assert lines[-1] == ")"
    assert len(lines) == 5
    assert max(map(len, lines)) <= WIDTH
    scope: dict[str, Any] = {}
    exec("x = (\n" + "\n".join(lines[1:]).replace("name_", "1"), scope)
    assert len(scope["x"]) == 30


def test_a_keyword_only_marker_stays_with_what_follows() -> None:
    text = "\n".join(filled("def f(", ", ".join(["*", *(f"parameter_{n}: int" for n in range(9))]), ") -> int:", 0))
    compile(f"{text}\n    return 0", "f", "exec")


@pytest.mark.parametrize(
    ("item", "lines"),
    [
        ("b" * 91, [f"    f({'a' * 18}, {'b' * 91})"]),
        ("b" * 92, ["    f(", f"        {'a' * 18},", f"        {'b' * 92},", "    )"]),
    ],
)
def test_a_bracket_is_broken_where_its_line_would_be_too_long(item: str, lines: list[str]) -> None:
    assert len(f"    f({'a' * 18}, {'b' * 91})") == WIDTH
    assert list(filled("f(", f"{'a' * 18}, {item}", ")", 4)) == lines


def test_a_tuple_of_one_string_has_a_comma() -> None:
    assert strings(["a", None]) == '("a", None)'
    assert strings(["a"]) == '("a",)'
