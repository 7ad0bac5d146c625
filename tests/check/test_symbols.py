"""Operands that accept names of variables and functions as addresses."""

from __future__ import annotations

import pytest

from ptxisa.check.operands import check_symbol, kind_of, within
from ptxisa.check.scope import ANY, Symbol, register
from ptxisa.isa.forms import Operand
from ptxisa.syntax.parser import parse_statement

NAMES = {
    "any": ANY,
    "reg": register("u32"),
    "shared_x": Symbol("variable", "u32", space="shared"),
    "local_param": Symbol("variable", "u32", space="param"),
    "tex": Symbol("variable", "texref", space="global"),
    "input": Symbol("parameter", "u32", space="param"),
    "output": Symbol("result", "u32", space="param"),
    "func": Symbol("function"),
}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("shared_x", "variable"),
        ("local_param", ""),
        ("tex", "opaque"),
        ("input", "variable"),
        ("output", "result"),
        ("func", "function"),
        ("reg", ""),
    ],
)
def test_kinds(name: str, kind: str) -> None:
    assert kind_of(NAMES[name]) == kind


@pytest.mark.parametrize(
    ("space", "wanted", "inside"),
    [
        ("shared", None, True),
        ("shared", "shared::cta", True),
        ("shared", "global", False),
        ("const[3]", "const", True),
        ("param", "param::entry", True),
    ],
)
def test_spaces(space: str, wanted: str | None, inside: bool) -> None:
    assert within(Symbol("variable", "u32", space=space), wanted) is inside


@pytest.mark.parametrize(
    ("text", "kind", "space", "codes"),
    [
        ("shared_x", "variable", None, []),
        ("shared_x+4", "variable", "shared", []),
        ("shared_x[1]", "variable", "shared", []),
        ("shared_x", "variable", "global", ["operand-space"]),
        ("input", "variable", None, []),
        ("output", "variable", None, ["operand-kind"]),
        ("tex", "opaque", None, []),
        ("tex+4", "opaque", None, ["operand-kind"]),
        ("shared_x", "opaque", None, ["operand-kind"]),
        ("func", "function", None, []),
        ("func", "kernel", None, ["operand-kind"]),
        ("any", "kernel", "global", []),
        ("5", "variable", None, ["operand-kind"]),
        ("nothing", "variable", None, ["undeclared-name"]),
    ],
)
def test_operands(text: str, kind: str, space: str | None, codes: list[str]) -> None:
    statement = parse_statement(f"x {text};").instruction
    assert statement is not None
    operand = Operand("a", "read", "", "", kind=kind, space=space)
    assert [diagnostic.code for diagnostic in check_symbol(operand, {}, statement.operands[0], NAMES.get)] == codes
