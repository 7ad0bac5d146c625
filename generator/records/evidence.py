"""Evidence: the head of a tool and its tables become one record for each run, such as `ptxas-13.0`.

`ptxisa.oracle.evidence` describes the tables and writes them.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.records.problems import Problem, RecordError, near
from generator.records.yaml_reader import Located
from ptxisa.oracle.evidence import GPU_COUNTS, STATUSES, TABLES, Table, results

MAX_CELL = 200
"""Characters of a cell."""


@dataclass(frozen=True)
class EvidenceRows:
    """The rows of a table of results; row 0 of the data is line 2 of the file."""

    table: Table
    path: Path
    cells: list[list[str]]

    def problem(self, row: int, column: str, message: str) -> Problem:
        """Return a problem at the cell of a column."""
        before = self.cells[row][: self.table.columns.index(column)]
        return Problem(self.path, row + 2, 1 + sum(len(cell) + 1 for cell in before), message)


def read_evidence(head: Located) -> tuple[list[Located], list[EvidenceRows]]:
    """Return a record for each run of a tool, and the rows of its tables; raise `RecordError` with all problems."""
    tool = head.data["tool"]
    run_key = TABLES[tool][0].run
    problems, runs = [], []
    for index, run in enumerate(head.data["runs"]):
        if run_key not in run:
            problems.append(head.problem(("runs", index), f"a run of {tool} needs {run_key!r}"))
        elif run[run_key] in runs:
            problems.append(head.problem(("runs", index, run_key), f"{run_key} {run[run_key]!r} is repeated"))
        runs.append(run.get(run_key))
    if problems:
        raise RecordError(problems)
    tables = [_read(table, head.path.with_name(f"{table.file}.csv"), runs) for table in TABLES[tool]]
    records = []
    by_part = {rows.table.part: results(rows.table, rows.cells, runs) for rows in tables}
    for run in head.data["runs"]:
        name = run[run_key]
        data = {"kind": "evidence", "name": f"{tool}-{name}", "tool": tool, **run}
        data |= {part: by_run[name] for part, by_run in by_part.items() if by_run[name]}
        if tool == "gpu":  # Its totals are those of the table.
            counts = data.get("forms", {}).values()
            data["totals"] = {count: sum(form[count] for form in counts) for count in GPU_COUNTS}
            for device, forms in run.get("other_devices", {}).items():
                path = ("runs", runs.index(name), "other_devices", device)
                unknown = [form for form in forms if form not in data.get("forms", {})]
                problems += [head.problem(path, f"form {form} has no results on {name}") for form in unknown]
        records.append(Located(head.path, data, head.places))
    if problems:
        raise RecordError(problems)
    return records, tables


def _read(table: Table, path: Path, runs: list[str]) -> EvidenceRows:
    """Read a table; raise `RecordError` with every row that is not as `write_evidence` writes it."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            heading, *cells = list(csv.reader(file, strict=True)) or [[]]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise RecordError([Problem(path, 1, 1, f"the table cannot be read: {error}")]) from None
    if tuple(heading) != table.columns:
        raise RecordError([Problem(path, 1, 1, f"the first line must be {','.join(table.columns)}")])
    rows = EvidenceRows(table, path, cells)
    problems = [
        Problem(path, line, 1, f"{len(row)} cells in place of {len(heading)}")
        for line, row in enumerate(cells, 2)
        if len(row) != len(heading)
    ]
    if not problems:
        problems = list(_check_rows(rows, runs))
    if problems:
        raise RecordError(problems)
    return rows


def _check_rows(rows: EvidenceRows, runs: list[str]) -> Iterator[Problem]:
    """Check that runs are known, values are valid, and rows are sorted."""
    table, before = rows.table, None
    for index, row in enumerate(rows.cells):
        key, run, values = tuple(row[: len(table.key)]), row[len(table.key)], row[len(table.key) + 1 :]
        if run not in runs:
            yield rows.problem(index, table.run, f"{table.run} {run!r} is not in the head{near(run, runs)}")
            continue
        for column, value in zip(table.values, values, strict=True):
            if table.part == "clauses":
                valid = value in STATUSES
            else:
                valid = value.isdecimal() or (value == "" and table.part == "forms" and column != "run")
            if any(values) and not valid:
                expected = f"one of {', '.join(STATUSES)}" if table.part == "clauses" else "a number"
                yield rows.problem(index, column, f"{column} is {value[:MAX_CELL]!r}, but must be {expected}")
        if before is not None and before >= (key, runs.index(run)):
            yield rows.problem(index, table.key[0], "rows must be sorted and unique")
        before = key, runs.index(run)
