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


def test_the_phase_before_the_first_one_is_complete():
    """Section 9.7.13.15.16: the parity is that of the current phase or of the immediately preceding phase."""
    threads = [thread("mbarrier.try_wait.parity.shared.b64 p1, [b], 1")]
    assert verdict(threads, "exists (P0:p1=1)", mbarriers={"b": 1}) == "allowed"


def test_a_dropped_thread_is_not_expected_in_later_phases():
    """Section 9.7.13.15.14: arrive_drop decrements the expected arrival count of later phases."""
    first = ("mbarrier.arrive.shared.b64 rd1, [b]", "mbarrier.test_wait.shared.b64 p1, [b], rd1", "@!p1 bra OUT")
    second = ("mbarrier.arrive.shared.b64 rd2, [b]", "mbarrier.test_wait.shared.b64 p1, [b], rd2", "@!p1 bra OUT")
    waiter = thread("mov.u32 r0, 7", *first, *second, "mov.u32 r0, 1", "OUT:")
    for arrive, expected in (("arrive_drop", "allowed"), ("arrive", "forbidden")):
        threads = [waiter, thread(f"mbarrier.{arrive}.shared.b64 rd1, [b]")]
        assert verdict(threads, "exists (P0:r0=1)", mbarriers={"b": 2}) == expected


# --- stores, reductions and copies of other kinds ---


@pytest.mark.parametrize(("wait", "expected"), [(WAIT, "forbidden"), ((), "undefined")])
def test_an_asynchronous_store_is_visible_after_its_mbarrier(wait, expected):
    """Section 9.7.9.12: complete-tx has release semantics at cluster scope."""
    store = "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [s], 5, [b]"
    reader = thread("mbarrier.arrive.expect_tx.shared.b64 rd2, [b], 4", *wait, "ld.shared.u32 r0, [s]", "OUT:", cta=1)
    threads = [thread("mov.u32 r0, 5", store), reader]
    assert verdict(threads, "exists (P1:r0=0)", mbarriers={"b": 1}) == expected


def test_an_asynchronous_reduction_updates_once():
    reduce = "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [s], 5, [b]"
    code = ("mov.u32 r0, 5", "mbarrier.arrive.expect_tx.shared.b64 rd2, [b], 4", reduce, *WAIT)
    threads = [thread(*code, "ld.shared.u32 r0, [s]", "OUT:")]
    assert verdict(threads, "exists (P0:r0=7)", mbarriers={"b": 1}, init={"s": 2}) == "allowed"
    assert verdict(threads, "exists (P0:r0=2)", mbarriers={"b": 1}, init={"s": 2}) == "forbidden"


def test_a_reducing_copy_adds_each_element():
    copy = ("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [g], [s], 16", "cp.async.bulk.commit_group")
    code = ("st.shared.u32 [s+4], 3", FENCE, *copy, "cp.async.bulk.wait_group 0", "ld.global.u32 r0, [g+4]")
    init = {"g": 0}
    assert verdict([thread(*code)], "exists (P0:r0=3)", init=init) == "allowed"
    assert verdict([thread(*code)], "exists (not P0:r0=3)", init=init) == "forbidden"


def test_a_tensor_copy_reads_the_variable_of_its_tensor_map():
    load = "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [s], [m, {0}], [b]"
    code = ("mbarrier.arrive.expect_tx.shared.b64 rd2, [b], 4", load, *WAIT, "ld.shared.u32 r0, [s]", "OUT:")
    options = {"mbarriers": {"b": 1}, "init": {"g": 5, "s": 0}, "tensors": {"m": "g"}}
    assert verdict([thread("mov.u32 r0, 5", *code)], "exists (P0:r0=0)", **options) == "forbidden"
    with pytest.raises(ptxisa.LitmusError, match="tensor m of x"):
        ptxisa.litmus([thread(load)], question="exists (true)", mbarriers={"b": 1})


@pytest.mark.parametrize(("count", "expected"), [(1, "forbidden"), (2, "allowed")])
def test_an_mbarrier_tracks_copies_without_bulk(count, expected):
    """Section 9.7.13.15.15: the arrive-on operation is triggered when all prior cp.async operations are complete."""
    code = ("cp.async.ca.shared.global [s], [g], 8", "cp.async.mbarrier.arrive.noinc.shared.b64 [b]", *WAIT)
    threads = [thread("mov.u64 rd1, 7", *code, "ld.shared.u64 rd1, [s]", "OUT:")]
    assert verdict(threads, "exists (P0:rd1=0)", mbarriers={"b": 1}, init={"g": 5}) == "forbidden"
    assert verdict(threads, "exists (P0:rd1=5)", mbarriers={"b": count}, init={"g": 5}) != expected


@pytest.mark.parametrize(("wait", "expected"), [(("wgmma.wait_group.sync.aligned 0",), "allowed"), ((), "undefined")])
def test_the_matrices_of_wgmma_are_reused_after_its_group(wait, expected):
    """Section 9.7.15.4: wgmma.mma_async is performed in the async proxy, and a group must be waited for."""
    registers = ", ".join(f"f{number}" for number in range(4))
    multiply = f"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {{{registers}}}, rd1, rd2, 1, 1, 1, 0, 0"
    code = (
        "mov.u64 rd1, a",
        "mov.u64 rd2, m",
        multiply,
        "wgmma.commit_group.sync.aligned",
        *wait,
        "st.shared.u32 [a], 1",
    )
    setup = tuple(f"mov.f32 f{number}, 0f00000000" for number in range(4))
    assert verdict([thread(*setup, *code)], "exists (a=1)", init={"a": 0, "m": 0}) == expected


# --- multimem addresses ---


def test_multimem_addresses_are_for_multimem_instructions():
    """Section 8.2.3: accessing a multimem address in any other memory operation is undefined."""
    store, reduce = "multimem.st.relaxed.gpu.global.u32 [x], 1", "multimem.red.relaxed.gpu.global.add.u32 [x], 1"
    assert verdict([thread(store, reduce)], "exists (x=2)") == "allowed"
    assert verdict([thread(store, "ld.u32 r0, [x]")], "exists (P0:r0=1)") == "undefined"


# --- restricted fences ---


@pytest.mark.parametrize(("space", "expected"), [("shared::cluster", "forbidden"), ("global", "allowed")])
def test_a_restricted_fence_is_about_objects_in_shared_memory(space, expected):
    """Section 9.7.13.4: the effect of the fence applies only to operations on objects in shared memory."""
    release, acquire = (
        "fence.release.sync_restrict::shared::cta.cluster",
        "fence.acquire.sync_restrict::shared::cluster.cluster",
    )
    threads = [
        thread("st.shared::cluster.u32 [x], 1", release, f"st.relaxed.cluster.{space}.u32 [f], 1"),
        thread(f"ld.relaxed.cluster.{space}.u32 r0, [f]", acquire, "ld.shared::cluster.u32 r1, [x]", cta=1),
    ]
    assert verdict(threads, "exists (P1:r0=1 /\\ P1:r1=0)") == expected


# --- grids ---


@pytest.mark.parametrize(("wait", "expected"), [(("griddepcontrol.wait",), "forbidden"), ((), "allowed")])
def test_a_dependent_grid_waits_for_the_writes_of_the_one_before(wait, expected):
    """Section 9.7.13.13: all prerequisite grids have completed and their memory operations are visible."""
    threads = [
        thread("griddepcontrol.launch_dependents", "st.u32 [x], 1"),
        thread(*wait, "ld.u32 r0, [x]", cluster=1, grid=1),
    ]
    assert verdict(threads, "exists (P1:r0=0)") == expected
