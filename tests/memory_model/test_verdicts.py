"""Verdicts of the tests in chapter 8 of the manual, and of the shapes of the literature."""

import pytest

import ptxisa
from ptxisa.memory_model import LitmusError, MemoryModel, decide, parse_litmus
from ptxisa.memory_model.explain import explain


def verdict(threads, question, init=None, **options):
    return ptxisa.litmus(threads, init, question=question, **options).verdict


def thread(*code, **place):
    return {"place": place, "code": list(code)}


def message_passing(*, release="fence.acq_rel.sys", acquire="fence.acq_rel.sys", scope="sys", **second):
    threads = [
        thread("st.global.u32 [data], 1", release, f"st.global.relaxed.{scope}.u32 [flag], 1"),
        thread(f"ld.global.relaxed.{scope}.u32 r0, [flag]", acquire, "ld.global.u32 r1, [data]", **second),
    ]
    return verdict(threads, "exists (P1:r0=1 /\\ P1:r1=0)")


# --- the litmus tests of the manual ---


def test_message_passing_with_fences_8_10_6():
    assert message_passing(gpu=1) == "forbidden"


def test_atomics_whose_scopes_include_each_other_do_not_lose_an_update_8_10_3():
    threads = [thread("atom.sys.inc.u32 r0, [x], 9"), thread("atom.sys.inc.u32 r0, [x], 9", gpu=1)]
    assert verdict(threads, "exists (x=1)", {"x": 0}) == "forbidden"
    assert verdict(threads, "exists (x=2)", {"x": 0}) == "allowed"


def test_atomics_of_narrow_scope_lose_updates_8_10_3():
    threads = [thread("atom.cta.inc.u32 r0, [x], 9"), thread("atom.gpu.inc.u32 r0, [x], 9", cta=1)]
    for value in (1, 2):
        assert verdict(threads, f"exists (x={value})", {"x": 0}) == "allowed"


def test_values_do_not_come_out_of_thin_air_8_10_4():
    threads = [
        thread("ld.global.u32 r0, [x]", "st.global.u32 [y], r0"),
        thread("ld.global.u32 r1, [y]", "st.global.u32 [x], r1", cta=1),
    ]
    report = ptxisa.litmus(threads, question="forall (x=0 /\\ y=0)")
    assert report.holds
    assert report.verdict == "forbidden"


def test_reads_of_one_location_are_coherent_8_10_5():
    threads = [
        thread("st.global.relaxed.sys.u32 [x], 1"),
        thread("ld.global.relaxed.sys.u32 r0, [x]", "ld.global.relaxed.sys.u32 r1, [x]", gpu=1),
    ]
    assert verdict(threads, "exists (P1:r0=1 /\\ P1:r1=0)") == "forbidden"


# --- scopes ---


@pytest.mark.parametrize(
    ("scope", "place", "expected"),
    [
        ("cta", {}, "forbidden"),
        ("cta", {"cta": 1}, "allowed"),
        ("cluster", {"cta": 1}, "forbidden"),
        ("cluster", {"cluster": 1}, "allowed"),
        ("gpu", {"cluster": 1}, "forbidden"),
        ("gpu", {"gpu": 1}, "allowed"),
        ("sys", {"gpu": 1}, "forbidden"),
    ],
)
def test_message_passing_needs_a_scope_that_includes_both_threads(scope, place, expected):
    fence = f"fence.acq_rel.{scope}"
    assert message_passing(release=fence, acquire=fence, scope=scope, **place) == expected


@pytest.mark.parametrize(
    ("release", "acquire", "expected"),
    [
        ("fence.release.gpu", "fence.acquire.gpu", "forbidden"),
        ("fence.acquire.gpu", "fence.acquire.gpu", "allowed"),
        ("fence.release.gpu", "fence.release.gpu", "allowed"),
        ("membar.gl", "membar.gl", "forbidden"),
        ("membar.cta", "membar.gl", "allowed"),
    ],
)
def test_fences_order_in_their_direction(release, acquire, expected):
    assert message_passing(release=release, acquire=acquire, scope="gpu", cta=1) == expected


def test_volatile_is_relaxed_at_system_scope():
    threads = [
        thread("st.u32 [x], 1", "fence.acq_rel.sys", "st.volatile.u32 [f], 1"),
        thread("ld.volatile.u32 r0, [f]", "fence.acq_rel.sys", "ld.u32 r1, [x]", gpu=1),
    ]
    assert verdict(threads, "exists (P1:r0=1 /\\ P1:r1=0)") == "forbidden"


