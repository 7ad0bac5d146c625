"""Executions of a litmus test that a model allows.

Every combination of one path for each thread is a *skeleton*: its events, and the relations that follow from the
program. An execution adds three choices: which write each byte of a read comes from, an order of ``fence.sc``, and
coherence order. Choices are enumerated in this order, and a choice that contradicts an axiom ends the branch.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from ptxisa.memory_model.barriers import Arrivals, arrivals, reductions
from ptxisa.memory_model.model import MemoryModel
from ptxisa.memory_model.paths import UNROLL, Constraint, Event, Path, ReadKey, paths, reads_of, value_of
from ptxisa.memory_model.phases import Phases, phases
from ptxisa.memory_model.program import (
    GENERIC,
    Atomic,
    Fence,
    LitmusError,
    LitmusTest,
    LitmusVariable,
    ProxyFence,
)
from ptxisa.memory_model.relations import Space

MAX_EVENTS = 64
"""Largest number of events: a relation has n * n bits, and the orders of n events grow exponentially."""
MAX_CANDIDATES = 2_000_000
"""Largest number of sources of reads that are tried before a test is rejected instead of running for hours."""
SCOPED = ("read", "write", "update", "fence", "arrive", "wait")
"""Kinds of events that have an order and a scope."""
SCOPE_SETS = {"cta": "cta_scoped", "cluster": "cluster_scoped", "gpu": "gpu_scoped", "sys": "sys_scoped"}
FENCE_SETS = {
    "sc": "sc_fences",
    "acq_rel": "acq_rel_fences",
    "acquire": "one_way_acquire_fences",
    "release": "one_way_release_fences",
}


class Cell(NamedTuple):
    """Bytes of a location that no access divides."""

    location: str
    start: int
    end: int


@dataclass(eq=False)
class Skeleton:
    """Events of one combination of paths, and every relation that follows from the program.

    Sets and relations of the records are attributes; the evaluation of a model adds more. The same object serves for
    all executions of the skeleton: a choice replaces the relations of the choice before.
    """

    test: LitmusTest
    paths: tuple[Path, ...]
    space: Space
    performed: list[Event | None]
    """Events by number; None for initial writes."""
    threads: list[int]
    """Thread of each event; -1 for initial writes."""
    names: list[str]
    cells: list[Cell]
    covers: list[tuple[int, ...]]
    """Cells of each event."""
    hung: tuple[bool, ...]
    """Threads that wait at a barrier forever."""
    numbers: dict[ReadKey, int] = field(default_factory=dict)
    initial: list[str] = field(default_factory=list)
    """Location of each initial write."""
    constraints: list[Constraint] = field(default_factory=list)
    """Conditions on values of several threads: results of barriers."""

    if TYPE_CHECKING:
        # Sets and relations are added by `_sets`, `_relations` and the evaluation of a model.
        def __getattr__(self, name: str) -> int: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def label(self, number: int) -> str:
        """Return the text of an event, such as "P0: st.relaxed.gpu.u32 [x], 1"."""
        event = self.performed[number]
        if event is None:
            return f"initial write of {self.initial[number]}"
        return f"{self.test.threads[self.threads[number]].name}: {event.operation.text}"


class Execution(NamedTuple):
    """An execution that a model allows.

    `sources` has the write that each cell of a read comes from; `known` the values of the reads.
    """

    skeleton: Skeleton
    sources: Mapping[tuple[int, int], int]
    known: Mapping[ReadKey, int]
    sc_fence_order: int
    coherence_order: int


class Cut(Enum):
    """Limit at which executions of a combination of paths are left out."""

    LOOP = "iterations of a loop"
    BARRIERS = "ways to complete barriers"


def skeletons(
    test: LitmusTest, unroll: int = UNROLL, choices: Mapping[str, str] | None = None
) -> Iterator[Skeleton | Cut]:
    """Yield the skeletons of a test; a `Cut` for a combination of paths of which executions are left out.

    Args:
        test: Litmus test.
        unroll: Number of times that a path follows one branch back.
        choices: Readings of ambiguities by their ids.

    Raises:
        LitmusError: A thread cannot be followed, or there are too many events.
    """
    options = [paths(test, number, unroll, choices) for number in range(len(test.threads))]
    for combination in itertools.product(*options):
        if not all(path.complete for path in combination):
            yield Cut.LOOP
            continue
        for result in skeletons_of(test, combination):
            yield result if isinstance(result, Cut) else result[0]


def skeletons_of(test: LitmusTest, combination: tuple[Path, ...]) -> Iterator[tuple[Skeleton, Phases] | Cut]:
    """Yield the skeletons of one path for each thread, each with the phases of its mbarriers.

    There is one for each way in which the paths can complete barriers and phases; a `Cut` follows if some are left out.
    """
    for arrival in arrivals(test, combination):
        if arrival is None:
            yield Cut.BARRIERS
            continue
        constraints = reductions(combination, arrival.groups)
        if constraints is None:
            continue
        for phase in phases(test, combination):
            skeleton = _skeleton(test, combination, arrival, phase, constraints)
            order = skeleton.program_order | skeleton.mbarrier_order | skeleton.async_completion
            # No wait precedes what it waits for.
            if skeleton.space.acyclic(order | skeleton.async_start | skeleton.read_completion):
                yield skeleton, phase


def _skeleton(
    test: LitmusTest,
    combination: tuple[Path, ...],
    arrival: Arrivals,
    phase: Phases,
    constraints: list[Constraint],
) -> Skeleton:
    """Return the events of one path for each thread, and the relations that follow from them."""
    kept: list[tuple[int, int, Event]] = []
    for thread, path in enumerate(combination):
        end = arrival.ends[thread]
        kept += [(thread, position, event) for position, event in enumerate(path.events[:end])]
    variables = tuple(test.variables.values())
    # Position of each access in its location. Aliases are variables with addresses of their own in one location.
    places: dict[tuple[int, int], tuple[LitmusVariable, int]] = {}
    for thread, position, event in kept:
        if event.kind in ("read", "write", "update"):
            variable = next(
                candidate
                for candidate in variables
                if candidate.address <= event.address < candidate.address + candidate.size
            )
            places[thread, position] = (variable, event.address - variable.address)
    locations = sorted({variable.location for variable, _ in places.values()})
    sizes = {name: max(variable.size for variable in variables if variable.location == name) for name in locations}
    # Accesses may overlap in part. Locations are cut where any access begins or ends, so that each access covers a cell
    # or misses it, and the source of a read is one write for each cell.
    edges: dict[str, set[int]] = {name: {0, sizes[name]} for name in locations}
    for thread, position, event in kept:
        if (thread, position) in places:
            variable, start = places[thread, position]
            edges[variable.location] |= {start, start + event.size}
    cells = [Cell(name, start, end) for name in locations for start, end in itertools.pairwise(sorted(edges[name]))]
    n = len(locations) + len(kept)
    if n > MAX_EVENTS:
        raise LitmusError(f"the test has {n} events; at most {MAX_EVENTS} are supported")
    skeleton = Skeleton(
        test,
        combination,
        Space(n),
        [None] * len(locations) + [event for _, _, event in kept],
        [-1] * len(locations) + [thread for thread, _, _ in kept],
        [],
        cells,
        [],
        arrival.hung,
        initial=locations,
        constraints=constraints,
    )
    for name in locations:
        skeleton.covers.append(tuple(i for i, cell in enumerate(cells) if cell.location == name))
    for number, (thread, position, event) in enumerate(kept, len(locations)):
        skeleton.numbers[thread, position] = number
        covered: tuple[int, ...] = ()
        if (thread, position) in places:
            variable, start = places[thread, position]
            end = start + event.size
            covered = tuple(
                i for i, cell in enumerate(cells) if cell.location == variable.location and start <= cell.start < end
            )
        skeleton.covers.append(covered)
    _sets(skeleton)
    _relations(skeleton, places)
    given = (
        ("barrier_order", (*arrival.pairs, *_grids(skeleton))),
        ("relaxed_barrier_order", arrival.relaxed),
        ("mbarrier_order", phase.arrived),
        ("async_completion", phase.completed),
        ("read_completion", phase.reads_completed),
    )
    for name, pairs in given:
        skeleton.__dict__[name] = skeleton.space.pairs(
            (skeleton.numbers[before], skeleton.numbers[after])
            for before, after in pairs
            if before in skeleton.numbers and after in skeleton.numbers
        )
    return skeleton


def _sets(skeleton: Skeleton) -> None:
    """Set the sets of events that the program gives."""
    # Names are those of the records. A model looks them up as attributes, so they become attributes at the end.
    sets: dict[str, int] = defaultdict(int)
    for number, event in enumerate(skeleton.performed):
        bit = 1 << number
        if event is None:
            for name in ("initial_writes", "writes", "memory", "generic"):
                sets[name] |= bit
            continue
        if event.kind in ("read", "write", "update"):
            sets["memory"] |= bit
            if event.kind != "write":
                sets["value_reads"] |= bit
            if isinstance(event.operation, Atomic) and event.operation.reduction:
                sets["reductions"] |= bit
            if event.kind != "read" and event.writes:
                sets["writes"] |= bit
            if event.kind == "update":
                sets["atomics"] |= bit
            if event.proxy == GENERIC:
                sets["generic"] |= bit
        elif event.kind == "fence":
            restricted = isinstance(event.operation, Fence) and event.operation.space
            sets[f"shared_{event.order}_fences" if restricted else FENCE_SETS[event.order]] |= bit
        elif event.kind in ("arrive", "wait"):
            sets["arrivals" if event.kind == "arrive" else "phase_waits"] |= bit
        elif event.kind == "proxy-fence":
            sets["alias_fences" if event.proxy == "alias" else "proxy_fences"] |= bit
        if event.space == "shared":
            sets["shared_objects"] |= bit
        if event.kind in SCOPED and event.order != "weak":
            sets["strong"] |= bit
            sets[SCOPE_SETS[event.scope]] |= bit
            if event.kind != "fence" and event.order in ("acquire", "acq_rel"):
                sets["acquires"] |= bit
            if event.kind != "fence" and event.order in ("release", "acq_rel"):
                sets["releases"] |= bit
    skeleton.__dict__.update(dict.fromkeys(SET_NAMES, 0), events=skeleton.space.row)
    skeleton.__dict__.update(sets)


SET_NAMES = (
    "arrivals",
    "phase_waits",
    "initial_writes",
    "value_reads",
    "reductions",
    "writes",
    "atomics",
    "memory",
    "strong",
    "acquires",
    "releases",
    "sc_fences",
    "acq_rel_fences",
    "one_way_acquire_fences",
    "one_way_release_fences",
    "proxy_fences",
    "alias_fences",
    "shared_acquire_fences",
    "shared_release_fences",
    "shared_objects",
    "generic",
    "cta_scoped",
    "cluster_scoped",
    "gpu_scoped",
    "sys_scoped",
)
"""Sets that the program gives."""


def _grids(skeleton: Skeleton) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the events of each grid and the waits of the next grid for it (section 9.7.13.13)."""
    threads = skeleton.test.threads
    for waiting, after in skeleton.numbers.items():
        event = skeleton.performed[after]
        if event is not None and event.kind == "grid-wait":
            place = threads[waiting[0]].place
            for position in skeleton.numbers:
                other = threads[position[0]].place
                if other.gpu == place.gpu and other.grid == place.grid - 1:
                    yield position, waiting


