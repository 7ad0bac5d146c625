"""Kernels with `tcgen05`: products in tensor memory, their commits, and loads that come too early."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxisa
from tests.run.tensor_core import instruction, matrix

COLUMNS = 32
HEAD = ".version 8.8\n.target sm_100a\n.address_size 64\n"
REGISTERS = ", ".join(f"%v{number}" for number in range(COLUMNS))
STORES = "\n".join(f"st.global.b32 [%out+{4 * number}], %v{number};" for number in range(COLUMNS))
BODY = f"""
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 out, .param .u64 adesc, .param .u64 bdesc,
    .param .u32 idesc)
{{
.reg .pred %p<6>; .reg .b32 %r<20>; .reg .b64 %d<20>; .reg .b64 %out; .reg .b32 {REGISTERS};
.shared .align 1024 .b8 tiles[5120]; .shared .align 8 .b64 m; .shared .align 4 .b32 where;
mov.u32 %r0, %tid.x; shr.u32 %r1, %r0, 5; setp.eq.u32 %p0, %r1, 0; setp.eq.u32 %p1, %r0, 0; setp.lt.u32 %p2, %r0, 64;
ld.param.u64 %d0, [a]; ld.param.u64 %d1, [b]; ld.param.u64 %d2, [adesc]; ld.param.u64 %d3, [bdesc];
ld.param.u32 %r2, [idesc]; ld.param.u64 %out, [out]; mov.u32 %r3, tiles; mov.u32 %r14, where; mov.u32 %r15, m;
@%p0 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r14], {COLUMNS};
mul.wide.u32 %d4, %r0, 16; add.u64 %d5, %d0, %d4; mad.lo.u32 %r4, %r0, 16, %r3;
ld.global.v4.b32 {{%r5, %r6, %r7, %r8}}, [%d5]; st.shared.v4.b32 [%r4], {{%r5, %r6, %r7, %r8}};
ld.global.v4.b32 {{%r5, %r6, %r7, %r8}}, [%d5+2048]; st.shared.v4.b32 [%r4+2048], {{%r5, %r6, %r7, %r8}};
add.u64 %d6, %d1, %d4;
@%p2 ld.global.v4.b32 {{%r5, %r6, %r7, %r8}}, [%d6];
@%p2 st.shared.v4.b32 [%r4+4096], {{%r5, %r6, %r7, %r8}};
@%p1 mbarrier.init.shared.b64 [%r15], 1;
fence.proxy.async.shared::cta;
tcgen05.fence::before_thread_sync; bar.sync 0; tcgen05.fence::after_thread_sync;
ld.shared.b32 %r9, [%r14]; setp.ne.u32 %p3, %r0, %r0;
@%p1 tcgen05.mma.cta_group::1.kind::f16 [%r9], %d2, %d3, %r2, %p3;
@%p1 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r15];
WAIT: mbarrier.try_wait.parity.shared.b64 %p4, [%r15], 0; @!%p4 bra WAIT;
tcgen05.fence::after_thread_sync;
shl.b32 %r10, %r1, 21; add.u32 %r10, %r9, %r10;
tcgen05.ld.sync.aligned.32x32b.x32.b32 {{{REGISTERS}}}, [%r10];
tcgen05.wait::ld.sync.aligned;
mul.wide.u32 %d7, %r0, {4 * COLUMNS}; add.u64 %out, %out, %d7;
{STORES}
tcgen05.fence::before_thread_sync; bar.sync 0;
@%p0 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r9, {COLUMNS};
ret;
}}
"""


def launched(body: str, schedule: str = "lockstep") -> tuple[Any, Any, Any]:
    """Return the run, what it stored, and the product."""
    random = np.random.default_rng(3)
    a, b = (random.integers(-8, 8, (rows, 16)).astype(np.float16) for rows in (128, COLUMNS))
    arranged = [np.ascontiguousarray(x.reshape(len(x), 2, 8).transpose(1, 0, 2)) for x in (a, b)]
    out = np.zeros((128, COLUMNS), np.float32)
    # Shared memory of a CTA begins with 1,024 bytes of the system.
    descriptors = [matrix(0x400, "none", 2048, 128), matrix(0x400 + 4096, "none", 16 * COLUMNS, 128)]
    idesc = instruction("f16", dtype="f32", atype="f16", btype="f16", m=128, n=COLUMNS)
    run = ptxisa.launch(HEAD + body, "k", 1, 128, [*arranged, out, *descriptors, idesc], schedule=schedule, seed=1)
    return run, out, a.astype(np.float32) @ b.astype(np.float32).T


@pytest.mark.parametrize("schedule", ["lockstep", "random"])
def test_a_product_in_tensor_memory(schedule: str) -> None:
    run, out, product = launched(BODY, schedule)
    assert run.complete, run.unmodeled
    assert [str(finding) for finding in run.findings] == []
    assert np.array_equal(out, product)


def test_stores_that_compilers_move_before_the_wait_are_not_reported() -> None:
    wait = "tcgen05.wait::ld.sync.aligned;"
    text = BODY.replace(f"{wait}\n", "").replace(f"{STORES}\n", f"{STORES}\n{wait}\n")
    run, out, product = launched(text)
    assert [str(finding) for finding in run.findings] == []
    assert np.array_equal(out, product)


def test_a_later_commit_completes_those_before() -> None:
    """An mbarrier of a commit that nobody waits for may be invalidated after the wait for a later one."""
    commit = "@%p1 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r15];"
    text = BODY.replace(
        commit,
        ".shared .align 8 .b64 early; mov.u32 %r16, early;\n"
        f"@%p1 mbarrier.init.shared.b64 [%r16], 1;\n{commit.replace('%r15', '%r16')}\n{commit}",
    ).replace("@%p0 tcgen05.dealloc", "@%p1 mbarrier.inval.shared.b64 [%r16];\n@%p0 tcgen05.dealloc")
    run, out, product = launched(text)
    assert [str(finding) for finding in run.findings] == []
    assert np.array_equal(out, product)


def test_a_load_before_the_wait_for_the_commit() -> None:
    wait = "WAIT: mbarrier.try_wait.parity.shared.b64 %p4, [%r15], 0; @!%p4 bra WAIT;"
    text = BODY.replace(wait, "").replace("@%p0 tcgen05.dealloc", "// @%p0 tcgen05.dealloc")
    run, _, _ = launched(text)
    line = next(number for number, line in enumerate((HEAD + text).split("\n"), 1) if "tcgen05.ld" in line)
    assert ("missing-wait", line) in {(finding.code, finding.line) for finding in run.findings}


@pytest.mark.parametrize(
    ("old", "new", "code", "at"),
    [
        ("shl.b32 %r10, %r1, 21;", "shl.b32 %r10, %r1, 22;", "out-of-bounds", "tcgen05.ld"),
        ("ld.shared.b32 %r9, [%r14];", "mov.u32 %r9, 64;", "out-of-bounds", "@%p1 tcgen05.mma"),
        ("tcgen05.wait::ld.sync.aligned;", "", "missing-wait", "st.global.b32 [%out+0]"),
        ("tcgen05.wait::ld.sync.aligned;", "add.u32 %v0, %v0, 1;", "missing-wait", "st.global.b32 [%out+0]"),
        (f"@%p0 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r9, {COLUMNS};", "", "leak", "@%p0 tcgen05.alloc"),
        (f"%r9, {COLUMNS};\nret", "%r9, 64;\nret", "invalid-free", "@%p0 tcgen05.dealloc"),
        ("ret;", "@%p0 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r9, 32;// 2\nret;", "double-free", "// 2"),
        ("fence.proxy.async.shared::cta;", "", "race", "@%p1 tcgen05.mma"),
        ("tcgen05.fence::after_thread_sync;\nshl", "shl", "race", "tcgen05.ld"),
        ("WAIT:", "st.shared.b32 [%r4], 0; // early\nWAIT:", "missing-wait", "// early"),
        ("setp.ne.u32 %p3", "setp.eq.u32 %p3", "uninitialized", "st.global.b32 [%out+0]"),
        ("@%p1 tcgen05.mma", "add.u64 %d3, %d3, 64;\n@%p1 tcgen05.mma", "out-of-bounds", "@%p1 tcgen05.mma"),
        (
            "WAIT:",
            "shl.b32 %r10, %r1, 21; add.u32 %r10, %r9, %r10;\nWAIT:"
            "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r10], {%r0};"
            "\ntcgen05.ld.sync.aligned.32x32b.x1.b32 {%r5}, [%r10]; // stored\ntcgen05.wait::ld.sync.aligned;",
            "missing-wait",
            "// stored",
        ),
    ],
)  # fmt: skip
def test_a_bug_on_tensor_memory_is_found_at_its_line(old: str, new: str, code: str, at: str) -> None:
    assert old in BODY
    text = BODY.replace(old, new)
    run, _, _ = launched(text)
    line = next(number for number, line in enumerate((HEAD + text).split("\n"), 1) if at in line)
    assert (code, line) in {(finding.code, finding.line) for finding in run.findings}


STORED = """
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 out, .param .u64 adesc, .param .u64 bdesc,
    .param .u32 idesc)
{
.reg .pred %p<6>; .reg .b32 %r<20>; .reg .b64 %d<20>; .reg .b64 %out;
.shared .align 1024 .b8 tiles[5120]; .shared .align 8 .b64 m; .shared .align 4 .b32 where;
mov.u32 %r0, %tid.x; shr.u32 %r1, %r0, 5; setp.eq.u32 %p0, %r1, 0; setp.eq.u32 %p1, %r0, 0;
ld.param.u64 %d2, [adesc]; ld.param.u64 %d3, [bdesc]; ld.param.u32 %r2, [idesc]; ld.param.u64 %out, [out];
mov.u32 %r3, tiles; shl.b32 %r4, %r0, 2; add.u32 %r4, %r3, %r4; mov.u32 %r5, 0;
ZERO: st.shared.b32 [%r4], 0; add.u32 %r4, %r4, 512; add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 10; @%p2 bra ZERO;
@%p0 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [where], 32;
@%p1 mbarrier.init.shared.b64 [m], 1;
fence.proxy.async.shared::cta; tcgen05.fence::before_thread_sync; bar.sync 0; tcgen05.fence::after_thread_sync;
ld.shared.b32 %r9, [where]; shl.b32 %r10, %r1, 21; add.u32 %r10, %r9, %r10; setp.eq.u32 %p3, %r0, %r0;
mov.b32 %r6, 0f40000000; mov.u32 %r7, 0; mov.u32 %r8, %r10;
FILL: tcgen05.st.sync.aligned.32x32b.x1.b32 [%r8], {%r6};
add.u32 %r8, %r8, 1; add.u32 %r7, %r7, 1; setp.lt.u32 %p2, %r7, 32; @%p2 bra FILL;
tcgen05.wait::st.sync.aligned;
tcgen05.fence::before_thread_sync; // stored
bar.sync 0;
tcgen05.fence::after_thread_sync; // product
@%p1 tcgen05.mma.cta_group::1.kind::f16 [%r9], %d2, %d3, %r2, %p3;
@%p1 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [m];
WAIT: mbarrier.try_wait.parity.shared.b64 %p4, [m], 0; @!%p4 bra WAIT;
tcgen05.fence::after_thread_sync; // load
tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r11}, [%r10];
tcgen05.wait::ld.sync.aligned;
mul.wide.u32 %d7, %r0, 128; add.u64 %out, %out, %d7; st.global.b32 [%out], %r11;
tcgen05.fence::before_thread_sync; bar.sync 0;
@%p0 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r9, 32;
ret;
}
"""


@pytest.mark.parametrize(
    ("mark", "at"),
    [("", ""), ("// stored", "tcgen05.mma"), ("// product", "tcgen05.mma"), ("// load", "tcgen05.ld")],
)
@pytest.mark.parametrize("schedule", ["lockstep", "random"])
def test_threads_that_share_tensor_memory_need_both_fences(mark: str, at: str, schedule: str) -> None:
    lines = [line for line in STORED.split("\n") if not mark or mark not in line]
    run, out, _ = launched("\n".join(lines), schedule)
    assert run.complete, run.unmodeled
    expected = [("race", HEAD.count("\n") + index) for index, line in enumerate(lines, 1) if at and at in line]
    assert [(finding.code, finding.line) for finding in run.findings] == expected
    assert (out[:, 0] == 2).all()


def test_code_without_any_fence_of_tensor_memory_is_that_of_a_compiler() -> None:
    lines = [line for line in STORED.split("\n") if "tcgen05.fence" not in line or "bar.sync" in line]
    text = (
        "\n".join(lines)
        .replace("tcgen05.fence::before_thread_sync;", "")
        .replace("tcgen05.fence::after_thread_sync;", "")
    )
    run, _, _ = launched(text)
    assert run.findings == []


def test_arithmetic_before_the_wait_for_a_load_is_not_an_error() -> None:
    wait = "tcgen05.wait::ld.sync.aligned;"
    run, _, _ = launched(BODY.replace(wait, f"mov.b32 %r5, %v0; add.u32 %v1, %r5, 1; {wait}"))
    assert run.findings == []


def test_stored_registers_without_a_value_have_none_in_tensor_memory() -> None:
    cells = "\nshl.b32 %r10, %r1, 21; add.u32 %r10, %r9, %r10;"
    text = BODY.replace("WAIT:", f"{cells}\nWAIT:").replace(
        "tcgen05.ld.sync",
        "tcgen05.st.sync.aligned.32x32b.x2.b32 [%r10], {%r0, %r19}; tcgen05.wait::st.sync.aligned;\ntcgen05.ld.sync",
    )
    run, _, _ = launched(text)
    lines = (HEAD + text).split("\n")
    stores = [number for number, line in enumerate(lines, 1) if "st.global.b32 [%out+4]" in line]
    assert [(finding.code, finding.line) for finding in run.findings] == [("uninitialized", stores[0])]


HALF = ", ".join(f"%v{number}" for number in range(COLUMNS // 2))
HALF_STORES = "\n".join(f"st.global.b32 [%out+{4 * number}], %v{number};" for number in range(COLUMNS // 2))
PAIR = f"""
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 out, .param .u64 adesc, .param .u64 bdesc,
    .param .u32 idesc, .param .align 64 .b8 ta[128], .param .align 64 .b8 tb[128]) .reqnctapercluster 2
{{
.reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %d<20>; .reg .b64 %out; .reg .b16 %h<4>; .reg .b32 {HALF};
.shared .align 1024 .b8 tiles[5120]; .shared .align 8 .b64 m[2]; .shared .align 4 .b32 where;
mov.u32 %r0, %tid.x; shr.u32 %r1, %r0, 5; setp.eq.u32 %p0, %r1, 0; setp.eq.u32 %p1, %r0, 0;
mov.u32 %r20, %cluster_ctarank; setp.eq.u32 %p5, %r20, 0; and.pred %p6, %p1, %p5;
ld.param.u64 %d2, [adesc]; ld.param.u64 %d3, [bdesc]; ld.param.u32 %r2, [idesc]; ld.param.u64 %out, [out];
mov.u32 %r3, tiles; mov.u32 %r14, where; mov.u32 %r15, m;
mov.b64 %d10, ta; cvta.param.u64 %d10, %d10; mov.b64 %d11, tb; cvta.param.u64 %d11, %d11;
@%p0 tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%r14], {COLUMNS};
@%p1 mbarrier.init.shared.b64 [%r15], 1; @%p1 mbarrier.init.shared.b64 [%r15+8], 1;
@%p1 fence.mbarrier_init.release.cluster;
tcgen05.fence::before_thread_sync; barrier.cluster.arrive.release; barrier.cluster.wait.acquire;
tcgen05.fence::after_thread_sync;
ld.shared.b32 %r9, [%r14]; setp.ne.u32 %p3, %r0, %r0;
shl.b32 %r21, %r20, 6; shl.b32 %r22, %r20, 4; mov.u32 %r23, 0; mov.u32 %r24, 8;
mapa.shared::cluster.u32 %r25, %r15, 0; add.u32 %r26, %r3, 4096;
add.u32 %r27, %r3, 1024; add.u32 %r28, %r3, 4352;
@%p6 mbarrier.arrive.expect_tx.shared.b64 _, [%r15], 5120;
@%p1 cp.async.bulk.tensor.2d.cta_group::2.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%d10, {{%r23,
    %r21}}], [%r25];
