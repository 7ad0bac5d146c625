"""Compare two PTX versions, two targets or two compute capabilities. Exit status 1 means that they differ.

examples:
  ptxisa diff 7.8 8.0
  ptxisa diff sm_90 sm_100a
  ptxisa diff sm_80 sm_90a --summary
  ptxisa diff cc_8.0 cc_9.0
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ptxisa.cli.options import add_json, unknown_names
from ptxisa.cli.output import bold, code_line, plain_text, print_json, table, width

if TYPE_CHECKING:
    from ptxisa.isa.forms import Condition, Form
    from ptxisa.query.differences import FormChange, RecordChange


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa diff`."""
    parser.add_argument("before", metavar="A", help="a version, target or compute capability")
    parser.add_argument("after", metavar="B", help="another version, target or compute capability")
    parser.add_argument("--summary", action="store_true", help="print numbers by family and kind alone")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare; return 0 if A and B are equal, 1 if something changed."""
    from ptxisa.query.differences import difference

    # A number alone, such as 8.6, is a PTX version.
    if arguments.before.startswith("cc_") or arguments.after.startswith("cc_"):
        return _compare_capabilities(arguments)
    with unknown_names():
        changes = difference(arguments.before, arguments.after)
    changed = any(changes._asdict()[name] for name in _SIDES[0][2:] + _SIDES[1][2:])
    if arguments.json:
        print_json(changes)
    elif changed:
        print(f"{changes.before} → {changes.after}")
        for sign, title, forms, records, names in _SIDES:
            side = getattr(changes, forms), getattr(changes, records), getattr(changes, names)
            print_side(sign, title, *side, summary=arguments.summary)
    else:
        print(f"no recorded difference between {changes.before} and {changes.after}")
    return 1 if changed else 0


_SIDES = (
    ("-", "lost", "lost", "records_lost", "targets_lost"),
    ("+", "new", "gained", "records_gained", "targets_gained"),
)
"""Sign, title and fields of each side; what is lost comes first."""


def print_side(
    sign: str,
    title: str,
    forms: Sequence[FormChange],
    records: Sequence[RecordChange],
    targets: Sequence[str],
    *,
    summary: bool,
) -> None:
    """Print what is lost or new: forms by family, records by kind, targets; with `summary`, their numbers alone."""
    from ptxisa.cli.show_instruction import MOST_LINES, clause_table, condition_text
    from ptxisa.isa.instructions import form_by_id
    from ptxisa.isa.targets import known

    groups: dict[str, dict[str, list[tuple[Form, Condition]]]] = {}
    for change in forms:
        form = form_by_id(change.form)
        entries = groups.setdefault(form.record.partition("/")[0], {})
        entries.setdefault(f"{change.form}  {change.syntax}", []).append((form, change.when))
    for record in records:
        # A part of a record follows its name: `directive/section offset`.
        name = f"{record.kind}/{record.name} {record.part}".rstrip()
        groups.setdefault(record.kind.replace("_", " "), {})[f"{name}  {plain_text(record.summary)}"] = []
    for name in targets:
        groups.setdefault("target", {})[f"target/{name}  {plain_text(known()[name].summary)}"] = []
    for group, entries in groups.items():
        print(bold(f"\n{title}: {group}: {len(entries)}") if not summary else f"{sign} {group}: {len(entries)}")
        for entry, changed in entries.items() if not summary else ():
            print(code_line(f"{sign} {entry}"))
            # An empty condition is the whole form, whose variants need no list.
            if not changed or not all(when for _, when in changed):
                continue
            variants = [f"  {condition_text(form, when)}" for form, when in changed]
            if len(variants) <= MOST_LINES and max(map(len, variants)) <= width():
                print("\n".join(variants))
            else:
                print(textwrap.indent(clause_table([when for _, when in changed]), "  "))


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
