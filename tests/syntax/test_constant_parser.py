"""The shape of constant expressions."""

from __future__ import annotations

import pytest

from ptxisa.syntax.expressions import PRECEDENCE
from ptxisa.syntax.parser import parse_statement
from ptxisa.syntax.printer import print_operand
from ptxisa.syntax.tree import Binary, Conditional, Constant, Float, Unary


def constant(text: str) -> Constant:
    result = parse_statement(f"x {text};")
    assert {diagnostic.code for diagnostic in result.diagnostics} <= {"division-by-zero"}
    assert result.instruction is not None
    operand = result.instruction.operands[0]
    assert isinstance(operand, Constant)
    return operand


def grouped(node: Constant) -> str:
    """Return the expression with all its parentheses."""
    if isinstance(node, Binary):
        return f"({grouped(node.left)}{node.operator}{grouped(node.right)})"
    if isinstance(node, Unary):
        return f"({node.operator}{grouped(node.operand)})"
    if isinstance(node, Conditional):
        return f"({grouped(node.condition)}?{grouped(node.then)}:{grouped(node.otherwise)})"
    return node.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1-2-3", "((1-2)-3)"),
        ("1-(2-3)", "(1-(2-3))"),
        ("1+2*3-4", "((1+(2*3))-4)"),
        ("1<<2+3", "(1<<(2+3))"),
        ("1<2==3>4", "((1<2)==(3>4))"),
        ("1&2==3", "(1&(2==3))"),
        ("1|2^3&4", "(1|(2^(3&4)))"),
        ("1||2&&3|4", "(1||(2&&(3|4)))"),
        ("1&&2||3", "((1&&2)||3)"),
        ("-1+2", "((-1)+2)"),
        ("-~!+1", "(-(~(!(+1))))"),
        ("(.s64)1+2", "(((.s64)1)+2)"),
        ("(.u64)(.s64)-1", "((.u64)((.s64)(-1)))"),
        ("1?2:3?4:5", "(1?2:(3?4:5))"),
        ("1?2?3:4:5", "(1?(2?3:4):5)"),
        ("1||0?2+1:3", "((1||0)?(2+1):3)"),
        ("WARP_SZ*2+1", "((WARP_SZ*2)+1)"),
        ("1*2/3 % 4", "(((1*2)/3)%4)"),
    ],
)
def test_operators_bind_as_in_c(text: str, expected: str) -> None:
    assert grouped(constant(text)) == expected


@pytest.mark.parametrize("inner", PRECEDENCE)
@pytest.mark.parametrize("outer", PRECEDENCE)
def test_printing_keeps_the_grouping(outer: str, inner: str) -> None:
    for text in (f"(8 {inner} 4) {outer} 2", f"8 {outer} (4 {inner} 2)", f"-(8 {inner} 4)"):
        assert grouped(constant(print_operand(constant(text)))) == grouped(constant(text))


def test_ranges_include_parentheses() -> None:
    text = "x (1 + 2) * 3 ? 4 : (5);"
    node = constant("(1 + 2) * 3 ? 4 : (5)")
    assert isinstance(node, Conditional)
    assert text[node.start : node.end] == "(1 + 2) * 3 ? 4 : (5)"
    assert isinstance(node.condition, Binary)
    assert text[node.condition.start : node.condition.end] == "(1 + 2) * 3"


@pytest.mark.parametrize(
    "text", ["(" * 200 + "1" + ")" * 200, "-" * 200 + "1", "1" + "+1" * 200, "1?" * 200 + "1:1" * 200]
)
def test_too_deep_expressions_are_given_up(text: str) -> None:
    diagnostics = parse_statement(f"x {text};").diagnostics
    assert [diagnostic.code for diagnostic in diagnostics] == ["nesting-too-deep"]


@pytest.mark.parametrize("text", ["x [a+(1+2)];", "x [a+(.s64)3];", "x [a+(1?2:3)];", "x [a+-(1)];", "x a[(1)];"])
def test_an_expression_of_integers_is_an_integer_constant(text: str) -> None:
    assert parse_statement(text).diagnostics == ()


@pytest.mark.parametrize("text", ["x [a+1.5];", "x [a+(1.5)];", "x [a+0f3F800000];"])
def test_a_float_is_not_an_integer_constant(text: str) -> None:
    (diagnostic,) = parse_statement(text).diagnostics
    assert (diagnostic.code, diagnostic.message) == ("constant-type", "an offset is an integer")


def test_a_number_beyond_the_doubles_counts_as_zero() -> None:
    result = parse_statement("x 1e999;")
    assert result.instruction is not None
    assert result.instruction.operands == (Float(0, 64, "1e999", 2),)
    assert [(diagnostic.code, diagnostic.column, diagnostic.end) for diagnostic in result.diagnostics] == [
        ("constant-overflow", 3, (1, 8))
    ]
