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
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n"
BODY = HEAD + ".entry k() {\n"
SASS = (
    "\tld.param.u64 \t%rd1, [k_param_0];\n\tmad.lo.s32 \t%r1, %r3, %r4, %r5;\n\t@%p1 bra \t$L__BB0_2;\n"
    "\t.loc\t1 12 3\n\tfma.rn.f32 \t%f4, %f1, %f2, 0f3F800000;\n\tst.global.v2.f32 \t[%rd7+16], {%f4, %f5};\n"
)


def repeated(head: str, unit: str, tail: str = "") -> Callable[[int], str]:
    """A text of so many bytes that repeats a unit."""
    return lambda size: head + unit * (size // len(unit)) + tail


def numbered(head: str, unit: str, tail: str = "") -> Callable[[int], str]:
    """As `repeated`, with a number in place of `#`."""
    return lambda size: head + "".join(unit.replace("#", str(i)) for i in range(size // (len(unit) + 6))) + tail


def enclosed(head: str, left: str, right: str, tail: str = "") -> Callable[[int], str]:
    """So many opening brackets, and as many closing ones."""
    return lambda size: head + left * (size // 2) + right * (size // 2) + tail


SHAPES: dict[str, Callable[[int], str]] = {
    "code": repeated(BODY, SASS, "}"),
    "code on one line": repeated(BODY, SASS.replace("\n", " ").replace(".loc\t1 12 3", ""), "}"),
    "code without end": repeated(BODY, SASS),
    "semicolons": repeated(HEAD, ";"),
    "semicolons in a body": repeated(BODY, ";", "}"),
    "newlines": repeated(HEAD, "\n"),
    "spaces": repeated(HEAD, " "),
    "comments": repeated(HEAD, "// c\n"),
    "unterminated comment": repeated(BODY, "/* "),
    "closed comments": repeated(BODY, "/**/", "}"),
    "quotes": repeated(HEAD, '"'),
    "strings": repeated(BODY, '.pragma "a";\n', "}"),
    "unterminated string": repeated(HEAD + '.pragma "', "a"),
    "identifier": repeated(BODY + "mov.b32 ", "a", ", b;}"),
    "digits": repeated(BODY + "mov.b32 a, ", "1", ";}"),
    "word of a digit": repeated(BODY + "mov.b32 a, ", "1", "x;}"),
    "open braces": repeated(BODY, "{"),
    "nested braces": enclosed(BODY, "{", "}", "}"),
    "empty blocks": repeated(BODY, "{}", "}"),
    "closing braces": repeated(HEAD, "}"),
    "labels": numbered(BODY, "L#:\n", "}"),
    "equal labels": repeated(BODY, "L:", "}"),
    "declarations": numbered(HEAD, ".global .u32 a#;\n"),
    "registers": numbered(BODY, ".reg .b32 %a#;\n", "}"),
    "declarators": numbered(BODY + ".reg .b32 x", ", a#", ";}"),
    "array": repeated(HEAD + ".global .u32 x[] = {1", ", 1", "};"),
    "nested array": enclosed(HEAD + ".global .u32 x[] = ", "{", "}", ";"),
    "debug section": repeated(HEAD + ".section .debug_info {\n", ".b8 1\n", "}"),
    "debug section of rows": repeated(HEAD + ".section .debug_info {\n", ".b8 1,255,16,0,0,3,7,22\n", "}"),
    "vector": repeated(BODY + "mov.b32 a, {b", ",b", "};}"),
    "operands": repeated(BODY + "mov.b32 a", ",b", ";}"),
    "modifiers": repeated(BODY + "mov", ".b32", " a, b;}"),
    "modifiers apart": repeated(BODY + "mov", " .b32", " a, b;}"),
    "parentheses": enclosed(BODY + "mov.b32 a, ", "(", ")", ";}"),
    "sum": repeated(BODY + "mov.b32 a, 1", "+1", ";}"),
    "minus": repeated(BODY + "mov.b32 a, ", "-", "1;}"),
    "files": numbered(HEAD, '.file # "a"\n'),
    "locations": repeated(BODY, ".loc 1 2 3\n", "}"),
    "functions": numbered(HEAD, ".func f#() { ret; }\n"),
    "functions on lines": numbered(HEAD, ".func f#()\n{\nret;\n}\n"),
    "functions on one line": numbered(HEAD, ".func f#() { ret; } "),
    "functions and a comment": numbered(HEAD, ".func f#() { ret; /* c */ }\n"),
    "parameters": numbered(HEAD + ".func f(.param .u32 x", ", .param .u32 a#", ") { ret; }"),
    "prototypes": numbered(BODY, "P#: .callprototype _ ();\n", "}"),
    "errors": repeated(BODY, "a b;\n", "}"),
    "errors of checks": repeated(BODY, "ad.u32 a, b, c;\n", "}"),
    "errors in operands": repeated(BODY, "add.u32 a, b;\n", "}"),
    "errors in lists": repeated(HEAD, ".global .u32 = 1;\n"),
    "stray characters": repeated(BODY, "` ", "}"),
    "NUL": repeated(BODY, "\0", "}"),
    "foreign characters": repeated(BODY, "é ", "}"),
    "comments of foreign characters": repeated(BODY, "// é\n", "}"),
    "guards": repeated(BODY, "@", "}"),
    "brackets": repeated(BODY + "ld.u32 a, ", "["),
    "hashes": repeated(HEAD, "#"),
    "line markers": repeated(HEAD, '# 1 "a"\n'),
}


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
    """In a process of its own: seconds of the processor, and bytes of memory for each byte of the text."""
    read(HEAD, work)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    text = SHAPES[shape](size)
    started = time.process_time()
    result = read(text, work)
    seconds = time.process_time() - started
    answer.put((seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / len(text)))
    del result


def measured(shape: str, size: int, work: str) -> tuple[float, float]:
    """`measure` in a fresh process."""
    context = multiprocessing.get_context("spawn")
    answer: multiprocessing.SimpleQueue[tuple[float, float]] = context.SimpleQueue()
    process = context.Process(target=measure, args=(shape, size, work, answer))
    process.start()
    process.join()
    return (float("nan"), float("nan")) if answer.empty() else answer.get()


def main() -> None:
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
