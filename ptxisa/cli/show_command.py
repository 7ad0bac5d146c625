"""Everything about one thing: an instruction, a type, a register, a directive, a target, a diagnostic code …

NAME may also be an intrinsic of CUDA C++, and a full opcode or a statement, which shows that variant alone.
With --ptx or --target, only the forms, modifiers, types and parts that are available there.

examples:
  ptxisa show bfe
  ptxisa show ld --ptx 7.8
  ptxisa show add.sat.s32
  ptxisa show __shfl_down_sync
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
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from ptxisa.cli import show_capability, show_instruction
from ptxisa.cli.explain import as_data, explanation, known_codes
from ptxisa.cli.options import add_json, add_place, place
from ptxisa.cli.output import Failure, bold, page, paragraph, print_json, table
from ptxisa.cli.show_instruction import found_as, notes
from ptxisa.cli.show_place import Place, at_place
from ptxisa.cli.show_record import details, show
from ptxisa.isa.names import counted
from ptxisa.query.search import SIGILS, rank

if TYPE_CHECKING:
    from ptxisa.query.lookup import LookupResult

Data = Mapping[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa show`."""
    parser.add_argument("name", metavar="NAME")
    add_place(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show every record of that name, and the diagnostic code of that name."""
    where = Place(*place(arguments))
    found = _lookup(arguments.name)
    if not found.records and arguments.name.lstrip("@").startswith("llvm."):
        return _show_intrinsic(arguments)
    if not found.records:
        if arguments.name in known_codes():
            return _show_code(arguments)
        raise Failure(_unknown(arguments.name))
    records = [record for one in found.records if (record := at_place(one, where))]
    if not records:
        raise Failure(_missing(arguments, where))
    if arguments.json:
        print_json([{**record, "errata": _errata(record)} for record in records])
        return 0
    _print(arguments, found._replace(records=tuple(records)), where)
    return 0


def _print(arguments: argparse.Namespace, found: LookupResult, where: Place) -> None:
    blocks = _variants(found, arguments, where) if found.opcode else _whole(arguments.name, found.records, where)
    in_nvvm_only = all(record["kind"].startswith("nvvm_") for record in found.records)
    page("\n\n".join([*blocks, *_others(arguments.name, in_nvvm_only)]))


def _missing(arguments: argparse.Namespace, where: Place) -> str:
    """That a place has nothing of that name, and where it is."""
    from ptxisa.query.answers import available
    from ptxisa.query.availability import UnknownOpcode

    try:
        reason = f": {available(arguments.name, arguments.target, arguments.ptx).reason}"
    except UnknownOpcode:
        reason = ""
    return f"{arguments.name} is not available {where}{reason}"


def _lookup(name: str) -> LookupResult:
    """What the name means in PTX, or else in NVVM IR."""
    from ptxisa.query.database import database
    from ptxisa.query.lookup import LookupResult

    found = database().lookup(name)
    return found if found.records else LookupResult(tuple(_of_nvvm(name)))


def _of_nvvm(name: str) -> Iterator[Data]:
    """Records of NVVM IR that have an instruction, an attribute or the like of that name."""
    from ptxisa.nvvm.words import records_about
    from ptxisa.query.database import database

    return (record for kind, of_kind in records_about(name) for record in database().record(kind, of_kind))


def _show_intrinsic(arguments: argparse.Namespace) -> int:
    """One intrinsic of NVVM IR, which the record of its family has."""
    from ptxisa.cli import show_nvvm
    from ptxisa.cli.options import unknown_names
    from ptxisa.nvvm.intrinsics import intrinsic
    from ptxisa.query.database import database

    with unknown_names():
        found = intrinsic(arguments.name)
    (record,) = database().record("nvvm_intrinsic", found.family)
    if arguments.json:
        print_json([found])
    else:
        page("\n".join(show_nvvm.intrinsic(found, record)))
    return 0


def _variants(found: LookupResult, arguments: argparse.Namespace, where: Place) -> Iterator[str]:
    """The forms that an opcode is an instance of; a place that lacks the opcode ends the command."""
    from ptxisa.query.answers import available

    answer = available(found.opcode, arguments.target, arguments.ptx)
    if not answer:
        raise Failure(f"{found.opcode} is not available {where}: {answer.reason}")
    for record in found.records:
        yield "\n".join(show_instruction.variant(record, found.opcode, found.forms, answer.reason))
    yield paragraph(f"`ptxisa show {found.records[0]['name']}` shows every form, notes and examples.")


def _whole(name: str, records: Sequence[Data], where: Place) -> Iterator[str]:
    """What has the name; what else it may mean is summed up: longer instructions, a modifier, a reserved word."""
    shown = _leading(name, records)
    for record in shown:
        lines = (
            _instruction(record, where)
            if record["kind"] == "instruction"
            else _SHOW.get(record["kind"], _record)(record)
        )
        yield "\n".join(lines)
    also = [one for one in records if one not in shown]
    if also:
        title = "see also" if shown else f"{name}: {counted(len(also), 'record')}"
        yield "\n".join([bold(title), *(_summed_up(one) for one in also)])


def _leading(name: str, records: Sequence[Data]) -> Sequence[Data]:
    """What exactly the name means: of instructions and modifiers that share it, those that are spelled like this."""
    instructions = [one for one in records if one["kind"] == "instruction"]
    if name[:1] in SIGILS or not instructions or len(records) == 1:
        return sorted((one for one in records if one not in instructions), key=lambda one: rank(one["kind"])) or records
    called = name.partition("(")[0].lower()
    spelled = ({one["name"].lower(), *(cuda.lower() for cuda in one.get("cuda", ()))} for one in instructions)
    return [one for one, names in zip(instructions, spelled, strict=True) if called in names]


def _summed_up(record: Data) -> str:
    """A record in a few lines."""
    if record["kind"] == "instruction":
        return show_instruction.summed_up(record)
    return paragraph(f"{record['name']} ({record['kind'].replace('_', ' ')}): {record.get('summary', '')}", 2)


def _others(name: str, in_nvvm_only: bool) -> Iterator[str]:
    """8.6 is a PTX version, a compute capability and may be a CUDA release; `add` is a word of NVVM IR as well."""
    from ptxisa.isa import capabilities, toolkits
    from ptxisa.nvvm.words import records_about

    others = [capabilities.known()[name].name] if name in capabilities.known() else []
    others += [toolkits.known()[name].name] if name in toolkits.known() else []
    if others:
        yield paragraph(f"{name} is also a number of something else; see {_commands(others)}")
    in_nvvm = [record for _, record in records_about(name)]
    if in_nvvm and not in_nvvm_only:
        yield paragraph(f"{name} is a word of NVVM IR too; see {_commands(in_nvvm)}")


def _commands(names: Sequence[str]) -> str:
    return " and ".join(f"`ptxisa show {name}`" for name in names)


def _show_code(arguments: argparse.Namespace) -> int:
    if arguments.json:
        print_json([as_data(arguments.name)])
    else:
        print("\n".join(explanation(arguments.name)))
    return 0


def _unknown(name: str) -> str:
    from ptxisa.isa.explanations import explain, unknown_mnemonic
    from ptxisa.isa.instructions import mnemonics, unrecorded
    from ptxisa.isa.names import suggestion
    from ptxisa.nvvm.words import words
    from ptxisa.query.database import database

    if not name.strip():
        return "NAME is empty; try `ptxisa list`"
    if name.startswith("driver-"):
        return f"drivers have no records; see `ptxisa toolkits --driver {name.removeprefix('driver-')[:40]}`"
    mnemonic, *modifiers = name.split(maxsplit=1)[0].split(".")
    if mnemonic in mnemonics() and modifiers:
        return "; ".join(filter(None, (found := explain(mnemonic, modifiers), found.message, found.hint)[1:]))
    plain = suggestion(name, [*database().names(), *known_codes(), *words()])
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


def _instruction(record: Data, where: Place) -> Iterator[str]:
    from ptxisa.cli.show_nvvm import reached_from

    yield from show_instruction.instruction(record, where)
    yield from reached_from(form["id"] for form in record["forms"])
    yield from _show_errata(record)


def _family(record: Data) -> Iterator[str]:
    from ptxisa.cli.show_nvvm import family

    yield from family(record)
    yield from _show_errata(record)


def _construct(record: Data) -> Iterator[str]:
    from ptxisa.cli.show_nvvm import with_support

    yield from _record(with_support(record))


def _target(record: Data) -> Iterator[str]:
    yield bold(f"{record['name']} (target)")
    yield paragraph(record["summary"])
    yield from found_as(record)
    keys = ("variant", "family", "architecture", "compute_capability", "introduced", "renamed")
    yield table(["property", "value"], [[key, str(record[key])] for key in keys if key in record])
    yield from notes(record)


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
    yield from notes(record)


def _modifier(record: Data) -> Iterator[str]:
    yield bold(f"{record['name']} (modifier)")
    yield paragraph(record["summary"])
    yield from found_as(record)
    yield table(["value", "meaning"], [[f".{one['value']}", one["summary"]] for one in record["values"]])
    if "default" in record:
        yield paragraph(f"When absent: {record['default']}")


def _type(record: Data) -> Iterator[str]:
    yield bold(f".{record['name']} (type)")
    yield paragraph(record["summary"])
    registers = " ".join(f".{register}" for register in record["registers"])
    yield paragraph(f"{record['class']}, {record['bits']} bits; operands stand in registers declared {registers}")
    yield from details(record, ("class", "bits", "registers"))
    yield from notes(record)
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
    "modifier": _modifier,
    "nvvm_construct": _construct,
    "nvvm_intrinsic": _family,
    "compute_capability": show_capability.capability,
    "device_behavior": show_capability.behavior,
    "target": _target,
    "target_note": _target_note,
    "toolkit": show_capability.toolkit,
    "type": _type,
    "version": _version,
}
