"""What exists; with --target or --ptx, what exists there.

examples:
  ptxisa list --family logic-and-shift
  ptxisa list --kind target
  ptxisa list --target sm_52 --ptx 6.0
"""

from __future__ import annotations

import argparse
from typing import Any

from ptxisa import targets, versions
from ptxisa.cli.options import add_json, add_place, place
from ptxisa.cli.output import Failure, print_json, table
from ptxisa.names import listing, suggestion
from ptxisa.targets import Target
from ptxisa.versions import Version


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa list`."""
    parser.add_argument(
        "--kind", default="instruction", metavar="K", help="instruction (default), target, version, type, modifier, …"
    )
    parser.add_argument("--family", metavar="F", help="only this family of instructions")
    add_place(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """List; status 1 when there is nothing."""
    on, at = place(arguments)
    kind = _kind(arguments.kind)
    rows = _LISTERS.get(kind, _plain)(kind, arguments.family, on, at)
    if arguments.json:
        print_json(rows)
    elif rows:
        print(table(list(rows[0]), [[str(cell) for cell in row.values()] for row in rows]))
    else:
        print("nothing")
    return 0 if rows else 1


def _kind(name: str) -> str:
    from ptxisa.db import database

    kinds = database().kinds()
    if name not in kinds:
        raise Failure(f"unknown kind {name[:60]!r}; {suggestion(name, kinds) or 'kinds are ' + listing(kinds, 20)}")
    return name


Rows = list[dict[str, Any]]


def _instructions(kind: str, family: str | None, on: Target | None, at: Version | None) -> Rows:
    from ptxisa.db import database

    db = database()
    _check_family(family)
    rows = db.sql(
        "SELECT name, family, summary FROM instruction WHERE ?1 IS NULL OR family = ?1 ORDER BY name, family", (family,)
    )
    found = [{"name": name, "family": family, "summary": summary} for name, family, summary in rows]
    return [row for row in found if _exists(row["name"], row["family"], on, at)] if on or at else found


def _check_family(family: str | None) -> None:
    from ptxisa.db import database

    families = [row[0] for row in database().sql("SELECT DISTINCT family FROM instruction ORDER BY family")]
    if family is not None and family not in families:
        raise Failure(
            f"unknown family {family[:60]!r}; {suggestion(family, families) or 'families are ' + listing(families)}"
        )


def _exists(name: str, family: str, on: Target | None, at: Version | None) -> bool:
    """Whether any form of the record is available there."""
    from ptxisa.availability import satisfied
    from ptxisa.db import database

    if on is not None and at is not None and at < on.floor:
        return False
    forms = [form for form in database().instruction(name).forms if form.record == f"{family}/{name}"]
    return any(satisfied(clause.ptx, clause.target, on, at) for form in forms for clause in form.availability)


def _targets(kind: str, family: str | None, on: Target | None, at: Version | None) -> Rows:
    return [
        {
            "name": target.name,
            "kind": target.variant,
            "family": target.family,
            "since PTX": target.introduced,
            "architecture": target.architecture,
            "summary": target.summary,
        }
        for target in targets.known().values()
        if at is None or target.floor <= at
    ]


def _versions(kind: str, family: str | None, on: Target | None, at: Version | None) -> Rows:
    return [
        {
            "name": one.name,
            "CUDA": ", ".join(one.cuda),
            "driver": ", ".join(one.drivers),
            "targets": len(one.targets),
            "summary": one.summary,
        }
        for one in versions.known().values()
        if (at is None or versions.order(one.name) <= at) and (on is None or on.floor <= versions.order(one.name))
    ]


def _plain(kind: str, family: str | None, on: Target | None, at: Version | None) -> Rows:
    from ptxisa.db import database

    rows = database().sql("SELECT name, summary FROM record WHERE kind = ? ORDER BY name", (kind,))
    return [{"name": name, "summary": summary} for name, summary in rows]


_LISTERS = {"instruction": _instructions, "target": _targets, "version": _versions}
