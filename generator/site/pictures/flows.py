"""Pictures of the sources of the bits of a result, found by execution: flip a source bit and compare the results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from generator.site.pictures.canvas import Canvas, Figure
from generator.site.site import package_is_built

Edge = tuple[str, int, int]
"""Source register, its part, and the part of the result that depends on it."""

ALL = 0xFFFFFFFF
ROOM, GAP, TALL, TOP, DEEP = 740, 24, 24, 18, 112
"""Pixels: width of all sources together, between two, height of a register, and where sources and result begin."""
WIDEST = 12
"""Most pixels of a bit."""
COLUMN = 36
"""Pixels of a column of the table of a function."""
BASES = (0, 0xFFFFFFFFFFFFFFFF, 0x5A3C96E15A3C96E1, 0x4048F5C33FC00000)
"""Values of the registers whose bits are flipped; the last is 3.14 and 1.5 as .f32, which no conversion saturates."""


class BitFlow(NamedTuple):
    """Statement of a picture.

    `unit` and `result_unit` are the bits of one box of a source and of the result; `caption` says what the picture
    shows.
    """

    statement: str
    unit: int
    result_unit: int
    caption: str


_SIMD = {
    f"video/v{name}{count}": (
        BitFlow(
            f"v{name}{count}.u32.u32.{'ge' if name == 'set' else 'u32'} d.{'b210' if count == 4 else 'h0'}, a, b, c;",
            32 // count,
            32 // count,
            f"only {'bytes 2, 1 and 0' if count == 4 else 'the lower half'} of the result; the rest is copied from c",
        ),
    )
    for name in ("add", "sub", "avrg", "absdiff", "min", "max", "set")
    for count in (2, 4)
}
FLOWS: Mapping[str, tuple[BitFlow, ...]] = {
    "data-movement-and-conversion/prmt": (
        BitFlow(
            "prmt.b32 d, a, b, 0x0167;",
            8,
            8,
            "each digit of the selector 0x0167 is a byte of the pair, 0 to 3 in a, 4 to 7 in b",
        ),
        BitFlow("prmt.b32.f4e d, a, b, 1;", 8, 8, "four bytes in order, from byte 1 of the pair"),
    ),
    "logic-and-shift/shf": (
        BitFlow("shf.l.wrap.b32 d, a, b, 8;", 4, 4, "to the left by 8: the upper word of the shifted pair"),
        BitFlow("shf.r.wrap.b32 d, a, b, 8;", 4, 4, "to the right by 8: the lower word of the shifted pair"),
    ),
    "integer-arithmetic/bfe": (BitFlow("bfe.u32 d, a, 12, 8;", 4, 4, "8 bits from bit 12"),),
    "integer-arithmetic/bfi": (BitFlow("bfi.b32 d, a, b, 12, 8;", 4, 4, "8 bits of a, at bit 12 of b"),),
    "integer-arithmetic/brev": (BitFlow("brev.b32 d, a;", 4, 4, "the last bit becomes the first"),),
    "integer-arithmetic/dp4a": (BitFlow("dp4a.u32.u32 d, a, b, c;", 8, 32, "products of bytes, and c"),),
    "integer-arithmetic/dp2a": (
        BitFlow("dp2a.lo.u32.u32 d, a, b, c;", 8, 32, "products of the halves of a and the lower bytes of b, and c"),
    ),
    "half-precision/add": (BitFlow("add.f16x2 d, a, b;", 16, 16, "two sums"),),
    "half-precision/fma": (BitFlow("fma.rn.f16x2 d, a, b, c;", 16, 16, "two products with addends"),),
    "floating-point/add": (BitFlow("add.rn.f32x2 d, a, b;", 32, 32, "two sums"),),
    "data-movement-and-conversion/mov": (BitFlow("mov.b64 d, {a, b};", 32, 32, "a pair of registers packed"),),
    "data-movement-and-conversion/cvt": (
        BitFlow("cvt.rn.bf16x2.f32 d, a, b;", 32, 16, "two results of 16 bits: a is the upper one"),
        BitFlow("cvt.rn.satfinite.e4m3x2.f32 d, a, b;", 32, 8, "two results of 8 bits: a is the upper one"),
        BitFlow("cvt.rn.f16x2.e4m3x2 d, a;", 8, 16, "two values of 8 bits"),
    ),
    "data-movement-and-conversion/cvt.pack": (
        BitFlow("cvt.pack.sat.u8.s32.b32 d, a, b, c;", 16, 8, "b in byte 0, a in byte 1; the lower half of c moves up"),
    ),
    **_SIMD,
}
TABLES = {"logic-and-shift/lop3": "lop3.b32 d, a, b, c, 0xe8;"}
"""Instructions whose function of three bits is a table."""


def known(identity: str) -> bool:
    """Return True if an instruction has a picture and the package is built, so that it can run."""
    return (identity in FLOWS or identity in TABLES) and package_is_built()


def figures(identity: str) -> tuple[Figure, ...]:
    """Return the pictures of an instruction."""
    if identity in TABLES:
        return (_table(identity, truth(TABLES[identity])),)
    return tuple(_figure(flow) for flow in FLOWS.get(identity, ()))


def _figure(flow: BitFlow) -> Figure:
    """Draw the sources on top, the result below, and a line for each dependence."""
    sources, result_bits = registers(flow)
    edges = dependences(flow)
    used = {name: bits for name, bits in sources.items() if any(source == name for source, *_ in edges)}
    total, gaps = sum(used.values()), GAP * (len(used) - 1)
    cell = min(WIDEST, (ROOM - gaps) / max(total, result_bits))
    width = max(cell * total + gaps, cell * result_bits)
    canvas = Canvas(width, DEEP + TALL + 2)
    left, x = {}, 0.0
    for name, bits in used.items():
        left[name] = x
        x += cell * bits + GAP
    middle = (width - cell * result_bits) / 2
    color = {name: f"color-{place}" for place, name in enumerate(used)}
    owners: dict[int, set[str]] = {}
    for source, part, place in edges:
        start = left[source] + cell * (used[source] - flow.unit * (part + 0.5)), TOP + TALL
        end = middle + cell * (result_bits - flow.result_unit * (place + 0.5)), DEEP
        canvas.line(start, end, f"flow {color[source]}")
        owners.setdefault(place, set()).add(source)
    for name, bits in used.items():
        canvas.text(left[name], TOP - 5, name, "mono")
        _register(canvas, left[name], TOP, bits, cell, dict.fromkeys(range(bits), color[name]), flow.unit)
    canvas.text(middle - 14, DEEP + 16, "d", "mono")
    kinds = {place: color[next(iter(names))] if len(names) == 1 else "plain" for place, names in owners.items()}
    _register(canvas, middle, DEEP, result_bits, cell, kinds, flow.result_unit)
    caption = f"{flow.statement.rstrip(';')}: {flow.caption}."
    rows = [
        [
            _range(place, flow.result_unit),
            ", ".join(f"{source}[{_range(part, flow.unit)}]" for source, part, to in edges if to == place)
            or "constant 0",
        ]
        for place in reversed(range(result_bits // flow.result_unit))
    ]
    return Figure(
        f"Sources of the bits of {flow.statement.rstrip(';')}", canvas, caption, ["Bits of d", "Depend on"], rows
    )


def _register(canvas: Canvas, x: float, y: float, bits: int, cell: float, kinds: Mapping[int, str], unit: int) -> None:
    """Draw a register as boxes of `unit` bits, the highest bits on the left."""
    for part in range(bits // unit):
        at = x + cell * (bits - unit * (part + 1))
        canvas.box(at, y, cell * unit - 2, TALL, _range(part, unit), kinds.get(part, "faint"))


def _range(part: int, unit: int) -> str:
    """Return the bits of a part of a register, such as `15:8`."""
    return f"{part * unit + unit - 1}:{part * unit}"


def registers(flow: BitFlow) -> tuple[dict[str, int], int]:
    """Return the sources of a statement with their bits, and the bits of its result."""
    from ptxisa.isa.types import known
    from ptxisa.run.program import compile_statements

    program = compile_statements(flow.statement, None, None)
    return {str(name): known()[program.types[name]].bits for name in program.needs}, known()[program.types["d"]].bits


def dependences(flow: BitFlow) -> list[Edge]:
    """Return the parts of the result that change with each bit of a source, for a few values of the others."""
    import numpy as np

    from ptxisa.run.execute import execute

    sources, result_bits = registers(flow)
    part_mask = (1 << flow.result_unit) - 1
    edges: set[Edge] = set()
    for base in BASES:
        for source, bits in sources.items():
            # Thread 0 has no flipped bit; each other thread has one.
            flips = [0, *(1 << bit for bit in range(bits))]
            values = {
                name: np.array(
                    [(base ^ flip if name == source else base) & (1 << size) - 1 for flip in flips], f"u{size // 8}"
                )
                for name, size in sources.items()
            }
            result = execute(flow.statement, values)["d"].view(f"u{result_bits // 8}").astype(np.uint64)
            edges |= {
                (source, bit // flow.unit, place)
                for bit, change in enumerate((result[1:] ^ result[0]).tolist())
                for place in range(result_bits // flow.result_unit)
                if change >> (place * flow.result_unit) & part_mask
            }
    return sorted(edges)


def truth(statement: str) -> list[tuple[int, int, int, int]]:
    """Return the bits of a, b, c and the result, for all eight combinations."""
    import numpy as np

    from ptxisa.run.execute import execute

    places = dict(zip("abc", (2, 1, 0), strict=True))
    every = range(8)
    given = {name: np.array([ALL * (n >> place & 1) for n in every], np.uint32) for name, place in places.items()}
    result = execute(statement, given)["d"] & 1
    return [(n >> 2 & 1, n >> 1 & 1, n & 1, int(result[n])) for n in every]


def _table(identity: str, rows: list[tuple[int, int, int, int]]) -> Figure:
    """Draw the table of a function of three bits, whose last column is the constant."""
    name, canvas = identity.partition("/")[2], Canvas(4 * COLUMN, 22 + 27 * len(rows))
    for place, head in enumerate("abcd"):
        canvas.text(COLUMN * (place + 0.5) - 2, 14, head, "middle mono")
    for line, row in enumerate(rows):
        for place, bit in enumerate(row):
            kind = ("yes" if bit else "plain") if place == len(row) - 1 else f"color-{place}"
            canvas.box(COLUMN * place, 22 + 27 * line, COLUMN - 4, 24, str(bit), kind)
    caption = (
        f"{name} with the constant 0xe8, the majority of three bits. The column d, read upwards, is 0xe8 in binary."
    )
    return Figure(
        f"Table of {name} with 0xe8", canvas, caption, tuple("abcd"), [[str(bit) for bit in row] for row in rows]
    )
