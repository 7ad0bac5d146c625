"""Comparisons of arrays of patterns against those of Python."""

from __future__ import annotations

import math
import operator

import numpy as np
import pytest

from ptxisa.numbers.arithmetic import word_of
from ptxisa.numbers.floating_lanes import float_compare, saturate
from ptxisa.numbers.formats import known
from tests.numbers.test_floating import CLAMPED

NUMBERS = [-math.inf, -1.5, -1e-40, -0.0, 0.0, 1e-40, 1.5, math.inf, math.nan, -math.nan]
PAIRS = [(x, y) for x in NUMBERS for y in NUMBERS]
OPERATORS = {"eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt,
             "ge": operator.ge}  # fmt: skip


def compared(comparison: str) -> list[bool]:
    x, y = np.array(PAIRS, np.float32).view(np.uint32).T
    actual: list[bool] = float_compare(x, y, comparison, "f32").astype(bool).tolist()
    return actual


def unordered(x: float, y: float) -> bool:
    return math.isnan(x) or math.isnan(y)


@pytest.mark.parametrize("name", OPERATORS)
def test_comparisons_of_numbers_and_nans(name: str) -> None:
    relations = [OPERATORS[name](*pair) for pair in PAIRS]
    assert compared(name) == [value and not unordered(*pair) for value, pair in zip(relations, PAIRS, strict=True)]
    assert compared(f"{name}u") == [value or unordered(*pair) for value, pair in zip(relations, PAIRS, strict=True)]


def test_num_and_nan_test_both_operands() -> None:
    assert compared("nan") == [unordered(*pair) for pair in PAIRS]
    assert compared("num") == [not unordered(*pair) for pair in PAIRS]


@pytest.mark.parametrize(("form", "given", "wanted"), CLAMPED)
def test_numbers_are_clamped_to_0_and_1(form: str, given: int, wanted: int) -> None:
    assert saturate(np.array([given], word_of(known()[form])), form).tolist() == [wanted]
