"""Options and error handling that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from ptxisa.cli.output import Failure
from ptxisa.isa import targets, versions
from ptxisa.isa.names import Unknown


def add_json(parser: argparse.ArgumentParser) -> None:
    """`--json`: one JSON document on standard output."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def add_place(parser: argparse.ArgumentParser) -> None:
    """`--target` and `--ptx`: where the question is asked."""
    parser.add_argument("--target", metavar="T", help="a target, such as sm_90 or sm_100a")
    parser.add_argument("--ptx", metavar="V", help="a PTX version, such as 8.0")


def place(arguments: argparse.Namespace) -> tuple[targets.Target | None, versions.Version | None]:
    """The target and version that were asked for; an unknown one ends the command."""
    with unknown_names():
        on = targets.target(arguments.target) if arguments.target else None
        at = versions.version(arguments.ptx) if arguments.ptx else None
    return on, at


@contextmanager
def unknown_names() -> Iterator[None]:
    """Turn unknown targets, versions, opcodes and records into one-line failures."""
    try:
        yield
    except Unknown as error:
        raise Failure(str(error)) from None
