"""Pictures of tensors: what a swizzle does to rows of shared memory, and the pixels that a walk through images meets.

Both are drawn from what copies compute with, so that they show what runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from generator.site.pictures.canvas import COLORS
from ptxisa.isa import tensors
from ptxisa.objects.tensor_copies import points, swizzled
from ptxisa.objects.tensor_maps import Im2col, TensorAccess, TensorMap

Data = Mapping[str, Any]

CELL, NARROWEST, HEAD, GAP = 26, 18, 22, 40
"""Pixels: size of a cell and least width of a chunk, height of the head, and between the two halves of a picture."""
ROW = 128
"""Bytes of a row of a picture of shared memory."""
MOST_NUMBERED = 999
"""Largest number that fits a cell."""
BORDER = 1
"""Pixels around the tensor and the pixels of the walk."""


def draw_swizzle(data: Data) -> str:
    """Draw rows of shared memory beside the same rows without the swizzle."""
    swizzle = data["swizzle"]
    cell, rows = swizzle["cell"], len(swizzle["pattern"])
    columns = ROW // cell
    address = np.arange(rows * columns) * cell
    target = swizzled(data["name"].removeprefix("swizzle-"), address)
    shown = np.empty(rows * columns, dtype=np.int64)
    shown[target // cell] = np.arange(rows * columns)
    unit = max(cell * CELL // 16, NARROWEST)
    side = columns * unit
    parts = [_text(0, 15, "rows of the box"), _text(side + GAP, 15, "shared memory")]
    parts += _chunks(np.arange(rows * columns), columns, 0, unit)
    parts += _chunks(shown, columns, side + GAP, unit)
    label = f"Chunks of {cell} bytes in rows of {ROW} bytes: in the order of the copy, and in shared memory"
    return _svg(2 * side + GAP, HEAD + rows * CELL, label, parts)


def _chunks(numbers: Any, columns: int, left: int, unit: int) -> Iterator[str]:
    """Yield cells in the color of their place in their original row."""
    for place, number in enumerate(int(number) for number in numbers):
        x, y = left + place % columns * unit, HEAD + place // columns * CELL
        color = number % columns * COLORS // columns if columns > COLORS else number % columns
        yield _cell(x, y, unit, f"chunk{color}", str(number))


def draw_walks(data: Data) -> str:
    """Return the pixels of the first image in each example of a mode, numbered in the order of shared memory."""
    return "\n".join(
        _walk(data["name"], example, information)
        for example in data.get("examples", ())
        for information in example["information"]
    )


def _walk(mode: str, example: Data, information: Sequence[int]) -> str:
    """Draw the pixels of the first image, and a border around them."""
    # The tensor of an example; any element of 2 bytes gives the same picture.
    sizes = tuple(example["tensor"])
    strides = np.cumprod([16 * (-(-sizes[0] * 2 // 16)), *sizes[1:-1]])
    part = Im2col(tuple(example["lower"]), tuple(example["upper"]), example["channels"], example.get("pixels", 128))
    steps = (1, *[example.get("stride", 1)] * (len(sizes) - 2), 1)
    element = next(element.name for element in tensors.elements().values() if element.global_bytes == 2)
    tensor = TensorMap(element, sizes, tuple(int(stride) for stride in strides), part, steps)
    access = TensorAccess(tuple(example["coordinates"]), mode, tuple(information))
    at = points(tensor, access)
    first = at[:, -1] == access.coordinates[-1]
    order = {(int(w), int(h)): index + 1 for index, (w, h) in enumerate(at[:, :2]) if first[index]}
    width, height = tensor.sizes[1:3]
    met = np.array([*order, (0, 0), (width - 1, height - 1)])
    low, high = met.min(axis=0) - BORDER, met.max(axis=0) + BORDER
    parts = [_text(0, 15, f"coordinates {access.coordinates}, further operands {tuple(information)}")]
    for h in range(int(low[1]), int(high[1]) + 1):
        for w in range(int(low[0]), int(high[0]) + 1):
            x, y = (w - int(low[0])) * CELL, HEAD + (h - int(low[1])) * CELL
            number = order.get((w, h))
            inside = "inside" if w in range(width) and h in range(height) else "outside"
            kind = inside if number is None else f"{inside} met"
            parts.append(_cell(x, y, CELL, kind, "" if number is None or number > MOST_NUMBERED else str(number)))
    size = (high - low + 1) * CELL
    label = f"Pixels that {mode} copies, in W from left to right and in H from top to bottom"
    return _svg(int(size[0]), HEAD + int(size[1]), label, parts)


def _cell(x: int, y: int, width: int, kind: str, text: str) -> str:
    name = f'<text class="name" x="{x + width / 2:g}" y="{y + 17}">{escape(text)}</text>' if text else ""
    return f'<rect class="cell {kind}" x="{x}" y="{y}" width="{width}" height="{CELL}"/>{name}'


def _text(x: int, y: int, text: str) -> str:
    return f'<text class="heading" x="{x}" y="{y}">{escape(text)}</text>'


def _svg(width: int, height: int, label: str, parts: Sequence[str]) -> str:
    size = f'viewBox="0 0 {width} {height}" style="max-width: {width}px"'
    return "\n".join([f'<svg class="ptx-tensor" {size} role="img" aria-label="{escape(label)}">', *parts, "</svg>"])
