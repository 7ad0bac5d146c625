"""List the requirements in instruction records, with what checks each: `python -m tools.obligations`.

A requirement is a clause with a word such as "must", "only" or "undefined", or with a range, in a note or a summary.
`isa/measurements/obligations.yaml` lists every one with its status: checked by the checker, decided only at run time,
or a description that requires nothing. Reasons of rules and limits are left out, because the rule checks them.

Prints one line for each clause: status, records, clause. The exit status is 1 if a clause is not listed, or if the list
has a clause that no record has.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "isa" / "measurements" / "obligations.yaml"
_TEXTS = ("notes", "summary", "undefined")
"""Keys of texts that may state a requirement."""
_WORDS = re.compile(
    # "Known only from ptxas 13.5" and "shown only in figures" are about sources, not requirements.
    r"\b(must|shall|only(?! from ptxas| in (?:a )?figures?\b)|not allowed|undefined|may not|cannot|requires?|required"
    r"|at most|at least|multiple of|from \d+ to \d+)\b",
    re.IGNORECASE,
)
_END = re.compile(r"(?<=[.!?;:])\s+")


def clauses(records: Path = ROOT / "isa" / "instructions") -> dict[str, list[str]]:
    """Return the records of each clause that states a requirement."""
    stems: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(records.rglob("*.yaml")):
        for text in _texts(yaml.safe_load(path.read_text(encoding="utf-8")), within=False):
            for clause in _END.split(" ".join(text.split())):
                if _WORDS.search(clause):
                    stems[clause].append(path.stem)
    return {clause: list(dict.fromkeys(names)) for clause, names in stems.items()}


def _texts(data: Any, *, within: bool) -> Iterator[str]:
    """Yield the texts below the keys of `_TEXTS`."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _texts(value, within=key in _TEXTS or (within and key != "why"))
    elif isinstance(data, list):
        for value in data:
            yield from _texts(value, within=within)
    elif isinstance(data, str) and within:
        yield data


def listed(path: Path = LIST) -> dict[str, str]:
    """Return the status of each listed clause."""
    groups = yaml.safe_load(path.read_text(encoding="utf-8"))["obligations"]
    return {clause: group["status"] for group in groups for clause in group["clauses"]}


def main() -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--status", help="print only clauses with this status; `missing` and `stale` are those that differ"
    )
    chosen = parser.parse_args().status
    in_records, known = clauses(), listed()
    for clause in sorted({*in_records, *known}):
        status = known.get(clause, "missing") if clause in in_records else "stale"
        if chosen in (None, status):
            print(f"{status:12} {', '.join(in_records.get(clause, ()))[:60]:60}  {clause}")
    return in_records.keys() != known.keys()


if __name__ == "__main__":
    sys.exit(main())
