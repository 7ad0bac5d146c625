"""What exists; with --target or --ptx, what exists there.

examples:
  ptxisa list --family logic-and-shift
  ptxisa list --kind target
  ptxisa list --kind compute_capability
  ptxisa list --kind special_register --target sm_70 --ptx 7.0
  ptxisa list --kind nvvm_intrinsic --target compute_70
  ptxisa list --kind nvvm_intrinsic --family nvvm-shuffle
  ptxisa list --kind code
  ptxisa list --target sm_52 --ptx 6.0
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from ptxisa.cli.options import add_json, add_place, place
from ptxisa.cli.output import Failure, print_json, table
from ptxisa.isa import targets, versions
from ptxisa.isa.forms import Clause, End
from ptxisa.isa.names import listing, suggestion
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa list`."""
    parser.add_argument(
        "--kind",
        default="instruction",
        metavar="K",
        help="instruction (default), type, special_register, directive, target, version, …, code",
    )
    parser.add_argument("--family", metavar="F", help="only this family of instructions or NVVM intrinsics")
    add_place(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """List; status 1 when there is nothing."""
    on, at = place(arguments)
    kind = known_kind(arguments.kind)
    rows = _LISTERS.get(kind, _plain)(kind, arguments.family, on, at)
    if arguments.json:
        print_json(rows)
    elif rows:
        print(table(list(rows[0]), [[str(cell) for cell in row.values()] for row in rows]))
    else:
        print("nothing")
    return 0 if rows else 1


def known_kind(name: str) -> str:
    """The kind of record of that name; an unknown one ends the command."""
    from ptxisa.query.database import database

    kinds = [*database().kinds(), CODE]
    if name not in kinds:
        raise Failure(f"unknown kind {name[:60]!r}; {suggestion(name, kinds) or 'kinds are ' + listing(kinds, 20)}")
    return name


Rows = list[dict[str, Any]]
CODE = "code"
"""Diagnostic codes are listed like records, but stand in the checker itself."""


def _instructions(kind: str, family: str | None, on: Target | None, at: Version | None) -> Rows:
    from ptxisa.query.database import database

    db = database()
    _check_family(family)
    rows = db.sql(
        "SELECT name, family, summary FROM instruction WHERE ?1 IS NULL OR family = ?1 ORDER BY name, family", (family,)
    )
    found = [{"name": name, "family": family, "summary": summary} for name, family, summary in rows]
    return [row for row in found if _exists(row["name"], row["family"], on, at)] if on or at else found


def _check_family(family: str | None) -> None:
    from ptxisa.query.database import database

    families = [row[0] for row in database().sql("SELECT DISTINCT family FROM instruction ORDER BY family")]
    if family is not None:
        _check_name(family, families, "family")


def _check_name(name: str, known: Collection[str], what: str) -> None:
    if name not in known:
        raise Failure(f"unknown {what} {name[:60]!r}; {suggestion(name, known) or 'families are ' + listing(known)}")


def _exists(name: str, family: str, on: Target | None, at: Version | None) -> bool:
    """Whether any variant of any form of the record is available there."""
    from ptxisa.query.database import database
    from ptxisa.query.narrowing import narrowed

    forms = [form for form in database().instruction(name).forms if form.record == f"{family}/{name}"]
    return not _before(on, at) and any(narrowed(form, on, at) for form in forms)


def _before(on: Target | None, at: Version | None) -> bool:
    """Whether the version does not know the target yet."""
    return on is not None and at is not None and at < on.floor


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


def _codes(kind: str, family: str | None, on: Target | None, at: Version | None) -> Rows:
    from ptxisa.isa.diagnostics import CATALOGUE

    return [{"name": name, "summary": code.meaning.replace("``", "")} for name, code in CATALOGUE.items()]


def _plain(kind: str, family: str | None, on: Target | None, at: Version | None) -> Rows:
    """Records of any other kind; those that say where they are available are filtered by it, others are everywhere."""
    from ptxisa.query.database import database

    clauses, removals = _dated(kind)
    rows = database().sql("SELECT name, replace(summary, '``', '') FROM record WHERE kind = ? ORDER BY name", (kind,))
    if not clauses:
        return [{"name": name, "summary": summary} for name, summary in rows]
    return [
        {"name": name, "since": _since(clauses.get(name, ())), "summary": summary}
        for name, summary in rows
        if name not in clauses or _available(clauses[name], removals[name], on, at)
    ]


def _dated(kind: str) -> tuple[Mapping[str, list[Clause]], Mapping[str, list[End]]]:
    """Availability and removals of every record of a kind, by name; conditions on modifiers play no part here."""
    from ptxisa.query.database import database

    clauses: dict[str, list[Clause]] = defaultdict(list)
    for name, id_, ptx, target in database().sql(
        "SELECT name, id, ptx, target FROM record_clause WHERE kind = ?", (kind,)
    ):
        clauses[name].append(Clause(id_, ptx, target))
    removals: dict[str, list[End]] = defaultdict(list)
    for name, ptx, target in database().sql(
        "SELECT name, ptx, target FROM record_end WHERE kind = ? AND change = 'removed' AND condition = '{}'", (kind,)
    ):
        removals[name].append(End(ptx, target))
    return clauses, removals


def _since(clauses: Iterable[Clause]) -> str:
    """`7.8 sm_90+`: what is first available, for every way to have it."""
    return ", ".join(dict.fromkeys(f"{clause.ptx} {clause.target}" for clause in clauses))


def _available(clauses: Iterable[Clause], removals: Iterable[End], on: Target | None, at: Version | None) -> bool:
    from ptxisa.query.availability import ended, satisfied

    if _before(on, at):
        return False
    gone = any(ended(end, None, on, at) for end in removals)
    return not gone and any(satisfied(clause.ptx, clause.target, on, at) for clause in clauses)


def _capabilities(kind: str, family: str | None, on: Target | None, at: Version | None) -> Rows:
    """What people compare first; `show` has every property."""
    from ptxisa.isa import capabilities

    counts = ("max_warps_per_sm", "max_blocks_per_sm", "registers_per_sm", "shared_memory_per_sm")
    return [
        {
            "name": one.name,
            "architecture": one.architecture,
            **{name.replace("_", " "): one.values.get(name, "unknown") for name in counts},
            "targets": " ".join(one.targets),
        }
        for one in capabilities.known().values()
        if on is None or on.compute_capability == one.version
    ]


def _toolkits(kind: str, family: str | None, on: Target | None, at: Version | None) -> Rows:
    from ptxisa.isa import toolkits

    return [
        {
            "name": one.name,
            "PTX": one.ptx,
            "driver": f"r{one.branch}" if one.branch else "",
            "targets": len(one.targets),
        }
        for one in toolkits.known().values()
        if (at is None or at <= versions.order(one.ptx)) and (on is None or on.name in one.targets)
    ]


def _intrinsics(kind: str, family: str | None, on: Target | None, at: Version | None) -> Rows:
    """Families of NVVM intrinsics, or the intrinsics of one."""
    from ptxisa.isa.nvvm import families
    from ptxisa.nvvm.intrinsics import intrinsics

    if family is not None:
        _check_name(family, families(), "family of intrinsics")
        return [{"name": one.name, "needs": one.target, "summary": one.summary} for one in intrinsics(family, on)]
    counts = Counter(one.family for one in intrinsics(target=on))
    return [
        {"name": one.name, "intrinsics": counts[one.name], "summary": one.summary}
        for one in families().values()
        if counts[one.name]
    ]


_LISTERS = {
    "instruction": _instructions,
    "target": _targets,
    "version": _versions,
    "compute_capability": _capabilities,
    "toolkit": _toolkits,
    "nvvm_intrinsic": _intrinsics,
    CODE: _codes,
}
