"""Statements as patterns: which holes they have, and what is written with parameters in them."""

from __future__ import annotations

import pytest

from generator.backends.patterns import pattern_of, statement_of, units, written


@pytest.mark.parametrize(
    ("line", "holes"),
    [
        ("    d = a + 7", ["number 7"]),
        ("    d = minimum(a, -0x80)", ["function minimum", "number -0x80"]),
        ("    d = a.view(int16) < b.view(int16)", ["dtype int16", "comparison lt", "dtype int16"]),
        ('    d = round_add(a, b, "f32")', ["function round_add", 'string "f32"']),
        ("    d = (a == b) & c", ["comparison eq", "bitwise and_"]),
        ("    d = a & b & c", []),
        ("    d = wide.add(a, b)", ["function wide.add"]),
        ("    d = a - 1", ["number 1"]),
        ("    d = exp2(a)", ["function exp2"]),
        ("    d = (a + b).view(int16)", ["dtype int16"]),
        ("    d = -(a + b)", []),
        ("    if a:", []),
    ],
)
def test_holes(line: str, holes: list[str]) -> None:
    assert [f"{hole.kind} {hole.text}" for hole in statement_of(line).holes] == holes


@pytest.mark.parametrize(
    ("line", "filled"),
    [
        ("    d = (a < b.view(int8)) & c", "    d = h1(h0(a, b.view(int8)), c)"),
        ("    holds = x == y", "    holds = h0(x, y)"),
        ("    return (a | b,)", "    return (h0(a, b),)"),
        ("    if a < b:", "    if h0(a, b):"),
        ("    d = where((a | b) != c, x, y)", "    d = where(h1(h0(a, b), c), x, y)"),
    ],
)
def test_operators_become_calls(line: str, filled: str) -> None:
    statement = statement_of(line)
    operators = [i for i, hole in enumerate(statement.holes) if hole.kind in ("comparison", "bitwise")]
    names = {number: f"h{index}" for index, number in enumerate(operators)}
    assert written(statement, names.get) == filled


def test_without_parameters_a_line_is_as_it_was() -> None:
    line = '    d = where(a < 5, x[3], f("rn", -1) >> 2)'
    assert written(statement_of(line), lambda number: None) == line


def test_an_if_is_one_unit_with_what_is_below_it() -> None:
    lines = [
        "    x = 1",
        "    if x:",
        "        y = 2",
        "    elif z:",
        "        y = 4",
        "    else:",
        "        y = 3",
        "    z = y",
    ]
    found = units(lines, 4)
    assert [len(unit) for unit in found] == [1, 6, 1]
    assert pattern_of(found[0]) == (("    ", "x", " ", "=", " ", "<number>"),)
