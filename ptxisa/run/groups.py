"""Run operations on matrices in every warp or warpgroup whose threads execute the statement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ptxisa.numbers.patterns import dtype_of
from ptxisa.run.errors import refusal
from ptxisa.run.memory import Places, Section
from ptxisa.run.pointers import MEMORY, Pointer, uniform
from ptxisa.run.state import Bits, State, Threads
from ptxisa.run.steps import Access, Part, Step

if TYPE_CHECKING:
    from ptxisa.run.matrices import Operation

_WARP = 32


def run(operation: Operation, step: Step, part: Part, given: Mapping[str, Any], state: State) -> dict[str, Any]:
    """What the statement writes, by output; `given` are the registers of each operand."""
    groups, size = whole_groups(operation.threads, step, state), operation.threads
    if not len(groups):
        return {write.name: np.zeros(state.count, dtype_of(write.bits)) for write in part.writes}
    operands = dict.fromkeys(name.partition(".")[0] for name in given)
    inputs: dict[str, Any] = {name: _fragment(name, given, groups, size, state.count) for name in operands}
    inputs |= _in_memory(operation, part, groups, state)
    rows = {one.name: _rows(operation, one, groups, state) for one in part.accesses if operation.lanes}
    inputs |= {one.name: rows[one.name][0][rows[one.name][1]] for one in part.accesses if one.name in rows and one.read}
    results = dict(zip(operation.outputs, operation.function(**inputs), strict=True))
    for name, (store, where) in rows.items():
        if name in results:
            store[where] = results[name]
    return _spread(part, results, groups, size, state.count)


def _spread(part: Part, results: Mapping[str, Bits], groups: Threads, size: int, count: int) -> dict[str, Any]:
    """Results of groups as registers of all threads."""
    found = {}
    for write in part.writes:
        name, _, index = write.name.partition(".")
        array = np.zeros((-(-count // size), size), dtype_of(write.bits))
        array[groups] = results[name][..., int(index)]
        found[write.name] = array.reshape(-1)[:count]
    return found


def whole_groups(size: int, step: Step, state: State) -> Threads:
    """The groups of threads that execute a statement; one of which some threads do not is an error."""
    missing = -state.count % size
    taken = np.pad(state.executing(step), (0, missing)).reshape(-1, size)
    active = taken.sum(axis=1)
    broken = np.flatnonzero((active > 0) & (active < size))
    if len(broken):
        group = f"{'warp' if size == _WARP else 'warpgroup'} {broken[0]}"
        message = f"{group}: {active[broken[0]]} of its {size} threads execute the statement; all of them must"
        raise refusal("not-executable", message)
    return np.flatnonzero(active)


def _fragment(name: str, given: Mapping[str, Any], groups: Threads, size: int, count: int) -> Bits:
    """The registers of an operand: (groups, threads, registers)."""
    registers = [np.broadcast_to(value, count) for key, value in given.items() if key.partition(".")[0] == name]
    whole = count // size * size
    found: Bits = np.stack([register[:whole] for register in registers], axis=-1).reshape(-1, size, len(registers))
    return found[groups]


def _in_memory(operation: Operation, part: Part, groups: Threads, state: State) -> dict[str, Pointer]:
    """Pointers of operations that address memory themselves."""
    first = groups * operation.threads
    found = {}
    for access in part.accesses if not operation.lanes else ():
        whole = state.count // operation.threads * operation.threads
        uniform(access.name, state.addresses(access)[:whole].reshape(-1, operation.threads)[groups])
        found[access.name] = Pointer(state.memory, only(access.name, state.sections(access, first)))
    if operation.space:
        beginning = state.memory.sections(operation.space, "", np.zeros(len(groups), np.uint64), first)
        found[MEMORY] = Pointer(state.memory, only(MEMORY, list(beginning)))
    return found


def only(name: str, sections: Sequence[Section]) -> Section:
    """The memory that the addresses of all groups point into."""
    if len(sections) > 1:
        spaces = " and ".join(section.space for section in sections)
        raise refusal("not-executable", f"addresses of operand {name} point into {spaces}; one memory is supported")
    return sections[0]


def _rows(operation: Operation, access: Access, groups: Threads, state: State) -> tuple[Bits, Places]:
    """The rows of memory as bytes, and which of them the lanes of each warp address."""
    threads = (groups[:, None] * operation.threads + np.asarray(operation.lanes)).ravel()
    section = only(access.name, state.sections(access, threads))
    places, array = state.memory.places(section, access.bits), section.array
    size = access.bits // 8
    count = array.size // size
    rows: Bits = array.ravel()[: count * size].reshape(count, size)
    return rows, places.reshape(len(groups), len(operation.lanes))
