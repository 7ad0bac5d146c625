"""Exponents of the numbers in products of matrices."""

from __future__ import annotations

import numpy as np

from ptxisa.numbers.formats import known
from ptxisa.numbers.matrix.terms import ZERO, exponents_of


def test_exponents_of_normal_subnormal_and_zero() -> None:
    half = known()["f16"]
    values = np.array([1.0, 1.5, -4.0, 2.0**-14, 2.0**-20, 0.0, -0.0])
    assert exponents_of(values, half).tolist() == [0, 0, 2, -14, -14, ZERO, ZERO]


def test_a_zero_is_below_every_product() -> None:
    tiny = np.array([2.0**-149])
    single = known()["f32"]
    assert 2 * int(exponents_of(tiny, single)[0]) > ZERO
