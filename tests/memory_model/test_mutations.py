"""Each clause of the model changes the verdict or the races of a test.

A mutation leaves out one clause (`ptxisa litmus --without`). The texts are litmus tests that this project wrote; the
verdict with all clauses follows from the text of chapter 8.
"""

import pytest

from ptxisa.memory_model import MemoryModel, decide, parse_litmus

CTA = "P0@cta 0,gpu 0 | P1@cta 0,gpu 0"
GPU = "P0@cta 0,gpu 0 | P1@cta 1,gpu 0"
SYS = "P0@cta 0,gpu 0 | P1@cta 0,gpu 1"
CLUSTER = "P0@cluster 0,cta 0,gpu 0 | P1@cluster 0,cta 1,gpu 0"
CLUSTERS = "P0@cluster 0,cta 0,gpu 0 | P1@cluster 1,cta 0,gpu 0"
STALE = "exists (P1:r0=1 /\\ P1:r1=0)"
STORES = "exists (P0:r0=0 /\\ P1:r1=0)"


def litmus(header, rows, question, init="x=0; y=0; flag=0;"):
    """Return a test in the notation of herd; each row has the statements of all threads."""
    body = "\n".join(f"{row} ;" for row in rows)
    return parse_litmus(f"PTX test\n{{ {init} }}\n{header} ;\n{body}\n{question}\n")


def passing(header, store, flag, wait, load="ld.weak r1, x", init="x=0; flag=0;"):
    """Return message passing: data and flag by one thread, flag and data by the other."""
    rows = [f"{first} | {second}" for first, second in zip([store, *flag], [*wait, load], strict=False)]
    if len(wait) + 1 > len(flag) + 1:
        rows += [f" | {second}" for second in [*wait, load][len(flag) + 1 :]]
    elif len(flag) + 1 > len(wait) + 1:
        rows += [f"{first} | " for first in [store, *flag][len(wait) + 1 :]]
    return litmus(header, rows, STALE, init)


def buffering(header, fence):
    """Return store buffering with a fence in each thread."""
    rows = ["st.weak x, 1 | st.weak y, 1", f"{fence} | {fence}", "ld.weak r0, y | ld.weak r1, x"]
    return litmus(header, rows, STORES)


