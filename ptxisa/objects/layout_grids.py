"""Layouts as grids of text, for terminals and figures: one cell for each register, 16 bytes or word.

In a forward grid, rows and columns are those of the matrix, and cells contain places. In an inverse grid, a line is a
thread, 128 bytes of shared memory or a lane of tensor memory, and cells contain rows and columns of the matrix.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ptxisa.objects.layouts import NOWHERE, Integers, Layout

LINE_BYTES, CHUNK_BYTES = 128, 16
"""Bytes of all banks of shared memory, and of the unit that swizzles move."""
TENSOR_LANES = 128


class LayoutCell(NamedTuple):
    """A cell: its text, its line (a thread, or a part of memory), and a description."""

    text: str
    line: int
    sentence: str


class LayoutGrid(NamedTuple):
    """A grid: a title, headings of lines and columns, and cells; None for an empty cell."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[LayoutCell | None, ...], ...]


class ElementPlaces(NamedTuple):
    """Coordinates of every element in its matrix and in registers or memory, as flat arrays, without copies."""

    matrix: Integers
    row: Integers
    column: Integers
    line: Integers
    slot: Integers


def forward(layout: Layout) -> Iterator[LayoutGrid]:
    """Yield a grid for each matrix; neighboring rows and columns in the same places share one line or column."""
    every = places(layout)
    for matrix in range(int(every.matrix.max()) + 1):
        kept = ElementPlaces(*(part[every.matrix == matrix] for part in every))
        shape = int(kept.row.max()) + 1, int(kept.column.max()) + 1
        line, slot = np.full(shape, NOWHERE), np.full(shape, NOWHERE)
        # Reversed, so that the first of several places of an element remains.
        line[kept.row[::-1], kept.column[::-1]] = kept.line[::-1]
        slot[kept.row[::-1], kept.column[::-1]] = kept.slot[::-1]
        rows, columns = _runs(line, slot), _runs(line.T, slot.T)
        row_names, column_names = tuple(_span(*run) for run in rows), tuple(_span(*run) for run in columns)
        cells = tuple(
            tuple(
                _forward_cell(layout, int(line[row, column]), int(slot[row, column]), row_name, column_name)
                for (column, _), column_name in zip(columns, column_names, strict=True)
            )
            for (row, _), row_name in zip(rows, row_names, strict=True)
        )
        yield LayoutGrid(f"matrix {matrix}" if every.matrix.max() else "", row_names, column_names, cells)


def _runs(line: Integers, slot: Integers) -> list[tuple[int, int]]:
    """Return first and last index of each run of equal rows."""
    change = ((line[1:] != line[:-1]) | (slot[1:] != slot[:-1])).any(axis=1)
    starts = [0, *(int(index) + 1 for index in np.flatnonzero(change))]
    return list(zip(starts, [start - 1 for start in [*starts[1:], len(line)]], strict=True))


def _forward_cell(layout: Layout, line: int, slot: int, row: str, column: str) -> LayoutCell | None:
    if line == NOWHERE:
        return None
    text, words = _described(layout, line, slot)
    return LayoutCell(text, line, f"row {row}, column {column}: {words}")


def _described(layout: Layout, line: int, slot: int) -> tuple[str, str]:
    """Return a place as the text of a cell, and in words."""
    if layout.pattern.category == "fragment":
        return f"{line}:{slot}", f"lane {line}, register {slot}"
    if layout.pattern.category == "shared":
        address = line * LINE_BYTES + slot * CHUNK_BYTES
        return f"{address:#x}", f"byte {address}"
    cta, lane = divmod(line, TENSOR_LANES)
    text, words = f"{lane}:{slot}", f"lane {lane}, word {slot}"
    return (f"{cta}/{text}", f"CTA {cta}, {words}") if "cta" in layout.outputs else (text, words)


def inverse(layout: Layout) -> LayoutGrid:
    """Return a grid with the elements in each slot of each line."""
    every = places(layout)
    slots = int(every.slot.max()) + 1
    keys = every.line * slots + every.slot
    order = np.argsort(keys, kind="stable")
    ends = np.flatnonzero(np.diff(keys[order])) + 1
    by_key = {}
    for group in np.split(order, ends):  # Indices of the places of one cell.
        row, column = (_listed(np.unique(part[group])) for part in (every.row, every.column))
        matrix = f"{_listed(np.unique(every.matrix[group]))}:" if every.matrix.max() else ""
        line, slot = int(every.line[group[0]]), int(every.slot[group[0]])
        sentence = f"{_described(layout, line, slot)[1]}: row {row}, column {column}"
        by_key[int(keys[group[0]])] = LayoutCell(f"{matrix}{row},{column}", line, sentence)
    lines = sorted({key // slots for key in by_key})
    in_shared = layout.pattern.category == "shared"

    def heading(line: int) -> str:
        if in_shared:
            return f"{line * LINE_BYTES:#x}"
        return f"{line // TENSOR_LANES}/{line % TENSOR_LANES}" if "cta" in layout.outputs else str(line)

    return LayoutGrid(
        "",
        tuple(map(heading, lines)),
        tuple(f"+{slot * CHUNK_BYTES}" if in_shared else str(slot) for slot in range(slots)),
        tuple(tuple(by_key.get(line * slots + slot) for slot in range(slots)) for line in lines),
    )


def _listed(values: Integers) -> str:
    """Return sorted numbers as `3`, `0-3`, or `0|8`."""
    first, last = int(values[0]), int(values[-1])
    return _span(first, last) if last - first + 1 == len(values) else "|".join(str(int(value)) for value in values)


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def places(layout: Layout) -> ElementPlaces:
    """Return the coordinates of every element."""
    sizes = tuple(layout.inputs.values())
    inputs = dict(zip(layout.inputs, np.indices(sizes), strict=True))
    arrays = {**layout.outputs, **inputs}
    zero = np.zeros(sizes, np.int64)
    if layout.pattern.category == "fragment":
        line, slot = arrays["lane"], arrays.get("register", zero)
    elif layout.pattern.category == "shared":
        line = arrays["address"] // (8 * LINE_BYTES)
        slot = arrays["address"] // (8 * CHUNK_BYTES) % (LINE_BYTES // CHUNK_BYTES)
    else:
        line, slot = arrays.get("cta", zero) * TENSOR_LANES + arrays["lane"], arrays.get("word", zero)
    kept = (next(iter(layout.outputs.values())) != NOWHERE) & (inputs.get("copy", zero) == 0)
    parts = (arrays.get("matrix", zero), arrays.get("row", zero), arrays.get("column", zero), line, slot)
    return ElementPlaces(*(part[kept] for part in parts))
