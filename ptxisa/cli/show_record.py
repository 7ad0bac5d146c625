"""Text of `ptxisa show` about a record other than an instruction.

`show` prints any record, and `SHOWN` has a function for each kind with a text of its own.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ptxisa.cli.output import bold, code_line, paragraph, plain_text, table, width
from ptxisa.isa import capabilities, toolkits
from ptxisa.isa.capabilities import Capability, CapabilityProperty, Value
from ptxisa.isa.facts import LAST, Fact, FactTable, NumberPattern, parts, words
from ptxisa.isa.facts import grid as as_grid
from ptxisa.isa.names import counted
from ptxisa.numbers import formats
from ptxisa.numbers.notation import ends

Data = Mapping[str, Any]
"""A record, or a part of it, as the database has it."""
CODE = ("syntax", "valid", "invalid")
"""Keys with PTX or its grammar."""
TITLES = ("spelling", "symbol")
ROOM = 24
"""Least width of the last column of a table, which wraps."""
KIBI = 1024


def show(record: Data) -> Iterator[str]:
    """Yield everything in a record except its sources."""
    spelled = (
        record.get("spelling")
        or record.get("symbol")
        or (record["title"] if record["kind"] == "term" else record["name"])
    )
    yield bold(f"{spelled} ({record['kind'].replace('_', ' ').replace('nvvm', 'NVVM')})")
    if "summary" in record:
        yield paragraph(record["summary"])
    syntax = record.get("syntax", ())
    yield from _code("syntax", [syntax] if isinstance(syntax, str) else syntax)
    yield from details(record, (*CODE, *TITLES, *(["title"] if record["kind"] == "term" else [])))
    yield from _code("accepted", record.get("valid", ()))
    yield from _code("rejected", record.get("invalid", ()))
    examples = record.get("examples", ())
    if examples and isinstance(examples[0], dict) and not {"code", "ptx"} & examples[0].keys():
        yield "\n" + bold("examples")  # Expressions with their values.
        yield from show_grid(as_grid(("examples",), examples))
    else:
        yield from _code("examples", examples)
    yield from notes(record)


def details(record: Data, leave: Sequence[str]) -> Iterator[str]:
    """Yield the facts of a record and its availability, without the keys in `leave`."""
    every = list(parts(record, leave))
    yield from (paragraph(f"{part.label}: {words(part.value)}") for part in every if isinstance(part, Fact))
    yield from availability(record)
    for part in every:
        if not isinstance(part, Fact):
            yield "\n" + bold(part.label.lower())
            yield from show_grid(part) if isinstance(part, FactTable) else show_pattern(part)


def show_grid(grid: FactTable) -> Iterator[str]:
    """Yield a table, or a paragraph per row if the columns do not fit the terminal."""

    def text_of(column: str, value: Any) -> str:
        if column == "availability" and value:
            from ptxisa.isa.targets import describe

            return ", or ".join(f"PTX {clause['ptx']} on {describe(clause['target'])}" for clause in value)
        return plain_text(words(value))

    rows = [[text_of(column, cell) for column, cell in zip(grid.columns, row, strict=True)] for row in grid.rows]
    heads = [column.replace("_", " ") for column in grid.columns]
    used = sum(2 + max(len(head), *(len(row[i]) for row in rows)) for i, head in enumerate(heads[:-1]))
    if used + ROOM <= width():
        yield table(heads, rows)
        return
    for row in rows:
        first, *others = zip(heads, row, strict=True)
        sentences = [cell for head, cell in others if head in LAST and cell]
        yield paragraph(f"{first[1]}: {' '.join(sentences)}" if sentences else first[1], 2)
        yield paragraph("; ".join(f"{head} {cell}" for head, cell in others if cell and head not in LAST), 4)


def show_pattern(pattern: NumberPattern) -> Iterator[str]:
    """Yield rows of numbers in aligned columns."""
    size = max(len(str(number)) for row in pattern.rows for number in row)
    yield from ("  " + " ".join(str(number).rjust(size) for number in row) for row in pattern.rows)


def availability(record: Data) -> Iterator[str]:
    """Yield where a record is available, and where it is deprecated or removed."""
    from ptxisa.isa.targets import describe

    for clause in record.get("availability", ()):
        about = f" for {words(clause['when'])}" if "when" in clause else ""
        confirmed = confirmed_by(f"{record['kind']}/{record['name']}", clause["id"])
        yield paragraph(f"since PTX {clause['ptx']} on {describe(clause['target'])}{about}{confirmed}")
    for change in ("deprecated", "removed"):
        for end in record.get(change, ()):
            since = f" since PTX {end['ptx']}" if "ptx" in end else ""
            where = f" on {describe(end['target'])}" if "target" in end else ""
            yield paragraph(f"{change}{since}{where}{': ' + end['note'] if 'note' in end else ''}")


def confirmed_by(form: str, clause: str) -> str:
    """Return the ptxas releases that confirmed a clause, as an addition to a line, or ""."""
    from ptxisa.isa.deviations import named
    from ptxisa.query.database import database

    rows = database().sql(
        "SELECT release FROM evidence WHERE tool = 'ptxas' AND form = ? AND clause = ? AND floor = 'verified'"
        " ORDER BY source",
        (form, clause),
    )
    return f"  (ptxas {named([row[0] for row in rows])})" if rows else ""


def other_names(record: Data) -> Iterator[str]:
    """Yield the names of a thing in CUDA C++ and its keywords."""
    for key, label in (("cuda", "CUDA C++"), ("keywords", "keywords")):
        if key in record:
            yield paragraph(f"{label}: {', '.join(record[key])}")


def notes(record: Data) -> Iterator[str]:
    """Yield the notes, each as a paragraph, then the statements that only one source makes."""
    for note in record.get("notes", ()):
        yield "\n" + paragraph(note)
    # A reader of an emulator's source must be able to tell a guess from a measurement.
    for statement in record.get("unconfirmed", ()):
        yield "\n" + paragraph(f"unconfirmed, from one source: {statement}")


def _code(title: str, pieces: Sequence[Any]) -> Iterator[str]:
    """Yield pieces of PTX, each with its sentence, and with its diagnostic code if it is rejected."""
    if pieces:
        yield "\n" + bold(title)
    for piece in pieces:
        data = {"ptx": piece} if isinstance(piece, str) else piece
        about = [data["summary"]] if "summary" in data else []
        about += [f"[{data['code']}]"] if title == "rejected" else []
        if about:
            yield paragraph(f"// {' '.join(about)}", 2)
        text = data.get("ptx") or data.get("code", "")
        yield from (code_line(line, 2) for line in textwrap.dedent(text).strip("\n").splitlines())


# Compute capabilities and CUDA releases. A `capability` is the value that other parts of the package use.


def show_capability(record: Data) -> Iterator[str]:
    """Yield the properties of a compute capability by group, the unknown ones, and the behavior of its devices."""
    from ptxisa.query.database import database

    capability = capabilities.known()[record["version"]]
    yield bold(f"compute capability {capability.version} ({capability.architecture})")
    yield paragraph(capability.summary)
    yield paragraph(f"targets: {' '.join(capability.targets)}")
    for group, title in capabilities.groups().items():
        rows = []
        for name, about in capabilities.properties().items():
            if about.group == group and name in capability.values:
                unit = "" if about.unit in ("", "bytes") else f" {about.unit}"  # Sizes in bytes have their unit.
                rows.append([name, property_value(about, capability) + unit])
        if rows:
            yield "\n" + bold(f"{title}; `ptxisa show {group}` has the meanings")
            yield table(["property", "value"], rows)
    if capability.unknown:
        yield "\n" + bold("unknown")
        yield paragraph(f"No source that was read states: {', '.join(capability.unknown)}.")
    # Statements without a list are about the capabilities of the manual's appendix.
    documented = {
        other.version
        for other in capabilities.known().values()
        if any(source.startswith("compute-capabilities ") for source in other.sources["max_blocks_per_sm"])
    }
    for name in database().names("device_behavior"):
        (behavior,) = database().record("device_behavior", name)
        texts = [
            statement["text"]
            for statement in behavior["statements"]
            if capability.version in statement.get("capabilities", documented)
        ]
        if texts:
            yield "\n" + bold(name.replace("_", " "))
            yield from (paragraph(f"• {text}", 2) for text in texts)
    yield "\n" + bold("sources")
    yield from (paragraph(f"{source}: {words(names)}", 2) for source, names in values_by_source(capability).items())
    yield from notes(record)


def values_by_source(capability: Capability) -> dict[str, str]:
    """Return how many values each source states."""
    return {source: counted(len(names), "value") for source, names in capability.stated.items()}


def property_value(about: CapabilityProperty, capability: Capability) -> str:
    """Return a value as text: extents with x, bytes in KiB where that is exact."""
    value = capability.values[about.name]
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, tuple):
        return _number(value, about)
    if about.unit == "bytes" and not any(int(item) % KIBI for item in value):
        sizes = (f"{int(item) // KIBI:,}" for item in value)
        return (" to " if about.sort == "range" else ", ").join(sizes) + " KiB"
    separator = {"extent": " x ", "range": " to "}.get(about.sort, ", ")
    return separator.join(_number(item, about) for item in value)


def _number(value: Value, about: CapabilityProperty) -> str:
    """Return a number with separated thousands, or a word."""
    if not isinstance(value, int):
        return str(value)
    if about.unit == "bytes" and value and value % KIBI == 0:
        return f"{value // KIBI:,} KiB"
    return f"{value:,} bytes" if about.unit == "bytes" else f"{value:,}"


def show_device_behavior(record: Data) -> Iterator[str]:
    """Yield the statements about the behavior of devices."""
    yield bold(f"{record['name'].replace('_', ' ')} (device behavior)")
    yield paragraph(record["summary"])
    for statement in record["statements"]:
        about = f" [{', '.join(statement['capabilities'])}]" if "capabilities" in statement else ""
        yield paragraph(f"• {statement['text']}{about}", 2)


def show_toolkit(record: Data) -> Iterator[str]:
    """Yield PTX version, drivers, targets and compatibility of a CUDA release."""
    toolkit = toolkits.known()[record["release"]]
    yield bold(f"CUDA {toolkit.release}")
    yield paragraph(f"PTX {toolkit.ptx}; driver branch {f'r{toolkit.branch}' if toolkit.branch else 'unknown'}")
    if toolkit.drivers:
        yield "\n" + bold("drivers")
        yield table(["update", "Linux", "Windows"], [list(update) for update in toolkit.drivers])
    if toolkit.targets:
        yield "\n" + paragraph(f"ptxas {toolkit.ptxas} assembles for: {' '.join(toolkit.targets)}")
    else:
        yield "\n" + paragraph("The targets of its ptxas were not measured.")
    if toolkit.runs_from:
        first = next(other for other in toolkits.known().values() if other.ptx == toolkit.ptx)
        yield paragraph(
            f"Its applications run on drivers from {toolkit.runs_from} on by minor-version compatibility if they"
            f" contain machine code for the device; to compile PTX {toolkit.ptx}, a driver of CUDA {first.release} or"
            " later is needed. Later drivers run them always. On data-center GPUs a forward-compatibility package"
            " adds the user-mode driver of a later release to an older kernel driver."
        )
    yield from notes(record)


# Targets, versions, modifiers, types, evidence.


def show_target(record: Data) -> Iterator[str]:
    """Yield the properties of a target."""
    yield bold(f"{record['name']} (target)")
    yield paragraph(record["summary"])
    yield from other_names(record)
    keys = ("variant", "family", "architecture", "compute_capability", "introduced", "renamed")
    yield table(["property", "value"], [[key, str(record[key])] for key in keys if key in record])
    yield from notes(record)


def show_target_note(record: Data) -> Iterator[str]:
    """Yield what a target adds."""
    yield bold(f"{record['name']} adds")
    yield from (paragraph(f"• {note['summary']}", 2) for note in record["adds"])


def show_version(record: Data) -> Iterator[str]:
    """Yield the CUDA releases of a PTX version with their oldest drivers, its targets and its changes."""
    yield bold(f"PTX {record['name']}")
    yield paragraph(record["summary"])
    releases = [f"CUDA {release['cuda']}" for release in record["releases"] if "cuda" in release]
    yield paragraph(f"released with: {', '.join(releases) or 'a driver only'}")
    for toolkit in toolkits.known().values():
        if toolkit.ptx == record["name"]:
            drivers = toolkit.drivers[0] if toolkit.drivers else None
            windows = f", Windows {drivers.windows}" if drivers and drivers.windows else ""
            branch = f" of branch r{toolkit.branch}" if toolkit.branch else ""
            oldest = f": driver Linux {drivers.linux}{windows}" if drivers else f": driver{branch}" if branch else ""
            yield paragraph(f"CUDA {toolkit.release}{oldest}; `ptxisa show {toolkit.name}`", 2)
    yield paragraph(f"targets: {' '.join(record['targets'])}")
    for change in record.get("changes", ()):
        yield paragraph(f"• {change['change']}: {change['summary']}", 2)
    yield from notes(record)


def show_modifier(record: Data) -> Iterator[str]:
    """Yield the values of a group of modifiers."""
    yield bold(f"{record['name']} (modifier)")
    yield paragraph(record["summary"])
    yield from other_names(record)
    rows = []
    for value in record["values"]:
        rows.append([f".{value['value']}", value["summary"]])
        for meaning in value.get("meanings", ()):
            rows.append(["", f"in {', '.join(meaning['instructions'])}: {meaning['summary']}"])
    yield table(["value", "meaning"], rows)
    if "default" in record:
        yield paragraph(f"If omitted: {record['default']}")


def show_type(record: Data) -> Iterator[str]:
    """Yield the properties of a type."""
    yield bold(f".{record['name']} (type)")
    yield paragraph(record["summary"])
    registers = " ".join(f".{register}" for register in record["registers"])
    declared = f"declare registers of this type as {registers}" if registers else "no register can be declared for it"
    yield paragraph(f"{record['class']}, {record['bits']} bits; {declared}")
    if record["name"] in formats.known():
        ranges = (f"{label} {text} (0x{pattern:x})" for label, text, pattern in ends(formats.known()[record["name"]]))
        yield paragraph(f"Range: {'; '.join(ranges)}")
    yield from details(record, ("class", "bits", "registers"))
    yield from notes(record)


def show_evidence(record: Data) -> Iterator[str]:
    """Yield what ran and the totals; `--json` has the results of single clauses and forms."""
    yield bold(f"{record['name']} (evidence)")
    for key in ("release", "build", "digest", "target", "device", "driver", "date"):
        if key in record:
            yield f"{key}: {record[key]}"
    for part, totals in (
        ("instructions", record["totals"]),
        ("other records", record.get("records", {}).get("totals")),
    ):
        if totals:
            counts = (f"{count:,} {what.replace('_', ' ')}" for what, count in totals.items())
            yield paragraph(f"{part}: {', '.join(counts)}")


SHOWN: dict[str, Callable[[Data], Iterator[str]]] = {
    "compute_capability": show_capability,
    "device_behavior": show_device_behavior,
    "evidence": show_evidence,
    "modifier": show_modifier,
    "target": show_target,
    "target_note": show_target_note,
    "toolkit": show_toolkit,
    "type": show_type,
    "version": show_version,
}
"""Functions for kinds with a text of their own; `show` prints the others."""
