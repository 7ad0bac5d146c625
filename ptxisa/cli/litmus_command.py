r"""Decide by the memory consistency model if the outcome of a litmus test is possible, and which accesses race.

A FILE is a litmus test in the notation of herd, or a PTX module whose functions P0, P1 ... are threads; "-" is standard
input. Comments in a module give places, initial values and the question:

  //! thread P0 gpu=0 cluster=0 cta=0
  //! init x=0
  //! question exists (P1:%r1=1 /\ P1:%r2=0)
  //! expect forbidden

The verdict is "allowed" or "forbidden", "undefined" for a test with undefined behavior, "out-of-model" for one with a
data race of accesses of different sizes, or "incomplete" for one with too many ways to complete barriers. The exit
status is 0 for every verdict, unless --expect finds a difference.

examples:
  ptxisa litmus message-passing.ptx
  ptxisa litmus tests/*.litmus --model 7.5 --json
  ptxisa litmus store-buffering.litmus --explain
  ptxisa litmus message-passing.ptx --without release-by-fence
  ptxisa litmus store-buffering.litmus --weakest
  ptxisa litmus spin-lock.ptx --liveness
  ptxisa litmus tests/*.litmus --svg pictures --jobs 4
"""

from __future__ import annotations

import argparse
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ptxisa.cli.options import add_json
from ptxisa.cli.output import Failure, file_problem, print_json


