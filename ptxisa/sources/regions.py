"""PTX texts in source files: their characters with places in the file, and the operands of inline assembly.

Readers of sources yield a `Region` for each text, and a `Diagnostic`, whose span is a place in the file, for assembly
that they cannot read and for operands that compilers reject.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from ptxisa.isa.diagnostics import Diagnostic, Span, note

_DIRECTIONS = {"=": "out", "+": "inout", "read only": "in", "write only": "out", "read and write": "inout", "": ""}
"""Directions of operands by the sign or the words of the constraint; other constraints are of inputs."""


@dataclass(frozen=True, slots=True)
class AsmOperand:
    """Operand of an asm statement.

    Attributes:
        name: Name in the text, which is also a name of PTX: `%0` or `$0`.
        constraint: Constraint as written: `=r`.
        type: Type of the register (`b32`), `any` where the source does not declare one; None for a constant or a
            string.
        expression: Expression of the source language.
        value: Value of a constant, if it is a number in the source.
        spelling: Name in the source where it differs: `%[out]`.
    """

    name: str
    constraint: str
    type: str | None
    expression: str = ""
    value: str | None = None
    spelling: str = ""

    @property
    def written(self) -> str:
        """Name as it is written in the source."""
        return self.spelling or self.name

    @property
    def direction(self) -> str:
        """`in`, `out` or `inout`; "" where the source does not say."""
        return _DIRECTIONS.get(self.constraint) or _DIRECTIONS.get(self.constraint[:1], "in")


@dataclass(frozen=True, slots=True)
class Region:
    """One PTX text in a source file.

    Attributes:
        text: PTX as the compiler hands it to ptxas, with operands by their names.
        offsets: Place in the file of each character of `text`, and of its end.
        ends: Place in the file just past each character. Characters of a macro share the place of its use.
        operands: Operands of inline assembly.
        module: True for a whole module, False for statements.
        targets: False where preprocessor conditions decide whether a target compiles the text.
        sign: Character that the source writes twice, since it begins the name of an operand: `%`, `$` or "".
        doubled: Characters that the string around the text doubles, such as the braces of an f-string.
    """

    text: str
    offsets: Sequence[int]
    ends: Sequence[int]
    operands: tuple[AsmOperand, ...] = ()
    module: bool = False
    targets: bool = True
    sign: str = ""
    doubled: str = ""

    @property
    def start(self) -> int:
        """Offset in the file of the first character."""
        return self.offsets[0]

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return the offsets in the file of a part of the text; an empty part is just past the character before it."""
        last = len(self.text)
        start, end = min(start, last), min(end, last)
        if start < end:
            return self.offsets[start], self.ends[end - 1]
        place = self.ends[start - 1] if start else self.offsets[0]
        return place, place

    def index(self, offset: int) -> int | None:
        """Return the index in the text of an offset in the file; None for an offset outside of its literals."""
        if not self.text:
            return 0 if offset == self.offsets[0] else None
        index = bisect_right(self.offsets, offset, 0, len(self.text)) - 1
        if index < 0:
            return None
        first = bisect_left(self.offsets, self.offsets[index], 0, index)
        if offset == self.offsets[index]:
            return first
        if offset < self.ends[index]:  # Inside of an escape sequence, or of the name of an operand.
            return min(first + 1, index + 1)
        return index + 1 if offset == self.ends[index] else None

    def is_literal(self, start: int, end: int) -> bool:
        """Return True if a part of the text is written in one literal, without macros and parts of operand names."""
        names = {operand.name for operand in self.operands}
        index, end = start, min(end, len(self.text))
        while index < end:
            # Characters that come from one place of the file: those of a macro, of an escape sequence or of a name.
            place, past = self.offsets[index], self.ends[index]
            stop = index + 1
            while stop < len(self.text) and (self.offsets[stop], self.ends[stop]) == (place, past):
                stop += 1
            shared = stop - index > 1 or (
                index > 0 and (self.offsets[index - 1], self.ends[index - 1]) == (place, past)
            )
            if stop > end or (shared and self.text[index:stop] not in names):
                return False
            # A gap in the file is the end of one literal and the start of the next.
            if stop < end and self.offsets[stop] != past:
                return False
            index = stop
        return True

    def spell(self, text: str) -> str:
        """Return PTX as the source writes it: `%%tid.x` for `%tid.x` where `%` begins the name of an operand."""
        for operand in self.operands:
            if text == operand.name:
                return operand.written
        text = text.replace(self.sign, self.sign * 2) if self.sign else text
        for character in self.doubled:
            text = text.replace(character, character * 2)
        return text


def start_of(item: Region | Diagnostic) -> int:
    """Return the place in the file where a text or a diagnostic of its reader begins."""
    return item.start if isinstance(item, Region) else item.span.start


def unread(start: int, end: int, reason: str) -> Diagnostic:
    """Return the note on inline assembly that is computed, so that its text is not in the file.

    Args:
        start: Offset of the asm statement.
        end: Offset just past it.
        reason: Part of the text that is not known: `the macro SUFFIX`.
    """
    return note("unchecked-assembly", f"not checked: {reason}", Span(start, end))
