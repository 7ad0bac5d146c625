"""Each clause of the model changes the verdict or the races of a test.

A mutation leaves out one clause (`ptxisa litmus --without`). The texts are litmus tests that this project wrote; the
verdict with all clauses follows from the text of chapter 8.
"""

from pathlib import Path

import pytest
import yaml

import ptxisa
from ptxisa.memory_model import MemoryModel, decide, parse_litmus

ROOT = Path(__file__).resolve().parents[2]
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


def threads(codes, question, places=None, **options):
    """Return a test of statements with types; a thread has the place (0, 0, 0) without another one."""
    places = places or [{}] * len(codes)
    listed = [{"place": place, "code": code} for place, code in zip(places, codes, strict=True)]
    return ptxisa.litmus(listed, question=question, **options).test


WAIT = ("mbarrier.try_wait.parity.shared.b64 p1, [b], 0", "@!p1 bra OUT")
BULK = ("cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16", "cp.async.bulk.commit_group")
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
    "acquire-by-one-way-fence": passing(GPU, "st.weak x, 1", RELEASE, ["ld.relaxed.gpu r0, flag", "fence.acquire.gpu"]),
    "release-by-one-way-fence": passing(GPU, "st.weak x, 1", ["fence.release.gpu", "st.relaxed.gpu flag, 1"], ACQUIRE),
    "both-strong": litmus(CTA, ["st.weak x, 1 | st.weak x, 2", "ld.weak r0, x | ld.weak r1, x"], "exists (P0:r0=2)"),
    "no_thin_air": litmus(
        GPU,
        [
            "ld.weak r0, x | ld.weak r1, y",
            "bne r0, 1, OUT | bne r1, 1, OUT",
            "st.weak y, 1 | st.weak x, 1",
            "OUT: | OUT:",
        ],
        "exists (x=1)",
    ),
    "scope-includes-cta": passing(CTA, "st.weak x, 1", ["st.release.cta flag, 1"], ["ld.acquire.cta r0, flag"]),
    "scope-sys": passing(SYS, "st.weak x, 1", ["st.release.sys flag, 1"], ["ld.acquire.sys r0, flag"]),
    "complete-overlap": threads(
        [["st.relaxed.gpu.u64 [x], 1"], ["ld.relaxed.gpu.u32 r0, [x]"]], "exists (P1:r0=1)", places=[{}, {"cta": 1}]
    ),
    "observation-of-mbarrier": threads(
        [["st.u32 [x], 1", "mbarrier.arrive.shared.b64 rd1, [b]"], ["mov.u32 r0, 7", *WAIT, "ld.u32 r0, [x]", "OUT:"]],
        "exists (P1:r0=0)",
        mbarriers={"b": 1},
    ),
    "preserved-into-generic-copy": threads(
        [
            [
                "st.global.u64 [g], 3",
                "cp.async.ca.shared.global [s], [g], 8",
                "cp.async.wait_all",
                "ld.shared.u64 rd1, [s]",
            ]
        ],
        "exists (P0:rd1=0)",
    ),
    "preserved-into-copy": threads(
        [["st.shared.u64 [s], 1", "fence.proxy.async", *BULK, "cp.async.bulk.wait_group 0", "ld.global.u64 rd1, [g]"]],
        "exists (P0:rd1=0)",
    ),
    "preserved-out-of-copy": threads(
        [[*BULK, "cp.async.bulk.wait_group 0", "ld.global.u64 rd1, [g]"]], "exists (P0:rd1=0)"
    ),
    "preserved-between-copies": threads(
        [[*BULK, "cp.async.bulk.wait_group 0", *BULK, "cp.async.bulk.wait_group 0"]], "exists (g=0)"
    ),
    **{
        f"{side}-by-restricted-fence": threads(
            [
                [
                    "st.shared::cluster.u32 [x], 1",
                    "fence.release.sync_restrict::shared::cta.cluster",
                    "st.relaxed.cluster.shared::cluster.u32 [f], 1",
                ],
                [
                    "ld.relaxed.cluster.shared::cluster.u32 r0, [f]",
                    "fence.acquire.sync_restrict::shared::cluster.cluster",
                    "ld.shared::cluster.u32 r1, [x]",
                ],
            ],
            "exists (P1:r0=1 /\\ P1:r1=0)",
            [{}, {"cta": 1}],
        )
        for side in ("release", "acquire")
    },
    "synchronizes-by-barrier": litmus(
        CTA, ["st.weak x, 1 | bar.cta.sync 0", "bar.cta.sync 0 | ld.weak r1, x"], "exists (P1:r1=0)"
    ),
}


