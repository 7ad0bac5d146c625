"""`.. ptx:clause::` of forms with many clauses: one table of combinations, each row with its floors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.site.rst import list_table
from generator.site.wording import condition, short_clause, value_link
from ptxisa.isa.facts import FloorGroup, Row, grouped
from ptxisa.isa.forms import ABSENT, Clause, Form, Slot
from ptxisa.isa.names import runs

MOST_CLAUSES = 6
"""With more clauses than that, a form shows a table."""
MOST_VALUES = 16
"""With more values in one clause than that, too."""


def tabled(form: Form) -> bool:
    """Whether availability is a table: there are many clauses, or long ones. Conditions on operands have no columns."""
    slots = {slot.name for slot in form.slots}
    if not all(slots.issuperset(one.when) for one in form.availability):
        return False
    return len(form.availability) > MOST_CLAUSES or any(_values(one) > MOST_VALUES for one in form.availability)


def _values(clause: Clause) -> int:
    """How many values the condition of a clause lists."""
    return sum(1 if isinstance(wanted, bool) else len(wanted) for wanted in clause.when.values())


def combinations(form: Form) -> str:
    """What all rows share as a sentence, then a table of the slots in which they differ."""
    groups = grouped(form.availability)
    rows = [row for group in groups for row in group.rows]
    slots = list(dict.fromkeys(slot for row in rows for slot in row))
    shared = [slot for slot in slots if len({row.get(slot) for row in rows}) == 1]
    own = [slot for slot in slots if slot not in shared]
    cells = list(_rows(groups, own, {slot.name: slot for slot in form.slots}))
    table = list_table(["Since", *(f"``.{{{slot}}}``" for slot in own)], cells, "ptx-combinations")
    return "\n".join([*_shared(form, rows[0], shared), *table])


def _shared(form: Form, row: Row, slots: Sequence[str]) -> Iterator[str]:
    words = condition(form, {slot: row[slot] for slot in slots if row[slot] not in (False, (ABSENT,))})
    if words:
        yield f"In all rows: {words}."
        yield ""


def _rows(groups: Sequence[FloorGroup], own: Sequence[str], slots: Mapping[str, Slot]) -> Iterator[list[str]]:
    for group in groups:
        since = "\n\n".join(short_clause(one) for one in group.floors)
        for row in group.rows:
            yield [since, *(_cell(row.get(slot), slots[slot]) for slot in own)]


def _cell(wanted: bool | tuple[str, ...] | None, slot: Slot) -> str:
    """What a row has in a slot: values, nothing, or anything; runs of values are summed up."""
    if wanted is None:
        return "any"
    if isinstance(wanted, bool):
        return "present" if wanted else "–"
    shown = runs(list(wanted))
    if len(shown) < len(wanted):
        return ", ".join(shown)
    return ", ".join("–" if value == ABSENT else value_link(slot.group, value) for value in wanted)
