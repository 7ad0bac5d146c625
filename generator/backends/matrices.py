"""The table of matrix layouts, with which `ptxisa.layout` computes."""

from __future__ import annotations

from generator.backends.python_module import module
from generator.records.isa import Isa
from generator.records.layouts import patterns


def emit(isa: Isa) -> str:
    """Return the source of `ptxisa/_generated/matrix_layouts.py`."""
    return module("Matrix layouts.", ["isa/matrix/"], {"PATTERNS: tuple[Pattern, ...]": tuple(patterns(isa))})
