"""Write test vectors: inputs, and the results that PTX or a target demands.

There is one file for each distinct semantics, in JSON Lines and compressed; opcodes that compute the same share it.
WHAT is a mnemonic, a full opcode, a pattern such as 'cvt.*.f16x2.*', a family or the id of a form; without one,
every executable form is written, about 73 MB. index.json is written first as a plan, and again with
counts and digests when all files are complete. A run that was interrupted continues when it is started again.

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
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ptxisa.cli.options import add_json, add_workers, unknown_names, workers
from ptxisa.cli.output import Failure, print_json, printable
from ptxisa.isa.names import counted

if TYPE_CHECKING:
    from ptxisa.spread import Workers
    from ptxisa.vectors.files import Estimate, Run, Written
    from ptxisa.vectors.sets import VectorSet

MOST_RANDOM = 1_000_000
MOST_SEED = 2**63 - 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa vectors`."""
    parser.add_argument("words", nargs="*", metavar="WHAT")
    parser.add_argument("-o", "--output", metavar="DIR", help="the folder of the files")
    parser.add_argument("--target", metavar="T", help="what this target has, by its model where one is recorded")
    parser.add_argument("--full", action="store_true", help="every input of every class, without bounds")
    parser.add_argument("--random", type=int, default=32, metavar="N", help="vectors in each random class (default 32)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of all classes (default 1)")
    parser.add_argument("--plain", action="store_true", help="write .jsonl, not compressed")
    parser.add_argument("--dry-run", action="store_true", help="print the estimate and write nothing")
    add_workers(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Estimate, then write."""
    from ptxisa.vectors.content import Options
    from ptxisa.vectors.files import Run, estimate

    _check(arguments)
    folder = _folder(arguments.output, arguments.dry_run)
    sets = _planned(arguments)
    wanted = Run(folder, Options(arguments.random, arguments.seed, arguments.full), _target(arguments), arguments.plain)
    if not sets:
        print("ptxisa: nothing that is executable fits; `ptxisa list` says what exists", file=sys.stderr)
        return 1
    _progress("estimating")
    size = estimate(sets, wanted)
    _progress("")
    if arguments.dry_run:
        _report(size._asdict() if arguments.json else _estimated(size), arguments.json)
        return 0
    print(f"{_estimated(size)}, to {printable(str(folder))}/", file=sys.stderr, flush=True)
    _check_room(folder, size)
    with workers(arguments) as where:
        written = _write(sets, wanted, size, where)
    _report(_json(written) if arguments.json else _text(written, folder), arguments.json)
    return 0


def _check(arguments: argparse.Namespace) -> None:
    if not 1 <= arguments.random <= MOST_RANDOM:
        raise Failure(f"--random must be in 1..{MOST_RANDOM}")
    if not 0 <= arguments.seed <= MOST_SEED:
        raise Failure(f"--seed must be in 0..{MOST_SEED}")


def _folder(name: str | None, dry: bool) -> Path:
    """The folder of that name; an empty name, which the shell makes of $'\\0' too, is not the current folder."""
    if name is None and not dry:
        raise Failure("-o DIR is needed, or --dry-run")
    if name is not None and (not name or "\0" in name):
        raise Failure("-o needs the name of a folder, without a character of code 0; the current folder is .")
    return Path(name or ".")


def _target(arguments: argparse.Namespace) -> Any:
    from ptxisa.isa import targets

    with unknown_names():
        return targets.target(arguments.target) if arguments.target is not None else None


def _planned(arguments: argparse.Namespace) -> list[VectorSet]:
    from ptxisa.vectors.selection import chosen
    from ptxisa.vectors.sets import planned

    on = _target(arguments)
    with unknown_names():
        return list(_counting(planned(chosen(arguments.words), on)))


def _counting(sets: Iterable[VectorSet]) -> Iterator[VectorSet]:
    for number, one in enumerate(sets, 1):
        if number % 100 == 0:
            _progress(f"planning: {number:,} sets")
        yield one


def _check_room(folder: Path, size: Estimate) -> None:
    """Fail before the first file where the disk is too small."""
    try:
        existing = next(one for one in (folder.absolute(), *folder.absolute().parents) if one.exists())
        free = shutil.disk_usage(existing).free
    except (OSError, StopIteration):
        return  # Writing will say what is wrong.
    if free < size.bytes:
        raise Failure(f"{folder}: about {_bytes(size.bytes)} needed, {_bytes(free)} free")


def _write(sets: list[VectorSet], wanted: Run, size: Estimate, where: Workers) -> list[Written]:
    from ptxisa.vectors.files import write

    written: list[Written] = []
    started, vectors = time.monotonic(), 0
    try:
        for one in write(sets, wanted, where):
            written.append(one)
            vectors += one.vectors
            _progress(_done(len(written), vectors, size, time.monotonic() - started))
    except OSError as error:
        _progress("")
        name = printable(str(error.filename or wanted.folder))
        raise Failure(f"{name}: {error.strerror or error}") from None
    _progress("")
    return written


def _done(sets: int, vectors: int, size: Estimate, seconds: float) -> str:
    share = min(1.0, vectors / max(1, size.vectors))
    left = seconds * (1 - share) / max(share, 1e-9)
    return f"{sets:,} of {size.sets:,} sets, {share:.0%}, about {left:.0f} s left"


def _progress(text: str) -> None:
    """Replace the last line of a terminal; nothing where standard error is none."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def _estimated(size: Estimate) -> str:
    return (
        f"{counted(size.sets, 'set')} for {counted(size.opcodes, 'opcode')}: "
        f"{counted(size.vectors, 'vector')}, about {_bytes(size.bytes)}"
    )


def _text(written: list[Written], folder: Path) -> str:
    total = sum(one.vectors for one in written)
    kept = sum(one.kept for one in written)
    size = _bytes(sum(one.bytes for one in written))
    earlier = f"; {kept:,} were complete already" if kept else ""
    name = printable(str(folder)).rstrip(os.sep) or os.sep
    return f"Wrote {counted(total, 'vector')} in {counted(len(written), 'set')}, {size}, to {name}/{earlier}"


def _json(written: list[Written]) -> list[dict[str, Any]]:
    return [one._asdict() for one in written]


def _report(answer: Any, as_json: bool) -> None:
    if as_json:
        print_json(answer)
    else:
        print(answer)


def _bytes(number: int) -> str:
    """A size in decimal units, to three digits."""
    size = float(number)
    for unit in ("bytes", "kB", "MB", "GB"):
        rounded = float(f"{size:.3g}")
        if rounded < 1000 or unit == "GB":
            break
        size /= 1000
    return f"{rounded:,} {unit}".replace(".0 ", " ")
