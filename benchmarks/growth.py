"""Measure how the time to check a construct of the grammar grows with its number.

    python benchmarks/growth.py [--number 5000] [--times 4] [NAME ...]

For each construct of `tests/fuzz/constructs.py` the table gives seconds of the processor for a module that contains it
n times, and for one that holds it several times as often; the growth in proportion to that (1.0: linear);
microseconds for each character; and how many findings there are.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.fuzz.constructs import CONSTRUCTS


def measure(name: str, number: int) -> tuple[float, int, int]:
    """Return seconds, characters and findings of a module, the best of two runs."""
    import ptxisa

    text = CONSTRUCTS[name](number)
    runs = []
    for _ in range(2):
        started = time.process_time()
        diagnostics = ptxisa.check_module(text)
        runs.append(time.process_time() - started)
    return min(runs), len(text), len(diagnostics)


def main() -> None:
    """Print a line for each construct."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="constructs; all unless given")
    parser.add_argument("--number", type=int, default=5000, help="of the construct in the smaller module")
    parser.add_argument("--times", type=int, default=4, help="how many times as many there are in the larger one")
    given = parser.parse_args()
    print(f"{'construct':32}{'smaller':>9}{'larger':>9}{'growth':>8}{'us/char':>9}{'findings':>10}")
    for name in given.names or CONSTRUCTS:
        measure(name, 10)
        small, _, _ = measure(name, given.number)
        large, characters, findings = measure(name, given.number * given.times)
        growth = large / small / given.times
        print(f"{name:32}{small:9.3f}{large:9.3f}{growth:8.2f}{large / characters * 1e6:9.2f}{findings:10}", flush=True)


if __name__ == "__main__":
    main()
