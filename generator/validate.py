"""`python -m generator.validate [-v] [FOLDER]`: check every record, and report all problems in one run.

With -v, also print how many records of each kind there are. Semantics that a run found valid are not compiled again
until their forms, the types and functions of the records, or the sources of generator and package change.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import multiprocessing
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from generator.backends.coverage import unexpected
from generator.backends.python_source import source
from generator.build_cache import source_digest
from generator.passes import CONSEQUENCES, examine
from generator.records.isa import Isa
from generator.records.load import ROOT
from generator.records.problems import Problem, RecordError
from generator.semantics.compile import compile_entries
from generator.semantics.functions import functions_of
from ptxisa.cache import folder
from ptxisa.isa.names import counted


def main(arguments: Sequence[str]) -> int:
    """Validate the records below a folder (default: `isa/`); return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m generator.validate", description="Check every record.")
    parser.add_argument(
        "folder", nargs="?", type=Path, default=ROOT / "isa", help="folder of the records (default: isa/)"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="print the number of records of each kind")
    options = parser.parse_args(arguments)
    gc.disable()  # Records are trees without cycles: collections walk them again and again, and free nothing.
    isa, problems = examine(options.folder, _progress)
    if isa is not None:
        # A build succeeds without expected results, so that a new instruction can be tried before it is tested.
        problems += unexpected(isa) if not isa.loaded.broken else ()
        problems += _compile(isa, options.folder, _progress, lenient=bool(problems))
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


def _compile(isa: Isa, isa_folder: Path, log: Callable[[str], None], *, lenient: bool) -> list[Problem]:
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
    stored = folder("validate") / f"{hashlib.sha256(str(isa_folder.resolve()).encode()).hexdigest()[:16]}.json"
    try:
        valid = set(json.loads(stored.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        valid = set()  # No earlier run, or a damaged file: compile everything.
    keys = _keys(isa)
    mnemonics = [mnemonic for mnemonic, key in keys.items() if key not in valid]
    if len(mnemonics) < 4 or "fork" not in multiprocessing.get_all_start_methods():
        problems_by_mnemonic = list(map(_problems_of, mnemonics))
    else:
        with multiprocessing.get_context("fork").Pool(min(os.cpu_count() or 1, 8)) as pool:
            problems_by_mnemonic = pool.map(_problems_of, mnemonics, chunksize=4)
    # With problems elsewhere, exceptions of the compiler may have been ignored.
    if mnemonics and not lenient:
        invalid = {mnemonic for mnemonic, problems in zip(mnemonics, problems_by_mnemonic, strict=True) if problems}
        with suppress(OSError):  # Without a cache folder, the next run compiles everything.
            stored.parent.mkdir(parents=True, exist_ok=True)
            temporary = stored.with_suffix(f".{os.getpid()}")
            text = json.dumps(sorted(key for mnemonic, key in keys.items() if mnemonic not in invalid))
            temporary.write_text(text, encoding="utf-8")
            temporary.replace(stored)
    return [problem for problems in problems_by_mnemonic for problem in problems]


def _keys(isa: Isa) -> dict[str, str]:
    """Return a digest for each mnemonic of everything that decides whether its semantics compile."""
    common = hashlib.sha256(source_digest().encode())
    common.update(source(dict(isa.types)).encode())
    for record in isa.records("function"):
        common.update(json.dumps(record.data).encode())
    digests = {instruction.mnemonic: common.copy() for instruction in isa.instructions}
    for instruction, form, program in isa.forms():
        digests[instruction.mnemonic].update(f"{source(form)}\n{program!r}\n".encode())
    return {mnemonic: digest.hexdigest() for mnemonic, digest in digests.items()}


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
