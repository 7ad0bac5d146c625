"""Text of `ptxisa show` about an instruction: all of its forms, or the variant that an opcode or a statement names."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ptxisa.cli.output import bold, code_line, paragraph, plain_text, table, width
from ptxisa.cli.show_place import ANYWHERE, QueriedPlace, form_at
from ptxisa.cli.show_record import confirmed_by, notes, other_names
from ptxisa.isa import contracts
from ptxisa.isa.effects import by_effects, effects_text, event_sentences
from ptxisa.isa.executions import EXECUTIONS
from ptxisa.isa.facts import Row, grouped, lowest_floors
from ptxisa.isa.forms import ABSENT, Clause, Form, restricts
from ptxisa.isa.names import listing, runs
from ptxisa.isa.targets import describe

Data = Mapping[str, Any]
MOST_LINES = 6
"""Clauses that are printed as lines; more become tables."""
ROOM_FOR_WORDS = 30
"""Columns that the last column of the table of forms needs."""
ROOM = 78
"""Columns of a table of clauses."""


def instruction(record: Data, place: QueriedPlace = ANYWHERE, detail: str = "") -> Iterator[str]:
    """Yield the record of an instruction: its forms at a glance, each form in full, notes, examples and other names.

    Args:
        record: the record, cut to the place by `at_place`.
        place: the place.
        detail: "brief" ends after the forms at a glance, "forms" lists the syntax of each form alone.
    """
    from ptxisa.isa.instructions import form_by_id

    yield bold(f"{record['name']} ({record['family']})")
    if detail == "forms":
        yield from (_title(form["syntax"], form["id"]) for form in record["forms"])
        return
    yield paragraph(record["summary"])
    examples = []
    for example in record["examples"]:
        about = [paragraph(f"// {example['summary']}", 2)] if "summary" in example else []
        examples.append([*about, *(code_line(line, 2) for line in example["code"].splitlines())])
    # The first example is at the top, where most readers stop.
    if examples and not detail:
        yield "\n" + "\n".join(examples[0])
    if len(record["forms"]) > 1 or detail:
        rows = []
        for form in record["forms"]:
            known = form_at(form["id"], place) or form_by_id(form["id"])
            floors = (f"PTX {floor.ptx} {floor.target.replace(' | ', ', ')}" for floor in lowest_floors(known))
            summary = plain_text(" ".join(form.get("summary", record["summary"]).split()))
            rows.append([form["id"], "; ".join(floors), summary])
        if sum(max(map(len, column)) for column in list(zip(*rows, strict=True))[:2]) > width() - ROOM_FOR_WORDS:
            yield "\n" + bold("forms")
            for name, since, summary in rows:
                yield f"{paragraph(name)}\n{paragraph(f'{summary} Since {since}.', 4)}"
        else:
            yield "\n" + table(["form", "since", "what it does"], rows)
    if "elsewhere" in record:
        yield "\n" + paragraph(f"on other targets: {', or '.join(record['elsewhere'])}")
    groups = by_effects([form_by_id(form["id"]) for form in record["forms"]])
    if len(groups) == 1:
        yield "\n" + paragraph(f"effects: {groups[0][0]}")
    else:
        yield "\n" + bold("effects")
        for text, forms in groups[:-1]:
            yield paragraph(f"{', '.join(forms)}: {text}", 2)
        yield paragraph(f"other forms: {groups[-1][0]}", 2)
    if detail:
        return
    for form in record["forms"]:
        yield from _form(form, place)
    yield from notes(record)
    if examples[1:]:
        yield "\n" + bold("examples")
    for lines in examples[1:]:
        yield from lines
    names = list(other_names(record))
    if names:
        yield "\n" + bold("other names")
        yield from names


def variant(record: Data, opcode: str, forms: Sequence[str], reason: str) -> Iterator[str]:
    """Yield the forms of a record that an opcode is an instance of.

    Args:
        record: the record of the instruction.
        opcode: a full opcode.
        forms: ids of the forms with this opcode, of all records.
        reason: where the opcode is available.
    """
    from ptxisa.isa.instructions import form_by_id
    from ptxisa.isa.opcode import placements

    yield bold(f"{opcode} ({record['family']})")
    yield paragraph(record["summary"])
    yield paragraph(reason)
    for form in record["forms"]:
        if form["id"] in forms:
            yield "\n" + _title(form["syntax"], form["id"])
            yield from _operands(form)
            known = form_by_id(form["id"])
            yield paragraph(f"effects: {effects_text(known)}", 2)
            placed = next(placements(known, opcode.split(".")[1:]), {})
            yield from (paragraph(sentence.replace("`", ""), 4) for sentence in event_sentences(known, placed))
            yield from _semantics(form)


def summed_up(record: Data) -> str:
    """Return a record in a few lines: summary and ids of its forms."""
    forms = " ".join(f"[{form['id']}]" for form in record["forms"])
    return paragraph(f"{record['name']}: {record['summary']} {forms}", 2)


def _form(form: Data, place: QueriedPlace) -> Iterator[str]:
    """Yield everything about one form."""
    from ptxisa.query.database import database

    yield "\n" + _title(form["syntax"], form["id"])
    if "summary" in form:
        yield paragraph(form["summary"], 2)
    for slot, values in form.get("where", {}).items():
        listed = values.get("values", ()) if isinstance(values, dict) else values
        if listed:  # The values of a slot of selectors are in the record of the group.
            yield paragraph(f"{{{slot}}} = " + " ".join(f".{value}" for value in listed), 2)
    defaults = """SELECT name, json_array_length("values"), json_extract("values", '$[0]'), "default" FROM slot
        WHERE form = ? AND "default" <> '' ORDER BY position"""
    for slot, count, value, default in database().sql(defaults, (form["id"],)):
        omitted = f".{value}" if count == 1 and slot not in form.get("where", {}) else f"{{{slot}}}"
        yield paragraph(f"without {omitted}: {plain_text(default)}", 2)
    for rule in form.get("rules", ()):
        yield paragraph(f"{rule['why']} [{rule['id']}]", 2)
    for limit in form.get("limits", ()):
        yield paragraph(f"{limit['require']}: {limit['why']} [{limit['id']}]", 2)
    for advice in form.get("advisories", ()):
        excepted = f", but on {describe(advice['except_target'])}" if "except_target" in advice else ""
        yield paragraph(f"ptxas {advice['since']} and later advise{excepted}: {advice['text']}. [{advice['id']}]", 2)
    yield from _operands(form)
    if available := form_at(form["id"], place):
        yield from show_clauses(available)
    yield from _semantics(form)
    for target, device, run, agreed in database().sql(
        "SELECT target, device, run, agreed FROM measurement WHERE form = ? ORDER BY source", (form["id"],)
    ):
        agreement = f"all {run:,} results agree" if agreed == run else f"{agreed:,} of {run:,} results agree"
        yield paragraph(f"tested on {device.removeprefix('NVIDIA ')} ({target}): {agreement}", 2)


def _title(syntax: str, form: str) -> str:
    """Return a syntax with the id of its form, which goes into a second line if both do not fit in one."""
    if len(syntax) + len(form) + 6 <= width():
        return f"{bold(syntax)}    [{form}]"
    return f"{bold(code_line(syntax))}\n  [{form}]"


def _operands(form: Data) -> Iterator[str]:
    """Yield the operands of a form, and the state of the machine that it uses."""
    for name, operand in form["operands"].items():
        yield paragraph(f"{name} ({operand['access']}): {operand['summary']}", 2)
    for state in form.get("state", ()):
        yield paragraph(f"{state['name']} ({state['access']}): {state['summary']}", 2)


def _semantics(form: Data) -> Iterator[str]:
    """Yield the pseudo-code of a form or the reason why it has none, and the contract of an approximation."""
    from ptxisa.query.database import database

    ((pseudocode, reason),) = database().sql("SELECT pseudocode, no_semantics FROM form WHERE id = ?", (form["id"],))
    if pseudocode:
        yield from (code_line(line, 4) for line in pseudocode.splitlines())
    elif "operation" in form:
        yield paragraph(EXECUTIONS[form["operation"]], 2)
    else:
        yield paragraph(f"not executable: {reason}", 2)
    if "contract" in form:
        yield paragraph(f"contract: {contracts.about(form['contract'])}", 2)
        yield from (paragraph(f"{where}: {what}", 4) for where, what in contracts.rows(form["contract"]))


def show_clauses(form: Form) -> Iterator[str]:
    """Yield the availability of a form, a line per clause, or tables where there are many, and where it ends."""
    yield from _starts(form)
    for word, ends in (("deprecated", form.deprecated), ("removed", form.removed)):
        for end in ends:
            since = f" since PTX {end.ptx}" if end.ptx else ""
            where = f" on {describe(end.target)}" if end.target else ""
            variants = condition_text(form, end.when)
            note = f": {end.note}" if end.note else ""
            yield paragraph(f"{word}{since}{where}{' ' if variants else ''}{variants}{note}", 2)


def _starts(form: Form) -> Iterator[str]:
    """Yield the clauses of a form: requirements, then where it is available."""

    def line(word: str, clause: Clause) -> str:
        floor, confirmed = _floor(form.id, clause)
        variants = condition_text(form, clause.when)
        return f"  {word} {floor}{' ' if variants else ''}{variants}{confirmed}"

    yield from (code_line(line("needs", clause)) for clause in form.requirements)
    lines = [line("since", clause) for clause in form.availability]
    whole = not any(clause.when for clause in form.availability)
    if len(lines) <= MOST_LINES and (whole or max(map(len, lines), default=0) <= width()):
        yield from map(code_line, lines)
        return
    # Variants that became available together share a table.
    groups = grouped(form.availability)
    if len(groups) > 1:
        union = ", or ".join(f"PTX {floor.ptx} on {describe(floor.target)}" for floor in lowest_floors(form))
        yield paragraph(f"since {union}; in detail:", 2)
    for group in groups:
        group_floors = ("".join(_floor(form.id, floor)) for floor in group.floors)
        yield "\n" + textwrap.fill(f"since {', or '.join(group_floors)}:", ROOM)
        free = {
            slot.name
            for slot in form.slots
            if all(slot.name in row and not restricts(slot, row[slot.name]) for row in group.rows)
        }
        rows = [{name: values for name, values in row.items() if name not in free} for row in group.rows]
        yield textwrap.indent(clause_table(rows), "  ")
    yield ""


def _floor(form: str, clause: Clause) -> tuple[str, str]:
    """Return version and target of a clause, and the releases of ptxas that confirmed them."""
    return f"PTX {clause.ptx} on {describe(clause.target)}", confirmed_by(form, clause.id)


def condition_text(form: Form, when: Row) -> str:
    """Return a condition on the modifiers of a form as words, such as `for type .f16 or .f32, without .ftz`."""
    slots = {slot.name: slot for slot in form.slots}
    written = {slot.name: f".{slot.values[0]}" for slot in form.slots if slot.literal}
    conditions = []
    for slot, values in when.items():
        if slot in slots and not restricts(slots[slot], values):
            continue
        if isinstance(values, bool) or set(values) == {ABSENT}:
            conditions.append(f"{'with' if values is True else 'without'} {written.get(slot, slot)}")
        else:
            every = [f".{value}" if value != ABSENT else "none" for value in values]
            conditions.append(f"for {slot} {listing(runs(every), len(every))}")
    return ", ".join(conditions)


def clause_table(rows: Sequence[Row]) -> str:
    """Return a table with a column for each slot that a row fills.

    If the columns do not fit, a slot with the same values in every row becomes a line above the table.
    """
    slots = list(dict.fromkeys(slot for row in rows for slot in row))
    filled = [slot for slot in slots if any(row.get(slot, False) not in (False, (ABSENT,)) for row in rows)]
    cells = {slot: [_cell(row.get(slot, False), "-") for row in rows] for slot in filled}
    absent = [slot for slot in slots if slot not in filled]
    if not cells:
        return f"every combination without {' and '.join(absent)}" if absent else "every combination"
    total = sum(2 + max(len(slot), *map(len, column)) for slot, column in cells.items())
    shared = [slot for slot in filled if len(set(cells[slot])) == 1] if total > ROOM else []
    excluded = [f"without {' and '.join(absent)}"] if absent else []
    heading = "; ".join([*(f"{slot} {_cell(rows[0][slot], ABSENT)}" for slot in shared), *excluded])
    own = {slot: column for slot, column in cells.items() if slot not in shared}
    parts = [textwrap.fill(heading, ROOM)] if heading else []
    if own:
        widest = max(own, key=lambda slot: max(map(len, own[slot])))  # The last column wraps.
        order = [*(slot for slot in own if slot != widest), widest]
        parts.append(table(order, list(zip(*(own[slot] for slot in order), strict=True)), ROOM))
    return "\n".join(parts)


def _cell(values: bool | Sequence[str], nothing: str) -> str:
    if isinstance(values, bool):
        return "present" if values else nothing
    shown = runs([nothing if value == ABSENT else value for value in values])
    return (" " if len(shown) == len(values) else ", ").join(shown)