def _relations(skeleton: Skeleton, places: Mapping[tuple[int, int], tuple[LitmusVariable, int]]) -> None:
    """Set the relations that the program gives: for each relation one row, a set of events, for each event."""
    space, test = skeleton.space, skeleton.test
    first, n = len(skeleton.initial), space.n
    events = {number: event for number, event in enumerate(skeleton.performed) if event is not None}
    rows: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    # Relations of events that have something in common.
    groups: dict[tuple[str, object], int] = defaultdict(int)
    for number, event in events.items():
        place = test.threads[skeleton.threads[number]].place
        proxy = event.proxy if event.kind in ("read", "write", "update") else GENERIC
        shared: Mapping[str, object] = {
            "same_gpu": place.gpu,
            "same_cluster": place[:2],
            "same_cta": place[:3],
            "same_proxy": proxy,
        }
        for name, value in shared.items():
            groups[name, value] |= 1 << number
    for (name, _), members in groups.items():
        for number in space.members(members):
            rows[name][number] = members
    # Program order: later events of the thread, except those of the same vector (section 8.2.4).
    later = [0] * len(test.threads)
    # Events of a copy are not in program order: they begin after the statement, and its completion orders them.
    copies = sum(1 << number for number, event in events.items() if event.asynchronous)
    instances: dict[tuple[int, int], int] = defaultdict(int)
    for number in reversed(range(first, n)):
        event, thread = events[number], skeleton.threads[number]
        if not event.asynchronous:
            following = later[thread] & ~(instances[thread, event.instance] if event.instance else 0)
            rows["program_order"][number] = following & ~copies
            rows["async_start"][number] = following & copies
        later[thread] |= 1 << number
        instances[thread, event.instance] |= 1 << number
        for key in event.depends:
            if key in skeleton.numbers:
                rows["dependency"][skeleton.numbers[key]] |= 1 << number
    # Overlap of locations, and of virtual addresses.
    cells: dict[int, int] = defaultdict(int)
    for number, covered in enumerate(skeleton.covers):
        for cell in covered:
            cells[cell] |= 1 << number
    for number, covered in enumerate(skeleton.covers):
        for cell in covered:
            rows["overlap"][number] |= cells[cell]
    virtual: dict[int, tuple[str, int, int]] = {}
    for position, (variable, start) in places.items():
        if position in skeleton.numbers:
            number = skeleton.numbers[position]
            virtual[number] = (variable.alias_of or variable.name, start, start + events[number].size)
    for number, (name, start, end) in virtual.items():
        for other, (another, begin, close) in virtual.items():
            if name == another and start < close and begin < end:
                rows["same_address"][number] |= 1 << other
                if (start, end) == (begin, close):
                    rows["complete_overlap"][number] |= 1 << other
    for number, event in events.items():
        if isinstance(event.operation, ProxyFence) and event.kind == "proxy-fence":
            reached = sum(1 << other for other in virtual if _orders(event, events[other], test))
            rows["fence_into_proxy"][number] = reached
            rows["fence_out_of_proxy"][number] = 0 if event.operation.one_way else reached
    for name in RELATION_NAMES:
        skeleton.__dict__[name] = sum(row << number * n for number, row in rows[name].items())


