"""Contents of the page of an instruction: forms at a glance, families of forms, conditions of availability.

`pages` decides whether an instruction needs several pages. `overview`, `all_needs`, `availability` and `combinations`
return the tables of the template `instruction`, and `conditions` the named floors that tables and the explorer share.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.records.model import RecordedInstruction
from generator.site.rst import flat, list_table
from generator.site.site import Site
from generator.site.wording import (
    condition,
    condition_name,
    evidence,
    short_clause,
    short_targets,
    slot_name,
    value_link,
)
from ptxisa.isa.effects import by_effects, by_event
from ptxisa.isa.facts import grouped, lowest_floors
from ptxisa.isa.forms import ABSENT, Clause, Form, Slot
from ptxisa.isa.names import runs
from ptxisa.isa.targets import terms
from ptxisa.isa.versions import order

WHOLE = ("this form", "all of it")
"""Names of the condition of a form or record without conditions on modifiers."""
MOST_FORMS = 8
"""Most forms on one page; with more, each family of forms has its own page."""
MOST_ROWS = 150
"""Most rows of legal combinations on one page."""
MOST_LISTED = 56
"""Most modifiers, conditions and rules, outside of tables of combinations, of the forms on one page."""
MOST_NEEDS = 60
"""Most rows of the table of needs: the table of forms states the floors, and pages of families have the rest."""
MOST_PAIRS = 6
"""Most pairs of types that a row of the table of needs names."""
MOST_NAMED = 6
"""Most forms that a line about several forms names."""
MOST_CLAUSES = 6
"""Clauses above which a form shows a table."""
MOST_VALUES = 16
"""Values of one clause above which a form shows a table."""


class FormFamily(NamedTuple):
    """Forms whose ids share the word after the name of the instruction, which may be empty."""

    word: str
    forms: tuple[Form, ...]


def families(instruction: RecordedInstruction) -> tuple[FormFamily, ...]:
    """Return the families of an instruction's forms, in the order of their first forms."""
    by_word: dict[str, list[Form]] = {}
    for form in instruction.forms:
        by_word.setdefault(form.id.removeprefix(instruction.name).strip(".").partition(".")[0], []).append(form)
    return tuple(FormFamily(word, tuple(forms)) for word, forms in by_word.items())


def split(instruction: RecordedInstruction) -> bool:
    """Return True if there are too many or too long forms for one page."""
    rows = sum(len(rule.rows) for form in instruction.forms for rule in form.rules)
    listed = sum(
        len(form.availability) + len(form.rules) + len(form.limits) + sum(not slot.literal for slot in form.slots)
        for form in instruction.forms
        if not tabled(form)
    )
    return len(instruction.forms) > 1 and (
        len(instruction.forms) > MOST_FORMS or rows > MOST_ROWS or listed > MOST_LISTED
    )


def pages(instruction: RecordedInstruction) -> tuple[FormFamily, ...]:
    """Return the families with their own pages; none if all forms are on the page of the instruction."""
    return families(instruction) if split(instruction) else ()


def page_name(instruction: RecordedInstruction, family: FormFamily) -> str:
    """Return the file name of a family's page."""
    return family.word or instruction.name


def opcode(form: Form) -> str:
    """Return the syntax of a form without operands."""
    return form.syntax.partition(" ")[0]


def types(instruction: RecordedInstruction) -> str:
    """Return the types of an instruction as links, in the order of its forms."""
    slots = (slot for form in instruction.forms for slot in form.slots if slot.group == "type")
    return ", ".join(value_link("type", value) for value in dict.fromkeys(v for slot in slots for v in slot.values))


def overview(site: Site, instruction: RecordedInstruction) -> str:
    """Return the table of forms: opcode, function and first availability."""
    forms = instruction.forms
    shared = set.intersection(
        *(
            {
                *(("slot", slot.values[0] if slot.literal else slot.name) for slot in form.slots),
                *(("operand", f"{operand.name}: {operand.summary}") for operand in form.operands),
            }
            for form in forms
        )
    )
    rows = [
        [f":ptx:form:`{title} <{form.id}>`", does(site, instruction, form, shared), since(site, form)]
        for title, form in zip(titles(forms), forms, strict=True)
    ]
    return "\n".join(list_table(["Form", "What it does", "Since"], rows, "ptx-forms"))


def titles(forms: Sequence[Form]) -> list[str]:
    """Return the opcode of each form; forms with the same opcode also have their operands, or else their types."""
    written = [with_sinks(form) for form in forms]
    opcodes, syntaxes = Counter(map(opcode, forms)), Counter(written)
    names = []
    for form, syntax in zip(forms, written, strict=True):
        name = opcode(form) if opcodes[opcode(form)] == 1 else syntax
        if syntaxes[syntax] > 1:
            for slot in form.slots:
                if slot.group == "type" and not slot.literal:
                    name = opcode(form).replace(f"{{{slot.name}}}", "|".join(slot.values))
        names.append(name)
    return names


