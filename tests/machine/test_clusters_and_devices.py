"""Memory of several devices, mbarriers of several CTAs, and cancellation of pending launches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxisa
from tests.machine.launching import kernel
from tests.machine.test_findings import line_of

RNG = np.random.default_rng(3)
LANES = (
    "ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"
    "add.u64 %rd1, %rd1, %rd3; add.u64 %rd2, %rd2, %rd3;\n"
)
POINTERS = ".param .u64 a, .param .u64 b"
BLACKWELL = (".version 8.7\n.target sm_90a", ".version 8.8\n.target sm_100a")


def run(text: str, *arguments: Any, **options: Any) -> Any:
    result = ptxisa.launch(text, "k", options.pop("grid", 1), options.pop("block", 32), arguments, **options)
    assert [str(finding) for finding in result.findings] == []
    return result


@pytest.mark.parametrize(
    ("type_", "operation", "dtype", "combined"),
    [
        ("u32", "add", "u4", lambda x: x.sum(axis=0, dtype=np.uint32)),
        ("s32", "min", "i4", lambda x: x.min(axis=0)),
        ("b32", "xor", "u4", lambda x: np.bitwise_xor.reduce(x)),
    ],
)
def test_a_load_combines_the_values_of_all_devices(type_: str, operation: str, dtype: str, combined: Any) -> None:
    devices, out = RNG.integers(0, 1 << 32, (3, 32), dtype=np.uint32).view(dtype), np.zeros(32, dtype)
    load = f"multimem.ld_reduce.relaxed.sys.global.{operation}.{type_} %r2, [%rd1]; st.global.u32 [%rd2], %r2;"
    assert run(kernel(LANES + load, POINTERS), ptxisa.Multimem(list(devices)), out).complete
    assert np.array_equal(out, combined(devices))


def test_the_sum_of_vectors_of_halves_on_two_devices() -> None:
    devices = RNG.integers(-99, 99, (2, 32, 2)).astype(np.float16)
    text = kernel(
        LANES + "multimem.ld_reduce.relaxed.gpu.global.add.f16x2 %r2, [%rd1];\nst.global.u32 [%rd2], %r2;", POINTERS
    )
    out = np.zeros((32, 2), np.float16)
    assert run(text, ptxisa.Multimem(list(devices)), out).complete
    assert np.array_equal(out, devices[0] + devices[1])
    three = [*devices, devices[0]]
    assert not run(text, ptxisa.Multimem(three), out).complete


def test_a_store_and_a_reduction_reach_every_device() -> None:
    devices = np.zeros((2, 32), np.uint32)
    text = kernel(
        LANES + "multimem.st.weak.global.u32 [%rd1], %r1; multimem.red.relaxed.sys.global.add.u32 [%rd2], 3;", POINTERS
    )
    window = ptxisa.Multimem(list(devices))
    assert run(text, window, window).complete
    assert np.array_equal(devices, np.tile(np.arange(32) + 3, (2, 1)))


def test_bulk_copies_to_every_device() -> None:
    text = kernel(
        ".shared .align 128 .b8 s[128]; ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mov.u32 %r2, s;\n"
        "mad.lo.u32 %r3, %r1, 4, %r2; st.shared.u32 [%r3], %r1; fence.proxy.async.shared::cta; bar.sync 0;\n"
        "setp.ne.u32 %p1, %r1, 0; @%p1 bra D;\n"
        "multimem.cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 128;\n"
        "multimem.cp.reduce.async.bulk.relaxed.gpu.global.shared::cta.bulk_group.add.u32 [%rd1+128], [%r2], 128;\n"
        "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\nD:",
        ".param .u64 a",
    ).replace(*(".version 8.7\n.target sm_90a", ".version 9.3\n.target sm_90a"))
    devices = np.ones((2, 64), np.uint32)
    assert run(text, ptxisa.Multimem(list(devices))).complete
    assert np.array_equal(devices, np.tile(np.concatenate([np.arange(32), np.arange(32) + 1]), (2, 1)))


def test_single_precision_sums_of_bulk_copies_preserve_subnormal_numbers() -> None:
    text = kernel(
        ".shared .align 128 .b8 s[128]; ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mov.u32 %r2, s;\n"
        "mad.lo.u32 %r3, %r1, 4, %r2; st.shared.u32 [%r3], %r1; fence.proxy.async.shared::cta; bar.sync 0;\n"
        "setp.ne.u32 %p1, %r1, 0; @%p1 bra D;\n"
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%rd1], [%r2], 128;\n"
        "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\nD:",
        ".param .u64 a",
    )
    totals = np.full(32, 5, np.uint32)
    assert run(text, totals).complete
    assert np.array_equal(totals, np.arange(32) + 5)  # Sums of the smallest subnormal numbers are sums of their bits.


def test_devices_of_different_sizes_are_one_error() -> None:
    with pytest.raises(ptxisa.PtxError, match="must have the same size"):
        ptxisa.launch(kernel("", ".param .u64 a"), "k", 1, 1, [ptxisa.Multimem([np.zeros(4), np.zeros(5)])])


MULTICAST = """
.shared .align 8 .b64 m;
mov.u32 %r1, %tid.x; mov.u32 %r2, m; setp.eq.u32 %p1, %r1, 0; mov.u32 %r3, %cluster_ctarank;
@%p1 mbarrier.init.shared.b64 [%r2], COUNT;
fence.mbarrier_init.release.cluster; barrier.cluster.arrive; barrier.cluster.wait;
@%p1 mbarrier.arrive.release.cluster.shared::cluster.multicast::cluster::32b.b64 _, [%r2], 3;
L: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [%r2], 0; @!%p2 bra L;
barrier.cluster.arrive; barrier.cluster.wait;
"""


@pytest.mark.parametrize("schedule", ["lockstep", "random"])
def test_arrivals_at_the_mbarriers_of_several_ctas(schedule: str) -> None:
    head = ".version 8.7\n.target sm_90a", ".version 9.4\n.target sm_107a"
    text = kernel(MULTICAST.replace("COUNT", "2")).replace(*head)
    assert run(text, grid=4, cluster=2, schedule=schedule, seed=2).complete
    missing = ptxisa.launch(kernel(MULTICAST.replace("COUNT", "3")).replace(*head), "k", 2, 32, cluster=2)
    assert [finding.code for finding in missing.findings] == ["deadlock"]


STEAL = """
.shared .align 16 .b8 response[16]; .shared .align 8 .b64 m; .reg .b128 %q;
ld.param.u64 %rd1, [a]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, m; mov.u32 %r3, response; mov.u32 %r9, 0;
mbarrier.init.shared.b64 [%r2], 1;
WORK:
mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2; atom.global.add.u32 %r4, [%rd3], 1;
mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 16;
clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%r3], [%r2];
WAIT: mbarrier.try_wait.parity.shared.b64 %p1, [%r2], %r9; @!%p1 bra WAIT;
xor.b32 %r9, %r9, 1;
ld.shared.b128 %q, [%r3];
fence.proxy.async.shared::cta;
clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p2, %q;
@%p2 clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %r1, %q;
@%p2 bra WORK;
"""


@pytest.mark.parametrize("schedule", ["lockstep", "random"])
def test_running_ctas_take_over_the_work_of_pending_ones(schedule: str) -> None:
    text = kernel(STEAL, ".param .u64 a").replace(*BLACKWELL)
    work = np.zeros(11, np.uint32)
    result = run(text, work, grid=11, block=1, schedule=schedule, seed=7)
    assert result.complete, result.unmodeled
    assert (work == 1).all()
    again = text.replace("@%p2 bra WORK", "add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 9; @%p2 bra WORK")
    again = again.replace("mov.u32 %r9, 0;", "mov.u32 %r9, 0; mov.u32 %r5, 0;")
    codes = [finding.code for finding in ptxisa.launch(again, "k", 2, 1, [work], stop=False).findings]
    assert codes == ["undefined-behavior"]
    late = text.replace("@%p2 clusterlaunchcontrol", "clusterlaunchcontrol").replace(
        "%r1, %q;", "%r1, %q; // undefined"
    )
    late = late.replace("@%p2 bra WORK;", "@%p2 bra WORK; st.global.u32 [%rd1], %r1;")
    line = next(number for number, line in enumerate(late.split("\n"), 1) if "// undefined" in line)
    findings = ptxisa.launch(late, "k", 2, 1, [work], stop=False).findings
    assert {(finding.code, finding.line) for finding in findings} == {("undefined-result", line)}


MULTICAST_COPY = """
.shared .align 128 .b8 s[128]; .shared .align 8 .b64 m;
ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; mov.u32 %r1, %tid.x; mov.u32 %r2, m; mov.u32 %r4, s;
setp.eq.u32 %p1, %r1, 0; mov.u32 %r3, %cluster_ctarank;
@%p1 mbarrier.init.shared.b64 [%r2], 1;
@%p1 mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 128;
fence.mbarrier_init.release.cluster; barrier.cluster.arrive; barrier.cluster.wait;
setp.eq.u32 %p2, %r3, 1; and.pred %p1, %p1, %p2; mov.u16 %h1, 3;
@%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster
    [%r4], [%rd1], 128, [%r2], %h1;
