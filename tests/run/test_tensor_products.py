"""`tcgen05.mma` against NumPy: operands placed by formulas, results in the lanes that the manual's layouts have."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.isa.diagnostics import PtxError
from tests.run.tensor_core import SPANS, instruction, k_major, matrix, mn_major, put

B_START = 0x10000
ONE_THREAD = np.arange(32) == 0
E2M1 = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6, 0, -0.5, -1, -1.5, -2, -3, -4, -6])


class Bench:
    """Tensor memory with random numbers, shared memory, and the operands of an instruction."""

    def __init__(self, seed: int = 1) -> None:
        self.random = np.random.default_rng(seed)
        self.tensor = self.random.integers(-64, 64, (128, 512)).astype(np.float32)
        self.before = self.tensor.copy()
        self.shared = self.random.integers(0, 256, 1 << 18).astype(np.uint8)

    def issue(self, statement: str, **registers: Any) -> None:
        given = {"q": ONE_THREAD, "p": True, "d": 64, **registers}
        target = given.pop("target", None)
        memory = {"tensor": self.tensor, "shared": self.shared}
        words = {name for name in given if re.search(rf"\b{name}\b", f"@q {statement}")}
        ptxisa.execute(f"@q {statement}", {name: given[name] for name in words}, memory=memory, target=target)

    def k_major(self, start: int, elements: Any, swizzle: str = "none") -> int:
        """Place a matrix (rows, columns) with gaps between its groups, and return its descriptor."""
        rows, width = elements.shape[0], elements.shape[1] * elements.itemsize
        leading, stride = (rows * 16 + 16, 128) if swizzle == "none" else (16, 8 * SPANS[swizzle] + 1024)
        places = k_major(rows, width, swizzle, leading, stride)[:, :: elements.itemsize]
        put(self.shared, start, places, swizzle, elements)
        return matrix(start, swizzle, leading, stride)

    def mn_major(self, start: int, elements: Any, swizzle: str) -> int:
        rows, columns = elements.shape
        span = SPANS[swizzle]
        stride = 128 + 16 if swizzle == "none" else 8 * span
        leading = -(-rows * elements.itemsize // 16) * stride if swizzle == "none" else columns // 8 * stride + 1024
        places = mn_major(rows, columns, elements.itemsize, swizzle, leading, stride)
        put(self.shared, start, places, swizzle, elements)
        return matrix(start, swizzle, leading, stride)


def halves(bench: Bench, shape: tuple[int, int]) -> Any:
    return bench.random.integers(-8, 8, shape).astype(np.float16)


def lanes_of(m: int) -> Any:
    """Layouts D and F: with M = 64 the first 16 of each 32 lanes."""
    rows = np.arange(m)
    return rows if m == 128 else rows // 16 * 32 + rows % 16


PLAIN = "tcgen05.mma.cta_group::1.kind::f16 [d], a, b, i, p;"


@pytest.mark.parametrize("swizzle", ["none", "32B", "64B", "128B"])
@pytest.mark.parametrize(("m", "n"), [(128, 64), (64, 24), (128, 256)])
@pytest.mark.parametrize("transposed", [(False, False), (True, False), (False, True)])
def test_half_precision_in_every_swizzle(swizzle: str, m: int, n: int, transposed: tuple[bool, bool]) -> None:
    bench = Bench(m + n)
    a, b = halves(bench, (m, 16)), halves(bench, (n, 16))
    place = [bench.mn_major if value else bench.k_major for value in transposed]
    majors = ["MN" if value else "K" for value in transposed]
    descriptors = {"a": place[0](0x400, a, swizzle), "b": place[1](B_START, b, swizzle)}
    shape = {"m": m, "n": n, "transpose_a": majors[0], "transpose_b": majors[1]}
    idesc = instruction("f16", dtype="f32", atype="f16", btype="f16", **shape)
    bench.issue(PLAIN, **descriptors, i=idesc)
    expected = bench.before.copy()
    expected[lanes_of(m), 64 : 64 + n] += a.astype(np.float32) @ b.astype(np.float32).T
    assert bench.tensor.tolist() == expected.tolist()


def test_the_start_moves_along_k_within_a_swizzle() -> None:
    """The second 16 columns of rows of 128 bytes begin 32 bytes later."""
    bench = Bench()
    a, b = halves(bench, (128, 64)), halves(bench, (64, 64))
    first, second = bench.k_major(0x400, a, "128B"), bench.k_major(B_START, b, "128B")
    idesc = instruction("f16", dtype="f32", atype="f16", btype="f16", m=128, n=64)
    for step in range(4):
        bench.issue(PLAIN, a=first + step * 2, b=second + step * 2, i=idesc, p=step > 0)
    assert bench.tensor[:, 64:128].tolist() == (a.astype(np.float32) @ b.astype(np.float32).T).tolist()


def test_a_base_offset_counts_lines_from_the_start_of_the_pattern() -> None:
    """A pattern of 1,024 bytes that starts at 0x480: rows are swizzled by their number, not by their address."""
    bench = Bench()
    a, b = halves(bench, (128, 16)), halves(bench, (8, 16))
    places = k_major(128, 32, "128B", 16, 1024)[:, ::2]
    at = places ^ (places >> 7 & 7) << 4
    bench.shared[0x480 + at], bench.shared[0x480 + at + 1] = a.view(np.uint16) & 0xFF, a.view(np.uint16) >> 8
    descriptor = matrix(0x480, "128B", 16, 1024) | 1 << 49
    idesc = instruction("f16", dtype="f32", atype="f16", btype="f16", m=128, n=8)
    bench.issue(PLAIN, a=descriptor, b=bench.k_major(B_START, b), i=idesc, p=False)
    assert bench.tensor[:, 64:72].tolist() == (a.astype(np.float32) @ b.astype(np.float32).T).tolist()


def test_signs_and_halvings() -> None:
    bench = Bench()
    a, b = halves(bench, (128, 16)), halves(bench, (16, 16))
    idesc = instruction("f16", dtype="f32", atype="f16", btype="f16", m=128, n=16, negate_a="yes")
    statement = PLAIN.replace(" p;", " p, 3;")
    bench.issue(statement, a=bench.k_major(0, a), b=bench.k_major(B_START, b), i=idesc)
    expected = bench.before[:, 64:80] / 8 - a.astype(np.float32) @ b.astype(np.float32).T
    assert bench.tensor[:, 64:80].tolist() == expected.tolist()


def test_half_precision_results_have_the_low_half_of_a_word() -> None:
    bench = Bench()
    a, b = halves(bench, (128, 16)), halves(bench, (8, 16))
    given = halves(bench, (128, 8))
    bench.tensor[:, 64:72] = (given.view(np.uint16).astype(np.uint32) | 0xABCD0000).view(np.float32)
    idesc = instruction("f16", dtype="f16", atype="f16", btype="f16", m=128, n=8)
    bench.issue(PLAIN, a=bench.k_major(0, a), b=bench.k_major(B_START, b), i=idesc)
    result = bench.tensor[:, 64:72].view(np.uint32).astype(np.uint16).view(np.float16)
    assert result.tolist() == (a.astype(np.float32) @ b.astype(np.float32).T + given).tolist()


def test_lanes_that_are_left_out() -> None:
    bench = Bench()
    a, b = halves(bench, (128, 16)), halves(bench, (8, 16))
    idesc = instruction("f16", dtype="f32", atype="f16", btype="f16", m=128, n=8)
    masks = {"m0": 0x80000001, "m1": 0, "m2": 0xFFFFFFFF, "m3": 2}
    statement = PLAIN.replace(" p;", " {m0, m1, m2, m3}, p;")
    bench.issue(statement, a=bench.k_major(0, a), b=bench.k_major(B_START, b), i=idesc, **masks)
    out = [0, 31, *range(64, 96), 97]
    changed = (bench.tensor != bench.before).any(axis=1)
    assert not changed[out].any()
    full = bench.before[:, 64:72] + a.astype(np.float32) @ b.astype(np.float32).T
    kept = np.setdiff1d(np.arange(128), out)
    assert bench.tensor[kept, 64:72].tolist() == full[kept].tolist()


@pytest.mark.parametrize("saturate", ["no", "yes"])
def test_integers(saturate: str) -> None:
    bench = Bench()
    a = bench.random.integers(-128, 128, (128, 32)).astype(np.int8)
    b = bench.random.integers(0, 256, (32, 32)).astype(np.uint8)
    c = bench.random.choice([-(1 << 31), (1 << 31) - 1, 5], (128, 32))
    bench.tensor[:, 64:96] = c.astype(np.int32).view(np.float32)
    fields = {"dtype": "s32", "atype": "s8", "btype": "u8", "m": 128, "n": 32, "saturate": saturate}
    operands = {"a": bench.k_major(0, a, "32B"), "b": bench.k_major(B_START, b), "i": instruction("i8", **fields)}
    bench.issue("tcgen05.mma.cta_group::1.kind::i8 [d], a, b, i, p;", **operands)
    exact = a.astype(np.int64) @ b.astype(np.int64).T + c
    if saturate == "yes":
        exact = exact.clip(-(1 << 31), (1 << 31) - 1)
    assert bench.tensor[:, 64:96].view(np.uint32).tolist() == exact.astype(np.uint32).tolist()


def test_tf32_ignores_the_low_bits() -> None:
    bench = Bench()
    a = bench.random.integers(-8, 8, (128, 8)).astype(np.float32)
    b = bench.random.integers(-8, 8, (8, 8)).astype(np.float32)
    noisy = (a.view(np.uint32) | 0x1FFF).view(np.float32) * (a != 0)
    operands = {"a": bench.k_major(0, noisy.astype(np.float32)), "b": bench.k_major(B_START, b)}
    idesc = instruction("tf32", dtype="f32", atype="tf32", btype="tf32", m=128, n=8)
    bench.issue("tcgen05.mma.cta_group::1.kind::tf32 [d], a, b, i, p;", **operands, i=idesc, p=False)
    assert bench.tensor[:, 64:72].tolist() == (a @ b.T).tolist()


def packed_16(patterns: Any, bits: int) -> Any:
    """16 elements of 4 or 6 bits in the low bits of 16 bytes; the padding is arbitrary."""
    rows = patterns.shape[0]
    every = (patterns[..., None] >> np.arange(bits) & 1).reshape(rows, -1, 16 * bits).astype(np.uint8)
    every = np.concatenate([every, np.ones((*every.shape[:2], 128 - 16 * bits), np.uint8)], axis=-1)
    return np.packbits(every, axis=-1, bitorder="little").reshape(rows, -1)


def test_narrow_elements_in_shared_memory_have_padding() -> None:
    """A of e2m1 and B of e4m3, of which 0x30 to 0x40 are 0.5 to 2."""
    bench = Bench()
    a, b = bench.random.integers(0, 16, (128, 32)), bench.random.integers(0x30, 0x40, (16, 32)).astype(np.uint8)
    idesc = instruction("f8f6f4", dtype="f32", atype="e2m1", btype="e4m3", m=128, n=16)
    operands = {"a": bench.k_major(0, packed_16(a, 4), "32B"), "b": bench.k_major(B_START, b)}
    bench.issue("tcgen05.mma.cta_group::1.kind::f8f6f4 [d], a, b, i, p;", **operands, i=idesc, p=False)
    numbers = (1 + b % 8 / 8) * 2.0 ** (b // 8 - 7.0)
    assert bench.tensor[:, 64:80].tolist() == (E2M1[a] @ numbers.T).tolist()


@pytest.mark.parametrize("m", [128, 64])
def test_a_in_tensor_memory(m: int) -> None:
    """Two elements of 16 bits in a word, the first in its low half."""
    bench = Bench(m)
    a, b = halves(bench, (m, 16)), halves(bench, (16, 16))
    bench.tensor[lanes_of(m), 8:16] = np.ascontiguousarray(a).view(np.float32)
    idesc = instruction("f16", dtype="f32", atype="f16", btype="f16", m=m, n=16)
    statement = PLAIN.replace(" a,", " [t],")
    bench.issue(statement, t=8, b=bench.k_major(B_START, b), i=idesc)
    expected = bench.before[lanes_of(m), 64:80] + a.astype(np.float32) @ b.astype(np.float32).T
    assert bench.tensor[lanes_of(m), 64:80].tolist() == expected.tolist()


def test_narrow_a_in_tensor_memory_has_bytes() -> None:
    bench = Bench()
    a, b = bench.random.integers(0, 16, (128, 32)), bench.random.integers(0, 16, (8, 32))
    bench.tensor[:, 0:8] = (a << 2 | 0xC3).astype(np.uint8).view(np.float32)
    idesc = instruction("f8f6f4", dtype="f32", atype="e2m1", btype="e2m1", m=128, n=8)
    statement = "tcgen05.mma.cta_group::1.kind::f8f6f4 [d], [t], b, i, p;"
    bench.issue(statement, t=0, b=bench.k_major(B_START, packed_16(b, 4)), i=idesc, p=False)
    assert bench.tensor[:, 64:72].tolist() == (E2M1[a] @ E2M1[b].T).tolist()


def stationary(m: int, n: int, d: Any) -> Any:
    """D of layouts G, E and D in tensor memory: parts of columns one below the other."""
    parts = 128 // m
    return np.concatenate(np.split(d, parts, axis=1), axis=0)


@pytest.mark.parametrize(("m", "n"), [(32, 64), (64, 128), (128, 64)])
def test_weight_stationary_layouts(m: int, n: int) -> None:
    bench = Bench(m)
    a, b = halves(bench, (m, 16)), halves(bench, (n, 16))
    idesc = instruction("f16", dtype="f32", atype="f16", btype="f16", m=m, n=n)
    operands = {"a": bench.k_major(0, a), "b": bench.k_major(B_START, b), "i": idesc}
    bench.issue("tcgen05.mma.ws.cta_group::1.kind::f16.collector::b1::fill [d], a, b, i, p;", **operands)
    product = stationary(m, n, a.astype(np.float32) @ b.astype(np.float32).T)
    width = product.shape[1]
    assert bench.tensor[:, 64 : 64 + width].tolist() == (bench.before[:, 64 : 64 + width] + product).tolist()


def test_columns_that_count_as_zero() -> None:
    """The second example of the manual for M = 128: 4 columns used, 3 columns zero. B moves on by 2 columns."""
    bench = Bench()
    a, b = halves(bench, (128, 16)), halves(bench, (72, 16))
    b[2 + 4] = np.nan
    idesc = instruction("f16", dtype="f32", atype="f16", btype="f16", m=128, n=64)
    operands = {"a": bench.k_major(0, a), "b": bench.k_major(B_START, b), "i": idesc, "z": 0x0203028000000000}
    bench.issue("tcgen05.mma.ws.cta_group::1.kind::f16 [d], a, b, i, p, z;", **operands, p=False)
    used = np.where((np.arange(64) % 7 < 4)[:, None], b[2:66], 0).astype(np.float32)
    assert bench.tensor[:, 64:128].tolist() == (a.astype(np.float32) @ used.T).tolist()


# --- sparse A ---


def sparse(bench: Bench, m: int, k: int, numbers: Any) -> tuple[Any, Any, Any]:
    """Return stored elements (m, k / 2), their two indices of each four, and the full matrix."""
    kept = np.sort(np.argsort(bench.random.random((m, k // 4, 4)), axis=2)[..., :2], axis=2)
    stored = numbers((m, k // 4, 2))
    full = np.zeros((m, k // 4, 4))
    np.put_along_axis(full, kept, stored, axis=2)
    return stored.reshape(m, -1), kept, full.reshape(m, k)


def test_sparse_a_of_8_bits() -> None:
    """A lane has the 64 bits of its row in two words."""
    bench = Bench()
    stored, kept, full = sparse(bench, 128, 64, lambda shape: bench.random.integers(-128, 128, shape))
    b = bench.random.integers(-128, 128, (16, 64)).astype(np.int8)
    bits = (kept.reshape(128, 2, 16).astype(np.uint64) << np.arange(0, 32, 2, dtype=np.uint64)).sum(-1)
    bench.tensor[:, 0:2] = bits.astype(np.uint32).view(np.float32)
    fields = {"dtype": "s32", "atype": "s8", "btype": "s8", "m": 128, "n": 16, "sparse": "sparse"}
    operands = {"a": bench.k_major(0, stored.astype(np.int8)), "b": bench.k_major(B_START, b, "64B")}
    statement = "tcgen05.mma.sp.cta_group::1.kind::i8 [d], a, b, [e], i, p;"
    bench.issue(statement, **operands, e=0, i=instruction("i8", **fields), p=False)
    assert bench.tensor[:, 64:80].view(np.int32).tolist() == (full @ b.astype(np.int64).T).astype(int).tolist()


def test_sparse_a_of_16_bits() -> None:
    """Multiply with a sparse A of 16 bits.

    Lane r % 8 + 16 * (r // 16) has metadata of the first half of row r, the lane 8 further that of the second
    half; rows 8 to 15 of each 16 have the upper halves of the words.
    """
    bench = Bench()
    stored, kept, full = sparse(bench, 128, 32, lambda shape: bench.random.integers(-8, 8, shape))
    b = halves(bench, (16, 32))
    halves_of_row = (kept.reshape(128, 2, 8) << np.arange(0, 16, 2)).sum(-1)
    words = np.zeros(128, np.uint32)
    for row in range(128):
        for half in (0, 1):
            words[row % 8 + 16 * (row // 16) + 8 * half] |= int(halves_of_row[row, half]) << 16 * (row // 8 % 2)
    bench.tensor[:, 0] = words.view(np.float32)
    fields = {"dtype": "f32", "atype": "f16", "btype": "f16", "m": 128, "n": 16, "sparse": "sparse"}
    operands = {"a": bench.k_major(0, stored.astype(np.float16)), "b": bench.k_major(B_START, b, "64B")}
    statement = "tcgen05.mma.sp.cta_group::1.kind::f16 [d], a, b, [e], i, p;"
    bench.issue(statement, **operands, e=0, i=instruction("f16", **fields), p=False)
    assert bench.tensor[:, 64:80].tolist() == (full @ b.astype(np.float32).T).tolist()


# --- scale factors ---


def place_factors(bench: Bench, column: int, factors: Any, first_byte: int) -> None:
    """Rows in lanes, 32 in a word each, in all four parts of the lanes; the bytes beside are random."""
    rows, blocks = factors.shape
    words = bench.random.integers(0, 256, (128, -(-rows // 32), 4)).astype(np.uint8)
    for row in range(rows):
        words[row % 32 :: 32, row // 32, first_byte : first_byte + blocks] = factors[row]
    bench.tensor[:, column : column + words.shape[1]] = words.view(np.float32)[..., 0]


SCALED = [
    ("mxf8f6f4", "", "ue8m0", 1, {"scale_a": 3, "scale_b": 1}),
    ("mxf8f6f4", ".block32", "ue8m0", 1, {"scale_a": 0, "scale_b": 2}),
    ("mxf4", "", "ue8m0", 2, {"scale_a": 2, "scale_b": 0}),
    ("mxf4nvf4", ".block32", "ue8m0", 2, {"scale_a": 0, "scale_b": 2}),
    ("mxf4nvf4", ".scale_vec::4X", "ue4m3", 4, {"scale_a": 0, "scale_b": 0}),
    ("mxf4nvf4", ".block16", "ue4m3", 4, {"scale_a": 0, "scale_b": 0}),
]


@pytest.mark.parametrize(("kind", "vector", "scale", "blocks", "ids"), SCALED)
@pytest.mark.parametrize("target", [None, "sm_100a", "sm_103a"])
def test_block_scaling(
    kind: str, vector: str, scale: str, blocks: int, ids: dict[str, int], target: str | None
) -> None:
    if target and vector.startswith(".scale_vec") != (target == "sm_100a") and vector:
        target = None
    bench, n, k = Bench(blocks), 40, 32 if kind == "mxf8f6f4" else 64
    a, b = bench.random.integers(0, 16, (128, k)), bench.random.integers(0, 16, (n, k))
    low, high = (124, 131) if scale == "ue8m0" else (40, 72)
    sa, sb = bench.random.integers(low, high, (128, blocks)), bench.random.integers(low, high, (n, blocks))
    place_factors(bench, 0, sa, ids["scale_a"])
    place_factors(bench, 8, sb, ids["scale_b"])
    if kind == "mxf8f6f4":
        first, second, types = packed_16(a, 4), packed_16(b, 4), {"atype": "e2m1", "btype": "e2m1"}
    else:
        first, second = ((value[:, ::2] | value[:, 1::2] << 4).astype(np.uint8) for value in (a, b))
        types = {"scale_type": scale}
    idesc = instruction(kind, m=128, n=n, **types, **ids)
    statement = f"tcgen05.mma.cta_group::1.kind::{kind}.block_scale{vector} [d], a, b, i, [x], [y], p;"
    operands = {"a": bench.k_major(0, first), "b": bench.k_major(B_START, second, "32B"), "x": 0, "y": 8}
    bench.issue(statement, **operands, i=idesc, p=False, target=target)

    def number(patterns: Any) -> Any:
        if scale == "ue8m0":
            return 2.0 ** (patterns - 127)
        return (1 + patterns % 8 / 8) * 2.0 ** (patterns // 8 - 7)

    full = (E2M1[a] * np.repeat(number(sa), k // blocks, 1)) @ (E2M1[b] * np.repeat(number(sb), k // blocks, 1)).T
    assert np.allclose(bench.tensor[:, 64 : 64 + n], full, rtol=1e-6)
    if target is None:
        assert bench.tensor[:, 64 : 64 + n].tolist() == full.astype(np.float32).tolist()


# --- models ---


@pytest.mark.parametrize(("target", "result"), [(None, 1 + 2.0**-23), ("sm_100a", 1.0)])
def test_sums_are_cut_on_a_target(target: str | None, result: float) -> None:
    """1 + 2^-24 + 2^-25 is nearest to 1 + 2^-23."""
    bench = Bench()
    a, b = np.zeros((128, 16), np.float16), np.zeros((8, 16), np.float16)
    a[:, :3], b[:, :3] = [1, 2**-12, 2**-12], [1, 2**-12, 2**-13]
    idesc = instruction("f16", dtype="f32", atype="f16", btype="f16", m=128, n=8)
    operands = {"a": bench.k_major(0, a), "b": bench.k_major(B_START, b), "i": idesc}
    bench.issue(PLAIN, **operands, p=False, target=target)
    assert np.unique(bench.tensor[:, 64:72]).tolist() == [result]


# --- errors ---


F16 = instruction("f16", dtype="f32", atype="f16", btype="f16", m=128, n=64)
SPARSE = F16 | 1 << 2
SPARSE_PLAIN = "tcgen05.mma.sp.cta_group::1.kind::f16 [d], a, b, [t], i, p;"
STATIONARY = "tcgen05.mma.ws.cta_group::1.kind::f16 [d], a, b, i, p;"
NONE = matrix(0, "none", 128, 256)
ERRORS = [
    ("tcgen05.mma.cta_group::2.kind::f16 [d], a, b, i, p;", {}, "works on a pair of CTAs of a cluster: cluster=2"),
    (
        PLAIN.replace("f16 [d], a,", "f16.ashift [d], [t],"),
        {"i": F16 - (4 << 24)},
        "is for M = 128 and M = 256, not for",
    ),
    (PLAIN, {"i": 0}, "instruction descriptor 0x00000000: "),
    (PLAIN, {"i": F16 | 1 << 23}, "reserved bit 23 set"),
    (PLAIN, {"i": SPARSE}, "is for a sparse A; tcgen05.mma is not"),
    (PLAIN.replace("kind::f16", "kind::tf32"), {}, "atype is"),
    (PLAIN, {"a": 0}, "matrix descriptor 0x0000000000000000: version is 0b000"),
    (PLAIN, {"b": NONE | 3 << 61}, "swizzle is 3u"),
    (PLAIN, {"b": matrix(0x3FF00, "none", 128, 256)}, "ends at byte 263936, outside of 262144 bytes"),
    (PLAIN, {"d": 500}, "column 512 is outside of tensor memory"),
    (PLAIN, {"d": 1 << 16}, "lane 128 is outside of tensor memory"),
    (SPARSE_PLAIN, {"i": SPARSE | 2}, "selector is 2; it must be 0 or 1"),
    (
        SPARSE_PLAIN,
        {"i": SPARSE, "b": matrix(0, "32B", 16, 256) | 1 << 52},
        "absolute addresses are supported with 128-byte swizzle",
    ),
    (STATIONARY, {"i": F16 & ~(63 << 17) | 3 << 17}, "no instruction of kind f16"),
    (
        STATIONARY.replace("a,", "[t],"),
        {"i": F16 & ~(31 << 24) | 2 << 24},
        "rows of A differ between the parts of 32 lanes",
    ),
    (STATIONARY.replace("p;", "p, z;"), {"z": 1 << 63}, "zero-column mask descriptor"),
]


@pytest.mark.parametrize(("statement", "changed", "message"), ERRORS)
def test_illegal_products_are_errors_with_a_reason(statement: str, changed: dict[str, int], message: str) -> None:
    bench = Bench()
    with pytest.raises(PtxError, match=message):
        bench.issue(statement, **{"a": NONE, "b": NONE, "i": F16, "t": 0, **changed})
    assert bench.tensor.tolist() == bench.before.tolist()


def test_copies_of_scale_factors_must_be_equal() -> None:
    bench = Bench()
    bench.tensor[:] = bench.random.normal(size=(128, 512))
    idesc = instruction("mxf4", m=128, n=8, scale_type="ue8m0")
    statement = "tcgen05.mma.cta_group::1.kind::mxf4.block_scale [d], a, b, i, [x], [y], p;"
    with pytest.raises(PtxError, match="scale factors of A differ between the parts of 32 lanes"):
        bench.issue(statement, a=NONE, b=NONE, i=idesc, x=0, y=8)


def test_each_thread_that_executes_it_starts_one() -> None:
    bench = Bench()
    a, b = halves(bench, (128, 16)), halves(bench, (8, 16))
    idesc = instruction("f16", dtype="f32", atype="f16", btype="f16", m=128, n=8)
    bench.issue(PLAIN, a=bench.k_major(0, a), b=bench.k_major(B_START, b), i=idesc, q=np.arange(32) < 3)
    product = a.astype(np.float32) @ b.astype(np.float32).T
    assert bench.tensor[:, 64:72].tolist() == (bench.before[:, 64:72] + 3 * product).tolist()


def test_memory_that_is_missing_or_has_another_shape() -> None:
    registers = {"a": NONE, "b": NONE, "i": F16, "d": 0, "p": True}
    shared = np.zeros(1 << 16, np.uint8)
    for memory, message in (
        ({"shared": shared}, "no memory is given for tensor"),
        ({"tensor": np.zeros((128, 512), np.uint32)}, "no memory is given for shared"),
        ({"tensor": np.zeros((64, 512), np.uint32), "shared": shared}, "an array of 128 x 512 32-bit values"),
        ({"tensor": np.zeros((128, 512)), "shared": shared}, "an array of 128 x 512 32-bit values"),
    ):
        with pytest.raises(PtxError, match=message):
            ptxisa.execute(PLAIN, registers, memory=memory, threads=1)
