"""The speed figures, for anyone to run: `python benchmarks/run.py [--json]`.

Process figures are medians of whole runs; `ours` is what remains after the same interpreter doing nothing.
Rates are the best of several rounds on one core.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
RUNS = 15


def process_ms(*arguments: str) -> float:
    """Return the median wall time of a Python process, in milliseconds."""
    times = []
    for _ in range(RUNS):
        started = time.perf_counter()
        subprocess.run([sys.executable, *arguments], cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
        times.append(time.perf_counter() - started)
    return statistics.median(times) * 1000


def best_seconds(work: Callable[[], object], rounds: int = 20) -> float:
    """Return the shortest time of several rounds."""
    work()
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


def start_up() -> dict[str, float]:
    """Measure cold starts: whole processes, and the share of ptxisa."""
    nothing = process_ms("-c", "pass")
    available = process_ms("-m", "ptxisa.cli.main", "available", "add.u16x2", "--target", "sm_90", "--ptx", "8.0")
    imported = process_ms("-c", "import ptxisa")
    return {
        "python -c pass, ms": nothing,
        "ptxisa available, whole process, ms": available,
        "ptxisa available, ours, ms": available - nothing,
        "import ptxisa, ours, ms": imported - nothing,
    }


def opening() -> dict[str, float]:
    """Measure opening the database in a warm process."""
    from ptxisa.query.database import Database

    return {"open the database, ms": best_seconds(Database) * 1000}


def execution() -> dict[str, float]:
    """Measure results per second over a million threads, and the time of a statement over 32 threads."""
    import numpy as np

    import ptxisa

    random = np.random.default_rng(1)
    words = {name: random.integers(0, 2**32, 1_000_000, dtype=np.uint32) for name in "abc"}
    longs = {name: random.integers(0, 2**64, 1_000_000, dtype=np.uint64) for name in "abc"}
    figures = {}
    for statement, registers in (
        ("add.u32 d, a, b;", words),
        ("add.sat.s32 d, a, b;", words),
        ("mad.lo.u32 d, a, b, c;", words),
        ("lop3.b32 d, a, b, c, 0x1a;", words),
        ("bfe.u32 d, a, b, c;", words),
        ("popc.b32 d, a;", words),
        ("dp4a.u32.s32 d, a, b, c;", words),
        ("mul.hi.u64 d, a, b;", longs),
        ("div.u64 d, a, b;", longs),
    ):
        used = {name: registers[name] for name in registers if f" {name}" in statement}
        seconds = best_seconds(lambda statement=statement, used=used: ptxisa.execute(statement, used))
        figures[f"{statement.split()[0]}, million results/s"] = 1 / seconds
    warp = {"a": words["a"][:32], "b": words["b"][:32]}
    figures["add.u32 over 32 threads, µs"] = best_seconds(lambda: ptxisa.execute("add.u32 d, a, b;", warp), 2000) * 1e6
    return figures


def parsing() -> dict[str, float]:
    """Measure parsing a module to a tree, and printing the tree."""
    from ptxisa.syntax.parser import parse
    from ptxisa.syntax.printer import print_module
    from tools.fuzz.shapes import SHAPES

    text = SHAPES["code"](1_000_000)
    module = parse(text).module
    return {
        "parse, MB/s": len(text) / 1e6 / best_seconds(lambda: parse(text), rounds=5),
        "print, MB/s": len(text) / 1e6 / best_seconds(lambda: print_module(module), rounds=5),
    }


def checking() -> dict[str, float]:
    """Measure checking a module of straight-line code."""
    import ptxisa

    body = "add.u32 %r1, %r2, %r3;\nmad.lo.s32 %r4, %r1, %r2, 7;\nlop3.b32 %r5, %r1, %r2, %r3, 0x80;\n" * 5000
    text = f".version 8.0\n.target sm_90\n.address_size 64\n.entry k() {{\n.reg .b32 %r<8>;\n{body}ret;\n}}\n"
    seconds = best_seconds(lambda: ptxisa.check_module(text), rounds=3)
    return {"check, MB/s": len(text) / 1e6 / seconds, "check, statements/s": 15_000 / seconds}


def reporting() -> dict[str, float]:
    """Measure errors in statements of which each is different, and the search for a similar name."""
    import ptxisa
    from ptxisa.isa.names import near

    figures = {}
    head = ".version 8.0\n.target sm_90\n.address_size 64\n.entry k() {\n.reg .b32 %r<8>;\n"
    for kind, statement in (
        ("an unknown mnemonic", "mov{}.b32 %r1, %r2;"),
        ("an undeclared name", "mov.b32 %r1, %x{};"),
    ):
        text = head + "\n".join(map(statement.format, range(8000))) + "\n}\n"
        figures[f"error of {kind}, µs"] = (
            best_seconds(lambda text=text: ptxisa.check_module(text), rounds=3) / 8000 * 1e6
        )
    names, wrong = [f"%r{number}" for number in range(1000)], [f"%q{number}" for number in range(500)]
    seconds = best_seconds(lambda: [near(name, names) for name in wrong], rounds=3)
    return {**figures, "similar name among 1,000, µs": seconds / len(wrong) * 1e6}


GENERATE = "import pathlib, sys; from generator.build import build; build(pathlib.Path(sys.argv[1]))"


def generation() -> dict[str, float]:
    """Measure generating everything into an empty folder, and again without changes; needs ptxisa[generate]."""
    with tempfile.TemporaryDirectory() as folder:
        runs = {
            "generate everything, s": ["-c", GENERATE, folder],
            "find that nothing has changed, s": ["-m", "generator.build"],
        }
        seconds = {}
        for name, arguments in runs.items():
            started = time.perf_counter()
            done = subprocess.run([sys.executable, *arguments], cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
            if done.returncode == 0:
                seconds[name] = time.perf_counter() - started
    return seconds


def main() -> int:
    """Run every benchmark and print a table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    figures: dict[str, float] = {}
    for part in (start_up, opening, execution, parsing, checking, reporting, generation):
        figures.update(part())
    if arguments.json:
        print(
            json.dumps(
                {"python": platform.python_version(), "machine": platform.machine(), "figures": figures}, indent=1
            )
        )
    else:
        width = max(map(len, figures))
        print("\n".join(f"{name:{width}}  {value:10.2f}" for name, value in figures.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
