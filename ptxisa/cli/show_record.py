"""A record of the language around the instructions, for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ptxisa.cli.output import bold, code_line, paragraph, table, width
from ptxisa.isa.facts import LAST, Fact, Grid, Pattern, parts, words
from ptxisa.isa.facts import grid as as_grid

Data = Mapping[str, Any]
CODE = ("syntax", "accepts", "refuses")
"""Keys that hold PTX or its grammar."""
TITLES = ("spelling", "symbol")
ROOM = 24
"""The least that is left for the last column of a table, which wraps."""


def show(record: Data) -> Iterator[str]:
    """Everything that the record says, but for its sources."""
    spelled = record.get("spelling") or record.get("symbol") or record["name"]
    yield bold(f"{spelled} ({record['kind'].replace('_', ' ').replace('nvvm', 'NVVM')})")
    if "summary" in record:
        yield paragraph(record["summary"])
    yield from _code("syntax", _listed(record.get("syntax", ())))
    yield from details(record, (*CODE, *TITLES))
    yield from _code("accepted", record.get("accepts", ()))
    yield from _code("refused", record.get("refuses", ()))
    yield from examples(record)
    yield from ("\n" + paragraph(note) for note in record.get("notes", ()))


def details(record: Data, leave: Sequence[str]) -> Iterator[str]:
    """Facts that no other part shows, and where the thing is available."""
    every = list(parts(record, leave))
    yield from (paragraph(f"{part.label}: {words(part.value)}") for part in every if isinstance(part, Fact))
    yield from availability(record)
    for part in every:
        if not isinstance(part, Fact):
            yield "\n" + bold(part.label.lower())
            yield from show_grid(part) if isinstance(part, Grid) else show_pattern(part)


def show_grid(grid: Grid) -> Iterator[str]:
    """A table, or a paragraph a row where its columns do not fit the terminal."""
    rows = [[_cell(column, cell) for column, cell in zip(grid.columns, row, strict=True)] for row in grid.rows]
    heads = [column.replace("_", " ") for column in grid.columns]
    used = sum(2 + max(len(head), *(len(row[i]) for row in rows)) for i, head in enumerate(heads[:-1]))
    if used + ROOM <= width():
        yield table(heads, rows)
        return
    for row in rows:
        first, *others = zip(heads, row, strict=True)
        said = [cell for head, cell in others if head in LAST and cell]
        yield paragraph(f"{first[1]}: {' '.join(said)}" if said else first[1], 2)
        yield paragraph("; ".join(f"{head} {cell}" for head, cell in others if cell and head not in LAST), 4)


def show_pattern(pattern: Pattern) -> Iterator[str]:
    """Numbers in columns."""
    size = max(len(str(one)) for row in pattern.rows for one in row)
    yield from ("  " + " ".join(str(one).rjust(size) for one in row) for row in pattern.rows)


def _cell(column: str, value: Any) -> str:
    if column == "availability" and value:
        from ptxisa.isa.targets import describe

        return ", or ".join(f"PTX {one['ptx']} on {describe(one['target'])}" for one in value)
    return words(value).replace("``", "")


def availability(record: Data) -> Iterator[str]:
    """Since when and where; since when and where no more."""
    from ptxisa.isa.targets import describe

    for clause in record.get("availability", ()):
        about = f" for {words(clause['when'])}" if "when" in clause else ""
        confirmed = confirmed_by(f"{record['kind']}/{record['name']}", clause["id"])
        yield paragraph(f"since PTX {clause['ptx']} on {describe(clause['target'])}{about}{confirmed}")
    for change in ("deprecated", "removed"):
        for end in record.get(change, ()):
            since = f" since PTX {end['ptx']}" if "ptx" in end else ""
            where = f" on {describe(end['target'])}" if "target" in end else ""
            yield paragraph(f"{change}{since}{where}{': ' + end['note'] if 'note' in end else ''}")


def confirmed_by(form: str, clause: str) -> str:
    """Which ptxas releases confirmed a clause, as an addition to a line."""
    from ptxisa.isa.deviations import named
    from ptxisa.query.database import database

    rows = database().sql(
        "SELECT release FROM evidence WHERE tool = 'ptxas' AND form = ? AND clause = ? AND floor = 'verified'"
        " ORDER BY source",
        (form, clause),
    )
    return f"  (ptxas {named([row[0] for row in rows])})" if rows else ""


def examples(record: Data) -> Iterator[str]:
    """Examples are PTX, or expressions with their values."""
    given = record.get("examples", ())
    if given and isinstance(given[0], dict) and not {"code", "ptx"} & given[0].keys():
        yield "\n" + bold("examples")
        yield from show_grid(as_grid(("examples",), given))
    else:
        yield from _code("examples", given)


def _code(title: str, parts: Sequence[Any]) -> Iterator[str]:
    """Pieces of PTX, each perhaps with a sentence and the diagnostic that it earns."""
    if parts:
        yield "\n" + bold(title)
    for part in parts:
        one = {"ptx": part} if isinstance(part, str) else part
        about = [*([one["summary"]] if "summary" in one else []), *([f"[{one['code']}]"] if "refuse" in title else [])]
        if about:
            yield paragraph(f"// {' '.join(about)}", 2)
        text = one.get("ptx") or one.get("code", "")
        yield from (code_line(line, 2) for line in textwrap.dedent(text).strip("\n").splitlines())


def _listed(value: Any) -> Sequence[Any]:
    return [value] if isinstance(value, str) else value
