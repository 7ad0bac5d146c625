r"""Check PTX modules: files, directories (every .ptx below them), or - for standard input.

In sources (.cu, .cuh, .cpp, .h, .py, .rs, .jl, .mlir …) the inline assembly and the PTX in strings are checked, with
--sources in directories, too; in libraries, fat binaries and wheels, every PTX module inside. --statement checks one
statement or block, as in asm("…"). Files that end in .ll are modules of NVVM IR, with PTX in their inline assembly;
with --nvvm every file is one, and in directories every .ll is checked.

Exit status: 0 without errors, 1 with errors, 2 for unreadable files. With --werror, warnings count as errors, and with
--require-records so do statements without a record, which are not checked. Notes are counted, and printed with -v.

The checker follows the manual. Differences of ptxas are warnings, errors with --strict. With --assembler RELEASE
the verdict of that release counts.

examples:
  ptxisa check kernel.ptx
  ptxisa check --target sm_70 --ptx 7.0 kernel.ptx
  ptxisa check --assembler 13.0 kernel.ptx
  ptxisa check --format sarif -j 8 build/ > findings.sarif
  cat kernel.ptx | ptxisa check - --json
  ptxisa check --explain operand-type
  ptxisa check --target sm_90a kernel.cu attention.py
  ptxisa check --sources csrc/ python/
  ptxisa check libkernels.so
  ptxisa check --statement 'add.f32 %0, %0, %1;' --operand %0=f --operand %1=f
  ptxisa check --target compute_90 kernel.ll
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ptxisa.cli.options import add_json, add_opinion, add_place, add_workers, place, unknown_names, workers
from ptxisa.cli.output import Failure, colored, printable
from ptxisa.cli.ptx_files import STANDARD_INPUT, Unreadable, display, expand, read_any, reject_other_kinds
from ptxisa.cli.reports import REPORTS, CheckedFile, occurrences, summed_up
from ptxisa.isa.names import suggestion

if TYPE_CHECKING:
    from ptxisa.isa.diagnostics import Diagnostic
    from ptxisa.sources.regions import AsmOperand
    from ptxisa.spread import Workers

MUCH = 4_000_000
"""Bytes of PTX above which one process for each core is faster than one process."""
MANY = 20
"""Least number of files for which a terminal shows progress."""

UNVERIFIED = (
    "ptxisa: note: types of operands, SSA form and metadata references of NVVM IR are not checked without llvmlite; "
    "install ptxisa[nvvm]"
)


class Options(NamedTuple):
    """Options that every file is checked with."""

    target: str | None
    ptx: str | None
    format: str
    color: bool
    strict: bool = False
    assembler: str | None = None
    verbose: bool = False
    nvvm: bool = False

    def is_nvvm(self, name: str) -> bool:
        """Return True if the file of this name is checked as NVVM IR."""
        return self.nvvm or name.endswith(".ll")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa check`."""
    parser.add_argument("files", nargs="*", metavar="FILE", help="a file, a directory, or - for standard input")
    parser.add_argument("--format", choices=("text", "json", "sarif"), default="text", help="how to print findings")
    parser.add_argument("--nvvm", action="store_true", help="check modules of NVVM IR in textual form")
    parser.add_argument(
        "--sources", action="store_true", help="in directories, check sources with inline assembly, too"
    )
    add_place(parser)
    add_opinion(parser)
    add_workers(parser, default="one for each core when there is much to check")
    parser.add_argument("--max-errors", type=int, metavar="N", help="stop after N errors")
    parser.add_argument("-v", "--verbose", action="store_true", help="print notes, and every repeat of a finding")
    parser.add_argument("--werror", action="store_true", help="count warnings as errors in the exit status")
    parser.add_argument("--require-records", action="store_true", help="fail if a statement has no record")
    parser.add_argument("--explain", metavar="CODE", help="explain a diagnostic code, and check nothing")
    parser.add_argument("--statement", metavar="TEXT", help="check a statement or a block instead of files")
    parser.add_argument(
        "--operand",
        action="append",
        default=[],
        metavar="NAME=CONSTRAINT",
        help="operand of --statement, by a constraint of inline assembly (r, n), a type (b32) or a constant (16)",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check every file and report the findings in the order of the files."""
    if arguments.explain is not None:
        from ptxisa.cli.explain_command import explain_code, known_codes

        if arguments.explain not in known_codes():
            hint = suggestion(arguments.explain, known_codes()) or "see `ptxisa list --kind code`"
            raise Failure(f"unknown code {arguments.explain[:60]!r}; {hint}")
        explain_code(arguments.explain, arguments.json, in_list=False)
        return 0
    if arguments.statement is not None:
        return _check_statement(arguments)
    if not arguments.files:
        raise Failure("no FILE to check; see ptxisa check --help")
    if arguments.files.count(STANDARD_INPUT) > 1:
        raise Failure("standard input can be read only once")
    if arguments.max_errors is not None and arguments.max_errors < 1:
        raise Failure("--max-errors must be positive")
    names = expand(arguments.files, ".ll" if arguments.nvvm else ".ptx", sources=arguments.sources)
    # The text of a finding is made by the process that checks its file, so that the options have the format.
    report = REPORTS["json" if arguments.json else arguments.format]()
    options = Options(
        arguments.target,
        arguments.ptx,
        report.format,
        colored() and report.format == "text",
        arguments.strict,
        arguments.assembler,
        arguments.verbose,
        arguments.nvvm,
    )
    _check_place(arguments, [options.is_nvvm(name) for name in names])
    if arguments.jobs is None:
        # Several processes are faster only for much PTX, because each must load the package first.
        much = len(names) > 1 and sum(os.path.getsize(name) for name in names if os.path.isfile(name)) > MUCH
        arguments.jobs = None if much else 1
    unverified = False
    # After --max-errors files are left over; closing the generator ends the processes that still check them.
    with workers(arguments) as where, closing(_check_each(names, options, where)) as results:
        for checked in results:
            if checked.failure:
                report.fail(checked)
                continue
            unverified = unverified or options.is_nvvm(checked.name)
            report.begin(checked)
            for severity, finding in checked.findings:
                report.add(severity, finding)
                if report.counts["error"] == arguments.max_errors:
                    report.stopped = True
                    break
            if report.stopped:
                break
    if unverified:
        # Once for all files, after their findings.
        from ptxisa.nvvm.verifier import available

        if not available():
            print(UNVERIFIED, file=sys.stderr)
    return report.finish(arguments.werror, arguments.require_records)


def _check_statement(arguments: argparse.Namespace) -> int:
    """Check the text of `--statement` with the registers of `--operand`."""
    from ptxisa.check.statement import check_statement
    from ptxisa.sources.check import check_operands, in_source
    from ptxisa.sources.templates import fill, plain, region
    from ptxisa.syntax.source import Source

    if arguments.files:
        raise Failure("--statement takes no FILE")
    place(arguments)
    operands = [_operand(text) for text in arguments.operand]
    options: dict[str, Any] = {"strict": arguments.strict, "assembler": arguments.assembler}
    options |= {"target": arguments.target, "ptx": arguments.ptx}
    diagnostics: Sequence[Diagnostic]
    # `%%`, names in brackets and constants are notation of inline assembly; otherwise the text is plain PTX.
    if operands and (
        "%%" in arguments.statement or any(operand.spelling or operand.type is None for operand in operands)
    ):
        text = arguments.statement
        item = region(fill(plain(text, 0, len(text)), "%", operands), len(text), operands)
        located = check_operands(item.text, item.operands, (), **options)
        diagnostics = list(in_source(item, located, Source(text)))
    else:
        registers = {operand.name: operand.type or "" for operand in operands}
        diagnostics = check_statement(arguments.statement, registers=registers or None, **options)
    report = REPORTS["json" if arguments.json else arguments.format]()
    # Of a statement, a note may be all that there is to say, so that one finding is shown without -v.
    shown = Options(
        None,
        None,
        report.format,
        colored() and report.format == "text",
        verbose=arguments.verbose or len(diagnostics) < 2,
    )
    data = arguments.statement.encode("utf-8", "surrogateescape")
    checked = CheckedFile("<statement>", len(data), tuple(_findings(diagnostics, data, "<statement>", shown)))
    report.begin(checked)
    for severity, finding in checked.findings:
        report.add(severity, finding)
    return report.finish(arguments.werror, arguments.require_records)


def _operand(text: str) -> AsmOperand:
    """Return the operand of an argument such as `%0=r`, `%[out]=b32`, `%1=n` or `%1=16`."""
    from ptxisa.isa.types import known
    from ptxisa.sources.regions import AsmOperand
    from ptxisa.sources.templates import LLVM_TYPES, NVCC_TYPES, constant, operand_name

    written, equals, kind = text.partition("=")
    letters = kind.lstrip("=+&")
    type_ = NVCC_TYPES.get(letters) or LLVM_TYPES.get(letters) or kind.removeprefix(".")
    value = constant(kind)
    if not equals or not written or not (type_ in known() or type_ == "pred" or letters in ("n", "i") or value):
        raise Failure(f"--operand {text[:60]!r} is not NAME=CONSTRAINT, such as %0=r, %0=b32 or %1=n")
    symbol = written[2:-1] if written.startswith("%[") and written.endswith("]") else ""
    name = operand_name(symbol) if symbol else written
    is_constant = letters in ("n", "i") or value is not None
    return AsmOperand(name, kind, None if is_constant else type_, value=value, spelling=written if symbol else "")


def _check_place(arguments: argparse.Namespace, nvvm: Sequence[bool]) -> None:
    """Raise `Failure` for an unknown target, version or release; `--assembler` is a ptxas, or a libNVVM for NVVM IR."""
    if not all(nvvm):
        place(arguments)
    if any(nvvm):
        from ptxisa.isa import targets
        from ptxisa.nvvm.rules import LibraryErrata

        if arguments.ptx:
            raise Failure("--ptx is about PTX; a module of NVVM IR has no PTX version")
        with unknown_names():
            LibraryErrata(arguments.strict, arguments.assembler)
            targets.target(arguments.target or "sm_90")


def _check_each(names: list[str], options: Options, where: Workers) -> Generator[CheckedFile]:
    """Yield the result of every file in order; standard input is read by this process."""
    from ptxisa.spread import Progress

    piped = {name: check_file(options, name) for name in names if name == STANDARD_INPUT}
    files = [name for name in names if name not in piped]
    progress = Progress(len(files), "files") if len(files) >= MANY else None
    others = where.ordered(partial(check_file, options), files, progress)
    for name in names:
        yield piped[name] if name in piped else next(others)


def check_file(options: Options, name: str) -> CheckedFile:
    """Read and check one file; failures are part of the result and never raised.

    One unreadable file of a folder must not end the check of the others, which other processes may do.
    """
    from ptxisa.sources.fatbinary import is_compiled
    from ptxisa.sources.files import is_source

    try:
        data: bytes | str = read_any(name)
        assert isinstance(data, bytes)
        if options.is_nvvm(name):
            reject_other_kinds(name, data, "textual NVVM IR")
        elif is_compiled(data):
            return _check_compiled(options, name, data)
        elif not is_source(name):
            reject_other_kinds(name, data, "PTX text")
    except Unreadable as error:
        data = str(error)
    except MemoryError:
        return _too_large(name)
    try:
        return check_contents(options, (name, data))
    except MemoryError:
        return _too_large(name)


def check_contents(options: Options, file: tuple[str, bytes | str]) -> CheckedFile:
    """Check the contents of a file.

    Args:
        options: options of the command.
        file: its name, and its bytes or the reason why it could not be read.
    """
    from ptxisa.sources.files import is_source

    name, data = file
    if isinstance(data, str):
        return CheckedFile(display(name), 0, (), data)
    try:
        strictness: dict[str, Any] = {"strict": options.strict, "assembler": options.assembler}
        if options.is_nvvm(name):
            from ptxisa.isa import targets
            from ptxisa.nvvm.checker import check_nvvm
            from ptxisa.sources.check import check_source

            diagnostics = check_nvvm(data, options.target, **strictness)
            if b"asm" in data:
                # The PTX of inline assembly is checked as in other sources, for the target of PTX: sm_90 of compute_90.
                target = options.target and targets.target(options.target).name
                inside = check_source(data, "module.ll", target=target, **strictness)
                diagnostics = sorted([*diagnostics, *inside], key=lambda found: (found.line, found.column))
        elif is_source(name):
            from ptxisa.sources.check import check_source

            diagnostics = check_source(data, name, target=options.target, ptx=options.ptx, **strictness)
        else:
            from ptxisa.check.module import check_module

            diagnostics = check_module(data, target=options.target, ptx=options.ptx, **strictness)
        findings = tuple(_findings(diagnostics, data, display(name), options))
        missing = [item.subject or item.message for item in diagnostics if item.code.startswith("unrecorded-")]
        unchecked = occurrences(data, missing) if missing else {}
        return CheckedFile(display(name), len(data), findings, unchecked=unchecked)
    except MemoryError:
        return _too_large(name)


def _check_compiled(options: Options, name: str, data: bytes) -> CheckedFile:
    """Check every PTX module in a compiled file."""
    from ptxisa.sources.fatbinary import BinaryError, entries

    findings: list[tuple[str, Any]] = []
    targets, length, unchecked = [], 0, Counter[str]()
    try:
        for number, entry in enumerate(entries(data)):
            targets.append(entry.target)
            if entry.kind == "ptx":
                module = f"{name}[{entry.file or number}{f' {entry.target}' if entry.target else ''}]"
                checked = check_contents(options, (module, entry.content()))
                findings += checked.findings
                length += checked.length
                unchecked.update(checked.unchecked)
    except BinaryError as error:
        # Findings before the damage are dropped: a part of a library that was checked would look like the whole.
        return CheckedFile(display(name), 0, (), f"{display(name)}: {error}")
    if not length:
        inside = f"only machine code of {', '.join(sorted(set(targets)))}" if targets else "no fat binary"
        return CheckedFile(display(name), 0, (), f"{display(name)}: no PTX in it, {inside}")
    return CheckedFile(display(name), length, tuple(findings), unchecked=unchecked)


def _too_large(name: str) -> CheckedFile:
    """Return the result of a file for which there is not enough memory."""
    return CheckedFile(display(name), 0, (), f"{display(name)}: not enough memory to check it")


def _findings(diagnostics: Sequence[Diagnostic], data: bytes, name: str, options: Options) -> Iterator[tuple[str, Any]]:
    """Yield severity and formatted finding of each diagnostic of a file."""
    from ptxisa.check.render import render
    from ptxisa.isa.diagnostics import to_json
    from ptxisa.syntax.source import decode

    if options.format == "json":
        yield from ((diagnostic.severity, to_json(diagnostic, name)) for diagnostic in diagnostics)
    elif not diagnostics:
        return
    elif options.format == "sarif":
        from ptxisa.check.sarif import results

        severities = [diagnostic.severity for diagnostic in diagnostics]
        yield from zip(severities, results(diagnostics, decode(data), name), strict=True)
    else:
        lines, shown = decode(data).split("\n"), printable(name)
        every = ((diagnostic, None) for diagnostic in diagnostics) if options.verbose else summed_up(diagnostics, shown)
        for diagnostic, line in every:
            text = render(diagnostic, lines, shown, color=options.color) if line is None else line
            yield diagnostic.severity, text
