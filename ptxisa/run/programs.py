"""Statements made ready to run: each checked, its operands bound, and its generated function found."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ptxisa.check.addresses import GENERIC
from ptxisa.check.binding import Bound, Statement
from ptxisa.check.place import Place
from ptxisa.check.scope import anything
from ptxisa.check.statement import check_reading, read
from ptxisa.isa import diagnostics, selectors, targets, versions
from ptxisa.isa.forms import Values, choose, type_of
from ptxisa.isa.instructions import MANUAL
from ptxisa.isa.types import Type, known
from ptxisa.numbers.patterns import scalar_of
from ptxisa.run.constants import pattern
from ptxisa.run.implementation import Implementation
from ptxisa.run.semantics import NotExecutable, implementation
from ptxisa.run.warp import ACTIVE, LANE, looks_around, operand_of
from ptxisa.syntax import tree
from ptxisa.syntax.expressions import evaluate
from ptxisa.syntax.parser import parse_statements
from ptxisa.syntax.source import Source

CARRY = "CF"
ROW_BITS = 128
"""Bits of a row of a matrix that one lane addresses."""
_WORD = re.compile(r"[%$_A-Za-z][$\w]*")


class Read(NamedTuple):
    """One input of a step: a register, perhaps negated, or a constant already in the operand's width.

    Of an address the register and an `offset` in bytes are added up.
    """

    name: str
    register: str | None
    negated: bool
    constant: Any
    bits: int
    offset: int | None = None


class Write(NamedTuple):
    """One output of a step; `register` is None where the result is thrown away.

    The register may have more bits than the result, `width` in all, which fills it with its sign if it is `signed`.
    """

    name: str
    register: str | None
    bits: int
    width: int
    signed: bool = False


class Access(NamedTuple):
    """What lies in memory, as an operand: where it is, and whether it is read and written.

    `space` is the state space; `base` is a register, a variable or empty for an absolute address; `offset` is in bytes.
    """

    name: str
    space: str
    base: str
    offset: int
    bits: int
    read: bool
    written: bool


class Part(NamedTuple):
    """One statement, or what it does with one element of its vectors."""

    reads: tuple[Read, ...]
    writes: tuple[Write, ...]
    accesses: tuple[Access, ...]


class Step(NamedTuple):
    """One statement, ready to run; `around` says that its lanes look at each other.

    Atomic operations that are `associative` on one place are combined in a scan, others follow one another.
    Operations of whole warps on matrices have the lanes that address rows in `row_lanes`; it is None for other
    statements. Their inputs and outputs are operands; `a.1` is register 1 of operand `a`.
    """

    function: Callable[..., tuple[Any, ...]]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    parts: tuple[Part, ...]
    guard: tuple[str, bool] | None
    around: bool = False
    associative: bool = False
    row_lanes: tuple[int, ...] | None = None


class Program(NamedTuple):
    """Statements ready to run: what they read before writing it, and what they write; `types` are of first uses.

    What is read in 0 bits may have any number of them. `addresses` are registers that serve as addresses alone, and
    variables, which memory may have instead. `mentions` are all words of the text, registers that are only hints
    among them.
    """

    steps: tuple[Step, ...]
    needs: Mapping[str, int]
    gives: tuple[str, ...]
    types: Mapping[str, str]
    addresses: frozenset[str]
    mentions: frozenset[str]

    @property
    def by_warps(self) -> bool:
        """Whether whole warps have to execute a statement."""
        return any(step.row_lanes is not None for step in self.steps)


@lru_cache(maxsize=512)
def compile_statements(statements: str, target: str | None, ptx: str | None) -> Program:
    """Check the statements and bind each to its function; raise `PtxError` when they do not stand."""
    on = targets.target(target) if target else None
    place = Place(on, versions.version(ptx) if ptx else None, assembler=MANUAL)
    source = Source(statements)
    parsed = parse_statements(statements)
    if parsed.diagnostics:
        raise diagnostics.PtxError(parsed.diagnostics)
    compiler = _Compiler(source, place)
    return compiler.program([one for one in parsed.statements if not isinstance(one, tree.Label)])


class _Compiler:
    """Turns checked statements into steps, tracking which registers exist and how wide they are.

    Registers that an operand may be narrower than take their width from other uses; `wider` has the widest operand.
    """

    def __init__(self, source: Source, place: Place) -> None:
        self.source, self.place = source, place
        self.types: dict[str, Type] = {}
        self.wider: dict[str, Type] = {}
        self.addresses: dict[str, None] = {}
        self.needs: dict[str, int] = {}
        self.gives: dict[str, None] = {}

    def program(self, statements: list[Any]) -> Program:
        if not statements:
            raise self.error("syntax-error", "there is no statement to run", 0, 0)
        steps = tuple(self.step(statement) for statement in statements)
        types = {**self.wider, **self.types}
        needs = {name: self.types[name].bits if name in self.types else 0 for name in self.needs}
        names = {name: type_.name for name, type_ in types.items()}
        widths = {name: type_.bits for name, type_ in types.items()}
        steps = tuple(_widened(step, widths) for step in steps)
        addresses = frozenset(self.addresses) - _registers_read(steps)
        return Program(steps, needs, tuple(self.gives), names, addresses, _words(self.source.text))

    def step(self, statement: Any) -> Step:
        if not isinstance(statement, tree.Instruction):
            raise self.error("not-executable", "only instructions can be run", statement.start, statement.end)
        checked = self.checked(statement)
        form, bound = checked.form, checked.operands
        if form.executes:
            return self.warp_step(checked)
        try:
            found = implementation(form, checked.modifiers, on=self.place.target)
        except NotExecutable as error:
            raise self.error("not-executable", str(error), statement.start, statement.end) from None
        count = max(int(choose(one.operand.vector, checked.modifiers) or 1) for one in bound) if bound else 1
        parts = tuple(self.part(found, checked, element) for element in range(count))
        guard = self.guard(statement)
        around, associative = looks_around(found.inputs), form.associative
        return Step(found.function, found.inputs, found.outputs, parts, guard, around, associative)

    def warp_step(self, statement: Statement) -> Step:
        """An operation of a whole warp on matrices, with all registers of its operands."""
        from ptxisa.run.matrices import operation

        values, bound = statement.modifiers, statement.operands
        constants = {one.operand.name: pattern(one.node, known()["u32"]) for one in bound if one.operand.choices}
        found = operation(statement.form.executes, values, constants, self.place.target)
        accesses = tuple(self.access(one, values, 0, ROW_BITS) for one in bound if one.operand.kind == "address")
        named = {name: one for one in bound if one.operand.kind != "address" for name, one in self.named(one, values)}
        reads = tuple(self.read(name, named, values) for name in named if name.partition(".")[0] in found.inputs)
        guard = self.guard(statement.node)
        writes = tuple(self.write(name, named, values) for name in named if name.partition(".")[0] in found.outputs)
        part = Part(reads, writes, accesses)
        return Step(found.function, found.inputs, found.outputs, (part,), guard, row_lanes=found.lanes)

    def named(self, bound: Bound, values: Values) -> list[tuple[str, Bound]]:
        """Every register of an operand as an operand of its own: `a.0`, `a.1` and so on."""
        count = int(choose(bound.operand.vector, values) or 1)
        if count == 1 and isinstance(bound.node, tree.Vector):
            return [(f"{bound.operand.name}.0", bound._replace(node=bound.node.elements[0]))]
        return [(f"{bound.operand.name}.{index}", self.element(bound, values, index)) for index in range(count)]

    def part(self, found: Implementation, statement: Statement, index: int) -> Part:
        """What a statement does with one element of its vectors; those in memory lie one after the other."""
        form, values = statement.form, statement.modifiers
        chosen = [self.element(one, values, index) for one in statement.operands]
        by_name = {one.operand.name: one for one in chosen}
        selection = {one.operand.selector.name: one.selector for one in chosen if one.operand.selector}
        numbers = selectors.inputs(form, selection)
        accesses = tuple(self.access(one, values, index) for one in chosen if _in_memory(one))
        memory = {access.name for access in accesses}
        reads = tuple(
            Read(name, None, False, numbers[name], 0) if name in numbers else self.read(name, by_name, values)
            for name in found.inputs
            if name not in memory
        )
        outputs = [name for name in found.outputs if name not in memory]
        return Part(reads, tuple(self.write(name, by_name, values) for name in outputs), accesses)

    def element(self, bound: Bound, values: Values, index: int) -> Bound:
        """An operand, or the element of it where it is a vector."""
        if int(choose(bound.operand.vector, values) or 1) == 1 or isinstance(bound.node, tree.Sink):
            return bound
        if not isinstance(bound.node, tree.Vector):
            message = "vectors are run element by element: write {a, b}"
            raise self.error("not-executable", message, bound.node.start, bound.node.end)
        return bound._replace(node=bound.node.elements[index])

    def access(self, bound: Bound, values: Values, index: int, bits: int = 0) -> Access:
        """Where in memory an element of an operand lies; it has `bits` bits, or those of the operand's type."""
        operand, node = bound.operand, bound.node
        space = str(choose(operand.space, values) or GENERIC)
        if space == GENERIC and operand.window:
            space = operand.window
        bits = bits or known()[type_of(operand, values)].bits
        if not isinstance(node, tree.Address):
            raise self.error("not-executable", "an address stands in brackets", node.start, node.end)
        base, offset = self.place_of(node)
        if base:
            self.addresses.setdefault(base)
        reads, writes = operand.access != "write", operand.access != "read"
        return Access(operand.name, space, base, offset + index * (bits // 8), bits, reads, writes)

    def checked(self, node: tree.Instruction) -> Statement:
        """The statement that an instruction is, without anything wrong."""
        reading = read(node, self.place, anything)
        found = check_reading(node, reading, self.place, anything)
        errors = [one for one in found if one.severity == "error" or one.code == "unrecorded-instruction"]
        if errors:
            raise diagnostics.PtxError(one.located(self.source.position) for one in errors)
        return reading.statements[0]

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
        if isinstance(node, tree.Address):
            return self.address(name, node)
        if isinstance(node, tree.Opposite):
            node, negated = node.operand, True
        if node is None:
            return Read(name, None, False, scalar_of(0, bits), bits)
        if isinstance(node, tree.Name):
            self.use(node, type_, bound.operand.wider)
            return Read(name, node.text, negated, None, bits)
        if isinstance(node, tree.Select):
            raise self.error("not-executable", "vector components cannot be run on their own", node.start, node.end)
        if not isinstance(node, tree.Constant):
            message = "only registers and constants are run here; add the offset to an address with add"
            raise self.error("not-executable", message, node.start, node.end)
        return Read(name, None, False, self.constant(bound, node, type_), bits)

    def address(self, name: str, node: tree.Address) -> Read:
        """An address as a number."""
        base, offset = self.place_of(node)
        return Read(name, base, False, None, 64, offset) if base else Read(name, None, False, scalar_of(offset, 64), 64)

    def place_of(self, node: tree.Address) -> tuple[str, int]:
        """The register or variable that an address is relative to, if any, and how many bytes from there."""
        offset = int(evaluate(node.offset).number) if node.offset else 0
        if not isinstance(node.base, tree.Name):
            return "", offset + int(evaluate(node.base).number)
        if node.base.text not in self.gives:
            self.needs.setdefault(node.base.text, 0)
        return node.base.text, offset

    def constant(self, bound: Bound, node: Any, type_: Type) -> Any:
        """The bits of a constant: a Python integer where one is required, else a NumPy scalar."""
        bits = pattern(node, type_)
        return bits if bound.operand.immediate == "required" else scalar_of(bits, type_.bits)

    def write(self, name: str, operands: Mapping[str, Bound], values: Values) -> Write:
        if name == CARRY:
            return Write(name, CARRY, 1, 1)
        bound = operands[name]
        type_ = known()[type_of(bound.operand, values)]
        bits = type_.bits
        if bound.node is None or isinstance(bound.node, tree.Sink):
            return Write(name, None, bits, bits)
        if not isinstance(bound.node, tree.Name):
            raise self.error("not-executable", "results go to plain registers", bound.node.start, bound.node.end)
        wider = bound.operand.wider
        self.fix_width(bound.node, type_, wider)
        self.gives[bound.node.text] = None
        return Write(name, bound.node.text, bits, bits, type_.kind == "signed")

    def use(self, node: tree.Name, type_: Type, wider: bool = False) -> None:
        """A register is read: an input, unless an earlier statement wrote it."""
        self.fix_width(node, type_, wider)
        if node.text not in self.gives:
            self.needs.setdefault(node.text, type_.bits)

    def fix_width(self, node: tree.Name, type_: Type, wider: bool) -> None:
        """A register keeps the width of its first use, of those that do not take wider registers as well."""
        if wider:
            widest = max(self.wider.get(node.text, type_), type_, key=lambda one: one.bits)
            self.wider[node.text] = widest
            return
        first = self.types.setdefault(node.text, type_)
        if first.bits != type_.bits:
            message = f"{node.text} has {_width(first.bits)} and is used here as one with {_width(type_.bits)}"
            raise self.error("operand-type", message, node.start, node.end)

    def error(self, code: str, message: str, start: int, end: int) -> diagnostics.PtxError:
        wrong = diagnostics.error(code, message, diagnostics.Span(start, end))
        return diagnostics.PtxError([wrong.located(self.source.position)])


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text))


def _width(bits: int) -> str:
    return "1 bit (a predicate)" if bits == 1 else f"{bits} bits"


def _registers_read(steps: tuple[Step, ...]) -> set[str | None]:
    """Registers whose values are read other than as the address of what lies in memory."""
    guards = {step.guard[0] for step in steps if step.guard}
    return guards | {read.register for step in steps for part in step.parts for read in part.reads}


def _widened(step: Step, widths: Mapping[str, int]) -> Step:
    """A step with the widths of the registers that it writes, which are known once every statement has been seen."""
    parts = tuple(
        part._replace(
            writes=tuple(write._replace(width=widths.get(str(write.register), write.bits)) for write in part.writes)
        )
        for part in step.parts
    )
    return step._replace(parts=parts)


def _in_memory(bound: Bound) -> bool:
    return bound.operand.kind == "address" and bool(bound.operand.type)
