"""Hold the records against a real ptxas, over every pair of target and version that it knows.

--ptxas is a release (11.8, 12.9, 13.0 …), fetched as a pip wheel into a cache when first used, or the path
of a ptxas binary; give it several times for several. NAME is a mnemonic, a record or a form id; or, for what
stands around the instructions, a record such as %tid or directive/maxntid, or a kind such as special_register.

Evidence is about every form or every other record, so it is written only where no NAME is given. What did not
run (see --only) stays as it was.

Records are judged by several processes, or by a cluster of Dask. An interrupted run resumes where it was when the
same command is given again; --fresh starts over.

The checker answers as that release does (see check --assembler). Status 0 when the two always agree, 1 when they
differ.

examples:
  ptxisa conform --ptxas 13.0 add
  ptxisa conform --ptxas 13.0 special_register state_space/global
  ptxisa conform --ptxas 11.8 --ptxas 12.9 --ptxas 13.0 --evidence isa/evidence
"""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ptxisa.cli.forms import chosen_forms
from ptxisa.cli.options import add_json, add_workers, workers
from ptxisa.cli.output import Failure, print_json, table

if TYPE_CHECKING:
    from ptxisa.isa.forms import Form
    from ptxisa.oracle.assembler import Ptxas
    from ptxisa.oracle.language import Subject
    from ptxisa.oracle.reports import Journal, Report
    from ptxisa.spread import Workers

DEFAULT = ["11.8", "12.9", "13.0"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa conform`."""
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument(
        "--ptxas", action="append", metavar="R", help=f"release or path (default: {', '.join(DEFAULT)})"
    )
    parser.add_argument("--only", choices=("forms", "records"), help="forms of instructions, or all other records")
    parser.add_argument(
        "--boundaries",
        action="store_true",
        help="run instructions only next to where their availability changes, and on newest versions",
    )
    parser.add_argument("--evidence", type=Path, metavar="DIR", help="write an evidence record for each release to DIR")
    parser.add_argument("--fresh", action="store_true", help="judge also what an interrupted run has judged")
    add_workers(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare the chosen records with each ptxas."""
    from ptxisa.oracle.assembler import Ptxas, PtxasError
    from ptxisa.oracle.releases import ReleaseError, find
    from ptxisa.oracle.reports import Journal

    if arguments.evidence and arguments.names:
        raise Failure("evidence is about all forms or records; give no NAME with --evidence")
    forms, subjects = _chosen(arguments.names, arguments.only)
    reports, journal = [], Journal(fresh=arguments.fresh)
    for name in arguments.ptxas or DEFAULT:
        try:
            with workers(arguments) as where:
                run = Run(Ptxas(find(name, _say)), where, journal, arguments.boundaries)
                found = list(_reports(forms, subjects, run))
        except (ReleaseError, PtxasError) as error:
            raise Failure(str(error)) from None
        if arguments.evidence:
            _write(found, arguments.evidence)
        reports += found
    journal.end()
    if arguments.json:
        print_json([_summary(report) for report in reports])
    else:
        print("\n\n".join(_text(report) for report in reports))
    return int(any(report.differences for report in reports))


def _chosen(names: Sequence[str], only: str | None) -> tuple[list[Form], list[Subject]]:
    """The forms and the other records that are asked for: all of them when no name is given."""
    from ptxisa.oracle.language import subjects

    if only == "forms":
        return chosen_forms(names), []
    left = [name for name in names if not subjects([name])]
    if only == "records" and left:
        raise Failure(f"no record with availability clauses is called {left[0][:60]!r}")
    forms = chosen_forms(left) if left or not (names or only) else []
    return forms, [] if names and len(left) == len(names) else subjects(names)


class Run(NamedTuple):
    """What judges, where, with what an interrupted run left, and whether only near boundaries."""

    ptxas: Ptxas
    workers: Workers
    journal: Journal
    boundaries: bool


def _reports(forms: Sequence[Form], subjects: Sequence[Subject], run: Run) -> Iterator[Report]:
    from ptxisa.oracle.conform import conform_by_record, conform_records_apart

    if forms:
        yield conform_by_record(
            forms, run.ptxas, _say, boundaries=run.boundaries, workers=run.workers, journal=run.journal
        )
    if subjects:
        yield conform_records_apart(subjects, run.ptxas, _say, workers=run.workers, journal=run.journal)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _summary(report: Report) -> dict[str, Any]:
    return {**report._asdict(), "different": _different(report)}


def _different(report: Report) -> int:
    """How many judgements are differences."""
    return report.totals.get("judged", 0) - report.totals.get("agreed", 0)


def _text(report: Report) -> str:
    from ptxisa.oracle.reports import group

    totals = report.totals
    lines = [
        f"ptxas {report.release} ({report.build}), {report.part}",
        f"{totals.get('judged', 0):,} judgements: {totals.get('agreed', 0):,} agree, {_different(report):,} differ",
        *_variants(totals),
        _clauses(report),
    ]
    rows = [
        [one.trial.form, f"{one.trial.sort} {one.trial.operand} {one.trial.change}", f"{count} {one.ptxas}", one.first,
         f"{' '.join(one.trial.probe.statement.split())} {one.message}"]
        for one, count in group(report.differences)[:40]
    ]  # fmt: skip
    return "\n".join(lines) + ("\n" + table(["form", "probe", "ptxas", "at", "statement"], rows) if rows else "")


def _variants(totals: Mapping[str, int]) -> Iterator[str]:
    """How many variants of instructions were run; of very many a part covers every two modifiers."""
    if "variants" in totals:
        yield f"{totals['variants']:,} of {totals['legal_variants']:,} variants of instructions"


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


def _write(reports: Sequence[Report], folder: Path) -> None:
    """An evidence record of one release, in which the parts that did not run stay as the database has them."""
    from ptxisa.oracle.reports import evidence, write_record
    from ptxisa.query.database import database

    name = f"ptxas-{reports[0].release}"
    kept = database().record("evidence", name)
    record = evidence(reports, kept[0] if kept else {}, datetime.date.today().isoformat())
    write_record(folder / f"{name}.yaml", record)
