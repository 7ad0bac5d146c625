"""Hold the semantics against the GPU of this machine, bit for bit, with operands loaded from memory.

NAME is a mnemonic, a record or a form id; without one, every form that the GPU has is run. Needs an NVIDIA GPU
and its driver. Status 0 when every defined result agrees, 1 when one does not.

examples:
  ptxisa verify-gpu
  ptxisa verify-gpu bfe mad.cc --random 1000000
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
from ptxisa.isa.names import counted

if TYPE_CHECKING:
    from ptxisa.oracle.gpu.driver import GpuContext
    from ptxisa.oracle.gpu.outcomes import Outcome

MOST_RANDOM = 10_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa verify-gpu`."""
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument(
        "--random", type=int, default=20_000, metavar="N", help="values in each random class (default 20000)"
    )
    parser.add_argument("--evidence", type=Path, metavar="DIR", help="write an evidence record to DIR")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare and report."""
    from ptxisa.oracle.gpu.driver import GpuContext, GpuError
    from ptxisa.oracle.gpu.verify import verify

    forms = chosen_forms(arguments.names)
    if not 1 <= arguments.random <= MOST_RANDOM:
        raise Failure(f"--random must be in 1..{MOST_RANDOM}")
    try:
        with GpuContext() as context:
            outcomes = list(verify(forms, context, random=arguments.random, log=_say))
            record = _evidence(context, outcomes)
    except GpuError as error:
        raise Failure(str(error)) from None
    if arguments.evidence:
        from ptxisa.oracle.reports import write_record

        write_record(arguments.evidence / f"{record['name']}.yaml", record)
    if arguments.json:
        print_json({"evidence": record, "mismatches": [one for outcome in outcomes for one in outcome.mismatches]})
    else:
        print(_text(record, outcomes))
    return int(record["totals"]["run"] != record["totals"]["agreed"] + record["totals"]["unspecified"])


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _evidence(context: GpuContext, outcomes: list[Outcome]) -> dict[str, Any]:
    totals = {key: sum(getattr(one, key) for one in outcomes) for key in ("run", "agreed", "unspecified")}
    return {
        "kind": "evidence",
        "name": f"gpu-{context.target()}",
        "tool": "gpu",
        "release": context.driver(),
        "target": context.target(),
        "device": context.name(),
        "driver": context.driver(),
        "date": datetime.date.today().isoformat(),
        "totals": totals,
        "forms": {one.form: {"run": one.run, "agreed": one.agreed, "unspecified": one.unspecified} for one in outcomes},
    }


def _text(record: dict[str, Any], outcomes: list[Outcome]) -> str:
    totals = record["totals"]
    differ = totals["run"] - totals["agreed"] - totals["unspecified"]
    line = (
        f"{record['device']} ({record['target']}): {totals['run']:,} results of {counted(len(outcomes), 'form')}, "
        f"{totals['agreed']:,} agree, {totals['unspecified']:,} left open by the contract, {differ:,} differ"
    )
    rows = [
        [
            one.opcode,
            one.sample,
            " ".join(f"{k}={v:#x}" for k, v in one.inputs.items()),
            f"{one.output}: {one.expected:#x} expected, {one.measured:#x} measured",
        ]
        for outcome in outcomes
        for one in outcome.mismatches[:3]
    ]
    return line + ("\n" + table(["opcode", "class", "inputs", "result"], rows) if rows else "")
