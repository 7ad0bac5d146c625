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
from ptxisa.cli.output import print_json, table
from ptxisa.isa.forms import Condition

if TYPE_CHECKING:
    from ptxisa.query.differences import FormChange, RecordChange


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa diff`."""
    parser.add_argument("before", metavar="A", help="a version, target or compute capability")
    parser.add_argument("after", metavar="B", help="another one")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare; status 0 when equal, 1 when something changed."""
    from ptxisa.query.differences import difference

    if arguments.before.startswith("cc_") or arguments.after.startswith("cc_"):
        return _capabilities(arguments)
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


def _capabilities(arguments: argparse.Namespace) -> int:
    """Properties of two compute capabilities whose values differ; a value that no source states is unknown."""
    from ptxisa.cli.show_capability import shown
    from ptxisa.isa.capabilities import capability, properties

    with unknown_names():
        old, new = capability(arguments.before), capability(arguments.after)
    rows = [
        [name, *(shown(about, one) if name in one.values else "unknown" for one in (old, new))]
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
    """What one side has more: forms with their syntax, records and targets with their summaries."""
    from ptxisa.isa.targets import known

    yield from ([sign, form.form, _spell(form.syntax, form.when)] for form in forms)
    yield from ([sign, _name(record), record.summary.replace("``", "")] for record in records)
    yield from ([sign, f"target/{name}", known()[name].summary.replace("``", "")] for name in targets)


def _name(record: RecordChange) -> str:
    """`type/f16x2`, or `directive/section offset` for a part."""
    return f"{record.kind}/{record.name} {record.part}".rstrip()


def _spell(syntax: str, when: Condition) -> str:
    parts = [f"{slot}: {value if isinstance(value, bool) else ' '.join(value)}" for slot, value in when.items()]
    return f"{syntax}  ({'; '.join(parts)})" if parts else syntax
