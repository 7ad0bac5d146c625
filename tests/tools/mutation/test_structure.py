"""Faults in the structure of code make the changes that their words name."""

from __future__ import annotations

import ast
from copy import deepcopy

import pytest

from tools.mutation.structure import structure_changes


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ('"text"', {}),
        ("f(x)", {"without Expr": "pass"}),
        ("n += 1", {"without AugAssign": "pass"}),
        ("for x in y:\n    continue", {"without Continue": "for x in y:\n    pass"}),
        ("d = a is b", {"Is -> IsNot": "d = a is not b"}),
        ("d = a < b not in c", {"NotIn -> In": "d = a < b in c"}),
        (
            "d = a and b and c",
            {"without the last condition": "d = a and b and b", "without the first condition": "d = b and b and c"},
        ),
        ("d = a % b", {"Mod -> FloorDiv": "d = a // b"}),
        ("d = not a", {"without not": "d = not not a"}),
        ("d = True", {"not True": "d = False"}),
        ("d = {x for x in y if x if z}", {"without the last if": "d = {x for x in y if x}"}),
        ("d = max(a, key=b)", {"max -> min": "d = min(a, key=b)", "without key=": "d = max(a)"}),
        ("d = a.rstrip()", {"rstrip -> lstrip": "d = a.lstrip()"}),
        ("d = f(**a, b=1, c=2)", {"without b=": "d = f(**a, c=2)", "without c=": "d = f(**a, b=1)"}),
    ],
)
def test_a_fault_changes_what_its_words_name(source: str, faults: dict[str, str]) -> None:
    changed_sources = {}
    module = ast.parse(source)
    for index, node in enumerate(ast.walk(module)):
        for number, (words, _) in enumerate(structure_changes(node)):
            twin = deepcopy(module)
            changed = list(ast.walk(twin))[index]
            list(structure_changes(changed))[number][1](changed)
            compile(ast.fix_missing_locations(twin), "", "exec")
            changed_sources[words] = ast.unparse(twin)
    assert changed_sources == faults