@pytest.mark.parametrize(("fence", "expected"), [("fence.sc.gpu", "forbidden"), ("fence.acq_rel.gpu", "allowed")])
def test_store_buffering_needs_sequentially_consistent_fences(fence, expected):
    threads = [
        thread("st.relaxed.gpu.u32 [x], 1", fence, "ld.relaxed.gpu.u32 r0, [y]"),
        thread("st.relaxed.gpu.u32 [y], 1", fence, "ld.relaxed.gpu.u32 r1, [x]", cta=1),
    ]
    assert verdict(threads, "exists (P0:r0=0 /\\ P1:r1=0)") == expected


@pytest.mark.parametrize(("fence", "expected"), [("fence.sc.gpu", "forbidden"), ("fence.acq_rel.gpu", "allowed")])
def test_independent_reads_of_independent_writes(fence, expected):
    threads = [
        thread("st.relaxed.gpu.u32 [x], 1"),
        thread("st.relaxed.gpu.u32 [y], 1", cta=1),
        thread("ld.relaxed.gpu.u32 r0, [x]", fence, "ld.relaxed.gpu.u32 r1, [y]", cta=2),
        thread("ld.relaxed.gpu.u32 r2, [y]", fence, "ld.relaxed.gpu.u32 r3, [x]", cta=3),
    ]
    question = "exists (P2:r0=1 /\\ P2:r1=0 /\\ P3:r2=1 /\\ P3:r3=0)"
    assert verdict(threads, question) == expected


def test_causality_is_transitive_through_a_third_thread():
    threads = [
        thread("st.u32 [x], 1", "st.release.gpu.u32 [f], 1"),
        thread("ld.acquire.gpu.u32 r0, [f]", "st.release.gpu.u32 [g], 1", cta=1),
        thread("ld.acquire.gpu.u32 r1, [g]", "ld.u32 r2, [x]", cta=2),
    ]
    assert verdict(threads, "exists (P1:r0=1 /\\ P2:r1=1 /\\ P2:r2=0)") == "forbidden"


# --- control flow and values ---


def test_a_branch_on_the_flag_decides_whether_the_data_is_read():
    threads = [
        thread("st.u32 [x], 1", "st.release.gpu.u32 [f], 1"),
        thread(
            "ld.acquire.gpu.u32 r0, [f]",
            "mov.u32 r1, 7",
            "setp.eq.u32 p1, r0, 0",
            "@p1 bra DONE",
            "ld.u32 r1, [x]",
            "DONE:",
            cta=1,
        ),
    ]
    report = ptxisa.litmus(threads, question="exists (P1:r1=0)")
    assert report.verdict == "forbidden"
    assert not report.races
    assert {dict(outcome)["P1:r1"] for outcome in report.outcomes} == {1, 7}


def test_a_loop_is_cut_at_its_bound():
    threads = [
        thread("st.u32 [x], 1", "st.release.gpu.u32 [f], 1"),
        thread("L:", "ld.acquire.gpu.u32 r0, [f]", "setp.eq.u32 p1, r0, 0", "@p1 bra L", "ld.u32 r1, [x]", cta=1),
    ]
    report = ptxisa.litmus(threads, question="exists (P1:r1=0)")
    assert report.verdict == "forbidden"
    assert report.bounded == 1


def test_compare_and_swap_of_a_lock_lets_one_thread_in():
    lock = ("atom.acquire.gpu.cas.b32 r0, [m], 0, 1", "setp.ne.u32 p1, r0, 0", "@p1 bra OUT", "mov.u32 r1, 1", "OUT:")
    threads = [thread("mov.u32 r1, 0", *lock), thread("mov.u32 r1, 0", *lock, cta=1)]
    assert verdict(threads, "exists (P0:r1=1 /\\ P1:r1=1)") == "forbidden"
    assert verdict(threads, "exists (P0:r1=0 /\\ P1:r1=0)") == "forbidden"


def test_an_address_in_a_register_selects_the_variable():
    threads = [thread("ld.u32 r0, [i]", "mov.u64 rd1, x", "mov.u64 rd2, y", "st.u32 [rd1], 1", "st.u32 [rd2], 2")]
    assert verdict(threads, "exists (x=1 /\\ y=2)", {"x": 0, "y": 0, "i": 0}) == "allowed"


