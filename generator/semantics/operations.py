"""Operators of the language and of the typed program, as data: what checker and backends share.

An operation has the kind of its result, the number of low bits of each argument that decide the low bits of its
result, a function on constants, and a test of its arguments. Functions that a text calls are in
`generator.semantics.table`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import NamedTuple

from generator.semantics import intervals
from generator.semantics.intervals import BIT, LIMIT, Interval
from generator.semantics.ir import BOOLEAN, IntegerConstant, Kind, Value, interval
from ptxisa.numbers import primitives

EXACT = 1 << 20
"""A need for every bit: more than any finite need."""

Needs = Callable[..., tuple[int, ...]]
"""Function of a number of low bits of the result, and of the arguments: the low bits of each argument that decide."""
Complaint = Callable[..., str]
"""Function of the arguments: what is wrong with them, or an empty text."""


def nothing(*arguments: Value) -> str:
    """Return an empty text: the operation has no restriction."""
    return ""


class OperationRule(NamedTuple):
    """Operator or function.

    `kind(*arguments)` is the kind of the result. `needs(need, *arguments)` is, for each argument, the number of low
    bits that decide the low `need` bits of the result. `compute` is the operation on integers. `arity` is the least and
    the greatest number of arguments. `complaint(*arguments)` is what the bounds of the arguments do not promise.
    """

    kind: Callable[..., Kind]
    needs: Needs
    compute: Callable[..., int]
    arity: tuple[int, int] = (2, 2)
    complaint: Complaint = nothing


def _natural(position: int, what: str) -> Complaint:
    """Check that an argument cannot be negative."""
    return lambda *arguments: natural(arguments[position], what)


def natural(value: Value, what: str) -> str:
    """Return the problem of a value that may be negative and must not be, or an empty text."""
    bounds = interval(value)
    return "" if bounds.natural else f"{what} must not be negative, but this one may be {_shown(bounds.lo)}"


def _shown(number: int) -> str:
    """Return the digits of a number, or of a long number the nearest power of two below."""
    size = abs(number)
    sign = "" if number == size else "-"
    return str(number) if size < 1 << 128 else f"{sign}2**{size.bit_length() - 1}"


def word(value: Value, width: int) -> str:
    """Return the problem of a value that may not fit in `width` unsigned bits, or an empty text."""
    bounds = interval(value)
    if bounds.fits(width, signed=False):
        return ""
    bounds_shown = f"{_shown(bounds.lo)} to {_shown(bounds.hi)}"
    return f"the argument must fit in {width} bits, but may be from {bounds_shown}"


def _of_intervals(rule: Callable[..., Interval]) -> Callable[..., Kind]:
    return lambda *arguments: rule(*map(interval, arguments))


def _boolean(*arguments: Value) -> Kind:
    return BOOLEAN


def number_of(value: Value) -> int:
    """Return the value of a static argument."""
    assert isinstance(value, IntegerConstant)
    return value.value


# --- needs ---


def modular(need: int, *arguments: Value) -> tuple[int, ...]:
    """Return the needs of an operation whose n low bits depend on the n low bits of every argument."""
    return (need,) * len(arguments)


def exactly(need: int, *arguments: Value) -> tuple[int, ...]:
    """Return the need of all bits of each argument."""
    return (EXACT,) * len(arguments)


def masked(need: int, x: Value, y: Value) -> tuple[int, ...]:
    """Return the bits that a conjunction needs; a natural side clears the bits above its own top bit."""
    if _length(y) <= _length(x):
        return min(need, _length(y)), need
    return need, min(need, _length(x))


def _length(mask: Value) -> int:
    bounds = interval(mask)
    return bounds.hi.bit_length() if bounds.natural else EXACT


def shifted_left(need: int, x: Value, amount: Value) -> tuple[int, ...]:
    """Return the bits that a shift to the left needs."""
    return max(need - interval(amount).lo, 0), EXACT


def shifted_right(need: int, x: Value, amount: Value) -> tuple[int, ...]:
    """Return the bits that a shift to the right needs."""
    most = interval(amount).hi
    return (need + most if most <= LIMIT and need < EXACT else EXACT), EXACT


def chosen(need: int, *arguments: Value) -> tuple[int, ...]:
    """Return the bits that a choice needs."""
    return EXACT, need, need


def low(need: int, x: Value, width: Value) -> tuple[int, ...]:
    """Return the bits that a cut needs; a width past the limit may be past every bit."""
    most = interval(width).hi
    return min(need, most if most <= LIMIT else EXACT), EXACT


def one_bit(need: int, x: Value, index: Value) -> tuple[int, ...]:
    """Return the bits that the extraction of a bit needs."""
    most = interval(index).hi
    return (most + 1 if most < LIMIT else EXACT), EXACT


def field(need: int, x: Value, high: Value, low: Value) -> tuple[int, ...]:
    """Return the bits that the extraction of a field needs."""
    return number_of(low) + min(need, number_of(high) - number_of(low) + 1), EXACT, EXACT


def inserted(need: int, x: Value, high: Value, low: Value, value: Value) -> tuple[int, ...]:
    """Return the bits that the insertion of a field needs."""
    return need, EXACT, EXACT, number_of(high) - number_of(low) + 1


def whole_word(need: int, x: Value, width: Value) -> tuple[int, ...]:
    """Return the bits that an operation on a word needs."""
    return number_of(width), EXACT


# --- kinds that are not intervals of intervals ---


def _bitwise(rule: Callable[..., Interval]) -> Callable[..., Kind]:
    """Return the kind of a bitwise operation; of two truth values, a truth value."""
    return lambda x, y: BOOLEAN if x.kind == y.kind == BOOLEAN else rule(interval(x), interval(y))


def choice(test: Value, yes: Value, no: Value) -> Kind:
    """Return the kind of a choice."""
    if yes.kind == no.kind:
        return yes.kind
    return BOOLEAN if yes.kind == no.kind == BOOLEAN else interval(yes).join(interval(no))


def field_kind(x: Value, high: Value, low: Value) -> Kind:
    """Return the kind of a field of bits."""
    return intervals.field(interval(x), number_of(high), number_of(low))


def insert_kind(x: Value, high: Value, low: Value, value: Value) -> Kind:
    """Return the kind of an insertion: unchanged above the field; below its top if nothing was above."""
    if interval(x).constant and interval(value).constant:
        number = primitives.insert(interval(x).lo, number_of(high), number_of(low), interval(value).lo)
        return Interval(number, number)
    top = max(interval(x).hi.bit_length(), number_of(high) + 1)
    return intervals.unsigned_range(top)


def bit_kind(x: Value, index: Value) -> Kind:
    """Return the kind of a bit."""
    return intervals.bit(interval(x), interval(index))


def zero_or_one(x: Value) -> Kind:
    """Return the kind of a number that is 0 or 1."""
    return BIT


def _binary(rule: Callable[..., Interval], compute: Callable[..., int], needs: Needs = modular) -> OperationRule:
    return OperationRule(_of_intervals(rule), needs, compute)


def _unary(rule: Callable[..., Interval], compute: Callable[..., int], needs: Needs = modular) -> OperationRule:
    return OperationRule(_of_intervals(rule), needs, compute, (1, 1))


def _compare(compute: Callable[..., bool]) -> OperationRule:
    return OperationRule(_boolean, exactly, compute)


_AMOUNT = _natural(1, "a shift amount")

OPERATORS = {
    "+": _binary(intervals.add, operator.add),
    "-": _binary(intervals.subtract, operator.sub),
    "*": _binary(intervals.multiply, operator.mul),
    "&": OperationRule(_bitwise(intervals.bit_and), masked, operator.and_),
    "|": OperationRule(_bitwise(intervals.bit_or), modular, operator.or_),
    "^": OperationRule(_bitwise(intervals.bit_xor), modular, operator.xor),
    "<<": _binary(intervals.shift_left, primitives.shift_left, shifted_left)._replace(complaint=_AMOUNT),
    ">>": _binary(intervals.shift_right, operator.rshift, shifted_right)._replace(complaint=_AMOUNT),
    "negate": _unary(intervals.negate, operator.neg),
    "~": _unary(intervals.invert, operator.invert),
    "==": _compare(operator.eq),
    "!=": _compare(operator.ne),
    "<": _compare(operator.lt),
    "<=": _compare(operator.le),
    ">": _compare(operator.gt),
    ">=": _compare(operator.ge),
    "and": _compare(lambda x, y: bool(x and y)),
    "or": _compare(lambda x, y: bool(x or y)),
    "not": OperationRule(_boolean, exactly, operator.not_, (1, 1)),
    "compare": OperationRule(_boolean, exactly, lambda x, y, operator_: 0, (3, 3)),
    "combine": OperationRule(_boolean, exactly, lambda x, y, operator_: 0, (3, 3)),
    "choose": OperationRule(choice, chosen, lambda test, yes, no: yes if test else no, (3, 3)),
    "integer": OperationRule(zero_or_one, exactly, int, (1, 1)),
    "truth": OperationRule(_boolean, exactly, bool, (1, 1)),
    "bit": OperationRule(bit_kind, one_bit, primitives.bit, complaint=_natural(1, "the number of a bit")),
    "bits": OperationRule(field_kind, field, primitives.bits, (3, 3)),
    "cut": _binary(intervals.unsigned, primitives.cut, low),
    "insert": OperationRule(insert_kind, inserted, primitives.insert, (4, 4)),
}
"""The operations of the syntax, and those of reading and writing operands."""


def kind_is_given(*arguments: Value) -> Kind:
    """Reject an operation whose kind its node states."""
    raise AssertionError("this operation is built with its kind")


BUILT = OperationRule(kind_is_given, exactly, lambda *arguments: 0, (1, 8))
"""An operation on bit patterns, which the checker builds with its kind."""

FLOATS = ("float_negate", "float_less", "float_equal", "float_compare")
"""Operators on floating-point values; those of the typed program take the format after the values."""
