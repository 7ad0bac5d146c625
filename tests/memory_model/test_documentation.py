"""Litmus tests of the documentation have the verdicts that their pages state."""

from pathlib import Path

import pytest

import ptxisa
from ptxisa.memory_model import MemoryModel, decide, parse_litmus
from tools.litmus import gallery

DOCS = Path(__file__).resolve().parents[2] / "docs"
EXAMPLES = sorted((DOCS / "examples" / "litmus").glob("*.ptx"))
MISTAKES = [path.stem.removesuffix("-fixed") for path in EXAMPLES if path.stem.endswith("-fixed")]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_has_the_verdict_that_it_expects(path):
    text = path.read_text(encoding="utf-8")
    test = parse_litmus(text, path.stem)
    assert test.expected
    report = decide(test, MemoryModel.of())
    assert (report.verdict, report.executions > 0) == (test.expected, True)
    assert ptxisa.check_module(text) == []


@pytest.mark.parametrize("stem", MISTAKES)
def test_a_fix_forbids_the_outcome_of_the_mistake(stem):
    folder = DOCS / "examples" / "litmus"
    wrong, fixed = (parse_litmus((folder / f"{name}.ptx").read_text("utf-8")) for name in (stem, f"{stem}-fixed"))
    assert str(wrong.question) == str(fixed.question)
    assert wrong.expected in ("allowed", "undefined")
    assert fixed.expected == "forbidden"
    page = (DOCS / "litmus_mistakes.rst").read_text(encoding="utf-8")
    assert f"examples/litmus/{stem}.ptx" in page
    assert f"examples/litmus/{stem}-fixed.ptx" in page


def test_the_gallery_is_current():
    assert (DOCS / gallery.PAGE).read_text(encoding="utf-8") == "\n".join(gallery.page()) + "\n"
    for name, picture in gallery.pictures():
        assert (DOCS / gallery.PICTURES / f"{name}.svg").read_text(encoding="utf-8") == picture


def test_the_gallery_has_each_answer():
    page = "\n".join(gallery.page())
    assert all(f"     - {common}" in page for common in ("nowhere", "CTA", "cluster", "GPU"))
