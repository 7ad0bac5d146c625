"""HTML of layouts and occupancy for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

from ptxisa.isa.representation import Html, code, paragraph, table
from ptxisa.objects import layout_grids
from ptxisa.objects.layout_grids import LayoutGrid
from ptxisa.objects.occupancy import UNLIMITED

if TYPE_CHECKING:
    from ptxisa.objects.layouts import Layout
    from ptxisa.objects.occupancy import Occupancy

_LARGEST = 64
"""Largest number of rows and columns of a grid that is shown."""
_HUES = 8


def layout_html(layout: Layout) -> str:
    """Return the matrix with the place of each group of elements; a color is a thread or a row of memory."""
    shown = paragraph(code(repr(layout).strip("<>")), layout.pattern.summary)
    return shown + "".join(map(_grid, layout_grids.forward(layout)))


def _grid(grid: LayoutGrid) -> str:
    """Return a grid as a table, cut off if it is large."""
    rows = [_line("", [_head(name) for name in grid.columns[:_LARGEST]])]
    for name, line in zip(grid.rows[:_LARGEST], grid.cells[:_LARGEST], strict=True):
        cells = []
        for cell in line[:_LARGEST]:
            if cell is None:
                cells.append("<td></td>")
                continue
            # A transparent color is readable on light and dark pages.
            color = f"hsla({cell.line % _HUES * 360 // _HUES},80%,50%,.25)"
            style = f"padding:1px 4px;border:1px solid;background:{color}"
            cells.append(f'<td style="{style}" title="{escape(cell.sentence)}">{escape(cell.text)}</td>')
        rows.append(_line(name, cells))
    size = f"{len(grid.rows)} x {len(grid.columns)} cells; the first {_LARGEST} of each are shown"
    rest = paragraph(size) if max(len(grid.rows), len(grid.columns)) > _LARGEST else ""
    title = paragraph(grid.title) if grid.title else ""
    return f'{title}<table style="border-collapse:collapse;font-size:85%">{"".join(rows)}</table>{rest}'


def _line(name: str, cells: list[str]) -> str:
    return f"<tr>{_head(name)}{''.join(cells)}</tr>"


def _head(text: str) -> str:
    return f'<th style="padding:1px 4px">{escape(text)}</th>'


def occupancy_html(occupancy: Occupancy) -> Html:
    """Return a table with the limit of each resource; for arrays, the least and the greatest."""
    rows = []
    for name, limit in occupancy.limits.items():
        if isinstance(limit, np.ndarray) and limit.ndim:
            rows.append((name, f"{limit.min()} to {limit.max()}"))
        else:
            rows.append((name, "not used" if int(limit) == UNLIMITED else str(int(limit))))
    return Html(paragraph(repr(occupancy).strip("<>")) + table(["resource", "blocks"], rows))
