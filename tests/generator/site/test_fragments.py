"""Pictures of matrix layouts: well-formed, with the place of each group, and a label for those who cannot see them."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from generator.site.pictures import fragments
from ptxisa.isa.matrices import patterns

EVERY = {pattern.name: pattern for pattern in patterns()}


@pytest.mark.parametrize("name", EVERY)
def test_every_layout_is_drawn_with_a_label(name: str) -> None:
    page = ElementTree.fromstring(f"<page>{fragments.draw(EVERY[name])}</page>")
    pictures = page.findall(".//svg")
    assert pictures
    assert all(picture.get("role") == "img" and picture.get("aria-label") for picture in pictures)
    assert all(
        group.findtext("title") for picture in pictures for group in picture.iter("g") if group.get("class") is None
    )
    assert all(figure.findtext("figcaption") for figure in page.findall("figure"))


def test_cells_show_lane_register_row_and_column() -> None:
    svg = fragments.draw(EVERY["multiplicand-b"])
    assert "<title>row 8-9, column 3: lane 12, register 1</title>" in svg
    assert "mma.m16n8k16 .f16 .bf16" in svg


def test_boxes_of_tensor_memory_show_where_lanes_continue() -> None:
    svg = fragments.draw(EVERY["tensor-memory-d-e"])
    assert re.findall("<title>(.*?)</title>", svg) == [
        "row 0-63, column 0-31: lane 0-63, word 0-31",
        "row 0-63, column 32-63: lane 64-127, word 0-31",
    ]


def test_bits_of_a_box_end_with_its_last_element() -> None:
    """Metadata have 2 bits: 8 of them are bits 0 to 15 of a word."""
    svg = fragments.draw(EVERY["tensor-memory-metadata-m128"])
    assert "row 0-7, column 0-7: lane 0-7, bit 0-15, word 0" in svg
    assert "row 8-15, column 8-15: lane 8-15, bit 16-31, word 0" in svg
