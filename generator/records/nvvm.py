"""Records of NVVM IR as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.records.isa import Isa
from ptxisa.isa.nvvm import (
    DIALECTS,
    AddressSpace,
    Annotation,
    Construct,
    ConstructEntry,
    ConstructRule,
    DataLayout,
    Family,
    IntrinsicParameter,
    LibraryDeviation,
    Lowering,
    Member,
    OperandCode,
    OperandField,
    PropertyValue,
)

Data = Mapping[str, Any]


def families(isa: Isa) -> dict[str, Family]:
    """Every family of intrinsics by name."""
    return {record.data["name"]: family(record.data) for record in isa.records("nvvm_intrinsic")}


def family(data: Data) -> Family:
    """Return the record of a family as a value."""
    axes = {name: _axis(values) for name, values in data.get("axes", {}).items()}
    fields = {name: _field(name, one) for name, one in data.get("encodings", {}).items()}
    members = tuple(_member(one) for one in data["members"])
    return Family(data["name"], data["group"], data["summary"], axes, fields, members)


def _axis(values: Any) -> dict[str, dict[str, PropertyValue]]:
    """Return the values of an axis with their properties; in records, an axis without properties is a list."""
    if isinstance(values, list):
        return {value: {} for value in values}
    return {
        value: {name: tuple(one) if isinstance(one, list) else one for name, one in properties.items()}
        for value, properties in values.items()
    }


def _field(name: str, data: Data) -> OperandField:
    high, _, low = data["bits"].partition(":")
    codes = (OperandCode(one["value"], one["name"], one["summary"], one.get("target", "")) for one in data["values"])
    return OperandField(name, int(high), int(low or high), tuple(codes))


def _member(data: Data) -> Member:
    return Member(
        data["id"],
        data["name"],
        data["summary"],
        tuple(data.get("returns", ())),
        tuple(_parameters(data)),
        tuple(_condition(row) for row in data.get("rows", ())),
        data.get("vectors", ""),
        data.get("support", "supported"),
        data.get("target", ""),
        _dialects(data),
        data.get("obsolete", ""),
        data.get("until", ""),
        tuple(_lowering(one) for one in data.get("ptx", ())),
        tuple(data.get("cuda", ())),
    )


def _parameters(data: Data) -> Iterator[IntrinsicParameter]:
    for one in data.get("parameters", ()):
        yield IntrinsicParameter(
            one["name"],
            one["type"],
            one.get("summary", ""),
            one.get("count", ""),
            one.get("constant", False),
            tuple(one.get("encodes", ())),
            one.get("value"),
        )


def _lowering(data: Data) -> Lowering:
    return Lowering(
        data.get("form", ""),
        data.get("opcode", ""),
        data.get("register", ""),
        _condition(data.get("when", {})),
        _dialects(data),
        tuple(data.get("cuda", ())),
    )


def _condition(data: Data) -> dict[str, tuple[str, ...]]:
    return {name: tuple(values) for name, values in data.items()}


def _dialects(data: Data) -> tuple[str, ...]:
    return (data["dialect"],) if "dialect" in data else DIALECTS


def constructs(isa: Isa) -> dict[str, Construct]:
    """Every construct by name."""
    return {record.data["name"]: _construct(record.data) for record in isa.records("nvvm_construct")}


def _construct(data: Data) -> Construct:
    return Construct(
        data["name"],
        data["category"],
        data["summary"],
        data.get("support", ""),
        {one["name"]: _entry(one) for one in data.get("entries", ())},
        data.get("others", ""),
        {one["id"]: _rule(one) for one in data.get("rules", ())},
        data.get("pattern", ""),
        tuple(data.get("reserved", ())),
    )


def _entry(data: Data) -> ConstructEntry:
    directives = (one["directive"] for one in data.get("ptx", ()) if "directive" in one)
    return ConstructEntry(
        data["name"],
        data.get("support", "supported"),
        data.get("target", ""),
        _dialects(data),
        data.get("type", ""),
        data.get("value"),
        tuple(dict.fromkeys(directives)),
        data.get("meaning", ""),
    )


def _rule(data: Data) -> ConstructRule:
    return ConstructRule(
        data["id"],
        data["why"],
        tuple(data.get("about", ())),
        tuple(data.get("types", ())),
        data.get("target", ""),
        _dialects(data),
        tuple(data.get("spaces", ())),
        data.get("maximum"),
        data.get("default", ""),
    )


def address_spaces(isa: Isa) -> dict[str, AddressSpace]:
    """Every address space by the word for it."""
    return {record.data["space"]: _address_space(record.data) for record in isa.records("nvvm_address_space")}


def _address_space(data: Data) -> AddressSpace:
    return AddressSpace(
        data["space"],
        tuple(data["numbers"]),
        data.get("from"),
        data["variables"],
        data["pointers"],
        tuple(data.get("converts_to", ())),
        data.get("state_space", ""),
        data["summary"],
    )


def data_layouts(isa: Isa) -> dict[str, DataLayout]:
    """Every data layout by name."""
    every = (record.data for record in isa.records("nvvm_data_layout"))
    return {
        one["name"]: DataLayout(one["name"], one["bits"], one["layout"], one["triple"], one.get("obsolete", ""))
        for one in every
    }


def property_kinds(isa: Isa) -> dict[str, Annotation]:
    """Every annotation by name."""
    return {record.data["name"]: _annotation(record.data) for record in isa.records("nvvm_annotation")}


def _annotation(data: Data) -> Annotation:
    value = data["value"]
    return Annotation(
        data["name"],
        tuple(data["properties"]),
        data["entity"],
        value["type"],
        value.get("minimum"),
        value.get("maximum"),
        data.get("target", ""),
        data.get("since", ""),
        data.get("directive", ""),
        data.get("attribute", ""),
        {one["id"]: one["why"] for one in data.get("rules", ())},
        data["summary"],
    )


def deviations(isa: Isa) -> dict[str, tuple[LibraryDeviation, ...]]:
    """Return the errata under which libNVVM differs from the specification, by rule."""
    found: dict[str, list[LibraryDeviation]] = {}
    for record in isa.records("erratum"):
        for one in record.data.get("nvvm", ()):
            releases = tuple(one.get("releases", record.data.get("measured", {}).get("releases", ())))
            names = tuple(one.get("names", ()))
            made = LibraryDeviation(record.data["name"], one["libnvvm"], releases, one.get("dialect", ""), names)
            for rule in one["rules"]:
                found.setdefault(rule, []).append(made)
    return {rule: tuple(listed) for rule, listed in sorted(found.items())}
