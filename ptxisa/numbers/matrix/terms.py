"""Terms of a product of matrices: the factors at one position along K as numbers and exponents, and scale factors.

With scale factors of blocks, D = (A * scale_A) * (B * scale_B) + C (section 9.7.14.3 of the manual).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers import doubles
from ptxisa.numbers.formats import Format, known
from ptxisa.numbers.lanes import Lanes

Doubles = NDArray[np.float64]
Exponents = NDArray[np.int16]
Singles = NDArray[np.float32]


class ProductTerm(NamedTuple):
    """Factors of the products at one position along K, to be broadcast over D.

    Attributes:
        a: Numbers of A, (M, 1, count); `b` those of B, (1, N, count) or (M, N, count).
        a_exponent: Exponents of A as its format has them; `b_exponent` those of B.
        singles: Both factors in single precision, if their products are exact in it and all elements are finite.
    """

    a: Doubles
    b: Doubles
    a_exponent: Exponents
    b_exponent: Exponents
    singles: tuple[Singles, Singles] | None = None


ZERO = -8192
"""Exponent of a zero: below that of every number and of every product of numbers."""


def exponents_of(x: Doubles, form: Format) -> Exponents:
    """Return the exponents of numbers in their format; subnormal numbers have its least one, zeros have `ZERO`."""
    field = (x.view(np.int64) >> np.int64(52) & np.int64(0x7FF)).astype(np.int16) - np.int16(1023)
    least = (1 if form.zero else 0) - form.bias
    exponents: Exponents = np.clip(field, least, form.exponent_mask - form.bias)
    return np.where(x == 0, np.int16(ZERO), exponents)


# --- scale factors of blocks ---


class Scales(NamedTuple):
    """Patterns of the scale factors of rows of A, (..., M, blocks), and of columns of B, (..., blocks, N)."""

    a: Lanes
    b: Lanes


def scaled(terms: list[ProductTerm], scales: Scales, kind: str, group: int = 1) -> list[ProductTerm]:
    """Apply scale factors to terms, so that what sums the terms is the same without and with factors.

    Args:
        terms: Terms along K; the blocks share them evenly.
        scales: Patterns of the factors with the matrices last: (M, blocks, count) and (blocks, N, count).
        kind: Type of the factors.
        group: Terms that become one term: the exact sum of their products, times the fractions of the factors, with
            the exponents of the factors alone.
    """
    form = known()[kind]
    a, b = doubles.decode(scales.a, form), doubles.decode(scales.b, form)
    a_exponent, b_exponent = exponents_of(a, form), exponents_of(b, form)
    size = len(terms) // a.shape[1]
    result = []
    for first in range(0, len(terms), group):
        block, term = first // size, terms[first]
        factors = ProductTerm(a[:, block, None], b[None, block], a_exponent[:, block, None], b_exponent[None, block])
        if group == 1:
            # Products of so few bits are exact.
            a_sum, b_sum = term.a_exponent + factors.a_exponent, term.b_exponent + factors.b_exponent
            result.append(ProductTerm(term.a * factors.a, term.b * factors.b, a_sum, b_sum))
            continue
        # Products of 4-bit numbers and their sums are exact.
        total = np.asarray(term.a * term.b)
        product = np.empty_like(total)
        for other in terms[first + 1 : first + group]:
            total += np.multiply(other.a, other.b, out=product)
        result.append(ProductTerm(total * factors.a, factors.b, factors.a_exponent, factors.b_exponent))
    return result
