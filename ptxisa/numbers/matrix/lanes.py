"""Multiply many matrices at once: exact arithmetic in double precision, no loop over elements.

Every product of two numbers of at most 24 bits in all is a double, and so is a sum of terms that were aligned and
cut: their common unit is a power of two, and `block + 1` of them have fewer than 53 bits. Arrays have the matrices
last, (rows, columns, count), so that operations run along the count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers import arithmetic, doubles
from ptxisa.numbers.formats import Format, known
from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.matrix import aligned, rounding
from ptxisa.numbers.matrix.multiplication import Model, Multiplication
from ptxisa.numbers.matrix.scaling import Scales, scaled
from ptxisa.numbers.matrix.terms import ZERO, Doubles, Exponents, Term, exponents_of

Index = NDArray[np.int64]

_CHUNK = 1 << 15
"""Elements of D that are computed together, so that what is between the operations stays in the caches."""
_TRANSPOSED = 32
"""Matrices that are transposed together, for the same reason."""
INTEGERS = {"s8": (8, True), "u8": (8, False), "s4": (4, True), "u4": (4, False), "b1": (1, False)}
"""Bits of the integer types, and whether they have a sign."""


def multiply(
    a: Lanes,
    b: Lanes,
    c: Lanes,
    what: Multiplication,
    model: Model | None = None,
    columns: Index | None = None,
    scales: Scales | None = None,
) -> Lanes:
    """D = A * B + C of arrays of bit patterns, each element in an unsigned word of its own.

    `a` has the shape (..., M, K), `b` (..., K, N), `c` (..., M, N), and so has the result, in the smallest unsigned
    dtype that holds its type; the leading dimensions are the same. Elements of 4 bits and single bits are one a byte.
    Of a sparse A, `a` holds the stored elements (..., M, K / 2) and `columns`, of the same shape, the row of B that
    each belongs to. `scales` are factors of blocks along K. Without a model the result is the exact sum rounded once to
    nearest even (`.f64`: a chain of fused multiply-adds, rounded as `what` says); integers are exact in any case.
    """
    matrices = _flat(a, b, c, columns, scales)
    found = np.empty(matrices.c.shape, arithmetic.word_of(known()[what.d]) if what.d != "s32" else np.uint32)
    with np.errstate(all="ignore"):
        for part in _parts(len(found), a.shape[-2], b.shape[-1]):
            found[part] = _product(matrices.part(part), what, model)
    return found.reshape(c.shape)


def terms_of(
    a: Lanes,
    b: Lanes,
    c: Lanes,
    what: Multiplication,
    columns: Index | None = None,
    scales: Scales | None = None,
) -> tuple[list[Term], Doubles]:
    """The factors of all products, and C as numbers (M, N, count); operands as for `multiply`, narrow formats only."""
    matrices = _flat(a, b, c, columns, scales)
    return _terms(matrices, what), rounding.addend(_last(matrices.c), what)


class _Matrices(NamedTuple):
    """Patterns of A, B and C, of factors, and the rows of B that the elements of a sparse A belong to.

    Each has the shape (count, rows, columns).
    """

    a: Lanes
    b: Lanes
    c: Lanes
    columns: Index | None
    scales: Scales | None

    def part(self, of: slice) -> _Matrices:
        columns = None if self.columns is None else self.columns[of]
        scales = None if self.scales is None else Scales(self.scales.a[of], self.scales.b[of])
        return _Matrices(self.a[of], self.b[of], self.c[of], columns, scales)


def _flat(a: Lanes, b: Lanes, c: Lanes, columns: Index | None, scales: Scales | None) -> _Matrices:
    """With one leading dimension."""
    flat = [one.reshape(-1, *one.shape[-2:]) for one in (a, b, c)]
    index = None if columns is None else columns.reshape(-1, *columns.shape[-2:])
    factors = None if scales is None else Scales(*(one.reshape(-1, *one.shape[-2:]) for one in scales))
    return _Matrices(flat[0], flat[1], flat[2], index, factors)


def _parts(count: int, m: int, n: int) -> Iterator[slice]:
    """A few matrices at a time; one where a row is longer than those few are many, since loops run along either."""
    step = _CHUNK // max(1, m * n)
    step = 1 if n > step else step
    return (slice(start, start + step) for start in range(0, count, step))


def _product(given: _Matrices, what: Multiplication, model: Model | None) -> Lanes:
    """D of a few matrices, (count, M, N)."""
    if what.d == "s32":
        return _integers(given, what)
    c = _last(given.c)
    if what.d == "f64":
        return np.moveaxis(_chain(_factors(_last(given.a), _last(given.b), given.columns), c, what.rounding), -1, 0)
    terms = _terms(given, what, model.block if model and model.method == "groups" else 1)
    found = _METHODS[model.method](terms, c, what, model) if model else rounding.correctly(terms, c, what)
    return np.moveaxis(found, -1, 0)


# --- terms ---


def _terms(given: _Matrices, what: Multiplication, group: int = 1) -> list[Term]:
    """The terms of narrow formats, decoded and scaled; of a `group` of several terms, their sum."""
    first, second = known()[what.a], known()[what.b]
    a, b = doubles.decode(_last(given.a), first), doubles.decode(_last(given.b), second)
    signed = (-a if what.negate_a else a, -b if what.negate_b else b)
    numbers = _factors(*signed, given.columns)
    exponents = _factors(_exponents(_last(given.a), first), _exponents(_last(given.b), second), given.columns)
    terms = [Term(*x, *y) for x, y in zip(numbers, exponents, strict=True)]
    if given.scales is None:
        singles = aligned.in_single(*signed, what) if given.columns is None else None
        pairs = _factors(*singles, None) if singles else []
        return [term._replace(singles=pair) for term, pair in zip(terms, pairs, strict=True)] if pairs else terms
    return scaled(terms, Scales(_last(given.scales.a), _last(given.scales.b)), what.scale, group)


def _last(x: Lanes) -> Lanes:
    """Matrices (count, rows, columns) as (rows, columns, count)."""
    flat = x.reshape(len(x), -1)
    found = np.empty(flat.T.shape, x.dtype)
    for start in range(0, len(flat), _TRANSPOSED):
        found[:, start : start + _TRANSPOSED] = flat[start : start + _TRANSPOSED].T
    return found.reshape(*x.shape[1:], len(x))


def _factors(a: Lanes, b: Lanes, columns: Index | None) -> list[tuple[Lanes, Lanes]]:
    """At each position along K what is to be multiplied: (M, 1, count), and (1, N, count) or (M, N, count)."""
    if columns is None:
        return [(a[:, k, None], b[None, k]) for k in range(a.shape[1])]
    rows, count = _last(columns), np.arange(a.shape[-1])
    return [(a[:, k, None], np.moveaxis(b[rows[:, k], :, count[None]], -1, 1)) for k in range(a.shape[1])]


def _exponents(pattern: Lanes, form: Format) -> Exponents:
    """The same of patterns."""
    magnitude = pattern >> pattern.dtype.type(form.low) & pattern.dtype.type((1 << form.exponent + form.fraction) - 1)
    field = (magnitude >> magnitude.dtype.type(form.fraction)).astype(np.int16)
    found: Exponents = np.maximum(field, np.int16(1)) - np.int16(form.bias)
    return np.where(magnitude == 0, np.int16(ZERO), found)


# --- models of floating point ---


def _fused(terms: list[Term], c: Lanes, what: Multiplication, model: Model) -> Lanes:
    form, result = known()[what.c], known()[what.d]
    total = rounding.addend(c, what)
    for start in range(0, len(terms), model.block):
        block = terms[start : start + model.block]
        top, factors = _greatest(block, total, form, model), aligned.factors(block, model.fraction)
        found = aligned.summed(factors, total, top, model.fraction) if factors else None
        found = _summed_exactly(block, total, top, model.fraction) if found is None else found
        total, form = rounding.kept(found, result, model.kept), result
    return rounding.exactly(total, result)


def _greatest(terms: list[Term], total: Doubles, form: Format, model: Model) -> Exponents:
    """The exponent to which products are aligned with the sum so far, a number of `form`."""
    top: Exponents = np.maximum(exponents_of(total, form), np.int16(model.floor))
    for term in terms:
        np.maximum(top, term.a_exponent + term.b_exponent, out=top)
    return top


def _summed_exactly(terms: list[Term], total: Doubles, top: Exponents, fraction: int) -> Doubles:
    """The sum of products and of the sum so far, aligned and cut."""
    finer = rounding.power(np.int64(fraction) - top)
    found: Doubles = np.trunc(total * finer)
    product = np.empty_like(found)
    for term in terms:
        np.multiply(term.a, term.b, out=product)
        product *= finer
        found += np.trunc(product, out=product)
    return found * rounding.power(top - np.int64(fraction))


def _groups(terms: list[Term], c: Lanes, what: Multiplication, model: Model) -> Lanes:
    """Sums of groups, which `scaling.scaled` has formed, all at once."""
    return _fused(terms, c, what, model._replace(block=len(terms)))


def _halves(terms: list[Term], c: Lanes, what: Multiplication, model: Model) -> Lanes:
    ordered = [_unpacked(term) for half in (0, 1) for k, term in enumerate(terms) if k % 4 // 2 == half]
    without = Model("fused", model.fraction, len(terms) // 2, model.floor, model.kept)
    found = _fused(ordered, np.zeros_like(c), what._replace(c=what.d), without)
    return arithmetic.rounded("add", (found, c), (what.d, what.c), what.d, "rn", "")


def _unpacked(term: Term) -> Term:
    """The same numbers with the exponents that they have in half precision."""
    half = known()["f16"]
    return term._replace(a_exponent=exponents_of(term.a, half), b_exponent=exponents_of(term.b, half))


def _through(terms: list[Term], c: Lanes, what: Multiplication, model: Model) -> Lanes:
    single = _fused(terms, c, what._replace(d="f32"), model)
    return arithmetic.rounded("value", (single,), ("f32",), what.d, "rn", "")


# --- chains ---


def _single(operation: str, *operands: Lanes) -> Lanes:
    return arithmetic.rounded(operation, operands, ("f32",) * len(operands), "f32", "rn", "")


def _in_single(x: Doubles, shape: tuple[int, ...]) -> Lanes:
    """Numbers of half precision as patterns of single precision."""
    return np.broadcast_to(x, shape).astype(np.float32).view(np.uint32)


def _summed(total: Lanes, terms: list[Term]) -> Lanes:
    """Fused multiply-adds in order."""
    for term in terms:
        total = _single("fma", _in_single(term.a, total.shape), _in_single(term.b, total.shape), total)
    return total


def _after(terms: list[Term], c: Lanes, what: Multiplication, model: Model) -> Lanes:
    given = arithmetic.rounded("value", (c,), (what.c,), "f32", "rn", "")
    return arithmetic.rounded(
        "add", (given, _summed(np.zeros(c.shape, np.uint32), terms)), ("f32", "f32"), what.d, "rn", ""
    )


def _pairs(terms: list[Term], c: Lanes, what: Multiplication, model: Model) -> Lanes:
    total = arithmetic.rounded("value", (c,), (what.c,), "f32", "rn", "")
    for start in range(0, len(terms), 2):
        first = _in_single(terms[start].a * terms[start].b, c.shape)  # Exact: 22 bits.
        total = _single("add", total, _summed(first, terms[start + 1 : start + 2]))
    return arithmetic.rounded("value", (total,), ("f32",), what.d, "rn", "")


_METHODS = {
    "fused": _fused,
    "groups": _groups,
    "halves": _halves,
    "through": _through,
    "after": _after,
    "pairs": _pairs,
}


def _chain(terms: list[tuple[Lanes, Lanes]], c: Lanes, mode: str) -> Lanes:
    """Fused multiply-adds in double precision, in order, starting from C."""
    names = ("f64", "f64", "f64")
    for a, b in terms:
        a, b = np.broadcast_arrays(a, b)
        found = arithmetic.rounded("fma", (a, b, c), names, "f64", mode, "")
        c = _with_nans(found, a, b, c)
    return c


def _with_nans(found: Lanes, a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    """A NaN is that of B, else of C, else of A, made quiet; one that numbers give is negative."""
    if not rounding.is_nan(found).any():
        return found
    for x in (a, c, b):
        found = np.where(rounding.is_nan(x), x | np.uint64(1 << 51), found)
    return found


# --- integers ---


def _integers(given: _Matrices, what: Multiplication) -> Lanes:
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
    """Integers as doubles, whose products and sums are exact."""
    bits, signed = INTEGERS[kind]
    low = x.astype(np.int64) & np.int64((1 << bits) - 1)
    found = low - ((low >> np.int64(bits - 1) & np.int64(int(signed))) << np.int64(bits))
    return np.asarray(found, np.float64)
