r"""Lines and columns of the protocol, and offsets into a text.

The protocol counts lines from 0, ends them at `\n`, `\r\n` and `\r`, and counts columns in units of an encoding:
UTF-16 unless client and server agree on another one (protocol 3.17, "Position"). Diagnostics of the checker count
lines and columns from 1, in characters, and end lines at `\n` alone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

from lsprotocol.types import Position, Range

_END_OF_LINE = re.compile(r"\r\n|\r|\n")
_BYTES_OF_A_UNIT = {"utf-8": 1, "utf-16": 2, "utf-32": 4}


class Lines:
    """Lines of a text, with conversions between positions and offsets."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.text, self.encoding = text, encoding

    @cached_property
    def starts(self) -> list[int]:
        """Offset of each line."""
        text = self.text
        if "\r" in text:
            return [0, *(match.end() for match in _END_OF_LINE.finditer(text))]
        # Without a Python loop over lines: a module of 1 MB has 30,000.
        starts = list(accumulate(map((1).__add__, map(len, text.split("\n"))), initial=0))
        return starts[:-1]

    def edited(self, start: int, end: int, text: str) -> Lines:
        r"""Return the lines after a part of the text is replaced.

        To split a text of 1 MB takes 7 ms, which a user waits for after each key. A text with `\r` is split, since an
        edit may divide `\r\n` or join it.
        """
        lines = Lines(f"{self.text[:start]}{text}{self.text[end:]}", self.encoding)
        if "\r" not in text and "\r" not in self.text:
            first, last = bisect_right(self.starts, start), bisect_right(self.starts, end)
            new = [start + match.end() for match in re.finditer("\n", text)]
            distance = start + len(text) - end
            lines.starts = [*self.starts[:first], *new, *map(distance.__add__, self.starts[last:])]
        return lines

    @cached_property
    def _newlines(self) -> list[int]:
        r"""Offset after each `\n`, which alone ends a line in a diagnostic."""
        return self.starts if "\r" not in self.text else [0, *(match.end() for match in re.finditer("\n", self.text))]

    def position(self, offset: int) -> Position:
        """Return the position of an offset; the end of the text for a larger one."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset) - 1
        return Position(line, self._units(self.text[self.starts[line] : offset]))

    def range(self, start: int, end: int) -> Range:
        """Return the range between two offsets."""
        return Range(self.position(start), self.position(end))

    def offset(self, position: Position) -> int:
        """Return the offset of a position; one after the end of its line is the end of the line."""
        if position.line >= len(self.starts):
            return len(self.text)
        start = self.starts[position.line]
        line = self.line(position.line)
        if line.isascii() or self.encoding == "utf-32":
            return start + min(position.character, len(line))
        units = 0
        for index, character in enumerate(line):
            if units >= position.character:
                return start + index
            units += self._units(character)
        return start + len(line)

    def line(self, number: int) -> str:
        """Return a line without its end."""
        start = self.starts[number]
        end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def diagnostic_offset(self, line: int, column: int) -> int:
        """Return the offset of line and column of a diagnostic, which are counted from 1."""
        starts = self._newlines
        return min(starts[min(line, len(starts)) - 1] + column - 1, len(self.text))

    def units(self, start: int, end: int) -> int:
        """Return the number of units of a part of a line."""
        return self._units(self.text[start:end])

    def _units(self, text: str) -> int:
        if text.isascii() or self.encoding == "utf-32":
            return len(text)
        return (
            len(text.encode(f"{self.encoding}{'-le' * (self.encoding != 'utf-8')}", "surrogatepass"))
            // (_BYTES_OF_A_UNIT[self.encoding])
        )
