"""Public names are loaded from their modules when they are first used."""

from __future__ import annotations

import ast
import importlib
import pydoc
import re
from pathlib import Path

import pytest

import ptxisa

NAMES = dir(ptxisa)


@pytest.mark.parametrize("name", NAMES)
def test_public_names_can_be_used(name: str) -> None:
    assert name == "__version__" or getattr(ptxisa, name).__name__ in (name, "parse_module")


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse(Path(ptxisa.__file__).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module != "__future__"]
    imported = {alias.name: node.module for node in imports for alias in node.names}
    names = {"parse_module" if name == "parse" else name for name in dir(ptxisa) if name != "__version__"}
    assert imported.keys() == names
    for name, module in imported.items():
        public = "parse" if name == "parse_module" else name
        assert getattr(importlib.import_module(str(module)), name) is getattr(ptxisa, public)


def test_other_names_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        ptxisa.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_the_pages_of_the_interface_document_every_public_name_once() -> None:
    docs = Path(__file__).parents[1] / "docs"
    pages = sorted((docs / "api").glob("*.rst"))
    listed = [name for page in pages for name in re.findall(r"^\.\. ptx:api:: (\S+)", page.read_text("utf-8"), re.M)]
    assert sorted(listed) == sorted(name for name in NAMES if name != "__version__")
    index = (docs / "api.rst").read_text("utf-8")
    assert sorted(re.findall(r"^\.\. ptx:api-list:: api/(\w+)", index, re.M)) == [page.stem for page in pages]


def test_help_is_short_and_names_everything_public() -> None:
    text = pydoc.render_doc(ptxisa, renderer=pydoc.plaintext)
    assert len(text.splitlines()) <= 100
    words = set(re.findall(r"\w+", text))
    assert words >= {*NAMES} - {"__version__"}
