"""`python -m generator.validate`: check and prove every record, and say how many of each kind there are."""

from __future__ import annotations

import sys
from pathlib import Path

from generator.passes import front_end
from generator.records.problems import RecordError
from ptxisa.isa.names import counted


def main(arguments: list[str]) -> int:
    """Validate the records below the given folder (default: `isa/`); return the exit status."""
    try:
        isa = front_end(*map(Path, arguments))
    except RecordError as error:
        print(error, file=sys.stderr)
        print(counted(len(error.problems), "problem"), file=sys.stderr)
        return 1
    for kind, count in isa.loaded.counts().items():
        print(f"{kind:12} {count}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
