"""Asynchronous copies from global to shared memory, in groups of each thread. See section 9.7.9.25 of the manual.

Memory changes when a thread waits for its copies. Copies that nothing waits for are made at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.forms import Values
from ptxisa.run.errors import refusal
from ptxisa.run.memory import Section
from ptxisa.run.steps import Action

OPEN = -1
_Numbers = NDArray[np.int64]


class Copy(NamedTuple):
    """Copies of one statement: where each thread reads and writes, as places of bytes in two arrays.

    `taken` bytes are read, the others of `size` are zeros. `group` is the number of the group of each thread, `OPEN`
    before it is committed; `left` says which copies are still to be made.
    """

    threads: NDArray[np.intp]
    source: Any
    source_places: _Numbers
    destination: Any
    places: _Numbers
    size: int
    taken: _Numbers
    group: _Numbers
    left: NDArray[np.bool_]

    def complete(self, chosen: NDArray[np.bool_]) -> None:
        """Make some of the copies that are left."""
        now = self.left & chosen
        index = np.arange(self.size)
        inside = index < self.taken[now][:, None]
        data = np.zeros(inside.shape, np.uint8)
        data[inside] = self.source.ravel()[(self.source_places[now][:, None] + index)[inside]]
        self.destination.ravel()[self.places[now][:, None] + index] = data
        self.left[now] = False


def copy(_values: Values) -> Action:
    """`cp.async`: note a copy, whose addresses must be right."""
    return Action(("cp_size", "src_size", "ignore_src"), (), _note)


def _note(state: Any, step: Any, part: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    threads = np.flatnonzero(state.executing(step))
    size = int(given["cp_size"])
    destination, source = part.accesses
    taken = _bytes_taken(state, given, size)[threads]
    (target,) = state.sections(destination, threads)
    (origin,) = state.sections(source, threads)
    for section in (target, origin):
        state.memory.demand_alignment(section.addresses, size, threads)
    places = state.memory.places(target, destination.bits) * size
    _copies(state).append(
        Copy(
            *(threads, origin.array, _source_places(state, origin, taken), target.array, places, size, taken),
            group=np.full(len(threads), OPEN, np.int64),
            left=np.ones(len(threads), bool),
        )
    )
    return {}


def _bytes_taken(state: Any, given: Mapping[str, Any], size: int) -> _Numbers:
    """How many bytes each thread reads."""
    taken = np.broadcast_to(given.get("src_size", np.uint32(size)), state.count).astype(np.int64)
    if (taken > size).any():
        raise refusal("not-executable", f"src_size is {taken.max()}; of a copy of {size} bytes it is at most {size}")
    if "ignore_src" in given:
        taken = np.where(np.broadcast_to(given["ignore_src"], state.count) != 0, 0, taken)
    return taken


def _source_places(state: Any, section: Section, taken: _Numbers) -> _Numbers:
    """The first byte that each thread reads; the first and the last of them lie in memory, if there are any."""
    found = np.zeros(len(taken), np.int64)
    reads = np.flatnonzero(taken)
    part = section._replace(
        addresses=section.addresses[reads], threads=section.threads[reads], rows=section.rows[reads]
    )
    found[reads] = state.memory.places(part, 8)
    state.memory.places(part._replace(addresses=part.addresses + (taken[reads] - 1).astype(np.uint64)), 8)
    return found


def commit(_values: Values) -> Action:
    """`cp.async.commit_group`: what a thread has noted since its last group becomes a group."""

    def run(state: Any, step: Any, _part: Any, _given: Mapping[str, Any]) -> dict[str, Any]:
        running, committed = state.executing(step), _committed(state)
        for one in _copies(state):
            new = (one.group == OPEN) & running[one.threads]
            one.group[new] = committed[one.threads[new]]
        committed[running] += 1
        return {}

    return Action((), (), run)


def wait(_values: Values) -> Action:
    """`cp.async.wait_group`: make the copies of all groups of a thread but the last n."""

    def run(state: Any, step: Any, _part: Any, given: Mapping[str, Any]) -> dict[str, Any]:
        running, limit = state.executing(step), _committed(state) - int(given["n"])
        for one in _copies(state):
            one.complete((one.group != OPEN) & (one.group < limit[one.threads]) & running[one.threads])
        _forget(state)
        return {}

    return Action(("n",), (), run)


def wait_all(_values: Values) -> Action:
    """`cp.async.wait_all`: make all copies of a thread, those without a group too."""

    def run(state: Any, step: Any, _part: Any, _given: Mapping[str, Any]) -> dict[str, Any]:
        running = state.executing(step)
        for one in _copies(state):
            one.complete(running[one.threads])
        _forget(state)
        return {}

    return Action((), (), run)


def complete_copies(state: Any) -> None:
    """Make every copy that is left, in the order of the statements."""
    for one in state.actions.get("copies", ()):
        one.complete(np.ones(len(one.threads), bool))


def _copies(state: Any) -> list[Copy]:
    copies: list[Copy] = state.actions.setdefault("copies", [])
    return copies


def _committed(state: Any) -> _Numbers:
    """How many groups each thread has committed."""
    committed: _Numbers = state.actions.setdefault("groups", np.zeros(state.count, np.int64))
    return committed


def _forget(state: Any) -> None:
    state.actions["copies"] = [one for one in _copies(state) if one.left.any()]
