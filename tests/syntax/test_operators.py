"""Records of operators, compared with the parser and the evaluator of constant expressions."""

from __future__ import annotations

import pytest

from generator.records.load import ROOT
from generator.records.yaml_reader import Located, read
from ptxisa.syntax.expressions import PRECEDENCE, ConstantValue, evaluate
from ptxisa.syntax.parser import parse_statement
from ptxisa.syntax.tree import Binary, Conditional, Constant, Unary

RECORDS = [read(path) for path in sorted((ROOT / "isa" / "operators").glob("*.yaml"))]
BINARY = {record.data["symbol"]: record.data for record in RECORDS if record.data["arity"] == 2}
UNARY = {record.data["symbol"]: record.data for record in RECORDS if record.data["arity"] == 1}


def constant(text: str) -> Constant:
    result = parse_statement(f"x {text};")
    assert result.diagnostics == ()
    assert result.instruction is not None
    operand = result.instruction.operands[0]
    assert isinstance(operand, Constant)
    return operand


def named(record: Located) -> str:
    return str(record.data["name"])


def test_records_and_parser_have_the_same_operators() -> None:
    assert set(BINARY) == set(PRECEDENCE)
    assert set(UNARY) == {"+", "-", "!", "~", "(.s64)", "(.u64)"}
    assert {record.data["symbol"] for record in RECORDS if record.data["arity"] in (0, 3)} == {"()", "?:"}


def test_levels_equal_the_precedence_of_the_parser() -> None:
    """The parser counts levels from the loosest, records from the tightest: parentheses, unary, then binary."""
    tightest = max(PRECEDENCE.values())
    assert {symbol: data["level"] for symbol, data in BINARY.items()} == {
        symbol: tightest - level + 3 for symbol, level in PRECEDENCE.items()
    }
    assert {data["level"] for data in UNARY.values()} == {2}
    levels = {record.data["symbol"]: record.data["level"] for record in RECORDS if record.data["arity"] in (0, 3)}
    assert levels == {"()": 1, "?:": tightest + 3}


@pytest.mark.parametrize("symbol", BINARY)
def test_operators_of_a_level_group_as_recorded(symbol: str) -> None:
    assert BINARY[symbol]["associativity"] == "left"
    for other, data in BINARY.items():
        node = constant(f"8 {symbol} 4 {other} 2")
        assert isinstance(node, Binary)
        first = data["level"] >= BINARY[symbol]["level"]
        assert node.operator == (other if first else symbol)


@pytest.mark.parametrize("symbol", UNARY)
def test_unary_operators_bind_tighter_than_any_other(symbol: str) -> None:
    assert UNARY[symbol]["associativity"] == "right"
    node = constant(f"{symbol}8 * 4")
    assert isinstance(node, Binary)
    assert isinstance(node.left, Unary)


def test_conditional_groups_to_the_right() -> None:
    (data,) = (record.data for record in RECORDS if record.data["symbol"] == "?:")
    node = constant("1 ? 2 : 3 ? 4 : 5")
    assert data["associativity"] == "right"
    assert isinstance(node, Conditional)
    assert isinstance(node.otherwise, Conditional)


@pytest.mark.parametrize("record", RECORDS, ids=named)
def test_every_example_has_its_value_and_type(record: Located) -> None:
    for example in record.data["examples"]:
        value = evaluate(constant(example["expression"]))
        assert (example["expression"], value) == (
            example["expression"],
            ConstantValue(example["type"], example["value"]),
        )


OPERANDS = {"s64": "6", "u64": "3U", "f64": "1.5"}
"""A constant of each type."""


def result_of(data: dict[str, str], types: tuple[str, ...]) -> str | None:
    """Return the type in the row of typing for operands of these types, None if there is no row."""
    integers = [type_ in ("s64", "u64") for type_ in types]
    kind = "integer" if all(integers) else "f64" if not any(integers) else "mixed"
    for row in data["typing"]:
        assert isinstance(row, dict)
        if row["operands"] in (kind, "any"):
            converted = "u64" if "u64" in types else "s64"
            names = {"converted": converted, "same": types[0], "first": types[0]}
            return names.get(row["result"], row["result"])
    return None


@pytest.mark.parametrize("first", OPERANDS)
@pytest.mark.parametrize("symbol", UNARY)
def test_typing_of_unary_operators(symbol: str, first: str) -> None:
    assert typed(f"{symbol}{OPERANDS[first]}") == result_of(UNARY[symbol], (first,))


@pytest.mark.parametrize("second", OPERANDS)
@pytest.mark.parametrize("first", OPERANDS)
@pytest.mark.parametrize("symbol", BINARY)
def test_typing_of_binary_operators(symbol: str, first: str, second: str) -> None:
    assert typed(f"{OPERANDS[first]} {symbol} {OPERANDS[second]}") == result_of(BINARY[symbol], (first, second))


def typed(text: str) -> str | None:
    """Return the type of an expression, None if it has no value."""
    result = parse_statement(f"x {text};")
    if result.diagnostics:
        assert {diagnostic.code for diagnostic in result.diagnostics} == {"constant-type"}
        return None
    return evaluate(constant(text)).type
