"""Pictures of tensor memory: the memories that tcgen05 instructions read and write, and the lanes that each may access.

Moves are read from the operands and events of the instruction records, lanes from the layouts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from generator.records import layouts
from generator.records.model import RecordedInstruction
from generator.site.pictures.canvas import Canvas, Figure, Link
from generator.site.site import Site
from ptxisa.objects.layouts import Layout, LayoutUse
from ptxisa.objects.tensor_memory import COLUMNS, LANES, QUARTER

PLACES = ("shared memory", "tensor memory", "registers")
HEAD, STEP, WIDE, ROW, TOP = 150, 220, 132, 28, 44
"""Pixels of data paths: width of the names, from memory to memory, of a memory, of a row, and where rows begin."""
BAR, PER_LANE, LEFT = 104, 2, 62
"""Pixels of lanes: width of a column, height of a lane, and where the columns begin."""


class Move(NamedTuple):
    """Memories that an instruction reads and writes."""

    instruction: RecordedInstruction
    reads: tuple[str, ...]
    writes: tuple[str, ...]


def moves(instructions: Iterable[RecordedInstruction]) -> Iterator[Move]:
    """Yield the tcgen05 instructions that read or write one of the memories."""
    for instruction in instructions:
        if not instruction.name.startswith("tcgen05."):
            continue
        reads, writes = set(), set()
        for operand in (operand for form in instruction.forms for operand in form.operands):
            if operand.braces:
                place = "registers"
            elif operand.kind == "address":
                place = "tensor memory" if operand.space == "tensor" else "shared memory"
            else:
                continue
            if "read" in operand.access:
                reads.add(place)
            if "write" in operand.access:
                writes.add(place)
        if any(event.get("descriptor") for event in instruction.data.get("events", ())):
            reads.add("shared memory")
        if reads or writes:
            yield Move(instruction, tuple(p for p in PLACES if p in reads), tuple(p for p in PLACES if p in writes))


def paths(site: Site, link: Link) -> Figure:
    """Draw a column for each memory, and an arrow for each instruction from what it reads to what it writes."""
    every = list(moves(site.isa.instructions))
    middle = {place: HEAD + WIDE / 2 + STEP * number for number, place in enumerate(PLACES)}
    canvas = Canvas(HEAD + STEP * (len(PLACES) - 1) + WIDE, TOP + ROW * len(every) + 8)
    sizes = {
        "tensor memory": f"{LANES} lanes × {COLUMNS} columns",
        "shared memory": "of the CTA or cluster",
        "registers": "of a warp",
    }
    for number, place in enumerate(PLACES):
        canvas.box(middle[place] - WIDE / 2, 0, WIDE, canvas.height, "", f"color-{number}", round_=6)
        canvas.text(middle[place], 16, place, "middle head")
        canvas.text(middle[place], 31, sizes[place], "middle small")
    for line, move in enumerate(every):
        y = TOP + ROW * line + 14
        canvas.text(0, y + 4, move.instruction.name, "mono", href=link(move.instruction.identity))
        for place in move.reads:
            canvas.parts.append(f'<circle cx="{middle[place]:g}" cy="{y:g}" r="3.5"/>')
        for target in move.writes:
            sources = [place for place in move.reads if place != target]
            for source in sources:
                canvas.arrow((middle[source], y), (middle[target] + (-6 if middle[source] < middle[target] else 6), y))
            if not sources:
                canvas.arrow((middle[target] - 40, y), (middle[target] - 6, y))
    caption = (
        "What the tcgen05 instructions read (dot) and write (tip of an arrow). Only loads and stores access registers; "
        "the accumulator of a multiplication stays in tensor memory. A short arrow is an address or an arrival."
    )
    rows = [[move.instruction.name, ", ".join(move.reads), ", ".join(move.writes)] for move in every]
    return Figure("Data paths of tcgen05", canvas, caption, ["Instruction", "Reads", "Writes"], rows)


def lanes(site: Site) -> Figure:
    """Draw the 128 lanes downwards, with those of each warp and those that each copy writes."""
    # Layouts of the copies to tensor memory, with the modifiers of the copy.
    copies = [
        (
            use.instruction.removeprefix("tcgen05.cp."),
            Layout(use.instruction, use.operands[0], LayoutUse(pattern, use, use.types[0]), {}),
        )
        for record in site.isa.records("matrix_layout")
        if record.data["name"].startswith("tensor-memory-cp-")
        for pattern in [layouts.pattern(site.isa, record.data)]
        for use in pattern.uses
    ]
    canvas = Canvas(LEFT + (BAR + 8) * (1 + len(copies)), TOP + PER_LANE * LANES)
    for first in range(0, LANES, QUARTER):
        canvas.text(LEFT - 8, TOP + PER_LANE * (first + QUARTER / 2) + 4, f"{first}–{first + QUARTER - 1}", "end mono")
    canvas.text(LEFT - 8, 31, "lanes", "end small")
    canvas.text(LEFT + BAR / 2, 16, "ld, st", "middle mono")
    rows = []
    for warp, first in enumerate(range(0, LANES, QUARTER)):
        y = TOP + PER_LANE * first
        canvas.box(LEFT, y, BAR, PER_LANE * QUARTER - 2, f"warp {warp}", f"color-{warp}")
        rows.append(["ld, st", f"warp {warp} of the warpgroup", f"{first} to {first + QUARTER - 1}"])
    for number, (name, layout) in enumerate(copies, 1):
        x = LEFT + (BAR + 8) * number
        shape, _, multicast = name.partition(".")
        canvas.text(x + BAR / 2, 16, f"cp.{shape}", "middle mono")
        canvas.text(x + BAR / 2, 31, f".{multicast}" if multicast else "", "middle small")
        canvas.box(x, TOP, BAR, PER_LANE * LANES - 2, "", "bare")
        lane = np.asarray(layout.coordinates["lane"])[:, 0].reshape(layout.coordinates["lane"].shape[0], -1)
        for copy in lane.T:  # A box for each run of lanes within one quarter.
            jumps = (np.diff(copy) != 1) | (copy[1:] % QUARTER == 0)
            starts = [0, *(int(i) + 1 for i in np.flatnonzero(jumps))]
            for start, end in zip(starts, [*(s - 1 for s in starts[1:]), len(copy) - 1], strict=True):
                height = max(PER_LANE * (end + 1 - start) - 2, 3)
                text, y = f"rows {start}–{end}" if end > start else "", TOP + PER_LANE * int(copy[start])
                canvas.box(x, y, BAR, height, text, f"color-{4 + start // QUARTER % 4}", round_=2)
                source = f"row {start}" if end == start else f"rows {start} to {end}"
                rows.append(
                    [f"cp.{name}", source, f"{copy[start]} to {copy[end]}" if end > start else str(copy[start])]
                )
    caption = (
        f"Lanes of tensor memory. A warp can load and store only the {QUARTER} lanes of its rank in the "
        "warpgroup. Copies write these rows of the matrix in shared memory to the lanes beside them."
    )
    return Figure("Lanes of tensor memory", canvas, caption, ["Instruction", "Source", "Lanes"], rows)
