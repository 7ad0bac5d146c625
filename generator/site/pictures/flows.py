"""Pictures of the sources of the bits of a result, found by execution: flip a source bit and compare the results."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple

Edge = tuple[str, int, int]
"""Source register, its part, and the part of the result that depends on it."""

BITS, WARP = 32, 32
ALL = 0xFFFFFFFF
CELL, GAP, TALL, TOP, DEEP, STEP, COLUMN = 12, 28, 24, 16, 110, 26, 36


class Flow(NamedTuple):
    """Instruction with constants, and the number of bits in one box of a source or of the result."""

    statement: str
    sources: tuple[str, ...]
    unit: int
    result_unit: int
    caption: str


FLOWS: Mapping[str, Flow] = {
    "prmt": Flow("prmt.b32 d, a, b, 0x0167;", ("a", "b"), 8, 8, "with the selector 0x0167"),
    "shf": Flow("shf.l.wrap.b32 d, a, b, 8;", ("a", "b"), 4, 4, "to the left by 8, as shf.l.wrap"),
    "bfe": Flow("bfe.u32 d, a, 12, 8;", ("a",), 4, 4, "8 bits from bit 12"),
    "dp4a": Flow("dp4a.u32.u32 d, a, b, c;", ("a", "b", "c"), 8, 32, "products of bytes, and a sum"),
}
LANES = {"shfl.sync": "shfl.sync.bfly.b32 d, a, 4, 31, -1;"}
TABLES = {"lop3": "lop3.b32 d, a, b, c, 0xe8;"}
"""Instructions whose function of three bits is a table."""


def known(name: str) -> bool:
    """Return True if an instruction has a picture and the package is built, so that it can run."""
    return name in {**FLOWS, **LANES, **TABLES} and importlib.util.find_spec("ptxisa._generated") is not None


def draw(name: str) -> str:
    """Return the picture of an instruction as inline SVG."""
    if name in FLOWS:
        # Sources on top, the result below, a line for each dependence.
        flow = FLOWS[name]
        edges = dependences(FLOWS[name])
        span = CELL * BITS
        width = span * len(flow.sources) + GAP * (len(flow.sources) - 1)
        left = {source: place * (span + GAP) for place, source in enumerate(flow.sources)}
        kinds = {source: f"from-{place}" for place, source in enumerate(flow.sources)}
        middle = (width - span) // 2
        parts = [
            _line(kinds[source], left[source] + _middle(part, flow.unit), middle + _middle(to, flow.result_unit))
            for source, part, to in edges
        ]
        for source in flow.sources:
            parts += _register(source, left[source], TOP, flow.unit, kinds[source])
        parts += _register("d", middle, DEEP, flow.result_unit, "result")
        words = (
            f"bits {_range(to, flow.result_unit)} of d depend on bits {_range(part, flow.unit)} of {source}"
            for source, part, to in edges
        )
        return _svg(f"{name} {flow.caption}. {'; '.join(words)}", width, DEEP + TALL + 4, parts)
    return _lanes(name, shuffled(LANES[name])) if name in LANES else _table(name, truth(TABLES[name]))


def dependences(flow: Flow) -> list[Edge]:
    """Return the parts of the result that change with each bit of a source, for a few values of the others."""
    import numpy as np

    from ptxisa.run.execute import execute

    flips = np.concatenate([[0], np.uint32(1) << np.arange(BITS, dtype=np.uint32)]).astype(np.uint32)
    found: set[Edge] = set()
    for base in (0, 0xFFFFFFFF, 0x5A3C96E1):
        for source in flow.sources:
            values = {name: np.full(flips.size, base, np.uint32) for name in flow.sources}
            values[source] = values[source] ^ flips
            result = execute(flow.statement, values)["d"]
            changed = result[1:] ^ result[0]
            found |= {
                (source, bit // flow.unit, place)
                for bit, change in enumerate(changed.tolist())
                for place in range(BITS // flow.result_unit)
                if change >> (place * flow.result_unit) & ((1 << flow.result_unit) - 1)
            }
    return sorted(found)


def shuffled(statement: str) -> list[int]:
    """Return for each lane the lane whose value it gets."""
    import numpy as np

    from ptxisa.run.execute import execute

    return [int(lane) for lane in execute(statement, {"a": np.arange(WARP, dtype=np.uint32)})["d"]]


def truth(statement: str) -> list[tuple[int, int, int, int]]:
    """Return the bits of a, b, c and the result, for all eight combinations."""
    import numpy as np

    from ptxisa.run.execute import execute

    places = dict(zip("abc", (2, 1, 0), strict=True))
    every = range(8)
    given = {name: np.array([ALL * (n >> place & 1) for n in every], np.uint32) for name, place in places.items()}
    result = execute(statement, given)["d"] & 1
    return [(n >> 2 & 1, n >> 1 & 1, n & 1, int(result[n])) for n in every]


def _middle(part: int, unit: int) -> float:
    """Return the distance of the middle of a part from the left of its register."""
    return CELL * (BITS - unit * part - unit / 2)


def _line(kind: str, top: float, bottom: float) -> str:
    return f'<path class="{kind}" d="M{top:.0f} {TOP + TALL}L{bottom:.0f} {DEEP}"/>'


def _range(part: int, unit: int) -> str:
    return f"{part * unit + unit - 1} to {part * unit}"


def _register(name: str, x: int, y: int, unit: int, kind: str) -> Iterator[str]:
    yield f'<text class="name" x="{x}" y="{y - 4}">{name}</text>'
    for part in range(BITS // unit):
        at = x + CELL * (BITS - unit * (part + 1))
        yield from _box(kind, at, y, CELL * unit - 2, f"{part * unit + unit - 1}:{part * unit}")


def _box(kind: str, x: int, y: int, width: int, text: str) -> Iterator[str]:
    yield f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{TALL}" rx="3"/>'
    yield f'<text class="bits" x="{x + width / 2:.0f}" y="{y + 16}">{text}</text>'


def _lanes(name: str, lanes: list[int]) -> str:
    """Return the lanes before on top, and the lanes after below."""
    half = (STEP - 3) / 2
    parts = [_line(f"from-{one // 8}", STEP * one + half, STEP * to + half) for to, one in enumerate(lanes)]
    for lane, one in enumerate(lanes):
        parts += _box(f"from-{lane // 8}", STEP * lane, TOP, STEP - 3, str(lane))
        parts += _box(f"from-{one // 8}", STEP * lane, DEEP, STEP - 3, str(one))
    words = "; ".join(f"lane {to} gets the value of lane {lane}" for to, lane in enumerate(lanes))
    return _svg(f"{name}: {words}", STEP * WARP, DEEP + TALL + 4, parts)


def _table(name: str, rows: list[tuple[int, int, int, int]]) -> str:
    """Return the table of a function of three bits, whose last column is the constant."""
    parts = [f'<text class="name" x="{COLUMN * place + 12}" y="14">{head}</text>' for place, head in enumerate("abcd")]
    for line, row in enumerate(rows):
        for place, bit in enumerate(row):
            kind = f"result{' on' * bit}" if place == len(row) - 1 else f"from-{place}"
            parts += _box(kind, COLUMN * place, 22 + 27 * line, COLUMN - 4, str(bit))
    words = "; ".join(f"{a}, {b}, {c} gives {d}" for a, b, c, d in rows)
    return _svg(f"{name} with the constant 0xe8, the majority of three bits: {words}", 4 * COLUMN, 242, parts)


def _svg(label: str, width: int, height: int, parts: list[str]) -> str:
    size = f'viewBox="-2 0 {width + 4} {height}" style="max-width:{width + 4}px"'
    return "\n".join([f'<svg class="ptx-flow" {size} role="img" aria-label="{escape(label)}">', *parts, "</svg>"])
