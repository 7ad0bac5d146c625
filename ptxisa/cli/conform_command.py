"""Compare the records with a real ptxas, over every pair of target and version that it supports.

--ptxas is a release (11.8, 12.9, 13.0 …), fetched as a pip wheel into a cache when first used, or the path
of a ptxas binary; repeat it for several. NAME is a mnemonic, a record or a form id; or, for the language around the
instructions, a record such as %tid or directive/maxntid, or a kind such as special_register.

Evidence covers every form or every other record, so --evidence excludes NAME. Evidence of parts that did not run
(see --only) stays unchanged.

Several processes compare the records. After an interruption, the same command resumes where it
stopped; --fresh starts over.

The release is compared with what the checker answers for it (see check --assembler). Status 0 when the two always
agree, 1 when they differ.

examples:
  ptxisa conform --ptxas 13.0 add
  ptxisa conform --ptxas 13.0 special_register state_space/global
  ptxisa conform --ptxas 11.8 --ptxas 12.9 --ptxas 13.0 --evidence isa/evidence
"""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ptxisa.cli.options import add_json, add_workers, chosen_forms, workers
from ptxisa.cli.output import Failure, print_json, table

if TYPE_CHECKING:
    from ptxisa.isa.forms import Form
    from ptxisa.oracle.language import Subject
    from ptxisa.oracle.reports import ConformReport

DEFAULT = ["11.8", "12.9", "13.0"]
"""The last releases of two major versions of CUDA, and the first one of the third."""
MOST_DIFFERENCES = 40
"""Differences that are printed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa conform`."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="a mnemonic, form or record (default: everything)")
    parser.add_argument(
        "--ptxas", action="append", metavar="R", help=f"release or path (default: {', '.join(DEFAULT)})"
    )
    parser.add_argument("--only", choices=("forms", "records"), help="forms of instructions, or all other records")
    parser.add_argument(
        "--boundaries",
        action="store_true",
        help="run instructions only next to where their availability changes, and on the newest versions",
    )
    parser.add_argument("--evidence", type=Path, metavar="DIR", help="add the results to the tables in DIR")
    parser.add_argument("--fresh", action="store_true", help="do not resume an interrupted run")
    add_workers(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare the chosen records with each ptxas; return 1 if there is a difference."""
    from ptxisa.oracle.assembler import Ptxas, PtxasError
    from ptxisa.oracle.conform import conform_by_record, conform_records_apart
    from ptxisa.oracle.evidence import update_evidence
    from ptxisa.oracle.releases import ReleaseError, find
    from ptxisa.oracle.reports import Journal

    if arguments.evidence and arguments.names:
        raise Failure("evidence is about all forms or records; give no NAME with --evidence")
    forms, subjects = chosen(arguments.names, arguments.only)
    journal = Journal(fresh=arguments.fresh)
    reports: list[ConformReport] = []
    records: list[dict[str, Any]] = []
    for name in arguments.ptxas or DEFAULT:
        of_release: list[ConformReport] = []
        try:
            with workers(arguments) as where:
                ptxas = Ptxas(find(name, _print_progress))
                if forms:
                    of_release.append(
                        conform_by_record(
                            forms,
                            ptxas,
                            _print_progress,
                            boundaries=arguments.boundaries,
                            workers=where,
                            journal=journal,
                        )
                    )
                if subjects:
                    of_release.append(
                        conform_records_apart(subjects, ptxas, _print_progress, workers=where, journal=journal)
                    )
        except (ReleaseError, PtxasError) as error:
            raise Failure(str(error)) from None
        if arguments.evidence:
            # After each release, so that an interruption loses the evidence of one at most.
            records.append(evidence_of(of_release))
            update_evidence(arguments.evidence, records)
        reports += of_release
    journal.end()
    if arguments.json:
        print_json([{**report._asdict(), "different": _differences(report)} for report in reports])
    else:
        print("\n\n".join(_text(report) for report in reports))
    return int(any(report.differences for report in reports))


def chosen(names: Sequence[str], only: str | None) -> tuple[list[Form], list[Subject]]:
    """Return the forms and the other records that the arguments name; without names, all of them."""
    from ptxisa.oracle.language import subjects

    if only == "forms":
        return chosen_forms(names), []
    of_forms = [name for name in names if not subjects([name])]
    if only == "records" and of_forms:
        raise Failure(f"no record with availability clauses is called {of_forms[0][:60]!r}")
    forms = chosen_forms(of_forms) if of_forms or not (names or only) else []
    return forms, [] if names and len(of_forms) == len(names) else subjects(names)


def _print_progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _differences(report: ConformReport) -> int:
    return report.totals.get("judged", 0) - report.totals.get("agreed", 0)


def _text(report: ConformReport) -> str:
    """Return totals, the state of the clauses, and a table of the first differences."""
    from ptxisa.oracle.reports import group

    totals = report.totals
    lines = [
        f"ptxas {report.release} ({report.build}), {report.part}",
        f"{totals.get('judged', 0):,} judgments: {totals.get('agreed', 0):,} agree, {_differences(report):,} differ",
    ]
    if "variants" in totals:  # Of forms with very many variants, a part that covers every two modifiers is run.
        lines.append(f"{totals['variants']:,} of {totals['legal_variants']:,} variants of instructions")
    statuses = [status for clauses in report.clauses.values() for status in clauses.values()]
    sides = []
    for side in ("floor", "below_version", "below_target"):
        counts = {
            value: sum(status[side] == value for status in statuses)
            for value in ("verified", "refuted", "unverifiable", "not-run")
        }
        counted = ", ".join(f"{count} {value}" for value, count in counts.items() if count)
        sides.append(f"{side.replace('_', ' ')}: {counted}")
    lines.append(f"{len(statuses)} clauses; " + "; ".join(sides))
    rows = [
        [
            difference.trial.form,
            f"{difference.trial.sort} {difference.trial.operand} {difference.trial.change}",
            f"{count} {difference.ptxas}",
            difference.first,
            f"{' '.join(difference.trial.probe.statement.split())} {difference.message}",
        ]
        for difference, count in group(report.differences)[:MOST_DIFFERENCES]
    ]
    if rows:
        lines.append(table(["form", "probe", "ptxas", "at", "statement"], rows))
    return "\n".join(lines)


def evidence_of(reports: Sequence[ConformReport]) -> dict[str, Any]:
    """Return the evidence of one release; parts that did not run stay as the database has them."""
    from ptxisa.oracle.reports import evidence
    from ptxisa.query.database import database

    earlier = database().record("evidence", f"ptxas-{reports[0].release}")
    return evidence(reports, earlier[0] if earlier else {}, datetime.date.today().isoformat())
