"""Notation of register values: integers, floating-point numbers and elements of packed types.

parse("1.5", "f32") == parse("0x3fc00000", "f32")
parse("1:-2.5", "f16x2")   # elements are separated by colons, the lowest first
show(0x3fc00000, "f32") == "1.5"
"""

from __future__ import annotations

import re
from fractions import Fraction

from ptxisa.isa.types import known
from ptxisa.numbers import exact
from ptxisa.numbers.formats import Format
from ptxisa.numbers.formats import known as formats

_INTEGER = re.compile(r"[-+]?(0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)\Z")
_EXACT = re.compile(r"0([fF])([0-9a-fA-F]{8})\Z|0([dD])([0-9a-fA-F]{16})\Z")
_NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,4})?\Z")
_MOST_DIGITS = 800
"""Longest number that is read: every double is the nearest to a number with fewer digits."""


class NotAValue(ValueError):
    """A text that is not a value of the type; the message names what is."""


def parse(text: str, type_: str) -> int:
    """Return the bit pattern of a text as a value of a type.

    Args:
        text: A number. In hexadecimal (0x…) or binary (0b…), and for types that are not floating-point, it is the
            pattern; other numbers of floating-point types are rounded to nearest.
        type_: Name of the type.

    Raises:
        NotAValue: The text is not a value of the type.
    """
    text, record = text.strip(), known()[type_]
    if ":" in text and record.element:
        parts = text.split(":")
        if len(parts) != record.elements:
            raise NotAValue(f"{type_} has {record.elements} elements, not {len(parts)}")
        bits = 0
        for index, part in enumerate(parts):
            bits |= parse(part, record.element) << (record.stride or known()[record.element].bits) * index
        return bits
    if (form := formats().get(type_)) and text[:2].lower() not in ("0x", "0b"):
        return _float(text, form)
    if not _INTEGER.match(text) or len(text) > 100:
        raise NotAValue(f"{text[:60]!r} is not {_wanted(type_)}")
    digits = text.lstrip("+-")
    integer = int(digits, {"0x": 16, "0b": 2}.get(digits[:2].lower(), 10)) * (-1 if text[0] == "-" else 1)
    if not -(1 << record.bits >> 1) <= integer < 1 << record.bits:
        raise NotAValue(f"{text[:60]} does not fit in {record.bits} bits")
    return integer & ((1 << record.bits) - 1)


def _float(text: str, form: Format) -> int:
    """Return the bit pattern of a number, rounded to nearest."""
    name = text.lower().lstrip("+-")
    sign = int(text[:1] == "-")
    if name == "nan" and form.nan is not None:
        return form.nan | sign << form.sign_bit if form.signed else form.nan
    if name in ("inf", "infinity") and form.infinities:
        return exact.round_to(exact.infinity(sign), form, "rn")
    if match := _EXACT.match(text):
        source = formats()["f32" if match[1] else "f64"]
        bits = int(match[2] or match[4], 16)
        return bits if source == form else exact.round_to(exact.decode(bits, source), form, "rn")
    if not _NUMBER.match(text) or len(text) > _MOST_DIGITS:
        raise NotAValue(f"{text[:60]!r} is not {_wanted(form.name)}")
    # As a number of 2000 bits or more, far more than a format keeps, and a sticky bit for the rest: rounding is exact.
    value = Fraction(text)
    numerator, denominator = abs(value.numerator), value.denominator
    shift = denominator.bit_length() + max(0, 2000 - numerator.bit_length())
    quotient, rest = divmod(numerator << shift, denominator)
    number = exact.Number("finite", sign, quotient << 1 | (rest != 0), -shift - 1)
    return exact.round_to(number, form, "rn")


def _wanted(type_: str) -> str:
    """Return the values of a type for a message."""
    record = known()[type_]
    if type_ in formats():
        return "a number (1.5, -2e-3, inf, nan) or a bit pattern (0x…, 0b…)"
    if record.element in formats():
        return f"a bit pattern (0x…, 0b…) or {record.elements} numbers separated by colons, the lowest element first"
    return "an integer (decimal, 0x… or 0b…)"


def show(bits: int, type_: str) -> str:
    """Return a value in the notation of `parse`: numbers of floating-point types, else decimal integers."""
    record = known()[type_]
    if record.element:
        width, stride = known()[record.element].bits, record.stride or known()[record.element].bits
        parts = (bits >> stride * index & ((1 << width) - 1) for index in range(record.elements))
        return ":".join(show(part, record.element) for part in parts)
    form = formats().get(type_)
    if form is not None:
        return _shortest(bits, form)
    negative = record.kind == "signed" and bits >> (record.bits - 1)
    return str(bits - (1 << record.bits) if negative else bits)


def _shortest(bits: int, form: Format) -> str:
    """Return the number with the fewest digits that rounds to the pattern; all digits in formats of up to 8 bits."""
    number = exact.decode(bits, form)
    sign = "-" if number.sign else ""
    if number.kind == "nan":
        return f"{'-' if form.signed and bits >> form.sign_bit & 1 else ''}nan"
    if number.kind == "infinite":
        return f"{sign}inf"
    value = float(number.significand * Fraction(2) ** number.exponent)
    if form.bits <= 8:
        return f"{sign}{value!r}"
    # The pattern without unused bits, such as the low 13 bits of tf32.
    kept = exact.round_to(number, form, "rn")
    # 17 digits distinguish all doubles; narrower formats need fewer.
    texts = (f"{sign}{value:.{digits}g}" for digits in range(1, 18))
    return repr(float(next(text for text in texts if _float(text, form) == kept)))


def magnitude(number: exact.Number) -> str:
    """Return a positive number for readers: `448`, `2^-9 (0.001953125)`, `3.40282e+38`; exact unless in e-notation."""
    value = Fraction(number.significand) * Fraction(2) ** number.exponent
    if value.denominator == 1 and value < 10**6:
        return f"{int(value):,}"
    near = float(value)
    decimal = repr(near) if Fraction(repr(near)) == value and len(repr(near)) <= 12 else f"{near:.6g}"
    top = (value.numerator if value > 1 else value.denominator).bit_length() - 1
    power = top if value > 1 else -top
    return f"2^{power} ({decimal})" if value == Fraction(2) ** power else decimal


def ends(form: Format) -> list[tuple[str, str, int]]:
    """Return the landmarks of a format with their values and patterns: `("largest", "448", 0x7e)`."""
    return [(name, magnitude(exact.decode(pattern, form)), pattern) for name, pattern in form.landmarks]
