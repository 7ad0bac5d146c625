"""The tables of the language around the instructions: special registers, directives, state spaces and others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.backends.python_module import module
from generator.records import model as records
from generator.records.isa import Isa
from generator.records.special_registers import member_names, read_as
from ptxisa.isa.forms import Clause
from ptxisa.isa.language import (
    Argument,
    Attribute,
    Banks,
    Conversion,
    Directive,
    Feature,
    LinkageLimits,
    Loan,
    PragmaRecord,
    SizeLimit,
    SpecialRegister,
    StateSpace,
    VariableHome,
)

Data = Mapping[str, Any]


def emit(isa: Isa) -> str:
    """Return the source of `ptxisa/_generated/language.py`."""
    tables = {
        "SPECIAL_REGISTERS: dict[str, SpecialRegister]": dict(special_registers(isa)),
        "BUILT_INS: dict[str, str]": dict(built_ins(isa)),
        "DIRECTIVES: dict[str, Directive]": {directive.name: directive for directive in directives(isa)},
        "STATE_SPACES: dict[str, StateSpace]": {space.name: space for space in state_spaces(isa)},
        "PRAGMAS: dict[str, PragmaRecord]": {pragma.name: pragma for pragma in pragmas(isa)},
        "ATTRIBUTES: dict[str, Attribute]": {attribute.name: attribute for attribute in attributes(isa)},
        "CONVERSIONS: dict[str, Conversion]": {conversion.name: conversion for conversion in conversions(isa)},
        "FEATURES: dict[str, tuple[Clause, ...]]": dict(features(isa)),
        "RESERVED_WORDS: dict[str, tuple[str, ...]]": dict(sorted(reserved_words(isa))),
    }
    folders = (
        *("special_registers", "directives", "state_spaces", "pragmas", "attributes"),
        *("conversions", "rules", "reserved_words"),
    )
    origins = [f"isa/{folder}/" for folder in folders]
    title = "Special registers, directives, state spaces, pragmas, attributes and conversions."
    return module(title, origins, tables)


def special_registers(isa: Isa) -> Iterator[tuple[str, SpecialRegister]]:
    """Yield every special register, and every member of a family."""
    names = {record.data["name"]: member_names(record.data) for record in isa.records("special_register")}
    for record in isa.records("special_register"):
        data = record.data
        part = data.get("part", {})
        for name in names[data["name"]]:
            # Members of a family are halves of the members with the same number: %pm4 is the low half of %pm4_64.
            wholes = names.get(part.get("of"), [])
            whole = next((wide for wide in wholes if len(wholes) == 1 or wide.startswith(f"{name}_")), "")
            yield (
                name,
                SpecialRegister(
                    name,
                    data["type"],
                    tuple(data.get("elements", ())),
                    read_as(data, isa.types),
                    tuple((change["until"], change["type"]) for change in data.get("earlier", ())),
                    data["name"],
                    records.clauses(data),
                    records.ends(data, "deprecated"),
                    records.ends(data, "removed"),
                    data.get("directive", ""),
                    whole,
                    part.get("half", ""),
                ),
            )


def built_ins(isa: Isa) -> Iterator[tuple[str, str]]:
    """Yield the built-in variables and functions of CUDA C++ without a scope, with their special registers."""
    for record in isa.records("special_register"):
        yield from ((name, record.data["name"]) for name in record.data.get("cuda", ()) if name.isidentifier())


def directives(isa: Isa) -> Iterator[Directive]:
    """Yield every directive, in record order."""
    for record in isa.records("directive"):
        data = record.data
        features: list[Feature] = []
        for feature in data.get("features", ()):
            loan = feature.get("lends")
            lends = Loan(tuple(loan["types"]), loan["target"], tuple(loan.get("without", ()))) if loan else None
            features.append(
                Feature(feature["name"], tuple(feature.get("excludes", ())), records.clauses(feature), lends)
            )
        linkage = data.get("linkage", {})
        yield Directive(
            data["spelling"],
            data["category"],
            tuple(data["places"]),
            data.get("repeats", "never"),
            _arguments(data),
            tuple(data.get("requires", ())),
            tuple(data.get("excludes", ())),
            tuple(data.get("ignored_without", ())),
            data.get("no_results", False),
            LinkageLimits(
                tuple(linkage.get("spaces", ())),
                linkage.get("opaque", True),
                linkage.get("initializer", True),
                linkage.get("body", True),
                tuple(linkage.get("optional_for", ())),
            ),
            tuple(features),
            records.clauses(data),
            records.ends(data, "deprecated"),
            records.ends(data, "removed"),
        )


def state_spaces(isa: Isa) -> Iterator[StateSpace]:
    """Yield every state space, in record order."""
    for record in isa.records("state_space"):
        data = record.data
        banks = data.get("banks")
        yield StateSpace(
            data.get("spelling", data["name"]).removeprefix("."),
            data.get("within", ""),
            data["addressable"],
            data["initializable"],
            data["access"],
            data["sharing"],
            tuple(
                VariableHome(
                    home["place"],
                    tuple(home.get("types", ())),
                    home.get("vectors", True),
                    home.get("arrays", True),
                    home.get("alignment"),
                    tuple(SizeLimit(limit["ptx"], limit["target"], limit["bytes"]) for limit in home.get("limits", ())),
                    records.clauses(home),
                    records.ends(home, "removed"),
                )
                for home in data.get("declares", ())
            ),
            Banks(banks["first"], banks["last"], banks["sized"]) if banks else None,
            records.clauses(data),
            records.ends(data, "deprecated"),
            records.ends(data, "removed"),
        )


def pragmas(isa: Isa) -> Iterator[PragmaRecord]:
    """Yield every pragma, in record order."""
    for record in isa.records("pragma"):
        data = record.data
        yield PragmaRecord(
            data["name"],
            data["syntax"],
            tuple(data["places"]),
            _arguments(data),
            records.clauses(data),
            records.ends(data, "deprecated"),
            records.ends(data, "removed"),
        )


def attributes(isa: Isa) -> Iterator[Attribute]:
    """Yield every attribute, in record order."""
    for record in isa.records("attribute"):
        data = record.data
        spaces, applies_to = tuple(data.get("spaces", ())), tuple(data["applies_to"])
        yield Attribute(data["name"], applies_to, spaces, _arguments(data), records.clauses(data))


def conversions(isa: Isa) -> Iterator[Conversion]:
    """Yield every table of conversions, without the cells that assemblers reject."""
    for record in isa.records("conversion"):
        data = record.data
        legal = {outcome["name"] for outcome in data["outcomes"] if outcome["legal"]}
        cells = {
            row: {column: outcome for outcome, columns in line.items() if outcome in legal for column in columns}
            for row, line in data["cells"].items()
        }
        yield Conversion(data["name"], tuple(data.get("instructions", ())), data["operands"], cells)


def features(isa: Isa) -> Iterator[tuple[str, tuple[Clause, ...]]]:
    """Return the availability of the subject of each rule that has one."""
    for record in isa.records("rule"):
        if "availability" in record.data:
            yield record.data["name"], records.clauses(record.data)


def reserved_words(isa: Isa) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every reserved word, with the kinds of names that it cannot be."""
    for record in isa.records("reserved_words"):
        if record.data["rejected_as"]:
            yield from ((word, tuple(record.data["rejected_as"])) for word in record.data["words"])


def _arguments(data: Data) -> tuple[Argument, ...]:
    """Return arguments as values; without a count, an argument occurs once."""
    return tuple(
        Argument(
            argument["name"],
            argument["kind"],
            argument.get("count", {"min": 1})["min"],
            argument.get("count", {"max": 1}).get("max"),
            argument.get("min"),
            argument.get("max"),
            tuple(argument.get("values", ())),
            str(argument.get("default", "")),
        )
        for argument in data.get("arguments", ())
    )
