"""Floating-point functions of the semantics language on arrays of bit patterns, equal to `ptxisa.numbers.floating`.

Patterns come in the unsigned dtype of their format's width and leave in it. What the processor computes exactly as
PTX does is left to it; everything else goes by integers (see `ptxisa.numbers.arithmetic`).
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ptxisa.isa.types import known as types
from ptxisa.numbers import arithmetic, special_functions
from ptxisa.numbers.arithmetic import rounded
from ptxisa.numbers.formats import Format, known
from ptxisa.numbers.lanes import Lanes


def round_value(x: Lanes, form: str, to: str, mode: str, option: str) -> Lanes:
    return rounded("value", (x,), (form,), to, mode, option)


def round_integer(x: Lanes, to: str, mode: str, option: str) -> Lanes:
    return arithmetic.rounded_integer(x, to, mode, option)


def round_add(x: Lanes, y: Lanes, x_form: str, y_form: str, to: str, mode: str, option: str) -> Lanes:
    return rounded("add", (x, y), (x_form, y_form), to, mode, option)


def round_subtract(x: Lanes, y: Lanes, x_form: str, y_form: str, to: str, mode: str, option: str) -> Lanes:
    return rounded("add", (x, float_negate(y, y_form)), (x_form, y_form), to, mode, option)


def round_multiply(x: Lanes, y: Lanes, x_form: str, y_form: str, to: str, mode: str, option: str) -> Lanes:
    return rounded("multiply", (x, y), (x_form, y_form), to, mode, option)


def round_fma(
    x: Lanes, y: Lanes, z: Lanes, x_form: str, y_form: str, z_form: str, to: str, mode: str, option: str
) -> Lanes:
    return rounded("fma", (x, y, z), (x_form, y_form, z_form), to, mode, option)


def round_divide(x: Lanes, y: Lanes, x_form: str, y_form: str, to: str, mode: str, option: str) -> Lanes:
    return rounded("divide", (x, y), (x_form, y_form), to, mode, option)


def round_root(x: Lanes, form: str, to: str, mode: str, option: str) -> Lanes:
    return rounded("root", (x,), (form,), to, mode, option)


def round_function(x: Lanes, function: str, form: str, to: str, mode: str, option: str) -> Lanes:
    return rounded(function, (x,), (form,), to, mode, option)


def round_random(x: Lanes, random: Lanes, form: str, to: str, option: str) -> Lanes:
    return arithmetic.rounded_random(x, random, form, to, option)


def integral(x: Lanes, form: str, mode: str) -> Lanes:
    return arithmetic.integral(x, form, mode)


def as_float(x: Lanes) -> Lanes:
    return x


def float_negate(x: Lanes, form: str) -> Lanes:
    found: Lanes = x ^ x.dtype.type(1 << known()[form].sign_bit)
    return found


def float_absolute(x: Lanes, form: str) -> Lanes:
    found: Lanes = x & x.dtype.type(~(1 << known()[form].sign_bit) & ((1 << 8 * x.dtype.itemsize) - 1))
    return found


def flush(x: Lanes, form: str) -> Lanes:
    found: Lanes = np.where(is_subnormal(x, form), x & x.dtype.type(1 << known()[form].sign_bit), x)
    return found


def saturate(x: Lanes, form: str) -> Lanes:
    one_form = known()[form]
    one = x.dtype.type(one_form.bias << one_form.fraction << one_form.low)
    sign = x >> x.dtype.type(one_form.sign_bit) & x.dtype.type(1) != 0
    found: Lanes = np.where(is_nan(x, form) | sign, x.dtype.type(0), np.minimum(x, one))
    return found


def rectify(x: Lanes, form: str) -> Lanes:
    one = known()[form]
    sign = x >> x.dtype.type(one.sign_bit) & x.dtype.type(1) != 0
    number: Lanes = np.where(sign, x.dtype.type(0), x)
    return number if one.nan is None else np.where(is_nan(x, form), x.dtype.type(one.nan), number)


def quiet(x: Lanes, form: str) -> Lanes:
    one = known()[form]
    found: Lanes = x | x.dtype.type(1 << (one.fraction - 1 + one.low))
    return found


def float_minimum(x: Lanes, y: Lanes, form: str) -> Lanes:
    return _extreme(x, y, form, lambda first, second: first <= second)


def float_maximum(x: Lanes, y: Lanes, form: str) -> Lanes:
    return _extreme(x, y, form, lambda first, second: first >= second)


def _extreme(x: Lanes, y: Lanes, form: str, takes_first: object) -> Lanes:
    assert callable(takes_first)
    first_nan, second_nan = is_nan(x, form), is_nan(y, form)
    chosen = np.where(takes_first(_order(x, form), _order(y, form)), x, y)
    chosen = np.where(first_nan, y, np.where(second_nan, x, chosen))
    found: Lanes = np.where(first_nan & second_nan, x.dtype.type(known()[form].nan or 0), chosen)
    return found


def _order(x: Lanes, form: str) -> Lanes:
    """Signed integers in the order of the numbers, -0 below +0."""
    one = known()[form]
    sign = x.dtype.type(1 << one.sign_bit)
    negative = x & sign != 0
    body = (x & ~sign).view(f"i{x.dtype.itemsize}")
    found: Lanes = np.where(negative, ~body, body)
    return found


def is_nan(x: Lanes, form: str) -> Lanes:
    found: Lanes = _body(x, form) > _body_of_infinity(known()[form], x)
    return found


def is_infinite(x: Lanes, form: str) -> Lanes:
    one = known()[form]
    if not one.infinities:
        return np.zeros(x.shape, np.bool_)
    found: Lanes = _body(x, form) == _body_of_infinity(one, x)
    return found


def _body(x: Lanes, form: str) -> Lanes:
    """What stands between the sign and the bits that do not count."""
    one = known()[form]
    found: Lanes = x >> x.dtype.type(one.low) & x.dtype.type((1 << (one.exponent + one.fraction)) - 1)
    return found


def _body_of_infinity(form: Format, x: Lanes) -> Any:
    """Above this bodies are NaNs."""
    if form.infinities:
        return x.dtype.type(form.exponent_mask << form.fraction)
    last = (1 << (form.exponent + form.fraction)) - 1
    return x.dtype.type(last - 1 if form.nan is not None else last)


def is_subnormal(x: Lanes, form: str) -> Lanes:
    one = known()[form]
    body = _body(x, form)
    if not one.zero:
        return np.zeros(x.shape, np.bool_)
    found: Lanes = (body != 0) & (body <= x.dtype.type(one.fraction_mask))
    return found


def is_zero(x: Lanes, form: str) -> Lanes:
    one = known()[form]
    found: Lanes = _body(x, form) == 0 if one.zero else np.zeros(x.shape, np.bool_)
    return found


def float_less(x: Lanes, y: Lanes, form: str) -> Lanes:
    ordered = ~(is_nan(x, form) | is_nan(y, form))
    both_zero = is_zero(x, form) & is_zero(y, form)
    found: Lanes = ordered & ~both_zero & (_order(x, form) < _order(y, form))
    return found


def float_equal(x: Lanes, y: Lanes, form: str) -> Lanes:
    ordered = ~(is_nan(x, form) | is_nan(y, form))
    both_zero = is_zero(x, form) & is_zero(y, form)
    found: Lanes = ordered & (both_zero | (_order(x, form) == _order(y, form)))
    return found


def to_integer(x: Lanes, form: str, to: str, mode: str) -> Lanes:
    """As unsigned patterns of the type's width."""
    type_ = types()[to]
    return arithmetic.to_integer(x, form, type_.bits, type_.kind == "signed", mode)


def unit(x: Lanes, name: str, form: str) -> Lanes:
    return special_functions.apply(name, x, form)


def float_compare(x: Lanes, y: Lanes, comparison: str, form: str) -> Lanes:
    """Whether a comparison holds: `eq` to `ge` of no NaN, `equ` to `geu` of every NaN, `num` and `nan`."""
    unordered = is_nan(x, form) | is_nan(y, form)
    if comparison in ("num", "nan"):
        return unordered if comparison == "nan" else ~unordered
    both_zero = is_zero(x, form) & is_zero(y, form)
    compare, of_equal = _COMPARISONS[comparison[:2]]
    holds = compare(_order(x, form), _order(y, form))
    holds = holds | both_zero if of_equal else holds & ~both_zero
    found: Lanes = holds | unordered if comparison.endswith("u") else holds & ~unordered
    return found


_COMPARISONS = {
    "eq": (operator.eq, True),
    "ne": (operator.ne, False),
    "lt": (operator.lt, False),
    "le": (operator.le, True),
    "gt": (operator.gt, False),
    "ge": (operator.ge, True),
}
"""Comparisons of numbers, and whether each holds of equal ones."""
