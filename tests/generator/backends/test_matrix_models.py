"""The tables of matrix models, as printed for the small instruction set."""

from __future__ import annotations

from pathlib import Path

from generator.backends import matrix_models
from generator.records.load import load
from generator.records.resolve import resolve
from ptxisa.numbers.matrix.multiplication import NO_FLOOR, Model, ModelRow, Models


def test_models_are_printed_by_target() -> None:
    text = matrix_models.emit(resolve(load(Path(__file__).parent / "records")))
    names: dict[str, dict[str, Models]] = {}
    exec(text, names)
    row = ModelRow(Model("fused", fraction=24, block=8, min_exponent=NO_FLOOR, sum_fraction=23))
    assert names["MODELS"] == {"sm_30": Models("published", False, (row,))}
