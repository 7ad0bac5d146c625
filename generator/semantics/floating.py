"""Floating-point values in the language: what is exact until it is rounded, and the functions on them.

A value of a floating type is its bit pattern, of the kind `FloatPattern`. Sums, products, quotients and roots of such
values are `Real`: exact, and only operands of a rounding, alone or as the product in a sum. So the typed program has
only operations from bit patterns to bit patterns, each rounded once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from generator.records.model import TypeRecord
from generator.semantics import ir
from generator.semantics.intervals import Interval
from generator.semantics.ir import BOOLEAN, Value
from generator.semantics.source import SemanticsError, TextPlace
from generator.semantics.table import FUNCTIONS, LanguageFunction

MODES = ("rn", "rz", "rm", "rp", "rna", "rs")
Mode = str | ir.Modifier
"""A rounding mode, or the modifier that says it."""

INTEGER_MODES = {"rni": "rn", "rzi": "rz", "rmi": "rm", "rpi": "rp"}
"""Modifiers that round to an integer, with the mode of each."""
RANDOM_BITS = 32
"""Random bits are a fraction of the last bit that is kept, with this many bits."""


@dataclass(frozen=True)
class FloatPattern(Interval):
    """The kind of a bit pattern of a floating type."""

    format: str = ""


class Real(NamedTuple):
    """An exact result: `operation` is "add", "subtract", "multiply", "fma" or a function with an exact result."""

    operation: str
    operands: tuple[Value, ...]


_TO_TRUTH = ("float_less", "float_equal")


def kind_of(type_: TypeRecord) -> FloatPattern:
    """Return the kind of values of a floating type."""
    return FloatPattern(0, (1 << type_.bits) - 1, type_.name)


def is_float(value: object) -> bool:
    """Return True if this is a floating-point value or an exact result."""
    return isinstance(value, Real) or isinstance(getattr(value, "kind", None), FloatPattern)


def format_of(value: Value, place: TextPlace) -> str:
    """Return the format of a floating-point value."""
    if isinstance(value, Real):
        raise SemanticsError(place, "an exact result must be rounded first")
    if not isinstance(value.kind, FloatPattern):
        raise SemanticsError(place, "a floating-point value is expected here")
    return value.kind.format


def bits_of(value: Value) -> Value:
    """Return the bit pattern of a floating-point value as a number; any other value as it is."""
    if isinstance(value.kind, FloatPattern) and isinstance(value, (ir.InputValue, ir.VariableValue, ir.Apply)):
        return replace(value, kind=Interval(value.kind.lo, value.kind.hi))
    return value


def combine(sign: str, left: object, right: object, place: TextPlace) -> Real:
    """Return `+`, `-` or `*` of floating-point values; a product in a sum stays exact."""
    name = {"+": "add", "-": "subtract", "*": "multiply"}.get(sign)
    if name is None:
        raise SemanticsError(place, f"{sign} works on bits: take those of a floating-point value, as in a[31:0]")
    if name == "add":
        for product, other in ((left, right), (right, left)):
            if isinstance(product, Real) and product.operation == "multiply":
                return Real("fma", (*product.operands, _operand(other, place)))
    return Real(name, (_operand(left, place), _operand(right, place)))


def _operand(value: object, place: TextPlace) -> Value:
    assert isinstance(value, (Real, ir.IntegerConstant, ir.InputValue, ir.VariableValue, ir.Apply))
    if isinstance(value, Real):
        raise SemanticsError(place, "an exact result must be rounded first, unless it is the product in a sum")
    format_of(value, place)
    return value


def mode_of(mode: Mode) -> Value:
    """Return a rounding mode as an argument of an operation."""
    return ir.SymbolValue(mode) if isinstance(mode, str) else mode


def mode_named(name: object, place: TextPlace) -> str:
    """Return the rounding mode that a modifier says; if it is absent, rn."""
    if name is None or name == "":
        return "rn"
    if name == "rs":
        raise SemanticsError(place, "rs needs its random bits: rs(bits, width)")
    if name in INTEGER_MODES:
        return INTEGER_MODES[str(name)]
    if name not in MODES:
        raise SemanticsError(place, f"a rounding mode is one of {', '.join(MODES)}")
    return str(name)


def rounded(value: Real | Value, type_: TypeRecord, mode: Mode, option: str, place: TextPlace) -> Value:
    """Return `round(x, type, mode)` as one operation; the option is "", "flush" or "finite"."""
    if isinstance(value, Real):
        operation, operands = value.operation, value.operands
    else:
        operation, operands = "value" if isinstance(value.kind, FloatPattern) else "integer", (value,)
    formats = tuple(ir.SymbolValue(format_of(operand, place)) for operand in operands) if operation != "integer" else ()
    rest = (ir.SymbolValue(type_.name), mode_of(mode), ir.SymbolValue(option))
    row = FUNCTIONS.get(operation)
    applied = row.operation if row else f"round_{operation}"
    return ir.Apply(applied, (*operands, *_symbol(row), *formats, *rest), kind_of(type_), place)


def _symbol(row: LanguageFunction | None) -> tuple[ir.SymbolValue, ...]:
    """Return the arguments after the operands of an operation that several functions share."""
    return (ir.SymbolValue(row.symbol),) if row and row.symbol else ()


def rounded_at_random(value: Value, random: Value, type_: TypeRecord, option: str, place: TextPlace) -> Value:
    """Return `round(x, type, rs(bits, width))`: the random bits are added to the dropped bits; a carry rounds up."""
    symbols = (ir.SymbolValue(format_of(value, place)), ir.SymbolValue(type_.name), ir.SymbolValue(option))
    return ir.Apply("round_random", (value, random, *symbols), kind_of(type_), place)


def integral(value: Value, mode: Mode, place: TextPlace) -> Value:
    """Return `integral(x, mode)`: rounded to an integer that the format can represent."""
    return ir.Apply("integral", (value, ir.SymbolValue(format_of(value, place)), mode_of(mode)), value.kind, place)


def function(name: str, values: tuple[Value, ...], place: TextPlace) -> Value:
    """Return a function or an operation from values of one format to a value of it or to a truth value."""
    formats = {format_of(value, place) for value in values}
    if len(formats) != 1:
        raise SemanticsError(place, f"{name} takes values of one format, not of {' and '.join(sorted(formats))}")
    (format_,) = formats
    row = FUNCTIONS.get(name)
    known = [accepted for parameter in row.parameters for accepted in parameter.formats] if row else []
    if known and format_ not in known:
        raise SemanticsError(place, f"{name} takes values of {' or '.join(known)}, not of {format_}")
    truth = row.result == "truth" if row else name in _TO_TRUTH
    first, *_ = values
    kind = BOOLEAN if truth else first.kind
    applied = row.operation if row else name
    return ir.Apply(applied, (*values, *_symbol(row), ir.SymbolValue(format_)), kind, place)


def compare(sides: tuple[Value, Value], operator: ir.Modifier, place: TextPlace) -> Value:
    """Return `compare(x, y, op)` by a modifier that the function is given."""
    first, second = (format_of(side, place) for side in sides)
    if first != second:
        raise SemanticsError(place, f"compare takes values of one format, not of {first} and {second}")
    return ir.Apply("float_compare", (*sides, operator, ir.SymbolValue(first)), BOOLEAN, place)


def to_integer(value: Value, type_: TypeRecord, bounds: Interval, mode: Mode, place: TextPlace) -> Value:
    """Return `to_integer(x, type, mode)`: rounded, then clamped to the range of an integer type; a NaN becomes 0."""
    symbols = (ir.SymbolValue(format_of(value, place)), ir.SymbolValue(type_.name), mode_of(mode))
    return ir.Apply("to_integer", (value, *symbols), bounds, place)
