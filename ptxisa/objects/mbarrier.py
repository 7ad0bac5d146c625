"""The mbarrier object of shared memory as a state machine (PTX ISA, section 9.7.13.15).

    barrier = Barrier(3)                # mbarrier.init of three arrivals
    state = barrier.arrive(2)           # mbarrier.arrive, with a count
    barrier.expect_tx(16)
    barrier.test_wait(state)            # False: an arrival and 16 bytes are missing
    barrier.arrive()
    barrier.complete_tx(16)             # … which completes the phase
    barrier.test_wait(state)            # True

Counts are integers, or arrays of int64 for many barriers at once, where a count of 0 leaves a barrier unchanged.
Operations that the manual leaves undefined raise `Undefined`, and the object stays unchanged.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ptxisa.isa.representation import line

Number: TypeAlias = Any
"""An integer, or an array of int64 with an element for each barrier."""

MOST = (1 << 20) - 1
"""Largest count of arrivals, and of transactions that are pending or ahead (section 9.7.13.15.2)."""


class Undefined(Exception):
    """An operation whose effect the manual does not define."""


class MbarrierState(NamedTuple):
    """MbarrierState token of an arrival: the phase of the arrival, and the pending count before it.

    Hardware stores the pending count reliably only with ``.noComplete``.
    """

    phase: Number
    pending: Number


class MbarrierContents(NamedTuple):
    """Contents of an mbarrier object.

    Attributes:
        phase: Number of complete phases; objects in memory store its lowest bit.
        pending: Pending arrivals of this phase.
        expected: Expected arrivals of the next phase.
        tx: Pending transactions (tx-count) of this phase; negative if they completed before they were expected.
    """

    phase: Number
    pending: Number
    expected: Number
    tx: Number


NO_OBJECT, ARRIVALS, TRANSACTIONS = "no object", "arrivals missing", "transactions missing"


class Transition(NamedTuple):
    """Operations that change an object from one condition to another."""

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
"""Transitions of one object, for figures. No transaction is missing if as many completed as were expected."""


class MbarrierObject:
    """One mbarrier object, or an array of them."""

    def __init__(self, count: Number) -> None:
        """Initialize the barrier, as ``mbarrier.init`` does."""
        _require((count >= 1) & (count <= MOST), f"a barrier is initialized with 1 to {MOST} arrivals")
        self._counts: MbarrierContents | None = MbarrierContents(count * 0, count, count, count * 0)

    def __repr__(self) -> str:
        return f"<mbarrier: {'invalid' if self._counts is None else line(repr(self._counts))}>"

    @classmethod
    def of(cls, counts: MbarrierContents) -> MbarrierObject:
        """Return a barrier with given contents."""
        barrier = cls.__new__(cls)
        barrier._counts = counts
        return barrier

    @property
    def counts(self) -> MbarrierContents:
        """Contents of the object; raises `Undefined` after ``mbarrier.inval``."""
        if self._counts is None:
            raise Undefined("the object was invalidated")
        return self._counts

    @property
    def condition(self) -> str:
        """Condition of a single object, one of those of `TRANSITIONS`."""
        if self._counts is None:
            return NO_OBJECT
        return ARRIVALS if self._counts.pending else TRANSACTIONS

    def inval(self) -> None:
        """Apply ``mbarrier.inval``."""
        if self.counts:  # Raises Undefined for an object that is invalid already.
            self._counts = None

    def expect_tx(self, count: Number) -> None:
        """Apply ``mbarrier.expect_tx``: increase the tx-count of this phase."""
        self._counts = _completed(_with_tx(self.counts, self.counts.tx + count, count))

    def complete_tx(self, count: Number) -> None:
        """Apply ``mbarrier.complete_tx``, as an asynchronous copy does when bytes have arrived."""
        self._counts = _completed(_with_tx(self.counts, self.counts.tx - count, count))

    def arrive(self, count: Number = 1, *, expect_tx: Number = 0) -> MbarrierState:
        """Apply ``mbarrier.arrive``, with ``.expect_tx`` first; return the state token."""
        return self._arrive(count, expect_tx=expect_tx)

    def arrive_no_complete(self, count: Number) -> MbarrierState:
        """Apply ``mbarrier.arrive.noComplete``; the phase must not complete."""
        return self._arrive(count, last=False)

    def arrive_drop(self, count: Number = 1, *, expect_tx: Number = 0) -> MbarrierState:
        """Apply ``mbarrier.arrive_drop``: later phases expect fewer arrivals."""
        return self._arrive(count, expect_tx=expect_tx, drop=True)

    def arrive_drop_no_complete(self, count: Number) -> MbarrierState:
        """Apply ``mbarrier.arrive_drop.noComplete``; the phase must not complete."""
        return self._arrive(count, drop=True, last=False)

    def await_copies(self) -> None:
        """Apply the immediate part of ``cp.async.mbarrier.arrive`` without ``.noinc``; the copies `arrive` later."""
        before = self.counts
        _require(before.pending < MOST, f"more than {MOST} arrivals are missing")
        # On an H100 the phase sometimes completed in this case.
        _require((before.pending > 0) | (abs(before.tx) != 1), "one transaction alone is missing, or ahead")
        self._counts = before._replace(pending=before.pending + 1)

    def test_wait(self, state: MbarrierState) -> Any:
        """Return True if the phase of an arrival is complete: ``mbarrier.test_wait``, ``try_wait`` when it returns."""
        phase = self.counts.phase
        # Objects store the lowest bit of the phase: of an older token, no answer would be right.
        _require((state.phase == phase) | (state.phase == phase - 1), "the token is older than the last phase")
        return state.phase != phase

    def test_wait_parity(self, parity: Number) -> Any:
        """Return True if the last phase of this parity is complete: ``mbarrier.test_wait.parity``.

        A phase before the first counts as complete, so that a parity of 1 does not wait for the first phase.
        """
        # The hardware reads the lowest bit. Triton 3.9 passes predicates that LLVM has extended by their sign.
        _require((parity == 0) | (parity == 1) | (parity == 0xFFFFFFFF), "a parity is 0 or 1")
        return (parity & 1) != (self.counts.phase & 1)

    def _arrive(self, count: Number, *, expect_tx: Number = 0, drop: bool = False, last: bool = True) -> MbarrierState:
        """Arrive; with `last` False, the arrivals must not complete the phase."""
        before = _with_tx(self.counts, self.counts.tx + expect_tx, expect_tx)
        if drop:
            _require(count <= before.expected, "more arrivals are dropped than are expected")
            before = before._replace(expected=before.expected - count)
        _require((count >= 0) & (count <= before.pending), "more arrivals than are missing")
        after = before._replace(pending=before.pending - count)
        if not last:
            _require((count == 0) | ~_is_complete(after), "arrivals with .noComplete complete the phase")
        self._counts = _completed(after)
        return MbarrierState(before.phase, before.pending)


FIELDS = {"expected": (1, 20), "tx": (21, 21), "pending": (43, 20), "phase": (63, 1)}
"""First bit and number of bits of each count in the 64 bits of an object, measured on an H100."""
FORBIDDEN = 1 << 42
"""Bit of an object with which every operation traps on an H100."""


def packed(counts: MbarrierContents) -> int:
    """Return an object as 64 bits: the lowest bit of the phase, and the negated counts."""
    # Of all fields only the phase counts up: it is negated twice.
    negated = counts._replace(phase=-counts.phase)._asdict()
    return sum((-negated[name] & (1 << bits) - 1) << first for name, (first, bits) in FIELDS.items())


def unpacked(bits: int) -> MbarrierContents:
    """Return the counts of an object of 64 bits."""
    counts = {name: -(bits >> first) & (1 << width) - 1 for name, (first, width) in FIELDS.items()}
    # Of these counts only tx has a sign: the field is in two's complement.
    half = 1 << FIELDS["tx"][1] - 1
    return MbarrierContents(**{**counts, "tx": (counts["tx"] ^ half) - half})


def pending_count(state: MbarrierState) -> Number:
    """Return the pending count before an arrival with ``.noComplete``: ``mbarrier.pending_count``."""
    return state.pending


def _with_tx(before: MbarrierContents, after: Number, count: Number) -> MbarrierContents:
    _require((count >= 0) & (abs(after) <= MOST), f"the count of transactions passes {MOST}")
    return before._replace(tx=after)


def _is_complete(counts: MbarrierContents) -> Any:
    """Return True if neither arrivals nor transactions are pending."""
    return np.logical_and(counts.pending == 0, counts.tx == 0)


def _completed(counts: MbarrierContents) -> MbarrierContents:
    """Start the next phase if this one is complete."""
    done = _is_complete(counts)
    if not isinstance(done, np.ndarray):
        return counts._replace(phase=counts.phase + 1, pending=counts.expected) if done else counts
    return counts._replace(phase=counts.phase + done, pending=np.where(done, counts.expected, counts.pending))


def _require(condition: Any, message: str) -> None:
    """Raise `Undefined` unless the condition holds, for arrays in every element."""
    if not np.all(condition):
        raise Undefined(message)
