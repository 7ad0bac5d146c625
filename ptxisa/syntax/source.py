"""The text of a PTX file: decoding, and lines and columns for offsets."""

from __future__ import annotations

import re
from bisect import bisect_right

_NEWLINE = re.compile("\n")


class Source:
    """A text with its line table, which is built when the first position is asked for."""

    __slots__ = ("_line_starts", "text")

    def __init__(self, text: str | bytes) -> None:
        self.text = text if isinstance(text, str) else decode(text)
        self._line_starts: list[int] | None = None

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        if self._line_starts is None:
            self._line_starts = [0, *(newline.end() for newline in _NEWLINE.finditer(self.text))]
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1


def decode(data: bytes) -> str:
    """UTF-8 text; a byte that is none becomes a lone surrogate, which the lexer reports where it stands."""
    return data.decode("utf-8", errors="surrogateescape")


def undecoded_byte(character: str) -> int | None:
    """The byte that `decode` could not decode, or None for a character of the text."""
    return ord(character) - 0xDC00 if "\udc80" <= character <= "\udcff" else None
