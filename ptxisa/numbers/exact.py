"""Exact arithmetic on numbers of any format, one at a time: the definition that everything else is held against.

A number is decoded to a `Number`, operations give the exact result, and `round_to` is the one place where bits are
lost. Quotients and square roots have no end in binary; they carry far more bits than any format has, and a last bit
that says whether more follow, so that rounding them is exact as well.
"""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from ptxisa.numbers.formats import Format

_MORE = 160
"""Bits that a quotient or root has beyond those of its operands."""


class Number(NamedTuple):
    """`(-1)**sign * significand * 2**exponent`, an infinity or a NaN.

    `kind` is "finite", "infinite" or "nan". `exact_zero` marks a sum of opposite numbers, whose sign is for the
    rounding mode to say.
    """

    kind: str
    sign: int = 0
    significand: int = 0
    exponent: int = 0
    exact_zero: bool = False

    @property
    def is_zero(self) -> bool:
        return self.kind == "finite" and self.significand == 0


NAN = Number("nan")


def infinity(sign: int) -> Number:
    return Number("infinite", sign)


def zero(sign: int) -> Number:
    return Number("finite", sign)


def integer(value: int) -> Number:
    """An integer as a number."""
    return Number("finite", int(value < 0), abs(value))


def decode(pattern: int, form: Format) -> Number:
    """The number that a bit pattern stands for."""
    sign = pattern >> form.sign_bit & 1 if form.signed else 0
    body = pattern >> form.low & ((1 << (form.exponent + form.fraction)) - 1)
    exponent, fraction = body >> form.fraction, body & form.fraction_mask
    if form.infinities and exponent == form.exponent_mask:
        return NAN if fraction else infinity(sign)
    if not form.infinities and form.nan is not None and body == form.nan >> form.low:
        return NAN
    if exponent == 0 and form.zero:
        return Number("finite", sign, fraction, form.least)
    return Number("finite", sign, fraction | 1 << form.fraction, exponent - form.bias - form.fraction)


def negate(x: Number) -> Number:
    return x._replace(sign=1 - x.sign)


def absolute(x: Number) -> Number:
    return x._replace(sign=0)


def add(x: Number, y: Number) -> Number:
    if x.kind == "nan" or y.kind == "nan":
        return NAN
    if x.kind == "infinite" or y.kind == "infinite":
        if x.kind == y.kind and x.sign != y.sign:
            return NAN
        return x if x.kind == "infinite" else y
    exponent = min(x.exponent, y.exponent)
    total = _aligned(x, exponent) + _aligned(y, exponent)
    if total == 0:
        return zero(x.sign) if x.sign == y.sign else Number("finite", exact_zero=True)
    return Number("finite", int(total < 0), abs(total), exponent)


def _aligned(x: Number, exponent: int) -> int:
    magnitude = x.significand << (x.exponent - exponent)
    return -magnitude if x.sign else magnitude


def multiply(x: Number, y: Number) -> Number:
    sign = x.sign ^ y.sign
    if x.kind == "nan" or y.kind == "nan":
        return NAN
    if x.kind == "infinite" or y.kind == "infinite":
        return NAN if x.is_zero or y.is_zero else infinity(sign)
    return Number("finite", sign, x.significand * y.significand, x.exponent + y.exponent)


def divide(x: Number, y: Number) -> Number:
    sign = x.sign ^ y.sign
    if "nan" in (x.kind, y.kind) or (x.kind == y.kind == "infinite") or (x.is_zero and y.is_zero):
        return NAN
    if x.kind == "infinite" or y.is_zero:
        return infinity(sign)
    if y.kind == "infinite" or x.is_zero:
        return zero(sign)
    shift = _MORE + y.significand.bit_length()
    quotient, rest = divmod(x.significand << shift, y.significand)
    return Number("finite", sign, quotient << 1 | (rest != 0), x.exponent - y.exponent - shift - 1)


