"""Pictures of the instructions that exchange values between the lanes of a warp, found by execution."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from generator.site.pictures.canvas import LETTER, Canvas, Figure
from ptxisa.isa.names import listing

WARP, LANES = 32, 8
"""Lanes of pictures of shuffles, and of the other pictures, whose member mask has the first 8 lanes."""
VALUES = (7, 3, 7, 7, 3, 1, 3, 7)
PREDICATES = (1, 0, 1, 1, 0, 0, 1, 0)
STEP, TALL, TOP, DEEP = 23, 24, 22, 108
ROW = 30


class Shuffle(NamedTuple):
    """Statement of a shuffle, and what its operands mean."""

    statement: str
    caption: str


class LaneRow(NamedTuple):
    """Statement of an instruction of a warp; its result is a row of the picture."""

    statement: str
    result: str


SHUFFLES: Mapping[str, tuple[Shuffle, ...]] = {
    "data-movement-and-conversion/shfl.sync": (
        Shuffle("shfl.sync.up.b32 d|p, a, 2, 0, -1;", "up by 2: each lane reads the lane 2 below it"),
        Shuffle("shfl.sync.down.b32 d|p, a, 2, 31, -1;", "down by 2: each lane reads the lane 2 above it"),
        Shuffle(
            "shfl.sync.bfly.b32 d|p, a, 4, 31, -1;",
            "butterfly with 4: each lane reads the lane whose number differs in bit 2",
        ),
        Shuffle(
            "shfl.sync.idx.b32 d|p, a, 3, 0x181f, -1;",
            "index 3 in segments of 8 lanes (c = 0x181f): each lane reads lane 3 of its segment",
        ),
    )
}
WARPS: Mapping[str, tuple[LaneRow, ...]] = {
    "parallel-synchronization-and-communication/vote.sync": (
        LaneRow("vote.sync.all.pred d, a, 0xff;", "d"),
        LaneRow("vote.sync.any.pred d, a, 0xff;", "d"),
        LaneRow("vote.sync.uni.pred d, a, 0xff;", "d"),
        LaneRow("vote.sync.ballot.b32 d, a, 0xff;", "d"),
    ),
    "parallel-synchronization-and-communication/match.sync": (
        LaneRow("match.any.sync.b32 d, a, 0xff;", "d"),
        LaneRow("match.all.sync.b32 d, a, 0xff;", "d"),
    ),
    "parallel-synchronization-and-communication/redux.sync": tuple(
        LaneRow(f"redux.sync.{op} d, a, 0xff;", "d")
        for op in ("add.u32", "min.u32", "max.u32", "and.b32", "or.b32", "xor.b32")
    ),
}
MASKS = ("ballot", "match")
"""Statements with one of these words return a mask of lanes, which is shown in binary."""


def known(identity: str) -> bool:
    """Return True if an instruction has a picture and the package is built, so that it can run."""
    return identity in {**SHUFFLES, **WARPS} and importlib.util.find_spec("ptxisa._generated") is not None


def figures(identity: str) -> tuple[Figure, ...]:
    """Return the pictures of an instruction."""
    if identity in WARPS:
        return (_rows(identity, WARPS[identity]),)
    return tuple(_shuffle(shuffle) for shuffle in SHUFFLES.get(identity, ()))


def shuffled(statement: str) -> list[tuple[int, bool]]:
    """Return for each lane the lane whose value it gets, and True if that lane is in range."""
    import numpy as np

    from ptxisa.run.execute import execute

    results = execute(statement, {"a": np.arange(WARP, dtype=np.uint32)})
    return [(int(lane), bool(valid)) for lane, valid in zip(results["d"], results["p"], strict=True)]


def _shuffle(shuffle: Shuffle) -> Figure:
    """Draw the lanes before on top, and the lanes after below; a lane whose source is out of range keeps its value."""
    sources, half = shuffled(shuffle.statement), (STEP - 2) / 2
    canvas = Canvas(STEP * WARP + 20, DEEP + TALL + 2)
    canvas.text(0, TOP + 16, "a", "mono")
    canvas.text(0, DEEP + 16, "d", "mono")
    for lane, (source, valid) in enumerate(sources):
        kind = f"color-{source // 8}" if valid else "faint"
        canvas.line((20 + STEP * source + half, TOP + TALL), (20 + STEP * lane + half, DEEP), f"flow {kind}")
        canvas.box(20 + STEP * lane, TOP, STEP - 2, TALL, str(lane), f"color-{lane // 8}")
        canvas.box(20 + STEP * lane, DEEP, STEP - 2, TALL, str(source), kind)
    kept = [lane for lane, (_, valid) in enumerate(sources) if not valid]
    listed = listing(map(str, kept), WARP, last="and")
    outside = f" Lanes {listed} have no source in range: they keep their value, and p is false." if kept else ""
    rows = [[str(lane), str(source), "true" if valid else "false"] for lane, (source, valid) in enumerate(sources)]
    title = f"Lanes of {shuffle.statement.rstrip(';')}"
    return Figure(
        title,
        canvas,
        f"{shuffle.statement.rstrip(';')}: {shuffle.caption}.{outside}",
        ["Lane", "Gets the value of lane", "p"],
        rows,
    )


def results(row: LaneRow) -> list[int]:
    """Return the result of a statement in each of the lanes."""
    import numpy as np

    from ptxisa.run.execute import execute

    predicate = row.statement.startswith("vote")
    source: Any = np.array(PREDICATES, bool) if predicate else np.array(VALUES, np.uint32)
    return [int(value) for value in execute(row.statement, {"a": source}, threads=LANES)[row.result]]


def _rows(identity: str, rows: Sequence[LaneRow]) -> Figure:
    """Draw a column for each lane: its source on top, and the result of each statement below."""
    name = identity.partition("/")[2]
    before = PREDICATES if name.startswith("vote") else VALUES
    masks = any(word in row.statement for row in rows for word in MASKS)
    wide = 76 if masks else 48
    head = LETTER * max(len(row.statement.partition(" ")[0]) for row in rows) + 6
    canvas = Canvas(head + wide * LANES, 20 + ROW * (len(rows) + 1))
    for lane in range(LANES):
        canvas.text(head + wide * (lane + 0.5), 12, f"lane {lane}", "middle small")
    table = []
    for line, (label, values) in enumerate([("a", before), *((row.statement, results(row)) for row in rows)]):
        y = 20 + ROW * line
        opcode = label.partition(" ")[0]
        is_mask = line > 0 and any(word in label for word in MASKS)
        texts = [f"{value:0{LANES}b}" if is_mask else str(value) for value in values]
        canvas.text(0, y + 17, opcode, "mono")
        for lane, (value, text) in enumerate(zip(values, texts, strict=True)):
            kind = (
                f"color-{list(dict.fromkeys(before)).index(before[lane])}"
                if line == 0 or name.startswith("match")
                else "yes"
            )
            canvas.box(head + wide * lane, y, wide - 3, TALL, text, kind if value else "faint")
        table.append([opcode, *texts])
    binary = " Masks are binary: the last digit is lane 0." if masks else ""
    caption = f"Results of {name} in the 8 lanes of the member mask 0xff.{binary}"
    return Figure(f"Lanes of {name}", canvas, caption, ["", *(f"lane {lane}" for lane in range(LANES))], table)
