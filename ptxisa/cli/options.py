"""Options and error handling that several commands share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ptxisa.cli.output import Failure
from ptxisa.isa import targets, versions
from ptxisa.isa.names import Unknown

if TYPE_CHECKING:
    from ptxisa.spread import Workers


def add_json(parser: argparse.ArgumentParser) -> None:
    """`--json`: one JSON document on standard output."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def add_place(parser: argparse.ArgumentParser) -> None:
    """`--target` and `--ptx`: where the question is asked."""
    parser.add_argument("--target", metavar="T", help="a target, such as sm_90 or sm_100a")
    parser.add_argument("--ptx", metavar="V", help="a PTX version, such as 8.0")


def add_opinion(parser: argparse.ArgumentParser) -> None:
    """`--strict` and `--assembler`: who answers where the manual and ptxas do not agree."""
    parser.add_argument("--strict", action="store_true", help="report what only ptxas accepts or rejects as errors")
    parser.add_argument("--assembler", metavar="RELEASE", help="answer as a release of ptxas does, such as 13.0")


def add_workers(parser: argparse.ArgumentParser, default: str = "one for each core") -> None:
    """`--jobs` and `--cluster`: where work is done that takes long."""
    parser.add_argument(
        "-j", "--jobs", type=int, metavar="N", help=f"processes, at most one for each core (0; default: {default})"
    )
    parser.add_argument("--cluster", metavar="ADDRESS", help="scheduler of Dask that spreads the work: tcp://HOST:PORT")


@contextmanager
def workers(arguments: argparse.Namespace) -> Iterator[Workers]:
    """Where the work of a command is done; a cluster that cannot be used, or work that was lost, ends the command."""
    from ptxisa.spread import ClusterError, Lost, Workers

    if arguments.jobs is not None and arguments.jobs < 0:
        raise Failure("--jobs must not be negative")
    if arguments.jobs is not None and arguments.cluster:
        raise Failure("--jobs is about this machine, --cluster about others; give one of them")
    try:
        yield Workers(arguments.jobs or 0, arguments.cluster)
    except (ClusterError, Lost) as error:
        raise Failure(str(error)) from None


def place(arguments: argparse.Namespace) -> tuple[targets.Target | None, versions.Version | None]:
    """The target and version that were asked for; an unknown one ends the command."""
    with unknown_names():
        on = targets.target(arguments.target) if arguments.target else None
        at = versions.version(arguments.ptx) if arguments.ptx else None
        if getattr(arguments, "assembler", None):
            _say_reference(arguments.assembler)
    return on, at


def _say_reference(assembler: str) -> None:
    """Say which release answers for one that was not measured."""
    from ptxisa.isa.deviations import reference

    measured = reference(assembler)
    if measured != assembler:
        print(
            f"ptxisa: ptxas {assembler} was not measured; its answer is taken to be that of {measured}", file=sys.stderr
        )


@contextmanager
def unknown_names() -> Iterator[None]:
    """Turn unknown targets, versions, opcodes and records into one-line failures."""
    try:
        yield
    except Unknown as error:
        raise Failure(str(error)) from None
