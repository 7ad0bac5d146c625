"""Kernels that run one multiplication of matrices for each warp or warpgroup, with operands from memory.

`run` multiplies tiles on a GPU. A `Placement` says which element each bit of a register, a word of memory or of shared
memory is; `operands` has those of a product. They are written down here a second time, apart from the records in
`isa/matrix`, so that an error in one of them shows as a wrong product.
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers.formats import known
from ptxisa.oracle.gpu.driver import GpuContext
from ptxisa.oracle.gpu.product_samples import group
from ptxisa.oracle.gpu.products import BITS, ProductCase, wgmma_immediates

# --- layouts ---

Integers = NDArray[np.int64]
Words = NDArray[Any]


class Placement(NamedTuple):
    """Rows and columns of the elements of words, as arrays (places, words, elements), and the bits of an element.

    A place is a thread for operands in registers, and the whole matrix for operands in memory.
    """

    rows: Integers
    columns: Integers
    bits: int

    @property
    def word(self) -> int:
        """Bits of a word."""
        return max(32, self.bits)

    def pack(self, matrices: Words) -> Words:
        """Return matrices (count, rows, columns) as words (count, places, words)."""
        dtype = np.dtype(f"u{self.word // 8}")
        elements = matrices[:, self.rows, self.columns].astype(dtype)
        shifts = np.arange(self.rows.shape[-1], dtype=dtype) * dtype.type(self.bits % self.word)
        packed: Words = np.bitwise_or.reduce(elements << shifts, axis=-1)
        return packed

    def unpack(self, words: Words, shape: tuple[int, int]) -> Words:
        """Return the matrices of a shape that words contain."""
        shifts = np.arange(self.rows.shape[-1], dtype=words.dtype) * words.dtype.type(self.bits % self.word)
        mask = words.dtype.type((1 << self.bits) - 1)
        unpacked = np.zeros((len(words), *shape), f"u{max(8, self.bits) // 8}")
        unpacked[:, self.rows, self.columns] = (words[..., None] >> shifts) & mask
        return unpacked


_LANES = np.arange(32).reshape(-1, 1, 1)
_GROUP, _MEMBER = _LANES >> 2, _LANES & 3


def fragment_a(case: ProductCase) -> Placement:
    """Return the placement of A in registers of a warp, or of the four warps of a group."""
    if case.k == 4 and case.a == "f16":
        return _quad_pairs(case.a_layout == "row", "A")
    group = case.instruction.startswith("wgmma")
    m, k, bits = 16 if group else case.m, case.stored_k, BITS[case.a]
    count = max(1, 32 // bits)
    registers = np.arange(m * k // (32 * count)).reshape(1, -1, 1)
    elements = np.arange(count).reshape(1, 1, -1)
    # Of 16 rows, registers take turns between the upper and the lower eight.
    lower = registers & 1 if m == 16 else registers & 0
    block = registers >> 1 if m == 16 else registers
    placement = _placement(_GROUP + 8 * lower, block * 4 * count + _MEMBER * count + elements, bits)
    return _four_warps(placement) if group else placement


def fragment_b(case: ProductCase) -> Placement:
    """Return the placement of B in registers of a warp."""
    if case.k == 4 and case.b == "f16":
        return _quad_pairs(case.b_layout == "row", "B")
    bits = BITS[case.b]
    count = max(1, 32 // bits)
    registers = np.arange(case.k * 8 // (32 * count)).reshape(1, -1, 1)
    elements = np.arange(count).reshape(1, 1, -1)
    return _placement(registers * 4 * count + _MEMBER * count + elements, _GROUP, bits)


def fragment_c(case: ProductCase, kind: str) -> Placement:
    """Return the placement of C or D of the type `kind` in registers of a warp, or of the four warps of a group."""
    if case.k == 4 and case.a == "f16":
        return _quad_pairs(True, kind)
    group = case.instruction.startswith("wgmma")
    m, bits = 16 if group else case.m, BITS[kind]
    # Pairs of adjacent columns; of 16 rows the upper eight, then the lower eight; then the next eight columns.
    flat = np.arange(m * case.n // 32).reshape(1, -1, 2 if bits == 16 else 1)
    halves = m // 8
    pair, half = flat >> 1, (flat >> 1) % halves
    placement = _placement(_GROUP + 8 * half, pair // halves * 8 + _MEMBER * 2 + (flat & 1), bits)
    return _four_warps(placement) if group else placement


def _quad_pairs(by_row: bool, kind: str) -> Placement:
    """Return the placement of four products m8n8k4, their A, C and D below and their B beside each other.

    Lanes 0 to 3 with 16 to 19 compute the first product, 4 to 7 with 20 to 23 the second, and so on (PTX ISA 8.7,
    section 9.7.14.5.1).
    """
    which, member = (_LANES >> 2) & 3, (_LANES & 3) + (_LANES >> 4) * 4
    if kind in ("A", "B"):
        element = np.arange(4).reshape(1, 2, 2)
        outer, inner = member, element
        if by_row == (kind == "B"):
            outer, inner = element + (_LANES >> 4) * 4, _LANES & 3
        rows, columns = (8 * which + outer, inner) if kind == "A" else (inner, 8 * which + outer)
        return _placement(rows, columns, 16)
    if kind == "f16":
        return _placement(8 * which + member, np.arange(8).reshape(1, 4, 2), 16)
    element = np.arange(8).reshape(1, 8, 1)
    row = (_LANES & 1) + (element & 2) + (_LANES >> 4) * 4
    return _placement(8 * which + row, (element & 4) + (_LANES & 2) + (element & 1), 32)


def _four_warps(placement: Placement) -> Placement:
    """Return the placement in a warpgroup, each warp of which has 16 of the 64 rows."""
    rows = np.concatenate([placement.rows + 16 * warp for warp in range(4)])
    return Placement(rows, np.concatenate([placement.columns] * 4), placement.bits)


def _placement(rows: Any, columns: Any, bits: int) -> Placement:
    rows, columns = np.broadcast_arrays(rows, columns)
    return Placement(rows, columns, bits)


def memory(rows: int, columns: int, bits: int, by_row: bool) -> Placement:
    """Return the placement of a matrix in memory, row after row or column after column."""
    where = np.arange(rows * columns).reshape(1, -1, max(1, 32 // bits))
    return (
        Placement(where // columns, where % columns, bits) if by_row else Placement(where % rows, where // rows, bits)
    )


CORE_BYTES = 128


def core_matrices(outer: int, k: int, bits: int, along_k: bool) -> Placement:
    """Return the placement of a matrix (outer, k) in shared memory without swizzle, as wgmma reads it.

    Core matrices have 8 by 16 bytes: eight rows of 16 bytes along `k`, or, where `along_k` is False, along the other
    dimension. Those of the other dimension follow each other; those along k are `outer / 8` of them (at least 16 bytes)
    apart.
    """
    count, wide = 32 // bits, 128 // bits
    across, deep = (8, wide) if along_k else (wide, 8)
    where = np.arange(outer * k).reshape(1, -1, count)
    core, place = where // (8 * wide), where % (8 * wide)
    short, long = place // wide, place % wide
    row, column = (short, long) if along_k else (long, short)
    groups = outer // across
    return Placement(core % groups * across + row, core // groups * deep + column, bits)


def descriptor_strides(outer: int, bits: int, along_k: bool) -> tuple[int, int]:
    """Return the bytes between core matrices along k and along the other dimension."""
    return CORE_BYTES * (outer // (8 if along_k else 128 // bits)), CORE_BYTES


# --- kernels ---

_THREADS = 128

_KERNEL = """.version 8.7
.target sm_90a
.address_size 64
.visible .entry multiply(
    .param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pe, .param .u64 pd, .param .u32 threads)
{{
    .reg .pred %past, %scale, %more; .reg .b32 %block, %tile, %thread, %count, %local, %at, %word, %e;
    .reg .b64 %a, %b, %c, %m, %d, %offset, %adesc, %bdesc;
    {declarations}
    ld.param.u64 %a, [pa]; ld.param.u64 %b, [pb]; ld.param.u64 %c, [pc]; ld.param.u64 %m, [pe]; ld.param.u64 %d, [pd];
    mov.u32 %block, %ctaid.x; mov.u32 %local, %tid.x; mad.lo.u32 %thread, %block, {threads}, %local;
    ld.param.u32 %count, [threads]; setp.ge.u32 %past, %thread, %count; @%past bra DONE;
    shr.u32 %tile, %thread, {log}; setp.eq.u32 %scale, 0, 0;
    {body}
    DONE: ret;
}}
"""


class Placements(NamedTuple):
    """Places of the elements of each operand; a matrix in shared memory or for `wmma` has one place."""

    a: Placement
    b: Placement
    c: Placement
    d: Placement


def operands(case: ProductCase) -> Placements:
    """Return the placements of a case."""
    bits_a, bits_b = BITS[case.a], BITS[case.b]
    if case.instruction == "wmma":
        return Placements(
            memory(case.m, case.k, bits_a, case.a_layout == "row"),
            memory(case.k, case.n, bits_b, case.b_layout == "row"),
            memory(case.m, case.n, BITS[case.c], True),
            memory(case.m, case.n, BITS[case.d], True),
        )
    c, d = fragment_c(case, case.c), fragment_c(case, case.d)
    if not case.instruction.startswith("wgmma"):
        return Placements(fragment_a(case), fragment_b(case), c, d)
    cores = core_matrices(case.n, case.k, bits_b, case.b_layout == "col")
    b = Placement(cores.columns, cores.rows, bits_b)
    a = core_matrices(case.m, case.stored_k, bits_a, case.a_layout == "row") if case.a_shared else fragment_a(case)
    return Placements(a, b, c, d)


# --- text ---


def kernel(case: ProductCase, selector: int = 0) -> str:
    """Return PTX that multiplies one tile per warp or per group of four; `selector` selects threads with metadata."""
    placed = operands(case)
    text = {"wmma": _wmma_text, "mma": _mma_text}.get(case.instruction.partition(".")[0], _wgmma_text)
    declarations, body = text(case, placed, selector)
    # A tile belongs to the 32 or 128 threads that multiply it.
    log = 7 if case.instruction.startswith("wgmma") else 5
    return _KERNEL.format(declarations=declarations, body=body, threads=_THREADS, log=log)


def opcode(case: ProductCase) -> str:
    """Return the instruction of a case with its modifiers.

    Manuals write the modifier before the types of `mma` and of f64, after the other types of `wmma`, and at the end for
    single bits.
    """
    types = f".{case.d}.{case.a}.{case.b}.{case.c}"
    if case.instruction == "wmma":
        start = f"sync.aligned.{case.a_layout}.{case.b_layout}.{case.shape}"
        if case.a == "f16":
            types = f".{case.d}.{case.c}"
        if case.a == "b1":
            return f"wmma.mma{case.modifier}.popc.{start}{types}"
        return f"wmma.mma.{start}" + (case.modifier + types if case.a == "f64" else types + case.modifier)
    if case.instruction.startswith("wgmma"):
        start = f"{case.instruction.replace('wgmma', 'wgmma.mma_async')}.sync.aligned.{case.shape}"
        types = types.rpartition(".")[0]
    else:
        start = f"{case.instruction}.sync.aligned.{case.shape}.{case.a_layout}.{case.b_layout}"
    return f"{start}{types}{case.modifier}.popc" if case.a == "b1" else start + case.modifier + types


def _mma_text(case: ProductCase, placed: Placements, selector: int) -> tuple[str, str]:
    lines = [_load("a", placed.a), _load("b", placed.b), _load("c", placed.c)]
    lists = [
        _list(name, placement) for name, placement in zip("dabc", (placed.d, placed.a, placed.b, placed.c), strict=True)
    ]
    if case.is_sparse:
        lines.append(_LOAD_METADATA)
        lists += ["%e", str(selector)]
    lines += [f"{opcode(case)} {', '.join(lists)};", _store("d", placed.d)]
    return _declared(placed), "\n    ".join(lines)


def _wmma_text(case: ProductCase, placed: Placements, selector: int) -> tuple[str, str]:
    """Return declarations and body with `wmma.load` and `wmma.store`, which place the elements themselves."""
    kinds = {"a": case.a, "b": case.b, "c": case.c, "d": case.d}
    declared, lists = [], {}
    for which, kind in kinds.items():
        outer = {"a": case.m, "b": case.n}.get(which)
        elements = outer * case.k if outer else case.m * case.n
        # A and B of f16 have 8 registers in every shape; A of f64 is one element for each lane.
        count = 8 if outer and kind == "f16" else max(1, elements * BITS[kind] // (32 * max(32, BITS[kind])))
        type_ = kind if kind == "f64" or (kind == "f32" and not outer) else "b32"
        declared.append(f".reg .{type_} %{which}r<{count}>;")
        lists[which] = _registers(which, count)
    addresses = {
        which: f"mad.wide.u32 %{which}, %tile, {placement.rows.shape[1] * placement.word // 8}, %{which};"
        for which, placement in zip("abcd", placed, strict=True)
    }
    layouts = {
        "a": (case.a_layout, case.k if case.a_layout == "row" else case.m),
        "b": (case.b_layout, case.n if case.b_layout == "row" else case.k),
        "c": ("row", case.n),
    }
    lines = []
    for which, (layout, stride) in layouts.items():
        load = f"wmma.load.{which}.sync.aligned.{layout}.{case.shape}.global.{kinds[which]}"
        lines.append(f"{addresses[which]} {load} {lists[which]}, [%{which}], {stride};")
    lines += [f"{opcode(case)} {', '.join(lists[which] for which in 'dabc')};", addresses["d"]]
    lines.append(f"wmma.store.d.sync.aligned.row.{case.shape}.global.{case.d} [%d], {lists['d']}, {case.n};")
    return " ".join(declared), "\n    ".join(lines)


# Words of this tile from memory to shared memory.
_COPY = """mov.u32 %at, %local; mov.u32 %block, room; add.u32 %block, %block, {start};
    {label}: setp.ge.u32 %more, %at, {words}; @%more bra {label}_END;
    mad.lo.u32 %word, %tile, {words}, %at; mul.wide.u32 %offset, %word, 4; add.u64 %offset, %offset, %{name};
    ld.global.b32 %word, [%offset]; shl.b32 %count, %at, 2; add.u32 %count, %count, %block;
    st.shared.b32 [%count], %word; add.u32 %at, %at, {threads}; bra {label};
    {label}_END:"""


def _wgmma_text(case: ProductCase, placed: Placements, selector: int) -> tuple[str, str]:
    """Return declarations and body with B, and A if the case has it there, in shared memory without swizzle."""
    a_bytes = placed.a.rows.size * placed.a.bits // 8 if case.a_shared else 0
    b_bytes = placed.b.rows.size * placed.b.bits // 8
    # `wgmma` accumulates in place: C is loaded into the registers of D.
    declared = _declared(placed._replace(c=placed.d)) + f" .shared .align 128 .b8 room[{a_bytes + b_bytes}];"
    lines = [_load("a", placed.a)]
    if case.a_shared:
        lines = [_descriptor("adesc", 0, case.m, BITS[case.a], case.a_layout == "row"), _copy("a", 0, a_bytes)]
    lines += [_descriptor("bdesc", a_bytes, case.n, BITS[case.b], case.b_layout == "col"), _copy("b", a_bytes, b_bytes)]
    lines += [_load("d", placed.c, "c"), *([_LOAD_METADATA] if case.is_sparse else [])]
    lists = [_list("d", placed.d), "%adesc" if case.a_shared else _list("a", placed.a), "%bdesc"]
    lists += ["%e", str(selector)] if case.is_sparse else []
    transposed = [case.a_layout == "col"] * case.a_shared + [case.b_layout == "row"]
    immediates = wgmma_immediates(case.d, case.a, (case.negate_a, case.negate_b), transposed)
    lists += ["%scale" if case.accumulate else "0", *immediates]
    # The tensor core reads shared memory through the async proxy, which does not see the stores without a fence.
    lines += ["fence.proxy.async;", "bar.sync 0;", "wgmma.fence.sync.aligned;"]
    lines += [f"{opcode(case)} {', '.join(lists)};"]
    lines += ["wgmma.commit_group.sync.aligned;", "wgmma.wait_group.sync.aligned 0;", _store("d", placed.d)]
    return declared, "\n    ".join(lines)


def _copy(name: str, start: int, size: int) -> str:
    return _COPY.format(label=f"COPY_{name}", words=size // 4, name=name, start=start, threads=_THREADS)


def _descriptor(name: str, start: int, outer: int, bits: int, along_k: bool) -> str:
    """Return the statements that make a matrix descriptor; addresses and strides are in units of 16 bytes."""
    along, across = descriptor_strides(outer, bits, along_k)
    fields = (along >> 4) << 16 | (across >> 4) << 32
    return (
        f"mov.u32 %word, room; add.u32 %word, %word, {start}; shr.u32 %word, %word, 4; cvt.u64.u32 %offset, %word; "
        f"or.b64 %{name}, %offset, {fields};"
    )


def _load(name: str, placed: Placement, source: str = "") -> str:
    """Return the statements that load the registers of a thread from memory."""
    words, size = placed.rows.shape[1], placed.word // 8
    source = source or name
    lines = [f"mad.wide.u32 %{source}, %thread, {words * size}, %{source};"]
    lines += [f"ld.global.b{placed.word} %{name}r{i}, [%{source}+{i * size}];" for i in range(words)]
    return " ".join(lines)


_LOAD_METADATA = "mad.wide.u32 %m, %thread, 4, %m; ld.global.b32 %e, [%m];"


def _store(name: str, placed: Placement) -> str:
    words, size = placed.rows.shape[1], placed.word // 8
    lines = [f"ld.param.u64 %{name}, [pd]; mad.wide.u32 %{name}, %thread, {words * size}, %{name};"]
    lines += [f"st.global.b{placed.word} [%{name}+{i * size}], %{name}r{i};" for i in range(words)]
    return " ".join(lines)


def _declared(placed: Placements) -> str:
    return " ".join(
        f".reg .b{placement.word} %{name}r<{placement.rows.shape[1]}>;"
        for name, placement in zip("abcd", placed, strict=True)
        if name != "c" or placed.c is not placed.d
    )


def _list(name: str, placed: Placement) -> str:
    return _registers(name, placed.rows.shape[1])


def _registers(name: str, count: int) -> str:
    return "{" + ", ".join(f"%{name}r{i}" for i in range(count)) + "}"


# --- running ---


def run(
    context: GpuContext, case: ProductCase, a: Words, b: Words, c: Words, e: Words | None = None, selector: int = 0
) -> Words:
    """Return D (count, m, n) of tiles, all as bit patterns.

    Args:
        context: Context of the GPU.
        case: The product.
        a: Tiles of A (count, m, stored k).
        b: Tiles of B (count, k, n).
        c: Tiles of C (count, m, n).
        e: Metadata of a sparse A, a word for each thread (count, threads).
        selector: Sparsity selector.
    """
    placed = operands(case)
    shape = (case.m, case.n)
    if case.a == "f16" and case.k == 4:
        # `mma.m8n8k4` computes four products at once (PTX ISA 8.7, section 9.7.14.5.1): place them next to each other.
        count = len(a) // 4
        b = b.reshape(count, 4, 4, 8).transpose(0, 2, 1, 3).reshape(count, 4, 32)
        a, c = a.reshape(count, 32, 4), c.reshape(count, 32, 8)
        shape = (32, 8)
    words = run_words(context, case, placed.a.pack(a), placed.b.pack(b), placed.c.pack(c), e, selector)
    results = placed.d.unpack(words, shape)
    return results.reshape(-1, case.m, case.n)


def run_words(
    context: GpuContext, case: ProductCase, a: Words, b: Words, c: Words, e: Words | None = None, selector: int = 0
) -> Words:
    """Run products with registers or memory as words (count, places, words)."""
    placed = operands(case).d
    threads = len(a) * (128 if case.instruction.startswith("wgmma") else 32)
    out = np.zeros((len(a), *placed.rows.shape[:2]), f"u{placed.word // 8}")
    arrays = [a, b, c, np.zeros(1, np.uint32) if e is None else e, out]
    with context.load(kernel(case, selector)) as module:
        grid = -(-threads // _THREADS)
        context.exchange(module.function("multiply"), arrays, grid, _THREADS, [ctypes.c_uint32(threads)])
    return out


# --- metadata of sparse products ---


def unit(kind: str) -> int:
    """Return the bit pattern of 1 in a type of elements."""
    if kind in known():
        form = known()[kind]
        return form.bias << (form.fraction + form.low)
    return 1


def metadata(context: GpuContext, case: ProductCase, selector: int) -> list[list[int]]:
    """Return the row and the group of columns of A for each four bits of the metadata of each thread.

    A list of thread, lowest bit, row, group. Every product has one digit that differs from all others: it moves the
    stored elements of one group from the lower to the upper half, where B has ones for that group alone.
    """
    threads = 128 if case.instruction.startswith("wgmma") else 32
    placed = operands(case)
    size = group(case)[0]
    # Legal digits of every type: places 0 and 1, and places 2 and 3, of a group.
    unit_low, unit_high = (0x4, 0xE)
    count = threads * 8
    e = np.full((count, threads), 0x11111111 * unit_low, np.uint32)
    index = np.arange(count)
    e[index, index // 8] ^= ((unit_low ^ unit_high) << (index % 8 * 4)).astype(np.uint32)
    a = np.full((count, case.m, case.stored_k), unit(case.a), np.uint64)
    k = np.arange(case.k)
    places = []
    late = (k % size >= size // 2)[:, None]
    for start in range(0, case.k // size, case.n):
        b = (late & (k[:, None] // size == np.arange(case.n) + start)) * unit(case.b)
        words = placed.b.pack(b[None].astype(np.uint64))
        c = np.zeros((count, *placed.c.rows.shape[:2]), f"u{placed.c.word // 8}")
        out = run_words(context, case, placed.a.pack(a), np.repeat(words, count, axis=0), c, e, selector)
        for tile, row, column in np.argwhere(placed.d.unpack(out, (case.m, case.n)) != 0).tolist():
            places.append([tile // 8, tile % 8 * 4, row, column + start])
    return places


def metadata_words(case: ProductCase, kept: Words, places: list[list[int]]) -> Words:
    """Return the metadata of threads (count, threads) where `kept` units are stored; `places` are those of `metadata`.

    Bits that are about no group have the indices 0 and 1, which are legal.
    """
    threads = 128 if case.instruction.startswith("wgmma") else 32
    indices = np.where(kept[..., 0] == 1, 0xE, 0x4) if case.a == "tf32" else kept[..., 0] | kept[..., 1] << 2
    thread, bit, row, column = np.array(places).T
    digits = np.full((len(kept), threads, 8), 0x4, np.uint32)
    digits[:, thread, bit // 4] = indices[:, row, column]
    words: Words = np.bitwise_or.reduce(digits << np.arange(0, 32, 4, dtype=np.uint32), axis=-1)
    return words
