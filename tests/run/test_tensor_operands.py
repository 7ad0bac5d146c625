"""Operands of `tcgen05.mma` in pairs of CTAs and in places that need more than one step, against NumPy.

Operands are placed by formulas of their own: halves of rows and columns in each CTA, copies in parts of the lanes.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.isa.diagnostics import PtxError
from ptxisa.objects.tensor_memory import TensorMemory
from tests.run.tensor_core import SPANS, instruction, k_major, matrix, put
from tests.run.test_tensor_products import E2M1, Bench, halves, packed_16, sparse

A_START, B_START = 0x400, 0x10000
ONE_OF_PAIR = np.arange(64) == 32
PAIR = "tcgen05.mma.cta_group::2.kind::f16 [d], a, b, i, p;"


class Pair:
    """Two CTAs of a cluster, one warp each: tensor memory of small integers, and shared memory."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.tensor: Any = self.random.integers(-64, 64, (2, 128, 512)).astype(np.float32)
        self.before = self.tensor.copy()
        self.shared = self.random.integers(0, 256, (2, 1 << 18)).astype(np.uint8)

    def halves(self, *shape: int) -> Any:
        return self.random.integers(-8, 8, shape).astype(np.float16)

    def issue(self, statement: str, threads: Any = ONE_OF_PAIR, **registers: Any) -> dict[str, Any]:
        given = {"q": threads, "p": True, "d": 64, **registers}
        words = set(re.findall(r"\w+", statement))
        given = {name: value for name, value in given.items() if name in {"q", *words}}
        memory = {"tensor": self.tensor, "shared": self.shared}
        return ptxisa.execute(f"@q {statement}", given, memory=memory, block=32, cluster=2, target="sm_100a")

    def place(self, start: int, elements: Any, swizzle: str = "none") -> int:
        """Put half of the rows into each CTA, and return the descriptor that both have."""
        leading, stride = (len(elements) * 16 + 16, 128) if swizzle == "none" else (16, 8 * SPANS[swizzle])
        for cta, rows in enumerate(np.split(elements, 2)):
            width = rows.shape[1] * rows.itemsize
            places = k_major(len(rows), width, swizzle, leading, stride)[:, :: rows.itemsize]
            put(self.shared[cta], start, places, swizzle, rows)
        return matrix(start, swizzle, leading, stride)


def rows_256(product: Any) -> Any:
    """Layout A: row r is in lane r % 128 of CTA r // 128."""
    return product.reshape(2, 128, -1)


def rows_128(product: Any) -> Any:
    """Layout B: each CTA has 64 rows, the right half of their columns in lanes 64 on."""
    left, right = np.split(product.reshape(2, 64, -1), 2, axis=2)
    return np.concatenate([left, right], axis=1)


@pytest.mark.parametrize(("m", "arranged"), [(256, rows_256), (128, rows_128)])
@pytest.mark.parametrize("swizzle", ["none", "32B", "128B"])
@pytest.mark.parametrize("issuer", [3, 40])
def test_a_thread_of_either_cta_multiplies_for_both(m: int, arranged: Any, swizzle: str, issuer: int) -> None:
    pair = Pair(m)
    a, b = pair.halves(m, 16), pair.halves(64, 16)
    idesc = instruction("f16", dtype="f32", atype="f16", btype="f16", m=m, n=64)
    pair.issue(
        PAIR, np.arange(64) == issuer, a=pair.place(A_START, a, swizzle), b=pair.place(B_START, b, swizzle), i=idesc
    )
    product = arranged(a.astype(np.float32) @ b.astype(np.float32).T)
    expected = pair.before.copy()
    expected[:, :, 64 : 64 + product.shape[2]] += product
    assert pair.tensor.tolist() == expected.tolist()


def test_lanes_of_both_ctas_are_left_out() -> None:
    pair = Pair(1)
    a, b = pair.halves(256, 16), pair.halves(32, 16)
    idesc = instruction("f16", dtype="f32", atype="f16", btype="f16", m=256, n=32)
    masks = {f"m{index}": 0 for index in range(8)} | {"m0": 1, "m7": 1 << 31}
    statement = PAIR.replace(" p;", " {m0, m1, m2, m3, m4, m5, m6, m7}, p;")
    pair.issue(statement, a=pair.place(A_START, a), b=pair.place(B_START, b), i=idesc, **masks)
    changed = (pair.tensor != pair.before).any(axis=2)
    assert np.argwhere(~changed).tolist() == [[0, 0], [1, 127]]