def with_sinks(form: Form) -> str:
    """Return the syntax of a form, with `_` for the operands that must be dropped: they distinguish some forms."""
    head, space, operands = form.syntax.partition(" ")
    for operand in form.operands:
        if operand.underscore_required:
            operands = re.sub(rf"\b{re.escape(operand.name)}\b", "_", operands)
    return f"{head}{space}{operands}"


def does(site: Site, instruction: RecordedInstruction, form: Form, shared: set[tuple[str, str]]) -> str:
    """Return what distinguishes a form from the other forms: its summary, or its own modifiers and operands in words.

    Args:
        site: All records.
        instruction: Instruction of the form.
        form: Form to describe.
        shared: Kind and name of the modifiers and operands that all forms of the instruction have.
    """
    if len(instruction.forms) == 1:
        return flat(instruction.summary)
    summary: str = instruction.data["forms"][instruction.forms.index(form)].get("summary", "")
    if summary:
        return flat(summary)
    own = [(kind, words) for kind, name, words in _parts(site, form) if (kind, name) not in shared and words]
    modifiers = [words for kind, words in own if kind == "slot"]
    operands = [words for kind, words in own if kind == "operand"]
    return " ".join(dict.fromkeys(modifiers + operands[:1])) or flat(instruction.summary)


def _parts(site: Site, form: Form) -> Iterator[tuple[str, str, str]]:
    """Yield kind, name and meaning of the literal modifiers, then of the operands."""
    name = form.record.rpartition("/")[2]
    for slot in form.slots:
        if slot.literal and slot.group != "type" and not slot.optional:
            value, group = slot.values[0], site.isa.modifiers.get(slot.group, ())
            meanings = (modifier.meaning_in(name) for modifier in group if modifier.value == value)
            yield "slot", value, flat(next(meanings, ""))
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


def all_needs(site: Site, forms: Sequence[Form]) -> str:
    """Return what modifiers and types need beyond the floors of their forms, or "" if there is nothing or too much.

    The table has a row for each condition; forms that share the condition share the row.
    """
    users: dict[tuple[str, str, str], dict[str, None]] = {}
    for form in forms:
        base = {(floor.ptx, floor.target) for floor in lowest_floors(form, site.targets)}
        named = _needs_by_type(form) if tabled(form) else conditions(site, form)
        one_group = tabled(form) and len(grouped(form.availability)) == 1
        for need in named:
            unnamed = need.name in ("", *WHOLE, "all modifiers", "always")
            whole = unnamed or (one_group and need not in _needs(form))
            if not (whole and (need.ptx, need.target) in base):
                what = _others(form) if whole else need.name
                users.setdefault((what, need.ptx, need.target), {})[form.id] = None
    if not users or len(users) > MOST_NEEDS:
        return ""
    rows = [
        [what, f":ptx:version:`PTX {ptx} <{ptx}>`", short_targets(target), _form_links(list(names), forms)]
        for (what, ptx, target), names in sorted(users.items(), key=lambda user: order(user[0][1]))
    ]
    heads = ["With", "Since", "Target", "Form"]
    shown = slice(None) if len(forms) > 1 else slice(3)
    return "\n".join(list_table(heads[shown], [row[shown] for row in rows], "ptx-needs"))


def _needs_by_type(form: Form) -> list[Named]:
    """Return the floors of a form with a table of combinations, each with the types and the kinds that start there."""
    groups = grouped(form.availability)
    every = [row for group in groups for row in group.rows]
    varying = [slot for slot in form.slots if len({row.get(slot.name) for row in every}) > 1 and not slot.optional]
    # The types of multiplicands distinguish rows best: of all slots of types they have the most values.
    types_of = sorted((slot for slot in varying if slot.group == "type"), key=lambda slot: -len(slot.values))
    kinds_of = [slot for slot in varying if slot.group != "type"][:1]
    names = [_values_of(group.rows, [*types_of[:1], *kinds_of]) for group in groups]
    needs = []
    for group, name in zip(groups, names, strict=True):
        if names.count(name) > 1 and len(group.rows) <= MOST_PAIRS and types_of[1:]:
            pairs = (" × ".join(_values_of([row], [slot]) for slot in types_of[:2]) for row in group.rows)
            name = "; ".join(dict.fromkeys(pairs))
        needs += [Named(name, floor.ptx, floor.target, group.clauses) for floor in group.floors]
    return needs + _needs(form)


