"""Contents of the page of an instruction: forms at a glance, families of forms, conditions of availability."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.records.model import Instruction
from generator.site.rst import block, flat, list_table
from generator.site.site import Site
from generator.site.wording import condition, condition_name, evidence, short_clause, short_targets, value_link
from ptxisa.isa.facts import Row, grouped, lowest_floors
from ptxisa.isa.forms import ABSENT, Clause, Form, Slot
from ptxisa.isa.names import runs
from ptxisa.isa.targets import terms

MOST_AT_A_GLANCE = 16
"""Most forms in a table that is not folded by family."""
MOST_FORMS = 8
"""Most forms on one page; with more, each family of forms has its own page."""
MOST_ROWS = 150
"""Most rows of legal combinations on one page."""


class Family(NamedTuple):
    """Forms whose ids share the word after the name of the instruction, which may be empty."""

    word: str
    forms: tuple[Form, ...]


def families(one: Instruction) -> tuple[Family, ...]:
    """Return the families of an instruction's forms, in the order of their first forms."""
    found: dict[str, list[Form]] = {}
    for form in one.forms:
        found.setdefault(form.id.removeprefix(one.name).strip(".").partition(".")[0], []).append(form)
    return tuple(Family(word, tuple(forms)) for word, forms in found.items())


def split(one: Instruction) -> bool:
    """Return True if there are too many or too long forms for one page."""
    rows = sum(len(rule.rows) for form in one.forms for rule in form.rules)
    return len(one.forms) > 1 and (len(one.forms) > MOST_FORMS or rows > MOST_ROWS)


def pages(one: Instruction) -> tuple[Family, ...]:
    """Return the families with their own pages; none if all forms are on the page of the instruction."""
    return families(one) if split(one) else ()


def page_name(one: Instruction, family: Family) -> str:
    """Return the file name of a family's page."""
    return family.word or one.name


def opcode(form: Form) -> str:
    """Return the syntax of a form without operands."""
    return form.syntax.partition(" ")[0]


def overview(site: Site, one: Instruction) -> str:
    """Return the table of forms: opcode, function and first availability; a long table is folded by family."""
    if not folded(one):
        return _glance(site, one, one.forms)
    # A folded table of a family's forms with a link to its page.
    foldeds: list[str] = []
    for family in families(one):
        name = f"{one.name}.{family.word}" if family.word else one.name
        number = len(family.forms)
        page = f":doc:`{name} in full <{one.name}/{page_name(one, family)}>`"
        inside = block(f"{_glance(site, one, family.forms)}\n\n{page}")
        foldeds.append(f".. ptx:fold:: {name}: {number} form{'' if number == 1 else 's'}\n\n{inside}")
    return "\n\n".join(foldeds)


def folded(one: Instruction) -> bool:
    """Return True if the table of forms is longer than a screen and is folded by family."""
    return len(one.forms) > MOST_AT_A_GLANCE and bool(pages(one))


def _glance(site: Site, one: Instruction, forms: Sequence[Form]) -> str:
    shared = set.intersection(*({(kind, name) for kind, name in _names(form)} for form in one.forms))
    rows = [
        [f":ptx:form:`{opcode(form)} <{form.id}>`", does(site, one, form, shared), since(site, form)] for form in forms
    ]
    return "\n".join(list_table(["Form", "What it does", "Since"], rows, "ptx-forms"))


def does(site: Site, one: Instruction, form: Form, shared: set[tuple[str, str]]) -> str:
    """Return what distinguishes a form from the other forms: its own modifiers and operands, in words."""
    if len(one.forms) == 1:
        return flat(one.summary)
    summary: str = one.data["forms"][one.forms.index(form)].get("summary", "")
    if summary:
        return flat(summary)
    own = [(kind, words) for kind, name, words in _parts(site, form) if (kind, name) not in shared and words]
    modifiers = [words for kind, words in own if kind == "slot"]
    operands = [words for kind, words in own if kind == "operand"]
    return " ".join(dict.fromkeys(modifiers + operands[:1])) or flat(one.summary)


def _names(form: Form) -> Iterator[tuple[str, str]]:
    for slot in form.slots:
        yield ("slot", slot.values[0] if slot.literal else slot.name)
    for operand in form.operands:
        yield ("operand", f"{operand.name}: {operand.summary}")


def _parts(site: Site, form: Form) -> Iterator[tuple[str, str, str]]:
    """Yield kind, name and meaning of the literal modifiers, then of the operands."""
    for slot in form.slots:
        if slot.literal and slot.group != "type" and not slot.optional:
            value = slot.values[0]
            yield (
                "slot",
                slot.values[0],
                flat(next((one.summary for one in site.isa.modifiers.get(slot.group, ()) if one.value == value), "")),
            )
    for operand in form.operands:
        if operand.present_when is None:
            yield "operand", f"{operand.name}: {operand.summary}", flat(operand.summary)


