"""128-bit pairs against Python's integers."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptxisa.numbers import wide
from ptxisa.numbers.wide import Wide

pytestmark = pytest.mark.filterwarnings("error")
EDGES = [0, 1, 2, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**64 + 1, 2**127 - 1, 2**127, 2**128 - 1]
NUMBERS = st.one_of(st.sampled_from(EDGES), st.integers(0, 2**128 - 1))
PAIRS = st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=30)
WORDS = st.one_of(st.sampled_from([0, 1, 2**32, 2**63, 2**64 - 1]), st.integers(0, 2**64 - 1))


def pack(numbers: list[int]) -> Wide:
    return np.array([x % 2**64 for x in numbers], np.uint64), np.array([x >> 64 for x in numbers], np.uint64)


def unpack(x: Wide) -> list[int]:
    low, high = np.broadcast_arrays(*x)
    return [int(a) + (int(b) << 64) for a, b in zip(low, high, strict=True)]


def twos(x: int, n: int = 128) -> int:
    return x - 2**n if x >= 2 ** (n - 1) else x


BINARY: list[tuple[Callable[..., Any], Callable[[int, int], int]]] = [
    (wide.add, operator.add),
    (wide.subtract, operator.sub),
    (wide.multiply, operator.mul),
    (wide.bit_and, operator.and_),
    (wide.bit_or, operator.or_),
    (wide.bit_xor, operator.xor),
    (wide.minimum, min),
    (wide.maximum, max),
    (wide.minimum_signed, lambda x, y: min(twos(x), twos(y))),
    (wide.maximum_signed, lambda x, y: max(twos(x), twos(y))),
]


@pytest.mark.parametrize(("function", "meaning"), BINARY, ids=[function.__name__ for function, _ in BINARY])
@given(pairs=PAIRS)
def test_two_operands_of_128_bits(
    function: Callable[..., Any], meaning: Callable[[int, int], int], pairs: list[tuple[int, int]]
) -> None:
    first, second = (pack(list(column)) for column in zip(*pairs, strict=True))
    assert unpack(function(first, second)) == [meaning(x, y) % 2**128 for x, y in pairs]


@given(PAIRS)
def test_comparisons_of_128_bits(pairs: list[tuple[int, int]]) -> None:
    pairs = [*pairs, (pairs[0][0], pairs[0][0])]
    first, second = (pack(list(column)) for column in zip(*pairs, strict=True))
    assert wide.less(first, second).tolist() == [x < y for x, y in pairs]
    assert wide.less_signed(first, second).tolist() == [twos(x) < twos(y) for x, y in pairs]
    assert wide.equal(first, second).tolist() == [x == y for x, y in pairs]


@given(st.lists(NUMBERS, min_size=1), st.integers(0, 300))
def test_unary_and_shifts(numbers: list[int], amount: int) -> None:
    x, n = pack(numbers), np.uint64(amount)
    assert unpack(wide.negate(x)) == [-value % 2**128 for value in numbers]
    assert unpack(wide.invert(x)) == [~value % 2**128 for value in numbers]
    assert unpack(wide.absolute(x)) == [abs(twos(value)) for value in numbers]
    assert unpack(wide.shift_left(x, n)) == [(value << amount) % 2**128 for value in numbers]
    assert unpack(wide.shift_right(x, n)) == [value >> amount for value in numbers]
    assert unpack(wide.shift_right_signed(x, n)) == [(twos(value) >> amount) % 2**128 for value in numbers]
    assert wide.low(x).tolist() == [value % 2**64 for value in numbers]


@given(NUMBERS, st.integers(0, 127), st.integers(1, 64))
def test_bits_are_taken_from_any_place(number: int, low: int, length: int) -> None:
    high = min(low + length - 1, 127)
    assert wide.bits(pack([number]), high, low).tolist() == [(number >> low) % 2 ** (high - low + 1)]


@pytest.mark.parametrize(("high", "low"), [(63, 0), (64, 1), (62, 0), (64, 63), (64, 64), (127, 64), (127, 65), (0, 0)])
def test_bits_beside_the_middle(high: int, low: int) -> None:
    number = 0x9234_5678_9ABC_DEF1_8FED_CBA9_8765_4321
    assert wide.bits(pack([number]), high, low).tolist() == [(number >> low) % 2 ** (high - low + 1)]


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1))
def test_products_and_words(pairs: list[tuple[int, int]]) -> None:
    a, b = (np.array(column, np.uint64) for column in zip(*pairs, strict=True))
    signed = wide.signed_product(a.view(np.int64), b.view(np.int64))
    assert unpack(wide.product(a, b)) == [x * y for x, y in pairs]
    assert unpack(signed) == [twos(x, 64) * twos(y, 64) % 2**128 for x, y in pairs]
    assert unpack(wide.from_unsigned(a)) == [x for x, _ in pairs]
    assert unpack(wide.from_signed(a.view(np.int64))) == [twos(x, 64) % 2**128 for x, _ in pairs]


@given(st.integers(-(2**127), 2**128 - 1))
def test_constants_wrap_around_at_128_bits(number: int) -> None:
    assert unpack(wide.constant(number)) == [number % 2**128]


@given(st.lists(st.tuples(st.booleans(), NUMBERS, NUMBERS), min_size=1))
def test_where_chooses_row_by_row(rows: list[tuple[bool, int, int]]) -> None:
    tests, first, second = (list(column) for column in zip(*rows, strict=True))
    actual = wide.where(np.array(tests), pack(first), pack(second))
    assert unpack(actual) == [x if test else y for test, x, y in rows]
