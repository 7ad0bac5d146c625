"""Full-text search over the records; every word must occur, whole or as the start of a longer one.

examples:
  ptxisa search carry
  ptxisa search bit field extract
"""

from __future__ import annotations

import argparse

from ptxisa.cli.options import add_json
from ptxisa.cli.output import print_json, table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa search`."""
    parser.add_argument("words", nargs="+", metavar="WORD")
    parser.add_argument("--limit", type=int, default=20, metavar="N", help="at most N results (default 20)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Search; status 1 when nothing is found."""
    from ptxisa.db import database

    hits = database().search(" ".join(arguments.words), max(1, arguments.limit))
    if arguments.json:
        print_json(hits)
    elif hits:
        print(table(["kind", "name", "what"], [[hit.kind, hit.name, hit.summary or hit.excerpt] for hit in hits]))
    else:
        print("nothing found")
    return 0 if hits else 1
