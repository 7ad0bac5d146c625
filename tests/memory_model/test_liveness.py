"""Loops that must end, and loops that need not."""

import pytest

from ptxisa.memory_model import MemoryModel
from ptxisa.memory_model.liveness import loops
from tests.memory_model.test_mutations import threads

SPIN = ("L:", "{} r0, [f]", "setp.eq.u32 p1, r0, 0", "@p1 bra L")


def endings(codes, places=None, **options):
    test = threads(codes, "exists (true)", places, **options)
    return {(loop.thread, loop.ends) for loop in loops(test, MemoryModel.of())}


@pytest.mark.parametrize(
    ("load", "place", "ends"),
    [
        ("ld.acquire.gpu.u32", {"cta": 1}, "always"),
        ("ld.relaxed.gpu.u32", {"cta": 1}, "always"),
        ("ld.volatile.u32", {"cta": 1}, "always"),
        ("ld.weak.u32", {"cta": 1}, "not always"),
        ("ld.relaxed.cta.u32", {"cta": 1}, "not always"),
        ("ld.relaxed.gpu.u32", {"gpu": 1}, "not always"),
    ],
)
def test_polling_ends_if_the_read_and_the_write_are_morally_strong(load, place, ends):
    codes = [["st.release.gpu.u32 [f], 1"], [part.format(load) for part in SPIN]]
    assert endings(codes, [{}, place]) == {("P1", ends)}


def test_polling_for_a_value_that_nobody_writes_does_not_end():
    codes = [["st.relaxed.gpu.u32 [f], 0"], [part.format("ld.relaxed.gpu.u32") for part in SPIN]]
    (loop,) = loops(threads(codes, "exists (true)"), MemoryModel.of())
    assert (loop.ends, loop.reason) == ("not always", "no other thread ends the loop")


def test_two_threads_that_wait_for_each_other_do_not_end():
    wait = "L:", "ld.relaxed.gpu.u32 r0, [{}]", "setp.eq.u32 p1, r0, 0", "@p1 bra L", "st.relaxed.gpu.u32 [{}], 1"
    codes = [[part.format(name) for part, name in zip(wait, ["", mine, "", "", other], strict=True)]
             for mine, other in (("x", "y"), ("y", "x"))]  # fmt: skip
    assert endings(codes) == {("P0", "not always"), ("P1", "not always")}


LOCK = ("L:", "atom.acquire.gpu.cas.b32 r0, [m], 0, 1", "setp.ne.u32 p1, r0, 0", "@p1 bra L")


@pytest.mark.parametrize(("unlock", "ends"), [(["st.release.gpu.u32 [m], 0"], "always"), ([], "not always")])
def test_a_lock_is_taken_in_the_end_if_it_is_released(unlock, ends):
    assert {ending for _, ending in endings([[*LOCK, *unlock]] * 2, [{}, {"cta": 1}])} == {ends}


@pytest.mark.parametrize(("arrivals", "ends"), [(1, "always"), (2, "not always")])
def test_waiting_at_an_mbarrier_ends_if_the_phase_completes(arrivals, ends):
    wait = ["L:", "mbarrier.try_wait.parity.shared.b64 p1, [b], 0", "@!p1 bra L"]
    codes = [["mbarrier.arrive.shared.b64 rd1, [b]"], wait]
    assert endings(codes, mbarriers={"b": arrivals}) == {("P1", ends)}


def test_a_loop_that_changes_its_registers_is_not_decided():
    codes = [["mov.u32 r0, 9", "L:", "sub.u32 r0, r0, 1", "setp.ne.u32 p1, r0, 0", "@p1 bra L"]]
    assert endings(codes) == {("P0", "unknown")}