class Request(NamedTuple):
    """What the command answers about each test."""

    model: str
    without: tuple[str, ...]
    choices: tuple[tuple[str, str], ...]
    unroll: int
    explain: bool
    weakest: bool
    liveness: bool
    picture: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa litmus`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a litmus test, or - for standard input")
    parser.add_argument("--model", default="8.7", metavar="V", help="PTX version of the model: 6.0, 7.5, 8.7, 9.4")
    parser.add_argument(
        "--choose",
        action="append",
        default=[],
        metavar="ID=b",
        help="select the other reading of an ambiguous sentence",
    )
    parser.add_argument("--without", action="append", default=[], metavar="ID", help="leave out a record or a term")
    parser.add_argument("--unroll", type=int, default=3, metavar="N", help="iterations of a loop (default: 3)")
    parser.add_argument("--expect", action="store_true", help="exit with 1 if a verdict is not the expected one")
    parser.add_argument(
        "--weakest",
        action="store_true",
        help="weaken accesses, fences and arrivals as far as the outcome stays forbidden",
    )
    parser.add_argument("--liveness", action="store_true", help="answer for each loop whether it must end")
    parser.add_argument("--explain", action="store_true", help="show an execution, or the axiom that forbids it")
    parser.add_argument("--svg", metavar="FOLDER", type=Path, help="draw what --explain shows, one file for each test")
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="processes; 0 for one on each core (default: 1)"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Decide each test; return 1 if `--expect` finds a difference."""
    from ptxisa.memory_model import MemoryModel
    from ptxisa.memory_model.model import UnknownModel
    from ptxisa.spread import Workers

    if arguments.unroll < 0 or arguments.jobs < 0:
        raise Failure("--unroll and --jobs take numbers from 0")
    choices = []
    for text in arguments.choose:
        identifier, separator, reading = text.partition("=")
        if not separator:
            example = "such as reduction-observes=b"
            raise Failure(f"--choose takes an ambiguity and a reading, {example}, not {text[:40]!r}")
        choices.append((identifier, reading))
    # An unknown model or record is an error of the command, not of each test.
    try:
        MemoryModel.of(arguments.model, arguments.without, dict(choices))
    except UnknownModel as error:
        raise Failure(str(error)) from None
    request = Request(
        arguments.model,
        tuple(arguments.without),
        tuple(choices),
        arguments.unroll,
        arguments.explain,
        arguments.weakest,
        arguments.liveness,
        arguments.svg is not None,
    )
    documents: list[dict[str, Any]] = []
    for document in Workers(arguments.jobs).ordered(partial(answer, request), arguments.files):
        if "error" in document:
            raise Failure(f"{document['file']}: {document['error']}")
        picture = document.pop("picture")
        if arguments.svg is not None:
            name = document["name"] or Path(document["file"]).stem
            # Names of tests in the notation of herd may have slashes and spaces.
            stem = re.sub(r"[^\w.+-]+", "-", name).strip("-.") or f"test-{len(documents)}"
            try:
                arguments.svg.mkdir(parents=True, exist_ok=True)
                (arguments.svg / f"{stem[:80]}.svg").write_text(picture, encoding="utf-8")
            except OSError as error:
                raise Failure(f"{arguments.svg}: {error.strerror}") from None
        documents.append(document)
    if arguments.json:
        print_json({"tests": documents})
    else:
        print("\n\n".join("\n".join(_lines(document)) for document in documents))
    different = any(document["expected"] not in (None, document["verdict"]) for document in documents)
    return 1 if arguments.expect and different else 0


def answer(request: Request, file: str) -> dict[str, Any]:
    """Return the answer about one test as a document; one with an `error` if it cannot be given.

    Processes of `--jobs` pass answers on, so that a document is plain data and no test or model.
    """
    from ptxisa.memory_model import LitmusError, MemoryModel, decide, parse_litmus
    from ptxisa.memory_model.explain import explain
    from ptxisa.memory_model.liveness import loops
    from ptxisa.memory_model.weakest import weaken

    model = MemoryModel.of(request.model, request.without, dict(request.choices))
    weakenings = endings = None
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        test = parse_litmus(data.decode(), Path(file).stem)
        report = decide(test, model, request.unroll)
        if request.weakest and report.verdict == "forbidden":
            weakenings = [weakening._asdict() for weakening in weaken(test, model, request.unroll)[0]]
        if request.liveness:
            endings = [loop._asdict() for loop in loops(test, model)]
        explanation = explain(report, model, request.unroll) if request.explain else None
        drawn = None
        if request.picture:
            from ptxisa.memory_model.pictures import picture

            drawn = picture(report, model, request.unroll)
        ambiguities = list(report.ambiguities)
    except OSError as error:
        # The command puts the name of the file before every error.
        return {"file": file, "error": file_problem(file, error).removeprefix(f"{file}: ")}
    except UnicodeDecodeError:
        return {"file": file, "error": "the file is not text in UTF-8"}
    except (LitmusError, RecursionError) as error:
        message = str(error).removeprefix(f"{file}: ") or "the test is nested too deeply"
        return {"file": file, "error": message}
    return {
        "file": file,
        "name": test.name,
        "model": model.name,
        "question": str(test.question),
        "verdict": report.verdict,
        "holds": report.holds,
        "expected": test.expected,
        "races": [race._asdict() for race in report.races],
        "undefined": [access._asdict() for access in report.undefined],
        "executions": report.executions,
        "complete": report.complete,
        "bounded": report.bounded or None,
        "unexplored": report.unexplored or None,
        "ambiguities": ambiguities,
        "explanation": explanation,
        "weakest": weakenings,
        "loops": endings,
        "picture": drawn,
    }


def _lines(document: dict[str, Any]) -> list[str]:
    """Return the report of one test."""
    count, complete = document["executions"], document["complete"]
    lines = [f"{document['name'] or document['file']}: {document['verdict']}", f"  {document['question']}"]
    details = f"  {count:,} execution{'s' if count != 1 else ''} of model {document['model']}"
    if complete < count:
        details += f", in {count - complete:,} of which a thread waits at a barrier forever"
    if document["bounded"]:
        details += f"; loops were cut in {document['bounded']:,} combinations of paths"
    if document["unexplored"]:
        details += f"; ways to complete barriers were left out in {document['unexplored']:,} combinations of paths"
    lines.append(details)
    if not count:
        lines.append("  no execution is possible, so that every outcome is forbidden")
    lines += [f"  {race['kind']} data race: {race['first']}  and  {race['second']}" for race in document["races"]]
    for access in document["undefined"]:
        reason = "at a multimem address" if access["kind"] == "multimem" else "before the copy is complete"
        lines.append(f"  undefined {reason}: {access['first']}  and  {access['second']}")
    if document["expected"] and document["expected"] != document["verdict"]:
        lines.append(f"  expected: {document['expected']}")
    if document["weakest"] is not None:
        lines.append("  still forbidden with:" if document["weakest"] else "  nothing can be weakened")
    for weakening in document["weakest"] or ():
        weaker = weakening["weaker"] or "nothing"
        lines.append(f"    {weakening['thread']}: {weaker}  in place of  {weakening['statement']}")
    for loop in document["loops"] or ():
        ends = {"always": "ends", "not always": "may run forever", "unknown": "may or may not end"}[loop["ends"]]
        reason = f": {loop['reason']}" if loop["reason"] else ""
        lines.append(f"  the loop at {loop['thread']}: {loop['statement']} (line {loop['line']}) {ends}{reason}")
    if document["ambiguities"] and document["explanation"] is not None:
        lines.append(f"  the answer depends on the reading of {', '.join(document['ambiguities'])}")
    if document["explanation"]:
        lines += [f"  {line}" for line in document["explanation"].splitlines()]
    return lines
