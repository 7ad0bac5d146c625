"""Evaluate constant expressions (PTX ISA 8.7, section 4.5): 64-bit integers, signed or not, and doubles.

    evaluate(statement.operands[1])  # Value(type='s64', number=7)

Where ptxas 11.8 to 13.5 and the manual differ, this follows ptxas, whose constants end up in programs:

- a shift count is taken modulo 64, which the manual leaves open;
- the result of `%` is unsigned, where the manual's table has .s64;
- `& | ^` keep signed operands signed, as in the manual's text, but not in its table;
- `c ? a : b` has the type of the operand chosen, where the manual converts both to one type, and takes
  integers alone, where the manual has floating-point operands too.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from typing import NamedTuple

from ptxisa.syntax.tree import Binary, Constant, Float, Integer, Unary

_LEVELS = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", ">", "<=", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
PRECEDENCE = {operator: level for level, operators in enumerate(_LEVELS, 1) for operator in operators}
"""Binary operators with their precedence; the highest binds tightest."""

_MASK = (1 << 64) - 1
_SMALLEST_NORMAL = 2.0**-1022
_MOST_DIGITS = 4096
"""Digits of a literal that are read to decide whether its value wraps; each is a step of Python."""


class ConstantValue(NamedTuple):
    """A number and its type: "s64", "u64", "f64", or "f32" for a hexadecimal single (`0f3f800000`)."""

    type: str
    number: int | float

    @property
    def bits(self) -> int:
        """64 bits of an integer or a double, or 32 bits of a single."""
        if self.type == "f32":
            return int.from_bytes(struct.pack("<f", self.number), "little")
        if self.type == "f64":
            return int.from_bytes(struct.pack("<d", self.number), "little")
        return int(self.number) & _MASK


class ConstantError(ValueError):
    """Constant expression without a value, with the code and the place of its diagnostic.

    `rule` is the name of the broken rule of the language if some assemblers do not apply the rule.
    """

    def __init__(self, code: str, message: str, start: int, end: int, rule: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.start, self.end, self.rule = code, message, start, end, rule


def evaluate(constant: Constant) -> ConstantValue:
    """Return the value of a constant expression.

    Both branches of `?:`, `&&` and `||` must have a value, even the one that is not used.

    Raises:
        ConstantError: The expression has no value.
    """
    if isinstance(constant, Integer):
        return _integer(constant.value, constant.unsigned)
    if isinstance(constant, Float):
        code, kind = ("<f", "f32") if constant.width == 32 else ("<d", "f64")
        return ConstantValue(kind, struct.unpack(code, constant.bits.to_bytes(constant.width // 8, "little"))[0])
    if isinstance(constant, Unary):
        return _unary(constant)
    if isinstance(constant, Binary):
        return _binary(constant)
    condition = _whole(evaluate(constant.condition), constant.condition)
    branches = evaluate(constant.then), evaluate(constant.otherwise)
    for value, branch in zip(branches, (constant.then, constant.otherwise), strict=True):
        _whole(value, branch)
    return branches[0] if condition else branches[1]


def integer_literal(text: str, start: int) -> Integer:
    """Return the node of an integer token; raise `ConstantError` if it needs more than 64 bits."""
    digits = text[:-1] if text[-1] == "U" else text
    prefix = digits[:2].lower()
    base = 16 if prefix == "0x" else 2 if prefix == "0b" else 8 if digits[0] == "0" else 10
    # Python converts long decimal numbers in quadratic time; 64 bits have at most 20 digits.
    value = int(digits, base) if len(digits) <= 66 or digits[0] == "0" else 1 << 64
    if value > _MASK:
        rule = "integer_literals" if _wraps(digits, base) else None
        message = "an integer constant has 64 bits at most"
        raise ConstantError("constant-overflow", message, start, start + len(text), rule)
    return Integer(value, digits is not text or value >> 63 == 1, text, start, start + len(text))


def _wraps(digits: str, base: int) -> bool:
    """Return True if no digit follows a value of 2^63 or more, with the value truncated to 64 bits after each digit."""
    value = 0
    for digit in (digits[2:] if base in (16, 2) else digits)[:_MOST_DIGITS]:
        if value >> 63:
            return False
        value = (value * base + int(digit, base)) & _MASK
    return len(digits) <= _MOST_DIGITS


def float_literal(text: str, start: int) -> Float:
    """Return the node of a decimal floating-point token; raise `ConstantError` if it is not a normal double."""
    value = float(text)
    mantissa = text.lower().partition("e")[0]
    if math.isinf(value) or (value < _SMALLEST_NORMAL and mantissa.strip("0.")):
        message = f"{text[:40]} is not a normal double; write its bits as 0d…"
        raise ConstantError("constant-overflow", message, start, start + len(text))
    return Float(int.from_bytes(struct.pack("<d", value), "little"), 64, text, start)


def exact_literal(text: str, start: int) -> Float:
    """Return the node of a `0f` or `0d` token."""
    return Float(int(text[2:], 16), 32 if text[1] in "fF" else 64, text, start)


def warp_size(start: int) -> Integer:
    """Return the node of `WARP_SZ`, which is 32 on every target."""
    return Integer(32, False, "WARP_SZ", start, start + len("WARP_SZ"))


# Operators


def _integer(number: int, unsigned: bool) -> ConstantValue:
    """Truncate to 64 bits and interpret as unsigned or two's complement."""
    number &= _MASK
    return ConstantValue("u64", number) if unsigned else ConstantValue("s64", number - (number >> 63 << 64))


