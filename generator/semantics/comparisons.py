"""Replace `compare(x, y, op)` and `combine(p, q, op)` by the operator that a modifier selects in one variant."""

from __future__ import annotations

from generator.semantics import tree
from generator.semantics.source import SemanticsError

SORTS = {"compare": "comparison", "combine": "bitwise"}
"""Sort of operator of each function."""

_SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_UNSIGNED = {"lo": "<", "ls": "<=", "hi": ">", "hs": ">="}
_JOINING = {"and": "&", "or": "|", "xor": "^"}
SIGNS = {**_SIGNS, **_UNSIGNED, **_JOINING}
"""Operators on integers and truth values, by the modifiers that name them."""


def admits(sort: str, operator: object) -> bool:
    """Return True if a modifier is an operator of a sort: "comparison", "bitwise", or "spelling" for floats."""
    if sort == "bitwise":
        return operator in _JOINING
    if sort == "comparison":
        return operator in _SIGNS or operator in _UNSIGNED
    return operator in ("num", "nan") or str(operator).removesuffix("u") in _SIGNS


def spelled_out(node: tree.CallNode, operator: object, floating: bool) -> tree.Expression:
    """Return the expression of a call of either function, whose operator is known."""
    x, y, _ = node.arguments
    expression: tree.Expression | None = None
    if node.function == "combine":
        if sign := _JOINING.get(str(operator)):
            expression = tree.BinaryNode(node.place, sign, x, y)
    elif floating:
        expression = _compared_floating(node, str(operator))
    elif sign := {**_SIGNS, **_UNSIGNED}.get(str(operator)):
        expression = tree.ComparisonNode(node.place, sign, x, y)
    if expression is None:
        what = "of floating-point values" if floating else "of integers"
        expected = "and, or, xor" if node.function == "combine" else f"that of a comparison {what}"
        raise SemanticsError(node.arguments[2].place, f"the operator is {operator}; it must be {expected}")
    return expression


def _compared_floating(node: tree.CallNode, operator: str) -> tree.Expression | None:
    """Return a comparison that is false for NaN, or true if its name ends in `u`, as `!=` is."""
    x, y, _ = node.arguments
    unordered = tree.LogicNode(node.place, "or", (_is_nan(x), _is_nan(y)))
    if operator in ("num", "nan"):
        return unordered if operator == "nan" else tree.UnaryNode(node.place, "not", unordered)
    sign = _SIGNS.get(operator.removesuffix("u"))
    if sign is None:
        return None
    compared = tree.ComparisonNode(node.place, sign, x, y)
    if operator == "ne":
        ordered = tree.UnaryNode(node.place, "not", unordered)
        return tree.LogicNode(node.place, "and", (compared, ordered))
    if operator.endswith("u") and operator != "neu":
        return tree.LogicNode(node.place, "or", (compared, unordered))
    return compared


def _is_nan(node: tree.Expression) -> tree.CallNode:
    return tree.CallNode(node.place, "is_nan", (node,))
