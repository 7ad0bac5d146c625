"""Check that records of compute capabilities, targets, PTX versions and CUDA releases do not contradict each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from generator.records.isa import Isa
from generator.records.problems import Problem
from generator.records.yaml_reader import Located, Steps
from ptxisa.isa.capabilities import order


def capability_proofs(isa: Isa) -> Iterator[Problem]:
    """Yield every contradiction between records of compute capabilities, targets, versions and releases."""
    properties = {
        property_["name"]: property_
        for record in isa.records("property_group")
        for property_ in record.data["properties"]
    }
    seen: set[str] = set()
    for record in isa.records("property_group"):
        for index, property_ in enumerate(record.data["properties"]):
            if property_["name"] in seen:
                yield record.problem(("properties", index, "name"), f"property {property_['name']} is defined twice")
            seen.add(property_["name"])
    for record in isa.records("compute_capability"):
        yield from _identity(record, f"cc_{record.data['version']}")
        for place, name, value in _stated(record):
            sort = properties[name]["sort"]
            if not SORTS[sort](value):
                yield record.problem(place, f"{name} is not of sort {sort}")
        # Sources that state the same property state the same value.
        first: dict[str, Any] = {}
        for place, name, value in _stated(record):
            if first.setdefault(name, value) != value:
                yield record.problem(place, f"{name} is {value} here and {first[name]} above")
        # Numbers that follow from others.
        known = values(record.data)
        if {"max_threads_per_sm", "max_warps_per_sm", "warp_size"} <= known.keys() and (
            known["max_threads_per_sm"] != known["max_warps_per_sm"] * known["warp_size"]
        ):
            yield record.problem(("facts",), "max_threads_per_sm is not max_warps_per_sm times warp_size")
        for small, large in ORDERED:
            if {small, large} <= known.keys() and known[small] > known[large]:
                yield record.problem(("facts",), f"{small} exceeds {large}")
        if "shared_memory_sizes" in known and known["shared_memory_sizes"][-1] != known.get("shared_memory_per_sm"):
            yield record.problem(("facts",), "the largest of shared_memory_sizes is not shared_memory_per_sm")
    # Check that later capabilities keep a feature that an earlier one has, if its property demands this.
    since: dict[str, str] = {}
    for record in sorted(isa.records("compute_capability"), key=lambda record: order(record.data["version"])):
        for place, name, value in _stated(record):
            if properties[name].get("kept") and not value and name in since:
                yield record.problem(place, f"{name} is supported by {since[name]}, but not here")
            if value is True:
                since.setdefault(name, record.data["version"])
    # Check that a capability lists the targets whose records name it.
    named = {record.data["name"]: record.data["compute_capability"] for record in isa.records("target")}
    for record in isa.records("compute_capability"):
        version, listed = record.data["version"], record.data["targets"]
        for index, name in enumerate(listed):
            if named[name] != version:
                yield record.problem(("targets", index), f"target {name} has compute capability {named[name]}")
        for name in sorted(name for name, capability in named.items() if capability == version and name not in listed):
            yield record.problem(("targets",), f"target {name} of compute capability {version} is missing")
    yield from toolkit_proofs(isa)


def _identity(record: Located, expected: str) -> Iterator[Problem]:
    if record.data["name"] != expected:
        yield record.problem(("name",), f"name {record.data['name']} does not match {expected}")


def _stated(record: Located) -> Iterator[tuple[Steps, str, Any]]:
    """Yield every value of a capability with its place and property."""
    for index, fact in enumerate(record.data["facts"]):
        for name, value in fact["values"].items():
            yield ("facts", index, "values", name), name, value


def _numbers(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(number, int) for number in value)


SORTS: Mapping[str, Callable[[Any], bool]] = {
    "support": lambda value: isinstance(value, bool),
    "count": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "extent": lambda value: _numbers(value) and 2 <= len(value) <= 3,
    "sizes": lambda value: _numbers(value) and value == sorted(set(value)),
    "range": lambda value: _numbers(value) and len(value) == 2 and value[0] < value[1],
    "word": lambda value: isinstance(value, str),
    "words": lambda value: isinstance(value, list) and all(isinstance(item, str) for item in value),
}
"""Test of the values of each sort of property."""


def values(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a capability by property, whatever their source."""
    return {name: value for fact in data["facts"] for name, value in fact["values"].items()}


ORDERED = (
    ("shared_memory_per_block", "shared_memory_per_block_optin"),
    ("shared_memory_per_block_optin", "shared_memory_per_sm"),
    ("max_registers_per_block", "registers_per_sm"),
    ("max_threads_per_block", "max_threads_per_sm"),
    ("max_portable_cluster", "max_cluster"),
    ("shared_memory_per_sm", "unified_cache"),
)
"""Pairs of properties of which the first never exceeds the second."""


def toolkit_proofs(isa: Isa) -> Iterator[Problem]:
    """Yield every contradiction between CUDA releases, PTX versions and targets."""
    versions = Counter(
        release["cuda"] for record in isa.records("version") for release in record.data["releases"] if "cuda" in release
    )
    branches = {
        release["cuda"]: release["driver"]
        for version in isa.records("version")
        for release in version.data["releases"]
        if {"cuda", "driver"} <= release.keys()
    }
    measured = {release for target in isa.records("target") for release in target.data["assemblers"]["arch"]}
    for record in isa.records("toolkit"):
        release = record.data["release"]
        yield from _identity(record, f"cuda-{release}")
        if versions[release] != 1:
            yield record.problem(("release",), f"{versions[release]} PTX versions name CUDA {release}, not 1")
        if "minor_version_compatibility" in record.data and not release.endswith(".0"):
            yield record.problem(("minor_version_compatibility",), "only the first release of a major version has it")
        if "branch" in record.data and release in branches:
            message = f"the record of its PTX version has the branch, {branches[release]}"
            yield record.problem(("branch",), message)
        # Later updates never come with an older driver.
        drivers = record.data.get("drivers", ())
        for index in range(1, len(drivers)):
            for platform in ("linux", "windows"):
                before, here = (drivers[place].get(platform, "") for place in (index - 1, index))
                if before and here and numbers(here) < numbers(before):
                    yield record.problem(("drivers", index, platform), f"driver {here} is older than {before} above")
        # The release supports the same targets as in the records of targets, if it was measured.
        supported = record.data.get("assembles", {}).get("targets", ())
        for target in isa.records("target") if release in measured and supported else ():
            accepted = release in target.data["assemblers"]["arch"]
            if accepted != (target.data["name"] in supported):
                word = "is missing" if accepted else "is listed, but its record does not have this release"
                yield record.problem(("assembles", "targets"), f"target {target.data['name']} {word}")


def numbers(driver: str) -> tuple[int, ...]:
    """Return the parts of a driver version."""
    return tuple(int(part) for part in driver.split("."))
