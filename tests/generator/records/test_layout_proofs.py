"""Proofs of matrix layouts: a map that does not fill its tile is an error at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generator.record_trees import HERE, Edit, check_marked, edited, problems, write

PAIRS = "matrix/pairs.yaml"
MAP = "map:\n  lane: [{count: 4, column: 2}, {count: 8, row: 1}]\n  value: [{count: 2, column: 1}]\n"


def with_map(text: str) -> Edit:
    return Edit(PAIRS, MAP, f"{HERE}map: {text}\n")


MISFITS = {
    "elements without a place": (
        [with_map("{lane: [{count: 4, column: 2}, {count: 4, row: 1}], value: [{count: 2, column: 1}]}")],
        "sub.m8n8k4 .s32: elements have from 0 to 1 places",
    ),
    "elements beyond the tile": (
        [with_map("{lane: [{count: 4, column: 2}, {count: 16, row: 1}], value: [{count: 2, column: 1}]}")],
        "sub.m8n8k4 .s32: the map leaves the tile: it reaches [16, 8] of [8, 8]",
    ),
    "elements on others": (
        [with_map("{lane: [{count: 4, column: 1}, {count: 8, row: 1}], value: [{count: 5, column: 1}]}")],
        "sub.m8n8k4 .s32: elements have from 1 to 4 places",
    ),
    "uneven quotient": (
        [with_map("{lane: [{count: M/3, column: 2}], value: [{count: 2, column: 1}]}")],
        "sub.m8n8k4 .s32: M/3: 8 is not divisible by 3",
    ),
    "unknown symbol": (
        [with_map("{lane: [{count: Q, column: 2}], value: [{count: 2, column: 1}]}")],
        "sub.m8n8k4 .s32: unknown symbol 'Q'",
    ),
    "unknown parameter": (
        [with_map("{lane: [{count: 4, select: thread}], value: [{count: 2, column: 1}]}")],
        "sub.m8n8k4 .s32: unknown symbol 'thread'",
    ),
    "value of a parameter that no place has": (
        [
            with_map("{lane: [{count: 2, select: thread}, {count: 8, row: 1}], value: [{count: 8, column: 1}]}"),
            Edit(PAIRS, "uses:", "parameters: {thread: {values: [0, 1, 2], default: 0, summary: x}}\nuses:"),
        ],
        "sub.m8n8k4 .s32, thread 2: no place holds an element",
    ),
    "addresses of several elements": (
        [
            Edit(PAIRS, "category: fragment", "category: shared"),
            Edit(PAIRS, "tile: {row: M, column: N}\n", ""),
            with_map("{row: [{count: 8, byte: 4}], column: [{count: 8, byte: 8}]}"),
        ],
        "sub.m8n8k4 .s32: two elements have the same address",
    ),
}


@pytest.mark.parametrize("name", MISFITS)
def test_layout_that_does_not_fill_its_tile_is_rejected(name: str, tmp_path: Path) -> None:
    check_marked(*MISFITS[name], tmp_path)


def test_equal_copies_of_a_layout_are_accepted(tmp_path: Path) -> None:
    edit = Edit(PAIRS, "{count: 8, row: 1}]", "{count: 8, row: 1}, {count: 2}]")
    assert problems(write(tmp_path, edited([edit]))) == []
