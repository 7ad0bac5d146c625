"""Exact bounds for the contracts of approximations: values of functions, and quantities as records write them.

    enclosure("sine", (x,), 100)        # two fractions around sin(x) that agree in about 100 bits
    quantity("2^-20.5").between(100)    # the same for a bound of an error
    interval("[0, 2pi)")                # doubles of a range of operands

Comparisons of an approximation with its contract are exact: more bits are computed until they decide.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from math import inf, isqrt, nextafter
from typing import NamedTuple

from ptxisa.numbers import exact, transcendental
from ptxisa.numbers.exact import Number
from ptxisa.numbers.transcendental import pi, power_of_two


class Bounds(NamedTuple):
    """A number from `low` to `high`; exact where these are equal."""

    low: Fraction
    high: Fraction


# --- values of functions ---

ARITY = {"divide": 2, "reciprocal": 1, "root": 1, **dict.fromkeys(transcendental.FUNCTIONS, 1)}
"""Number of operands of every function."""
_ONE = exact.integer(1)


def enclosure(function: str, operands: tuple[Number, ...], bits: int) -> Number | Bounds:
    """Return the value of a function that is zero, infinite or a NaN, else bounds that agree in about `bits` bits."""
    if function in ("divide", "reciprocal"):
        x, y = (_ONE, *operands)[-2:]
        special = exact.divide(x, y)
        if not _is_ordinary(special):
            return special
        # Not the quotient of `exact.divide`, whose last bit is sticky: a fraction has no error.
        quotient = fraction(x) / fraction(y)
        return Bounds(quotient, quotient)
    (x,) = operands
    if function in ("root", "reciprocal_root"):
        return _root(function, x, bits)
    immediate, between = transcendental.FUNCTIONS[function]
    known = immediate(x)
    if known is None:
        low, high, exponent = between(x, bits)
        return Bounds(low * Fraction(2) ** exponent, high * Fraction(2) ** exponent)
    return Bounds(fraction(known), fraction(known)) if _is_ordinary(known) else known


def fraction(x: Number) -> Fraction:
    """Return a finite number as a fraction."""
    return Fraction(-x.significand if x.sign else x.significand) * Fraction(2) ** x.exponent


def _is_ordinary(x: Number) -> bool:
    """Return True for a finite number that is not zero."""
    return x.kind == "finite" and not x.is_zero


def _root(function: str, x: Number, bits: int) -> Number | Bounds:
    """Return the square root of a number or of its reciprocal."""
    if not _is_ordinary(x) or x.sign:
        return exact.square_root(x) if function == "root" else transcendental.FUNCTIONS[function][0](x) or exact.NAN
    square = fraction(x) if function == "root" else 1 / fraction(x)
    places = bits + square.denominator.bit_length()  # The least root has that precision, too.
    scaled = square * (1 << 2 * places)
    root = isqrt(int(scaled))
    unit = Fraction(1, 1 << places)
    return Bounds(root * unit, (root + (root * root != scaled)) * unit)


# --- quantities ---

_QUANTITY = re.compile(r"(-?)(?:2\^(-?\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)(pi)?)")
_ENOUGH = 200
"""Bits with which a quantity differs from every number of 64 bits."""


class Quantity(NamedTuple):
    """`factor * 2**power`, times pi if `of_pi`."""

    factor: Fraction
    power: Fraction = Fraction(0)
    of_pi: bool = False

    def between(self, bits: int) -> Bounds:
        """Return bounds that agree in about `bits` bits."""
        low, high = _power_of_two(self.power, bits)
        if self.of_pi:
            low, high = low * Fraction(pi(bits), 1 << bits), high * Fraction(pi(bits) + 1, 1 << bits)
        return Bounds(*sorted((self.factor * low, self.factor * high)))


@lru_cache
def quantity(text: str) -> Quantity:
    """Return the number of a text, such as `2^-20.5` or `100pi`."""
    match = _QUANTITY.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is not a number such as 2^-20.5, 0.5 or 2pi")
    minus, power, factor, of_pi = match.groups()
    sign = -1 if minus else 1
    return Quantity(Fraction(sign), Fraction(power)) if power else Quantity(sign * Fraction(factor), of_pi=bool(of_pi))


@lru_cache
def _power_of_two(power: Fraction, bits: int) -> Bounds:
    """Return bounds of 2 to a power."""
    if power.denominator == 1:
        return Bounds(Fraction(2) ** int(power), Fraction(2) ** int(power))
    low, high, exponent = power_of_two(power, bits)
    return Bounds(low * Fraction(2) ** exponent, high * Fraction(2) ** exponent)


class Enclosure(NamedTuple):
    """Numbers from `low` to `high`, doubles that both belong to it."""

    low: float
    high: float


@lru_cache
def interval(text: str) -> Enclosure:
    """Return the doubles of an interval, such as `[0, 2pi)`; a round bracket excludes its end."""
    low, high = (quantity(end.strip()) for end in text[1:-1].split(","))
    negative = low._replace(factor=-low.factor)
    return Enclosure(-_greatest(negative, text[0] == "["), _greatest(high, text[-1] == "]"))


def _greatest(end: Quantity, included: bool) -> float:
    """Return the greatest double that is at most the end, or less than it where the end is excluded."""
    exact = end.between(_ENOUGH).low
    nearest = float(exact)
    return nearest if exact > nearest or (exact == nearest and included) else nextafter(nearest, -inf)


@lru_cache
def nearest(text: str) -> float:
    """Return a double next to a quantity, as a rule the nearest one."""
    return float(quantity(text).between(_ENOUGH).low)
