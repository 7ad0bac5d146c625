"""The reference manual of the language: its examples parse, and it names everything that there is."""

from __future__ import annotations

import importlib
import re
import textwrap
from pathlib import Path

import pytest

from generator.semantics.language import MAX_CHARACTERS, MAX_DEPTH, PROPERTIES, parse
from generator.semantics.source import RecordText
from generator.semantics.table import CLASSES, FUNCTIONS, RESULTS, SORTS, OperationCode, implementations

MANUAL = Path(__file__).resolve().parents[3] / "docs" / "semantics-language.rst"
TEXT = MANUAL.read_text(encoding="utf-8")
EXAMPLES = [
    textwrap.dedent(block) for block in re.findall(r"\.\. code-block:: python\n\n((?:   .*\n|\n)+)", TEXT + "\n")
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_parse(example: str) -> None:
    assert parse(example, RecordText(MANUAL)).statements


def test_examples_are_found() -> None:
    assert len(EXAMPLES) >= 7


@pytest.mark.parametrize("category", CLASSES)
def test_every_function_is_in_a_table(category: str) -> None:
    assert TEXT.count(f".. ptx:table:: semantics {category}\n") == 1


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_row_is_complete(name: str) -> None:
    row = FUNCTIONS[name]
    assert row.name == name
    assert row.category in CLASSES
    assert row.result in RESULTS
    assert {parameter.sort for parameter in row.parameters} <= SORTS.keys()
    assert re.fullmatch(r"[A-Z*`].*\.", row.meaning)


@pytest.mark.parametrize("code", sorted(implementations()))
def test_implementations_exist(code: OperationCode) -> None:
    for path in filter(None, (code.reference, code.lanes)):
        module, _, name = path.rpartition(".")
        assert callable(getattr(importlib.import_module(module), name)), path


def test_names_of_functions_in_prose_exist() -> None:
    called = set(re.findall(r"``([a-z_0-9]+)\(", TEXT))
    assert called - FUNCTIONS.keys() == {"range"}


@pytest.mark.parametrize("name", PROPERTIES)
def test_every_property_is_described(name: str) -> None:
    assert f"``T.{name}``" in TEXT


def test_limits_are_as_described() -> None:
    assert f"{MAX_CHARACTERS:,} characters and {MAX_DEPTH} levels" in TEXT
