"""Navigation as text."""

import pytest

pytest.importorskip("sphinx")

from docutils import nodes

from generator.site.builder import _sections


def test_sections_are_nested_lists():
    inner = nodes.bullet_list("", _item("#b", "B & C"))
    outer = nodes.bullet_list("", _item("", "A", inner))
    assert "".join(_sections(outer)) == '<ul><li><a href="#">A</a><ul><li><a href="#b">B &amp; C</a></ul></ul>'


def test_no_sections_are_no_list():
    assert "".join(_sections(nodes.bullet_list())) == ""


def _item(anchor, text, *children):
    reference = nodes.reference("", text, anchorname=anchor)
    return nodes.list_item("", nodes.paragraph("", "", reference), *children)
