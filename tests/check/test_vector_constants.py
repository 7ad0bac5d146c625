"""Constants in vectors, and registers that a vector of results repeats: verdicts of releases of ptxas."""

from __future__ import annotations

import pytest

from ptxisa import check_module

HEAD = """.version {version}
.target {target}
.address_size 64
.global .texref tx;
.entry k() {{
.reg .b32 r<8>; .reg .u32 u<8>; .reg .f32 f<8>; .reg .f64 g<8>; .reg .b16 h<4>; .reg .b64 p;
{statement} ret; }}
"""
HOPPER = {"version": "8.1", "target": "sm_90", "release": "13.5"}
BLACKWELL = {"version": "8.6", "target": "sm_100a", "release": "13.5"}


def severities(statement: str, version: str, target: str, release: str | None) -> set[str]:
    text = HEAD.format(version=version, target=target, statement=statement)
    return {diagnostic.severity for diagnostic in check_module(text, assembler=release)} - {"note"}


@pytest.mark.parametrize("release", ["11.8", "12.9", "13.5"])
@pytest.mark.parametrize(
    ("accumulator", "accepted"),
    [
        ("{f0, 0., f2, 0.}", True),
        ("{f0, 0.0, f2, 0f00000000}", True),
        ("{0d3FF0000000000000, f1, f2, f3}", True),
        ("{f0, 0, f2, 0}", False),
        ("{r0, 0, r2, 0}", True),
        ("{r0, 0., r2, 0.}", True),
        ("{r0, 0., r2, 0}", True),
        ("{r0, 0., 0, r3}", False),
        ("{0., 0., 0., 0.}", False),
        ("{0f00000000, 0f00000000, 0f00000000, 0f00000000}", True),
        ("{0., 0f00000000, 0f00000000, 0.}", True),
        ("{0f00000000, 0f00000000, 0., 0f00000000}", False),
        ("{0, 0, 0, 0}", False),
    ],
)
def test_constants_of_an_accumulator(accumulator: str, accepted: bool, release: str) -> None:
    operands = "{f0, f1, f2, f3}, {r0, r1, r2, r3}, {r4, r5}"
    statement = f"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {operands}, {accumulator};"
    assert severities(statement, "7.8", "sm_90", release) == (set() if accepted else {"error"})
    assert severities(statement, "7.8", "sm_90", None) == {"warning" if accepted else "error"}


@pytest.mark.parametrize(
    ("statement", "accepted", "place"),
    [
        ("wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64 {g0, g1}, {0.}, {g3}, {g4, g5};", True, HOPPER),
        ("wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64 {g0, g1}, {1}, {g3}, {g4, g5};", False, HOPPER),
        ("st.global.v2.f32 [p], {f0, 0.};", True, HOPPER),
        ("st.global.v2.f32 [p], {f0, 0};", False, HOPPER),
        ("st.global.v2.u32 [p], {r0, 0.};", True, HOPPER),
        ("st.global.v2.u32 [p], {u0, 0.};", False, HOPPER),
        ("st.global.v2.b64 [p], {0f3F800000, 0.};", True, HOPPER),
        ("st.global.v2.b64 [p], {0., 0f3F800000};", False, HOPPER),
        ("st.global.v4.b32 [p], {u0, r0, f0, r1};", True, HOPPER),
        ("st.global.v4.b32 [p], {u0, f0, r0, r1};", False, HOPPER),
        ("ld.global.v4.b32 {u0, r0, f0, r1}, [p];", True, HOPPER),
        ("tex.2d.v4.f32.f32 {f0, f1, f2, f3}, [tx, {f4, 0.}];", True, HOPPER),
        ("tex.2d.v4.f32.f32 {f0, f1, f2, f3}, [tx, {f4, 0}];", False, HOPPER),
        ("tex.2d.v4.f32.s32 {f0, f1, f2, f3}, [tx, {r4, 0.}];", True, HOPPER),
        ("tex.2d.v4.f32.s32 {f0, f1, f2, f3}, [tx, {u4, 0.}];", False, HOPPER),
        ("stmatrix.sync.aligned.m8n8.x2.shared.b16 [p], {r0, 0.};", True, HOPPER),
        ("st.global.v2.u32 [p], {%laneid, %smid};", True, HOPPER),
        ("st.global.v2.u32 [p], {%laneid, f0};", True, HOPPER),
        ("tex.2d.v4.f32.f32 {f0, f1, f2, f3}, [tx, {f4, %tid.x}];", True, HOPPER),
        ("st.global.v2.u16 [p], {%laneid, h0};", False, HOPPER),
        ("red.global.add.v2.f32 [p], {r0, %laneid};", True, HOPPER),
        ("tex.2d.v4.f32.f32 {f0, f1, f2, f3}, [tx, {r4, %tid.x}];", True, HOPPER),
        ("tcgen05.st.sync.aligned.16x64b.x2.b32 [r7], {r0, %laneid};", False, BLACKWELL),
        ("red.global.add.noftz.v2.f16 [p], {h0, 0.};", True, HOPPER),
        ("red.global.add.noftz.v2.f16 [p], {0., h0};", False, HOPPER),
        ("tcgen05.st.sync.aligned.16x64b.x2.b32 [r7], {r0, 0f3F800000};", True, BLACKWELL),
        ("tcgen05.st.sync.aligned.16x64b.x2.b32 [r7], {r0, 0.};", False, BLACKWELL),
        ("tcgen05.st.sync.aligned.16x64b.x2.b32 [r7], {u0, 0f3F800000};", False, BLACKWELL),
    ],
)
def test_constants_beside_registers(statement: str, accepted: bool, place: dict[str, str]) -> None:
    assert severities(statement, **place) == (set() if accepted else {"error"})


@pytest.mark.parametrize(
    ("statement", "release", "severity"),
    [
        ("tcgen05.ld.sync.aligned.16x64b.x2.b32 {r0, r0}, [r3];", "13.1", set()),
        ("tcgen05.ld.sync.aligned.16x64b.x2.b32 {r0, r0}, [r3];", "13.2", {"error"}),
        ("tcgen05.ld.sync.aligned.16x64b.x2.b32 {r0, r0}, [r3];", None, {"warning"}),
        ("tcgen05.ld.sync.aligned.16x32bx2.x2.b32 {r0, r0}, [r3], 0;", "13.5", {"error"}),
        ("tcgen05.ld.sync.aligned.16x64b.x2.b32 {r0, r1}, [r0];", "13.5", set()),
        ("ld.global.v2.b32 {r0, r0}, [p];", "13.5", set()),
        ("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {r0, r0}, [p];", "13.5", set()),
        ("tex.2d.v4.f32.f32 {f0, f0, f0, f0}, [tx, {f4, f5}];", "13.5", set()),
    ],
)
def test_repeated_registers_of_results(statement: str, release: str | None, severity: set[str]) -> None:
    assert severities(statement, "8.6", "sm_100a", release) == severity
