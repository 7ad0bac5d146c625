"""Availability of whole statements: that of the opcode (`ptxisa.query.availability`), if the operands are valid.

available("add.s32 %0, %1;").reason  # add takes 3 operands (d, a, b); 2 given
"""

from __future__ import annotations

from ptxisa.query.availability import Availability, opcode_available, opcode_of


def available(
    opcode: str,
    target: str | None = None,
    ptx: str | None = None,
    *,
    strict: bool = False,
    assembler: str | None = None,
) -> Availability:
    """Return whether an instruction is available, and otherwise what it needs.

    Args:
        opcode: A mnemonic, a full opcode or a statement; a mnemonic is available where any of its forms is, and a
            statement where its opcode takes such operands. Or the name of a special register (`%clusterid`), a
            directive (`.reqnctapercluster`), a type (`.bf16x2`), a state space (`.shared::cluster`), an attribute
            (`.managed`) or a pragma (`"nounroll"`).
        target: Target (`"sm_90a"`); without it, any target counts.
        ptx: PTX version (`"8.7"`); without it, any version counts.
        strict: Give the answer of the manual only. Otherwise the reason also names releases of ptxas that accept the
            instruction although the manual does not have it.
        assembler: Release of ptxas (`"13.0"`) whose answer counts instead of that of the manual.

    Raises:
        UnknownOpcode, UnknownTarget, UnknownVersion, UnknownRelease: There is no such `opcode`, `target`, `ptx` or
            `assembler`.
    """
    answer = opcode_available(opcode, target, ptx, strict=strict, assembler=assembler)
    operands = opcode.strip().partition(opcode_of(opcode))[2]
    if not answer or not operands[:1].isspace() or opcode.strip()[:1] in (".", "%", '"'):
        return answer  # No statement with operands: an opcode, or a name of the language.
    from ptxisa.check.statement import check_statement  # Most questions are about opcodes; this takes 40 ms to load.

    diagnostics = check_statement(opcode, target, ptx, strict=strict, assembler=assembler)
    wrong = next((diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"), None)
    if wrong is None:
        return answer
    errata = (wrong.erratum,) if wrong.erratum else answer.errata
    return answer._replace(available=False, reason=wrong.message, requires=wrong.requires, errata=errata)
