"""Barriers of a combination of paths: which arrivals complete together, and which threads wait forever.

By chapter 8 arrivals at a barrier synchronize with waits at the same barrier; the descriptions of the instructions
state the number of threads. A barrier with a count completes when that many threads have arrived. One without a count
is shared by the threads that use it, and the k-th arrivals of all of them complete together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ptxisa.memory_model.paths import Constraint, Event, Path, Position, UnknownValue, apply
from ptxisa.memory_model.program import CLUSTER, CTA, Barrier, LitmusTest, ThreadPlace

MAX_GROUPINGS = 2000
"""States of counted barriers that are explored: about 1.5 s. Six threads that meet twice in pairs have more."""


class Arrivals(NamedTuple):
    """One way in which arrivals complete barriers.

    `ends` is the number of events of each thread that happen; `hung` has the threads that wait forever; `pairs` are the
    arrivals and the waits that they complete. `relaxed` pairs are those of relaxed arrivals, and `groups` the arrivals
    that complete together.
    """

    ends: tuple[int, ...]
    hung: tuple[bool, ...]
    pairs: tuple[tuple[Position, Position], ...]
    relaxed: tuple[tuple[Position, Position], ...] = ()
    groups: tuple[tuple[Position, ...], ...] = ()


def arrivals(test: LitmusTest, paths: Sequence[Path]) -> Iterator[Arrivals | None]:
    """Yield every way in which the arrivals of a combination of paths complete barriers.

    None follows if there are more ways than `MAX_GROUPINGS` states lead to, so that others are missing.
    """
    ends = tuple(len(path.events) for path in paths)
    uses: dict[tuple[object, ...], list[tuple[int, int, Event]]] = defaultdict(list)
    for thread, path in enumerate(paths):
        for position, event in enumerate(path.events):
            if event.kind == "barrier":
                uses[_key(test.threads[thread].place, thread, event)].append((thread, position, event))
    pairs: list[tuple[Position, Position]] = []
    relaxed: list[tuple[Position, Position]] = []
    groups: list[tuple[Position, ...]] = []
    for users in uses.values():
        if all(_barrier(event).count is None for _, _, event in users):
            pairs += _without_count(paths, users, relaxed, groups)
    counted = {key for key, users in uses.items() if any(_barrier(event).count is not None for _, _, event in users)}
    if not counted:
        yield Arrivals(ends, (False,) * len(paths), tuple(pairs), tuple(relaxed), tuple(groups))
        return
    for arrival in _with_count(test, paths, counted, pairs):
        yield arrival and arrival._replace(relaxed=tuple(relaxed), groups=(*groups, *arrival.groups))


def _barrier(event: Event) -> Barrier:
    assert isinstance(event.operation, Barrier)
    return event.operation


def _key(place: ThreadPlace, thread: int, event: Event) -> tuple[object, ...]:
    """Return what identifies a barrier: its level, the place that has it, and its number."""
    barrier = _barrier(event)
    # A number that no other thread uses remains unknown; the barrier is one of its own then.
    number = tuple(part if isinstance(part, int) else ("unknown", thread) for part in event.key)
    if barrier.level == CLUSTER:
        return (barrier.level, place.gpu, place.cluster, number)
    if barrier.level == CTA:
        return (barrier.level, *place[:3], number)
    return (barrier.level, *place, thread if place.warp < 0 else -1, number)


REDUCTIONS: Mapping[str, Callable[[tuple[int, ...]], int]] = {"popc": sum, "and": min, "or": max}
"""Functions of `bar.red` on the predicates of the threads."""


def reductions(paths: Sequence[Path], groups: Sequence[tuple[Position, ...]]) -> list[Constraint] | None:
    """Return what the results of `bar.red` demand of the predicates; None if constant predicates contradict them."""

    def equals(reduction: str, result: int) -> Callable[..., int]:
        return lambda *values: int(REDUCTIONS[reduction](values) == result)

    constraints = []
    for group in groups:
        events = [paths[thread].events[position] for thread, position in group]
        for event in events:
            reduction = _barrier(event).reduction
            if reduction:
                value = apply(equals(reduction, event.size), *(other.value for other in events))
                if isinstance(value, UnknownValue):
                    constraints.append(Constraint(value, True))
                elif not value:
                    return None
    return constraints


def _without_count(
    paths: Sequence[Path],
    users: Sequence[tuple[int, int, Event]],
    relaxed: list[tuple[Position, Position]],
    groups: list[tuple[Position, ...]],
) -> Iterator[tuple[Position, Position]]:
    """Yield the arrivals and waits of a barrier of which all users participate in each phase.

    `relaxed` gets those of relaxed arrivals, and `groups` the arrivals of each phase.
    """
    arrived: dict[int, int] = defaultdict(int)
    waited: dict[int, int] = defaultdict(int)
    arriving: dict[int, list[Position]] = defaultdict(list)
    waiting: dict[int, list[Position]] = defaultdict(list)
    members: dict[int, list[Position]] = defaultdict(list)
    loose: dict[int, list[Position]] = defaultdict(list)
    for thread, position, event in users:
        role = _barrier(event).role
        if role in ("sync", "arrive"):
            arriving[arrived[thread]] += _sources(paths[thread], thread, position)
            members[arrived[thread]].append((thread, position))
            if _barrier(event).relaxed:
                loose[arrived[thread]].append((thread, position))
            arrived[thread] += 1
        if role in ("sync", "wait"):
            waiting[waited[thread]].append((thread, position))
            waited[thread] += 1
    groups += map(tuple, members.values())
    relaxed += [(before, after) for phase, arrivers in loose.items() for before in arrivers for after in waiting[phase]]
    for phase, arrivers in arriving.items():
        for before in arrivers:
            for after in waiting[phase]:
                if before != after:
                    yield before, after


def _sources(path: Path, thread: int, position: int) -> list[Position]:
    """Return the events that an arrival orders before the waits.

    A relaxed arrival orders nothing by itself; a fence before it does (section 9.7.13.3, second example).
    """
    if not _barrier(path.events[position]).relaxed:
        return [(thread, position)]
    return [
        (thread, earlier)
        for earlier, event in enumerate(path.events[:position])
        if event.kind == "fence" and event.order in ("sc", "acq_rel", "release") and event.scope != "cta"
    ]


class _Progress(NamedTuple):
    """State of the threads between barriers: position of each in its path, open arrivals, and completed pairs."""

    positions: tuple[int, ...]
    open: frozenset[tuple[tuple[object, ...], Position]]
    pairs: frozenset[tuple[Position, Position]]
    groups: frozenset[tuple[Position, ...]] = frozenset()


def _with_count(
    test: LitmusTest,
    paths: Sequence[Path],
    counted: set[tuple[object, ...]],
    fixed: Sequence[tuple[Position, Position]],
) -> Iterator[Arrivals | None]:
    """Let threads run to barriers with a count, in every order in which such barriers can complete.

    None follows if states remain that were not explored.
    """
    seen: set[_Progress] = set()
    results: set[tuple[tuple[int, ...], frozenset[tuple[Position, Position]], frozenset[tuple[Position, ...]]]] = set()
    pending = [_advance(test, paths, counted, _Progress((0,) * len(paths), frozenset(), frozenset()))]
    while pending and len(seen) < MAX_GROUPINGS:
        state = pending.pop()
        if state in seen:
            continue
        seen.add(state)
        stuck = True
        for key in {key for key, _ in state.open}:
            members = sorted(position for other, position in state.open if other == key)
            events = {member: paths[member[0]].events[member[1]] for member in members}
            count = max(_barrier(event).count or 0 for event in events.values())
            for group in combinations(members, count):
                if len({thread for thread, _ in group}) < count or count == 0:
                    continue
                stuck = False
                waiting = [member for member in group if _barrier(events[member]).role == "sync"]
                new = {(before, after) for before in group for after in waiting if before != after}
                positions = list(state.positions)
                for thread, position in waiting:
                    positions[thread] = position + 1
                rest = frozenset(entry for entry in state.open if entry[1] not in group)
                progress = _Progress(tuple(positions), rest, state.pairs | new, state.groups | {group})
                pending.append(_advance(test, paths, counted, progress))
        if stuck:
            results.add((state.positions, state.pairs, state.groups))
    for reached, order, groups in sorted(results, key=lambda result: (result[0], sorted(result[1]), sorted(result[2]))):
        hung = tuple(position < len(path.events) for position, path in zip(reached, paths, strict=True))
        # A thread that waits has arrived, but does nothing after the barrier.
        yield Arrivals(reached, hung, (*fixed, *sorted(order)), groups=tuple(sorted(groups)))
    if any(state not in seen for state in pending):
        yield None


def _advance(test: LitmusTest, paths: Sequence[Path], counted: set[tuple[object, ...]], state: _Progress) -> _Progress:
    """Let each thread run until it waits at a barrier with a count."""
    positions, opened = list(state.positions), set(state.open)
    waiting = {position for _, position in opened}
    for thread, path in enumerate(paths):
        while positions[thread] < len(path.events):
            here = (thread, positions[thread])
            event = path.events[positions[thread]]
            if here in waiting and _barrier(event).role == "sync":
                break
            if event.kind == "barrier":
                key = _key(test.threads[thread].place, thread, event)
                if key in counted:
                    opened.add((key, here))
                    if _barrier(event).role == "sync":
                        break
            positions[thread] += 1
    return _Progress(tuple(positions), frozenset(opened), state.pairs, state.groups)
