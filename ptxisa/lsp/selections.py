"""Selection ranges: word, operand, statement, line, block, function, module."""

from __future__ import annotations

from ptxisa.lsp.documents import Checked
from ptxisa.lsp.statements import identifier_at, statement_at
from ptxisa.lsp.symbols import folds


def selections(checked: Checked, offset: int) -> list[tuple[int, int]]:
    """Return the places around an offset that an editor selects one after the other, the largest first."""
    text, spot = checked.text, statement_at(checked.text, offset)
    places = {(0, len(text))}
    item = checked.names.item_at(offset)
    if item is not None:
        places.add((item.start, item.end))
    for start, end in folds(checked):
        if start <= offset <= end:
            places |= {(start, end), (start + 1, end - 1)}
    if spot.words:
        start, end = spot.words[0].start, spot.words[-1].end
        places |= {(start, end), (start, end + (text[end : end + 1] == ";"))}
    if spot.word is not None:
        places.add((spot.word.start, spot.word.end))
    name = identifier_at(text, offset)
    if name is not None:
        places.add(name)
    nested: list[tuple[int, int]] = []
    for start, end in sorted(places, key=lambda place: place[0] - place[1]):
        # Each range of the protocol contains the next one.
        if start <= offset <= end and (not nested or (nested[-1][0] <= start and end <= nested[-1][1])):
            nested.append((start, end))
    return nested
