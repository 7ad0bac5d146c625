"""One position along K of a product of matrices, as numbers and exponents."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers.formats import Format

Doubles = NDArray[np.float64]
Exponents = NDArray[np.int16]
Singles = NDArray[np.float32]


class Term(NamedTuple):
    """The factors of the products at one position along K, to be broadcast: numbers and their exponents.

    `singles` are the factors in single precision, where their product is exact in it and all elements are finite.
    """

    a: Doubles
    b: Doubles
    a_exponent: Exponents
    b_exponent: Exponents
    singles: tuple[Singles, Singles] | None = None


ZERO = -8192
"""The exponent of a zero: below that of every number and of every product of numbers."""


def exponents_of(x: Doubles, form: Format) -> Exponents:
    """The exponents of numbers as their format has them, subnormal ones included; zeros are below everything."""
    field = (x.view(np.int64) >> np.int64(52) & np.int64(0x7FF)).astype(np.int16) - np.int16(1023)
    least = (1 if form.zero else 0) - form.bias
    found: Exponents = np.clip(field, least, form.exponent_mask - form.bias)
    return np.where(x == 0, np.int16(ZERO), found)
