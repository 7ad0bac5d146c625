"""Pictures of a tensor copy: the box in its tensor, the same box in shared memory, and what a traversal stride skips.

All places are those that copies compute with.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.site.pictures.canvas import Canvas, Figure
from ptxisa.objects.tensor_copies import places, points
from ptxisa.objects.tensor_maps import CHUNK, Im2col, TensorAccess, TensorMap

CELL, GAP, TOP, STRIDE_CELL = 28, 48, 24, 22
BYTES = 4
"""Bytes of an element of the pictures, which are `f32`."""
PER_CHUNK = CHUNK // BYTES
TENSOR = TensorMap("f32", sizes=(48, 10), strides=(192,), box=(32, 8), swizzle="128b")
ACCESS = TensorAccess((24, 1), "tile")
SKIPPING = TensorMap("f32", sizes=(32, 8), strides=(128,), box=(16, 6), traversal=(1, 2))
SKIPPING_ACCESS = TensorAccess((8, 1), "tile")


def figures() -> Iterator[Figure]:
    """Yield the pictures of a box with a swizzle, and of a box with a traversal stride."""
    yield _swizzled(TENSOR, ACCESS)
    yield _skipping(SKIPPING, SKIPPING_ACCESS)


def _swizzled(tensor: TensorMap, access: TensorAccess) -> Figure:
    """Draw the chunks of 16 bytes of a tensor on the left, and of the box in shared memory on the right."""
    place = places(tensor, access)
    wide, high = tensor.sizes[0] // PER_CHUNK, tensor.sizes[1]
    columns, rows = tensor.width // PER_CHUNK, len(place.source)
    first, top = access.coordinates[0] // PER_CHUNK, access.coordinates[1]
    left = CELL * max(wide, first + columns) + GAP
    canvas = Canvas(left + CELL * columns, TOP + CELL * max(high, top + rows))
    canvas.text(0, 14, f"tensor of {tensor.sizes[0]} × {high} elements in global memory", "head")
    canvas.text(left, 14, "shared memory", "head")
    for row in range(high):
        for column in range(wide):
            canvas.box(CELL * column, TOP + CELL * row, CELL, CELL, "", "bare", round_=0)
    chunks, table = place.shared[:, ::PER_CHUNK] // CHUNK, []
    for row in range(rows):
        for column in range(columns):
            number, inside = row * columns + column, bool(place.inside[row, column * PER_CHUNK])
            kind = f"color-{column}" if inside else "faint"
            canvas.box(CELL * (first + column), TOP + CELL * (top + row), CELL, CELL, str(number), kind, round_=0)
            y, x = divmod(int(chunks[row, column]), columns)
            text = str(number) if inside else "0"
            hint = f"chunk {number} of the box at address {int(chunks[row, column]) * CHUNK:#x}"
            canvas.box(left + CELL * x, TOP + CELL * y, CELL, CELL, text, kind, hint=hint, round_=0)
            contents = (
                f"coordinates {access.coordinates[0] + PER_CHUNK * column}, {top + row}"
                if inside
                else "outside: filled with 0"
            )
            table.append([str(number), contents, f"{int(chunks[row, column]) * CHUNK:#x}"])
    frame = f'x="{CELL * first:g}" y="{TOP + CELL * top:g}" width="{CELL * columns:g}" height="{CELL * rows:g}"'
    canvas.parts.append(f'<rect class="frame" {frame}/>')
    caption = (
        f"A box of {tensor.width} × {rows} elements of .{tensor.element} at the coordinates {access.coordinates[0]}, "
        f"{top}, with the swizzle of {tensor.swizzle.upper()}. A cell is {CHUNK} bytes. Cells outside the tensor are "
        "filled with zeros. In shared memory, the cells of each row of 128 bytes are permuted, so that the cells of a "
        "column are in different banks."
    )
    return Figure(
        "Box of a tensor copy", canvas, caption, ["Chunk of the box", "Contents", "Address in shared memory"], table
    )


def _skipping(tensor: TensorMap, access: TensorAccess) -> Figure:
    """Draw the rows that a traversal stride copies, and those that it skips, in chunks of 16 bytes."""
    assert not isinstance(tensor.box, Im2col)
    box, step = tensor.box, tensor.steps[1]
    wide, high, columns = tensor.sizes[0] // PER_CHUNK, tensor.sizes[1], tensor.width // PER_CHUNK
    copied = [int(row) for row in points(tensor, access)[:, 0]]
    first, left = access.coordinates[0] // PER_CHUNK, STRIDE_CELL * wide + GAP
    canvas = Canvas(left + max(STRIDE_CELL * columns, 110), TOP + STRIDE_CELL * high)
    canvas.text(0, 14, "tensor", "head")
    canvas.text(left, 14, "shared memory", "head")
    for row in range(high):
        for column in range(wide):
            inside = row in copied and first <= column < first + columns
            kind = f"color-{copied.index(row)}" if inside else "bare"
            text = str(copied.index(row) * columns + column - first) if inside else ""
            canvas.box(STRIDE_CELL * column, TOP + STRIDE_CELL * row, STRIDE_CELL, STRIDE_CELL, text, kind, round_=0)
    for number in range(len(copied) * columns):
        y, x = divmod(number, columns)
        canvas.box(
            left + STRIDE_CELL * x, TOP + STRIDE_CELL * y, STRIDE_CELL, STRIDE_CELL, str(number), f"color-{y}", round_=0
        )
    frame = f'x="{STRIDE_CELL * first}" y="{TOP + STRIDE_CELL * access.coordinates[1]}"'
    size = f'width="{STRIDE_CELL * columns}" height="{STRIDE_CELL * box[1]}"'
    canvas.parts.append(f'<rect class="frame" {frame} {size}/>')
    rows = [[str(row), str(place)] for place, row in enumerate(copied)]
    ordinal = {2: "second", 3: "third"}.get(step, f"{step}th")
    caption = (
        f"A box of {box[0]} × {box[1]} elements with the traversal stride {step} in dimension 1: "
        f"every {ordinal} row is copied, and the {len(copied)} rows are contiguous in shared memory."
    )
    return Figure("Traversal stride", canvas, caption, ["Row of the tensor", "Row in shared memory"], rows)
