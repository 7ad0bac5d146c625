"""Comparisons in conditions of rules, such as `len(vec) * width(type) == 256`.

A side is a product of numbers and functions of slots:

    width(slot)           bits of the type in the slot
    min(slot), max(slot)  least and greatest value of the integer type in the slot
    len(slot)             number in the modifier: 4 for .v4, 2 for .2d; 1 if the slot is empty

A comparison with a side that has no value, such as the width of an empty slot, is false. The generator resolves each
comparison into the slot values for which it is true; messages evaluate the sides to show what was written.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from ptxisa.isa.forms import Values

OPERATORS: Mapping[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
}
_COMPARISON = re.compile(r"(.+?) (<=|>=|==|!=|<|>) (.+)")
_FACTOR = re.compile(r"(?P<number>[0-9]+)|(?P<function>width|min|max|len)\((?P<slot>[a-z_][a-z0-9_]*)\)")


class NumericType(Protocol):
    """Properties of a type that comparisons use."""

    @property
    def kind(self) -> str:
        """Kind of the type, such as "signed"."""

    @property
    def bits(self) -> int:
        """Width of the type."""


class Factor(NamedTuple):
    """A function of a slot, or a number."""

    function: str
    slot: str
    number: int = 0


class Comparison(NamedTuple):
    """Two products and the operator between them."""

    left: tuple[Factor, ...]
    operator: str
    right: tuple[Factor, ...]

    @property
    def slots(self) -> tuple[str, ...]:
        """Slots that the comparison names, each once."""
        return tuple(dict.fromkeys(factor.slot for factor in (*self.left, *self.right) if factor.slot))


class MalformedComparison(ValueError):
    """A text that is not a comparison."""


def is_comparison(text: str) -> bool:
    """Return True if a key of a condition is meant as a comparison and not as the name of a slot."""
    return " " in text or "(" in text


def parse_comparison(text: str) -> Comparison:
    """Parse a comparison; raise `MalformedComparison` with the part that is wrong."""
    match = _COMPARISON.fullmatch(text)
    if match is None:
        raise MalformedComparison(f"{text!r} is not a comparison such as width(dtype) < width(atype)")
    return Comparison(_product(match[1]), match[2], _product(match[3]))


def _product(text: str) -> tuple[Factor, ...]:
    factors = []
    for part in text.split(" * "):
        match = _FACTOR.fullmatch(part)
        if match is None:
            raise MalformedComparison(f"{part!r} is neither a number nor width, min, max or len of a slot")
        number = match["number"]
        factors.append(Factor("", "", int(number)) if number else Factor(match["function"], match["slot"]))
    return tuple(factors)


def is_true(comparison: Comparison, values: Values, types: Mapping[str, NumericType]) -> bool:
    """Evaluate a comparison for slot values."""
    left, right = (side_value(side, values, types) for side in (comparison.left, comparison.right))
    return left is not None and right is not None and OPERATORS[comparison.operator](left, right)


def side_value(side: tuple[Factor, ...], values: Values, types: Mapping[str, NumericType]) -> int | None:
    """Return the product of a side, or None if a factor has no value."""
    factors = [_factor_value(factor, values.get(factor.slot), types) for factor in side]
    return None if None in factors else math.prod(factor for factor in factors if factor is not None)


def _factor_value(factor: Factor, value: str | None, types: Mapping[str, NumericType]) -> int | None:
    if not factor.function:
        return factor.number
    if factor.function == "len":
        number = re.search("[0-9]+", value or "")
        return int(number[0]) if number else 1 if value is None else None  # An empty slot is one element.
    type_ = types.get(value or "")
    if type_ is None or factor.function == "width":
        return type_.bits if type_ else None
    if type_.kind not in ("signed", "unsigned"):
        return None
    signed = type_.kind == "signed"
    least, greatest = (-(1 << type_.bits - 1), (1 << type_.bits - 1) - 1) if signed else (0, (1 << type_.bits) - 1)
    return least if factor.function == "min" else greatest
