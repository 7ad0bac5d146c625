"""Steps: statements ready to run, each a class that runs itself on a `State`.

    step.run(state)         # in all threads
    step.run(state, mask)   # in the threads of a mask, as an interpreter of whole kernels needs it

`ScalarStep` computes registers thread by thread. `MemoryStep` also has an operand in memory, and `WarpStep` sees other
lanes of the warp. `MachineStep` changes the state of the machine: barriers, asynchronous copies, address windows.
`ptxisa.run.groups.MatrixStep` multiplies and moves matrices in whole warps or warpgroups, and
`ptxisa.run.tensor_memory.TensorStep` works on tensor memory.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from ptxisa.isa.forms import Values
from ptxisa.numbers.lanes import lanes_set
from ptxisa.numbers.patterns import Bits, dtype_of
from ptxisa.run.memory import MemorySection, Places, Threads, cells, rounds, turns
from ptxisa.run.operands import Guard, MemoryAccess, Part
from ptxisa.run.state import Mask, State
from ptxisa.run.undefined import Check, member_mask_problem, source_lane_problem
from ptxisa.run.warp import ACTIVE, ALL_LANES, LANE, LANES, all_lanes, operand_of

Operands = Mapping[str, Any]
"""Values by operand: arrays with one element per thread, or scalars for all threads."""
Results = dict[str, Any]
"""Results by operand, likewise."""
Function = Callable[..., tuple[Any, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Step(ABC):
    """A statement that is ready to run.

    Attributes:
        guard: Predicate register of its guard; None if it has none.
        parts: Operands of each element of its vectors; a statement without vectors has one part.
    """

    guard: Guard | None
    parts: tuple[Part, ...]

    def run(self, state: State, mask: Mask | None = None) -> None:
        """Run the statement in the threads of `mask` in which its guard is true; None means all threads.

        All parts read their operands before the first one writes a register.
        """
        executing = state.executing(self.guard, mask)
        self.check(state, executing)
        # `ld.v2 {a, b}, [a]` reads its address before it writes `a`.
        results = [self.results(state, part, executing) for part in self.parts]
        for part, values in zip(self.parts, results, strict=True):
            for write in part.writes:
                state.write(write, values[write.name], executing)

    def check(self, state: State, executing: Mask | None) -> None:  # noqa: B027 - most steps have nothing to check
        """Raise `PtxError` before anything changes, if the statement cannot be executed."""

    @abstractmethod
    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Return what one part gives to registers; change memory and the machine."""

    @property
    def threads(self) -> int:
        """Threads that must execute it together."""
        return 1

    @property
    def registers(self) -> list[str]:
        """Registers that it reads or writes, also as addresses and guard."""
        names = {self.guard[0]} if self.guard else set()
        for part in self.parts:
            names.update(part.registers)
            names.update(write.register for write in part.writes if write.register)
        return sorted(names)


NO_EFFECT = (
    "applypriority",
    "bar.warp",
    "brkpt",
    "cp.async.bulk.prefetch",
    "discard",
    "fence",
    "griddepcontrol",
    "membar",
    "nanosleep",
    "pmevent",
    "prefetch",
    "prefetchu",
    "setmaxnreg",
)
"""Forms, by the first words of their id, that change nothing in an execution in order: fences, prefetches and hints."""