RELATION_NAMES = (
    *("same_cta", "same_cluster", "same_gpu", "same_proxy", "overlap", "same_address", "complete_overlap"),
    *("fence_into_proxy", "fence_out_of_proxy", "program_order", "async_start", "dependency"),
)
"""Relations that the program gives."""


def _orders(fence: Event, access: Event, test: LitmusTest) -> bool:
    """Return True if a proxy fence is about the proxy and the state space of an access."""
    if not isinstance(fence.operation, ProxyFence):
        return False
    if access.proxy != fence.proxy:
        return False
    spaces = {space.split("::")[0] for space in fence.operation.spaces}
    return not spaces or any(
        variable.space in spaces
        for variable in test.variables.values()
        if variable.address <= access.address < variable.address + variable.size
    )


def executions(skeleton: Skeleton, model: MemoryModel) -> Iterator[Execution]:
    """Yield the executions of a skeleton that a model allows.

    The attributes of the skeleton are those of the last execution that was yielded.

    Raises:
        LitmusError: There are too many candidates.
    """
    for execution, failed in candidates(skeleton, model, prune=True):
        if failed is None:
            yield execution


def candidates(skeleton: Skeleton, model: MemoryModel, prune: bool = False) -> Iterator[tuple[Execution, int | None]]:
    """Yield the candidate executions of a skeleton, and the level whose axioms each one violates; None if none does.

    Args:
        skeleton: Skeleton, whose attributes become those of the candidate.
        model: Model of memory consistency.
        prune: Leave out candidates that violate an axiom in any case.

    Raises:
        LitmusError: There are too many candidates.
    """
    space = skeleton.space
    if not model.level(0, skeleton):
        return
    slots = [
        (number, cell)
        for number, event in enumerate(skeleton.performed)
        if event is not None and event.kind in ("read", "update")
        for cell in skeleton.covers[number]
    ]
    writers: dict[int, list[int]] = defaultdict(list)
    for number in space.members(skeleton.writes):
        for cell in skeleton.covers[number]:
            writers[cell].append(number)
    # A read never returns a write that causality puts after it, or one that was overwritten before it, whatever is
    # chosen below. To leave these out first shortens the search most.
    earlier, overwritten = _certain(skeleton, model) if prune else (0, set())
    sources_of = [
        [
            write
            for write in writers[cell]
            if write != number and not earlier >> number * space.n + write & 1 and (write, number) not in overwritten
        ]
        for number, cell in slots
    ]
    if not all(sources_of):
        return
    axioms = model.definitions
    atomic = axioms["rmw_atomicity"].tests and axioms["sc_per_location"].tests and axioms["coherence_order"].total
    # The writes to which each atomic operation that writes is morally strong: no such write may come in between.
    exclusive = {
        number: skeleton.morally_strong >> number * space.n & space.row & skeleton.writes
        for number in space.members(skeleton.atomics & skeleton.writes if prune and atomic else 0)
    }
    for sources, known in _Sources(skeleton, slots, sources_of, exclusive).assignments():
        skeleton.reads_from = space.pairs((write, number) for (number, _), write in sources.items())
        if not model.level(1, skeleton):
            yield Execution(skeleton, sources, known, 0, 0), 1
            continue
        for fences, consistent in _sc_orders(skeleton, model):
            if not consistent:
                yield Execution(skeleton, sources, known, fences, 0), 2
                continue
            overlapping = space.product(skeleton.writes, skeleton.writes) & skeleton.overlap
            total = skeleton.coherence_order_total & ~space.identity
            for order in _orientations(space, skeleton.coherence_order_contains, total):
                coherence = skeleton.coherence_order = order & overlapping
                skeleton.from_reads = _from_reads(skeleton, sources, writers)
                holds = model.level(3, skeleton)
                yield Execution(skeleton, sources, known, fences, coherence), None if holds else 3


