"""Rows of functions: how each is called, and the operation that a call becomes."""

from __future__ import annotations

import pytest

from generator.semantics.intervals import Interval
from generator.semantics.ir import InputValue, IntegerConstant
from generator.semantics.operations import BUILT, OPERATORS
from generator.semantics.table import FUNCTIONS, implementation, is_open, operation


@pytest.mark.parametrize(
    ("name", "signatures"),
    [
        ("abs", ["abs(x)"]),
        ("signed", ["signed(x, n)"]),
        ("round_finite", ["round_finite(x, T)", "round_finite(x, T, mode)"]),
        ("round", ["round(x, T)", "round(x, T, mode)", "round(x, T, mode, flushes)"]),
    ],
)
def test_each_optional_argument_has_a_signature_more(name: str, signatures: list[str]) -> None:
    assert list(FUNCTIONS[name].signatures()) == signatures


@pytest.mark.parametrize(
    ("name", "arity", "variadic"),
    [("abs", (1, 1), False), ("signed", (2, 2), False), ("round", (2, 4), False), ("min", (2, 8), True)],
)
def test_arguments_are_counted(name: str, arity: tuple[int, int], variadic: bool) -> None:
    assert (FUNCTIONS[name].arity, FUNCTIONS[name].variadic) == (arity, variadic)


@pytest.mark.parametrize(
    ("name", "operation"),
    [("abs", "abs"), ("round", "round_value"), ("divide", "round_divide"), ("minimum", "float_minimum")],
)
def test_a_call_becomes_the_first_operation_of_the_row(name: str, operation: str) -> None:
    assert FUNCTIONS[name].operation == operation


@pytest.mark.parametrize(
    ("name", "reference"),
    [
        ("abs", "builtins.abs"),
        ("float_absolute", "ptxisa.numbers.floating.float_absolute"),
        ("round_fma", "ptxisa.numbers.floating.round_fma"),
        ("popcount", "ptxisa.numbers.primitives.popcount"),
        ("float_less", "ptxisa.numbers.floating.float_less"),
    ],
)
def test_an_operation_has_an_implementation(name: str, reference: str) -> None:
    code = implementation(name)
    assert code is not None
    assert code.reference == reference


@pytest.mark.parametrize("name", ["+", "compare", "round"])
def test_an_operator_and_an_unknown_name_have_no_implementation(name: str) -> None:
    assert implementation(name) is None


def test_an_operation_has_the_rule_of_its_operator_or_its_row() -> None:
    assert operation("+") is OPERATORS["+"]
    assert operation("abs") is FUNCTIONS["abs"].rule is not BUILT
    assert operation("minimum") is operation("round_fma") is BUILT


def test_unspecified_functions_are_marked() -> None:
    assert {name for name in (*FUNCTIONS, "+") if is_open(name)} == {"unspecified", "unspecified_nan"}


@pytest.mark.parametrize(
    ("name", "lo", "hi", "complaint"),
    [
        ("popcount", 0, 9, ""),
        ("popcount", -1, 9, "the argument of popcount must not be negative, but this one may be -1"),
        ("leading_zeros", 0, 255, ""),
        ("leading_zeros", 0, 256, "the argument must fit in 8 bits, but may be from 0 to 256"),
        ("abs", -1, 9, ""),
    ],
)
def test_complaints(name: str, lo: int, hi: int, complaint: str) -> None:
    assert FUNCTIONS[name].complaint(InputValue("x", 16, Interval(lo, hi)), IntegerConstant(8)) == complaint


def test_a_number_of_bits_is_not_negative() -> None:
    x = InputValue("x", 8, Interval(-2, 9))
    assert FUNCTIONS["signed"].complaint(x, IntegerConstant(0)) == ""
    assert FUNCTIONS["signed"].complaint(x, x) == "a number of bits must not be negative, but this one may be -2"
