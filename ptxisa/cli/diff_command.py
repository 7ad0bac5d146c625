"""What changed between two PTX versions, or between two targets.

examples:
  ptxisa diff 7.8 8.0
  ptxisa diff sm_90 sm_100a
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ptxisa.cli.options import add_json, unknown_names
from ptxisa.cli.output import print_json, table
from ptxisa.isa.forms import Condition

if TYPE_CHECKING:
    from ptxisa.query.differences import Change, Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa diff`."""
    parser.add_argument("before", metavar="A", help="a version or a target")
    parser.add_argument("after", metavar="B", help="a version or a target")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare; status 0 when equal, 1 when something changed."""
    from ptxisa.query.differences import difference

    with unknown_names():
        found = difference(arguments.before, arguments.after)
    rows = [
        *_rows("+", found.gained, found.records_gained, found.targets_gained),
        *_rows("-", found.lost, found.records_lost, found.targets_lost),
    ]
    if arguments.json:
        print_json(found)
    elif rows:
        print(table(["", "form or record", f"{found.before} → {found.after}"], rows))
    else:
        print(f"no recorded difference between {found.before} and {found.after}")
    return 1 if rows else 0


def _rows(sign: str, forms: Iterable[Change], records: Iterable[Record], targets: Iterable[str]) -> Iterator[list[str]]:
    """What one side has more: forms with their syntax, records and targets with their summaries."""
    from ptxisa.isa.targets import known

    yield from ([sign, form.form, _spell(form.syntax, form.when)] for form in forms)
    yield from ([sign, _name(record), record.summary.replace("``", "")] for record in records)
    yield from ([sign, f"target/{name}", known()[name].summary.replace("``", "")] for name in targets)


def _name(record: Record) -> str:
    """`type/f16x2`, or `directive/section offset` for a part."""
    return f"{record.kind}/{record.name} {record.part}".rstrip()


def _spell(syntax: str, when: Condition) -> str:
    parts = [f"{slot}: {value if isinstance(value, bool) else ' '.join(value)}" for slot, value in when.items()]
    return f"{syntax}  ({'; '.join(parts)})" if parts else syntax
