"""Metadata of a sparse A in tensor memory, with both words that the sparsity selector names, against NumPy.

Metadata are placed by a formula of their own. A row of 16-bit or `.tf32` elements has 32 bits of metadata. The lanes of
its first 16 bits begin each 16 rows anew, 8 lanes in all; those of the last 16 bits are the next 8 lanes. Rows 8 to 15
have the upper halves of the words of rows 0 to 7. The operand names two words, and the selector one of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.isa.diagnostics import PtxError
from tests.run.tensor_core import instruction
from tests.run.test_tensor_operands import Pair
from tests.run.test_tensor_products import Bench, lanes_of, stationary

B_START = 0x10000
COLUMN = 32
APART = {"tcgen05.mma.sp": {128: 16, 64: 32}, "tcgen05.mma.ws.sp": {128: 16, 64: 16, 32: 16}}
"""Lanes from 16 rows to the next 16, by M."""
BLOCKS = {"f16": (2, 4), "tf32": (1, 2)}
"""Elements stored of each block of a row, and elements of a block."""
KINDS = {"f16": 32, "tf32": 16}
"""K of each kind."""


def lane_and_bit(row: int, half: int, apart: int) -> tuple[int, int]:
    return row // 16 * apart + row % 8 + 8 * half, 16 * (row // 8 % 2)


def words(bits: Any, apart: int) -> Any:
    """32 bits of metadata of each row as a word of each of 128 lanes."""
    actual = np.zeros(128, np.uint32)
    for row, value in enumerate(bits.tolist()):
        for half in (0, 1):
            lane, bit = lane_and_bit(row, half, apart)
            actual[lane] |= np.uint32((value >> 16 * half & 0xFFFF) << bit)
    return actual


def sparse(random: np.random.Generator, kind: str, m: int) -> tuple[Any, Any, Any]:
    """Return stored elements (m, K / 2), 32 bits of metadata of each row, and the full matrix (m, K)."""
    (nonzero, block), k = BLOCKS[kind], KINDS[kind]
    kept = np.sort(np.argsort(random.random((m, k // block, block)), axis=2)[..., :nonzero], axis=2)
    stored = random.integers(1, 8, kept.shape)
    full = np.zeros((m, k // block, block))
    np.put_along_axis(full, kept, stored, axis=2)
    indices = kept if kind == "f16" else np.where(kept == 0, 0b0100, 0b1110)
    fields = indices.reshape(m, -1).astype(np.uint64)
    bits = (fields << np.arange(fields.shape[1], dtype=np.uint64) * np.uint64(32 // fields.shape[1])).sum(axis=1)
    return stored.reshape(m, -1), bits, full.reshape(m, k)


def elements(kind: str, numbers: Any) -> Any:
    return numbers.astype(np.float16 if kind == "f16" else np.float32)


def descriptor(kind: str, m: int, n: int, selector: int) -> int:
    types = {"atype": kind, "btype": kind, "dtype": "f32", "m": m, "n": n}
    return instruction(kind, sparse="sparse", selector=selector, **types)


@pytest.mark.parametrize(("name", "m"), [(name, m) for name, sizes in APART.items() for m in sizes])
@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("selector", [0, 1])
def test_metadata_are_at_the_places_of_the_formula(name: str, m: int, kind: str, selector: int) -> None:
    result = ptxisa.layout(f"{name}.m{m}n64k{KINDS[kind]}", "metadata", kind, selector=selector)
    size, apart = result.element_bits, APART[name][m]
    for row in range(m):
        for column in range(result.shape[1]):
            half, bit = divmod(column * size, 16)
            lane, base = lane_and_bit(row, half, apart)
            place = result.lane[row, column].ravel()[0], result.bit[row, column].ravel()[0]
            assert place == (lane, base + bit)
    assert (result.word == selector).all()


@pytest.mark.parametrize(("name", "m"), [(name, m) for name, sizes in APART.items() for m in sizes])
@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("selector", [0, 1])
def test_the_selector_names_one_word_of_a_pair(name: str, m: int, kind: str, selector: int) -> None:
    bench, n = Bench(m + selector), 128 if ".ws" in name else 16
    stored, bits, full = sparse(bench.random, kind, m)
    b = elements(kind, bench.random.integers(-8, 8, (n, KINDS[kind])))
    used = words(bits, APART[name][m])
    if ".ws" in name:
        used = np.tile(used[:m], 128 // m)
    bench.tensor.view(np.uint32)[:, COLUMN : COLUMN + 2] = 0xDEADBEEF
    bench.tensor.view(np.uint32)[:, COLUMN + selector] = used
    operands = {"a": bench.k_major(0, elements(kind, stored)), "b": bench.k_major(B_START, b, "64B")}
    statement = f"{name}.cta_group::1.kind::{kind} [d], a, b, [e], i, p;"
    bench.issue(statement, **operands, e=COLUMN, i=descriptor(kind, m, n, selector), p=False)
    product = full @ b.astype(np.float64).T
    expected, lanes = (stationary(m, n, product), np.arange(128)) if ".ws" in name else (product, lanes_of(m))
    assert bench.tensor[lanes, 64 : 64 + expected.shape[1]].tolist() == expected.tolist()


@pytest.mark.parametrize(("m", "apart"), [(256, 16), (128, 32)])
@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("selector", [0, 1])
def test_each_cta_of_a_pair_has_the_metadata_of_its_rows(m: int, apart: int, kind: str, selector: int) -> None:
    pair = Pair(m + selector)
    stored, bits, full = sparse(pair.random, kind, m)
    b = elements(kind, pair.random.integers(-8, 8, (64, KINDS[kind])))
    pair.tensor.view(np.uint32)[..., COLUMN + selector] = [words(half, apart) for half in np.split(bits, 2)]
    operands = {"a": pair.place(0x400, elements(kind, stored)), "b": pair.place(B_START, b, "64B")}
    statement = f"tcgen05.mma.sp.cta_group::2.kind::{kind} [d], a, b, [e], i, p;"
    pair.issue(statement, **operands, e=COLUMN, i=descriptor(kind, m, 64, selector), p=False)
    product = (full @ b.astype(np.float64).T).reshape(2, m // 2, 64)
    assert pair.tensor[:, lanes_of(m // 2), 64:128].tolist() == product.tolist()


@pytest.mark.parametrize(
    ("kind", "fields", "e", "message"),
    [
        ("f16", {"selector": 2}, 0, "selector is 2; it must be 0 or 1"),
        ("tf32", {"selector": 3}, 0, "selector is 3; it must be 0 or 1"),
        ("f16", {"selector": 1}, 3, "metadata begin at column 3; a pair of words begins at an even column"),
        ("i8", {}, 0, "the sparsity selector must be 0 for operands of up to 8 bits"),
        ("f8f6f4", {}, 0, "the sparsity selector must be 0 for operands of up to 8 bits"),
    ],
)
def test_illegal_selectors_are_errors(kind: str, fields: dict[str, int], e: int, message: str) -> None:
    bench, a = Bench(), {"i8": "s8", "f8f6f4": "e4m3"}.get(kind, kind)
    dtype = "s32" if kind == "i8" else "f32"
    idesc = instruction(kind, dtype=dtype, atype=a, btype=a, m=128, n=16, sparse="sparse", **fields)
    idesc |= 0 if fields else 1
    none = bench.k_major(0, np.zeros((128, 32), np.uint8))
    with pytest.raises(PtxError, match=message):
        bench.issue(f"tcgen05.mma.sp.cta_group::1.kind::{kind} [d], a, b, [e], i, p;", a=none, b=none, e=e, i=idesc)


# --- metadata whose results are undefined ---

SP = "mma.{}.sync.aligned.m16n8k{}.row.col.f32.{t}.{t}.f32 {{d0, d1, d2, d3}}, {{a0, a1, a2, a3}}, {{b0, b1, b2, b3}}, "
SP += "{{d0, d1, d2, d3}}, e, {};"
ZEROS = dict.fromkeys([*(f"{name}{i}" for name in "abd" for i in range(4))], 0)
PAIRS = {first | second << 2: (first, second) for first in range(4) for second in range(4)}


@pytest.mark.parametrize("bits", range(16))
@pytest.mark.parametrize(
    ("sparsity", "defined"),
    [
        ("sp", lambda bits: PAIRS[bits][0] != PAIRS[bits][1]),
        ("sp::ordered_metadata", lambda bits: PAIRS[bits][0] < PAIRS[bits][1]),
    ],
)
def test_pairs_of_indices_that_are_defined(bits: int, sparsity: str, defined: Any) -> None:
    statement = SP.format(sparsity, 32, 1, t="f16")
    e = np.full(32, 0x44444444, np.uint32)
    e[4 * 3 + 2] = 0x44444444 & ~0xF0 | bits << 4
    if defined(bits):
        assert not any(item.any() for item in ptxisa.execute(statement, {**ZEROS, "e": e}).values())
    else:
        with pytest.raises(PtxError, match=f"row 3 of A has metadata 0b{bits:04b} for block 1, whose results are"):
            ptxisa.execute(statement, {**ZEROS, "e": e})


@pytest.mark.parametrize("bits", range(16))
def test_one_index_of_four_bits(bits: int) -> None:
    statement = SP.format("sp", 16, 0, t="tf32")
    given = {**ZEROS, "e": np.full(32, bits * 0x11111111, np.uint32)}
    if bits in (0b0100, 0b1110):
        ptxisa.execute(statement, given)
    else:
        with pytest.raises(PtxError, match="whose results are undefined; defined are 0b0100, 0b1110"):
            ptxisa.execute(statement, given)


@pytest.mark.parametrize(("bits", "defined"), [(0b0110, True), (0b0001, False), (0b1111, False), (0b1110, True)])
def test_pairs_of_tensor_memory(bits: int, defined: bool) -> None:
    bench = Bench()
    bench.tensor.view(np.uint32)[:, COLUMN] = bits * 0x11111111
    none = bench.k_major(0, np.zeros((128, 64), np.uint8))
    given = {"a": none, "b": none, "e": COLUMN, "i": descriptor("f16", 128, 16, 0)}
    statement = "tcgen05.mma.sp.cta_group::1.kind::f16 [d], a, b, [e], i, p;"
    if defined:
        bench.issue(statement, **given)
    else:
        with pytest.raises(PtxError, match=f"row 0 of A has metadata 0b{bits:04b} for block 0"):
            bench.issue(statement, **given)


def test_threads_that_the_selector_leaves_out_have_no_metadata() -> None:
    """With selector 1, lanes 2 and 3 of each four provide metadata; the others are ignored."""
    e = np.where(np.arange(32) % 4 < 2, 0, 0x44444444).astype(np.uint32)
    given = {**ZEROS, "e": e}
    ptxisa.execute(SP.format("sp", 32, 1, t="f16"), given)
    with pytest.raises(PtxError, match="row 0 of A has metadata 0b0000 for block 0"):
        ptxisa.execute(SP.format("sp", 32, 0, t="f16"), given)


def test_selectors_that_no_thread_has_are_errors() -> None:
    with pytest.raises(PtxError, match="operand-range.*operand f is 2; it must be 0 or 1"):
        ptxisa.execute(SP.format("sp", 32, 2, t="f16"), {**ZEROS, "e": 0x44444444})
