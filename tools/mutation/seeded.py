"""Do the tests see seeded faults? `python -m tools.mutation.seeded [--records N] [--code N] [--seed S] [--named]`.

Faults are put into records of instructions and into Python functions, drawn evenly over their groups. Tests are
collected once; each fault then runs in a process of its own, which has everything loaded already, against the tests of
what it touches: those of the form or the mirrored module first. With `--reach FILE`, which `tools.mutation.reach`
writes, a fault in code runs against the tests that run its function first; with `--again FILE`, the lines of an earlier
run, the faults that survived there are judged alone. A fault is *killed* when a test fails, when nothing can be built
with it, or when a test runs for too long; otherwise it *survived* the tests that ran in the time limit. It is *not put
in* where it changes nothing that is generated.
"""

from __future__ import annotations

import argparse
import functools
import gc
import itertools
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from generator.records.isa import Isa
from generator.records.load import load
from generator.records.resolve import resolve
from ptxisa.cli.options import add_workers, workers
from ptxisa.spread import Progress, Workers
from tools.mutation import code, records
from tools.mutation.score import spread

ROOT = Path(__file__).resolve().parents[2]
PART = 20
"""Faults in records, and in code, that are judged together where the work is spread."""
A_TEST = 20
"""Seconds of processor time after which a test counts as failed."""
A_WAIT = 120
"""Seconds after which a test counts as failed that waits for something else."""
AREAS = {
    "ptxisa/isa": ("isa", "verdicts", "check", "query"),
    "ptxisa/numbers": ("numbers", "run", "hardware", "generator/backends/test_operations.py"),
    "ptxisa/syntax": ("syntax", "check"),
    "ptxisa/query": ("query", "cli"),
    "ptxisa/objects": ("objects", "run", "cli"),
    "ptxisa/check": ("check", "verdicts"),
    "ptxisa/checkers": ("check",),
    "ptxisa/run": ("run", "hardware", "machine"),
    "ptxisa/proofs": ("proofs", "cli"),
    "ptxisa/memory_model": ("memory_model", "machine", "cli"),
    "ptxisa/machine": ("machine", "cli"),
    "ptxisa/vectors": ("vectors",),
    "ptxisa/nvvm": ("nvvm", "cli"),
    "ptxisa/sources": ("sources", "cli", "lsp"),
    "ptxisa/sphinx": ("sphinx",),
    "ptxisa/lsp": ("lsp",),
    "ptxisa/cli": ("cli",),
    "generator/records": ("generator/records",),
    "generator/semantics": ("generator/semantics", "generator/backends"),
    "generator/backends": ("generator/backends", "generator/semantics", "query"),
    "generator/playground": ("generator/playground",),
}
"""Tests of a package, the most telling ones first."""
OF_RECORDS = {
    "semantics": ("hardware", "run", "objects"),
    "types": ("hardware", "verdicts", "run", "check"),
    "modifiers": ("hardware", "verdicts", "run", "check"),
}
OTHERWISE = ("verdicts", "check", "query", "isa")
SERVER = tuple(f"lsp/test_{name}.py" for name in ("emacs", "life", "neovim", "server", "strings"))
"""Tests of the language server in a process of its own, into which no fault is put."""
LEFT_OUT = ("browser", "oracle", "tools", "fuzz", "fixtures", "golden", "invalid", "generator/site", *SERVER)
"""Tests that are not collected: what they test is not changed, or they take long."""


class Verdict(NamedTuple):
    """What became of a fault: "killed" by a test, the build or time; "survived" `ran` tests; "none" was put in."""

    sort: str
    group: str
    fault: str
    end: str
    by: str
    ran: int
    seconds: float


# --- one fault ---


def judge(fault: Any, isa: Isa, items: Sequence[pytest.Item], limit: int) -> Verdict:
    """Put a fault in and run the tests, in a process of its own.

    A test that fails without the fault, too, proves nothing: it may be too slow on a busy machine, or unable to run in
    a fork. The fault is judged again without that test.
    """
    left = list(items)
    while True:
        verdict = _judged(fault, isa, left, limit)
        killer = next((item for item in left if verdict.end == "killed" and item.nodeid == verdict.by), None)
        if killer is None or passes(killer):
            return verdict
        left.remove(killer)


