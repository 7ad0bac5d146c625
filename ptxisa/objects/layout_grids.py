"""Layouts as grids of text, for terminals and figures: a cell for each register, 16 bytes or word.

Forward, rows and columns are those of the matrix, and cells say where they lie. Inverse, a line is a thread, 128 bytes
of shared memory or a lane of tensor memory, and cells say what lies there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ptxisa.objects.layout_maps import NOWHERE, Integers
from ptxisa.objects.layouts import Layout

LINE_BYTES, CHUNK_BYTES = 128, 16
TENSOR_LANES = 128


class Cell(NamedTuple):
    """A cell: its text, the line that it belongs to (a thread, or a part of memory), and a sentence about it."""

    text: str
    line: int
    sentence: str


class Grid(NamedTuple):
    """A grid: what its lines and columns are called, and a cell for each; None where nothing lies."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]


class Places(NamedTuple):
    """Where every element is (`matrix`, `row`, `column`) and lies (`line`, `slot`); copies are left out."""

    matrix: Integers
    row: Integers
    column: Integers
    line: Integers
    slot: Integers


def forward(layout: Layout) -> Iterator[Grid]:
    """A grid for each matrix."""
    every = places(layout)
    for matrix in range(int(every.matrix.max()) + 1):
        kept = Places(*(part[every.matrix == matrix] for part in every))
        title = f"matrix {matrix}" if every.matrix.max() else ""
        yield _forward(layout, kept, title)


def _forward(layout: Layout, kept: Places, title: str) -> Grid:
    shape = int(kept.row.max()) + 1, int(kept.column.max()) + 1
    line, slot = np.full(shape, NOWHERE), np.full(shape, NOWHERE)
    line[kept.row[::-1], kept.column[::-1]] = kept.line[::-1]
    slot[kept.row[::-1], kept.column[::-1]] = kept.slot[::-1]
    rows, columns = _runs(line, slot), _runs(line.T, slot.T)
    names = tuple(_span(*run) for run in rows), tuple(_span(*run) for run in columns)

    def cell(r: int, c: int) -> Cell | None:
        at = rows[r][0], columns[c][0]
        return _where(layout, int(line[at]), int(slot[at]), f"row {names[0][r]}, column {names[1][c]}")

    cells = tuple(tuple(cell(r, c) for c in range(len(columns))) for r in range(len(rows)))
    return Grid(title, *names, cells)


def _runs(line: Integers, slot: Integers) -> list[tuple[int, int]]:
    """First and last index of neighboring rows that are equal."""
    change = ((line[1:] != line[:-1]) | (slot[1:] != slot[:-1])).any(axis=1)
    starts = [0, *(int(index) + 1 for index in np.flatnonzero(change))]
    return list(zip(starts, [start - 1 for start in [*starts[1:], len(line)]], strict=True))


def _where(layout: Layout, line: int, slot: int, element: str) -> Cell | None:
    if line == NOWHERE:
        return None
    text = {"fragment": f"{line}:{slot}", "shared": f"{line * LINE_BYTES + slot * CHUNK_BYTES:#x}"}
    cta, lane = divmod(line, TENSOR_LANES)
    pair = f"{cta}/" if "cta" in layout.outputs else ""
    return Cell(
        text.get(layout.pattern.category, f"{pair}{lane}:{slot}"), line, f"{element}: {_name(layout, line, slot)}"
    )


def _name(layout: Layout, line: int, slot: int) -> str:
    """Where something lies, in words."""
    if layout.pattern.category == "fragment":
        return f"lane {line}, register {slot}"
    if layout.pattern.category == "shared":
        return f"byte {line * LINE_BYTES + slot * CHUNK_BYTES}"
    cta, lane = divmod(line, TENSOR_LANES)
    return f"{f'CTA {cta}, ' if 'cta' in layout.outputs else ''}lane {lane}, word {slot}"


def inverse(layout: Layout) -> Grid:
    """What lies in each slot of each line."""
    every = places(layout)
    slots = int(every.slot.max()) + 1
    keys = every.line * slots + every.slot
    order = np.argsort(keys, kind="stable")
    ends = np.flatnonzero(np.diff(keys[order])) + 1
    held = {int(keys[group[0]]): _elements(layout, every, group) for group in np.split(order, ends)}
    lines = sorted({key // slots for key in held})
    cells = tuple(tuple(held.get(line * slots + slot) for slot in range(slots)) for line in lines)
    headings = tuple(_line(layout, line) for line in lines), tuple(_slot(layout, slot) for slot in range(slots))
    return Grid("", *headings, cells)


def _line(layout: Layout, line: int) -> str:
    if layout.pattern.category == "shared":
        return f"{line * LINE_BYTES:#x}"
    return f"{line // TENSOR_LANES}/{line % TENSOR_LANES}" if "cta" in layout.outputs else str(line)


def _slot(layout: Layout, slot: int) -> str:
    return f"+{slot * CHUNK_BYTES}" if layout.pattern.category == "shared" else str(slot)


def _elements(layout: Layout, every: Places, group: Integers) -> Cell:
    """The rows and columns of some elements."""
    row, column = (_listed(np.unique(part[group])) for part in (every.row, every.column))
    matrix = f"{_listed(np.unique(every.matrix[group]))}:" if every.matrix.max() else ""
    line, slot = int(every.line[group[0]]), int(every.slot[group[0]])
    return Cell(f"{matrix}{row},{column}", line, f"{_name(layout, line, slot)}: row {row}, column {column}")


def _listed(values: Integers) -> str:
    """`3`, `0-3`, or `0|8`."""
    first, last = int(values[0]), int(values[-1])
    return _span(first, last) if last - first + 1 == len(values) else "|".join(str(int(one)) for one in values)


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def places(layout: Layout) -> Places:
    """Every element with where it lies."""
    indices = dict(zip(layout.inputs, np.indices(tuple(layout.inputs.values())), strict=True))
    found = {**layout.outputs, **indices}
    nothing = np.zeros(tuple(layout.inputs.values()), np.int64)
    line, slot = _lines(layout, found, nothing)
    kept = (next(iter(layout.outputs.values())) != NOWHERE) & (indices.get("copy", nothing) == 0)
    parts = (found.get("matrix", nothing), found.get("row", nothing), found.get("column", nothing), line, slot)
    return Places(*(part[kept] for part in parts))


def _lines(layout: Layout, found: dict[str, Integers], nothing: Integers) -> tuple[Integers, Integers]:
    if layout.pattern.category == "fragment":
        return found["lane"], found.get("register", nothing)
    if layout.pattern.category == "shared":
        return found["address"] // (8 * LINE_BYTES), found["address"] // (8 * CHUNK_BYTES) % (LINE_BYTES // CHUNK_BYTES)
    return found.get("cta", nothing) * TENSOR_LANES + found["lane"], found.get("word", nothing)
