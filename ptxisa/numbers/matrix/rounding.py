"""Rounding of sums of products: cut off as tensor cores do, or correct."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers import doubles
from ptxisa.numbers.formats import Format, known
from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.matrix.multiplication import Multiplication
from ptxisa.numbers.matrix.terms import ProductTerm
from ptxisa.numbers.twofold import odd, two_sum

Doubles = NDArray[np.float64]
_FRACTION = 52


def power(exponent: Any) -> Doubles:
    """Return two to the power of integers between -1022 and 1023."""
    bits = (exponent.astype(np.int64) + np.int64(1023)) << np.int64(_FRACTION)
    result: Doubles = bits.view(np.float64)
    return result


def is_nan(x: Lanes) -> Lanes:
    """Return True for patterns of double precision that are NaNs."""
    return np.isnan(x.view(np.float64))


def as_accumulator(x: Doubles, form: Format, fraction: int) -> Doubles:
    """Return exact sums as accumulators: single precision cut to `fraction` bits, half precision to nearest even.

    Zeros are positive, and sums beyond the greatest number are infinite.
    """
    if form.name != "f32":
        return np.asarray(doubles.decode(encode(x, form), form))
    cut: Doubles = (x.view(np.int64) & ~np.int64((1 << _FRACTION - fraction) - 1)).view(np.float64)
    size = np.abs(x)
    if size.min() >= 2.0 ** (1 - form.bias) and size.max() < 2.0 ** (form.bias + 1):
        return cut
    # Subnormal numbers have fewer bits, sums beyond the range are infinite, and cutting must not make a NaN infinite.
    least = 2.0 ** (1 - form.bias - fraction)
    result = np.where(size < 2.0 ** (1 - form.bias), np.trunc(x / least) * least, np.where(np.isnan(x), x, cut))
    result += 0.0
    return np.where(np.abs(result) >= 2.0 ** (form.bias + 1), np.copysign(np.inf, result), result)


def encode(x: Doubles, form: Format) -> Lanes:
    """Return exact sums as patterns, to nearest even; zeros are positive."""
    result = doubles.encode(np.ascontiguousarray(x), form, "rn", "")
    sign = result.dtype.type(1 << form.sign_bit)
    return np.where(result == sign, result ^ sign, result)


def exactly(x: Doubles, form: Format) -> Lanes:
    """Return numbers of the format as patterns; zeros are positive."""
    if form.name != "f32" or np.isnan(x).any():
        return encode(x, form)
    return np.asarray(x.astype(np.float32).view(np.uint32))


def addend(c: Lanes, what: Multiplication) -> Doubles:
    """Return C as numbers, halved as often as the multiplication requires: the quotients are doubles."""
    result: Doubles = doubles.decode(c, known()[what.c])
    return result * 2.0**-what.halvings if what.halvings else result


def correctly(terms: list[ProductTerm], c: Lanes, what: Multiplication) -> Lanes:
    """Return the exact sum of all products and C, rounded once to nearest even."""
    form, given = known()[what.d], addend(c, what)
    parts = [np.broadcast_to(term.a * term.b, given.shape) for term in terms] + [given]
    total = sum_oddly([np.where(np.isfinite(part), part, 0.0) for part in parts])
    # A plain sum has the right infinities and NaNs, and the right sign of a zero.
    plain = functools.reduce(np.add, parts)
    negative = functools.reduce(np.logical_and, [np.signbit(part) & (part == 0) for part in parts])
    specials = np.where(np.isfinite(plain), np.where(negative, -0.0, 0.0), plain)
    sums = np.where(np.isfinite(plain) & (total != 0), total, specials)
    return doubles.encode(np.ascontiguousarray(sums), form, "rn", "")


def sum_oddly(parts: list[Doubles]) -> Doubles:
    """Return the exact sum of many doubles, rounded to odd (see `ptxisa.numbers.twofold.odd`).

    Errors of additions are added again until none changes, so that the parts no longer overlap: the distillation of
    Kahan, with the TwoSum of Knuth. The last part that is not zero then has the sign of what the total lacks.
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
