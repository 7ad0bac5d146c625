"""Public names are loaded from their modules when they are first used."""

from __future__ import annotations

import importlib.util
from typing import Any

import pytest

import ptxisa


@pytest.mark.parametrize(
    ("name", "installed", "home"),
    [
        ("execute", True, "ptxisa.run.execute"),
        ("execute", False, "ptxisa.run.by_thread"),
        ("parse", False, "ptxisa.syntax.parser"),
    ],
)
def test_statements_run_thread_by_thread_without_numpy(
    name: str, installed: bool, home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: Any = object() if installed else None
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: found if name == "numpy" else object())
    assert ptxisa._home(name) == home


@pytest.mark.parametrize("name", ptxisa.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert name == "__version__" or getattr(ptxisa, name).__name__ in (name, "parse_module")
    assert name in dir(ptxisa)


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        ptxisa.__getattr__("nothing")
