"""Statements that warps or warpgroups execute together on matrices: `MatrixStep`.

A `GroupFunction` takes and returns the registers of each operand as an array (groups, threads, registers). A group is
a warp of 32 threads or a warpgroup of 128; all of its threads execute the statement, or none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.forms import Values
from ptxisa.isa.targets import Target
from ptxisa.numbers.patterns import Bits, dtype_of
from ptxisa.run.errors import not_executable, register_error
from ptxisa.run.memory import MemorySection, Places, Threads
from ptxisa.run.operands import MemoryAccess, Part
from ptxisa.run.state import Mask, State
from ptxisa.run.steps import Results, Step, read_operands
from ptxisa.run.warp import LANES

MEMORY = "memory"
"""Input of an operation that is a pointer to the start of a state space."""


class GroupFunction(NamedTuple):
    """Function of a group of threads on matrices.

    Attributes:
        function: Function of the inputs by name, which returns the outputs in order.
        inputs: Operands that it takes.
        outputs: Operands that it returns.
        lanes: Lanes whose addresses count, in the order of the rows of 16 bytes that they address; the operand in
            memory is then an array of these rows. Without lanes it is a `GroupPointer`.
        threads: Threads of a group: 32, or 128 for a warpgroup.
        space: State space to whose start the input `MEMORY` points; empty without such an input.
    """

    function: Callable[..., tuple[Bits, ...]]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    lanes: tuple[int, ...] = ()
    threads: int = LANES
    space: str = ""


Operations = Mapping[str, Callable[[Values, dict[str, int], Target | None], GroupFunction]]
"""Constructors of operations by the word that records have under `executes`.

