"""Seeded faults in Python code: each is one small change of a function of `ptxisa` or `generator`.

A fault is put into the function that is loaded, by exchanging its code, so that nothing is imported again.
"""

from __future__ import annotations

import ast
import functools
import importlib
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tools.mutation.arithmetic import Change, operator_changes
from tools.mutation.structure import structure_changes

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = ("_generated", "oracle", "cli/build_command.py", "generator/build", "generator/site", "generator/wording")
"""Modules that need a GPU, a real ptxas, a build or Sphinx, whose tests `tools.mutation.selection` leaves out."""


class CodeFault(NamedTuple):
    """A fault in a function, found again by numbers so that it can be put into another copy of the syntax tree."""

    path: str
    function: str
    """Qualified name."""
    line: int
    node: int
    """Number of the node among those of the function that run."""
    number: int
    """Number of the change among those of the node."""
    words: str

    @property
    def group(self) -> str:
        """Group of the fault in reports."""
        return "/".join(self.path.split("/")[:2])

    @property
    def name(self) -> str:
        """Name in reports."""
        return f"{self.path}:{self.line} {self.function}: {self.words}"


def faults(prefix: str = "") -> Iterator[CodeFault]:
    """Yield every fault of every function in files whose path from the root has a prefix."""
    for path in sorted([*(ROOT / "ptxisa").rglob("*.py"), *(ROOT / "generator").rglob("*.py")]):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(prefix) or any(part in name for part in LEFT_OUT):
            continue
        for qualified, function in _functions(ast.parse(path.read_text(encoding="utf-8"))):
            for index, node in enumerate(_running_nodes(function)):
                for number, (words, _) in enumerate(_changes(node)):
                    yield CodeFault(name, qualified, getattr(node, "lineno", function.lineno), index, number, words)


def _changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    yield from operator_changes(node)
    yield from structure_changes(node)


def _functions(module: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions of a module and the methods of its classes, with their qualified names."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            methods = (member for member in node.body if isinstance(member, ast.FunctionDef))
            yield from ((f"{node.name}.{method.name}", method) for method in methods)


def _running_nodes(function: ast.FunctionDef) -> list[ast.AST]:
    """Return the nodes of a function that run when it is called: not its decorators, defaults and annotations."""
    return [node for statement in function.body for node in _within(statement, quoted=False)]


def _within(node: ast.AST, *, quoted: bool) -> Iterator[ast.AST]:
    """Yield a node and all below it.

    Two parts are left out, because no test should depend on them: the length to which a message cuts a quoted name
    (`f"{name[:60]}"`), and calls of the garbage collector.
    """
    call = node.value if isinstance(node, ast.Expr) else node
    function = call.func if isinstance(call, ast.Call) else None
    collects = isinstance(function, ast.Attribute) and ast.unparse(function.value) == "gc"
    if collects or (quoted and isinstance(node, ast.Slice)):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _within(child, quoted=quoted or isinstance(node, ast.FormattedValue))


def put_in(fault: CodeFault) -> bool:
    """Exchange the code of the loaded function; return False if the function has none of its own, as in a decorator.

    Exchanging the code and not the function reaches every module that has imported the function by name.
    """
    path = ROOT / fault.path
    module = ast.parse(path.read_text(encoding="utf-8"))
    node = _running_nodes(dict(_functions(module))[fault.function])[fault.node]
    list(_changes(node))[fault.number][1](node)
    code: types.CodeType | None = compile(ast.fix_missing_locations(module), str(path), "exec", dont_inherit=True)
    for name in fault.function.split("."):
        nested = code.co_consts if code else ()
        code = next((c for c in reversed(nested) if isinstance(c, types.CodeType) and c.co_name == name), None)
    loaded = _loaded_function(fault)
    if code is None or loaded is None:
        return False
    loaded.__code__ = code
    return True


def _loaded_function(fault: CodeFault) -> types.FunctionType | None:
    """Return the function below properties, caches and other wrappers."""
    value: Any = importlib.import_module(fault.path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    for name in fault.function.split("."):
        value = vars(value).get(name)
        value = getattr(value, "fget", None) or getattr(value, "func", None) or getattr(value, "__func__", value)
    while isinstance(value, functools._lru_cache_wrapper) or hasattr(value, "__wrapped__"):
        value = value.__wrapped__
    return value if isinstance(value, types.FunctionType) else None
