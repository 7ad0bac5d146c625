"""The table of matrix layouts, with which `ptxisa.layout` computes."""

from __future__ import annotations

from generator.backends.python_source import header, source
from generator.records.isa import Isa
from generator.records.layouts import patterns
from ptxisa.isa.matrices import Axis, Digit, Element, Parameter, Pattern, Use

VALUES = (Axis, Digit, Element, Parameter, Pattern, Use)
"""The classes of which the table is made."""


def emit(isa: Isa) -> str:
    """Source of `ptxisa/_generated/matrix_layouts.py`."""
    imported = ", ".join(value.__name__ for value in VALUES)
    table = f"PATTERNS: tuple[Pattern, ...] = {source(tuple(patterns(isa)))}"
    return "\n".join(
        [header("Matrix layouts.", ["isa/matrix/"]), f"from ptxisa.isa.matrices import {imported}", "", table, ""]
    )
