"""Requirements of instruction records that constants and declarations can break: verdicts of ptxas 11.8, 12.9 and 13.5.

Each answer was compared with a full compilation. A warning is about what releases of ptxas accept and the manual does
not, or what they accept and is undefined.
"""

from __future__ import annotations

import pytest

from ptxisa import check_module

HEAD = """.version {version}
.target {target}
.address_size 64
.global .texref tx;
.global .b32 gv[4];
.global .b32 gx;
.entry k(.param .b32 parameter) {{
.shared .b32 sv[4];
.shared .b32 sx;
.reg .b32 r<9>;
.reg .f64 g<9>;
.reg .b64 d<9>;
.reg .pred p<9>;
.param .b32 lp;
{statement}
exit; }}
"""
STATEMENTS = {
    ("", "sm_80", "7.8"): [
        "mbarrier.arrive.noComplete.shared.b64 d1, [r1], 2;",
    ],
    ("", "sm_90", "7.8"): [
        "fns.b32 r1, r2, 31, 1;",
        "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {r0,r1,r2,r3,r4,r5,r6,r7}, [d1], 24;",
        "bar.sync 0, 0;",
        "mov.b32 r1, {5, 6};",
        "ld.global.v4.u32 {r1,r2,r3,r4}, [gv+4];",
        "lop3.b32 r1, r2, r3, r4, 256;",
        "szext.wrap.u32 r1, r2, 33;",
        "bmsk.clamp.b32 r1, r2, 40;",
        "prmt.b32 r1, r2, r3, 65536;",
        "nanosleep.u32 1000001;",
        "prefetchu.L1 [gx];",
        "isspacep.shared::cluster p1, d1;",
        "cvta.to.param.u64 d1, d2;",
        "mapa.u64 d1, d2, 16;",
        "brkpt;",
        "alloca.u64 d1, 16, 256;",
        "griddepcontrol.wait;",
        "cp.async.mbarrier.arrive.shared.b64 [sx];",
        "mbarrier.init.shared.b64 [sx], 1;",
        "mbarrier.init.shared.b64 [sv+4], 1;",
        "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {g0,g1,g2,g3},{g4,g5},{g6},{g0,g1,g2,g3};",
        "createpolicy.range.global.L2::evict_last.b64 d1, [d2], 0, 0;",
        "atom.add.u32 r1, [sx], r2;",
        "targets: .branchtargets L, M; brx.idx 1, targets; L: M:",
    ],
    ("", "sm_90", "8.0"): [
        "cp.async.bulk.global.shared::cta.bulk_group [d1+8], [r1], 32;",
        "cp.async.bulk.global.shared::cta.bulk_group [gx+4], [r1], 32;",
    ],
    ("", "sm_90a", "8.0"): [
        "wgmma.wait_group.sync.aligned 8;",
    ],
    ("error", "sm_100", "8.6"): [
        "st.bulk.weak.shared::cta [r1], 12, 0;",
        "st.bulk.weak.shared::cta [r1], 16, 1;",
    ],
    ("error", "sm_100a", "8.6"): [
        "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [r1], 48;",
        "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [r1], 16;",
    ],
    ("error", "sm_80", "7.8"): [
        "mbarrier.arrive.shared.b64 d1, [r1], 2;",
    ],
    ("error", "sm_90", "7.8"): [
        "st.const.u32 [r1], r2;",
        "barrier.sync.aligned 0, 33;",
        "bar.arrive 0, 0;",
        "bar.sync 16;",
        "barrier.red.popc.aligned.u32 r1, 0, 48, p1;",
        "discard.global.L2 [d1], 64;",
        "applypriority.global.L2::evict_normal [d1], 64;",
        "bfe.u32 r1, r2, 256, 1;",
        "createpolicy.fractional.L2::evict_last.b64 d1, 0.0;",
        "createpolicy.fractional.L2::evict_last.b64 d1, 1.5;",
        "prefetchu.L1 [sx];",
        "@p1 st.param.b32 [lp], r1;",
        "@p1 ld.param.b32 r1, [lp];",
        "pmevent 16;",
        "alloca.u64 d1, 16, 3;",
        ".local .b32 lx; atom.add.u32 r1, [lx], r2;",
        "applypriority.L2::evict_normal [sv], 128;",
        "discard.L2 [sv], 128;",
    ],
    ("error", "sm_90", "8.0"): [
        "mbarrier.arrive.shared::cluster.b64 d1, [r1];",
        "cp.async.bulk.global.shared::cta.bulk_group [d1], [r1], 20;",
    ],
    ("error", "sm_90a", "8.0"): [
        "setmaxnreg.inc.sync.aligned.u32 20;",
        "setmaxnreg.inc.sync.aligned.u32 28;",
    ],
    ("warning", "sm_90", "7.8"): [
        "fns.b32 r1, r2, 32, 1;",
        "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {r0,r1,r2,r3,r4,r5,r6,r7}, [d1], 8;",
        "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {r0,r1,r2,r3,r4,r5,r6,r7}, [d1], 17;",
        "mbarrier.init.shared.b64 [r1], 1048576;",
        "mbarrier.init.shared.b64 [r1], 0;",
        "shfl.sync.idx.b32 r1, r2, 3, 31, 0;",
        "bar.warp.sync 0;",
        "match.any.sync.b32 r1, r2, 0;",
        "ld.global.u32 r1, [gx+1];",
        "ldu.global.u32 r1, [gx+2];",
        "vote.sync.any.pred p1, p2, 0;",
        "redux.sync.add.s32 r1, r2, 0;",
        "targets: .branchtargets L, M; brx.idx 2, targets; L: M:",
        "targets: .branchtargets L, M; brx.idx -1, targets; L: M:",
        "mov.u64 d1, tx+8;",
        "cvta.global.u64 d1, tx+8;",
        "ldu.u32 r1, [sx];",
        "ld.L2::128B.u32 r1, [sx];",
        "createpolicy.range.L2::evict_last.b64 d1, [sx], 16, 32;",
        ".local .b32 lx; ld.relaxed.gpu.u32 r1, [lx];",
        ".local .b32 lx; red.add.u32 [lx], r2;",
        "cp.async.wait_group -1;",
    ],
    ("warning", "sm_90", "8.0"): [
        "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [r1], 1048576;",
        "mbarrier.arrive.expect_tx.shared.b64 d1, [r1], 1048576;",
        "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [r1], 1048576;",
        "elect.sync r1|p1, 0;",
        "cp.async.bulk.wait_group -1;",
    ],
}


@pytest.mark.parametrize(
    ("statement", "severity", "target", "version"),
    [(statement, *key) for key, statements in STATEMENTS.items() for statement in statements],
)
def test_requirements_are_checked(statement: str, severity: str, target: str, version: str) -> None:
    text = HEAD.format(target=target, version=version, statement=statement)
    severities = {diagnostic.severity for diagnostic in check_module(text)} - {"note"}
    worst = "error" if "error" in severities else "warning" if severities else ""
    assert worst == severity
