"""Seeded faults in Python code: each is one small change of a function of `ptxisa` or `generator`.

A fault is put into the function that is loaded, by exchanging its code, so that nothing is imported anew.
"""

from __future__ import annotations

import ast
import functools
import importlib
import types
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

from tools.mutation import structure
from tools.mutation.arithmetic import Change, _changes

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = ("_generated", "oracle", "cli/build_command.py", "generator/build", "generator/site", "generator/wording")
"""Modules that need a GPU, a real ptxas, a build or Sphinx, which the tests of this tool do not run."""


class Fault(NamedTuple):
    """One fault: the module, the function in it, and which change of it."""

    path: str
    function: str
    line: int
    node: int
    number: int
    what: str

    @property
    def group(self) -> str:
        """Group of the fault in reports."""
        return "/".join(self.path.split("/")[:2])

    @property
    def name(self) -> str:
        """Name in reports."""
        return f"{self.path}:{self.line} {self.function}: {self.what}"


def faults() -> Iterator[Fault]:
    """Every fault of every function."""
    for path in sorted([*(ROOT / "ptxisa").rglob("*.py"), *(ROOT / "generator").rglob("*.py")]):
        name = path.relative_to(ROOT).as_posix()
        if not any(part in name for part in LEFT_OUT):
            yield from _faults_of(name, ast.parse(path.read_text(encoding="utf-8")))


def _faults_of(path: str, module: ast.Module) -> Iterator[Fault]:
    for qualified, function in _functions(module):
        for index, node in enumerate(_nodes(function)):
            for number, (what, _) in enumerate(_every_change(node)):
                yield Fault(path, qualified, getattr(node, "lineno", function.lineno), index, number, what)


def _every_change(node: ast.AST) -> Iterator[tuple[str, Change]]:
    yield from _changes(node)
    yield from structure.changes(node)


def _functions(module: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Functions of a module and methods of its classes, by qualified name."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{one.name}", one) for one in node.body if isinstance(one, ast.FunctionDef))


def _nodes(function: ast.FunctionDef) -> list[ast.AST]:
    """Yield the nodes of a function that run when it is called."""
    return [node for statement in function.body for node in _within(statement, quoted=False)]


def _within(node: ast.AST, *, quoted: bool) -> Iterator[ast.AST]:
    """Yield a node and all below it, but not how much of a name a message quotes, nor when memory is collected."""
    if _collects(node) or (quoted and isinstance(node, ast.Slice)):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _within(child, quoted=quoted or isinstance(node, ast.FormattedValue))


def _collects(node: ast.AST) -> bool:
    """Return True if a node is a call of the garbage collector, or a statement that is one."""
    call = node.value if isinstance(node, ast.Expr) else node
    function = call.func if isinstance(call, ast.Call) else None
    return isinstance(function, ast.Attribute) and ast.unparse(function.value) == "gc"


def put_in(fault: Fault) -> bool:
    """Exchange the code of the loaded function; False where it cannot be found."""
    path = ROOT / fault.path
    module = deepcopy(ast.parse(path.read_text(encoding="utf-8")))
    function = dict(_functions(module))[fault.function]
    node = _nodes(function)[fault.node]
    list(_every_change(node))[fault.number][1](node)
    code = compile(ast.fix_missing_locations(module), str(path), "exec", dont_inherit=True)
    wanted = _code_of(code, fault.function)
    live = _live(fault)
    if wanted is None or live is None:
        return False
    live.__code__ = wanted
    return True


def _code_of(code: types.CodeType, qualified: str) -> types.CodeType | None:
    """Return the code of a function within that of its module; `from __future__` imports are in the source."""
    for name in qualified.split("."):
        found = [one for one in code.co_consts if isinstance(one, types.CodeType) and one.co_name == name]
        if not found:
            return None
        code = found[-1]
    return code


def _live(fault: Fault) -> types.FunctionType | None:
    """Return the function itself, under properties and caches."""
    value: Any = importlib.import_module(fault.path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    for name in fault.function.split("."):
        value = vars(value).get(name)
        value = getattr(value, "fget", None) or getattr(value, "func", None) or getattr(value, "__func__", value)
    while isinstance(value, functools._lru_cache_wrapper) or hasattr(value, "__wrapped__"):
        value = value.__wrapped__
    return value if isinstance(value, types.FunctionType) else None
