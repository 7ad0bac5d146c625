"""Intervals are sound: results for numbers within bounds are within the bounds of the result."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.semantics import intervals
from generator.semantics.intervals import LIMIT, UNBOUNDED, Interval, signed_range, unsigned_range
from generator.semantics.ir import BOOLEAN, InputValue, IntegerConstant, Value
from generator.semantics.operations import OPERATORS
from generator.semantics.simplify import apply
from generator.semantics.source import SemanticsError
from generator.semantics.table import FUNCTIONS, operation

NUMBERS = st.one_of(
    st.integers(-20, 20),
    st.integers(-(2**70), 2**70),
    st.builds(lambda power, delta: (1 << power) + delta, st.integers(0, 70), st.integers(-2, 2)),
    st.builds(lambda power, delta: delta - (1 << power), st.integers(0, 70), st.integers(-2, 2)),
)  # fmt: skip
TRUTHS = {"==", "!=", "<", "<=", ">", ">=", "and", "or", "not", "choose", "compare", "combine", "integer", "truth"}
BOUNDED = sorted({*OPERATORS, *(name for name, row in FUNCTIONS.items() if row.bounds)} - TRUTHS)


def an_interval(numbers: tuple[int, int]) -> Interval:
    return Interval(min(numbers), max(numbers))


INTERVALS = st.tuples(NUMBERS, NUMBERS).map(an_interval)


def argument(data: st.DataObject, name: str, position: int) -> tuple[Value, int]:
    """Return a value with bounds, and one number within them, as the operation allows it there."""
    if (name in ("leading_zeros", "reverse_bits") and position == 1) or (name == "cut" and position == 1):
        width = data.draw(st.integers(1, 90))
        return IntegerConstant(width), width
    if name in ("bits", "insert") and position in (1, 2):
        return IntegerConstant(0), 0  # replaced by `arguments`, since one bound depends on the other
    bounds = data.draw(INTERVALS)
    small = (name in ("<<", ">>", "bit", "signed", "unsigned") and position == 1) or name == "leading_zeros"
    if small:
        bounds = Interval(abs(bounds.lo) % 80, abs(bounds.lo) % 80 + abs(bounds.hi) % 80)
    if name in ("popcount", "highest_bit"):
        bounds = an_interval((abs(bounds.lo), abs(bounds.hi)))
    if name == "insert" and position == 0:
        bounds = an_interval((abs(bounds.lo), abs(bounds.hi)))
    return InputValue("x", 200, bounds), data.draw(st.integers(bounds.lo, bounds.hi))


def arguments(data: st.DataObject, name: str) -> tuple[list[Value], list[int]]:
    drawn = [argument(data, name, position) for position in range(operation(name).arity[0])]
    values, numbers = [value for value, _ in drawn], [number for _, number in drawn]
    if name in ("bits", "insert"):
        low = data.draw(st.integers(0, 80))
        high = low + data.draw(st.integers(0, 80))
        values[1:3], numbers[1:3] = [IntegerConstant(high), IntegerConstant(low)], [high, low]
    return values, numbers


@pytest.mark.parametrize("name", BOUNDED)
@given(data=st.data())
def test_results_stay_within_their_bounds(name: str, data: st.DataObject) -> None:
    values, numbers = arguments(data, name)
    try:
        kind = apply(name, *values).kind
    except SemanticsError:
        assert operation(name).complaint(*values)
        return
    result = operation(name).compute(*numbers)
    assert isinstance(kind, Interval)
    assert result in kind or kind == UNBOUNDED, numbers


class Tree:
    """A random expression over three inputs: its typed value, and a way to compute it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.bounds = {name: an_interval((self.number(), self.number())) for name in "abc"}
        self.value = self.expression(4)

    def number(self) -> int:
        return self.random.choice((1, -1)) * (self.random.getrandbits(self.random.choice((3, 8, 32, 64))))

    def expression(self, depth: int) -> Value:
        if depth == 0 or self.random.random() < 0.1:
            name = self.random.choice("abc")
            return InputValue(name, 64, self.bounds[name])
        first, second = self.expression(depth - 1), self.expression(depth - 1)
        name = self.random.choice(
            ["+", "-", "*", "&", "|", "^", "~", "negate", "abs", "min", "max", "quotient", "remainder"]
        )
        if self.random.random() < 0.3:
            name, second = (
                self.random.choice(["<<", ">>", "signed", "unsigned", "bit"]),
                IntegerConstant(self.random.randrange(70)),
            )
        return apply(name, first, *(() if name in ("~", "negate", "abs") else (second,)))