class _Sources:
    """Assignments of a write to each byte of each read.

    Reads are assigned in order. The value of a read is computed as soon as the values are known on which it depends,
    and an assignment whose values contradict the constraints of a path ends at once.
    """

    def __init__(
        self,
        skeleton: Skeleton,
        slots: Sequence[tuple[int, int]],
        candidates: Sequence[Sequence[int]],
        exclusive: Mapping[int, int],
    ) -> None:
        self.skeleton, self.slots, self.candidates, self.exclusive = skeleton, slots, candidates, exclusive
        self.keys = {number: key for key, number in skeleton.numbers.items()}
        self.sources: dict[tuple[int, int], int] = {}
        self.known: dict[ReadKey, int] = {}
        self.unread = list(dict.fromkeys(number for number, _ in slots))
        self.constraints: dict[ReadKey, list[Constraint]] = defaultdict(list)
        happened = {self.keys[number] for number in self.unread}
        for constraint in itertools.chain(skeleton.constraints, *(path.constraints for path in skeleton.paths)):
            # A constraint on a read after the barrier at which a thread hangs does not apply.
            if reads_of(constraint.value) <= happened:
                for key in reads_of(constraint.value):
                    self.constraints[key].append(constraint)
        self.tried = 0

    def assignments(self) -> Iterator[tuple[Mapping[tuple[int, int], int], Mapping[ReadKey, int]]]:
        """Yield every assignment with the values of all reads."""
        yield from self.assign(0)

    def assign(self, position: int) -> Iterator[tuple[Mapping[tuple[int, int], int], Mapping[ReadKey, int]]]:
        if position == len(self.slots):
            # Reads whose values depend on themselves stay unknown: a value out of thin air.
            if len(self.known) == len(self.unread):
                yield dict(self.sources), dict(self.known)
            return
        number, cell = slot = self.slots[position]
        rivals = self.exclusive.get(number, 0)
        for write in self.candidates[position]:
            initial = self.skeleton.initial_writes >> write & 1
            if initial or rivals >> write & 1:
                # If two atomic operations that exclude each other read a write that precedes both in coherence order,
                # then one of them is not atomic.
                readers = (other for (other, at), source in self.sources.items() if source == write and at == cell)
                if any(rivals >> other & 1 and (initial or self.exclusive[other] >> write & 1) for other in readers):
                    continue
            self.tried += 1
            if self.tried > MAX_CANDIDATES:
                raise LitmusError(f"the test has more than {MAX_CANDIDATES:,} candidate executions")
            self.sources[slot] = write
            learned = self.learn()
            if learned is not None:
                yield from self.assign(position + 1)
                for key in learned:
                    del self.known[key]
            del self.sources[slot]

    def learn(self) -> list[ReadKey] | None:
        """Compute every value that is determined now; return the new ones, or None if a constraint is violated."""
        learned: list[ReadKey] = []
        progress = True
        while progress:
            progress = False
            for number in self.unread:
                key = self.keys[number]
                if key in self.known:
                    continue
                value = self.value(number)
                if value is None:
                    continue
                self.known[key] = value
                learned.append(key)
                progress = True
                for constraint in self.constraints.get(key, ()):
                    if reads_of(constraint.value) <= self.known.keys() and (
                        bool(value_of(constraint.value, self.known)) != constraint.nonzero
                    ):
                        for earlier in learned:
                            del self.known[earlier]
                        return None
        return learned

    def value(self, number: int) -> int | None:
        """Return the value of a read, or None if it is not determined yet."""
        skeleton = self.skeleton
        result = shift = 0
        for cell in skeleton.covers[number]:
            write = self.sources.get((number, cell))
            if write is None:
                return None
            event = skeleton.performed[write]
            if event is None:
                value = skeleton.test.values.get(skeleton.initial[write], 0)
            elif isinstance(event.value, int):
                value = event.value
            elif event.value.reads <= self.known.keys():
                value = value_of(event.value, self.known)
            else:
                return None
            first = skeleton.cells[skeleton.covers[write][0]].start
            start, end = skeleton.cells[cell].start, skeleton.cells[cell].end
            result |= (value >> 8 * (start - first) & (1 << 8 * (end - start)) - 1) << shift
            shift += 8 * (end - start)
        return result


