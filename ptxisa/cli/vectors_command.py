"""Write test vectors: inputs, and the results that PTX or a target requires.

There is one file for each distinct semantics, in JSON Lines and compressed; opcodes that compute the same share it.
WHAT is a mnemonic, a full opcode, a pattern such as 'cvt.*.f16x2.*', a family or the id of a form; without WHAT,
every executable form is written, about 73 MB. index.json is written first as a plan, and again with counts and
digests when all files are complete. After an interruption, the same command resumes where it stopped.

The format, with readers in Python and C: vectors/vectors.schema.json in the package, and the page Test vectors.

examples:
  ptxisa vectors -o vectors
  ptxisa vectors --dry-run
  ptxisa vectors ex2 tanh --target sm_90 -o vectors
  ptxisa vectors 'add.*f32' bfe -o vectors --random 1000
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from ptxisa.cli.options import add_json, add_workers, unknown_names, workers
from ptxisa.cli.output import Failure, print_json, printable
from ptxisa.isa.names import counted

if TYPE_CHECKING:
    from ptxisa.spread import Workers
    from ptxisa.vectors.files import Estimate, VectorRun, Written
    from ptxisa.vectors.sets import VectorSet

MOST_RANDOM = 1_000_000
"""Values in each random class, at most; a set is computed in memory."""
MOST_SEED = 2**63 - 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa vectors`."""
    parser.add_argument("words", nargs="*", metavar="WHAT", help="a mnemonic, opcode, pattern, family or form")
    parser.add_argument("-o", "--output", metavar="DIR", help="the folder of the files")
    parser.add_argument("--target", metavar="T", help="only what this target has, with its recorded model if any")
    parser.add_argument("--full", action="store_true", help="every input of every class, without bounds")
    parser.add_argument("--random", type=int, default=32, metavar="N", help="vectors in each random class (default 32)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of all classes (default 1)")
    parser.add_argument("--plain", action="store_true", help="write .jsonl, not compressed")
    parser.add_argument("--dry-run", action="store_true", help="print the estimate and write nothing")
    add_workers(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Estimate, then write."""
    from ptxisa.vectors.content import VectorOptions
    from ptxisa.vectors.files import VectorRun, estimate

    if not 1 <= arguments.random <= MOST_RANDOM:
        raise Failure(f"--random must be in 1..{MOST_RANDOM}")
    if not 0 <= arguments.seed <= MOST_SEED:
        raise Failure(f"--seed must be in 0..{MOST_SEED}")
    folder = _folder(arguments.output, arguments.dry_run)
    with unknown_names():
        from ptxisa.isa import targets

        target = targets.target(arguments.target) if arguments.target is not None else None
        from ptxisa.vectors.sets import chosen, planned

        sets = []
        for vector_set in planned(chosen(arguments.words), target):
            sets.append(vector_set)
            if len(sets) % 100 == 0:
                _show_progress(f"planning: {len(sets):,} sets")
    wanted = VectorRun(folder, VectorOptions(arguments.random, arguments.seed, arguments.full), target, arguments.plain)
    if not sets:
        matrices = any(form.operation for form, _ in chosen(arguments.words))
        reason = "instructions on matrices have no vectors" if matrices else "no executable form matches"
        print(f"ptxisa: {reason}; `ptxisa list` lists the instructions", file=sys.stderr)
        return 1
    _show_progress("estimating")
    size = estimate(sets, wanted)
    _show_progress("")
    text = (
        f"{counted(size.sets, 'set')} for {counted(size.opcodes, 'opcode')}: "
        f"{counted(size.vectors, 'vector')}, about {byte_size(size.bytes)}"
    )
    if arguments.dry_run:
        if arguments.json:
            print_json(size)
        else:
            print(text)
        return 0
    print(f"{text}, to {printable(str(folder))}/", file=sys.stderr, flush=True)
    try:
        # The folder may not exist yet; the file system is that of the closest folder above it.
        existing = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
        free = shutil.disk_usage(existing).free
    except (OSError, StopIteration):
        free = size.bytes  # Writing will report the cause.
    if free < size.bytes:
        raise Failure(f"{folder}: about {byte_size(size.bytes)} needed, {byte_size(free)} free")
    with workers(arguments) as where:
        written = _write(sets, wanted, size, where)
    if arguments.json:
        print_json(written)
    else:
        total, kept = (sum(getattr(result, name) for result in written) for name in ("vectors", "kept"))
        size_written = byte_size(sum(result.bytes for result in written))
        earlier = f"; {kept:,} were complete already" if kept else ""
        name = printable(str(folder)).rstrip(os.sep) or os.sep
        sets_written = counted(len(written), "set")
        print(f"Wrote {counted(total, 'vector')} in {sets_written}, {size_written}, to {name}/{earlier}")
    return 0


def _folder(name: str | None, dry: bool) -> Path:
    """Return the output folder. An empty name is an error: a shell also makes one of a character of code 0."""
    if name is None and not dry:
        raise Failure("-o DIR is needed, or --dry-run")
    if name is not None and (not name or "\0" in name):
        raise Failure("-o needs the name of a folder, without a character of code 0; the current folder is .")
    folder = Path(name or ".")
    if os.path.isfile(folder):
        raise Failure(f"-o {printable(str(folder))} is a file; name a folder")
    return folder


def _write(sets: list[VectorSet], wanted: VectorRun, size: Estimate, where: Workers) -> list[Written]:
    """Write every set, and show progress."""
    from ptxisa.vectors.files import write

    written: list[Written] = []
    started, vectors = time.monotonic(), 0
    try:
        for result in write(sets, wanted, where):
            written.append(result)
            vectors += result.vectors
            share = min(1.0, vectors / max(1, size.vectors))
            left = (time.monotonic() - started) * (1 - share) / max(share, 1e-9)
            _show_progress(f"{len(written):,} of {size.sets:,} sets, {share:.0%}, about {left:.0f} s left")
    except OSError as error:
        _show_progress("")
        name = printable(str(error.filename or wanted.folder))
        raise Failure(f"{name}: {error.strerror or error}") from None
    _show_progress("")
    return written


def _show_progress(text: str) -> None:
    """Replace the last line if standard error is a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def byte_size(number: int) -> str:
    """Return a size in decimal units, to three digits."""
    size = float(number)
    for unit in ("bytes", "kB", "MB", "GB"):
        rounded = float(f"{size:.3g}")
        if rounded < 1000 or unit == "GB":
            break
        size /= 1000
    return f"{rounded:,} {unit}".replace(".0 ", " ")
