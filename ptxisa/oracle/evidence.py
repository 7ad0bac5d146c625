"""Files of evidence: for each tool a YAML head that describes its runs, and CSV tables of their results.

    isa/evidence/ptxas.yaml          release, build, digest, date and totals of each run
    isa/evidence/ptxas.csv           subject, clause, release, floor, below_version, below_target
    isa/evidence/ptxas-errata.csv    part, erratum, release, judgments
    isa/evidence/gpu.csv             form, target, run, agreed, unspecified
    isa/evidence/libnvvm.csv         family, release, modules, agreed

Rows are sorted by key, then by run in the order of the head. The table of an assembler or compiler has a row only where
a release differs from the release before: later releases without a row have the same results. A row without values
means that the release has no result. `agreed` is empty where it equals `run`, `unspecified` where it is 0.

A record of evidence is the whole of one run, such as `ptxas-13.0`; the database and `ptxisa show` have these records.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

Record = Mapping[str, Any]
Results = dict[tuple[str, ...], tuple[str, ...]]
"""Values by key, as texts."""


class Table(NamedTuple):
    """A table of results.

    Attributes:
        file: Name of the file, without its suffix.
        part: Key of the results in a record.
        run: Column that names the run.
        key: Columns that name what was tested, from the outermost key of the results to the innermost.
        values: Columns of the results.
        repeats: True if runs without a row have the results of the run before.
    """

    file: str
    part: str
    run: str
    key: tuple[str, ...]
    values: tuple[str, ...]
    repeats: bool = True

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns in order."""
        return (*self.key, self.run, *self.values)


TABLES = {
    "ptxas": (
        Table("ptxas", "clauses", "release", ("subject", "clause"), ("floor", "below_version", "below_target")),
        Table("ptxas-errata", "errata", "release", ("part", "erratum"), ("judgments",)),
    ),
    "gpu": (Table("gpu", "forms", "target", ("form",), ("run", "agreed", "unspecified"), repeats=False),),
    "libnvvm": (Table("libnvvm", "families", "release", ("family",), ("modules", "agreed")),),
}
"""The tables of each tool; all tables of a tool have the same column of runs."""
STATUSES = ("verified", "refuted", "unverifiable", "not-run")
"""Statuses of a side of a clause."""
GPU_COUNTS = ("run", "agreed", "unspecified")
"""Counts of a GPU, which are totals of its table."""


def update_evidence(folder: Path, records: Sequence[Record]) -> None:
    """Write the files of a tool with new runs; other runs stay as the database has them.

    Args:
        folder: Folder of the files, `isa/evidence` in a checkout.
        records: Records of the new runs, all of one tool.
    """
    from ptxisa.query.database import database  # The generator reads tables before there is a database.

    # The database has whole records, so that the tables, where rows depend on the run before, are not parsed here.
    query = "SELECT data FROM record WHERE kind = 'evidence'"
    kept = [json.loads(data) for (data,) in database().sql(query)]
    write_evidence(folder, [*(record for record in kept if record["tool"] == records[0]["tool"]), *records])


def write_evidence(folder: Path, records: Iterable[Record]) -> None:
    """Write the head and the tables of a tool.

    Args:
        folder: Folder of the files, `isa/evidence` in a checkout.
        records: Every record of one tool; of several with the same name, the last one is written.
    """
    named = {record["name"]: record for record in records}
    # Runs are in the order of the numbers in their names, such as those of a release.
    every = sorted(named.values(), key=lambda record: tuple(map(int, re.findall("[0-9]+", record["name"]))))
    tool = every[0]["tool"]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{tool}.yaml").write_text("\n".join(_head(tool, every)) + "\n", encoding="utf-8")
    for table in TABLES[tool]:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(table.columns)
        writer.writerows(_rows(table, every))
        (folder / f"{table.file}.csv").write_text(text.getvalue(), encoding="utf-8")


