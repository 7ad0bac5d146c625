"""Wrong folds that compilers for PTX have had: each is different from what it replaced, and its repair is equal."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from ptxisa import execute, prove
from ptxisa.proofs.solvers import installed


class Fold(NamedTuple):
    before: str
    wrong: str
    repaired: str
    assume: str | None = None
    """Condition of the repair."""


FOLDS = {
    "a rotation by a variable that may be 32 or more": Fold(
        "shl.b32 a, x, y; sub.u32 s, 32, y; shr.u32 b, x, s; or.b32 d, a, b;",
        "shf.l.wrap.b32 d, x, x, y;",
        "shf.l.wrap.b32 d, x, x, y;",
        "y <= 32",
    ),
    "a rotation of 64 bits with its halves exchanged": Fold(
        "shl.b64 a, x, 13; shr.u64 b, x, 51; or.b64 d, a, b;",
        "mov.b64 {l, h}, x; shf.l.wrap.b32 u, l, h, 13; shf.l.wrap.b32 v, h, l, 13; mov.b64 d, {u, v};",
        "mov.b64 {l, h}, x; shf.l.wrap.b32 u, l, h, 13; shf.l.wrap.b32 v, h, l, 13; mov.b64 d, {v, u};",
    ),
    "operands of shf in the order of the intrinsic": Fold(
        "mov.b64 p, {low, high}; and.b32 n, amount, 31; shl.b64 p, p, n; mov.b64 {t, d}, p;",
        "shf.l.wrap.b32 d, high, low, amount;",
        "shf.l.wrap.b32 d, low, high, amount;",
    ),
    "a mask of a shift amount dropped": Fold(
        "and.b32 t, y, 31; shl.b32 d, x, t;", "shl.b32 d, x, y;", "shf.l.wrap.b32 d, 0, x, y;"
    ),
    "a mask before a conversion dropped": Fold(
        "and.b32 t, x, 0xffff; cvt.rn.f32.u32 d, t;", "cvt.rn.f32.u32 d, x;", "cvt.u16.u32 t, x; cvt.rn.f32.u16 d, t;"
    ),
    "the absolute value as a mask": Fold(
        "abs.ftz.f32 d, x;",
        "and.b32 d, x, 0x7fffffff;",
        "abs.f32 t, x; setp.lt.f32 p, t, 0f00800000; selp.f32 d, 0f00000000, t, p;",
    ),
    "rounding to an integer that forgets the flush": Fold(
        "cvt.rpi.ftz.f32.f32 d, x;", "cvt.rpi.f32.f32 d, x;", "cvt.rpi.f32.f32 d, x;", "not is_subnormal(x)"
    ),
    "a sum with zero as its operand": Fold(
        "add.rn.f32 d, x, 0f00000000;", "mov.b32 d, x;", "mov.b32 d, x;", "x == x and bits(x) != 0x80000000"
    ),
    "a sum with flush as one without": Fold(
        "add.rn.ftz.f32 d, x, y;",
        "add.rn.f32 d, x, y;",
        "mul.rn.ftz.f32 a, x, 0f3f800000; mul.rn.ftz.f32 b, y, 0f3f800000; add.rn.f32 t, a, b; "
        "mul.rn.ftz.f32 d, t, 0f3f800000;",
    ),
    "constants that are rounded to nearest for rz": Fold(
        "mov.b32 a, 0f3f800000; mov.b32 b, 0f33c00000; add.rz.f32 t, a, b; and.b32 d, t, x;",
        "and.b32 d, x, 0x3f800001;",
        "and.b32 d, x, 0x3f800000;",
    ),
    "a product with one rounding direction for another": Fold(
        "neg.f32 a, x; mul.rm.f32 t, a, y; neg.f32 d, t;", "mul.rm.f32 d, x, y;", "mul.rp.f32 d, x, y;"
    ),
}


@pytest.mark.parametrize("name", FOLDS)
def test_a_wrong_fold_is_different(name: str) -> None:
    fold = FOLDS[name]
    proof = prove(fold.before, fold.wrong, outputs=["d"])
    assert proof.answer == "different", proof.reason
    values = [execute(text, proof.counterexample, threads=1)["d"][0] for text in (fold.before, fold.wrong)]
    assert values[0] != values[1]


@pytest.mark.parametrize("name", FOLDS)
@pytest.mark.skipif(not installed(), reason="no solver is installed")
def test_the_repair_is_equal(name: str) -> None:
    fold = FOLDS[name]
    proof = prove(fold.before, fold.repaired, outputs=["d"], assume=fold.assume, timeout=30)
    assert proof.answer == "equal", (proof.reason, proof.counterexample)
