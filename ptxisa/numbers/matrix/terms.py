"""One position along K of a product of matrices, as numbers and exponents."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Exponents = NDArray[np.int16]


class Term(NamedTuple):
    """The factors of the products at one position along K, to be broadcast: numbers and their exponents."""

    a: Doubles
    b: Doubles
    a_exponent: Exponents
    b_exponent: Exponents
