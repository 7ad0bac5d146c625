"""Functions on arrays, in every word size, against the definitions on integers."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptxisa.numbers import lanes, primitives

pytestmark = pytest.mark.filterwarnings("error")
WIDTHS = (8, 16, 32, 64)
UNSIGNED = {width: np.dtype(f"u{width // 8}") for width in WIDTHS}
SIGNED = {width: np.dtype(f"i{width // 8}") for width in WIDTHS}


def words(width: int) -> list[int]:
    top = 1 << width
    near = [0, 1, 2, 3, 7, 8, 9, width - 1, width, width + 1, top // 2 - 1, top // 2, top // 2 + 1, top - 2, top - 1]
    return [*near, *(1 << place for place in range(width)), 0x5555555555555555 % top, 0x123456789ABCDEF0 % top]


def crossed(width: int) -> tuple[Any, Any, list[tuple[int, int]]]:
    pairs = [(a, b) for a in words(width) for b in words(width)]
    a, b = (np.array(column, UNSIGNED[width]) for column in zip(*pairs, strict=True))
    return a, b, pairs


def twos(pattern: int, width: int) -> int:
    return primitives.signed(pattern, width)


@pytest.mark.parametrize("width", WIDTHS)
class TestEveryWidth:
    def test_low_bits(self, width: int) -> None:
        a, n, pairs = crossed(width)
        assert lanes.low_bits(a, n).tolist() == [primitives.unsigned(x, y) for x, y in pairs]

    def test_sign_extend(self, width: int) -> None:
        a, n, pairs = crossed(width)
        result = lanes.sign_extend(a, n)
        assert result.dtype == SIGNED[width]
        assert result.tolist() == [twos(primitives.signed(x, min(y, width)), width) for x, y in pairs]

    @pytest.mark.parametrize("name", ["quotient", "remainder"])
    def test_division_of_unsigned(self, width: int, name: str) -> None:
        a, b, pairs = crossed(width)
        result = getattr(lanes, name)(a, b)
        assert result.dtype == UNSIGNED[width]
        assert result.tolist() == [getattr(primitives, name)(x, y) for x, y in pairs]

    @pytest.mark.parametrize("name", ["quotient", "remainder"])
    def test_division_of_signed(self, width: int, name: str) -> None:
        a, b, pairs = crossed(width)
        result = getattr(lanes, name)(a.view(SIGNED[width]), b.view(SIGNED[width]))
        assert result.dtype == UNSIGNED[width]
        wanted = [getattr(primitives, name)(twos(x, width), twos(y, width)) for x, y in pairs]
        assert result.tolist() == [value % 2**width for value in wanted]

    def test_magnitude(self, width: int) -> None:
        x = np.array(words(width), UNSIGNED[width])
        result = lanes.magnitude(x.view(SIGNED[width]))
        assert result.dtype == UNSIGNED[width]
        assert result.tolist() == [abs(twos(value, width)) for value in words(width)]

    def test_counting(self, width: int) -> None:
        x = np.array(words(width), UNSIGNED[width])
        assert lanes.popcount(x).tolist() == [value.bit_count() for value in words(width)]
        assert lanes.highest_bit(x).tolist() == [value.bit_length() - 1 for value in words(width)]
        assert lanes.leading_zeros(x, width).tolist() == [width - value.bit_length() for value in words(width)]
        assert lanes.highest_bit(x).dtype == np.int8
        assert lanes.leading_zeros(x, width).dtype == np.uint8

    @pytest.mark.parametrize("fewer", [0, 1, 5])
    def test_reverse_bits(self, width: int, fewer: int) -> None:
        n = width - fewer
        x = np.array(words(width), UNSIGNED[width])
        assert lanes.reverse_bits(x, n).tolist() == [int(f"{value % 2**n:0{n}b}"[::-1], 2) for value in words(width)]

    def test_shifts_by_the_width_or_more_push_every_bit_out(self, width: int) -> None:
        """NumPy promises this nowhere, and everything here relies on it."""
        x = np.array([2**width - 1] * 4, UNSIGNED[width])
        n = np.array([width, width + 1, 100, 127], UNSIGNED[width])
        assert (x << n).tolist() == [0] * 4
        assert (x >> n).tolist() == [0] * 4
        assert (x.view(SIGNED[width]) >> n.view(SIGNED[width])).tolist() == [-1] * 4
        assert (x >> UNSIGNED[width].type(width)).tolist() == [0] * 4


@given(st.lists(st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1)), min_size=1))
def test_drawn_words(pairs: list[tuple[int, int]]) -> None:
    a, b = (np.array(column, np.uint64) for column in zip(*pairs, strict=True))
    assert lanes.quotient(a, b).tolist() == [primitives.quotient(x, y) for x, y in pairs]
    assert lanes.popcount(a).tolist() == [x.bit_count() for x, _ in pairs]
    assert lanes.reverse_bits(a, 64).tolist() == [primitives.reverse_bits(x, 64) for x, _ in pairs]
    assert lanes.low_bits(a, b % 70).tolist() == [primitives.unsigned(x, y % 70) for x, y in pairs]


def test_popcount_without_numpys_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "COUNT_BITS", None)
    for width in WIDTHS:
        result = lanes.popcount(np.array(words(width), UNSIGNED[width]))
        assert result.dtype == np.uint8
        assert result.tolist() == [value.bit_count() for value in words(width)]


def test_popcount_keeps_the_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    x = np.array([[0, 1, 3], [7, 15, 0xFFFF]], np.uint16)
    assert lanes.popcount(x).tolist() == [[0, 1, 2], [3, 4, 16]]
    monkeypatch.setattr(lanes, "COUNT_BITS", None)
    assert lanes.popcount(x).tolist() == [[0, 1, 2], [3, 4, 16]]


def test_over_lanes_makes_arrays_of_constants() -> None:
    @lanes.over_lanes
    def total(a: lanes.Lanes, b: lanes.Lanes, c: int) -> tuple[lanes.Lanes, ...]:
        assert type(c) is int
        return (a + b + a.dtype.type(c),)

    top = np.uint32(0xFFFFFFFF)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (alone,) = total(top, np.array(2, np.uint32), 3)
        (mixed,) = total(np.arange(3, dtype=np.uint32), top, 3)
    assert (alone.tolist(), mixed.tolist()) == ([4], [2, 3, 4])
    assert alone.dtype == mixed.dtype == np.uint32


def test_splat() -> None:
    result = lanes.splat(np.uint16(7))
    assert (result.shape, result.dtype, result.tolist()) == ((1,), np.uint16, [7])


VALUES = np.random.default_rng(8).integers(0, 5, 96, dtype=np.uint32)
WARPS = [[int(value) for value in VALUES[first : first + 32]] for first in (0, 32, 64)]


def test_the_value_of_a_lane_of_the_same_warp() -> None:
    index = np.random.default_rng(9).integers(0, 32, 96, dtype=np.uint32)
    result = lanes.lane_value(VALUES, index, 32)
    assert result.tolist() == [WARPS[thread // 32][int(index[thread])] for thread in range(96)]
    for lane in (3, np.uint32(3), np.array([3], np.uint32)):
        assert lanes.lane_value(VALUES, lane, 32).tolist() == [WARPS[thread // 32][3] for thread in range(96)]
    two = np.arange(64, dtype=np.uint32)
    assert lanes.lane_value(two, 31, 32).tolist() == [31] * 32 + [63] * 32


def test_masks_of_lanes() -> None:
    flags = (VALUES == 2).astype(np.uint8)
    for thread, (ballot, alike) in enumerate(
        zip(lanes.lanes_set(flags).tolist(), lanes.lanes_alike(VALUES, VALUES, 32).tolist(), strict=True)
    ):
        row = WARPS[thread // 32]
        assert ballot == sum(1 << lane for lane, value in enumerate(row) if value == 2)
        assert alike == sum(1 << lane for lane, value in enumerate(row) if value == row[thread % 32])
        assert alike == primitives.lanes_alike(
            sum(value << 32 * lane for lane, value in enumerate(row)), thread % 32, 32
        )
