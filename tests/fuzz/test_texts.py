"""Texts that once violated a property; the fuzzer found them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.fuzz.properties import PROPERTIES

TEXTS = sorted((Path(__file__).parent / "texts").glob("*"))


def test_there_are_texts() -> None:
    assert TEXTS


@pytest.mark.parametrize("target", PROPERTIES)
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_every_property_holds(path: Path, target: str) -> None:
    PROPERTIES[target](path.read_bytes())
