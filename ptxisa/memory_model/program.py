"""Litmus tests: threads at their places, variables, and the operations of each thread.

Readers of litmus text (`ptxisa.memory_model.herd`, `ptxisa.memory_model.module`) build a `LitmusTest`; the rest of this
package works on it alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from ptxisa.memory_model.conditions import Condition

CTA, CLUSTER, GPU, SYS = "cta", "cluster", "gpu", "sys"
SCOPES = (CTA, CLUSTER, GPU, SYS)
GENERIC = "generic"
ASYNC = "async"


class LitmusError(ValueError):
    """Error in a litmus test, with the line where it was found; 0 if no line applies."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class ThreadPlace(NamedTuple):
    """Position of a thread: device, cluster on the device, CTA in the cluster, warp in the CTA, and grid.

    Without a warp (-1) the thread has a warp for itself. Clusters are numbered over all grids of a device; the grid
    matters for `griddepcontrol` alone.
    """

    gpu: int = 0
    cluster: int = 0
    cta: int = 0
    warp: int = -1
    grid: int = 0


class LitmusVariable(NamedTuple):
    """Variable in memory.

    `location` names the memory of the variable: its own name, or that of the variable of which it is an alias.
    `owner` is the CTA that has the variable, for variables in shared memory.
    """

    name: str
    address: int
    """Virtual address of the first byte."""
    size: int
    """Size in bytes."""
    location: str
    alias_of: str = ""
    """Variable whose virtual address another proxy uses; empty for a variable with an address of its own."""
    proxy: str = GENERIC
    space: str = "global"
    multimem: bool = False
    owner: tuple[int, int, int] | None = None


Number: TypeAlias = "int | str"
"""Operand: an integer, or the name of a register."""


class AddressOperand(NamedTuple):
    """Address operand: a variable or a register, and an offset in bytes."""

    base: Number
    offset: int = 0


class Access(NamedTuple):
    """Attributes that memory operations share."""

    address: AddressOperand
    size: int = 4
    """Size of one element in bytes."""
    order: str = "weak"
    """One of weak, relaxed, acquire, release, acq_rel."""
    scope: str = SYS
    proxy: str = GENERIC
    multimem: bool = False
    """The instruction is for multimem addresses."""


@dataclass(slots=True)
class ThreadOperation:
    """Operation of a thread.

    Attributes:
        line: Line of the text.
        text: Statement as written.
        guard: Register of the guard, or None; the operation is skipped if the register is 0.
        negated: Skip the operation if the register of the guard is not 0 instead.
    """

    line: int = 0
    text: str = ""
    guard: str | None = None
    negated: bool = False


@dataclass(slots=True)
class Load(ThreadOperation):
    """Load of one or more elements; None discards an element."""

    destinations: tuple[str | None, ...] = ()
    access: Access = field(default_factory=lambda: Access(AddressOperand(0)))


@dataclass(slots=True)
class Store(ThreadOperation):
    """Store of one or more elements."""

    values: tuple[Number, ...] = ()
    access: Access = field(default_factory=lambda: Access(AddressOperand(0)))


@dataclass(slots=True)
class Atomic(ThreadOperation):
    """Atomic read-modify-write; a reduction has no destination.

    `compare` is the second operand of a compare-and-swap, whose `update` returns the new value for equal operands.
    """

    destination: str | None = None
    reduction: bool = False
    update: Callable[..., int] = max
    """Function of the old value and the operands that returns the new value."""
    operands: tuple[Number, ...] = ()
    compare: Number | None = None
    access: Access = field(default_factory=lambda: Access(AddressOperand(0)))


@dataclass(slots=True)
class Fence(ThreadOperation):
    """Memory fence; `order` is one of sc, acq_rel, acquire, release, and `space` a state space if it is restricted."""

    order: str = "acq_rel"
    scope: str = SYS
    space: str = ""


@dataclass(slots=True)
class ProxyFence(ThreadOperation):
    """Proxy fence between the generic proxy and `proxy`; "alias" is the fence of virtual aliases."""

    proxy: str = "alias"
    spaces: tuple[str, ...] = ()
    """State spaces to which the fence applies; all if empty."""
    one_way: bool = False
    """The fence orders accesses of the generic proxy before those of the other proxy, and not the other way round."""


