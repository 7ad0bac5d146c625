"""Measure products of matrices per second, bit for bit as a target computes them, and those of NumPy.

    python benchmarks/matrices.py [--rounds N] [--target sm_90a]

The first figure is the arithmetic alone, the second includes fragments and shared memory: statements by
`ptxisa.execute`. NumPy's `matmul` rounds each addition in its own order: its figures show the cost of exact results.
Each figure is the best of several rounds in processor time, on which other programs have little effect.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


class Case(NamedTuple):
    """An instruction, its shape and types, and the number of products that are computed at once."""

    instruction: str
    m: int
    n: int
    k: int
    kind: str
    d: str
    count: int

    @property
    def shape(self) -> str:
        """Shape, such as m16n8k16."""
        return f"m{self.m}n{self.n}k{self.k}"


CASES = (
    Case("mma", 16, 8, 16, "f16", "f32", 8192),
    Case("mma", 16, 8, 16, "f16", "f16", 8192),
    Case("mma", 16, 8, 8, "tf32", "f32", 8192),
    Case("mma", 16, 8, 32, "s8", "s32", 8192),
    Case("wgmma", 64, 128, 16, "f16", "f32", 128),
    Case("wgmma", 64, 128, 32, "e4m3", "f32", 128),
)
_REGISTERS = {"f16": 16, "s8": 8, "e4m3": 8}
"""Bits of an element in a register; 32 for other types."""


def operands(case: Case) -> list[Any]:
    """Return patterns of A, B and C: numbers around 0, or any integers."""
    random = np.random.default_rng(1)
    shapes = ((case.m, case.k), (case.k, case.n), (case.m, case.n))
    kinds = (case.kind, case.kind, case.d)
    return [_patterns(random, kind, (case.count, *shape)) for kind, shape in zip(kinds, shapes, strict=True)]


def _patterns(random: np.random.Generator, kind: str, shape: tuple[int, ...]) -> Any:
    if kind in ("s8", "e4m3"):
        return random.integers(0, 0x70, shape, np.uint8)
    if kind == "s32":
        return random.integers(0, 1 << 32, shape, np.uint32)
    numbers = random.standard_normal(shape)
    return numbers.astype(np.float16).view(np.uint16) if kind == "f16" else numbers.astype(np.float32).view(np.uint32)


def best(rounds: int, function: Callable[[], object]) -> float:
    """Return the processor seconds of the fastest round."""
    times = []
    for _ in range(rounds):
        begun = time.process_time()
        function()
        times.append(time.process_time() - begun)
    return min(times)


def measure(case: Case, target: str, rounds: int) -> tuple[float, float]:
    """Return exact products per second, and single-precision products of NumPy."""
    from ptxisa.numbers.matrix.lanes import multiply
    from ptxisa.numbers.matrix.multiplication import Multiplication, find

    a, b, c = operands(case)
    what = Multiplication(case.kind, case.kind, case.d, case.d)
    model = find(target, case.instruction, case.shape, what)
    plain = [np.random.default_rng(1).standard_normal(matrix.shape).astype(np.float32) for matrix in (a, b, c)]
    exact = best(rounds, lambda: multiply(a, b, c, what, model))
    return case.count / exact, case.count / best(rounds, lambda: plain[0] @ plain[1] + plain[2])


def statement(case: Case) -> str:
    """Return the statement; A and B of `wgmma` are in shared memory."""
    if case.instruction == "wgmma":
        more = ", 1, 1, 0, 0" if case.kind == "f16" else ", 1, 1"
        head = f"wgmma.mma_async.sync.aligned.{case.shape}.{case.d}.{case.kind}.{case.kind}"
        return f"{head} {_vector('d', case, case.m * case.n // 4)}, a, b, 1{more};"
    types = f"{case.d}.{case.kind}.{case.kind}.{case.d}"
    sizes = {"d": case.m * case.n, "a": case.m * case.k, "b": case.k * case.n, "c": case.m * case.n}
    vectors = ", ".join(_vector(name, case, size) for name, size in sizes.items())
    return f"mma.sync.aligned.{case.shape}.row.col.{types} {vectors};"


def _vector(name: str, case: Case, elements: int) -> str:
    """Return the registers of a fragment of a warp."""
    bits = _REGISTERS.get(case.d if name in "cd" else case.kind, 32)
    return "{" + ", ".join(f"{name}{i}" for i in range(elements * bits // 1024)) + "}"


def executed(case: Case, target: str, rounds: int) -> float:
    """Return products of small integers per second by `ptxisa.execute`."""
    import ptxisa
    from ptxisa.run.program import compile_statements

    text, random = statement(case), np.random.default_rng(1)
    needs = compile_statements(text, target, None).needs
    threads = case.count * (128 if case.instruction == "wgmma" else 32)
    given = {name: random.integers(0, 1 << 12, threads, np.uint32) for name, bits in needs.items() if bits == 32}
    wide = {name: np.full(threads, 8 << 32 | 256 << 16 | 2048, np.uint64) for name, bits in needs.items() if bits == 64}
    memory = {"shared": random.integers(0, 0x30, 1 << 16, np.uint8)}
    registers = {**given, **wide}
    return case.count / best(rounds, lambda: ptxisa.execute(text, registers, memory=memory, target=target))


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each case."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--target", default="sm_90a")
    options = parser.parse_args(arguments)
    print(f"{'product':34}{'exact/s':>14}{'execute/s':>14}{'NumPy/s':>14}")
    for case in CASES:
        exact, plain = measure(case, options.target, options.rounds)
        whole = executed(case, options.target, options.rounds)
        name = f"{case.instruction}.{case.shape}.{case.d}.{case.kind}"
        print(f"{name:34}{exact:>14,.0f}{whole:>14,.0f}{plain:>14,.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
