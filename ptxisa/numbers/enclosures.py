"""Values of functions between two fractions that are as near to each other as one likes, for exact comparisons."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from ptxisa.numbers import exact, transcendental
from ptxisa.numbers.exact import Number
from ptxisa.numbers.quantities import Bounds

ARITY = {"divide": 2, "reciprocal": 1, "root": 1, **dict.fromkeys(transcendental.FUNCTIONS, 1)}
"""Every function with the number of its operands."""
_ONE = exact.integer(1)


def enclosure(function: str, operands: tuple[Number, ...], bits: int) -> Number | Bounds:
    """A value that is zero, infinite or a NaN, else bounds that agree in about so many bits."""
    if function in ("divide", "reciprocal"):
        return _quotient(*(_ONE, *operands)[-2:])
    (x,) = operands
    if function in ("root", "reciprocal_root"):
        return _root(function, x, bits)
    special, between = transcendental.FUNCTIONS[function]
    known = special(x)
    if known is None:
        low, high, exponent = between(x, bits)
        return Bounds(low * Fraction(2) ** exponent, high * Fraction(2) ** exponent)
    return Bounds(fraction(known), fraction(known)) if _is_ordinary(known) else known


def fraction(x: Number) -> Fraction:
    """A finite number."""
    return Fraction(-x.significand if x.sign else x.significand) * Fraction(2) ** x.exponent


def _is_ordinary(x: Number) -> bool:
    return x.kind == "finite" and not x.is_zero


def _quotient(x: Number, y: Number) -> Number | Bounds:
    found = exact.divide(x, y)
    if not _is_ordinary(found):
        return found
    quotient = fraction(x) / fraction(y)
    return Bounds(quotient, quotient)


def _root(function: str, x: Number, bits: int) -> Number | Bounds:
    """The root of a number or of its reciprocal."""
    if not _is_ordinary(x) or x.sign:
        return exact.square_root(x) if function == "root" else transcendental.FUNCTIONS[function][0](x) or exact.NAN
    square = fraction(x) if function == "root" else 1 / fraction(x)
    places = bits + square.denominator.bit_length()  # So many that even the least root has the bits.
    scaled = square * (1 << 2 * places)
    root = isqrt(int(scaled))
    unit = Fraction(1, 1 << places)
    return Bounds(root * unit, (root + (root * root != scaled)) * unit)
