"""The formats of floating-point types, with which `ptxisa.numbers` computes."""

from __future__ import annotations

from generator.backends.python_module import module
from generator.records.isa import Isa


def emit(isa: Isa) -> str:
    """Return the source of `ptxisa/_generated/number_formats.py`."""
    formats = {name: type_.format for name, type_ in isa.types.items() if type_.format is not None}
    return module("Formats of floating-point types.", ["isa/types/"], {"FORMATS: dict[str, Format]": formats})
