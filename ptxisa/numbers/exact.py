"""Exact arithmetic on numbers of any format, one at a time: the definition for everything faster.

    x = decode(0x3F800000, known()["f32"])
    round_to(divide(x, integer(3)), known()["f16"], "rn")

Operations return the exact result, and only `round_to` loses bits. Quotients and square roots have no end in binary;
they carry more bits than any format has, and a *sticky* last bit that is 1 if more follow. No result of rounding can
depend on the bits that the sticky bit represents, so rounding them is exact as well.
"""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from ptxisa.numbers.formats import Format

_MORE = 160
"""Bits of a quotient or root beyond those of its operands.

The longest significand has 53 bits, so that the sticky bit is far below the last bit that rounding keeps.
"""


class Number(NamedTuple):
    """`(-1)**sign * significand * 2**exponent`, an infinity or a NaN.

    Attributes:
        kind: "finite", "infinite" or "nan".
        sign: 1 for negative numbers.
        significand: Integer that is not negative, of any length.
        exponent: Exponent of its last bit.
        exact_zero: True for a sum of opposite numbers: the rounding mode decides its sign.
    """

    kind: str
    sign: int = 0
    significand: int = 0
    exponent: int = 0
    exact_zero: bool = False

    @property
    def is_zero(self) -> bool:
        """True for +0 and -0."""
        return self.kind == "finite" and self.significand == 0


NAN = Number("nan")


def infinity(sign: int) -> Number:
    """Return an infinity."""
    return Number("infinite", sign)


def zero(sign: int) -> Number:
    """Return a zero."""
    return Number("finite", sign)


def integer(value: int) -> Number:
    """Return an integer as a number."""
    return Number("finite", int(value < 0), abs(value))


def decode(pattern: int, form: Format) -> Number:
    """Return the number of a bit pattern."""
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
    """Return `-x`."""
    return x._replace(sign=1 - x.sign)


def absolute(x: Number) -> Number:
    """Return the absolute value."""
    return x._replace(sign=0)


def add(x: Number, y: Number) -> Number:
    """Return `x + y`."""
    if x.kind == "nan" or y.kind == "nan":
        return NAN
    if x.kind == "infinite" or y.kind == "infinite":
        if x.kind == y.kind and x.sign != y.sign:
            return NAN
        return x if x.kind == "infinite" else y
    exponent = min(x.exponent, y.exponent)
    total = _aligned(x, exponent) + _aligned(y, exponent)
    if total == 0:
        # IEEE 754, section 6.3: two zeros of one sign keep it; otherwise the rounding mode decides.
        return zero(x.sign) if x.sign == y.sign else Number("finite", exact_zero=True)
    return Number("finite", int(total < 0), abs(total), exponent)


def _aligned(x: Number, exponent: int) -> int:
    """Return the signed significand of a number in units of `2**exponent`."""
    magnitude = x.significand << (x.exponent - exponent)
    return -magnitude if x.sign else magnitude


def multiply(x: Number, y: Number) -> Number:
    """Return `x * y`."""
    sign = x.sign ^ y.sign
    if x.kind == "nan" or y.kind == "nan":
        return NAN
    if x.kind == "infinite" or y.kind == "infinite":
        return NAN if x.is_zero or y.is_zero else infinity(sign)
    return Number("finite", sign, x.significand * y.significand, x.exponent + y.exponent)


