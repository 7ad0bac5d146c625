"""Sums of products, exact until they are rounded once."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ptxisa.numbers.formats import known
from ptxisa.numbers.matrix.rounding import as_accumulator, encode, power, sum_oddly


def test_a_sum_is_rounded_to_odd() -> None:
    """The last bit says that something is missing, so that rounding once more is rounding once."""
    parts = [np.array([1.0]), np.array([2.0**-80]), np.array([2.0**-53])]
    exact = Fraction(1) + Fraction(1, 2**80) + Fraction(1, 2**53)
    (actual,) = sum_oddly(parts)
    assert abs(Fraction(float(actual)) - exact) < Fraction(1, 2**52)
    assert int(np.float64(actual).view(np.int64)) & 1


def test_an_exact_sum_stays() -> None:
    (actual,) = sum_oddly([np.array([2.0**60]), np.array([-(2.0**60)]), np.array([0.75])])
    assert actual == 0.75


def test_accumulators_are_cut_and_never_negative_zero() -> None:
    single = known()["f32"]
    values = np.array([1 + 2.0**-23, -(1 + 2.0**-23), 1 + 2.0**-24, -0.0, 2.0**128, np.nan])
    actual = as_accumulator(values, single, 23)
    assert actual[:4].tolist() == [1 + 2.0**-23, -(1 + 2.0**-23), 1.0, 0.0]
    assert not np.signbit(actual[3])
    assert np.isposinf(actual[4])
    assert np.isnan(actual[5])


def test_results_that_round_to_zero_are_positive() -> None:
    half = known()["f16"]
    assert encode(np.array([-(2.0**-30), -1.0]), half).tolist() == [0, 0xBC00]


def test_powers_of_two() -> None:
    assert power(np.array([-1022, 0, 10], dtype=np.int16)).tolist() == [2.0**-1022, 1.0, 1024.0]


def test_errors_of_sums_are_added_until_none_is_left() -> None:
    """Opposite numbers leave the others alone; the odd double below 2 represents all numbers just below 2."""
    least, large = 2.0**-107, 2.0**60
    (actual,) = sum_oddly([np.array([value]) for value in (-least, 1.0, -large, -1.0, least)])
    assert actual == -large
    (actual,) = sum_oddly([np.array([value]) for value in (-(2.0**-60), 2.0, 2.0**-105)])
    assert actual == 2 - 2.0**-52


def test_sums_of_several_lanes_need_not_be_as_hard() -> None:
    """Errors are left in one lane of two, and only in the first of the additions."""
    parts = [np.array([-(2.0**-60), 1.0]), np.array([2.0, 2.0]), np.array([2.0**-105, 4.0])]
    assert sum_oddly(parts).tolist() == [2 - 2.0**-52, 7.0]
