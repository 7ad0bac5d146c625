"""Bit patterns of constants that stand in statements, as section 4.5 and the table `constant_operands` have them."""

from __future__ import annotations

from ptxisa.isa.language import conversions
from ptxisa.isa.types import Type
from ptxisa.numbers import exact
from ptxisa.numbers.formats import known
from ptxisa.syntax.expressions import evaluate
from ptxisa.syntax.tree import Constant, Float

_SORTS = {"f32": "single", "f64": "double"}


def pattern(constant: Constant, type_: Type) -> int:
    """The bits of a constant as an operand of a type.

    Integers are cut to the width of the type, predicates are 1 for what is not zero; a double becomes the nearest
    number of the operand's format, an exact single (`0f3f800000`) keeps its bits.
    """
    value = evaluate(constant)
    # A signalling NaN would not outlive its way through a number of Python's.
    bits = constant.bits if isinstance(constant, Float) else value.bits
    outcomes = conversions()["constant_operands"].cells.get(type_.name, {})
    sort = _SORTS.get(value.type, "integer")
    if (sort, type_.name) == ("double", "b32"):
        # Only as an element of a vector, where it takes the type of the registers beside it.
        return _converted(bits, "f32")
    outcome = outcomes.get(sort, "chop")
    if outcome == "truth":
        return int(value.number != 0)
    if outcome == "convert":
        return _converted(bits, type_.name)
    return bits & ((1 << type_.bits) - 1)


def _converted(double: int, name: str) -> int:
    """The nearest number; a NaN keeps its sign and the upper bits of its fraction, and becomes quiet."""
    form, wide = known()[name], known()["f64"]
    number = exact.decode(double, wide)
    if number.kind != "nan":
        return exact.round_to(number, form, "rn")
    fraction = (double & wide.fraction_mask) >> (wide.fraction - form.fraction) | 1 << (form.fraction - 1)
    return double >> wide.sign_bit << form.sign_bit | form.exponent_mask << form.fraction | fraction
