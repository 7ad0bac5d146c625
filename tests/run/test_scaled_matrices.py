"""Block-scaled `mma` in whole warps: fragments by the formulas of the manual, expected values by NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.isa.diagnostics import PtxError

LANES = np.arange(32)
GROUP, THREAD = LANES // 4, LANES % 4
NUMBERS = {
    "e2m1": np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6]),
    "e2m3": np.array([i / 8 if i < 8 else (8 + i % 8) / 8 * 2.0 ** (i // 8 - 1) for i in range(32)]),
    "e3m2": np.array([i / 16 if i < 4 else (4 + i % 4) / 4 * 2.0 ** (i // 4 - 3) for i in range(32)]),
}
"""Magnitudes by pattern, from the definitions of the formats: bias 1 for e2m1 and e2m3, 3 for e3m2."""


def numbers(kind: str, patterns: Any) -> Any:
    size = len(NUMBERS[kind])
    return np.where(patterns & size, -1, 1) * NUMBERS[kind][patterns & size - 1]


def packed(elements: Any, bits: int) -> Any:
    """Return registers of elements in the last axis, the first in the lowest bits."""
    return (elements.astype(np.uint64) << (np.arange(elements.shape[-1]) * bits).astype(np.uint64)).sum(-1)


def fragment_a(a: Any, bits: int) -> dict[str, Any]:
    """Return registers: rows g and g + 8, then the second half of the columns; a thread has adjacent elements."""
    count = 32 // bits
    columns = THREAD[:, None] * count + np.arange(count)
    half = a.shape[1] // 2
    parts = [(8 * (i % 2), half * (i // 2)) for i in range(4)]
    return {
        f"a{i}": packed(a[GROUP[:, None] + row, columns + column], bits).astype(np.uint32)
        for i, (row, column) in enumerate(parts)
    }


def fragment_b(b: Any, bits: int) -> dict[str, Any]:
    count = 32 // bits
    registers = b.shape[0] // (4 * count)
    rows = THREAD[:, None] * count + np.arange(count)
    return {f"b{i}": packed(b[rows + i * 4 * count, GROUP[:, None]], bits).astype(np.uint32) for i in range(registers)}


def fragment_c(c: Any) -> dict[str, Any]:
    words = c.astype(np.float32).view(np.uint32)
    return {f"c{i}": words[GROUP + 8 * (i // 2), 2 * THREAD + i % 2] for i in range(4)}


def matrix_d(result: Any) -> Any:
    d = np.zeros((16, 8), np.float32)
    for i in range(4):
        d[GROUP + 8 * (i // 2), 2 * THREAD + i % 2] = result[f"d{i}"].view(np.float32)
    return d


def factors(a: Any, b: Any, chosen: tuple[int, int, int, int], other: Any) -> dict[str, Any]:
    """Return registers of factors; threads and bytes that are not selected contain `other`."""
    byte_a, thread_a, byte_b, thread_b = chosen
    sa, sb = (other.integers(0, 256, (32, 4)).astype(np.uint64) for _ in "ab")
    for row in range(16):
        sa[4 * (row % 8) + 2 * thread_a + row // 8, byte_a : byte_a + a.shape[1]] = a[row]
    for column in range(8):
        sb[4 * column + thread_b, byte_b : byte_b + b.shape[0]] = b[:, column]
    return {"sa": packed(sa, 8).astype(np.uint32), "sb": packed(sb, 8).astype(np.uint32)}


def listed(name: str, count: int) -> str:
    return "{" + ", ".join(f"{name}{i}" for i in range(count)) + "}"


def run(
    opcode: str, registers: dict[str, Any], chosen: tuple[int, int, int, int], middle: str = "", **given: Any
) -> Any:
    count = sum(name.startswith("b") for name in registers)
    lists = f"{listed('d', 4)}, {listed('a', 4)}, {listed('b', count)}, {listed('c', 4)}{middle}"
    selectors = "sa, {{{}, {}}}, sb, {{{}, {}}}".format(*chosen)
    return matrix_d(ptxisa.execute(f"{opcode} {lists}, {selectors};", registers, **given))


def random_scales(random: Any, kind: str, shape: tuple[int, int]) -> tuple[Any, Any]:
    """Patterns and numbers: ue8m0 is a power of two with bias 127, ue4m3 has bias 7 and 3 bits of fraction."""
    if kind == "ue8m0":
        patterns = random.integers(124, 131, shape)
        return patterns, 2.0 ** (patterns - 127)
    patterns = random.integers(40, 72, shape)
    return patterns, (1 + patterns % 8 / 8) * 2.0 ** (patterns // 8 - 7)


FOURS = [
    ("mxf4", "", "ue8m0", 2, (2, 1, 0, 3)),
    ("mxf4", ".scale_vec::2X", "ue8m0", 2, (0, 0, 2, 2)),
    ("mxf4nvf4", ".scale_vec::2X", "ue8m0", 2, (2, 0, 2, 1)),
    ("mxf4nvf4", ".scale_vec::4X", "ue4m3", 4, (0, 1, 0, 0)),
]


@pytest.mark.parametrize(("kind", "vector", "scale", "blocks", "chosen"), FOURS)
@pytest.mark.parametrize("target", [None, "sm_120a"])
def test_products_of_4_bits(
    kind: str, vector: str, scale: str, blocks: int, chosen: tuple[int, int, int, int], target: str | None
) -> None:
    """The sums have so few bits that no target rounds them."""
    random = np.random.default_rng(blocks)
    a, b = random.integers(0, 16, (16, 64)), random.integers(0, 16, (64, 8))
    c = random.integers(-64, 64, (16, 8)) / 4
    (sa, x), (sb, y) = random_scales(random, scale, (16, blocks)), random_scales(random, scale, (blocks, 8))
    registers = fragment_a(a, 4) | fragment_b(b, 4) | fragment_c(c) | factors(sa, sb, chosen, random)
    opcode = f"mma.sync.aligned.m16n8k64.row.col.kind::{kind}.block_scale{vector}.f32.e2m1.e2m1.f32.{scale}"
    full = (numbers("e2m1", a) * np.repeat(x, 64 // blocks, 1)) @ (
        numbers("e2m1", b) * np.repeat(y, 64 // blocks, 0)
    ) + c
    d = run(opcode, registers, chosen, target=target)
    if target is None:
        assert d.tolist() == full.astype(np.float32).tolist()
    assert np.allclose(d, full, rtol=1e-6)


@pytest.mark.parametrize(("atype", "btype"), [("e2m1", "e3m2"), ("e3m2", "e2m3"), ("e2m3", "e2m1")])
@pytest.mark.parametrize("chosen", [(3, 1, 0, 2), (0, 0, 1, 3)])
def test_products_of_elements_in_bytes(atype: str, btype: str, chosen: tuple[int, int, int, int]) -> None:
    """Elements of 6 bits take the low bits of a byte and those of 4 bits the middle ones; the other bits are random."""
    random = np.random.default_rng(5)

    def element(kind: str, shape: tuple[int, int]) -> tuple[Any, Any]:
        bits, low = (4, 2) if kind == "e2m1" else (6, 0)
        patterns = random.integers(0, 1 << bits, shape)
        noise = random.integers(0, 256, shape) & ~(((1 << bits) - 1) << low)
        return patterns << low | noise, numbers(kind, patterns)

    (a, left), (b, right) = element(atype, (16, 32)), element(btype, (32, 8))
    (sa, x), (sb, y) = random_scales(random, "ue8m0", (16, 1)), random_scales(random, "ue8m0", (1, 8))
    registers = fragment_a(a, 8) | fragment_b(b, 8) | fragment_c(np.zeros((16, 8))) | factors(sa, sb, chosen, random)
    opcode = f"mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.{atype}.{btype}.f32.ue8m0"
    d = run(opcode, registers, chosen)
    assert d.tolist() == ((left * x) @ (right * y)).astype(np.float32).tolist()


def test_sparse_products_of_4_bits() -> None:
    """Two of each four pairs of a row are stored; each block of 64 columns has a factor."""
    random = np.random.default_rng(6)
    chosen = (2, 1, 0, 0)
    pairs = np.sort(np.argsort(random.random((16, 16, 4)), axis=2)[..., :2], axis=2)  # (rows, chunks of 8, two)
    stored = random.integers(0, 16, (16, 16, 2, 2))
    a = np.zeros((16, 16, 4, 2))
    np.put_along_axis(a, pairs[..., None], numbers("e2m1", stored), axis=2)
    b, c = random.integers(0, 16, (128, 8)), random.integers(-8, 8, (16, 8))
    (sa, x), (sb, y) = random_scales(random, "ue8m0", (16, 2)), random_scales(random, "ue8m0", (2, 8))
    places = ptxisa.layout("mma.sp.m16n8k128", operand="metadata", type="e2m1")
    indices = pairs.reshape(16, 32)[places.row, places.column] * (places.row >= 0)
    e = packed(indices.reshape(32, -1), 2).astype(np.uint32)
    registers = fragment_a(stored.reshape(16, 64), 4) | fragment_b(b, 4) | fragment_c(c) | {"e": e}
    registers |= factors(sa, sb, chosen, random)
    opcode = "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0"
    d = run(opcode, registers, chosen, ", e, 0")
    full = (a.reshape(16, 128) * np.repeat(x, 64, 1)) @ (numbers("e2m1", b) * np.repeat(y, 64, 0)) + c
    assert d.tolist() == full.astype(np.float32).tolist()


PLAIN = "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e4m3.f32.ue8m0"
ONES = {f"{name}{i}": 0x38383838 for name, count in (("a", 4), ("b", 2)) for i in range(count)}
ONES |= {f"c{i}": 1.0 for i in range(4)} | {"sa": 0x7F7F7F7F, "sb": 0x7F7F7F7F}
SELECTED = (
    f"{PLAIN} {listed('d', 4)}, {listed('a', 4)}, {listed('b', 2)}, {listed('c', 4)}, sa, {{i, 0}}, sb, {{0, t}};"
)


def test_selectors_in_registers_are_those_of_each_warp() -> None:
    """Warp 1 takes the factor 2^2 of byte 3."""
    bytes_ = np.repeat(np.array([0, 3], np.uint16), 32)
    actual = ptxisa.execute(SELECTED, ONES | {"sa": 0x817F7F7F, "i": bytes_, "t": 2})
    assert actual["d0"].view(np.float32).tolist() == [33.0] * 32 + [129.0] * 32


def test_a_factor_of_255_is_no_number() -> None:
    actual = ptxisa.execute(SELECTED, ONES | {"sb": 0xFF, "i": 0, "t": 0})
    assert actual["d3"].tolist() == [0x7FFFFFFF] * 32


@pytest.mark.parametrize(
    ("selectors", "message"),
    [
        (
            {"i": np.arange(32, dtype=np.uint16) % 2, "t": 0},
            "operand byte_id_a differs between the threads of warp 0",
        ),
        ({"i": 0, "t": 4}, "thread_id is 4; it must be 0, 1, 2 or 3"),
        ({"i": 9, "t": 0}, "byte_id is 9; it must be 0, 1, 2 or 3"),
    ],
)
def test_selectors_must_be_legal_and_equal(selectors: dict[str, Any], message: str) -> None:
    with pytest.raises(PtxError, match=message):
        ptxisa.execute(SELECTED, ONES | selectors)
