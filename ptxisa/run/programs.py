"""Statements made ready to run: each checked, its operands bound, and its generated function found."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ptxisa.check.addresses import GENERIC
from ptxisa.check.place import Place
from ptxisa.check.scope import ANY, Symbol, register, special
from ptxisa.check.statement import check_resolved, resolve
from ptxisa.isa import diagnostics, selectors, targets, versions
from ptxisa.isa.forms import Values, choose, type_of
from ptxisa.isa.instructions import MANUAL
from ptxisa.isa.opcode import BoundOperand, ResolvedInstruction
from ptxisa.isa.types import Type, known
from ptxisa.run.constants import pattern
from ptxisa.run.implementation import Implementation
from ptxisa.run.pending import Pending
from ptxisa.run.semantics import VECTOR, NotExecutable, implementation
from ptxisa.run.steps import CARRY, Access, Part, Program, Read, Step, Write
from ptxisa.run.warp import ACTIVE, LANE, looks_around, operand_of
from ptxisa.syntax import tree
from ptxisa.syntax.expressions import evaluate
from ptxisa.syntax.parser import parse_statements
from ptxisa.syntax.source import Source

CLUSTER = "shared::cluster"
ON_TENSOR = "tensor_"
"""How records begin the names of operations on tensor memory."""
ROW_BITS = 128
"""Bits of a row of a matrix that one lane addresses."""
WORD_BITS = 32
"""Bits of an address in tensor memory."""
_WORD = re.compile(r"[%$_A-Za-z][$\w]*")


@lru_cache(maxsize=512)
def compile_statements(statements: str, target: str | None, ptx: str | None, backend: str = VECTOR) -> Program:
    """Check the statements and bind each to its function; raise `PtxError` when they are invalid.

    With the backend "reference" functions and constants are of Python integers, and nothing needs NumPy.
    """
    on = targets.target(target) if target else None
    place = Place(on, versions.version(ptx) if ptx else None, assembler=MANUAL)
    source = Source(statements)
    parsed = parse_statements(statements)
    if parsed.diagnostics:
        raise diagnostics.PtxError(parsed.diagnostics)
    compiler = _Compiler(source, place, backend)
    return compiler.program([one for one in parsed.statements if not isinstance(one, tree.Label)])


class _Compiler:
    """Turns checked statements into steps, tracking which registers exist and how wide they are.

    Registers that an operand may be narrower than take their width from other uses; `wider` has the widest operand.
    """

    def __init__(self, source: Source, place: Place, backend: str) -> None:
        self.source, self.place, self.backend = source, place, backend
        self.types: dict[str, Type] = {}
        self.wider: dict[str, Type] = {}
        self.addresses: dict[str, None] = {}
        self.needs: dict[str, None] = {}
        self.gives: dict[str, None] = {}
        self.pending = Pending()

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
        found = self.maker(checked)(checked)
        if problem := self.pending.problem(checked, found.registers):
            raise self.error("not-executable", problem, statement.start, statement.end)
        return found

    def maker(self, checked: ResolvedInstruction) -> Callable[[ResolvedInstruction], Step]:
        """What makes a step of a statement."""
        kind = checked.form.executes
        if not kind:
            return self.scalar_step
        if self.backend != VECTOR:
            node, what = checked.node, checked.form.id
            raise self.error("not-executable", f"{what} needs NumPy, which is not installed", node.start, node.end)
        from ptxisa.run.actions import ACTIONS

        if kind.startswith(ON_TENSOR):
            return self.tensor_step
        return self.machine_step if kind in ACTIONS else self.warp_step

    def scalar_step(self, checked: ResolvedInstruction) -> Step:
        """A statement that each thread executes."""
        form, bound, statement = checked.form, checked.operands, checked.node
        try:
            found = implementation(form, checked.modifiers, backend=self.backend, on=self.place.target)
        except NotExecutable as error:
            raise self.error("not-executable", str(error), statement.start, statement.end) from None
        count = max(int(choose(one.operand.vector, checked.modifiers) or 1) for one in bound) if bound else 1
        parts = tuple(self.part(found, checked, element) for element in range(count))
        guard = self.guard(statement)
        around, associative = looks_around(found.inputs), form.associative
        by_space = self.by_space(checked, parts)
        return Step(found.function, found.inputs, found.outputs, parts, guard, around, associative, by_space=by_space)

    def by_space(
        self, statement: ResolvedInstruction, parts: tuple[Part, ...]
    ) -> dict[str, Callable[..., tuple[Any, ...]]]:
        """The functions of an atomic operation, by the memory that its generic address points to."""
        form, values = statement.form, statement.modifiers
        accesses = [access for part in parts for access in part.accesses]
        if not any(one.space == GENERIC and one.read and one.written for one in accesses):
            return {}
        named = [value for slot in form.slots if slot.name == "space" for value in slot.values]
        spaces = [one for one in ("global", "shared") if one in named]
        on, backend = self.place.target, self.backend
        found = {one: implementation(form, {**values, "space": one}, backend=backend, on=on) for one in spaces}
        return {CLUSTER if one == "shared" else one: each.function for one, each in found.items()}

    def machine_step(self, statement: ResolvedInstruction) -> Step:
        """An operation on the state of the machine: barriers, asynchronous copies, windows of addresses."""
        from ptxisa.run.actions import action

        values, bound = statement.modifiers, statement.operands
        found = action(statement.form.executes, values)
        named = {one.operand.name: one for one in bound}
        reads = tuple(self.read(name, named, values) for name in found.inputs if _is_given(named.get(name)))
        guard = self.guard(statement.node)
        sizes = [read.constant for read in reads if read.name == "cp_size"]
        addresses = [one for one in bound if one.operand.kind == "address"]
        accesses = tuple(self.access(one, values, 0, 8 * int(sizes[0])) for one in addresses)
        writes = tuple(self.write(name, named, values) for name in found.outputs)
        return Step(_nothing, found.inputs, found.outputs, (Part(reads, writes, accesses),), guard, action=found)

    def warp_step(self, statement: ResolvedInstruction) -> Step:
        """An operation of a whole warp on matrices, with all registers of its operands."""
        from ptxisa.run.operations import operation

        values, bound = statement.modifiers, [one for one in statement.operands if one.node is not None]
        constants = {one.operand.name: pattern(one.node, known()["u32"]) for one in bound if _is_choice(one)}
        try:
            found = operation(statement.form.executes, values, constants, self.place.target)
        except NotExecutable as error:
            raise self.error("not-executable", str(error), statement.node.start, statement.node.end) from None
        accesses = tuple(self.access(one, values, 0, ROW_BITS) for one in bound if one.operand.kind == "address")
        named = {name: one for one in bound if one.operand.kind != "address" for name, one in self.named(one, values)}
        reads = tuple(self.read(name, named, values) for name in named if name.partition(".")[0] in found.inputs)
        guard = self.guard(statement.node)
        writes = tuple(self.write(name, named, values) for name in named if name.partition(".")[0] in found.outputs)
        part = Part(reads, writes, accesses)
        return Step(found.function, found.inputs, found.outputs, (part,), guard, operation=found)

    def tensor_step(self, statement: ResolvedInstruction) -> Step:
        """An operation on tensor memory, with all registers of its operands, and addresses there as numbers."""
        from ptxisa.run.tensor_core import operation

        values, form = statement.modifiers, statement.form
        bound = [one for one in statement.operands if one.node is not None]
        run = operation(form.executes, form.id, values, _constants(bound), self.place.target)
        shared = [one for one in bound if one.operand.kind == "address" and not _in_tensor_memory(one, values)]
        tensor = [one for one in bound if _in_tensor_memory(one, values)]
        named = {name: one for one in bound if one.operand.kind != "address" for name, one in self.named(one, values)}
        given = {name: one for name, one in named.items() if one.operand.access == "read"}
        reads = [self.read(one.operand.name, {one.operand.name: one}, values) for one in tensor]
        reads += [self.read(name, given, values) for name in given]
        guard = self.guard(statement.node)
        writes = tuple(self.write(name, named, values) for name in named if name not in given)
        part = Part(tuple(reads), writes, tuple(self.access(one, values, 0, WORD_BITS) for one in shared))
        return Step(_nothing, (), (), (part,), guard, on_tensor=run)

    def named(self, bound: BoundOperand, values: Values) -> list[tuple[str, BoundOperand]]:
        """Every register of an operand as an operand of its own: `a.0`, `a.1` and so on."""
        count = int(choose(bound.operand.vector, values) or 1)
        if count == 1 and isinstance(bound.node, tree.Vector):
            return [(f"{bound.operand.name}.0", bound._replace(node=bound.node.elements[0]))]
        return [(f"{bound.operand.name}.{index}", self.element(bound, values, index)) for index in range(count)]

    def part(self, found: Implementation, statement: ResolvedInstruction, index: int) -> Part:
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

    def element(self, bound: BoundOperand, values: Values, index: int) -> BoundOperand:
        """An operand, or the element of it where it is a vector."""
        if int(choose(bound.operand.vector, values) or 1) == 1 or isinstance(bound.node, tree.Sink):
            return bound
        if not isinstance(bound.node, tree.Vector):
            message = "vectors are run element by element: write {a, b}"
            raise self.error("not-executable", message, bound.node.start, bound.node.end)
        return bound._replace(node=bound.node.elements[index])

    def access(self, bound: BoundOperand, values: Values, index: int, bits: int = 0) -> Access:
        """Where in memory an element of an operand lies; it has `bits` bits, or those of the operand's type."""
        operand, node = bound.operand, bound.node
        space = str(choose(operand.space, values) or GENERIC)
        windowed = space == GENERIC and bool(operand.window)
        if windowed:
            space = operand.window
        if space == "shared" and (CLUSTER in values.values() or values.get(CLUSTER)):
            space = CLUSTER
        bits = bits or known()[type_of(operand, values)].bits
        if not isinstance(node, tree.Address):
            raise self.error("not-executable", "an address stands in brackets", node.start, node.end)
        base, offset = self.place_of(node)
        if base:
            self.addresses.setdefault(base)
        reads, writes = operand.access != "write", operand.access != "read"
        return Access(operand.name, space, base, offset + index * (bits // 8), bits, reads, writes, windowed)

    def checked(self, node: tree.Instruction) -> ResolvedInstruction:
        """The statement that an instruction is, without anything wrong."""
        candidates = resolve(node, self.place, self.symbol)
        found = check_resolved(node, candidates, self.place, self.symbol)
        errors = [one for one in found if one.severity == "error" or one.code == "unrecorded-instruction"]
        if errors:
            raise diagnostics.PtxError(one.located(self.source.position) for one in errors)
        return candidates[0]

    def symbol(self, name: str) -> Symbol:
        """Registers are not declared: each fits wherever it stands, but for special registers and known predicates."""
        known_type = self.types.get(name)
        return special(name) or (register("pred") if known_type and known_type.name == "pred" else ANY)

    def guard(self, statement: tree.Instruction) -> tuple[str, bool] | None:
        if statement.guard is None:
            return None
        self.use(statement.guard.predicate, known()["pred"])
        return statement.guard.predicate.text, statement.guard.negated

    def read(self, name: str, operands: Mapping[str, BoundOperand], values: Values) -> Read:
        if name == CARRY:
            return Read(name, CARRY, False, None)
        if name in (LANE, ACTIVE):
            return Read(name, None, False, None)
        bound = operands[operand_of(name) or name]
        type_ = known()[type_of(bound.operand, values)]
        bits = type_.bits
        node, negated = bound.node, False
        if isinstance(node, tree.Address):
            return self.address(name, node)
        if isinstance(node, tree.Opposite):
            node, negated = node.operand, True
        if node is None:
            return Read(name, None, False, self.scalar(0, bits), bits)
        if isinstance(node, (tree.Name, tree.Select)) and (symbol := special(_name(node).text)):
            return self.special(name, node, known()[symbol.type], bits)
        if isinstance(node, tree.Name):
            self.use(node, type_, bound.operand.wider)
            return Read(name, node.text, negated, None, bits)
        if isinstance(node, tree.Select):
            raise self.error("not-executable", "vector components cannot be run on their own", node.start, node.end)
        if not isinstance(node, tree.Constant):
            message = "only registers and constants are run here; add the offset to an address with add"
            raise self.error("not-executable", message, node.start, node.end)
        return Read(name, None, False, self.constant(bound, node, type_), bits)

    def special(self, name: str, node: tree.Name | tree.Select, type_: Type, bits: int) -> Read:
        """A special register, or an element of one, of which narrow types read the low bits."""
        text = node.text if isinstance(node, tree.Name) else f"{node.name.text}.{node.selector}"
        self.types.setdefault(text, type_)
        self.needs[text] = None
        return Read(name, text, False, None, bits)

    def scalar(self, number: int, bits: int) -> Any:
        """A constant as the functions of the backend take it."""
        if self.backend != VECTOR:
            return number & ((1 << bits) - 1)
        from ptxisa.numbers.patterns import scalar_of

        return scalar_of(number, bits)

    def address(self, name: str, node: tree.Address) -> Read:
        """An address as a number."""
        base, offset = self.place_of(node)
        return (
            Read(name, base, False, None, 64, offset) if base else Read(name, None, False, self.scalar(offset, 64), 64)
        )

    def place_of(self, node: tree.Address) -> tuple[str, int]:
        """The register or variable that an address is relative to, if any, and how many bytes from there."""
        offset = int(evaluate(node.offset).number) if node.offset else 0
        if not isinstance(node.base, tree.Name):
            return "", offset + int(evaluate(node.base).number)
        if node.base.text not in self.gives:
            self.needs[node.base.text] = None
        return node.base.text, offset

    def constant(self, bound: BoundOperand, node: Any, type_: Type) -> Any:
        """The bits of a constant: a Python integer where one is required, else as the backend has it."""
        bits = pattern(node, type_)
        return bits if bound.operand.immediate == "required" else self.scalar(bits, type_.bits)

    def write(self, name: str, operands: Mapping[str, BoundOperand], values: Values) -> Write:
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
            self.needs[node.text] = None

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


def _constants(bound: Sequence[BoundOperand]) -> dict[str, int]:
    """The bits of the operands that are constants, by operand."""
    immediates = [one for one in bound if isinstance(one.node, tree.Constant)]
    return {one.operand.name: pattern(one.node, known()["u32"]) for one in immediates}


def _in_tensor_memory(bound: BoundOperand, values: Values) -> bool:
    return bound.operand.kind == "address" and choose(bound.operand.space, values) == "tensor"


def _name(node: tree.Name | tree.Select) -> tree.Name:
    return node if isinstance(node, tree.Name) else node.name


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


def _nothing(*_given: Any) -> tuple[Any, ...]:
    """The function of a statement that acts on the state of the machine."""
    return ()


def _is_choice(bound: BoundOperand) -> bool:
    """Whether it is a constant of which the form has a list."""
    return bool(bound.operand.choices) and isinstance(bound.node, tree.Constant)


def _is_given(bound: BoundOperand | None) -> bool:
    return bound is not None and bound.node is not None


def _in_memory(bound: BoundOperand) -> bool:
    return bound.operand.kind == "address" and bool(bound.operand.type)
