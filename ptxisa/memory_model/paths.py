"""Paths of one thread: the events that it may perform, with symbolic values.

A read returns an unknown, and everything computed from it is a term. A branch on a term splits the path, with the
condition as a constraint; a branch back is followed a bounded number of times. An address that is a term splits the
path as well, once for each variable that it may point to.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from ptxisa.memory_model.program import (
    Access,
    AddressOperand,
    Arrive,
    AsyncArrive,
    Atomic,
    Barrier,
    Branch,
    CommitGroup,
    Compute,
    Copy,
    Exit,
    Expect,
    Fence,
    GridWait,
    LitmusError,
    LitmusTest,
    LitmusVariable,
    Load,
    Number,
    ProxyFence,
    Store,
    TestWait,
    Thread,
    ThreadOperation,
    WaitGroup,
)

UNROLL = 3
"""Number of times that a path follows one branch back."""
MAX_PATHS = 4096
"""Largest number of paths of a thread: the paths of all threads are combined."""
MAX_STEPS = 2000
"""Largest number of operations of a path."""

Position: TypeAlias = "tuple[int, int]"
"""Thread and position of an event in its path."""
ReadKey: TypeAlias = Position
"""Position of a read, which names the value that it returns."""


class UnknownValue(NamedTuple):
    """A value that the execution decides.

    Without a function the value of the read `key`.
    """

    key: ReadKey
    function: Callable[..., int] | None
    arguments: tuple[Value, ...]
    reads: frozenset[ReadKey]


Value: TypeAlias = "int | UnknownValue"


class Constraint(NamedTuple):
    """Condition for a path: `value` is 0 or not."""

    value: Value
    nonzero: bool


NONE: frozenset[ReadKey] = frozenset()
STATE = 1 << 40
"""States of mbarriers: this number, the thread of the arrival, and the position of the arrival in its path.

