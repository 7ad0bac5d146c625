"""Pictures of matrix layouts: a matrix with the place of each group of elements, from what `ptxisa.layout` computes.

Layouts that several instructions share are drawn once, at the least sizes that the caller may choose. Fragments and
shared memory have a cell for each register and 16 bytes, colored by the thread and the row of memory; tensor memory has
a box for each part in which lanes and words follow each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from generator.site.pictures.canvas import COLORS, captioned
from ptxisa.isa.matrices import Pattern
from ptxisa.objects import layout_grids
from ptxisa.objects.layout_grids import LayoutGrid
from ptxisa.objects.layouts import Integers, Layout, LayoutUse, title

CELL, HEAD, BASELINE, LETTER = 20, 20, 14, 6.2
"""Pixels: height of a cell and of the heads, from the top of a cell to its text, width of a letter."""
SIDE, BOX_WIDTH, BOX_HEIGHT = 90, 260, 24
"""Pixels of a picture of tensor memory: width of the names of rows, and size of a box."""


def draw(pattern: Pattern) -> str:
    """Draw every distinct layout of a record, each with its names as the caption."""
    return "\n".join(captioned(svg, heading(names)) for _, names, svg in drawings(pattern))


def drawings(pattern: Pattern) -> list[tuple[tuple[str, ...], list[str], str]]:
    """Return every distinct layout of a record: operands, instructions with their types, and the picture."""
    drawn: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for use in pattern.uses:
        for element in use.types:
            needed = {
                parameter.name: (parameter.values or (parameter.least,))[0]
                for parameter in use.parameters
                if not parameter.default
            }
            layout = Layout(title(use), use.operands[0], LayoutUse(pattern, use, element), needed)
            if pattern.category == "tensor-memory":
                svg = _boxes(layout)
            else:
                svg = "\n".join(_cells(layout, grid) for grid in layout_grids.forward(layout))
            names = drawn.setdefault((tuple(use.operands), svg), [])
            names.append(f"{title(use)} .{element.name}")
    return [(operands, names, svg) for (operands, svg), names in drawn.items()]


def heading(names: Sequence[str]) -> str:
    """Return a heading such as `mma.m16n8k16 .f16 .bf16, mma.…`: instructions with their types."""
    types: dict[str, list[str]] = {}
    for name in names:
        instruction, _, type_ = name.rpartition(" ")
        types.setdefault(instruction, []).append(type_)
    return ", ".join(" ".join([instruction, *dict.fromkeys(listed)]) for instruction, listed in types.items())


def _boxes(layout: Layout) -> str:
    """Draw a layout of tensor memory: a box for rows and columns whose places follow each other."""
    coordinates = {
        name: array[..., 0] if "copy" in layout.inputs else array for name, array in layout.coordinates.items()
    }
    rows = _spans([array[:, 0] for array in coordinates.values()])
    columns = _spans([array[0, :] for array in coordinates.values()])
    parts = [
        _text(SIDE + (i + 0.5) * BOX_WIDTH, 14, f"column {_span(*span)}", "name") for i, span in enumerate(columns)
    ]
    # An element ends `element_bits` after the first bit of its place.
    names, more = {"cta": "CTA"}, {"bit": layout.element_bits - 1}
    for r, (top, bottom) in enumerate(rows):
        y = HEAD + r * BOX_HEIGHT
        parts.append(_text(SIDE / 2, y + 16, f"row {_span(top, bottom)}", "name"))
        for c, (left, right) in enumerate(columns):
            x = SIDE + c * BOX_WIDTH
            inside = {name: array[top : bottom + 1, left : right + 1] for name, array in coordinates.items()}
            text = ", ".join(
                f"{names.get(name, name)} {_span(int(part.min()), int(part.max()) + more.get(name, 0))}"
                for name, part in inside.items()
            )
            sentence = f"row {_span(top, bottom)}, column {_span(left, right)}: {text}"
            size = f'width="{BOX_WIDTH}" height="{BOX_HEIGHT}"'
            rect = f'<rect class="cell chunk{(r + c) % COLORS}" x="{x:g}" y="{y:g}" {size}/>'
            words = _text(x + BOX_WIDTH / 2, y + 16, text, "name")
            parts.append(f"<g><title>{escape(sentence)}</title>{rect}{words}</g>")
    copies = layout.inputs.get("copy", 1)
    label = _label(layout) + (f"; {copies} copies, of which the first is drawn" if copies > 1 else "")
    return _svg((SIDE + BOX_WIDTH * len(columns), HEAD + BOX_HEIGHT * len(rows)), label, parts)


def _cells(layout: Layout, grid: LayoutGrid) -> str:
    """Draw a table of cells, with the numbers of rows and columns around it."""
    texts = [*grid.columns, *(cell.text for line in grid.cells for cell in line if cell)]
    width, side = _width(texts), _width(grid.rows)
    parts = [_text(0, 14, grid.title)] if grid.title else []
    top = HEAD if grid.title else 0
    parts += [_text(side + (i + 0.5) * width, top + 14, name, "name") for i, name in enumerate(grid.columns)]
    for r, (name, line) in enumerate(zip(grid.rows, grid.cells, strict=True)):
        # The style sheet has the size of a cell, because figures are most of a page.
        cells = []
        for c, cell in enumerate(line):
            x = side + c * width
            if cell is None:
                cells.append(f'<rect class="cell outside" x="{x:g}"/>')
                continue
            rect = f'<rect class="chunk{cell.line % COLORS}" x="{x:g}"/>'
            text = f'<text x="{x + width / 2:g}">{escape(cell.text)}</text>'
            cells.append(f"<g><title>{escape(cell.sentence)}</title>{rect}{text}</g>")
        place = f"translate(0 {top + HEAD + r * CELL + BASELINE})"
        row = f'<text x="{side / 2:g}">{name}</text>{"".join(cells)}'
        parts.append(f'<g class="cells name" transform="{place}">{row}</g>')
    size = side + width * len(grid.columns), top + HEAD + CELL * len(grid.rows)
    return _svg(size, _label(layout), parts, f"; --cell: {width:g}px")


def _width(texts: Sequence[str]) -> float:
    """Return the width of a column with these texts."""
    return max(len(text) for text in texts) * LETTER + 8


def _spans(along: Sequence[Integers]) -> list[tuple[int, int]]:
    """Return runs of indices over which each output keeps its step."""
    length = len(along[0])
    steps = np.stack([np.diff(array) for array in along])
    starts, first = [0], 0
    for index in range(1, length):
        if index - first > 1 and (steps[:, index - 1] != steps[:, first]).any():
            starts.append(first := index)
    return list(zip(starts, [start - 1 for start in [*starts[1:], length]], strict=True))


def _span(first: int, last: int) -> str:
    """Return `4` or `0-7`."""
    return str(first) if first == last else f"{first}-{last}"


def _label(layout: Layout) -> str:
    """Return a label for readers who cannot see the picture; the tables below it have the whole map."""
    sizes = repr(layout).strip("<>").partition(": ")[2]
    return f"{layout.pattern.summary.replace('``', '')} {sizes}"


def _text(x: float, y: float, text: str, kind: str = "heading") -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(text)}</text>'


def _svg(size: tuple[float, float], label: str, parts: Sequence[str], style: str = "") -> str:
    width, height = size
    box = f'viewBox="0 0 {width:g} {height:g}" style="max-width: {width:g}px{style}"'
    return "\n".join([f'<svg class="ptx-tensor" {box} role="img" aria-label="{escape(label)}">', *parts, "</svg>"])
