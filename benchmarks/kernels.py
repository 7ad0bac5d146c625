"""Speed of whole kernels: `python benchmarks/kernels.py`.

Each line has instructions of all threads for each second of processor time, with every watch and with none. The first
launch of a module also checks and compiles it; it is not measured.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
KERNELS = ROOT / "tests" / "machine" / "kernels" / "basic.ptx"
ROUNDS = 3


def launches() -> dict[str, tuple[str, Any, Any, list[Any]]]:
    """Return kernels with their sizes and arguments."""
    ones = np.ones(102_400, np.float32)
    matrix = np.ones((32, 32), np.float32)
    data = np.random.default_rng(1).integers(0, 256, 100_000, dtype=np.uint8)
    return {
        "product of matrices, 1,024 threads": ("matmul", (2, 2), (16, 16), [matrix, matrix.copy(), matrix.copy(), 32]),
        "histogram, 1,024 threads": ("histogram", 4, 256, [data, np.zeros(256, np.uint32), len(data)]),
        "saxpy, 102,400 threads": ("saxpy", 400, 256, [len(ones), 2.0, ones, ones.copy()]),
        "mandelbrot, 1,024 threads": ("mandelbrot", (2, 2), (16, 16), [np.zeros((32, 32), np.int32), 32, 32, 1000]),
        "mandelbrot, 16,128 threads": (
            "mandelbrot",
            (63, 1),
            (16, 16),
            [np.zeros((16, 1000), np.int32), 1000, 16, 200],
        ),
    }


def rate(launch: tuple[str, Any, Any, list[Any]], watch: str) -> float:
    """Return millions of instructions for each second, the best of several rounds."""
    import ptxisa

    ptxisa.launch(KERNELS, *launch, watch=watch)
    best = 0.0
    for _ in range(ROUNDS):
        started = time.process_time()
        result = ptxisa.launch(KERNELS, *launch, watch=watch)
        best = max(best, result.counts.instructions / (time.process_time() - started) / 1e6)
    return best


def main() -> None:
    """Print the rates."""
    for name, launch in launches().items():
        rates = [rate(launch, watch) for watch in ("all", "none")]
        print(f"{name:38} {rates[0]:8.1f} {rates[1]:8.1f} million instructions a second")


if __name__ == "__main__":
    main()
