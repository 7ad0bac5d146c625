"""The reference manual of the language: its examples parse, and it names everything that there is."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from generator.semantics.language import ARITIES, MAX_CHARACTERS, MAX_DEPTH, PROPERTIES, parse
from generator.semantics.source import Source

MANUAL = Path(__file__).resolve().parents[3] / "docs" / "semantics-language.rst"
TEXT = MANUAL.read_text(encoding="utf-8")
EXAMPLES = [
    textwrap.dedent(block) for block in re.findall(r"\.\. code-block:: python\n\n((?:   .*\n|\n)+)", TEXT + "\n")
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_parse(example: str) -> None:
    assert parse(example, Source(MANUAL)).statements


def test_examples_are_found() -> None:
    assert len(EXAMPLES) >= 7


@pytest.mark.parametrize("name", ARITIES)
def test_every_function_is_described(name: str) -> None:
    assert f"``{name}(" in TEXT


@pytest.mark.parametrize("name", PROPERTIES)
def test_every_property_is_described(name: str) -> None:
    assert f"``T.{name}``" in TEXT


def test_limits_are_as_described() -> None:
    assert f"{MAX_CHARACTERS:,} characters and {MAX_DEPTH} levels" in TEXT
