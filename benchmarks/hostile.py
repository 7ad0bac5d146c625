"""Texts of hostile shapes: does time grow with their size alone, and how much memory do they take?

    python benchmarks/hostile.py [--megabytes 1 10] [--work tree] [--shape NAME]

Each text is made and read in a process of its own. The table gives seconds for each size, by how much the
time for the largest exceeds that of the smallest in proportion (1.0: linear), and the memory that the largest
took, in multiples of the text.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.fuzz.shapes import HEAD, SHAPES


def read(text: str, work: str) -> object:
    """Do what is measured, and keep the result alive."""
    import ptxisa
    from ptxisa.syntax.parser import parse
    from ptxisa.syntax.printer import print_module

    if work == "tree":
        return parse(text)
    if work == "print":
        return print_module(parse(text).module)
    return ptxisa.check_module(text)


def measure(shape: str, size: int, work: str, answer: multiprocessing.SimpleQueue[tuple[float, float]]) -> None:
    """Put processor seconds, and bytes of memory for each byte of the text, into a queue."""
    read(HEAD, work)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    text = SHAPES[shape](size)
    started = time.process_time()
    result = read(text, work)
    seconds = time.process_time() - started
    answer.put((seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / len(text)))
    del result


def measured(shape: str, size: int, work: str) -> tuple[float, float]:
    """Return the results of `measure` in a fresh process."""
    context = multiprocessing.get_context("spawn")
    answer: multiprocessing.SimpleQueue[tuple[float, float]] = context.SimpleQueue()
    process = context.Process(target=measure, args=(shape, size, work, answer))
    process.start()
    process.join()
    return (float("nan"), float("nan")) if answer.empty() else answer.get()


def main() -> None:
    """Print a line for each shape."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=float, nargs="+", default=[1, 10])
    parser.add_argument("--work", choices=("tree", "print", "check"), default="tree")
    parser.add_argument("--shape", choices=SHAPES, nargs="+", default=list(SHAPES))
    arguments = parser.parse_args()
    sizes = [int(megabytes * 1e6) for megabytes in arguments.megabytes]
    print(f"{'shape':32}", *(f"{size / 1e6:>8g} MB" for size in sizes), "    growth    memory")
    for shape in arguments.shape:
        figures = [measured(shape, size, arguments.work) for size in sizes]
        growth = (figures[-1][0] / sizes[-1]) / (max(figures[0][0], 1e-4) / sizes[0])
        seconds = "".join(f"{seconds:10.3f} s" for seconds, _ in figures)
        print(f"{shape:32}{seconds}{growth:10.2f}{figures[-1][1]:9.1f}x", flush=True)


if __name__ == "__main__":
    main()