def divide(x: Number, y: Number) -> Number:
    """Return `x / y`: 160 bits or more, and a sticky bit."""
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
    """Return the square root: 160 bits or more, and a sticky bit."""
    if x.kind == "nan" or (x.sign and not x.is_zero):
        return NAN
    if x.kind == "infinite" or x.is_zero:
        return x
    shift = 2 * _MORE + (x.exponent & 1)  # Makes the exponent even, so that its half is an integer.
    radicand = x.significand << shift
    root = isqrt(radicand)
    return Number("finite", 0, root << 1 | (root * root != radicand), (x.exponent - shift) // 2 - 1)


def less(x: Number, y: Number) -> bool:
    """Return `x < y`; False if either is a NaN."""
    if x.kind == "nan" or y.kind == "nan":
        return False
    return _order(x, y) < 0


def equal(x: Number, y: Number) -> bool:
    """Return `x == y`, where +0 and -0 are equal; False if either is a NaN."""
    if x.kind == "nan" or y.kind == "nan":
        return False
    return _order(x, y) == 0


def _order(x: Number, y: Number) -> int:
    """Return a number below, at or above 0 as `x` is below, at or above `y`."""
    if x.kind == "infinite" or y.kind == "infinite":
        rank = [0 if number.kind == "finite" else 1 - 2 * number.sign for number in (x, y)]
        return rank[0] - rank[1]
    exponent = min(x.exponent, y.exponent)
    return _aligned(x, exponent) - _aligned(y, exponent)


# --- rounding ---


def round_integer(x: Number, mode: str) -> int:
    """Round a finite number to an integer."""
    if x.exponent >= 0:
        return _aligned(x, 0)
    kept, rest = divmod(x.significand, 1 << -x.exponent)
    kept += _increment(kept, rest, 1 << -x.exponent, mode, x.sign, 0)
    return -kept if x.sign else kept


def integral(x: Number, mode: str) -> Number:
    """Round a number to an integer; a zero has the sign of the number."""
    if x.kind != "finite" or x.exponent >= 0:
        return x
    return Number("finite", x.sign, abs(round_integer(x, mode)))


def _increment(kept: int, rest: int, unit: int, mode: str, sign: int, random: int) -> int:
    """Return 1 if `kept + rest / unit` is rounded up to the next integer, else 0."""
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
    """Round a number to a format.

    Args:
        x: Number.
        form: Format of the result.
        mode: "rn" (to nearest, ties to even), "rna" (to nearest, ties away from zero), "rz" (toward zero), "rm" (down),
            "rp" (up), or "rs" (stochastic), which adds `random` to the bits that are cut off.
        option: With "finite", numbers and infinities beyond the greatest number become that number, as they do in
            formats without infinities. With "flush", results that are below the normal numbers when they are rounded
            with an exponent without bounds become zeros of their sign.
        random: Random bits of "rs", in units of 2**-32 of the last bit that is kept.

    Returns:
        The bit pattern.
    """
    if x.kind == "nan":
        return form.no_number
    if x.kind == "infinite":
        return _overflow(x.sign, form, "rn", option)
    if x.significand == 0:
        # IEEE 754, section 6.3: an exact sum of opposite numbers is +0, and -0 if it is rounded toward minus infinity.
        sign = int(mode == "rm") if x.exact_zero else x.sign
        return _signed(0, sign, form)
    if option == "flush" and _is_tiny(x, form, mode):
        return _signed(0, x.sign, form)
    # Exponent of the last bit that is kept: that of the precision, but never below the subnormal numbers.
    last = max(x.significand.bit_length() - form.precision + x.exponent, form.least)
    shift = last - x.exponent
    if shift <= 0:
        kept = x.significand << -shift
    else:
        kept, rest = divmod(x.significand, 1 << shift)
        scaled = random << shift >> 32 if mode == "rs" else 0
        kept += _increment(kept, rest, 1 << shift, mode, x.sign, scaled)
        if kept >> form.precision:
            # Rounded up to the next power of two.
            kept, last = kept >> 1, last + 1
    field = last - form.least + (1 if form.zero else 0)
    # A subnormal number has no hidden bit and exponent field 0.
    body = kept if form.zero and kept >> form.fraction == 0 else (field << form.fraction) + (kept & form.fraction_mask)
    # Patterns of finite numbers are ordered as the numbers are, so that one comparison finds an overflow.
    if body << form.low > form.largest:
        return _overflow(x.sign, form, mode, option)
    return _signed(body << form.low, x.sign, form)


def _is_tiny(x: Number, form: Format, mode: str) -> bool:
    """Return True if a number is below the normal ones after rounding to the precision of the format alone."""
    excess = x.significand.bit_length() - form.precision
    kept = x.significand << -excess if excess < 0 else x.significand >> excess
    if excess > 0:
        kept += _increment(kept, x.significand & ((1 << excess) - 1), 1 << excess, mode, x.sign, 0)
    return kept.bit_length() + excess + x.exponent <= form.least + form.fraction


def _overflow(sign: int, form: Format, mode: str, option: str) -> int:
    """Return the pattern beyond the greatest number: that number if mode or format stop there, else infinity."""
    stops = mode == "rz" or (mode == "rm" and not sign) or (mode == "rp" and sign == 1)
    if option == "finite" or stops or not form.infinities:
        return _signed(form.largest, sign, form)
    return _signed((form.exponent_mask << form.fraction) << form.low, sign, form)


def _signed(body: int, sign: int, form: Format) -> int:
    """Return a pattern with its sign; in a format without sign, negative numbers become 0."""
    if not form.signed:
        return 0 if sign else body
    return body | sign << form.sign_bit
