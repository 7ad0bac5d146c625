"""The text of a PTX file: decoding, and lines and columns for offsets."""

from __future__ import annotations

import re
from bisect import bisect_right

_NEWLINE = re.compile("\n")


_FEW = 100


class Source:
    """A text with lines and columns for its offsets.

    The first few are counted from the one before; a table of all lines is made when many are asked for.
    """

    __slots__ = ("_asked", "_last", "_line_starts", "text")

    def __init__(self, text: str | bytes) -> None:
        self.text = text if isinstance(text, str) else decode(text)
        self._line_starts: list[int] = []
        self._asked = 0
        self._last = 0, 1

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        self._asked += 1
        if self._asked <= _FEW:
            return self._count(offset)
        if not self._line_starts:
            self._line_starts = [0, *(newline.end() for newline in _NEWLINE.finditer(self.text))]
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def _count(self, offset: int) -> tuple[int, int]:
        """By the number of lines between here and the last place."""
        place, line = self._last
        if offset >= place:
            line += self.text.count("\n", place, offset)
        else:
            line -= self.text.count("\n", offset, place)
        self._last = offset, line
        return line, offset - self.text.rfind("\n", 0, offset)


def decode(data: bytes) -> str:
    """UTF-8 text; a byte that is none becomes a lone surrogate, which the lexer reports where it stands."""
    return data.decode("utf-8", errors="surrogateescape")


def undecoded_byte(character: str) -> int | None:
    """The byte that `decode` could not decode, or None for a character of the text."""
    return ord(character) - 0xDC00 if "\udc80" <= character <= "\udcff" else None
