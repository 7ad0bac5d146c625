"""Is an instruction available on a target, in a PTX version; and if not, what does it need?

OPCODE is a mnemonic (add), a full opcode (add.sat.s32) or a whole statement; or the name of a special register
(%clusterid), directive (.maxntid), type (.f16x2), state space (.shared::cta), attribute (.managed) or pragma
("nounroll", in its quotes). Without --target and --ptx, prints since which PTX version each target has each form.


The manual answers, and says where releases of ptxas answer otherwise, without it with --strict; --assembler RELEASE
answers as that release does.

examples:
  ptxisa available add.u16x2 --target sm_80
  ptxisa available %tid --target sm_90
  ptxisa available 'lop3.or.b32 d|p, a, b, c, 0x3f, q;' --ptx 8.0
  ptxisa available szext
  ptxisa available addc.u16 --target sm_90 --assembler 13.0
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ptxisa.cli.options import add_json, add_opinion, add_place, place, unknown_names
from ptxisa.cli.output import print_json, table

if TYPE_CHECKING:
    from ptxisa.isa.forms import Clause
    from ptxisa.query.availability import Candidate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa available`."""
    parser.add_argument("opcode", metavar="OPCODE")
    add_place(parser)
    add_opinion(parser)
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
    elif on is None and at is None and not answer.errata:
        print(_matrix(answer.opcode))
    elif on is None and at is None:
        print(f"{answer.opcode}: {'yes, ' if answer else 'no: '}{answer.reason}")
    else:
        where = " ".join(part for part in (on.name if on else "", f"PTX {at}" if at else "") if part)
        print(f"{answer.opcode} on {where}: {'yes, ' if answer else 'no: '}{answer.reason}")
    return 0 if answer else 1


def _requirement(one: object) -> dict[str, object]:
    return {**one._asdict(), "text": str(one)}  # type: ignore[attr-defined]


def _since(opcode: str) -> dict[str, dict[str, str]]:
    """Form, or form and clause, to target to the first version that has it there."""
    from ptxisa.query.availability import candidates, ways

    found = {}
    for candidate in candidates(opcode):
        clauses = ways(candidate.form, candidate.values)
        groups: dict[str, list[Clause]] = {}
        for clause in clauses:
            # Clauses about different modifiers are told apart; alternatives for the same ones count together.
            narrowed = candidate.values is None and clause.when
            groups.setdefault(f"{candidate.form.id} ({clause.id})" if narrowed else candidate.form.id, []).append(
                clause
            )
        found.update({name: _first_versions(candidate, group) for name, group in groups.items()})
    return found


def _first_versions(candidate: Candidate, clauses: Sequence[Clause]) -> dict[str, str]:
    from ptxisa.isa.targets import known
    from ptxisa.query.availability import first_available

    first = {target.name: first_available(candidate, clauses, target) for target in known().values()}
    return {name: str(version) for name, version in first.items() if version}


def _matrix(opcode: str) -> str:
    """Targets with the same first versions share a row, in the order of the targets."""
    since = _since(opcode)
    targets = list(dict.fromkeys(target for by_target in since.values() for target in by_target))
    merged: dict[tuple[str, ...], list[str]] = {}
    for target in targets:
        merged.setdefault(tuple(by_target.get(target, "–") for by_target in since.values()), []).append(target)
    rows = [[*versions, " ".join(names)] for versions, names in merged.items()]
    return "first PTX version, by form and target\n\n" + table([*since, "targets"], rows)
