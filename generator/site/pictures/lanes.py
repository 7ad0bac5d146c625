"""Pictures of the instructions that exchange values between the lanes of a warp, found by execution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from generator.site.pictures.canvas import LETTER, Canvas, Figure
from generator.site.site import package_is_built
from ptxisa.isa.names import listing

WARP, LANES = 32, 8
"""Lanes of pictures of shuffles, and of the other pictures, whose member mask has the first 8 lanes."""
VALUES = (7, 3, 7, 7, 3, 1, 3, 7)
PREDICATES = (1, 0, 1, 1, 0, 0, 1, 0)
"""Sources in the 8 lanes: numbers, and the predicates of votes."""
STEP, TALL, TOP, DEEP = 23, 24, 22, 108
"""Pixels of pictures of shuffles: from lane to lane, height of a lane, and where sources and results begin."""
ROW = 30
"""Pixels from row to row of the other pictures."""


class Shuffle(NamedTuple):
    """Statement of a shuffle, and what its operands mean."""

    statement: str
    caption: str


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
WARPS: Mapping[str, tuple[str, ...]] = {
    "parallel-synchronization-and-communication/vote.sync": (
        "vote.sync.all.pred d, a, 0xff;",
        "vote.sync.any.pred d, a, 0xff;",
        "vote.sync.uni.pred d, a, 0xff;",
        "vote.sync.ballot.b32 d, a, 0xff;",
    ),
    "parallel-synchronization-and-communication/match.sync": (
        "match.any.sync.b32 d, a, 0xff;",
        "match.all.sync.b32 d, a, 0xff;",
    ),
    "parallel-synchronization-and-communication/redux.sync": tuple(
        f"redux.sync.{op} d, a, 0xff;" for op in ("add.u32", "min.u32", "max.u32", "and.b32", "or.b32", "xor.b32")
    ),
}
"""Statements of instructions of a warp, each of which is a row of the picture, with the result in `d`."""
MASKS = ("ballot", "match")
"""Statements with one of these words return a mask of lanes, which is shown in binary."""


def known(identity: str) -> bool:
    """Return True if an instruction has a picture and the package is built, so that it can run."""
    return (identity in SHUFFLES or identity in WARPS) and package_is_built()


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


def results(statement: str) -> list[int]:
    """Return the result of a statement in each of the lanes."""
    import numpy as np

    from ptxisa.run.execute import execute

    predicate = statement.startswith("vote")
    source: Any = np.array(PREDICATES, bool) if predicate else np.array(VALUES, np.uint32)
    return [int(value) for value in execute(statement, {"a": source}, threads=LANES)["d"]]


def _rows(identity: str, statements: Sequence[str]) -> Figure:
    """Draw a column for each lane: its source on top, and the result of each statement below."""
    name = identity.partition("/")[2]
    before = PREDICATES if name.startswith("vote") else VALUES
    masks = any(word in statement for statement in statements for word in MASKS)
    wide = 76 if masks else 48
    head = LETTER * max(len(statement.partition(" ")[0]) for statement in statements) + 6
    canvas = Canvas(head + wide * LANES, 20 + ROW * (len(statements) + 1))
    for lane in range(LANES):
        canvas.text(head + wide * (lane + 0.5), 12, f"lane {lane}", "middle small")
    table = []
    for line, (label, values) in enumerate([("a", before), *((text, results(text)) for text in statements)]):
        y = 20 + ROW * line
        opcode = label.partition(" ")[0]
        is_mask = line > 0 and any(word in label for word in MASKS)
        texts = [f"{value:0{LANES}b}" if is_mask else str(value) for value in values]
        canvas.text(0, y + 17, opcode, "mono")
        for lane, (value, text) in enumerate(zip(values, texts, strict=True)):
            # Equal sources have one color; the results of a match are in the color of their source.
            colored = line == 0 or name.startswith("match")
            kind = f"color-{list(dict.fromkeys(before)).index(before[lane])}" if colored else "yes"
            canvas.box(head + wide * lane, y, wide - 3, TALL, text, kind if value else "faint")
        table.append([opcode, *texts])
    binary = " Masks are binary: the last digit is lane 0." if masks else ""
    caption = f"Results of {name} in the 8 lanes of the member mask 0xff.{binary}"
    return Figure(f"Lanes of {name}", canvas, caption, ["", *(f"lane {lane}" for lane in range(LANES))], table)
