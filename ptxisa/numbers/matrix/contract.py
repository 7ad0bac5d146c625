"""Precision that PTX promises of a product of matrices on every target.

PTX leaves the order and rounding of the additions open. It states their precision (sections 9.7.14.5.14 and
9.7.15.5.2): at least single precision, and at least half precision if C and D are f16. So a result may differ from
the exact sum by one unit in the last place of that precision for each of the K additions. Partial sums never exceed
the sum of all magnitudes; if that sum exceeds the greatest number, every result is allowed, since a partial sum may
overflow. If a term is infinite or NaN, the result is the IEEE 754 sum.
"""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers import doubles
from ptxisa.numbers.formats import known
from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.matrix.lanes import terms_of
from ptxisa.numbers.matrix.multiplication import Multiplication
from ptxisa.numbers.matrix.rounding import sum_oddly
from ptxisa.numbers.matrix.terms import Scales

_UNITS = {"f32": 2.0**-23, "f16": 2.0**-10}
"""One unit in the last place of 1 in the precision of additions, by the type of D."""


def allowed(
    a: Lanes,
    b: Lanes,
    c: Lanes,
    d: Lanes,
    what: Multiplication,
    columns: NDArray[np.int64] | None = None,
    scales: Scales | None = None,
) -> NDArray[np.bool_]:
    """Return True for each element of D that PTX allows; operands as for `lanes.multiply`, types f32 and f16 of D.

    Integers and f64 leave nothing open but the order of f64, for which `lanes.multiply` has the order of K.
    """
    form = known()[what.d]
    with np.errstate(all="ignore"):
        terms, addend = terms_of(a, b, c, what, columns, scales)
        parts = [np.broadcast_to(term.a * term.b, addend.shape) for term in terms] + [addend]
        plain = functools.reduce(np.add, parts)
        results = np.moveaxis(doubles.decode(d.reshape(-1, *d.shape[-2:]), form), 0, -1)
        same = (plain == results) | (np.isnan(plain) & np.isnan(results))
        # Results within one unit per addition of the exact sum, and sums that may overflow.
        size = functools.reduce(np.add, [np.abs(part) for part in parts])
        slack = len(parts) * (_UNITS["f16" if what.c == what.d == "f16" else "f32"] * size + 2.0**form.least)
        if what.d == "f16" != what.c:
            slack = slack + _UNITS["f16"] * size
        near = np.abs(results - sum_oddly(parts)) <= slack
        near |= size >= 2.0 ** (form.exponent_mask - form.bias)
        correct = np.where(np.isfinite(plain), near, same)
        return np.asarray(np.moveaxis(correct, -1, 0).reshape(d.shape))
