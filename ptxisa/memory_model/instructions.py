"""Operations of litmus tests from PTX statements, by the events in the records of the instructions.

A record has the events of its instruction (`ptxisa.isa.forms.MemoryEvent`): kind, order, scope, proxy, and the
completion of asynchronous operations. The modifiers and operands of a statement complete them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ptxisa.isa.diagnostics import PtxError
from ptxisa.isa.effects import order_of
from ptxisa.isa.forms import MemoryEvent
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.types import known
from ptxisa.memory_model.herd import ATOMICS
from ptxisa.memory_model.program import (
    GENERIC,
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
    Load,
    Number,
    ProxyFence,
    Store,
    TestWait,
    ThreadOperation,
    WaitGroup,
)
from ptxisa.syntax import tree
from ptxisa.syntax.expressions import evaluate

COPIES = ("mov", "cvta", "mapa")
"""Instructions whose result is the address of a variable when the operand is one."""
HINTS = ("prefetch", "prefetchu", "applypriority", "nanosleep", "pmevent", "createpolicy", "setmaxnreg")
"""Instructions without effect on values and order."""
REGISTER_FENCES = (
    ("wgmma", "fence"),
    ("tcgen05", "fence::before_thread_sync"),
    ("tcgen05", "fence::after_thread_sync"),
    ("tcgen05", "wait::ld"),
    ("tcgen05", "wait::st"),
)
"""Instructions that order accesses of registers and tensor memory, which tests do not have."""
GROUPS = {"async_group": "async", "bulk_group": "bulk", "wgmma_group": "wgmma", "tcgen05_commit": "tcgen05"}
RED_OPERATIONS = ("popc", "and", "or")
ONE_WAY = ("tensormap::generic", "async::generic")
"""Proxy fences from the generic proxy to the other one alone."""


class StatementNames(NamedTuple):
    """Names that a statement may refer to besides registers.

    `variables` are addresses, `tensors` maps tensor maps to the variables that they describe, and `mbarriers` gets the
    numbers of arrivals of the mbarriers that statements initialize.
    """

    variables: Mapping[str, Any]
    tensors: Mapping[str, str]
    mbarriers: dict[str, int]


def operations(statement: ResolvedInstruction, line: int, text: str, names: StatementNames) -> list[ThreadOperation]:
    """Return the operations of a statement.

    Args:
        statement: Statement with its operands.
        line: Line of the statement.
        text: Text of the statement.
        names: Names that the statement may refer to.

    Raises:
        LitmusError: The statement is not modeled.
    """
    return list(_StatementReader(statement, line, text, names).operations())


class _StatementReader:
    """Reader of one statement."""

    def __init__(self, statement: ResolvedInstruction, line: int, text: str, names: StatementNames) -> None:
        self.statement, self.line, self.text, self.names = statement, line, text, names
        self.mnemonic = statement.node.opcode.mnemonic
        self.words = statement.node.opcode.modifiers
        self.operands = {bound.operand.name: bound.node for bound in statement.operands if bound.node is not None}

    def error(self, reason: str = "") -> LitmusError:
        return LitmusError(f"{self.text}: {reason}" if reason else f"{self.text} is not modeled", self.line)

    def operations(self) -> Iterator[ThreadOperation]:
        events = self.statement.form.events
        if self.statement.problem is not None:
            raise self.error(self.statement.problem.message)
        if self.mnemonic == "bra":
            yield Branch(self.line, self.text)
        elif self.mnemonic in ("ret", "exit"):
            yield Exit(self.line, self.text)
        elif not events or "param" in " ".join(self.words).split("::")[0].split():
            yield self.compute()
        elif events[0].completion and events[0].kind in ("read", "write", "reduction"):
            yield self.asynchronous(events)
        else:
            for event in events:
                yield from self.event(event)

    def event(self, event: MemoryEvent) -> Iterator[ThreadOperation]:
        """Yield the operations of an event that is not part of an asynchronous operation."""
        kind = event.kind
        if kind in ("read", "write", "update", "reduction"):
            if event.size and self.mnemonic != "st":
                raise self.error()
            yield from self.access(event)
        elif kind == "fence":
            yield from self.fence(event)
        elif kind == "proxy-fence":
            yield from self.proxy_fence(event)
        elif kind == "barrier":
            yield self.barrier(event)
        elif kind == "commit":
            yield CommitGroup(self.line, self.text, group=GROUPS[event.completion])
        elif kind == "wait-group":
            pending = self.constant(event.pending) if event.pending else None
            reads = "read" in self.words
            yield WaitGroup(self.line, self.text, group=GROUPS[event.completion], pending=pending, reads=reads)
        elif kind == "grid-dependency":
            yield GridWait(self.line, self.text) if "wait" in self.words else Compute(self.line, self.text)
        else:
            yield self.mbarrier(event)

    # --- memory operations ---

    def order(self, event: MemoryEvent) -> tuple[str, str]:
        """Return the order and the scope of an event: those of the modifiers, or those of the record."""
        return order_of(self.statement.form, event, self.statement.modifiers)

    def width(self) -> int:
        """Return the size of an element in bytes; some forms have the type as part of their opcode."""
        name = next((word for word in reversed(self.words) if word in known()), None)
        if name is None:
            raise self.error()
        return known()[name].bits // 8

    def address(self, name: str) -> AddressOperand:
        node = self.operands[name]
        if not isinstance(node, tree.Address):
            raise self.error()
        return AddressOperand(_text(node.base), int(evaluate(node.offset).number) if node.offset else 0)

    def constant(self, name: str) -> int:
        value = number(self.operands[name])
        if not isinstance(value, int):
            raise self.error(f"operand {name} must be a constant")
        return value

    def values(self, address: str) -> list[Number]:
        """Return the values that the statement reads, besides the address."""
        return [
            number(part)
            for bound in self.statement.operands
            if bound.node is not None
            and bound.operand.kind != "address"
            and bound.operand.name not in (address, "cache_policy")
            and bound.operand.access == "read"
            for part in _parts(bound.node)
        ]

    def access(self, event: MemoryEvent) -> Iterator[ThreadOperation]:
        """Yield a load, a store or an atomic operation; packed types and vectors are unordered elements."""
        order, scope = self.order(event)
        if self.mnemonic == "st" and "bulk" in self.words:
            size = self.constant("size")
            access = Access(self.address(event.address), 8, order, scope, event.proxy)
            yield Store(self.line, self.text, values=(0,) * (size // 8), access=access)
            return
        if event.address not in self.operands or not isinstance(self.operands[event.address], tree.Address):
            raise self.error()
        address = self.address(event.address)
        # An alias of another proxy is accessed through this proxy.
        variable = self.names.variables.get(str(address.base))
        proxy = variable.proxy if variable is not None and event.proxy == GENERIC else event.proxy
        access = Access(address, self.width(), order, scope, proxy, event.multimem)
        if event.kind == "read":
            destination = next(
                (bound.node for bound in self.statement.operands if bound.operand.access == "write"), None
            )
            if destination is None or self.statement.form.operation:
                raise self.error()
            yield Load(self.line, self.text, destinations=tuple(_elements(destination)), access=access)
        elif event.kind == "write":
            if self.statement.form.operation:
                raise self.error()
            yield Store(self.line, self.text, values=tuple(self.values(event.address)), access=access)
        else:
            yield from self.atomics(event, access)

    def atomics(self, event: MemoryEvent, access: Access) -> Iterator[ThreadOperation]:
        """Yield the atomic operation of each element."""
        values = self.values(event.address)
        destination = next((bound.node for bound in self.statement.operands if bound.operand.access == "write"), None)
        destinations = list(_elements(destination)) if destination is not None else [None]
        if self.operation_name() == "cas":
            operation = Atomic(self.line, self.text, destination=destinations[0], access=access)
            operation.compare, operation.operands = values[0], (values[1],)
            yield operation
            return
        update = self.update()
        for position, value in enumerate(values):
            where = access.address._replace(offset=access.address.offset + position * access.size)
            yield Atomic(
                self.line,
                self.text,
                destination=destinations[position] if position < len(destinations) else None,
                reduction=event.kind == "reduction",
                update=update,
                operands=(value,),
                access=access._replace(address=where),
            )

    def operation_name(self) -> str:
        return next((word for word in self.words if word in ATOMICS or word == "cas"), "")

    def update(self) -> Callable[..., int]:
        """Return the function of an atomic operation on bits."""
        name = self.operation_name()
        if name not in ATOMICS:
            raise self.error("the operation is not modeled")
        type_name = next(word for word in reversed(self.words) if word in known())
        if type_name[0] in "us" or (type_name[0] == "b" and type_name[1:].isdigit()):
            function = ATOMICS[name]
            if not type_name.startswith("s") or name not in ("min", "max"):
                return function
            # Memory holds bit patterns; only `.min` and `.max` depend on the sign.
            bits = known()[type_name].bits
            sign = 1 << bits - 1
            return lambda *values: function(*[(value ^ sign) - sign for value in values]) % (1 << bits)
        rounding = ".rn" if name == "add" and not type_name.startswith("bf16") else ""
        sum_of = executed(f"{name}{rounding}.{type_name} d, a, b;", ("d",), ("a", "b"))
        return lambda old, value: sum_of(old, value)[0]

    def asynchronous(self, events: Sequence[MemoryEvent]) -> ThreadOperation:
        """Read an asynchronous operation: a copy, a store, a reduction, or the reads of a matrix instruction."""
        copy = Copy(self.line, self.text, proxy=events[0].proxy, multimem=any(event.multimem for event in events))
        for event in events:
            if event.descriptor:
                node = self.operands[event.address]
                copy.descriptors = (*copy.descriptors, number(node))
                continue
            where = self.tensor(event) if event.tensor else self.address(event.address)
            if event.kind == "read":
                copy.source = where
            else:
                copy.target = where
                copy.order, copy.scope = self.order(event)
                if event.kind == "reduction":
                    copy.update, copy.element = self.update(), self.width()
                if not event.value and self.mnemonic != "clusterlaunchcontrol":
                    copy.values, copy.element = tuple(self.values(event.address)), self.width()
                    copy.size = copy.element * len(copy.values)
            if event.size:
                copy.size = event.size if isinstance(event.size, int) else self.constant(event.size)
        if self.mnemonic == "clusterlaunchcontrol":
            # The response is opaque: any bits that differ from the initial value.
            copy.values, copy.element = (1, 1), 8
        completion = events[0].completion
        if completion == "mbarrier":
            copy.mbarrier = self.address(events[0].mbarrier)
        copy.group = GROUPS.get(completion, "")
        return copy

    def tensor(self, event: MemoryEvent) -> AddressOperand:
        """Return the variable that a tensor map describes, or the address of the operand in shared memory."""
        if event.address != "tensor_map":
            return self.address(event.address)
        base = _text(self.operands[event.address].base)
        if base not in self.names.tensors:
            raise self.error(f"write '//! tensor {base} of x' to name the variable that the tensor map describes")
        return AddressOperand(self.names.tensors[base])

    # --- fences and barriers ---

    def fence(self, event: MemoryEvent) -> Iterator[ThreadOperation]:
        if event.restrict == "mbarrier_init":
            # mbarriers of a test are initialized before its threads start.
            yield Compute(self.line, self.text)
            return
        order, scope = self.order(event)
        yield Fence(self.line, self.text, order=order, scope=scope, space=event.space)

    def proxy_fence(self, event: MemoryEvent) -> Iterator[ThreadOperation]:
        spaces = tuple(word for word in self.words if word.startswith(("global", "shared")))
        order, scope = self.order(event)
        one_way = any(word in ONE_WAY for word in self.words)
        fence = ProxyFence(self.line, self.text, proxy=event.proxy, spaces=spaces, one_way=one_way)
        if order == "release":
            yield fence
        if order in ("acquire", "release") and event.restrict != "reads":
            yield Fence(self.line, self.text, order=order, scope=scope, space=event.space)
        if order != "release":
            yield fence

    def barrier(self, event: MemoryEvent) -> ThreadOperation:
        role = event.role
        if event.scope == "warp":
            return Barrier(self.line, self.text, level="warp", key=(0,))
        if event.scope == "cluster":
            return Barrier(self.line, self.text, level="cluster", role=role, relaxed="relaxed" in self.words)
        count = None
        if event.threads and event.threads in self.operands:
            # Each thread of a test is in a warp of its own, and a barrier counts all threads of a warp.
            count = self.constant(event.threads) // 32
        key = number(self.operands[event.barrier]) if event.barrier in self.operands else 0
        barrier = Barrier(self.line, self.text, role=role, key=(key,), count=count)
        if "red" in self.words:
            predicate = self.operands["c"]
            barrier.reduction = next(word for word in self.words if word in RED_OPERATIONS)
            barrier.negated_predicate = isinstance(predicate, tree.Opposite)
            barrier.predicate = next(iter(_names(predicate)), None)
            result = self.operands.get("d", self.operands.get("p"))
            barrier.destination = next(_elements(result), None)
        return barrier

    # --- mbarriers ---

    def mbarrier(self, event: MemoryEvent) -> ThreadOperation:
        address = self.address(event.address)
        order, scope = self.order(event)
        access = Access(address, 8, order, scope)
        if event.kind == "init":
            count = self.constant(event.threads)
            if not isinstance(address.base, str) or address.base not in self.names.variables:
                raise self.error("the mbarrier must be a variable")
            self.names.mbarriers[address.base] = count
            # Initialization takes place before the threads use the mbarrier.
            return Compute(self.line, self.text)
        if event.kind in ("invalidate", "complete"):
            return Compute(self.line, self.text)
        if event.kind == "expect":
            return Expect(self.line, self.text, address=address, tx=self.constant(event.bytes))
        destination = next((b.node for b in self.statement.operands if b.operand.access == "write"), None)
        register = next(_elements(destination), None) if destination is not None else None
        if event.kind == "wait":
            phase = number(self.operands[event.parity or event.phase])
            return TestWait(
                self.line, self.text, destination=register, phase=phase, parity=bool(event.parity), access=access
            )
        if event.completion:
            counts = event.completion == "tcgen05_commit" or "noinc" in self.words
            return AsyncArrive(self.line, self.text, access=access, group=GROUPS[event.completion], counts=counts)
        count = self.constant(event.threads) if event.threads else 1
        tx = self.constant(event.bytes) if event.bytes else 0
        return Arrive(self.line, self.text, destination=register, count=count, tx=tx, access=access, drop=event.drop)

    # --- registers ---

    def compute(self) -> ThreadOperation:
        """Read an instruction that computes on registers."""
        if self.mnemonic in HINTS or "prefetch" in self.words or (self.mnemonic, *self.words[:1]) in REGISTER_FENCES:
            return Compute(self.line, self.text)
        outputs: list[str] = []
        inputs: list[str] = []
        for bound in self.statement.operands:
            if bound.node is not None:
                names = [name for name in _names(bound.node) if name]
                (inputs if bound.operand.access == "read" else outputs).extend(names)
        inputs = list(dict.fromkeys(inputs))
        if self.mnemonic in COPIES and inputs and (inputs[0] in self.names.variables or self.mnemonic != "mov"):
            # An address in a window of a state space is that of the variable.
            return Compute(
                self.line,
                self.text,
                destinations=tuple(outputs),
                function=lambda address: (address,),
                sources=(inputs[0],),
            )
        addressed = any(b.operand.kind == "address" and b.node is not None for b in self.statement.operands)
        if self.statement.form.operation or addressed or not outputs:
            raise self.error()
        function = executed(self.text + ";", tuple(outputs), tuple(inputs))
        return Compute(self.line, self.text, destinations=tuple(outputs), function=function, sources=tuple(inputs))


def executed(text: str, outputs: tuple[str, ...], inputs: tuple[str, ...]) -> Callable[..., tuple[int, ...]]:
    """Return the function that executes a statement on integers."""
    # Imported late: few tests compute anything.
    import numpy as np

    from ptxisa.run.execute import execute

    @lru_cache(maxsize=4096)
    def function(*values: int) -> tuple[int, ...]:
        registers: dict[str, Any] = {}
        for name, value in zip(inputs, values, strict=True):
            registers[name] = [int(value)]
        try:
            results = execute(text, registers, threads=1)
        except PtxError as error:
            raise LitmusError(f"{text} is not modeled: {error}") from error
        arrays = [np.asarray(results[name]).reshape(-1)[:1] for name in outputs]
        # A float results as its bit pattern, as in memory.
        return tuple(
            int((array.view(f"u{array.dtype.itemsize}") if array.dtype.kind == "f" else array)[0]) for array in arrays
        )

    return function


def number(node: Any) -> Number:
    """Return the value of an operand: an integer or the name of a register."""
    if isinstance(node, tree.Name):
        return node.text
    if isinstance(node, tree.Vector):
        return number(node.elements[0])
    return int(evaluate(node).number)


def _text(node: Any) -> str:
    return node.text if isinstance(node, tree.Name) else str(node)


def _parts(node: Any) -> tuple[Any, ...]:
    return tuple(node.elements) if isinstance(node, tree.Vector) else (node,)


def _elements(node: Any) -> Iterator[str | None]:
    for part in _parts(node):
        yield part.text if isinstance(part, tree.Name) else None


def _names(node: Any) -> Iterator[str | None]:
    """Yield the registers in an operand."""
    if isinstance(node, tree.Pair):
        yield from _names(node.first)
        yield from _names(node.second)
    elif isinstance(node, tree.Vector):
        yield from _elements(node)
    elif isinstance(node, tree.Name):
        yield node.text
    elif isinstance(node, tree.Select):
        yield node.name.text
    elif isinstance(node, tree.Opposite):
        yield from _names(node.operand)
