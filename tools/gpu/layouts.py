"""Measure where a GPU has the elements of matrices, with probes in which one element at a time is not zero.

A multiplication fixes rows, columns and positions along K only up to their names: what is measured is which elements
meet. A probe finds the column of each element of A by the rows of B of `layouts`, the row of each element of B
by the columns of A, and the others by the place of what comes out.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ptxisa.oracle.gpu.driver import GpuContext
from ptxisa.oracle.gpu.product_kernels import Placement, operands, run_words, unit
from ptxisa.oracle.gpu.products import ProductCase

Words = NDArray[Any]


def fragments(context: GpuContext, case: ProductCase) -> dict[str, list[list[list[int]]]]:
    """Row and column of the lowest element of each register of each thread, for A, B and D of a dense `mma`."""
    placed = operands(case)
    return {"a": _factor(context, case, placed, True), "b": _factor(context, case, placed, False)}


def _one_hot(placed: Placement, value: int) -> Words:
    """Words in which the lowest element of each register of each place is `value`, one at a time."""
    places, words = placed.rows.shape[:2]
    tiles = np.zeros((places * words, places, words), f"u{placed.word // 8}")
    index = np.arange(places * words)
    tiles[index, index // words, index % words] = value
    return tiles


def _factor(context: GpuContext, case: ProductCase, placed: Any, first: bool) -> list[list[list[int]]]:
    """Return the outer index and position along K of each register's lowest element, of A or B."""
    factor, other = (placed.a, placed.b) if first else (placed.b, placed.a)
    hot = _one_hot(factor, unit(case.a if first else case.b))
    kind = case.b if first else case.a
    size = (case.k, case.n) if first else (case.m, case.k)
    c = np.zeros((len(hot), *placed.c.rows.shape[:2]), f"u{placed.c.word // 8}")
    k = np.arange(case.k)
    rounds = []
    for start in range(0, 9, 7):
        index = np.arange(7) + start
        bits = np.concatenate([k[:, None] >> index & 1, np.ones((case.k, 1), np.int64)], axis=1) * unit(kind)
        matrix = np.zeros(size, np.uint64)
        if first:
            matrix[:, :8] = bits
        else:
            matrix[:8] = bits.T
        packed = np.repeat(other.pack(matrix[None]), len(hot), axis=0)
        given = (hot, packed) if first else (packed, hot)
        rounds.append(placed.d.unpack(run_words(context, case, *given, c), (case.m, case.n)) != 0)
    return [_place(rounds, index, first) for index in range(len(hot))]


def _place(rounds: list[Words], index: int, first: bool) -> list[Any]:
    """Return the outer index and position along K that results show, all of them."""
    low, high = (round_[index] if first else round_[index].T for round_ in rounds)
    outer = np.flatnonzero(low[:, 7])
    bits = np.concatenate([low[:, :7], high[:, :2]], axis=1)[outer]
    return [[int(o), int((row * (1 << np.arange(9))).sum())] for o, row in zip(outer, bits, strict=True)]


# --- moves of matrices ---

_MOVES = """.version 8.7
.target sm_90a
.address_size 64
.visible .entry moves(.param .u64 out, .param .u32 threads)
{{
    .reg .b32 %lane, %at, %base, %x, %r<4>; .reg .b16 %h; .reg .b64 %out, %o; .reg .pred %p;
    .shared .align 128 .b8 room[512];
    ld.param.u64 %out, [out]; mov.u32 %lane, %tid.x; mov.u32 %base, room;
    {body}
    ret;
}}
"""
_FILL = """mov.u32 %at, %lane;
    FILL: setp.ge.u32 %p, %at, 256; @%p bra FILLED;
    shl.b32 %x, %at, 1; add.u32 %x, %x, %base; cvt.u16.u32 %h, %at; st.shared.b16 [%x], %h;
    add.u32 %at, %at, 32; bra FILL;
    FILLED: bar.sync 0; shl.b32 %x, %lane, 4; add.u32 %x, %x, %base;"""
_OUT = "mul.wide.u32 %o, %lane, {size}; add.u64 %o, %out, %o;"


def moves(context: GpuContext) -> dict[str, list[list[int]]]:
    """Return the effect of `ldmatrix`, `stmatrix` and `movmatrix` on numbered elements.

    Of `ldmatrix`, where thread i gives the address of the i-th row of 8 elements: the numbers of the elements that
    each thread gets, the lower first. Of `stmatrix`, the 16-bit halves of registers that follow each other in
    memory, as 64 * thread + 8 * register + half. Of `movmatrix`, such halves as each thread gets.
    """
    measured = {}
    for count in (1, 2, 4):
        for trans in ("", ".trans"):
            registers = "{" + ", ".join(f"%r{i}" for i in range(count)) + "}"
            name = f"m8n8.x{count}{trans}.shared.b16"
            load = f"{_FILL} ldmatrix.sync.aligned.{name} {registers}, [%x];" + _OUT.format(size=4 * count)
            load += " ".join(f"st.global.b32 [%o+{4 * i}], %r{i};" for i in range(count))
            measured[f"ldmatrix.{name}"] = _moved(context, load, 32 * count).reshape(32, -1).tolist()
            made = " ".join(_halves(i) for i in range(count))
            keep = f"{made} shl.b32 %x, %lane, 4; add.u32 %x, %x, %base;"
            keep += f"stmatrix.sync.aligned.{name} [%x], {registers}; bar.sync 0;"
            keep += f"shl.b32 %at, %lane, 2; add.u32 %at, %at, %base; {_OUT.format(size=4)} "
            keep += " ".join(
                f"ld.shared.b32 %x, [%at+{128 * i}]; st.global.b32 [%o+{128 * i}], %x;" for i in range(count)
            )
            measured[f"stmatrix.{name}"] = _moved(context, keep, 32 * count).reshape(-1, 8).tolist()
    move = (
        f"{_halves(0)} movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r0; {_OUT.format(size=4)} st.global.b32 [%o], %r1;"
    )
    measured["movmatrix.m8n8.trans.b16"] = _moved(context, move, 32).reshape(32, -1).tolist()
    return measured


def _halves(register: int) -> str:
    """Return a register whose halves are numbered."""
    return (
        f"shl.b32 %r{register}, %lane, 6; add.u32 %r{register}, %r{register}, {8 * register}; "
        f"mad.lo.u32 %r{register}, %r{register}, 65537, 65536;"
    )


def _moved(context: GpuContext, body: str, words: int) -> Words:
    """Return the halves of what a kernel of one warp writes."""
    out = np.zeros(words, np.uint32)
    module = context.load(_MOVES.format(body=body))
    try:
        with context.memory(out) as result:
            context.run(module.function("moves"), (result.pointer, ctypes.c_uint32(32)), 1, 32)
            result.read(out)
    finally:
        module.unload()
    halves: Words = out.view(np.uint16)
    return halves
