"""Run statements on register values: one array element a thread, NumPy arithmetic over all threads at once.

A generic address points into the memory in whose window it lies, and outside of all windows into global memory.
Windows begin at 0x7f0000000000 (shared, 4 GiB: bits 24 to 31 are the rank of the CTA in its cluster),
0x7e0000000000 (local), 0x7d0000000000 (const) and 0x7c0000000000 (param, each 16 MiB). ``memory["generic"]`` may
map these names to other bases, multiples of the size. ``cvta`` converts such addresses, ``isspacep`` tests them. If
``memory["generic"]`` is an array, all generic addresses count bytes from its start.

Statements run one after the other, each in all threads. All threads of ``bar``, ``barrier`` and
``barrier.cluster`` must have arrived when one waits (else a `PtxError`, code ``not-executable``). ``cp.async``
writes when the thread waits for it, at the latest after the last statement.

Instructions on matrices, such as ``mma``, ``wmma`` and ``ldmatrix``, run in whole warps: all 32 threads of a warp
take part, or none of them (else a `PtxError`, code ``not-executable``). ``wgmma`` runs in warpgroups, 128 threads
each; addresses in its descriptors count from the start of shared memory. Accesses to its registers that need
``wgmma.fence`` or ``wgmma.wait_group`` in between are errors (sections 9.7.15.5 to 9.7.15.7 of the manual).

``tcgen05`` works on the tensor memory of the CTA, ``memory["tensor"]``: an array of 128 lanes by 512 columns of 32
bits, or a `ptxisa.objects.tensor_memory.TensorMemory`, which also keeps allocations (section 9.7.16.1). Of several CTAs
it is a list of these, or an array of three dimensions. With ``.cta_group::2`` CTAs whose ranks in their cluster differ
in the last bit work together: each has its half of the rows of A and of the columns of B. Each thread that executes
``tcgen05.mma``, ``cp``, ``shift`` or ``commit`` starts one operation, complete at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ptxisa.run.copies import complete_copies
from ptxisa.run.memory import Memory
from ptxisa.run.program import compile_statements
from ptxisa.run.registers import Results, as_numbers, inputs
from ptxisa.run.state import State


def execute(
    statements: str,
    registers: Mapping[str, Any] | None = None,
    *,
    memory: Mapping[str, Any] | None = None,
    target: str | None = None,
    ptx: str | None = None,
    threads: int | None = None,
    block: int | tuple[int, ...] | None = None,
    grid: int | tuple[int, ...] | None = None,
    cluster: int | tuple[int, ...] | None = None,
    numbers: bool = False,
) -> Results:
    """Run PTX statements and return the registers that they write.

    `registers` maps names to arrays, one element a thread; element i is lane i % 32 of warp i // 32. An array has
    the width of its register and holds bit patterns, signed integers or IEEE numbers; a list or a Python number, which
    every thread then has, is rounded to the type of the register. A Python integer is bits, also for a register of a
    floating-point type, except in a list with a float: that is a list of numbers. Predicates are 0 or 1. The carry flag
    starts clear; the key "CF" gives it other values. With `target` results are those of that target where the contract
    leaves them open. `threads` (default 32, or 128 with ``wgmma``) counts when no register does.

    A statement whose guard is false keeps the old value of its destination. A thread that has no old value, because
    neither `registers` nor an earlier statement gave one, must not read the register, and must write it later
    (else a `PtxError`, code ``register-value``).

    Special registers that follow from the launch are supplied: ``%laneid``, ``%lanemask_*``, ``%warpid``, ``%tid``,
    ``%ntid``, ``%ctaid``, ``%nctaid`` and those of clusters. `block` is the size of a CTA in threads, `grid` that of
    the grid in CTAs and `cluster` that of a cluster in CTAs: a number, or a tuple of up to three (x, y, z). Without
    them all threads are one CTA of one dimension. A value in `registers` comes first ("%tid.x" names an element);
    registers such as ``%clock`` and ``%smid`` need one.

    `memory` maps state spaces (``global``, ``shared``, ``const``, ``local``, ``param``) and names of variables to NumPy
    arrays, which are read as bytes and written in place. An address in a register counts bytes from the start of the
    array of its state space, `[v+4]` those from the start of that of `v`. An array of two dimensions has a row for each
    thread, as local memory does; with `block` or `grid`, one of shared memory has a row for each CTA. Of threads that
    store to one place the last one wins; atomic operations on one place take place in the order of the threads (of
    those that are not associative, such as compare-and-swap, as many steps as threads share a place).

    The module says how generic addresses, barriers, copies, matrices and tensor memory are executed.

    The result is a dictionary of unsigned arrays in the width of their operand (predicates uint8), with methods
    ``as_float(name)`` and ``as_signed(name)`` for the same bits as numbers. With `numbers` its arrays are signed
    integers or IEEE numbers where the register's type is, and float32 for bf16. Arrays of 128-bit values
    have the dtype `ptxisa.numbers.patterns.QUAD`, a pair of halves.

    Raises `PtxError` for invalid statements, for registers that do not fit and for addresses outside of
    the memory or between two values of the size that is accessed (code ``memory-access``); `UnknownTarget`
    and `UnknownVersion` for a `target` or `ptx` that does not exist.
    """
    program = compile_statements(statements, target, ptx)
    values, shape = inputs(program, {} if registers is None else registers, threads, block, grid, cluster)
    state = State(values, shape, Memory(memory or {}, shape))
    for step in program.steps:
        step.run(state)
    complete_copies(state)
    results = state.results(program.gives)
    if numbers:
        results = {name: as_numbers(bits, program.types[name]) for name, bits in results.items()}
    return Results(results, {name: program.types[name] for name in results})
