"""Navigation as text."""

import pytest

pytest.importorskip("sphinx")

from docutils import nodes

from generator.site.builder import MOST_LISTED, near, section_list


def test_sections_are_nested_lists():
    inner = nodes.bullet_list("", _item("#b", "B & C"))
    outer = nodes.bullet_list("", _item("", "A", inner))
    assert "".join(section_list(outer)) == '<ul><li><a href="#">A</a><ul><li><a href="#b">B &amp; C</a></ul></ul>'


def test_no_sections_give_no_list():
    assert "".join(section_list(nodes.bullet_list())) == ""


@pytest.mark.parametrize("place", [0, 3, 50, 99])
def test_of_a_long_list_the_pages_around_the_opened_one_are_shown(place):
    pages = [f"page-{number}" for number in range(100)]
    shown = near(pages, {pages[place]})
    assert len(shown) == MOST_LISTED
    assert pages[place] in shown
    assert shown == pages[pages.index(shown[0]) :][:MOST_LISTED]


def test_short_lists_and_lists_without_the_opened_page_are_complete():
    pages = [f"page-{number}" for number in range(100)]
    assert near(pages, {"other"}) == pages
    assert near(pages[:5], {pages[2]}) == pages[:5]


def _item(anchor, text, *children):
    reference = nodes.reference("", text, anchorname=anchor)
    return nodes.list_item("", nodes.paragraph("", "", reference), *children)
