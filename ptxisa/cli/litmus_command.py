r"""Verdicts of the memory consistency model: can a litmus test end so, and which accesses race?

A FILE is a litmus test in the notation of herd, or a PTX module whose functions P0, P1 ... are threads; "-" is standard
input. Comments in a module give places, initial values and the question:

  //! thread P0 gpu=0 cluster=0 cta=0
  //! init x=0
  //! question exists (P1:%r1=1 /\ P1:%r2=0)
  //! expect forbidden

The verdict is "allowed" or "forbidden", "undefined" for a test with undefined behavior, or "out-of-model" for one
with a data race of accesses of different sizes. Verdicts are data: the exit status is 0 if all tests were read, unless
--expect finds a difference.

examples:
  ptxisa litmus message-passing.ptx
  ptxisa litmus tests/*.litmus --model 7.5 --json
  ptxisa litmus store-buffering.litmus --explain
  ptxisa litmus message-passing.ptx --without release-by-fence
  ptxisa litmus store-buffering.litmus --weakest
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ptxisa.cli.options import add_json
from ptxisa.cli.output import Failure, print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa litmus`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a litmus test, or - for standard input")
    parser.add_argument("--model", default="8.7", metavar="V", help="PTX version of the model: 6.0, 7.5, 8.7, 9.4")
    parser.add_argument("--choose", action="append", default=[], metavar="ID=b", help="other reading of an ambiguity")
    parser.add_argument("--without", action="append", default=[], metavar="ID", help="leave out a record or a term")
    parser.add_argument("--unroll", type=int, default=3, metavar="N", help="iterations of a loop (default: 3)")
    parser.add_argument("--expect", action="store_true", help="exit with 1 if a verdict is not the expected one")
    parser.add_argument("--weakest", action="store_true", help="weaken all that a forbidden outcome does not need")
    parser.add_argument("--explain", action="store_true", help="show an execution, or the axiom that forbids it")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Decide each test; return 1 if `--expect` finds a difference."""
    from ptxisa.memory_model import LitmusError, MemoryModel, decide, parse_litmus
    from ptxisa.memory_model.explain import explain
    from ptxisa.memory_model.model import UnknownModel
    from ptxisa.memory_model.weakest import weaken

    try:
        choices = dict(_choice(text) for text in arguments.choose)
        model = MemoryModel.of(arguments.model, arguments.without, choices)
    except UnknownModel as error:
        raise Failure(str(error)) from None
    documents: list[dict[str, Any]] = []
    different = False
    for file in arguments.files:
        try:
            test = parse_litmus(_text(file), Path(file).stem)
            report = decide(test, model, arguments.unroll)
        except (LitmusError, RecursionError) as error:
            raise Failure(f"{file}: {error or 'the test is nested too deeply'}") from None
        weakenings = None
        if arguments.weakest and report.verdict == "forbidden":
            weakenings = [weakening._asdict() for weakening in weaken(test, model, arguments.unroll)[0]]
        explanation = explain(report, model, arguments.unroll) if arguments.explain else None
        if arguments.expect and test.expected and report.verdict != test.expected:
            different = True
        documents.append(
            {
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
                "ambiguities": list(report.ambiguities),
                "explanation": explanation,
                "weakest": weakenings,
            }
        )
    if arguments.json:
        print_json({"tests": documents})
    else:
        print("\n\n".join("\n".join(_lines(document)) for document in documents))
    return 1 if different else 0


def _choice(text: str) -> tuple[str, str]:
    identifier, separator, reading = text.partition("=")
    if not separator:
        raise Failure(f"--choose takes an ambiguity and a reading, such as reduction-observes=b, not {text[:40]!r}")
    return identifier, reading


def _text(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode()
    except OSError as error:
        raise Failure(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Failure(f"{file}: the file is not text in UTF-8") from None


def _lines(document: dict[str, Any]) -> list[str]:
    """Return the report of one test."""
    count, complete = document["executions"], document["complete"]
    lines = [f"{document['name'] or document['file']}: {document['verdict']}", f"  {document['question']}"]
    details = f"  {count:,} execution{'s' if count != 1 else ''} of model {document['model']}"
    if complete < count:
        details += f", in {count - complete:,} of which a thread waits at a barrier forever"
    if document["bounded"]:
        details += f"; loops were cut in {document['bounded']:,} combinations of paths"
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
    if document["explanation"]:
        lines += [f"  {line}" for line in document["explanation"].splitlines()]
    return lines
