"""Compute capabilities and CUDA releases as Python values: `ptxisa/_generated/capabilities.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.backends.python_module import module
from generator.records.isa import Isa
from ptxisa.isa.capabilities import Capability, CapabilityProperty, Value, order
from ptxisa.isa.toolkits import Toolkit, Update

Data = Mapping[str, Any]
ORIGINS = ["isa/property_groups/", "isa/compute_capabilities/", "isa/toolkits/", "isa/versions/"]


def emit(isa: Isa) -> str:
    """Return the source of `ptxisa/_generated/capabilities.py`."""
    tables = {
        "GROUPS: dict[str, str]": {record["name"]: record["title"] for record in groups(isa)},
        "PROPERTIES: dict[str, CapabilityProperty]": properties(isa),
        "CAPABILITIES: dict[str, Capability]": capabilities(isa),
        "TOOLKITS: dict[str, Toolkit]": toolkits(isa),
    }
    return module("Compute capabilities and CUDA releases.", ORIGINS, tables)


def groups(isa: Isa) -> list[Data]:
    """Return the groups of properties in order."""
    return sorted((record.data for record in isa.records("property_group")), key=lambda data: data["position"])


def properties(isa: Isa) -> dict[str, CapabilityProperty]:
    """Return every property by name, group by group."""
    return {
        property_["name"]: CapabilityProperty(
            property_["name"],
            group["name"],
            property_["sort"],
            property_.get("unit", ""),
            property_.get("attribute", ""),
            property_["meaning"],
        )
        for group in groups(isa)
        for property_ in group["properties"]
    }


def capabilities(isa: Isa) -> dict[str, Capability]:
    """Return the records of compute capabilities by version, oldest first."""
    every = sorted(
        (record.data for record in isa.records("compute_capability")), key=lambda data: order(data["version"])
    )
    known = list(properties(isa))
    return {data["version"]: _capability(data, known) for data in every}


def _capability(data: Data, known: list[str]) -> Capability:
    values: dict[str, Value] = {}
    stated: dict[str, tuple[str, ...]] = {}
    for fact in data["facts"]:
        source = source_words(fact["source"])
        stated[source] = (*stated.get(source, ()), *fact["values"])
        for name, value in fact["values"].items():
            values[name] = tuple(value) if isinstance(value, list) else value
    return Capability(
        data["name"],
        data["version"],
        data["architecture"],
        tuple(data["targets"]),
        {name: values[name] for name in known if name in values},
        {source: tuple(name for name in known if name in names) for source, names in stated.items()},
        data["summary"],
    )


def source_words(source: Mapping[str, str]) -> str:
    """Return the source of a fact: `document section` or `measurement name`."""
    return (
        f"measurement {source['measurement']}"
        if "measurement" in source
        else f"{source['document']} {source['section']}"
    )


def toolkits(isa: Isa) -> dict[str, Toolkit]:
    """Return the records of CUDA releases by number, oldest first."""
    versions = {
        release["cuda"]: (record.data["name"], release)
        for record in isa.records("version")
        for release in record.data["releases"]
        if "cuda" in release
    }
    every = sorted((record.data for record in isa.records("toolkit")), key=lambda toolkit: order(toolkit["release"]))
    oldest = {
        toolkit["release"].split(".")[0]: toolkit["minor_version_compatibility"]["from"]
        for toolkit in every
        if "minor_version_compatibility" in toolkit
    }
    return {data["release"]: _toolkit(data, *versions[data["release"]], oldest) for data in every}


def _toolkit(data: Data, ptx: str, release: Data, oldest: Mapping[str, str]) -> Toolkit:
    drivers = tuple(
        Update(driver["update"], driver["linux"], driver.get("windows", "")) for driver in data.get("drivers", ())
    )
    branch = data.get("branch") or release.get("driver") or (f"r{drivers[0].linux.split('.')[0]}" if drivers else "r0")
    assembles = data.get("assembles", {"ptxas": "", "targets": ()})
    return Toolkit(
        data["name"],
        data["release"],
        ptx,
        int(branch[1:]),
        drivers,
        oldest.get(data["release"].split(".")[0], ""),
        assembles["ptxas"],
        tuple(assembles["targets"]),
        tuple(release.get("without", ())),
    )
