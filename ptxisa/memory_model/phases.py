"""Phases of mbarriers: which arrivals complete a phase together, and which waits and copies belong to it.

A phase is complete when as many threads have arrived as the mbarrier expects, and when the copies that the phase tracks
are complete (section 9.7.13.15). The order of arrivals decides which phase each of them belongs to, as long as the
arrivals of one thread keep their order.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ptxisa.memory_model.paths import STATE, Event, Path
from ptxisa.memory_model.program import Arrive, Copy, LitmusError, LitmusTest

Position = tuple[int, int]
"""Thread and position of an event in its path."""


class Phases(NamedTuple):
    """One assignment of arrivals to phases.

    `arrived` relates the arrivals of a phase with the waits that it ends, `completed` the events of copies with the
    waits that their completion ends.
    """

    arrived: tuple[tuple[Position, Position], ...]
    completed: tuple[tuple[Position, Position], ...]


def phases(test: LitmusTest, paths: Sequence[Path]) -> Iterator[Phases]:
    """Yield every assignment of arrivals to phases in which each wait that succeeded has a complete phase."""
    arrivals: dict[int, list[tuple[Position, int]]] = defaultdict(list)
    waits: dict[int, list[tuple[Position, Event]]] = defaultdict(list)
    copies: dict[int, list[Position]] = defaultdict(list)
    groups: list[tuple[Position, Position]] = []
    for thread, path in enumerate(paths):
        for position, event in enumerate(path.events):
            here = (thread, position)
            if event.kind == "arrive" and isinstance(event.operation, Arrive):
                arrivals[event.address].append((here, event.operation.count))
            elif event.kind == "wait":
                waits[event.address].append((here, event))
            elif event.asynchronous and isinstance(event.operation, Copy) and event.key:
                copies[int(str(event.key[0]))].append(here)
            elif event.kind == "wait-group":
                groups += [((thread, copied), here) for copied in event.completes]
    choices = []
    for address in waits:
        count = _count(test, address)
        options = []
        for assigned in _assignments(arrivals[address], count):
            options += _waits(paths, assigned, count, arrivals[address], waits[address], copies[address])
        choices.append(options)
    for combination in itertools.product(*choices):
        arrived = tuple(pair for option in combination for pair in option[0])
        completed = tuple(pair for option in combination for pair in option[1])
        yield Phases(arrived, (*completed, *groups))


def _count(test: LitmusTest, address: int) -> int:
    for variable in test.variables.values():
        if variable.address == address:
            if variable.name in test.mbarriers:
                return test.mbarriers[variable.name]
            raise LitmusError(
                f"{variable.name} is not a mbarrier; initialize it, or write '//! mbarrier {variable.name} 1'"
            )
    raise LitmusError("an mbarrier is at no variable")


def _assignments(arrivals: Sequence[tuple[Position, int]], count: int) -> Iterator[Mapping[Position, int]]:
    """Yield the phase of each arrival, for every order of arrivals that keeps the order of each thread."""
    seen: set[tuple[tuple[Position, int], ...]] = set()
    threads: dict[int, list[tuple[Position, int]]] = defaultdict(list)
    for position, weight in arrivals:
        threads[position[0]].append((position, weight))

    def extend(
        indexes: Mapping[int, int], done: int, assigned: Mapping[Position, int]
    ) -> Iterator[Mapping[Position, int]]:
        left = [thread for thread in threads if indexes[thread] < len(threads[thread])]
        if not left:
            key = tuple(sorted(assigned.items()))
            if key not in seen:
                seen.add(key)
                yield assigned
            return
        for thread in left:
            position, weight = threads[thread][indexes[thread]]
            following = {**indexes, thread: indexes[thread] + 1}
            yield from extend(following, done + weight, {**assigned, position: done // count})

    yield from extend(dict.fromkeys(threads, 0), 0, {})


def _waits(
    paths: Sequence[Path],
    assigned: Mapping[Position, int],
    count: int,
    arrivals: Sequence[tuple[Position, int]],
    waits: Sequence[tuple[Position, Event]],
    copies: Sequence[Position],
) -> list[tuple[list[tuple[Position, Position]], list[tuple[Position, Position]]]]:
    """Return, for each choice of phases of the waits, the arrivals and the copies before each wait."""
    complete = sum(weight for _, weight in arrivals) // count
    options: list[list[int]] = []
    for _, event in waits:
        parity, phase = (int(str(part)) for part in event.key)
        if parity:
            options.append([number for number in range(complete) if number % 2 == phase % 2])
        else:
            number = assigned.get(((phase - STATE) >> 16, phase & 0xFFFF), complete)
            options.append([number] if number < complete else [])
    results = []
    for choice in itertools.product(*options):
        arrived, completed = [], []
        for (here, _), number in zip(waits, choice, strict=True):
            arrived += [(position, here) for position, phase in assigned.items() if phase == number]
            completed += [(copy, here) for copy in copies if _phase(paths, copy, assigned) == number]
        results.append((arrived, completed))
    return results


def _phase(paths: Sequence[Path], copy: Position, assigned: Mapping[Position, int]) -> int:
    """Return the phase that tracks a copy: that of the arrival of its thread that expects bytes, else the first."""
    thread, position = copy
    expecting = [other for other in assigned if other[0] == thread and _expected(paths[thread].events[other[1]])]
    if not expecting:
        return 0
    return assigned[min(expecting, key=lambda other: (abs(other[1] - position), other[1]))]


def _expected(event: Event) -> int:
    return event.operation.tx if isinstance(event.operation, Arrive) else 0
