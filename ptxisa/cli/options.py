"""Options, arguments and error handling that several commands share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ptxisa.cli.output import Failure
from ptxisa.isa import targets, versions
from ptxisa.isa.names import UnrecordedName, suggestion

if TYPE_CHECKING:
    from ptxisa.isa.forms import Form
    from ptxisa.spread import Workers


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add `--json`: one JSON document on standard output."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def add_place(parser: argparse.ArgumentParser) -> None:
    """Add `--target` and `--ptx`: the place that a question is about."""
    parser.add_argument("--target", metavar="T", help="a target, such as sm_90 or sm_100a")
    parser.add_argument("--ptx", metavar="V", help="a PTX version, such as 8.0")


def add_opinion(parser: argparse.ArgumentParser) -> None:
    """Add `--strict` and `--assembler`: what to answer where the manual and ptxas differ."""
    parser.add_argument("--strict", action="store_true", help="report what only ptxas accepts or rejects as errors")
    parser.add_argument("--assembler", metavar="RELEASE", help="answer as a release of ptxas does, such as 13.0")


def add_workers(parser: argparse.ArgumentParser, default: str = "one for each core") -> None:
    """Add `--jobs`: processes for long work."""
    parser.add_argument(
        "-j", "--jobs", type=int, metavar="N", help=f"processes, at most one for each core (0; default: {default})"
    )


@contextmanager
def workers(arguments: argparse.Namespace) -> Iterator[Workers]:
    """Yield the workers that `--jobs` names; turn the death of processes into `Failure`."""
    from ptxisa.spread import Lost, Workers

    if arguments.jobs is not None and arguments.jobs < 0:
        raise Failure("--jobs must not be negative")
    try:
        yield Workers(arguments.jobs or 0)
    except Lost as error:
        raise Failure(str(error)) from None


def place(arguments: argparse.Namespace) -> tuple[targets.Target | None, versions.Version | None]:
    """Return the target and version that `--target` and `--ptx` name, None for those that are absent.

    Reports on standard error if the release of `--assembler` was not measured and another one answers for it.
    """
    with unknown_names():
        target = targets.target(arguments.target) if arguments.target else None
        version = versions.version(arguments.ptx) if arguments.ptx else None
        if assembler := getattr(arguments, "assembler", None):
            from ptxisa.isa.deviations import reference

            if (measured := reference(assembler)) != assembler:
                note = f"ptxas {assembler} was not measured; the answer is that of {measured}"
                print(f"ptxisa: {note}", file=sys.stderr)
    return target, version


@contextmanager
def unknown_names() -> Iterator[None]:
    """Turn unknown targets, versions, opcodes and records into `Failure`."""
    try:
        yield
    except targets.UnknownTarget as error:
        from ptxisa.query.database import database

        message = str(error)
        # Records of targets have the names of GPUs as keywords: `--target h100` is answered with sm_90.
        for hit in database().search(error.name, limit=1, kind="target"):
            (record,) = database().record("target", hit.name)
            if error.name.lower() in map(str.lower, record.get("keywords", ())):
                message = f"unknown target {error.name!r}; the target of this GPU is {hit.name}"
        raise Failure(message) from None
    except UnrecordedName as error:
        raise Failure(str(error)) from None


def chosen_forms(names: Sequence[str]) -> list[Form]:
    """Return the forms with these mnemonics, record names or form ids; without names, every form."""
    from ptxisa.isa.instructions import every_form

    every = list(every_form())
    if not names:
        return every
    chosen: dict[str, Form] = {}
    for name in names:
        named = [form for form in every if name in (form.id, form.record.split("/")[1], form.mnemonic)]
        if not named:
            known = {form.id for form in every} | {form.mnemonic for form in every}
            hint = suggestion(name, known) or "see `ptxisa list`"
            raise Failure(f"unknown instruction or form {name[:60]!r}; {hint}")
        chosen.update({form.id: form for form in named})
    return list(chosen.values())


def checked_kind(name: str) -> str:
    """Return the name of a kind of record, or raise `Failure` if there is none of that name."""
    from ptxisa.isa.names import listing
    from ptxisa.query.database import database

    kinds = [*database().kinds(), "code"]
    name = name.replace("-", "_")
    plurals = {f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s": kind for kind in kinds}
    name = plurals.get(name, name)
    if name not in kinds:
        raise Failure(f"unknown kind {name[:60]!r}; {suggestion(name, kinds) or 'kinds are ' + listing(kinds, 20)}")
    return name


def name_and_value(text: str, form: str = "NAME=VALUE") -> tuple[str, str]:
    """Split a NAME=VALUE argument; `form` is its name in messages."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise Failure(f"{text[:60]!r} is not {form}")
    return name, value
