"""Since when and where a form is available, for a terminal: a line a clause, or tables where there are many."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ptxisa.cli.output import table, width
from ptxisa.cli.show_record import confirmed_by
from ptxisa.isa.forms import ABSENT
from ptxisa.isa.names import runs

Data = Mapping[str, Any]
Row = dict[str, tuple[str, ...]]
"""The values that a condition admits, by slot; the empty one says that the slot is absent."""
MOST_LINES = 6
ROOM = 78
"""Columns of a table."""
NOTHING = "-"
"""A cell of a slot that must be absent."""


def show_clauses(form: str, clauses: Sequence[Data], needs: Sequence[Data]) -> Iterator[str]:
    """The clauses of a form, of which one must hold, and its needs, of which all must."""
    yield from (_line(form, "needs", clause) for clause in needs)
    lines = [_line(form, "since", clause) for clause in clauses]
    if len(lines) <= MOST_LINES and max(map(len, lines), default=0) <= width():
        yield from lines
    else:
        yield from _tables(form, clauses)


def _line(form: str, word: str, clause: Data) -> str:
    floor, confirmed = _floor(form, clause)
    return f"  {word} {floor}{_condition(clause)}{confirmed}"


def _floor(form: str, clause: Data) -> tuple[str, str]:
    """Version and target of a clause, and which releases of ptxas confirmed them."""
    from ptxisa.isa.targets import describe

    return f"PTX {clause['ptx']} on {describe(clause['target'])}", confirmed_by(form, clause["id"])


def _condition(clause: Data) -> str:
    rows = _row(clause).items()
    said = "; ".join(f"{slot} {' '.join(value or 'absent' for value in values)}" for slot, values in rows)
    return f" for {said}" if said else ""


def _row(clause: Data) -> Row:
    """The condition of a clause; a value that stands alone is a tuple of one."""
    when = clause.get("when", {})
    return {slot: tuple(map(_value, one if isinstance(one, (list, tuple)) else (one,))) for slot, one in when.items()}


def _value(value: Any) -> str:
    """A value of a condition, which may also ask whether a slot is filled at all."""
    return {True: "present", False: "", None: "", ABSENT: ""}.get(value, str(value))


def _tables(form: str, clauses: Sequence[Data]) -> Iterator[str]:
    """A table for each set of floors: what became available together is read together."""
    for floors, rows in _by_floors(form, clauses).items():
        yield "\n" + textwrap.fill(f"since {', or '.join(''.join(one) for one in floors)}:", ROOM)
        yield textwrap.indent(_grid(_merged(rows)), "  ")
    yield ""


def _by_floors(form: str, clauses: Sequence[Data]) -> dict[tuple[tuple[str, str], ...], list[Row]]:
    """The conditions under the floors that they have, in the order of the record."""
    floors: dict[tuple[Any, ...], list[tuple[str, str]]] = {}
    for clause in clauses:
        floors.setdefault(tuple(_row(clause).items()), []).append(_floor(form, clause))
    found: dict[tuple[tuple[str, str], ...], list[Row]] = {}
    for condition, those in floors.items():
        found.setdefault(tuple(those), []).append(dict(condition))
    return found


def _merged(rows: Sequence[Row]) -> list[Row]:
    """Rows that differ in one slot become one row with the values of both."""
    merged: list[Row] = []
    for row in rows:
        for place, other in enumerate(merged):
            both = _union(other, row)
            if both is not None:
                merged[place] = both
                break
        else:
            merged.append(row)
    return merged if len(merged) == len(rows) else _merged(merged)


def _union(one: Row, other: Row) -> Row | None:
    differing = [slot for slot in one if one[slot] != other.get(slot)]
    if one.keys() != other.keys() or len(differing) != 1:
        return None
    (slot,) = differing
    return {**one, slot: tuple(dict.fromkeys((*one[slot], *other[slot])))}


def _grid(rows: Sequence[Row]) -> str:
    """Columns of the slots that some row fills; what all rows share is said above them if they are too wide."""
    slots = [slot for slot in dict.fromkeys(slot for row in rows for slot in row) if _filled(slot, rows)]
    cells = {slot: [_cell(row.get(slot, ())) for row in rows] for slot in slots}
    shared = [slot for slot in slots if len(set(cells[slot])) == 1] if _wide(cells) else []
    own = {slot: cells[slot] for slot in slots if slot not in shared}
    said = "; ".join(f"{slot} {_cell(rows[0].get(slot, ()), 'absent')}" for slot in shared)
    return "\n".join(filter(None, [textwrap.fill(said, ROOM), _columns(own) if own else ""])) or "every combination"


def _columns(cells: Mapping[str, Sequence[str]]) -> str:
    """The widest column is last, since it wraps."""
    widest = max(cells, key=lambda slot: max(map(len, cells[slot])))
    order = [*(slot for slot in cells if slot != widest), widest]
    return table(order, list(zip(*(cells[slot] for slot in order), strict=True)), ROOM)


def _wide(cells: Mapping[str, Sequence[str]]) -> bool:
    return sum(2 + max(len(slot), *map(len, column)) for slot, column in cells.items()) > ROOM


def _filled(slot: str, rows: Sequence[Row]) -> bool:
    return any(any(row.get(slot, ())) for row in rows)


def _cell(values: Sequence[str], nothing: str = NOTHING) -> str:
    shown = runs([value or nothing for value in values])
    return (" " if len(shown) == len(values) else ", ").join(shown)
