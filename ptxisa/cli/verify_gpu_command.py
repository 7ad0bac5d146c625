"""Compare the semantics with the GPU of this machine, bit for bit, with operands loaded from memory.

NAME is a mnemonic, a record or a form id; without NAME, every form that the GPU supports is run. Needs an NVIDIA GPU
and its driver. Status 0 when every defined result agrees, 1 when one does not.

examples:
  ptxisa verify-gpu
  ptxisa verify-gpu bfe mad.cc --random 1000000
"""

from __future__ import annotations

import argparse
import datetime
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ptxisa.cli.options import add_json, chosen_forms
from ptxisa.cli.output import Failure, print_json, table
from ptxisa.isa.names import counted

if TYPE_CHECKING:
    from ptxisa.oracle.gpu.driver import GpuContext
    from ptxisa.oracle.gpu.outcomes import Outcome

MOST_RANDOM = 10_000_000
"""Values in each random class, at most."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa verify-gpu`."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="a mnemonic, record or form (default: every form)")
    parser.add_argument(
        "--random", type=int, default=20_000, metavar="N", help="values in each random class (default 20000)"
    )
    parser.add_argument("--evidence", type=Path, metavar="DIR", help="add the results of this GPU to the table in DIR")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare and report; return 1 if a defined result differs."""
    from ptxisa.oracle.gpu.driver import GpuContext, GpuError
    from ptxisa.oracle.gpu.verify import verify

    forms = chosen_forms(arguments.names)
    if not 1 <= arguments.random <= MOST_RANDOM:
        raise Failure(f"--random must be in 1..{MOST_RANDOM}")
    try:
        with GpuContext() as context:
            log = partial(print, file=sys.stderr, flush=True)
            outcomes = list(verify(forms, context, random=arguments.random, log=log))
            record = _evidence(context, outcomes)
    except GpuError as error:
        raise Failure(str(error)) from None
    if arguments.evidence:
        from ptxisa.oracle.evidence import update_evidence

        update_evidence(arguments.evidence, [record])
    mismatches = [mismatch for outcome in outcomes for mismatch in outcome.mismatches]
    totals = record["totals"]
    differ = totals["run"] - totals["agreed"] - totals["unspecified"]
    if arguments.json:
        print_json({"evidence": record, "mismatches": mismatches})
        return int(differ != 0)
    print(
        f"{record['device']} ({record['target']}): {totals['run']:,} results of {counted(len(outcomes), 'form')}, "
        f"{totals['agreed']:,} agree, {totals['unspecified']:,} left open by the contract, {differ:,} differ"
    )
    rows = [
        [
            mismatch.opcode,
            mismatch.sample,
            " ".join(f"{name}={value:#x}" for name, value in mismatch.inputs.items()),
            f"{mismatch.output}: {mismatch.expected:#x} expected, {mismatch.measured:#x} measured",
        ]
        for outcome in outcomes
        for mismatch in outcome.mismatches[:3]
    ]
    if rows:
        print(table(["opcode", "class", "inputs", "result"], rows))
    return int(differ != 0)


def _evidence(context: GpuContext, outcomes: list[Outcome]) -> dict[str, Any]:
    """Return the evidence record of a run."""
    counts = ("run", "agreed", "unspecified")
    return {
        "kind": "evidence",
        "name": f"gpu-{context.target()}",
        "tool": "gpu",
        "release": context.driver(),
        "target": context.target(),
        "device": context.name(),
        "driver": context.driver(),
        "date": datetime.date.today().isoformat(),
        "totals": {key: sum(getattr(outcome, key) for outcome in outcomes) for key in counts},
        "forms": {outcome.form: {key: getattr(outcome, key) for key in counts} for outcome in outcomes},
    }