def test_a_wide_read_combines_bytes_of_two_writes():
    threads = [thread("st.u32 [x], 1", "st.u32 [x+4], 2", "ld.u64 r0, [x]")]
    assert verdict(threads, f"exists (P0:r0={(2 << 32) + 1})") == "allowed"
    assert verdict(threads, "exists (P0:r0=1)") == "forbidden"


# --- races ---


def test_a_release_and_acquire_pair_leaves_the_data_racy_when_the_flag_is_not_awaited():
    threads = [
        thread("st.u32 [x], 1", "st.release.gpu.u32 [f], 1"),
        thread("ld.acquire.gpu.u32 r0, [f]", "ld.u32 r1, [x]", cta=1),
    ]
    report = ptxisa.litmus(threads, question="exists (P1:r0=1 /\\ P1:r1=0)")
    assert report.verdict == "forbidden"
    assert [(race.first, race.second) for race in report.races] == [("P0: st.u32 [x], 1", "P1: ld.u32 r1, [x]")]
    assert ptxisa.litmus(threads, question="racy").holds
    assert not ptxisa.litmus(threads, question="race-free").holds


def test_a_race_of_different_sizes_is_out_of_the_model():
    threads = [thread("st.u64 [x], 1"), thread("ld.u32 r0, [x]", cta=1)]
    assert verdict(threads, "exists (P1:r0=1)") == "out-of-model"
    assert ptxisa.litmus(threads, question="mixed-size").verdict == "allowed"


# --- barriers ---


@pytest.mark.parametrize(("place", "expected"), [({}, "forbidden"), ({"cta": 1}, "allowed")])
def test_a_barrier_orders_the_threads_of_one_cta(place, expected):
    threads = [thread("st.u32 [x], 1", "bar.sync 0"), thread("bar.sync 0", "ld.u32 r0, [x]", **place)]
    assert verdict(threads, "exists (P1:r0=0)") == expected


def test_an_arrival_orders_one_way():
    threads = [
        thread("st.u32 [x], 1", "barrier.arrive 0, 64", "ld.u32 r0, [y]"),
        thread("st.u32 [y], 1", "barrier.sync 0, 64", "ld.u32 r1, [x]"),
    ]
    assert verdict(threads, "exists (P1:r1=0)") == "forbidden"
    assert verdict(threads, "exists (P0:r0=0)") == "allowed"


@pytest.mark.parametrize(
    ("arrive", "expected"),
    [("barrier.cluster.arrive", "forbidden"), ("barrier.cluster.arrive.relaxed", "allowed")],
)
def test_a_relaxed_arrival_at_a_cluster_barrier_orders_nothing(arrive, expected):
    threads = [
        thread("st.u32 [x], 1", arrive, "barrier.cluster.wait"),
        thread(arrive, "barrier.cluster.wait", "ld.u32 r0, [x]", cta=1),
    ]
    assert verdict(threads, "exists (P1:r0=0)") == expected


def test_a_fence_before_a_relaxed_arrival_orders():
    threads = [
        thread("st.u32 [x], 1", "fence.acq_rel.cluster", "barrier.cluster.arrive.relaxed", "barrier.cluster.wait"),
        thread("barrier.cluster.arrive", "barrier.cluster.wait", "ld.u32 r0, [x]", cta=1),
    ]
    assert verdict(threads, "exists (P1:r0=0)") == "forbidden"


@pytest.mark.parametrize(("reduction", "results"), [("and", {0}), ("or", {1})])
def test_a_barrier_with_reduction_returns_the_same_to_all_threads(reduction, results):
    """Section 9.7.13.1: bar.red performs a reduction of the predicate across the threads."""
    code = ("setp.ne.u32 p1, r1, 0", f"bar.red.{reduction}.pred p2, 0, p1", "selp.u32 r0, 1, 0, p2")
    threads = [thread("mov.u32 r1, 1", *code), thread("ld.u32 r1, [x]", *code)]
    for name in ("P0", "P1"):
        report = ptxisa.litmus(threads, {"x": 0}, question=f"exists ({name}:r0=9)")
        assert {dict(outcome)[f"{name}:r0"] for outcome in report.outcomes} == results


def test_a_barrier_counts_the_predicates():
    code = ("setp.eq.u32 p1, r1, 0", "bar.red.popc.u32 r0, 0, p1")
    threads = [thread("mov.u32 r1, 0", *code), thread("ld.u32 r1, [x]", *code), thread("mov.u32 r1, 5", *code)]
    assert verdict(threads, "exists (not P2:r0=2)", {"x": 0}) == "forbidden"


