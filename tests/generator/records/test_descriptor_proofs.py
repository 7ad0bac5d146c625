"""Formats of descriptors that contradict themselves fail, with their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.records.descriptor_proofs import places
from tests.generator.record_trees import HERE, Edit, check_marked

MATRIX = "descriptors/matrix.yaml"
WRONG = {
    "overlap": (
        [Edit(MATRIX, '["15:14", "29:18"]', '["15:13", "29:18"]'), Edit(MATRIX, "fields:\n", f"{HERE}fields:\n")],
        "bit 13 of 32 has 2 meanings",
    ),
    "gap": (
        [Edit(MATRIX, '["15:14", "29:18"]', '["15:14", "28:18"]'), Edit(MATRIX, "fields:\n", f"{HERE}fields:\n")],
        "bit 29 of 32 has 0 meanings",
    ),
    "beyond the width": (
        [Edit(MATRIX, 'bits: "31:30"', 'bits: "32,31:30"'), Edit(MATRIX, "fields:\n", f"{HERE}fields:\n")],
        "bit 32 of 32 has 1 meanings",
    ),
    "name twice": (
        [Edit(MATRIX, "{name: other,", f"{{{HERE}name: other, aliases: [start],")],
        "two fields are called 'start'",
    ),
    "like nothing": (
        [Edit(MATRIX, "values_of: swizzle", f"{HERE}values_of: swizle")],
        "no field above with values is called 'swizle'",
    ),
    "value too wide": (
        [
            Edit(MATRIX, 'bits: "31:30"', f'{HERE}bits: "31:30"'),
            Edit(MATRIX, "value: 1, name: wide", "value: 4, name: wide"),
        ],
        "4 does not fit in 2 bits",
    ),
    "rule about no field": (
        [Edit(MATRIX, "when: {swizzle: [wide]}", f"when: {{{HERE}swizle: [wide]}}")],
        "no field is called 'swizle'; did you mean swizzle?",
    ),
    "rule about no value": (
        [Edit(MATRIX, "when: {swizzle: [wide]}", f"when: {{{HERE}swizzle: [wides]}}")],
        "swizzle has no value 'wides'; did you mean wide?",
    ),
    "unknown kind": (
        [Edit(MATRIX, "name: wide, kinds: [f16]", f"name: wide, {HERE}kinds: [f61]")],
        "unknown kind 'f61'; did you mean f16?",
    ),
    "unknown version": (
        [Edit(MATRIX, "summary: A swizzle.}]", f'summary: A swizzle., since: {{{HERE}ptx: "7.1"}}}}]')],
        "unknown PTX version '7.1'; did you mean 7.0?",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_format_that_contradicts_itself(case: str, tmp_path: Path) -> None:
    check_marked(*WRONG[case], tmp_path)


def test_places_of_bits() -> None:
    assert places("3,31") == [3, 31]
    assert places("2:0,7") == [0, 1, 2, 7]
