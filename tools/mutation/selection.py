"""Select the tests that can detect a seeded fault, and their order.

Time ends before all of the tests have run, so that the order decides. A few cases of each test function come before all
others: a fault that one function misses is rarely detected by its other cases.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tools.mutation import code, records
from tools.mutation.imports import ImportGraph

ROOT = Path(__file__).resolve().parents[2]
CASES = 4
"""Cases of each test function that run before all the others."""
AREAS = {
    "ptxisa/isa": ("isa", "verdicts", "check", "query"),
    "ptxisa/numbers": ("numbers", "run", "hardware", "generator/backends/test_operations.py"),
    "ptxisa/syntax": ("syntax", "check"),
    "ptxisa/query": ("query", "cli"),
    "ptxisa/objects": ("objects", "run", "cli"),
    "ptxisa/check": ("check", "verdicts"),
    "ptxisa/checkers": ("check",),
    "ptxisa/run": ("run", "hardware", "machine"),
    "ptxisa/proofs": ("proofs", "cli"),
    "ptxisa/memory_model": ("memory_model", "machine", "cli"),
    "ptxisa/machine": ("machine", "cli"),
    "ptxisa/vectors": ("vectors",),
    "ptxisa/nvvm": ("nvvm", "cli"),
    "ptxisa/sources": ("sources", "cli", "lsp"),
    "ptxisa/sphinx": ("sphinx",),
    "ptxisa/lsp": ("lsp",),
    "ptxisa/cli": ("cli",),
    "generator/records": ("generator/records",),
    "generator/semantics": ("generator/semantics", "generator/backends"),
    "generator/backends": ("generator/backends", "generator/semantics", "query"),
    "generator/playground": ("generator/playground",),
}
"""Folders of tests that detect most faults of a package, the best first. Only an order: imports decide what can run."""
RECORD_AREAS = {
    "semantics": ("hardware", "run", "objects"),
    "types": ("hardware", "verdicts", "run", "check"),
    "modifiers": ("hardware", "verdicts", "run", "check"),
}
OTHER_RECORD_AREAS = ("verdicts", "check", "query", "isa")
SERVER = tuple(f"lsp/test_{name}.py" for name in ("emacs", "life", "neovim", "server", "strings"))
"""Tests of the language server in a process of its own, which has no fault."""
LEFT_OUT = ("browser", "oracle", "tools", "fuzz", "fixtures", "golden", "invalid", "generator/site", *SERVER)
"""Tests that are not collected: they need a GPU, ptxas, Sphinx or a browser, or take long."""


def test_files() -> list[Path]:
    """Return every file of tests that can run here."""
    left_out = [ROOT / "tests" / name for name in LEFT_OUT]
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [file for file in files if not any(file.is_relative_to(excluded) for excluded in left_out)]


def function_of(item: pytest.Item) -> str:
    """Return the test function of a case."""
    return item.nodeid.partition("[")[0]


def tests_of_code(
    fault: code.CodeFault, items: Sequence[pytest.Item], graph: ImportGraph, reach: Mapping[str, Sequence[str]]
) -> list[pytest.Item]:
    """Return the tests that can run the function of a fault.

    Args:
        fault: A fault in a function.
        items: All collected tests, in any order.
        graph: Imports of the checkout. Tests whose file does not reach the module are left out.
        reach: Test functions that ran a function, the fastest first, as `tools.mutation.reach` writes them; may be
            empty, and older than the tests. Tests that it lists come first.
    """
    importers = graph.importers(fault.path)
    areas = AREAS.get(fault.group, ())
    mirror = mirrored_test(fault.path)
    known = {test: position for position, test in enumerate(reach.get(f"{fault.path}:{fault.function}", ()))}
    ranks: dict[str, tuple[bool, bool, int, int]] = {}
    for file in {item.nodeid.partition("::")[0] for item in items} & importers.keys():
        folder = file.removeprefix("tests/")
        area = next((number for number, area in enumerate(areas) if folder.startswith(area)), len(areas))
        ranks[file] = file != mirror, importers[file] > 1, area, importers[file]
    seen = Counter[str]()
    ranked: list[tuple[tuple[object, ...], pytest.Item]] = []
    for item in items:
        file, function = item.nodeid.partition("::")[0], function_of(item)
        if file in ranks:
            seen[function] += 1
            order = known.get(function, len(known))
            ranked.append(((seen[function] > CASES, order == len(known), ranks[file], order, len(ranked)), item))
    return [item for _, item in sorted(ranked, key=lambda pair: pair[0])]


def mirrored_test(path: str) -> str:
    """Return the test file of a module: that of `ptxisa/isa/types.py` is `tests/isa/test_types.py`."""
    folder, _, name = path.removeprefix("ptxisa/").rpartition("/")
    return f"tests/{folder}/test_{name}"


def tests_of_record(fault: records.RecordFault, items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return the tests of the areas of a fault in a record, then all others.

    The modules generated from a record do not matter: tests whose name has the form come first, then the mnemonic,
    then those in files with statements of the mnemonic.
    """
    areas = (*RECORD_AREAS.get(fault.group, OTHER_RECORD_AREAS), "")
    named = re.compile(rf"[\[.-]{re.escape(fault.mnemonic)}(?![a-z0-9_])")
    written = re.compile(rf"\b{re.escape(fault.mnemonic)}\.")
    texts = {path: path.read_text(encoding="utf-8") for path in {item.path for item in items}}
    seen = Counter[str]()
    ranked: list[tuple[tuple[object, ...], pytest.Item]] = []
    for item in items:
        area = next(number for number, area in enumerate(areas) if item.nodeid.startswith(f"tests/{area}"))
        seen[function_of(item)] += 1
        rank = (
            area == len(areas) - 1,
            seen[function_of(item)] > CASES,
            f"[{fault.form}]" not in item.nodeid,
            not named.search(item.nodeid),
            not written.search(texts[item.path]),
            area,
            len(ranked),
        )
        ranked.append((rank, item))
    return [item for _, item in sorted(ranked, key=lambda pair: pair[0])]
