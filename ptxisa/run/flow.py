"""Control flow in statements: blocks, declarations, labels, branches, calls of functions in the text, and returns.

Each thread has a program counter. The threads with the same one are a group, and the group that is deepest in calls
with the lowest counter runs first, so that threads meet again after branches. Every `FAIR`-th turn the group that
waited longest runs, so that threads that wait for each other make progress. Statements are the steps of straight-line
programs, which run in the threads of a mask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ptxisa.check.body import Bodies
from ptxisa.check.directives import Head
from ptxisa.check.place import Place
from ptxisa.check.scope import Scope, Symbol, anything, enter_parameters, special
from ptxisa.isa.diagnostics import Diagnostic, PtxError, Span, note, warning
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.targets import Target
from ptxisa.isa.types import Type, known
from ptxisa.numbers.patterns import dtype_of, scalar_of
from ptxisa.run.async_registers import AsyncRegisters
from ptxisa.run.binding import Binder, Program, Registers, constant_bits, located_error, step_of
from ptxisa.run.bodies import MARK, Body, counts, extent, variables_of
from ptxisa.run.errors import execution_error, not_executable
from ptxisa.run.operands import CARRY, Guard, Read, Write
from ptxisa.run.state import Mask, State
from ptxisa.run.steps import Step
from ptxisa.syntax import tree
from ptxisa.syntax.source import Source

JUMPS = frozenset({"bra", "brx", "call", "ret", "exit", "trap"})
"""Mnemonics of instructions that change where a thread is."""
FAIR = 64
"""Turns after which the group that waited longest runs.

