"""Single statements as trees, for programs that read and write PTX line by line."""

from __future__ import annotations

from ptxisa.isa.diagnostics import PtxError
from ptxisa.syntax import parser
from ptxisa.syntax.tree import Instruction


def parse_statement(text: str | bytes) -> Instruction:
    """Parse one instruction, with or without its semicolon.

    Raises:
        PtxError: The text has a syntax error, or is not exactly one instruction; the exception has all diagnostics.

    Example:
        >>> parse_statement("add.s32 %r1, %r2, 7;").opcode.text
        'add.s32'
    """
    result = parser.parse_statement(text)
    if result.instruction is None or any(diagnostic.severity == "error" for diagnostic in result.diagnostics):
        raise PtxError(result.diagnostics)
    return result.instruction
