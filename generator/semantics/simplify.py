"""Build operations of the typed program, and leave out those without effect.

Such are a cut to more bits than there are, the sign of a value that is only read bit by bit, and a truth value that is
converted to a number and back.
"""

from __future__ import annotations

from collections.abc import Callable

from generator.semantics.intervals import Interval
from generator.semantics.ir import NOWHERE, Apply, IntegerConstant, Value, applications, interval
from generator.semantics.source import SemanticsError, TextPlace
from generator.semantics.table import is_open
from generator.semantics.table import operation as rule_of

MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
"""The comparison of the exchanged sides; a constant is on the right."""


def apply(operation: str, *arguments: Value, place: TextPlace = NOWHERE) -> Value:
    """Return the operation on the arguments, checked and simplified."""
    entry = rule_of(operation)
    complaint = entry.complaint(*arguments)
    if complaint:
        raise SemanticsError(place, complaint)
    # With the constant always on the right, a rule or back end checks one side only.
    if (
        operation in MIRRORED
        and isinstance(arguments[0], IntegerConstant)
        and not isinstance(arguments[1], IntegerConstant)
    ):
        operation, arguments = MIRRORED[operation], arguments[::-1]
    rule = _RULES.get(operation)
    simpler = rule(*arguments) if rule else None
    if simpler is not None:
        return simpler
    kind = entry.kind(*arguments)
    # Bounds of a single number are a constant even if operands are data, as in `a & 0`.
    if isinstance(kind, Interval) and kind.constant and operation != "unspecified" and not _open(arguments):
        return IntegerConstant(kind.lo, place)
    return Apply(operation, arguments, kind, place)


def _open(arguments: tuple[Value, ...]) -> bool:
    """Return True if something in the arguments is unspecified, which must not get lost."""
    return any(is_open(part.operation) for value in arguments for part in applications(value))


def _is(value: Value, operation: str) -> bool:
    return isinstance(value, Apply) and value.operation == operation


def _inner(value: Value) -> Value:
    assert isinstance(value, Apply)
    return value.arguments[0]


def _width(value: Value) -> int:
    """Return the least width of a `signed` or `unsigned`."""
    assert isinstance(value, Apply)
    _, width = value.arguments
    return interval(width).lo


def _below_sign(x: Value, bits: int) -> Value:
    """Remove a `signed` from `x` that does not change its low `bits` bits."""
    # Sign extension changes only the bits above the width; of a width that is data, the least one counts.
    return _inner(x) if _is(x, "signed") and _width(x) >= bits else x


def unsigned(x: Value, width: Value) -> Value | None:
    """Simplify the unsigned reading of a word."""
    if not isinstance(width, IntegerConstant):
        return None
    below = _below_sign(x, width.value)
    if interval(below).fits(width.value, signed=False):
        return below
    return apply("unsigned", below, width) if below is not x else None


def signed(x: Value, width: Value) -> Value | None:
    """Simplify the signed reading of a word."""
    if not isinstance(width, IntegerConstant):
        return None
    if interval(x).fits(width.value, signed=True):
        return x
    if _is(x, "unsigned") and _width(x) == width.value:
        return apply("signed", _inner(x), width)
    return None


def cut(x: Value, width: Value) -> Value | None:
    """Return a cut, which stays where it ends an unspecified value."""
    if _open((x,)):
        return None
    assert isinstance(width, IntegerConstant)
    below = _below_sign(x, width.value)
    if interval(below).fits(width.value, signed=False):
        return below
    return apply("cut", below, width) if below is not x else None


def field_of(x: Value, high: Value, low: Value) -> Value | None:
    """Simplify the extraction of a field."""
    assert isinstance(high, IntegerConstant)
    assert isinstance(low, IntegerConstant)
    below = _below_sign(x, high.value + 1)
    if low.value == 0 and interval(below).fits(high.value + 1, signed=False):
        return below
    return apply("bits", below, high, low) if below is not x else None


def bit(x: Value, index: Value) -> Value | None:
    """Simplify the extraction of a bit."""
    if not isinstance(index, IntegerConstant):
        return None
    below = _below_sign(x, index.value + 1)
    if index.value == 0 and interval(below).within(0, 1):
        return below
    return apply("bit", below, index) if below is not x else None


def integer(x: Value) -> Value | None:
    """Simplify the conversion of a condition to an integer."""
    if isinstance(x.kind, Interval):
        return x
    return _inner(x) if _is(x, "truth") else None


def truth(x: Value) -> Value | None:
    """Simplify the conversion of an integer to a condition."""
    if not isinstance(x.kind, Interval):
        return x
    return _inner(x) if _is(x, "integer") else None


def _without_zero(x: Value, y: Value) -> Value | None:
    """Simplify `x + 0`, `x | 0`, `x ^ 0` and the same with exchanged operands."""
    if y == IntegerConstant(0):
        return x
    return y if x == IntegerConstant(0) else None


def _by_zero(x: Value, y: Value) -> Value | None:
    """Simplify `x - 0` and shifts by 0."""
    return x if y == IntegerConstant(0) else None


_RULES: dict[str, Callable[..., Value | None]] = {
    "+": _without_zero,
    "|": _without_zero,
    "^": _without_zero,
    "-": _by_zero,
    "<<": _by_zero,
    ">>": _by_zero,
    "unsigned": unsigned,
    "signed": signed,
    "cut": cut,
    "bits": field_of,
    "bit": bit,
    "integer": integer,
    "truth": truth,
}
