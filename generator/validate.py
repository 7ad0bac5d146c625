"""`python -m generator.validate [-v] [FOLDER]`: check every record, and report all problems in one run.

With -v, also print how many records of each kind there are.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from generator.backends.coverage import unexpected
from generator.passes import CONSEQUENCES, examine
from generator.records.isa import Isa
from generator.records.load import ROOT
from generator.records.problems import Problem, RecordError
from generator.semantics.compile import compile_entries
from generator.semantics.functions import functions_of
from ptxisa.isa.names import counted


def main(arguments: Sequence[str]) -> int:
    """Validate the records below a folder (default: `isa/`); return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m generator.validate", description="Check every record.")
    parser.add_argument(
        "folder", nargs="?", type=Path, default=ROOT / "isa", help="folder of the records (default: isa/)"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="print the number of records of each kind")
    options = parser.parse_args(arguments)
    isa, problems = examine(options.folder, _progress)
    if isa is not None:
        # A build succeeds without expected results, so that a new instruction can be tried before it is tested.
        problems += unexpected(isa) if not isa.loaded.broken else ()
        problems += _compile(isa, _progress, lenient=bool(problems))
    _progress("")
    if problems:
        error = RecordError(problems)
        print(error, file=sys.stderr)
        print(counted(len(error.problems), "problem"), file=sys.stderr)
        return 1
    assert isa is not None
    counts = isa.loaded.counts()
    if options.verbose:
        for kind, count in counts.items():
            print(f"{kind:20} {count}")
    print(f"{counted(sum(counts.values()), 'record')} valid")
    return 0


_isa: Isa | None = None
"""The records that the processes of a pool compile: a fork has them without copying."""
_lenient = False
"""True if records have problems, so that exceptions of the compiler may follow from these."""


def _compile(isa: Isa, log: Callable[[str], None], *, lenient: bool) -> list[Problem]:
    """Compile the semantics of all forms, in several processes if the platform can fork; return the problems."""
    global _isa, _lenient
    log("compiling semantics")
    if any(name.startswith(("type/", "function/")) for name in isa.loaded.broken):
        return []  # Names in texts may be those of the types and functions that are not valid.
    try:
        functions_of(isa)
    except RecordError:
        return []  # Examining the records has reported it.
    _isa, _lenient = isa, lenient
    mnemonics = list(dict.fromkeys(instruction.mnemonic for instruction in isa.instructions))
    if "fork" not in multiprocessing.get_all_start_methods():
        found = list(map(_problems_of, mnemonics))
    else:
        with multiprocessing.get_context("fork").Pool(min(os.cpu_count() or 1, 8)) as pool:
            found = pool.map(_problems_of, mnemonics, chunksize=4)
    return [problem for problems in found for problem in problems]


def _problems_of(mnemonic: str) -> list[Problem]:
    """Compile the semantics of a mnemonic and return the problems."""
    assert _isa is not None
    entries = [(instruction, form, program) for instruction, form, program in _isa.forms() if form.mnemonic == mnemonic]
    try:
        compile_entries(entries, _isa.types, functions_of(_isa))
    except RecordError as error:
        return error.problems
    except CONSEQUENCES:
        if not _lenient:
            raise
    return []


def _progress(line: str) -> None:
    """Show the current pass on a terminal, in place of the one before."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