def _others(form: Form) -> str:
    """Return the name of what no other condition of a form is about: `with .{slot}` besides "without .{slot}"."""
    conditions = [clause.when for clause in form.availability if clause.when]
    slots = {slot.name: slot for slot in form.slots}
    once = [condition for at, condition in enumerate(conditions) if condition not in conditions[:at]]
    if len(once) == 1 and len(once[0]) == 1:
        ((name, wanted),) = once[0].items()
        if name in slots and isinstance(wanted, bool):
            return f"{'without' if wanted else 'with'} {slot_name(slots[name])}"
    return "everything else"


def _values_of(rows: Sequence[Mapping[str, bool | tuple[str, ...]]], slots: Sequence[Slot]) -> str:
    """Return the values that slots have in some rows: `.f16, .bf16 in shapes .m16n8k8, .m16n8k16`."""
    parts = []
    for slot in slots:
        wanted = [row.get(slot.name) for row in rows]
        values = dict.fromkeys(value for contents in wanted if isinstance(contents, tuple) for value in contents)
        shown = runs([value for value in values if value != ABSENT])
        parts.append(", ".join(f"``.{value}``" for value in shown))
    between = " in shapes " if len(slots) > 1 and "shape" in slots[1].name else "; "
    return between.join(filter(None, parts))


def has_grid(site: Site, instruction: RecordedInstruction) -> bool:
    """Return True if the grid of availability says more than "partly": some cell is "yes"."""
    return any(cell is not None and cell.state == "yes" for row in site.grid(instruction).rows for cell in row.cells)


def effects(forms: Sequence[Form]) -> str:
    """Return a field with the effects that the forms have besides their results, one line for each difference."""
    groups = by_effects(forms)
    if len(groups) == 1:
        return f":Effects: {groups[0][0]}"
    lines = [f"{_form_links(names, forms)}: {text}" for text, names in groups[:-1]]
    return ":Effects:\n" + "\n".join(f"   | {line}" for line in [*lines, f"other forms: {groups[-1][0]}"])


def ordering(forms: Sequence[Form]) -> str:
    """Return a list with a sentence for each event of the memory consistency model; empty for forms without events."""
    lines = []
    for text, names in by_event(forms):
        sentence = text.replace("`", "``")
        if len(names) < len(forms):
            sentence = f"{_form_links(names, forms)}: {sentence[0].lower()}{sentence[1:]}"
        lines.append(f"* {sentence}")
    return "\n".join(lines)


def _form_links(names: Sequence[str], every: Sequence[Form] = ()) -> str:
    """Return links to forms; of many forms the families that they are, or their number.

    Args:
        names: Ids of the forms.
        every: Forms of the page, whose families have names.
    """
    if len(names) <= MOST_NAMED:
        return ", ".join(f":ptx:form:`{name}`" for name in names)
    by_family: dict[str, set[str]] = {}
    for form in every:
        # A family has the name of its instruction, and the next word.
        name = form.record.rpartition("/")[2]
        word = form.id.removeprefix(name).strip(".").partition(".")[0]
        by_family.setdefault(f"{name}.{word}" if word else name, set()).add(form.id)
    whole = [family for family, members in by_family.items() if members <= set(names)]
    if whole and sum(len(by_family[family]) for family in whole) == len(names) and len(whole) <= MOST_NAMED:
        return ", ".join(f"``{family}`` ({len(by_family[family])})" for family in whole)
    return f"{len(names)} forms"


class CommonRow(NamedTuple):
    """Row of a table that several forms of a page share: its cells, the forms, and the anchors of the row in each."""

    cells: tuple[str, ...]
    forms: tuple[Form, ...]
    anchors: tuple[str, ...]


def common(rows: Sequence[tuple[Form, str, Sequence[str]]]) -> tuple[list[CommonRow], set[str]]:
    """Return the rows that several forms have, and the anchors of all of these.

    Args:
        rows: Form, anchor and cells of each row of each form.
    """
    by_cells: dict[tuple[str, ...], list[tuple[Form, str]]] = {}
    for form, anchor, cells in rows:
        by_cells.setdefault(tuple(cells), []).append((form, anchor))
    shared = []
    names = Counter(cells[0] for cells in by_cells)
    for cells, users in by_cells.items():
        if len(users) > 1:
            forms = tuple(form for form, _ in users)
            if names[cells[0]] > 1:  # Other forms have something else of this name.
                *others, meaning = cells
                break_ = "\n\n" if "\n" in meaning else " "
                cells = (*others, f"{meaning}{break_}In {_form_links([form.id for form in forms])}.")
            shared.append(CommonRow(cells, forms, tuple(anchor for _, anchor in users)))
    return shared, {anchor for row in shared for anchor in row.anchors}


def own(rows: Sequence[tuple[Form, str, Sequence[str]]], elsewhere: Collection[str]) -> list[CommonRow]:
    """Return the rows of one form, without those whose anchors are elsewhere on the page."""
    return [CommonRow(tuple(cells), (form,), (anchor,)) for form, anchor, cells in rows if anchor not in elsewhere]


