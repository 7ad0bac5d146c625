"""Tables of legal combinations: each row has values of several slots, vector lengths and availability.

A table is written once in a record, under a name that its forms use. For a form it becomes a rule whose
rows are conditions, clauses of availability under these conditions, and lengths of vectors by case. Values that
several rows list are a named list of the table, to which cells refer. Rows of wide tables name their columns and omit
empty slots; `with_lists` makes such rows positional and replaces lists by their values.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.records.model import FormRecord
from generator.records.placed import Placed, located, placed
from generator.records.problems import Problem, RecordError, near
from generator.records.yaml_reader import Located, Steps
from ptxisa.isa.forms import ABSENT, Case, Clause, Row, Rule

ANY = "any"
"""A cell that leaves its slot open."""

REFERENCE = "$"
"""A cell that begins with it is the name of a list."""

KEYED = {"cells": "slots", "lengths": "vectors"}
"""Keys of a row that may be keyed by column, and the keys of the table that list these columns."""

Table = Mapping[str, Any]
_SHAPE = re.compile(r"m(?P<m>[0-9]+)n(?P<n>[0-9]+)(?:k(?P<k>[0-9]+))?")
_QUOTIENT = re.compile(r"(?P<dimension>[mnk]) / (?P<divisor>[0-9]+)")


def with_lists(record: Located) -> Located:
    """Return the record with positional rows, and values in place of the names of lists.

    Raises:
        RecordError: A name is neither a column nor a list of its table.
    """
    record = _in_columns(record)
    if all("lists" not in table and not _names(table) for table in record.data.get("tables", {}).values()):
        return record
    problems = [
        problem for name, table in record.data["tables"].items() for problem in _check_lists(record, name, table)
    ]
    if problems:
        raise RecordError(problems)
    root = placed(record.data)
    tables = {name: _whole(table) for name, table in root["tables"].value.items()}
    return located(record, Placed({**root.value, "tables": Placed(tables, ("tables",))}, ()))


def _in_columns(record: Located) -> Located:
    """Return the record with cells and lengths as lists in the order of the columns.

    A row keyed by column names its filled slots only; raise `RecordError` for names that are not columns.
    """
    tables = record.data.get("tables", {})
    if not any(isinstance(row["cells"], dict) for table in tables.values() for row in table["rows"]):
        return record
    problems = [
        record.problem(
            ("tables", name, "rows", index, key, column),
            f"the table has no column {column!r}{near(column, table.get(heads, ()))}",
        )
        for name, table in tables.items()
        for index, row in enumerate(table["rows"])
        for key, heads in KEYED.items()
        for column in (row.get(key) if isinstance(row.get(key), dict) else ())
        if column not in table.get(heads, ())
    ]
    if problems:
        raise RecordError(problems)
    root = placed(record.data)
    parts = {}
    for name, table in root["tables"].value.items():
        rows = []
        for row in table["rows"].value:
            positional = dict(row.value)
            for key, heads in KEYED.items():
                if key in row and isinstance(row[key].value, dict):
                    columns, empty = [head.value for head in table[heads].value], Placed(ABSENT, row[key].steps)
                    cells = [row[key].value.get(column, empty) for column in columns]
                    kept = [cell for cell in cells if key == "cells" or cell is not empty]
                    positional[key] = Placed(kept, row[key].steps)
            rows.append(Placed(positional, row.steps))
        parts[name] = Placed({**table.value, "rows": Placed(rows, table["rows"].steps)}, table.steps)
    return located(record, Placed({**root.value, "tables": Placed(parts, ("tables",))}, ()))


def _names(table: Table) -> list[tuple[str, int, int]]:
    """Return the lists that cells name, each with its row and column."""
    cells = ((cell, x, y) for x, row in enumerate(table["rows"]) for y, cell in enumerate(row["cells"]))
    return [(cell[1:], x, y) for cell, x, y in cells if isinstance(cell, str) and cell.startswith(REFERENCE)]


def _check_lists(record: Located, name: str, table: Table) -> Iterator[Problem]:
    """Yield problems of lists: those that a table does not have, and those that no row names."""
    lists, named, place = table.get("lists", {}), _names(table), ("tables", name)
    for list_, row, column in named:
        if list_ not in lists:
            steps = (*place, "rows", row, "cells", column)
            yield record.problem(steps, f"the table has no list {list_!r}{near(list_, lists)}")
    for list_ in lists.keys() - {list_ for list_, _, _ in named}:
        yield record.problem((*place, "lists", list_), f"no row names list {list_!r}")


def _whole(table: Placed) -> Placed:
    """Return a table without lists of its own."""
    lists = table.value["lists"].value if "lists" in table else {}
    rows: list[Placed] = []
    for row in table["rows"].value:
        cells: list[Placed] = []
        for cell in row["cells"].value:
            if not isinstance(cell.value, str) or not cell.value.startswith(REFERENCE):
                cells.append(cell)
                continue
            cells.append(Placed(lists[cell.value[1:]].value, cell.steps))
        rows.append(Placed({**row.value, "cells": Placed(cells, row["cells"].steps)}, row.steps))
    kept = {key: part for key, part in table.value.items() if key != "lists"}
    return Placed({**kept, "rows": Placed(rows, table["rows"].steps)}, table.steps)


def table_of(form: FormRecord) -> Table | None:
    """Return the table that a form uses, if it names one that its record has."""
    tables: Mapping[str, Table] = form.record.data.get("tables", {})
    return tables.get(form.data.get("combinations", ""))


def values_in(table: Table, slot: str) -> tuple[str, ...]:
    """Return the values that the rows of a table have for one of its slots, each once."""
    place = table["slots"].index(slot)
    listed = (value for row in table["rows"] for value in _listed(row["cells"][place]))
    return tuple(value for value in dict.fromkeys(listed) if value not in (ABSENT, ANY))


def rule(form: FormRecord, table: Table) -> Rule:
    """Return the restriction that one of the rows matches."""
    rows = tuple(Row(row["id"], condition(table, row)) for row in table["rows"])
    name = form.data["combinations"]
    return Rule(why=table["why"], rows=rows, table=name, id=name)


def clauses(table: Table) -> tuple[Clause, ...]:
    """Return the availability of each row; empty if the forms of the table state it."""
    listed = []
    for row in table["rows"]:
        floors = table.get("availability", {}).get(row.get("availability"), ())
        for floor in floors:
            id_ = row["id"] if len(floors) == 1 else f"{row['id']}-{floor['id']}"
            listed.append(Clause(id_, floor["ptx"], floor["target"], condition(table, row)))
    return tuple(listed)


def lengths(table: Table, operand: str) -> tuple[Case, ...]:
    """Return the lengths of the vector in an operand, by row; empty if the table does not have them."""
    if operand not in table.get("vectors", ()):
        return ()
    place = table["vectors"].index(operand)
    cases = [case for row in table["rows"] for case in _row_lengths(table, row, str(row["lengths"][place]))]
    # The cases without the slots that no value depends on.
    kept = list(cases)
    for slot in table["slots"]:
        without = (
            Case({name: wanted for name, wanted in case.when.items() if name != slot}, case.value) for case in kept
        )
        distinct = list({repr(tuple(case)): case for case in without}.values())
        if all(
            any(
                set(_values(case.when[slot])).isdisjoint(_values(other.when[slot]))
                for slot in case.when.keys() & other.when.keys()
            )
            for case, other in itertools.combinations(distinct, 2)
            if case.value != other.value
        ):
            kept = distinct
    return tuple(_merged(kept))


def _merged(cases: Sequence[Case]) -> Iterator[Case]:
    """Yield the cases; cases with the same value that differ in one slot only are joined."""
    for slot in dict.fromkeys(name for case in cases for name in case.when):
        groups: dict[str, list[Case]] = {}
        for case in cases:
            rest = {name: allowed for name, allowed in case.when.items() if name != slot}
            wanted = case.when.get(slot)
            alike = "values" if isinstance(wanted, tuple) else wanted
            groups.setdefault(repr((rest, case.value, alike)), []).append(case)
        merged = []
        for first, *others in groups.values():
            if isinstance(first.when.get(slot), tuple):
                values = (value for case in (first, *others) for value in _values(case.when[slot]))
                first = Case({**first.when, slot: tuple(dict.fromkeys(values))}, first.value)
            merged.append(first)
        cases = merged
    yield from cases


def _values(wanted: bool | tuple[str, ...]) -> tuple[str, ...]:
    return wanted if isinstance(wanted, tuple) else (ABSENT,)


def _row_lengths(table: Table, row: Mapping[str, Any], length: str) -> Iterator[Case]:
    """Yield one case for a number, or one for each shape if the length is a fraction of a dimension."""
    when, quotient = condition(table, row), _QUOTIENT.fullmatch(length)
    if quotient is None:
        yield Case(when, int(length))
        return
    # The slot that holds shapes, with each of them.
    listed = ((slot, value) for slot, wanted in when.items() if isinstance(wanted, tuple) for value in wanted)
    for slot, shape in [(slot, shape) for slot, value in listed if (shape := _SHAPE.fullmatch(value))]:
        dimension = int(shape.groupdict("0")[quotient["dimension"]])
        yield Case({**when, slot: (shape.string,)}, dimension // int(quotient["divisor"]))


def condition(table: Table, row: Mapping[str, Any]) -> dict[str, bool | tuple[str, ...]]:
    """Return the values of the slots in a row, without slots that the row leaves open."""
    cells = zip(table["slots"], row["cells"], strict=True)
    return {slot: (False if cell == ABSENT else tuple(_listed(cell))) for slot, cell in cells if cell != ANY}


def _listed(cell: str | list[str]) -> list[str]:
    return cell if isinstance(cell, list) else [cell]


def check_tables(record: Located) -> Iterator[Problem]:
    """Check that every table is used, and that its rows contradict neither the table nor one another."""
    forms = record.data["forms"]
    for name, table in record.data.get("tables", {}).items():
        place: Steps = ("tables", name)
        if all(form.get("combinations") != name for form in forms):
            yield record.problem(place, f"no form uses table {name!r}")
        problems = [
            problem for index in range(len(table["rows"])) for problem in _check_row(record, place, table, index)
        ]
        yield from problems
        yield from _check_floors(record, place, table)
        if problems:
            continue
        # Each combination is in one row, so that its lengths are unambiguous.
        rows = [(index, row["id"], condition(table, row)) for index, row in enumerate(table["rows"])]
        for (_, id_, cells), (index, other_id, other) in itertools.combinations(rows, 2):
            both = cells.keys() & other.keys()
            if not any(set(_values(cells[slot])).isdisjoint(_values(other[slot])) for slot in both):
                message = f"rows {id_!r} and {other_id!r} have combinations in common"
                yield record.problem((*place, "rows", index), message)


def _check_row(record: Located, place: Steps, table: Table, index: int) -> Iterator[Problem]:
    """Check that a row has a cell for each slot, a length for each vector, and a floor of the table."""
    row, here = table["rows"][index], (*place, "rows", index)
    for key, heads in KEYED.items():
        given, wanted = len(row.get(key, ())), len(table.get(heads, ()))
        if given != wanted:
            yield record.problem((*here, key), f"row {row['id']!r} has {given} {key} for {wanted} {heads}")
    if "availability" in table and "availability" not in row:
        yield record.problem(here, f"row {row['id']!r} has no floor")
    if "availability" in row and row["availability"] not in table.get("availability", {}):
        hint = near(row["availability"], table.get("availability", {}))
        yield record.problem((*here, "availability"), f"the table has no floor {row['availability']!r}{hint}")
    if row["id"] in {other["id"] for other in table["rows"][:index]}:
        yield record.problem((*here, "id"), f"row {row['id']!r} is repeated")


def _check_floors(record: Located, place: Steps, table: Table) -> Iterator[Problem]:
    used = {row.get("availability") for row in table["rows"]}
    for name, floor in table.get("availability", {}).items():
        if name not in used:
            yield record.problem((*place, "availability", name), f"no row has floor {name!r}")
        if len(floor) > 1 and len({clause.get("id") for clause in floor} - {None}) < len(floor):
            yield record.problem(
                (*place, "availability", name), f"floor {name!r} has several clauses; each needs an id"
            )


def check_combinations(form: FormRecord, slots: Sequence[str], optional: Sequence[str]) -> Iterator[Problem]:
    """Check that a form and its table have the same slots and vectors, and that one of them has the availability."""
    name, tables = form.data.get("combinations"), form.record.data.get("tables", {})
    table = table_of(form)
    if name is not None and table is None:
        yield form.problem(("combinations",), f"the record has no table {name!r}{near(name, tables)}")
    floored = table is not None and "availability" in table
    if floored and "availability" in form.data:
        yield form.problem(("availability",), f"table {name!r} has the availability of the form already")
    if not floored and "availability" not in form.data:
        yield form.problem((), "neither the form nor its table has an availability")
    if table is None:
        return
    place, operands = ("combinations",), form.data["operands"]
    for index, slot in enumerate(table["slots"]):
        if slot not in slots:
            yield form.problem(place, f"slot {slot!r} of the table is not in the syntax{near(slot, slots)}")
        elif slot not in optional and any(ABSENT in _listed(row["cells"][index]) for row in table["rows"]):
            yield form.problem(place, f"slot {slot!r} of the table is never empty")
    for slot in form.data.get("where", {}).keys() & set(table["slots"]):
        where = form.data["where"][slot]
        allowed = where["values"] if isinstance(where, dict) else where
        for value in values_in(table, slot):
            if value not in allowed:
                yield form.problem(("where", slot), f"a row of the table has {value} in slot {slot!r}")
    for name in table.get("vectors", ()):
        if "vector" in operands.get(name, {}):
            yield form.problem(("operands", name, "vector"), f"the table has the length of operand {name!r} already")
