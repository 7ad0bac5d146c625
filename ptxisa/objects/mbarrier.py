"""The mbarrier object of shared memory as a state machine (PTX ISA, section 9.7.13.15).

    barrier = Barrier(3)                # mbarrier.init of three arrivals
    state = barrier.arrive(2)           # mbarrier.arrive, with a count
    barrier.expect_tx(16)
    barrier.test_wait(state)            # False: an arrival and 16 bytes are missing
    barrier.arrive()
    barrier.complete_tx(16)             # … which completes the phase
    barrier.test_wait(state)            # True

Counts are integers, or arrays of int64 for many barriers at once, on which a count of 0 means that nothing happens to
that one. What the manual leaves undefined is refused with `Undefined`, and the object stays as it was.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ptxisa.isa.brief import line

Number: TypeAlias = Any
"""An integer, or an array of int64 with an element for each barrier."""

MOST = (1 << 20) - 1
"""The largest count of arrivals, and of what transactions may be missing or ahead."""


class Undefined(Exception):
    """An operation that the manual gives no meaning."""


class State(NamedTuple):
    """What an arrival returns: the phase that it belongs to, and how many arrivals were missing before it.

    Hardware keeps the second reliably only with ``.noComplete``.
    """

    phase: Number
    pending: Number


class Counts(NamedTuple):
    """What an mbarrier object keeps."""

    phase: Number
    """How many phases are complete; objects in memory keep its last bit."""
    pending: Number
    """Arrivals that are missing in this phase."""
    expected: Number
    """Arrivals that the next phase takes."""
    tx: Number
    """Transactions that are missing in this phase; below zero where they came before they were expected."""


NO_OBJECT, ARRIVALS, TRANSACTIONS = "no object", "arrivals missing", "transactions missing"


class Transition(NamedTuple):
    """What operations make of an object: from one condition to another."""

    source: str
    operations: tuple[str, ...]
    target: str
    when: str


TRANSITIONS = (
    Transition(NO_OBJECT, ("init",), ARRIVALS, "in phase 0"),
    Transition(ARRIVALS, ("arrive", "arrive_drop"), ARRIVALS, "more are missing"),
    Transition(ARRIVALS, ("arrive", "arrive_drop"), ARRIVALS, "the last, no transaction missing: next phase"),
    Transition(ARRIVALS, ("expect_tx", "complete_tx"), ARRIVALS, "any count"),
    Transition(ARRIVALS, ("arrive", "arrive_drop"), TRANSACTIONS, "the last"),
    Transition(TRANSACTIONS, ("expect_tx", "complete_tx"), TRANSACTIONS, "more are missing"),
    Transition(TRANSACTIONS, ("expect_tx", "complete_tx"), ARRIVALS, "next phase"),
    Transition(ARRIVALS, ("inval",), NO_OBJECT, ""),
    Transition(TRANSACTIONS, ("inval",), NO_OBJECT, ""),
)
"""The life of one object, as pictures show it; that no transactions are missing means that as many came as expected."""


class Barrier:
    """One mbarrier object, or an array of them."""

    def __init__(self, count: Number) -> None:
        """``mbarrier.init``"""
        _demand((count >= 1) & (count <= MOST), f"a barrier is initialised with 1 to {MOST} arrivals")
        self._counts: Counts | None = Counts(count * 0, count, count, count * 0)

    def __repr__(self) -> str:
        return f"<mbarrier: {'invalid' if self._counts is None else line(repr(self._counts))}>"

    @classmethod
    def of(cls, counts: Counts) -> Barrier:
        """A barrier in the middle of its life."""
        barrier = cls.__new__(cls)
        barrier._counts = counts
        return barrier

    @property
    def counts(self) -> Counts:
        """What the object keeps now."""
        if self._counts is None:
            raise Undefined("the object was invalidated")
        return self._counts

    @property
    def condition(self) -> str:
        """What one object waits for in this phase."""
        if self._counts is None:
            return NO_OBJECT
        return ARRIVALS if self._counts.pending else TRANSACTIONS

    def inval(self) -> None:
        """``mbarrier.inval``; `Undefined` where there is no object any more."""
        if self.counts:
            self._counts = None

    def expect_tx(self, count: Number) -> None:
        """``mbarrier.expect_tx``: more transactions belong to this phase."""
        self._counts = _completed(_expected(self.counts, count))

    def complete_tx(self, count: Number) -> None:
        """``mbarrier.complete_tx``, and what an asynchronous copy does when bytes have arrived."""
        before = self.counts
        self._counts = _completed(_transactions(before, before.tx - count, count))

    def arrive(self, count: Number = 1, *, expect_tx: Number = 0) -> State:
        """``mbarrier.arrive``, with ``.expect_tx`` where that is given, which completes no phase by itself here."""
        return self._arrive(_expected(self.counts, expect_tx), count)

    def arrive_no_complete(self, count: Number) -> State:
        """``mbarrier.arrive.noComplete``"""
        return self._arrive(self.counts, count, last=False)

    def arrive_drop(self, count: Number = 1, *, expect_tx: Number = 0) -> State:
        """``mbarrier.arrive_drop``: later phases take fewer arrivals."""
        return self._arrive(_dropped(_expected(self.counts, expect_tx), count), count)

    def arrive_drop_no_complete(self, count: Number) -> State:
        """``mbarrier.arrive_drop.noComplete``"""
        return self._arrive(_dropped(self.counts, count), count, last=False)

    def await_copies(self) -> None:
        """What ``cp.async.mbarrier.arrive`` without ``.noinc`` does at once; the copies `arrive` when all are done."""
        before = self.counts
        _demand(before.pending < MOST, f"more than {MOST} arrivals are missing")
        # There an H100 ended the phase at times.
        _demand((before.pending > 0) | (abs(before.tx) != 1), "one transaction alone is missing, or ahead")
        self._counts = before._replace(pending=before.pending + 1)

    def test_wait(self, state: State) -> Any:
        """``mbarrier.test_wait``: whether the phase of an arrival is complete; ``try_wait`` once it stops waiting."""
        phase = self.counts.phase
        _demand((state.phase == phase) | (state.phase == phase - 1), "the phase is over since longer than one phase")
        return state.phase != phase

    def test_wait_parity(self, parity: Number) -> Any:
        """``mbarrier.test_wait.parity``: whether the last phase of this parity is complete.

        Before the first phase comes one that counts as complete, so that a parity of 1 does not wait for it.
        """
        _demand((parity == 0) | (parity == 1), "a parity is 0 or 1")
        return parity != (self.counts.phase & 1)

    def _arrive(self, before: Counts, count: Number, *, last: bool = True) -> State:
        """Arrivals; unless they may be the `last` of the phase, they must not complete it."""
        after = _arrived(before, count)
        if not last:
            _demand((count == 0) | ~_complete(after), "arrivals with .noComplete complete the phase")
        state = State(before.phase, before.pending)
        self._counts = _completed(after)
        return state


FIELDS = {"expected": (1, 20), "tx": (21, 21), "pending": (43, 20), "phase": (63, 1)}
"""The first bit and the number of bits of each count in the 64 bits of an object, as an H100 keeps them."""
FORBIDDEN = 1 << 42
"""Every operation traps on an object with this bit."""


def packed(counts: Counts) -> int:
    """The object in memory: the last bit of the phase, and what the others lack to a power of two."""
    negated = counts._replace(phase=-counts.phase)._asdict()
    return sum((-negated[name] & (1 << bits) - 1) << first for name, (first, bits) in FIELDS.items())


def unpacked(bits: int) -> Counts:
    """The counts of an object in memory."""
    found = {name: -(bits >> first) & (1 << width) - 1 for name, (first, width) in FIELDS.items()}
    half = 1 << FIELDS["tx"][1] - 1
    return Counts(**{**found, "tx": (found["tx"] ^ half) - half})


def pending_count(state: State) -> Number:
    """``mbarrier.pending_count``: the arrivals that were missing before an arrival with ``.noComplete``."""
    return state.pending


def _expected(before: Counts, count: Number) -> Counts:
    return _transactions(before, before.tx + count, count)


def _transactions(before: Counts, after: Number, count: Number) -> Counts:
    _demand((count >= 0) & (abs(after) <= MOST), f"the count of transactions passes {MOST}")
    return before._replace(tx=after)


def _arrived(before: Counts, count: Number) -> Counts:
    _demand((count >= 0) & (count <= before.pending), "more arrivals than are missing")
    return before._replace(pending=before.pending - count)


def _dropped(before: Counts, count: Number) -> Counts:
    _demand(count <= before.expected, "more arrivals are dropped than are expected")
    return before._replace(expected=before.expected - count)


def _complete(counts: Counts) -> Any:
    """The phase is complete when neither arrivals nor transactions are missing."""
    return np.logical_and(counts.pending == 0, counts.tx == 0)


def _completed(counts: Counts) -> Counts:
    """The next phase where this one is complete."""
    done = _complete(counts)
    if not isinstance(done, np.ndarray):
        return counts._replace(phase=counts.phase + 1, pending=counts.expected) if done else counts
    return counts._replace(phase=counts.phase + done, pending=np.where(done, counts.expected, counts.pending))


def _demand(holds: Any, otherwise: str) -> None:
    """Raise `Undefined` unless this holds, for arrays everywhere."""
    if not np.all(holds):
        raise Undefined(otherwise)
