"""Files that can run a module: the import graph of the checkout, read from the sources without running them.

    graph = ImportGraph(root)
    graph.importers("ptxisa/isa/types.py")  # {"ptxisa/isa/forms.py": 1, "tests/isa/test_forms.py": 2, …}

A test cannot detect a fault in a module that it does not reach. The graph has more edges than programs follow, never
fewer: imports inside of functions count, and so do strings that name a module, because commands, public names and
generated modules are imported by such strings (`importlib.import_module(f"ptxisa.cli.{name}_command")`).
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict, deque
from collections.abc import Iterator
from pathlib import Path

PACKAGES = ("ptxisa", "generator", "tools", "tests")
_MODULE_IN_STRING = re.compile(r"(?:ptxisa|generator)(?:\.\w+)+[.:\w]*")
_IMPORT_STATEMENT = re.compile(r"^(?:from [\w.]+ import (?:\([^)]*\)|[^\n]*)|import [^\n]*)", re.MULTILINE)


class ImportGraph:
    """Imports between all Python files of a checkout; a file is named by its path from `root`."""

    def __init__(self, root: Path) -> None:
        self.paths: dict[str, str] = {}
        """Path of each module, by its dotted name."""
        for package in PACKAGES:
            for path in sorted((root / package).rglob("*.py")):
                name = path.relative_to(root).as_posix()
                self.paths[name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")] = name
        self._importers: dict[str, set[str]] = defaultdict(set)
        for path in self.paths.values():
            for imported in self._imports((root / path).read_text(encoding="utf-8"), generated="/_generated/" in path):
                self._importers[imported].add(path)

    def importers(self, path: str) -> dict[str, int]:
        """Return the files that reach a file, with the length of the shortest chain of imports."""
        distances = {path: 0}
        waiting = deque([path])
        while waiting:
            imported = waiting.popleft()
            for importer in self._importers[imported]:
                if importer not in distances:
                    distances[importer] = distances[imported] + 1
                    waiting.append(importer)
        return distances

    def _imports(self, source: str, generated: bool) -> Iterator[str]:
        """Yield the files that one file imports.

        The packages around an imported module are left out, although Python runs them first: `ptxisa/__init__.py` names
        the home of every public name, so that every module would reach every other one.
        """
        if generated:  # Two thirds of all text, and tables of values below a few imports.
            source = "\n".join(_IMPORT_STATEMENT.findall(source))
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Import):
                yield from (self.paths[alias.name] for alias in node.names if alias.name in self.paths)
            elif isinstance(node, ast.ImportFrom) and node.module:
                submodules = [f"{node.module}.{alias.name}" for alias in node.names]
                yield from (self.paths[name] for name in submodules if name in self.paths)
                # `from package import module` uses no name of the package itself.
                if node.module in self.paths and not all(name in self.paths for name in submodules):
                    yield self.paths[node.module]
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from self._named(node.value)

    def _named(self, text: str) -> Iterator[str]:
        """Yield the modules that a string names: `a.b`, `a.b:function`, `a.b.function`, or all below `a.b.`."""
        if not _MODULE_IN_STRING.fullmatch(text):
            return
        if text.endswith("."):
            yield from (path for name, path in self.paths.items() if name.startswith(text))
            return
        name = text.partition(":")[0]
        while name not in self.paths and "." in name:
            name = name.rpartition(".")[0]
        if "." in name:  # `ptxisa.nothing` names no module, and leaves the package itself.
            yield self.paths[name]
