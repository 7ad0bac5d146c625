"""Bit patterns in arrays: the narrowest dtype, and 128 bits as two halves."""

import numpy as np
import pytest

from ptxisa.numbers.patterns import QUAD, array_of, dtype_of, integer, integers, quad, scalar_of


@pytest.mark.parametrize(
    ("bits", "dtype"),
    [
        (1, np.uint8),
        (8, np.uint8),
        (9, np.uint16),
        (16, np.uint16),
        (17, np.uint32),
        (64, np.uint64),
        (65, QUAD),
        (128, QUAD),
    ],
)
def test_the_narrowest_dtype(bits: int, dtype: object) -> None:
    assert dtype_of(bits) == dtype


@pytest.mark.parametrize("bits", [4, 8, 16, 32, 64, 128])
def test_integers_are_cut_and_read_back(bits: int) -> None:
    top = (1 << bits) - 1
    array = array_of([0, 1, -1, top, top + 2], bits)
    assert array.dtype == dtype_of(bits)
    assert integers(array) == [0, 1, top, top, 1]
    assert integer(scalar_of(-2, bits)) == top - 1


def test_halves_of_128_bits() -> None:
    actual = quad(np.array([1, 2], np.uint64), np.array([3, 0], np.uint64))
    assert integers(actual) == [3 << 64 | 1, 2]
