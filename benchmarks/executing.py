"""Measure results per second of `execute` over a million threads, and of the nearest operation of NumPy.

    python benchmarks/executing.py [--rounds N]

NumPy rounds to nearest, returns any NaN, and has no fused operation: its figures show the cost of the exact result.
Both run on one core; each figure is the best of several rounds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

THREADS = 1_000_000

Arrays = Mapping[str, Any]


class Case(NamedTuple):
    """A statement, its operands, and the nearest operation of NumPy as text and function."""

    statement: str
    operands: Arrays
    nearest: str
    function: Callable[[Arrays], object]


def words(count: int, dtype: Any) -> dict[str, Any]:
    """Return operands of random bits."""
    random = np.random.default_rng(1)
    top = 1 << 8 * np.dtype(dtype).itemsize
    return {name: random.integers(0, top, THREADS, dtype=dtype) for name in "abc"[:count]}


def numbers(count: int, dtype: Any) -> dict[str, Any]:
    """Return operands of random numbers around 0, as bit patterns."""
    random = np.random.default_rng(1)
    word = f"u{np.dtype(dtype).itemsize}"
    return {name: random.standard_normal(THREADS).astype(dtype).view(word) for name in "abc"[:count]}


def single(x: Arrays, name: str) -> Any:
    """Return an operand in single precision."""
    return x[name].view(np.float32)


def double(x: Arrays, name: str) -> Any:
    """Return an operand in double precision."""
    return x[name].view(np.float64)


def octets(x: Arrays, name: str) -> Any:
    """Return an operand as bytes."""
    return x[name].view(np.uint8)


CASES = (
    Case("add.u32 d, a, b;", words(2, np.uint32), "a + b", lambda x: x["a"] + x["b"]),
    Case("lop3.b32 d, a, b, c, 0x6a;", words(3, np.uint32), "(a & b) ^ c", lambda x: (x["a"] & x["b"]) ^ x["c"]),
    Case(
        "prmt.b32 d, a, b, 0x3715;",
        words(2, np.uint32),
        "take of 8 octets",
        lambda x: np.stack([octets(x, "a").reshape(-1, 4), octets(x, "b").reshape(-1, 4)], 1).reshape(-1, 8)[
            :, [5, 1, 7, 3]
        ],
    ),
    Case(
        "vadd4.u32.u32.u32 d, a, b, c;",
        words(3, np.uint32),
        "a + b of octets",
        lambda x: octets(x, "a") + octets(x, "b"),
    ),
    Case("add.rn.f32 d, a, b;", numbers(2, np.float32), "a + b", lambda x: single(x, "a") + single(x, "b")),
    Case(
        "fma.rn.f32 d, a, b, c;",
        numbers(3, np.float32),
        "a * b + c",
        lambda x: single(x, "a") * single(x, "b") + single(x, "c"),
    ),
    Case(
        "fma.rz.f32 d, a, b, c;",
        numbers(3, np.float32),
        "a * b + c",
        lambda x: single(x, "a") * single(x, "b") + single(x, "c"),
    ),
    Case(
        "fma.rn.f64 d, a, b, c;",
        numbers(3, np.float64),
        "a * b + c",
        lambda x: double(x, "a") * double(x, "b") + double(x, "c"),
    ),
    Case("div.rn.f32 d, a, b;", numbers(2, np.float32), "a / b", lambda x: single(x, "a") / single(x, "b")),
    Case("sqrt.rn.f64 d, a;", numbers(1, np.float64), "sqrt(a)", lambda x: np.sqrt(double(x, "a"))),
    Case(
        "fma.rn.f16x2 d, a, b, c;",
        {name: array.view(np.uint32) for name, array in numbers(3, np.float32).items()},
        "a * b + c in f16",
        lambda x: x["a"].view(np.float16) * x["b"].view(np.float16) + x["c"].view(np.float16),
    ),
    Case(
        "cvt.rn.satfinite.e4m3x2.f32 d, a, b;",
        numbers(2, np.float32),
        "to f16, twice",
        lambda x: (single(x, "a").astype(np.float16), single(x, "b").astype(np.float16)),
    ),
    Case("cvt.rzi.s32.f32 d, a;", numbers(1, np.float32), "to int32", lambda x: single(x, "a").astype(np.int32)),
)


def main() -> int:
    """Print a line for each statement."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    import ptxisa
    from benchmarks.run import best_seconds

    print(f"{'statement':40} {'million/s':>10} {'NumPy':>10}  {'times':>6}  nearest in NumPy")
    for case in CASES:
        with np.errstate(all="ignore"):
            ours = best_seconds(lambda case=case: ptxisa.execute(case.statement, case.operands), options.rounds)
            theirs = best_seconds(lambda case=case: case.function(case.operands), options.rounds)
        rates = (THREADS / 1e6 / seconds for seconds in (ours, theirs))
        print(f"{case.statement:40} {next(rates):10.1f} {next(rates):10.1f}  {ours / theirs:6.1f}  {case.nearest}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
