"""Execution of statements on register values: one array element per thread, NumPy arithmetic over all threads at once.

A generic address points into the memory in whose window it is, and outside of all windows into global memory. Windows
begin at 0x7f0000000000 (shared, 4 GiB: bits 24 to 31 are the rank of the CTA in its cluster), 0x7e0000000000 (local),
0x7d0000000000 (const) and 0x7c0000000000 (param, each 16 MiB). ``memory["generic"]`` may map these names to other
bases, multiples of the size. ``cvta`` converts such addresses, ``isspacep`` tests them. If ``memory["generic"]`` is an
array, all generic addresses count bytes from its start.

Statements run one after the other, each in all threads. With blocks, ``.reg`` declarations, labels, branches, and
functions beside the statements, each thread has a program counter, and threads at the same statement run it together
(`ptxisa.run.flow`). Registers that an inner block declares are not among the results, nor are those that some threads
have never written. Fences, prefetches and hints do nothing. When a thread waits at ``bar``, ``barrier`` or
``barrier.cluster``, all threads must have arrived (else a `PtxError`, code ``not-executable``). ``cp.async`` writes
when the thread waits for it, at the latest after the last statement.

Instructions on matrices, such as ``mma``, ``wmma`` and ``ldmatrix``, run in whole warps: all 32 threads of a warp
participate, or none of them (else a `PtxError`, code ``not-executable``). ``wgmma`` runs in warpgroups of 128 threads;
addresses in its descriptors count from the start of shared memory. Accesses to its registers that need ``wgmma.fence``
or ``wgmma.wait_group`` in between are errors (sections 9.7.15.5 to 9.7.15.7 of the manual).

``tcgen05`` works on the tensor memory of the CTA, ``memory["tensor"]``: an array of 128 lanes by 512 columns of 32
bits, or a `ptxisa.objects.tensor_memory.TensorMemory`, which also keeps allocations (section 9.7.16.1). For several
CTAs it is a list of these, or an array of three dimensions. With ``.cta_group::2``, CTAs whose ranks in their cluster
differ in the last bit work together: each has its half of the rows of A and of the columns of B. Each thread that
executes ``tcgen05.mma``, ``cp``, ``shift`` or ``commit`` starts one operation, which is complete at once.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from ptxisa.isa.diagnostics import Diagnostic, PtxError, warning
from ptxisa.isa.types import known
from ptxisa.run.errors import register_error
from ptxisa.run.flow import run_flow
from ptxisa.run.machine import complete_copies
from ptxisa.run.memory import Memory
from ptxisa.run.program import compile_statements
from ptxisa.run.registers import Results, as_numbers, inputs, narrow_registers
from ptxisa.run.state import State

MOST_STEPS = 1 << 17
"""Statements that run, at most, if there are branches."""


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
    steps: int | None = MOST_STEPS,
    types: Mapping[str, str] | None = None,
) -> Results:
    """Run PTX statements and return the registers that they write.

    A statement whose guard is false keeps the old value of its destination. A thread without an old value, because
    neither `registers` nor an earlier statement gave one, must not read the register, and must write it later.

    Special registers that follow from the launch are supplied: ``%laneid``, ``%lanemask_*``, ``%warpid``, ``%tid``,
    ``%ntid``, ``%ctaid``, ``%nctaid`` and those of clusters. Others, such as ``%clock`` and ``%smid``, are inputs.

    Threads that store to one place do so in their order, so the last one wins, and atomic operations on one place take
    place in the same order. The documentation of `ptxisa.run.execute` describes generic addresses, barriers, copies,
    matrices and tensor memory.

    Args:
        statements: Text of the statements.
        registers: Values by name, one element per thread; element i is lane i % 32 of warp i // 32. An array has the
            width of its register and contains bit patterns, signed integers or IEEE numbers. A list, or a number for
            all threads, is rounded to the type of the register; a Python integer is bits, except in a list with a
            float. Predicates are 0 or 1. "%tid.x" names an element of a special register, whose value here comes first,
            and "CF" the carry flag, which starts clear.
        memory: NumPy arrays by state space (``global``, ``shared``, ``const``, ``local``, ``param``) or variable, read
            as bytes and written in place. Addresses in registers count bytes from the start of the array of their state
            space, `[v+4]` from the start of that of `v`. An array of two dimensions has a row for each thread; with
            `block` or `grid`, one of shared memory has a row for each CTA.
        target: Target for which statements are checked, and whose results are returned where PTX leaves them open.
        ptx: PTX version for which statements are checked.
        threads: Number of threads when no register has one; 32, or 128 with ``wgmma``, by default.
        block: Size of a CTA in threads: a number, or a tuple of up to three (x, y, z). Without `block`, `grid` and
            `cluster` all threads are one CTA of one dimension.
        grid: Size of the grid in CTAs.
        cluster: Size of a cluster in CTAs.
        numbers: Return signed integers or IEEE numbers for registers of such types, and float32 for bf16.
        steps: Number of statements after which a loop is taken to be endless (a `PtxError`, code ``step-limit``); None
            for no limit.
        types: Types of registers by name, as ``.reg`` declares them: {"d": "b16"}. Others have the type of their use.

    Returns:
        A dictionary of unsigned arrays in the width of their operand: predicates as uint8, 128-bit values with the
        dtype `ptxisa.numbers.patterns.QUAD`. Its methods ``as_float(name)`` and ``as_signed(name)`` return the same
        bits as numbers, and its attribute ``diagnostics`` has a warning (code ``undefined-behavior``) for each
        statement whose behavior the manual leaves undefined with these values; the same text is a Python
        `RuntimeWarning`.

    Raises:
        PtxError: Statements are invalid or cannot be executed (code ``not-executable``), registers do not fit
            (``register-value``), or addresses are outside of the memory or not aligned (``memory-access``).
        UnknownTarget: The target does not exist.
        UnknownVersion: The PTX version does not exist.
        TypeError: An argument is not of its type.
    """
    for name, given in (("registers", registers), ("memory", memory), ("types", types)):
        if given is not None and not isinstance(given, Mapping):
            raise TypeError(f"{name} must be a mapping of names to values, not {type(given).__name__}")
    if steps is not None and (isinstance(steps, bool) or not isinstance(steps, (int, np.integer))):
        raise TypeError(f"steps must be an integer, not {type(steps).__name__}")
    # Everything that depends on the text alone is in the program, which is cached; the rest depends on the values.
    program = compile_statements(statements, target, ptx, narrow_registers(registers), _declared(types))
    values, shape = inputs(program, {} if registers is None else registers, threads, block, grid, cluster)
    state = State(values, shape, Memory(memory or {}, shape))
    reported: list[Diagnostic] = []
    if program.flow is not None:
        reported += run_flow(program, state, steps)
    else:
        for step, span in zip(program.steps, program.spans, strict=True):
            try:
                step.run(state)
            except PtxError as error:
                located = (diagnostic.at(span).located(program.source.position) for diagnostic in error.diagnostics)
                raise PtxError(located) from None
            reported += [warning("undefined-behavior", message, span) for message in state.reports]
            state.reports.clear()
    complete_copies(state)
    diagnostics = tuple(diagnostic.located(program.source.position) for diagnostic in reported)
    for diagnostic in diagnostics:
        if diagnostic.severity == "warning":
            warnings.warn(str(diagnostic), RuntimeWarning, stacklevel=2)
    # With branches, threads may well leave a register unwritten; without them, `State.results` raises an error.
    missing = {name for name in program.gives if program.flow is not None and len(state.missing(name))}
    results = state.results(name for name in program.gives if name not in missing)
    if numbers:
        results = {name: as_numbers(bits, program.types[name]) for name, bits in results.items()}
    return Results(results, {name: program.types[name] for name in results}, diagnostics)


def _declared(types: Mapping[str, str] | None) -> tuple[tuple[str, str], ...]:
    """Return declared types as a key of a cache; raise `PtxError` for unknown ones."""
    pairs = () if types is None else tuple(types.items())
    for name, type_ in pairs:
        if type_ not in known():
            raise register_error(f"register {str(name)[:60]}: no type is called {str(type_)[:40]!r}")
    return pairs
