"""mbarriers, asynchronous copies and their completion."""

import pytest

import ptxisa

WAIT = ("mbarrier.try_wait.parity.shared.b64 p1, [b], 0", "@!p1 bra OUT")


def thread(*code, **place):
    return {"place": place, "code": list(code)}


def verdict(threads, question, **options):
    return ptxisa.litmus(threads, question=question, **options).verdict


# --- mbarriers ---


@pytest.mark.parametrize(
    ("arrive", "place", "expected"),
    [
        ("mbarrier.arrive.shared.b64 rd1, [b]", {}, "forbidden"),
        ("mbarrier.arrive.release.cta.shared.b64 rd1, [b]", {}, "forbidden"),
        ("mbarrier.arrive.relaxed.cta.shared.b64 rd1, [b]", {}, "allowed"),
        ("mbarrier.arrive.release.cta.shared::cluster.b64 _, [b]", {"cta": 1}, "allowed"),
        ("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [b]", {"cta": 1}, "forbidden"),
    ],
)
def test_an_arrival_publishes_with_release_and_a_scope_that_includes_the_waiter(arrive, place, expected):
    wait = "mbarrier.try_wait.parity.acquire.cluster.shared.b64 p1, [b], 0"
    threads = [
        thread("st.global.u32 [x], 1", arrive, **place),
        thread("mov.u32 r0, 7", wait, "@!p1 bra OUT", "ld.global.u32 r0, [x]", "OUT:"),
    ]
    assert verdict(threads, "exists (P1:r0=0)", mbarriers={"b": 1}) == expected


def test_a_phase_needs_all_its_arrivals():
    threads = [
        thread("st.global.u32 [x], 1", "mbarrier.arrive.shared.b64 rd1, [b]"),
        thread("st.global.u32 [y], 1", "mbarrier.arrive.shared.b64 rd1, [b]"),
        thread("mov.u32 r0, 7", "mov.u32 r1, 7", *WAIT, "ld.global.u32 r0, [x]", "ld.global.u32 r1, [y]", "OUT:"),
    ]
    assert verdict(threads, "exists (P2:r0=0 \\/ P2:r1=0)", mbarriers={"b": 2}) == "forbidden"
    assert verdict(threads, "exists (P2:r0=0 \\/ P2:r1=0)", mbarriers={"b": 1}) == "allowed"
    assert verdict(threads[:1] + threads[2:], "exists (P1:r0=1)", mbarriers={"b": 2}, init={"y": 0}) == "forbidden"


def test_the_state_of_an_arrival_names_its_phase():
    code = ("mbarrier.arrive.shared.b64 rd1, [b]", "mbarrier.test_wait.shared.b64 p1, [b], rd1", "@!p1 bra OUT")
    threads = [
        thread("st.global.u32 [x], 1", *code, "OUT:"),
        thread("mov.u32 r0, 7", *code, "ld.global.u32 r0, [x]", "OUT:"),
    ]
    assert verdict(threads, "exists (P1:r0=0)", mbarriers={"b": 2}) == "forbidden"


def test_a_wait_does_not_succeed_before_a_later_arrival_of_its_thread():
    threads = [thread("mov.u32 r0, 0", *WAIT, "mov.u32 r0, 1", "OUT:", "mbarrier.arrive.shared.b64 rd1, [b]")]
    assert verdict(threads, "exists (P0:r0=1)", mbarriers={"b": 1}) == "forbidden"


# --- bulk copies ---

STORE = "st.shared.u64 [s], 1"
FENCE = "fence.proxy.async.shared::cta"
BULK = ("cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16", "cp.async.bulk.commit_group")


@pytest.mark.parametrize(("fence", "expected"), [((FENCE,), "forbidden"), ((), "undefined")])
def test_a_bulk_store_reads_what_was_written_before_a_proxy_fence(fence, expected):
    threads = [thread(STORE, *fence, *BULK, "cp.async.bulk.wait_group 0", "ld.global.u64 rd1, [g]")]
    assert verdict(threads, "exists (P0:rd1=0)") == expected


@pytest.mark.parametrize(("before", "expected"), [(True, "forbidden"), (False, "undefined")])
def test_each_writer_executes_the_proxy_fence_before_the_barrier(before, expected):
    writer = (STORE, FENCE, "bar.sync 0") if before else (STORE, "bar.sync 0")
    threads = [thread(*writer), thread("bar.sync 0", *BULK, "cp.async.bulk.wait_group 0", "ld.global.u64 rd1, [g]")]
    assert verdict(threads, "exists (P1:rd1=0)") == expected


def test_the_source_of_a_bulk_store_may_be_overwritten_after_its_read():
    code = (STORE, FENCE, *BULK, "cp.async.bulk.wait_group.read 0", "st.shared.u64 [s], 2")
    assert verdict([thread(*code, "cp.async.bulk.wait_group 0")], "exists (g=2)") == "forbidden"
    report = ptxisa.litmus([thread(STORE, FENCE, *BULK, "st.shared.u64 [s], 2")], question="exists (true)")
    assert report.verdict == "undefined"
    assert report.undefined[0].second == "P0: st.shared.u64 [s], 2"


@pytest.mark.parametrize(("wait", "expected"), [(WAIT, "forbidden"), ((), "undefined")])
def test_a_bulk_load_is_visible_after_its_mbarrier(wait, expected):
    load = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [g], 16, [b]"
    threads = [
        thread("mbarrier.arrive.expect_tx.shared.b64 rd2, [b], 16", load, *wait, "ld.shared.u64 rd1, [s]", "OUT:"),
    ]
    assert verdict(threads, "exists (P0:rd1=0)", mbarriers={"b": 1}, init={"g": 5}) == expected


# --- copies without bulk ---


@pytest.mark.parametrize(("pending", "expected"), [(0, "forbidden"), (1, "undefined")])
def test_a_wait_leaves_the_newest_groups_pending(pending, expected):
    code = ("cp.async.ca.shared.global [s], [g], 8", "cp.async.commit_group", f"cp.async.wait_group {pending}")
    assert verdict([thread(*code, "ld.shared.u64 rd1, [s]")], "exists (P0:rd1=0)", init={"g": 5}) == expected


def test_a_copy_without_bulk_needs_no_proxy_fence():
    code = ("st.global.u64 [g], 3", "cp.async.ca.shared.global [s], [g], 8", "cp.async.wait_all")
    assert verdict([thread(*code, "ld.shared.u64 rd1, [s]")], "exists (P0:rd1=0)") == "forbidden"
