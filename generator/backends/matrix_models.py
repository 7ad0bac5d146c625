"""The tables of matrix models, with which products of matrices are rounded as a target does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.backends.python_source import header, source
from generator.records.isa import Isa
from ptxisa.numbers.matrix.multiplication import NO_FLOOR, Model, ModelRow, Models

Data = Mapping[str, Any]
_CONDITIONS = ("instructions", "a", "c", "d", "shapes", "b")


def emit(isa: Isa) -> str:
    """Source of `ptxisa/_generated/matrix_models.py`."""
    table = dict(_by_target(isa))
    imported = "from ptxisa.numbers.matrix.multiplication import Model, Models, ModelRow"
    head = header("Models of products of matrices.", ["isa/matrix_models/"])
    return "\n".join([head, imported, "", f"MODELS: dict[str, Models] = {source(table)}", ""])


def _by_target(isa: Isa) -> Iterator[tuple[str, Models]]:
    for record in isa.records("matrix_model"):
        models = Models(record.data["name"], "measured" in record.data, tuple(map(row, record.data["rows"])))
        yield from ((target, models) for target in record.data["targets"])


def row(data: Data) -> ModelRow:
    """Return the row of a table of models."""
    model = Model(
        data["accumulation"],
        data.get("fraction", 0),
        data.get("block", 0),
        data.get("min_exponent", NO_FLOOR),
        data.get("sum_fraction", 23),
    )
    return ModelRow(model, *(tuple(data.get(condition, ())) for condition in _CONDITIONS))
