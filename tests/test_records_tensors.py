"""The records of tensor layouts and modes are consistent: patterns follow from exchanged bits, sizes from elements."""

from __future__ import annotations

from typing import Any

import pytest

from generator.records.load import ROOT
from generator.records.yaml_reader import Located, read

LAYOUTS = [read(path) for path in sorted((ROOT / "isa" / "tensor_layouts").glob("*.yaml"))]
MODES = [read(path) for path in sorted((ROOT / "isa" / "tensor_modes").glob("*.yaml"))]
SWIZZLES = [record for record in LAYOUTS if "swizzle" in record.data]
ELEMENTS = [record for record in LAYOUTS if "element" in record.data]
ROW = 128
"""Bytes of a row of a pattern."""


def named(record: Located) -> str:
    return str(record.data["name"])


def exchanged(address: int, exchanges: list[dict[str, int]]) -> int:
    """Return the address with its bits exchanged; the bits that decide stay."""
    return address ^ sum((address >> exchange["by"] & 1) << exchange["bit"] for exchange in exchanges)


@pytest.mark.parametrize("record", SWIZZLES, ids=named)
def test_pattern_follows_from_the_exchanged_bits(record: Located) -> None:
    swizzle = record.data["swizzle"]
    cell = swizzle["cell"]
    rows = [
        [exchanged(row * ROW + place, swizzle["exchanges"]) % ROW // cell for place in range(0, ROW, cell)]
        for row in range(len(swizzle["pattern"]))
    ]
    assert rows == swizzle["pattern"]


@pytest.mark.parametrize("record", SWIZZLES, ids=named)
def test_a_swizzle_pattern_repeats_after_its_deciding_bits(record: Located) -> None:
    swizzle = record.data["swizzle"]
    highest = max(exchange["by"] for exchange in swizzle["exchanges"])
    assert swizzle["repeats"] == len(swizzle["pattern"]) * ROW == 2 << highest
    assert exchanged(swizzle["repeats"], swizzle["exchanges"]) == swizzle["repeats"]


@pytest.mark.parametrize("record", SWIZZLES, ids=named)
def test_exchanged_bits_are_between_atom_and_span(record: Located) -> None:
    """Bit 3 alone is below the atom, where 8 bytes are flipped."""
    swizzle = record.data["swizzle"]
    bits = {exchange["bit"] for exchange in swizzle["exchanges"]} - ({3} if swizzle["cell"] == 8 else set())
    assert bits == {bit for bit in range(3, 8) if swizzle["atom"] <= 1 << bit < swizzle["span"]}


@pytest.mark.parametrize("record", SWIZZLES, ids=named)
def test_base_offset_counts_rows_of_the_pattern(record: Located) -> None:
    offset = record.data["swizzle"]["base_offset"]
    assert offset["aligned"] == offset["divisor"] * offset["modulus"]
    assert offset["aligned"] % record.data["swizzle"]["repeats"] == 0


@pytest.mark.parametrize("record", ELEMENTS, ids=named)
def test_bytes_of_a_container_follow_from_its_elements(record: Located) -> None:
    element = record.data["element"]
    data = element["bits"] * element["elements"]
    padding = element.get("padding", {"bits": 0, "after": "container"})
    padded = padding["bits"] * (element["elements"] if padding["after"] == "element" else 1)
    assert (element["global_bytes"] * 8, element["shared_bytes"] * 8) == (data, data + padded)


def test_fields_tell_layouts_apart_but_for_the_direction_of_a_copy() -> None:
    """Each kind of copy supports one of the layouts with equal fields."""
    by_fields: dict[str, list[Any]] = {}
    for record in LAYOUTS:
        by_fields.setdefault(str(record.data.get("fields")), []).append(record.data)
    equal = [sorted(layout["name"] for layout in group) for group in by_fields.values() if len(group) > 1]
    assert equal == [["element-b6p2x16", "element-b6x16_p32"]]


def test_values_of_fields_have_no_gaps() -> None:
    meanings: dict[str, set[int]] = {}
    for record in LAYOUTS:
        for field in record.data["fields"]:
            meanings.setdefault(field["name"], set()).add(field["value"])
    assert {name: sorted(values) for name, values in meanings.items()} == {
        "elemtype": list(range(16)),
        "fill_mode": [0, 1],
        "interleave_layout": [0, 1, 2],
        "swizzle_atomicity": [0, 1, 2, 3],
        "swizzle_mode": [0, 1, 2, 3],
    }


@pytest.mark.parametrize("record", MODES, ids=named)
def test_interleaved_layouts_exclude_exactly_the_modes_that_do_not_take_them(record: Located) -> None:
    interleaved = [layout.data for layout in LAYOUTS if "interleave" in layout.data]
    assert interleaved
    for layout in interleaved:
        assert (record.data["name"] in layout["excludes"]) == (not record.data["interleaved"])


@pytest.mark.parametrize("record", [record for record in MODES if "layouts" in record.data], ids=named)
def test_images_have_a_letter_for_every_dimension(record: Located) -> None:
    assert [layout["dimensions"] for layout in record.data["layouts"]] == record.data["dimensions"]
    assert all(len(layout["order"]) == layout["dimensions"] for layout in record.data["layouts"])


@pytest.mark.parametrize("record", [record for record in MODES if "examples" in record.data], ids=named)
def test_examples_keep_the_bounds(record: Located) -> None:
    for example in record.data["examples"]:
        count = len(example["tensor"])
        assert count == len(example["coordinates"])
        assert count in record.data["dimensions"]
        for copy in example["information"]:
            assert all(low <= value <= high for value, (low, high) in zip(copy, ranges(record, count), strict=True))


def ranges(record: Located, dimensions: int) -> list[tuple[int, int]]:
    """Bounds of each further operand of an access to a tensor, by the number of dimensions."""
    ranges_: list[tuple[int, int]] = []
    for operand in record.data["information"]:
        bounds = [bound for bound in operand["bounds"] if bound.get("dimensions", dimensions) == dimensions]
        assert len(bounds) == 1
        ranges_ += [(bounds[0]["min"], bounds[0]["max"])] * (1 if operand["count"] == "one" else dimensions - 2)
    return ranges_
