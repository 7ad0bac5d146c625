"""Seeded faults in the structure of code: conditions that are left out, steps not taken, calls of the opposite.

They come beside those of `tools.mutation.arithmetic`, which change operators and numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tools.mutation.arithmetic import Change, _name, _set, _set_item

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
_KEPT = (None, "strict", "check")
"""Keywords that stay: `**names`, and those that only say what never happens."""
_STEPS = (ast.Expr, ast.AugAssign, ast.Raise, ast.Continue, ast.Break)


def changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """Yield changes of one node: a few words for each change, and the changed node."""
    if isinstance(node, _STEPS) and not _is_text(node):
        yield f"without {_name(node)}", _into_pass
    elif isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            if other := _OPPOSITE_TESTS.get(type(operator)):
                yield f"{_name(operator)} -> {other.__name__}", _set_item("ops", index, other())
    elif isinstance(node, ast.BoolOp):
        yield "without the last condition", _set("values", [*node.values[:-1], node.values[-2]])
        yield "without the first condition", _set("values", [node.values[1], *node.values[1:]])
    elif isinstance(node, ast.BinOp) and (other_operator := _OPERATORS.get(type(node.op))):
        yield f"{_name(node.op)} -> {other_operator.__name__}", _set("op", other_operator())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "without not", _set("operand", ast.UnaryOp(ast.Not(), node.operand))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield f"not {node.value}", _set("value", not node.value)
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield "without the last if", _set("ifs", node.ifs[:-1])
    elif isinstance(node, ast.Call):
        yield from _of_call(node)


def _is_text(node: ast.AST) -> bool:
    """Return True if a statement is only a docstring or `...`."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _into_pass(node: ast.AST) -> None:
    """Return a node becomes `pass` where it is, whatever list of statements holds it."""
    node.__class__ = ast.Pass


def _of_call(node: ast.Call) -> Iterator[tuple[str, Change]]:
    """Yield the opposite function or method, and calls without one of their keywords."""
    if isinstance(node.func, ast.Name) and (other := _OPPOSITE_CALLS.get(node.func.id)):
        yield f"{node.func.id} -> {other}", _set("func", ast.Name(other, ast.Load()))
    elif isinstance(node.func, ast.Attribute) and (other := _OPPOSITE_CALLS.get(node.func.attr)):
        yield f"{node.func.attr} -> {other}", _set("func", ast.Attribute(node.func.value, other, ast.Load()))
    for index, keyword in enumerate(node.keywords):
        if keyword.arg not in _KEPT:
            yield f"without {keyword.arg}=", _set("keywords", [*node.keywords[:index], *node.keywords[index + 1 :]])
