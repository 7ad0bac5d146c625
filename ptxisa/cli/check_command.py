"""Diagnostics of PTX modules: files, directories (every .ptx below them), or - for standard input.

Files that end in .ll are modules of NVVM IR; with --nvvm, so is every file, and of directories every .ll below them.

Status 0 when no file has an error, 1 when one has, 2 when a file cannot be read. Warnings count with --werror, and
with --require-records what has no record and so was not checked. Notes are printed with -v alone.

The manual answers. What only ptxas accepts or only ptxas rejects is a warning, with --strict an error;
--assembler RELEASE answers as that release does.

examples:
  ptxisa check kernel.ptx
  ptxisa check --target sm_70 --ptx 7.0 kernel.ptx
  ptxisa check --assembler 13.0 kernel.ptx
  ptxisa check --format sarif -j 8 build/ > findings.sarif
  ptxisa check --cluster tcp://10.0.0.1:8786 build/
  cat kernel.ptx | ptxisa check - --json
  ptxisa check --explain operand-type
  ptxisa check --target compute_90 kernel.ll
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ptxisa.cli.options import add_json, add_opinion, add_place, add_workers, place, unknown_names, workers
from ptxisa.cli.output import Failure, coloured, printable
from ptxisa.cli.ptx_files import STANDARD_INPUT, Unreadable, display, expand, read
from ptxisa.cli.reports import REPORTS, Checked, Report

if TYPE_CHECKING:
    from ptxisa.isa.diagnostics import Diagnostic
    from ptxisa.spread import Workers

_SUFFIX = ".ll"
MUCH = 4_000_000
"""Bytes of PTX above which one process for each core is faster than this one alone."""
MANY = 20
"""Files from which on a terminal shows how many are done."""


class Options(NamedTuple):
    """What every file is checked with."""

    target: str | None
    ptx: str | None
    format: str
    colour: bool
    strict: bool = False
    assembler: str | None = None
    verbose: bool = False
    nvvm: bool = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa check`."""
    parser.add_argument("files", nargs="*", metavar="FILE", help="a file, a directory, or - for standard input")
    parser.add_argument("--format", choices=("text", "json", "sarif"), default="text", help="how to print findings")
    parser.add_argument("--nvvm", action="store_true", help="check modules of NVVM IR in textual form")
    add_place(parser)
    add_opinion(parser)
    add_workers(parser, default="one for each core when there is much to check")
    parser.add_argument("--max-errors", type=int, metavar="N", help="stop after N errors")
    parser.add_argument("-v", "--verbose", action="store_true", help="print notes, and every repeat of a finding")
    parser.add_argument("--werror", action="store_true", help="count warnings as errors in the exit status")
    parser.add_argument("--require-records", action="store_true", help="fail where something has no record")
    parser.add_argument("--explain", metavar="CODE", help="say what a diagnostic code means, and check nothing")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check every file."""
    if arguments.explain is not None:
        return _explain(arguments.explain, arguments.json)
    _validate(arguments)
    names = expand(arguments.files, ".ll" if arguments.nvvm else ".ptx")
    _check_place(arguments, names)
    report = REPORTS["json" if arguments.json else arguments.format]()
    colour = coloured() and report.format == "text"
    opinion = arguments.strict, arguments.assembler
    options = Options(
        arguments.target, arguments.ptx, report.format, colour, *opinion, arguments.verbose, arguments.nvvm
    )
    if arguments.jobs is None and not (arguments.cluster or _is_much(names)):
        arguments.jobs = 1
    with workers(arguments) as where, closing(_each(names, options, where)) as every:
        _collect(report, every, arguments.max_errors)
    return report.finish(arguments.werror, arguments.require_records)


def _validate(arguments: argparse.Namespace) -> None:
    if not arguments.files:
        raise Failure("no FILE to check; see ptxisa check --help")
    if arguments.files.count(STANDARD_INPUT) > 1:
        raise Failure("standard input can be read only once")
    if arguments.max_errors is not None and arguments.max_errors < 1:
        raise Failure("--max-errors must be positive")


def _check_place(arguments: argparse.Namespace, names: list[str]) -> None:
    """End the command for an unknown target, version or release; those of assemblers are of ptxas or of libNVVM."""
    nvvm = [arguments.nvvm or name.endswith(_SUFFIX) for name in names]
    if not all(nvvm):
        place(arguments)
    if any(nvvm):
        from ptxisa.isa import targets
        from ptxisa.nvvm.opinion import Opinion

        if arguments.ptx:
            raise Failure("--ptx is about PTX; a module of NVVM IR has no PTX version")
        with unknown_names():
            Opinion(arguments.strict, arguments.assembler)
            targets.target(arguments.target or "sm_90")


def _explain(code: str, as_json: bool) -> int:
    from ptxisa.cli.explain import as_data, explanation, known_codes
    from ptxisa.cli.output import print_json
    from ptxisa.isa.names import suggestion

    if code not in known_codes():
        raise Failure(
            f"unknown code {code[:60]!r}; {suggestion(code, known_codes()) or 'see `ptxisa list --kind code`'}"
        )
    if as_json:
        print_json(as_data(code))
    else:
        print("\n".join(explanation(code)))
    return 0


def _is_much(names: list[str]) -> bool:
    """Whether several processes are faster than this one, although each must load the package first."""
    return len(names) > 1 and sum(os.path.getsize(name) for name in names if os.path.isfile(name)) > MUCH


def _each(names: list[str], options: Options, where: Workers) -> Generator[Checked]:
    """Every file with what came out, in order; standard input is read here, and every file for a cluster."""
    from ptxisa.spread import Progress

    piped = {name: check_file(options, name) for name in names if name == STANDARD_INPUT}
    given = [name for name in names if name not in piped]
    progress = Progress(len(given), "files") if len(given) >= MANY else None
    if where.cluster:
        others = where.ordered(partial(check_contents, options), _Contents(given, options), progress)
    else:
        others = where.ordered(partial(check_file, options), given, progress)
    for name in names:
        yield piped[name] if name in piped else next(others)


class _Contents(Sequence[tuple[str, "bytes | str"]]):
    """The files of a cluster's workers, which need not have them: each is read when it is sent."""

    def __init__(self, names: Sequence[str], options: Options) -> None:
        self.names, self.options = names, options

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, index: Any) -> Any:
        return self.names[index], _contents(self.options, self.names[index])


