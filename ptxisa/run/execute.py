"""Run statements on register values: one array element a thread, NumPy arithmetic over all threads at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.diagnostics import Diagnostic, PtxError
from ptxisa.numbers.patterns import QUAD, dtype_of, scalar_of
from ptxisa.run.inputs import inputs
from ptxisa.run.memory import Memory, Places, cells, rounds, turns
from ptxisa.run.programs import Access, Part, Read, Step, Write, compile_statements
from ptxisa.run.warp import ACTIVE, LANE
from ptxisa.run.warp_lanes import lane_numbers, lanes_set

Bits = NDArray[np.unsignedinteger]
Values = dict[str, Any]
WARP = 32


def execute(
    statements: str,
    registers: Mapping[str, Any] | None = None,
    *,
    memory: Mapping[str, Any] | None = None,
    target: str | None = None,
    ptx: str | None = None,
    threads: int | None = None,
) -> dict[str, Bits]:
    """Run PTX statements and return the registers that they write.

    `registers` maps names to arrays, one element a thread; element i is lane i % 32 of warp i // 32. An array has
    the width of its register and holds bit patterns, signed integers or IEEE numbers; a list or a Python number, which
    every thread then has, is rounded to the type of the register. Predicates are 0 or 1. The carry flag starts clear;
    the key "CF" gives it other values. With `target` results are those of that target where the contract leaves them
    open. `threads` (default 32) counts when no register does.

    `memory` maps state spaces (``global``, ``shared``, ``const``, ``local``, ``param``; ``generic`` where it is not
    global memory) and names of variables to NumPy arrays, which are read as bytes and written in place. An address in
    a register counts bytes from the start of the array of its state space, `[v+4]` those from the start of that of `v`.
    An array of two dimensions has a row for each thread, as local memory does. Of threads that store to one place
    the last one wins; atomic operations on one place take place in the order of the threads (of those that are not
    associative, such as compare-and-swap, as many steps as threads share a place).

    Instructions on matrices, such as ``mma`` and ``ldmatrix``, run in whole warps: all 32 threads of a warp take part,
    or none of them (else a `PtxError`, code ``not-executable``).

    Returned arrays are unsigned, in the width of their operand (predicates uint8). Arrays of 128-bit values
    have the dtype `ptxisa.numbers.patterns.QUAD`, a pair of halves.

    Raises `PtxError` for statements that do not stand, for registers that do not fit and for addresses outside of
    the memory or between two values of the size that is accessed (code ``memory-access``); `UnknownTarget`
    and `UnknownVersion` for a `target` or `ptx` that does not exist.
    """
    program = compile_statements(statements, target, ptx)
    values, count = inputs(program, {} if registers is None else registers, threads)
    machine = Memory(memory or {}, _memory_error)
    for step in program.steps:
        _run(step, values, count, machine)
    return {name: _whole(values[name], count) for name in program.gives}


def _memory_error(message: str) -> PtxError:
    return PtxError([Diagnostic("memory-access", "error", message, 1, 1, (1, 1))])


def _run(step: Step, values: Values, count: int, memory: Memory) -> None:
    """Every part of a statement reads before any of them writes registers; a bad address leaves memory untouched."""
    for part in step.parts if len(step.parts) > 1 else ():
        _check_vector(step, part, values, count, memory)
    found = [_results(step, part, values, count, memory) for part in step.parts]
    for part, results in zip(step.parts, found, strict=True):
        for write in part.writes:
            if write.register is not None:
                values[write.register] = _guarded(step, write, results[write.name], values)


def _results(step: Step, part: Part, values: Values, count: int, memory: Memory) -> dict[str, Any]:
    """What one part of a statement computes, by output; what it writes to memory is written."""
    given = {read.name: _value(read, values) for read in part.reads}
    if step.on_tensor is not None:
        return _on_tensor_memory(step, part, given, values, count, memory)
    if step.row_lanes is not None:
        return _on_matrices(step, part, given, values, count, memory)
    if step.around:
        return _around(step, given, values, count)
    if part.accesses:
        return _on_memory(step, part, given, values, count, memory)
    return _computed(step, given)


def _computed(step: Step, given: Mapping[str, Any]) -> dict[str, Any]:
    results = step.function(*(given[name] for name in step.inputs))
    return dict(zip(step.outputs, results, strict=True))


def _on_memory(
    step: Step, part: Part, given: Mapping[str, Any], values: Values, count: int, memory: Memory
) -> dict[str, Any]:
    """Run a statement on what lies in memory, for the threads that execute it."""
    (access,) = part.accesses
    threads = np.flatnonzero(np.broadcast_to(_taken(step, values), count))
    array = memory.array(access.space, access.base if access.base not in values else "")
    places = memory.places(array, _addresses(access, values, count)[threads], access.bits, threads)
    store = cells(array, access.bits)
    found = {write.name: np.zeros(count, dtype_of(write.bits)) for write in part.writes}
    atomic = access.read and access.written
    scans = atomic and step.associative
    for group in rounds(places) if atomic and not scans else [np.arange(len(threads))]:
        lanes, where = threads[group], places[group]
        inputs = {name: _some(value, lanes) for name, value in given.items()}
        if access.read:
            inputs[access.name] = _in_turn(step, access, inputs, store, where) if scans else store[where]
        results = _computed(step, inputs)
        if access.written:
            store[where] = results[access.name]
        for name, array_ in found.items():
            array_[lanes] = results[name]
    return found


def _check_vector(step: Step, part: Part, values: Values, count: int, memory: Memory) -> None:
    """The address of a vector is aligned to the whole of it, and every element lies in memory."""
    for access in part.accesses:
        threads = np.flatnonzero(np.broadcast_to(_taken(step, values), count))
        array = memory.array(access.space, access.base if access.base not in values else "")
        addresses = _addresses(access, values, count)[threads]
        memory.places(array, addresses, access.bits, threads)
        if part is step.parts[0]:
            memory.demand_alignment(addresses, access.bits // 8 * len(step.parts), threads)


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


def _addresses(access: Access, values: Values, count: int) -> NDArray[np.uint64]:
    """The address of each thread, in bytes; they wrap around at 64 bits."""
    base = values.get(access.base, np.uint64(0))
    addresses: NDArray[np.uint64] = _moved(np.broadcast_to(base, count), access.offset)
    return addresses


def _moved(base: Any, offset: int) -> Any:
    """Addresses so many bytes further, in 64 bits."""
    return np.asarray(base).astype(np.uint64) + np.uint64(offset & 0xFFFFFFFFFFFFFFFF)


def _some(value: Any, lanes: NDArray[np.intp]) -> Any:
    return value[lanes] if getattr(value, "ndim", 0) else value


def _around(step: Step, given: Mapping[str, Any], values: Values, count: int) -> dict[str, Any]:
    """Run what looks at other lanes on whole warps: threads that do not exist and those held back are not active."""
    threads = -(-count // WARP) * WARP
    executed = _in_warps(np.broadcast_to(_taken(step, values), count), threads)
    known = {LANE: lane_numbers(threads), ACTIVE: lanes_set(executed)}
    inputs = {
        name: value if isinstance(value, int) else _in_warps(np.broadcast_to(value, count), threads)
        for name, value in given.items()
        if name not in known
    }
    return {name: result[:count] for name, result in _computed(step, {**inputs, **known}).items()}


def _on_matrices(
    step: Step, part: Part, given: Mapping[str, Any], values: Values, count: int, memory: Memory
) -> dict[str, Any]:
    """Run an operation on matrices in every warp whose threads execute it."""
    warps = _whole_warps(step, values, count)
    inputs = {name: _fragment(name, given, warps, count) for name in step.inputs if f"{name}.0" in given}
    for access in part.accesses:
        rows, where = _rows_of(step, access, values, count, warps, memory)
        if access.read:
            inputs[access.name] = rows[where]
    results = _computed(step, inputs)
    for access in part.accesses:
        if access.written:
            rows[where] = results[access.name]
    found = {}
    for write in part.writes:
        name, _, index = write.name.partition(".")
        found[write.name] = np.zeros((-(-count // WARP), WARP), dtype_of(write.bits))
        found[write.name][warps] = results[name][..., int(index)]
    return {name: array.reshape(-1)[:count] for name, array in found.items()}


def _on_tensor_memory(
    step: Step, part: Part, given: Mapping[str, Any], values: Values, count: int, memory: Memory
) -> dict[str, Any]:
    """Run an operation on tensor memory for the threads that execute it."""
    from ptxisa.run.issue import Issue

    operands = {name: np.broadcast_to(value, count) for name, value in given.items()}
    addresses = {
        access.name: (
            memory.array(access.space, access.base if access.base not in values else ""),
            _addresses(access, values, count),
        )
        for access in part.accesses
    }
    threads = np.flatnonzero(np.broadcast_to(_taken(step, values), count))
    warps = partial(_whole_warps, step, values, count)
    found = step.on_tensor(Issue(operands, addresses, threads, count, memory, warps)) if step.on_tensor else {}
    return {write.name: found[write.name] for write in part.writes}


def _whole_warps(step: Step, values: Values, count: int) -> NDArray[np.intp]:
    """The warps whose threads execute a statement; one of which some threads do not is an error."""
    taken = _in_warps(np.broadcast_to(_taken(step, values), count), -(-count // WARP) * WARP).reshape(-1, WARP)
    active = taken.sum(axis=1)
    broken = np.flatnonzero((active > 0) & (active < WARP))
    if len(broken):
        message = f"warp {broken[0]}: {active[broken[0]]} of its 32 threads execute the statement; all of them must"
        raise PtxError([Diagnostic("not-executable", "error", message, 1, 1, (1, 1))])
    return np.flatnonzero(active)


def _fragment(name: str, given: Mapping[str, Any], warps: NDArray[np.intp], count: int) -> Bits:
    """The registers of an operand: (warps, lanes, registers)."""
    registers = [np.broadcast_to(value, count) for key, value in given.items() if key.partition(".")[0] == name]
    whole = count // WARP * WARP
    found: Bits = np.stack([register[:whole] for register in registers], axis=-1).reshape(-1, WARP, len(registers))
    return found[warps]


def _rows_of(
    step: Step, access: Access, values: Values, count: int, warps: NDArray[np.intp], memory: Memory
) -> tuple[Bits, Places]:
    """The rows of memory as bytes, and which of them the lanes of each warp address."""
    threads = (warps[:, None] * WARP + np.asarray(step.row_lanes)).reshape(-1)
    array = memory.array(access.space, access.base if access.base not in values else "")
    places = memory.places(array, _addresses(access, values, count)[threads], access.bits, threads)
    size = access.bits // 8
    rows: Bits = array.reshape(-1)[: array.size // size * size].reshape(-1, size)
    return rows, places.reshape(len(warps), -1)


def _in_warps(array: Bits, threads: int) -> Bits:
    """An array with zeros behind it for what lacks of the last warp."""
    return np.concatenate([array, np.zeros(threads - len(array), array.dtype)])


def _taken(step: Step, values: Mapping[str, Any]) -> Any:
    """Where the guard of a statement holds."""
    if step.guard is None:
        return np.uint8(1)
    predicate, negated = step.guard
    return (values[predicate] == (0 if negated else 1)).astype(np.uint8)


def _value(read: Read, values: Mapping[str, Any]) -> Any:
    if read.register is None:
        return read.constant
    value = values[read.register]
    if read.offset is not None:
        return _moved(value, read.offset)
    if read.negated:
        return value ^ np.uint8(1)
    return value.astype(dtype_of(read.bits)) if value.itemsize * 8 > read.bits > 1 else value


def _guarded(step: Step, write: Write, result: Any, values: Mapping[str, Any]) -> Any:
    """The new value where the guard holds; where it does not, the old one, or zero if there is none."""
    value = _extended(write, result)
    if step.guard is None:
        return value
    old = values.get(str(write.register), scalar_of(0, write.width))
    return np.where(_taken(step, values) == 1, value, old).astype(dtype_of(write.width), copy=False)


def _extended(write: Write, result: Any) -> Any:
    """A result in a register with more bits, which fills it with its sign or with zeros."""
    if write.width == write.bits:
        return result
    signed = np.asarray(result).view(f"i{result.dtype.itemsize}") if write.signed else result
    return signed.astype(dtype_of(write.width)) if dtype_of(write.width) != QUAD else result


def _whole(value: Any, count: int) -> Bits:
    """One element a thread, also where all threads have the same value."""
    array: Bits = np.asarray(value)
    return array if array.shape == (count,) else np.full(count, array)
