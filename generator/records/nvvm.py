"""Records of NVVM IR as values."""

from __future__ import annotations

from collections.abc import Mapping
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
    """Return every family of intrinsics by name."""
    return {record.data["name"]: family(record.data) for record in isa.records("nvvm_intrinsic")}


def family(data: Data) -> Family:
    """Return the record of a family as a value."""
    axes: dict[str, dict[str, dict[str, PropertyValue]]] = {}
    for name, values in data.get("axes", {}).items():  # An axis without properties is a list.
        properties = {value: {} for value in values} if isinstance(values, list) else values
        axes[name] = {
            value: {key: tuple(word) if isinstance(word, list) else word for key, word in words.items()}
            for value, words in properties.items()
        }
    fields = {}
    for name, encoding in data.get("encodings", {}).items():
        high, _, low = encoding["bits"].partition(":")
        codes = (
            OperandCode(code["value"], code["name"], code["summary"], code.get("target", ""))
            for code in encoding["values"]
        )
        fields[name] = OperandField(name, int(high), int(low or high), tuple(codes))
    members = tuple(_member(member) for member in data["members"])
    return Family(data["name"], data["group"], data["summary"], axes, fields, members)


def _member(data: Data) -> Member:
    return Member(
        data["id"],
        data["name"],
        data["summary"],
        tuple(data.get("returns", ())),
        tuple(
            IntrinsicParameter(
                parameter["name"],
                parameter["type"],
                parameter.get("summary", ""),
                parameter.get("count", ""),
                parameter.get("constant", False),
                tuple(parameter.get("encodes", ())),
                parameter.get("value"),
            )
            for parameter in data.get("parameters", ())
        ),
        tuple(_condition(row) for row in data.get("rows", ())),
        data.get("vectors", ""),
        data.get("support", "supported"),
        data.get("target", ""),
        _dialects(data),
        data.get("obsolete", ""),
        data.get("until", ""),
        tuple(
            Lowering(
                lowering.get("form", ""),
                lowering.get("opcode", ""),
                lowering.get("register", ""),
                _condition(lowering.get("when", {})),
                _dialects(lowering),
                tuple(lowering.get("cuda", ())),
            )
            for lowering in data.get("ptx", ())
        ),
        tuple(data.get("cuda", ())),
    )


def _condition(data: Data) -> dict[str, tuple[str, ...]]:
    return {name: tuple(values) for name, values in data.items()}


def _dialects(data: Data) -> tuple[str, ...]:
    return (data["dialect"],) if "dialect" in data else DIALECTS


def constructs(isa: Isa) -> dict[str, Construct]:
    """Return every construct by name."""
    return {
        record.data["name"]: Construct(
            record.data["name"],
            record.data["category"],
            record.data["summary"],
            record.data.get("support", ""),
            {entry["name"]: _entry(entry) for entry in record.data.get("entries", ())},
            record.data.get("others", ""),
            {
                rule["id"]: ConstructRule(
                    rule["id"],
                    rule["why"],
                    tuple(rule.get("about", ())),
                    tuple(rule.get("types", ())),
                    rule.get("target", ""),
                    _dialects(rule),
                    tuple(rule.get("spaces", ())),
                    rule.get("maximum"),
                    rule.get("default", ""),
                )
                for rule in record.data.get("rules", ())
            },
            record.data.get("pattern", ""),
            tuple(record.data.get("reserved", ())),
        )
        for record in isa.records("nvvm_construct")
    }


def _entry(data: Data) -> ConstructEntry:
    directives = (equivalent["directive"] for equivalent in data.get("ptx", ()) if "directive" in equivalent)
    return ConstructEntry(
        data["name"],
        data.get("support", "supported"),
        data.get("target", ""),
        _dialects(data),
        data.get("type", ""),
        data.get("value"),
        tuple(dict.fromkeys(directives)),
        data.get("meaning", ""),
        data.get("llvm", ""),
    )


def address_spaces(isa: Isa) -> dict[str, AddressSpace]:
    """Return every address space by its state space."""
    return {
        record.data["space"]: AddressSpace(
            record.data["space"],
            tuple(record.data["numbers"]),
            record.data.get("from"),
            record.data["variables"],
            record.data["pointers"],
            tuple(record.data.get("converts_to", ())),
            record.data.get("state_space", ""),
            record.data["summary"],
        )
        for record in isa.records("nvvm_address_space")
    }


def data_layouts(isa: Isa) -> dict[str, DataLayout]:
    """Return every data layout by name."""
    records = (record.data for record in isa.records("nvvm_data_layout"))
    return {
        data["name"]: DataLayout(data["name"], data["bits"], data["layout"], data["triple"], data.get("obsolete", ""))
        for data in records
    }


def property_kinds(isa: Isa) -> dict[str, Annotation]:
    """Return every annotation by name."""
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
        {rule["id"]: rule["why"] for rule in data.get("rules", ())},
        data["summary"],
    )


def deviations(isa: Isa) -> dict[str, tuple[LibraryDeviation, ...]]:
    """Return the errata under which libNVVM differs from the specification, by rule."""
    by_rule: dict[str, list[LibraryDeviation]] = {}
    for record in isa.records("erratum"):
        for item in record.data.get("nvvm", ()):
            releases = tuple(item.get("releases", record.data.get("measured", {}).get("releases", ())))
            names = tuple(item.get("names", ()))
            deviation = LibraryDeviation(record.data["name"], item["libnvvm"], releases, item.get("dialect", ""), names)
            for rule in item["rules"]:
                by_rule.setdefault(rule, []).append(deviation)
    return {rule: tuple(listed) for rule, listed in sorted(by_rule.items())}
