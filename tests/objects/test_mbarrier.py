"""The mbarrier object: phases, counts and what is undefined; one barrier at a time and many at once."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptxisa.objects.mbarrier import (
    FORBIDDEN,
    MOST,
    NO_OBJECT,
    TRANSITIONS,
    MbarrierContents,
    MbarrierObject,
    MbarrierState,
    Undefined,
    packed,
    pending_count,
    unpacked,
)


def test_a_phase_is_complete_when_neither_arrivals_nor_transactions_are_missing() -> None:
    barrier = MbarrierObject(3)
    state = barrier.arrive(2)
    barrier.expect_tx(16)
    barrier.arrive()
    assert not barrier.test_wait(state)
    barrier.complete_tx(16)
    assert barrier.test_wait(state)
    assert barrier.counts == MbarrierContents(phase=1, pending=3, expected=3, tx=0)


def test_transactions_may_come_before_they_are_expected() -> None:
    barrier = MbarrierObject(1)
    barrier.complete_tx(5)
    assert barrier.counts.tx == -5
    state = barrier.arrive(expect_tx=5)
    assert barrier.test_wait(state)


def test_dropped_arrivals_count_from_the_next_phase_on() -> None:
    barrier = MbarrierObject(3)
    barrier.arrive_drop()
    barrier.arrive(2)
    assert barrier.counts == MbarrierContents(phase=1, pending=2, expected=2, tx=0)
    barrier.arrive_drop_no_complete(1)
    barrier.arrive()
    assert barrier.counts == MbarrierContents(phase=2, pending=1, expected=1, tx=0)


def test_all_expected_arrivals_may_be_dropped_but_no_more() -> None:
    barrier = MbarrierObject(2)
    barrier.arrive_drop(2)
    assert barrier.counts == MbarrierContents(phase=1, pending=0, expected=0, tx=0)
    waiting = MbarrierObject.of(MbarrierContents(phase=0, pending=2, expected=1, tx=0))
    with pytest.raises(Undefined, match="more arrivals are dropped than are expected"):
        waiting.arrive_drop(2)
    waiting.arrive_drop(1)
    assert waiting.counts == MbarrierContents(phase=0, pending=1, expected=0, tx=0)


def test_the_pending_count_is_the_one_before_the_arrival() -> None:
    assert pending_count(MbarrierObject(5).arrive_no_complete(2)) == 5


def test_the_phase_before_the_first_counts_as_complete() -> None:
    barrier = MbarrierObject(1)
    assert [barrier.test_wait_parity(parity) for parity in (0, 1)] == [False, True]
    barrier.arrive()
    assert [barrier.test_wait_parity(parity) for parity in (0, 1)] == [True, False]


def test_copies_do_not_change_the_expected_arrivals() -> None:
    barrier = MbarrierObject(1)
    barrier.await_copies()
    state = barrier.arrive()
    assert not barrier.test_wait(state)
    barrier.arrive()
    assert barrier.test_wait(state)


@pytest.mark.parametrize(
    "undefined",
    [
        lambda barrier: MbarrierObject(0),
        lambda barrier: MbarrierObject(MOST + 1),
        lambda barrier: barrier.arrive(3),
        lambda barrier: barrier.arrive(-1),
        lambda barrier: barrier.arrive_no_complete(2),
        lambda barrier: barrier.arrive_drop(3),
        lambda barrier: barrier.arrive_drop(-1),
        lambda barrier: barrier.arrive_drop_no_complete(-1),
        lambda barrier: barrier.expect_tx(MOST + 1),
        lambda barrier: barrier.complete_tx(MOST + 1),
        lambda barrier: barrier.test_wait_parity(2),
        lambda barrier: barrier.test_wait(MbarrierState(phase=5, pending=1)),
    ],
)
def test_undefined_operations_change_nothing(undefined: Callable[[MbarrierObject], object]) -> None:
    barrier = MbarrierObject(2)
    with pytest.raises(Undefined):
        undefined(barrier)
    assert barrier.counts == MbarrierContents(phase=0, pending=2, expected=2, tx=0)


def test_only_the_current_phase_and_the_one_before_can_be_waited_for() -> None:
    barrier = MbarrierObject(1)
    state = barrier.arrive()
    assert barrier.test_wait(state)
    barrier.arrive()
    with pytest.raises(Undefined):
        barrier.test_wait(state)


def test_the_table_of_transitions_is_exact() -> None:
    rng = random.Random(1)
    table = {
        (transition.source, name, transition.target) for transition in TRANSITIONS for name in transition.operations
    }
    seen = {(NO_OBJECT, "init", MbarrierObject(1).condition)}
    for _ in range(2000):
        barrier = MbarrierObject.of(MbarrierContents(0, rng.randint(1, 2), 2, rng.randint(-1, 1)))
        if rng.random() < 0.5:
            barrier = MbarrierObject.of(MbarrierContents(0, 0, 2, rng.choice([-1, 1, 2])))
        name, before = rng.choice(["arrive", "arrive_drop", "expect_tx", "complete_tx", "inval"]), barrier.condition
        try:
            getattr(barrier, name)(*([] if name == "inval" else [1]))
        except Undefined:
            continue
        seen.add((before, name, barrier.condition))
    assert seen == table


def test_an_invalidated_object_has_no_operations() -> None:
    barrier = MbarrierObject(1)
    barrier.inval()
    with pytest.raises(Undefined):
        barrier.arrive()
    with pytest.raises(Undefined):
        barrier.inval()


def test_an_expectation_with_an_arrival_completes_nothing_before_it() -> None:
    barrier = MbarrierObject(1)
    barrier.complete_tx(5)
    barrier.arrive()
    with pytest.raises(Undefined, match="more arrivals than are missing"):
        barrier.arrive(expect_tx=5)
    barrier.expect_tx(5)
    assert barrier.counts == MbarrierContents(1, 1, 1, 0)


@given(st.integers(0, 2**64 - 1))
def test_objects_in_memory_keep_their_counts(bits: int) -> None:
    bits &= ~(FORBIDDEN | 1)
    assert packed(unpacked(bits)) == bits


def test_an_object_is_64_bits() -> None:
    barrier = MbarrierObject(7)
    barrier.arrive()
    assert packed(barrier.counts) == 0x7FFFD000001FFFF2
    assert unpacked(0x7FFFD000001FFFF2) == MbarrierContents(0, 6, 7, 0)


@given(st.integers(0, 2**32))
def test_many_barriers_at_once_are_as_many_barriers(seed: int) -> None:
    rng = random.Random(seed)
    counts = [rng.randint(1, 4) for _ in range(8)]
    singly, together = [MbarrierObject(count) for count in counts], MbarrierObject(np.array(counts))
    for _ in range(12):
        name = rng.choice(["arrive", "expect_tx", "complete_tx", "await_copies"])
        given = [rng.randint(0, barrier.counts.pending if name == "arrive" else 3) for barrier in singly]
        if name == "await_copies" and any(
            barrier.counts.pending == 0 and abs(barrier.counts.tx) == 1 for barrier in singly
        ):
            with pytest.raises(Undefined):
                together.await_copies()
            continue
        arguments = [] if name == "await_copies" else [np.array(given)]
        getattr(together, name)(*arguments)
        for barrier, count in zip(singly, given, strict=True):
            if name == "await_copies":
                barrier.await_copies()
            elif count:
                getattr(barrier, name)(count)
        assert [MbarrierContents(*map(int, row)) for row in zip(*together.counts, strict=True)] == [
            barrier.counts for barrier in singly
        ]
