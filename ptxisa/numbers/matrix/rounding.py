"""Round sums of products: cut as tensor cores do, or correctly."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers import doubles
from ptxisa.numbers.formats import Format, known
from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.matrix.multiplication import Multiplication
from ptxisa.numbers.matrix.terms import Term
from ptxisa.numbers.twofold import odd, two_sum

Doubles = NDArray[np.float64]
_FRACTION = 52


def power(exponent: Any) -> Doubles:
    """Two to the power of integers between -1022 and 1023."""
    bits = (exponent.astype(np.int64) + np.int64(1023)) << np.int64(_FRACTION)
    found: Doubles = bits.view(np.float64)
    return found


def is_nan(x: Lanes) -> Lanes:
    """Whether patterns of double precision are NaNs."""
    return np.isnan(x.view(np.float64))


def kept(x: Doubles, form: Format, fraction: int) -> Doubles:
    """Exact sums as accumulators: single precision cut to `fraction` bits, half precision to nearest even.

    Zeros are positive, and beyond the greatest number is an infinity.
    """
    if form.name != "f32":
        return np.asarray(doubles.decode(encode(x, form), form))
    cut: Doubles = (x.view(np.int64) & ~np.int64((1 << _FRACTION - fraction) - 1)).view(np.float64)
    size = np.abs(x)
    if size.min() >= 2.0 ** (1 - form.bias) and size.max() < 2.0 ** (form.bias + 1):
        return cut
    # Subnormal numbers, and those of which NaNs must stay NaNs.
    least = 2.0 ** (1 - form.bias - fraction)
    found = np.where(size < 2.0 ** (1 - form.bias), np.trunc(x / least) * least, np.where(np.isnan(x), x, cut))
    found += 0.0
    return np.where(np.abs(found) >= 2.0 ** (form.bias + 1), np.copysign(np.inf, found), found)


def encode(x: Doubles, form: Format) -> Lanes:
    """Exact sums as patterns; what is rounded to a zero is positive."""
    found = doubles.encode(np.ascontiguousarray(x), form, "rn", "")
    sign = found.dtype.type(1 << form.sign_bit)
    return np.where(found == sign, found ^ sign, found)


def exactly(x: Doubles, form: Format) -> Lanes:
    """Numbers that the format has, whose zeros are positive, as patterns."""
    if form.name != "f32" or np.isnan(x).any():
        return encode(x, form)
    return np.asarray(x.astype(np.float32).view(np.uint32))


def addend(c: Lanes, what: Multiplication) -> Doubles:
    """C as numbers, halved as often as the multiplication says: doubles hold the quotients."""
    found: Doubles = doubles.decode(c, known()[what.c])
    return found * 2.0**-what.halvings if what.halvings else found


def correctly(terms: list[Term], c: Lanes, what: Multiplication) -> Lanes:
    """The exact sum of all products and C, rounded once to nearest even."""
    result, given = known()[what.d], addend(c, what)
    parts = [np.broadcast_to(term.a * term.b, given.shape) for term in terms] + [given]
    total = sum_oddly([np.where(np.isfinite(part), part, 0.0) for part in parts])
    # Infinities and NaNs, and the sign of a sum of zeros, are what a plain sum has.
    plain = functools.reduce(np.add, parts)
    found = np.where(np.isfinite(plain) & (total != 0), total, _of_specials(parts, plain))
    return doubles.encode(np.ascontiguousarray(found), result, "rn", "")


def _of_specials(parts: list[Doubles], plain: Doubles) -> Doubles:
    """The sum of infinities and NaNs alone; of numbers whose sum is zero, -0 where each is."""
    negative = functools.reduce(np.logical_and, [np.signbit(part) & (part == 0) for part in parts])
    return np.where(np.isfinite(plain), np.where(negative, -0.0, 0.0), plain)


def sum_oddly(parts: list[Doubles]) -> Doubles:
    """The double next to the exact sum, its last bit set where the sum is no double.

    Errors of additions are added again until none is left, so that the parts no longer overlap; those with the
    largest magnitude then tell on which side of a double the sum lies.
    """
    parts = list(parts)
    for _ in parts:
        changed = False
        for index in range(1, len(parts)):
            high, low = two_sum(parts[index], parts[index - 1])
            changed = changed or bool((low != parts[index - 1]).any())
            parts[index], parts[index - 1] = high, low
        if not changed:
            break
    *errors, total = parts
    missing = np.zeros_like(total)
    for part in errors:
        missing = np.where(part != 0, part, missing)
    return np.asarray(odd(total, missing))