@%p1 cp.async.bulk.tensor.2d.cta_group::2.shared::cluster.global.mbarrier::complete_tx::bytes [%r27], [%d10, {{%r24,
    %r21}}], [%r25];
@%p1 cp.async.bulk.tensor.2d.cta_group::2.shared::cluster.global.mbarrier::complete_tx::bytes [%r26], [%d11, {{%r23,
    %r22}}], [%r25];
@%p1 cp.async.bulk.tensor.2d.cta_group::2.shared::cluster.global.mbarrier::complete_tx::bytes [%r28], [%d11, {{%r24,
    %r22}}], [%r25];
@!%p6 bra WAIT;
FULL: mbarrier.try_wait.parity.shared.b64 %p4, [%r15], 0; @!%p4 bra FULL;
tcgen05.mma.cta_group::2.kind::f16 [%r9], %d2, %d3, %r2, %p3;
mov.u16 %h1, 3;
tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%r15+8], %h1;
WAIT: add.u32 %r16, %r15, 8; W: mbarrier.try_wait.parity.shared.b64 %p4, [%r16], 0; @!%p4 bra W;
tcgen05.fence::after_thread_sync;
shl.b32 %r10, %r1, 21; add.u32 %r10, %r9, %r10;
tcgen05.ld.sync.aligned.32x32b.x16.b32 {{{HALF}}}, [%r10]; tcgen05.wait::ld.sync.aligned;
mad.lo.u32 %r29, %r20, 128, %r0; mul.wide.u32 %d7, %r29, {2 * COLUMNS}; add.u64 %out, %out, %d7;
{HALF_STORES}
tcgen05.fence::before_thread_sync; barrier.cluster.arrive; barrier.cluster.wait;
@%p0 tcgen05.dealloc.cta_group::2.sync.aligned.b32 %r9, {COLUMNS};
ret;
}}
"""


@pytest.mark.parametrize("schedule", ["lockstep", "random", "adversarial"])
def test_a_product_of_a_pair_of_ctas(schedule: str) -> None:
    random = np.random.default_rng(3)
    a, b = (random.integers(-8, 8, (rows, 16)).astype(np.float16) for rows in (128, COLUMNS))
    out = np.zeros((2, 2, 64, COLUMNS // 2), np.float32)
    descriptors = [matrix(0x400, "none", 1024, 128), matrix(0x400 + 4096, "none", 8 * COLUMNS, 128)]
    idesc = instruction("f16", dtype="f32", atype="f16", btype="f16", m=128, n=COLUMNS)
    maps = [ptxisa.TensorMap(a, box=(8, 64)), ptxisa.TensorMap(b, box=(8, COLUMNS // 2))]
    arguments = [a, b, out, *descriptors, idesc, *maps]
    run = ptxisa.launch(HEAD + PAIR, "k", 2, 128, arguments, schedule=schedule, seed=1)
    assert run.complete, run.unmodeled
    assert [str(finding) for finding in run.findings] == []
    # A CTA has half of the rows; its upper 64 lanes have the right half of the columns.
    product = (a.astype(np.float32) @ b.astype(np.float32).T).reshape(2, 64, 2, COLUMNS // 2)
    assert np.array_equal(out, product.transpose(0, 2, 1, 3))
