"""Floating-point functions of the semantics language on single bit patterns: Python integers, exact.

Generated reference functions call them. Patterns are integers; formats, integer types, rounding modes and options are
names (see `ptxisa.numbers.exact.round_to`). `ptxisa.numbers.floating_lanes` has functions of the same names on arrays.
"""

from __future__ import annotations

from ptxisa.isa.types import known as types
from ptxisa.numbers import exact, transcendental
from ptxisa.numbers.exact import Number, decode, round_to
from ptxisa.numbers.formats import Format, known
from ptxisa.numbers.primitives import Unspecified


def round_value(x: int, form: str, to: str, mode: str, option: str) -> int:
    """Round a value of one format to another."""
    return _rounded(_number(x, form), to, mode, option)


def round_integer(x: int, to: str, mode: str, option: str) -> int:
    """Round an integer to a format."""
    return _rounded(exact.integer(x), to, mode, option)


def round_add(x: int, y: int, x_form: str, y_form: str, to: str, mode: str, option: str) -> int:
    """Return `x + y`, rounded once."""
    return _rounded(exact.add(_number(x, x_form), _number(y, y_form)), to, mode, option)


def round_subtract(x: int, y: int, x_form: str, y_form: str, to: str, mode: str, option: str) -> int:
    """Return `x - y`, rounded once."""
    return _rounded(exact.add(_number(x, x_form), exact.negate(_number(y, y_form))), to, mode, option)


def round_multiply(x: int, y: int, x_form: str, y_form: str, to: str, mode: str, option: str) -> int:
    """Return `x * y`, rounded once."""
    return _rounded(exact.multiply(_number(x, x_form), _number(y, y_form)), to, mode, option)


def round_fma(x: int, y: int, z: int, x_form: str, y_form: str, z_form: str, to: str, mode: str, option: str) -> int:
    """Return `x * y + z`, rounded once."""
    product = exact.multiply(_number(x, x_form), _number(y, y_form))
    return _rounded(exact.add(product, _number(z, z_form)), to, mode, option)


def round_divide(x: int, y: int, x_form: str, y_form: str, to: str, mode: str, option: str) -> int:
    """Return `x / y`, rounded once."""
    return _rounded(exact.divide(_number(x, x_form), _number(y, y_form)), to, mode, option)


def round_root(x: int, form: str, to: str, mode: str, option: str) -> int:
    """Return the square root, rounded once."""
    return _rounded(exact.square_root(_number(x, form)), to, mode, option)


def round_function(x: int, function: str, form: str, to: str, mode: str, option: str) -> int:
    """Return the value of a function of `ptxisa.numbers.transcendental`, rounded correctly."""
    return transcendental.rounded(function, _number(x, form), known()[to], mode, option)


def round_random(x: int, random: int, form: str, to: str, option: str) -> int:
    """Round with random bits: units of 2**-32 of the last bit that is kept, which are added to what is cut off."""
    return round_to(_number(x, form), known()[to], "rs", option, random)


def integral(x: int, form: str, mode: str) -> int:
    """Round to an integer of the same format."""
    return round_to(exact.integral(_number(x, form), mode), known()[form], mode)


def as_float(x: int) -> int:
    """Return patterns unchanged: they become a floating-point value of the language."""
    return x


def float_negate(x: int, form: str) -> int:
    """Return `-x`: the sign is inverted, also that of a NaN."""
    return x ^ 1 << known()[form].sign_bit


def float_absolute(x: int, form: str) -> int:
    """Return the absolute value: the sign is cleared, also that of a NaN."""
    return x & ~(1 << known()[form].sign_bit)


def flush(x: int, form: str) -> int:
    """Return a zero of its sign for a subnormal number, other numbers unchanged."""
    return x & 1 << known()[form].sign_bit if is_subnormal(x, form) else x


def saturate(x: int, form: str) -> int:
    """Clamp to 0 and 1; a NaN and a negative zero become 0."""
    number = _number(x, form)
    if number.kind == "nan" or number.sign or number.is_zero:
        return 0
    unity = round_to(exact.integer(1), known()[form], "rn")
    return unity if exact.less(exact.integer(1), number) else x


def rectify(x: int, form: str) -> int:
    """Return 0 for negative numbers and -0, and the NaN of operations for a NaN."""
    number = _number(x, form)
    if number.kind == "nan":
        return int(known()[form].nan or 0)
    return 0 if number.sign else x


