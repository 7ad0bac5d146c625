"""Time of instructions of a whole kernel beside a gather of NumPy: `python benchmarks/gathers.py [--engine native]`.

Each figure is nanoseconds of processor time for one thread, from the difference of two kernels with and without copies
of the instruction. The gather reads as many 32-bit words at random places of an array with as many words.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
THREADS, BLOCK, COPIES = 102_400, 256, 64
INSTRUCTIONS = {
    "lop3": "lop3.b32 %r{d}, %r{s}, %r2, %r3, 0x96;",
    "lop3 (any table)": "lop3.b32 %r{d}, %r{s}, %r2, %r3, 0x5b;",
    "prmt (constant)": "prmt.b32 %r{d}, %r{s}, %r2, 0x5410;",
    "prmt (register)": "prmt.b32 %r{d}, %r{s}, %r2, %r3;",
    "shfl": "shfl.sync.bfly.b32 %r{d}, %r{s}, 1, 31, -1;",
    "ld": "ld.global.b32 %r{d}, [%rd2+{offset}];",
    "st": "st.global.b32 [%rd2+{offset}], %r{s};",
}
_XOR = "xor.b32 %r{d}, %r{s}, %r2;"
_TEXT = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 data)
{{
.reg .b32 %r<90>; .reg .b64 %rd<3>;
ld.param.u64 %rd1, [data];
mov.u32 %r0, %tid.x;
mov.u32 %r1, %ctaid.x;
mad.lo.u32 %r1, %r1, {block}, %r0;
mad.wide.u32 %rd2, %r1, 4, %rd1;
mul.lo.u32 %r2, %r1, 0x9e3779b9;
mul.lo.u32 %r3, %r2, 0x85ebca6b;
{lines}
{sums}
st.global.b32 [%rd2], %r1;
ret;
}}
"""


def kernel(instruction: str, copies: int) -> str:
    """Return a kernel with copies of an instruction, whose results are all used."""
    places = range(10, 10 + copies)
    lines = [instruction.format(d=place, s=1 + place % 3, offset=4 * THREADS * (place % 64)) for place in places]
    used = [place for place in places if "{d}" in instruction]
    return _TEXT.format(
        block=BLOCK, lines="\n".join(lines), sums="\n".join(f"xor.b32 %r1, %r1, %r{place};" for place in used)
    )


def fastest(function: Callable[[], object], rounds: int) -> float:
    """Return the seconds of processor time of the fastest call."""
    times = []
    for _ in range(rounds):
        started = time.process_time()
        function()
        times.append(time.process_time() - started)
    return min(times)


def main() -> None:
    """Print the times."""
    import ptxisa

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="numpy", help="engine of the launches")
    parser.add_argument("--rounds", type=int, default=7, help="calls, of which the fastest counts")
    parser.add_argument("--watch", default="none", help="watches of the launches")
    chosen = parser.parse_args()
    random = np.random.default_rng(1)
    words = random.integers(0, 1 << 32, THREADS, dtype=np.uint32)
    places = random.permutation(THREADS)
    gather = fastest(lambda: [words[places] for _ in range(COPIES)], chosen.rounds) / COPIES / THREADS * 1e9
    data = np.zeros(64 * THREADS, np.uint32)

    def seconds(text: str) -> float:
        def run() -> Any:
            return ptxisa.launch(text, "k", THREADS // BLOCK, BLOCK, [data], watch=chosen.watch, engine=chosen.engine)

        for _ in range(3):
            run()
        return fastest(run, chosen.rounds)

    print(f"{'instruction':20} {'ns':>8} {'gathers':>8}")
    print(f"{'gather of NumPy':20} {gather:8.2f} {1:8.1f}")
    empty = seconds(kernel("", 0))
    each = min(seconds(kernel(_XOR, COPIES)) for _ in range(3)) - empty
    for name, instruction in INSTRUCTIONS.items():
        # Each copy with a result has an `xor` that uses it, as the copies of `_XOR` have.
        total = seconds(kernel(instruction, COPIES)) - empty - (each / 2 if "{d}" in instruction else 0)
        spent = total / COPIES / THREADS * 1e9
        print(f"{name:20} {spent:8.2f} {spent / gather:8.1f}", flush=True)


if __name__ == "__main__":
    main()