L: mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0; @!%p2 bra L;
mad.lo.u32 %r5, %r1, 4, %r4; ld.shared.u32 %r6, [%r5];
mad.lo.u32 %r7, %r3, 32, %r1; mul.wide.u32 %rd3, %r7, 4; add.u64 %rd2, %rd2, %rd3; st.global.u32 [%rd2], %r6;
barrier.cluster.arrive; barrier.cluster.wait;
"""


@pytest.mark.parametrize("schedule", ["lockstep", "random"])
def test_a_bulk_copy_to_every_cta_of_a_mask(schedule: str) -> None:
    data, out = RNG.integers(0, 1 << 32, 32, dtype=np.uint32), np.zeros((2, 32), np.uint32)
    assert run(kernel(MULTICAST_COPY, POINTERS), data, out, grid=2, cluster=2, schedule=schedule, seed=1).complete
    assert np.array_equal(out, [data, data])


STORES = """
.shared .align 8 .b64 bar; .shared .b32 words[32];
mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; mov.u32 %r2, words; mad.lo.u32 %r2, %r1, 4, %r2;
st.shared.b32 [%r2], %r1; WRITE // here
@%p1 mbarrier.init.shared.b64 [bar], 1; @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 128;
@%p1 fence.mbarrier_init.release.cluster; barrier.cluster.arrive.relaxed; barrier.cluster.wait;
mov.u32 %r3, %cluster_ctarank; xor.b32 %r3, %r3, 1;
mapa.shared::cluster.u32 %r4, %r2, %r3; mapa.shared::cluster.u32 %r5, bar, %r3;
st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r4], 5, [%r5];
L: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [bar], 0; @!%p2 bra L; bar.warp.sync -1;
barrier.cluster.arrive; barrier.cluster.wait;
"""


@pytest.mark.parametrize("write", ["", "atom.shared.add.u32 %r6, [%r2], 1;", "st.volatile.shared.b32 [%r2], 7;"])
def test_a_store_to_another_cta_follows_the_writes_before_a_barrier_of_the_cluster(write: str) -> None:
    text = kernel(STORES.replace("WRITE", write))
    assert run(text.replace(".relaxed", ""), grid=2, cluster=2).complete
    found = [
        finding.related for finding in ptxisa.launch(text, "k", 2, 32, cluster=2).findings if finding.code == "race"
    ]
    assert line_of(text) in [related[0] for related in found if related]


def test_threads_set_bytes_of_different_sizes_to_zero() -> None:
    body = (
        ".shared .align 16 .b8 s[1024]; ld.param.u64 %rd1, [b]; mov.u32 %r1, %tid.x; mov.u32 %r2, s;\n"
        "shl.b32 %r3, %r1, 5; add.u32 %r3, %r2, %r3; cvt.u64.u32 %rd2, %r3; cvta.shared.u64 %rd2, %rd2;\n"
        "st.v4.b32 [%rd2], {-1, -1, -1, -1}; st.v4.b32 [%rd2+16], {-1, -1, -1, -1};\n"
        "and.b32 %r4, %r1, 3; add.u32 %r4, %r4, STEP; shl.b32 %r4, %r4, SHIFT; cvt.u64.u32 %rd3, %r4;\n"
        "st.bulk.weak.shared::cta [%r3], %rd3, 0; // here\n"
        "ld.v4.b32 {%r5, %r6, %r7, %r8}, [%rd2]; mul.wide.u32 %rd4, %r1, 16; add.u64 %rd4, %rd1, %rd4;\n"
        "st.global.v4.b32 [%rd4], {%r5, %r6, %r7, %r8};"
    )
    text = kernel(body, POINTERS).replace(*BLACKWELL)
    out = np.zeros((32, 4), np.uint32)
    assert run(text.replace("STEP", "0").replace("SHIFT", "3"), out, out).complete
    left = np.arange(4) * 4 >= np.arange(32)[:, None] % 4 * 8
    assert np.array_equal(out, np.where(left, 0xFFFFFFFF, 0))
    (finding,) = ptxisa.launch(text.replace("STEP", "1").replace("SHIFT", "2"), "k", 1, 32, [out, out]).findings
    assert (finding.code, finding.line) == ("misaligned-access", line_of(text))
    assert "not 4" in finding.message