def test_a_of_a_pair_in_tensor_memory() -> None:
    """With M = 256 each CTA has 128 rows; with M = 128 it has 64, twice."""
    for m in (256, 128):
        pair = Pair(m)
        a, b = pair.halves(m, 16), pair.halves(32, 16)
        words = np.ascontiguousarray(a).view(np.float32).reshape(2, -1, 8)
        pair.tensor[:, :, :8] = np.tile(words, (1, 128 // words.shape[1], 1))
        idesc = instruction("f16", dtype="f32", atype="f16", btype="f16", m=m, n=32)
        pair.issue(PAIR.replace(" a,", " [t],"), t=0, b=pair.place(B_START, b), i=idesc, p=False)
        product = (rows_256 if m == 256 else rows_128)(a.astype(np.float32) @ b.astype(np.float32).T)
        assert pair.tensor[:, :, 64 : 64 + product.shape[2]].tolist() == product.tolist()


@pytest.mark.parametrize("m", [256, 128])
def test_sparse_a_of_a_pair(m: int) -> None:
    """Metadata are in the lanes of D; with M = 128 these are the first 16 of each 32, as are those of D."""
    pair = Pair(m)
    stored, kept, full = sparse(pair, m, 64, lambda shape: pair.random.integers(-128, 128, shape))  # type: ignore[arg-type]
    b = pair.random.integers(-128, 128, (32, 64)).astype(np.int8)
    bits = (kept.reshape(m, 2, 16).astype(np.uint64) << np.arange(0, 32, 2, dtype=np.uint64)).sum(-1)
    rows = np.arange(m // 2)
    lanes = rows if m == 256 else rows // 16 * 32 + rows % 16
    pair.tensor[:, lanes, 0:2] = bits.astype(np.uint32).view(np.float32).reshape(2, -1, 2)
    fields = {"dtype": "s32", "atype": "s8", "btype": "s8", "m": m, "n": 32, "sparse": "sparse"}
    operands = {"a": pair.place(A_START, stored.astype(np.int8)), "b": pair.place(B_START, b, "64B")}
    statement = "tcgen05.mma.sp.cta_group::2.kind::i8 [d], a, b, [e], i, p;"
    pair.issue(statement, **operands, e=0, i=instruction("i8", **fields), p=False)
    product = (full @ b.astype(np.int64).T).astype(np.int32).reshape(2, m // 2, 32)
    assert pair.tensor[:, lanes, 64:96].view(np.int32).tolist() == product.tolist()


@pytest.mark.parametrize("m", [256, 128])
def test_scale_factors_of_a_pair(m: int) -> None:
    """Factors of A are with its rows. Those of B are in both CTAs; with M = 128 lanes 64 on have the right half."""
    pair, n = Pair(m), 64
    a, b = pair.random.integers(0, 16, (m, 64)), pair.random.integers(0, 16, (n, 64))
    sa, sb = (pair.random.integers(124, 131, (rows, 2)) for rows in (m, n))
    for lane in range(128):
        for cta in range(2):
            for word in range(m // 64):
                row = cta * m // 2 + word * 32 + lane % 32
                pair.tensor[cta, lane, word : word + 1].view(np.uint8)[2:] = sa[row]
            for word in range(2 if m == 256 else 1):
                column = word * 32 + lane % 32 + (lane // 64 * 32 if m == 128 else 0)
                pair.tensor[cta, lane, 8 + word : 9 + word].view(np.uint8)[:2] = sb[column]
    narrow = [(value[:, ::2] | value[:, 1::2] << 4).astype(np.uint8) for value in (a, b)]
    idesc = instruction("mxf4", m=m, n=n, scale_type="ue8m0", scale_a=2, scale_b=0)
    statement = "tcgen05.mma.cta_group::2.kind::mxf4.block_scale [d], a, b, i, [x], [y], p;"
    operands = {"a": pair.place(A_START, narrow[0]), "b": pair.place(B_START, narrow[1], "32B"), "x": 0, "y": 8}
    pair.issue(statement, **operands, i=idesc, p=False)
    left, right = (E2M1[x] * np.repeat(2.0 ** (s - 127), 32, 1) for x, s in ((a, sa), (b, sb)))
    product = (rows_256 if m == 256 else rows_128)(left @ right.T)
    assert np.allclose(pair.tensor[:, :, 64 : 64 + product.shape[2]], product, rtol=1e-6)


def test_copies_and_shifts_work_in_both_ctas() -> None:
    pair = Pair(5)
    data = pair.random.integers(0, 256, (256, 16)).astype(np.uint8)
    pair.issue("tcgen05.cp.cta_group::2.128x128b [d], s;", s=pair.place(A_START, data))
    words = np.ascontiguousarray(pair.tensor[:, :, 64:68]).view(np.uint8)
    assert words.tolist() == data.reshape(2, 128, 16).tolist()
    before = pair.tensor.copy()
    pair.issue("tcgen05.shift.cta_group::2.down [d];")
    assert np.array_equal(pair.tensor[:, 0:31, 64:72].view(np.uint32), before[:, 1:32, 64:72].view(np.uint32))
    assert np.array_equal(pair.tensor[:, 31:, 64:72].view(np.uint32), before[:, 31:, 64:72].view(np.uint32))


ALLOCATE = "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [s], 64;"


def test_both_ctas_allocate() -> None:
    pair = Pair(6)
    pair.tensor = [TensorMemory(), TensorMemory()]
    for first in (0, 64):
        pair.issue(ALLOCATE, np.ones(64, bool), s=8)
        assert pair.shared[:, 8:12].tolist() == [[first, 0, 0, 0]] * 2
    with pytest.raises(PtxError, match="both CTAs of a pair must execute the statement; no warp of CTA 1 does"):
        pair.issue(ALLOCATE, np.arange(64) < 32, s=8)


def test_each_cta_loads_from_its_own_tensor_memory() -> None:
    pair = Pair(7)
    actual = pair.issue("tcgen05.ld.sync.aligned.32x32b.x1.b32 {r}, [d];", np.ones(64, bool), r=0)
    assert actual["r"].view(np.float32).reshape(2, 32).tolist() == pair.tensor[:, :32, 64].tolist()


@pytest.mark.parametrize(
    ("memory", "launch", "message"),
    [
        (np.zeros((128, 512), np.uint32), {"cluster": 2}, "it is given for 1, and 2 are executed"),
        (np.zeros((3, 128, 512), np.uint32), {"cluster": 2}, "it is given for 3, and 2 are executed"),
        (np.zeros((2, 64, 512), np.uint32), {"cluster": 2}, "an array of 128 x 512 32-bit values"),
        (np.zeros((2, 128, 512), np.uint32), {"cluster": 1}, "works on a pair of CTAs of a cluster: cluster=2"),
    ],
)
def test_pairs_that_are_not_whole(memory: Any, launch: dict[str, int], message: str) -> None:
    registers = {"q": ONE_OF_PAIR, "d": 0}
    with pytest.raises(PtxError, match=message):
        ptxisa.execute(
            "@q tcgen05.shift.cta_group::2.down [d];", registers, memory={"tensor": memory}, block=32, **launch
        )


# --- one CTA ---


@pytest.mark.parametrize(("m", "n"), [(32, 64), (64, 128)])
def test_weight_stationary_a_in_tensor_memory_has_copies(m: int, n: int) -> None:
    """Each part of the lanes that has columns of D has the rows of A too."""
    bench = Bench(m)
    a, b = halves(bench, (m, 16)), halves(bench, (n, 16))
    bench.tensor[:, 8:16] = np.tile(np.ascontiguousarray(a).view(np.float32), (128 // m, 1))
    idesc = instruction("f16", dtype="f32", atype="f16", btype="f16", m=m, n=n)
    b_desc = bench.k_major(B_START, b)
    bench.issue("tcgen05.mma.ws.cta_group::1.kind::f16 [d], [t], b, i, p;", t=8, b=b_desc, i=idesc, p=False)
    product = a.astype(np.float32) @ b.astype(np.float32).T
    expected = np.concatenate(np.split(product, 128 // m, axis=1))
    assert bench.tensor[:, 64 : 64 + expected.shape[1]].tolist() == expected.tolist()


@pytest.mark.parametrize("lane", [0, 16])
def test_sparse_a_with_half_of_the_lanes(lane: int) -> None:
    """M = 64: row r of 16-bit elements has the metadata that row r of M = 128 has, in the lanes of D."""
    bench = Bench(64)
    stored, kept, full = sparse(bench, 64, 32, lambda shape: bench.random.integers(-8, 8, shape))
    b = halves(bench, (16, 32))
    parts = (kept.reshape(64, 2, 8) << np.arange(0, 16, 2)).sum(-1)
    words = np.zeros(128, np.uint32)
    for row in range(64):
        for half in (0, 1):
            words[lane + row % 8 + 32 * (row // 16) + 8 * half] |= int(parts[row, half]) << 16 * (row // 8 % 2)
    bench.tensor[:, 0] = words.view(np.float32)
    fields = {"dtype": "f32", "atype": "f16", "btype": "f16", "m": 64, "n": 16, "sparse": "sparse"}
    operands = {"a": bench.k_major(0, stored.astype(np.float16)), "b": bench.k_major(B_START, b, "64B")}
    statement = "tcgen05.mma.sp.cta_group::1.kind::f16 [d], a, b, [e], i, p;"
    at = lane << 16
    bench.issue(statement, **operands, d=64 | at, e=at, i=instruction("f16", **fields), p=False)
    lanes = lane + np.arange(64) // 16 * 32 + np.arange(64) % 16
    assert bench.tensor[lanes, 64:80].tolist() == (full @ b.astype(np.float32).T).tolist()


def test_rows_wider_than_the_swizzle_go_on_after_the_leading_offset() -> None:
    """B of a sparse product has rows of 64 bytes; with 32-byte swizzle the second half is elsewhere."""
    bench = Bench(3)
    stored, kept, full = sparse(bench, 128, 64, lambda shape: bench.random.integers(-128, 128, shape))
    b = bench.random.integers(-128, 128, (16, 64)).astype(np.int8)
    bits = (kept.reshape(128, 2, 16).astype(np.uint64) << np.arange(0, 32, 2, dtype=np.uint64)).sum(-1)
    bench.tensor[:, 0:2] = bits.astype(np.uint32).view(np.float32)
    for part, columns in enumerate(np.split(b, 2, axis=1)):
        put(bench.shared, B_START + 2048 * part, k_major(16, 32, "32B", 0, 256), "32B", columns)
    fields = {"dtype": "s32", "atype": "s8", "btype": "s8", "m": 128, "n": 16, "sparse": "sparse"}
    operands = {"a": bench.k_major(0, stored.astype(np.int8)), "b": matrix(B_START, "32B", 2048, 256)}
    statement = "tcgen05.mma.sp.cta_group::1.kind::i8 [d], a, b, [e], i, p;"
    bench.issue(statement, **operands, e=0, i=instruction("i8", **fields), p=False)
    assert bench.tensor[:, 64:80].view(np.int32).tolist() == (full @ b.astype(np.int64).T).astype(int).tolist()


def test_rows_of_a_that_are_shifted() -> None:
    """The product is that of A; afterwards row r of A in tensor memory is row r + 1 in each 32 lanes."""
    bench = Bench(4)
    a, b = halves(bench, (128, 16)), halves(bench, (16, 16))
    bench.tensor[:, 8:16] = np.ascontiguousarray(a).view(np.float32)
    idesc = instruction("f16", dtype="f32", atype="f16", btype="f16", m=128, n=16)
    statement = "tcgen05.mma.cta_group::1.kind::f16.ashift [d], [t], b, i, p;"
    bench.issue(statement, t=8, b=bench.k_major(B_START, b), i=idesc, p=False)
    assert bench.tensor[:, 64:80].tolist() == (a.astype(np.float32) @ b.astype(np.float32).T).tolist()
    rows = [row if row % 32 == 31 else row + 1 for row in range(128)]
    assert np.ascontiguousarray(bench.tensor[:, 8:16]).view(np.float16).tolist() == a[rows].tolist()
    # The next multiplication reads the shifted rows.
    bench.issue(statement.replace(".ashift", ""), t=8, b=bench.k_major(B_START, b), i=idesc, p=False)
    assert bench.tensor[:, 64:80].tolist() == (a[rows].astype(np.float32) @ b.astype(np.float32).T).tolist()


@pytest.mark.parametrize(
    ("block", "scale", "start"), [*((32, "ue8m0", byte) for byte in range(4)), (16, "ue4m3", 0), (16, "ue4m3", 2)]
)
@pytest.mark.parametrize("n", [40, 136])
def test_inner_size_of_96(block: int, scale: str, start: int, n: int) -> None:
    """48 bytes of a row, the last 16 of which are in a second chunk; 3 or 6 factors, from byte `start` of a word on."""
    bench, blocks = Bench(block + start), 96 // block
    a, b = bench.random.integers(0, 16, (128, 96)), bench.random.integers(0, 16, (n, 96))
    low, high = (124, 131) if scale == "ue8m0" else (40, 72)
    sa, sb = bench.random.integers(low, high, (128, blocks)), bench.random.integers(low, high, (n, blocks))
    for column, factors in ((0, sa), (16, sb)):
        apart = 4 if len(factors) <= 128 else 8
        for row, of_row in enumerate(factors):
            for index, factor in enumerate(of_row, start):
                word = column + row // 32 + index // 4 * apart
                bench.tensor.view(np.uint8).reshape(128, 512, 4)[row % 32 :: 32, word, index % 4] = factor
    for at, patterns in ((0x2000, a), (B_START, b)):
        narrow = (patterns[:, ::2] | patterns[:, 1::2] << 4).astype(np.uint8)
        places = k_major(len(narrow), 128, "128B", 16, 1024)
        put(bench.shared, at, places[:, 96:], "128B", narrow[:, :32])
        put(bench.shared, at + 0x8000, places[:, :16], "128B", narrow[:, 32:])
    first, second = (matrix(at + 96, "128B", at + 0x8000, 1024) | 1 << 52 for at in (0x2000, B_START))
    idesc = instruction("mxf4nvf4", m=128, n=n, k=96, scale_type=scale, scale_a=start, scale_b=start)
    statement = f"tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block{block} [d], a, b, i, [x], [y], p;"
    bench.issue(statement, a=first, b=second, i=idesc, x=0, y=16, p=False)

    def number(patterns: Any) -> Any:
        return 2.0 ** (patterns - 127) if scale == "ue8m0" else (1 + patterns % 8 / 8) * 2.0 ** (patterns // 8 - 7)

    left, right = (E2M1[x] * np.repeat(number(s), block, 1) for x, s in ((a, sa), (b, sb)))
    assert bench.tensor[:, 64 : 64 + n].tolist() == (left @ right.T).astype(np.float32).tolist()


def test_packed_elements_of_a_pair_are_split_by_rows() -> None:
    pair = Pair(9)
    a, b = pair.random.integers(0, 16, (256, 32)), pair.random.integers(0, 16, (32, 32))
    idesc = instruction("f8f6f4", dtype="f32", atype="e2m1", btype="e2m1", m=256, n=32)
    statement = "tcgen05.mma.cta_group::2.kind::f8f6f4 [d], a, b, i, p;"
    operands = {"a": pair.place(A_START, packed_16(a, 4)), "b": pair.place(B_START, packed_16(b, 4))}
    pair.issue(statement, **operands, i=idesc, p=False)
    assert pair.tensor[:, :, 64:96].tolist() == rows_256(E2M1[a] @ E2M1[b].T).tolist()


@pytest.mark.parametrize(("atype", "bits", "offset"), [("e2m3", 6, 1), ("e3m2", 6, 1), ("e2m1", 4, 2), ("e4m3", 8, 0)])
def test_a_of_narrow_elements_in_tensor_memory(atype: str, bits: int, offset: int) -> None:
    """Elements are in the middle of their bytes: bits 6 to 1 or 5 to 2."""
    bench = Bench(bits)
    # Small positive numbers, so that no pattern is a NaN.
    codes = bench.random.integers(0, 1 << bits - 2, (128, 32))
    bench.tensor[:, 8:16] = np.ascontiguousarray((codes << offset).astype(np.uint8)).view(np.float32)
    b = np.zeros((32, 32), np.uint8)
    b[np.arange(32), np.arange(32)] = 0x38  # 1.0 of .e4m3
    idesc = instruction("f8f6f4", dtype="f32", atype=atype, btype="e4m3", m=128, n=32)
    statement = "tcgen05.mma.cta_group::1.kind::f8f6f4 [d], [t], b, i, p;"
    bench.issue(statement, t=8, b=bench.k_major(B_START, b, "32B"), i=idesc, p=False)
    assert bench.tensor[:, 64:96].tolist() == values_of(atype, codes).tolist()


def values_of(type_: str, codes: Any) -> Any:
    """Values of non-negative patterns, by the exponent and mantissa in the name of the type."""
    exponent, mantissa = int(type_[1]), int(type_[3])
    field, fraction = codes >> mantissa, codes % (1 << mantissa) / (1 << mantissa)
    bias = (1 << exponent - 1) - 1
    return np.where(field == 0, fraction * 2.0 ** (1 - bias), (1 + fraction) * 2.0 ** (field - bias))
