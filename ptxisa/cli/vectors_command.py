"""Write test vectors as JSON Lines, one file a form, with an index of counts and digests.

OPCODE is a mnemonic or the id of a form; without one, every executable form is written.

examples:
  ptxisa vectors -o vectors
  ptxisa vectors add bfe -o vectors --random 1000
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ptxisa.cli.forms import chosen_forms
from ptxisa.cli.options import add_json, add_workers, workers
from ptxisa.cli.output import Failure, print_json
from ptxisa.isa.names import counted

MOST_RANDOM = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa vectors`."""
    parser.add_argument("opcodes", nargs="*", metavar="OPCODE")
    parser.add_argument("-o", "--output", required=True, metavar="DIR", help="where the files go")
    parser.add_argument("--random", type=int, default=32, metavar="N", help="vectors in each random class (default 32)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the random classes (default 1)")
    add_workers(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the files."""
    from ptxisa.vectors.files import write

    if not 1 <= arguments.random <= MOST_RANDOM or arguments.seed < 0:
        raise Failure(f"--random must be in 1..{MOST_RANDOM} and --seed not negative")
    folder = _folder(arguments.output)
    try:
        with workers(arguments) as where:
            given = {"random": arguments.random, "seed": arguments.seed, "workers": where}
            written = list(write(chosen_forms(arguments.opcodes), folder, **given))
    except OSError as error:
        raise Failure(f"{folder}: {error.strerror}") from None
    total = sum(one.vectors for one in written)
    if arguments.json:
        print_json([{"file": str(one.path), "vectors": one.vectors, "sha256": one.digest} for one in written])
    else:
        print(f"Wrote {counted(total, 'vector')} for {counted(len(written), 'form')} to {folder}/")
    return 0 if written else 1


def _folder(name: str) -> Path:
    """The folder of that name; an empty name, which the shell makes of $'\\0' too, is not the current folder."""
    if not name or "\0" in name:
        raise Failure("-o needs the name of a folder, without a character of code 0; the current folder is .")
    return Path(name)
