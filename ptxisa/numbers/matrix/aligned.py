"""Sums of aligned and cut products in words of 32 bits: half the memory of doubles, and the same bits.

Products of two numbers of at most 24 bits in all are exact in single precision. Aligned to the largest exponent and cut
to `fraction` bits after the point, each is an integer below 1 << fraction + 2, so that a block of them has an exact sum
in 32 bits. Where an exponent is out of range, an element is an infinity or a NaN, or a block is too long, doubles are
used.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers.formats import known
from ptxisa.numbers.matrix.multiplication import Multiplication
from ptxisa.numbers.matrix.terms import Doubles, Exponents, Singles, Term

Factors = tuple[Singles, Singles]

_PRECISION, _BIAS, _FRACTION = 24, 127, 23
_WORD = 31
"""Bits of the magnitude of a sum."""


def in_single(a: Doubles, b: Doubles, what: Multiplication) -> Factors | None:
    """Matrices in single precision, if all products of their elements are exact in it."""
    if known()[what.a].precision + known()[what.b].precision > _PRECISION:
        return None
    singles = a.astype(np.float32), b.astype(np.float32)
    return singles if all(np.isfinite(one).all() for one in singles) else None


def factors(terms: list[Term], fraction: int) -> list[Factors] | None:
    """The factors of a block, if all have some in single precision and their sums fit into a word."""
    found = [term.singles for term in terms if term.singles is not None]
    return found if len(found) == len(terms) and len(terms) << fraction + 2 <= 1 << _WORD else None


def summed(factors: list[Factors], total: Doubles, top: Exponents, fraction: int) -> Doubles | None:
    """The sum of products and of the sum so far, aligned to the exponents `top` and cut; None out of range.

    A product that is subnormal in single precision is less than 1 after its alignment, whatever its bits, and cut to 0.
    """
    if top.min() < fraction - _BIAS + 1 or top.max() > _BIAS - 2 or not np.isfinite(total).all():
        return None
    finer = _power(fraction - top.astype(np.int32))
    product, integer = np.empty(total.shape, np.float32), np.empty(total.shape, np.int32)
    whole = np.zeros(total.shape, np.int32)
    for a, b in factors:
        np.multiply(a, b, out=product)
        product *= finer
        np.copyto(integer, product, casting="unsafe")  # Cuts, as C does.
        whole += integer
    found: Doubles = np.trunc(total * finer) + whole
    return found * _power(top.astype(np.int32) - fraction)


def _power(exponent: NDArray[np.int32]) -> Singles:
    """Two to the power of integers between -126 and 127."""
    found: Singles = (exponent + np.int32(_BIAS) << np.int32(_FRACTION)).view(np.float32)
    return found
