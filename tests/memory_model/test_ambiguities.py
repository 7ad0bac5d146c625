"""Answers that depend on the reading of the text, and both readings of each ambiguity."""

import pytest

import ptxisa
from ptxisa.memory_model import MemoryModel, decide
from ptxisa.memory_model.model import ambiguities
from tests.memory_model.test_mutations import ALIAS, BULK, CLUSTER, CTA, GPU, litmus, passing, threads

THREE = "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0"
STORE, FENCE = "st.shared.u64 [s], 1", "fence.proxy.async"
WAIT = ("mbarrier.try_wait.parity.acquire.cluster.shared.b64 p1, [b], 0", "@!p1 bra OUT")
TESTS = {
    "reduction-observes": litmus(
        THREE,
        [
            "st.weak x, 1 | red.relaxed.gpu.add flag, 1 | ld.acquire.gpu r0, flag",
            "st.release.gpu flag, 1 | | ld.weak r1, x",
        ],
        "exists (P2:r0=2 /\\ P2:r1=0)",
    ),
    "failed-cas-writes": litmus(
        GPU,
        ["st.weak flag, 7 | atom.relaxed.gpu.cas r0, flag, 5, 6"],
        "exists (flag=0)",
    ),
    "one-way-fences": passing(
        GPU,
        "st.weak x, 1",
        ["fence.release.gpu", "st.relaxed.gpu flag, 1"],
        ["ld.relaxed.gpu r0, flag", "fence.acquire.gpu"],
    ),
    "arrivals-chain": threads(
        [
            ["st.u32 [x], 1", "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [b]"],
            ["mbarrier.arrive.release.cta.shared.b64 rd1, [b]"],
            ["mov.u32 r0, 7", *WAIT, "ld.u32 r0, [x]", "OUT:"],
        ],
        "exists (P2:r0=0)",
        [{"cta": 1}, {}, {}],
        mbarriers={"b": 2},
    ),
    "proxy-of-fences": passing(
        GPU,
        "st.weak x, 1",
        ["fence.acq_rel.gpu", "st.relaxed.gpu flag, 1"],
        ["ld.relaxed.gpu r0, flag", "fence.acq_rel.gpu"],
    ),
    "relaxed-cluster-arrivals": threads(
        [
            ["st.u32 [x], 1", "barrier.cluster.arrive.relaxed", "barrier.cluster.wait"],
            ["barrier.cluster.arrive.relaxed", "barrier.cluster.wait", "ld.u32 r0, [x]"],
        ],
        "exists (P1:r0=0)",
        [{}, {"cta": 1}],
    ),
    "proxy-fence-of-reader": threads(
        [[STORE, "bar.sync 0"], ["bar.sync 0", FENCE, *BULK, "cp.async.bulk.wait_group 0", "ld.global.u64 rd1, [g]"]],
        "exists (P1:rd1=0)",
    ),
    "proxy-fence-in-cta": threads(
        [
            ["st.global.u64 [s], 1", FENCE, "barrier.cluster.arrive", "barrier.cluster.wait"],
            [
                "barrier.cluster.arrive",
                "barrier.cluster.wait",
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [d], [s], 16, [b]",
            ],
        ],
        "exists (true)",
        [{}, {"cta": 1}],
        mbarriers={"b": 1},
    ),
    "proxy-fences-of-chapter-8": threads(
        [[STORE, FENCE, *BULK, "cp.async.bulk.wait_group 0", "ld.global.u64 rd1, [g]"]], "exists (P0:rd1=0)"
    ),
    "reads-of-groups": threads(
        [[STORE, FENCE, *BULK, "cp.async.bulk.wait_group.read 0", "st.shared.u64 [s], 2"]], "exists (true)"
    ),
    "hung-executions": threads(
        [["ld.u32 r0, [x]", "barrier.sync 0, 64"], ["mov.u32 r0, 0"]], "exists (P0:r0=0)", init={"x": 0}
    ),
    "dependencies": threads(
        [
            ["ld.u32 r0, [x]", "xor.b32 r1, r0, r0", "add.u32 r1, r1, 1", "st.u32 [y], r1"],
            ["ld.u32 r0, [y]", "st.u32 [x], r0"],
        ],
        "exists (P0:r0=1)",
        [{}, {"cta": 1}],
    ),
    "own-later-store": litmus("P0@cta 0,gpu 0", ["ld.weak r0, x", "st.weak y, 1"], "exists (P0:r0=1)", ALIAS),
}
"""A test of each ambiguity whose answer depends on the reading."""


def test_every_ambiguity_has_a_test():
    assert set(TESTS) == set(ambiguities())


@pytest.mark.parametrize("identifier", sorted(TESTS))
def test_the_answer_depends_on_the_reading(identifier):
    report = decide(TESTS[identifier], MemoryModel.of())
    assert identifier in report.ambiguities
    other = "b" if ambiguities()[identifier].choice == "a" else "a"
    chosen = decide(TESTS[identifier], MemoryModel.of(choose={identifier: other}))
    assert (chosen.verdict, bool(chosen.races)) != (report.verdict, bool(report.races))
    assert identifier in chosen.ambiguities


@pytest.mark.parametrize("header", [CTA, GPU, CLUSTER])
def test_an_answer_without_doubt_names_no_ambiguity(header):
    text = passing(header, "st.weak x, 1", ["st.release.gpu flag, 1"], ["ld.acquire.gpu r0, flag"])
    assert decide(text, MemoryModel.of()).ambiguities == ()


def test_a_reduction_that_no_observation_passes_names_no_ambiguity():
    report = ptxisa.litmus([{"code": ["red.relaxed.gpu.add.u32 [x], 1"]}], question="exists (x=1)")
    assert report.ambiguities == ()
