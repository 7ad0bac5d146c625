"""The tables of descriptors, with which values are encoded and decoded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.backends.python_module import module
from generator.records.isa import Isa
from ptxisa.isa.descriptors import (
    Bits,
    Condition,
    DescriptorField,
    DescriptorLayout,
    DescriptorRule,
    FieldValue,
    InstructionShape,
    Major,
    MaskParts,
    Range,
    Since,
    Strides,
    Variant,
)

Data = Mapping[str, Any]


def emit(isa: Isa) -> str:
    """Return the source of `ptxisa/_generated/descriptors.py`."""
    layouts = {record.data["name"]: layout(record.data) for record in isa.records("descriptor")}
    tables = {"LAYOUTS: dict[str, DescriptorLayout]": layouts}
    return module("Descriptors of matrix instructions.", ["isa/descriptors/"], tables)


def layout(data: Data) -> DescriptorLayout:
    """Return a record as a value."""
    values = {field["name"]: field["values"] for field in data["fields"] if "values" in field}
    shapes: list[InstructionShape] = []
    for shape in data.get("shapes", ()):
        sizes = _sizes(shape["rows"]), _sizes(shape["columns"])
        shapes.append(
            InstructionShape(
                _all(shape, "kinds"), shape["ws"], shape["cta_group"], *sizes, _condition(shape.get("when", {}))
            )
        )
    return DescriptorLayout(
        data["name"],
        data["width"],
        data["operand"],
        data["summary"],
        tuple(_field(field, values) for field in data["fields"]),
        data["reserved"]["zero"],
        tuple(Since(floor["ptx"], floor["target"]) for floor in data["availability"]),
        tuple(
            Variant(variant["name"], variant["kind"], variant["summary"], _since(variant))
            for variant in data.get("variants", ())
        ),
        tuple(
            DescriptorRule(
                rule["id"],
                _condition(rule["when"]),
                _condition(rule["require"]),
                rule["why"],
                _all(rule, "kinds"),
                rule.get("level", "error"),
                rule.get("cta_group"),
                rule.get("major", ""),
                _since({"since": rule["before"]}) if "before" in rule else None,
            )
            for rule in data.get("rules", ())
        ),
        tuple(
            Strides(stride["major"], _all(stride, "swizzles"), stride.get("leading", ""), stride["stride"])
            for stride in data.get("strides", ())
        ),
        tuple(Major(major["major"], _all(major, "kinds"), _all(major, "swizzles")) for major in data.get("majors", ())),
        tuple(shapes),
        tuple(MaskParts(part["rows"], part["parts"], part["shift"]) for part in data.get("mask", ())),
    )


def bits(text: str) -> Bits:
    """Return `3,31` or `13:0` as ranges."""
    parts = (part.partition(":") for part in text.split(","))
    return tuple((int(high), int(low or high)) for high, _, low in parts)


def _field(data: Data, values: Mapping[str, Sequence[Data]]) -> DescriptorField:
    unit = data.get("unit", {"size": 1, "of": ""})
    widened = data.get("widened")
    return DescriptorField(
        data["name"],
        bits(data["bits"]),
        data["summary"],
        _all(data, "aliases"),
        unit["size"],
        unit["of"],
        unit.get("plus", 0),
        unit.get("address", False),
        bits(widened["bits"]) if widened else (),
        _since(widened) if widened else None,
        tuple(
            FieldValue(
                value["value"],
                value["name"],
                value["summary"],
                _all(value, "kinds"),
                value.get("span", 0),
                value.get("repeats", 0),
                _since(value),
            )
            for value in data.get("values") or values.get(data.get("values_of", ""), ())
        ),
        tuple(Range(range_["min"], range_["max"], range_["step"]) for range_ in data.get("ranges", ())),
        data.get("constant"),
        data.get("required", False),
        data.get("role", ""),
        _since(data),
    )


def _sizes(texts: Sequence[str]) -> tuple[Range, ...]:
    """Return `64` and `8-256/8` as ranges."""
    ranges: list[Range] = []
    for text in texts:
        first, _, rest = text.partition("-")
        last, _, step = rest.partition("/")
        ranges.append(Range(int(first), int(last or first), int(step or 1)))
    return tuple(ranges)


def _condition(data: Data) -> Condition:
    return tuple((field, tuple(str(value) for value in allowed)) for field, allowed in data.items())


def _since(data: Data) -> Since | None:
    since = data.get("since")
    return Since(since["ptx"], since.get("target", ""), since.get("note", "")) if since else None


def _all(data: Data, key: str) -> tuple[str, ...]:
    return tuple(data.get(key, ()))