def _certain(skeleton: Skeleton, model: MemoryModel) -> tuple[int, set[tuple[int, int]]]:
    """Return what holds in every execution, because every relation grows with the choices.

    Returns:
        Pairs of a read and a write that causality forbids it to return; and pairs of a write and a read before which
        the write was overwritten.
    """
    space = skeleton.space
    skeleton.reads_from = skeleton.sc_fence_order = 0
    model.level(1, skeleton)
    model.level(2, skeleton)
    forbidden = skeleton.causality if model.definitions["causality_of_reads_from"].tests else 0
    overwritten: set[tuple[int, int]] = set()
    if model.definitions["causality_of_from_reads"].tests:
        coherence = space.closure(skeleton.coherence_order_contains)
        for first, second in space.listed(coherence & skeleton.overlap):
            for number in space.members(skeleton.causality >> second * space.n & space.row):
                # All bytes of the read come from no earlier write than the second one.
                if number != second and set(skeleton.covers[number]) <= set(skeleton.covers[second]):
                    overwritten.add((first, number))
    if model.definitions["sc_per_location"].tests:
        strong = skeleton.morally_strong & skeleton.same_address
        after = skeleton.program_order & strong
        forbidden |= after
        for first, second in space.listed(after):
            if skeleton.writes >> first & 1 and skeleton.writes >> second & 1:
                for number in space.members(after >> second * space.n & space.row):
                    overwritten.add((first, number))
        for first in space.members(skeleton.initial_writes):
            # Initial writes precede every write in coherence order.
            for second, number in space.listed(after):
                if skeleton.writes >> second & 1 and skeleton.overlap >> first * space.n + second & 1:
                    overwritten.add((first, number))
    return forbidden, overwritten


