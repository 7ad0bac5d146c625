"""One element of a product of matrices, on Python integers: the definition of `lanes.multiply`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

from ptxisa.numbers import exact
from ptxisa.numbers.exact import NAN, Number, decode, round_to
from ptxisa.numbers.formats import Format, known
from ptxisa.numbers.matrix.multiplication import Model, Multiplication, addend_format

Factors = Sequence[tuple[int, int]]
"""Patterns of the scale factors of A and of B, block by block."""
_NAN_OF_NUMBERS = 0xFFF8000000000000
"""Result in double precision of an invalid operation on numbers, such as 0 * inf."""
_QUIET = 1 << 51
"""Bit that a quiet NaN in double precision has, and a signaling one lacks."""


class _Term(NamedTuple):
    """An exact product, or C, and the exponent by which it is aligned; None for zeros."""

    number: Number
    exponent: int | None


def element(
    a: Sequence[int],
    b: Sequence[int],
    c: int,
    what: Multiplication,
    model: Model | None = None,
    scales: Factors = (),
) -> int:
    """Return the bit pattern of c + a[0] * b[0] + a[1] * b[1] + …; see `lanes.multiply`.

    Args:
        a: Patterns of a row of A; of a sparse A the stored elements.
        b: Patterns of the elements of a column of B that they meet.
        c: Pattern of the element of C.
        what: Types and modifiers.
        model: Model of a target; None for the exact sum, rounded once.
        scales: Patterns of the scale factors of A and of B, block by block.
    """
    if what.d == "s32":
        if what.a == "b1":
            total = sum((x ^ y) if what.operation == "xor" else (x & y) for x, y in zip(a, b, strict=True))
        else:
            total = sum(_signed(x, what.a) * _signed(y, what.b) for x, y in zip(a, b, strict=True))
        total += _signed(c, "s32")
        if what.saturate:
            total = max(-(1 << 31), min((1 << 31) - 1, total))
        return total & 0xFFFFFFFF
    if what.d == "f64":
        return reduce(lambda total, pair: _fma(pair[0], pair[1], total, what.rounding), zip(a, b, strict=True), c)
    if what.scale:
        return _scaled(a, b, c, what, model, scales)
    if model is None:
        return round_to(_sum(_products(a, b, what), _addend(c, what)), known()[what.d], "rn")
    return _accumulated(a, b, c, what, model)


def _addend(c: int, what: Multiplication) -> Number:
    """Return C, halved as often as the multiplication requires."""
    number = decode(c, known()[what.c])
    return number._replace(exponent=number.exponent - what.halvings)


def _scaled(
    a: Sequence[int], b: Sequence[int], c: int, what: Multiplication, model: Model | None, scales: Factors
) -> int:
    """Sum products times the factors of their blocks; a model sums them in groups or one by one."""
    terms, size = _terms(a, b, what, known()[what.a], known()[what.b]), len(a) // len(scales)
    group = model.block if model and model.accumulation == "scaled_groups" else 1
    kind = known()[what.scale]
    products = []
    for start in range(0, len(terms), group):
        numbers = [decode(pattern, kind) for pattern in scales[start // size]]
        exponents = [_exponent(number, kind) for number in numbers]
        if group == 1:  # Several terms are aligned by the exponents of the factors alone.
            exponents.append(terms[start].exponent)
        total = _sum([term.number for term in terms[start + 1 : start + group]], terms[start].number)
        product = reduce(exact.multiply, numbers, total)
        products.append(_Term(product, None if None in exponents else sum(filter(None, exponents))))
    if model is None:
        return round_to(_sum([term.number for term in products], _addend(c, what)), known()[what.d], "rn")
    return _blocks(products, c, what, model if group == 1 else model._replace(block=len(products)))


def _sum(products: Sequence[Number], total: Number) -> Number:
    """Return an exact sum."""
    return reduce(exact.add, products, total)


def _products(a: Sequence[int], b: Sequence[int], what: Multiplication) -> list[Number]:
    """Return exact products."""
    return [term.number for term in _terms(a, b, what, known()[what.a], known()[what.b])]


# --- models ---


def _terms(a: Sequence[int], b: Sequence[int], what: Multiplication, first: Format, second: Format) -> list[_Term]:
    """Return exact products, with their exponents in the formats `first` and `second`."""
    terms = []
    for x, y in zip(a, b, strict=True):
        left, right = decode(x, known()[what.a]), decode(y, known()[what.b])
        product = exact.multiply(left, right)
        if what.negate_a != what.negate_b:
            product = exact.negate(product)
        exponents = _exponent(left, first), _exponent(right, second)
        terms.append(_Term(product, None if None in exponents else sum(filter(None, exponents))))
    return terms


def _exponent(x: Number, form: Format) -> int | None:
    """Return the exponent of the leading bit, or the least one of the format for subnormal numbers; None for zeros."""
    if x.kind != "finite" or not x.significand:
        return None
    return max(x.exponent + x.significand.bit_length() - 1, (1 if form.zero else 0) - form.bias)


def _accumulated(a: Sequence[int], b: Sequence[int], c: int, what: Multiplication, model: Model) -> int:
    """Return the sum of products and C by the method of a model; `Model` describes each method."""
    form = known()[what.d]
    if model.accumulation == "register_halves":
        terms = _terms(a, b, what, known()["f16"], known()["f16"])
        ordered = [term for first in (True, False) for k, term in enumerate(terms) if (k % 4 < 2) == first]
        total = _blocks(ordered, 0, what._replace(c=what.d), model._replace(block=len(terms) // 2))
        return round_to(exact.add(decode(total, form), decode(c, form)), form, "rn")
    if model.accumulation in ("add_c_last", "pairwise"):
        products, addend = _products(a, b, what), decode(c, known()[what.c])
        if model.accumulation == "add_c_last":
            return round_to(exact.add(addend, _chain_in_single(products, exact.zero(0))), form, "rn")
        for start in range(0, len(products), 2):
            pair = _chain_in_single(products[start + 1 : start + 2], _single(products[start]))
            addend = _single(exact.add(addend, pair))
        return round_to(addend, form, "rn")
    terms = _terms(a, b, what, known()[what.a], known()[what.b])
    if model.accumulation == "via_f32":
        single = _blocks(terms, c, what._replace(d="f32"), model)
        return round_to(decode(single, known()["f32"]), form, "rn")
    return _blocks(terms, c, what, model)


def _blocks(terms: Sequence[_Term], c: int, what: Multiplication, model: Model) -> int:
    """Sum blocks of terms, aligned to the largest exponent and cut there."""
    form, number = addend_format(what), _addend(c, what)
    for start in range(0, len(terms), model.block):
        block = [*terms[start : start + model.block], _Term(number, _exponent(number, form))]
        if any(term.number.kind != "finite" for term in block):
            total = _sum([term.number for term in block], exact.zero(0))
        else:
            exponents = [term.exponent for term in block if term.exponent is not None]
            unit = max([model.min_exponent, *exponents]) - model.fraction
            whole = 0
            for term in block:
                shift = term.number.exponent - unit
                size = term.number.significand << shift if shift >= 0 else term.number.significand >> -shift
                whole += -size if term.number.sign else size
            total = Number("finite", int(whole < 0), abs(whole), unit)
        # Only C is aligned by the exponents of its own format; every later sum has those of D.
        c, form = _as_accumulator(total, known()[what.d], model), known()[what.d]
        number = decode(c, form)
    return c


def _as_accumulator(x: Number, form: Format, model: Model) -> int:
    """Return a sum as an accumulator: single precision cut, half precision to nearest even; zeros are positive."""
    if form.name == "f32":
        low = form.fraction - model.sum_fraction
        narrow = form._replace(fraction=model.sum_fraction, low=low, bits=form.bits)
        pattern = round_to(x, narrow, "rz")
        if x.kind == "finite" and x.significand and x.exponent + x.significand.bit_length() > form.bias + 1:
            # Rounding toward zero would give the greatest number; an accumulator that overflows is infinite.
            pattern = round_to(exact.infinity(x.sign), form, "rz")
    else:
        pattern = round_to(x, form, "rn")
    return 0 if pattern == 1 << form.sign_bit else pattern


def _single(x: Number) -> Number:
    """Round to single precision."""
    form = known()["f32"]
    return decode(round_to(x, form, "rn"), form)


def _chain_in_single(products: Sequence[Number], total: Number) -> Number:
    """Add products in single precision, in order."""
    return reduce(lambda total, product: _single(exact.add(product, total)), products, total)


# --- double precision and integers ---


def _fma(a: int, b: int, c: int, mode: str) -> int:
    """Return a fused multiply-add in double precision; a NaN is that of B, else of C, else of A, made quiet."""
    form = known()["f64"]
    x, y, z = (decode(pattern, form) for pattern in (a, b, c))
    for pattern, number in ((b, y), (c, z), (a, x)):
        if number.kind == "nan":
            return pattern | _QUIET
    total = exact.add(exact.multiply(x, y), z)
    return _NAN_OF_NUMBERS if total == NAN else round_to(total, form, mode)


def _signed(pattern: int, kind: str) -> int:
    """Return the integer of a pattern of a type such as s8 or u4."""
    bits = int(kind[1:])
    pattern &= (1 << bits) - 1
    return pattern - (1 << bits) if kind[0] == "s" and pattern >> bits - 1 else pattern
