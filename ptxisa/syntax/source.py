"""The text of a PTX file: decoding, and lines and columns for offsets."""

from __future__ import annotations

from collections.abc import Iterator

_STRIDE = 4096


class Source:
    """A text, with a mark for every few thousand characters once the first position is asked for."""

    __slots__ = ("_marks", "text")

    def __init__(self, text: str | bytes) -> None:
        self.text = text if isinstance(text, str) else decode(text)
        self._marks: list[tuple[int, int]] = []

    def __repr__(self) -> str:
        return f"<source of {len(self.text):,} characters>"

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both counted from 1."""
        self._marks = self._marks or list(_marks(self.text))
        line, start = self._marks[offset // _STRIDE]
        marked = offset - offset % _STRIDE
        newline = self.text.rfind("\n", marked, offset)
        return line + self.text.count("\n", marked, offset), offset - (start if newline < 0 else newline + 1) + 1


def _marks(text: str) -> Iterator[tuple[int, int]]:
    """Yield the number of the line and its start at each stride."""
    line, start = 1, 0
    for marked in range(0, len(text) + 1, _STRIDE):
        yield line, start
        line += text.count("\n", marked, marked + _STRIDE)
        start = max(start, text.rfind("\n", marked, marked + _STRIDE) + 1)


def decode(data: bytes) -> str:
    """Decode UTF-8; an invalid byte becomes a lone surrogate, which the lexer reports."""
    return data.decode("utf-8", errors="surrogateescape")


def undecoded_byte(character: str) -> int | None:
    """Return the byte that `decode` could not decode, or None for a character of the text."""
    return ord(character) - 0xDC00 if "\udc80" <= character <= "\udcff" else None