def passes(item: pytest.Item) -> bool:
    """Run a test without a fault, in a process of its own; return True if it passes."""
    if item.nodeid not in _PASSES:
        child = os.fork()
        if not child:
            _silence()
            os._exit(int(_fails(item, None)))
        _, status = os.waitpid(child, 0)
        _PASSES[item.nodeid] = status == 0
    return _PASSES[item.nodeid]


_PASSES: dict[str, bool] = {}


def _judged(fault: Any, isa: Isa, items: Sequence[pytest.Item], limit: int) -> Verdict:
    began = time.monotonic()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _in_child(fault, isa, items, limit, writing)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        lines = pipe.read().splitlines()
    os.waitpid(child, 0)
    ran = sum(line == "ran" for line in lines)
    end, _, by = lines[-1].partition(" ") if lines else ("none", "", "")
    if end not in ("killed", "none"):
        end, by = "survived", "time limit" if end == "ran" else ""
    sort = "record" if isinstance(fault, records.Fault) else "code"
    return Verdict(sort, fault.group, fault.name, end, by, ran, round(time.monotonic() - began, 1))


def _in_child(fault: Any, isa: Isa, items: Sequence[pytest.Item], limit: int, writing: int) -> None:
    def say(line: str) -> None:
        os.write(writing, (line.replace("\n", " ") + "\n").encode())

    _silence()
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 2))
    try:
        if not _put_in(fault, isa):
            say("none")
            os._exit(0)
    except BaseException as error:
        say(f"killed build: {type(error).__name__} {error}"[:300])
        os._exit(0)
    for item, following in zip(items, [*items[1:], None], strict=True):
        if _fails(item, following):
            say(f"killed {item.nodeid}")
            os._exit(0)
        say("ran")
    say("done")
    os._exit(0)


def _silence() -> None:
    """Write nothing that a test prints."""
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


def _put_in(fault: Any, isa: Isa) -> bool:
    changed = records.put_in(fault, isa) if isinstance(fault, records.Fault) else code.put_in(fault)
    for cached in caches():
        cached.cache_clear()
    return changed


@functools.cache
def caches() -> list[Any]:
    """Every cached function of the package, which may remember what the record said."""
    wrappers = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
    return [one for one in wrappers if str(one.__module__).startswith("ptxisa.")]


class _TooLong(BaseException):
    pass


def _alarm(*_: object) -> None:
    raise _TooLong


def _fails(item: pytest.Item, following: pytest.Item | None) -> bool:
    signal.signal(signal.SIGVTALRM, _alarm)
    signal.signal(signal.SIGALRM, _alarm)
    signal.setitimer(signal.ITIMER_VIRTUAL, A_TEST)
    signal.setitimer(signal.ITIMER_REAL, A_WAIT)
    try:
        return any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))
    except BaseException:
        return True
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


# --- which tests ---

CASES = 4
"""Cases of each test function that run before all the others."""


def relevant(fault: Any, items: Sequence[pytest.Item], named_only: bool) -> list[pytest.Item]:
    """Return the tests of a fault, or with `named_only` those that name its subject.

    A few cases of each test function come before the rest, because a fault that one function misses is rarely seen by
    its other cases, and time ends early: first of the functions that name the subject, then of those in files that
    import it, then of its areas. Other tests come last.
    """
    if isinstance(fault, records.Fault):
        areas = OF_RECORDS.get(fault.group, OTHERWISE)
        named = re.compile(rf"[\[.-]{re.escape(fault.mnemonic)}(?![a-z0-9_])")
        written = re.compile(rf"\b{re.escape(fault.mnemonic)}\.")
        exact = f"[{fault.form}]"
    else:
        areas = (*AREAS.get(fault.group, ()), "")
        named = re.compile(rf"/test_{re.escape(Path(fault.path).stem)}\.py")
        package, _, module = fault.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".").rpartition(".")
        imported = rf"from {re.escape(package)} import [^\n]*\b{module}\b"
        written = re.compile(rf"{re.escape(package)}\.{module}\b|{imported}")
        exact = f"{fault.path.partition('/')[2].rpartition('/')[0]}/test_{Path(fault.path).stem}.py"
    ranked: list[tuple[tuple[bool, bool, bool, bool, bool, int, int], pytest.Item]] = []
    seen = Counter[str]()
    for item in items:
        area = next((n for n, area in enumerate(areas) if item.nodeid.startswith(f"tests/{area}")), None)
        if area is None:
            continue
        unnamed = exact not in item.nodeid, not named.search(item.nodeid)
        if named_only and all(unnamed):
            continue
        test = item.nodeid.partition("[")[0]
        seen[test] += 1
        elsewhere = not areas[area]
        rank = (elsewhere, seen[test] > CASES, *unnamed, not written.search(_text(item.path)), area, len(ranked))
        ranked.append((rank, item))
    return [item for _, item in sorted(ranked, key=lambda pair: pair[0])]


