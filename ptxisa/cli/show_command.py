"""Everything about one thing: an instruction, a type, a register, a directive, a target, a diagnostic code …

examples:
  ptxisa show bfe
  ptxisa show .u16x2
  ptxisa show %tid
  ptxisa show .maxntid
  ptxisa show sm_90a
  ptxisa show 8.0
  ptxisa show cc_8.6
  ptxisa show cuda-12.6
  ptxisa show operand-type
"""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from ptxisa.cli import show_capability
from ptxisa.cli.clauses import show_clauses
from ptxisa.cli.explain import as_data, explanation, known_codes
from ptxisa.cli.forms import chosen_forms
from ptxisa.cli.options import add_json
from ptxisa.cli.output import Failure, bold, paragraph, print_json, table, width
from ptxisa.cli.show_record import details, show
from ptxisa.isa import contracts
from ptxisa.isa.executions import EXECUTIONS

Data = Mapping[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa show`."""
    parser.add_argument("name", metavar="NAME")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show every record of that name, and the diagnostic code of that name."""
    found = _find(arguments.name)
    if not found:
        if arguments.name in known_codes():
            return _show_code(arguments)
        raise Failure(_unknown(arguments.name))
    if arguments.json:
        print_json([{**record, "errata": _errata(record)} for record in found])
        return 0
    print("\n\n".join("\n".join(_SHOW.get(record["kind"], _record)(record)) for record in found))
    _mention(arguments.name)
    return 0


def _mention(name: str) -> None:
    """8.6 is a PTX version, a compute capability and may be a CUDA release: point at the others."""
    from ptxisa.isa import capabilities, toolkits

    others = [capabilities.known()[name].name] if name in capabilities.known() else []
    others += [toolkits.known()[name].name] if name in toolkits.known() else []
    if others:
        commands = " and ".join(f"`ptxisa show {other}`" for other in others)
        print(f"\n{name} is also a number of something else; see {commands}")


def _show_code(arguments: argparse.Namespace) -> int:
    if arguments.json:
        print_json([as_data(arguments.name)])
    else:
        print("\n".join(explanation(arguments.name)))
    return 0


def _find(name: str) -> list[Data]:
    """Records by name; a spelling such as compute_90a or 90a finds its target."""
    from ptxisa.isa import targets
    from ptxisa.query.database import database

    found: list[Data] = [*database().find(name), *database().record("evidence", name)]
    if not found:
        found = _numbered(name)
    if not found:
        try:
            return list(database().find(targets.target(name).name))
        except targets.UnknownTarget:
            return []
    return found


def _numbered(name: str) -> list[Data]:
    """A compute capability or CUDA release by its number alone, unless that is a PTX version."""
    from ptxisa.isa import capabilities, toolkits
    from ptxisa.query.database import database

    found = [("compute_capability", capabilities.known()[name].name)] if name in capabilities.known() else []
    found += [("toolkit", toolkits.known()[name].name)] if name in toolkits.known() else []
    return [one for kind, of_kind in found for one in database().record(kind, of_kind)]


def _unknown(name: str) -> str:
    from ptxisa.isa.explanations import unknown_mnemonic
    from ptxisa.isa.instructions import unrecorded
    from ptxisa.isa.names import suggestion
    from ptxisa.query.database import database

    if not name:
        return "NAME is empty; try `ptxisa list`"
    if name.startswith("driver-"):
        return f"drivers have no records; see `ptxisa toolkits --driver {name.removeprefix('driver-')[:40]}`"
    plain = suggestion(name, [*database().names(), *known_codes()])
    if name in unrecorded():
        return unknown_mnemonic(name).message
    return f"nothing is called {name[:60]!r}; {plain or 'try `ptxisa search`'}"


def _errata(record: Data) -> list[Data]:
    own = record["name"], f"{record['kind']}/{record['name']}"
    forms = record["forms"] if record["kind"] == "instruction" else ()
    about = {*own, *(form["id"] for form in forms)}
    return [one for one in _every_erratum() if about & set(one["about"])]


@cache
def _every_erratum() -> list[Data]:
    from ptxisa.query.database import database

    rows = database().sql("SELECT data FROM record WHERE kind = 'erratum' ORDER BY name, path")
    return [json.loads(data) for (data,) in rows]


def _show_errata(record: Data) -> Iterator[str]:
    for erratum in _errata(record):
        yield "\n" + bold(f"erratum {erratum['name']}")
        yield paragraph(erratum["summary"], 2)


def _instruction(record: Data) -> Iterator[str]:
    yield bold(f"{record['name']} ({record['family']})")
    yield paragraph(record["summary"])
    yield from _found_as(record)
    for form in record["forms"]:
        yield from _form(form)
    yield from _notes(record)
    yield from _examples(record)
    yield from _show_errata(record)


def _found_as(record: Data) -> Iterator[str]:
    """What CUDA C++ and people call it."""
    for key, label in (("cuda", "CUDA C++"), ("keywords", "keywords")):
        if key in record:
            yield paragraph(f"{label}: {', '.join(record[key])}")


def _form(form: Data) -> Iterator[str]:
    yield "\n" + _title(form["syntax"], form["id"])
    for slot, values in form.get("where", {}).items():
        listed = values.get("values", ()) if isinstance(values, dict) else values
        if not listed:
            continue  # A slot of selectors, which the record of the group lists.
        yield paragraph(f"{{{slot}}} = " + " ".join(f".{value}" for value in listed), 2)
    for rule in form.get("rules", ()):
        yield paragraph(f"{rule['why']} [{rule['id']}]", 2)
    for name, operand in form["operands"].items():
        yield paragraph(f"{name} ({operand['access']}): {operand['summary']}", 2)
    for state in form.get("state", ()):
        yield paragraph(f"{state['name']} ({state['access']}): {state['summary']}", 2)
    (generated,) = (one for one in chosen_forms([form["id"]]) if one.id == form["id"])
    yield from show_clauses(form["id"], generated.availability, generated.needs)
    yield from _semantics(form)
    yield from _contract(form)
    yield from _measurements(form["id"])


def _title(syntax: str, name: str) -> str:
    """A syntax with the id of its form beside it, or below where they do not fit in a line."""
    if len(syntax) + len(name) + 6 <= width():
        return f"{bold(syntax)}    [{name}]"
    return bold(textwrap.fill(syntax, width(), subsequent_indent="    ", break_long_words=False)) + f"\n  [{name}]"


def _measurements(form: str) -> Iterator[str]:
    """What GPUs said of the semantics."""
    from ptxisa.query.database import database

    for target, device, run, agreed in database().sql(
        "SELECT target, device, run, agreed FROM measurement WHERE form = ? ORDER BY source", (form,)
    ):
        yield f"  {agreed:,} of {run:,} results equal on {device} ({target})"


def _semantics(form: Data) -> Iterator[str]:
    from ptxisa.query.database import database

    ((pseudocode, reason),) = database().sql("SELECT pseudocode, no_semantics FROM form WHERE id = ?", (form["id"],))
    if pseudocode:
        yield from (f"    {line}" for line in pseudocode.splitlines())
    elif "executes" in form:
        yield paragraph(EXECUTIONS[form["executes"]], 2)
    else:
        yield paragraph(f"not executable: {reason}", 2)


def _contract(form: Data) -> Iterator[str]:
    """What is promised of an approximation."""
    if "contract" in form:
        yield paragraph(f"contract: {contracts.about(form['contract'])}", 2)
        yield from (paragraph(f"{where}: {what}", 4) for where, what in contracts.rows(form["contract"]))


def _notes(record: Data) -> Iterator[str]:
    for note in record.get("notes", ()):
        yield "\n" + paragraph(note)


def _examples(record: Data) -> Iterator[str]:
    yield "\n" + bold("examples")
    for example in record["examples"]:
        if "summary" in example:
            yield paragraph(f"// {example['summary']}", 2)
        yield from (f"  {line}" for line in example["code"].splitlines())


def _target(record: Data) -> Iterator[str]:
    yield bold(f"{record['name']} (target)")
    yield paragraph(record["summary"])
    keys = ("variant", "family", "architecture", "compute_capability", "introduced", "renamed")
    yield table(["property", "value"], [[key, str(record[key])] for key in keys if key in record])
    yield from _notes(record)


def _target_note(record: Data) -> Iterator[str]:
    yield bold(f"{record['name']} adds")
    yield from (paragraph(f"• {note['summary']}", 2) for note in record["adds"])


def _version(record: Data) -> Iterator[str]:
    yield bold(f"PTX {record['name']}")
    yield paragraph(record["summary"])
    releases = [f"CUDA {one['cuda']}" if "cuda" in one else "" for one in record["releases"]]
    yield paragraph(f"released with: {', '.join(filter(None, releases)) or 'a driver only'}")
    yield from show_capability.releases(record["name"])
    yield paragraph(f"targets: {' '.join(record['targets'])}")
    for change in record.get("changes", ()):
        yield paragraph(f"• {change['change']}: {change['summary']}", 2)
    yield from _notes(record)


def _modifier(record: Data) -> Iterator[str]:
    yield bold(f"{record['name']} (modifier)")
    yield paragraph(record["summary"])
    yield from _found_as(record)
    yield table(["value", "meaning"], [[f".{one['value']}", one["summary"]] for one in record["values"]])
    if "default" in record:
        yield paragraph(f"When absent: {record['default']}")


def _type(record: Data) -> Iterator[str]:
    yield bold(f".{record['name']} (type)")
    yield paragraph(record["summary"])
    registers = " ".join(f".{register}" for register in record["registers"])
    yield paragraph(f"{record['class']}, {record['bits']} bits; operands stand in registers declared {registers}")
    yield from details(record, ("class", "bits", "registers"))
    yield from _notes(record)
    yield from _show_errata(record)


def _record(record: Data) -> Iterator[str]:
    yield from show(record)
    yield from _show_errata(record)


def _evidence(record: Data) -> Iterator[str]:
    """What ran and how it came out; of single clauses and forms `--json` has the results."""
    yield bold(f"{record['name']} (evidence)")
    for key in ("release", "build", "digest", "target", "device", "driver", "date"):
        if key in record:
            yield f"{key}: {record[key]}"
    for part, totals in (
        ("instructions", record["totals"]),
        ("other records", record.get("records", {}).get("totals")),
    ):
        if totals:
            yield f"{part}: " + ", ".join(f"{count:,} {what.replace('_', ' ')}" for what, count in totals.items())


_SHOW = {
    "evidence": _evidence,
    "instruction": _instruction,
    "modifier": _modifier,
    "compute_capability": show_capability.capability,
    "device_behavior": show_capability.behavior,
    "target": _target,
    "target_note": _target_note,
    "toolkit": show_capability.toolkit,
    "type": _type,
    "version": _version,
}
