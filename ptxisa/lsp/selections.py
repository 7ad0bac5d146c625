"""Selection ranges: word, operand, statement, line, block, function, module."""

from __future__ import annotations

from collections.abc import Iterator

from ptxisa.lsp.documents import Checked
from ptxisa.lsp.statements import identifier_at, statement_at
from ptxisa.lsp.symbols import folds


def selections(checked: Checked, offset: int) -> list[tuple[int, int]]:
    """Return the places around an offset that an editor selects one after the other, the largest first."""
    found = {place for place in _around(checked, offset) if place[0] <= offset <= place[1]}
    nested: list[tuple[int, int]] = []
    for start, end in sorted(found, key=lambda place: place[0] - place[1]):
        # Each range of the protocol contains the next one.
        if not nested or (nested[-1][0] <= start and end <= nested[-1][1]):
            nested.append((start, end))
    return nested


def _around(checked: Checked, offset: int) -> Iterator[tuple[int, int]]:
    text = checked.text
    yield 0, len(text)
    item = checked.names.item_at(offset)
    if item is not None:
        yield item.start, item.end
    for start, end in folds(checked):
        if start <= offset <= end:
            yield start, end
            yield start + 1, end - 1
    spot = statement_at(text, offset)
    if spot.words:
        yield spot.words[0].start, spot.words[-1].end
        if text[spot.words[-1].end : spot.words[-1].end + 1] == ";":
            yield spot.words[0].start, spot.words[-1].end + 1
    if spot.word is not None:
        yield spot.word.start, spot.word.end
    name = identifier_at(text, offset)
    if name is not None:
        yield name
