"""Seeded faults in exact arithmetic: each is one small change of the source of `ptxisa.numbers.exact`.

`operator_changes` is used for all other code and for semantics, too.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from ptxisa.numbers import exact, floating

_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


Change = Callable[[Any], None]
"""Changes a node of a syntax tree in place."""


class ArithmeticFault(NamedTuple):
    """A fault in a function of the module."""

    group: str
    """Name of the function."""
    name: str
    """Number of the node and of its change, and the change in words."""
    node: int
    """Number of the node in its function."""
    change: int
    """Number of the change among those of the node."""

    def source(self) -> ast.Module:
        """Return the module with the fault."""
        module = ast.parse(Path(exact.__file__).read_text(encoding="utf-8"))
        node = list(ast.walk(_functions(module)[self.group]))[self.node]
        list(operator_changes(node))[self.change][1](node)
        return ast.fix_missing_locations(module)


def faults() -> Iterator[ArithmeticFault]:
    """Yield every fault that can be put into a function of the module."""
    for name, function in _functions(ast.parse(Path(exact.__file__).read_text(encoding="utf-8"))).items():
        for index, node in enumerate(ast.walk(function)):
            for number, (words, _) in enumerate(operator_changes(node)):
                yield ArithmeticFault(name, f"{index}.{number} {words}", index, number)


def _functions(module: ast.Module) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in module.body if isinstance(node, ast.FunctionDef)}


def operator_changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """Yield changes of the operator, condition or number of one node, each with a few words about it."""
    if isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            for other in _COMPARISONS.get(type(operator), ()):
                yield f"{node_name(operator)} -> {other.__name__}", set_item("ops", index, other())
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in _OPERATORS:
        other_operator = _OPERATORS[type(node.op)]
        yield f"{node_name(node.op)} -> {other_operator.__name__}", set_field("op", other_operator())
    elif isinstance(node, ast.BoolOp):
        other_connective = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"{node_name(node.op)} -> {node_name(other_connective)}", set_field("op", other_connective)
    elif isinstance(node, (ast.If, ast.IfExp)):
        yield "the other branch", set_field("test", ast.UnaryOp(ast.Not(), node.test))
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield f"{node.value} + 1", set_field("value", node.value + 1)
        yield f"{node.value} - 1", set_field("value", node.value - 1)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "without -", set_field("op", ast.UAdd())


def node_name(node: ast.AST) -> str:
    """Return the class of a node, as words of a fault have it."""
    return type(node).__name__


def set_field(field: str, value: object) -> Change:
    """Return the change that sets a field of a node."""
    return lambda node: setattr(node, field, value)


def set_item(field: str, index: int, value: object) -> Change:
    """Return the change that sets an item of a list of a node."""
    return lambda node: getattr(node, field).__setitem__(index, value)


# --- running them ---


class Copies:
    """Copies of modules, loaded with a fault in `ptxisa.numbers.exact`; the modules themselves are unchanged."""

    def __init__(self, fault: ArithmeticFault) -> None:
        broken = _module("ptxisa.numbers.exact", compile(fault.source(), "<fault>", "exec"), {})
        self.replaced = {"ptxisa.numbers.exact": broken}
        self.replaced["ptxisa.numbers.floating"] = _module("ptxisa.numbers.floating", _code(floating), self.replaced)

    def function(self, original: Callable[..., tuple[int, ...]]) -> Callable[..., tuple[int, ...]]:
        """Return a generated function in a copy of its module, with the arguments that a variant gives it."""
        if isinstance(original, partial):
            return partial(self.function(original.func), *original.args, **original.keywords)
        name = original.__module__
        if name not in self.replaced:
            self.replaced[name] = _module(name, _code(sys.modules[name]), self.replaced)
        copy: Callable[..., tuple[int, ...]] = getattr(self.replaced[name], original.__name__)
        return copy


def _code(module: ModuleType) -> Any:
    return compile(Path(str(module.__file__)).read_text(encoding="utf-8"), str(module.__file__), "exec")


def _module(name: str, code: Any, replaced: dict[str, ModuleType]) -> ModuleType:
    """Return a module made of code whose imports find the replaced modules.

    `from package import module` reads an attribute of the package, so that an entry of `sys.modules` is not enough.
    """
    module = ModuleType(name)
    during = {**replaced, name: module}
    before = {imported: sys.modules.get(imported) for imported in during}
    _install(during)
    try:
        exec(code, module.__dict__)
    finally:
        _install({imported: original for imported, original in before.items() if original is not None})
    return module


def _install(modules: dict[str, ModuleType]) -> None:
    for name, module in modules.items():
        sys.modules[name] = module
        package, _, last = name.rpartition(".")
        setattr(sys.modules[package], last, module)
