"""The language in which records define sets, relations and axioms of the memory model.

    a | b      union                       [s]      identity on the set s
    a - b      difference                  s * t    each event of s with each event of t
    a & b      intersection                a^-1     inverse
    a ; b      composition                 a^+      transitive closure
                                           a^?      a, or no step
                                           a^*      any number of steps

Operators are listed from the weakest to the strongest, from left to right: ``|``, ``-``, ``&``, ``;``, ``*``, then the
postfix operators. All of them group to the left.

    parse("([release & W] ; program_order) & morally_strong")
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

TOKEN = re.compile(r"\s*(?:(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<postfix>\^(?:-1|[+?*]))|(?P<mark>[|&;*()\[\]-]))")
BINARY = ("|", "-", "&", ";", "*")
"""Binary operators, the weakest first."""


class ExpressionError(ValueError):
    """Error in an expression, with the place where it was found."""


class Expression(NamedTuple):
    """Node of an expression.

    `operator` is "name", a binary operator, a postfix operator such as "^+", or "[]" for the identity on a set. Terms
    of a record are "any" (union of terms), "all" (intersection of terms) and "term" (one expression).
    """

    operator: str
    operands: tuple[Expression, ...] = ()
    name: str = ""
    """Name of a set or relation; for a term of a record its id, which may be empty."""


def name(text: str) -> Expression:
    """Return the reference to a set or relation."""
    return Expression("name", (), text)


def parse(text: str) -> Expression:
    """Parse an expression.

    Raises:
        ExpressionError: The text is not an expression.
    """
    tokens: list[str] = []
    position, end = 0, len(text.rstrip())
    while position < end:
        match = TOKEN.match(text, position)
        if not match:
            raise ExpressionError(f"unexpected character {text[position:].lstrip()[:1]!r} in {text!r}")
        tokens.append(match[0].strip())
        position = match.end()
    parsed, rest = _binary(tokens, 0)
    if rest < len(tokens):
        raise ExpressionError(f"unexpected {tokens[rest]!r} in {text!r}")
    return parsed


def _binary(tokens: list[str], position: int, level: int = 0) -> tuple[Expression, int]:
    if level == len(BINARY):
        return _postfix(tokens, position)
    left, position = _binary(tokens, position, level + 1)
    while position < len(tokens) and tokens[position] == BINARY[level]:
        right, position = _binary(tokens, position + 1, level + 1)
        left = Expression(BINARY[level], (left, right))
    return left, position


def _postfix(tokens: list[str], position: int) -> tuple[Expression, int]:
    if position == len(tokens):
        raise ExpressionError("the expression ends where a name, '(' or '[' is expected")
    token = tokens[position]
    if token in ("(", "["):
        inner, position = _binary(tokens, position + 1)
        closing = ")" if token == "(" else "]"
        if position == len(tokens) or tokens[position] != closing:
            raise ExpressionError(f"{token!r} has no {closing!r}")
        parsed = inner if token == "(" else Expression("[]", (inner,))
    elif token[0].isalpha() or token[0] == "_":
        parsed = name(token)
    else:
        raise ExpressionError(f"unexpected {token!r}")
    position += 1
    while position < len(tokens) and tokens[position].startswith("^"):
        parsed = Expression(tokens[position], (parsed,))
        position += 1
    return parsed, position


def names(expression: Expression) -> set[str]:
    """Return the sets and relations that an expression refers to."""
    if expression.operator == "name":
        return {expression.name}
    return set().union(*(names(operand) for operand in expression.operands))


def type_of(expression: Expression, types: Mapping[str, str]) -> str:
    """Return "set" or "relation".

    Args:
        expression: Expression to check.
        types: Type of each name.

    Raises:
        ExpressionError: A name is unknown, or an operator has operands of the wrong type.
    """
    operator, operands = expression.operator, expression.operands
    if operator == "name":
        if expression.name not in types:
            raise ExpressionError(f"unknown set or relation {expression.name!r}")
        return types[expression.name]
    kinds = [type_of(operand, types) for operand in operands]
    if operator in ("[]", "*"):
        if "relation" in kinds:
            raise ExpressionError(f"{operator!r} needs sets")
        return "relation"
    if operator == ";" or operator.startswith("^"):
        if "set" in kinds:
            raise ExpressionError(f"{operator!r} needs relations")
        return "relation"
    if len(set(kinds)) > 1:
        raise ExpressionError(f"{operator!r} needs operands of one type")
    return kinds[0] if kinds else "relation"


def without(expression: Expression, identifier: str) -> Expression | None:
    """Return an expression without its term `identifier`, or None if there is no such term."""
    if expression.operator not in ("any", "all", "term"):
        return None
    kept = [operand for operand in expression.operands if operand.name != identifier or operand.operator == "name"]
    if len(kept) < len(expression.operands):
        return expression._replace(operands=tuple(kept))
    for position, operand in enumerate(kept):
        shorter = without(operand, identifier)
        if shorter:
            kept[position] = shorter
            return expression._replace(operands=tuple(kept))
    return None