def quiet(x: int, form: str) -> int:
    """Make a NaN quiet: set the first bit of its fraction."""
    format_ = known()[form]
    return x | 1 << (format_.fraction - 1 + format_.low)


def unspecified_nan(x: int, form: str) -> int:
    """Mark a NaN as any quiet NaN: its sign and the bits after the first one of its fraction are open."""
    format_ = known()[form]
    payload = (1 << (format_.fraction - 1 + format_.low)) - 1 if format_.infinities else 0
    return Unspecified(x, payload | 1 << format_.sign_bit) if is_nan(x, form) else x


def float_minimum(x: int, y: int, form: str) -> int:
    """Return the lesser number, -0 below +0; of a NaN and a number the number, of two NaNs the NaN of operations."""
    return _extreme(x, y, known()[form], 1)


def float_maximum(x: int, y: int, form: str) -> int:
    """Return the greater number, +0 above -0; of a NaN and a number the number, of two NaNs the NaN of operations."""
    return _extreme(x, y, known()[form], 0)


def _extreme(x: int, y: int, form: Format, wanted_sign: int) -> int:
    """Return the lesser number for the sign 1, the greater one for the sign 0."""
    first, second = decode(x, form), decode(y, form)
    if first.kind == "nan":
        return y if second.kind != "nan" else int(form.nan or 0)
    if second.kind == "nan":
        return x
    # Equal numbers may still be zeros of different signs.
    if exact.equal(first, second):
        return x if first.sign == wanted_sign else y
    return x if exact.less(first, second) == bool(wanted_sign) else y


def is_nan(x: int, form: str) -> bool:
    """Return True for NaNs."""
    return _number(x, form).kind == "nan"


def is_infinite(x: int, form: str) -> bool:
    """Return True for infinities."""
    return _number(x, form).kind == "infinite"


def is_subnormal(x: int, form: str) -> bool:
    """Return True for subnormal numbers."""
    format_ = known()[form]
    body = x >> format_.low & ((1 << (format_.exponent + format_.fraction)) - 1)
    return format_.zero and 0 < body <= format_.fraction_mask


def is_zero(x: int, form: str) -> bool:
    """Return True for +0 and -0."""
    return _number(x, form).is_zero


def float_less(x: int, y: int, form: str) -> bool:
    """Return `x < y`; False if either is a NaN."""
    return exact.less(_number(x, form), _number(y, form))


def float_equal(x: int, y: int, form: str) -> bool:
    """Return `x == y`, where +0 and -0 are equal; False if either is a NaN."""
    return exact.equal(_number(x, form), _number(y, form))


def to_integer(x: int, form: str, to: str, mode: str) -> int:
    """Round, then clamp to the range of an integer type; a NaN becomes 0."""
    number = _number(x, form)
    type_ = types()[to]
    signed = type_.kind == "signed"
    least, most = -(1 << (type_.bits - 1)) if signed else 0, (1 << (type_.bits - signed)) - 1
    if number.kind == "nan":
        return 0
    if number.kind == "infinite":
        return least if number.sign else most
    return min(max(exact.round_integer(number, mode), least), most)


def unit(x: int, name: str, form: str) -> int:
    """Return the result of a special-function unit; its model is tables, so one number is an array of one."""
    # Everything else in this module works without NumPy, which takes longer to import than these functions run.
    import numpy as np

    from ptxisa.numbers.special_functions import apply

    word = np.dtype(f"u{known()[form].bits // 8}")
    return int(apply(name, np.array([x], word), form)[0])


def _number(x: int, form: str) -> Number:
    return decode(x, known()[form])


def _rounded(number: Number, to: str, mode: str, option: str) -> int:
    return round_to(number, known()[to], mode, option)


def float_compare(x: int, y: int, comparison: str, form: str) -> bool:
    """Compare: `eq` to `ge` are False with a NaN, `equ` to `geu` True; `num` and `nan` test for NaNs."""
    unordered = is_nan(x, form) or is_nan(y, form)
    if comparison in ("num", "nan") or unordered:
        return unordered == (comparison == "nan" or comparison in ("equ", "neu", "ltu", "leu", "gtu", "geu"))
    less, equal = float_less(x, y, form), float_equal(x, y, form)
    results = {"eq": equal, "lt": less, "le": less or equal}
    opposite = {"ne": "eq", "ge": "lt", "gt": "le"}
    name = comparison[:2]
    return results[name] if name in results else not results[opposite[name]]
