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

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.diagnostics import PtxError
from ptxisa.numbers.patterns import dtype_of
from ptxisa.run import groups
from ptxisa.run.as_numbers import as_numbers
from ptxisa.run.copies import complete_copies
from ptxisa.run.errors import refusal
from ptxisa.run.inputs import inputs
from ptxisa.run.memory import Memory, Places, Section, cells, rounds, turns
from ptxisa.run.programs import compile_statements
from ptxisa.run.results import Results
from ptxisa.run.state import Bits, State, Threads
from ptxisa.run.steps import Access, Part, Step
from ptxisa.run.warp import ACTIVE, LANE
from ptxisa.run.warp_lanes import lane_numbers, lanes_set

if TYPE_CHECKING:
    from ptxisa.run.issue import Issue, Run

WARP = 32


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
    state = State(values, shape, Memory(memory or {}, _memory_error, shape))
    for step in program.steps:
        _run(step, state)
    complete_copies(state)
    found = state.results(program.gives)
    if numbers:
        found = {name: as_numbers(bits, program.types[name]) for name, bits in found.items()}
    return Results(found, {name: program.types[name] for name in found})


def _memory_error(message: str) -> PtxError:
    return refusal("memory-access", message)


def _run(step: Step, state: State) -> None:
    """Every part of a statement reads before any of them writes registers; a bad address leaves memory untouched."""
    for part in step.parts if len(step.parts) > 1 else ():
        _check_vector(step, part, state)
    found = [_results(step, part, state) for part in step.parts]
    for part, results in zip(step.parts, found, strict=True):
        for write in part.writes:
            state.write(step, write, results[write.name])


def _results(step: Step, part: Part, state: State) -> dict[str, Any]:
    """What one part of a statement computes, by output; what it writes to memory is written."""
    given = state.inputs(step, part)
    if step.action is not None:
        return step.action.run(state, step, part, given)
    if step.on_tensor is not None:
        return _on_tensor_memory(step.on_tensor, step, part, given, state)
    if step.operation is not None:
        return groups.run(step.operation, step, part, given, state)
    if step.around:
        return _around(step, given, state)
    if part.accesses:
        return _on_memory(step, part, given, state)
    return _computed(step, given)


def _computed(step: Step, given: Mapping[str, Any]) -> dict[str, Any]:
    results = step.function(*(given[name] for name in step.inputs))
    return dict(zip(step.outputs, results, strict=True))


def _on_memory(step: Step, part: Part, given: Mapping[str, Any], state: State) -> dict[str, Any]:
    """Run a statement on what lies in memory, for the threads that execute it."""
    (access,) = part.accesses
    found = {write.name: np.zeros(state.count, dtype_of(write.bits)) for write in part.writes}
    sections = state.sections(access, np.flatnonzero(state.executing(step)))
    every = [(section, state.memory.places(section, access.bits)) for section in sections]
    for section, places in every:
        _on_section(step, access, given, section, places, found)
    return found


def _on_section(
    step: Step, access: Access, given: Mapping[str, Any], section: Section, places: Places, found: dict[str, Any]
) -> None:
    """Run a statement on one memory, and enter the results of its threads."""
    threads, store = section.threads, cells(section.array, access.bits)
    one = step._replace(function=step.by_space.get(section.space, step.function))
    atomic = access.read and access.written
    scans = atomic and step.associative
    for group in rounds(places) if atomic and not scans else [np.arange(len(threads))]:
        lanes, where = threads[group], places[group]
        inputs = {name: _some(value, lanes) for name, value in given.items()}
        if access.read:
            inputs[access.name] = _in_turn(one, access, inputs, store, where) if scans else store[where]
        results = _computed(one, inputs)
        if access.written:
            store[where] = results[access.name]
        for name, array_ in found.items():
            array_[lanes] = results[name]


