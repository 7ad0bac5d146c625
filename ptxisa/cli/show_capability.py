"""Compute capabilities, their properties and CUDA releases, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ptxisa.cli.output import bold, paragraph, table
from ptxisa.isa import capabilities, toolkits
from ptxisa.isa.capabilities import Capability, Property, Value
from ptxisa.isa.facts import words
from ptxisa.isa.names import counted

Data = Mapping[str, Any]
_KIBI = 1024


def capability(record: Data) -> Iterator[str]:
    """Every value by group, what is unknown, and how its devices behave."""
    one = capabilities.known()[record["version"]]
    yield bold(f"compute capability {one.version} ({one.architecture})")
    yield paragraph(one.summary)
    yield paragraph(f"targets: {' '.join(one.targets)}")
    for group, title in capabilities.groups().items():
        rows = [[name, _with_unit(about, one)] for name, about in _of(group) if name in one.values]
        if rows:
            yield "\n" + bold(f"{title}; `ptxisa show {group}` has the meanings")
            yield table(["property", "value"], rows)
    if one.unknown:
        yield "\n" + bold("unknown")
        yield paragraph(f"No source that was read states: {', '.join(one.unknown)}.")
    yield from _behavior(one)
    yield "\n" + bold("sources")
    yield from (paragraph(f"{source}: {words(names)}", 2) for source, names in by_source(one).items())
    yield from ("\n" + paragraph(note) for note in record.get("notes", ()))


def _of(group: str) -> Iterator[tuple[str, Property]]:
    return ((name, about) for name, about in capabilities.properties().items() if about.group == group)


def by_source(one: Capability) -> dict[str, str]:
    """How many values each source states."""
    return {source: counted(len(names), "value") for source, names in one.stated.items()}


def _with_unit(about: Property, one: Capability) -> str:
    """A value with what it counts; sizes in bytes have their unit already."""
    unit = "" if about.unit in ("", "bytes") else f" {about.unit}"
    return shown(about, one) + unit


def shown(about: Property, one: Capability) -> str:
    """A value as people write it: extents with x, bytes in KiB where that is exact."""
    value = one.values[about.name]
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple) and about.unit == "bytes" and not any(int(item) % _KIBI for item in value):
        sizes = (f"{int(item) // _KIBI:,}" for item in value)
        return (" to " if about.sort == "range" else ", ").join(sizes) + " KiB"
    if isinstance(value, tuple):
        separator = {"extent": " x ", "range": " to "}.get(about.sort, ", ")
        return separator.join(number(item, about) for item in value)
    return number(value, about)


def number(value: Value, about: Property) -> str:
    """One number with its thousands separated, or a word."""
    if not isinstance(value, int):
        return str(value)
    if about.unit == "bytes" and value and value % _KIBI == 0:
        return f"{value // _KIBI:,} KiB"
    return f"{value:,} bytes" if about.unit == "bytes" else f"{value:,}"


def _behavior(one: Capability) -> Iterator[str]:
    """Statements of device behavior about this capability."""
    from ptxisa.query.database import database

    db = database()
    for name in db.names("device_behavior"):
        (record,) = db.record("device_behavior", name)
        about = [
            statement["text"]
            for statement in record["statements"]
            if one.version in statement.get("capabilities", _documented())
        ]
        if about:
            yield "\n" + bold(name.replace("_", " "))
            yield from (paragraph(f"• {text}", 2) for text in about)


def _documented() -> set[str]:
    """The capabilities of the appendix that statements without a list are about."""
    return {
        one.version
        for one in capabilities.known().values()
        if any(source.startswith("compute-capabilities ") for source in one.sources["max_blocks_per_sm"])
    }


def behavior(record: Data) -> Iterator[str]:
    """The statements of a record of device behavior."""
    yield bold(f"{record['name'].replace('_', ' ')} (device behavior)")
    yield paragraph(record["summary"])
    for statement in record["statements"]:
        about = f" [{', '.join(statement['capabilities'])}]" if "capabilities" in statement else ""
        yield paragraph(f"• {statement['text']}{about}", 2)


def toolkit(record: Data) -> Iterator[str]:
    """A CUDA release: PTX version, drivers, targets."""
    one = toolkits.known()[record["release"]]
    yield bold(f"CUDA {one.release}")
    yield paragraph(f"PTX {one.ptx}; driver branch {f'r{one.branch}' if one.branch else 'unknown'}")
    if one.drivers:
        yield "\n" + bold("drivers")
        yield table(["update", "Linux", "Windows"], [list(update) for update in one.drivers])
    if one.targets:
        yield "\n" + paragraph(f"ptxas {one.ptxas} assembles for: {' '.join(one.targets)}")
    else:
        yield "\n" + paragraph("The targets of its ptxas were not measured.")
    if one.runs_from:
        yield paragraph(compatibility(one))
    yield from ("\n" + paragraph(note) for note in record.get("notes", ()))


def compatibility(one: toolkits.Toolkit) -> str:
    """The rules of compatibility in a paragraph."""
    first = next(other for other in toolkits.known().values() if other.ptx == one.ptx)
    return (
        f"Its applications run on drivers from {one.runs_from} on by minor-version compatibility if they hold machine"
        f" code for the device; PTX {one.ptx} needs a driver of CUDA {first.release} or later to be compiled. Later"
        " drivers run them always. On data-center GPUs a forward-compatibility package brings the user-mode driver of"
        " a later release to an older kernel driver."
    )


def releases(ptx: str) -> Iterator[str]:
    """The CUDA releases of a PTX version with their oldest drivers."""
    for one in toolkits.known().values():
        if one.ptx == ptx:
            drivers = one.drivers[0] if one.drivers else None
            windows = f", Windows {drivers.windows}" if drivers and drivers.windows else ""
            branch = f" of branch r{one.branch}" if one.branch else ""
            oldest = f": driver Linux {drivers.linux}{windows}" if drivers else f": driver{branch}" if branch else ""
            yield paragraph(f"CUDA {one.release}{oldest}; `ptxisa show {one.name}`", 2)
