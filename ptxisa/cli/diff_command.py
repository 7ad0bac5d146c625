"""What changed between two PTX versions, two targets or two compute capabilities.

examples:
  ptxisa diff 7.8 8.0
  ptxisa diff sm_90 sm_100a
  ptxisa diff cc_8.0 cc_9.0
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ptxisa.cli.options import add_json, unknown_names
from ptxisa.cli.output import plain_text, print_json, table

if TYPE_CHECKING:
    from ptxisa.query.differences import FormChange, RecordChange


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa diff`."""
    parser.add_argument("before", metavar="A", help="a version, target or compute capability")
    parser.add_argument("after", metavar="B", help="another version, target or compute capability")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare; return 0 if A and B are equal, 1 if something changed."""
    from ptxisa.query.differences import difference

    if arguments.before.startswith("cc_") or arguments.after.startswith("cc_"):
        return _compare_capabilities(arguments)
    with unknown_names():
        changes = difference(arguments.before, arguments.after)
    rows = [
        *_rows("+", changes.gained, changes.records_gained, changes.targets_gained),
        *_rows("-", changes.lost, changes.records_lost, changes.targets_lost),
    ]
    if arguments.json:
        print_json(changes)
    elif rows:
        print(table(["", "form or record", f"{changes.before} → {changes.after}"], rows))
    else:
        print(f"no recorded difference between {changes.before} and {changes.after}")
    return 1 if rows else 0


def _compare_capabilities(arguments: argparse.Namespace) -> int:
    """Print the properties of two compute capabilities that differ; a value without a source is unknown."""
    from ptxisa.cli.show_record import property_value
    from ptxisa.isa.capabilities import capability, properties

    with unknown_names():
        old, new = capability(arguments.before), capability(arguments.after)
    rows = [
        [name, *(property_value(about, side) if name in side.values else "unknown" for side in (old, new))]
        for name, about in properties().items()
        if old.values.get(name) != new.values.get(name)
    ]
    if arguments.json:
        print_json(
            [{"property": name, old.name: old.values.get(name), new.name: new.values.get(name)} for name, *_ in rows]
        )
    elif rows:
        print(table(["property", old.name, new.name], rows))
    else:
        print(f"no recorded difference between {old.name} and {new.name}")
    return 1 if rows else 0


def _rows(
    sign: str, forms: Iterable[FormChange], records: Iterable[RecordChange], targets: Iterable[str]
) -> Iterator[list[str]]:
    """Yield the rows of one side: forms with their syntax, records and targets with their summaries."""
    from ptxisa.isa.targets import known

    for form in forms:
        conditions = [
            f"{slot}: {value if isinstance(value, bool) else ' '.join(value)}" for slot, value in form.when.items()
        ]
        yield [sign, form.form, form.syntax + (f"  ({'; '.join(conditions)})" if conditions else "")]
    for record in records:
        # A part of a record follows its name: `directive/section offset`.
        yield [sign, f"{record.kind}/{record.name} {record.part}".rstrip(), plain_text(record.summary)]
    for name in targets:
        yield [sign, f"target/{name}", plain_text(known()[name].summary)]
