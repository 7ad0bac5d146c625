"""Fragments of `mma` and metadata of sparse matrices by the layout records, against one-hot probes on an H200."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxisa

EVERY: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "fixtures" / "matrix_layouts_sm_90.json").read_text(encoding="utf-8")
)
MEASURED, METADATA = EVERY["fragments"], EVERY["metadata"]
SELECTED = [(name, selector) for name, selectors in METADATA.items() for selector in selectors]
TYPES = {"16": "f16", "32": "tf32", "8": "s8", "64": "f64", "4": "s4", "1": "b1"}


@pytest.mark.parametrize("name", MEASURED)
@pytest.mark.parametrize("operand", ["a", "b"])
def test_registers_match_the_products_of_the_gpu(name: str, operand: str) -> None:
    """The lowest element of each register: its row of A or column of B, then its position along K."""
    shape, bits = name.split(".b")
    fragment = ptxisa.layout(f"mma.{shape}", operand=operand.upper(), type=TYPES[bits])
    row, column = fragment.row[:, :, 0], fragment.column[:, :, 0]
    places = (row, column) if operand == "a" else (column, row)
    assert np.stack(places, axis=-1).reshape(-1, 2).tolist() == MEASURED[name][operand]


def test_every_selector_was_probed() -> None:
    assert len(SELECTED) == 23


@pytest.mark.parametrize(("name", "selector"), SELECTED)
def test_threads_that_the_selector_names_hold_the_metadata(name: str, selector: str) -> None:
    """Each 4 bits that change a result: thread, lowest bit, row and block of A. Of the other threads, none do."""
    instruction, _, bits = name.rpartition(".b")
    given = {"selector": int(selector)} if len(METADATA[name]) > 1 else {}
    metadata = ptxisa.layout(instruction, "metadata", {**TYPES, "16": "f16"}[bits], **given)
    size = metadata.element_bits
    places = np.argwhere(metadata.row[..., :: 4 // size] >= 0)
    lane, _, first = places.T
    row, column = (coordinate[..., :: 4 // size][tuple(places.T)] for coordinate in (metadata.row, metadata.column))
    listed = np.stack([lane, first * 4, row, column // (4 // size)], axis=-1)
    assert sorted(listed.tolist()) == sorted(METADATA[name][selector])
