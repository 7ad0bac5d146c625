"""Write the tables of matrix models, which round products of matrices as a target does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.backends.python_source import header, source
from generator.records.isa import Isa
from ptxisa.numbers.matrix.multiplication import NO_FLOOR, Model, ModelRow, Models

Data = Mapping[str, Any]
_CONDITIONS = ("instructions", "a", "c", "d", "shapes", "b")


def emit(isa: Isa) -> str:
    """Return the source of `ptxisa/_generated/matrix_models.py`."""
    table: dict[str, Models] = {}
    for record in isa.records("matrix_model"):
        models = Models(record.data["name"], "measured" in record.data, tuple(map(row, record.data["rows"])))
        table.update(dict.fromkeys(record.data["targets"], models))
    imported = "from ptxisa.numbers.matrix.multiplication import Model, Models, ModelRow"
    head = header("Models of products of matrices.", ["isa/matrix_models/"])
    return "\n".join([head, imported, "", f"MODELS: dict[str, Models] = {source(table)}", ""])


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