@dataclass(slots=True)
class Barrier(ThreadOperation):
    """Barrier of a CTA, a cluster or a warp.

    `role` is sync (arrive and wait), arrive or wait; `count` is the number of threads, None for all that use the
    barrier; `relaxed` arrivals order nothing by themselves.
    """

    level: str = CTA
    role: str = "sync"
    key: tuple[Number, ...] = ()
    count: int | None = None
    relaxed: bool = False
    reduction: str = ""
    """Reduction of a predicate over the threads: popc, and, or."""
    predicate: str | None = None
    negated_predicate: bool = False
    destination: str | None = None


@dataclass(slots=True)
class Arrive(ThreadOperation):
    """Arrival at an mbarrier, whose state goes to `destination`; `tx` is the number of bytes that it expects."""

    destination: str | None = None
    count: int = 1
    tx: int = 0
    access: Access = field(default_factory=lambda: Access(AddressOperand(0)))
    drop: bool = False
    """Later phases expect `count` arrivals less."""


@dataclass(slots=True)
class AsyncArrive(ThreadOperation):
    """Arrival at an mbarrier that takes place when the earlier asynchronous operations of a group are complete.

    With `counts` the arrival is one of those that the mbarrier expects; otherwise the phase expects one more.
    """

    access: Access = field(default_factory=lambda: Access(AddressOperand(0)))
    group: str = ASYNC
    counts: bool = False


@dataclass(slots=True)
class Expect(ThreadOperation):
    """Bytes that the phase of the next arrival of the thread expects."""

    address: AddressOperand = field(default_factory=lambda: AddressOperand(0))
    tx: int = 0


@dataclass(slots=True)
class GridWait(ThreadOperation):
    """Wait until the grid before that of the thread is complete and its writes are visible."""


@dataclass(slots=True)
class TestWait(ThreadOperation):
    """Test of a phase of an mbarrier, given by the state of an arrival or by its parity."""

    destination: str | None = None
    phase: Number = 0
    parity: bool = False
    access: Access = field(default_factory=lambda: Access(AddressOperand(0)))


@dataclass(slots=True)
class Copy(ThreadOperation):
    """Asynchronous operation: a copy, a store, a reduction, or the reads of a matrix instruction.

    A copy reads `source` and writes `target`; a store writes `values` of `element` bytes; a reduction has the `update`
    of each element. `descriptors` are read in whole. It completes at an mbarrier, in a group, or unnoticed.
    """

    target: AddressOperand | None = None
    source: AddressOperand | None = None
    size: int = 0
    proxy: str = GENERIC
    order: str = "weak"
    scope: str = SYS
    values: tuple[Number, ...] = ()
    element: int = 4
    update: Callable[..., int] | None = None
    descriptors: tuple[Number, ...] = ()
    multimem: bool = False
    mbarrier: AddressOperand | None = None
    group: str = ""


@dataclass(slots=True)
class CommitGroup(ThreadOperation):
    """End of a group of asynchronous copies."""

    group: str = ASYNC


@dataclass(slots=True)
class WaitGroup(ThreadOperation):
    """Wait until at most `pending` groups of copies are not complete; None waits for all copies, in a group or not.

    `reads` waits for the reads of sources alone.
    """

    group: str = ASYNC
    pending: int | None = 0
    reads: bool = False


@dataclass(slots=True)
class Compute(ThreadOperation):
    """Computation on registers; `function` takes the sources as integers and returns one integer a destination."""

    destinations: tuple[str, ...] = ()
    function: Callable[..., tuple[int, ...]] = lambda: ()
    sources: tuple[Number, ...] = ()


@dataclass(slots=True)
class Branch(ThreadOperation):
    """Branch to the operation at an index."""

    target: int = 0


@dataclass(slots=True)
class Exit(ThreadOperation):
    """End of the thread."""


class Thread(NamedTuple):
    """Thread of a litmus test."""

    name: str
    place: ThreadPlace
    code: tuple[ThreadOperation, ...]
    registers: Mapping[str, int] = {}
    """Values before the first operation."""


class LitmusTest(NamedTuple):
    """A litmus test."""

    name: str
    threads: tuple[Thread, ...]
    variables: Mapping[str, LitmusVariable]
    values: Mapping[str, int]
    """Initial values by location."""
    question: Condition
    filter: Condition | None = None
    expected: str | None = None
    """Expected verdict."""
    file: str = ""
    mbarriers: Mapping[str, int] = {}
    """Arrivals that complete a phase of each mbarrier."""
    tensors: Mapping[str, str] = {}
    """Variable that each tensor map describes."""
