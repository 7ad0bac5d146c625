"""Statements on mbarrier objects in memory against the state machine, which was compared with a GPU."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

import ptxisa
from ptxisa.objects.mbarrier import MOST, MbarrierContents, MbarrierObject, MbarrierState, Undefined, packed, unpacked

Operation = Callable[[MbarrierObject, int], MbarrierState | None]

OPERATIONS: dict[str, Operation] = {
    "mbarrier.init.shared.b64 [at], n;": lambda barrier, n: setattr(barrier, "_counts", MbarrierObject(n).counts),
    "mbarrier.expect_tx.shared.b64 [at], n;": MbarrierObject.expect_tx,
    "mbarrier.complete_tx.relaxed.cta.b64 [at], n;": MbarrierObject.complete_tx,
    "mbarrier.arrive.b64 s, [at];": lambda barrier, n: barrier.arrive(),
    "mbarrier.arrive.shared.b64 _, [at];": lambda barrier, n: barrier.arrive(),
    "mbarrier.arrive.shared::cta.b64 s, [at], n;": MbarrierObject.arrive,
    "mbarrier.arrive.shared::cluster.b64 _, [at], n;": MbarrierObject.arrive,
    "mbarrier.arrive.expect_tx.b64 s, [at], n;": lambda barrier, n: barrier.arrive(expect_tx=n),
    "mbarrier.arrive.expect_tx.shared::cluster.b64 _, [at], n;": lambda barrier, n: barrier.arrive(expect_tx=n),
    "mbarrier.arrive.noComplete.b64 s, [at], n;": MbarrierObject.arrive_no_complete,
    "mbarrier.arrive.noComplete.b64 _, [at], n;": MbarrierObject.arrive_no_complete,
    "mbarrier.arrive_drop.b64 s, [at];": lambda barrier, n: barrier.arrive_drop(),
    "mbarrier.arrive_drop.shared::cluster.b64 _, [at];": lambda barrier, n: barrier.arrive_drop(),
    "mbarrier.arrive_drop.b64 s, [at], n;": MbarrierObject.arrive_drop,
    "mbarrier.arrive_drop.shared::cluster.b64 _, [at], n;": MbarrierObject.arrive_drop,
    "mbarrier.arrive_drop.expect_tx.b64 s, [at], n;": lambda barrier, n: barrier.arrive_drop(expect_tx=n),
    "mbarrier.arrive_drop.expect_tx.shared::cluster.b64 _, [at], n;": lambda barrier, n: barrier.arrive_drop(
        expect_tx=n
    ),
    "mbarrier.arrive_drop.noComplete.b64 s, [at], n;": MbarrierObject.arrive_drop_no_complete,
}


def _cases(operation: Operation, wanted: int = 200) -> list[tuple[int, int, int, MbarrierState | None]]:
    """Objects and counts with which an operation has a meaning, the objects afterwards, and what is returned."""
    rng, result = random.Random(1), []
    while len(result) < wanted:
        counts = MbarrierContents(
            rng.randint(0, 1), _few(rng), max(1, _few(rng)), rng.choice([0, 0, _few(rng), -_few(rng)])
        )
        count = rng.choice([counts.pending, abs(counts.tx), _few(rng)])
        barrier = MbarrierObject.of(counts)
        try:
            state = operation(barrier, count)
        except Undefined:
            continue
        result.append((packed(counts), count, packed(barrier.counts), state))
    return result


def _few(rng: random.Random) -> int:
    return rng.choice([0, 1, 2, rng.randint(0, 40), rng.randint(0, MOST), MOST])


@pytest.mark.parametrize("statement", OPERATIONS)
def test_an_object_in_memory_goes_through_the_same_states(statement: str) -> None:
    cases = _cases(OPERATIONS[statement])
    memory = np.array([[before] for before, _, _, _ in cases], np.uint64)
    given = {"at": np.zeros(len(cases), np.uint32)}
    if " n;" in statement:
        given["n"] = np.array([count for _, count, _, _ in cases], np.uint32)
    results = ptxisa.execute(statement, given, memory={"shared": memory})
    assert memory[:, 0].tolist() == [after for _, _, after, _ in cases]
    for (before, _, _, state), got in zip(cases, results.get("s", []), strict=bool(results)):
        assert state is not None
        assert got >> 32 == before >> 32
        assert unpacked(int(got)).pending == state.pending


@pytest.mark.parametrize("question", ["test_wait", "try_wait"])
def test_phases_are_tested_by_state_and_by_parity(question: str) -> None:
    barrier = MbarrierObject(1)
    memory = np.array([packed(barrier.counts)], np.uint64)
    for phase in range(4):
        state = barrier.arrive()
        statements = f"""
            mbarrier.{question}.parity.b64 before, [at], parity;
            mbarrier.arrive.b64 s, [at];
            mbarrier.{question}.b64 by_state, [at], s;
            mbarrier.{question}.parity.b64 by_parity, [at], parity;"""
        given = {"at": np.zeros(1, np.uint64), "parity": np.array([phase & 1], np.uint32)}
        actual = ptxisa.execute(statements, given, memory={"shared": memory})
        assert barrier.test_wait(state)
        assert [int(actual[name][0]) for name in ("before", "by_state", "by_parity")] == [0, 1, 1]


def test_every_operation_on_objects_is_here() -> None:
    from ptxisa.query.database import database

    ids = {form for (form,) in database().sql("SELECT id FROM form WHERE id LIKE 'mbarrier.%' AND pseudocode <> ''")}
    opcodes = {ptxisa.available(text.split()[0]).forms for text in OPERATIONS}
    apart = {"mbarrier.inval", "mbarrier.pending_count"}
    waits = {value for value in ids if "_wait" in value}
    assert ids == {form for forms in opcodes for form in forms} | apart | waits


def test_inval_leaves_other_objects_alone() -> None:
    """The content of its memory is unspecified; the memory may then be initialized again."""
    objects = np.array([packed(MbarrierContents(0, 3, 3, 0)), packed(MbarrierContents(1, 2, 5, 0))], np.uint64)
    memory = {"shared": objects}
    ptxisa.execute("mbarrier.inval.shared.b64 [at];", {"at": 0}, memory=memory, threads=1)
    assert int(memory["shared"][1]) == packed(MbarrierContents(1, 2, 5, 0))
    ptxisa.execute("mbarrier.init.shared.b64 [at], 7;", {"at": 0}, memory=memory, threads=1)
    assert int(memory["shared"][0]) == packed(MbarrierObject(7).counts)


@pytest.mark.parametrize("wait", ["test_wait", "try_wait"])
def test_primary_phases(wait: str) -> None:
    """One arrival completes phase 0: a wait for it, or for the parity of it, ends; a wait for the next does not."""
    at = {"at": np.zeros(1, np.uint64)}
    memory = {"shared": np.zeros(8, np.uint8)}
    ptxisa.execute("mbarrier.init.shared.b64 [at], 1;", at, memory=memory)
    state = ptxisa.execute("mbarrier.arrive.shared.b64 s, [at];", at, memory=memory)
    primary = f"mbarrier.{wait}.phase_type::primary.shared.b64 done, [at], s;"
    assert ptxisa.execute(primary, at | state, memory=memory)["done"] == 1
    parity = f"mbarrier.{wait}.parity.phase_type::primary.shared.b64 done, [at], q;"
    for phase, done in ((0, 1), (1, 0)):
        given = at | {"q": np.array([phase], np.uint32)}
        assert ptxisa.execute(parity, given, memory=memory)["done"] == done
