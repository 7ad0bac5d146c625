"""Since when and where a form is available, for a terminal: a line a clause, or tables where there are many."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from ptxisa.cli.output import code_line, table, width
from ptxisa.cli.show_record import confirmed_by
from ptxisa.isa.floors import Row, grouped
from ptxisa.isa.forms import ABSENT, Clause
from ptxisa.isa.names import listing, runs

MOST_LINES = 6
ROOM = 78
"""Columns of a table."""
NOTHING = "-"
"""A cell of a slot that must be absent."""


def show_clauses(form: str, clauses: Sequence[Clause], needs: Sequence[Clause]) -> Iterator[str]:
    """The clauses of a form, of which one must hold, and its needs, of which all must."""
    yield from (code_line(_line(form, "needs", clause)) for clause in needs)
    lines = [_line(form, "since", clause) for clause in clauses]
    if len(lines) <= MOST_LINES and max(map(len, lines), default=0) <= width():
        yield from lines
    else:
        yield from _tables(form, clauses)


def _line(form: str, word: str, clause: Clause) -> str:
    floor, confirmed = _floor(form, clause)
    return f"  {word} {floor}{_condition(clause)}{confirmed}"


def _floor(form: str, clause: Clause) -> tuple[str, str]:
    """Version and target of a clause, and which releases of ptxas confirmed them."""
    from ptxisa.isa.targets import describe

    return f"PTX {clause.ptx} on {describe(clause.target)}", confirmed_by(form, clause.id)


def _condition(clause: Clause) -> str:
    """The modifiers and operands of which a clause tells, such as ` for type .f16 or .f32, without ftz`."""
    return ",".join(f" {_said(slot, values)}" for slot, values in clause.when.items())


def _said(slot: str, values: bool | Sequence[str]) -> str:
    if isinstance(values, bool) or set(values) == {ABSENT}:
        return f"{'with' if values is True else 'without'} {slot}"
    written = [f".{value}" if value != ABSENT else "none" for value in values]
    return f"for {slot} {listing(runs(written), len(written))}"


def _tables(form: str, clauses: Sequence[Clause]) -> Iterator[str]:
    """A table for each set of floors: what became available together is read together."""
    for group in grouped(clauses):
        floors = ("".join(_floor(form, one)) for one in group.floors)
        yield "\n" + textwrap.fill(f"since {', or '.join(floors)}:", ROOM)
        yield textwrap.indent(_grid(group.rows), "  ")
    yield ""


def _grid(rows: Sequence[Row]) -> str:
    """Columns of the slots that some row fills; what all rows share is said above them if they are too wide."""
    slots = [slot for slot in dict.fromkeys(slot for row in rows for slot in row) if _filled(slot, rows)]
    cells = {slot: [_cell(row.get(slot, False)) for row in rows] for slot in slots}
    shared = [slot for slot in slots if len(set(cells[slot])) == 1] if _wide(cells) else []
    own = {slot: cells[slot] for slot in slots if slot not in shared}
    said = "; ".join(f"{slot} {_cell(rows[0][slot], ABSENT)}" for slot in shared)
    return "\n".join(filter(None, [textwrap.fill(said, ROOM), _columns(own) if own else ""])) or "every combination"


def _columns(cells: Mapping[str, Sequence[str]]) -> str:
    """The widest column is last, since it wraps."""
    widest = max(cells, key=lambda slot: max(map(len, cells[slot])))
    order = [*(slot for slot in cells if slot != widest), widest]
    return table(order, list(zip(*(cells[slot] for slot in order), strict=True)), ROOM)


def _wide(cells: Mapping[str, Sequence[str]]) -> bool:
    return sum(2 + max(len(slot), *map(len, column)) for slot, column in cells.items()) > ROOM


def _filled(slot: str, rows: Sequence[Row]) -> bool:
    """Whether some row has a value in the slot."""
    return any(row.get(slot, False) not in (False, (ABSENT,)) for row in rows)


def _cell(values: bool | Sequence[str], nothing: str = NOTHING) -> str:
    if isinstance(values, bool):
        return "present" if values else nothing
    shown = runs([nothing if value == ABSENT else value for value in values])
    return (" " if len(shown) == len(values) else ", ").join(shown)