def since(site: Site, form: Form) -> str:
    """Return the floors of a form, a line each, and a note if some of its modifiers are available later."""
    floors = lowest_floors(form, site.targets)
    lines = [f":ptx:version:`{floor.ptx}`, {short_targets(floor.target)}" for floor in floors]
    stated = {(floor.ptx, term) for floor in floors for term in terms(floor.target)}
    if any((clause.ptx, term) not in stated for clause in form.clauses for term in terms(clause.target)):
        lines.append("parts later")
    return "\n\n".join(lines)


class Named(NamedTuple):
    """Named condition of availability: version, target, and the clauses that state it."""

    name: str
    ptx: str
    target: str
    clauses: tuple[Clause, ...]


def conditions(site: Site, form: Form) -> list[Named]:
    """Return the named conditions of a form; clauses with the same floor are one condition."""
    if form.id not in site.named:
        ways = [
            Named(_name(form, group.rows), floor.ptx, floor.target, group.clauses)
            for group in grouped(form.availability)
            for floor in group.floors
        ]
        site.named[form.id] = ways + _needs(form)
    return site.named[form.id]


def _needs(form: Form) -> list[Named]:
    """Return the conditions that must be satisfied in addition."""
    return [
        Named(condition_name(form, one.when) if one.when else "always", one.ptx, one.target, (one,))
        for one in form.requirements
    ]


def _name(form: Form, rows: Sequence[Row]) -> str:
    """Return the name of a group of rows; a form with one clause, or a record, is named as a whole."""
    if any(rows):
        return "; or ".join(condition_name(form, row) for row in rows)
    if "/" in form.id:
        return "all of it"
    return "this form" if len(form.availability) == 1 else "all modifiers"


def availability(site: Site, form: Form) -> str:
    """Return the table of named conditions."""
    return _table(site, form, conditions(site, form))


def needs(site: Site, form: Form) -> str:
    """Return the table of requirements besides a table of combinations."""
    return _table(site, form, _needs(form))


def _table(site: Site, form: Form, named: Sequence[Named]) -> str:
    rows = [
        [
            one.name,
            f":ptx:version:`PTX {one.ptx} <{one.ptx}>`",
            short_targets(one.target),
            evidence([site.measured(form.id, clause.id) for clause in one.clauses]),
        ]
        for one in named
    ]
    return "\n".join(list_table(["What", "Since", "Target", "Confirmed by"], rows, "ptx-floors"))


MOST_CLAUSES = 6
"""With more clauses than that, a form shows a table."""
MOST_VALUES = 16
"""With more values in one clause than that, too."""


def tabled(form: Form) -> bool:
    """Return True if availability is shown as a table: there are many or long clauses, all about slots."""
    slots = {slot.name for slot in form.slots}
    if not all(slots.issuperset(one.when) for one in form.availability):
        return False
    return len(form.availability) > MOST_CLAUSES or any(
        sum(1 if isinstance(wanted, bool) else len(wanted) for wanted in one.when.values()) > MOST_VALUES
        for one in form.availability
    )


def combinations(form: Form) -> str:
    """Return a sentence about what all rows share, and a table of the slots in which they differ."""
    groups = grouped(form.availability)
    rows = [row for group in groups for row in group.rows]
    slots = list(dict.fromkeys(slot for row in rows for slot in row))
    shared = [slot for slot in slots if len({row.get(slot) for row in rows}) == 1]
    own = [slot for slot in slots if slot not in shared]
    by_name = {slot.name: slot for slot in form.slots}
    table = []
    for group in groups:
        floors = "\n\n".join(short_clause(one) for one in group.floors)
        table += [[floors, *(_combination_cell(row.get(slot), by_name[slot]) for slot in own)] for row in group.rows]
    heads = ["Since", *(f"``.{{{slot}}}``" for slot in own)]
    # A slot that is empty in all rows needs no words.
    words = condition(form, {slot: rows[0][slot] for slot in shared if rows[0][slot] not in (False, (ABSENT,))})
    sentence = [f"In all rows: {words}.", ""] if words else []
    return "\n".join([*sentence, *list_table(heads, table, "ptx-combinations")])


def _combination_cell(wanted: bool | tuple[str, ...] | None, slot: Slot) -> str:
    """Return the cell of a slot: its values with runs summed up, `–` for none, or `any`."""
    if wanted is None:
        return "any"
    if isinstance(wanted, bool):
        return "present" if wanted else "–"
    shown = runs(list(wanted))
    if len(shown) < len(wanted):
        return ", ".join(shown)
    return ", ".join("–" if value == ABSENT else value_link(slot.group, value) for value in wanted)
