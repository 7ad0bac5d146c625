"""Matrix layouts as values, from their records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.records.isa import Isa
from ptxisa.isa.matrices import Axis, Digit, LayoutParameter, MatrixElement, Pattern, Use
from ptxisa.objects.layouts import parse

Data = Mapping[str, Any]
TARGETS = ("row", "column", "matrix", "byte", "bit", "lane", "word", "cta")
"""Keys of a digit that name an output."""


def patterns(isa: Isa) -> Iterator[Pattern]:
    """Every layout record as a value."""
    for record in isa.records("matrix_layout"):
        yield pattern(isa, record.data)


def pattern(isa: Isa, data: Data) -> Pattern:
    """One record as a value."""
    return Pattern(
        data["name"],
        data["category"],
        data["summary"],
        tuple(Axis(name, tuple(map(digit, digits))) for name, digits in data["map"].items()),
        tuple(one for use in data["uses"] for one in _uses(isa, data, use)),
        _expressions(data, "tile"),
        _exchanges(isa, data.get("swizzle")),
        _expressions(data, "origin"),
    )


def _expressions(data: Data, key: str) -> tuple[tuple[str, str], ...]:
    """Return outputs with the expressions that the record has for them."""
    return tuple((name, str(expression)) for name, expression in data.get(key, {}).items())


def digit(data: Data) -> Digit:
    """Return a digit of the coordinates of a layout."""
    count = str(data["count"])
    if "select" in data:
        return Digit(count, "", str(data.get("step", 1)), data["select"])
    to = next((name for name in TARGETS if name in data), "")
    return Digit(count, to, str(data[to])) if to else Digit(count)


def _exchanges(isa: Isa, name: str | None) -> tuple[tuple[int, int], ...]:
    """Return the exchanges of address bits of a tensor layout."""
    record = isa.record("tensor_layout", name) if name else None
    found = record.data.get("swizzle", {}).get("exchanges", ()) if record else ()
    return tuple((one["bit"], one["by"]) for one in found)


def _uses(isa: Isa, data: Data, use: Data) -> Iterator[Use]:
    """One value for each instruction of a use."""
    parameters = {**data.get("parameters", {}), **use.get("parameters", {})}
    nonzero, block = use.get("sparsity", "1:1").split(":")
    for instruction in use["instructions"]:
        question = parse(instruction)
        fixed = {*question.sizes, *use.get("let", {})}
        elements: list[MatrixElement] = []
        for name in use["types"]:
            bits = use.get("element", isa.types[name].bits)
            elements.append(MatrixElement(name, bits, use.get("storage", bits), use.get("offset", 0)))
        yield Use(
            question.words,
            tuple(use["operands"]),
            tuple(elements),
            tuple(question.sizes.items()),
            tuple((name, str(value)) for name, value in use.get("let", {}).items()),
            tuple(use.get("variant", {}).items()),
            tuple(_parameter(name, one) for name, one in parameters.items() if name not in fixed),
            use.get("warps", 1),
            (int(nonzero), int(block)),
            use.get("default", False),
        )


def _parameter(name: str, data: Data) -> LayoutParameter:
    return LayoutParameter(
        name,
        tuple(data.get("values", ())),
        data.get("min", 0),
        data.get("max", 0),
        str(data.get("multiple", 1)),
        str(data.get("default", "")),
    )