def _sc_orders(skeleton: Skeleton, model: MemoryModel) -> Iterator[tuple[int, bool]]:
    """Choose an order of ``fence.sc`` in every possible way, evaluate level 2, and yield whether its axioms hold."""
    space = skeleton.space
    total = skeleton.sc_fence_order_total & ~space.identity
    skeleton.sc_fence_order = 0
    consistent = model.level(2, skeleton)
    if not total or not consistent:
        yield 0, consistent
        return
    # The axiom of fence.sc rejects an order against base causality, so such pairs have one direction.
    forced = skeleton.base_causality & total if model.definitions["fence_sc"].tests else 0
    for order in _orientations(space, forced, total):
        skeleton.sc_fence_order = order & total
        yield skeleton.sc_fence_order, model.level(2, skeleton)


def _orientations(space: Space, contained: int, total: int) -> Iterator[int]:
    """Yield every transitive order that contains `contained` and relates each pair of `total` in one direction."""
    # The closure settles pairs that follow from earlier choices: only transitive orders are enumerated, not all
    # orientations.
    order = space.closure(contained)
    if order & space.identity:
        return
    n = space.n
    for first, second in space.listed(total):
        if first < second and not (order >> first * n + second & 1 or order >> second * n + first & 1):
            for pair in ((first, second), (second, first)):
                yield from _orientations(space, order | space.pairs([pair]), total)
            return
    yield order


def _from_reads(
    skeleton: Skeleton, sources: Mapping[tuple[int, int], int], writers: Mapping[int, Sequence[int]]
) -> int:
    """Return each read and the writes that follow, in coherence order, the write of a byte that both access."""
    space, coherence = skeleton.space, skeleton.coherence_order
    n, result = space.n, 0
    for (number, cell), write in sources.items():
        later = coherence >> write * n & space.row
        if later:
            mask = 0
            for writer in writers[cell]:
                mask |= 1 << writer
            result |= (later & mask & ~(1 << number)) << number * n
    return result
