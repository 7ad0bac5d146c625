"""Floating-point functions of the semantics language on single bit patterns: plain integers, exact.

Formats are given by name, as are integer types and rounding modes; see `ptxisa.numbers.exact`.
"""

from __future__ import annotations

from ptxisa.isa.types import known as types
from ptxisa.numbers import exact, transcendental
from ptxisa.numbers.exact import Number, decode, round_to
from ptxisa.numbers.formats import Format, known
from ptxisa.numbers.primitives import Unspecified


def round_value(x: int, form: str, to: str, mode: str, option: str) -> int:
    return _rounded(_number(x, form), to, mode, option)


def round_integer(x: int, to: str, mode: str, option: str) -> int:
    return _rounded(exact.integer(x), to, mode, option)


def round_add(x: int, y: int, x_form: str, y_form: str, to: str, mode: str, option: str) -> int:
    return _rounded(exact.add(_number(x, x_form), _number(y, y_form)), to, mode, option)


def round_subtract(x: int, y: int, x_form: str, y_form: str, to: str, mode: str, option: str) -> int:
    return _rounded(exact.add(_number(x, x_form), exact.negate(_number(y, y_form))), to, mode, option)


def round_multiply(x: int, y: int, x_form: str, y_form: str, to: str, mode: str, option: str) -> int:
    return _rounded(exact.multiply(_number(x, x_form), _number(y, y_form)), to, mode, option)


def round_fma(x: int, y: int, z: int, x_form: str, y_form: str, z_form: str, to: str, mode: str, option: str) -> int:
    product = exact.multiply(_number(x, x_form), _number(y, y_form))
    return _rounded(exact.add(product, _number(z, z_form)), to, mode, option)


def round_divide(x: int, y: int, x_form: str, y_form: str, to: str, mode: str, option: str) -> int:
    return _rounded(exact.divide(_number(x, x_form), _number(y, y_form)), to, mode, option)


def round_root(x: int, form: str, to: str, mode: str, option: str) -> int:
    return _rounded(exact.square_root(_number(x, form)), to, mode, option)


def round_function(x: int, function: str, form: str, to: str, mode: str, option: str) -> int:
    """A function of `ptxisa.numbers.transcendental`."""
    return transcendental.rounded(function, _number(x, form), known()[to], mode, option)


def round_random(x: int, random: int, form: str, to: str, option: str) -> int:
    """`random` is added to what is cut off: a fraction of the last bit that is kept, in units of 2**-32."""
    return round_to(_number(x, form), known()[to], "rs", option, random)


def integral(x: int, form: str, mode: str) -> int:
    """Rounded to an integer of the same format."""
    return round_to(exact.integral(_number(x, form), mode), known()[form], mode)


def as_float(x: int) -> int:
    return x


def float_negate(x: int, form: str) -> int:
    return x ^ 1 << known()[form].sign_bit


def float_absolute(x: int, form: str) -> int:
    return x & ~(1 << known()[form].sign_bit)


def flush(x: int, form: str) -> int:
    """A subnormal number becomes a zero of its sign."""
    return x & 1 << known()[form].sign_bit if is_subnormal(x, form) else x


def saturate(x: int, form: str) -> int:
    """Clamped to 0 and 1; a NaN becomes 0, and so does a negative zero."""
    number = _number(x, form)
    if number.kind == "nan" or number.sign or number.is_zero:
        return 0
    one = round_to(exact.integer(1), known()[form], "rn")
    return one if exact.less(exact.integer(1), number) else x


def rectify(x: int, form: str) -> int:
    """Negative numbers and -0 become 0; a NaN becomes that of operations."""
    number = _number(x, form)
    if number.kind == "nan":
        return int(known()[form].nan or 0)
    return 0 if number.sign else x


def quiet(x: int, form: str) -> int:
    """A NaN as a quiet one: the first bit of its fraction set."""
    one = known()[form]
    return x | 1 << (one.fraction - 1 + one.low)


def unspecified_nan(x: int, form: str) -> int:
    """A NaN may be any quiet one: its sign and what follows the first bit of its fraction are open."""
    one = known()[form]
    payload = (1 << (one.fraction - 1 + one.low)) - 1 if one.infinities else 0
    return Unspecified(x, payload | 1 << one.sign_bit) if is_nan(x, form) else x


def float_minimum(x: int, y: int, form: str) -> int:
    """The lesser, -0 below +0; a NaN gives way, and two of them give the NaN of operations."""
    return _extreme(x, y, known()[form], 1)


def float_maximum(x: int, y: int, form: str) -> int:
    """The greater, +0 above -0; a NaN gives way, and two of them give the NaN of operations."""
    return _extreme(x, y, known()[form], 0)


def _extreme(x: int, y: int, form: Format, wanted_sign: int) -> int:
    first, second = decode(x, form), decode(y, form)
    if first.kind == "nan":
        return y if second.kind != "nan" else int(form.nan or 0)
    if second.kind == "nan":
        return x
    if exact.equal(first, second):
        return x if first.sign == wanted_sign else y
    return x if exact.less(first, second) == bool(wanted_sign) else y


def is_nan(x: int, form: str) -> bool:
    return _number(x, form).kind == "nan"


def is_infinite(x: int, form: str) -> bool:
    return _number(x, form).kind == "infinite"


def is_subnormal(x: int, form: str) -> bool:
    one = known()[form]
    body = x >> one.low & ((1 << (one.exponent + one.fraction)) - 1)
    return one.zero and 0 < body <= one.fraction_mask


def is_zero(x: int, form: str) -> bool:
    return _number(x, form).is_zero


def float_less(x: int, y: int, form: str) -> bool:
    return exact.less(_number(x, form), _number(y, form))


def float_equal(x: int, y: int, form: str) -> bool:
    return exact.equal(_number(x, form), _number(y, form))


def to_integer(x: int, form: str, to: str, mode: str) -> int:
    """Rounded, then clamped to the range of an integer type; a NaN gives 0."""
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
    """What a special-function unit gives: it is known as tables, so one number is an array of one."""
    import numpy as np

    from ptxisa.numbers.special_functions import apply

    word = np.dtype(f"u{known()[form].bits // 8}")
    return int(apply(name, np.array([x], word), form)[0])


def _number(x: int, form: str) -> Number:
    return decode(x, known()[form])


def _rounded(number: Number, to: str, mode: str, option: str) -> int:
    return round_to(number, known()[to], mode, option)


def float_compare(x: int, y: int, comparison: str, form: str) -> bool:
    """Whether a comparison holds: `eq` to `ge` of no NaN, `equ` to `geu` of every NaN, `num` and `nan`."""
    unordered = is_nan(x, form) or is_nan(y, form)
    if comparison in ("num", "nan") or unordered:
        return unordered == (comparison == "nan" or comparison in ("equ", "neu", "ltu", "leu", "gtu", "geu"))
    less, equal = float_less(x, y, form), float_equal(x, y, form)
    found = {"eq": equal, "lt": less, "le": less or equal}
    opposite = {"ne": "eq", "ge": "lt", "gt": "le"}
    name = comparison[:2]
    return found[name] if name in found else not found[opposite[name]]
