"""Rows of a SELECT statement over the database of all records, which is read-only.

Values of parameters such as :target follow the query. Exit status 1 means that there are no rows.

examples:
  ptxisa sql --schema
  ptxisa sql --schema available
  ptxisa sql "SELECT form, syntax FROM available WHERE target = 'sm_90' AND ptx = '8.0'"
  ptxisa sql "SELECT name FROM target WHERE family = :family" family=sm_100
  ptxisa sql --csv "SELECT * FROM toolkit_driver" > drivers.csv
  ptxisa sql - < query.sql
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ptxisa.cli.output import Failure, page, paragraph, print_json, table
from ptxisa.isa.names import listing, suggestion

if TYPE_CHECKING:
    from ptxisa.query.schema import SchemaTable
    from ptxisa.query.sql import SqlResult


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa sql`."""
    parser.add_argument("query", nargs="?", metavar="QUERY", help="a SELECT statement; - reads it from standard input")
    parser.add_argument("values", nargs="*", metavar="NAME=VALUE", help="values of parameters, such as target=sm_90")
    parser.add_argument(
        "--schema", nargs="?", const="", metavar="TABLE", help="print tables and views, or the columns of one"
    )
    parser.add_argument("--limit", type=int, default=1000, metavar="N", help="at most N rows (default 1000), 0 for all")
    parser.add_argument("--timeout", type=float, default=10, metavar="S", help="stop after S seconds (default 10)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON document")
    form.add_argument("--csv", action="store_true", help="print comma-separated values with a header")


def run(arguments: argparse.Namespace) -> int:
    """Query or describe; status 1 when there are no rows."""
    if arguments.schema is not None:
        _describe(arguments)
        return 0
    if arguments.limit < 0 or not arguments.timeout > 0:
        raise Failure("--limit is a number of rows, and --timeout a number of seconds above 0")
    from ptxisa.query.sql import SqlError, select

    try:
        result = select(_query(arguments.query), _values(arguments.values), arguments.limit, arguments.timeout)
    except SqlError as error:
        raise Failure(str(error)) from None
    _print(result, arguments)
    if not result.complete:
        print(f"ptxisa: only the first {len(result.rows):,} rows; --limit 0 prints all", file=sys.stderr)
    return 0 if result.rows else 1


def _query(given: str | None) -> str:
    if given not in (None, "-"):
        return str(given)
    if given is None and sys.stdin.isatty():
        raise Failure("a query is missing; see ptxisa sql --help")
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise Failure(f"the query is not UTF-8 at byte {error.start}") from None


def _values(given: Iterable[str]) -> Mapping[str, str]:
    pairs = [one.partition("=") for one in given]
    wrong = next((name for name, equal, _ in pairs if not equal), None)
    if wrong is not None:
        raise Failure(f"not NAME=VALUE: {wrong[:60]!r}; put the whole query in quotes")
    return {name: value for name, _, value in pairs}


def _print(result: SqlResult, arguments: argparse.Namespace) -> None:
    from ptxisa.cli import rows

    if arguments.json:
        print_json(rows.objects(result.columns, result.rows))
    elif arguments.csv:
        rows.write_csv(sys.stdout, result.columns, result.rows)
    elif result.rows:
        page(rows.layout(result.columns, result.rows))
    else:
        print("no rows")


def _describe(arguments: argparse.Namespace) -> None:
    from ptxisa.query.database import database

    tables = database().schema()
    if arguments.schema:
        tables = [_table(arguments.schema, tables)]
    if arguments.json:
        print_json(tables)
    elif arguments.schema:
        print(paragraph(f"{tables[0].name} ({tables[0].sort}): {tables[0].meaning}") + "\n")
        print(table(["column", "type", "meaning"], _columns(tables[0])))
    else:
        rows = [(one.name, one.sort, one.meaning.replace("``", "")) for one in tables]
        page(table(["name", "is a", "what it has"], rows))


def _columns(described: SchemaTable) -> Iterable[tuple[str, str, str]]:
    for one in described.columns:
        marks = ["key"] * one.key + [f"refers to {one.references}"] * bool(one.references)
        meaning = one.meaning.replace("``", "")
        yield one.name, one.type.lower(), meaning + (f" ({', '.join(marks)})" if marks else "")


def _table(name: str, tables: Iterable[SchemaTable]) -> SchemaTable:
    known = {one.name: one for one in tables}
    if name not in known:
        raise Failure(
            f"unknown table {name[:60]!r}; {suggestion(name, known) or 'tables are ' + listing(known, len(known))}"
        )
    return known[name]
