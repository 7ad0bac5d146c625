"""Binding: operands of a statement as registers, constants and places in memory, and the step that it becomes.

step = step_of(Binder(statement, registers), target, None)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ptxisa.check.operands import ELEMENTS, GENERIC
from ptxisa.check.scope import ANY, Lookup, Symbol, register, special
from ptxisa.isa import diagnostics, selectors, versions
from ptxisa.isa.forms import Values, choose, type_of
from ptxisa.isa.language import conversions
from ptxisa.isa.opcode import BoundOperand, ResolvedInstruction
from ptxisa.isa.targets import Target
from ptxisa.isa.types import Type, known
from ptxisa.numbers import exact
from ptxisa.numbers.formats import known as formats
from ptxisa.numbers.lanes import over_lanes
from ptxisa.numbers.patterns import scalar_of
from ptxisa.run.implementation import NotExecutable, implementation
from ptxisa.run.machine import STEPS
from ptxisa.run.memory import CLUSTER
from ptxisa.run.operands import CARRY, Guard, MemoryAccess, Part, Read, Write
from ptxisa.run.steps import (
    NO_EFFECT,
    MachineStep,
    MemoryStep,
    NothingStep,
    ScalarStep,
    Step,
    WarpStep,
)
from ptxisa.run.truth_tables import lookup
from ptxisa.run.undefined import memory_check
from ptxisa.run.warp import ACTIVE, LANE, looks_around, operand_of
from ptxisa.syntax import tree
from ptxisa.syntax.expressions import evaluate
from ptxisa.syntax.source import Source

ROW_BITS = 128
"""Bits of a row of a matrix that one lane addresses."""
WORD_BITS = 32
"""Bits of an address in tensor memory."""
_WORD = re.compile(r"[%$_A-Za-z][$\w]*")


class Program(NamedTuple):
    """Statements ready to run.

    Attributes:
        steps: Statements in order.
        needs: Registers that are read before they are written, with their width; 0 where any width fits.
        gives: Registers that are written.
        types: Type of each register, from its first use.
        widths: Width of each register that may not be wider than its type.
        addresses: Registers that serve as addresses alone, and variables, for which memory may be given instead.
        mentions: Every word of the text, also registers that are only hints.
        source: Text of the statements.
        spans: Place of each statement in the text.
        statements: Forms, modifiers and operands of the statements.
        flow: Operations of statements with blocks, branches or calls (`ptxisa.run.flow.Flow`), which run in another
            order than `steps`; None for statements that run one after the other.
    """

    steps: tuple[Step, ...]
    needs: Mapping[str, int]
    gives: tuple[str, ...]
    types: Mapping[str, str]
    widths: Mapping[str, int]
    addresses: frozenset[str]
    mentions: frozenset[str]
    source: Source
    spans: tuple[diagnostics.Span, ...]
    statements: tuple[ResolvedInstruction, ...]
    flow: Any = None

    @property
    def group(self) -> int:
        """Threads that have to execute a statement together: 1, 32 (a warp), or 128 (a warpgroup)."""
        return max((step.threads for step in self.steps), default=1)


def located_error(source: Source, code: str, message: str, start: int, end: int) -> diagnostics.PtxError:
    """Return a `PtxError` with one diagnostic about a part of a text."""
    diagnostic = diagnostics.error(code, message, diagnostics.Span(start, end))
    return diagnostics.PtxError([diagnostic.located(source.position)])


# --- steps ---


def step_of(binder: Binder, on: Target | None, ptx: versions.Version | None) -> Step:
    """Construct the step of a statement."""
    kind, node = binder.statement.form.operation, binder.statement.node
    try:
        if not kind:
            return _scalar_step(binder, on, ptx)
        if kind in STEPS:
            return _machine_step(binder, STEPS[kind])
        # Layouts load with these modules, so that commands without matrices start faster.
        from ptxisa.run import matrix, tensor_memory, tensor_products, warpgroup

        if operation := {**matrix.OPERATIONS, **warpgroup.OPERATIONS}.get(kind):
            return _matrix_step(binder, operation, on)
        tensor_operation = {**tensor_memory.OPERATIONS, **tensor_products.OPERATIONS}[kind]
        return _tensor_step(binder, tensor_operation, on)
    except NotExecutable as error:
        if f"{binder.statement.form.id}.".startswith(tuple(f"{name}." for name in NO_EFFECT)):
            return NothingStep(binder.guard(), ())
        raise located_error(binder.registers.source, "not-executable", str(error), node.start, node.end) from None


def _scalar_step(binder: Binder, on: Target | None, ptx: versions.Version | None) -> Step:
    """Construct the step of a statement that each thread executes, element by element of its vectors."""
    form, values, operands = binder.statement.form, binder.values, binder.statement.operands
    semantics = implementation(form, values, on=on, ptx=ptx)
    count = max((int(choose(bound.operand.vector, values) or 1) for bound in operands), default=1)
    parts = tuple(_part(binder, semantics.inputs, semantics.outputs, index) for index in range(count))
    guard = binder.guard()
    function = semantics.function
    table = next((read.constant for part in parts for read in part.reads if read.name == "immlut"), None)
    if form.id == "lop3" and table is not None:
        bitwise = lookup(int(table) & 0xFF)
        # The table is constant, so that its shortest formula takes the place of the loop over its bits. The
        # semantics read the lowest eight bits of the constant.
        function = over_lanes(lambda a, b, c, _table: (bitwise(a, b, c),))
    common = guard, parts, function, semantics.inputs, semantics.outputs
    if looks_around(semantics.inputs):
        members = (bound.operand.name for bound in operands if bound.operand.member_mask)
        return WarpStep(*common, next(members, ""), moves=form.id in ("shfl", "shfl.sync"))
    accesses = [access for part in parts for access in part.accesses]
    if not accesses:
        return ScalarStep(*common)
    by_space = {}
    if any(access.space == GENERIC and access.read and access.written for access in accesses):
        # An atomic operation on a generic address does what it does in the space into which the address points. Models
        # differ there: `atom.add.f32` flushes subnormal numbers in global memory only (section 9.7.13.5).
        named = {value for slot in form.slots if slot.name == "space" for value in slot.values}
        for space, pointed in (("global", "global"), ("shared", CLUSTER)):
            if space in named:
                by_space[pointed] = implementation(form, {**values, "space": space}, on=on, ptx=ptx).function
    return MemoryStep(*common, by_space, form.associative, memory_check(form))


def _part(binder: Binder, inputs: tuple[str, ...], outputs: tuple[str, ...], index: int) -> Part:
    """Return the operands of one element of the vectors of a statement; in memory they follow each other."""
    form = binder.statement.form
    elements = [binder.element(bound, index) for bound in binder.statement.operands]
    named = {bound.operand.name: bound for bound in elements}
    selection = {bound.operand.selector.name: bound.selector for bound in elements if bound.operand.selector}
    numbers = selectors.inputs(form, selection)
    accesses = tuple(
        binder.access(bound, index=index)
        for bound in elements
        if bound.operand.kind == "address" and bound.operand.type
    )
    in_memory = {access.name for access in accesses}
    reads = []
    for name in inputs:
        if name in numbers:
            reads.append(Read(name, constant=numbers[name]))
        elif name == CARRY:
            reads.append(Read(name, CARRY))
        elif name in (LANE, ACTIVE):
            reads.append(Read(name))
        elif name not in in_memory:
            reads.append(binder.read(name, named[operand_of(name) or name]))
    writes = tuple(
        Write(CARRY, CARRY, 1, 1) if name == CARRY else binder.write(name, named[name])
        for name in outputs
        if name not in in_memory
    )
    return Part(tuple(reads), writes, accesses)


def _machine_step(binder: Binder, kind: type[MachineStep]) -> Step:
    """Construct the step of a statement on the state of the machine."""
    operands = binder.statement.operands
    named = {bound.operand.name: bound for bound in operands if bound.node is not None}
    # Operands that are read come first, here and below: a register that the statement also writes is an input of it.
    reads = tuple(binder.read(name, named[name]) for name in kind.inputs if name in named)
    guard = binder.guard()
    sizes = [read.constant for read in reads if read.name == "cp_size"]
    addresses = [bound for bound in operands if bound.operand.kind == "address"]
    accesses = tuple(binder.access(bound, bits=8 * int(sizes[0])) for bound in addresses)
    by_name = {bound.operand.name: bound for bound in operands}
    writes = tuple(binder.write(name, by_name[name]) for name in kind.outputs)
    return kind(guard, (Part(reads, writes, accesses),), binder.values)


def _matrix_step(binder: Binder, construct: Any, on: Target | None) -> Step:
    """Construct the step of whole warps or warpgroups, with every register of its operands."""
    from ptxisa.run.groups import MatrixStep

    operands = [bound for bound in binder.statement.operands if bound.node is not None]
    constants = {
        bound.operand.name: constant_bits(bound.node, known()["u32"])
        for bound in operands
        if bound.operand.choices and isinstance(bound.node, tree.Constant)
    }
    operation = construct(binder.values, constants, on)
    addresses = [bound for bound in operands if bound.operand.kind == "address"]
    accesses = tuple(binder.access(bound, bits=ROW_BITS) for bound in addresses)
    named = dict(pair for bound in operands if bound.operand.kind != "address" for pair in binder.elements(bound))
    inputs = {name: bound for name, bound in named.items() if name.partition(".")[0] in operation.inputs}
    outputs = {name: bound for name, bound in named.items() if name.partition(".")[0] in operation.outputs}
    reads = tuple(binder.read(name, bound) for name, bound in inputs.items())
    guard = binder.guard()
    writes = tuple(binder.write(name, bound) for name, bound in outputs.items())
    return MatrixStep(guard, (Part(reads, writes, accesses),), operation)


def _tensor_step(binder: Binder, construct: Any, on: Target | None) -> Step:
    """Construct the step of a statement on tensor memory; addresses there are numbers."""
    from ptxisa.run.tensor_memory import TensorStep

    form, values = binder.statement.form, binder.values
    operands = [bound for bound in binder.statement.operands if bound.node is not None]
    constants = {
        bound.operand.name: constant_bits(bound.node, known()["u32"])
        for bound in operands
        if isinstance(bound.node, tree.Constant)
    }
    operation = construct(form.id, values, constants, on)
    addresses = [bound for bound in operands if bound.operand.kind == "address"]
    in_tensor = [bound for bound in addresses if choose(bound.operand.space, values) == "tensor"]
    in_shared = [bound for bound in addresses if choose(bound.operand.space, values) != "tensor"]
    named = dict(pair for bound in operands if bound.operand.kind != "address" for pair in binder.elements(bound))
    inputs = {name: bound for name, bound in named.items() if bound.operand.access == "read"}
    reads = [binder.read(bound.operand.name, bound) for bound in in_tensor]
    reads += [binder.read(name, bound) for name, bound in inputs.items()]
    guard = binder.guard()
    writes = tuple(binder.write(name, bound) for name, bound in named.items() if name not in inputs)
    accesses = tuple(binder.access(bound, bits=WORD_BITS) for bound in in_shared)
    return TensorStep(guard, (Part(tuple(reads), writes, accesses),), operation)


# --- registers of a program ---


class Registers:
    """Registers of the statements so far: their types, and which are read before they are written.

    A register has its declared type, or else the type of its first use. An operand that takes wider registers does not
    fix the width; `wider` has the widest such operand of each register.

    Args:
        source: Text of the statements.
        declared: Function that returns the symbol of a name that is declared, and None for others.
    """

    def __init__(self, source: Source, declared: Lookup = lambda _name: None) -> None:
        self.source, self._declared = source, declared
        self.types: dict[str, Type] = {}
        self.wider: dict[str, Type] = {}
        self.addresses: dict[str, None] = {}
        self.needs: dict[str, None] = {}
        self.gives: dict[str, None] = {}

    def program(
        self,
        steps: Sequence[Step],
        spans: tuple[diagnostics.Span, ...],
        statements: tuple[ResolvedInstruction, ...],
    ) -> Program:
        """Return the program of all statements."""
        types = {**self.wider, **self.types}

        def sized(write: Write) -> Write:
            # All statements together decide the width of a register.
            name = write.register
            return write._replace(width=types[name].bits) if name and name != CARRY else write

        needs = {name: self.types[name].bits if name in self.types else 0 for name in self.needs}
        read = {step.guard[0] for step in steps if step.guard}
        read |= {str(operand.register) for step in steps for part in step.parts for operand in part.reads}
        return Program(
            steps=tuple(
                replace(
                    step,
                    parts=tuple(part._replace(writes=tuple(map(sized, part.writes))) for part in step.parts),
                )
                for step in steps
            ),
            needs=needs,
            gives=tuple(self.gives),
            types={name: type_.name for name, type_ in types.items()},
            widths={name: type_.bits for name, type_ in self.types.items()},
            addresses=frozenset(self.addresses) - read,
            mentions=frozenset(_WORD.findall(self.source.text)),
            source=self.source,
            spans=spans,
            statements=statements,
        )

    def symbol(self, name: str) -> Symbol:
        """Return the symbol of a name; an undeclared register has any type, unless it is a known predicate."""
        symbol = self._declared(name)
        if symbol is not None and symbol.kind != "any":
            return symbol
        type_ = self.types.get(name)
        return special(name) or (register("pred") if type_ and type_.name == "pred" else ANY)

    def read(self, node: tree.Name, type_: Type, wider: bool = False) -> None:
        """Note that a register is read: an input, unless an earlier statement wrote it."""
        self._use(node, type_, wider)
        if node.text not in self.gives:
            self.needs[node.text] = None

    def write(self, node: tree.Name, type_: Type, wider: bool = False) -> None:
        """Note that a register is written."""
        self._use(node, type_, wider)
        self.gives[node.text] = None

    def read_special(self, name: str, type_: Type) -> None:
        """Note that a special register, or an element of one, is read."""
        self.types.setdefault(name, type_)
        self.needs[name] = None

    def address(self, node: tree.Address) -> tuple[str, int]:
        """Return the register or variable from which an address counts, if any, and the bytes that are added."""
        offset = int(evaluate(node.offset).number) if node.offset else 0
        if not isinstance(node.base, tree.Name):
            return "", offset + int(evaluate(node.base).number)
        if node.base.text not in self.gives:
            self.needs[node.base.text] = None
        return node.base.text, offset

    def _use(self, node: tree.Name, type_: Type, wider: bool) -> None:
        """Give a register the type of its first use; later uses must fit its width."""
        name = node.text
        symbol = self._declared(name)
        if symbol is not None and symbol.kind == "register":
            self.types[name] = known()[symbol.type]
            return
        first, widest = self.types.get(name), self.wider.get(name)
        if wider:
            # `ld.u8 r` fits a register of 32 bits. Several such uses need the widest of them.
            if first is None or first.bits >= type_.bits:
                self.wider[name] = type_ if widest is None or widest.bits < type_.bits else widest
                return
        else:
            if (first is None or first.bits == type_.bits) and (widest is None or widest.bits <= type_.bits):
                self.types.setdefault(name, type_)
                return
            first = first or widest
        assert first is not None
        message = f"{name} has {_width(first.bits)} and is used here as one with {_width(type_.bits)}"
        raise located_error(self.source, "operand-type", message, node.start, node.end)


def _width(bits: int) -> str:
    return "1 bit (a predicate)" if bits == 1 else f"{bits} bits"


# --- operands of a statement ---


class Binder:
    """Makes operands of steps from the bound operands of one statement."""

    def __init__(self, statement: ResolvedInstruction, registers: Registers) -> None:
        self.statement, self.registers = statement, registers
        self.values: Values = statement.modifiers

    def guard(self) -> Guard | None:
        """Return the guard."""
        guard = self.statement.node.guard
        if guard is None:
            return None
        self.registers.read(guard.predicate, known()["pred"])
        return guard.predicate.text, guard.negated

    def read(self, name: str, bound: BoundOperand) -> Read:
        """Return an operand that is read, as input `name` of a function."""
        type_ = known()[type_of(bound.operand, self.values)]
        bits, node, negated = type_.bits, bound.node, False
        if isinstance(node, tree.Address):
            base, offset = self.registers.address(node)
            constant = scalar_of(offset, 64)
            return Read(name, base, bits=64, offset=offset) if base else Read(name, constant=constant, bits=64)
        if isinstance(node, tree.Opposite):
            node, negated = node.operand, True
        if node is None:
            return Read(name, constant=scalar_of(0, bits), bits=bits)
        if isinstance(node, (tree.Name, tree.Select)):
            whole = node if isinstance(node, tree.Name) else node.name
            if symbol := special(whole.text):
                # Values are given by the names x, y, z and w.
                text = whole.text if isinstance(node, tree.Name) else f"{whole.text}.{'xyzw'[ELEMENTS[node.selector]]}"
                self.registers.read_special(text, known()[symbol.type])
                return Read(name, text, bits=bits)
        if isinstance(node, tree.Name):
            self.registers.read(node, type_, bound.operand.wider_registers)
            return Read(name, node.text, negated, bits=bits)
        if isinstance(node, tree.Select):
            raise self.error("vector components cannot be run on their own", node)
        if not isinstance(node, tree.Constant):
            message = "only registers and constants are run here; add the offset to an address with add"
            raise self.error(message, node)
        constant = constant_bits(node, type_)
        # An operand that must be a constant is a Python integer for its function.
        if bound.operand.immediate != "required":
            constant = scalar_of(constant, bits)
        return Read(name, constant=constant, bits=bits)

    def write(self, name: str, bound: BoundOperand) -> Write:
        """Return an operand that is written, as output `name` of a function."""
        type_ = known()[type_of(bound.operand, self.values)]
        if bound.node is None or isinstance(bound.node, tree.Sink):
            return Write(name, None, type_.bits, type_.bits)
        if not isinstance(bound.node, tree.Name):
            raise self.error("results go to plain registers", bound.node)
        self.registers.write(bound.node, type_, bound.operand.wider_registers)
        return Write(name, bound.node.text, type_.bits, type_.bits, type_.kind == "signed")

    def access(self, bound: BoundOperand, index: int = 0, bits: int = 0) -> MemoryAccess:
        """Return element `index` of an operand in memory; it has `bits` bits, or those of the operand's type."""
        operand, node, values = bound.operand, bound.node, self.values
        space = str(choose(operand.space, values) or GENERIC)
        window = str(choose(operand.window, values) or "") if space == GENERIC else ""
        windowed = window.startswith("shared")
        if windowed:
            space = window
        # Without a suffix, `.shared` is the CTA's own memory, except in statements that also name `.shared::cluster`.
        if space == "shared" and (CLUSTER in values.values() or values.get(CLUSTER)):
            space = CLUSTER
        bits = bits or known()[type_of(operand, values)].bits
        if not isinstance(node, tree.Address):
            raise self.error("an address needs brackets", node)
        base, offset = self.registers.address(node)
        if base:
            self.registers.addresses.setdefault(base)
        reads, writes = operand.access != "write", operand.access != "read"
        only = "" if windowed else window
        offset += index * (bits // 8)
        return MemoryAccess(operand.name, space, base, offset, bits, reads, writes, windowed, only)

    def element(self, bound: BoundOperand, index: int) -> BoundOperand:
        """Return an operand, or element `index` of a vector."""
        if int(choose(bound.operand.vector, self.values) or 1) == 1 or isinstance(bound.node, tree.Sink):
            single = isinstance(bound.node, tree.Vector) and len(bound.node.elements) == 1
            return bound._replace(node=bound.node.elements[0]) if single else bound
        if not isinstance(bound.node, tree.Vector):
            raise self.error("vectors are run element by element: write {a, b}", bound.node)
        return bound._replace(node=bound.node.elements[index])

    def elements(self, bound: BoundOperand) -> Iterator[tuple[str, BoundOperand]]:
        """Yield every register of an operand as an operand of its own: `a.0`, `a.1` and so on."""
        count = int(choose(bound.operand.vector, self.values) or 1)
        if count == 1 and isinstance(bound.node, tree.Vector):
            yield f"{bound.operand.name}.0", bound._replace(node=bound.node.elements[0])
            return
        for index in range(count):
            yield f"{bound.operand.name}.{index}", self.element(bound, index)

    def error(self, message: str, node: Any) -> diagnostics.PtxError:
        """Return the error that an operand cannot be executed."""
        return located_error(self.registers.source, "not-executable", message, node.start, node.end)


# --- constants ---

_SORTS = {"f32": "single", "f64": "double"}


def constant_bits(constant: tree.Constant, type_: Type) -> int:
    """Return the bits of a constant as an operand of a type (section 4.5 of the manual).

    Integers are cut to the width of the type, predicates are 1 for what is not zero; a double becomes the nearest
    number of the operand's format, a single-precision hexadecimal constant (`0f3f800000`) keeps its bits. The table
    `constant_operands` of the language has the conversion of each type.
    """
    value = evaluate(constant)
    # A Python float may lose the payload of a signaling NaN, so the bits of a literal are used.
    bits = constant.bits if isinstance(constant, tree.Float) else value.bits
    sort = _SORTS.get(value.type, "integer")
    if (sort, type_.name) == ("double", "b32"):
        # Only as an element of a vector, where it takes the type of the registers beside it.
        return _converted(bits, "f32")
    outcome = conversions()["constant_operands"].cells.get(type_.name, {}).get(sort, "chop")
    if outcome == "truth":
        return int(value.number != 0)
    if outcome == "convert":
        return _converted(bits, type_.name)
    return bits & ((1 << type_.bits) - 1)


def _converted(double: int, name: str) -> int:
    """Return the nearest number of a format; a NaN keeps its sign and the upper bits of its fraction, and is quiet."""
    form, wide = formats()[name], formats()["f64"]
    number = exact.decode(double, wide)
    if number.kind != "nan":
        return exact.round_to(number, form, "rn")
    fraction = (double & wide.fraction_mask) >> (wide.fraction - form.fraction) | 1 << (form.fraction - 1)
    return double >> wide.sign_bit << form.sign_bit | form.exponent_mask << form.fraction | fraction
