"""Seeded faults in the structure of code: conditions and steps that are left out, calls of the opposite function.

`tools.mutation.arithmetic` has the faults in operators and numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tools.mutation.arithmetic import Change, node_name, set_field, set_item

_OPPOSITE_TESTS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
}
_PAIRS = [
    ("min", "max"),
    ("any", "all"),
    ("startswith", "endswith"),
    ("removeprefix", "removesuffix"),
    ("lstrip", "rstrip"),
    ("partition", "rpartition"),
    ("find", "rfind"),
    ("minimum", "maximum"),
    ("zeros", "ones"),
]
_OPPOSITE_CALLS = dict(_PAIRS) | {second: first for first, second in _PAIRS}
_KEPT_KEYWORDS = (None, "strict", "check")
"""Keywords that stay: `**names`, and those that only raise an exception in cases that do not occur."""
_STEPS = (ast.Expr, ast.AugAssign, ast.Raise, ast.Continue, ast.Break)


def structure_changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """Yield changes of one node: a few words for each change, and the changed node."""
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)  # A docstring or `...`.
    if isinstance(node, _STEPS) and not is_text:
        yield f"without {node_name(node)}", _into_pass
    elif isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            if other := _OPPOSITE_TESTS.get(type(operator)):
                yield f"{node_name(operator)} -> {other.__name__}", set_item("ops", index, other())
    elif isinstance(node, ast.BoolOp):
        yield "without the last condition", set_field("values", [*node.values[:-1], node.values[-2]])
        yield "without the first condition", set_field("values", [node.values[1], *node.values[1:]])
    elif isinstance(node, ast.BinOp) and (other_operator := _OPERATORS.get(type(node.op))):
        yield f"{node_name(node.op)} -> {other_operator.__name__}", set_field("op", other_operator())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "without not", set_field("operand", ast.UnaryOp(ast.Not(), node.operand))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield f"not {node.value}", set_field("value", not node.value)
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield "without the last if", set_field("ifs", node.ifs[:-1])
    elif isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and (other_name := _OPPOSITE_CALLS.get(node.func.id)):
            yield f"{node.func.id} -> {other_name}", set_field("func", ast.Name(other_name, ast.Load()))
        elif isinstance(node.func, ast.Attribute) and (other_name := _OPPOSITE_CALLS.get(node.func.attr)):
            attribute = ast.Attribute(node.func.value, other_name, ast.Load())
            yield f"{node.func.attr} -> {other_name}", set_field("func", attribute)
        for index, keyword in enumerate(node.keywords):
            if keyword.arg not in _KEPT_KEYWORDS:
                others = [*node.keywords[:index], *node.keywords[index + 1 :]]
                yield f"without {keyword.arg}=", set_field("keywords", others)


def _into_pass(node: ast.AST) -> None:
    # The node itself becomes another one, since the change has no access to the list of statements around it.
    node.__class__ = ast.Pass
