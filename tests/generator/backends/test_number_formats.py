"""The generated formats of floating-point types, which only `ptxisa.numbers` imports."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from generator.backends import number_formats
from ptxisa.numbers.formats import Format, known


def test_types_with_a_format_are_written_and_others_are_not() -> None:
    half = known()["f16"]
    isa: Any = SimpleNamespace(types={"f16": SimpleNamespace(format=half), "u16": SimpleNamespace(format=None)})
    values: dict[str, dict[str, Format]] = {}
    exec(number_formats.emit(isa), values)
    assert values["FORMATS"] == {"f16": half}
    assert (half.exponent, half.fraction) == (5, 10)
