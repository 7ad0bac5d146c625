"""Special registers and variables in vectors and addresses, and sums: verdicts of full compilations by ptxas."""

from __future__ import annotations

import pytest

from ptxisa import check_module

HEAD = """.version {version}
.target {target}
.address_size 64
.global .texref tx;
.global .surfref sf;
.global .b32 gx, ga[4];
.global .b16 gh;
.shared .b32 sx;
.entry k() {{
.reg .b32 r<8>; .reg .u32 u<8>; .reg .f32 f<8>; .reg .f64 g<8>; .reg .b16 h<8>; .reg .b64 d<8>; .reg .pred p<4>;
.reg .v4 .b32 v;
{statement} exit; }}
"""
HOPPER = ("sm_90", "7.8")
AMPERE = ("sm_80", "7.8")
MAXWELL = ("sm_52", "7.8")
ALL = ("11.8", "12.9", "13.5")
MMA = (
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%s, f1, f2, f3}, {r0, r1, r2, r3}, {r4, r5}, {f0, f1, f2, f3};"
)
PAIR = ".reg .f16x2 x1; "
INT4 = "mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32 {r0, r1}, {%laneid}, {r3}, {r4, r5};"


@pytest.mark.parametrize(
    ("statement", "place", "accepting"),
    [
        # Special registers have 32 or 64 bits in a vector.
        ("st.global.v2.f32 [d1], {%laneid, u0};", HOPPER, ALL),
        ("st.global.v2.u64 [d1], {%clock64, g1};", HOPPER, ALL),
        ("st.global.v2.u32 [d1], {%clock64, %laneid};", HOPPER, ()),
        ("st.global.v2.u16 [d1], {%laneid, h1};", HOPPER, ()),
        ("st.global.v4.u8 [d1], {%laneid, r1, %smid, r2};", HOPPER, ALL),
        ("ld.global.v2.u32 {%laneid, 5}, [d1];", HOPPER, ()),
        ("mov.v2.f64 {g1, g2}, {%clock64, g3};", HOPPER, ALL),
        ("mov.v2.u16 {h1, h2}, {%laneid, h3};", HOPPER, ()),
        ("mov.b64 {%laneid, r1}, d1;", HOPPER, ALL),
        ("mov.v2.u32 {r1, r2}, {gx, r3};", HOPPER, ALL),
        ("mov.v2.u64 {d1, d2}, {gx, d3};", HOPPER, ()),
        ("tld4.r.a2d.v4.f32.f32 {f0, f1, f2, f3}, [tx, {%laneid, f1, f2}];", HOPPER, ()),
        (INT4, AMPERE, ALL),
        (INT4, HOPPER, ()),
        # Scalar variables, but no arrays.
        ("ld.global.v2.u32 {r1, sx}, [d1];", HOPPER, ALL),
        ("ld.global.v2.u32 {r1, ga}, [d1];", HOPPER, ()),
        ("ld.global.v2.b64 {gx, d1}, [d1];", HOPPER, ()),
        ("mov.b32 {gh, h1}, r1;", HOPPER, ALL),
        ("mov.b64 d1, {gx, r1};", HOPPER, ALL),
        ("tex.1d.v4.s32.s32 {gx, r1, r2, r3}, [tx, {r4}];", HOPPER, ALL),
        (MMA % "gx", HOPPER, ALL),
        ("st.global.v2.u32 [d1], {gx, r1};", HOPPER, ("11.8", "12.9")),
        # A special register that is itself a vector, whatever the other elements are.
        ("st.global.v2.b32 [d1], {%laneid, %tid};", HOPPER, ()),
        ("mov.b64 d1, {r1, %tid};", HOPPER, ()),
        # Constants beside elements of other vectors.
        ("st.global.v2.b32 [d1], {5, v.x};", HOPPER, ()),
        ("st.global.v2.b32 [d1], {r1, v.x};", HOPPER, ALL),
        ("suld.b.2d.b32.trap {r1}, [sf, {v.x, 5}];", HOPPER, ()),
        ("tex.2d.v4.f32.s32 {f0, f1, f2, f3}, [tx, {5, %tid.x}];", HOPPER, ()),
        ("tex.2d.v4.f32.s32 {f0, f1, f2, f3}, [tx, {5, r1}];", HOPPER, ALL),
        ("mov.b64 d1, {5, v.x};", HOPPER, ()),
        # Pairs of f16 beside other types.
        (PAIR + "st.global.v2.b32 [d1], {x1, f1};", HOPPER, ()),
        (PAIR + "st.global.v2.b32 [d1], {x1, r1};", HOPPER, ALL),
        (PAIR + "ld.global.v2.b32 {u1, x1}, [d1];", HOPPER, ()),
        (PAIR + "st.global.v2.b32 [d1], {5, x1};", HOPPER, ()),
        (PAIR + "mov.b64 {x1, f1}, d1;", HOPPER, ()),
        # Predicates count as bits.
        ("st.global.v2.u32 [d1], {r1, p1};", HOPPER, ALL),
        ("st.global.v2.u32 [d1], {u1, p1};", HOPPER, ()),
        ("st.global.v2.u64 [d1], {r1, p1};", HOPPER, ()),
        ("st.global.v2.b32 [d1], {%clock64, p1};", HOPPER, ()),
        # Errors beside an element that ptxas accepts.
        ("st.global.v2.b32 [d1], {1.5, d2};", HOPPER, ()),
        ("st.global.v2.b32 [d1], {d2, 1.5};", HOPPER, ALL),
        ("stmatrix.sync.aligned.m8n8.x2.shared.b16 [r1], {5, h1};", HOPPER, ()),
        ("stmatrix.sync.aligned.m8n8.x2.shared.b16 [r1], {%laneid, ga};", HOPPER, ()),
        ("stmatrix.sync.aligned.m8n8.x2.shared.b16 [r1], {5, _};", HOPPER, ()),
        ("ld.global.v2.f32 {u1, ga}, [d1];", HOPPER, ()),
        ("ld.global.v2.f32 {5, u1}, [d1];", HOPPER, ()),
        # Addresses.
        ("discard.global.L2 [%laneid], 128;", HOPPER, ()),
        ("prefetch.global.L1 [%clock64];", HOPPER, ()),
        ("st.global.u32 [%clock64+8], r2;", HOPPER, ()),
        ("red.shared.add.u32 [%envreg1], r1;", HOPPER, ()),
        ("ld.global.u32 r1, [%clock64];", HOPPER, ("12.9", "13.5")),
        ("ld.shared.v2.u32 {r1, r2}, [%laneid];", HOPPER, ()),
        ("st.param.u32 [r1], r2;", HOPPER, ()),
        # A register plus a constant.
        ("st.global.f32 [d1], f1+4;", HOPPER, ALL),
        ("st.shared.u32 [r1], f1+4;", HOPPER, ()),
        ("atom.global.add.u32 r1, [d1], r2+4;", HOPPER, ALL),
        ("atom.global.add.f32 f1, [d1], f2+4;", HOPPER, ()),
        ("match.any.sync.b32 r1, r2, r3+4;", HOPPER, ALL),
        ("match.any.sync.b32 r1, r2, r3+4;", AMPERE, ()),
        ("shfl.sync.idx.b32 r1, r2, r3+4, r4, r5;", AMPERE, ()),
        ("shfl.sync.idx.b32 r1, r2, r3+4, r4, r5;", MAXWELL, ("11.8", "12.9")),
        ("redux.sync.add.s32 r1, r2, r3+4;", AMPERE, ()),
        ("bar.warp.sync r1+4;", AMPERE, ()),
        ("bar.warp.sync r1+4;", MAXWELL, ("11.8", "12.9")),
        ("vadd.u32.u32.s32 r1, r2+4, r3;", MAXWELL, ("11.8", "12.9")),
        ("vadd.u32.u32.s32 r1, r2+4, r3;", HOPPER, ()),
        # Two registers where an operand is one bf16.
        ("add.bf16 h1, h2, {h3, h4};", HOPPER, ("12.9",)),
        ("add.bf16 h1, h2, {r3, r4};", HOPPER, ()),
        ("add.f16 h1, h2, {h3, h4};", HOPPER, ()),
        # Vectors of two bf16 numbers, whose elements are registers.
        ("red.global.add.noftz.v2.bf16 [d1], {h1, h2};", ("sm_90", "8.1"), ("12.9", "13.5")),
        ("red.global.add.noftz.v2.bf16 [d1], {r1, h2};", ("sm_90", "8.1"), ()),
    ],
)
def test_verdicts_of_releases(statement: str, place: tuple[str, str], accepting: tuple[str, ...]) -> None:
    text = HEAD.format(target=place[0], version=place[1], statement=statement)
    errors = {
        release: [diagnostic for diagnostic in check_module(text, assembler=release) if diagnostic.severity == "error"]
        for release in ALL
    }
    assert {release for release in ALL if not errors[release]} == {*accepting}
