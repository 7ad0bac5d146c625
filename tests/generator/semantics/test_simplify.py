"""Operations that do nothing are left out, and no others."""

from __future__ import annotations

import pytest

from generator.semantics.intervals import Interval, unsigned_range
from generator.semantics.ir import Apply, InputValue, IntegerConstant, Value
from generator.semantics.simplify import apply

WORD = InputValue("word", 32, unsigned_range(32))
BYTE = InputValue("byte", 8, unsigned_range(8))
NINE = InputValue("nine", 9, unsigned_range(9))
BIT = InputValue("bit", 1, unsigned_range(1))
SMALL = InputValue("small", 8, Interval(-128, 127))
SIGNED = apply("signed", WORD, IntegerConstant(8))
BY_DATA = apply("signed", WORD, InputValue("n", 8, Interval(8, 20)))


def shown(value: Value) -> str:
    if isinstance(value, Apply):
        return f"{value.operation}({', '.join(map(shown, value.arguments))})"
    return str(value.value) if isinstance(value, IntegerConstant) else getattr(value, "name", "")


@pytest.mark.parametrize(
    ("operation", "x", "numbers", "text"),
    [
        ("bits", BYTE, (7, 0), "byte"),
        ("bits", BYTE, (6, 0), "bits(byte, 6, 0)"),
        ("bits", BYTE, (7, 1), "bits(byte, 7, 1)"),
        ("bits", NINE, (7, 0), "bits(nine, 7, 0)"),
        ("bits", SIGNED, (7, 0), "bits(word, 7, 0)"),
        ("bits", SIGNED, (7, 3), "bits(word, 7, 3)"),
        ("bits", SIGNED, (8, 0), "bits(signed(word, 8), 8, 0)"),
        ("bit", BIT, (0,), "bit"),
        ("bit", BIT, (1,), "0"),
        ("bit", BYTE, (0,), "bit(byte, 0)"),
        ("bit", InputValue("sign", 2, Interval(-1, 1)), (0,), "bit(sign, 0)"),
        ("bit", InputValue("three", 2, Interval(0, 2)), (0,), "bit(three, 0)"),
        ("bit", SIGNED, (7,), "bit(word, 7)"),
        ("bit", SIGNED, (8,), "bit(signed(word, 8), 8)"),
        ("unsigned", BYTE, (8,), "byte"),
        ("unsigned", NINE, (8,), "unsigned(nine, 8)"),
        ("unsigned", SIGNED, (8,), "unsigned(word, 8)"),
        ("unsigned", SIGNED, (9,), "unsigned(signed(word, 8), 9)"),
        ("unsigned", BY_DATA, (8,), "unsigned(word, 8)"),
        ("unsigned", BY_DATA, (9,), "unsigned(signed(word, n), 9)"),
        ("cut", BYTE, (8,), "byte"),
        ("cut", NINE, (8,), "cut(nine, 8)"),
        ("cut", SIGNED, (8,), "cut(word, 8)"),
        ("cut", SIGNED, (9,), "cut(signed(word, 8), 9)"),
        ("signed", SMALL, (8,), "small"),
        ("signed", SMALL, (7,), "signed(small, 7)"),
        ("signed", apply("unsigned", WORD, IntegerConstant(8)), (8,), "signed(word, 8)"),
        ("signed", apply("unsigned", WORD, IntegerConstant(8)), (7,), "signed(unsigned(word, 8), 7)"),
    ],
)
def test_operations_without_effect_are_left_out(operation: str, x: Value, numbers: tuple[int, ...], text: str) -> None:
    assert shown(apply(operation, x, *map(IntegerConstant, numbers))) == text


@pytest.mark.parametrize("operation", ["+", "|", "^"])
def test_zero_on_either_side_is_dropped(operation: str) -> None:
    assert apply(operation, WORD, IntegerConstant(0)) is apply(operation, IntegerConstant(0), WORD) is WORD
    assert shown(apply(operation, WORD, IntegerConstant(1))) == f"{operation}(word, 1)"


@pytest.mark.parametrize("operation", ["-", "<<", ">>"])
def test_zero_on_the_right_is_dropped(operation: str) -> None:
    assert apply(operation, WORD, IntegerConstant(0)) is WORD
    assert shown(apply(operation, IntegerConstant(0), BYTE)) in (f"{operation}(0, byte)", "0")