def answer(test, model):
    report = decide(test, model)
    return report.verdict, report.races, report.executions


@pytest.mark.parametrize("clause", MUTATIONS)
def test_a_model_without_the_clause_answers_differently(clause):
    assert answer(MUTATIONS[clause], MemoryModel.of()) != answer(MUTATIONS[clause], MemoryModel.of(without=[clause]))


PUBLISHED = {
    "scope of everything": ["scopes"],
    "one-sided scopes": ["scope-of-second"],
    "cluster taken for gpu": ["cluster-limit"],
    "cluster taken for cta": ["scope-cluster"],
    "program order in moral strength": ["strong-in-program-order"],
    "same proxy": ["same-proxy"],
    "fences without proxy": ["fence-proxy"],
    "complete overlap": ["complete-overlap"],
    "release by operation, by chain, by fence": ["release-by-operation", "release-by-chain", "release-by-fence"],
    "acquire by operation, by chain, by fence": ["acquire-by-operation", "acquire-by-chain", "acquire-by-fence"],
    "fence.sc as a fence of the patterns": ["release-by-sc-fence", "acquire-by-sc-fence"],
    "moral strength in observation": ["observation-is-strong"],
    "chains in observation": ["observation-chain"],
    "moral strength in synchronization": ["synchronization-is-strong"],
    "order of fence.sc": ["synchronizes-by-sc-fences"],
    "base causality without program order": ["base-program-order"],
    "base causality not transitive": ["base-is-transitive"],
    "rules of preserved causality": ["preserved-generic", "preserved-in-cta", "preserved-by-alias-fence"],
    "observation in causality": ["causality-by-observation"],
    "coherence": ["coherence"],
    "totality for morally strong writes": ["strong-writes-ordered"],
    "from-reads in causality": ["causality_of_from_reads"],
    "atomicity": ["rmw_atomicity"],
    "red as a read": ["reductions-are-no-reads"],
    "SC-per-Location": ["sc_per_location"],
}
"""Faults that a checker of the model should detect, and the clauses that have them."""
OLDER = ("sc_per_location", "strong-in-program-order")
"""Clauses that change outcomes of PTX 6.0 alone."""


def clauses(model):
    """Yield the id of each clause and axiom of a model."""

    def terms(expression):
        if expression.operator in ("any", "all", "term"):
            yield from [expression.name] if expression.name else []
            for operand in expression.operands:
                yield from terms(operand)

    for definition in model.definitions.values():
        if definition.kind == "axiom":
            yield definition.name
        for part in (definition.body, definition.total, definition.contains):
            if part:
                yield from terms(part)


def test_every_clause_has_a_test_or_an_argument():
    """A clause whose loss changes no outcome has the reason in its record (`unobservable`)."""
    unobservable = set()
    for path in (ROOT / "isa" / "memory_model").glob("*.yaml"):
        record = yaml.safe_load(path.read_text(encoding="utf-8"))
        pending = [record]
        while pending:
            part = pending.pop()
            if isinstance(part, dict):
                if "unobservable" in part:
                    unobservable.add(part.get("id", part.get("name")))
                pending += part.values()
            elif isinstance(part, list):
                pending += part
    base = {name: answer(test, MemoryModel.of()) for name, test in MUTATIONS.items()}
    uncaught = []
    for clause in clauses(MemoryModel.of()):
        mutant = MemoryModel.of(without=[clause])
        names = [clause] if clause in MUTATIONS else list(MUTATIONS)
        if clause not in unobservable and all(answer(MUTATIONS[name], mutant) == base[name] for name in names):
            uncaught.append(clause)
    assert uncaught == []
    assert unobservable >= {"fence_sc", "sc_per_location", "single_copy_atomicity", "strong-in-program-order"}


def test_every_published_fault_is_a_clause_with_a_test():
    listed = [clause for names in PUBLISHED.values() for clause in names]
    assert len(listed) >= 30
    assert all(clause in MUTATIONS or clause in OLDER for clause in listed)


def test_program_order_at_one_location_counts_in_6_0():
    test = litmus("P0@cta 0,gpu 0", ["st.weak x, 1", "ld.weak r0, x"], "exists (P0:r0=0)")
    assert decide(test, MemoryModel.of("6.0")).verdict == "forbidden"
    for clause in OLDER:
        assert decide(test, MemoryModel.of("6.0", without=[clause])).verdict == "allowed"
