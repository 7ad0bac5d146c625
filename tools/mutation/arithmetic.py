"""Seeded faults in exact arithmetic: each is one small change of the source of `ptxisa.numbers.exact`."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
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


class Fault(NamedTuple):
    """One fault: the function that it is in, what it does in words, and the source with it."""

    group: str
    name: str
    source: ast.Module


def faults() -> Iterator[Fault]:
    """Every fault that can be put into a function of the module."""
    text = Path(exact.__file__).read_text(encoding="utf-8")
    module = ast.parse(text)
    for function in (node for node in module.body if isinstance(node, ast.FunctionDef)):
        for index, node in enumerate(ast.walk(function)):
            for number, (what, change) in enumerate(_changes(node)):
                yield Fault(function.name, f"{index}.{number} {what}", _changed(module, function.name, index, change))


Change = Callable[[Any], None]


def _changed(module: ast.Module, name: str, index: int, change: Change) -> ast.Module:
    twin = deepcopy(module)
    function = next(node for node in twin.body if isinstance(node, ast.FunctionDef) and node.name == name)
    change(list(ast.walk(function))[index])
    return ast.fix_missing_locations(twin)


def _changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    if isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            for other in _COMPARISONS.get(type(operator), ()):
                yield f"{_name(operator)} -> {other.__name__}", _set_item("ops", index, other())
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in _OPERATORS:
        other_operator = _OPERATORS[type(node.op)]
        yield f"{_name(node.op)} -> {other_operator.__name__}", _set("op", other_operator())
    elif isinstance(node, ast.BoolOp):
        both = isinstance(node.op, ast.And)
        yield f"{_name(node.op)} -> {'Or' if both else 'And'}", _set("op", ast.Or() if both else ast.And())
    elif isinstance(node, (ast.If, ast.IfExp)):
        yield "the other branch", _set("test", ast.UnaryOp(ast.Not(), node.test))
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield f"{node.value} + 1", _set("value", node.value + 1)
        yield f"{node.value} - 1", _set("value", node.value - 1)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "without -", _set("op", ast.UAdd())


def _name(node: ast.AST) -> str:
    return type(node).__name__


def _set(field: str, value: object) -> Change:
    return lambda node: setattr(node, field, value)


def _set_item(field: str, index: int, value: object) -> Change:
    return lambda node: getattr(node, field).__setitem__(index, value)


# --- running them ---


class Copies:
    """Modules that were read anew with a fault in a module that they import."""

    def __init__(self, fault: Fault) -> None:
        broken = _module("ptxisa.numbers.exact", compile(fault.source, "<fault>", "exec"), {})
        self.replaced = {"ptxisa.numbers.exact": broken}
        self.replaced["ptxisa.numbers.floating"] = _module("ptxisa.numbers.floating", _code(floating), self.replaced)

    def function(self, original: Callable[..., tuple[int, ...]]) -> Callable[..., tuple[int, ...]]:
        """Return a generated function in a copy of its module, with the arguments that a variant gives it."""
        if isinstance(original, partial):
            return partial(self.function(original.func), *original.args, **original.keywords)
        name = original.__module__
        if name not in self.replaced:
            self.replaced[name] = _module(name, _code(sys.modules[name]), self.replaced)
        found: Callable[..., tuple[int, ...]] = getattr(self.replaced[name], original.__name__)
        return found


def _code(module: ModuleType) -> Any:
    return compile(Path(str(module.__file__)).read_text(encoding="utf-8"), str(module.__file__), "exec")


def _module(name: str, code: Any, instead: dict[str, ModuleType]) -> ModuleType:
    """Return a module made of code while other modules replace some."""
    module = ModuleType(name)
    with _standing_in({**instead, name: module}):
        exec(code, module.__dict__)
    return module


@contextmanager
def _standing_in(modules: dict[str, ModuleType]) -> Iterator[None]:
    """Let imports find these modules, also as names of their packages."""
    before = {name: sys.modules.get(name) for name in modules}
    _put(modules)
    try:
        yield
    finally:
        _put({name: module for name, module in before.items() if module is not None})


def _put(modules: dict[str, ModuleType]) -> None:
    for name, module in modules.items():
        sys.modules[name] = module
        package, _, last = name.rpartition(".")
        setattr(sys.modules[package], last, module)
