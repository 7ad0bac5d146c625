"""The vectors of chosen statements, complete: which values are drawn is a promise, since stored vectors are compared.

Of each set there is a digest of its header, of its lines, and of every class of inputs before any are left out; and
there are those of the classes of floating-point operands. After a change that is meant, write them anew with
`python -m tests.vectors.test_golden`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256

import numpy as np
import pytest

from generator.records.load import ROOT
from ptxisa.isa import targets
from ptxisa.numbers import formats
from ptxisa.numbers.formats import Format
from ptxisa.vectors import float_samples
from ptxisa.vectors.content import Options, classes, content
from ptxisa.vectors.samples import Sample
from ptxisa.vectors.selection import chosen
from ptxisa.vectors.sets import VectorSet, planned

GOLDEN = ROOT / "tests" / "fixtures" / "vector_digests.json"
INTEGERS = """
    abs.s64 add.cc.s32 add.sat.s32 add.u8x4 addc.u64 and.pred bfe.s64 bfi.b32 bfind.shiftamt.u64 brev.b32 cnot.b16
    cvt.s8.s64 cvt.rn.f32.s64 cvt.sat.u8.s16 cvt.rni.s16.f64 div.s32 dp4a.s32.u32 lop3.b32 mad.hi.u64 mad.wide.s16
    mov.b128 mul.wide.u16 prmt.b32 rem.u64 shf.r.wrap.b32 shl.b64 slct.u16.s32 slct.b32.f32 st.b8 vadd.u32.s32.u32
    vset4.u32.s32.lt clmad.lo.u64
"""
FLOATS = """
    add.rn.f32 add.rn.f64 add.rn.bf16x2 add.f32.bf16 mul.rn.f32 mul.rn.f16 fma.rn.f16 fma.rn.f16x2.oob fma.rn.f32
    fma.rn.f64 fma.rn.bf16 div.rn.f32 sqrt.rn.f32 rcp.rn.f64 max.NaN.f16x2 cvt.rn.f16.f32 cvt.rn.tf32.f32
    cvt.rn.satfinite.e4m3x2.f32 cvt.rn.f16x2.e5m2x2 cvt.rn.f16x2.e2m1x2 cvt.rn.bf16x2.ue8m0x2 cvt.rn.f16x2.ue5m3x2
    cvt.rn.f16x2.e3m2x2 cvt.rn.f16x2.e2m3x2 cvt.rn.bf16x2.s2f6x2 fma.e5m2x4.e5m2x4.e5m2x4 setp.lt.and.f64
    set.gt.u32.f16x2 testp.normal.f32 cvt.rs.f16x2.f32
"""
BOUNDED = "ex2.approx.ftz.bf16x2 tanh.approx.f16 sin.approx.ftz.f32 div.full.f32 rcp.approx.ftz.f64 lg2.approx.f32"
WARPS = "shfl.sync.bfly.b32 redux.sync.min.s32 match.any.sync.b64 vote.sync.ballot.b32 activemask.b32 elect.sync"
MODELED = "ex2.approx.f32 add.rn.f16"
OPERANDS = [*((name,) * count for name in sorted(formats.known()) for count in (1, 2, 3)), ("f16", "e2m1", "f64")]
"""Formats of operands; no statement has operands of some of them."""


@cache
def sets() -> Mapping[str, VectorSet]:
    words = (INTEGERS + FLOATS + " ".join([BOUNDED, WARPS])).split()
    modeled = planned(chosen(MODELED.split()), targets.target("sm_90"))
    return {one.name: one for one in planned(chosen(words))} | {f"{one.name} on sm_90": one for one in modeled}


def digests(one: VectorSet) -> dict[str, str]:
    """By what they are of."""
    found = content(one, Options(random=8), {})
    texts = {"header": json.dumps(found.header).encode(), "lines": found.lines}
    samples = classes(one, Options(random=8, full=True))
    return _digests({**texts, **_all(samples)})


def of_operands(operands: Sequence[Format]) -> dict[str, str]:
    """Digests of the classes of floating-point operands of these formats."""
    found = float_samples.classes(operands, np.random.default_rng(1))
    return _digests({name: b"".join(row.tobytes() for row in rows) for name, rows in found})


def _digests(texts: Mapping[str, bytes]) -> dict[str, str]:
    return {what: sha256(text).hexdigest()[:12] for what, text in texts.items()}


def _all(samples: Iterable[Sample]) -> dict[str, bytes]:
    """Names, widths and patterns of every class; that of all values once for each operand."""
    return {
        f"{number} {sample.id}": b"".join(
            f"{name}:{array.dtype.str}:".encode() + array.tobytes() for name, array in sample.values.items()
        )
        for number, sample in enumerate(samples, 1)
    }


def made() -> dict[str, dict[str, str]]:
    of_sets = {name: digests(one) for name, one in sets().items()}
    return of_sets | {" ".join(names): of_operands([formats.known()[name] for name in names]) for names in OPERANDS}


def stored() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.exists() else {}
    return found


def test_sets_have_digests() -> None:
    assert set(stored()) == {*sets(), *map(" ".join, OPERANDS)}


@pytest.mark.parametrize("name", sorted(name for name in stored() if "/" in name))
def test_golden(name: str) -> None:
    assert digests(sets()[name]) == stored()[name]


@pytest.mark.parametrize("names", OPERANDS, ids=" ".join)
def test_classes_of_operands(names: tuple[str, ...]) -> None:
    assert of_operands([formats.known()[name] for name in names]) == stored()[" ".join(names)]


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(made(), indent=1) + "\n", encoding="utf-8")
