"""Answer if an instruction is available on a target and in a PTX version, and if not, what it needs.

OPCODE is a mnemonic (add), a full opcode (add.sat.s32) or a whole statement, whose operands are checked, too; or the
name of a special register (%clusterid), directive (.maxntid), type (.f16x2), state space (.shared::cta), attribute
(.managed) or pragma ("nounroll", in its quotes). The answer is one line; --all lists every alternative, or, without
--target and --ptx, the first PTX version of each form on each target.

The answer follows the manual and names releases of ptxas that answer differently; with --strict these are ignored,
and with --assembler RELEASE the answer is that of the release.

examples:
  ptxisa available add.u16x2 --target sm_80
  ptxisa available %tid --target sm_90
  ptxisa available 'lop3.or.b32 d|p, a, b, c, 0x3f, q;' --ptx 8.0
  ptxisa available szext --all
  ptxisa available addc.u16 --target sm_90 --assembler 13.0
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ptxisa.cli.options import add_json, add_opinion, add_place, place, unknown_names
from ptxisa.cli.output import paragraph, print_json, table
from ptxisa.isa.names import counted
from ptxisa.isa.targets import Target, known
from ptxisa.isa.versions import order
from ptxisa.query.availability import joined, satisfied, weakest

if TYPE_CHECKING:
    from ptxisa.isa.forms import Clause
    from ptxisa.isa.versions import Version
    from ptxisa.query.availability import Availability


MOST_WAYS = 3
"""Floors in the line of an answer; of more, one is shown."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa available`."""
    parser.add_argument("opcode", metavar="OPCODE", help="a mnemonic, opcode, statement, or name of the language")
    add_place(parser)
    add_opinion(parser)
    parser.add_argument("--all", action="store_true", help="print every form and target")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the answer; return 0 if the opcode is available, 1 if not."""
    from ptxisa.check.available import available

    target, version = place(arguments)
    with unknown_names():
        answer = available(
            arguments.opcode,
            target=arguments.target,
            ptx=arguments.ptx,
            strict=arguments.strict,
            assembler=arguments.assembler,
        )
    anywhere = target is None and version is None
    if arguments.json:
        requires = [{**requirement._asdict(), "text": str(requirement)} for requirement in answer.requires]
        since = {"since": first_versions(answer.opcode)} if anywhere and not answer.errata else {}
        print_json({**answer._asdict(), "requires": requires, **since})
    else:
        print(paragraph(_line(answer, target, version, arguments.all)))
        if arguments.all and anywhere:
            print(_first_version_tables(answer.opcode))
    return 0 if answer else 1


def _line(answer: Availability, target: Target | None, version: Version | None, every: bool) -> str:
    """Return the answer in one line; unless `every`, with one of several alternatives."""
    where = " ".join(part for part in (target.name if target else "", f"PTX {version}" if version else "") if part)
    reason, ways = answer.reason, weakest(answer.requires)
    alternatives = joined(ways)
    if every:  # Alternatives that others imply say nothing.
        reason = reason.replace(joined(answer.requires), alternatives)
    if not answer and reason.startswith("needs") and alternatives not in reason:
        # The reason tells of the chip of the target alone, such as of sm_120a for sm_120.
        reason += f"; in general, {alternatives}" if every else "; other chips: --all"
    elif not every and len(ways) > MOST_WAYS and alternatives in reason:
        # The alternative that the place satisfies, if there is one, explains the answer best.
        best = next((str(way) for way in ways if satisfied(way.ptx, way.target, target, version)), str(ways[0]))
        reason = reason.replace(alternatives, f"{best}; {counted(len(ways) - 1, 'other way')}: --all")
    elif not every and target is None and "." not in answer.opcode and len(answer.requires) > len(ways):
        # Forms of a mnemonic have floors of their own, which the first of them hide.
        reason += f"; {counted(len(answer.requires) - len(ways), 'other way')}: --all"
    word = "" if not where and answer and not answer.errata else "yes, " if answer else "no: "
    return f"{answer.opcode}{' on ' if where else ''}{where}: {word}{reason}"


def first_versions(opcode: str) -> dict[str, dict[str, str]]:
    """Return the first PTX version with each form of an opcode on each target.

    Returns:
        A dict from form, or from `form (clause)` where clauses are about different modifiers, to a dict from target
        to version.
    """
    from ptxisa.query.availability import candidates, first_available, ways

    result = {}
    for candidate in sorted(
        candidates(opcode), key=lambda candidate: candidate.form.record.partition("/")[2] != opcode
    ):
        groups: dict[str, list[Clause]] = {}
        for clause in ways(candidate.form, candidate.known_values):
            # Clauses about different modifiers are separate rows; alternatives for the same modifiers are one row.
            narrowed = not candidate.complete and clause.when
            name = f"{candidate.form.id} ({clause.id})" if narrowed else candidate.form.id
            groups.setdefault(name, []).append(clause)
        for name, clauses in groups.items():
            first = {target.name: first_available(candidate, clauses, target) for target in known().values()}
            result[name] = {target: str(version) for target, version in first.items() if version}
    return result


def _first_version_tables(opcode: str) -> str:
    """Return a table of versions and targets for each group of forms that have the same first versions."""
    groups: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for name, by_target in first_versions(opcode).items():
        groups.setdefault(tuple(by_target.items()), []).append(name)
    tables = []
    for by_target_items, names in groups.items():
        targets: dict[str, list[str]] = {}
        for target, version in by_target_items:
            targets.setdefault(version, []).append(target)
        # `mma (m8n8k4-f16), mma (m8n8k16-int8)` names the form once: `mma (m8n8k4-f16, m8n8k16-int8)`.
        clauses: dict[str, list[str]] = {}
        for name in names:
            form, _, clause = name.partition(" ")
            clauses.setdefault(form, []).append(clause.strip("()"))
        heads = [form + (f" ({', '.join(named)})" if any(named) else "") for form, named in clauses.items()]
        rows = [[version, " ".join(named)] for version, named in sorted(targets.items(), key=lambda row: order(row[0]))]
        tables.append(f"\n{paragraph(', '.join(heads))}\n{table(['since PTX', 'targets'], rows)}")
    return "\n".join(tables)
