"""PTX texts in source files: their characters with places in the file, and the operands of inline assembly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

_CUDA = frozenset((".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".hxx", ".inl", ".inc"))
PYTHON = frozenset((".py", ".pyi"))
"""Suffixes of C++ and of Python."""


@dataclass(frozen=True, slots=True)
class AsmOperand:
    """Operand of an asm statement.

    Attributes:
        name: Name in the text, which is also a name of PTX: `%0` or `$0`.
        constraint: Constraint as written: `=r`.
        type: Type of the register (`b32`); None for a constant or a string.
        expression: Expression of the source language.
        value: Value of a constant, if it is a number in the source.
    """

    name: str
    constraint: str
    type: str | None
    expression: str = ""
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Region:
    """One PTX text in a source file.

    Attributes:
        text: PTX as the compiler hands it to ptxas, with operands by their names.
        offsets: Place in the file of each character of `text`, and of its end.
        operands: Operands of inline assembly.
        module: True for a whole module, False for statements.
        targets: False where preprocessor conditions decide whether a target compiles the text.
    """

    text: str
    offsets: Sequence[int]
    operands: tuple[AsmOperand, ...] = ()
    module: bool = False
    targets: bool = True

    @property
    def start(self) -> int:
        """Offset in the file of the first character."""
        return self.offsets[0]


@dataclass(frozen=True, slots=True)
class Unread:
    """Inline assembly that is computed, so that its text is not in the file.

    Attributes:
        start: Offset of the asm statement.
        end: Offset just past it.
        reason: Part of the text that is not known, for a message: `the macro SUFFIX`.
    """

    start: int
    end: int
    reason: str


def is_source(name: str) -> bool:
    """Return True if a file of this name is searched for inline assembly."""
    return PurePath(name).suffix.lower() in _CUDA | PYTHON
