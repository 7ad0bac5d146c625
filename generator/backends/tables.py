"""The tables that the run-time package looks up by name: versions, targets, types and mnemonics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.backends import deviations
from generator.backends.forms import by_mnemonic
from generator.backends.python_module import module
from generator.backends.python_source import Reference, source
from generator.records import model as records
from generator.records.isa import Isa
from ptxisa.isa.targets import Target
from ptxisa.isa.types import OpaqueField, Type, TypeHome
from ptxisa.isa.versions import VersionInfo, order

Data = Mapping[str, Any]


def emit(isa: Isa) -> str:
    """Return the source of `ptxisa/_generated/tables.py`."""
    tables = {
        "VERSIONS: dict[str, VersionInfo]": versions(isa),
        "TARGETS: dict[str, Target]": targets(isa),
        "TYPES: dict[str, Type]": types(isa),
        "MNEMONICS: tuple[str, ...]": tuple(by_mnemonic(isa.instructions)),
        "UNRECORDED: dict[str, str]": unrecorded(isa),
        "REJECTED: frozenset[str]": Reference(f"frozenset({source(tuple(sorted(deviations.rejected(isa))))})"),
    }
    origins = ["isa/versions/", "isa/targets/", "isa/types/", "isa/instructions/", "isa/documents/", "isa/errata/"]
    return module("Versions, targets, types and mnemonics.", origins, tables)


def versions(isa: Isa) -> dict[str, VersionInfo]:
    """Return the version records by name, oldest first."""
    data = [record.data for record in isa.records("version")]
    return {
        entry["name"]: VersionInfo(
            name=entry["name"],
            cuda=tuple(release["cuda"] for release in entry["releases"] if "cuda" in release),
            drivers=tuple(release["driver"] for release in entry["releases"] if "driver" in release),
            targets=tuple(entry["targets"]),
            summary=entry["summary"],
            documented=entry.get("documented", True),
        )
        for entry in sorted(data, key=lambda entry: order(entry["name"]))
    }


def targets(isa: Isa) -> dict[str, Target]:
    """Return the target records by name, sorted by number and then base, family, accelerated."""
    unsorted = [
        Target(
            name=entry["name"],
            variant=entry["variant"],
            family=entry["family"],
            introduced=entry["introduced"],
            compute_capability=entry["compute_capability"],
            architecture=entry["architecture"],
            renamed=entry.get("renamed", ""),
            documented=entry["documented"],
            summary=entry["summary"],
        )
        for entry in (record.data for record in isa.records("target"))
    ]
    ranks = ("base", "family", "accelerated")
    return {target.name: target for target in sorted(unsorted, key=lambda t: (t.number, ranks.index(t.variant)))}


def types(isa: Isa) -> dict[str, Type]:
    """Return the type records by name."""
    return {record.data["name"]: _type(isa, record.data) for record in isa.records("type")}


def _type(isa: Isa, data: Data) -> Type:
    resolved = isa.types[data["name"]]
    element = isa.types[resolved.element].bits if resolved.element else 0
    initializer = data.get("initializer", {})
    homes: tuple[TypeHome, ...] | None = None if data["declarable"] else ()  # None means anywhere.
    if "declared" in data:
        homes = tuple(TypeHome(home["space"], tuple(home.get("places", ()))) for home in data["declared"])
    fields = []
    for field in data.get("fields", ()):
        enumeration = isa.record("enumeration", field["enumeration"]) if "enumeration" in field else None
        members = enumeration.data["values"] if enumeration else ()
        values = tuple(member["name"] if field["kind"] == "name" else member["value"] for member in members)
        modes, ignored = tuple(field["modes"]), tuple(field.get("ignored", ()))
        fields.append(OpaqueField(field["name"], field["kind"], values, modes, ignored, records.clauses(field)))
    return Type(
        resolved.name,
        resolved.kind,
        resolved.bits,
        resolved.registers,
        resolved.declarable,
        resolved.element,
        resolved.elements,
        resolved.summary,
        resolved.availability,
        resolved.stride or element,
        homes,
        data.get("texture_mode", ""),
        tuple(initializer.get("constants", ())),
        initializer.get("addresses", ""),
        tuple(fields),
    )


def unrecorded(isa: Isa) -> dict[str, str]:
    """Return the mnemonics that a document defines and no record covers, each with its section."""
    recorded = set(by_mnemonic(isa.instructions))
    sections: dict[str, str] = {}
    for mnemonic, section in uncovered(isa):
        if mnemonic not in recorded:
            sections.setdefault(mnemonic, section)
    return dict(sorted(sections.items()))


def pending(isa: Isa) -> dict[str, tuple[str, ...]]:
    """Return the sections of each mnemonic that no record cites."""
    sections: dict[str, tuple[str, ...]] = {}
    for mnemonic, section in uncovered(isa):
        sections[mnemonic] = (*sections.get(mnemonic, ()), section)
    return sections


def uncovered(isa: Isa) -> Iterator[tuple[str, str]]:
    """Yield the mnemonic and section of every section that defines an instruction and that no instruction cites.

    A section that another edition has by the same title is cited in any of them.
    """
    sources = (source for instruction in isa.instructions for source in instruction.data["sources"])
    cited = {(source["document"], source["section"]) for source in sources}
    manuals = [record.data for record in isa.records("document") if record.data["name"].startswith("ptx")]
    sections = [(manual["name"], section) for manual in manuals for section in manual["sections"]]
    titles = {section["title"] for document, section in sections if (document, section["number"]) in cited}
    for document, section in sections:
        if section["title"] not in titles:
            for mnemonic in dict.fromkeys(name.split(".")[0] for name in section.get("mnemonics", ())):
                yield mnemonic, f"{document} {section['number']}"
