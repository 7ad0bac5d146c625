"""An instruction for a terminal: all of its forms, or the variant that an opcode or a statement names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ptxisa.cli.clauses import show_clauses
from ptxisa.cli.output import bold, code_line, paragraph, width
from ptxisa.cli.show_place import ANYWHERE, Place, form_at
from ptxisa.isa import contracts
from ptxisa.isa.executions import EXECUTIONS

Data = Mapping[str, Any]


def instruction(record: Data, place: Place = ANYWHERE) -> Iterator[str]:
    """Everything that a record says, cut to a place by `at_place`."""
    yield bold(f"{record['name']} ({record['family']})")
    yield paragraph(record["summary"])
    yield from found_as(record)
    for form in record["forms"]:
        yield from _form(form, place)
    yield from notes(record)
    yield from _examples(record)


def variant(record: Data, opcode: str, forms: Sequence[str], reason: str) -> Iterator[str]:
    """The forms of a record that an opcode is an instance of, and where that opcode is available."""
    yield bold(f"{opcode} ({record['family']})")
    yield paragraph(record["summary"])
    yield paragraph(reason)
    for form in record["forms"]:
        if form["id"] in forms:
            yield "\n" + _title(form["syntax"], form["id"])
            yield from _operands(form)
            yield from _semantics(form)
            yield from _contract(form)


def summed_up(record: Data) -> str:
    """A record in a few lines: what it is, and its forms."""
    forms = " ".join(f"[{form['id']}]" for form in record["forms"])
    return paragraph(f"{record['name']}: {record['summary']} {forms}", 2)


def found_as(record: Data) -> Iterator[str]:
    """What CUDA C++ and people call it."""
    for key, label in (("cuda", "CUDA C++"), ("keywords", "keywords")):
        if key in record:
            yield paragraph(f"{label}: {', '.join(record[key])}")


def _form(form: Data, place: Place) -> Iterator[str]:
    yield "\n" + _title(form["syntax"], form["id"])
    for slot, values in form.get("where", {}).items():
        listed = values.get("values", ()) if isinstance(values, dict) else values
        if not listed:
            continue  # A slot of selectors, which the record of the group lists.
        yield paragraph(f"{{{slot}}} = " + " ".join(f".{value}" for value in listed), 2)
    for rule in form.get("rules", ()):
        yield paragraph(f"{rule['why']} [{rule['id']}]", 2)
    yield from _operands(form)
    generated = form_at(form["id"], place)
    if generated:
        yield from show_clauses(form["id"], generated.availability, generated.needs)
    yield from _semantics(form)
    yield from _contract(form)
    yield from _measurements(form["id"])


def _operands(form: Data) -> Iterator[str]:
    for name, operand in form["operands"].items():
        yield paragraph(f"{name} ({operand['access']}): {operand['summary']}", 2)
    for state in form.get("state", ()):
        yield paragraph(f"{state['name']} ({state['access']}): {state['summary']}", 2)


def _title(syntax: str, name: str) -> str:
    """A syntax with the id of its form beside it, or below where they do not fit in a line."""
    if len(syntax) + len(name) + 6 <= width():
        return f"{bold(syntax)}    [{name}]"
    return f"{bold(code_line(syntax))}\n  [{name}]"


def _measurements(form: str) -> Iterator[str]:
    """What GPUs said of the semantics."""
    from ptxisa.query.database import database

    for target, device, run, agreed in database().sql(
        "SELECT target, device, run, agreed FROM measurement WHERE form = ? ORDER BY source", (form,)
    ):
        yield paragraph(f"{agreed:,} of {run:,} results equal on {device} ({target})", 2)


def _semantics(form: Data) -> Iterator[str]:
    from ptxisa.query.database import database

    ((pseudocode, reason),) = database().sql("SELECT pseudocode, no_semantics FROM form WHERE id = ?", (form["id"],))
    if pseudocode:
        yield from (code_line(line, 4) for line in pseudocode.splitlines())
    elif "executes" in form:
        yield paragraph(EXECUTIONS[form["executes"]], 2)
    else:
        yield paragraph(f"not executable: {reason}", 2)


def _contract(form: Data) -> Iterator[str]:
    """What is promised of an approximation."""
    if "contract" in form:
        yield paragraph(f"contract: {contracts.about(form['contract'])}", 2)
        yield from (paragraph(f"{where}: {what}", 4) for where, what in contracts.rows(form["contract"]))


def notes(record: Data) -> Iterator[str]:
    """Notes, each a paragraph."""
    for note in record.get("notes", ()):
        yield "\n" + paragraph(note)


def _examples(record: Data) -> Iterator[str]:
    if record["examples"]:
        yield "\n" + bold("examples")
    for example in record["examples"]:
        if "summary" in example:
            yield paragraph(f"// {example['summary']}", 2)
        yield from (code_line(line, 2) for line in example["code"].splitlines())