class Named(NamedTuple):
    """Named condition of availability: version, target, and the clauses that state it."""

    name: str
    ptx: str
    target: str
    clauses: tuple[Clause, ...]


def conditions(site: Site, form: Form) -> list[Named]:
    """Return the named conditions of a form; clauses with the same floor are one condition."""
    if form.id not in site.named:
        groups = grouped(form.availability)
        # A form without conditions, or a record, is named as a whole.
        this_form, all_of_it = WHOLE
        whole = "all modifiers" if any(clause.when for clause in form.availability) else this_form
        whole = all_of_it if "/" in form.id else whole
        rows = [[condition_name(form, row) for row in group.rows] for group in groups]
        names = ["; or ".join(variants) if variants and all(variants) else whole for variants in rows]
        ways = [
            Named(name, floor.ptx, floor.target, group.clauses)
            for group, name in zip(groups, names, strict=True)
            for floor in group.floors
        ]
        site.named[form.id] = ways + _needs(form)
    return site.named[form.id]


def _needs(form: Form) -> list[Named]:
    """Return the conditions that must be satisfied in addition."""
    return [
        Named(
            condition_name(form, requirement.when) if requirement.when else "always",
            requirement.ptx,
            requirement.target,
            (requirement,),
        )
        for requirement in form.requirements
    ]


def availability(site: Site, form: Form) -> str:
    """Return the table of named conditions."""
    return _table(site, form, conditions(site, form))


def needs(site: Site, form: Form) -> str:
    """Return the table of requirements besides a table of combinations."""
    return _table(site, form, _needs(form))


def _table(site: Site, form: Form, named: Sequence[Named]) -> str:
    """Return a table of conditions with their evidence; without names if all conditions are about the whole form."""
    rows = [
        [
            condition.name,
            f":ptx:version:`PTX {condition.ptx} <{condition.ptx}>`",
            short_targets(condition.target),
            evidence([site.measured(form.id, clause.id) for clause in condition.clauses]),
        ]
        for condition in named
    ]
    heads = ["What", "Since", "Target", "Confirmed by"]
    shown = slice(1 if all(condition.name in WHOLE for condition in named) else 0, None)
    return "\n".join(list_table(heads[shown], [row[shown] for row in rows], "ptx-floors"))


def tabled(form: Form) -> bool:
    """Return True if availability is shown as a table: there are many or long clauses, all about slots."""
    slots = {slot.name for slot in form.slots}
    if not all(slots.issuperset(clause.when) for clause in form.availability):
        return False
    return len(form.availability) > MOST_CLAUSES or any(
        sum(1 if isinstance(wanted, bool) else len(wanted) for wanted in clause.when.values()) > MOST_VALUES
        for clause in form.availability
    )


def combinations(form: Form) -> str:
    """Return a sentence about what all rows share, and a table of the slots in which they differ.

    Optional modifiers, which most rows lack, have one column together.
    """
    groups = grouped(form.availability)
    rows = [row for group in groups for row in group.rows]
    by_name = {slot.name: slot for slot in form.slots}
    slots = list(dict.fromkeys(slot for row in rows for slot in row))
    shared = [slot for slot in slots if len({row.get(slot) for row in rows}) == 1]
    own = [slot for slot in slots if slot not in shared]
    optional = [slot for slot in own if by_name[slot].optional]
    columns = [slot for slot in own if slot not in optional] if len(optional) > 1 else own
    table = []
    for group in groups:
        floors = "\n\n".join(short_clause(floor) for floor in group.floors)
        for row in group.rows:
            cells = [_combination_cell(row.get(slot), by_name[slot]) for slot in columns]
            if columns != own:
                present = (_optional_modifiers(row.get(slot), by_name[slot]) for slot in optional)
                cells.append(", ".join(filter(None, present)))
            table.append([floors, *cells])
    heads = ["Since", *(f"``.{{{slot}}}``" for slot in columns), *(["With"] if columns != own else [])]
    # A slot that is empty in all rows needs no words.
    words = condition(form, {slot: rows[0][slot] for slot in shared if rows[0][slot] not in (False, (ABSENT,))})
    sentence = [f"In all rows: {words}.", ""] if words else []
    return "\n".join([*sentence, *list_table(heads, table, "ptx-combinations")])


def _optional_modifiers(wanted: bool | tuple[str, ...] | None, slot: Slot) -> str:
    """Return the optional modifiers that a row has, "perhaps" if the row is also legal without."""
    if wanted is None:
        return f"perhaps {slot_name(slot)}"
    if isinstance(wanted, bool):
        return slot_name(slot) if wanted else ""
    values = [value_link(slot.group, value) for value in wanted if value != ABSENT]
    return f"{'perhaps ' if values and ABSENT in wanted else ''}{' or '.join(values)}"


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
