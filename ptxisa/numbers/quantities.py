"""Numbers as contracts write them, such as `2^-20.5` and `100pi`: exact, or as near as one asks."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from math import inf, nextafter
from typing import NamedTuple

from ptxisa.numbers.transcendental import pi, power_of_two

_QUANTITY = re.compile(r"(-?)(?:2\^(-?\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)(pi)?)")
_ENOUGH = 200
"""Bits that tell a quantity from every number of 64 bits."""


class Bounds(NamedTuple):
    """A number from `low` to `high`, known exactly where these are equal."""

    low: Fraction
    high: Fraction


class Quantity(NamedTuple):
    """`factor` times 2 to `power`, perhaps times pi."""

    factor: Fraction
    power: Fraction = Fraction(0)
    of_pi: bool = False

    def between(self, bits: int) -> Bounds:
        """Bounds that agree in about so many bits."""
        low, high = _power_of_two(self.power, bits)
        if self.of_pi:
            low, high = low * Fraction(pi(bits), 1 << bits), high * Fraction(pi(bits) + 1, 1 << bits)
        return Bounds(*sorted((self.factor * low, self.factor * high)))


@lru_cache
def quantity(text: str) -> Quantity:
    """The number that a text stands for."""
    found = _QUANTITY.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is no number such as 2^-20.5, 0.5 or 2pi")
    minus, power, factor, of_pi = found.groups()
    sign = -1 if minus else 1
    return Quantity(Fraction(sign), Fraction(power)) if power else Quantity(sign * Fraction(factor), of_pi=bool(of_pi))


@lru_cache
def _power_of_two(power: Fraction, bits: int) -> Bounds:
    if power.denominator == 1:
        return Bounds(Fraction(2) ** int(power), Fraction(2) ** int(power))
    low, high, exponent = power_of_two(power, bits)
    return Bounds(low * Fraction(2) ** exponent, high * Fraction(2) ** exponent)


class Interval(NamedTuple):
    """Numbers from `low` to `high`, doubles that both belong to it."""

    low: float
    high: float


@lru_cache
def interval(text: str) -> Interval:
    """The interval `[low, high]`, where a round bracket leaves its end out."""
    low, high = (quantity(end.strip()) for end in text[1:-1].split(","))
    negative = low._replace(factor=-low.factor)
    return Interval(-_greatest(negative, text[0] == "["), _greatest(high, text[-1] == "]"))


def _greatest(end: Quantity, included: bool) -> float:
    """The greatest double that is not above the end, or is below it."""
    exact = end.between(_ENOUGH).low
    nearest = float(exact)
    return nearest if exact > nearest or (exact == nearest and included) else nextafter(nearest, -inf)


@lru_cache
def nearest(text: str) -> float:
    """The double nearest to a quantity, or the next to it."""
    return float(quantity(text).between(_ENOUGH).low)
