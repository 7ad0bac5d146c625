"""Operations: instructions that are ready to run in a group of threads.

An operation runs in a group of threads with the same program counter (`ptxisa.machine.lanes.Lanes`). It returns
nothing and the next operation follows, or it returns `DISPERSED` after it gave every thread of the group a new place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from ptxisa.check.scope import Symbol, special
from ptxisa.isa.diagnostics import PtxError
from ptxisa.isa.opcode import BoundOperand, ResolvedInstruction
from ptxisa.isa.types import Type, known
from ptxisa.machine.address import ALLOCATED, INCOMING, LOWEST_WINDOW, VALUED
from ptxisa.machine.footprint import apply_updates, update_of
from ptxisa.machine.image import Procedure, Variable
from ptxisa.machine.lanes import FRAME, RANK, Lanes
from ptxisa.numbers.patterns import dtype_of
from ptxisa.run.binding import Binder, Registers
from ptxisa.run.errors import REPORTED_AS
from ptxisa.run.groups import MatrixStep
from ptxisa.run.operands import CARRY, Guard, MemoryAccess, Part, Read, Write
from ptxisa.run.steps import MemoryStep, ScalarStep, Step, WarpStep
from ptxisa.syntax import tree
from ptxisa.syntax.expressions import evaluate

EXCHANGES = frozenset({"shfl", "vote", "match", "redux"})
"""Instructions by which lanes of a warp learn about registers of each other."""


class Operation:
    """An instruction that is ready to run.

    Attributes:
        pc: Number among all operations.
        procedure: Function that contains it.
        node: The instruction in the text; `line` is its line, `source` the `.loc` before it.
        reads: Registers that it reads; `writes` are those that it writes.
        successors: Places where its threads may continue; the next one after it if nothing else is given.
        statement: The instruction as an instance of its form, where a watch needs it.
    """

    __slots__ = ("line", "node", "pc", "procedure", "reads", "source", "statement", "successors", "writes")
    guard: Guard | None = None
    undefined = "undefined-behavior"
    """Code of findings about behavior that the manual leaves undefined."""
    advice = ""
    """Hint of such findings."""
    unset = (
        "a lane reads a lane that does not execute the shuffle or is not in the mask, and uses the result",
        "let the lane execute the shuffle, with its bit in the mask",
    )
    """Message and hint where a result of the instruction is undefined and is used."""

    def __init__(self, pc: int, procedure: Procedure, node: tree.Instruction) -> None:
        self.pc, self.procedure, self.node = pc, procedure, node
        self.line = 0
        self.source: tree.Location | None = None
        self.reads: tuple[str, ...] = ()
        self.writes: tuple[str, ...] = ()
        self.successors: tuple[int, ...] | None = None
        self.statement: ResolvedInstruction | None = None

    def run(self, lanes: Lanes) -> Any:
        """Execute the instruction in a group of threads."""
        raise NotImplementedError

    @property
    def text(self) -> str:
        """Opcode of the instruction."""
        return self.node.opcode.text


class StepOperation(Operation):
    """An instruction that every thread executes on its own.

    `semantics` is the instruction whose records define the step; None for a step that was made otherwise.
    """

    __slots__ = ("_operands", "_planned", "guard", "semantics", "step")

    def __init__(self, pc: int, procedure: Procedure, node: tree.Instruction, step: Step) -> None:
        super().__init__(pc, procedure, node)
        self.step, self.guard = step, step.guard
        self.semantics: ResolvedInstruction | None = None
        self.reads, self.writes = registers_of(step.parts, step.guard)
        self._planned: Step | None = None
        self._operands: tuple[Read, ...] | None = None

    def run(self, lanes: Lanes) -> Any:
        """Run the step."""
        step = self.step
        if self._planned is not step:
            # The contraction of a product and a sum replaces the step after the operation was made.
            self._planned, self._operands = step, _operands_in_order(step)
        operands = self._operands
        if operands is None:
            step.run(lanes)
            return
        # The same as `step.run`, without dictionaries by name of operand: with a thousand threads these take longer
        # than the arithmetic.
        guard, read = self.guard, lanes.read
        mask = None if guard is None else lanes.executing(guard)
        results = step.function(*[read(operand) for operand in operands])  # type: ignore[attr-defined]
        for write, result in zip(step.parts[0].writes, results, strict=False):
            lanes.write(write, result, mask)


def _operands_in_order(step: Step) -> tuple[Read, ...] | None:
    """Return the operands of a step on registers in the order of its function's arguments.

    Return None if the step does more than call the function once and write all results in its order.
    """
    if type(step) is not ScalarStep or len(step.parts) != 1:
        return None
    (part,) = step.parts
    reads = {read.name: read for read in part.reads}
    written = tuple(write.name for write in part.writes)
    if written != step.outputs[: len(written)] or any(name not in reads for name in step.inputs):
        return None
    return tuple(reads[name] for name in step.inputs)


class ParameterLoad(StepOperation):
    """`ld.param` of a parameter of the kernel: all threads read the same bytes, and the value remains a scalar."""

    __slots__ = ()

    @staticmethod
    def reads_parameter(step: Step) -> bool:
        """Return True for a load without guard from a constant address among the parameters of the kernel."""
        accesses = [access for part in step.parts for access in part.accesses]
        return (
            isinstance(step, MemoryStep)
            and step.guard is None
            and all(access.space.startswith("param") and not access.base and access.bits <= 64 for access in accesses)
            and all(not access.written for access in accesses)
            and all(not part.reads for part in step.parts)
        )

    def run(self, lanes: Lanes) -> Any:
        """Read the value once in a wave if this is legal; otherwise run the step, which reports what is wrong."""
        values = lanes.machine.parameters.get(self.pc)
        if values is None:
            values = self._values(lanes)
            if values is None:
                return self.step.run(lanes)
            lanes.machine.parameters[self.pc] = values
        for write, value in values:
            lanes.write(write, value, None)
        return None

    def _values(self, lanes: Lanes) -> list[tuple[Write, Any]] | None:
        """Return the values of registers; None if the access is not legal."""
        memory, step = lanes.flat, self.step
        assert isinstance(step, MemoryStep)
        accesses = [part.accesses[0] for part in step.parts]
        start, total = accesses[0].offset, sum(access.bits for access in accesses) // 8
        flags = memory.flags[memory.parameter_start + start : memory.parameter_start + start + total]
        legal = 0 <= start <= memory.layout.parameter_size - total and start % total == 0
        if not legal or ((flags & (ALLOCATED | VALUED | INCOMING)) != ALLOCATED | VALUED).any():
            return None
        values = []
        for part, access in zip(step.parts, accesses, strict=True):
            place = memory.parameter_start + access.offset
            value = memory.bytes[place : place + access.bits // 8].copy().view(dtype_of(access.bits))
            results = step.computed(step.function, {access.name: value})
            values += [(write, results[write.name][0]) for write in part.writes]
        return values


def _plain_access(
    operation: StepOperation, access: MemoryAccess, lanes: Lanes, size: int, *, written: bool, updated: bool = False
) -> tuple[Any, Any, Any] | None:
    """Return the lanes that access memory, their slots and the places of their bytes; None if a report is possible.

    The watches see the access.
    """
    mask, base = lanes.executing(operation.guard), lanes.values[access.base]
    slots, pick = lanes.slots, lanes.pick
    threads: Any = slice(None)
    if mask is not None and not mask.all():
        threads = np.flatnonzero(mask)
        slots = pick = slots[threads]
    if not base.ndim or not len(slots):
        return None
    space = "global" if access.space == "generic" else access.space
    places = lanes.flat.plain_places(
        space, base[threads], access.offset, pick, slots, size, written=written, updated=updated
    )
    if places is None:
        return None
    lanes.machine.touched(operation, space, places, slots, size, written)
    return threads, slots, places


class PollingOperation(StepOperation):
    """An access that a thread may repeat until another thread changes memory: atomic, volatile or strong."""

    __slots__ = ()

    def _updates(self, lanes: Lanes) -> bool:
        """Make updates of integers whose results nobody uses, in any order; return False if the step has to run."""
        # Threads have an order so that each one has its result; without results, any order leaves the same memory.
        update = update_of(self.node)
        if (
            update is None
            or len(self.step.parts) != 1
            or not lanes.machine.code.live[self.pc + 1].isdisjoint(self.writes)
        ):
            return False
        (part,) = self.step.parts
        (access,) = part.accesses
        if access.windowed or access.base in ("", FRAME, RANK) or len(part.reads) != 1:
            return False
        size = access.bits // 8
        plain = _plain_access(self, access, lanes, size, written=True, updated=True)
        if plain is None:
            return False
        threads, _, places = plain
        operand = np.broadcast_to(lanes.read(part.reads[0]), lanes.count)[threads]
        apply_updates(update, lanes.flat.values[size], places >> (size.bit_length() - 1), operand)
        return True

    def run(self, lanes: Lanes) -> Any:
        """Run the step; if the threads branch back, others run first."""
        if not self._updates(lanes):
            self.step.run(lanes)
        lanes.slept = True
        lanes.machine.polled_at[lanes.pick] = self.pc


class PlainAccess(StepOperation):
    """A weak load or store, of which most touch memory that needs no report: these take few operations on arrays.

    `access` is the first access, `size` the bytes of all of them.
    """

    __slots__ = ("access", "size")

    def __init__(self, pc: int, procedure: Procedure, node: tree.Instruction, step: Step) -> None:
        super().__init__(pc, procedure, node, step)
        self.access = step.parts[0].accesses[0]
        self.size = len(step.parts) * self.access.bits // 8

    @staticmethod
    def applies(step: Step, node: tree.Instruction) -> bool:
        """Return True for a weak load or store of up to 16 bytes at an address in a register."""
        if not isinstance(step, MemoryStep) or node.opcode.mnemonic not in ("ld", "ldu", "st"):
            return False
        if step.by_space or step.undefined or not {"async", "bulk", "nc"}.isdisjoint(node.opcode.modifiers):
            return False
        accesses = [access for part in step.parts for access in part.accesses]
        size = sum(access.bits for access in accesses) // 8
        return (
            len(accesses) == len(step.parts)
            and accesses[0].base not in ("", FRAME, RANK)
            and not accesses[0].windowed
            and not accesses[0].only
            and size in (1, 2, 4, 8, 16)
            and all(8 <= access.bits <= 64 for access in accesses)
        )

    def run(self, lanes: Lanes) -> Any:
        """Access memory if nothing is in doubt; otherwise run the step, which reports what is wrong."""
        step, memory, access = self.step, lanes.flat, self.access
        assert isinstance(step, MemoryStep)
        plain = _plain_access(self, access, lanes, self.size, written=access.written)
        if plain is None:
            return step.run(lanes)
        threads, slots, places = plain
        mask, size = lanes.executing(self.guard), access.bits // 8
        store = memory.values[size]
        results = []
        for number, part in enumerate(step.parts):
            where = (places + number * size if number else places) >> (size.bit_length() - 1)
            (name,) = (access_.name for access_ in part.accesses)
            if not access.written:
                results.append(step.computed(step.function, {name: store[where]}))
                continue
            operands = {read.name: lanes.read(read) for read in part.reads}
            if len(slots) < lanes.count:
                operands = {key: value[threads] if value.ndim else value for key, value in operands.items()}
            value = step.computed(step.function, operands)[name]
            if access.space == "shared":
                # Of stores of a warp to one address, that of the lowest lane remains on an H200.
                where, value = where[::-1], value[::-1] if value.ndim else value
            store[where] = value
        for part, values in zip(step.parts, results, strict=False):
            for write in part.writes:
                value = values[write.name]
                if len(slots) < lanes.count:
                    full = np.zeros(lanes.count, value.dtype)
                    full[threads] = value
                    value = full
                lanes.write(write, value, mask)
        return None


NOWHERE = 0x80000000
"""Bit of an offset in shared memory that no CTA of a cluster has."""


class AddressConversion(StepOperation):
    """`cvta` and `isspacep`: an address that is not in the state space matters only where it is used."""

    __slots__ = ("_global", "_shared")

    def __init__(self, pc: int, procedure: Procedure, node: tree.Instruction, step: Step) -> None:
        super().__init__(pc, procedure, node, step)
        words = node.opcode.modifiers
        to_shared = node.opcode.mnemonic == "cvta" and words[0] == "to" and words[1].startswith("shared")
        self._shared = words[1] if to_shared else None
        converts = node.opcode.mnemonic == "cvta" and "global" in words and "u64" in words
        self._global = (step.parts[0].reads[0], step.parts[0].writes[0]) if converts else None

    def run(self, lanes: Lanes) -> Any:
        """Run the step; remember addresses that are not in the state space."""
        if self._global is not None and self.guard is None:
            read, write = self._global
            values = lanes.read(read)
            # Addresses below all windows are in global memory, where both address spaces have the same ones.
            if values.size and values.max() < LOWEST_WINDOW:
                lanes.write(write, values, None)
                return
        source = None
        if self._shared is not None:
            source = np.broadcast_to(lanes.read(self.step.parts[0].reads[0]), lanes.count)
        self.step.run(lanes)
        if lanes.reports:
            name = self.writes[0] if self.writes else ""
            if source is not None and name:
                # The result is undefined. An offset that no CTA of a cluster has lets the access find the error.
                outside, values = ~lanes.flat.windows.contains(self._shared, source), lanes.values[name]
                mask = lanes.executing(self.guard)
                outside = outside if mask is None else outside & mask
                lanes.values[name] = np.where(outside, values | values.dtype.type(NOWHERE), values)
            addresses: Any = np.unique(np.broadcast_to(lanes.values[name], lanes.count))[:16] if name else []
            message = lanes.reports[0].partition(": ")[2]
            lanes.flat.suspects.update({int(address): message for address in addresses})
            lanes.reports.clear()


class WarpOperation(StepOperation):
    """An instruction that threads of a warp execute together.

    `members` reads the mask of the lanes that participate; without it, all lanes of the warp do. `size` is the number
    of threads that participate together. `parks` is False for instructions that do not wait for other lanes.
    """

    __slots__ = ("advice", "members", "parks", "size", "undefined")

    def __init__(self, pc: int, procedure: Procedure, node: tree.Instruction, step: Step) -> None:
        # A value of an absent lane is like one that was never set: what uses it is the error.
        step = replace(step, moves=False) if isinstance(step, WarpStep) else step
        super().__init__(pc, procedure, node, step)
        collective = isinstance(step, WarpStep)
        self.advice = (
            "name the same lanes in the mask of each: all that execute the instruction, and no other"
            if collective
            else "let all threads of the warp or warpgroup execute the instruction, with legal operands"
        )
        name = step.members if isinstance(step, WarpStep) else ""
        self.members = next((read for part in step.parts for read in part.reads if read.name == name), None)
        self.size = step.threads if isinstance(step, MatrixStep) else 32
        self.undefined = "member-mask" if isinstance(step, WarpStep) else "undefined-behavior"
        self.parks = not isinstance(step, WarpStep) or bool(name)

    def run(self, lanes: Lanes) -> Any:
        """Run the step in whole warps; park the group if threads of them are missing."""
        mask = lanes.executing(self.guard)
        if self.guard is not None and mask is not None and not mask.all():
            return lanes.split(self.pc, mask)
        if self.waits(lanes):
            return lanes.park(self)
        if lanes.machine.watches.values is not None:
            # Results may replace operands, which the watch needs to compute them again.
            lanes.inputs = {name: lanes.values[name] for name in self.reads}
        self.compute(lanes)
        if self.node.opcode.mnemonic in EXCHANGES:
            lanes.machine.watches.exchanged(lanes.slots)
        if self.node.opcode.mnemonic == "shfl" and lanes.machine.watches.values is not None:
            lanes.machine.watches.values.shuffled(self, lanes)
        return None

    def waits(self, lanes: Lanes) -> bool:
        """Return True if the group waits for other threads of its warps or warpgroups."""
        return self.parks and not lanes.ready and not lanes.whole(self.size)

    def compute(self, lanes: Lanes) -> None:
        """Run the step, of which other threads than those of the group do not execute their part."""
        if lanes.whole(self.size):
            self.step.run(lanes)
        else:
            lanes.run_in_groups(self.step, self.size)


class Unmodeled(Operation):
    """An instruction that cannot be executed: the run is incomplete from here on."""

    __slots__ = ("reason",)

    def __init__(
        self, pc: int, procedure: Procedure, node: tree.Instruction, reason: str, writes: tuple[str, ...] = ()
    ) -> None:
        super().__init__(pc, procedure, node)
        self.reason, self.writes = reason, writes

    def run(self, lanes: Lanes) -> Any:
        """Note that the instruction is not modeled; its results are zeros, so that others are not blamed for them."""
        lanes.machine.note_unmodeled(self, self.reason)
        for name in self.writes:
            lanes.values[name] = lanes.frame.slab(name).dtype.type(0)
            lanes.written[name] = None
            if lanes.tainted:
                lanes.define(name, None)


class Context(NamedTuple):
    """What constructors of operations need: the instruction, its operands, and where it is."""

    code: Any
    pc: int
    procedure: Procedure
    node: tree.Instruction
    binder: Binder
    block: int

    @property
    def statement(self) -> ResolvedInstruction:
        """The instruction as an instance of its form."""
        return self.binder.statement

    def declared(self) -> DeclaredRegisters:
        """Return the registers of the function."""
        declared: DeclaredRegisters = self.code.declared[self.procedure.number]
        return declared

    def modifier(self, slot: str) -> str | None:
        """Return the modifier in a slot; None if the slot is empty or absent."""
        return self.statement.modifiers.get(slot)

    def operands(self) -> dict[str, Any]:
        """Return the operands that are written, by name: a `Read`, a `Write`, an `Access`, or a list of reads."""
        result: dict[str, Any] = {}
        for bound in self.statement.operands:
            if bound.node is None:
                continue
            name = bound.operand.name
            if bound.operand.kind == "address":
                result[name] = self.binder.access(bound, bits=8)
            elif bound.operand.access == "write":
                result[name] = self.binder.write(name, bound)
            elif isinstance(bound.node, tree.Vector):
                result[name] = [self.binder.read(name, bound._replace(node=node)) for node in bound.node.elements]
            else:
                result[name] = self.binder.read(name, bound)
        return result


def reported_code(problem: PtxError, otherwise: str) -> str:
    """Return the code of the finding for an error of a step, which may name one."""
    subject = problem.diagnostics[0].subject
    return subject.removeprefix(REPORTED_AS) if subject.startswith(REPORTED_AS) else otherwise


def registers_of(parts: Iterable[Part], guard: Guard | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the registers that parts read and those that they write."""
    reads = [guard[0]] if guard else []
    writes = []
    for part in parts:
        reads += part.registers
        writes += [write.register for write in part.writes if write.register]
    return tuple(dict.fromkeys(reads)), tuple(dict.fromkeys(writes))


