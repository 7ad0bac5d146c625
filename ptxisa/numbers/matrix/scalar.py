"""One element of a product of matrices, on Python integers: the definition of `lanes.multiply`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import NamedTuple

from ptxisa.numbers import exact
from ptxisa.numbers.exact import NAN, Number, decode, round_to
from ptxisa.numbers.formats import Format, known
from ptxisa.numbers.matrix.multiplication import Model, Multiplication, addend_format

Factors = Sequence[tuple[int, int]]
"""Patterns of the scale factors of A and of B, block by block."""
_NAN_OF_NUMBERS = 0xFFF8000000000000
_QUIET = 1 << 51


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
        return _integer(a, b, c, what)
    if what.d == "f64":
        return reduce(lambda total, pair: _fma(pair[0], pair[1], total, what.rounding), zip(a, b, strict=True), c)
    if what.scale:
        return _scaled(a, b, c, what, model, scales)
    if model is None:
        return round_to(_sum(_products(a, b, what), _addend(c, what)), known()[what.d], "rn")
    return _ACCUMULATIONS[model.accumulation](a, b, c, what, model)


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
    parts = [terms[start : start + group] for start in range(0, len(terms), group)]
    found = [_times(part, scales[index * group // size], what.scale) for index, part in enumerate(parts)]
    if model is None:
        return round_to(_sum([term.number for term in found], _addend(c, what)), known()[what.d], "rn")
    return _blocks(found, c, what, model if group == 1 else model._replace(block=len(found)))


def _times(terms: Sequence[_Term], factors: tuple[int, int], kind: str) -> _Term:
    """Return the sum of terms times two factors; several terms are aligned by the exponents of the factors alone."""
    numbers = [decode(pattern, known()[kind]) for pattern in factors]
    exponents = [_exponent(number, known()[kind]) for number in numbers]
    if len(terms) == 1:
        exponents.append(terms[0].exponent)
    total = _sum([term.number for term in terms[1:]], terms[0].number)
    product = reduce(exact.multiply, numbers, total)
    return _Term(product, None if None in exponents else sum(filter(None, exponents)))


def _sum(products: Sequence[Number], total: Number) -> Number:
    return reduce(exact.add, products, total)


def _products(a: Sequence[int], b: Sequence[int], what: Multiplication) -> list[Number]:
    return [term.number for term in _terms(a, b, what, known()[what.a], known()[what.b])]


# --- models ---


def _terms(a: Sequence[int], b: Sequence[int], what: Multiplication, first: Format, second: Format) -> list[_Term]:
    """Return exact products, with their exponents in the formats `first` and `second`."""
    found = []
    for x, y in zip(a, b, strict=True):
        left, right = decode(x, known()[what.a]), decode(y, known()[what.b])
        product = exact.multiply(left, right)
        if what.negate_a != what.negate_b:
            product = exact.negate(product)
        exponents = _exponent(left, first), _exponent(right, second)
        found.append(_Term(product, None if None in exponents else sum(filter(None, exponents))))
    return found


def _exponent(x: Number, form: Format) -> int | None:
    """Return the exponent of the leading bit, or the least one of the format for subnormal numbers; None for zeros."""
    if x.kind != "finite" or not x.significand:
        return None
    return max(x.exponent + x.significand.bit_length() - 1, (1 if form.zero else 0) - form.bias)


def _fused(a: Sequence[int], b: Sequence[int], c: int, what: Multiplication, model: Model) -> int:
    return _blocks(_terms(a, b, what, known()[what.a], known()[what.b]), c, what, model)


def _blocks(terms: Sequence[_Term], c: int, what: Multiplication, model: Model) -> int:
    form, number = addend_format(what), _addend(c, what)
    for start in range(0, len(terms), model.block):
        so_far = _Term(number, _exponent(number, form))
        total = _aligned_sum([*terms[start : start + model.block], so_far], model)
        c, form = _kept(total, known()[what.d], model), known()[what.d]
        number = decode(c, form)
    return c


def _aligned_sum(terms: Sequence[_Term], model: Model) -> Number:
    """Return the sum of numbers aligned to the largest exponent and cut there."""
    if any(term.number.kind != "finite" for term in terms):
        return _sum([term.number for term in terms], exact.zero(0))
    top = max([model.min_exponent, *(term.exponent for term in terms if term.exponent is not None)])
    unit = top - model.fraction
    total = sum(_cut(term.number, unit) for term in terms)
    return Number("finite", int(total < 0), abs(total), unit)


def _cut(x: Number, unit: int) -> int:
    """Return a number in units of `2**unit`, without its fraction."""
    shift = x.exponent - unit
    size = x.significand << shift if shift >= 0 else x.significand >> -shift
    return -size if x.sign else size


def _kept(x: Number, form: Format, model: Model) -> int:
    """Return a sum as an accumulator: single precision cut, half precision to nearest even; zeros are positive."""
    if form.name == "f32":
        low = form.fraction - model.sum_fraction
        narrow = form._replace(fraction=model.sum_fraction, low=low, bits=form.bits)
        found = round_to(x, narrow, "rz")
        if x.kind == "finite" and x.significand and x.exponent + x.significand.bit_length() > form.bias + 1:
            found = round_to(exact.infinity(x.sign), form, "rz")
    else:
        found = round_to(x, form, "rn")
    return 0 if found == 1 << form.sign_bit else found


def _halves(a: Sequence[int], b: Sequence[int], c: int, what: Multiplication, model: Model) -> int:
    unpacked = known()["f16"]
    terms = _terms(a, b, what, unpacked, unpacked)
    ordered = [term for half in (0, 1) for k, term in enumerate(terms) if k % 4 // 2 == half]
    total = _blocks(ordered, 0, what._replace(c=what.d), model._replace(block=len(terms) // 2))
    form = known()[what.d]
    return round_to(exact.add(decode(total, form), decode(c, form)), form, "rn")


def _through(a: Sequence[int], b: Sequence[int], c: int, what: Multiplication, model: Model) -> int:
    single = _fused(a, b, c, what._replace(d="f32"), model)
    return round_to(decode(single, known()["f32"]), known()[what.d], "rn")


def _single(x: Number) -> Number:
    """Round to single precision."""
    form = known()["f32"]
    return decode(round_to(x, form, "rn"), form)


def _chain_in_single(products: Sequence[Number], total: Number) -> Number:
    return reduce(lambda total, product: _single(exact.add(product, total)), products, total)


def _after(a: Sequence[int], b: Sequence[int], c: int, what: Multiplication, model: Model) -> int:
    total = _chain_in_single(_products(a, b, what), exact.zero(0))
    return round_to(exact.add(decode(c, known()[what.c]), total), known()[what.d], "rn")


def _pairs(a: Sequence[int], b: Sequence[int], c: int, what: Multiplication, model: Model) -> int:
    products, total = _products(a, b, what), decode(c, known()[what.c])
    for start in range(0, len(products), 2):
        pair = _chain_in_single(products[start + 1 : start + 2], _single(products[start]))
        total = _single(exact.add(total, pair))
    return round_to(total, known()[what.d], "rn")


_Method = Callable[[Sequence[int], Sequence[int], int, Multiplication, Model], int]
_ACCUMULATIONS: dict[str, _Method] = {
    "fused": _fused,
    "register_halves": _halves,
    "via_f32": _through,
    "add_c_last": _after,
    "pairwise": _pairs,
}


# --- double precision and integers ---


def _fma(a: int, b: int, c: int, mode: str) -> int:
    """Return a fused multiply-add in double precision; a NaN is that of B, else of C, else of A, made quiet."""
    form = known()["f64"]
    x, y, z = (decode(one, form) for one in (a, b, c))
    for pattern, number in ((b, y), (c, z), (a, x)):
        if number.kind == "nan":
            return pattern | _QUIET
    total = exact.add(exact.multiply(x, y), z)
    return _NAN_OF_NUMBERS if total == NAN else round_to(total, form, mode)


def _integer(a: Sequence[int], b: Sequence[int], c: int, what: Multiplication) -> int:
    if what.a == "b1":
        total = sum((x ^ y) if what.operation == "xor" else (x & y) for x, y in zip(a, b, strict=True))
    else:
        total = sum(_signed(x, what.a) * _signed(y, what.b) for x, y in zip(a, b, strict=True))
    total += _signed(c, "s32")
    if what.saturate:
        total = max(-(1 << 31), min((1 << 31) - 1, total))
    return total & 0xFFFFFFFF


def _signed(pattern: int, kind: str) -> int:
    """Return the integer of a pattern of a type such as s8 or u4."""
    bits = int(kind[1:])
    pattern &= (1 << bits) - 1
    return pattern - (1 << bits) if kind[0] == "s" and pattern >> bits - 1 else pattern
