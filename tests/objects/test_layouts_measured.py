"""Fragments of `mma` by the layout records, against one-hot probes on an H200."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxisa

MEASURED: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "fixtures" / "matrix_layouts_sm_90.json").read_text(encoding="utf-8")
)["fragments"]
TYPES = {"16": "f16", "32": "tf32", "8": "s8", "64": "f64", "4": "s4", "1": "b1"}


@pytest.mark.parametrize("name", MEASURED)
@pytest.mark.parametrize("operand", ["a", "b"])
def test_registers_hold_the_elements_that_the_gpu_multiplies(name: str, operand: str) -> None:
    """The lowest element of each register: its row of A or column of B, then its position along K."""
    shape, bits = name.split(".b")
    found = ptxisa.layout(f"mma.{shape}", operand=operand.upper(), type=TYPES[bits])
    row, column = found.row[:, :, 0], found.column[:, :, 0]
    places = (row, column) if operand == "a" else (column, row)
    assert np.stack(places, axis=-1).reshape(-1, 2).tolist() == MEASURED[name][operand]
