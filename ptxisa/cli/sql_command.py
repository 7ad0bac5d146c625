"""Print the rows of a SELECT statement over the read-only database of all records.

Values of parameters such as :target follow the query. Exit status 1 means that there are no rows.

examples:
  ptxisa sql --schema
  ptxisa sql --schema available
  ptxisa sql "SELECT form FROM available WHERE target = 'sm_90' AND ptx = '8.0'"
  ptxisa sql "SELECT name FROM target WHERE family = :family" family=sm_100
  ptxisa sql --csv "SELECT * FROM toolkit_driver" > drivers.csv
  ptxisa sql - < query.sql
"""

from __future__ import annotations

import argparse
import math
import sys
import textwrap
from collections.abc import Sequence
from typing import Any, TextIO

from ptxisa.cli.output import GAP, Failure, bold, page, paragraph, plain_text, print_json, printable, table, width
from ptxisa.isa.names import listing, suggestion

LONGEST = 240
"""Characters of a value that text output shows; JSON and CSV have all of it."""
READABLE = 16
"""Least width of a column that is narrower than its content; with narrower ones, rows are printed as blocks."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa sql`."""
    parser.add_argument("query", nargs="?", metavar="QUERY", help="a SELECT statement; - reads it from standard input")
    parser.add_argument("values", nargs="*", metavar="NAME=VALUE", help="values of parameters, such as target=sm_90")
    parser.add_argument(
        "--schema", nargs="?", const="", metavar="TABLE", help="print tables and views, or the columns of a table"
    )
    parser.add_argument("--limit", type=int, default=1000, metavar="N", help="at most N rows (default 1000), 0 for all")
    parser.add_argument("--timeout", type=float, default=10, metavar="S", help="stop after S seconds (default 10)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON document")
    form.add_argument("--csv", action="store_true", help="print comma-separated values with a header")


def run(arguments: argparse.Namespace) -> int:
    """Query or describe; return 1 if there are no rows."""
    if arguments.schema is not None:
        _describe(arguments.schema, arguments.json)
        return 0
    if arguments.limit < 0 or not arguments.timeout > 0:
        raise Failure("--limit is a number of rows, and --timeout a number of seconds above 0")
    from ptxisa.query.sql import SqlError, select

    query, values = arguments.query, {}
    if query in (None, "-"):
        if query is None and sys.stdin.isatty():
            raise Failure("a query is missing; see ptxisa sql --help")
        try:
            query = sys.stdin.buffer.read().decode("utf-8")
        except UnicodeDecodeError as error:
            raise Failure(f"the query is not UTF-8 at byte {error.start}") from None
    for text in arguments.values:
        name, equals, value = text.partition("=")
        # Most often, these are words of a query that is not in quotes.
        if not equals:
            raise Failure(f"not NAME=VALUE: {name[:60]!r}; put the whole query in quotes")
        values[name] = value
    try:
        result = select(query, values, arguments.limit, arguments.timeout)
    except SqlError as error:
        raise Failure(str(error)) from None
    if arguments.json:
        print_json(objects(result.columns, result.rows))
    elif arguments.csv:
        write_csv(sys.stdout, result.columns, result.rows)
    elif result.rows:
        page(rows_text(result.columns, result.rows))
    else:
        print("no rows")
    if not result.complete:
        print(f"ptxisa: only the first {len(result.rows):,} rows; --limit 0 prints all", file=sys.stderr)
    return 0 if result.rows else 1


def _describe(name: str, as_json: bool) -> None:
    """Print the columns of a table or view; without a name, every table and view."""
    from ptxisa.query.database import database

    tables = {entry.name: entry for entry in database().schema()}
    if not name:
        if as_json:
            print_json(list(tables.values()))
        else:
            rows = [(entry.name, entry.sort, plain_text(entry.meaning)) for entry in tables.values()]
            page(table(["name", "is a", "what it has"], rows))
        return
    if name not in tables:
        hint = suggestion(name, tables) or "tables are " + listing(tables, len(tables))
        raise Failure(f"unknown table {name[:60]!r}; {hint}")
    described = tables[name]
    if as_json:
        print_json([described])
    else:
        print(paragraph(f"{described.name} ({described.sort}): {described.meaning}") + "\n")
        rows = []
        for column in described.columns:
            marks = ["key"] * column.key + [f"refers to {column.references}"] * bool(column.references)
            meaning = plain_text(column.meaning) + (f" ({', '.join(marks)})" if marks else "")
            rows.append((column.name, column.type.lower(), meaning))
        print(table(["column", "type", "meaning"], rows))


def rows_text(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Return rows as a table if its columns fit the terminal, else as a block of lines for each row."""

    def text_of(value: Any) -> str:
        """Return a value cut to `LONGEST` characters; NULL is empty."""
        if value is None:
            return ""
        text = f"x'{value[:LONGEST].hex()}'" if isinstance(value, bytes) else str(value)
        return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"

    header = [printable(column) for column in columns]
    values = [[text_of(value) for value in row] for row in rows]
    cells = [[" ".join(map(printable, text.split())) for text in row] for row in values]
    sizes = [max(map(len, column)) for column in zip(header, *cells, strict=True)]
    if sizes[0] + sum(min(size, READABLE) + GAP for size in sizes[1:]) <= width():
        return table(header, cells)
    names = min(max(map(len, header)), width() // 2)
    margin = "\n" + " " * (names + GAP)
    blocks = []
    for row in values:
        fields = []
        for name, text in zip(header, row, strict=True):
            short = name if len(name) <= names else name[: names - 1] + "…"
            lines: list[str] = []
            for line in text.splitlines():
                lines += textwrap.wrap(printable(line), width() - names - GAP, break_on_hyphens=False) or [""]
            fields.append((bold(short) + " " * (names + GAP - len(short)) + margin.join(lines)).rstrip())
        blocks.append("\n".join(fields))
    return "\n\n".join(blocks)


def objects(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    """Return one JSON object per row; columns with a name that occurred before get a number.

    Bytes become hexadecimal digits, and infinities and NaN become text, because JSON has neither.
    """
    names: list[str] = []
    for column in columns:
        name, number = column, 1
        while name in names:
            number += 1
            name = f"{column}:{number}"
        names.append(name)

    def jsonable(value: Any) -> Any:
        if isinstance(value, bytes):
            return value.hex()
        return str(value) if isinstance(value, float) and not math.isfinite(value) else value

    return [{name: jsonable(value) for name, value in zip(names, row, strict=True)} for row in rows]


def write_csv(stream: TextIO, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Write a header and one line per row as in RFC 4180, but with the line ends of Unix; NULL is empty."""
    import csv

    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([value.hex() if isinstance(value, bytes) else value for value in row] for row in rows)