@dataclass(frozen=True, slots=True, eq=False)
class NothingStep(Step):
    """A statement that changes nothing in an execution in order."""

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Return nothing; the step has no parts."""
        return {}


def read_operands(state: State, part: Part, executing: Mask | None) -> dict[str, Any]:
    """Return the values of the operands that a part reads; every executing thread must have them."""
    state.require_operands(part, executing)
    return {read.name: state.read(read) for read in part.reads}


@dataclass(frozen=True, slots=True, eq=False)
class ScalarStep(Step):
    """A statement that each thread executes on its own registers.

    Attributes:
        function: Generated function on arrays.
        inputs: Operands that the function takes, in order.
        outputs: Operands that it returns, in order.
    """

    function: Function
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Compute the registers of each thread."""
        return self.computed(self.function, read_operands(state, part, executing))

    def computed(self, function: Function, operands: Operands) -> Results:
        """Return the results of a function by operand."""
        results = function(*(operands[name] for name in self.inputs))
        return dict(zip(self.outputs, results, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class MemoryStep(ScalarStep):
    """A load, a store, or an atomic operation: one operand of each part is in memory.

    Attributes:
        by_space: Functions of an atomic operation by the state space into which its generic address points, where they
            differ from `function`.
        associative: True for an atomic operation whose operands can be combined before they are applied.
        undefined: Check for undefined behavior.
    """

    by_space: Mapping[str, Function] = field(default_factory=dict)
    associative: bool = False
    undefined: Check | None = None

    def check(self, state: State, executing: Mask | None) -> None:
        """Check that the address of a vector is aligned to the whole of it, and that memory has every element."""
        if len(self.parts) > 1:
            state.check_vector([access for part in self.parts for access in part.accesses], executing)

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Access memory, and compute the registers of each thread."""
        operands = read_operands(state, part, executing)
        (access,) = part.accesses
        results = {write.name: np.zeros(state.count, dtype_of(write.bits)) for write in part.writes}
        # All places are checked before the first of them is changed: a bad address leaves memory untouched.
        sections = state.sections(access, state.threads(executing))
        for section, places in [(section, state.memory.places(section, access.bits)) for section in sections]:
            size = access.bits // 8
            state.report(state.memory.copy_problem(section, places * size, size, written=access.written))
            self._access(state, access, section, places, operands, results)
        return results

    def _access(
        self,
        state: State,
        access: MemoryAccess,
        section: MemorySection,
        places: Any,
        operands: Operands,
        results: Results,
    ) -> None:
        """Access one array, and enter the results of its threads."""
        threads, store = section.threads, cells(section.array, access.bits)
        function = self.by_space.get(section.space, self.function)
        atomic = access.read and access.written
        # Numbers of threads ascend, so that all threads need no gathers.
        every = slice(None)
        together: Threads | slice = every if len(threads) == state.count else threads
        # Atomic operations on one place must see each other: those that are not associative, such as `.cas`, in rounds
        # without two threads at a place; sums and the like in one pass with a prefix sum.
        for group in rounds(places) if atomic and not self.associative else [every]:
            lanes, where = (together, places) if group is every else (threads[group], places[group])
            given = {name: value[lanes] if getattr(value, "ndim", 0) else value for name, value in operands.items()}
            if access.read:
                scan = atomic and self.associative
                given[access.name] = self._scan(function, access, given, store, where) if scan else store[where]
            if self.undefined:
                state.report(self.undefined({access.name: store[where], **given}))
            computed = self.computed(function, given)
            if access.written:
                value = computed[access.name]
                if not atomic and section.space.startswith("shared"):
                    # Of stores of a warp to one address, that of the lowest lane remains on an H200.
                    where, value = where[::-1], value[::-1] if getattr(value, "ndim", 0) else value
                store[where] = value
            for name, result in results.items():
                value = computed[name]
                if lanes is every and value.dtype == result.dtype and len(value) == state.count:
                    results[name] = value
                else:
                    result[lanes] = value

    def _scan(self, function: Function, access: MemoryAccess, operands: Operands, store: Bits, places: Places) -> Bits:
        """Return what each thread finds in memory after the threads before it that access the same place.

        This is the parallel prefix sum of Hillis and Steele (1986) within each place: after the round of a `distance`,
        the operand of a thread is combined with those of up to `distance` threads before it.
        """
        ((name, operand),) = operands.items()
        order, turn = turns(places)
        before = store[places[order]]
        combined = np.broadcast_to(operand, len(places))[order]

        def applied(memory: Any, operand: Any) -> Any:
            return self.computed(function, {access.name: memory, name: operand})[access.name]

        distance = 1
        while len(later := np.flatnonzero(turn >= distance)):
            combined[later] = applied(combined[later - distance], combined[later])
            distance *= 2
        later = np.flatnonzero(turn > 0)
        before[later] = applied(before[later], combined[later - 1])
        result = np.empty_like(before)
        result[order] = before
        return result


@dataclass(frozen=True, slots=True, eq=False)
class WarpStep(ScalarStep):
    """A collective of a warp: its function sees the lane, the active lanes, and operands of other lanes.

    Attributes:
        members: Operand with the mask of the participating lanes; empty if there is none.
        moves: The result is operand `a` of another lane.
    """

    members: str = ""
    moves: bool = False

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Compute the registers of whole warps."""
        # Whole warps: threads that do not exist, and threads that do not execute the statement, are not active.
        threads = -(-state.count // LANES) * LANES
        whole = executing is None and threads == state.count
        operands = {}
        for name, value in read_operands(state, part, executing).items():
            if isinstance(value, int) or name in (LANE, ACTIVE):
                continue
            # Functions index the lanes of an operand; of others a constant needs no copy for each lane.
            if value.ndim or operand_of(name):
                column = value if value.shape == (state.count,) else np.broadcast_to(value, state.count)
                operands[name] = _padded(column, threads)
            else:
                operands[name] = value.reshape(1)
        operands[LANE], operands[ACTIVE] = all_lanes(threads)
        # The usual case, all lanes and a constant mask of all of them, is defined.
        if not whole or (self.members and (operands[self.members] != ALL_LANES).any()):
            active = _padded(state.everywhere(executing).view(np.uint8), threads)
            operands[ACTIVE] = lanes_set(active)
            masks = operands[self.members] if self.members else ALL_LANES
            lanes = np.broadcast_to(np.asarray(masks, np.uint32), threads)
            problem = member_mask_problem(lanes, active, _padded(state.exists(), threads)) if self.members else ""
            if self.moves and not problem:
                # The function moves the numbers of lanes as it moves their values.
                numbers = {n: operands[LANE] if "a" in (n, operand_of(n)) else value for n, value in operands.items()}
                problem = source_lane_problem(self.computed(self.function, numbers)["d"], lanes, active)
            state.report(problem)
        return {name: result[: state.count] for name, result in self.computed(self.function, operands).items()}


def _padded(array: Any, length: int) -> Any:
    """Return an array with zeros at its end."""
    if len(array) == length:
        return array
    return np.concatenate([array, np.zeros(length - len(array), array.dtype)])


@dataclass(frozen=True, slots=True, eq=False)
class MachineStep(Step):
    """A statement on the state of the machine; each kind is a subclass.

    Attributes:
        inputs: Operands that it reads; those that a statement leaves out are missing in the values of its part.
        outputs: Operands that it writes.
        modifiers: Modifiers of the statement by slot.
    """

    inputs: ClassVar[tuple[str, ...]] = ()
    outputs: ClassVar[tuple[str, ...]] = ()
    modifiers: Values


MachineSteps = Mapping[str, type[MachineStep]]
"""Classes of steps by the word that records have under `executes`."""
