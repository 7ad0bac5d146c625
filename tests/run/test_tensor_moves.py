"""Bytes that move between memory and tensor memory."""

from __future__ import annotations

import numpy as np
import pytest

from ptxisa.run.tensor_memory import unpacked


def packed(elements: list[int], bits: int) -> list[int]:
    """16 bytes that hold elements from the lowest bit on, and ones in what is left."""
    number = sum(element << bits * index for index, element in enumerate(elements))
    return list((number | -1 << bits * len(elements) & (1 << 128) - 1).to_bytes(16, "little"))


@pytest.mark.parametrize(("source", "bits", "low"), [("b6x16_p32", 6, 0), ("b4x16_p64", 4, 2)])
def test_each_packed_element_gets_a_byte(source: str, bits: int, low: int) -> None:
    """Two rows of two vectors of 16 elements."""
    vectors = [[(5 * index + first) % (1 << bits) for index in range(16)] for first in range(4)]
    rows = np.array([packed(vector, bits) for vector in vectors], np.uint8).reshape(2, 32)
    wanted = np.array(vectors, np.uint8).reshape(2, 32) << np.uint8(low)
    assert unpacked(rows, source).tolist() == wanted.tolist()
