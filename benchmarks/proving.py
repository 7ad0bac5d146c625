"""Times of `ptxisa.prove` over the pairs of `tests/proofs/pairs.txt`: `python benchmarks/proving.py [--json]`.

The first pair is decided in a new process (cold); all pairs are decided in one process (warm), whose solvers stay.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
PAIRS = ROOT / "tests" / "proofs" / "pairs.txt"
ANSWERS = {"=": "equal", "!": "different"}


def cold(runs: int = 5) -> float:
    """Return the median time of the command for a question that needs a solver, in milliseconds."""
    question = ["xor.b32 t, x, y; and.b32 u, x, y; shl.b32 u, u, 1; add.u32 d, t, u;", "add.u32 d, x, y;"]
    command = [sys.executable, "-m", "ptxisa.cli.main", "prove", "-e", question[0], "-e", question[1]]
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


def warm(timeout: float) -> dict[str, float]:
    """Return the figures of all pairs."""
    from ptxisa import prove

    times, outcomes = [], Counter[str]()
    for line in PAIRS.read_text(encoding="utf-8").splitlines():
        if line[:1] not in ANSWERS:
            continue
        expected, first, second, *more = line.split(" | ")
        inputs = dict(re.findall(r"([\w%]+):(\w+)", next((part for part in more if re.match(r"\w+:\w", part)), "")))
        assume = next((part for part in more if not re.match(r"\w+:\w", part)), None)
        began = time.perf_counter()
        answer = prove(first, second, inputs, None, assume, timeout=timeout).answer
        times.append(1000 * (time.perf_counter() - began))
        outcomes["unknown" if answer == "unknown" else "right" if answer == ANSWERS[expected] else "wrong"] += 1
    return {
        "pairs": len(times),
        "right": outcomes["right"],
        "wrong": outcomes["wrong"],
        "unknown": outcomes["unknown"],
        "answer, median, ms": statistics.median(times),
        "answer, 90 %, ms": sorted(times)[int(0.9 * len(times))],
        "all answers, s": sum(times) / 1000,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--timeout", type=float, default=10)
    arguments = parser.parse_args()
    figures = {"ptxisa prove, whole process, ms": cold(), **warm(arguments.timeout)}
    if arguments.json:
        print(json.dumps(figures, indent=2))
        return
    for name, figure in figures.items():
        print(f"{name:36}{figure:12,.1f}")


if __name__ == "__main__":
    main()
