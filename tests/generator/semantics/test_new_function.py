"""The worked example of CONTRIBUTING.md: a new function is a row of the table and three functions, and nothing else."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from generator.backends import symbolic
from generator.backends.text import render
from generator.records.model import FormProgram
from generator.records.problems import RecordError
from generator.semantics import table
from ptxisa.numbers import floating, floating_lanes, lanes, primitives
from ptxisa.proofs import operations
from ptxisa.proofs.evaluation import evaluate
from ptxisa.proofs.terms import variable
from tests.generator.backends import test_operations
from tests.generator.programs import edges, emit, entry, execute_module, make_form, pair, run_both

CONTRIBUTING = Path(__file__).resolve().parents[3] / "CONTRIBUTING.md"
GUIDE = CONTRIBUTING.read_text(encoding="utf-8").partition("## How to add a function")[2].partition("\n## ")[0]
REFERENCE, ARRAYS, TERMS, NEXT_ROW, ROWS = (
    textwrap.dedent(block) for block in re.findall(r"```python\n(.*?)```", GUIDE, flags=re.DOTALL)
)
ROW = ROWS.removesuffix(NEXT_ROW).strip().rstrip(",")
LINE = re.findall(r"```text\n(.*?)```", GUIDE, flags=re.DOTALL)[-1].strip().splitlines()[-1].strip().rstrip(",")
NAME = "parity"
FORM = make_form({"d": "u32"}, {"a": "u64", "b": "s32"})


def defined(module: ModuleType, source: str, name: str) -> Any:
    """Return a function as if its source were in a module."""
    names = dict(vars(module))
    exec(source, names)
    return names[name]


@pytest.fixture
def row(monkeypatch: pytest.MonkeyPatch) -> table.LanguageFunction:
    """Return the function of the example, added as the guide describes."""
    monkeypatch.setattr(primitives, NAME, defined(primitives, REFERENCE, NAME), raising=False)
    monkeypatch.setattr(lanes, NAME, defined(lanes, ARRAYS, NAME), raising=False)
    monkeypatch.setattr(operations, NAME, defined(operations, TERMS, NAME), raising=False)
    monkeypatch.setattr(operations, "__all__", [*operations.__all__, NAME])
    added: table.LanguageFunction = eval(ROW, vars(table))
    monkeypatch.setitem(table.FUNCTIONS, added.name, added)
    return added


def test_a_function_without_a_row_is_unknown() -> None:
    with pytest.raises(RecordError, match="unknown function parity"):
        pair("d = parity(a)", FORM)


def test_both_backends_execute_a_new_function(row: table.LanguageFunction) -> None:
    cases = [{"a": value, "b": 0} for value in edges(64)]
    assert run_both(pair("d = parity(a)", FORM), cases) == [(f"{case['a']:b}".count("1") % 2,) for case in cases]


def test_terms_have_the_results_of_a_new_function(row: table.LanguageFunction) -> None:
    text = emit(symbolic, [entry("d = parity(a)", FORM)])
    function = execute_module(text)["FORMS"][FORM.id].bound({}).function
    values = edges(64)
    (result,) = evaluate(function(variable("a", 64), variable("b", 32)), {"a": values})
    assert result == [f"{value:b}".count("1") % 2 for value in values]


@pytest.mark.parametrize("types", test_operations.ONE)
def test_the_line_of_the_test_passes(row: table.LanguageFunction, types: tuple[str, ...]) -> None:
    text, all_types, meaning = eval(LINE, vars(test_operations))
    assert types in all_types
    test_operations.test_operation(text, types, meaning)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("d = parity(b)", "the argument of parity must not be negative, but this one may be -2147483648"),
        ("d = parity(a, b)", r"parity takes 1 argument\(s\), not 2"),
        ("d = parity", "unknown name parity; it is a function"),
        ("parity = a\nd = parity", "parity is a function of the language"),
    ],
)
def test_calls_of_a_new_function_are_checked(row: table.LanguageFunction, text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        pair(text, FORM)


def test_bounds_of_a_new_function_are_used(row: table.LanguageFunction) -> None:
    """A result of 0 or 1 is a shift amount, and can never be 2."""
    both = pair("d = 5 if parity(a) == 2 else 1 << parity(a)", FORM)
    assert run_both(both, [{"a": 7, "b": 0}, {"a": 3, "b": 0}]) == [(2,), (1,)]


def test_pseudo_code_names_a_new_function(row: table.LanguageFunction, monkeypatch: pytest.MonkeyPatch) -> None:
    program = FormProgram("d = parity(a)", None, ())
    assert render(FORM, program) == "d ← parity(a)\n"
    monkeypatch.setitem(table.FUNCTIONS, NAME, replace(row, text="odd"))
    assert render(FORM, program) == "d ← odd(a)\n"


def listed() -> Iterator[str]:
    """Yield the first cells of the table in the manual."""
    splices = pytest.importorskip("generator.site.splices")
    for cells in splices.TABLES["semantics"](None, "integer"):
        yield cells[0]


def test_the_manual_describes_a_new_function(row: table.LanguageFunction) -> None:
    assert list(listed()).count("``parity(x)``") == 1


def test_the_manual_lists_every_function_of_the_table() -> None:
    assert "``popcount(x)``" in listed()
    assert "``parity(x)``" not in listed()


def is_odd(x: int, form: str) -> bool:
    """Return 1 if the last bit of a pattern is set."""
    return x & 1 == 1


def is_odd_on_arrays(x: lanes.Lanes, form: str) -> lanes.Lanes:
    last_bits: lanes.Lanes = x & x.dtype.type(1) == 1
    return last_bits


def test_a_floating_point_function_can_be_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floating, "is_odd", is_odd, raising=False)
    monkeypatch.setattr(floating_lanes, "is_odd", is_odd_on_arrays, raising=False)
    row = table.float_function("is_odd", (table.FLOAT,), "truth", "Whether the last bit is set.")
    monkeypatch.setitem(table.FUNCTIONS, row.name, row)
    both = pair("d = 3 if is_odd(x) else 2", make_form({"d": "u32"}, {"x": "f32"}))
    assert run_both(both, [{"x": value} for value in edges(32)]) == [(3 if value % 2 else 2,) for value in edges(32)]
    with pytest.raises(RecordError, match="a floating-point value is expected here"):
        pair("d = 3 if is_odd(x) else 2", make_form({"d": "u32"}, {"x": "u32"}))
