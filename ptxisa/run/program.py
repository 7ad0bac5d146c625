"""Programs: the text of statements made ready to run.

    program = compile_statements("add.u32 d, a, b;", "sm_90", None)
    for step in program.steps:
        step.run(state)

Each statement is checked, its operands are bound, and its generated function or its class of step is found.
"""

from __future__ import annotations

from functools import lru_cache

from ptxisa.check.instruction import check_resolved, resolve
from ptxisa.check.place import Place
from ptxisa.check.scope import Symbol, register
from ptxisa.isa import diagnostics, targets, versions
from ptxisa.isa.forms import type_of
from ptxisa.isa.instructions import MANUAL
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.types import known
from ptxisa.run.async_registers import AsyncRegisters
from ptxisa.run.binding import Binder, Program, Registers, located_error, step_of
from ptxisa.run.flow import JUMPS, compile_flow
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_statements
from ptxisa.syntax.source import Source


# The key is everything that decides a program: the text, the place, and which registers are narrow or declared. Values
# of registers are not among them.
@lru_cache(maxsize=512)
def compile_statements(
    statements: str,
    target: str | None,
    ptx: str | None,
    narrow: frozenset[str] = frozenset(),
    types: tuple[tuple[str, str], ...] = (),
) -> Program:
    """Check statements and make them ready to run.

    Args:
        statements: Text of the statements.
        target: Name of the target for which they are checked and whose models are used; None for any.
        ptx: PTX version; None for the newest.
        narrow: Registers with values of 8 bits or truth values, which are predicates where the statement has a form
            for predicates and one for wider registers, as `cp.async` has.
        types: Registers that are declared outside of the statements, and their types.

    Raises:
        PtxError: The statements are invalid or cannot be executed.
    """
    on = targets.target(target) if target else None
    place = Place(on, versions.version(ptx) if ptx else None, assembler=MANUAL)
    parsed = parse_statements(statements, functions=True)
    if parsed.diagnostics:
        first = parsed.diagnostics[0]
        # The text is a module, or has a part of one: .version or .entry, say, is misplaced among statements.
        if first.code == "misplaced-directive":
            hint = "`ptxisa run` and ptxisa.launch run the kernels of a module; give statements alone here"
            error = diagnostics.error("not-executable", "a module is not a list of statements", hint=hint)
            raise diagnostics.PtxError([error._replace(line=first.line, column=first.column)])
        raise diagnostics.PtxError(parsed.diagnostics)
    source = Source(statements)
    nodes = [node for node in parsed.statements if not isinstance(node, tree.Label)]
    if not nodes:
        raise located_error(source, "syntax-error", "the text has no statement", 0, 0)
    declared = {name: register(type_) for name, type_ in types}
    if any(not isinstance(node, tree.Instruction) or node.opcode.mnemonic in JUMPS for node in nodes):
        return compile_flow(
            parsed.statements,
            source,
            place,
            on,
            declared,
            lambda node, registers: _checked(node, place, registers, narrow),
        )
    registers, pending, steps, checked = Registers(source, declared.get), AsyncRegisters(), [], []
    for node in nodes:
        assert isinstance(node, tree.Instruction)
        statement = _checked(node, place, registers, narrow)
        step = step_of(Binder(statement, registers), on, place.version)
        if problem := pending.problem(statement, step.registers):
            raise located_error(source, "not-executable", problem, node.start, node.end)
        steps.append(step)
        checked.append(statement)
    spans = tuple(diagnostics.Span(node.start, node.end) for node in nodes)
    return registers.program(steps, spans, tuple(checked))


def _checked(node: tree.Instruction, place: Place, registers: Registers, narrow: frozenset[str]) -> ResolvedInstruction:
    """Return the statement of an instruction; raise `PtxError` if anything is wrong with it."""
    candidates = resolve(node, place, registers.symbol)
    # Registers that the best form takes as wider than the 8 bits or truth values that are given for them.
    too_narrow = any(
        isinstance(bound.node, tree.Name)
        and bound.node.text in narrow
        and bound.operand.type
        and known()[type_of(bound.operand, candidates[0].modifiers)].bits > 8
        for bound in (candidates[0].operands if candidates else ())
    )
    if too_narrow:

        def as_predicate(name: str) -> Symbol:
            return register("pred") if name in narrow else registers.symbol(name)

        others = resolve(node, place, as_predicate)
        if others and all(problem.severity != "error" for problem in check_resolved(node, others, place, as_predicate)):
            return others[0]
    problems = check_resolved(node, candidates, place, registers.symbol)
    errors = [
        problem for problem in problems if problem.severity == "error" or problem.code == "unrecorded-instruction"
    ]
    if errors:
        raise diagnostics.PtxError(error.located(registers.source.position) for error in errors)
    return candidates[0]
