"""Narrow the intervals of variables by conditions on data: where `n >= 32` was true, n is at least 32.

A text can shift by `n - 32` after this test, because the interval of the amount is then known to be natural.
"""

from __future__ import annotations

from collections.abc import Callable

from generator.semantics import tree
from generator.semantics.floating import Real, is_float
from generator.semantics.intervals import LIMIT, Interval
from generator.semantics.ir import IntegerConstant, Value
from generator.semantics.scope import Known
from generator.semantics.simplify import MIRRORED

Evaluate = Callable[[tree.Expression], "Known | Value | Real"]

_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_FAR = 1 << LIMIT


def narrowing(test: tree.Expression, held: bool, evaluate: Evaluate) -> dict[str, Interval]:
    """Return the bounds of names on the side of a branch where `test` is true, or false."""
    if isinstance(test, tree.UnaryNode) and test.operator == "not":
        return narrowing(test.operand, not held, evaluate)
    if isinstance(test, tree.LogicNode) and (test.operator == "and") is held:
        limits: dict[str, Interval] = {}
        for operand in test.operands:
            new = narrowing(operand, held, evaluate)
            limits.update(
                {
                    name: bounds.meet(limits[name].lo, limits[name].hi) if name in limits else bounds
                    for name, bounds in new.items()
                }
            )
        return limits
    if isinstance(test, tree.ComparisonNode) and test.operator in _OPPOSITE:
        operator = test.operator if held else _OPPOSITE[test.operator]
        return _compared(test.left, operator, test.right, evaluate) or _compared(
            test.right, MIRRORED[operator], test.left, evaluate
        )
    return {}


def _compared(left: tree.Expression, operator: str, right: tree.Expression, evaluate: Evaluate) -> dict[str, Interval]:
    """Return the bounds of the name on the left, from a comparison with the bounds of the right."""
    if not isinstance(left, tree.NameNode):
        return {}
    value, other = evaluate(left), evaluate(right)
    if isinstance(value, (Known, IntegerConstant, Real)) or is_float(value) or not isinstance(value.kind, Interval):
        return {}
    if isinstance(other, Known):
        limits = Interval(other.value, other.value) if isinstance(other.value, int) else None
    else:
        kind = getattr(other, "kind", None)
        limits = kind if isinstance(kind, Interval) else None
    return {left.name: value.kind.meet(*_allowed(operator, value.kind, limits))} if limits else {}


def _allowed(operator: str, bounds: Interval, limits: Interval) -> tuple[int, int]:
    """Return the least and greatest value that can be in the relation to a value within `limits`."""
    return {
        "<": (-_FAR, limits.hi - 1),
        "<=": (-_FAR, limits.hi),
        ">": (limits.lo + 1, _FAR),
        ">=": (limits.lo, _FAR),
        "==": (limits.lo, limits.hi),
        # An excluded number narrows the interval if it is one of its ends.
        "!=": (
            bounds.lo + (limits.constant and bounds.lo == limits.lo),
            bounds.hi - (limits.constant and bounds.hi == limits.lo),
        ),
    }[operator]
