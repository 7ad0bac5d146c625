"""Check statements without a module around them, such as the text of inline assembly.

from ptxisa.check.statement import check_statement
check_statement("{ .reg .pred p; setp.ne.b32 p, %1, 0; selp.b32 %0, 1, 0, p; }", registers={"%0": "b32", "%1": "b32"})
"""

from __future__ import annotations

from collections.abc import Mapping

from ptxisa.check.body import Bodies
from ptxisa.check.directives import Head
from ptxisa.check.errata import check_release, release_of, with_errata
from ptxisa.check.place import Place
from ptxisa.check.scope import Scope, anything, register
from ptxisa.isa import targets, versions
from ptxisa.isa.diagnostics import Diagnostic, Diagnostics, Span, error
from ptxisa.isa.forms import Form
from ptxisa.isa.instructions import InstructionForms
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_statements
from ptxisa.syntax.source import Source


def check_statement(
    text: str,
    target: str | None = None,
    ptx: str | None = None,
    registers: Mapping[str, str] | None = None,
    only: str | None = None,
    *,
    strict: bool = False,
    assembler: str | None = None,
) -> list[Diagnostic]:
    """Check one or more statements: instructions, blocks in braces, and the declarations and labels in them.

    Labels and functions may be declared outside of the text. Known differences between the manual and releases of
    ptxas are warnings (`undocumented`, `rejected-by-assembler`).

    Args:
        text: The statements.
        target: Target (`"sm_90a"`); without it, any target counts.
        ptx: PTX version (`"8.7"`); without it, any version counts.
        registers: Declared type of each register (`{"r1": "b32"}`) that the text does not declare; without it, such
            registers have the right type.
        only: Mnemonic that all instructions must have.
        strict: Report differences between the manual and ptxas as errors.
        assembler: Release of ptxas (`"13.0"`) whose verdict counts instead of that of the manual.

    Returns:
        The diagnostics in the order of the text; empty if the statements are valid.

    Raises:
        UnknownTarget, UnknownVersion, UnknownRelease: There is no such `target`, `ptx` or `assembler`.
    """
    on, at = targets.target(target) if target else None, versions.version(ptx) if ptx else None
    place = Place(on, at, assembler=release_of(assembler))
    parsed, source = parse_statements(text), Source(text)
    outer = Scope() if registers is not None else Scope(undeclared=anything)
    for name, type_ in (registers or {}).items():
        outer.declare(name, register(type_))
    diagnostics = [*parsed.diagnostics, *check_release(place.assembler, at)]
    bodies = Bodies(place, Head(at, on, frozenset(), 64), source, fragment=True)
    block = tree.Block(parsed.statements, 0, len(source.text))
    wrong = []
    pending = list(block.statements) if only is not None else []
    while pending:
        node = pending.pop()
        if isinstance(node, tree.Block):
            pending += node.statements
        elif isinstance(node, tree.Instruction) and node.opcode.mnemonic != only:
            message = f"this is the checker of {only}, not of {node.opcode.mnemonic}"
            wrong.append(error("unknown-mnemonic", message, Span(node.opcode_start, node.end)))
    wrong += bodies.check_block(block, Scope(outer))
    diagnostics += [diagnostic.located(source.position) for diagnostic in wrong]
    diagnostics = list(with_errata(diagnostics, place, strict=strict))
    return Diagnostics(sorted(diagnostics, key=lambda diagnostic: (diagnostic.line, diagnostic.column)))


class Checker:
    """Checker of the statements of one mnemonic; `uncovered` names sections of the manual that have no record yet.

    Call it with a statement: `add("add.sat.s32 r1, r2, r3;", target="sm_90", ptx="8.0",
    registers={"r1": "s32", "r2": "s32", "r3": "s32"})` returns the diagnostics, empty if the statement is valid.
    """

    __slots__ = ("forms", "mnemonic", "uncovered")

    def __init__(self, instruction: InstructionForms) -> None:
        self.mnemonic: str = instruction.mnemonic
        self.forms: tuple[Form, ...] = instruction.forms
        self.uncovered: tuple[str, ...] = instruction.uncovered

    def __repr__(self) -> str:
        return f"<checker of {self.mnemonic}: {len(self.forms)} form{'s' * (len(self.forms) != 1)}>"

    def __call__(
        self,
        statement: str,
        *,
        target: str | None = None,
        ptx: str | None = None,
        registers: Mapping[str, str] | None = None,
        strict: bool = False,
        assembler: str | None = None,
    ) -> list[Diagnostic]:
        """Check one statement, or a block whose instructions all have the mnemonic; see `ptxisa.check_statement`."""
        return check_statement(
            statement, target, ptx, registers, only=self.mnemonic, strict=strict, assembler=assembler
        )
