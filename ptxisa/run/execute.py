"""Run statements on register values: one array element a thread, NumPy arithmetic over all threads at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa import selectors, targets, versions
from ptxisa.check.diagnostics import Diagnostic, PtxError
from ptxisa.check.finding import Finding
from ptxisa.check.operands import Bound, bind
from ptxisa.check.scope import anything
from ptxisa.check.statement import Judged, Place, best, check_instruction, diagnostic, resolve_opcode
from ptxisa.forms import Values, type_of
from ptxisa.run.constants import pattern
from ptxisa.run.patterns import QUAD, dtype_of, scalar_of
from ptxisa.run.semantics import NotExecutable, implementation
from ptxisa.run.warp import ACTIVE, LANE, looks_around, operand_of
from ptxisa.run.warp_lanes import lane_numbers, lanes_set
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_statements
from ptxisa.syntax.source import Source
from ptxisa.types import Type, known

Bits = NDArray[np.unsignedinteger]
CARRY = "CF"
WARP = 32


class Read(NamedTuple):
    """One input of a step: a register, perhaps negated, or a constant already in the operand's width."""

    name: str
    register: str | None
    negated: bool
    constant: Any
    bits: int


class Write(NamedTuple):
    """One output of a step; `register` is None where the result is thrown away."""

    name: str
    register: str | None
    bits: int


class Step(NamedTuple):
    """One statement, ready to run; `around` says that its lanes look at each other."""

    function: Callable[..., tuple[Any, ...]]
    reads: tuple[Read, ...]
    writes: tuple[Write, ...]
    guard: tuple[str, bool] | None
    around: bool = False


class Program(NamedTuple):
    """Statements ready to run: what they read before writing it, and what they write; `types` are of first uses."""

    steps: tuple[Step, ...]
    needs: Mapping[str, int]
    gives: tuple[str, ...]
    types: Mapping[str, str]


def execute(
    statements: str,
    registers: Mapping[str, Any] | None = None,
    *,
    target: str | None = None,
    ptx: str | None = None,
    threads: int | None = None,
) -> dict[str, Bits]:
    """Run PTX statements and return the registers that they write.

    `registers` maps names to arrays of unsigned bit patterns, one element a thread; element i is lane
    i % 32 of warp i // 32. Predicates are 0 or 1. A Python integer stands for the same value in every
    thread. The carry flag starts clear; the key "CF" gives it other values. With `target` results are
    those of that target where the contract leaves them open. `threads` (default 32) counts when no
    register does.

    Returned arrays are unsigned, in the width of their operand (predicates uint8). Arrays of 128-bit values
    have the dtype `ptxisa.run.patterns.QUAD`, a pair of halves.

    Raises `PtxError` for statements that do not stand and for registers that do not fit, `UnknownTarget`
    and `UnknownVersion` for a `target` or `ptx` that does not exist.
    """
    program = compile_statements(statements, target, ptx)
    values, count = _inputs(program, registers or {}, threads)
    for step in program.steps:
        _run(step, values, count)
    return {name: _whole(values[name], count) for name in program.gives}


@lru_cache(maxsize=512)
def compile_statements(statements: str, target: str | None, ptx: str | None) -> Program:
    """Check the statements and bind each to its function; raise `PtxError` when they do not stand."""
    on = targets.target(target) if target else None
    place = Place(on, versions.version(ptx) if ptx else None)
    source = Source(statements)
    parsed = parse_statements(statements)
    if parsed.diagnostics:
        raise PtxError(parsed.diagnostics)
    compiler = _Compiler(source, place)
    return compiler.program([one for one in parsed.statements if not isinstance(one, tree.Label)])


