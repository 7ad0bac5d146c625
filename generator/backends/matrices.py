"""The table of matrix layouts, with which `ptxisa.layout` computes."""

from __future__ import annotations

from generator.backends.python_source import header, source
from generator.backends.sharing import shared
from generator.records.isa import Isa
from generator.records.layouts import patterns
from ptxisa.isa.matrices import Axis, Digit, Element, Parameter, Pattern, Use

VALUES = (Axis, Digit, Element, Parameter, Pattern, Use)
"""The classes of which the table is made."""


def emit(isa: Isa) -> str:
    """Source of `ptxisa/_generated/matrix_layouts.py`."""
    imported = ", ".join(value.__name__ for value in VALUES)
    constants, written = shared(tuple(patterns(isa)), "patterns")
    tables = [*(one.text() for one in constants), f"PATTERNS: tuple[Pattern, ...] = {source(written)}"]
    return "\n".join(
        [header("Matrix layouts.", ["isa/matrix/"]), f"from ptxisa.isa.matrices import {imported}", "", *tables, ""]
    )
