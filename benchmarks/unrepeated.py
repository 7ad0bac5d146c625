"""How fast `ptxisa check` is on text that never repeats, beside the front end of ptxas, and that time grows with size.

    python benchmarks/unrepeated.py [--sizes 1 5 25 50] [--runs 3] [--kernel 400]

Every register has a name of its own and every constant another value, so that no statement has the text of another,
even with its numbers taken away. `ptxas -arch compute_90a` stops once the text is known to be legal.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.checking import HEAD, RELEASE, compare  # noqa: E402

KINDS = {"r": ".b32", "d": ".b64", "f": ".f32", "g": ".f64", "p": ".pred", "h": ".b16"}
"""Letters that represent a register in a line below, with the types of these registers."""
LINES = (
    "add.s32 <r>, <r>, #;", "mad.lo.s32 <r>, <r>, <r>, <r>;", "mov.u32 <r>, %tid.x;", "mul.wide.u32 <d>, <r>, #;",
    "add.s64 <d>, <d>, <d>;", "ld.global.f32 <f>, [<d>+#];", "fma.rn.f32 <f>, <f>, <f>, <f>;", "shl.b32 <r>, <r>, &;",
    "st.global.f32 [<d>], <f>;", "setp.lt.s32 <p>, <r>, #;", "@<p> mov.b32 <r>, #;", "selp.b32 <r>, <r>, <r>, <p>;",
    "cvt.rn.f32.s32 <f>, <r>;", "mul.f64 <g>, <g>, <g>;", "xor.b32 <r>, <r>, #;", "cvt.u32.u64 <r>, <d>;",
    "ld.shared.v2.f32 {<f>, <f>}, [<r>+#];", "max.s32 <r>, <r>, <r>;", "cvt.f64.f32 <g>, <f>;",
    "lop3.b32 <r>, <r>, <r>, <r>, &;", "shfl.sync.bfly.b32 <r>, <r>, &, 31, -1;", "cvt.u16.u32 <h>, <r>;",
    "add.f32 <f>, <f>, 0f$;", "min.u16 <h>, <h>, <h>;", "prmt.b32 <r>, <r>, <r>, #;", "@!<p> add.f32 <f>, <f>, <f>;",
    "atom.global.add.u32 <r>, [<d>], #;", "neg.s32 <r>, <r>;",
)  # fmt: skip
"""Statements; `#` is a constant that no other statement has, `&` one of 0 to 31, `$` the digits of a single."""


def module(size: int, statements: int = 400, seed: int = 1) -> str:
    """Return a legal module of about `size` bytes, in kernels of a number of statements."""
    draw = random.Random(seed)
    parts, length = [HEAD], 0
    for number in itertools.count():
        if length >= size:
            return "".join(parts)
        lines = [draw.choice(LINES) for _ in range(statements)]
        names: dict[str, list[str]] = {letter: [_name(draw) for _ in range(2)] for letter in KINDS}
        body = "".join(_line(line, names, draw) for line in lines)
        declared = "".join(f"\t.reg {type_} {', '.join(names[letter])};\n" for letter, type_ in KINDS.items())
        parts.append(f".entry kernel_{number}()\n{{\n{declared}{body}\tret;\n}}\n")
        length += len(parts[-1])
    raise AssertionError


def _line(line: str, names: dict[str, list[str]], draw: random.Random) -> str:
    """Return a statement that writes a new register and reads some of the last ones."""
    parts: Iterator[str] = iter(line.split("<"))
    text = next(parts)
    for place, part in enumerate(parts):
        letter, _, rest = part.partition(">")
        if place == 0 and letter != "p":
            names[letter].append(_name(draw))
        text += (names[letter][-1] if place == 0 else draw.choice(names[letter][-8:])) + rest
    text = text.replace("#", str(4 * draw.randrange(1 << 20))).replace("&", str(draw.randrange(32)))
    return f"\t{text.replace('$', f'{draw.randrange(1 << 30):08X}')}\n"


def _name(draw: random.Random) -> str:
    return "%" + "".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=6))


def main() -> int:
    """Print the comparison for each size."""
    from ptxisa.oracle.releases import find

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", type=float, default=[1, 5, 25, 50], help="sizes in MB")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--kernel", type=int, default=400, help="statements of a kernel")
    given = parser.parse_args()
    ptxas = find(RELEASE)
    with tempfile.TemporaryDirectory() as folder:
        for size in given.sizes:
            path = Path(folder) / f"{size:g}-MB.ptx"
            path.write_text(module(int(size * 1e6), given.kernel), encoding="utf-8")
            compare(path, RELEASE, ptxas, given.runs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
