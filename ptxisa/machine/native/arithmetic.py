"""Blocks of instructions on registers as one LLVM loop over the threads of a group.

The symbolic functions that the generator makes of the records (`ptxisa._generated.symbolic`) give the terms of each
register after the block; `lowering` turns these into code. Registers are read from and written to the arrays of all
threads, and only those that are used later are written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ptxisa.machine.native.lowering import NotLowered, TermLowering, type_of
from ptxisa.machine.operation import Operation, StepOperation
from ptxisa.numbers.patterns import integer
from ptxisa.proofs import terms
from ptxisa.proofs.operations import Open
from ptxisa.proofs.terms import Term
from ptxisa.run.implementation import SYMBOLIC, NotExecutable, implementation
from ptxisa.run.operands import Part, Read
from ptxisa.run.steps import ScalarStep

_ADDRESS = 64


class BlockRegisters(NamedTuple):
    """Registers of a block: those that its code reads, and those that it writes, in order of its arguments."""

    read: tuple[str, ...]
    written: tuple[str, ...]


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
            outputs = symbolic.function(*(operands[name] for name in symbolic.inputs))
            results.append(dict(zip(symbolic.outputs, outputs, strict=True)))
        for part, outputs_of_part in zip(step.parts, results, strict=True):
            self._write(part, outputs_of_part, guard)

    def _write(self, part: Part, outputs: dict[str, Any], guard: Term | None) -> None:
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


def block_function(
    values: dict[str, Term], live: frozenset[str], features: frozenset[str], name: str, *, contiguous: bool
) -> tuple[str, BlockRegisters]:
    """Return the text of a function that computes the terms of registers, and its registers."""
    roots = {
        register: term
        for register, term in values.items()
        if register in live and not (term.op == "var" and term.data == register)
    }
    variables = sorted({term.data for term in terms.postorder(roots.values()) if term.op == "var"})
    registers = BlockRegisters(tuple(variables), tuple(roots))
    if not roots:
        return "", registers
    arguments = list(dict.fromkeys((*registers.read, *registers.written)))
    widths = {term.data: term.width for term in terms.postorder(values.values()) if term.op == "var"}
    widths |= {register: term.width for register, term in roots.items()}
    lowering = TermLowering({register: f"%in{number}" for number, register in enumerate(variables)}, features)
    results = {register: lowering.value(term) for register, term in roots.items()}
    index = {register: number for number, register in enumerate(arguments)}
    parameters = ", ".join(f"ptr noalias %r{number}" for number in range(len(arguments)))
    lines = [f"define internal void @body(i64 %n, i64 %start, ptr noalias %slots, {parameters}) alwaysinline {{"]
    lines += ["entry:", "  %none = icmp eq i64 %n, 0", "  br i1 %none, label %end, label %loop", "loop:"]
    lines.append("  %i = phi i64 [ 0, %entry ], [ %next, %loop ]")
    if contiguous:
        lines.append("  %slot = add i64 %start, %i")
    else:
        lines += ["  %p = getelementptr i64, ptr %slots, i64 %i", "  %slot = load i64, ptr %p"]
    for number, register in enumerate(variables):
        width = widths[register]
        stored = max(width, 8)
        lines.append(f"  %pin{number} = getelementptr i{stored}, ptr %r{index[register]}, i64 %slot")
        loaded = f"%in{number}" if stored == width else f"%wide{number}"
        lines.append(f"  {loaded} = load i{stored}, ptr %pin{number}")
        if stored != width:
            lines.append(f"  %in{number} = trunc i{stored} {loaded} to i{width}")
    lines += [f"  {line}" for line in lowering.text]
    for number, (register, result) in enumerate(results.items()):
        width = widths[register]
        stored = max(width, 8)
        lines.append(f"  %pout{number} = getelementptr i{stored}, ptr %r{index[register]}, i64 %slot")
        if stored != width:
            lines.append(f"  %out{number} = zext i{width} {result} to i{stored}")
            result = f"%out{number}"
        lines.append(f"  store i{stored} {result}, ptr %pout{number}")
    lines += ["  %next = add nuw i64 %i, 1", "  %more = icmp ult i64 %next, %n"]
    lines += ["  br i1 %more, label %loop, label %end", "end:", "  ret void", "}"]
    lines.append(f"define i64 @{name}(ptr %arguments, i64 %n, i64 %start, ptr %slots) {{")
    passed = ["i64 %n", "i64 %start", "ptr %slots"]
    for number in range(len(arguments)):
        lines.append(f"  %a{number} = getelementptr i64, ptr %arguments, i64 {number}")
        lines.append(f"  %r{number} = load ptr, ptr %a{number}")
        passed.append(f"ptr %r{number}")
    lines += [f"  call void @body({', '.join(passed)})", "  ret i64 %n", "}"]
    return "\n".join([*lines, *_DECLARATIONS]), registers


def _declared() -> list[str]:
    """Return declarations of the functions of LLVM that terms use."""
    lines = []
    for type_, suffix in (("float", "f32"), ("double", "f64")):
        for name, count in (("fabs", 1), ("sqrt", 1), ("fma", 3), *((word, 1) for word in _ROUNDINGS)):
            lines.append(f"declare {type_} @llvm.{name}.{suffix}({', '.join([type_] * count)})")
    return lines


_ROUNDINGS: Sequence[str] = ("roundeven", "trunc", "floor", "ceil", "round")
_DECLARATIONS = _declared()

__all__ = ["BlockRegisters", "BlockTerms", "block_function", "type_of"]
