"""Single elements of products of matrices, where every bit can be told beforehand."""

from __future__ import annotations

import numpy as np
import pytest

from ptxisa.numbers.matrix import lanes, scalar
from ptxisa.numbers.matrix.multiplication import Model, Multiplication

WHAT, MODEL = Multiplication("f16", "f16", "f32", "f32"), Model("fused", 23, 4, -133, 23)
ONE, MINUS_ONE = 0x3C00, 0xBC00


@pytest.mark.parametrize(
    ("a", "c", "d"),
    [
        (ONE, 0xBF800000, 0x00000000),
        (ONE, 0xBF800001, 0xB4000000),
        (ONE, 0xBF800002, 0xB4800000),
        (MINUS_ONE, 0x3F800000, 0x00000000),
        (MINUS_ONE, 0x3F800001, 0x34000000),
        (MINUS_ONE, 0x3F800002, 0x34800000),
    ],
)
def test_differences_keep_their_sign(a: int, c: int, d: int) -> None:
    """None, one or two units of the last place of C."""
    assert scalar.element([a], [ONE], c, WHAT, MODEL) == d
    rows, columns = np.array([[[a]]], np.uint16), np.array([[[ONE]]], np.uint16)
    assert lanes.multiply(rows, columns, np.array([[[c]]], np.uint32), WHAT, MODEL).tolist() == [[[d]]]
