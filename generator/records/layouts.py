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
    """Yield every layout record as a value."""
    for record in isa.records("matrix_layout"):
        yield pattern(isa, record.data)


def pattern(isa: Isa, data: Data) -> Pattern:
    """Return a record as a value."""
    # A swizzle names a tensor layout, which exchanges bits of addresses.
    tensor_layout = isa.record("tensor_layout", data["swizzle"]) if "swizzle" in data else None
    swizzle = tensor_layout.data.get("swizzle", {}) if tensor_layout else {}
    return Pattern(
        data["name"],
        data["category"],
        data["summary"],
        tuple(Axis(name, tuple(map(digit, digits))) for name, digits in data["map"].items()),
        tuple(resolved for use in data["uses"] for resolved in _uses(isa, data, use)),
        _expressions(data, "tile"),
        tuple((exchange["bit"], exchange["by"]) for exchange in swizzle.get("exchanges", ())),
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


def _uses(isa: Isa, data: Data, use: Data) -> Iterator[Use]:
    """Yield one value for each instruction of a use."""
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
            tuple(
                LayoutParameter(
                    name,
                    tuple(parameter.get("values", ())),
                    parameter.get("min", 0),
                    parameter.get("max", 0),
                    str(parameter.get("multiple", 1)),
                    str(parameter.get("default", "")),
                )
                for name, parameter in parameters.items()
                if name not in fixed
            ),
            use.get("warps", 1),
            (int(nonzero), int(block)),
            use.get("default", False),
        )
