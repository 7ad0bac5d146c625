"""Measure verdicts of litmus tests in processor time: `python benchmarks/litmus.py [--tests N]`.

The tests are the shapes of the literature over strengths, scopes and placements, as PTX statements, and random tests in
the notation of herd. Times include reading the test. A spin loop and a lock measure loops.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from ptxisa.memory_model import MemoryModel, decide, litmus, loops  # noqa: E402
from tools.litmus.campaign import random_test  # noqa: E402
from tools.litmus.shapes import tests  # noqa: E402

LOCK = [
    "L:",
    "atom.acquire.gpu.cas.b32 r0, [m], 0, 1",
    "setp.ne.u32 p1, r0, 0",
    "@p1 bra L",
    "st.release.gpu.u32 [m], 0",
]
SPIN = ["L:", "ld.acquire.gpu.u32 r0, [f]", "setp.eq.u32 p1, r0, 0", "@p1 bra L", "ld.u32 r1, [x]"]


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of a call."""
    started = time.process_time()
    work()
    return time.process_time() - started


def report(name: str, times: Sequence[float]) -> None:
    """Print the total, the median and the 95th percentile."""
    ordered = sorted(times)
    median, high = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    print(
        f"{name}: {len(ordered)} tests in {sum(ordered):.2f} s, median {1e3 * median:.2f} ms, 95 % {1e3 * high:.2f} ms"
    )


def main() -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tests", type=int, default=1300, help="tests of each kind")
    arguments = parser.parse_args()
    every = list(tests())
    chosen = every[:: max(1, len(every) // arguments.tests)][: arguments.tests]
    question = r"exists (x=1)"
    litmus([{"code": ["st.u32 [x], 1"]}], question=question)  # Imports are not part of a test.

    def shaped(index: int) -> Callable[[], object]:
        test = chosen[index]
        threads = [{"place": place, "code": list(code)} for place, code in zip(test.places, test.threads, strict=True)]
        return lambda: litmus(threads, dict.fromkeys(test.spaces, 0), question=question)

    report("shapes of the literature", [seconds(shaped(index)) for index in range(len(chosen))])
    model = MemoryModel.of()
    report("random tests", [seconds(lambda n=n: decide(random_test(n), model)) for n in range(arguments.tests)])
    spin = [{"code": ["st.u32 [x], 1", "st.release.gpu.u32 [f], 1"]}, {"place": {"cta": 1}, "code": SPIN}]
    lock = [{"code": LOCK}, {"place": {"cta": 1}, "code": LOCK}]
    for name, threads in (("spin loop", spin), ("lock", lock)):
        verdict = seconds(lambda threads=threads: litmus(threads, question="exists (true)"))
        test = litmus(threads, question="exists (true)").test
        liveness = seconds(lambda test=test: loops(test))
        print(f"{name}: verdict {1e3 * verdict:.1f} ms, liveness {1e3 * liveness:.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
