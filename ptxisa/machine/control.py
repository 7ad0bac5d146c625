"""Operations that change where threads are: branches, calls, returns, exits; and those that change nothing in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from ptxisa.isa.types import known
from ptxisa.machine.image import Procedure, Variable
from ptxisa.machine.lanes import DISPERSED, RANK, Lanes
from ptxisa.machine.operation import Context, Operation, moved_address, scalar_operation, variable_of
from ptxisa.numbers.patterns import dtype_of
from ptxisa.run.binding import constant_bits
from ptxisa.run.errors import not_executable
from ptxisa.run.memory import CTA_BITS, DEFAULTS
from ptxisa.run.operands import Read
from ptxisa.run.steps import NO_EFFECT
from ptxisa.syntax import tree

# --- branches ---


class DirectBranch(Operation):
    """`bra`: continue at a label."""

    __slots__ = ("_live", "guard", "target")

    def __init__(self, context: Context) -> None:
        super().__init__(context.pc, context.procedure, context.node)
        self.guard = context.binder.guard()
        label = context.node.operands[0]
        assert isinstance(label, tree.Name)
        self.target = context.code.target_of(context.procedure, label.text)
        self.reads = (self.guard[0],) if self.guard else ()
        self.successors = (self.target,) if self.guard is None else (self.target, self.pc + 1)
        self._live: frozenset[str] | None = None

    def run(self, lanes: Lanes) -> Any:
        """Send the threads to the label, or where the guard is false to the next operation."""
        if self._live is None:
            live = lanes.machine.code.live
            self._live = frozenset().union(*(live[pc] for pc in self.successors or ()))
        lanes.flush(self._live)
        machine, slept = lanes.machine, lanes.slept and self.target <= self.pc
        mask = lanes.executing(self.guard)
        if mask is None or mask.all():
            machine.push(lanes.depth, self.target, lanes.slots, slept=slept)
        elif not mask.any():
            machine.push(lanes.depth, self.pc + 1, lanes.slots)
        else:
            machine.divergences += 1
            machine.push(lanes.depth, self.target, lanes.slots[mask], slept=slept)
            machine.push(lanes.depth, self.pc + 1, lanes.slots[~mask])
        return DISPERSED


class IndexedBranch(Operation):
    """`brx.idx`: continue at one of a list of labels."""

    __slots__ = ("guard", "index", "targets")

    def __init__(self, context: Context) -> None:
        super().__init__(context.pc, context.procedure, context.node)
        self.guard = context.binder.guard()
        index, names = context.node.operands[:2]
        assert isinstance(index, tree.Name)
        assert isinstance(names, tree.Name)
        self.index = index.text
        self.targets = [
            context.code.target_of(context.procedure, label)
            for label in context.procedure.targets(names.text, context.block)
        ]
        self.reads = (self.index, *((self.guard[0],) if self.guard else ()))
        self.successors = tuple(dict.fromkeys((*self.targets, *((self.pc + 1,) if self.guard else ()))))

    def run(self, lanes: Lanes) -> Any:
        """Send each thread to the label with its index."""
        machine, live = lanes.machine, lanes.machine.code.live
        lanes.flush(frozenset().union(*(live[pc] for pc in self.successors or ())))
        mask = lanes.executing(self.guard)
        slots = lanes.slots
        indices = np.broadcast_to(lanes.values[self.index], lanes.count).astype(np.int64)
        if mask is not None:
            if not mask.all():
                machine.push(lanes.depth, self.pc + 1, slots[~mask])
            slots, indices = slots[mask], indices[mask]
        for index in np.unique(indices).tolist():
            chosen = slots[indices == index]
            if index < len(self.targets):
                machine.push(lanes.depth, self.targets[index], chosen)
            else:
                message = f"the index {index} is beyond the {len(self.targets)} labels of the list"
                machine.fault("branch-index", message, int(chosen[0]), "compare the index with the number of labels")
                machine.exit(chosen)
        return DISPERSED


# --- calls ---

Argument = Variable | Read
"""An argument of a call: a variable of the caller in .param, or a register or constant."""


class Call(Operation):
    """`call`: continue in a function, with copies of the arguments.

    `target` is the function, its name if it has no body, or the register with its address.
    """

    __slots__ = ("arguments", "guard", "results", "target")

    def __init__(self, context: Context) -> None:
        super().__init__(context.pc, context.procedure, context.node)
        self.guard = context.binder.guard()
        operands = list(context.node.operands)
        results: tuple[Any, ...] = ()
        if isinstance(operands[0], tree.Arguments):
            first = operands.pop(0)
            assert isinstance(first, tree.Arguments)
            results = first.values
        callee = operands.pop(0)
        assert isinstance(callee, tree.Name)
        values: tuple[Any, ...] = ()
        if operands and isinstance(operands[0], tree.Arguments):
            values = operands[0].values
        procedure = context.code.image.function(context.procedure, callee.text)
        symbol = context.procedure.lookup(callee.text)
        indirect = symbol is not None and symbol.kind == "register"
        self.target: Procedure | Read | str = procedure or callee.text
        if indirect:
            self.target = Read("function", callee.text, bits=64)
        self.arguments: list[Argument] = []
        for value in values:
            if isinstance(value, tree.Name):
                variable = context.code.image.variable(context.procedure, value.text)
                self.arguments.append(variable or Read("argument", value.text, bits=64))
            else:
                constant = np.uint64(constant_bits(value, known()["b64"]))
                self.arguments.append(Read("argument", constant=constant, bits=64))
        self.results = [
            None
            if isinstance(value, tree.Sink)
            else context.code.image.variable(context.procedure, value.text) or value.text
            for value in results
        ]
        read = [argument.register for argument in self.arguments if isinstance(argument, Read) and argument.register]
        self.reads = (
            *read,
            *((callee.text,) if indirect else ()),
            *((self.guard[0],) if self.guard else ()),
        )
        self.writes = tuple(result for result in self.results if isinstance(result, str))

    def run(self, lanes: Lanes) -> Any:
        """Enter the function, or run a service of the system."""
        mask = lanes.executing(self.guard)
        if mask is not None and not mask.all():
            if mask.any():
                return lanes.split(self.pc, mask)
            lanes.flush(lanes.machine.code.live[self.pc + 1])
            lanes.machine.push(lanes.depth, self.pc + 1, lanes.slots)
            return DISPERSED
        if isinstance(self.target, str):
            return lanes.machine.services.call(self.target, self, lanes)
        if isinstance(self.target, Procedure):
            lanes.machine.calls.enter(self, self.target, lanes, np.arange(lanes.count))
            return DISPERSED
        addresses = np.broadcast_to(lanes.read(self.target), lanes.count)
        for address in np.unique(addresses).tolist():
            chosen = np.flatnonzero(addresses == address)
            procedure = lanes.machine.code.image.procedure_at(address)
            if procedure is None:
                message = f"call of a function at {address:#x}, where there is none"
                hint = "give the pointer the address of a function before the call"
                lanes.machine.fault("call-address", message, int(lanes.slots[chosen[0]]), hint)
                lanes.machine.exit(lanes.slots[chosen])
            else:
                passed, taken = (_sizes(values) for values in (self.arguments, procedure.parameters))
                back, given = (_sizes(values) for values in (self.results, procedure.returns))
                if not (_agree(passed, taken) and _agree(back, given)):
                    message = f"{procedure.name} takes {len(taken)} parameters and returns {len(given)} values"
                    message += f"; the call passes {len(passed)} and takes {len(back)}, or other sizes"
                    hint = "give the prototype of the call the parameters of the function"
                    lanes.machine.fault("call-address", message, int(lanes.slots[chosen[0]]), hint)
                lanes.machine.calls.enter(self, procedure, lanes, chosen)
        return DISPERSED


def _sizes(values: Iterable[Any]) -> list[int]:
    """Return the bytes of variables that are arguments, parameters or results; 0 for registers and discarded ones."""
    return [value.size if isinstance(value, Variable) else 0 for value in values]


def _agree(first: list[int], second: list[int]) -> bool:
    """Return True if two lists have the same sizes as far as they are stated."""
    return len(first) == len(second) and all(a == b or not a or not b for a, b in zip(first, second, strict=True))


class Return(Operation):
    """`ret`: continue after the call; in a kernel, end the thread."""

    __slots__ = ("guard",)

    def __init__(self, pc: int, procedure: Procedure, node: tree.Instruction, guard: Any = None) -> None:
        super().__init__(pc, procedure, node)
        self.guard = guard
        self.reads = (
            *((guard[0],) if guard else ()),
            *(result for result in procedure.returns if isinstance(result, str)),
        )
        self.successors = (pc + 1,) if guard else ()

    def run(self, lanes: Lanes) -> Any:
        """Return, or end threads."""
        mask = lanes.executing(self.guard)
        slots, machine = lanes.slots, lanes.machine
        live = machine.code.live[self.pc]
        lanes.flush(live | machine.code.live[self.pc + 1] if self.guard else live)
        if mask is not None:
            if not mask.all():
                machine.push(lanes.depth, self.pc + 1, slots[~mask])
            slots = slots[mask]
        if len(slots):
            self.leave(lanes, slots)
        return DISPERSED

    def leave(self, lanes: Lanes, slots: Any) -> None:
        """Continue after the calls of some threads, or end them."""
        if lanes.depth == 0:
            lanes.machine.exit(slots)
        else:
            node = self.procedure.node
            if any(isinstance(other, tree.Property) and other.name == "noreturn" for other in node.directives):
                message = f"{node.name.text} returns, although it is .noreturn"
                lanes.machine.fault("undefined-behavior", message, int(slots[0]), "end the thread with exit or trap")
            lanes.machine.calls.leave(self.procedure, lanes.depth, slots)


class ThreadExit(Return):
    """`exit`: end the thread."""

    __slots__ = ()

    def leave(self, lanes: Lanes, slots: Any) -> None:
        """End some threads."""
        lanes.machine.exit(slots)


class Calls:
    """Frames of calls: return addresses and stack pointers of each thread."""

    def __init__(self, machine: Any) -> None:
        self._machine = machine
        self.return_to: list[Any] = [np.zeros(machine.count, np.int64)]
        self.depth = np.zeros(machine.count, np.int32)
        """Calls in which each thread is."""

    def enter(self, call: Call, procedure: Procedure, lanes: Lanes, chosen: Any) -> None:
        """Make a frame for some lanes of a group, copy their arguments and send them to the function."""
        machine, depth = self._machine, lanes.depth + 1
        first = machine.code.entry(procedure)
        lanes.flush(machine.code.live[call.pc + 1])
        slots = lanes.slots[chosen]
        while len(self.return_to) <= depth:
            self.return_to.append(np.zeros(machine.count, np.int64))
            machine.frame_base.append(np.zeros(machine.count, np.int64))
        base = -(-machine.stack[slots] // 16) * 16
        if (over := base + procedure.frame > machine.memory.layout.local_row).any() or depth > MOST_CALLS:
            slot = int(slots[int(np.flatnonzero(over)[0])]) if over.any() else int(slots[0])
            message = f"call of {procedure.name}: the stack of the thread is full after {depth} calls"
            machine.fault("stack-overflow", message, slot, "make the recursion shallower")
            machine.exit(slots)
            return
        self.return_to[depth][slots] = call.pc + 1
        self.depth[slots] = depth
        machine.frame_base[depth][slots] = base
        machine.stack[slots] = base + procedure.frame
        for variable in procedure.variables.values():
            machine.set_local(slots, base + variable.address, variable.size, present=True)
        frame = machine.frame(depth, procedure)
        if machine.watches.values is not None:
            machine.watches.values.enter(procedure, frame, slots)
        for argument, parameter in zip(call.arguments, procedure.parameters, strict=False):
            value = self._value(argument, lanes, chosen)
            if isinstance(parameter, str):
                slab = frame.slab(parameter)
                slab[slots] = value if value.dtype != np.uint8 or value.ndim == 1 else _number(value, slab.dtype)
            else:
                valued = None
                if isinstance(argument, Variable) and argument.space == "param":
                    own = machine.frame_base[lanes.depth][slots] + argument.address
                    valued = machine.valued_local(slots, own, min(argument.size, parameter.size))
                machine.store_local(slots, base + parameter.address, _bytes(value)[:, : parameter.size], valued)
        machine.push(depth, first, slots)

    def _value(self, argument: Argument, lanes: Lanes, chosen: Any) -> Any:
        """Return the bytes (threads, bytes) of a variable, or the numbers of a register."""
        if isinstance(argument, Read):
            return np.broadcast_to(lanes.read(argument), lanes.count)[chosen]
        base = self._machine.frame_base[lanes.depth][lanes.slots[chosen]]
        if argument.space != "param":
            places = self._machine.memory.parameter_start + argument.address + np.arange(argument.size)
            return np.broadcast_to(self._machine.memory.bytes[places], (len(chosen), argument.size))
        return self._machine.load_local(lanes.slots[chosen], base + argument.address, argument.size)

    def leave(self, procedure: Procedure, depth: int, slots: Any) -> None:
        """Copy results, remove frames, and send threads to the operations after their calls."""
        machine = self._machine
        base, returns = machine.frame_base[depth][slots], self.return_to[depth][slots]
        for pc in np.unique(returns).tolist():
            chosen = np.flatnonzero(returns == pc)
            call = machine.code.operations[pc - 1]
            callers = machine.frame(depth - 1, call.procedure)
            for result, place in zip(procedure.returns, call.results, strict=False):
                if place is None:
                    continue
                own = slots[chosen]
                if isinstance(result, str):
                    value = machine.frame(depth, procedure).slab(result)[own]
                else:
                    value = machine.load_local(own, base[chosen] + result.address, result.size)
                if isinstance(place, str):
                    slab = callers.slab(place)
                    slab[own] = value if isinstance(result, str) else _number(value, slab.dtype)
                    callers.define(place, own)
                else:
                    start = machine.frame_base[depth - 1][own] + place.address
                    valued = None
                    if not isinstance(result, str):
                        size = min(result.size, place.size)
                        valued = machine.valued_local(own, base[chosen] + result.address, size)
                    machine.store_local(own, start, _bytes(value)[:, : place.size], valued)
        machine.set_local(slots, base, procedure.frame, present=False)
        machine.stack[slots] = base
        self.depth[slots] = depth - 1
        for pc in np.unique(returns).tolist():
            machine.push(depth - 1, pc, slots[returns == pc])


MOST_CALLS = 4096
"""Depth of calls beyond which a recursion is taken to be endless."""


def _bytes(value: Any) -> Any:
    """Return numbers, or bytes already, as bytes (threads, bytes)."""
    if value.ndim == 2:
        return value
    return np.ascontiguousarray(value).view(np.uint8).reshape(len(value), -1)


def _number(value: Any, dtype: Any) -> Any:
    """Return bytes (threads, bytes) as numbers."""
    whole = np.zeros((len(value), dtype.itemsize), np.uint8)
    size = min(value.shape[1], dtype.itemsize)
    whole[:, :size] = value[:, :size]
    return whole.view(dtype)[:, 0]


# --- faults and instructions that change nothing in order ---


TRAP_HINT = "check the condition of the trap: an error of the program, or undefined behavior of C++"


class Trap(Operation):
    """`trap` and `brkpt`: end the run."""

    __slots__ = ("guard",)

    def __init__(self, context: Context) -> None:
        super().__init__(context.pc, context.procedure, context.node)
        self.guard = context.binder.guard()
        self.reads = (self.guard[0],) if self.guard else ()

    def run(self, lanes: Lanes) -> Any:
        """Report the first thread that executes the instruction."""
        mask = lanes.executing(self.guard)
        slots = lanes.slots if mask is None else lanes.slots[mask]
        if len(slots) and self.node.opcode.mnemonic == "trap":
            lanes.machine.fault("executed-trap", "the thread executes trap", int(slots[0]), TRAP_HINT, fatal=True)


class Nothing(Operation):
    """An instruction that changes nothing in an execution in order, such as a prefetch or a hint."""

    __slots__ = ("guard",)

    def __init__(self, context: Context) -> None:
        super().__init__(context.pc, context.procedure, context.node)
        self.guard = context.binder.guard()
        self.reads = (self.guard[0],) if self.guard else ()

    def run(self, lanes: Lanes) -> Any:
        """Do nothing."""


SCOPES = ("cta", "cluster", "gpu", "sys")


class MemoryFence(Nothing):
    """`fence` and `membar`: order memory accesses, which a watch follows."""

    __slots__ = ("address", "scope", "semantics")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.address = context.operands().get("addr")
        if self.address is not None and self.address.base:
            self.reads = (*self.reads, self.address.base)
        # Forms with one scope have it in their words, such as fence.mbarrier_init.release.cluster.
        words = context.node.opcode.modifiers
        self.scope = next((word for word in words if word in SCOPES), "gpu" if "gl" in words else "cta")
        semantics = "sc" if context.node.opcode.mnemonic == "membar" else context.modifier("sem") or "acq_rel"
        self.semantics = semantics if context.statement.form.id in ("fence", "membar") else context.statement.form.id

    def run(self, lanes: Lanes) -> Any:
        """Report the fence to watches, and an address that does not point to the memory that the fence is for."""
        mask = lanes.executing(self.guard)
        if self.address is not None:
            lanes.sections(self.address, np.arange(lanes.count) if mask is None else np.flatnonzero(mask))
        lanes.machine.watches.fence(self, lanes.slots if mask is None else lanes.slots[mask])


class GridControl(Nothing):
    """`griddepcontrol`: allow dependent grids to start, or wait for the grid before."""

    __slots__ = ()

    def run(self, lanes: Lanes) -> Any:
        """Note that threads have waited; the grid before has always ended here."""
        dependence = lanes.machine.dependence
        if dependence is not None and "wait" in self.node.opcode.modifiers:
            mask = lanes.executing(self.guard)
            dependence.waited(lanes.slots if mask is None else lanes.slots[mask])


class Sleep(Nothing):
    """`nanosleep`: let other threads run first."""

    __slots__ = ()

    def run(self, lanes: Lanes) -> Any:
        """Mark the group as waiting."""
        lanes.slept = True


# --- addresses of variables and functions ---


def _address(context: Context) -> Operation | None:
    """`mov` of the address of a variable: in its state space, or of a kernel parameter."""
    destination, source = context.statement.operands
    _, offset, name = variable_of(context, source.node)
    base, number = context.code.address(context.procedure, name)
    return moved_address(context, base, number + offset, destination)


def _generic_address(context: Context) -> Operation | None:
    """`cvta` of a variable: its generic address."""
    destination, source = context.statement.operands
    _, offset, name = variable_of(context, source.node)
    space = str(context.modifier("space"))
    base, number = context.code.generic_address(context.procedure, name, space)
    return moved_address(context, base, number + offset, destination)


def _function_address(context: Context) -> Operation | None:
    """`mov` of the address of a function or kernel."""
    destination, source = context.statement.operands
    procedure = context.code.image.function(context.procedure, source.node.text)
    if procedure is None:
        raise not_executable(f"{source.node.text} has no body, so that it has no address here")
    return moved_address(context, "", procedure.address, destination)


def _map_shared(context: Context) -> Operation | None:
    """`mapa` of a variable: its address in the CTA of a rank."""
    destination, source, rank = context.statement.operands
    _, offset, name = variable_of(context, source.node)
    _, number = context.code.address(context.procedure, name)
    cluster = context.modifier("shared::cluster")
    generic = 0 if cluster else DEFAULTS["shared"]
    write, read = context.binder.write("d", destination), context.binder.read("b", rank)
    dtype = dtype_of(write.bits)

    def function(ranks: Any) -> tuple[Any]:
        wide = np.asarray(ranks).astype(np.uint64) << np.uint64(CTA_BITS)
        return ((wide | np.uint64(number + offset + generic)).astype(dtype),)

    return scalar_operation(context, function, (read,), (write,))


def _rank_of_shared(context: Context) -> Operation | None:
    """`getctarank` of a variable: the rank of the CTA that executes it."""
    write = context.binder.write("d", context.statement.operands[0])
    dtype = dtype_of(write.bits)
    own = Read("a", RANK, bits=64)
    return scalar_operation(context, lambda bits: ((bits >> np.uint64(CTA_BITS)).astype(dtype),), (own,), (write,))


class StackAllocation(Operation):
    """`alloca`: take bytes of the stack of the thread."""

    __slots__ = ("alignment", "guard", "size", "write")

    def __init__(self, context: Context) -> None:
        super().__init__(context.pc, context.procedure, context.node)
        operands = context.operands()
        self.guard = context.binder.guard()
        declared = context.code.declared[context.procedure.number]
        self.write = operands["ptr"]._replace(width=declared.bits(operands["ptr"].register))
        self.size: Read = operands["size"]
        alignment = operands.get("immalign")
        self.alignment = int(alignment.constant) if alignment is not None else 8
        self.writes = (self.write.register,)
        self.reads = tuple(name for name in (self.size.register, self.guard and self.guard[0]) if name)

    def run(self, lanes: Lanes) -> Any:
        """Move the stack pointers of the threads."""
        machine, mask = lanes.machine, lanes.executing(self.guard)
        size = np.broadcast_to(lanes.read(self.size), lanes.count).astype(np.int64)
        start = -(-machine.stack[lanes.slots] // self.alignment) * self.alignment
        executing = np.ones(lanes.count, bool) if mask is None else mask
        over = executing & ((start + size > machine.memory.layout.local_row) | (size < 0))
        if over.any():
            first = int(np.flatnonzero(over)[0])
            message = f"alloca of {size[first]} bytes: the stack of the thread is full"
            machine.fault("stack-overflow", message, int(lanes.slots[first]))
            executing = executing & ~over
        chosen = lanes.slots[executing]
        machine.stack[chosen] = (start + size)[executing] + 16
        for amount in np.unique(size[executing]).tolist():
            same = executing & (size == amount)
            machine.set_local(lanes.slots[same], start[same], int(amount), present=True)
        lanes.write(self.write, start.astype(dtype_of(self.write.bits)), mask)


class StackPointer(Operation):
    """`stacksave` and `stackrestore`."""

    __slots__ = ("guard", "operand", "saves")

    def __init__(self, context: Context, *, saves: bool) -> None:
        super().__init__(context.pc, context.procedure, context.node)
        self.saves, self.guard = saves, context.binder.guard()
        self.operand: Any = context.operands()["d" if saves else "a"]
        if saves:
            declared = context.code.declared[context.procedure.number]
            self.operand = self.operand._replace(width=declared.bits(self.operand.register))
            self.writes = (self.operand.register,)
        else:
            self.reads = (self.operand.register,)

    def run(self, lanes: Lanes) -> Any:
        """Read or write the stack pointers of the threads."""
        mask, stack = lanes.executing(self.guard), lanes.machine.stack
        if self.saves:
            lanes.write(self.operand, stack[lanes.slots].astype(dtype_of(self.operand.bits)), mask)
            return
        chosen = lanes.slots if mask is None else lanes.slots[mask]
        value = np.broadcast_to(lanes.read(self.operand), lanes.count)
        stack[chosen] = (value if mask is None else value[mask]).astype(np.int64)


CONSTRUCTORS: Mapping[str, Callable[[Context], Operation | None]] = {
    "bra": DirectBranch,
    "brx": IndexedBranch,
    "call": Call,
    "ret": lambda context: Return(context.pc, context.procedure, context.node, context.binder.guard()),
    "exit": lambda context: ThreadExit(context.pc, context.procedure, context.node, context.binder.guard()),
    "trap": Trap,
    "mov.address": _address,
    "mov.result": _address,
    "mov.opaque": _address,
    "mov.function": _function_address,
    "mov.kernel": _function_address,
    "cvta.variable": _generic_address,
    "cvta.opaque": _generic_address,
    "mapa.variable": _map_shared,
    "getctarank.variable": _rank_of_shared,
    "alloca": StackAllocation,
    "stacksave": lambda context: StackPointer(context, saves=True),
    "stackrestore": lambda context: StackPointer(context, saves=False),
    **dict.fromkeys(set(NO_EFFECT) - {"bar.warp"}, Nothing),
    "applypriority.async": Nothing,
    "cp.async.bulk.prefetch.tensor": Nothing,
    "griddepcontrol": GridControl,
    "nanosleep": Sleep,
    "fence": MemoryFence,
    "membar": MemoryFence,
}
"""Constructors by the id of a form, a prefix of it, or a mnemonic."""
