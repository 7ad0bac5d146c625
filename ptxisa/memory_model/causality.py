"""Causality of one execution that is followed step by step, for race detection in whole kernels.

The checker of litmus tests enumerates executions; a simulator has one. `Causality` keeps, for each thread, which steps
of other threads precede the next step of the thread in causality order, and reports the data races (section 8.7.1):

    causality = Causality()
    causality.step(ThreadStep("P0", ThreadPlace(cta=0), "write", address=0, size=4))
    flag = causality.step(ThreadStep("P0", ThreadPlace(cta=0), "write", 64, 4, order="release", scope="gpu"))
    causality.step(ThreadStep("P1", ThreadPlace(cta=1), "read", 64, 4, order="acquire", scope="gpu"), [flag])
    data = causality.step(ThreadStep("P1", ThreadPlace(cta=1), "read", 0, 4))
    list(causality.races(data))                   # no race: the release synchronizes with the acquire

Steps are given in an order that contains program order, in which a read follows the write that it returns. Threads are
any hashable keys: an asynchronous copy is a thread of its own, which `start` creates and `complete` ends. Barriers
synchronize the threads that arrive with those that wait.

`morally_strong` evaluates the records of the model for two steps; `remedy` returns what would order two racing steps.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from types import SimpleNamespace
from typing import NamedTuple, TypeAlias

from ptxisa.memory_model.executions import FENCE_SETS, SCOPE_SETS
from ptxisa.memory_model.model import MemoryModel
from ptxisa.memory_model.program import GENERIC, SCOPES, ThreadPlace
from ptxisa.memory_model.relations import Space

ACCESSES = ("read", "write", "update", "reduction")
Clock: TypeAlias = "dict[Hashable, int]"
"""Number of steps of each thread that precede in causality."""
Message: TypeAlias = "tuple[PerformedStep, Mapping[str, Clock]]"
"""First step of a release pattern, and the clocks of its thread at that step."""


class ThreadStep(NamedTuple):
    """Step of a thread: a memory access or a fence.

    `kind` is one of read, write, update (`atom`, which reads and writes), reduction (`red`, which section 8.4 does not
    list as a read), fence and proxy-fence. Orders and scopes are those of litmus tests: an access is weak, relaxed,
    acquire, release or acq_rel, and a fence acquire, release, acq_rel or sc. A proxy fence has the proxy that it orders
    with the generic one.
    """

    thread: Hashable
    place: ThreadPlace
    kind: str
    address: int = 0
    size: int = 0
    order: str = "weak"
    scope: str = "sys"
    proxy: str = GENERIC

    @property
    def writes(self) -> bool:
        """True for accesses that write memory."""
        return self.kind in ("write", "update", "reduction")

    def overlaps(self, other: ThreadStep) -> bool:
        """Return True if the accesses have a byte in common."""
        return self.address < other.address + other.size and other.address < self.address + self.size


class PerformedStep(NamedTuple):
    """Step with its position in its thread; `causality` returns it, and takes it as the source of reads."""

    step: ThreadStep
    number: int


class StepRace(NamedTuple):
    """Two conflicting accesses that are neither ordered nor morally strong; `first` was performed earlier."""

    first: PerformedStep
    second: PerformedStep
    kind: str
    """ "same-size" or "mixed-size"."""


class Remedy(NamedTuple):
    """Change that orders two racing accesses."""

    kind: str
    """One of "fence", "scope", "strength", "proxy-fence", "size"."""
    statement: str
    """Statement to insert or modifiers to use."""
    reason: str


def morally_strong(first: ThreadStep, second: ThreadStep, model: str = "8.7") -> bool:
    """Return True if two steps are morally strong (section 8.7), by the records of a model."""
    same = first.address == second.address and first.size == second.size
    kinds = tuple((step.kind, step.order, step.scope, step.proxy) for step in (first, second))
    level = _common_level(first, second)
    return _morally_strong(kinds, first.thread == second.thread, level, same, first.overlaps(second), model)


def _common_level(first: ThreadStep, second: ThreadStep) -> int:
    """Return 3 for steps of threads in one CTA, 2 in one cluster, 1 on one GPU, and 0 for others."""
    return next((depth for depth in (3, 2, 1) if first.place[:depth] == second.place[:depth]), 0)


# The records decide, which is slow. What they read of two steps is in the arguments, so few different questions occur.
@functools.lru_cache(maxsize=16384)
def _morally_strong(
    kinds: tuple[tuple[str, str, str, str], ...], thread: bool, level: int, same: bool, overlap: bool, model: str
) -> bool:
    """Evaluate the records for an execution of two events; `level` is that of `_common_level`."""
    space = Space(2)
    definitions = MemoryModel.of(model).definitions.values()
    given = (
        definition.name for definition in definitions if definition.kind in ("set", "relation") and not definition.body
    )
    pair = SimpleNamespace(**dict.fromkeys(given, 0), space=space)
    pair.events = space.row
    proxies = []
    for number, (kind, order, scope, proxy) in enumerate(kinds):
        sets = [FENCE_SETS[order]] if kind == "fence" else []
        if kind in ACCESSES:
            sets += ["memory", *(["generic"] if proxy == GENERIC else [])]
        if kind == "fence" or (order != "weak" and kind != "proxy-fence"):
            sets += ["strong", SCOPE_SETS[scope]]
        for name in sets:
            setattr(pair, name, getattr(pair, name) | 1 << number)
        proxies.append(proxy if kind in ACCESSES else GENERIC)
    everything = space.everything
    pair.program_order = space.pairs([(0, 1)]) if thread else 0
    pair.same_cta, pair.same_cluster, pair.same_gpu = (everything if level >= depth else 0 for depth in (3, 2, 1))
    pair.same_proxy = everything if proxies[0] == proxies[1] else 0
    pair.complete_overlap = everything if same else 0
    pair.overlap = pair.same_address = everything if overlap else 0
    MemoryModel.of(model).level(0, pair)
    return bool(pair.morally_strong >> 1 & 1)


class _Thread:
    """State of one thread."""

    def __init__(self) -> None:
        self.number = 0
        self.clocks: dict[str, Clock] = defaultdict(dict)
        """Steps that precede in base causality (generic proxy), and those with a fence of another proxy on the path."""
        self.fences: dict[tuple[str, str], Message] = {}
        """Newest fence of each order and scope that can begin a release pattern."""
        self.released: dict[tuple[int, int], dict[tuple[str, str], Message]] = defaultdict(dict)
        """Newest release operation of each order and scope by address and size; a later write may end the pattern."""
        self.observed: dict[tuple[int, int, PerformedStep], Message] = {}
        """Observations of strong reads by their address and size: a fence or an operation may end the pattern later."""


class Causality:
    """Causality order of an execution, step by step.

    Args:
        model: PTX version of the memory consistency model.
    """

    def __init__(self, model: str = "8.7") -> None:
        self.model = model
        self._threads: dict[Hashable, _Thread] = defaultdict(_Thread)
        self._messages: dict[PerformedStep, tuple[Message, ...]] = {}
        self._sc: dict[tuple[Hashable, str], Message] = {}
        self._accesses: list[PerformedStep] = []
        self._observers: dict[PerformedStep, list[PerformedStep]] = defaultdict(list)
        """Reads and atomic operations that are morally strong to the write that they read."""

    def step(self, step: ThreadStep, sources: Iterable[PerformedStep] = ()) -> PerformedStep:
        """Perform a step.

        Args:
            step: Access or fence.
            sources: Writes whose bytes a read returns, without those of initial values.

        Returns:
            The step with its position, which names it in later calls.
        """
        thread = self._threads[step.thread]
        thread.number += 1
        thread.clocks[GENERIC][step.thread] = thread.number
        performed = PerformedStep(step, thread.number)
        if step.kind == "fence":
            self._fence(thread, performed)
        elif step.kind == "proxy-fence":
            for source, count in thread.clocks[GENERIC].items():
                clock = thread.clocks[f"{step.proxy} {step.place[:3]}"]
                clock[source] = max(clock.get(source, 0), count)
        else:
            carried = [message for source in sources for message in self._observe(thread, performed, source)]
            if step.order in ("acquire", "acq_rel") and step.kind != "reduction":
                self._acquire(thread, performed, same_address=True)
            if step.writes and step.order != "weak":
                self._release(thread, performed, carried)
            self._accesses.append(performed)
        return performed

    def synchronize(self, before: Iterable[Hashable], after: Iterable[Hashable]) -> None:
        """Order what some threads did before what others do next, as a barrier or an mbarrier does."""
        clocks = [_copied(self._threads[thread].clocks) for thread in before]
        for thread in after:
            for arrived in clocks:
                _join(self._threads[thread].clocks, arrived)

    def start(self, thread: Hashable, copy: Hashable) -> None:
        """Create the thread of an asynchronous copy, which follows what `thread` did."""
        _join(self._threads[copy].clocks, self._threads[thread].clocks)

    def complete(self, copy: Hashable, thread: Hashable) -> None:
        """Order the accesses of an asynchronous copy, and these alone, before what `thread` does next.

        Completion includes a proxy fence (section 9.7.9.25.2), so that the generic proxy sees the accesses.
        """
        clocks, number = self._threads[thread].clocks, self._threads[copy].number
        clocks[GENERIC][copy] = clocks["completed"][copy] = number

    def precedes(self, first: PerformedStep, second: PerformedStep) -> bool:
        """Return True if an access precedes the newest access of a thread, in causality order (section 8.9.5)."""
        if self._preserved(first, second):
            return True
        pending = list(self._observers.get(first, ()))
        seen = set(pending)
        while pending:
            observer = pending.pop()
            reads = observer.step.kind != "reduction" and observer != second
            if reads and observer.step.overlaps(second.step) and self._preserved(observer, second):
                return True
            # An observation passes through atomic operations (section 8.9.2).
            if observer.step.kind in ("update", "reduction"):
                following = [other for other in self._observers.get(observer, ()) if other not in seen]
                seen.update(following)
                pending += following
        return False

    def races(self, access: PerformedStep) -> Iterator[StepRace]:
        """Yield the races of the access that its thread performed last with all earlier accesses.

        A simulator with a shadow of memory rather calls `race` for the few accesses that its shadow contains.
        """
        for earlier in self._accesses:
            if earlier != access and (race := self.race(earlier, access)):
                yield race

    def race(self, first: PerformedStep, second: PerformedStep) -> StepRace | None:
        """Return the race of an earlier access and the access that its thread performed last, or None."""
        earlier, later = first.step, second.step
        if not (earlier.writes or later.writes) or not earlier.overlaps(later) or earlier.thread == later.thread:
            return None
        if morally_strong(earlier, later, self.model) or self.precedes(first, second):
            return None
        complete = earlier.address == later.address and earlier.size == later.size
        return StepRace(first, second, "same-size" if complete else "mixed-size")

    def _preserved(self, first: PerformedStep, second: PerformedStep) -> bool:
        """Return True if base causality relates two accesses, with the proxy fence that their proxies need."""
        earlier, later = first.step, second.step
        clocks = self._threads[later.thread].clocks
        if clocks[GENERIC].get(earlier.thread, 0) < first.number:
            return False
        if earlier.proxy == later.proxy and (earlier.proxy == GENERIC or earlier.place[:3] == later.place[:3]):
            return True
        if clocks["completed"].get(earlier.thread, 0) >= first.number:
            return True
        # A fence orders the accesses of the CTA of its thread that go through the proxy that it names.
        sides = [step for step in (earlier, later) if step.proxy != GENERIC]
        return all(clocks[f"{s.proxy} {s.place[:3]}"].get(earlier.thread, 0) >= first.number for s in sides)

    def _fence(self, thread: _Thread, performed: PerformedStep) -> None:
        step = performed.step
        if step.order in ("sc", "acq_rel", "acquire"):
            self._acquire(thread, performed, same_address=False)
        if step.order == "sc":
            for first, clocks in self._sc.values():
                if self._strong(first, performed):
                    _join(thread.clocks, clocks)
        if step.order != "acquire":
            message = (performed, _copied(thread.clocks))
            thread.fences[step.order, step.scope] = message
            if step.order == "sc":
                self._sc[step.thread, step.scope] = message

    def _observe(self, thread: _Thread, read: PerformedStep, source: PerformedStep) -> tuple[Message, ...]:
        """Note what a read observes by a write; return what an atomic operation passes on."""
        if not self._strong(source, read):
            return ()
        self._observers[source].append(read)
        messages = self._messages.get(source, ())
        if read.step.kind != "reduction":
            for message in messages:
                thread.observed[read.step.address, read.step.size, message[0]] = message
        return messages

    def _acquire(self, thread: _Thread, last: PerformedStep, same_address: bool) -> None:
        """End acquire patterns with a fence, or with an operation at the address of the reads."""
        for (address, size, first), (_, clocks) in thread.observed.items():
            here = (address, size) == (last.step.address, last.step.size)
            if (here or not same_address) and self._strong(first, last):
                _join(thread.clocks, clocks)

    def _release(self, thread: _Thread, write: PerformedStep, carried: Iterable[Message]) -> None:
        """Attach to a write the release patterns that it ends, and what an atomic operation passes on."""
        step = write.step
        released = thread.released[step.address, step.size]
        if step.order in ("release", "acq_rel"):
            released[step.order, step.scope] = (write, _copied(thread.clocks))
        # Messages that a newer one includes are dropped; otherwise a chain of atomic operations collects all of them.
        own = (*released.values(), *thread.fences.values())
        self._messages[write] = (*own, *(m for m in carried if not any(_includes(other, m) for other in own)))

    def _strong(self, first: PerformedStep, second: PerformedStep) -> bool:
        return morally_strong(first.step, second.step, self.model)


def _copied(clocks: Mapping[str, Clock]) -> Mapping[str, Clock]:
    return {proxy: dict(clock) for proxy, clock in clocks.items()}


def _includes(message: Message, other: Message) -> bool:
    """Return True if a message has all that another one has, for every reader of the other one."""
    (first, clocks), (second, others) = message, other
    if (
        SCOPES.index(first.step.scope) < SCOPES.index(second.step.scope)
        or first.step.place[:3] != second.step.place[:3]
    ):
        return False
    if first.step.kind != "fence" and second.step.kind == "fence":
        return False
    return all(
        clocks.get(proxy, {}).get(thread, 0) >= count
        for proxy, clock in others.items()
        for thread, count in clock.items()
    )


def _join(clocks: dict[str, Clock], others: Mapping[str, Clock]) -> None:
    for proxy, other in others.items():
        clock = clocks[proxy]
        for thread, count in other.items():
            if clock.get(thread, 0) < count:
                clock[thread] = count


def remedy(first: ThreadStep, second: ThreadStep) -> Remedy:
    """Return what would order two racing accesses, `first` being the earlier one."""
    scope = SCOPES[3 - _common_level(first, second)]
    if first.proxy != second.proxy:
        proxy = first.proxy if first.proxy != GENERIC else second.proxy
        return Remedy(
            "proxy-fence",
            f"fence.proxy.{proxy}",
            f"the accesses go through different proxies; the fence orders the {proxy} proxy and the generic proxy",
        )
    if first.order != "weak" and second.order != "weak":
        if (first.address, first.size) != (second.address, second.size):
            return Remedy("size", "", "strong accesses of different sizes do not exclude a race; access the same bytes")
        return Remedy(
            "scope",
            f".{scope}",
            f"both are strong, but a scope does not include the other thread; use .{scope}",
        )
    if first.order != "weak" or second.order != "weak":
        return Remedy(
            "strength", f".relaxed.{scope}", f"one access is weak; make both strong with scope .{scope}, or order them"
        )
    return Remedy(
        "fence",
        f"fence.acq_rel.{scope}",
        f"nothing orders the accesses; release after the first and acquire before the second with scope .{scope}, "
        "or use a barrier that includes both threads",
    )
