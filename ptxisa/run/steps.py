"""Statements ready to run, as values: what each reads and writes, and the function that computes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ptxisa.run.warp import LANES

if TYPE_CHECKING:
    from ptxisa.run.issue import Run
    from ptxisa.run.matrices import Operation

CARRY = "CF"


class Read(NamedTuple):
    """One input of a step: a register, perhaps negated, or a constant already in the operand's width.

    Of an address the register and an `offset` in bytes are added up.
    """

    name: str
    register: str | None
    negated: bool
    constant: Any
    bits: int = 0
    offset: int | None = None


class Write(NamedTuple):
    """One output of a step; `register` is None where the result is thrown away.

    The register may have more bits than the result, `width` in all, which fills it with its sign if it is `signed`.
    """

    name: str
    register: str | None
    bits: int
    width: int
    signed: bool = False


class Access(NamedTuple):
    """What lies in memory, as an operand: where it is, and whether it is read and written.

    `space` is the state space; `base` is a register, a variable or empty for an absolute address; `offset` is in bytes.
    A generic address of what must lie in shared memory is `windowed`.
    """

    name: str
    space: str
    base: str
    offset: int
    bits: int
    read: bool
    written: bool
    windowed: bool = False


class Action(NamedTuple):
    """What a statement does with the state of the machine: its operands that count, and a function.

    The function takes the state, the step, its part and the values of operands that are read, and returns results by
    operand.
    """

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    run: Callable[[Any, Any, Any, Mapping[str, Any]], dict[str, Any]]


class Part(NamedTuple):
    """One statement, or what it does with one element of its vectors."""

    reads: tuple[Read, ...]
    writes: tuple[Write, ...]
    accesses: tuple[Access, ...]


class Step(NamedTuple):
    """One statement, ready to run; `around` says that its lanes look at each other.

    Atomic operations that are `associative` on one place are combined in a scan, others follow one another.
    An `operation` of whole warps or warpgroups on matrices has operands as inputs and outputs; `a.1` is register 1 of
    operand `a`. `by_space` has the functions of a generic address that points into named memory, where they differ.
    Statements on the state of the machine have an `action`, those on tensor memory are in `on_tensor`; both have no
    function that counts.
    """

    function: Callable[..., tuple[Any, ...]]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    parts: tuple[Part, ...]
    guard: tuple[str, bool] | None
    around: bool = False
    associative: bool = False
    operation: Operation | None = None
    by_space: Mapping[str, Callable[..., tuple[Any, ...]]] = {}
    action: Action | None = None
    on_tensor: Run | None = None

    @property
    def threads(self) -> int:
        """Threads that execute it together."""
        if self.operation:
            return self.operation.threads
        return LANES if self.on_tensor else 1

    @property
    def registers(self) -> list[str]:
        """Registers that it reads or writes, also as addresses and guard."""
        found = {self.guard[0] if self.guard else None}
        for part in self.parts:
            found.update(one.register for one in part.reads)
            found.update(one.register for one in part.writes)
            found.update(one.base for one in part.accesses)
        return sorted(filter(None, found))


class Program(NamedTuple):
    """Statements ready to run: what they read before writing it, and what they write; `types` are of first uses.

    What is read in 0 bits may have any number of them. `addresses` are registers that serve as addresses alone, and
    variables, which memory may have instead. `mentions` are all words of the text, registers that are only hints
    among them.
    """

    steps: tuple[Step, ...]
    needs: Mapping[str, int]
    gives: tuple[str, ...]
    types: Mapping[str, str]
    addresses: frozenset[str]
    mentions: frozenset[str]

    @property
    def group(self) -> int:
        """Threads that have to execute a statement together: 32 of a warp, 128 of a warpgroup, 1 without matrices."""
        return max(step.threads for step in self.steps)