RELEASE = ["st.release.gpu flag, 1"]
ACQUIRE = ["ld.acquire.gpu r0, flag"]
ALIAS = "x=0; flag=0; y @ generic aliases x; s @ surface aliases x; t @ texture aliases x;"
MUTATIONS = {
    "scopes": passing(GPU, "st.weak x, 1", ["st.release.cta flag, 1"], ["ld.acquire.cta r0, flag"]),
    "scope-of-second": passing(GPU, "st.weak x, 1", ["st.release.gpu flag, 1"], ["ld.acquire.cta r0, flag"]),
    "cluster-limit": passing(CLUSTERS, "st.weak x, 1", ["st.release.cluster flag, 1"], ["ld.acquire.cluster r0, flag"]),
    "scope-cluster": passing(CLUSTER, "st.weak x, 1", ["st.release.cluster flag, 1"], ["ld.acquire.cluster r0, flag"]),
    "same-proxy": litmus("P0@cta 0,gpu 0", ["st.weak x, 1", "suld.weak r0, s"], "exists (P0:r0=0)", ALIAS),
    "fence-proxy": passing(
        GPU,
        "st.weak x, 1",
        ["fence.acq_rel.gpu", "st.relaxed.gpu flag, 1"],
        ["ld.relaxed.gpu r0, flag", "fence.acq_rel.gpu"],
    ),
    "release-by-operation": passing(GPU, "st.weak x, 1", RELEASE, ACQUIRE),
    "release-by-chain": litmus(
        GPU,
        [
            "st.weak x, 1 | ld.acquire.gpu r0, flag",
            "st.release.gpu flag, 2 | ld.weak r1, x",
            "st.relaxed.gpu flag, 1 | ",
        ],
        STALE,
    ),
    "release-by-fence": passing(GPU, "st.weak x, 1", ["fence.acq_rel.gpu", "st.relaxed.gpu flag, 1"], ACQUIRE),
    "acquire-by-operation": passing(GPU, "st.weak x, 1", RELEASE, ACQUIRE),
    "acquire-by-chain": litmus(
        "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0",
        [
            "st.weak x, 1 | ld.relaxed.gpu r0, flag | st.relaxed.gpu flag, 2",
            "st.release.gpu flag, 1 | ld.acquire.gpu r2, flag | ",
            " | ld.weak r1, x | ",
        ],
        "exists (P1:r0=1 /\\ P1:r2=2 /\\ P1:r1=0)",
    ),
    "acquire-by-fence": passing(GPU, "st.weak x, 1", RELEASE, ["ld.relaxed.gpu r0, flag", "fence.acq_rel.gpu"]),
    "release-by-sc-fence": passing(GPU, "st.weak x, 1", ["fence.sc.gpu", "st.relaxed.gpu flag, 1"], ACQUIRE),
    "acquire-by-sc-fence": passing(GPU, "st.weak x, 1", RELEASE, ["ld.relaxed.gpu r0, flag", "fence.sc.gpu"]),
    "observation-is-strong": litmus(
        "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0",
        [
            "st.weak x, 1 | atom.relaxed.cta.add r0, flag, 1 | ld.acquire.gpu r0, flag",
            "st.release.gpu flag, 1 | | ld.weak r1, x",
        ],
        "exists (P2:r0=2 /\\ P2:r1=0)",
    ),
    "observation-chain": litmus(
        "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0",
        [
            "st.weak x, 1 | atom.relaxed.gpu.add r0, flag, 1 | ld.acquire.gpu r0, flag",
            "st.release.gpu flag, 1 | | ld.weak r1, x",
        ],
        "exists (P2:r0=2 /\\ P2:r1=0)",
    ),
    "synchronization-is-strong": passing(
        GPU,
        "st.weak x, 1",
        ["fence.acq_rel.cta", "st.relaxed.gpu flag, 1"],
        ["ld.relaxed.gpu r0, flag", "fence.acq_rel.gpu"],
    ),
    "synchronizes-by-sc-fences": buffering(GPU, "fence.sc.gpu"),
    "base-program-order": passing(GPU, "st.weak x, 1", RELEASE, ACQUIRE),
    "base-is-transitive": passing(GPU, "st.weak x, 1", RELEASE, ACQUIRE),
    "preserved-generic": passing(GPU, "st.weak x, 1", RELEASE, ACQUIRE),
    "preserved-in-cta": litmus(
        CTA, ["sust.weak s, 1 | bar.cta.sync 0", "bar.cta.sync 0 | suld.weak r1, s"], "exists (P1:r1=0)", ALIAS
    ),
    "preserved-by-alias-fence": litmus(
        "P0@cta 0,gpu 0", ["st.weak x, 1", "fence.proxy.alias", "ld.weak r0, y"], "exists (P0:r0=0)", ALIAS
    ),
    "preserved-into-proxy": litmus(
        "P0@cta 0,gpu 0", ["st.weak x, 1", "fence.proxy.texture", "tld.weak r0, t"], "exists (P0:r0=0)", ALIAS
    ),
    "preserved-out-of-proxy": litmus(
        "P0@cta 0,gpu 0", ["sust.weak s, 1", "fence.proxy.surface", "ld.weak r0, x"], "exists (P0:r0=0)", ALIAS
    ),
    "preserved-across-proxies": litmus(
        "P0@cta 0,gpu 0",
        ["sust.weak s, 1", "fence.proxy.surface", "fence.proxy.texture", "tld.weak r0, t"],
        "exists (P0:r0=0)",
        ALIAS,
    ),
    "causality-by-observation": litmus(
        GPU,
        [
            "st.relaxed.gpu x, 1 | ld.acquire.gpu r0, x",
            "ld.relaxed.gpu r0, x | st.weak x, 2",
        ],
        "exists (P1:r0=1 /\\ x=1)",
    ),
    "coherence": litmus(
        GPU,
        ["st.weak x, 1 | ld.acquire.gpu r0, flag", "st.release.gpu flag, 1 | st.weak x, 2"],
        "exists (P1:r0=1 /\\ x=1)",
    ),
    "strong-writes-ordered": litmus(
        GPU,
        ["st.relaxed.gpu x, 1 | st.relaxed.gpu x, 2", "ld.relaxed.gpu r0, x | ld.relaxed.gpu r1, x"],
        "exists (P0:r0=2 /\\ P1:r1=1)",
    ),
    "causality_of_from_reads": passing(GPU, "st.weak x, 1", RELEASE, ACQUIRE),
    "causality_of_reads_from": litmus(
        GPU,
        ["ld.weak r0, x | ld.acquire.gpu r1, flag", "st.release.gpu flag, 1 | st.weak x, 1"],
        "exists (P1:r1=1 /\\ P0:r0=1)",
    ),
    "rmw_atomicity": litmus(
        GPU, ["atom.relaxed.gpu.add r0, x, 1 | atom.relaxed.gpu.add r1, x, 1"], "exists (P0:r0=0 /\\ P1:r1=0)"
    ),
    "reductions-are-no-reads": litmus(
        GPU,
        [
            "st.weak x, 1 | red.relaxed.gpu.add flag, 10",
            "st.release.gpu flag, 1 | fence.acq_rel.gpu",
            " | ld.weak r1, x",
        ],
        "exists (flag=11 /\\ P1:r1=0)",
    ),
}


def answer(test, model):
    report = decide(test, model)
    return report.verdict, report.races, report.executions


@pytest.mark.parametrize("clause", MUTATIONS)
def test_a_model_without_the_clause_answers_differently(clause):
    assert answer(MUTATIONS[clause], MemoryModel.of()) != answer(MUTATIONS[clause], MemoryModel.of(without=[clause]))


def test_accesses_of_different_sizes_are_not_morally_strong():
    import ptxisa

    threads = [
        {"place": {"cta": 0}, "code": ["st.relaxed.gpu.u64 [x], 1"]},
        {"place": {"cta": 1}, "code": ["ld.relaxed.gpu.u32 r0, [x]"]},
    ]
    assert ptxisa.litmus(threads, question="exists (P1:r0=1)").verdict == "out-of-model"
    assert ptxisa.litmus(threads, question="exists (P1:r0=1)", without=["complete-overlap"]).verdict == "allowed"


def test_program_order_at_one_location_counts_in_6_0():
    test = litmus("P0@cta 0,gpu 0", ["st.weak x, 1", "ld.weak r0, x"], "exists (P0:r0=0)")
    assert decide(test, MemoryModel.of("6.0")).verdict == "forbidden"
    for clause in ("sc_per_location", "strong-in-program-order"):
        assert decide(test, MemoryModel.of("6.0", without=[clause])).verdict == "allowed"
