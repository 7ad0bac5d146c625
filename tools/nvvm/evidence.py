"""Write the results of libNVVM on the intrinsics as evidence records.

    python -m tools.nvvm.evidence 12.9 13.0 -o isa/evidence

compiles a module for each intrinsic and prints what differs from the records.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ptxisa.isa.nvvm import families
from ptxisa.nvvm.intrinsics import expanded
from ptxisa.oracle.evidence import update_evidence
from tools.nvvm.libnvvm import LibNvvm
from tools.nvvm.lowering import Outcome, askable, run, trials
from tools.nvvm.releases import find

AGREED = ("found", "explicit", "compiled")
VERDICTS = ("found", "explicit", "compiled", "other", "rejected", "crashed")


def outcomes(nvvm: LibNvvm) -> list[Outcome]:
    """Return the results of a release for every intrinsic."""
    intrinsics = [intrinsic for family in families().values() for intrinsic in expanded(family)]
    return [run(trial, nvvm) for trial in trials(intrinsics, nvvm)]


def record(nvvm: LibNvvm, judged: Iterable[Outcome], date: str) -> dict[str, Any]:
    """Return the evidence record of a release."""
    listed = list(judged)
    counts = Counter(outcome.verdict for outcome in listed)
    intrinsics = [intrinsic for family in families().values() for intrinsic in expanded(family)]
    asked = {outcome.trial.intrinsic.name for outcome in listed}
    totals = {
        "intrinsics": len(intrinsics),
        "askable": sum(map(askable, intrinsics)),
        "asked": len(asked),
        "modules": len(listed),
    }
    return {
        "kind": "evidence",
        "name": f"libnvvm-{nvvm.release}",
        "tool": "libnvvm",
        "release": nvvm.release,
        "digest": nvvm.digest,
        "date": date,
        "totals": {**totals, **{verdict: counts[verdict] for verdict in VERDICTS}},
        "families": by_family(listed),
    }


def by_family(judged: Iterable[Outcome]) -> dict[str, dict[str, int]]:
    """Return the number of modules of each family, and of those with the PTX of the record."""
    counts: dict[str, dict[str, int]] = {}
    for outcome in judged:
        family = counts.setdefault(outcome.trial.intrinsic.family, {"modules": 0, "agreed": 0})
        family["modules"] += 1
        family["agreed"] += outcome.verdict in AGREED
    return counts


def difference(outcome: Outcome) -> str:
    """Return a line about a module whose PTX differs from that of the record."""
    lowering = outcome.trial.lowering
    sought = (lowering.opcode or lowering.register) if lowering else ""
    return f"{outcome.verdict}: {outcome.trial.name} {outcome.trial.target} {sought}: {outcome.log[:160]}"


def main(arguments: list[str]) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("releases", nargs="+", metavar="RELEASE")
    parser.add_argument("-o", "--output", type=Path, help="the folder of evidence tables")
    given = parser.parse_args(arguments)
    date = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    records = []
    for release in given.releases:
        with LibNvvm(find(release)) as nvvm:
            judged = outcomes(nvvm)
            print("\n".join(difference(outcome) for outcome in judged if outcome.verdict not in AGREED))
            records.append(record(nvvm, judged, date))
        print(f"libNVVM {release}: {records[-1]['totals']}")
        if given.output:
            update_evidence(given.output, records)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
