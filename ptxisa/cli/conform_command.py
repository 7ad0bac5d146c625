"""Hold the records against a real ptxas, over every pair of target and version that it knows.

--ptxas is a release (11.8, 12.9, 13.0 …), fetched as a pip wheel into a cache when first used, or the path
of a ptxas binary; give it several times for several. NAME is a mnemonic, a record or a form id.

Status 0 when every difference is explained by an erratum, 1 when one is not.

examples:
  ptxisa conform --ptxas 13.0 add
  ptxisa conform --ptxas 11.8 --ptxas 12.9 --ptxas 13.0 --evidence isa/evidence
"""

from __future__ import annotations

import argparse
import datetime
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ptxisa.cli.forms import chosen_forms
from ptxisa.cli.options import add_json
from ptxisa.cli.output import Failure, print_json, table

if TYPE_CHECKING:
    from ptxisa.oracle.conform import Report

DEFAULT = ["11.8", "12.9", "13.0"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa conform`."""
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument(
        "--ptxas", action="append", metavar="R", help=f"release or path (default: {', '.join(DEFAULT)})"
    )
    parser.add_argument("--evidence", type=Path, metavar="DIR", help="write an evidence record for each release to DIR")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Judge with each ptxas."""
    from ptxisa.oracle.conform import conform
    from ptxisa.oracle.ptxas import Ptxas, PtxasError
    from ptxisa.oracle.releases import ReleaseError, find

    forms = chosen_forms(arguments.names)
    reports = []
    for name in arguments.ptxas or DEFAULT:
        try:
            reports.append(conform(forms, Ptxas(find(name, say=_say)), say=_say))
        except (ReleaseError, PtxasError) as error:
            raise Failure(str(error)) from None
        if arguments.evidence:
            _write(reports[-1], arguments.evidence)
    if arguments.json:
        print_json([_summary(report) for report in reports])
    else:
        print("\n\n".join(_text(report) for report in reports))
    return int(any(report.unexplained for report in reports))


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _summary(report: Report) -> dict[str, Any]:
    return {**report._asdict(), "unexplained": len(report.unexplained)}


def _text(report: Report) -> str:
    from ptxisa.oracle.conform import group

    totals = report.totals
    lines = [
        f"ptxas {report.release} ({report.build})",
        f"{totals.get('judged', 0):,} judgements: {totals.get('agreed', 0):,} agree, "
        f"{totals.get('explained', 0):,} explained by errata, {totals.get('unexplained', 0):,} not explained",
        _clauses(report),
    ]
    rows = [
        [one.trial.form, f"{one.trial.sort} {one.trial.operand} {one.trial.change}", f"{count} {one.ptxas}", one.first,
         f"{one.trial.probe.statement} {one.message}"]
        for one, count in group(report.unexplained)[:40]
    ]  # fmt: skip
    return "\n".join(lines) + ("\n" + table(["form", "probe", "ptxas", "at", "statement"], rows) if rows else "")


def _clauses(report: Report) -> str:
    """How many clauses are confirmed at each side of their boundary."""
    statuses = [status for clauses in report.clauses.values() for status in clauses.values()]
    parts = []
    for side in ("floor", "below_version", "below_target"):
        counts = {
            value: sum(status[side] == value for status in statuses)
            for value in ("verified", "refuted", "unverifiable", "not-run")
        }
        parts.append(
            f"{side.replace('_', ' ')}: " + ", ".join(f"{count} {value}" for value, count in counts.items() if count)
        )
    return f"{len(statuses)} clauses; " + "; ".join(parts)


def _write(report: Report, folder: Path) -> None:
    """An evidence record; JSON is YAML, so it is written without a YAML library."""
    from ptxisa.oracle.conform import evidence
    from ptxisa.oracle.records import write_record

    record = evidence(report, datetime.date.today().isoformat())
    write_record(folder / f"ptxas-{report.release}.yaml", record)
