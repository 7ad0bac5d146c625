"""Imports go down only, without circles: the contracts of `[tool.importlinter]` hold. Class names are unique."""

import ast
import os
import subprocess
import sys
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


def test_class_names_of_the_package_are_unique() -> None:
    modules: dict[str, list[str]] = {}
    for path in sorted((ROOT / "ptxisa").rglob("*.py")):
        if "_generated" not in path.parts:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    modules.setdefault(node.name, []).append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert len(modules) > 500
    assert {name: places for name, places in modules.items() if len(places) > 1} == {}
