"""Benchmarks: nothing else imports most of them, so that a renamed function would be noticed late."""

import importlib
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "benchmarks"


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__"))
def test_a_benchmark_can_be_imported(name: str) -> None:
    assert importlib.import_module(f"benchmarks.{name}").__doc__
