"""Contracts of imports hold, without circles; class names are unique; tests use public names."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """Return every module with the modules that it imports, also within functions and for types alone.

    Packages load generated modules by name, so those are left out.
    """
    sys.path.insert(0, str(ROOT))
    graph = grimp.build_graph("ptxisa", "generator", cache_dir=None)
    sys.path.remove(str(ROOT))
    return {
        name: {other for other in graph.find_modules_directly_imported_by(name) if "_generated" not in other}
        for name in graph.modules
        if "_generated" not in name
    }


def test_the_contracts_hold() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([*command, "--no-cache"], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_no_modules_import_each_other_in_a_circle(imports: dict[str, set[str]]) -> None:
    assert len(imports) > 200
    TopologicalSorter(imports).prepare()


def test_a_circle_would_be_found(imports: dict[str, set[str]]) -> None:
    with pytest.raises(CycleError):
        TopologicalSorter({**imports, "ptxisa.isa.names": {"ptxisa.check.module"}}).prepare()


def test_class_names_of_package_and_generator_are_unique() -> None:
    modules: dict[str, list[str]] = {}
    for path in sorted([*(ROOT / "ptxisa").rglob("*.py"), *(ROOT / "generator").rglob("*.py")]):
        if "_generated" not in path.parts:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    modules.setdefault(node.name, []).append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert len(modules) > 500
    assert {name: places for name, places in modules.items() if len(places) > 1} == {}


def test_tests_use_public_names_alone() -> None:
    """A test that imports a private name of the package, or patches one, fails whenever the inside is rewritten."""
    uses = [
        f"{path.relative_to(ROOT)}:{use}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for use in _private_uses(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert uses == []


def test_private_uses_would_be_found() -> None:
    lines = ["from ptxisa.run import _x", "from ptxisa import cache", "cache._y()", "patch.setattr(cache, '_z', 1)"]
    uses = list(_private_uses(ast.parse("\n".join([*lines, "cache.folder()"]))))
    assert sorted(use.partition(":")[0] for use in uses) == ["1", "3", "4"]


def _private_uses(module: ast.Module) -> Iterator[str]:
    """Yield the private names of the package, the generator and the tools that a test imports, reads or patches."""
    nodes, imported = list(ast.walk(module)), set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ("ptxisa", "generator", "tools"):
            imported.update(alias.asname or alias.name for alias in node.names)
            yield from (f"{node.lineno}: {alias.name}" for alias in node.names if _is_private(alias.name))
        elif isinstance(node, ast.Import):
            imported.update(alias.asname or alias.name for alias in node.names if alias.name in ("ptxisa", "generator"))
    for node in nodes:
        if isinstance(node, ast.Attribute):
            owner, name = node.value, node.attr
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setattr":
            owner, name = node.args[0], getattr(node.args[1], "value", "") if len(node.args) > 1 else ""
        else:
            continue
        while isinstance(owner, ast.Attribute):
            owner = owner.value
        if isinstance(owner, ast.Name) and owner.id in imported and _is_private(str(name)):
            yield f"{node.lineno}: {ast.unparse(node)}"


def _is_private(name: str) -> bool:
    public = name in ("_generated", "_replace", "_asdict", "_fields", "_make")  # Of named tuples, and of the build.
    return name.startswith("_") and not name.endswith("__") and not public
