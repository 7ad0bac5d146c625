"""List instructions, or records of another kind; with --target or --ptx, those that are available there.

examples:
  ptxisa list --family logic-and-shift
  ptxisa list target
  ptxisa list --kind compute_capability
  ptxisa list --kind special_register --target sm_70 --ptx 7.0
  ptxisa list --kind nvvm_intrinsic --target compute_70
  ptxisa list --kind nvvm_intrinsic --family nvvm-shuffle
  ptxisa list --kind code
  ptxisa list --target sm_52 --ptx 6.0
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from typing import Any

from ptxisa.cli.options import add_json, add_place, checked_kind, place
from ptxisa.cli.output import Failure, bold, plain_text, print_json, width
from ptxisa.isa import targets, versions
from ptxisa.isa.forms import Clause, End
from ptxisa.isa.names import listing, suggestion
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version

Rows = list[dict[str, Any]]
"""Rows of a table, each a dict from column to cell."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa list`."""
    kinds = "instruction (default), type, special_register, directive, target, version, …, code"
    parser.add_argument("named", nargs="?", metavar="KIND", help=kinds)
    parser.add_argument("--kind", metavar="K", help="the same")
    parser.add_argument("--family", metavar="F", help="only this family of instructions or NVVM intrinsics")
    add_place(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """List; return 1 if there is nothing."""
    target, version = place(arguments)
    kind = checked_kind(arguments.kind or arguments.named or "instruction")
    if kind == "instruction":
        rows = list_instructions(arguments.family, target, version)
    elif kind == "nvvm_intrinsic":
        rows = list_intrinsics(arguments.family, target)
    elif kind in _LISTERS:
        rows = _LISTERS[kind](target, version)
    else:
        rows = list_records(kind, target, version)
    if arguments.json:
        print_json(rows)
    elif rows:
        print(one_line_each(list(rows[0]), [list(row.values()) for row in rows]))
    else:
        print("nothing")
    return 0 if rows else 1


def one_line_each(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Return a table with a line for each row; on a terminal, lines end at its edge."""
    cells = [[str(head) for head in heads], *(["" if cell is None else str(cell) for cell in row] for row in rows)]
    sizes = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(cell.ljust(size) for cell, size in zip(row, sizes, strict=True)).rstrip() for row in cells]
    if sys.stdout.isatty():
        lines = [line if len(line) <= width() else line[: width() - 1] + "…" for line in lines]
    return "\n".join([bold(lines[0]), *lines[1:]])


def list_instructions(family: str | None, target: Target | None, version: Version | None) -> Rows:
    """List instructions; with a place, those with a form that has a variant available there."""
    from ptxisa.query.database import database
    from ptxisa.query.narrowing import exists

    db = database()
    families = [row[0] for row in db.sql("SELECT DISTINCT family FROM instruction ORDER BY family")]
    if family is not None:
        _require_family(family, families, "family")
    rows = []
    for name, of_family, summary in db.sql(
        "SELECT name, family, summary FROM instruction WHERE :family IS NULL OR family = :family ORDER BY name, family",
        {"family": family},
    ):
        if target or version:
            record = f"{of_family}/{name}"
            forms = [form for form in db.instruction(name).forms if form.record == record]
            if _older_than_target(target, version) or not any(exists(form, target, version) for form in forms):
                continue
        rows.append({"name": name, "family": of_family, "summary": summary})
    return rows


def _require_family(name: str, known: Collection[str], what: str) -> None:
    """Raise `Failure` for an unknown family."""
    if name not in known:
        raise Failure(f"unknown {what} {name[:60]!r}; {suggestion(name, known) or 'families are ' + listing(known)}")


def _older_than_target(target: Target | None, version: Version | None) -> bool:
    """Return True if the PTX version is older than the target."""
    return target is not None and version is not None and version < target.floor


def list_intrinsics(family: str | None, target: Target | None) -> Rows:
    """List families of NVVM intrinsics, or the intrinsics of one family."""
    from ptxisa.isa.nvvm import families
    from ptxisa.nvvm.intrinsics import intrinsics

    if family is not None:
        _require_family(family, families(), "family of intrinsics")
        return [
            {"name": intrinsic.name, "needs": intrinsic.target, "summary": intrinsic.summary}
            for intrinsic in intrinsics(family, target)
        ]
    counts = Counter(intrinsic.family for intrinsic in intrinsics(target=target))
    return [
        {"name": entry.name, "intrinsics": counts[entry.name], "summary": entry.summary}
        for entry in families().values()
        if counts[entry.name]
    ]


def list_targets(_: Target | None, version: Version | None) -> Rows:
    """List targets, or those of a PTX version."""
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
        if version is None or target.floor <= version
    ]


def list_versions(target: Target | None, version: Version | None) -> Rows:
    """List PTX versions, or those that support a target."""
    return [
        {
            "name": entry.name,
            "CUDA": ", ".join(entry.cuda),
            "driver": ", ".join(entry.drivers),
            "targets": len(entry.targets),
            "summary": entry.summary,
        }
        for entry in versions.known().values()
        if (version is None or versions.order(entry.name) <= version)
        and (target is None or target.floor <= versions.order(entry.name))
    ]


def list_capabilities(target: Target | None, _: Version | None) -> Rows:
    """List compute capabilities with the properties that people compare first; `show` has every property."""
    from ptxisa.isa import capabilities

    counts = ("max_warps_per_sm", "max_blocks_per_sm", "registers_per_sm", "shared_memory_per_sm")
    return [
        {
            "name": entry.name,
            "architecture": entry.architecture,
            **{name.replace("_", " "): entry.values.get(name, "unknown") for name in counts},
            "targets": " ".join(entry.targets),
        }
        for entry in capabilities.known().values()
        if target is None or target.compute_capability == entry.version
    ]


def list_toolkits(target: Target | None, version: Version | None) -> Rows:
    """List CUDA releases, or those with a PTX version or later that assemble for a target."""
    from ptxisa.isa import toolkits

    return [
        {
            "name": entry.name,
            "PTX": entry.ptx,
            "driver": f"r{entry.branch}" if entry.branch else "",
            "targets": len(entry.targets),
        }
        for entry in toolkits.known().values()
        if (version is None or version <= versions.order(entry.ptx))
        and (target is None or target.name in entry.targets)
    ]


def list_codes(_: Target | None, __: Version | None) -> Rows:
    """List diagnostic codes, which the checker defines and not a record."""
    from ptxisa.isa.diagnostics import CATALOGUE

    return [{"name": name, "summary": plain_text(code.meaning)} for name, code in CATALOGUE.items()]


_LISTERS = {
    "target": list_targets,
    "version": list_versions,
    "compute_capability": list_capabilities,
    "toolkit": list_toolkits,
    "code": list_codes,
}


def list_records(kind: str, target: Target | None, version: Version | None) -> Rows:
    """List records of any other kind; those with availability clauses are filtered by them, others are everywhere."""
    from ptxisa.query.availability import ended, satisfied
    from ptxisa.query.database import database

    db = database()
    clauses: dict[str, list[Clause]] = defaultdict(list)
    for name, id_, ptx, target_floor in db.sql(
        "SELECT name, id, ptx, target FROM record_clause WHERE kind = ?", (kind,)
    ):
        clauses[name].append(Clause(id_, ptx, target_floor))
    removals: dict[str, list[End]] = defaultdict(list)
    for name, ptx, target_floor in db.sql(
        "SELECT name, ptx, target FROM record_end WHERE kind = ? AND change = 'removed' AND condition = '{}'", (kind,)
    ):
        removals[name].append(End(ptx, target_floor))

    def available(name: str) -> bool:
        if _older_than_target(target, version) or any(ended(end, None, target, version) for end in removals[name]):
            return False
        return any(satisfied(clause.ptx, clause.target, target, version) for clause in clauses[name])

    rows: Rows = []
    for name, summary in db.sql("SELECT name, summary FROM record WHERE kind = ? ORDER BY name", (kind,)):
        text = None if summary is None else plain_text(summary)
        if not clauses:
            rows.append({"name": name, "summary": text})
        elif name not in clauses or available(name):
            since = ", ".join(dict.fromkeys(f"{clause.ptx} {clause.target}" for clause in clauses.get(name, ())))
            rows.append({"name": name, "since": since, "summary": text})
    return rows