@functools.cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def reaching(fault: Any, items: Sequence[pytest.Item], reach: Mapping[str, Sequence[str]]) -> list[pytest.Item]:
    """Return the tests that run the function of a fault: a few cases of each, mirrored and then fastest ones first.

    All mirrored ones are among them, since some may be newer than `reach`. None where it is not known, as for records:
    which modules are generated from one is not asked.
    """
    name = f"{fault.path}:{fault.function}" if isinstance(fault, code.Fault) else ""
    order = {test: number for number, test in enumerate(reach.get(name, ()))}
    mirrored, seen = f"/test_{Path(name.partition(':')[0]).stem}.py", Counter[str]()
    found: list[tuple[bool, bool, int, int, pytest.Item]] = []
    for number, item in enumerate(items):
        test = item.nodeid.partition("[")[0]
        if test in order or mirrored in test:
            found.append((seen[test] >= CASES, mirrored not in test, order.get(test, len(order)), number, item))
            seen[test] += 1
    return [item for *_, item in sorted(found, key=lambda one: one[:4])]


# --- all faults ---


class Loop:
    """Instead of running the tests that were collected, run them against each fault."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given, self.verdicts = given, list[Verdict]()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests one by one."""
        isa = resolve(load())
        chosen = drawn(self.given, isa)
        reach = json.loads(Path(self.given.reach).read_text(encoding="utf-8")) if self.given.reach else {}
        items = random.Random(1).sample(session.items, len(session.items))
        caches()  # Objects that are frozen are not listed any more.
        gc.collect()
        gc.freeze()
        began = time.monotonic()
        with Path(self.given.out).open("w", encoding="utf-8") as out:
            for number, fault in enumerate(chosen, 1):
                known = reaching(fault, items, reach)
                tests = list(dict.fromkeys([*known, *relevant(fault, items, self.given.named)]))
                verdict = judge(fault, isa, tests, self.given.limit)
                self.verdicts.append(verdict)
                out.write(json.dumps(verdict._asdict()) + "\n")
                out.flush()
                left = (time.monotonic() - began) / number * (len(chosen) - number)
                line = f"{number}/{len(chosen)}, {left:.0f} s left: {verdict.end} {verdict.fault} {verdict.by[:90]}"
                print(line, file=sys.__stderr__, flush=True)
        return True


def drawn(given: argparse.Namespace, isa: Isa) -> list[Any]:
    """Return the faults of a seed, evenly over their groups, alternating between records and code."""
    halves = _spread(list(records.faults(isa)), given.records, given), _code_faults(given)
    found = [fault for pair in itertools.zip_longest(*halves) for fault in pair if fault is not None]
    if not given.again:
        return found
    lines = Path(given.again).read_text(encoding="utf-8").splitlines()
    survivors = {verdict["fault"] for verdict in map(json.loads, lines) if verdict["end"] == "survived"}
    return [fault for fault in found if fault.name in survivors]


def _code_faults(given: argparse.Namespace) -> list[Any]:
    """Faults in code; with `--named` those in modules that have a test file of their own."""
    every = [fault for fault in code.faults() if not given.named or mirror(fault.path).exists()]
    return _spread(every, given.code, given)


def _spread(every: list[Any], count: int, given: argparse.Namespace) -> list[Any]:
    return spread(every, lambda fault: fault.group, count + given.skip, given.seed)[given.skip :] if count else []


def mirror(path: str) -> Path:
    """Return the test file of a module: that of `ptxisa/isa/types.py` is `tests/isa/test_types.py`."""
    folder, _, name = path.removeprefix("ptxisa/").rpartition("/")
    return ROOT / "tests" / folder / f"test_{name}"


