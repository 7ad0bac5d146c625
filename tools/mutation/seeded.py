"""Do the tests detect seeded faults? `python -m tools.mutation.seeded --records N --code N [--seed S] [-j N]`.

Faults are put into records of instructions and into Python functions, drawn evenly over their groups. Tests are
collected once; each fault then runs in a process of its own, which has everything loaded already, against the tests
that can run what it changes, those most likely to detect it first (`tools.mutation.selection`). A fault is *killed*
when a test fails, when nothing can be built with it, or when a test runs for too long; otherwise it *survived* the
tests that ran within `--limit` seconds of processor time. It has *no effect* where it changes nothing that is
generated.

Each verdict is printed and written as a line of JSON as soon as it is known. `--resume` judges only the faults that the
file of an earlier run lacks, and `--again FILE` those that survived in it.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from generator.records.isa import Isa
from generator.records.load import load
from generator.records.resolve import resolve
from ptxisa.spread import cores
from tools.mutation import code, records
from tools.mutation.campaign import FaultVerdict, draw_evenly, report
from tools.mutation.imports import ImportGraph
from tools.mutation.judging import Trial, judge_all
from tools.mutation.selection import ROOT, test_files, tests_of_code, tests_of_record

Fault = records.RecordFault | code.CodeFault
PYTEST_OPTIONS = ("-n", "0", "-q", "-p", "no:cacheprovider", "--no-header", "-m", "not network")


class Loop:
    """Plugin of pytest that runs the collected tests against faults instead of once."""

    def __init__(self, faults: Sequence[Fault], isa: Isa | None, graph: ImportGraph, given: argparse.Namespace) -> None:
        self.faults, self.isa, self.graph, self.given = faults, isa, graph, given
        self.reach: dict[str, list[str]] = (
            json.loads(Path(given.reach).read_text(encoding="utf-8")) if given.reach else {}
        )
        """Test functions that run each function, if a file has them."""
        self.verdicts: list[FaultVerdict] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Judge every fault; write and print the verdicts as they come."""
        # Cases of one function are often similar when they are neighbors; the few that run first are to differ.
        items = random.Random(1).sample(session.items, len(session.items))
        began = time.monotonic()
        print(f"{len(items)} tests for {len(self.faults)} faults", flush=True)
        with Path(self.given.out).open("a", encoding="utf-8") as out:
            for verdict in judge_all([self.trial(fault, items) for fault in self.faults], self.given.jobs):
                self.verdicts.append(verdict)
                if verdict.end != "lost":  # A resumed run judges it again.
                    out.write(json.dumps(verdict._asdict()) + "\n")
                    out.flush()
                progress = f"{len(self.verdicts)}/{len(self.faults)} after {time.monotonic() - began:.0f} s"
                print(f"{progress}: {verdict.end} {verdict.fault} {verdict.by[:90]}", flush=True)
        return True

    def trial(self, fault: Fault, items: Sequence[pytest.Item]) -> Trial:
        """Return how a fault is tried."""
        if isinstance(fault, records.RecordFault):
            assert self.isa is not None
            put_in, tests = partial(records.put_in, fault, self.isa), partial(tests_of_record, fault, items)
        else:
            put_in, tests = partial(code.put_in, fault), partial(tests_of_code, fault, items, self.graph, self.reach)
        return Trial(fault, put_in, tests, self.given.limit)


def drawn(given: argparse.Namespace, isa: Isa | None) -> list[Fault]:
    """Return the faults of a seed, evenly over their groups, alternating between records and code."""
    every_record = list(records.faults(isa)) if isa else []
    every_code = list(code.faults(given.only)) if given.code else []
    in_records = draw_evenly(every_record, lambda fault: fault.group, given.records, given.seed)
    in_code = draw_evenly(every_code, lambda fault: fault.group, given.code, given.seed)
    pairs = itertools.zip_longest(in_records, in_code)
    faults = [fault for pair in pairs for fault in pair if fault is not None]
    if given.again:
        survivors = {verdict.fault for verdict in read_verdicts(Path(given.again)) if verdict.end == "survived"}
        faults = [fault for fault in faults if fault.name in survivors]
    return faults


def read_verdicts(path: Path) -> Iterator[FaultVerdict]:
    """Yield the verdicts of a file; a last line that an interruption cut off is left out."""
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.endswith("\n"):
            yield FaultVerdict(**json.loads(line))


def files_for(faults: Sequence[Fault], graph: ImportGraph) -> list[str]:
    """Return the test files to collect: all for faults in records, otherwise those that reach a module with a fault."""
    files = test_files()
    if not any(isinstance(fault, records.RecordFault) for fault in faults):
        paths = {fault.path for fault in faults if isinstance(fault, code.CodeFault)}
        reaching = {importer for path in paths for importer in graph.importers(path)}
        files = [file for file in files if file.relative_to(ROOT).as_posix() in reaching]
    return [str(file) for file in files]


def main() -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=300, help="number of faults in records")
    parser.add_argument("--code", type=int, default=300, help="number of faults in functions")
    parser.add_argument("--only", default="", metavar="PREFIX", help="faults in code below this path: ptxisa/proofs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=60, help="seconds of processor time for each fault")
    parser.add_argument("--reach", default="", metavar="FILE", help="which tests run which functions")
    parser.add_argument("--again", default="", metavar="FILE", help="only what survived the run that wrote this")
    parser.add_argument("--out", default="seeded.jsonl", metavar="FILE", help="a line of JSON for each verdict")
    parser.add_argument("--resume", action="store_true", help="keep the verdicts of --out and judge the other faults")
    parser.add_argument("-j", "--jobs", type=int, default=0, help="faults judged at a time (default: one on each core)")
    given = parser.parse_args()
    given.jobs = given.jobs or cores()
    isa = resolve(load()) if given.records else None
    faults = drawn(given, isa)
    earlier: list[FaultVerdict] = []
    if given.resume and Path(given.out).exists():
        names = {fault.name for fault in faults}
        earlier = [verdict for verdict in read_verdicts(Path(given.out)) if verdict.fault in names]
        judged = {verdict.fault for verdict in earlier}
        faults = [fault for fault in faults if fault.name not in judged]
    Path(given.out).write_text("".join(json.dumps(verdict._asdict()) + "\n" for verdict in earlier), encoding="utf-8")
    graph = ImportGraph(ROOT)
    loop = Loop(faults, isa, graph, given)
    if faults:
        print("collecting tests", flush=True)
        pytest.main([*PYTEST_OPTIONS, *files_for(faults, graph)], plugins=[loop])
    verdicts = [*earlier, *loop.verdicts]
    print("\n".join(report(verdicts)))
    return int(any(verdict.end == "survived" for verdict in verdicts))


if __name__ == "__main__":
    sys.exit(main())
