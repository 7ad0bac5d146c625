"""Integer, extended-precision, logic and selection instructions against formulas written by hand from the manual.

Both back ends come from one text, so their agreement says nothing of the text. Here each instruction is a formula on
Python integers, without a read the records. Section numbers are those of the PTX manual.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import pytest

from ptxisa import execute

DTYPES = {1: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}
Formula = Callable[..., int | tuple[int, ...]]


class Case(NamedTuple):
    """A statement, the types of its operands by name, and its results as numbers or bit patterns."""

    statement: str
    reads: dict[str, str]
    formula: Formula


def bits(type_: str) -> int:
    return 1 if type_ == "pred" else int(type_[1:])


def value(pattern: int, type_: str) -> int:
    """Return a bit pattern as the number that it is by its type."""
    width = bits(type_)
    return pattern - (1 << width) if type_[0] == "s" and pattern >> (width - 1) else pattern


def truncated(a: int, b: int) -> int:
    """Return a / b, rounded toward zero."""
    size = abs(a) // abs(b)
    return size if (a < 0) == (b < 0) else -size


def clamped(x: int, width: int) -> int:
    return max(-(1 << (width - 1)), min(x, (1 << (width - 1)) - 1))


def low24(x: int, type_: str) -> int:
    return value(x & 0xFFFFFF, f"{type_[0]}24")


def reads(names: str, *types: str) -> dict[str, str]:
    return dict(zip(names, types * len(names) if len(types) == 1 else types, strict=False))


INTEGERS = ("u16", "u32", "u64", "s16", "s32", "s64")
NARROW = ("u16", "u32", "s16", "s32")
SIGNED = ("s16", "s32", "s64")


def arithmetic() -> Iterator[Case]:
    """Section 9.7.1: sums, products, quotients."""
    for t in INTEGERS:
        n = bits(t)
        yield Case(f"add.{t} d, a, b;", reads("ab", t), lambda a, b: a + b)
        yield Case(f"sub.{t} d, a, b;", reads("ab", t), lambda a, b: a - b)
        yield Case(f"mul.lo.{t} d, a, b;", reads("ab", t), lambda a, b: a * b)
        yield Case(f"mul.hi.{t} d, a, b;", reads("ab", t), lambda a, b, n=n: (a * b) >> n)
        yield Case(f"mad.lo.{t} d, a, b, c;", reads("abc", t), lambda a, b, c: a * b + c)
        yield Case(f"mad.hi.{t} d, a, b, c;", reads("abc", t), lambda a, b, c, n=n: ((a * b) >> n) + c)
        yield Case(f"sad.{t} d, a, b, c;", reads("abc", t), lambda a, b, c: c + abs(a - b))
        yield Case(f"div.{t} d, a, b;", reads("ab", t), lambda a, b: truncated(a, b) if b else -1)
        yield Case(f"min.{t} d, a, b;", reads("ab", t), lambda a, b: a if a < b else b)
        yield Case(f"max.{t} d, a, b;", reads("ab", t), lambda a, b: b if a < b else a)
        yield Case(f"selp.{t} d, a, b, p;", {**reads("ab", t), "p": "pred"}, lambda a, b, p: a if p else b)
        yield Case(f"slct.{t}.s32 d, a, b, c;", reads("abc", t, t, "s32"), lambda a, b, c: a if c >= 0 else b)
        yield Case(f"rem.{t} d, a, b;", reads("ab", t), lambda a, b: a - b * truncated(a, b) if b else -1)
    for t in NARROW:
        w = f"{t[0]}{2 * bits(t)}"
        yield Case(f"mul.wide.{t} d, a, b;", reads("ab", t), lambda a, b: a * b)
        yield Case(f"mad.wide.{t} d, a, b, c;", reads("abc", t, t, w), lambda a, b, c: a * b + c)
    for t in SIGNED:
        yield Case(f"abs.{t} d, a;", reads("a", t), abs)
        yield Case(f"neg.{t} d, a;", reads("a", t), lambda a: -a)
    yield Case("add.sat.s32 d, a, b;", reads("ab", "s32"), lambda a, b: clamped(a + b, 32))
    yield Case("sub.sat.s32 d, a, b;", reads("ab", "s32"), lambda a, b: clamped(a - b, 32))
    yield Case("mad.hi.sat.s32 d, a, b, c;", reads("abc", "s32"), lambda a, b, c: clamped(((a * b) >> 32) + c, 32))


def of_24_bits() -> Iterator[Case]:
    """Sections 9.7.1.5 and 9.7.1.6: `.hi` is bits 47 to 16 of the product, `.lo` bits 31 to 0."""
    for t in ("u32", "s32"):
        yield Case(f"mul24.lo.{t} d, a, b;", reads("ab", t), lambda a, b, t=t: low24(a, t) * low24(b, t))
        yield Case(f"mul24.hi.{t} d, a, b;", reads("ab", t), lambda a, b, t=t: (low24(a, t) * low24(b, t)) >> 16)
        yield Case(f"mad24.lo.{t} d, a, b, c;", reads("abc", t), lambda a, b, c, t=t: low24(a, t) * low24(b, t) + c)
        yield Case(
            f"mad24.hi.{t} d, a, b, c;", reads("abc", t), lambda a, b, c, t=t: ((low24(a, t) * low24(b, t)) >> 16) + c
        )
    yield Case(
        "mad24.hi.sat.s32 d, a, b, c;",
        reads("abc", "s32"),
        lambda a, b, c: clamped(((low24(a, "s32") * low24(b, "s32")) >> 16) + c, 32),
    )


def logic() -> Iterator[Case]:
    """Sections 9.7.1.11 and later, 9.7.8: bits, fields and shifts."""
    for n in (16, 32, 64):
        t = f"b{n}"
        yield Case(f"and.{t} d, a, b;", reads("ab", t), lambda a, b: a & b)
        yield Case(f"or.{t} d, a, b;", reads("ab", t), lambda a, b: a | b)
        yield Case(f"xor.{t} d, a, b;", reads("ab", t), lambda a, b: a ^ b)
        yield Case(f"not.{t} d, a;", reads("a", t), lambda a: ~a)
        yield Case(f"cnot.{t} d, a;", reads("a", t), lambda a: int(a == 0))
        yield Case(f"shl.{t} d, a, b;", reads("ab", t, "u32"), lambda a, b, n=n: a << min(b, n))
        for kind in "us":
            yield Case(f"shr.{kind}{n} d, a, b;", reads("ab", f"{kind}{n}", "u32"), lambda a, b, n=n: a >> min(b, n))
    for n in (32, 64):
        t = f"b{n}"
        yield Case(f"popc.{t} d, a;", reads("a", t), lambda a: bin(a).count("1"))
        yield Case(f"clz.{t} d, a;", reads("a", t), lambda a, n=n: n - a.bit_length())
        yield Case(f"brev.{t} d, a;", reads("a", t), lambda a, n=n: int(format(a, f"0{n}b")[::-1], 2))
        for kind in "us":
            yield Case(f"bfind.{kind}{n} d, a;", reads("a", f"{kind}{n}"), lambda a: found_bit(a))
            yield Case(
                f"bfind.shiftamt.{kind}{n} d, a;",
                reads("a", f"{kind}{n}"),
                lambda a, n=n: -1 if found_bit(a) < 0 else n - 1 - found_bit(a),
            )
    yield Case("bmsk.clamp.b32 d, a, b;", reads("ab", "u32"), lambda a, b: mask(min(a, 32), min(b, 32)))
    yield Case("bmsk.wrap.b32 d, a, b;", reads("ab", "u32"), lambda a, b: mask(a % 32, b % 32))
    for side, amount in (("clamp", lambda c: min(c, 32)), ("wrap", lambda c: c % 32)):
        yield Case(
            f"shf.l.{side}.b32 d, a, b, c;",
            reads("abc", "u32"),
            lambda a, b, c, n=amount: (((b << 32) | a) << n(c)) >> 32,
        )
        yield Case(
            f"shf.r.{side}.b32 d, a, b, c;",
            reads("abc", "u32"),
            lambda a, b, c, n=amount: ((b << 32) | a) >> n(c),
        )
        for kind in "us":
            yield Case(
                f"szext.{side}.{kind}32 d, a, b;",
                reads("ab", "u32"),
                lambda a, b, n=amount, kind=kind: value(a & ((1 << n(b)) - 1), f"{kind}{n(b)}") if n(b) else 0,
            )


def found_bit(a: int) -> int:
    """Return the highest bit that is not the sign; -1 if there is none."""
    return (~a if a < 0 else a).bit_length() - 1


def mask(start: int, count: int) -> int:
    return ((1 << count) - 1) << start


def dots() -> Iterator[Case]:
    """Sections 9.7.1.23 and 9.7.1.24: products of bytes, and of half-words with bytes."""
    for x in "us":
        for y in "us":
            given = reads("abc", "u32", "u32", "u32" if x == y == "u" else "s32")
            yield Case(
                f"dp4a.{x}32.{y}32 d, a, b, c;",
                given,
                lambda a, b, c, x=x, y=y: c + sum(part(a, i, 8, x) * part(b, i, 8, y) for i in range(4)),
            )
            for mode, first in (("lo", 0), ("hi", 2)):
                yield Case(
                    f"dp2a.{mode}.{x}32.{y}32 d, a, b, c;",
                    given,
                    lambda a, b, c, x=x, y=y, first=first: (
                        c + sum(part(a, i, 16, x) * part(b, first + i, 8, y) for i in range(2))
                    ),
                )


def part(word: int, index: int, width: int, kind: str) -> int:
    return value((word >> (index * width)) & ((1 << width) - 1), f"{kind}{width}")


CASES = [*arithmetic(), *of_24_bits(), *logic(), *dots()]


def patterns(rng: random.Random, type_: str) -> int:
    """Return a bit pattern: an edge, a small number, or any."""
    width = bits(type_)
    top = (1 << width) - 1
    edges = (0, 1, 2, top, top - 1, top >> 1, (top >> 1) + 1, 31, 32, 33, 63, 64, 0x800000, 0x7FFFFF)
    return rng.choice((rng.choice(edges), rng.getrandbits(width), rng.getrandbits(rng.randint(1, width)))) & top


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.statement)
def test_formula(case: Case) -> None:
    rng = random.Random(case.statement)
    rows = [[patterns(rng, type_) for type_ in case.reads.values()] for _ in range(400)]
    columns = zip(case.reads.items(), zip(*rows, strict=True), strict=True)
    given = {name: np.array(column, DTYPES[bits(type_)]) for (name, type_), column in columns}
    actual = execute(case.statement, given)["d"]
    width = actual.dtype.itemsize * 8
    for row, result in zip(rows, actual.tolist(), strict=True):
        numbers = [value(pattern, type_) for pattern, type_ in zip(row, case.reads.values(), strict=True)]
        wanted = case.formula(*numbers)
        assert isinstance(wanted, int)
        assert result == wanted % (1 << width), (case.statement, row)


# --- extended precision, section 9.7.2: two words with one carry flag ------------------------------------------


@pytest.mark.parametrize("n", [32, 64])
@pytest.mark.parametrize(
    ("first", "second", "formula"),
    [
        ("add.cc.u{n} d0, a0, b0;", "addc.u{n} d1, a1, b1;", lambda a, b: a + b),
        ("sub.cc.u{n} d0, a0, b0;", "subc.u{n} d1, a1, b1;", lambda a, b: a - b),
    ],
)
def test_two_words(n: int, first: str, second: str, formula: Formula) -> None:
    rng = random.Random(n)
    rows = [[patterns(rng, f"u{n}") for _ in range(4)] for _ in range(500)]
    given = dict(zip(("a0", "a1", "b0", "b1"), np.array(rows, DTYPES[n]).T, strict=True))
    actual = execute((first + " " + second).format(n=n), given)
    for (a0, a1, b0, b1), low, high in zip(rows, actual["d0"].tolist(), actual["d1"].tolist(), strict=True):
        wanted = formula(a0 | a1 << n, b0 | b1 << n)
        assert isinstance(wanted, int)
        assert low | high << n == wanted % (1 << 2 * n)


@pytest.mark.parametrize("n", [32, 64])
def test_product_of_two_words_and_a_sum(n: int) -> None:
    rng = random.Random(n)
    rows = [[patterns(rng, f"u{n}") for _ in range(4)] for _ in range(500)]
    given = dict(zip(("a", "b", "c0", "c1"), np.array(rows, DTYPES[n]).T, strict=True))
    actual = execute(f"mad.lo.cc.u{n} d0, a, b, c0; madc.hi.u{n} d1, a, b, c1;", given)
    for (a, b, c0, c1), low, high in zip(rows, actual["d0"].tolist(), actual["d1"].tolist(), strict=True):
        assert low | high << n == (a * b + (c0 | c1 << n)) % (1 << 2 * n)


# --- types of results -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "registers"),
    [
        ("mbarrier.pending_count.b64 d, a;", {"a": np.zeros(4, np.uint64)}),
        ("vset.u32.s32.lt d, a, b;", dict.fromkeys("ab", np.arange(4, dtype=np.uint32))),
        ("set.lt.u32.s64 d, a, b;", dict.fromkeys("ab", np.arange(4, dtype=np.uint64))),
        ("popc.b64 d, a;", {"a": np.arange(4, dtype=np.uint64)}),
        ("clz.b64 d, a;", {"a": np.arange(4, dtype=np.uint64)}),
        ("bfind.u64 d, a;", {"a": np.arange(4, dtype=np.uint64)}),
    ],
)
def test_results_of_32_bits(statement: str, registers: dict[str, np.ndarray]) -> None:  # type: ignore[type-arg]
    assert execute(statement, registers)["d"].dtype == np.uint32
