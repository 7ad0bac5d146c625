"""The formats of floating-point types, with which `ptxisa.numbers` computes."""

from __future__ import annotations

from generator.backends.python_module import module
from generator.records.isa import Isa


def emit(isa: Isa) -> str:
    """Return the source of `ptxisa/_generated/number_formats.py`."""
    found = {name: one.format for name, one in isa.types.items() if one.format is not None}
    return module("Formats of floating-point types.", ["isa/types/"], {"FORMATS: dict[str, Format]": found})