Arguments are the modifiers of a statement, its operands that are constants, and the target whose results are required.
"""


@dataclass(frozen=True, slots=True, eq=False)
class MatrixStep(Step):
    """A statement of whole warps or warpgroups; register i of operand `a` is called `a.i`."""

    operation: GroupFunction

    @property
    def threads(self) -> int:
        """Threads of a group."""
        return self.operation.threads

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Run the operation in each group, and return the registers that it writes."""
        registers = read_operands(state, part, executing)
        operation, size = self.operation, self.operation.threads
        groups = whole_groups(size, state, executing)
        if not len(groups):
            # Nothing executes, so that the values are never written to registers.
            return {write.name: np.zeros(state.count, dtype_of(write.bits)) for write in part.writes}
        # Registers a.0, a.1 … become operand `a`, (groups, threads, registers).
        columns: dict[str, list[Bits]] = {}
        complete = state.count // size * size
        for name, value in registers.items():
            column = np.broadcast_to(value, state.count)[:complete]
            columns.setdefault(name.partition(".")[0], []).append(column)
        inputs: dict[str, Any] = {
            name: np.stack(operand, axis=-1).reshape(-1, size, len(operand))[groups]
            for name, operand in columns.items()
        }
        rows = {}
        for access in part.accesses:
            if operation.lanes:
                rows[access.name] = self._rows(access, groups, state)
                if access.read:
                    array, places = rows[access.name]
                    inputs[access.name] = array[places]
            else:
                uniform(access.name, state.addresses(access)[:complete].reshape(-1, size)[groups])
                inputs[access.name] = GroupPointer(state, only(access.name, state.sections(access, groups * size)))
        if operation.space:  # Descriptors contain addresses in shared memory, so that no operand is a pointer.
            start = state.memory.sections(operation.space, "", np.zeros(len(groups), np.uint64), groups * size)
            inputs[MEMORY] = GroupPointer(state, only(MEMORY, list(start)))
        results = dict(zip(operation.outputs, operation.function(**inputs), strict=True))
        for name, (array, places) in rows.items():
            if name in results:
                array[places] = results[name]
        written = {}
        for write in part.writes:
            name, _, index = write.name.partition(".")
            register = np.zeros((-(-state.count // size), size), dtype_of(write.bits))
            register[groups] = results[name][..., int(index)]
            written[write.name] = register.reshape(-1)[: state.count]
        return written

    def _rows(self, access: MemoryAccess, groups: Threads, state: State) -> tuple[Bits, Places]:
        """Return memory as rows of bytes, and the rows that the lanes of each warp address, (groups, lanes)."""
        lanes = np.asarray(self.operation.lanes)
        section = only(access.name, state.sections(access, (groups[:, None] * self.operation.threads + lanes).ravel()))
        places, size = state.memory.places(section, access.bits), access.bits // 8
        state.report(state.memory.copy_problem(section, places * size, size, written=access.written))
        count = section.array.size // size
        rows: Bits = section.array.ravel()[: count * size].reshape(count, size)
        return rows, places.reshape(len(groups), len(lanes))


def whole_groups(size: int, state: State, executing: Mask | None) -> Threads:
    """Return the groups of `size` threads that execute a statement.

    Raises:
        PtxError: Only some threads of a group execute it (code ``not-executable``).
    """
    missing = -state.count % size
    active = np.pad(state.everywhere(executing), (0, missing)).reshape(-1, size).sum(axis=1)
    incomplete = np.flatnonzero((active > 0) & (active < size))
    if len(incomplete):
        group = f"{_kind(size)} {incomplete[0]}"
        raise not_executable(
            f"{group}: {active[incomplete[0]]} of its {size} threads execute the statement; all of them must"
        )
    return np.flatnonzero(active)


def uniform(name: str, values: Bits) -> Bits:
    """Return the value of an operand of each group, (groups,), from those of its threads, (groups, threads).

    Raises:
        PtxError: The threads of a group have different values (code ``register-value``).
    """
    different = np.flatnonzero((values != values[:, :1]).any(axis=1))
    if len(different):
        group = f"{_kind(values.shape[1])} {different[0]}"
        raise register_error(f"operand {name} differs between the threads of {group}; it must be the same")
    return values[:, 0]


def only(name: str, sections: list[MemorySection]) -> MemorySection:
    """Return the only section of an operand; raise `PtxError` if its addresses point into several memories."""
    if len(sections) > 1:
        spaces = " and ".join(section.space for section in sections)
        raise not_executable(f"addresses of operand {name} point into {spaces}; one memory is supported")
    return sections[0]


def _kind(size: int) -> str:
    return "warp" if size == LANES else "warpgroup"


class GroupPointer:
    """An address of each group, from which an operation loads and to which it stores bytes.

    Args:
        state: Memory of the launch, and the reports of undefined behavior.
        section: Address of the first thread of each group.
    """

    def __init__(self, state: State, section: MemorySection) -> None:
        self._state, self._section = state, section

    @property
    def groups(self) -> int:
        """Number of groups."""
        return len(self._section.addresses)

    def taken(self, groups: NDArray[np.intp]) -> GroupPointer:
        """Return the addresses of some groups; a group may be taken several times."""
        section = self._section
        threads = section.threads[groups]
        rows = threads if section.rows is section.threads else section.rows[groups]
        return GroupPointer(
            self._state, section._replace(addresses=section.addresses[groups], threads=threads, rows=rows)
        )

    def load(self, offsets: Any, size: int, alignment: int) -> Bits:
        """Return `size` bytes at each offset: offsets are (groups, …), the result is (groups, …, size)."""
        loaded: Bits = self._section.array.ravel()[self._bytes(offsets, size, alignment, written=False)]
        return loaded

    def store(self, offsets: Any, data: Bits, alignment: int) -> None:
        """Store bytes (groups, …, size) at each offset (groups, …); a bad address leaves memory untouched."""
        self._section.array.ravel()[self._bytes(offsets, data.shape[-1], alignment, written=True)] = data

    def report(self, message: str) -> None:
        """Note undefined behavior of the statement."""
        self._state.report(message)

    def _bytes(self, offsets: Any, size: int, alignment: int, *, written: bool) -> Places:
        """Return the position of each byte in the flat array."""
        offsets = np.asarray(offsets).astype(np.uint64)
        repeated = self.taken(np.repeat(np.arange(self.groups), offsets[0].size if len(offsets) else 0))._section
        moved = repeated._replace(addresses=repeated.addresses + offsets.reshape(-1))
        starts = self._state.memory.starts(moved, size, alignment)
        self._state.report(self._state.memory.copy_problem(moved, starts, size, written=written))
        places: Places = starts.reshape(offsets.shape)[..., None] + np.arange(size)
        return places
