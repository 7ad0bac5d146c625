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
    every = [one for family in families().values() for one in expanded(family)]
    return [run(trial, nvvm) for trial in trials(every, nvvm)]


def record(nvvm: LibNvvm, found: Iterable[Outcome], date: str) -> dict[str, Any]:
    """Return the evidence record of a release."""
    listed = list(found)
    counts = Counter(one.verdict for one in listed)
    every = [one for family in families().values() for one in expanded(family)]
    asked = {one.trial.intrinsic.name for one in listed}
    totals = {
        "intrinsics": len(every),
        "askable": sum(map(askable, every)),
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


def by_family(found: Iterable[Outcome]) -> dict[str, dict[str, int]]:
    """Return the number of modules of each family, and of those with the PTX of the record."""
    counts: dict[str, dict[str, int]] = {}
    for one in found:
        family = counts.setdefault(one.trial.intrinsic.family, {"modules": 0, "agreed": 0})
        family["modules"] += 1
        family["agreed"] += one.verdict in AGREED
    return counts


def difference(one: Outcome) -> str:
    """Return a line about a module whose PTX differs from that of the record."""
    wanted = one.trial.lowering
    sought = (wanted.opcode or wanted.register) if wanted else ""
    return f"{one.verdict}: {one.trial.name} {one.trial.target} {sought}: {one.said[:160]}"


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
            found = outcomes(nvvm)
            print("\n".join(difference(one) for one in found if one.verdict not in AGREED))
            records.append(record(nvvm, found, date))
        print(f"libNVVM {release}: {records[-1]['totals']}")
        if given.output:
            update_evidence(given.output, records)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