def _rows(table: Table, records: Sequence[Record]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table; a run with the results of the run before has none."""
    results = {record[table.run]: _flat(table, record.get(table.part, {})) for record in records}
    # A run that has lost a result gets a row of empty values; without the row, it would repeat the run before.
    nothing = ("",) * len(table.values)
    for key in sorted({key for results_of_run in results.values() for key in results_of_run}):
        before = nothing
        for run, results_of_run in results.items():
            values = results_of_run.get(key, nothing)
            if values != (before if table.repeats else nothing):
                yield (*key, run, *values)
            before = values


def _flat(table: Table, part: Record) -> Results:
    """Return the results of a part of a record by key."""
    if table.part == "errata":
        return {(part, name): (str(count),) for part, counts in part.items() for name, count in counts.items()}
    if table.part == "clauses":
        statuses = ((name, clause, status) for name, clauses in part.items() for clause, status in clauses.items())
        return {(name, clause): tuple(status[side] for side in table.values) for name, clause, status in statuses}
    results: Results = {}
    for name, counts in part.items():
        values = {column: str(counts.get(column, 0)) for column in table.values}
        if table.part == "forms":
            values["agreed"] = "" if values["agreed"] == values["run"] else values["agreed"]
            values["unspecified"] = "" if values["unspecified"] == "0" else values["unspecified"]
        results[name,] = tuple(values.values())
    return results


def results(table: Table, rows: Iterable[Sequence[str]], runs: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return the results of each run, in the form in which records have them.

    Args:
        table: Description of the table.
        rows: Cells of each row, sorted as `write_evidence` writes them.
        runs: Names of the runs, in the order of the head.
    """
    width = len(table.key)
    by_key: dict[tuple[str, ...], dict[str, tuple[str, ...]]] = {}
    for row in rows:
        by_key.setdefault(tuple(row[:width]), {})[row[width]] = tuple(row[width + 1 :])
    whole: dict[str, dict[str, Any]] = {run: {} for run in runs}
    for key, counts in by_key.items():
        values: tuple[str, ...] = ()
        for run in runs:
            values = counts.get(run, values if table.repeats else ())
            if any(values):
                part = whole[run]
                for name in key[:-1]:
                    part = part.setdefault(name, {})
                part[key[-1]] = _values(table, values)
    return whole


def _values(table: Table, values: Sequence[str]) -> Any:
    """Return the values of a row as a record has them."""
    if table.part == "errata":
        return int(values[0])
    named = dict(zip(table.values, values, strict=True))
    if table.part == "clauses":
        return named
    if table.part == "forms":
        named |= {"agreed": named["agreed"] or named["run"], "unspecified": named["unspecified"] or "0"}
    return {column: int(value) for column, value in named.items()}


# The package has no YAML library at run time. Heads need texts, numbers and mappings of numbers only.
def _head(tool: str, records: Sequence[Record]) -> Iterator[str]:
    """Yield the lines of a head."""
    yield "# yaml-language-server: $schema=../../schema/evidence.schema.json"
    yield f"kind: evidence\nname: {tool}\ntool: {tool}\nruns:"
    left_out = {"kind", "name", "tool", *(table.part for table in TABLES[tool])}
    if tool == "gpu":
        # Totals of a GPU are sums of its table; those of ptxas count probes that no table lists.
        left_out |= {"totals"}
    for record in records:
        margin = "  - "
        for key, value in record.items():
            if key not in left_out:
                yield f"{margin}{key}: {_flow(value)}"
                margin = "    "


def device_of(record: Record, form: str) -> str:
    """Return the device on which a form ran in a run on GPUs."""
    others = record.get("other_devices", {})
    return next((str(device) for device, forms in others.items() if form in forms), str(record.get("device", "")))


def _flow(value: Any) -> str:
    """Return a value as YAML on one line; JSON strings are YAML."""
    if isinstance(value, dict):
        entries = ((key if key.isidentifier() else json.dumps(key), item) for key, item in value.items())
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in entries) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    text = str(value)
    return text if isinstance(value, int) or text.isalpha() else json.dumps(text)