class _Compiler:
    """Turns checked statements into steps, tracking which registers exist and how wide they are."""

    def __init__(self, source: Source, place: Place) -> None:
        self.source, self.place = source, place
        self.types: dict[str, Type] = {}
        self.needs: dict[str, int] = {}
        self.gives: dict[str, None] = {}

    def program(self, statements: list[Any]) -> Program:
        if not statements:
            raise self.error("syntax-error", "there is no statement to run", 0, 0)
        steps = tuple(self.step(statement) for statement in statements)
        return Program(steps, self.needs, tuple(self.gives), {name: type_.name for name, type_ in self.types.items()})

    def step(self, statement: Any) -> Step:
        if not isinstance(statement, tree.Instruction):
            raise self.error("not-executable", "only instructions can be run", statement.start, statement.end)
        self.check(statement)
        match = self.match(statement)
        bound = bind(match.form, match.values, statement)
        assert not isinstance(bound, Finding), "the statement was checked"
        try:
            found = implementation(match.form, match.values, on=self.place.target)
        except NotExecutable as error:
            raise self.error("not-executable", str(error), statement.start, statement.end) from None
        by_name = {one.operand.name: one for one in bound}
        guard = self.guard(statement)
        selection = {one.operand.selector.name: one.selector for one in bound if one.operand.selector}
        numbers = selectors.inputs(match.form, selection)
        reads = tuple(
            Read(name, None, False, numbers[name], 0) if name in numbers else self.read(name, by_name, match.values)
            for name in found.inputs
        )
        writes = tuple(self.write(name, by_name, match.values) for name in found.outputs)
        return Step(found.function, reads, writes, guard, looks_around(found.inputs))

    def check(self, statement: tree.Instruction) -> None:
        judged = list(check_instruction(statement, self.place, anything))
        errors = [one for one in judged if one.severity == "error" or one.finding.code == "unrecorded-instruction"]
        if errors:
            raise PtxError(diagnostic(self.source, one) for one in errors)

    def match(self, statement: tree.Instruction) -> Any:
        resolution = resolve_opcode(statement.opcode.mnemonic, statement.opcode.modifiers)
        return best(statement, resolution, anything)[0]

    def guard(self, statement: tree.Instruction) -> tuple[str, bool] | None:
        if statement.guard is None:
            return None
        self.use(statement.guard.predicate, known()["pred"])
        return statement.guard.predicate.text, statement.guard.negated

    def read(self, name: str, operands: Mapping[str, Bound], values: Values) -> Read:
        if name == CARRY:
            return Read(name, CARRY, False, None, 1)
        if name in (LANE, ACTIVE):
            return Read(name, None, False, None, 32)
        bound = operands[operand_of(name) or name]
        type_ = known()[type_of(bound.operand, values)]
        bits = type_.bits
        node, negated = bound.node, False
        if isinstance(node, tree.Opposite):
            node, negated = node.operand, True
        if isinstance(node, tree.Name):
            self.use(node, type_)
            return Read(name, node.text, negated, None, bits)
        if isinstance(node, tree.Select):
            raise self.error("not-executable", "vector components cannot be run on their own", node.start, node.end)
        return Read(name, None, False, self.constant(bound, node, type_), bits)

    def constant(self, bound: Bound, node: Any, type_: Type) -> Any:
        """The bits of a constant: a Python integer where one is required, else a NumPy scalar."""
        bits = pattern(node, type_)
        return bits if bound.operand.immediate == "required" else scalar_of(bits, type_.bits)

    def write(self, name: str, operands: Mapping[str, Bound], values: Values) -> Write:
        if name == CARRY:
            return Write(name, CARRY, 1)
        bound = operands[name]
        type_ = known()[type_of(bound.operand, values)]
        bits = type_.bits
        if bound.node is None or isinstance(bound.node, tree.Sink):
            return Write(name, None, bits)
        if not isinstance(bound.node, tree.Name):
            raise self.error("not-executable", "results go to plain registers", bound.node.start, bound.node.end)
        self.fix_width(bound.node, type_)
        self.gives[bound.node.text] = None
        return Write(name, bound.node.text, bits)

    def use(self, node: tree.Name, type_: Type) -> None:
        """A register is read: an input, unless an earlier statement wrote it."""
        self.fix_width(node, type_)
        if node.text not in self.gives:
            self.needs.setdefault(node.text, type_.bits)

    def fix_width(self, node: tree.Name, type_: Type) -> None:
        """A register keeps the width of its first use."""
        first = self.types.setdefault(node.text, type_)
        if first.bits != type_.bits:
            message = f"{node.text} has {_width(first.bits)} and is used here as one with {_width(type_.bits)}"
            raise self.error("operand-type", message, node.start, node.end)

    def error(self, code: str, message: str, start: int, end: int) -> PtxError:
        return PtxError([diagnostic(self.source, Judged(Finding(code, message, start, end)))])


def _width(bits: int) -> str:
    return "1 bit (a predicate)" if bits == 1 else f"{bits} bits"


