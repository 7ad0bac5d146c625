"""Speed of whole kernels: `python benchmarks/kernels.py [--engine native] [--kernel matmul] [--profile]`.

Each line has millions of instructions of all threads for each second of processor time, with every watch and with none.
The first launches, which check and compile a module, are not measured.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
KERNELS = ROOT / "tests" / "machine" / "kernels" / "basic.ptx"
SIZES = 1024, 16_384, 102_400
"""Threads of a launch."""
BLOCK = 256
WARM = 1.0
"""Seconds of launches before the measured ones."""

Launch = tuple[str, Any, Any, list[Any]]
"""Kernel, grid, block and arguments."""


def launches(threads: int) -> dict[str, Launch]:
    """Return kernels with their sizes and arguments, for a number of threads."""
    random = np.random.default_rng(1)
    blocks, depth = threads // BLOCK, 64
    ones = np.ones(threads, np.float32)
    rows, columns = threads // 1024 * 16, 64
    left, right = np.ones((rows, depth), np.float32), np.ones((depth, columns), np.float32)
    data = random.integers(0, 256, 16 * threads, dtype=np.uint8)
    return {
        "saxpy": ("saxpy", blocks, BLOCK, [threads, 2.0, ones, ones.copy()]),
        "reduce (shuffles)": ("reduce_warps", blocks, BLOCK, [ones.copy(), np.zeros(blocks, np.float32)]),
        "matmul (shared tiles)": (
            "matmul",
            (columns // 16, rows // 16),
            (16, 16),
            [left, right, np.zeros((rows, columns), np.float32), depth],
        ),
        "histogram (atomics)": ("histogram", blocks, BLOCK, [data, np.zeros(256, np.uint32), len(data)]),
        "mandelbrot (divergent)": (
            "mandelbrot",
            (threads // 256, 1),
            (16, 16),
            [np.zeros((16, threads // 16), np.int32), threads // 16, 16, 200],
        ),
    }


def rate(launch: Launch, watch: str, rounds: int, options: dict[str, Any]) -> float:
    """Return millions of instructions for each second, the best of several rounds."""
    import ptxisa

    # The native engine compiles what many threads have executed.
    started = time.process_time()
    while time.process_time() < started + WARM:
        ptxisa.launch(KERNELS, *launch, watch=watch, **options)
    best = 0.0
    for _ in range(rounds):
        started = time.process_time()
        result = ptxisa.launch(KERNELS, *launch, watch=watch, **options)
        best = max(best, result.counts.instructions / (time.process_time() - started) / 1e6)
    return best


def main() -> None:
    """Print the rates."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="", help="engine of the launches")
    parser.add_argument("--kernel", default="", help="kernels whose name contains this text")
    parser.add_argument("--threads", type=int, default=0, help="only this number of threads")
    parser.add_argument("--rounds", type=int, default=3, help="launches, of which the fastest counts")
    parser.add_argument("--profile", action="store_true", help="print where the time of the last kernel goes")
    chosen = parser.parse_args()
    options = {"engine": chosen.engine} if chosen.engine else {}
    print(f"{'kernel':24} {'threads':>8} {'all watches':>12} {'no watch':>9}  million instructions a second")
    launch: Launch | None = None
    for threads in (chosen.threads,) if chosen.threads else SIZES:
        for name, launch in launches(threads).items():
            if chosen.kernel in name:
                rates = [rate(launch, watch, chosen.rounds, options) for watch in ("all", "none")]
                print(f"{name:24} {threads:8,} {rates[0]:12.1f} {rates[1]:9.1f}", flush=True)
    if chosen.profile and launch is not None:
        import ptxisa

        launch = next(launch for name, launch in launches(threads).items() if chosen.kernel in name)
        with cProfile.Profile() as profile:
            ptxisa.launch(KERNELS, *launch, **options)
        pstats.Stats(profile).sort_stats("tottime").print_stats(30)


if __name__ == "__main__":
    main()