def dependents(names: Iterable[str], operations: Iterable[Operation]) -> frozenset[str]:
    """Return registers and those that operations compute from them, in any order of the text.

    A register may pass a value back around a loop, so that the order says nothing. Each register is followed once.
    """
    results: dict[str, list[str]] = {}
    for operation in operations:
        for name in operation.reads:
            results.setdefault(name, []).extend(operation.writes)
    found = set(names)
    added = list(found)
    while added:
        fresh = [name for name in results.get(added.pop(), ()) if name not in found]
        found.update(fresh)
        added += fresh
    return frozenset(found)


class DeclaredRegisters(Registers):
    """Registers of a function, which have declared types; names of variables are addresses."""

    def __init__(self, code: Any, procedure: Procedure) -> None:
        super().__init__(code.image.modules[procedure.module].source)
        self._code, self._procedure = code, procedure
        self._bits: dict[str, int] = {}

    def symbol(self, name: str) -> Symbol:
        """Return the symbol of a unique name."""
        base, _, element = name.partition(":")
        symbol = self._procedure.lookup(base) or special(base)
        if symbol is None:
            return Symbol("label")
        return Symbol("register", symbol.type, None, "reg") if element else symbol

    def bits(self, name: str) -> int:
        """Return the width of a register."""
        width = self._bits.get(name)
        if width is None:
            width = 1 if name == CARRY else known()[self.symbol(name).type].bits
            self._bits[name] = width
        return width

    def read(self, node: tree.Name, type_: Type, wider: bool = False) -> None:
        """Accept any register: the checker has compared its type."""

    def write(self, node: tree.Name, type_: Type, wider: bool = False) -> None:
        """Accept any register: the checker has compared its type."""

    def read_special(self, name: str, type_: Type) -> None:
        """Note that a special register is read."""
        self._code.specials[name] = type_.bits

    def address(self, node: tree.Address) -> tuple[str, int]:
        """Return the register from which an address counts, or that of its frame, and the bytes that are added."""
        offset = int(evaluate(node.offset).number) if node.offset else 0
        if not isinstance(node.base, tree.Name):
            return "", offset + int(evaluate(node.base).number)
        base, address = self._code.address(self._procedure, node.base.text)
        return base, address + offset


