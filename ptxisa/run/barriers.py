"""Barriers of CTAs and clusters in statements that all threads execute one after the other.

A thread never waits: where some would, because others arrive in a later statement only, the statements cannot run in
this order. Warps arrive as a whole. See sections 9.7.13.1 and 9.7.13.3 of the manual.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.forms import Values
from ptxisa.run.errors import refusal
from ptxisa.run.launch import demand_one_cta
from ptxisa.run.steps import Action
from ptxisa.run.warp import LANES

BARRIERS = 16
_Counts = NDArray[np.int64]


def sync(_values: Values) -> Action:
    """`barrier.sync`: every participating thread has arrived."""

    def run(state: Any, step: Any, _part: Any, given: Mapping[str, Any]) -> dict[str, Any]:
        _arrive(state, step, given, waits=True)
        return {}

    return Action(("a", "b"), (), run)


def arrive(_values: Values) -> Action:
    """`barrier.arrive`: count the warps that arrive."""

    def run(state: Any, step: Any, _part: Any, given: Mapping[str, Any]) -> dict[str, Any]:
        _arrive(state, step, given, waits=False)
        return {}

    return Action(("a", "b"), (), run)


def count(_values: Values) -> Action:
    """`barrier.red.popc`: how many participating threads of the CTA have a true predicate."""
    return _reduction("d", lambda true, threads: true.astype(np.uint32))


def all_any(values: Values) -> Action:
    """`barrier.red.and` and `.or`: whether all or any participating threads of the CTA have a true predicate."""
    if values["op"] == "and":
        return _reduction("p", lambda true, threads: (true == threads).astype(np.uint8))
    return _reduction("p", lambda true, threads: (true > 0).astype(np.uint8))


def _reduction(output: str, result: Any) -> Action:
    def run(state: Any, step: Any, _part: Any, given: Mapping[str, Any]) -> dict[str, Any]:
        _arrive(state, step, given, waits=True)
        running, cta = state.executing(step), state.launch.cta()
        true = running & (np.broadcast_to(given["c"], state.count) != 0)
        sums = [np.bincount(cta[mask], minlength=state.launch.ctas) for mask in (true, running)]
        return {output: result(*sums)[cta]}

    return Action(("a", "b", "c"), (output,), run)


def _arrive(state: Any, step: Any, given: Mapping[str, Any], waits: bool) -> None:
    """Count arrivals at the barrier of each CTA; where threads wait it must be complete."""
    launch, running = state.launch, state.executing(step)
    demand_one_cta(launch, "a barrier")
    if not running.any():
        return
    numbers, expected, arrived = _of_ctas(state, given, running)
    if (numbers >= BARRIERS).any():
        raise refusal("not-executable", f"a CTA has barriers 0 to 15, not {numbers.max()}")
    table = state.actions.setdefault("barriers", np.zeros((launch.ctas, BARRIERS), np.int64))
    present = np.flatnonzero(arrived)
    total = table[present, numbers[present]] + arrived[present]
    wrong = np.flatnonzero(total != expected[present] if waits else total > expected[present])
    if len(wrong):
        cta = present[wrong[0]]
        raise refusal(
            "not-executable",
            f"barrier {numbers[cta]} of CTA {cta}: {total[wrong[0]]} of {expected[cta]} threads have arrived here; "
            "all of them must arrive in this statement or before",
        )
    table[present, numbers[present]] = np.where(total == expected[present], 0, total)


def _of_ctas(state: Any, given: Mapping[str, Any], running: NDArray[np.bool_]) -> tuple[_Counts, _Counts, _Counts]:
    """Of each CTA the number of the barrier, the threads that it waits for and those that arrive now."""
    launch, cta = state.launch, state.launch.cta()
    every = -(-launch.size // LANES) * LANES
    numbers = _uniform(state, "a", given["a"], running)
    threads = _uniform(state, "b", given["b"], running) if "b" in given else np.zeros(launch.ctas, np.int64)
    warps = np.arange(state.count) % max(launch.size, 1) // LANES
    pairs = np.unique(np.stack([cta[running], warps[running]]), axis=1)
    arrived = np.bincount(pairs[0], minlength=launch.ctas) * LANES
    return numbers, np.where(threads == 0, every, threads), arrived


def _uniform(state: Any, name: str, value: Any, running: NDArray[np.bool_]) -> _Counts:
    """An operand by CTA; all threads that execute the statement must have the same."""
    every, cta = np.broadcast_to(value, state.count).astype(np.int64), state.launch.cta()
    found = np.zeros(state.launch.ctas, np.int64)
    found[cta[running]] = every[running]
    if (found[cta[running]] != every[running]).any():
        raise refusal("not-executable", f"operand {name} of a barrier differs between the threads of a CTA")
    return found


# --- clusters ---


def cluster_arrive(_values: Values) -> Action:
    """`barrier.cluster.arrive`: note the threads that arrive, each once."""

    def run(state: Any, step: Any, _part: Any, _given: Mapping[str, Any]) -> dict[str, Any]:
        running, arrived = state.executing(step), _cluster_arrivals(state)
        if (again := running & arrived).any():
            message = f"thread {np.flatnonzero(again)[0]} arrives at the barrier of its cluster a second time"
            raise refusal("not-executable", message)
        arrived |= running
        return {}

    return Action((), (), run)


def cluster_wait(_values: Values) -> Action:
    """`barrier.cluster.wait`: every thread of the cluster has arrived."""

    def run(state: Any, step: Any, _part: Any, _given: Mapping[str, Any]) -> dict[str, Any]:
        running, arrived = state.executing(step), _cluster_arrivals(state)
        waited = state.actions.setdefault("cluster waits", np.zeros(state.count, bool))
        cluster = state.launch.cluster_number()[state.launch.cta()]
        late = np.isin(cluster, cluster[running]) & ~arrived
        if late.any():
            thread = np.flatnonzero(late)[0]
            raise refusal(
                "not-executable", f"thread {thread} has not arrived at the barrier of cluster {cluster[thread]}"
            )
        waited |= running
        complete = ~np.isin(cluster, cluster[~waited])
        arrived[complete] = waited[complete] = False
        return {}

    return Action((), (), run)


def _cluster_arrivals(state: Any) -> NDArray[np.bool_]:
    demand_one_cta(state.launch, "a barrier")
    arrived: NDArray[np.bool_] = state.actions.setdefault("cluster arrivals", np.zeros(state.count, bool))
    return arrived
