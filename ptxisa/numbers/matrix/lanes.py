"""Multiply many matrices at once: exact arithmetic in double precision, no loop over elements.

    d = multiply(a, b, c, Multiplication("f16", "f16", "f32", "f32"), find("sm_90", "mma", "m16n8k16", what))

Every product of two numbers of at most 24 bits in all is a double, and so is a sum of terms that were aligned and cut:
their common unit is a power of two, and `block + 1` of them have fewer than 53 bits. So every step is exact, and no
integers are needed. Inside of this module arrays have the matrices last, (rows, columns, count), so that operations run
along the count. `ptxisa.numbers.matrix.scalar` is the definition.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers import arithmetic, doubles
from ptxisa.numbers.formats import Format, known
from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.matrix import rounding
from ptxisa.numbers.matrix.multiplication import Model, Multiplication, addend_format
from ptxisa.numbers.matrix.terms import ZERO, Doubles, Exponents, ProductTerm, Scales, Singles, exponents_of, scaled

Index = NDArray[np.int64]

CHUNK = 1 << 15
"""Elements of D that are computed together, so that intermediate arrays stay in the caches."""
_TRANSPOSED = 32
"""Matrices that are transposed together, for the same reason."""
INTEGERS = {"s8": (8, True), "u8": (8, False), "s4": (4, True), "u4": (4, False), "b1": (1, False)}
"""Bits of the integer types, and True for those with a sign."""
Factors = tuple[Singles, Singles]
"""Factors of products in single precision."""
_SINGLE_PRECISION, _SINGLE_BIAS, _SINGLE_FRACTION = 24, 127, 23
_SUM_BITS = 31
"""Bits of the magnitude of a sum in a word."""


def multiply(
    a: Lanes,
    b: Lanes,
    c: Lanes,
    what: Multiplication,
    model: Model | None = None,
    columns: Index | None = None,
    scales: Scales | None = None,
) -> Lanes:
    """Return D = A * B + C of bit patterns, each element in an unsigned word of its own.

    Args:
        a: A, (..., M, K); elements of 4 bits and single bits are one a byte. Of a sparse A the stored elements,
            (..., M, K / 2).
        b: B, (..., K, N).
        c: C, (..., M, N).
        what: Types and modifiers.
        model: Model of a target. Without one, the result is the exact sum rounded once to nearest even, or for `.f64` a
            chain of fused multiply-adds in the rounding of `what`. Integers are exact in any case.
        columns: Row of B that each element of a sparse A meets, of the shape of `a`.
        scales: Scale factors of blocks along K.

    Returns:
        D, (..., M, N), in the smallest unsigned dtype for its type.
    """
    matrices = _flat(a, b, c, columns, scales)
    result = np.empty(matrices.c.shape, arithmetic.word_of(known()[what.d]) if what.d != "s32" else np.uint32)
    with np.errstate(all="ignore"):
        # Parts of about `CHUNK` elements; single matrices where rows are longer than a part has matrices.
        step = CHUNK // max(1, a.shape[-2] * b.shape[-1])
        step = 1 if b.shape[-1] > step else step
        for start in range(0, len(result), step):
            part = matrices.part(slice(start, start + step))
            if what.d == "s32":
                result[start : start + step] = _integers(part, what)
                continue
            addend = _last(part.c)
            if what.d == "f64":
                factors = _factors(_last(part.a), _last(part.b), part.columns)
                product = _chain(factors, addend, what.rounding)
            elif model is None:
                product = rounding.correctly(_terms(part, what), addend, what)
            else:
                group = model.block if model.accumulation == "scaled_groups" else 1
                product = _accumulated(_terms(part, what, group), addend, what, model)
            result[start : start + step] = np.moveaxis(product, -1, 0)
    return result.reshape(c.shape)


def terms_of(
    a: Lanes,
    b: Lanes,
    c: Lanes,
    what: Multiplication,
    columns: Index | None = None,
    scales: Scales | None = None,
) -> tuple[list[ProductTerm], Doubles]:
    """Return the factors of all products, and C as numbers (M, N, count); narrow formats only. See `multiply`."""
    matrices = _flat(a, b, c, columns, scales)
    return _terms(matrices, what), rounding.addend(_last(matrices.c), what)


class _Matrices(NamedTuple):
    """Patterns of A, B, C and scale factors, and the rows of B that a sparse A meets; each (count, rows, columns)."""

    a: Lanes
    b: Lanes
    c: Lanes
    columns: Index | None
    scales: Scales | None

    def part(self, some: slice) -> _Matrices:
        """Return some of the matrices."""
        columns = None if self.columns is None else self.columns[some]
        scales = None if self.scales is None else Scales(self.scales.a[some], self.scales.b[some])
        return _Matrices(self.a[some], self.b[some], self.c[some], columns, scales)


def _flat(a: Lanes, b: Lanes, c: Lanes, columns: Index | None, scales: Scales | None) -> _Matrices:
    """Return matrices with one leading dimension."""
    flat = [matrix.reshape(-1, *matrix.shape[-2:]) for matrix in (a, b, c)]
    index = None if columns is None else columns.reshape(-1, *columns.shape[-2:])
    factors = None if scales is None else Scales(*(factor.reshape(-1, *factor.shape[-2:]) for factor in scales))
    return _Matrices(flat[0], flat[1], flat[2], index, factors)


# --- terms ---


def _terms(matrices: _Matrices, what: Multiplication, group: int = 1) -> list[ProductTerm]:
    """Return the terms of narrow formats, decoded and scaled; of a `group` of several terms, their sum."""
    first, second = known()[what.a], known()[what.b]
    a, b = doubles.decode(_last(matrices.a), first), doubles.decode(_last(matrices.b), second)
    a, b = -a if what.negate_a else a, -b if what.negate_b else b
    numbers = _factors(a, b, matrices.columns)
    exponents = _factors(_exponents(_last(matrices.a), first), _exponents(_last(matrices.b), second), matrices.columns)
    terms = [ProductTerm(*x, *y) for x, y in zip(numbers, exponents, strict=True)]
    if matrices.scales is not None:
        return scaled(terms, Scales(_last(matrices.scales.a), _last(matrices.scales.b)), what.scale, group)
    if matrices.columns is None and first.precision + second.precision <= _SINGLE_PRECISION:
        # Products are exact in single precision.
        singles = a.astype(np.float32), b.astype(np.float32)
        if all(np.isfinite(factor).all() for factor in singles):
            pairs = _factors(*singles, None)
            return [term._replace(singles=pair) for term, pair in zip(terms, pairs, strict=True)]
    return terms


def _last(x: Lanes) -> Lanes:
    """Return matrices (count, rows, columns) as (rows, columns, count)."""
    flat = x.reshape(len(x), -1)
    result = np.empty(flat.T.shape, x.dtype)
    for start in range(0, len(flat), _TRANSPOSED):
        result[:, start : start + _TRANSPOSED] = flat[start : start + _TRANSPOSED].T
    return result.reshape(*x.shape[1:], len(x))


def _factors(a: Lanes, b: Lanes, columns: Index | None) -> list[tuple[Lanes, Lanes]]:
    """Return the factors at each position along K: (M, 1, count), and (1, N, count) or (M, N, count)."""
    if columns is None:
        return [(a[:, k, None], b[None, k]) for k in range(a.shape[1])]
    rows, count = _last(columns), np.arange(a.shape[-1])
    return [(a[:, k, None], np.moveaxis(b[rows[:, k], :, count[None]], -1, 1)) for k in range(a.shape[1])]


def _exponents(pattern: Lanes, form: Format) -> Exponents:
    """Return the exponents of patterns; see `exponents_of`."""
    magnitude = pattern >> pattern.dtype.type(form.low) & pattern.dtype.type((1 << form.exponent + form.fraction) - 1)
    field = (magnitude >> magnitude.dtype.type(form.fraction)).astype(np.int16)
    # Subnormal numbers, with field 0, have the exponent of the least normal number.
    result: Exponents = np.maximum(field, np.int16(1)) - np.int16(form.bias)
    return np.where(magnitude == 0, np.int16(ZERO), result)


# --- models of floating point ---


def _accumulated(terms: list[ProductTerm], c: Lanes, what: Multiplication, model: Model) -> Lanes:
    """Return the sums of products and C by the method of a model; `Model` describes each method."""
    if model.accumulation == "scaled_groups":
        # `scaled` has formed the groups, which are summed at once.
        return _fused(terms, c, what, model._replace(block=len(terms)))
    if model.accumulation == "register_halves":
        half = known()["f16"]
        unpacked = [
            term._replace(a_exponent=exponents_of(term.a, half), b_exponent=exponents_of(term.b, half))
            for term in terms
        ]
        ordered = [term for first in (True, False) for k, term in enumerate(unpacked) if (k % 4 < 2) == first]
        without = Model("fused", model.fraction, len(terms) // 2, model.min_exponent, model.sum_fraction)
        result = _fused(ordered, np.zeros_like(c), what._replace(c=what.d), without)
        return arithmetic.rounded("add", (result, c), (what.d, what.c), what.d, "rn", "")
    if model.accumulation == "via_f32":
        single = _fused(terms, c, what._replace(d="f32"), model)
        return arithmetic.rounded("value", (single,), ("f32",), what.d, "rn", "")
    if model.accumulation in ("add_c_last", "pairwise"):
        addend = arithmetic.rounded("value", (c,), (what.c,), "f32", "rn", "")
        if model.accumulation == "add_c_last":
            total = _summed_in_order(np.zeros(c.shape, np.uint32), terms)
            return arithmetic.rounded("add", (addend, total), ("f32", "f32"), what.d, "rn", "")
        total = addend
        for start in range(0, len(terms), 2):
            first = _in_single(terms[start].a * terms[start].b, c.shape)  # Exact: 22 bits.
            total = _single("add", total, _summed_in_order(first, terms[start + 1 : start + 2]))
        return arithmetic.rounded("value", (total,), ("f32",), what.d, "rn", "")
    return _fused(terms, c, what, model)


def _fused(terms: list[ProductTerm], c: Lanes, what: Multiplication, model: Model) -> Lanes:
    """Sum blocks of products, aligned and cut; see `Model` for all methods."""
    form, of_d = addend_format(what), known()[what.d]
    total = rounding.addend(c, what)
    for start in range(0, len(terms), model.block):
        block = terms[start : start + model.block]
        # The exponents to which the products are aligned with the sum so far.
        top: Exponents = np.maximum(exponents_of(total, form), np.int16(model.min_exponent))
        for term in block:
            np.maximum(top, term.a_exponent + term.b_exponent, out=top)
        # Words of 32 bits take half the memory of doubles. They need products that are exact in single precision, and
        # sums that fit.
        sums = None
        singles = [term.singles for term in block if term.singles is not None]
        if len(singles) == len(block) and len(block) << model.fraction + 2 <= 1 << _SUM_BITS:
            sums = _summed_in_words(singles, total, top, model.fraction)
        if sums is None:
            finer = rounding.power(np.int64(model.fraction) - top)
            sums = np.trunc(total * finer)
            product = np.empty_like(sums)
            for term in block:
                np.multiply(term.a, term.b, out=product)
                product *= finer
                sums += np.trunc(product, out=product)
            sums = sums * rounding.power(top - np.int64(model.fraction))
        # Only C is aligned by the exponents of its own format; every later sum has those of D.
        total, form = rounding.as_accumulator(sums, of_d, model.sum_fraction), of_d
    return rounding.exactly(total, of_d)


# --- sums in words of 32 bits ---


def _summed_in_words(factors: list[Factors], total: Doubles, top: Exponents, fraction: int) -> Doubles | None:
    """Return the sum of products and of the sum so far, aligned to the exponents `top` and cut; None out of range.

    Half the memory of doubles, and the same bits: aligned and cut to `fraction` bits after the point, each product is
    an integer below `1 << fraction + 2`. A product that is subnormal in single precision is less than 1 after its
    alignment, whatever its bits, and cut to 0.
    """
    if top.min() < fraction - _SINGLE_BIAS + 1 or top.max() > _SINGLE_BIAS - 2 or not np.isfinite(total).all():
        return None
    finer = _single_power(fraction - top.astype(np.int32))
    product, integer = np.empty(total.shape, np.float32), np.empty(total.shape, np.int32)
    whole = np.zeros(total.shape, np.int32)
    for a, b in factors:
        np.multiply(a, b, out=product)
        product *= finer
        np.copyto(integer, product, casting="unsafe")  # Cuts, as C does.
        whole += integer
    result: Doubles = np.trunc(total * finer) + whole
    return result * _single_power(top.astype(np.int32) - fraction)


def _single_power(exponent: NDArray[np.int32]) -> Singles:
    """Return two to the power of integers between -126 and 127, in single precision."""
    power: Singles = (exponent + np.int32(_SINGLE_BIAS) << np.int32(_SINGLE_FRACTION)).view(np.float32)
    return power


# --- chains of fused multiply-adds ---


def _single(operation: str, *operands: Lanes) -> Lanes:
    """Compute an operation in single precision, to nearest."""
    return arithmetic.rounded(operation, operands, ("f32",) * len(operands), "f32", "rn", "")


def _in_single(x: Doubles, shape: tuple[int, ...]) -> Lanes:
    """Return numbers of half precision as patterns of single precision."""
    return np.broadcast_to(x, shape).astype(np.float32).view(np.uint32)


def _summed_in_order(total: Lanes, terms: list[ProductTerm]) -> Lanes:
    """Add products by fused multiply-adds in single precision, in order."""
    for term in terms:
        total = _single("fma", _in_single(term.a, total.shape), _in_single(term.b, total.shape), total)
    return total


def _chain(terms: list[tuple[Lanes, Lanes]], c: Lanes, mode: str) -> Lanes:
    """Add products to C by fused multiply-adds in double precision, in order.

    A NaN is that of B, else of C, else of A, made quiet; NaNs of invalid operations are negative.
    """
    for a, b in terms:
        a, b = np.broadcast_arrays(a, b)
        result = arithmetic.rounded("fma", (a, b, c), ("f64", "f64", "f64"), "f64", mode, "")
        if rounding.is_nan(result).any():
            # The last NaN that is written wins, so this order is the reverse of that of the docstring.
            for operand in (a, c, b):
                result = np.where(rounding.is_nan(operand), operand | np.uint64(1 << 51), result)
        c = result
    return c


# --- integers ---


def _integers(matrices: _Matrices, what: Multiplication) -> Lanes:
    """Return D of integer matrices, (count, M, N); xor of bits is a + b - 2ab."""
    a, b = _integer(matrices.a, what.a), _integer(matrices.b, what.b)
    if matrices.columns is None:
        total = a @ b
    else:
        picked = b[np.arange(len(b))[:, None, None], matrices.columns]
        total = np.einsum("tmk,tmkn->tmn", a, picked)
    if what.operation == "xor":
        total = a.sum(axis=-1)[..., None] + b.sum(axis=-2)[:, None] - 2 * total
    exact = total.astype(np.int64) + matrices.c.view(np.int32)
    if what.saturate:
        exact = np.clip(exact, -(1 << 31), (1 << 31) - 1)
    return exact.astype(np.uint32)


def _integer(x: Lanes, kind: str) -> Doubles:
    """Return integers as doubles, whose products and sums are exact: fewer than 53 bits."""
    bits, signed = INTEGERS[kind]
    low = x.astype(np.int64) & np.int64((1 << bits) - 1)
    result = low - ((low >> np.int64(bits - 1) & np.int64(int(signed))) << np.int64(bits))
    return np.asarray(result, np.float64)