def _check_vector(step: Step, part: Part, state: State) -> None:
    """The address of a vector is aligned to the whole of it, and every element lies in memory."""
    for access in part.accesses:
        for section in state.sections(access, np.flatnonzero(state.executing(step))):
            state.memory.places(section, access.bits)
            if part is step.parts[0]:
                size = access.bits // 8 * len(step.parts)
                state.memory.demand_alignment(section.addresses, size, section.threads)


def _in_turn(step: Step, access: Access, inputs: Mapping[str, Any], store: Bits, places: NDArray[np.int64]) -> Bits:
    """What each thread finds in memory once those before it that have its place are done.

    Operands of one place are combined in a scan: after `distance` those of so many threads together, up to this one.
    """
    ((name, given),) = inputs.items()
    order, turn = turns(places)
    before = store[places[order]]
    combined = np.broadcast_to(given, len(places))[order]

    def done(memory: Any, operand: Any) -> Any:
        return _computed(step, {access.name: memory, name: operand})[access.name]

    distance = 1
    while len(later := np.flatnonzero(turn >= distance)):
        combined[later] = done(combined[later - distance], combined[later])
        distance *= 2
    later = np.flatnonzero(turn > 0)
    before[later] = done(before[later], combined[later - 1])
    found = np.empty_like(before)
    found[order] = before
    return found


def _some(value: Any, lanes: Threads) -> Any:
    return value[lanes] if getattr(value, "ndim", 0) else value


def _around(step: Step, given: Mapping[str, Any], state: State) -> dict[str, Any]:
    """Run what looks at other lanes on whole warps: threads that do not exist and those held back are not active."""
    count = state.count
    threads = -(-count // WARP) * WARP
    executed = _in_warps(state.executing(step).view(np.uint8), threads)
    known = {LANE: lane_numbers(threads), ACTIVE: lanes_set(executed)}
    inputs = {
        name: value if isinstance(value, int) else _in_warps(np.broadcast_to(value, count), threads)
        for name, value in given.items()
        if name not in known
    }
    return {name: result[:count] for name, result in _computed(step, {**inputs, **known}).items()}


def _on_tensor_memory(run: Run, step: Step, part: Part, given: Mapping[str, Any], state: State) -> dict[str, Any]:
    """Run an operation on tensor memory in every CTA, for the threads that execute it."""
    found = [run(one) for one in _issues(step, part, given, state)]
    return {write.name: np.concatenate([one[write.name] for one in found]) for write in part.writes}


def _issues(step: Step, part: Part, given: Mapping[str, Any], state: State) -> Iterator[Issue]:
    """What the threads of each CTA give to an operation on tensor memory."""
    from ptxisa.run.issue import Issue

    size, ctas = state.launch.size, state.launch.cta()
    operands = {name: np.broadcast_to(value, state.count) for name, value in given.items()}
    accesses = {access.name: access for access in part.accesses}
    threads = np.flatnonzero(state.executing(step))
    executing = frozenset(ctas[threads].tolist())
    for cta, pair in enumerate(state.launch.pairs()):
        first, own = cta * size, slice(cta * size, (cta + 1) * size)
        yield Issue(
            operands={name: value[own] for name, value in operands.items()},
            section=partial(_section, accesses, state, first),
            threads=threads[ctas[threads] == cta] - first,
            size=size,
            memory=state.memory,
            warps=partial(_warps, step, state, cta),
            cta=cta,
            pair=pair,
            executing=executing,
        )


def _warps(step: Step, state: State, cta: int) -> Threads:
    """The warps of a CTA that execute a statement, counted in the CTA."""
    every = groups.whole_groups(WARP, step, state) - cta * state.launch.size // WARP
    within: Threads = every[(every >= 0) & (every * WARP < state.launch.size)]
    return within


def _section(accesses: Mapping[str, Access], state: State, first: int, name: str, threads: Threads) -> Section:
    """The memory that some threads address with an operand, counted from the first one of their CTA."""
    return groups.only(name, state.sections(accesses[name], threads + first))


def _in_warps(array: Any, threads: int) -> Any:
    """An array with zeros behind it for what lacks of the last warp."""
    return np.concatenate([array, np.zeros(threads - len(array), array.dtype)])
