"""Races between threads of large launches are found, whatever the number of threads, and ordered accesses are none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.machine.watch.clocks import Clock, Epochs
from tests.machine.launching import clean, kernel

STEPS = """
.shared .align 4 .b8 s[1024];
ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r3, %r2, 256, %r1;
mul.wide.u32 %rd2, %r3, 4; add.u64 %rd3, %rd1, %rd2;
mov.u32 %r4, s; mad.lo.u32 %r5, %r1, 4, %r4; xor.b32 %r6, %r1, 128; mad.lo.u32 %r7, %r6, 4, %r4;
mov.u32 %r9, 0;
L:
st.shared.u32 [%r5], %r3;
bar.sync 0;
ld.shared.u32 %r8, [%r7];
bar.sync 0;
add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, 2; @%p1 bra L;
st.global.u32 [%rd3], %r8;
"""


def races(body: str, grid: int, *arguments: Any, **options: Any) -> list[tuple[str, int, str]]:
    run = ptxisa.launch(kernel(body, ".param .u64 a"), None, grid, 256, arguments, **options)
    assert run.complete, run.unmodeled
    return [(finding.code, finding.line, finding.thread) for finding in run.findings]


@pytest.mark.parametrize("grid", [256, 600])
def test_one_race_between_neighbors_among_many_threads(grid: int) -> None:
    bug = (
        "setp.eq.u32 %p2, %r2, 137; setp.eq.u32 %p3, %r1, 77; and.pred %p2, %p2, %p3;\n@%p2 st.global.u32 [%rd3+4], 1;"
    )
    array = np.zeros(grid * 256, np.uint32)
    assert races(STEPS, grid, array) == []
    line = kernel(STEPS + bug, ".param .u64 a").split("\n").index("@%p2 st.global.u32 [%rd3+4], 1;") + 1
    place = races(STEPS + bug, grid, array)
    assert place == [("race", line, "thread (77, 0, 0) of CTA (137, 0, 0)")]


def test_a_race_in_shared_memory_without_the_second_barrier() -> None:
    bug = STEPS.replace("bar.sync 0;\nadd", "add")
    line = kernel(bug, ".param .u64 a").split("\n").index("st.shared.u32 [%r5], %r3;") + 1
    assert [place[:2] for place in races(bug, 256, np.zeros(1 << 16, np.uint32))] == [("race", line)]


def test_a_race_between_a_cta_and_one_that_runs_later() -> None:
    body = (
        "ld.param.u64 %rd1, [a]; mov.u32 %r1, %ctaid.x; rem.u32 %r2, %r1, 590; mov.u32 %r3, %tid.x;\n"
        "mad.lo.u32 %r2, %r2, 256, %r3; mul.wide.u32 %rd2, %r2, 4; add.u64 %rd3, %rd1, %rd2;\n"
        "st.global.u32 [%rd3], %r1;"
    )
    (place,) = races(body, 600, np.zeros(590 * 256, np.uint32))
    assert place == ("race", 10, "thread (0, 0, 0) of CTA (590, 0, 0)")
    assert races(body, 590, np.zeros(590 * 256, np.uint32)) == []


def test_a_cta_that_runs_later_acquires_what_all_have_released() -> None:
    data, total = np.ones(1100 * 128, np.float32), np.zeros(1, np.float32)
    clean("pipelines", "last_adds", 1100, 128, [data, np.zeros(1100, np.float32), total])
    assert total[0] == data.sum()


def test_clocks_agree_with_a_matrix_of_epochs() -> None:
    """A matrix has an epoch of each thread for each thread; random barriers and messages change both."""
    random = np.random.default_rng(5)
    ctas, width = 4, 8
    count = ctas * width
    cta, index = np.divmod(np.arange(count), width)
    epochs, own = Epochs(ctas, width), np.ones(count, np.int32)
    clock, matrix = Clock(epochs, cta, index, own), np.zeros((count, count), np.int32)
    messages: list[tuple[Any, Any]] = []
    for step in range(600):
        slots = np.flatnonzero(random.random(count) < random.choice([0.1, 0.5, 1]))
        if not len(slots):
            continue
        released = matrix.copy()
        released[np.arange(count), np.arange(count)] = own
        choice = random.integers(4)
        if choice == 0:
            groups = slots // random.choice([4, 8])
            clock.meet(slots, groups)
            for group in np.unique(groups):
                matrix[slots[groups == group]] = released[slots[groups == group]].max(axis=0)
            own[slots] += 1
        elif choice == 1:
            messages.append((clock.gathered(slots), released[slots].max(axis=0)))
            own[slots] += 1
        elif messages:
            number = int(random.integers(len(messages)))
            if choice == 3:
                other, vector = messages[int(random.integers(len(messages)))]
                messages[number] = (
                    epochs.merge(messages[number][0], other),
                    np.maximum(messages[number][1], vector),
                )
            clock.receive(slots, messages[number][0])
            matrix[slots] = np.maximum(matrix[slots], messages[number][1])
        if step % 50 == 49:
            messages = messages[-5:]
            known = [message for message, _ in messages]
            epochs.collect(
                [clock.page, np.array([clock_.page for clock_ in known], int)],
                [clock.view, np.array([clock_.view for clock_ in known], int)],
            )
        for slot in random.integers(0, count, 3).tolist():
            others = np.flatnonzero(np.arange(count) != slot)
            learned = clock.known(np.full(len(others), slot), cta[others], index[others])
            assert np.array_equal(learned, matrix[slot, others])


@pytest.mark.parametrize("modifiers", ["x4", "x4.trans"])
@pytest.mark.parametrize("barrier", ["", "bar.warp.sync -1;"])
def test_rows_of_a_matrix_are_read_and_written_for_other_lanes(modifiers: str, barrier: str) -> None:
    rows = ".shared .align 16 .b8 s[512];\nmov.u32 %r1, %tid.x; mov.u32 %r2, s; mad.lo.u32 %r2, %r1, 16, %r2;\n"
    store, load = "st.shared.v4.u32 [%r2], {%r1, %r1, %r1, %r1};", "ld.shared.v4.u32 {%r3, %r4, %r5, %r6}, [%r2];"
    loads = f"ldmatrix.sync.aligned.m8n8.{modifiers}.shared.b16 {{%r3, %r4, %r5, %r6}}, [%r2];"
    stores = f"stmatrix.sync.aligned.m8n8.{modifiers}.shared.b16 [%r2], {{%r1, %r1, %r1, %r1}};"
    for body in (f"{rows}{store}\n{barrier}\n{loads}", f"{rows}{stores}\n{barrier}\n{load}"):
        run = ptxisa.launch(kernel(body), None, 1, 32, [])
        line = kernel(body).split("\n").index(body.split("\n")[-1]) + 1
        assert [(finding.code, finding.line) for finding in run.findings] == ([] if barrier else [("race", line)])


@pytest.mark.parametrize("fence", ["", "fence.acq_rel.gpu;"])
def test_the_fence_that_a_last_cta_lacks_is_named(fence: str) -> None:
    # The CTA that takes the last ticket reads what all others have stored before their fence and their ticket.
    store = (
        "ld.param.u64 %rd1, [a]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x; mov.u32 %r9, %nctaid.x;\n"
        "mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2; setp.ne.u32 %p1, %r2, 0;\n"
        "@!%p1 st.global.u32 [%rd3+64], %r1;\nfence.acq_rel.gpu;\nmov.u32 %r3, 0;\n"
    )
    ticket = "@!%p1 atom.relaxed.gpu.global.inc.u32 %r3, [%rd1], %r9;"
    read = (
        f"{fence}\nst.shared.u32 [ticket], %r3;\nbar.sync 0;\nld.shared.u32 %r4, [ticket];\n"
        "sub.u32 %r9, %r9, 1; setp.ne.u32 %p2, %r4, %r9;\n@%p2 ret;\nld.global.u32 %r5, [%rd1+64];\n"
    ).replace("st.shared", "@!%p1 st.shared")
    text = kernel(f"{store}{ticket}\n{read}", ".param .u64 a", ".shared .b32 ticket;")
    run = ptxisa.launch(text, None, 4, 64, [np.zeros(32, np.uint32)])
    lines = text.split("\n")
    if fence:
        assert not run.findings
    else:
        (finding,) = run.findings
        assert (finding.code, finding.line) == ("race", lines.index("ld.global.u32 %r5, [%rd1+64];") + 1)
        assert f"put fence.acq_rel.gpu after line {lines.index(ticket) + 1}" in finding.hint


def test_threads_that_store_to_one_address_get_a_hint_that_fits() -> None:
    body = "ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; st.global.u32 [%rd1], %r1;"
    (finding,) = ptxisa.launch(kernel(body, ".param .u64 a"), None, 1, 64, [np.zeros(1, np.uint32)]).findings
    assert finding.hint.startswith("let one thread store")