def square_root(x: Number) -> Number:
    if x.kind == "nan" or (x.sign and not x.is_zero):
        return NAN
    if x.kind == "infinite" or x.is_zero:
        return x
    shift = 2 * _MORE + (x.exponent & 1)
    radicand = x.significand << shift
    root = isqrt(radicand)
    return Number("finite", 0, root << 1 | (root * root != radicand), (x.exponent - shift) // 2 - 1)


def less(x: Number, y: Number) -> bool:
    """`x < y`; False when either is a NaN."""
    if x.kind == "nan" or y.kind == "nan":
        return False
    return _order(x, y) < 0


def equal(x: Number, y: Number) -> bool:
    """`x == y`, zeros of both signs alike; False when either is a NaN."""
    if x.kind == "nan" or y.kind == "nan":
        return False
    return _order(x, y) == 0


def _order(x: Number, y: Number) -> int:
    """Below, at or above 0 as `x` is below, at or above `y`."""
    if x.kind == "infinite" or y.kind == "infinite":
        rank = [0 if one.kind == "finite" else 1 - 2 * one.sign for one in (x, y)]
        return rank[0] - rank[1]
    exponent = min(x.exponent, y.exponent)
    return _aligned(x, exponent) - _aligned(y, exponent)


# --- rounding ---


def round_integer(x: Number, mode: str) -> int:
    """A finite number rounded to an integer."""
    if x.exponent >= 0:
        return _aligned(x, 0)
    kept, rest = divmod(x.significand, 1 << -x.exponent)
    kept += _increment(kept, rest, 1 << -x.exponent, mode, x.sign, 0)
    return -kept if x.sign else kept


def integral(x: Number, mode: str) -> Number:
    """A number rounded to an integer, a zero with the sign of the number."""
    if x.kind != "finite" or x.exponent >= 0:
        return x
    return Number("finite", x.sign, abs(round_integer(x, mode)))


def _increment(kept: int, rest: int, unit: int, mode: str, sign: int, random: int) -> int:
    """1 where `kept + rest / unit` goes up to the next integer, else 0."""
    if rest == 0:
        return 0
    if mode == "rn":
        return int(2 * rest > unit or (2 * rest == unit and kept & 1 == 1))
    if mode == "rna":
        return int(2 * rest >= unit)
    if mode == "rs":
        return int(rest + random >= unit)
    return int((mode == "rp" and not sign) or (mode == "rm" and sign == 1))


def round_to(x: Number, form: Format, mode: str, option: str = "", random: int = 0) -> int:
    """The bit pattern of a number in a format, rounded by `mode`.

    Modes are rn (to nearest, ties to even), rna (ties away from zero), rz, rm, rp, and rs, which adds `random`
    to what is cut off: a fraction of the last bit that is kept, in units of 2**-32 of it. With the option "finite",
    what is beyond the greatest number becomes that number, infinities too; so it does in formats without
    infinities. With "flush", what would be below the normal numbers were it rounded with an exponent without bounds
    becomes a zero of its sign.
    """
    if x.kind == "nan":
        return form.no_number
    if x.kind == "infinite":
        return _overflow(x.sign, form, "rn", option)
    if x.significand == 0:
        sign = int(mode == "rm") if x.exact_zero else x.sign
        return _signed(0, sign, form)
    if option == "flush" and _is_tiny(x, form, mode):
        return _signed(0, x.sign, form)
    return _round_finite(x, form, mode, option, random)


def _is_tiny(x: Number, form: Format, mode: str) -> bool:
    """Whether a number is below the normal ones when it is rounded to the precision of the format alone."""
    excess = x.significand.bit_length() - form.precision
    kept = x.significand << -excess if excess < 0 else x.significand >> excess
    if excess > 0:
        kept += _increment(kept, x.significand & ((1 << excess) - 1), 1 << excess, mode, x.sign, 0)
    return kept.bit_length() + excess + x.exponent <= form.least + form.fraction


def _round_finite(x: Number, form: Format, mode: str, option: str, random: int) -> int:
    last = max(x.significand.bit_length() - form.precision + x.exponent, form.least)
    shift = last - x.exponent
    if shift <= 0:
        kept = x.significand << -shift
    else:
        kept, rest = divmod(x.significand, 1 << shift)
        scaled = random << shift >> 32 if mode == "rs" else 0
        kept += _increment(kept, rest, 1 << shift, mode, x.sign, scaled)
        if kept >> form.precision:
            kept, last = kept >> 1, last + 1
    field = last - form.least + (1 if form.zero else 0)
    body = kept if form.zero and kept >> form.fraction == 0 else (field << form.fraction) + (kept & form.fraction_mask)
    if body << form.low > form.largest:
        return _overflow(x.sign, form, mode, option)
    return _signed(body << form.low, x.sign, form)


def _overflow(sign: int, form: Format, mode: str, option: str) -> int:
    """Beyond the greatest number: that number where the mode or the format stops there, else infinity."""
    stops = mode == "rz" or (mode == "rm" and not sign) or (mode == "rp" and sign == 1)
    if option == "finite" or stops or not form.infinities:
        return _signed(form.largest, sign, form)
    return _signed((form.exponent_mask << form.fraction) << form.low, sign, form)


def _signed(body: int, sign: int, form: Format) -> int:
    """With its sign; where there is none, negative numbers become 0."""
    if not form.signed:
        return 0 if sign else body
    return body | sign << form.sign_bit
