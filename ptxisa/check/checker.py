"""A checker of one instruction, as `ptxisa.checkers` has them."""

from __future__ import annotations

from collections.abc import Mapping

from ptxisa.check.statement import check_statement
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.isa.forms import Form
from ptxisa.isa.instructions import Instruction


class Checker:
    """Holds statements of one mnemonic against its forms; `uncovered` names sections that have no record yet.

    Call it with a statement: `add("add.sat.s32 r1, r2, r3;", target="sm_90", ptx="8.0",
    registers={"r1": "s32", "r2": "s32", "r3": "s32"})` gives a list of diagnostics, empty when all is well.
    """

    __slots__ = ("forms", "mnemonic", "uncovered")

    def __init__(self, instruction: Instruction) -> None:
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
        """Diagnostics of one statement; see `ptxisa.check_statement`."""
        return check_statement(
            statement, target, ptx, registers, only=self.mnemonic, strict=strict, assembler=assembler
        )
