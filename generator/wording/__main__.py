"""`python -m generator.wording`: report every finding with file, line and the better wording."""

from __future__ import annotations

import sys

from generator.records.problems import RecordError
from generator.wording.lint import check
from ptxisa.isa.names import counted


def main() -> int:
    """Check the repository; return the exit status."""
    try:
        problems = check()
    except RecordError as error:
        problems = error.problems
    for problem in problems:
        print(problem)
    print(counted(len(problems), "problem"), file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