A thread that spins on a flag has the lowest counter and would run forever; sm_70 and later schedule every thread.
"""
MOST_CALLS = 1024
"""Depth of calls beyond which a recursion is taken to be endless."""
LARGEST_VARIABLE = 1 << 16
"""Bytes of a variable that the text declares, at most; each thread may have its own."""


class Storage(NamedTuple):
    """A variable in memory of its own: one for each thread, or of shared memory for each CTA."""

    name: str
    size: int
    shared: bool = False


Slot = Storage | Write
"""Parameter or result of a function: a variable, or a register."""


@dataclass(slots=True)
class Jump:
    """A branch: `targets` are program counters; `index` selects one of several."""

    guard: Guard | None
    targets: tuple[int, ...]
    index: Read | None = None


@dataclass(slots=True)
class RoutineCall:
    """A call of a function; arguments and results are registers, constants, or variables."""

    guard: Guard | None
    callee: Routine
    arguments: tuple[Read | Storage, ...]
    results: tuple[Slot | None, ...]


@dataclass(slots=True)
class Leave:
    """`ret`, and with `exits` the end of the thread; `trap` is an error."""

    guard: Guard | None
    exits: bool = False
    trap: bool = False


Control = Jump | RoutineCall | Leave


class Routine:
    """The statements of the text, or a function in it.

    Attributes:
        start: Program counter of its first operation.
        parameters: Parameters; `returns` are the results.
        variables: Variables of each call, parameters and results among them.
        written: Width of each register that it writes, and in a function of those that it only reads.
    """

    def __init__(self, name: str, body: Body, registers: Registers) -> None:
        self.name, self.body, self.registers = name, body, registers
        self.start = 0
        self.parameters: list[Slot] = []
        self.returns: list[Slot] = []
        self.variables: list[Storage] = []
        self.written: dict[str, int] = {}


class Flow(NamedTuple):
    """Operations of all procedures by program counter; those of the text come first.

    Attributes:
        operations: Steps and changes of control.
        leaders: True for operations at which groups meet.
        owners: Routine of each operation.
        spans: Place of each operation in the text.
        specials: Special registers that functions read.
    """

    operations: tuple[Step | Control, ...]
    leaders: tuple[bool, ...]
    owners: tuple[Routine, ...]
    spans: tuple[Span, ...]
    specials: tuple[str, ...]


# --- compiling ---


def compile_flow(
    statements: Sequence[Any],
    source: Source,
    place: Place,
    on: Target | None,
    declared: Mapping[str, Symbol],
    choose: Callable[[tree.Instruction, Registers], ResolvedInstruction],
) -> Program:
    """Return the program of statements with control flow.

    Args:
        statements: Statements and functions of the text.
        source: The text.
        place: Place for which the statements are checked.
        on: Target whose models are used.
        declared: Registers that are declared outside of the text.
        choose: Function that checks an instruction and returns it as an instance of its form.

    Raises:
        PtxError: The statements are invalid or cannot be executed.
    """
    functions = [node for node in statements if isinstance(node, tree.Function)]
    own = tuple(node for node in statements if not isinstance(node, tree.Function))
    outer = Scope()
    # All functions first: they may call each other, and the statements call them before their text.
    for function in functions:
        outer.declare(function.name.text, Symbol("function", node=function))
    # The scopes around those of the text: undeclared names are registers in the statements, and errors in functions.
    undeclared = Scope(outer, undeclared=anything)
    for name, symbol in declared.items():
        undeclared.declare(name, symbol)
    bodies = Bodies(place, Head(place.version, place.target, frozenset(), 64), source, fragment=True)
    problems = list(bodies.check_block(tree.Block(own, 0, len(source.text)), Scope(undeclared)))
    for function in functions:
        problems += bodies.check_function(function, outer)
    errors = [
        problem for problem in problems if problem.severity == "error" or problem.code == "unrecorded-instruction"
    ]
    if errors:
        raise PtxError(error.located(source.position) for error in errors)
    return _Compiler(source, place, on, choose).program(own, functions, outer, undeclared)


class _Compiler:
    """Compiler of a text: operations of its procedures, one after the other."""

    def __init__(self, source: Source, place: Place, on: Target | None, choose: Any) -> None:
        self._source, self._place, self._on, self._choose = source, place, on, choose
        self._functions: dict[str, Routine] = {}

    def program(
        self, own: Sequence[Any], functions: Sequence[tree.Function], outer: Scope, undeclared: Scope
    ) -> Program:
        """Return the program of the statements `own` and of functions."""
        main = self._read("", Scope(undeclared), own)
        if not main.body.lines:
            raise self._error("the text has no statement", 0, 0, code="syntax-error")
        for function in functions:
            assert function.body is not None
            scope = Scope(outer)
            for _ in enter_parameters(scope, function):
                pass
            procedure = self._read(function.name.text, scope, function.body.statements)
            for nodes, slots in ((function.returns, procedure.returns), (function.parameters, procedure.parameters)):
                slots += [self._slot(procedure, node) for node in nodes or ()]
            self._functions[procedure.name] = procedure
        procedures = [main, *self._functions.values()]
        # Places first, since branches and calls need the counters of what follows. Each procedure has one operation
        # more than instructions: its implicit `ret`.
        start = 0
        for procedure in procedures:
            procedure.start = start
            start += len(procedure.body.lines) + 1
        programs = [self._compile(procedure) for procedure in procedures]
        leaders = [False] * start
        for procedure in procedures:
            for index in procedure.body.labels.values():
                leaders[procedure.start + index] = True
        program, types = programs[0], dict(programs[0].types)
        # Special registers have the same value in every function; other registers of a function are its own, and those
        # that it reads and never writes have no value.
        specials: dict[str, int] = {}
        for procedure, other in zip(procedures[1:], programs[1:], strict=True):
            for name in other.needs:
                bits = known()[other.types[name]].bits if name in other.types else 0
                if special(name.partition(".")[0]):
                    specials[name] = bits
                    types.setdefault(name, other.types[name])
                elif bits and not any(name == variable.name for variable in procedure.variables):
                    procedure.written.setdefault(name, bits)
        flow = Flow(
            tuple(step for part in programs for step in part.steps),
            tuple(leaders),
            tuple(procedure for procedure in procedures for _ in range(len(procedure.body.lines) + 1)),
            tuple(span for part in programs for span in part.spans),
            tuple(specials),
        )
        return program._replace(
            steps=tuple(step for step in flow.operations if isinstance(step, Step)),
            statements=tuple(statement for part in programs for statement in part.statements),
            needs=_needs(program, main) | specials,
            gives=tuple(name for name in program.gives if MARK not in name),
            types=types,
            flow=flow,
        )

    def _error(self, message: str, start: int, end: int, code: str = "not-executable") -> PtxError:
        return located_error(self._source, code, message, start, end)

    def _read(self, name: str, scope: Scope, statements: Sequence[Any]) -> Routine:
        """Return a procedure with its instructions, labels and variables."""
        body = Body(scope)
        procedure = Routine(name, body, Registers(self._source, body.lookup))
        for declaration, block in body.read(statements):
            space = declaration.space.partition("::")[0]
            if space not in ("param", "local", "shared"):
                message = f"variables in .{space} are not run here: give memory by the name of the variable"
                raise self._error(message, declaration.start, declaration.end)
            for variable, size, _ in variables_of(declaration):
                if size > LARGEST_VARIABLE or not size:
                    message = f"{variable} has {size:,} bytes; variables here have 1 to {LARGEST_VARIABLE:,}"
                    raise self._error(message, declaration.start, declaration.end)
                procedure.variables.append(Storage(body.unique(variable, block), size, space == "shared"))
        return procedure

    def _slot(self, procedure: Routine, node: tree.Parameter) -> Slot:
        """Return a parameter or result of a function."""
        if node.space == "reg":
            procedure.registers.write(node.name, known()[node.type])
            bits = known()[node.type].bits
            return Write(node.name.text, node.name.text, bits, bits)
        size, _ = extent(node.type, node.vector, counts(node.dimensions), node.alignment)
        storage = Storage(node.name.text, size)
        procedure.variables.append(storage)
        return storage

    def _compile(self, procedure: Routine) -> Program:
        """Return the operations of a procedure as the steps of a program; a last one ends it."""
        registers, pending = procedure.registers, AsyncRegisters()
        operations: list[Any] = []
        checked = []
        for line in procedure.body.lines:
            node = procedure.body.declared(line)
            if node.opcode.mnemonic in JUMPS:
                operations.append(self._control(procedure, node, line.block))
                continue
            statement = self._choose(node, registers)
            step = step_of(Binder(statement, registers), self._on, self._place.version)
            if problem := pending.problem(statement, step.registers):
                raise self._error(problem, node.start, node.end)
            operations.append(step)
            checked.append(statement)
        lines = [line.node for line in procedure.body.lines]
        end = lines[-1].end if lines else 0
        spans = (*(Span(node.start, node.end) for node in lines), Span(end, end))
        program = registers.program([step for step in operations if isinstance(step, Step)], spans, tuple(checked))
        widened = iter(program.steps)
        steps: list[Any] = [next(widened) if isinstance(operation, Step) else operation for operation in operations]
        end_of_body: Any = Leave(None)
        procedure.written = {name: known()[program.types[name]].bits for name in program.gives if name != CARRY}
        return program._replace(steps=(*steps, end_of_body))

    def _control(self, procedure: Routine, node: tree.Instruction, block: int) -> Control:
        """Return the operation of an instruction that changes where a thread is."""
        guard = None
        if node.guard is not None:
            procedure.registers.read(node.guard.predicate, known()["pred"])
            guard = node.guard.predicate.text, node.guard.negated
        mnemonic = node.opcode.mnemonic
        operands: list[Any] = list(node.operands)
        if mnemonic == "call":
            return self._call(procedure, node, guard)
        if mnemonic not in ("bra", "brx"):
            return Leave(guard, exits=mnemonic == "exit", trap=mnemonic == "trap")
        index, labels = None, [operands[-1].text]
        if mnemonic == "brx":
            procedure.registers.read(operands[0], known()["u32"])
            index = Read("a", operands[0].text, bits=32)
            symbol = procedure.body.lookup(labels[0])
            if symbol is None or symbol.kind != "targets":
                raise self._error(f"the statements have no .branchtargets {labels[0]}", node.start, node.end)
            labels = procedure.body.targets(labels[0], block)
        for label in labels:
            if label not in procedure.body.labels:
                raise self._error(f"the statements have no label {label.partition(MARK)[0]}", node.start, node.end)
        targets = tuple(procedure.start + procedure.body.labels[label] for label in labels)
        return Jump(guard, targets, index)

    def _call(self, procedure: Routine, node: tree.Instruction, guard: Guard | None) -> RoutineCall:
        operands: list[Any] = list(node.operands)
        results = operands.pop(0).values if isinstance(operands[0], tree.Arguments) else ()
        name = operands.pop(0).text
        values = operands[0].values if operands and isinstance(operands[0], tree.Arguments) else ()
        callee = self._functions.get(name)
        if callee is None:
            message = f"{name} is not a function of the text; call by address needs ptxisa.launch"
            raise self._error(message, node.start, node.end)
        if (len(values), len(results)) != (len(callee.parameters), len(callee.returns)):
            expected = f"{len(callee.parameters)} arguments and {len(callee.returns)} results"
            raise self._error(f"{name} has {expected}, not {len(values)} and {len(results)}", node.start, node.end)
        variables = {variable.name: variable for variable in procedure.variables}
        arguments: list[Read | Storage] = []
        for value, slot in zip(values, callee.parameters, strict=True):
            bits = slot.bits if isinstance(slot, Write) else 8 * slot.size
            if isinstance(value, tree.Name) and value.text in variables:
                arguments.append(variables[value.text])
            elif isinstance(value, tree.Name):
                procedure.registers.read(value, self._type(procedure, value, bits))
                arguments.append(Read("a", value.text, bits=bits))
            elif isinstance(value, tree.Constant) and bits <= 64:
                type_ = callee.registers.types[slot.name] if isinstance(slot, Write) else known()[f"b{bits}"]
                arguments.append(Read("a", constant=scalar_of(constant_bits(value, type_), bits), bits=bits))
            else:
                raise self._error("arguments are registers, constants or variables", value.start, value.end)
        places: list[Slot | None] = []
        for value, slot in zip(results, callee.returns, strict=True):
            bits = slot.bits if isinstance(slot, Write) else 8 * slot.size
            if isinstance(value, tree.Sink) or getattr(value, "text", "_") == "_":
                places.append(None)
            elif value.text in variables:
                places.append(variables[value.text])
            else:
                type_ = self._type(procedure, value, bits)
                procedure.registers.write(value, type_)
                places.append(Write("d", value.text, type_.bits, type_.bits))
        return RoutineCall(guard, callee, tuple(arguments), tuple(places))

    def _type(self, procedure: Routine, node: tree.Name, bits: int) -> Type:
        """Return the declared type of a register, or for an undeclared one the bit type of a width."""
        symbol = procedure.body.lookup(node.text)
        declared = symbol is not None and symbol.kind == "register"
        name = symbol.type if symbol is not None and declared else "pred" if bits == 1 else f"b{bits}"
        if name not in known():
            raise self._error(f"{node.text} cannot have {bits} bits", node.start, node.end)
        return known()[name]


def _needs(program: Program, main: Routine) -> dict[str, int]:
    """Return the registers that a caller must give, with their widths.

    They are those that no statement writes, and those that every thread reads before it writes them.
    """
    certain: set[str] = set()
    written: set[str] = set()
    operations: Sequence[Any] = program.steps
    for operation in operations:
        if not isinstance(operation, Step):
            break
        guards = {operation.guard[0]} if operation.guard else set()
        # Only up to the first branch does every thread execute each statement.
        certain |= (guards | {name for part in operation.parts for name in part.registers}) - written
        written |= {str(write.register) for part in operation.parts for write in part.writes}
    variables = {variable.name for variable in main.variables}
    return {
        name: bits
        for name, bits in program.needs.items()
        if name not in variables and (name not in program.gives or name in certain)
    }


# --- running ---


def run_flow(program: Program, state: State, limit: int | None) -> Iterator[Diagnostic]:
    """Run a program with control flow; yield what is undefined in it, and registers that have no value in the end.

    Args:
        program: The program.
        state: Registers and memory before the first statement.
        limit: Number of operations after which the run is an error; None for no limit.

    Raises:
        PtxError: A statement cannot be executed.
    """
    threads = _Threads(program, state, limit)
    for pc in threads.run():
        if state.reports:
            yield from (warning("undefined-behavior", message, program.flow.spans[pc]) for message in state.reports)
            state.reports.clear()
    for name in program.gives:
        missing = state.missing(name)
        if len(missing):
            where = "any thread" if len(missing) == state.count else f"thread {missing[0]}"
            yield note("register-value", f"{name} has no value in {where}, and is not among the results")


class _Threads:
    """Program counters and calls of all threads."""

    def __init__(self, program: Program, state: State, limit: int | None) -> None:
        self._flow: Flow = program.flow
        self._source, self._limit, self._executed = program.source, limit, 0
        main = self._flow.owners[0]
        state.memory = state.memory.with_arrays(*_storage(main, state))
        state.forget({name: bits for name, bits in main.written.items() if name not in state.values})
        # One state for each depth and function, in which each thread has its own element: threads that are in different
        # calls at one depth never share an element.
        self._frames = {(0, main.name): state}
        self._state = state
        self._pc, self._since = np.zeros(state.count, np.int64), np.zeros(state.count, np.int64)
        self._depth = np.zeros(state.count, np.int64)
        """Depth of each thread in calls; -1 for threads that have ended."""
        self._returns = [self._pc]

    def run(self) -> Iterator[int]:
        """Run until every thread has ended; yield the program counter of each operation that was executed."""
        size, turn = len(self._flow.operations), 0
        while (alive := self._depth >= 0).any():
            turn += 1
            if turn % FAIR:
                # Deepest in calls first, then the lowest counter: the last threads catch up with those that wait at
                # the point where paths meet. Counters are less than `size`, so that one number orders both.
                first = int(np.argmax(np.where(alive, self._depth * size - self._pc, -size)))
            else:
                first = int(np.argmin(np.where(alive, self._since, turn)))
            depth, pc = int(self._depth[first]), int(self._pc[first])
            mask = alive & (self._depth == depth) & (self._pc == pc)
            self._since[mask] = turn
            yield from self._turn(depth, pc, mask)

    def _turn(self, depth: int, pc: int, mask: Mask) -> Iterator[int]:
        """Run a group until it branches or reaches the target of a branch."""
        flow, frame = self._flow, self._frame(depth, self._flow.owners[pc])
        whole = None if mask.all() else mask
        while True:
            operation = flow.operations[pc]
            self._executed += 1
            try:
                if self._limit is not None and self._executed > self._limit:
                    message = f"{self._limit:,} statements have run and threads have not ended: a loop may be endless"
                    raise execution_error("step-limit", message)
                if isinstance(operation, Step):
                    operation.run(frame, whole)
                else:
                    executing = frame.executing(operation.guard, whole)
                    taken = mask if executing is None else executing
                    # The common case, all threads of the launch in one loop, needs no new group.
                    together = whole is None and (executing is None or taken.all() or not taken.any())
                    if together and isinstance(operation, Jump) and operation.index is None:
                        pc = operation.targets[0] if executing is None or taken.any() else pc + 1
                        continue
                    self._pc[mask & ~taken] = pc + 1
                    self._control(operation, depth, pc, taken, frame)
            except PtxError as problem:
                located = (error.at(flow.spans[pc]).located(self._source.position) for error in problem.diagnostics)
                raise PtxError(located) from None
            yield pc
            if not isinstance(operation, Step):
                return
            pc += 1
            if flow.leaders[pc]:
                self._pc[mask] = pc
                return

    def _frame(self, depth: int, procedure: Routine) -> State:
        """Return the registers and variables of a procedure at a depth of calls."""
        frame = self._frames.get((depth, procedure.name))
        if frame is None:
            specials = {name: self._state.values[name] for name in self._flow.specials}
            frame = self._state.called({CARRY: np.uint8(0), **specials}, *_storage(procedure, self._state))
            frame.forget(procedure.written)
            self._frames[depth, procedure.name] = frame
        return frame

    def _control(self, operation: Control, depth: int, pc: int, taken: Mask, frame: State) -> None:
        """Send the threads of a mask where an operation says."""
        if isinstance(operation, RoutineCall):
            if taken.any():
                self._enter(operation, depth, pc, taken, frame)
        elif isinstance(operation, Jump):
            if operation.index is None:
                self._pc[taken] = operation.targets[0]
                return
            index = np.broadcast_to(frame.read(operation.index), frame.count)
            if len(beyond := np.flatnonzero(taken & (index >= len(operation.targets)))):
                label = f"label {index[beyond[0]]} of {len(operation.targets)}"
                raise not_executable(f"thread {beyond[0]} branches to {label}")
            self._pc[taken] = np.array(operation.targets)[index[taken].astype(np.int64)]
        elif operation.trap:
            if taken.any():
                raise not_executable(f"thread {np.flatnonzero(taken)[0]} executes trap")
        elif operation.exits or depth == 0:
            self._depth[taken] = -1
        else:
            # Threads at one `ret` may have come from different calls.
            for back in np.unique(self._returns[depth][taken]).tolist():
                self._return(depth, back, taken & (self._returns[depth] == back), frame)

    def _enter(self, call: RoutineCall, depth: int, pc: int, taken: Mask, frame: State) -> None:
        """Copy arguments, and send threads to a function."""
        if depth >= MOST_CALLS:
            raise not_executable(f"thread {np.flatnonzero(taken)[0]} is in {depth:,} calls; the recursion has no end")
        if len(self._returns) == depth + 1:
            self._returns.append(np.zeros(frame.count, np.int64))
        inner = self._frame(depth + 1, call.callee)
        for argument, slot in zip(call.arguments, call.callee.parameters, strict=True):
            _copy(frame, argument, inner, slot, taken)
        self._returns[depth + 1][taken] = pc + 1
        self._depth[taken] = depth + 1
        self._pc[taken] = call.callee.start

    def _return(self, depth: int, back: int, taken: Mask, frame: State) -> None:
        """Copy results, and send threads to the operation after a call."""
        call = self._flow.operations[back - 1]
        assert isinstance(call, RoutineCall)
        caller = self._frame(depth - 1, self._flow.owners[back - 1])
        for slot, place in zip(call.callee.returns, call.results, strict=True):
            if place is not None:
                source = Read("a", slot.name, bits=slot.bits) if isinstance(slot, Write) else slot
                _copy(frame, source, caller, place, taken)
        self._depth[taken] = depth - 1
        self._pc[taken] = back


def _copy(source: State, read: Read | Storage, destination: State, place: Slot, mask: Mask) -> None:
    """Copy a register, constant or variable of one call to a register or variable of another."""
    count = source.count
    if isinstance(read, Storage):
        data = source.memory.arrays[read.name]
    else:
        source.require_values((read.register,), mask)
        value = np.ascontiguousarray(np.broadcast_to(source.read(read), count))
        data = value.view(np.uint8).reshape(count, -1)
    if isinstance(place, Storage):
        size = min(place.size, data.shape[1])
        destination.memory.arrays[place.name][mask, :size] = data[mask, :size]
        return
    whole = np.zeros((count, dtype_of(place.bits).itemsize), np.uint8)
    size = min(whole.shape[1], data.shape[1])
    whole[:, :size] = data[:, :size]
    destination.write(place, whole.view(dtype_of(place.bits))[:, 0], None if mask.all() else mask)


def _storage(procedure: Routine, state: State) -> tuple[dict[str, Any], frozenset[str]]:
    """Return new arrays for the variables of a procedure, and the names of those in shared memory."""
    rows = {False: state.count, True: state.launch.ctas}
    variables = procedure.variables
    arrays = {variable.name: np.zeros((rows[variable.shared], variable.size), np.uint8) for variable in variables}
    return arrays, frozenset(variable.name for variable in variables if variable.shared)
