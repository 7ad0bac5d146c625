"""Values of constant expressions. The integers are what ptxas 13.0 put into the data of a module."""

from __future__ import annotations

import pytest

from ptxisa.syntax.expressions import ConstantError, ConstantValue, evaluate, float_literal, integer_literal
from ptxisa.syntax.parser import parse_statement
from ptxisa.syntax.tree import Binary, Constant, Integer


def constant(text: str) -> Constant:
    result = parse_statement(f"mov.b64 d, {text};")
    assert result.diagnostics == ()
    assert result.instruction is not None
    operand = result.instruction.operands[1]
    assert isinstance(operand, Constant)
    return operand


MEASURED = {
    # Precedence and associativity.
    "1-2-3": -4,
    "2+3*4": 14,
    "1|2^3&4": 3,
    "1<<2+1": 8,
    "1+1<<2": 8,
    "1<2==1": 1,
    "1==1<2": 1,
    "!1+1": 1,
    "~1+1": -1,
    "-1-1": -2,
    "2*-3": -6,
    "1?2:3?4:5": 2,
    "0?1:0?4:5": 5,
    "1||0&&0": 1,
    "1/3*3": 0,
    "5 % 3 * 2": 4,
    # Literals.
    "010": 8,
    "0b11": 3,
    "0x10U": 16,
    "0xffffffffffffffff": -1,
    # Signedness.
    "-7/2": -3,
    "7/-2": -3,
    "-7U/2": 0x7FFFFFFFFFFFFFFC,
    "-7 % 3": 0,
    "7 % -3": 7,
    "-1>>1": -1,
    "-1U>>63": 1,
    "-1<1": 1,
    "-1<1U": 0,
    "(-1) > 0U": 1,
    "-1==0xffffffffffffffff": 1,
    "(.u64)-1>>63": 1,
    "(.s64)-1U>>63": -1,
    "-(.u64)1>>63": 1,
    "9223372036854775808>>63": 1,
    "-9223372036854775808>>63": 1,
    "-9223372036854775807>>63": -1,
    "~0>>63": 1,
    "(-1&-1)>>63": -1,
    "(-1U&-1)>>63": 1,
    "((1==1)-2)>>63": -1,
    "((5 % 3)-3)>>63": 1,
    "(1?-1:1U)>>63": -1,
    "(0?-1:1U)-2>>63": 1,
    "(1<<3U)-9>>63": -1,
    "(1U<<3)-9>>63": 1,
    "WARP_SZ-33>>63": -1,
    # 64 bits.
    "1<<63": -(1 << 63),
    "1<<64": 1,
    "1<<-1": -(1 << 63),
    "8>>64": 8,
    "4294967296*4294967296*4": 0,
    "-9223372036854775807-2": 0x7FFFFFFFFFFFFFFF,
    # Truth.
    "!5": 0,
    "!!5": 1,
    "2&&3": 1,
    "0||0": 0,
    "1.5<2.5": 1,
    "1.5!=1.5": 0,
}


@pytest.mark.parametrize(("text", "value"), MEASURED.items())
def test_integers_as_ptxas_calculates_them(text: str, value: int) -> None:
    assert evaluate(constant(text)).bits == value & 0xFFFFFFFFFFFFFFFF


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.5+2.5*2.0", 6.5),
        ("0.1+0.2", 0.1 + 0.2),
        ("1.0/3.0", 1 / 3),
        ("1e308*10.0", float("inf")),
        ("1e-300*1e-300", 0.0),
        ("2.5-1e0", 1.5),
        ("-(1.5 - 0.5)", -1.0),
        ("0d3ff0000000000000+1.0", 2.0),
        (".5", 0.5),
        ("0.0e-400", 0.0),
    ],
)
def test_doubles(text: str, value: float) -> None:
    assert evaluate(constant(text)) == ConstantValue("f64", value)


def test_minus_zero_keeps_its_sign() -> None:
    assert evaluate(constant("-0.0")).bits == 1 << 63


def test_an_exact_single_keeps_its_type() -> None:
    value = evaluate(constant("0f3F000000"))
    assert value == ConstantValue("f32", 0.5)
    assert value.bits == 0x3F000000


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("1/0", "division-by-zero", 12),
        ("1 % 0", "division-by-zero", 12),
        ("1.5/0.0", "division-by-zero", 12),
        ("0?1/0:2", "division-by-zero", 14),
        ("0&&1/0", "division-by-zero", 15),
        ("1.5+2", "constant-type", 12),
        ("1.5==2", "constant-type", 12),
        ("~1.5", "constant-type", 13),
        ("!1.5", "constant-type", 13),
        ("1.5 % 2.0", "constant-type", 12),
        ("1 && 1.5", "constant-type", 12),
        ("1 << 1.5", "constant-type", 12),
        ("1?1.5:2.5", "constant-type", 14),
        ("1.0?2:3", "constant-type", 12),
        ("(.u64)1.5", "constant-type", 18),
        ("-0f3f800000", "constant-type", 13),
        ("18446744073709551616", "constant-overflow", 12),
        ("0x10000000000000000", "constant-overflow", 12),
        ("0b1" + "0" * 64, "constant-overflow", 12),
        ("9" * 5000, "constant-overflow", 12),
        ("1e400", "constant-overflow", 12),
        ("1e-400", "constant-overflow", 12),
        ("1.0e-320", "constant-overflow", 12),
    ],
)
def test_an_expression_without_value_is_reported_once(text: str, code: str, column: int) -> None:
    diagnostics = parse_statement(f"mov.b64 d, {text};").diagnostics
    assert [(diagnostic.code, diagnostic.column) for diagnostic in diagnostics] == [(code, column)]


def test_equal_literals_are_each_reported() -> None:
    too_large = "9" * 30
    diagnostics = parse_statement(f"mov.b64 d, {too_large}, {too_large};").diagnostics
    assert [diagnostic.column for diagnostic in diagnostics] == [12, 44]


@pytest.mark.parametrize("text", ["0" * 5000, "0x" + "0" * 5000 + "1"])
def test_leading_zeros_do_not_overflow(text: str) -> None:
    assert integer_literal(text, 0).value <= 1


def test_the_largest_and_smallest_doubles_are_literals() -> None:
    assert float_literal("1.7976931348623157e308", 0).bits == 0x7FEFFFFFFFFFFFFF
    assert float_literal("2.2250738585072014e-308", 0).bits == 0x0010000000000000


def test_the_most_negative_integer_divided_by_minus_one_wraps() -> None:
    text = "(-9223372036854775807-1)/-1"
    assert evaluate(constant(text)) == ConstantValue("s64", -(1 << 63))


def test_errors_carry_offsets() -> None:
    zero = Integer(0, False, "0", 4, 5)
    with pytest.raises(ConstantError) as caught:
        evaluate(Binary("/", zero, zero, 3, 7))
    assert (caught.value.code, caught.value.start, caught.value.end) == ("division-by-zero", 3, 7)