def _is_integer(value: ConstantValue) -> bool:
    return value.type in ("s64", "u64")


def _whole(value: ConstantValue, constant: Constant) -> int:
    """Return the number of an integer value; a hexadecimal single cannot be part of an expression."""
    if _is_integer(value):
        return int(value.number)
    raise ConstantError("constant-type", "the operator needs an integer here", constant.start, constant.end)


def _unary(constant: Unary) -> ConstantValue:
    value = evaluate(constant.operand)
    if constant.operator in ("+", "-") and value.type == "f64":
        return ConstantValue("f64", -value.number if constant.operator == "-" else value.number)
    number = _whole(value, constant.operand)
    if constant.operator == "!":
        return _integer(number == 0, False)
    if constant.operator == "~":
        return _integer(~number, True)
    unsigned = {"(.u64)": True, "(.s64)": False}.get(constant.operator, value.type == "u64")
    return _integer(-number if constant.operator == "-" else number, unsigned)


def _binary(constant: Binary) -> ConstantValue:
    sign, left, right = constant.operator, evaluate(constant.left), evaluate(constant.right)
    if _is_integer(left) != _is_integer(right):
        message = f"{sign} has an integer on one side and a floating-point number on the other"
        raise ConstantError("constant-type", message, constant.start, constant.end)
    if sign in ("/", "%") and right.number == 0:
        raise ConstantError("division-by-zero", "a constant expression divides by zero", constant.start, constant.end)
    # A hexadecimal single has type f32: it is a constant, but no operator accepts it.
    if left.type == right.type == "f64" and sign in _COMPARISONS:
        return _integer(_COMPARISONS[sign](left.number, right.number), False)
    if left.type == right.type == "f64" and sign in _FLOAT_OPERATIONS:
        return ConstantValue("f64", _FLOAT_OPERATIONS[sign](left.number, right.number))
    first, second = _whole(left, constant.left), _whole(right, constant.right)
    if sign in ("<<", ">>"):
        return _integer(first << (second & 63) if sign == "<<" else first >> (second & 63), left.type == "u64")
    if sign in ("&&", "||"):
        return _integer(bool((first and second) if sign == "&&" else (first or second)), False)
    unsigned = "u64" in (left.type, right.type) or sign == "%"
    if unsigned:
        first, second = first & _MASK, second & _MASK
    if sign in _COMPARISONS:
        return _integer(_COMPARISONS[sign](first, second), False)
    return _integer(_INTEGER_OPERATIONS[sign](first, second), unsigned)


def _quotient(left: int, right: int) -> int:
    """Return the quotient rounded toward zero."""
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_FLOAT_OPERATIONS: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}
_INTEGER_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _quotient,
    "%": operator.mod,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
