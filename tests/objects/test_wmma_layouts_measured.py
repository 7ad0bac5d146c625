"""The layouts of `wmma` fragments against what loads of numbered elements left in the registers of an H200."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import ptxisa

with np.load(Path(__file__).parent.parent / "fixtures" / "wmma_fragments_sm_90.npz") as _file:
    MEASURED = {str(name): _file[str(index)] for index, name in enumerate(_file["names"])}


@pytest.mark.parametrize("opcode", MEASURED)
def test_registers_match_the_loads_of_the_gpu(opcode: str) -> None:
    _, _, operand, _, _, order, shape, _, kind = opcode.split(".")
    m, n, k = (int(size) for size in re.findall(r"\d+", shape))
    rows, columns = {"a": (m, k), "b": (k, n), "c": (m, n)}[operand]
    fragment = ptxisa.layout(f"wmma.{shape}", operand.upper(), kind)
    numbers = fragment.row * columns + fragment.column if order == "row" else fragment.column * rows + fragment.row
    assert numbers.tolist() == MEASURED[opcode].tolist()


def test_every_matrix_type_and_shape_was_measured() -> None:
    assert len(MEASURED) == 84