The position has the low 16 bits, which `MAX_STEPS` does not exceed; PTX treats states as opaque.
"""


@dataclass(slots=True)
class Event:
    """Event of a thread.

    Attributes:
        operation: Operation that performs the event.
        kind: One of read, write, update, fence, proxy-fence, barrier, arrive, wait, wait-group, grid-wait.
        address: Virtual address of a memory access.
        size: Size of a memory access in bytes.
        value: Value that a write or an update writes.
        depends: Reads on which address, value or execution depend.
        writes: False for an atomic operation that writes nothing.
        phase: Position among the arrivals of the thread at the barrier.
        key: Barrier by its number; for a wait at an mbarrier the state or the parity of the phase.
        asynchronous: The event is part of an asynchronous copy and not in program order.
        completes: Positions of the events of copies that a wait for groups, or an asynchronous arrival, completes.
        instance: Number of the operation in its path; events of one operation are not in program order.
        space: State space of the variable.
        multimem: The instruction is for multimem addresses.
        tx: Number of bytes that an arrival expects.
    """

    operation: ThreadOperation
    kind: str
    address: int = 0
    size: int = 0
    value: Value = 0
    depends: frozenset[ReadKey] = NONE
    writes: bool = True
    phase: int = 0
    key: tuple[Value, ...] = ()
    order: str = "weak"
    scope: str = "sys"
    proxy: str = "generic"
    role: str = ""
    asynchronous: bool = False
    completes: tuple[int, ...] = ()
    instance: int = 0
    space: str = ""
    multimem: bool = False
    tx: int = 0


@dataclass(slots=True)
class LoopCut:
    """End of a path at the bound of a loop: the branch back, and the state before the last iteration.

    `failed` has the waits of the last iteration that found their phase incomplete: the address of the mbarrier, whether
    the phase is a parity, and the phase.
    """

    branch: ThreadOperation
    start: int
    registers: dict[str, Value]
    failed: tuple[tuple[int, bool, int], ...]


@dataclass(slots=True)
class Path:
    """One path of a thread."""

    events: list[Event] = field(default_factory=list)
    registers: dict[str, Value] = field(default_factory=dict)
    constraints: list[Constraint] = field(default_factory=list)
    complete: bool = True
    """False if the path was cut at the bound of its loops."""
    cut: LoopCut | None = None
    marks: list[tuple[int, dict[str, Value]]] = field(default_factory=list)
    """Number of events and registers before each barrier, in case that the thread never passes the barrier."""


def value_of(value: Value, known: Mapping[ReadKey, int]) -> int:
    """Return a value when the values of the reads are known."""
    if not isinstance(value, UnknownValue):
        return value
    if value.function is None:
        return known[value.key]
    return value.function(*[value_of(argument, known) for argument in value.arguments])


def reads_of(value: Value) -> frozenset[ReadKey]:
    """Return the reads on which a value depends."""
    return value.reads if isinstance(value, UnknownValue) else NONE


def apply(function: Callable[..., int], *arguments: Value) -> Value:
    """Return the result of a function, as a term if an argument is unknown."""
    if not any(isinstance(argument, UnknownValue) for argument in arguments):
        return function(*arguments)
    return UnknownValue((0, 0), function, arguments, NONE.union(*map(reads_of, arguments)))


def paths(test: LitmusTest, number: int, unroll: int = UNROLL, choices: Mapping[str, str] | None = None) -> list[Path]:
    """Return the paths of a thread.

    Args:
        test: Litmus test.
        number: Number of the thread.
        unroll: Number of times that a path follows one branch back.
        choices: Readings of ambiguities by their ids.

    Raises:
        LitmusError: A register is read before it is set, an address is outside of all variables, or the thread has too
            many paths.
    """
    walk = _Walk(test, number, unroll, choices or {})
    return list(walk.run())


@dataclass(slots=True)
class _State:
    """Point that a path has reached."""

    position: int
    path: Path
    control: frozenset[ReadKey]
    followed: dict[int, int]
    steps: int = 0
    arrivals: int = 0
    open: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Positions of the copies that are in no group yet, by kind of group."""
    groups: dict[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    """Groups of copies in the order of their commits."""
    started: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Positions of all copies that no asynchronous arrival tracks yet, by kind of group."""
    expected: dict[int, int] = field(default_factory=dict)
    """Bytes that the next arrival at an mbarrier expects, by its address."""
    iterations: dict[int, tuple[int, dict[str, Value], int]] = field(default_factory=dict)
    """Events, registers and failed waits before the last iteration of each loop, by the position of its branch back."""
    failed: tuple[tuple[int, bool, int], ...] = ()
    """Waits that found their phase incomplete: address, whether the phase is a parity, and phase."""
    equal: dict[ReadKey, int] = field(default_factory=dict)
    """Values of reads that the constraints of the path determine, such as that of a successful compare-and-swap."""

    def copy(self) -> _State:
        path = self.path
        copied = Path(list(path.events), dict(path.registers), list(path.constraints), marks=list(path.marks))
        return replace(
            self,
            path=copied,
            followed=dict(self.followed),
            open=dict(self.open),
            groups=dict(self.groups),
            started=dict(self.started),
            expected=dict(self.expected),
            iterations=dict(self.iterations),
            equal=dict(self.equal),
        )

    def require(self, value: Value, constant: int) -> None:
        """Add the constraint that a value is a constant."""
        self.path.constraints.append(Constraint(apply(operator.eq, value, constant), True))
        if isinstance(value, UnknownValue) and value.function is None:
            self.equal[value.key] = constant


class _Walk:
    """Depth-first walk over the paths of one thread."""

    def __init__(self, test: LitmusTest, number: int, unroll: int, choices: Mapping[str, str]) -> None:
        self.test, self.number, self.unroll = test, number, unroll
        self.failure_writes = choices.get("failed-cas-writes") == "b"
        self.semantic = choices.get("dependencies") == "b"
        self.thread: Thread = test.threads[number]
        self.variables: Sequence[LitmusVariable] = tuple(test.variables.values())

    def run(self) -> Iterator[Path]:
        pending = [_State(0, Path(registers=dict(self.thread.registers)), NONE, {})]
        count = 0
        while pending:
            state = pending.pop()
            path = self.follow(state, pending)
            if path is not None:
                count += 1
                if count > MAX_PATHS:
                    raise LitmusError(f"{self.thread.name} has more than {MAX_PATHS} paths")
                yield path

    def follow(self, state: _State, pending: list[_State]) -> Path | None:
        """Follow a path to its end, and append the paths that split off to `pending`."""
        code = self.thread.code
        while state.position < len(code):
            state.steps += 1
            if state.steps > MAX_STEPS:
                state.path.complete = False
                return state.path
            operation = code[state.position]
            if operation.guard is not None:
                taken = self.decide(state, self.read(state, operation.guard, operation), operation.negated, pending)
                if not taken:
                    state.position += 1
                    continue
            if isinstance(operation, Branch):
                if operation.target <= state.position:
                    times = state.followed.get(state.position, 0) + 1
                    if times > self.unroll:
                        start, registers, waits = state.iterations.get(state.position, (0, {}, 0))
                        state.path.cut = LoopCut(operation, start, registers, state.failed[waits:])
                        state.path.complete = False
                        return state.path
                    state.followed[state.position] = times
                    here = (len(state.path.events), dict(state.path.registers), len(state.failed))
                    state.iterations[state.position] = here
                state.position = operation.target
                continue
            if isinstance(operation, Exit):
                break
            self.perform(state, operation, pending)
            state.position += 1
        return state.path

    def decide(self, state: _State, value: Value, negated: bool, pending: list[_State]) -> bool:
        """Return True if a guarded operation executes; an unknown guard splits the path."""
        if not isinstance(value, UnknownValue):
            return bool(value) != negated
        if value.reads <= state.equal.keys():
            # The other branch would contradict a constraint of the path.
            state.control |= self.depends(value)
            return bool(value_of(value, state.equal)) != negated
        # This path goes on with the operation, the other one after it.
        other = state.copy()
        other.path.constraints.append(Constraint(value, negated))
        other.control |= self.depends(value)
        other.position += 1
        pending.append(other)
        state.path.constraints.append(Constraint(value, not negated))
        state.control |= self.depends(value)
        return True

    def read(self, state: _State, operand: Number, operation: ThreadOperation) -> Value:
        """Return the value of an operand."""
        if isinstance(operand, int):
            return operand
        if operand in state.path.registers:
            return state.path.registers[operand]
        if operand in self.test.variables:
            return self.test.variables[operand].address
        raise LitmusError(f"{self.thread.name}: register {operand} is read before it is set", operation.line)

    def perform(self, state: _State, operation: ThreadOperation, pending: list[_State]) -> None:
        """Add the events of one operation to a path."""
        path = state.path
        if isinstance(operation, Compute):
            sources = [self.read(state, source, operation) for source in operation.sources]
            results = [
                apply(_result(operation.function, position), *sources)
                for position in range(len(operation.destinations))
            ]
            path.registers.update(zip(operation.destinations, map(self.simplified, results), strict=True))
        elif isinstance(operation, Load):
            for position, destination in enumerate(operation.destinations):
                event = self.access(state, operation, operation.access, "read", position, pending)
                if destination is not None:
                    path.registers[destination] = self.unknown(path, event)
        elif isinstance(operation, Store):
            # All operands are read before the first element is written.
            values = [self.read(state, value, operation) for value in operation.values]
            for position, value in enumerate(values):
                event = self.access(state, operation, operation.access, "write", position, pending)
                event.value = apply(_cut(event.size), value)
                event.depends |= self.depends(value)
        elif isinstance(operation, Atomic):
            self.update(state, operation, pending)
        elif isinstance(operation, Fence):
            path.events.append(
                Event(operation, "fence", depends=state.control, order=operation.order, scope=operation.scope)
            )
        elif isinstance(operation, ProxyFence):
            path.events.append(Event(operation, "proxy-fence", depends=state.control, proxy=operation.proxy))
        elif isinstance(operation, Barrier):
            self.barrier(state, operation, pending)
        elif isinstance(operation, Arrive):
            event = self.at_mbarrier(state, operation, operation.access, "arrive", pending)
            if operation.destination is not None:
                path.registers[operation.destination] = STATE + (self.number << 16) + len(path.events) - 1
            event.role = "arrive"
            event.tx = operation.tx + state.expected.pop(event.address, 0)
        elif isinstance(operation, AsyncArrive):
            event = self.at_mbarrier(state, operation, operation.access, "arrive", pending)
            event.asynchronous, event.completes = True, state.started.pop(operation.group, ())
        elif isinstance(operation, Expect):
            where, _ = self.address(state, operation, operation.address, pending)
            state.expected[where] = state.expected.get(where, 0) + operation.tx
        elif isinstance(operation, GridWait):
            path.events.append(Event(operation, "grid-wait", depends=state.control))
        elif isinstance(operation, TestWait):
            self.test_wait(state, operation, pending)
        elif isinstance(operation, Copy):
            self.copy(state, operation, pending)
        elif isinstance(operation, CommitGroup):
            group = state.open.pop(operation.group, ())
            state.groups[operation.group] = (*state.groups.get(operation.group, ()), group)
        elif isinstance(operation, WaitGroup):
            groups = state.groups.get(operation.group, ())
            if operation.pending is None:
                complete = (*groups, state.open.get(operation.group, ()))
            else:
                complete = groups[: max(len(groups) - operation.pending, 0)]
            positions = tuple(position for group in complete for position in group)
            if operation.reads:
                positions = tuple(position for position in positions if path.events[position].kind == "read")
            path.events.append(Event(operation, "wait-group", depends=state.control, completes=positions))
        else:
            raise LitmusError(f"{self.thread.name}: {operation.text} is not modeled", operation.line)

    def at_mbarrier(
        self, state: _State, operation: ThreadOperation, access: Access, kind: str, pending: list[_State]
    ) -> Event:
        """Append an event at an mbarrier, and return the event."""
        address, depends = self.address(state, operation, access.address, pending)
        event = Event(operation, kind, address, access.size, depends=state.control | depends)
        event.order, event.scope = access.order, access.scope
        event.space = self.variable_at(address, 1, operation).space
        state.path.events.append(event)
        return event

    def test_wait(self, state: _State, operation: TestWait, pending: list[_State]) -> None:
        """Split the path: the phase is complete, or the test returns false, which it may at any time."""
        phase = self.read(state, operation.phase, operation)
        if isinstance(phase, UnknownValue):
            raise LitmusError(
                f"{self.thread.name}: {operation.text} waits for a phase that is not known", operation.line
            )
        failed = state.copy()
        if operation.destination is not None:
            failed.path.registers[operation.destination] = 0
            state.path.registers[operation.destination] = 1
        failed.position += 1
        pending.append(failed)
        event = self.at_mbarrier(state, operation, operation.access, "wait", pending)
        failed.failed = (*failed.failed, (event.address, operation.parity, phase))
        event.key = (int(operation.parity), phase)

    def barrier(self, state: _State, operation: Barrier, pending: list[_State]) -> None:
        """Add the event of a barrier; a reduction splits the path, once for each result."""
        path = state.path
        path.marks.append((len(path.events), dict(path.registers)))
        key = tuple(self.settled(state, part, operation, pending) for part in operation.key)
        event = Event(operation, "barrier", depends=state.control, key=key, phase=state.arrivals)
        event.role, event.scope = operation.role, operation.level
        path.events.append(event)
        state.arrivals += 1
        if not operation.reduction:
            return
        predicate = self.read(state, operation.predicate if operation.predicate is not None else 1, operation)
        negated = operation.negated_predicate
        event.value = apply(lambda value: int(bool(value) != negated), predicate)
        results = range(len(self.test.threads) + 1) if operation.reduction == "popc" else range(2)
        # Which results are possible follows from the threads of the barrier (`ptxisa.memory_model.barriers`).
        for result in results:
            chosen = state if result == results[-1] else state.copy()
            chosen.path.events[-1] = replace(event, size=result)
            if operation.destination is not None:
                chosen.path.registers[operation.destination] = result
            if chosen is not state:
                chosen.position += 1
                pending.append(chosen)

    def copy(self, state: _State, operation: Copy, pending: list[_State]) -> None:
        """Add the reads and writes of an asynchronous operation."""
        path = state.path
        first = len(path.events)
        weak = Access(AddressOperand(0), operation.size, proxy=operation.proxy)
        value: Value = 0
        for descriptor in operation.descriptors:
            address = self.read(state, descriptor, operation)
            variable = next((candidate for candidate in self.variables if candidate.address == address), None)
            if variable is None:
                raise LitmusError(f"{operation.text}: {descriptor} is not the address of a variable", operation.line)
            size = variable.size
            self.access(
                state, operation, weak._replace(address=AddressOperand(variable.address), size=size), "read", 0, pending
            )
        if operation.source is not None:
            size = operation.size or self.whole(state, operation, operation.source)
            read = weak._replace(address=operation.source, size=size)
            value = self.unknown(path, self.access(state, operation, read, "read", 0, pending))
        if operation.target is not None:
            size = operation.size or (path.events[-1].size if operation.source is not None else 0)
            target = Access(
                operation.target, size, operation.order, operation.scope, operation.proxy, operation.multimem
            )
            self.write(state, operation, target, value, pending)
        where = 0
        if operation.mbarrier is not None:
            # The address of the mbarrier on which the copy completes.
            where, _ = self.address(state, operation, operation.mbarrier, pending)
        positions = tuple(range(first, len(path.events)))
        for event in path.events[first:]:
            event.asynchronous = True
            if where:
                event.key = (where,)
        if operation.group:
            for table in (state.open, state.started):
                table[operation.group] = (*table.get(operation.group, ()), *positions)

    def write(self, state: _State, operation: Copy, target: Access, value: Value, pending: list[_State]) -> None:
        """Add the writes of an asynchronous operation: one for a copy, one for each element otherwise."""
        element = operation.element
        if operation.values:
            values = [self.read(state, part, operation) for part in operation.values]
        elif operation.update:
            shifts = [8 * element * position for position in range(target.size // element)]
            values = [apply(_field(shift, element), value) for shift in shifts]
        else:
            values, element = [value], target.size
        kind = "update" if operation.update else "write"
        for position, part in enumerate(values):
            event = self.access(state, operation, target._replace(size=element), kind, position, pending)
            event.depends |= reads_of(part)
            if operation.update:
                part = apply(_cutting(operation.update, element), self.unknown(state.path, event), part)
            event.value = apply(_cut(element), part)

    def whole(self, state: _State, operation: ThreadOperation, address: AddressOperand) -> int:
        """Return the size of the variable at an address, for an operation that has no size."""
        base = self.read(state, address.base, operation)
        return next((candidate.size for candidate in self.variables if candidate.address == base), 0)

    def settled(self, state: _State, part: Number, operation: ThreadOperation, pending: list[_State]) -> Value:
        """Return the number of a barrier; an unknown one splits the path, once for each number in the test."""
        value = self.read(state, part, operation)
        if not isinstance(value, UnknownValue) or not isinstance(part, str):
            return value
        constants = sorted(_constants(self.test))
        for constant in constants:
            other = state.copy()
            other.require(value, constant)
            other.path.registers[part] = constant
            other.control |= value.reads
            other.path.marks.pop()
            pending.append(other)
        for constant in constants:
            state.path.constraints.append(Constraint(apply(operator.eq, value, constant), False))
        return value

    def depends(self, value: Value) -> frozenset[ReadKey]:
        """Return the reads on which a value depends; by the semantic reading only those that can change the value."""
        if not self.semantic or not isinstance(value, UnknownValue):
            return reads_of(value)
        return frozenset(key for key in value.reads if _influences(value, key))

    def simplified(self, value: Value) -> Value:
        """Return a value; by the semantic reading of dependencies a number if no read can change it."""
        if self.semantic and isinstance(value, UnknownValue) and not self.depends(value):
            return value_of(value, dict.fromkeys(value.reads, 0))
        return value

    def unknown(self, path: Path, event: Event) -> UnknownValue:
        """Return the value that the last event of a path reads."""
        key = (self.number, len(path.events) - 1)
        return UnknownValue(key, None, (), frozenset({key}))

    def access(
        self, state: _State, operation: ThreadOperation, access: Access, kind: str, position: int, pending: list[_State]
    ) -> Event:
        """Append the event of one element of an access, and return the event."""
        address, depends = self.address(state, operation, access.address, pending)
        event = Event(operation, kind, address + position * access.size, access.size, depends=state.control | depends)
        event.order, event.scope, event.proxy = access.order, access.scope, access.proxy
        event.instance, event.multimem = state.steps, access.multimem
        event.space = self.variable_at(event.address, event.size, operation).space
        state.path.events.append(event)
        return event

    def update(self, state: _State, operation: Atomic, pending: list[_State]) -> None:
        """Add the event of an atomic operation; an unknown comparison splits the path."""
        path = state.path
        operands = [self.read(state, operand, operation) for operand in operation.operands]
        compare = None if operation.compare is None else self.read(state, operation.compare, operation)
        event = self.access(state, operation, operation.access, "update", 0, pending)
        old = self.unknown(path, event)
        event.depends = event.depends.union(*map(self.depends, operands))
        if compare is None:
            event.value = apply(_cutting(operation.update, event.size), old, *operands)
        else:
            event.depends |= self.depends(compare)
            # A compare-and-swap that fails writes nothing, or the old value: the ambiguity `failed-cas-writes`.
            mask = (1 << 8 * event.size) - 1
            equal = apply(lambda read, wanted: int(read & mask == wanted & mask), old, compare)
            failed = state.copy()
            failure = replace(event, writes=self.failure_writes, value=apply(_cut(event.size), old))
            failed.path.events[-1] = failure
            failed.path.constraints.append(Constraint(equal, False))
            if operation.destination is not None:
                failed.path.registers[operation.destination] = old
            failed.position += 1
            pending.append(failed)
            if isinstance(compare, UnknownValue):
                path.constraints.append(Constraint(equal, True))
            else:
                state.require(old, _cut(event.size)(compare))
            event.value = apply(_cut(event.size), operands[0])
        if operation.destination is not None:
            path.registers[operation.destination] = old

    def address(
        self, state: _State, operation: ThreadOperation, address: AddressOperand, pending: list[_State]
    ) -> tuple[int, frozenset[ReadKey]]:
        """Return a virtual address; an unknown one splits the path, once for each variable that it may point to."""
        base = self.read(state, address.base, operation)
        if not isinstance(base, UnknownValue):
            return base + address.offset, NONE
        candidates = [variable.address for variable in self.variables]
        for number, candidate in enumerate(candidates):
            # A variable of the test is the only thing that an address can point to; the last one needs no new path.
            if number == len(candidates) - 1:
                state.require(base, candidate - address.offset)
                return candidate, self.depends(base)
            other = state.copy()
            other.require(base, candidate - address.offset)
            register = address.base
            if isinstance(register, str):
                other.path.registers[register] = candidate - address.offset
            # The operation is performed again on the other path, where its address is known.
            other.control |= self.depends(base)
            pending.append(other)
        raise LitmusError(f"{self.thread.name}: the test declares no variable", operation.line)

    def variable_at(self, address: int, size: int, operation: ThreadOperation) -> LitmusVariable:
        """Return the variable at an address."""
        for variable in self.variables:
            if variable.address <= address and address + size <= variable.address + variable.size:
                return variable
        raise LitmusError(
            f"{self.thread.name}: {operation.text} accesses memory outside of all variables", operation.line
        )


SAMPLES = (0, 1, 2, 3, 5, 255, 65535, 0xFFFFFFFF)
"""Values of reads that are tried to see whether they change a result: small numbers, and ends of unsigned types."""


def _influences(value: UnknownValue, key: ReadKey) -> bool:
    """Return True if the value of one read can change a value, by samples of all reads."""
    for others in SAMPLES[:4]:
        known = dict.fromkeys(value.reads, others)
        if len({value_of(value, {**known, key: sample}) for sample in SAMPLES}) > 1:
            return True
    return False


def _constants(test: LitmusTest) -> set[int]:
    """Return the numbers that memory may have: initial values, and the numbers in stores and barriers."""
    numbers = {0, *test.values.values()}
    for thread in test.threads:
        for operation in thread.code:
            if isinstance(operation, Store):
                numbers.update(value for value in operation.values if isinstance(value, int))
            elif isinstance(operation, Barrier):
                numbers.update(part for part in operation.key if isinstance(part, int))
    return numbers


def _result(function: Callable[..., tuple[int, ...]], position: int) -> Callable[..., int]:
    return lambda *arguments: function(*arguments)[position]


def _field(shift: int, size: int) -> Callable[[int], int]:
    """Return the function that gets `size` bytes of a value, from a bit on."""
    mask = (1 << 8 * size) - 1
    return lambda value: value >> shift & mask


def _cut(size: int) -> Callable[[int], int]:
    """Return the function that gets the low `size` bytes of a value."""
    return _field(0, size)


def _cutting(update: Callable[..., int], size: int) -> Callable[..., int]:
    mask = (1 << 8 * size) - 1
    return lambda *arguments: update(*[argument & mask for argument in arguments]) & mask
