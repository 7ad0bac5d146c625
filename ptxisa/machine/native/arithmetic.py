"""Blocks of instructions on registers, and of loads, as one LLVM loop over the threads of a group.

The symbolic functions that the generator makes of the records (`ptxisa._generated.symbolic`) give the terms of each
register after the block; `lowering` turns these into code. Registers are read from and written to the arrays of all
threads, and only those that are used later are written.

A block may contain loads if no thread writes memory before its end, so that their order does not matter. A loop before
checks all of them; loads at constant distances from the same register share most of the check.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ptxisa.machine.address import ALLOCATED, INCOMING, SCRATCH, VALUED
from ptxisa.machine.native.accesses import QUOTIENT_BITS
from ptxisa.machine.native.lowering import NotLowered, TermLowering
from ptxisa.machine.operation import Operation, StepOperation
from ptxisa.numbers.patterns import integer
from ptxisa.proofs import terms
from ptxisa.proofs.operations import Open
from ptxisa.proofs.terms import Term
from ptxisa.run.implementation import SYMBOLIC, NotExecutable, implementation
from ptxisa.run.operands import Read
from ptxisa.run.steps import ScalarStep

MEMORY_ARGUMENTS = ("bytes", "flags", "start", "size", "row_size", "reciprocal")
"""Arguments of a function for each state space that it loads from."""
_POINTERS = frozenset({"bytes", "flags"})
_SCALAR_LOOP = "!llvm.loop !0"
_METADATA = ("!0 = distinct !{!0, !1}", '!1 = !{!"llvm.loop.vectorize.enable", i1 false}')
"""Property of loops with which LLVM does not vectorize them: the gathers of loads at addresses of their own take three
times as long on a Zen 4 with AVX-512 as scalar loads."""
_ADDRESS = 64


class BlockRegisters(NamedTuple):
    """Registers of a block: those that its code reads, and those that it writes, in order of its arguments."""

    read: tuple[str, ...]
    written: tuple[str, ...]


class BlockLoad(NamedTuple):
    """A load of a block.

    Attributes:
        pc: Program counter.
        space: State space: "global", "shared", "local" or "const".
        base: Term of the address without its offset.
        offset: Bytes from there.
        size: Bytes of a value.
        variables: Variables of the values, which follow each other in memory.
    """

    pc: int
    space: str
    base: Term
    offset: int
    size: int
    variables: tuple[str, ...]

    @property
    def total(self) -> int:
        """Bytes of all values."""
        return self.size * len(self.variables)


class BlockTerms:
    """Terms of the registers after some instructions.

    Args:
        bits: Function that returns the width of a register.
        on: Target whose results count.
        version: PTX version of the module.
    """

    def __init__(self, bits: Callable[[str], int], on: Any, version: Any) -> None:
        self._bits, self._on, self._version = bits, on, version
        self.values: dict[str, Term] = {}
        self.loads: list[BlockLoad] = []
        """Loads in order."""

    def load(self, operation: StepOperation, space: str) -> None:
        """Append a load of plain words; raise `NotLowered` if its address depends on a load of the block."""
        parts = operation.step.parts
        (access,) = parts[0].accesses
        base = terms.fitted(self._value(access.base), _ADDRESS) if access.base else terms.word(0, _ADDRESS)
        loaded = {variable for load in self.loads for variable in load.variables}
        if any(term.op == "var" and term.data in loaded for term in terms.postorder([base])):
            # All addresses are checked before the first load, so that a block changes nothing if one is illegal.
            raise NotLowered("an address that the block loads")
        variables = tuple(f"#{operation.pc}.{number}" for number in range(len(parts)))
        # Offsets of loads from one base are compared, so that they are signed.
        offset = (access.offset + (1 << _ADDRESS - 1) & (1 << _ADDRESS) - 1) - (1 << _ADDRESS - 1)
        self.loads.append(BlockLoad(operation.pc, space, base, offset, access.bits // 8, variables))
        for part, variable in zip(parts, variables, strict=True):
            (write,) = part.writes
            if write.register is not None:
                extend = terms.sign_extend if write.signed else terms.zero_extend
                value = extend(terms.variable(variable, access.bits), self._bits(write.register))
                self.values[write.register] = value

    def add(self, operation: Operation) -> None:
        """Append an instruction; raise `NotLowered` if it has no terms."""
        step = operation.step if isinstance(operation, StepOperation) else None
        if type(step) is not ScalarStep or not isinstance(operation, StepOperation) or operation.semantics is None:
            raise NotLowered("the instruction does more than compute registers")
        statement = operation.semantics
        try:
            symbolic = implementation(
                statement.form, statement.modifiers, backend=SYMBOLIC, on=self._on, ptx=self._version
            )
        except NotExecutable as error:
            raise NotLowered(str(error)) from None
        guard = None
        if step.guard is not None:
            guard = terms.truth(self._value(step.guard[0]))
            guard = terms.negation(guard) if step.guard[1] else guard
        results = []
        for part in step.parts:
            operands = {read.name: self._operand(read) for read in part.reads}
            values = symbolic.function(*(operands[name] for name in symbolic.inputs))
            results.append(dict(zip(symbolic.outputs, values, strict=True)))
        # No register is written before all parts have read theirs.
        for part, outputs in zip(step.parts, results, strict=True):
            for write in part.writes:
                if write.register is None:
                    continue
                result = outputs[write.name]
                term = result.term if isinstance(result, Open) else result
                term = (terms.sign_extend if write.signed else terms.zero_extend)(term, write.width)
                if guard is not None:
                    term = terms.choose(guard, term, self._value(write.register))
                self.values[write.register] = term

    def _value(self, register: str) -> Term:
        term = self.values.get(register)
        if term is None:
            width = self._bits(register)
            if width > _ADDRESS:
                raise NotLowered("a register of 128 bits")
            term = self.values[register] = terms.variable(register, width)
        return term

    def _operand(self, read: Read) -> Term:
        if read.register is None:
            constant = read.constant if isinstance(read.constant, int) else integer(read.constant)
            return terms.word(constant, read.bits or 32)
        value = self._value(read.register)
        if read.offset is not None:
            return terms.add(terms.fitted(value, _ADDRESS), terms.word(read.offset, _ADDRESS))
        if read.negated:
            return terms.invert(value)
        return terms.low(value, read.bits) if value.width > read.bits > 0 else value


class BlockCode(NamedTuple):
    """Code of a block: the text of its function, its registers, and the places that it writes to logs.

    The arguments of the function are the arrays of `registers`, each one once, the words named by `MEMORY_ARGUMENTS`
    for each of `spaces`, and an array of places for each log. `logs` has the loads whose places are written to a log,
    in order, with the number of the log and the bytes from the places there to those of the load.
    """

    text: str
    registers: BlockRegisters
    spaces: tuple[str, ...] = ()
    logs: tuple[tuple[BlockLoad, int, int], ...] = ()


def block_function(
    values: dict[str, Term],
    live: frozenset[str],
    features: frozenset[str],
    name: str,
    *,
    contiguous: bool,
    loads: Sequence[BlockLoad] = (),
    valued: bool = False,
    logged: bool = False,
) -> BlockCode:
    """Return a function that computes the terms of registers.

    Args:
        values: Terms of registers after the block.
        live: Registers that are used later.
        features: Features of the processor that may be used.
        name: Name of the function.
        contiguous: True if the slots of the group follow each other.
        loads: Loads of the block, whose values are variables of the terms.
        valued: True if bytes that are loaded need a value.
        logged: True if places of loads from shared memory are written to logs.

    Returns:
        Code of the block. Its function changes nothing and returns -1 if a load may be illegal.
    """
    roots = {
        register: term
        for register, term in values.items()
        if register in live and not (term.op == "var" and term.data == register)
    }
    loaded = {variable for load in loads for variable in load.variables}
    used = [term for term in terms.postorder((*roots.values(), *(load.base for load in loads))) if term.op == "var"]
    variables = sorted({term.data for term in used} - loaded)
    registers = BlockRegisters(tuple(variables), tuple(roots))
    if not roots and not loads:
        return BlockCode("", registers)
    widths = {term.data: term.width for term in used} | {register: term.width for register, term in roots.items()}
    groups = _groups(loads)
    writer = _BlockWriter(registers, widths, groups, features, contiguous, logged)
    lines = writer.loop("body", lambda: writer.compute(roots, loads))
    if loads:
        lines += writer.loop("check", lambda: writer.check(loads, valued))
    lines.append(f"define i64 @{name}(ptr %arguments, i64 %n, i64 %start, ptr %slots) {{")
    passed = ["i64 %n", "i64 %start", "ptr %slots"]
    for number, parameter in enumerate(writer.parameters):
        type_, _, value = parameter.replace(" noalias", "").partition(" ")
        lines.append(f"  %a{number} = getelementptr i64, ptr %arguments, i64 {number}")
        lines.append(f"  {value} = load {type_}, ptr %a{number}")
        passed.append(f"{type_} {value}")
    if loads:
        lines.append(f"  %bad = call i1 @check({', '.join(passed)})")
        lines += ["  br i1 %bad, label %left, label %legal", "left:", "  ret i64 -1", "legal:"]
    lines += [f"  %none = call i1 @body({', '.join(passed)})", "  ret i64 %n", "}"]
    of_load = {load.pc: (log, delta) for log, number in enumerate(writer.logs) for load, delta in groups[number].deltas}
    logs = tuple((load, *of_load[load.pc]) for load in loads if load.pc in of_load)
    return BlockCode("\n".join([*lines, *_DECLARATIONS, *_METADATA]), registers, writer.spaces, logs)


class _LoadGroup(NamedTuple):
    """Loads at constant distances from each other, each with the bytes from the first of them."""

    space: str
    base: Term
    offset: int
    deltas: tuple[tuple[BlockLoad, int], ...]


def _groups(loads: Sequence[BlockLoad]) -> list[_LoadGroup]:
    """Return groups of loads, whose addresses are checked and computed together."""
    by_base: dict[tuple[str, Term], list[BlockLoad]] = {}
    for load in loads:
        by_base.setdefault((load.space, load.base), []).append(load)
    groups = []
    for (space, base), members in by_base.items():
        members.sort(key=lambda load: load.offset)
        while members:
            first = members[0].offset
            # Loads at illegal addresses read the scratch bytes at place 0 before the function leaves.
            near = [load for load in members if load.offset + load.total - first <= SCRATCH]
            members = members[len(near) :]
            groups.append(_LoadGroup(space, base, first, tuple((load, load.offset - first) for load in near)))
    return groups


class _BlockWriter:
    """Loops over the threads of a group, as functions with the same parameters that return a flag."""

    def __init__(
        self,
        registers: BlockRegisters,
        widths: dict[str, int],
        groups: list[_LoadGroup],
        features: frozenset[str],
        contiguous: bool,
        logged: bool,
    ) -> None:
        self._registers, self._widths, self._groups = registers, widths, groups
        self._features, self._contiguous = features, contiguous
        self._index = {
            register: number for number, register in enumerate(dict.fromkeys((*registers.read, *registers.written)))
        }
        self._property = f", {_SCALAR_LOOP}" if groups else ""
        self.spaces = tuple(dict.fromkeys(group.space for group in groups))
        self.parameters = [f"ptr noalias %r{number}" for number in self._index.values()]
        for number in range(len(self.spaces)):
            self.parameters += [
                f"{'ptr noalias' if argument in _POINTERS else 'i64'} %{argument}{number}"
                for argument in MEMORY_ARGUMENTS
            ]
        self.logs = [number for number, group in enumerate(groups) if logged and group.space == "shared"]
        self.parameters += [f"ptr noalias %log{number}" for number in self.logs]

    def loop(self, name: str, body: Callable[[], tuple[list[str], str]]) -> list[str]:
        """Return the lines of a function that executes lines for each thread and combines a flag of all."""
        parameters = ", ".join(["i64 %n", "i64 %start", "ptr noalias %slots", *self.parameters])
        lines = [f"define internal i1 @{name}({parameters}) alwaysinline {{"]
        lines += ["entry:", "  %none = icmp eq i64 %n, 0", "  br i1 %none, label %end, label %loop", "loop:"]
        lines.append("  %i = phi i64 [ 0, %entry ], [ %next, %loop ]")
        lines.append("  %flag = phi i1 [ false, %entry ], [ %flag.next, %loop ]")
        if self._contiguous:
            lines.append("  %slot = add i64 %start, %i")
        else:
            lines += ["  %p = getelementptr i64, ptr %slots, i64 %i", "  %slot = load i64, ptr %p"]
        code, flag = body()
        lines += [f"  {line}" for line in code]
        lines += [f"  %flag.next = or i1 %flag, {flag}"]
        lines += ["  %next = add nuw i64 %i, 1", "  %more = icmp ult i64 %next, %n"]
        lines += [f"  br i1 %more, label %loop, label %end{self._property}", "end:"]
        return [*lines, "  %result = phi i1 [ false, %entry ], [ %flag.next, %loop ]", "  ret i1 %result", "}"]

    def _read(self, needed: set[str], names: dict[str, str]) -> tuple[TermLowering, list[str]]:
        """Return code for terms of some registers, which get names, and the lines that load these."""
        lines = []
        for number, register in enumerate(self._registers.read):
            if register not in needed:
                continue
            width = self._widths[register]
            stored = max(width, 8)
            lines.append(f"%pin{number} = getelementptr i{stored}, ptr %r{self._index[register]}, i64 %slot")
            loaded = f"%in{number}" if stored == width else f"%wide{number}"
            lines.append(f"{loaded} = load i{stored}, ptr %pin{number}")
            if stored != width:
                lines.append(f"%in{number} = trunc i{stored} {loaded} to i{width}")
            names[register] = f"%in{number}"
        return TermLowering(names, self._features), lines

    def _address(self, group: _LoadGroup, code: TermLowering) -> tuple[str, str]:
        """Return the address of the first load of a group, and its place."""
        space = self.spaces.index(group.space)
        address = code.emit(f"add i64 {code.value(group.base)}, {group.offset}")
        place = code.emit(f"add i64 {address}, %start{space}")
        if group.space == "shared":
            product = code.emit(f"mul i64 %slot, %reciprocal{space}")
            row = code.emit(f"lshr i64 {product}, {QUOTIENT_BITS}")
        elif group.space == "local":
            row = "%slot"
        else:
            return address, place
        return address, code.emit(f"add i64 {place}, {code.emit(f'mul i64 {row}, %row_size{space}')}")

    def check(self, loads: Sequence[BlockLoad], valued: bool) -> tuple[list[str], str]:
        """Return lines that check state space, alignment and flags of loads, and the flag that one may be illegal."""
        needed = {term.data for term in terms.postorder(load.base for load in loads) if term.op == "var"}
        code, lines = self._read(needed, {})
        wrong = "false"
        for group in self._groups:
            space, end = self.spaces.index(group.space), max(delta + load.total for load, delta in group.deltas)
            address, place = self._address(group, code)
            # The first comparison excludes that the sum wraps around: sizes have less than 64 bits.
            bad = code.emit(f"icmp uge i64 {address}, %size{space}")
            beyond = code.emit(f"icmp ugt i64 {code.emit(f'add i64 {address}, {end}')}, %size{space}")
            bad = code.emit(f"or i1 {bad}, {beyond}")
            for total, rest in sorted({(load.total, delta % load.total) for load, delta in group.deltas}):
                odd = code.emit(f"and i64 {code.emit(f'add i64 {address}, {rest}')}, {total - 1}")
                bad = code.emit(f"or i1 {bad}, {code.emit(f'icmp ne i64 {odd}, 0')}")
            place = code.emit(f"select i1 {bad}, i64 0, i64 {place}")
            parts = {
                (delta + 8 * part, min(load.total, 8))
                for load, delta in group.deltas
                for part in range(-(-load.total // 8))
            }
            for delta, width in sorted(parts):
                needs, forbids = (ALLOCATED | VALUED if valued else ALLOCATED), INCOMING
                concerned, expected = (
                    int.from_bytes(bytes([mask]) * width, "little") for mask in (needs | forbids, needs)
                )
                pointer = code.emit(
                    f"getelementptr i8, ptr %flags{space}, i64 {code.emit(f'add i64 {place}, {delta}')}"
                )
                flags = code.emit(f"load i{8 * width}, ptr {pointer}, align 1")
                seen = code.emit(f"and i{8 * width} {flags}, {concerned}")
                bad = code.emit(f"or i1 {bad}, {code.emit(f'icmp ne i{8 * width} {seen}, {expected}')}")
            wrong = code.emit(f"or i1 {wrong}, {bad}")
        return [*lines, *code.text], wrong

    def compute(self, roots: dict[str, Term], loads: Sequence[BlockLoad]) -> tuple[list[str], str]:
        """Return lines that log the places of loads, load their values and write the terms of registers."""
        names: dict[str, str] = {}
        code, lines = self._read(set(self._registers.read), names)
        used = {term.data for term in terms.postorder(roots.values()) if term.op == "var"}
        for number, group in enumerate(self._groups):
            space = self.spaces.index(group.space)
            _, place = self._address(group, code)
            if number in self.logs:
                pointer = code.emit(f"getelementptr i64, ptr %log{number}, i64 %i")
                code.text.append(f"store i64 {place}, ptr {pointer}")
            for load, delta in group.deltas:
                for part, variable in enumerate(load.variables):
                    if variable in used:
                        where = code.emit(f"add i64 {place}, {delta + part * load.size}")
                        pointer = code.emit(f"getelementptr i8, ptr %bytes{space}, i64 {where}")
                        names[variable] = code.emit(f"load i{8 * load.size}, ptr {pointer}, align 1")
        results = {register: code.value(term) for register, term in roots.items()}
        for number, (register, result) in enumerate(results.items()):
            width = self._widths[register]
            stored = max(width, 8)
            code.text.append(f"%pout{number} = getelementptr i{stored}, ptr %r{self._index[register]}, i64 %slot")
            if stored != width:
                code.text.append(f"%out{number} = zext i{width} {result} to i{stored}")
                result = f"%out{number}"
            code.text.append(f"store i{stored} {result}, ptr %pout{number}")
        return [*lines, *code.text], "false"


_PARAMETERS = {"fma": 3, **dict.fromkeys(("fabs", "sqrt", "roundeven", "trunc", "floor", "ceil", "round"), 1)}
_DECLARATIONS = [
    f"declare {type_} @llvm.{name}.{suffix}({', '.join([type_] * count)})"
    for type_, suffix in (("float", "f32"), ("double", "f64"))
    for name, count in _PARAMETERS.items()
]
"""Functions of LLVM that terms use."""