def computed(value: Value, numbers: dict[str, int]) -> int:
    if isinstance(value, IntegerConstant):
        return value.value
    if isinstance(value, InputValue):
        return numbers[value.name]
    parts = [computed(part, numbers) for part in value.arguments]  # type: ignore[union-attr]
    return operation(value.operation).compute(*parts)  # type: ignore[union-attr]


@given(st.integers(0, 2**32))
def test_random_expressions_stay_within_their_bounds(seed: int) -> None:
    tree = Tree(seed)
    assert isinstance(tree.value.kind, Interval)
    for _ in range(20):
        numbers = {
            name: tree.random.choice((bounds.lo, bounds.hi, tree.random.randint(bounds.lo, bounds.hi)))
            for name, bounds in tree.bounds.items()
        }
        assert computed(tree.value, numbers) in tree.value.kind or tree.value.kind == UNBOUNDED


@pytest.mark.parametrize(
    ("rule", "arguments", "wanted"),
    [
        (intervals.bounded, (1 - 2**LIMIT, 2**LIMIT - 1), Interval(1 - 2**LIMIT, 2**LIMIT - 1)),
        (intervals.bounded, (-(2**LIMIT), 0), UNBOUNDED),
        (intervals.bounded, (0, 2**LIMIT), UNBOUNDED),
        (intervals.signed_range, (0,), Interval(0, 0)),
        (intervals.signed_range, (1,), Interval(-1, 0)),
        (intervals.signed_range, (8,), Interval(-128, 127)),
        (intervals.signed_range, (LIMIT,), Interval(-(2 ** (LIMIT - 1)), 2 ** (LIMIT - 1) - 1)),
        (intervals.signed_range, (LIMIT + 1,), UNBOUNDED),
        (intervals.unsigned_range, (0,), Interval(0, 0)),
        (intervals.unsigned_range, (8,), Interval(0, 255)),
        (intervals.unsigned_range, (LIMIT,), Interval(0, 2**LIMIT - 1)),
        (intervals.unsigned_range, (LIMIT + 1,), UNBOUNDED),
        (intervals.add, (Interval(0, 255), Interval(0, 1)), Interval(0, 256)),
        (intervals.subtract, (unsigned_range(32), unsigned_range(32)), Interval(-(2**32 - 1), 2**32 - 1)),
        (intervals.multiply, (signed_range(8), signed_range(8)), Interval(-128 * 127, 128 * 128)),
        (intervals.bit_and, (signed_range(32), Interval(0, 15)), Interval(0, 15)),
        (intervals.bit_and, (Interval(2, 9), Interval(0, 15)), Interval(0, 9)),
        (intervals.bit_and, (Interval(-5, 3), Interval(-3, 1)), Interval(-8, 3)),
        (intervals.bit_or, (Interval(0, 5), Interval(8, 8)), Interval(8, 15)),
        (intervals.bit_or, (Interval(-4, -1), Interval(0, 9)), Interval(-4, -1)),
        (intervals.bit_or, (Interval(0, 9), Interval(-4, -1)), Interval(-4, -1)),
        (intervals.bit_or, (Interval(-4, 0), Interval(0, 9)), Interval(-4, 15)),
        (intervals.bit_or, (Interval(0, 9), Interval(-4, 0)), Interval(-4, 15)),
        (intervals.bit_or, (UNBOUNDED, Interval(0, 1)), UNBOUNDED),
        (intervals.bit_or, (Interval(0, 1), UNBOUNDED), UNBOUNDED),
        (intervals.bit_xor, (Interval(4, 5), Interval(8, 8)), Interval(0, 15)),
        (intervals.bit_xor, (Interval(-4, 0), Interval(0, 9)), Interval(-16, 15)),
        (intervals.invert, (unsigned_range(8),), Interval(-256, -1)),
        (intervals.shift_left, (Interval(-3, 5), Interval(1, 2)), Interval(-12, 20)),
        (intervals.shift_right, (unsigned_range(32), Interval(28, 40)), Interval(0, 15)),
        (intervals.shift_right, (Interval(-5, 9), Interval(1, 2)), Interval(-3, 4)),
        (intervals.shift_right, (Interval(8, 64), Interval(0, 2)), Interval(2, 64)),
        (
            intervals.shift_right,
            (Interval(-(2**1023), 2**1023), Interval(2**40, 2**50)),
            Interval(-1, 0),
        ),
        (intervals.shift_right, (UNBOUNDED, Interval(0, 1)), UNBOUNDED),
        (intervals.unsigned, (Interval(0, 100), Interval(4, 4)), Interval(0, 15)),
        (intervals.unsigned, (Interval(0, 9), Interval(4, 4)), Interval(0, 9)),
        (intervals.signed, (signed_range(64), Interval(0, 255)), signed_range(64)),
        (intervals.signed, (unsigned_range(8), Interval(8, 8)), signed_range(8)),
        (intervals.quotient, (signed_range(8), signed_range(8)), Interval(-128, 128)),
        (intervals.quotient, (Interval(8, 9), Interval(1, 2)), Interval(4, 9)),
        (intervals.quotient, (Interval(8, 9), Interval(0, 2)), Interval(0, 9)),
        (intervals.quotient, (Interval(8, 9), Interval(-3, 4)), Interval(-9, 9)),
        (intervals.quotient, (Interval(8, 9), Interval(-3, -2)), Interval(-4, -2)),
        (intervals.quotient, (Interval(-9, -8), Interval(-3, -2)), Interval(2, 4)),
        (intervals.quotient, (Interval(8, 9), Interval(0, 0)), Interval(0, 0)),
        (intervals.remainder, (signed_range(8), Interval(10, 10)), Interval(-9, 9)),
        (intervals.absolute, (signed_range(8),), Interval(0, 128)),
        (intervals.leading_zeros, (Interval(0, 255), 32), Interval(24, 32)),
    ],
)
def test_bounds_are_tight(rule: Callable[..., Interval], arguments: tuple[Any, ...], wanted: Interval) -> None:
    assert rule(*arguments) == wanted


@pytest.mark.parametrize(
    ("bounds", "width"),
    [((0, 0), 0), ((-1, 0), 1), ((0, 1), 2), ((-2, 1), 2), ((-3, 0), 3), ((0, 127), 8), ((-128, 0), 8), ((0, 128), 9)],
)
def test_signed_bits_is_the_least_width_of_twos_complement(bounds: tuple[int, int], width: int) -> None:
    assert intervals.signed_bits(Interval(*bounds)) == width


def test_bounds_beyond_the_limit_are_unbounded() -> None:
    assert intervals.shift_left(unsigned_range(32), unsigned_range(32)) == UNBOUNDED
    assert intervals.multiply(unsigned_range(LIMIT), Interval(0, 2)) == UNBOUNDED
    assert intervals.add(UNBOUNDED, Interval(0, 1)) == UNBOUNDED
    assert intervals.unsigned(UNBOUNDED, Interval(8, 8)) == Interval(0, 255)


def test_comparisons_have_no_bounds() -> None:
    first, second = InputValue("a", 32, unsigned_range(32)), InputValue("b", 32, unsigned_range(32))
    assert apply("<", first, second).kind == BOOLEAN
