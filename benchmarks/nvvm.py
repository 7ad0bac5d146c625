"""How fast modules of NVVM IR are checked: `python benchmarks/nvvm.py [FILE.ll …] [--target compute_90]`.

Without files, two modules are made: one with typed and one with opaque pointers, of 2,000 functions each. Times are
processor time of this process, the best of several rounds; LLVM's own parser and verifier run in a process of their own
and are a figure of their own.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
ROUNDS = 5
HEAD = """target datalayout = "{layout}"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
"""
FUNCTION = """
define void @kernel_{number}({pointer} %out, {pointer} noalias %in, i32 %n) {{
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %inside = icmp slt i32 %tid, %n
  br i1 %inside, label %body, label %exit
body:
  %index = sext i32 %tid to i64
  %source = getelementptr inbounds float, {pointer} %in, i64 %index
  %value = load float, {pointer} %source, align 4
  %twice = fmul float %value, 2.0
  %sum = call float asm "add.f32 $0, $1, $2;", "=f,f,f"(float %twice, float %value)
  %target = getelementptr inbounds float, {pointer} %out, i64 %index
  store float %sum, {pointer} %target, align 4
  br label %exit
exit:
  ret void
}}
"""
TAIL = "\n!nvvmir.version = !{!0}\n!0 = !{i32 2, i32 0}\n"


def made(pointer: str) -> str:
    """Return a module with many functions that have pointers of this type."""
    from ptxisa import nvvm

    layout = next(record.layout for record in nvvm.data_layouts().values() if record.bits == 64 and not record.obsolete)
    functions = (FUNCTION.format(number=number, pointer=pointer) for number in range(2000))
    return HEAD.format(layout=layout) + "".join(functions) + TAIL


def best(work: Callable[[], object]) -> tuple[float, float]:
    """Return the least processor time and the least wall time of several rounds, in seconds."""
    work()
    times = []
    for _ in range(ROUNDS):
        processor, wall = time.process_time(), time.perf_counter()
        work()
        times.append((time.process_time() - processor, time.perf_counter() - wall))
    return min(processor for processor, _ in times), min(wall for _, wall in times)


def main() -> None:
    """Print the speed for each module."""
    from ptxisa import check_nvvm

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--target", default=None)
    arguments = parser.parse_args()
    modules = {path.name: path.read_text(encoding="utf-8", errors="surrogateescape") for path in arguments.files}
    for name, text in (modules or {"typed": made("float*"), "opaque": made("ptr")}).items():
        processor, wall = best(lambda text=text: check_nvvm(text, arguments.target))  # type: ignore[misc]
        size = len(text) / 1e6
        print(f"{name}: {size:.2f} MB, {size / processor:.2f} MB/s of this process, {size / wall:.2f} MB/s with LLVM")


if __name__ == "__main__":
    main()
