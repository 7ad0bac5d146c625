"""Phases of mbarriers: which arrivals complete a phase together, and which waits and copies belong to it.

A phase is complete when as many threads have arrived as the mbarrier expects, and when the copies that the phase tracks
are complete (section 9.7.13.15). The order of arrivals decides which phase each of them belongs to, as long as the
arrivals of one thread keep their order.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ptxisa.memory_model.paths import STATE, Event, Path, Position
from ptxisa.memory_model.program import Arrive, AsyncArrive, Copy, LitmusError, LitmusTest


class Phases(NamedTuple):
    """One assignment of arrivals to phases.

    `arrived` relates the arrivals of a phase with the waits that it ends, `completed` the events of copies with the
    waits that their completion ends. `reads_completed` are those whose waits are for the reads of sources alone.
    """

    arrived: tuple[tuple[Position, Position], ...]
    completed: tuple[tuple[Position, Position], ...]
    reads_completed: tuple[tuple[Position, Position], ...] = ()
    complete: Mapping[int, int] = {}
    """Number of complete phases of each mbarrier, by its address."""


class _Arrival(NamedTuple):
    """Arrival with the number by which it counts; without `weight`, the phase only waits for it."""

    position: Position
    weight: int
    drops: bool
    event: Event


class _Assignment(NamedTuple):
    """Phase of each arrival, and the number of phases that are complete in the end."""

    phases: Mapping[Position, int]
    complete: int


Pairs: TypeAlias = "list[tuple[Position, Position]]"


def phases(test: LitmusTest, paths: Sequence[Path]) -> Iterator[Phases]:
    """Yield every assignment of arrivals to phases in which each wait that succeeded has a complete phase."""
    arrivals: dict[int, list[_Arrival]] = defaultdict(list)
    waits: dict[int, list[tuple[Position, Event]]] = defaultdict(list)
    copies: dict[int, list[Position]] = defaultdict(list)
    groups: dict[bool, Pairs] = defaultdict(list)
    for thread, path in enumerate(paths):
        for position, event in enumerate(path.events):
            here, operation = (thread, position), event.operation
            if isinstance(operation, Arrive):
                arrivals[event.address].append(_Arrival(here, operation.count, operation.drop, event))
            elif isinstance(operation, AsyncArrive):
                arrivals[event.address].append(_Arrival(here, int(operation.counts), False, event))
            elif event.kind == "wait":
                waits[event.address].append((here, event))
            elif event.asynchronous and isinstance(operation, Copy) and event.key:
                copies[int(str(event.key[0]))].append(here)
            elif event.kind == "wait-group":
                groups[getattr(operation, "reads", False)] += [((thread, copied), here) for copied in event.completes]
    choices = []
    tested = {address for path in paths if path.cut for address, _, _ in path.cut.failed}
    for address in sorted({*waits, *tested}):
        options = []
        variable = next((candidate for candidate in test.variables.values() if candidate.address == address), None)
        if variable is None:
            raise LitmusError("an mbarrier is at no variable")
        if variable.name not in test.mbarriers:
            hint = f"initialize it, or write '//! mbarrier {variable.name} 1'"
            raise LitmusError(f"{variable.name} is not an mbarrier; {hint}")
        for assigned in _assignments(arrivals[address], test.mbarriers[variable.name]):
            pairs = _waits(paths, assigned, arrivals[address], waits[address], copies[address])
            options += [(*option, (address, assigned.complete)) for option in pairs]
        choices.append(options)
    for combination in itertools.product(*choices):
        arrived = tuple(pair for option in combination for pair in option[0])
        completed = tuple(pair for option in combination for pair in option[1])
        complete = dict(option[2] for option in combination)
        yield Phases(arrived, (*completed, *groups[False]), tuple(groups[True]), complete)


def _assignments(arrivals: Sequence[_Arrival], count: int) -> Iterator[_Assignment]:
    """Yield the phase of each arrival, for every order of arrivals that keeps the order of each thread."""
    seen: set[tuple[tuple[tuple[Position, int], ...], int]] = set()
    threads: dict[int, list[_Arrival]] = defaultdict(list)
    for arrival in arrivals:
        threads[arrival.position[0]].append(arrival)

    def extend(
        indexes: Mapping[int, int], phase: int, pending: int, expected: int, assigned: Mapping[Position, int]
    ) -> Iterator[_Assignment]:
        left = [thread for thread in threads if indexes[thread] < len(threads[thread])]
        if not left:
            key = (tuple(sorted(assigned.items())), phase)
            if key not in seen:
                seen.add(key)
                yield _Assignment(assigned, phase)
            return
        for thread in left:
            # Arrivals of one thread keep their order; those of different threads may come in any.
            arrival = threads[thread][indexes[thread]]
            following = {**indexes, thread: indexes[thread] + 1}
            after = {**assigned, arrival.position: phase}
            less = expected - arrival.weight if arrival.drops else expected
            if pending > arrival.weight:
                yield from extend(following, phase, pending - arrival.weight, less, after)
            elif less > 0:
                yield from extend(following, phase + 1, less, less, after)
            else:
                # Nobody is expected any more, so no further phase completes.
                yield from extend(following, phase + 1, sum(arrival.weight for arrival in arrivals) + 1, 0, after)

    yield from extend(dict.fromkeys(threads, 0), 0, count, count, {})


def _waits(
    paths: Sequence[Path],
    assigned: _Assignment,
    arrivals: Sequence[_Arrival],
    waits: Sequence[tuple[Position, Event]],
    copies: Sequence[Position],
) -> list[tuple[Pairs, Pairs]]:
    """Return, for each choice of phases of the waits, the arrivals and the copies before each wait."""
    complete = assigned.complete
    options: list[list[int]] = []
    for _, event in waits:
        parity, phase = (int(str(part)) for part in event.key)
        if parity:
            # The phase before the first one counts as complete (section 9.7.13.15.16).
            options.append([number for number in range(-1, complete) if number % 2 == phase % 2])
        else:
            number = assigned.phases.get(((phase - STATE) >> 16, phase & 0xFFFF), complete)
            options.append([number] if number < complete else [])
    results = []
    for choice in itertools.product(*options):
        arrived, completed = [], []
        for (here, _), number in zip(waits, choice, strict=True):
            for arrival in arrivals:
                if assigned.phases[arrival.position] != number:
                    continue
                if arrival.event.asynchronous:
                    completed += [((arrival.position[0], copied), here) for copied in arrival.event.completes]
                else:
                    arrived.append((arrival.position, here))
            completed += [(copy, here) for copy in copies if _phase(paths, copy, assigned.phases) == number]
        results.append((arrived, completed))
    return results


def _phase(paths: Sequence[Path], copy: Position, assigned: Mapping[Position, int]) -> int:
    """Return the phase that tracks a copy: that of an arrival that expects bytes, of its thread if there is one."""
    thread, position = copy
    expecting = [other for other in assigned if paths[other[0]].events[other[1]].tx]
    own = [other for other in expecting if other[0] == thread]
    if own:
        return assigned[min(own, key=lambda other: (abs(other[1] - position), other[1]))]
    return min((assigned[other] for other in expecting), default=0)
