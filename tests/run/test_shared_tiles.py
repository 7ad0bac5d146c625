"""Elements of matrices in bytes of shared memory, of every width and at every place."""

from __future__ import annotations

import numpy as np
import pytest

from ptxisa.run.shared_tiles import _elements

ARRAY = np.arange(1, 17, dtype=np.uint8) * np.uint8(15)
NUMBER = int.from_bytes(ARRAY.tobytes(), "little")


@pytest.mark.parametrize("bits", [1, 2, 4, 6, 8, 16, 32])
def test_elements_are_the_bits_at_their_places(bits: int) -> None:
    """The last ones end where the array ends."""
    places = np.arange(0, 128 - bits + 1, bits)
    found = _elements(ARRAY, places, bits)
    assert found.tolist() == [NUMBER >> place & ((1 << bits) - 1) for place in places.tolist()]
    assert found.itemsize == max(1, bits // 8)


@pytest.mark.parametrize(("place", "bits"), [(128, 8), (120, 16), (104, 32), (-8, 8)])
def test_no_element_lies_outside(place: int, bits: int) -> None:
    with pytest.raises(Exception, match="outside of 16 bytes"):
        _elements(ARRAY, np.array([place]), bits)