def every_path() -> list[str]:
    """Every test but those of what no fault is put into, which need a GPU, a real ptxas, Sphinx or a browser."""
    left_out = {ROOT / "tests" / name for name in LEFT_OUT}
    return [str(path) for path in _outside(ROOT / "tests", left_out)]


def _outside(folder: Path, left_out: set[Path]) -> Iterator[Path]:
    """Yield the test files and folders below a folder, without some."""
    for path in sorted(folder.iterdir()):
        if path in left_out:
            continue
        if any(path in one.parents for one in left_out):
            yield from _outside(path, left_out)
        elif (path.is_dir() and path.name != "__pycache__") or path.name.startswith("test_"):
            yield path


def _paths(given: argparse.Namespace) -> list[str]:
    """Return the tests to collect."""
    if not given.named:
        return every_path()
    found = {str(mirror(fault.path)) for fault in _code_faults(given)}
    return sorted(
        found | ({str(ROOT / "tests" / area) for area in ("hardware", "verdicts")} if given.records else set())
    )


def report(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield a table of the groups, and the faults that survived."""
    yield f"{'group':24} {'faults':>7} {'killed':>7} {'survived':>9} {'not put in':>11}"
    for group in [*sorted({verdict.group for verdict in verdicts}), "all"]:
        ends = Counter(verdict.end for verdict in verdicts if group in (verdict.group, "all"))
        yield f"{group:24} {ends.total():7} {ends['killed']:7} {ends['survived']:9} {ends['none']:11}"
    for verdict in verdicts:
        if verdict.end == "survived":
            yield f"survived {verdict.ran} tests: {verdict.group}: {verdict.fault} {verdict.by}"


def main() -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=300)
    parser.add_argument("--code", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="faults of the seed that an earlier run has judged")
    parser.add_argument("--limit", type=int, default=60, help="seconds of processor time for each fault")
    parser.add_argument("--named", action="store_true", help="only tests that name the form or mirror the module")
    parser.add_argument("--reach", default="", metavar="FILE", help="which tests run which functions")
    parser.add_argument("--again", default="", metavar="FILE", help="only what survived the run that wrote this")
    parser.add_argument("--out", default="seeded.jsonl", help="a line of JSON for each fault")
    parser.add_argument("--part", action="store_true", help=argparse.SUPPRESS)
    add_workers(parser)
    given = parser.parse_args()
    if given.jobs == 1 or given.part:
        loop = Loop(given)
        pytest.main(["-n", "0", "-q", "-p", "no:cacheprovider", "--no-header", *_paths(given)], plugins=[loop])
        verdicts = loop.verdicts
    else:
        with workers(given) as where:
            verdicts = list(in_parts(given, where))
    print("\n".join(report(verdicts)))
    return int(any(verdict.end == "survived" for verdict in verdicts))


def in_parts(given: argparse.Namespace, where: Workers) -> Iterator[Verdict]:
    """Verdicts in the order of the faults; each part collects the tests for itself."""
    size = max(given.records, given.code)
    parts = [_part(given, first) for first in range(0, size, PART)]
    options = [
        f"--seed={given.seed}",
        f"--limit={given.limit}",
        f"--reach={given.reach}",
        f"--again={given.again}",
        *(["--named"] if given.named else []),
    ]
    found = where.ordered(partial(judge_part, options), parts, Progress(len(parts), "parts"))
    with Path(given.out).open("w", encoding="utf-8") as out:
        for lines in found:
            out.write(lines)
            out.flush()
            yield from (Verdict(**json.loads(line)) for line in lines.splitlines())


def _part(given: argparse.Namespace, first: int) -> list[str]:
    """Return the options of the part that begins at some fault of each sort."""
    records, code = (min(PART, max(0, count - first)) for count in (given.records, given.code))
    return [f"--records={records}", f"--code={code}", f"--skip={given.skip + first}"]


def judge_part(options: Sequence[str], part: Sequence[str]) -> str:
    """Return the lines of JSON of some faults, from a process of their own: it is the one that forks."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "part.jsonl"
        command = [sys.executable, "-m", "tools.mutation.seeded", *options, *part, "--part", f"--out={out}"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if not out.exists():
            raise RuntimeError(f"no tests were run: {done.stderr[-300:]}")
        return out.read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