def widened(step: Step, declared: DeclaredRegisters) -> Step:
    """Return a step with the declared widths of the registers that it writes."""
    parts = []
    for part in step.parts:
        writes = [
            write._replace(width=declared.bits(write.register)) if write.register else write for write in part.writes
        ]
        parts.append(part._replace(writes=tuple(writes)))
    return replace(step, parts=tuple(parts))


def results_of(statement: ResolvedInstruction) -> tuple[str, ...]:
    """Return the registers that an instruction writes, whether or not it can be executed."""
    operands = statement.operands
    written = [each for each in operands if each.operand.access != "read" and each.operand.kind == "register"]
    bound = [each.node for each in written]
    # Without bound operands, the first operand is taken for the result.
    nodes = bound if statement.operands else statement.node.operands[:1]
    names = []
    for node in nodes:
        elements = node.elements if isinstance(node, tree.Vector) else (node,)
        names += [element.text for element in elements if isinstance(element, tree.Name)]
    return tuple(names)


def moved_address(context: Context, base: str, number: int, destination: BoundOperand) -> Operation:
    """Return the operation that writes an address to a register."""
    write = context.binder.write("d", destination)
    read = Read("a", base, bits=64, offset=number) if base else Read("a", constant=np.uint64(number & (1 << 64) - 1))
    dtype = dtype_of(write.bits)
    step = ScalarStep(
        context.binder.guard(),
        (Part((read,), (write,)),),
        lambda address: (np.asarray(address).astype(dtype),),
        ("a",),
        ("d",),
    )
    return StepOperation(context.pc, context.procedure, context.node, widened(step, context.declared()))


def scalar_operation(
    context: Context, function: Callable[..., Any], reads: Sequence[Read], writes: Sequence[Write]
) -> Operation:
    """Return an operation that computes registers from registers with a function on arrays."""
    step = ScalarStep(
        context.binder.guard(),
        (Part(tuple(reads), tuple(writes)),),
        function,
        tuple(read.name for read in reads),
        tuple(write.name for write in writes),
    )
    return StepOperation(context.pc, context.procedure, context.node, widened(step, context.declared()))


def variable_of(context: Context, node: Any) -> tuple[Variable | None, int, str]:
    """Return the variable of an operand that names one, the bytes that are added, and the name."""
    offset = 0
    if isinstance(node, tree.Sum):
        offset, node = int(evaluate(node.offset).number), node.base
    name = node.text
    return context.code.image.variable(context.procedure, name), offset, name
