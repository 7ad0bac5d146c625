"""What threads give to an operation on tensor memory, and the errors of such operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.diagnostics import PtxError
from ptxisa.isa.forms import Values
from ptxisa.numbers.patterns import Bits
from ptxisa.objects.tensor_memory import TensorMemory
from ptxisa.run.errors import refusal
from ptxisa.run.memory import Memory, Section
from ptxisa.run.pointers import uniform
from ptxisa.run.warp import LANES

Threads = NDArray[np.intp]
PAIR = "cta_group::2"


class Issue(NamedTuple):
    """A statement that threads of one CTA execute.

    `operands` have an element for each thread, those of several registers are called `r.0`, `r.1` and so on.
    `section` gives the shared memory that some threads address with an operand. `threads` are those that execute the
    statement, of `size` in all; `warps` gives their warps, and fails where only some threads of one execute it. `pair`
    are the CTAs of the pair, the even one first, and `executing` all CTAs of which a thread executes the statement.
    """

    operands: Mapping[str, Bits]
    section: Callable[[str, Threads], Section]
    threads: Threads
    size: int
    memory: Memory
    warps: Callable[[], Threads]
    cta: int
    pair: tuple[int, ...]
    executing: frozenset[int]

    @property
    def tensor(self) -> TensorMemory:
        """The tensor memory of the CTA; fails if none is given."""
        return self.memory.tensor(self.cta)

    def ctas(self, values: Values) -> tuple[int, ...]:
        """The CTAs on which a statement works: that of the thread, or its pair with ``.cta_group::2``."""
        if values.get("cta_group") != PAIR:
            return (self.cta,)
        if not self.pair:
            raise undefined(".cta_group::2 works on a pair of CTAs of a cluster: cluster=2 and a grid of such clusters")
        return self.pair

    def demand_both(self, values: Values) -> None:
        """Fail where one CTA of a pair executes alone what both must execute."""
        missing = set(self.ctas(values)) - self.executing
        if missing:
            raise undefined(f"both CTAs of a pair must execute the statement; no warp of CTA {min(missing)} does")

    def has(self, name: str) -> bool:
        """Whether the statement has an operand."""
        return name in self.operands or f"{name}.0" in self.operands

    def values(self, name: str) -> Bits:
        """The values of an operand of one register, or of an address in tensor memory."""
        found = self.operands.get(name)
        return self.operands[f"{name}.0"] if found is None else found

    def number(self, name: str, thread: int) -> int:
        """The value that a thread has of an operand."""
        return int(self.values(name)[thread])

    def registers(self, name: str) -> Bits:
        """The registers of an operand, (threads, registers)."""
        found = [value for key, value in self.operands.items() if key.partition(".")[0] == name]
        return np.stack(found, axis=-1)

    def uniform(self, name: str, warps: Threads) -> NDArray[np.int64]:
        """The value of an operand that all threads of each warp have; fails where they differ."""
        every = self.values(name)[: self.size // LANES * LANES].reshape(-1, LANES)
        return uniform(name, every[warps]).astype(np.int64)


Run = Callable[[Issue], dict[str, Bits]]
"""An operation: what it writes to registers, by operand, with an element for each thread."""


def spread(of: Issue, warps: Threads, registers: Any, name: str) -> dict[str, Bits]:
    """Registers (warps, 32, registers) of the warps that execute a statement; the others have zeros."""
    found: dict[str, Bits] = {}
    for index in range(registers.shape[-1]):
        array = np.zeros((-(-of.size // LANES), LANES), registers.dtype)
        array[warps] = registers[..., index]
        found[f"{name}.{index}"] = array.reshape(-1)[: of.size]
    return found


def memory_error(message: str) -> PtxError:
    """An access that memory does not allow."""
    return refusal("memory-access", message)


def undefined(message: str) -> PtxError:
    """What the manual leaves undefined, or what cannot be executed."""
    return refusal("not-executable", message)
