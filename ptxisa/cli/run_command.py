r"""Run a kernel of a PTX module, with checks of every access, wait and barrier, and no GPU.

--arg gives a parameter, by name (param_0 is enough for KERNEL_param_0) or in
order. A value is one of

  1024, -3, 0x10, 1.5      a number of the parameter's type
  null                     a null pointer
  @FILE.npy                a pointer to the array of a file
  zeros:TYPE:SHAPE         a pointer to an array, such as zeros:f32:16x64
  ones:… range:…           likewise: ones; 0, 1, 2 and so on
  random:TYPE:SHAPE:SEED   random values; without :SEED, seed 0
  empty:TYPE:SHAPE         an array whose contents are undefined
  hex:00ff                 bytes of an aggregate

TYPE is u8, s8, u16, s16, f16, u32, s32, f32, u64, s64, f64 or b8 to b64. Arrays are printed after the run, or written
to the folder of -o. Exit status 1 means that the kernel has errors, or that the run is not complete because something
is not modeled.

--counters prints instructions by warps and threads, transactions of memory, and outcomes of branches. --trace writes an
SQLite database with the view event (step, cta, warp, mask, line, opcode, lane, space, kind, address, size, value, old).

examples:
  ptxisa run kernel.ptx --entry saxpy --grid 4 --block 256 --arg n=1024 \
      --arg a=2 --arg x=@x.npy --arg y=zeros:f32:1024
  ptxisa run kernel.ptx --block 8,8 --arg range:s32:64 --arg zeros:s32:64 -o d
  ptxisa run kernel.ptx --block 64 --arg zeros:u32:64 --schedule random --seed 7
  ptxisa run kernel.ptx --block 64 --arg zeros:u32:64 --html report.html
  ptxisa run kernel.ptx --block 64 --arg zeros:u32:64 --counters --coverage
  ptxisa run kernel.ptx --arg zeros:u32:1 --trace t.db --trace-only opcode=st
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterable
from typing import Any

from ptxisa.cli.options import add_json
from ptxisa.cli.output import Failure, file_problem, print_json

MOST_SHOWN = 8
"""Elements of an array that are printed: one line of a terminal."""


def add_launch(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that describe a launch."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="PTX modules, which are linked")
    parser.add_argument("--entry", metavar="NAME", help="kernel, or its C++ function; without it the only kernel")
    parser.add_argument("--grid", default="1", metavar="X,Y,Z", help="CTAs of the grid (default: 1)")
    parser.add_argument("--block", default="1", metavar="X,Y,Z", help="threads of a CTA (default: 1)")
    parser.add_argument("--cluster", metavar="X,Y,Z", help="CTAs of a cluster")
    parser.add_argument("--shared", type=int, default=0, metavar="N", help="bytes of dynamic shared memory")
    parser.add_argument("--cooperative", action="store_true", help="run all CTAs at the same time")
    parser.add_argument("--arg", action="append", default=[], metavar="[NAME=]VALUE", help="a parameter; repeat it")
    parser.add_argument("--symbol", action="append", default=[], metavar="NAME=VALUE", help="a variable of the module")
    parser.add_argument("--target", metavar="T", help="target whose results are computed, such as sm_90a")
    parser.add_argument(
        "--contract",
        default="never",
        metavar="C",
        help="fuse products and sums as ptxas does, or never (default: never)",
    )
    parser.add_argument(
        "--schedule", default="lockstep", metavar="S", help="lockstep, random or adversarial (default: lockstep)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the schedule (default: 0)")
    parser.add_argument(
        "--engine",
        default="numpy",
        metavar="E",
        help="numpy, or native: compiled, with the same results (default: numpy)",
    )
    parser.add_argument("--steps", type=int, metavar="N", help="end the run after N instructions of all threads")
    parser.add_argument(
        "--watch", default="all", metavar="NAMES", help="errors to look for: all, none, or names (default: all)"
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa run`."""
    add_launch(parser)
    parser.add_argument("--counters", action="store_true", help="print counters of instructions, memory and branches")
    parser.add_argument("--coverage", action="store_true", help="print lines and outcomes of branches without a thread")
    parser.add_argument("--html", metavar="FILE.html", help="write a report: the PTX with counters and findings")
    parser.add_argument("--plot", metavar="FILE.svg", help="draw the counters of instructions")
    parser.add_argument("--trace", metavar="FILE.sqlite", help="write what each warp executes and accesses")
    parser.add_argument("--trace-only", default="", metavar="FILTER", help="such as 'cta=0 line=10-20 opcode=st,atom'")
    parser.add_argument("--trace-limit", type=int, default=1_000_000, metavar="N", help="rows of the trace, at most")
    parser.add_argument("--trace-registers", action="store_true", help="trace the registers that are written, too")
    parser.add_argument(
        "-j", "--jobs", type=int, default=0, metavar="N", help="processes; 0 for each core if it pays (default: 0)"
    )
    parser.add_argument("--keep-going", action="store_true", help="continue after an error")
    parser.add_argument("-o", "--output", metavar="DIR", help="folder for the arrays after the run")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the kernel, and print its findings, arrays and counters."""
    from ptxisa.isa.diagnostics import PtxError, to_json
    from ptxisa.machine.observers import ProgressObserver

    observers: list[Any] = [ProgressObserver(sys.stderr)] if sys.stderr.isatty() else []
    trace = None
    if arguments.trace_only and not arguments.trace:
        raise Failure("--trace-only needs --trace FILE.sqlite")
    if arguments.trace:
        if arguments.trace_limit < 1:
            raise Failure(f"--trace-limit must be at least 1, not {arguments.trace_limit}")
        from ptxisa.machine.trace import TraceObserver  # Traces need SQLite, which takes long to load.

        try:
            trace = TraceObserver(
                arguments.trace,
                arguments.trace_only,
                limit=arguments.trace_limit,
                registers=arguments.trace_registers,
            )
        except PtxError as error:
            raise Failure(error.diagnostics[0].message) from None
    observers += [trace] if trace else []
    if arguments.output:
        # Before the run, so that a long run is not lost.
        try:
            os.makedirs(arguments.output, exist_ok=True)
        except OSError as error:
            raise Failure(f"{arguments.output}: {error.strerror}") from None
    for path in filter(None, (arguments.html, arguments.plot)):
        if os.path.isdir(path) or not os.path.isdir(os.path.dirname(path) or "."):
            raise Failure(f"{path}: {'it is a folder' if os.path.isdir(path) else 'its folder does not exist'}")
    texts = [text_of(file) for file in arguments.files]
    counters = bool(arguments.counters or arguments.coverage or arguments.plot or arguments.html)
    stop = not arguments.keep_going
    result, arrays = launched(arguments, texts, stop=stop, counters=counters, observers=observers, jobs=arguments.jobs)
    if arguments.jobs > 1 and result.one_process:
        print(f"ptxisa: one process ran all CTAs: {result.one_process}", file=sys.stderr)
    if arguments.output:
        import numpy as np

        try:
            for name, array in arrays.items():
                np.save(os.path.join(arguments.output, f"{name.replace(' ', '-').replace('/', '_')}.npy"), array)
        except OSError as error:
            raise Failure(f"{arguments.output}: {error.strerror}") from None
    if arguments.html:
        from ptxisa.machine.report import report

        sources = _sources(instruction.source for instruction in result.counters.instructions)
        write_text(arguments.html, report(result, texts[0], arguments.files[0], sources))
    if arguments.plot:
        write_text(arguments.plot, result.counters.plot())
    if arguments.json:
        findings = [
            {**to_json(finding, arguments.files[0]), "thread": finding.thread, "related": finding.related}
            for finding in result.findings
        ]
        counts = {**result.counts._asdict(), "by_line": {str(key): n for key, n in result.counts.by_line.items()}}
        document = {
            "findings": findings,
            "complete": result.complete,
            "unmodeled": result.unmodeled,
            "printed": result.printed,
            "counts": counts,
            "arrays": {name: array.ravel().tolist() for name, array in arrays.items()},
        }
        if arguments.counters:
            document["counters"] = [
                {
                    **instruction._asdict(),
                    "memory": {space: counts._asdict() for space, counts in instruction.memory.items()},
                }
                for instruction in result.counters.instructions
            ]
        if arguments.coverage:
            document["coverage"] = {
                "lines": {str(line): count for line, count in result.coverage.lines.items()},
                "outcomes": {str(line): counts for line, counts in result.coverage.outcomes.items()},
            }
        print_json(document)
    else:
        _print(result, arguments, texts[0], arrays)
    if trace is not None and not trace.complete:
        print(f"ptxisa: {arguments.trace} is not complete: --trace-limit is reached", file=sys.stderr)
    return 1 if result.findings or not result.complete else 0


def launched(arguments: argparse.Namespace, texts: list[str], **options: Any) -> tuple[Any, dict[str, Any]]:
    """Run the kernel of a command line; return the result, and arrays of arguments and symbols by name."""
    from ptxisa.isa.diagnostics import PtxError
    from ptxisa.isa.targets import UnknownTarget
    from ptxisa.machine.launch import launch

    given, arrays = _arguments(arguments.arg)
    symbols = {}
    for text in arguments.symbol:
        name, equals, value = text.partition("=")
        if name in symbols:
            raise Failure(f"two values are given for the variable {name[:60]}")
        symbols[name] = _value(name, value) if equals else None
        if not hasattr(symbols[name], "dtype"):
            raise Failure(f"--symbol takes NAME=@FILE.npy or NAME=zeros:TYPE:SHAPE, not {text[:60]!r}")
    try:
        result = launch(
            texts,
            arguments.entry,
            _shape("--grid", arguments.grid),
            _shape("--block", arguments.block),
            given,
            cluster=None if arguments.cluster is None else _shape("--cluster", arguments.cluster),
            shared=arguments.shared,
            cooperative=arguments.cooperative,
            symbols=symbols,
            target=arguments.target,
            contract=arguments.contract,
            schedule=arguments.schedule,
            seed=arguments.seed,
            steps=arguments.steps,
            engine=arguments.engine,
            watch=arguments.watch if arguments.watch in ("all", "none") else arguments.watch.split(","),
            **options,
        )
    except PtxError as error:
        first = error.diagnostics[0]
        place = f"{arguments.files[0]}:{first.line}:{first.column}: " if first.code != "launch" else ""
        raise Failure(f"{place}{first.message}") from None
    except (UnknownTarget, TypeError) as error:
        raise Failure(str(error)) from None
    return result, arrays | symbols


def _with_text(place: str) -> str:
    """Return a place such as `kernel.cu:12`, with its line of the source if the file is on this machine."""
    path, _, number = place.rpartition(":")
    source = _sources([place]).get(path, [])
    shown = source[int(number) - 1].strip() if 0 < int(number) <= len(source) else ""
    return f"{place}: {shown}" if shown else place


def _print(result: Any, arguments: argparse.Namespace, text: str, arrays: dict[str, Any]) -> None:
    """Print a result for people."""
    from ptxisa.check.render import render

    sys.stdout.write(result.printed)
    lines = text.split("\n")
    for finding in result.findings:
        print(render(finding, lines, arguments.files[0]))
        if finding.thread:
            print(f"by {finding.thread}")
        if place := result.sources.get(finding.line):
            print(f"from {_with_text(place)}")
            for caller in result.callers.get(finding.line, ()):
                print(f"inlined at {_with_text(caller)}")
        if finding.related:
            line, column = finding.related
            print(
                f"{arguments.files[0]}:{line}:{column}: note: the other statement\n{' '.join(lines[line - 1].split())}"
            )
    for reason in result.unmodeled:
        print(f"not modeled: {reason}")
    if not arguments.output:
        for name, array in arrays.items():
            shown = ", ".join(str(value) for value in array.ravel()[:MOST_SHOWN].tolist())
            more = ", …" if array.size > MOST_SHOWN else ""
            print(f"{name}: {array.dtype} {'x'.join(map(str, array.shape))}: {shown}{more}")
    count = len(result.findings)
    verdict = f"{count} finding{'s' if count != 1 else ''}" if count else "clean" if result.complete else "incomplete"
    if arguments.counters:
        print(f"{result.counters.table()}\n")
    if arguments.coverage:
        print(f"{result.coverage.table()}\n")
    print(f"{result.counts.instructions:,} instructions: {verdict}")


def _shape(option: str, text: str) -> tuple[int, ...]:
    """Return the sizes of an option."""
    try:
        return tuple(int(part) for part in text.replace("x", ",").split(","))
    except ValueError:
        raise Failure(f"{option} takes one to three numbers, such as 16,16, not {text[:40]!r}") from None


def _arguments(texts: list[str]) -> tuple[Any, dict[str, Any]]:
    """Return the arguments, in order or by name, and the arrays among them by name."""
    named, ordered, arrays = {}, [], {}
    for number, text in enumerate(texts):
        name, equals, value = text.partition("=")
        if not equals:
            name, value = f"argument {number}", text
        argument = _value(name, value)
        array = getattr(argument, "array", argument)
        if hasattr(array, "dtype"):
            arrays[name] = array
        if equals and not name:
            raise Failure(f"--arg takes NAME=VALUE or VALUE, not {text[:60]!r}")
        if equals:
            if name in named:
                raise Failure(f"two arguments are given for {name[:60]}")
            named[name] = argument
        else:
            ordered.append(argument)
    if named and ordered:
        raise Failure("--arg takes all parameters by name, or all in order")
    return named or ordered, arrays


def _value(name: str, text: str) -> Any:
    """Return the value of an argument: a number, None, bytes, or an array."""
    from ptxisa.machine.arguments import ArgumentError, argument_value

    if text.startswith("@"):
        import numpy as np

        if text == "@":
            raise Failure(f"{name}: the name of a file follows @")
        try:
            array = np.load(text[1:], allow_pickle=False)
        except MemoryError:
            # The head of a damaged file may have any shape.
            raise Failure(f"{name}: {text[1:]}: the array needs more memory than this machine has") from None
        except (OSError, ValueError, EOFError) as error:
            raise Failure(f"{name}: {text[1:]}: {getattr(error, 'strerror', None) or error}") from None
        if not isinstance(array, np.ndarray):
            raise Failure(f"{name}: {text[1:]}: a file with one array is needed")
        return np.ascontiguousarray(array)
    try:
        return argument_value(name, text)
    except ArgumentError as error:
        raise Failure(str(error)) from None


def text_of(file: str) -> str:
    """Return the text of a file, or of standard input for "-"."""
    try:
        if file == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(file, "rb") as stream:
                data = stream.read()
    except (OSError, ValueError) as error:
        raise Failure(file_problem(file, error)) from None
    return data.decode("utf-8", "surrogateescape")


def _sources(places: Iterable[str]) -> dict[str, list[str]]:
    """Return the lines of the source files of some places, as far as they are on this machine."""
    sources: dict[str, list[str]] = {}
    for path in {place.rpartition(":")[0] for place in places} - {""}:
        with contextlib.suppress(OSError, ValueError), open(path, encoding="utf-8", errors="replace") as file:
            sources[path] = file.read().split("\n")
    return sources


def write_text(path: str, text: str) -> None:
    """Write a file of the user."""
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        raise Failure(f"{path}: {getattr(error, 'strerror', None) or error}") from None
