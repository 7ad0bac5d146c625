"""Time of a launch by number of processes: `python benchmarks/jobs.py [--jobs 1,2,4,8,16]`.

The kernel is a Mandelbrot set whose CTAs do not depend on each other. The first launch with several processes includes
their start, which the second one does not.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
KERNELS = ROOT / "tests" / "machine" / "kernels" / "basic.ptx"
WIDTH, HEIGHT, LIMIT = 4096, 512, 50


def main() -> None:
    """Print the times."""
    import ptxisa

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", default="1,2,4,8,16", help="numbers of processes")
    parser.add_argument("--engine", default="numpy", help="engine of the launches")
    chosen = parser.parse_args()
    print(f"{os.cpu_count()} cores")
    print(f"{'jobs':>6} {'first s':>9} {'second s':>9}  reason for one process")
    expected = None
    for jobs in map(int, chosen.jobs.split(",")):
        seconds = []
        for _ in range(2):
            image = np.zeros((HEIGHT, WIDTH), np.int32)
            started = time.perf_counter()
            run = ptxisa.launch(
                KERNELS,
                "mandelbrot",
                (WIDTH // 16, HEIGHT // 16),
                (16, 16),
                [image, WIDTH, HEIGHT, LIMIT],
                jobs=jobs,
                engine=chosen.engine,
            )
            seconds.append(time.perf_counter() - started)
            if run.findings or (expected is not None and not np.array_equal(image, expected)):
                raise SystemExit(f"{jobs} jobs have another result")
            expected = image
        print(f"{jobs:6} {seconds[0]:9.2f} {seconds[1]:9.2f}  {run.one_process}", flush=True)


if __name__ == "__main__":
    main()