@pytest.mark.parametrize("load", ["ld.acquire.gpu.v2.u32 {r0, r1}, [x]"])
def test_elements_of_a_vector_are_read_in_no_order(load):
    """Section 8.2.4: scalar operations on the elements of the vector are performed in an unspecified order."""
    threads = [thread("st.u32 [x+4], 1", "st.release.gpu.u32 [x], 1"), thread(load, cta=1)]
    assert verdict(threads, "exists (P1:r0=1 /\\ P1:r1=0)") == "allowed"


MODULE = """.version 8.7
.target sm_90
.address_size 64
//! thread P0 cta=0
{comment}
//! question exists (P0:%r1=0)
.global .u32 x;
.func P0 () {{ .reg .u32 %r<2>; st.global.u32 [x], 1; {fence} ld.global.u32 %r1, [{name}]; ret; }}
"""


@pytest.mark.parametrize(
    ("comment", "name", "fence", "expected"),
    [
        ("//! alias y of x proxy generic", "y", "", "allowed"),
        ("//! alias y of x proxy generic", "y", "fence.proxy.alias;", "forbidden"),
        ("//! alias y of x proxy texture", "y", "fence.proxy.alias;", "allowed"),
        ("//! init x=0", "x", "", "forbidden"),
        ("//! multimem x", "x", "", "undefined"),
    ],
)
def test_comments_declare_aliases_and_multimem_addresses(comment, name, fence, expected):
    text = MODULE.format(comment=comment, name=name, fence=fence)
    from ptxisa.memory_model.module import parse_litmus_module

    assert decide(parse_litmus_module(text, checked=False), MemoryModel.of()).verdict == expected


# --- more ways to complete barriers than are examined ---


MEET = ["barrier.sync 0, 64"] * 3


@pytest.mark.parametrize(
    ("question", "expected", "holds"),
    [
        ("exists (P0:r0=0)", "allowed", True),
        ("exists (P0:r0=7)", "incomplete", False),
        ("~exists (P0:r0=0)", "allowed", False),
        ("~exists (P0:r0=7)", "incomplete", False),
        ("racy", "allowed", True),
        ("mixed-size", "incomplete", False),
        ("race-free", "forbidden", False),
    ],
)
def test_an_incomplete_search_answers_only_what_it_found(question, expected, holds):
    threads = [thread(*MEET, "ld.u32 r0, [x]"), thread("st.u32 [x], 1", *MEET), *[thread(*MEET) for _ in range(4)]]
    report = ptxisa.litmus(threads, question=question, init={"x": 0})
    assert (report.verdict, report.holds, report.unexplored) == (expected, holds, 1)
    if report.witness is None:
        assert "barriers can complete in more ways" in explain(report, MemoryModel.of())


# --- errors ---


@pytest.mark.parametrize(
    ("code", "question", "message"),
    [
        (["st.u32 [x], r1"], "exists (x=1)", "register r1 is read before it is set"),
        (["ld.u32 r0, [x"], "exists (P0:r0=1)", r"line \d+: "),
        (["ld.u32 r0, [x]"], "exists (P0:r9=1)", "never sets"),
        (["ld.u32 r0, [x]"], "exists (P7:r0=1)", "there is no thread P7"),
        (["ld.u32 r0, [x]"], "exists (z=1)", "not a variable"),
        (["ld.u32 r0, [x]"], "exists (P0:r0=", "missing"),
        (["stmatrix.sync.aligned.m8n8.x1.shared.b16 [x], {r0}"], "exists (true)", "not modeled"),
        (["add.u17 r0, r1, r2"], "exists (true)", "u17"),
        (["bra NOWHERE"], "exists (true)", "no label"),
    ],
)
def test_a_bad_test_is_one_clear_error(code, question, message):
    with pytest.raises(LitmusError, match=message):
        ptxisa.litmus([thread(*code)], question=question)


def test_the_older_models_differ_at_one_location():
    text = "PTX CoWR\n{ x=0; }\nP0@cta 0,gpu 0 ;\nst.weak x, 1 ;\nld.weak r0, x ;\nexists (P0:r0=0)\n"
    for version in ("6.0", "7.5", "8.7", "9.4"):
        assert decide(parse_litmus(text), MemoryModel.of(version)).verdict == "forbidden"
