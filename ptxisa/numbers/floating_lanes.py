"""Floating-point functions of the semantics language on arrays of bit patterns, equal to `ptxisa.numbers.floating`.

Patterns have the smallest unsigned dtype for their format, as arguments and as results. Comparisons and
selections are operations on patterns; `ptxisa.numbers.arithmetic` computes what is rounded.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ptxisa.isa.types import known as types
from ptxisa.numbers import arithmetic, special_functions
from ptxisa.numbers.arithmetic import rounded
from ptxisa.numbers.formats import Format, known
from ptxisa.numbers.lanes import Lanes


def round_value(x: Lanes, form: str, to: str, mode: str, option: str) -> Lanes:
    """Round a value of one format to another."""
    return rounded("value", (x,), (form,), to, mode, option)


def round_integer(x: Lanes, to: str, mode: str, option: str) -> Lanes:
    """Round an integer to a format."""
    return arithmetic.rounded_integer(x, to, mode, option)


def round_add(x: Lanes, y: Lanes, x_form: str, y_form: str, to: str, mode: str, option: str) -> Lanes:
    """Return `x + y`, rounded once."""
    return rounded("add", (x, y), (x_form, y_form), to, mode, option)


def round_subtract(x: Lanes, y: Lanes, x_form: str, y_form: str, to: str, mode: str, option: str) -> Lanes:
    """Return `x - y`, rounded once."""
    return rounded("add", (x, float_negate(y, y_form)), (x_form, y_form), to, mode, option)


def round_multiply(x: Lanes, y: Lanes, x_form: str, y_form: str, to: str, mode: str, option: str) -> Lanes:
    """Return `x * y`, rounded once."""
    return rounded("multiply", (x, y), (x_form, y_form), to, mode, option)


def round_fma(
    x: Lanes, y: Lanes, z: Lanes, x_form: str, y_form: str, z_form: str, to: str, mode: str, option: str
) -> Lanes:
    """Return `x * y + z`, rounded once."""
    return rounded("fma", (x, y, z), (x_form, y_form, z_form), to, mode, option)


def round_divide(x: Lanes, y: Lanes, x_form: str, y_form: str, to: str, mode: str, option: str) -> Lanes:
    """Return `x / y`, rounded once."""
    return rounded("divide", (x, y), (x_form, y_form), to, mode, option)


def round_root(x: Lanes, form: str, to: str, mode: str, option: str) -> Lanes:
    """Return the square root, rounded once."""
    return rounded("root", (x,), (form,), to, mode, option)


def round_function(x: Lanes, function: str, form: str, to: str, mode: str, option: str) -> Lanes:
    """Return the value of a function of `ptxisa.numbers.transcendental`, rounded correctly."""
    return rounded(function, (x,), (form,), to, mode, option)


def round_random(x: Lanes, random: Lanes, form: str, to: str, option: str) -> Lanes:
    """Round with random bits: units of 2**-32 of the last bit that is kept, which are added to what is cut off."""
    return arithmetic.rounded_random(x, random, form, to, option)


def integral(x: Lanes, form: str, mode: str) -> Lanes:
    """Round to integers of the same format."""
    return arithmetic.integral(x, form, mode)


def as_float(x: Lanes) -> Lanes:
    """Return patterns unchanged: they become a floating-point value of the language."""
    return x


def float_negate(x: Lanes, form: str) -> Lanes:
    """Return `-x`: the sign is inverted, also that of a NaN."""
    result: Lanes = x ^ x.dtype.type(1 << known()[form].sign_bit)
    return result


def float_absolute(x: Lanes, form: str) -> Lanes:
    """Return the absolute value: the sign is cleared, also that of a NaN."""
    result: Lanes = x & x.dtype.type(~(1 << known()[form].sign_bit) & ((1 << 8 * x.dtype.itemsize) - 1))
    return result


def flush(x: Lanes, form: str) -> Lanes:
    """Return zeros of their sign for subnormal numbers, other numbers unchanged."""
    result: Lanes = np.where(is_subnormal(x, form), x & x.dtype.type(1 << known()[form].sign_bit), x)
    return result


def saturate(x: Lanes, form: str) -> Lanes:
    """Clamp to 0 and 1; NaNs and negative zeros become 0."""
    format_ = known()[form]
    unity = x.dtype.type(format_.bias << format_.fraction << format_.low)
    sign = x >> x.dtype.type(format_.sign_bit) & x.dtype.type(1) != 0
    # Patterns of positive numbers have the order of the numbers.
    result: Lanes = np.where(is_nan(x, form) | sign, x.dtype.type(0), np.minimum(x, unity))
    return result


def rectify(x: Lanes, form: str) -> Lanes:
    """Return 0 for negative numbers and -0, and the NaN of operations for NaNs."""
    format_ = known()[form]
    sign = x >> x.dtype.type(format_.sign_bit) & x.dtype.type(1) != 0
    number: Lanes = np.where(sign, x.dtype.type(0), x)
    return number if format_.nan is None else np.where(is_nan(x, form), x.dtype.type(format_.nan), number)


def quiet(x: Lanes, form: str) -> Lanes:
    """Make NaNs quiet: set the first bit of their fraction."""
    format_ = known()[form]
    result: Lanes = x | x.dtype.type(1 << (format_.fraction - 1 + format_.low))
    return result


def float_minimum(x: Lanes, y: Lanes, form: str) -> Lanes:
    """Return the lesser number, -0 below +0; of a NaN and a number the number, of two NaNs the NaN of operations."""
    return _extreme(x, y, form, operator.le)


def float_maximum(x: Lanes, y: Lanes, form: str) -> Lanes:
    """Return the greater number, +0 above -0; of a NaN and a number the number, of two NaNs the NaN of operations."""
    return _extreme(x, y, form, operator.ge)


def _extreme(x: Lanes, y: Lanes, form: str, takes_first: Callable[[Lanes, Lanes], Lanes]) -> Lanes:
    """Return the numbers that a comparison prefers; `float_minimum` describes NaNs."""
    first_nan, second_nan = is_nan(x, form), is_nan(y, form)
    chosen = np.where(takes_first(_order(x, form), _order(y, form)), x, y)
    chosen = np.where(first_nan, y, np.where(second_nan, x, chosen))
    result: Lanes = np.where(first_nan & second_nan, x.dtype.type(known()[form].nan or 0), chosen)
    return result


def _order(x: Lanes, form: str) -> Lanes:
    """Return signed integers in the order of the numbers, -0 below +0.

    Patterns of positive numbers are in their order, those of negative numbers in the opposite one: they are inverted.
    """
    format_ = known()[form]
    sign = x.dtype.type(1 << format_.sign_bit)
    negative = x & sign != 0
    body = (x & ~sign).view(f"i{x.dtype.itemsize}")
    result: Lanes = np.where(negative, ~body, body)
    return result


def is_nan(x: Lanes, form: str) -> Lanes:
    """Return True for NaNs."""
    result: Lanes = _body(x, form) > _greatest_magnitude(known()[form], x)
    return result


def is_infinite(x: Lanes, form: str) -> Lanes:
    """Return True for infinities."""
    format_ = known()[form]
    if not format_.infinities:
        return np.zeros(x.shape, np.bool_)
    result: Lanes = _body(x, form) == _greatest_magnitude(format_, x)
    return result


def _body(x: Lanes, form: str) -> Lanes:
    """Return the exponent and fraction of patterns."""
    format_ = known()[form]
    result: Lanes = x >> x.dtype.type(format_.low) & x.dtype.type((1 << (format_.exponent + format_.fraction)) - 1)
    return result


def _greatest_magnitude(form: Format, x: Lanes) -> Any:
    """Return the greatest exponent and fraction that is not a NaN: those of infinity, if the format has it."""
    if form.infinities:
        return x.dtype.type(form.exponent_mask << form.fraction)
    last = (1 << (form.exponent + form.fraction)) - 1
    return x.dtype.type(last - 1 if form.nan is not None else last)


def is_subnormal(x: Lanes, form: str) -> Lanes:
    """Return True for subnormal numbers."""
    format_ = known()[form]
    body = _body(x, form)
    if not format_.zero:
        return np.zeros(x.shape, np.bool_)
    result: Lanes = (body != 0) & (body <= x.dtype.type(format_.fraction_mask))
    return result


def is_zero(x: Lanes, form: str) -> Lanes:
    """Return True for +0 and -0."""
    format_ = known()[form]
    result: Lanes = _body(x, form) == 0 if format_.zero else np.zeros(x.shape, np.bool_)
    return result


def float_less(x: Lanes, y: Lanes, form: str) -> Lanes:
    """Return `x < y`; False if either is a NaN."""
    ordered = ~(is_nan(x, form) | is_nan(y, form))
    # `_order` has -0 below +0, which are equal here.
    both_zero = is_zero(x, form) & is_zero(y, form)
    result: Lanes = ordered & ~both_zero & (_order(x, form) < _order(y, form))
    return result


def float_equal(x: Lanes, y: Lanes, form: str) -> Lanes:
    """Return `x == y`, where +0 and -0 are equal; False if either is a NaN."""
    ordered = ~(is_nan(x, form) | is_nan(y, form))
    both_zero = is_zero(x, form) & is_zero(y, form)
    result: Lanes = ordered & (both_zero | (_order(x, form) == _order(y, form)))
    return result


def to_integer(x: Lanes, form: str, to: str, mode: str) -> Lanes:
    """Round to an integer type and clamp to its range, NaNs to 0; unsigned patterns of its width."""
    type_ = types()[to]
    return arithmetic.to_integer(x, form, type_.bits, type_.kind == "signed", mode)


def unit(x: Lanes, name: str, form: str) -> Lanes:
    """Return the results of a special-function unit."""
    return special_functions.apply(name, x, form)


def float_compare(x: Lanes, y: Lanes, comparison: str, form: str) -> Lanes:
    """Compare: `eq` to `ge` are False with a NaN, `equ` to `geu` True; `num` and `nan` test for NaNs."""
    if form in ("f32", "f64") and comparison not in ("num", "nan"):
        # The processor compares as IEEE 754 does; comparisons with NaNs are negations of the opposite ones.
        dtype = f"f{x.dtype.itemsize}"
        with np.errstate(invalid="ignore"):  # NumPy may warn about signaling NaNs.
            first, second = x.view(dtype), y.view(dtype)
            if comparison.endswith("u"):
                opposite = _OPPOSITES[comparison[:2]]
                return ~_ordered(first, second, opposite)
            return _ordered(first, second, comparison)
    unordered = is_nan(x, form) | is_nan(y, form)
    if comparison in ("num", "nan"):
        return unordered if comparison == "nan" else ~unordered
    both_zero = is_zero(x, form) & is_zero(y, form)
    compare, of_equal = _COMPARISONS[comparison[:2]]
    matches = compare(_order(x, form), _order(y, form))
    matches = matches | both_zero if of_equal else matches & ~both_zero
    result: Lanes = matches | unordered if comparison.endswith("u") else matches & ~unordered
    return result


def _ordered(x: Lanes, y: Lanes, comparison: str) -> Lanes:
    """Compare numbers of the processor; False with a NaN."""
    if comparison == "ne":
        different: Lanes = (x < y) | (x > y)
        return different
    compare, _ = _COMPARISONS[comparison]
    result: Lanes = compare(x, y)
    return result


_OPPOSITES = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
_COMPARISONS = {
    "eq": (operator.eq, True),
    "ne": (operator.ne, False),
    "lt": (operator.lt, False),
    "le": (operator.le, True),
    "gt": (operator.gt, False),
    "ge": (operator.ge, True),
}
"""Comparisons of numbers, and the result for equal numbers."""
