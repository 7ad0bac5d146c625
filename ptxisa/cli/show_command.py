"""Show everything about an instruction, a type, a register, a directive, a target, a diagnostic code and others.

NAME may also be an intrinsic of CUDA C++; a full opcode or a statement shows that variant alone. With --ptx or
--target, only the forms, modifiers, types and parts that are available there.

examples:
  ptxisa show bfe
  ptxisa show ld --ptx 7.8
  ptxisa show add.sat.s32
  ptxisa show cvt --brief
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
from typing import Any

from ptxisa.cli import show_instruction
from ptxisa.cli.explain_command import explain_code, known_codes
from ptxisa.cli.options import add_json, add_place, place, unknown_names
from ptxisa.cli.output import Failure, bold, code_line, page, paragraph, print_json
from ptxisa.cli.show_place import QueriedPlace, at_place
from ptxisa.cli.show_record import SHOWN, show
from ptxisa.isa.names import counted
from ptxisa.query.lookup import is_named_in_cuda
from ptxisa.query.search import SIGILS, rank

Data = Mapping[str, Any]


INCIDENTAL = ("reserved_words", "term")
"""Kinds of records that often share the name of another record."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa show`."""
    parser.add_argument("name", metavar="NAME", help="an instruction, or any other name; see the examples")
    detail = parser.add_mutually_exclusive_group()
    detail.add_argument("--brief", action="store_true", help="of an instruction, only its forms at a glance")
    detail.add_argument("--forms", action="store_true", help="of an instruction, only the syntax of its forms")
    add_place(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show every record of that name, or else the NVVM intrinsic or the diagnostic code of that name."""
    from ptxisa.nvvm.rules import records_about
    from ptxisa.query.availability import UnknownOpcode, opcode_available
    from ptxisa.query.database import database

    where, name = QueriedPlace(*place(arguments)), arguments.name
    matches = database().lookup(name)
    if not matches.records:
        # A name of NVVM IR.
        names = records_about(name)
        in_nvvm = tuple(record for kind, other in names for record in database().record(kind, other))
        matches = matches._replace(records=in_nvvm, opcode="", forms=())
    if not matches.records and name.lstrip("@").startswith("llvm."):
        _show_intrinsic(name, arguments.json)
        return 0
    # Records first: a few codes have the name of a record, such as the rule that they report.
    if not matches.records:
        if name not in known_codes():
            return _show_beginning(name, where, arguments.json)
        explain_code(name, arguments.json)
        return 0
    records = [part for record in matches.records if (part := at_place(record, where))]
    if not records:
        try:
            reason = f": {opcode_available(name, arguments.target, arguments.ptx).reason}"
        except UnknownOpcode:
            reason = ""
        raise Failure(f"{name} is not available {where}{reason}")
    if arguments.json:
        print_json([{**record, "errata": _errata(record)} for record in records])
        return 0
    # A list of reserved words, or a term of the glossary, is of interest only if nothing else has the name.
    records = [record for record in records if record["kind"] not in INCIDENTAL] or records
    if matches.opcode:
        answer = opcode_available(matches.opcode, arguments.target, arguments.ptx)
        if not answer:
            raise Failure(f"{matches.opcode} is not available {where}: {answer.reason}")
        blocks = [
            "\n".join(show_instruction.variant(record, matches.opcode, matches.forms, answer.reason))
            for record in records
        ]
        blocks.append(paragraph(f"`ptxisa show {records[0]['name']}` shows every form, notes and examples."))
    else:
        detail = "brief" if arguments.brief else "forms" if arguments.forms else ""
        blocks = list(_whole(name, records, where, detail))
    only_nvvm = all(record["kind"].startswith("nvvm_") for record in records)
    others = [] if arguments.brief or arguments.forms else _namesakes(name, only_nvvm)
    page("\n\n".join([*blocks, *others]))
    return 0


def _show_intrinsic(name: str, as_json: bool) -> None:
    """Show one intrinsic of NVVM IR, which the record of its family describes."""
    from ptxisa.cli import show_nvvm
    from ptxisa.nvvm.intrinsics import intrinsic
    from ptxisa.query.database import database

    with unknown_names():
        entry = intrinsic(name)
    (record,) = database().record("nvvm_intrinsic", entry.family)
    if as_json:
        print_json([entry])
    else:
        page("\n".join(show_nvvm.intrinsic(entry, record)))


def _show_beginning(name: str, where: QueriedPlace, as_json: bool) -> int:
    """Show the forms that begin with a part of an opcode, such as `fence.proxy`; raise `Failure` if none does."""
    from ptxisa.check.instruction import explain_opcode
    from ptxisa.isa.instructions import forms_of
    from ptxisa.isa.opcode import placements

    mnemonic, *modifiers = name.strip().partition(" ")[0].rstrip(";").split(".")
    forms = [form for form in forms_of(mnemonic) if modifiers and next(placements(form, modifiers), None) is not None]
    required = {form.id: {slot.name for slot in form.slots if not slot.optional} for form in forms}
    # Forms that lack the fewest modifiers come first, since the message is about these.
    forms.sort(key=lambda form: min(len(required[form.id] - placed.keys()) for placed in placements(form, modifiers)))
    diagnostic = explain_opcode(mnemonic, tuple(modifiers), where.target, where.version)
    if not forms or diagnostic.code != "missing-modifier":
        raise Failure(_unknown(name))
    if as_json:
        print_json([{"form": form.id, "record": form.record, "syntax": form.syntax} for form in forms])
        return 0
    lines = [bold(f"{name}: part of {counted(len(forms), 'form')}"), paragraph(diagnostic.message), ""]
    lines += [f"{code_line(form.syntax, 2)}    [{form.id}]" for form in forms]
    records = dict.fromkeys(form.instruction for form in forms)
    shown = " and ".join(f"`ptxisa show {record}`" for record in list(records)[:3])
    page("\n".join([*lines, "", paragraph(f"{shown} shows every form, notes and examples.")]))
    return 0


def _unknown(name: str) -> str:
    """Return the message for an unknown name, with the most helpful hint."""
    from ptxisa.isa.explanations import explain, unknown_mnemonic
    from ptxisa.isa.instructions import mnemonics, unrecorded
    from ptxisa.isa.names import suggestion
    from ptxisa.nvvm.rules import entry_words
    from ptxisa.query.database import database

    if not name.strip():
        return "NAME is empty; try `ptxisa list`"
    if name.startswith("driver-"):
        return f"drivers have no records; see `ptxisa toolkits --driver {name.removeprefix('driver-')[:40]}`"
    mnemonic, *modifiers = name.split(maxsplit=1)[0].split(".")
    if mnemonic in mnemonics() and modifiers:
        diagnostic = explain(mnemonic, modifiers)
        return "; ".join(filter(None, (diagnostic.message, diagnostic.hint)))
    if name in unrecorded():
        return unknown_mnemonic(name).message
    aliases = (alias for (alias,) in database().sql("SELECT DISTINCT alias FROM alias"))
    hint = suggestion(name, [*database().names(), *known_codes(), *entry_words(), *aliases])
    return f"nothing is called {name[:60]!r}; {hint or 'try `ptxisa search`'}"


def _whole(name: str, records: Sequence[Data], where: QueriedPlace, detail: str) -> Iterator[str]:
    """Yield the records that the name exactly means, and a summary of the others that it may mean."""
    from ptxisa.cli import show_nvvm

    leading = _leading(name, records)
    told: set[str] = set()  # A target and its note share a name and its errata.
    for record in leading:
        kind = record["kind"]
        if kind == "instruction":
            lines = list(show_instruction.instruction(record, where, detail))
            if not detail:
                lines += show_nvvm.becoming(form["id"] for form in record["forms"])
        elif kind == "nvvm_intrinsic":
            lines = list(show_nvvm.family(record))
        elif kind == "nvvm_construct":
            lines = list(show(show_nvvm.with_support(record)))
        else:
            lines = list(SHOWN.get(kind, show)(record))
        for erratum in _errata(record) if not detail else ():
            if erratum["name"] not in told:
                told.add(erratum["name"])
                lines += ["\n" + bold(f"erratum {erratum['name']}"), paragraph(erratum["summary"], 2)]
        yield "\n".join(lines)
    others = [record for record in records if record not in leading]
    if others and not (leading and detail):
        lines = [bold("see also" if leading else f"{name}: {counted(len(others), 'record')}")]
        for record in others:
            if record["kind"] == "instruction":
                lines.append(show_instruction.summed_up(record))
            else:
                kind = record["kind"].replace("_", " ")
                lines.append(paragraph(f"{record['name']} ({kind}): {record.get('summary', '')}", 2))
        yield "\n".join(lines)


def _leading(name: str, records: Sequence[Data]) -> Sequence[Data]:
    """Return the records that exactly have the name.

    An instruction has its own name and its names in CUDA C++. If an instruction and a modifier share a name, the
    spelling decides: `.add` is the modifier.
    """
    instructions = [record for record in records if record["kind"] == "instruction"]
    if name[:1] in SIGILS or not instructions or len(records) == 1:
        others = [record for record in records if record not in instructions]
        return sorted(others, key=lambda record: rank(record["kind"])) or records
    called = name.partition("(")[0].lower()
    return [record for record in instructions if called == record["name"].lower() or is_named_in_cuda(record, called)]


def _namesakes(name: str, only_nvvm: bool) -> Iterator[str]:
    """Yield other meanings of a name: 8.6 is a PTX version and a compute capability, `add` is a word of NVVM IR."""
    from ptxisa.isa import capabilities, toolkits
    from ptxisa.nvvm.rules import records_about

    def commands(names: Sequence[str]) -> str:
        return " and ".join(f"`ptxisa show {name}`" for name in names)

    numbers = [known[name].name for known in (capabilities.known(), toolkits.known()) if name in known]
    if numbers:
        yield paragraph(f"{name} is also a number of something else; see {commands(numbers)}")
    in_nvvm = [record for _, record in records_about(name)]
    if in_nvvm and not only_nvvm:
        yield paragraph(f"{name} is also a word of NVVM IR; see {commands(in_nvvm)}")


def _errata(record: Data) -> list[Data]:
    """Return the errata about a record or one of its forms."""
    from ptxisa.query.database import database

    own = record["name"], f"{record['kind']}/{record['name']}"
    forms = record["forms"] if record["kind"] == "instruction" else ()
    about = [*own, *(form["id"] for form in forms)]
    rows = database().sql(
        "SELECT data FROM record WHERE kind = 'erratum' AND EXISTS ("
        "SELECT 1 FROM json_each(data, '$.about') WHERE value IN (SELECT value FROM json_each(?))"
        ") ORDER BY name, path",
        (json.dumps(about),),
    )
    return [json.loads(data) for (data,) in rows]
