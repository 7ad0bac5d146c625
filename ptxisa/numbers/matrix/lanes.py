"""Multiply many matrices at once: exact arithmetic in double precision, no loop over elements.

    d = multiply(a, b, c, Multiplication("f16", "f16", "f32", "f32"), find("sm_90", "mma", "m16n8k16", what))

Every product of two numbers of at most 24 bits in all is a double, and so is a sum of terms that were aligned and cut:
their common unit is a power of two, and `block + 1` of them have fewer than 53 bits. So every step is exact, and no
integers are needed. Inside of this module arrays have the matrices last, (rows, columns, count), so that operations run
along the count. `ptxisa.numbers.matrix.scalar` is the definition.
"""

from __future__ import annotations

from collections.abc import Iterator
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

_CHUNK = 1 << 15
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
        D, (..., M, N), in the smallest unsigned dtype that holds its type.
    """
    matrices = _flat(a, b, c, columns, scales)
    result = np.empty(matrices.c.shape, arithmetic.word_of(known()[what.d]) if what.d != "s32" else np.uint32)
    with np.errstate(all="ignore"):
        for part in _parts(len(result), a.shape[-2], b.shape[-1]):
            result[part] = _product(matrices.part(part), what, model)
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


def _parts(count: int, m: int, n: int) -> Iterator[slice]:
    """Divide matrices into parts of about `_CHUNK` elements; single ones where rows are longer than the count."""
    step = _CHUNK // max(1, m * n)
    step = 1 if n > step else step
    return (slice(start, start + step) for start in range(0, count, step))


def _product(given: _Matrices, what: Multiplication, model: Model | None) -> Lanes:
    """Return D of a few matrices, (count, M, N)."""
    if what.d == "s32":
        return _integers(given, what)
    c = _last(given.c)
    if what.d == "f64":
        return np.moveaxis(_chain(_factors(_last(given.a), _last(given.b), given.columns), c, what.rounding), -1, 0)
    terms = _terms(given, what, model.block if model and model.accumulation == "scaled_groups" else 1)
    result = _ACCUMULATIONS[model.accumulation](terms, c, what, model) if model else rounding.correctly(terms, c, what)
    return np.moveaxis(result, -1, 0)


# --- terms ---


def _terms(given: _Matrices, what: Multiplication, group: int = 1) -> list[ProductTerm]:
    """Return the terms of narrow formats, decoded and scaled; of a `group` of several terms, their sum."""
    first, second = known()[what.a], known()[what.b]
    a, b = doubles.decode(_last(given.a), first), doubles.decode(_last(given.b), second)
    signed = (-a if what.negate_a else a, -b if what.negate_b else b)
    numbers = _factors(*signed, given.columns)
    exponents = _factors(_exponents(_last(given.a), first), _exponents(_last(given.b), second), given.columns)
    terms = [ProductTerm(*x, *y) for x, y in zip(numbers, exponents, strict=True)]
    if given.scales is None:
        singles = _in_single_precision(*signed, what) if given.columns is None else None
        pairs = _factors(*singles, None) if singles else []
        return [term._replace(singles=pair) for term, pair in zip(terms, pairs, strict=True)] if pairs else terms
    return scaled(terms, Scales(_last(given.scales.a), _last(given.scales.b)), what.scale, group)


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
    result: Exponents = np.maximum(field, np.int16(1)) - np.int16(form.bias)
    return np.where(magnitude == 0, np.int16(ZERO), result)


# --- models of floating point ---


def _fused(terms: list[ProductTerm], c: Lanes, what: Multiplication, model: Model) -> Lanes:
    """Sum blocks of products, aligned and cut; see `Model` for all methods."""
    form, of_d = addend_format(what), known()[what.d]
    total = rounding.addend(c, what)
    for start in range(0, len(terms), model.block):
        block = terms[start : start + model.block]
        top, factors = _greatest(block, total, form, model), _single_factors(block, model.fraction)
        sums = _summed_in_words(factors, total, top, model.fraction) if factors else None
        sums = _summed_exactly(block, total, top, model.fraction) if sums is None else sums
        total, form = rounding.kept(sums, of_d, model.sum_fraction), of_d
    return rounding.exactly(total, of_d)


def _greatest(terms: list[ProductTerm], total: Doubles, form: Format, model: Model) -> Exponents:
    """Return the exponents to which products are aligned with the sum so far, numbers of `form`."""
    top: Exponents = np.maximum(exponents_of(total, form), np.int16(model.min_exponent))
    for term in terms:
        np.maximum(top, term.a_exponent + term.b_exponent, out=top)
    return top


def _summed_exactly(terms: list[ProductTerm], total: Doubles, top: Exponents, fraction: int) -> Doubles:
    """Return the sum of products and of the sum so far, aligned and cut; in double precision."""
    finer = rounding.power(np.int64(fraction) - top)
    result: Doubles = np.trunc(total * finer)
    product = np.empty_like(result)
    for term in terms:
        np.multiply(term.a, term.b, out=product)
        product *= finer
        result += np.trunc(product, out=product)
    return result * rounding.power(top - np.int64(fraction))


# --- sums in words of 32 bits ---


def _in_single_precision(a: Doubles, b: Doubles, what: Multiplication) -> Factors | None:
    """Return matrices in single precision, if all products of their elements are exact in it; else None."""
    if known()[what.a].precision + known()[what.b].precision > _SINGLE_PRECISION:
        return None
    singles = a.astype(np.float32), b.astype(np.float32)
    return singles if all(np.isfinite(one).all() for one in singles) else None


def _single_factors(terms: list[ProductTerm], fraction: int) -> list[Factors] | None:
    """Return the factors of a block, if all have some in single precision and their sum fits into a word; else None."""
    singles = [term.singles for term in terms if term.singles is not None]
    return singles if len(singles) == len(terms) and len(terms) << fraction + 2 <= 1 << _SUM_BITS else None


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


# --- other methods ---


def _groups(terms: list[ProductTerm], c: Lanes, what: Multiplication, model: Model) -> Lanes:
    """Sum groups, which `scaled` has formed, all at once."""
    return _fused(terms, c, what, model._replace(block=len(terms)))


def _halves(terms: list[ProductTerm], c: Lanes, what: Multiplication, model: Model) -> Lanes:
    """Sum two halves of products unpacked to f16, then add C."""
    ordered = [_unpacked(term) for half in (0, 1) for k, term in enumerate(terms) if k % 4 // 2 == half]
    without = Model("fused", model.fraction, len(terms) // 2, model.min_exponent, model.sum_fraction)
    result = _fused(ordered, np.zeros_like(c), what._replace(c=what.d), without)
    return arithmetic.rounded("add", (result, c), (what.d, what.c), what.d, "rn", "")


def _unpacked(term: ProductTerm) -> ProductTerm:
    """Return a term with the exponents that its numbers have in half precision."""
    half = known()["f16"]
    return term._replace(a_exponent=exponents_of(term.a, half), b_exponent=exponents_of(term.b, half))


def _through(terms: list[ProductTerm], c: Lanes, what: Multiplication, model: Model) -> Lanes:
    """Sum in single precision, then round to the type of D."""
    single = _fused(terms, c, what._replace(d="f32"), model)
    return arithmetic.rounded("value", (single,), ("f32",), what.d, "rn", "")


# --- chains ---


def _single(operation: str, *operands: Lanes) -> Lanes:
    """Compute an operation in single precision, to nearest."""
    return arithmetic.rounded(operation, operands, ("f32",) * len(operands), "f32", "rn", "")


def _in_single(x: Doubles, shape: tuple[int, ...]) -> Lanes:
    """Return numbers of half precision as patterns of single precision."""
    return np.broadcast_to(x, shape).astype(np.float32).view(np.uint32)


def _summed(total: Lanes, terms: list[ProductTerm]) -> Lanes:
    """Add products by fused multiply-adds, in order."""
    for term in terms:
        total = _single("fma", _in_single(term.a, total.shape), _in_single(term.b, total.shape), total)
    return total


def _after(terms: list[ProductTerm], c: Lanes, what: Multiplication, model: Model) -> Lanes:
    """Add products from zero in single precision, then C."""
    given = arithmetic.rounded("value", (c,), (what.c,), "f32", "rn", "")
    return arithmetic.rounded(
        "add", (given, _summed(np.zeros(c.shape, np.uint32), terms)), ("f32", "f32"), what.d, "rn", ""
    )


def _pairs(terms: list[ProductTerm], c: Lanes, what: Multiplication, model: Model) -> Lanes:
    """Add products by pairs in single precision."""
    total = arithmetic.rounded("value", (c,), (what.c,), "f32", "rn", "")
    for start in range(0, len(terms), 2):
        first = _in_single(terms[start].a * terms[start].b, c.shape)  # Exact: 22 bits.
        total = _single("add", total, _summed(first, terms[start + 1 : start + 2]))
    return arithmetic.rounded("value", (total,), ("f32",), what.d, "rn", "")


_ACCUMULATIONS = {
    "fused": _fused,
    "scaled_groups": _groups,
    "register_halves": _halves,
    "via_f32": _through,
    "add_c_last": _after,
    "pairwise": _pairs,
}


def _chain(terms: list[tuple[Lanes, Lanes]], c: Lanes, mode: str) -> Lanes:
    """Add products to C by fused multiply-adds in double precision, in order."""
    names = ("f64", "f64", "f64")
    for a, b in terms:
        a, b = np.broadcast_arrays(a, b)
        result = arithmetic.rounded("fma", (a, b, c), names, "f64", mode, "")
        c = _with_nans(result, a, b, c)
    return c


def _with_nans(result: Lanes, a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    """Return results with the NaN of B, else of C, else of A, made quiet; NaNs of invalid operations are negative."""
    if not rounding.is_nan(result).any():
        return result
    for x in (a, c, b):
        result = np.where(rounding.is_nan(x), x | np.uint64(1 << 51), result)
    return result


# --- integers ---


def _integers(given: _Matrices, what: Multiplication) -> Lanes:
    """Return D of integer matrices, (count, M, N); xor of bits is a + b - 2ab."""
    a, b = _integer(given.a, what.a), _integer(given.b, what.b)
    if given.columns is None:
        total = a @ b
    else:
        picked = b[np.arange(len(b))[:, None, None], given.columns]
        total = np.einsum("tmk,tmkn->tmn", a, picked)
    if what.operation == "xor":
        total = a.sum(axis=-1)[..., None] + b.sum(axis=-2)[:, None] - 2 * total
    exact = total.astype(np.int64) + given.c.view(np.int32)
    if what.saturate:
        exact = np.clip(exact, -(1 << 31), (1 << 31) - 1)
    return exact.astype(np.uint32)


def _integer(x: Lanes, kind: str) -> Doubles:
    """Return integers as doubles, whose products and sums are exact: fewer than 53 bits."""
    bits, signed = INTEGERS[kind]
    low = x.astype(np.int64) & np.int64((1 << bits) - 1)
    result = low - ((low >> np.int64(bits - 1) & np.int64(int(signed))) << np.int64(bits))
    return np.asarray(result, np.float64)
