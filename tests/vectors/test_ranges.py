"""Ranges of results: exactly what the contract allows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from ptxisa.isa.instructions import every_form
from ptxisa.isa.variants import variants
from ptxisa.numbers.formats import Format
from ptxisa.numbers.lanes import Lanes
from ptxisa.vectors import VectorLine
from ptxisa.vectors.contract import ResultElement, Truth, allowed
from tests.vectors.made import vectors


def of_opcode(opcode: str) -> Iterator[VectorLine]:
    form = next(form for form in every_form() if form.id == opcode)
    return vectors(form, random=8)


APPROXIMATIONS = sorted({form.id for form in every_form() if form.contract and not form.id.endswith("64")})


@pytest.mark.parametrize("name", APPROXIMATIONS)
def test_ranges_agree_with_the_contract(name: str) -> None:
    """At both ends, one step beyond them, at random and at special values."""
    form = next(form for form in every_form() if form.id == name)
    for values in list(variants(form))[:2]:
        for vector in list(vectors(form, random=8, chosen=[values]))[::9]:
            if not vector.low:
                continue
            (field,) = vector.header.outputs
            mask = (1 << field.bits) - 1
            low, high = vector.low[field.name], vector.high[field.name]
            near = [(end + step) & mask for end in (low, high) for step in (-2, -1, 0, 1, 2)]
            special = [0, 1, 1 << (field.element_bits - 1), mask, field.bits * 37 & mask, vector.outputs[field.name]]
            results = np.array([*near, *special], f"u{field.bits // 8}")
            given = {key: np.full(len(results), number) for key, number in vector.inputs.items()}
            given = {key: array.astype(results.dtype) for key, array in given.items()}
            expected = allowed(form, values, given, results)
            verdicts = [vector.allows({field.name: int(result)}) for result in results]
            assert verdicts == expected.tolist(), vector


def test_ranges_by_hand() -> None:
    by_input = {vector.inputs["a"]: vector for vector in of_opcode("ex2.f32")}
    assert by_input[0].low == by_input[0].high == {"d": 0x3F800000}
    nan = next(vector for a, vector in by_input.items() if a & 0x7FFFFFFF > 0x7F800000)
    assert nan.allows({"d": 0x7FFFFFFF})
    assert nan.allows({"d": 0xFFC00000})
    assert not nan.allows({"d": 0x7F800000})
    assert not nan.allows({"d": 0})


SMALL = Format("small", 6, 3, 2, 3)
"""Its infinity is 28 and its sign 32."""
SHIFT, BESIDE = 7, 0b101 << 13 | 0b1011001
"""Place of an element of that format, and the bits beside it."""


def ends(flush: bool, elements: Lanes, verdicts: Lanes) -> tuple[list[int], list[int]]:
    """Return the range of each element, for which a row of verdicts says what is allowed by pattern."""

    def judge(results: Lanes) -> Truth:
        assert (results & ~np.uint16(63 << SHIFT) == BESIDE).all()
        allowed_: Truth = verdicts[np.arange(len(results)), results >> SHIFT & 63]
        return allowed_

    results = (elements.astype(np.uint16) << SHIFT | BESIDE).astype(np.uint16)
    low, high = ResultElement(SMALL, flush, SHIFT, results).ends(judge)
    return low.tolist(), high.tolist()


@pytest.mark.parametrize(("flush", "sizes"), [(False, [*range(29)]), (True, [0, *range(4, 29)])])
def test_the_search_for_a_range_may_start_anywhere_in_it(flush: bool, sizes: list[int]) -> None:
    order = np.array([*(32 | size for size in reversed(sizes)), *sizes])
    places = np.arange(len(order))
    low, start, high = (axis.ravel() for axis in np.meshgrid(places, places, places, indexing="ij"))
    chosen = (low <= start) & (start <= high) & ((high - low) % 3 == 0)
    low, start, high = low[chosen], start[chosen], high[chosen]
    verdicts = np.zeros((len(low), 64), bool)
    verdicts[:, order] = (low[:, None] <= places) & (places <= high[:, None])
    assert ends(flush, order[start], verdicts) == (order[low].tolist(), order[high].tolist())


@pytest.mark.parametrize("flush", [False, True])
@pytest.mark.parametrize("element", [0, 32, 28, 60, 29, 31, 61, 63])
def test_nans_are_a_range_and_so_is_everything(flush: bool, element: int) -> None:
    """It is everything where NaNs, zero and both infinities are allowed."""
    verdicts = np.zeros((9, 64), bool)
    verdicts[:, [*range(29, 32), *range(61, 64)]] = True
    for row in range(8):
        verdicts[row, [pattern for bit, pattern in enumerate((0, 28, 60)) if row >> bit & 1]] = True
    verdicts[8] = True
    low, high = ends(flush, np.full(9, element), verdicts)
    assert low == [29] * 7 + [63] * 2
    assert high == [61] * 7 + [31] * 2
