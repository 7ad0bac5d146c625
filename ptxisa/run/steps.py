"""Statements ready to run, as values: what each reads and writes, and the function that computes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

CARRY = "CF"


class Read(NamedTuple):
    """One input of a step: a register, perhaps negated, or a constant already in the operand's width.

    Of an address the register and an `offset` in bytes are added up.
    """

    name: str
    register: str | None
    negated: bool
    constant: Any
    bits: int
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
    Operations of whole warps on matrices have the lanes that address rows in `row_lanes`; it is None for other
    statements. Their inputs and outputs are operands; `a.1` is register 1 of operand `a`. `by_space` has the functions
    of a generic address that points into named memory, where they differ. Statements on the state of the machine have
    an `action`, and no function that counts.
    """

    function: Callable[..., tuple[Any, ...]]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    parts: tuple[Part, ...]
    guard: tuple[str, bool] | None
    around: bool = False
    associative: bool = False
    row_lanes: tuple[int, ...] | None = None
    by_space: Mapping[str, Callable[..., tuple[Any, ...]]] = {}
    action: Action | None = None


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
    def by_warps(self) -> bool:
        """Whether whole warps have to execute a statement."""
        return any(step.row_lanes is not None for step in self.steps)
