"""Scale factors of blocks along K: D = (A * scale_A) * (B * scale_B) + C, section 9.7.14.3 of the manual.

Factors are applied to the terms of a product, so that what sums terms needs to know nothing of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ptxisa.numbers import doubles
from ptxisa.numbers.formats import known
from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.matrix.terms import Term, exponents_of


class Scales(NamedTuple):
    """Patterns of the factors of rows of A, (..., M, blocks), and of columns of B, (..., blocks, N)."""

    a: Lanes
    b: Lanes


def scaled(terms: list[Term], scales: Scales, kind: str, group: int = 1) -> list[Term]:
    """Terms with their factors, patterns of type `kind` with the matrices last: (M, blocks, count), (blocks, N, count).

    The blocks share the terms evenly. With a `group` of several terms, each group becomes one term: the exact sum of
    its products, times the fractions of the factors, with the exponents of the factors alone.
    """
    form = known()[kind]
    a, b = doubles.decode(scales.a, form), doubles.decode(scales.b, form)
    factors = Term(a, b, exponents_of(a, form), exponents_of(b, form))
    size = len(terms) // a.shape[1]
    apply = _times if group == 1 else _sum_times
    return [
        apply(terms[first : first + group], _block(factors, first // size)) for first in range(0, len(terms), group)
    ]


def _block(factors: Term, index: int) -> Term:
    """The factors of one block, to be broadcast over D."""
    a, b, a_exponent, b_exponent, _ = factors
    return Term(a[:, index, None], b[None, index], a_exponent[:, index, None], b_exponent[None, index])


def _times(terms: list[Term], factors: Term) -> Term:
    """One term times its factors; products of so few bits are exact."""
    (term,) = terms
    return Term(
        term.a * factors.a,
        term.b * factors.b,
        term.a_exponent + factors.a_exponent,
        term.b_exponent + factors.b_exponent,
    )


def _sum_times(terms: list[Term], factors: Term) -> Term:
    """The sum of a group, of exact products of 4-bit numbers."""
    total = np.asarray(terms[0].a * terms[0].b)
    product = np.empty_like(total)
    for term in terms[1:]:
        total += np.multiply(term.a, term.b, out=product)
    return Term(total * factors.a, factors.b, factors.a_exponent, factors.b_exponent)
