"""Is an instruction available on a target, in a PTX version; and if not, what does it need?

OPCODE is a mnemonic (add), a full opcode (add.sat.s32) or a whole statement; or the name of a special register
(%clusterid), directive (.maxntid), type (.f16x2), state space (.shared::cta), attribute (.managed) or pragma
("nounroll", in its quotes). The answer is one line; --all lists every way to have it, or, without --target and --ptx,
since which PTX version each target has each form.

The manual answers, and says where releases of ptxas answer otherwise, without it with --strict; --assembler RELEASE
answers as that release does.

examples:
  ptxisa available add.u16x2 --target sm_80
  ptxisa available %tid --target sm_90
  ptxisa available 'lop3.or.b32 d|p, a, b, c, 0x3f, q;' --ptx 8.0
  ptxisa available szext --all
  ptxisa available addc.u16 --target sm_90 --assembler 13.0
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ptxisa.cli.options import add_json, add_opinion, add_place, place, unknown_names
from ptxisa.cli.output import paragraph, print_json, table
from ptxisa.isa.names import counted
from ptxisa.query.availability import satisfied

if TYPE_CHECKING:
    from ptxisa.isa.forms import Clause
    from ptxisa.isa.opcode import ResolvedInstruction
    from ptxisa.isa.targets import Target
    from ptxisa.isa.versions import Version
    from ptxisa.query.availability import Availability


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa available`."""
    parser.add_argument("opcode", metavar="OPCODE")
    add_place(parser)
    add_opinion(parser)
    parser.add_argument("--all", action="store_true", help="print every form and target")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Answer; status 0 when available, 1 when not."""
    from ptxisa.query.answers import available

    on, at = place(arguments)
    with unknown_names():
        answer = available(
            arguments.opcode,
            target=arguments.target,
            ptx=arguments.ptx,
            strict=arguments.strict,
            assembler=arguments.assembler,
        )
    if arguments.json:
        extra = {"since": _since(answer.opcode)} if on is None and at is None and not answer.errata else {}
        print_json({**answer._asdict(), "requires": [_requirement(one) for one in answer.requires], **extra})
    else:
        print(paragraph(_line(answer, on, at, arguments.all)))
        if arguments.all and on is None and at is None:
            print(_since_when(answer.opcode))
    return 0 if answer else 1


def _line(answer: Availability, on: Target | None, at: Version | None, every: bool) -> str:
    """The answer in a line, with the easiest of several ways."""
    where = " ".join(part for part in (on.name if on else "", f"PTX {at}" if at else "") if part)
    reason = answer.reason if every else _shortened(answer, on, at)
    word = "" if not where and answer and not answer.errata else "yes, " if answer else "no: "
    return f"{answer.opcode}{' on ' if where else ''}{where}: {word}{reason}"


def _shortened(answer: Availability, on: Target | None, at: Version | None) -> str:
    """The reason, with one way instead of all: one that the place has, if it has any."""
    ways = answer.requires
    everything = ", or ".join(map(str, ways))
    if len(ways) < 2 or everything not in answer.reason:
        return answer.reason
    leading = next((one for one in ways if satisfied(one.ptx, one.target, on, at)), ways[0])
    return answer.reason.replace(everything, f"{leading}; {counted(len(ways) - 1, 'other way')}: --all")


def _requirement(one: object) -> dict[str, object]:
    return {**one._asdict(), "text": str(one)}  # type: ignore[attr-defined]


def _since(opcode: str) -> dict[str, dict[str, str]]:
    """Form, or form and clause, to target to the first version that has it there."""
    from ptxisa.query.availability import candidates, ways

    found = {}
    for candidate in sorted(candidates(opcode), key=lambda one: one.form.record.partition("/")[2] != opcode):
        clauses = ways(candidate.form, candidate.known_values)
        groups: dict[str, list[Clause]] = {}
        for clause in clauses:
            # Clauses about different modifiers are told apart; alternatives for the same ones count together.
            narrowed = not candidate.complete and clause.when
            groups.setdefault(f"{candidate.form.id} ({clause.id})" if narrowed else candidate.form.id, []).append(
                clause
            )
        found.update({name: _first_versions(candidate, group) for name, group in groups.items()})
    return found


def _first_versions(candidate: ResolvedInstruction, clauses: Sequence[Clause]) -> dict[str, str]:
    from ptxisa.isa.targets import known
    from ptxisa.query.availability import first_available

    first = {target.name: first_available(candidate, clauses, target) for target in known().values()}
    return {name: str(version) for name, version in first.items() if version}


def _since_when(opcode: str) -> str:
    """Forms with the same first versions share a table of versions and targets."""
    groups: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for name, by_target in _since(opcode).items():
        groups.setdefault(tuple(by_target.items()), []).append(name)
    return "\n".join(_group(names, dict(since)) for since, names in groups.items())


def _group(names: Sequence[str], since: Mapping[str, str]) -> str:
    """Versions in the order of the first target that has each."""
    targets: dict[str, list[str]] = {}
    for target, version in since.items():
        targets.setdefault(version, []).append(target)
    rows = [[version, " ".join(some)] for version, some in targets.items()]
    return f"\n{paragraph(', '.join(_by_form(names)))}\n{table(['since PTX', 'targets'], rows)}"


def _by_form(names: Sequence[str]) -> list[str]:
    """`mma (m8n8k4-f16), mma (m8n8k16-int8)` with the form said once."""
    clauses: dict[str, list[str]] = {}
    for name in names:
        form, _, clause = name.partition(" ")
        clauses.setdefault(form, []).append(clause.strip("()"))
    return [form + (f" ({', '.join(some)})" if any(some) else "") for form, some in clauses.items()]
