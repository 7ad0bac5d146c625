"""Search everything: records, diagnostics, pages of the documentation, terms and questions; best match first.

CUDA C++ names, pasted opcodes and statements are understood. Pages are shown by `ptxisa docs`.

examples:
  ptxisa search carry
  ptxisa search bit field extract
  ptxisa search __shfl_sync
  ptxisa search cvt.rn.satfinite.e4m3x2.f32
  ptxisa search --kind rule parameter
"""

from __future__ import annotations

import argparse

from ptxisa.cli.options import add_json, checked_kind
from ptxisa.cli.output import plain_text, print_json, table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa search`."""
    parser.add_argument("words", nargs="+", metavar="WORD", help="words, a name, an opcode or a statement")
    parser.add_argument("--kind", metavar="K", help="only records of this kind, such as special_register or rule")
    parser.add_argument("--limit", type=int, default=20, metavar="N", help="at most N results (default 20)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Search; return 1 if nothing matches."""
    from ptxisa.query.database import database

    kind = checked_kind(arguments.kind) if arguments.kind is not None else None
    hits = database().search(" ".join(arguments.words), max(1, arguments.limit), kind)
    if arguments.json:
        print_json(hits)
    elif hits:
        rows = [[hit.kind, hit.name, plain_text(hit.summary)] for hit in hits]
        print(table(["kind", "name", "what"], rows))
    else:
        print("nothing found")
    return 0 if hits else 1
