"""Operands that inline assembly reads before it writes them, writes as inputs, or does not name at all.

`asm("add.u32 %0, %0, 1;" : "=r"(x))` adds to whatever the register contains: the constraint of a value that is also
read is `"+r"`. So it is in `asm("add.u32 %0, %0, 1;" :: "r"(x))`, where the compiler assumes that `x` is unchanged.
`asm("max.s32 %0, %0, %1;" : "=r"(x) : "r"(a), "r"(b))` means `%1, %2`.

A name outside of braces is reported, too: a second copy of the statement declares it again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ptxisa.check.binding import bind
from ptxisa.check.flow import names_in
from ptxisa.check.instruction import match_opcode
from ptxisa.isa.diagnostics import Diagnostic, Span, warning
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.sources.regions import AsmOperand
from ptxisa.sources.templates import UNIQUE
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_statements

BoundInstruction = tuple[tree.Instruction, ResolvedInstruction | None]
"""An instruction bound to its form, or with None if it has no form."""
_LEAVES = frozenset(("terminator", "call"))
"""Effects of instructions after which the next statement of the text may not be executed next."""
_CLEARS = frozenset(("xor", "sub", "lop3"))
"""Instructions whose result may not depend on a register if all sources are this register."""


def check_uses(text: str, operands: Sequence[AsmOperand]) -> Iterator[Diagnostic]:
    """Yield warnings for names outside of braces, and for operands that are not named, or read or written wrongly."""
    parsed = parse_statements(text)
    statements = () if parsed.diagnostics else parsed.statements
    yield from _unscoped_names(statements)
    # An input with the number or the name of an output, such as "0", sets the register of the output.
    if operands and not any(operand.constraint[:1] in "0123456789[" for operand in operands):
        instructions = list(_instructions(statements))
        yield from _not_named(text, operands)
        yield from _written_inputs(instructions, operands)
        yield from _read_early(instructions, operands)


def _unscoped_names(statements: Iterable[Any]) -> Iterator[Diagnostic]:
    """Yield a warning for the first name that is declared outside of braces.

    Compilers copy statements when they inline functions and unroll loops; ptxas rejects the second declaration ("Inline
    PTX Assembly in CUDA", section 1.2.1).
    """
    for node in statements:
        if isinstance(node, tree.Declaration):
            name = node.declarators[0].name
        elif isinstance(node, tree.Label) and not node.name.text.endswith(UNIQUE):
            name = node.name
        else:
            continue
        message = f"{name.text} is declared outside of braces, so that a copy of this statement declares it again"
        yield warning("unscoped-name", message, Span(name.start, name.end), "put braces around the text")
        return


def _not_named(text: str, operands: Sequence[AsmOperand]) -> Iterator[Diagnostic]:
    """Yield a warning for each operand that the text does not name.

    With `+`, an operand orders the assembly among other uses of a variable, and so does any operand of an empty text.
    Operands such as `$1` are not judged: Triton makes one for each of several packed elements.
    """
    # Letters after a number are part of a modifier, as in `m16n8k%14x`, or of the name in several joined statements.
    named = {name for pattern in (r"[%$]\d+", r"[%$]\w+") for name in re.findall(pattern, text)}
    first = re.search(r"\S+", text)
    for operand in operands:
        judged = operand.name.startswith("%") and operand.direction != "inout"
        if first and judged and operand.name not in named:
            nothing = "writes" if operand.direction == "out" else "reads"
            message = f"the assembly does not name {operand.written} ({operand.constraint}): nothing {nothing} it"
            yield warning("unused-operand", message, Span(*first.span()))


def _written_inputs(instructions: Iterable[BoundInstruction], operands: Sequence[AsmOperand]) -> Iterator[Diagnostic]:
    """Yield a warning for each operand that is only an input and is written: its variable may share the register."""
    inputs = {operand.name: operand for operand in operands if operand.direction == "in" and operand.type}
    for _, statement in instructions:
        for bound in statement.operands if statement is not None else ():
            written = bound.operand.kind == "register" and bound.operand.access != "read"
            for name in names_in(bound.node) if written else ():
                operand = inputs.pop(name.text, None)
                if operand is not None:
                    message = f"{operand.written} ({operand.constraint}) is only an input and is written here"
                    both = _both(operand)
                    hint = f"make it an output, {both}" if both else "copy it to a register that the text declares"
                    yield warning("written-input", message, Span(name.start, name.end), hint)


def _read_early(instructions: Iterable[BoundInstruction], operands: Sequence[AsmOperand]) -> Iterator[Diagnostic]:
    """Yield a warning for each operand that is only an output and is certainly read before it is written.

    Only statements that every thread executes count: those before the first branch, without a guard.
    """
    unset = {operand.name: operand for operand in operands if operand.direction == "out"}
    for node, statement in instructions:
        if statement is None or not _LEAVES.isdisjoint(statement.form.effects):
            return
        # Whether an operand that is both read and written is read may depend on others, such as scale-d of wgmma.
        only_read = (
            bound for bound in statement.operands if bound.operand.kind != "register" or bound.operand.access == "read"
        )
        read = [name for bound in only_read for name in names_in(bound.node)]
        clears = node.opcode.mnemonic in _CLEARS and len(read) > 1 and len({name.text for name in read}) == 1
        for name in read if node.guard is None and not clears else ():
            operand = unset.pop(name.text, None)
            if operand is not None:
                message = f"{operand.written} ({operand.constraint}) is read before the assembly writes it"
                both, number = _both(operand), operand.name[1:]
                tied = f'an input with constraint "{number}" sets its register' if number.isdecimal() else ""
                hint = f"{both} is also read" if both else tied
                yield warning("unset-output", message, Span(name.start, name.end), hint)
        for bound in statement.operands:
            for name in names_in(bound.node):
                unset.pop(name.text, None)


def _instructions(statements: Sequence[Any]) -> Iterator[BoundInstruction]:
    """Yield the instructions, those of blocks as well, in their order."""
    pending = list(reversed(statements))
    while pending:
        node = pending.pop()
        if isinstance(node, tree.Block):
            pending += reversed(node.statements)
        if isinstance(node, tree.Instruction):
            matched = match_opcode(node.opcode.mnemonic, node.opcode.modifiers)
            candidates = (bind(candidate, node) for candidate in matched)
            yield node, next((candidate for candidate in candidates if candidate.problem is None), None)


def _both(operand: AsmOperand) -> str:
    """Return the constraint for the same operand if it is read and written; "" if its language has none."""
    class_ = operand.constraint.lstrip("=&")
    if class_.startswith("reg"):  # Rust names the direction.
        return f"inout({class_})"
    if operand.spelling.startswith("{$"):
        return "{$rw}"
    return f'"+{class_}"' if operand.name.startswith("%") else ""