def _contents(options: Options, name: str) -> bytes | str:
    """The bytes of a file, or why it cannot be read."""
    try:
        return read(name, "textual NVVM IR" if _is_nvvm(options, name) else "PTX text")
    except Unreadable as error:
        return str(error)


def _is_nvvm(options: Options, name: str) -> bool:
    return options.nvvm or name.endswith(_SUFFIX)


def check_file(options: Options, name: str) -> Checked:
    """Read and check one file; whatever goes wrong with the file is told, never raised."""
    try:
        return check_contents(options, (name, _contents(options, name)))
    except MemoryError:
        return _too_large(name)


def check_contents(options: Options, given: tuple[str, bytes | str]) -> Checked:
    """Check the bytes of a file of that name; a text is the reason why it could not be read."""
    name, data = given
    if isinstance(data, str):
        return Checked(display(name), 0, (), data)
    try:
        found = _diagnostics(data, options, _is_nvvm(options, name))
        findings = tuple(_findings(found, data, display(name), options))
        return Checked(display(name), len(data), findings, unchecked=_unchecked(data, found))
    except MemoryError:
        return _too_large(name)


def _too_large(name: str) -> Checked:
    return Checked(display(name), 0, (), f"{display(name)}: not enough memory to check it")


def _diagnostics(data: bytes, options: Options, nvvm: bool) -> list[Diagnostic]:
    if nvvm:
        from ptxisa.nvvm.checker import check_nvvm

        return check_nvvm(data, options.target, strict=options.strict, assembler=options.assembler)
    from ptxisa.check.module import check_module

    return check_module(
        data, target=options.target, ptx=options.ptx, strict=options.strict, assembler=options.assembler
    )


def _unchecked(data: bytes, found: Iterable[Diagnostic]) -> dict[str, int]:
    """How often each thing without a record occurs."""
    unknown = [one.subject or one.message for one in found if one.code.startswith("unrecorded-")]
    if not unknown:
        return {}
    from ptxisa.cli.repeats import occurrences

    return occurrences(data, unknown)


def _findings(found: list[Diagnostic], data: bytes, name: str, options: Options) -> Iterator[tuple[str, Any]]:
    from ptxisa.check.render import render
    from ptxisa.isa.diagnostics import to_json
    from ptxisa.syntax.source import decode

    severities = (one.severity for one in found)
    if options.format == "json":
        return zip(severities, (to_json(one, name) for one in found), strict=True)
    if not found:
        return iter(())
    if options.format == "sarif":
        from ptxisa.check.sarif import results

        return zip(severities, results(found, decode(data), name), strict=True)
    from ptxisa.cli.repeats import summed_up

    lines, shown = decode(data).split("\n"), printable(name)
    every = ((one, None) for one in found) if options.verbose else summed_up(found, shown)
    return (
        (one.severity, render(one, lines, shown, colour=options.colour) if line is None else line)
        for one, line in every
    )


def _collect(report: Report, every: Iterable[Checked], limit: int | None) -> None:
    """Report file by file, until there are `limit` errors."""
    for checked in every:
        if checked.failure:
            report.fail(checked)
            continue
        report.begin(checked)
        for severity, finding in checked.findings:
            report.add(severity, finding)
            if report.counts["error"] == limit:
                report.stopped = True
                return