def _inputs(program: Program, registers: Mapping[str, Any], threads: int | None) -> tuple[dict[str, Any], int]:
    """Input registers as arrays, and the number of threads."""
    missing = [name for name in program.needs if name not in registers]
    if missing:
        raise _register_error(f"no value is given for {', '.join(missing)}, which the statements read")
    values = {name: _array(name, registers[name], program.needs.get(name)) for name in registers}
    lengths = {len(array) for array in values.values() if array.ndim}
    if len(lengths) > 1:
        raise _register_error(f"registers have different numbers of threads: {', '.join(map(str, sorted(lengths)))}")
    count = lengths.pop() if lengths else WARP if threads is None else threads
    if threads is not None and threads != count:
        raise _register_error(f"threads is {threads}, but registers have {count} elements")
    values.setdefault(CARRY, np.uint8(0))
    return values, count


def _array(name: str, given: Any, bits: int | None) -> Any:
    """A value as an unsigned array or scalar of the register's width."""
    if isinstance(given, (int, np.bool_)) and not isinstance(given, np.integer):
        return _scalar(name, int(given), bits or 64)
    array = np.asarray(given)
    if array.dtype == np.bool_:
        array = array.view(np.uint8)
    if (array.dtype.kind != "u" and array.dtype != QUAD) or array.ndim > 1:
        wanted = "ptxisa.run.patterns.QUAD" if dtype_of(bits or 64) == QUAD else f"np.{dtype_of(bits or 64).name}"
        raise _register_error(f"register {name} must be a one-dimensional unsigned array (use .view({wanted}))")
    if name == CARRY or bits == 1:
        return (array != 0).astype(np.uint8)
    if bits is not None and array.dtype.itemsize * 8 != bits:
        raise _register_error(
            f"register {name} has {array.dtype.itemsize * 8}-bit values; the statements use {bits} bits"
        )
    return array


def _scalar(name: str, value: int, bits: int) -> Any:
    if not -(1 << (bits - 1)) <= value < 1 << bits and bits > 1:
        raise _register_error(f"register {name}: {value} does not fit in {bits} bits")
    return np.uint8(value != 0) if bits == 1 else scalar_of(value, bits)


def _register_error(message: str) -> PtxError:
    return PtxError([Diagnostic("register-value", "error", message, 1, 1, (1, 1))])


def _run(step: Step, values: dict[str, Any], count: int) -> None:
    given = [_value(read, values) for read in step.reads]
    results = _around(step, given, values, count) if step.around else step.function(*given)
    for write, result in zip(step.writes, results, strict=True):
        if write.register is not None:
            values[write.register] = _guarded(step, write, result, values)


def _around(step: Step, given: list[Any], values: Mapping[str, Any], count: int) -> tuple[Bits, ...]:
    """Run what looks at other lanes on whole warps: threads that do not exist and those held back are not active."""
    threads = -(-count // WARP) * WARP
    executed = _in_warps(np.broadcast_to(_taken(step, values), count), threads)
    known = {LANE: lane_numbers(threads), ACTIVE: lanes_set(executed)}
    inputs = (
        known.get(read.name, value if isinstance(value, int) else _in_warps(np.broadcast_to(value, count), threads))
        for read, value in zip(step.reads, given, strict=True)
    )
    return tuple(result[:count] for result in step.function(*inputs))


def _in_warps(array: Bits, threads: int) -> Bits:
    """An array with zeros behind it for what lacks of the last warp."""
    return np.concatenate([array, np.zeros(threads - len(array), array.dtype)])


def _taken(step: Step, values: Mapping[str, Any]) -> Any:
    """Where the guard of a statement holds."""
    if step.guard is None:
        return np.uint8(1)
    predicate, negated = step.guard
    return (values[predicate] == (0 if negated else 1)).astype(np.uint8)


def _value(read: Read, values: Mapping[str, Any]) -> Any:
    if read.register is None:
        return read.constant
    return values[read.register] ^ np.uint8(1) if read.negated else values[read.register]


def _guarded(step: Step, write: Write, result: Any, values: Mapping[str, Any]) -> Any:
    """The new value where the guard holds; where it does not, the old one, or zero if there is none."""
    if step.guard is None:
        return result
    old = values.get(str(write.register), scalar_of(0, write.bits))
    return np.where(_taken(step, values) == 1, result, old).astype(dtype_of(write.bits), copy=False)


def _whole(value: Any, count: int) -> Bits:
    """One element a thread, also where all threads have the same value."""
    array: Bits = np.asarray(value)
    return array if array.shape == (count,) else np.full(count, array)
