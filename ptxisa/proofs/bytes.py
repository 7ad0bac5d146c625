"""Memory on terms: bytes by address in each state space, the same before both snippets.

A load looks through the stores before it, the latest first; where none is at its address, it reads a variable. Reads of
one space at equal addresses have equal values, which `Bytes.consistent` states (Ackermann's reduction).
"""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

from ptxisa.proofs import terms
from ptxisa.proofs.terms import FALSE, TRUE, Term, both, choose, either, negation, variable, word

ADDRESS = 64
"""Bits of an address."""
ROOM = 256
"""Bytes of memory with which snippets are executed."""


class StoredByte(NamedTuple):
    """A byte that is stored where a condition holds."""

    address: Term
    byte: Term
    guard: Term


class Accessed(NamedTuple):
    """An access: its address, which must be a multiple of its size, and the condition under which it takes place."""

    space: str
    address: Term
    size: int
    guard: Term

    @property
    def aligned(self) -> Term:
        """Condition that the address is a multiple of the size, or the access does not take place."""
        # Vectors of three elements do not exist: every size is a power of two.
        low_bits = terms.low(self.address, self.size.bit_length() - 1) if self.size > 1 else word(0, 1)
        return either(negation(self.guard), terms.equal(low_bits, word(0, low_bits.width)))

    @property
    def inside(self) -> Term:
        """Condition that the access is within the memory for execution, or does not take place."""
        return either(negation(self.guard), terms.at_most(self.address, word(ROOM - self.size, ADDRESS)))


class Bytes:
    """Contents of memory before the snippets.

    Attributes:
        read: Variable of each byte that is read, by state space and address.
    """

    def __init__(self) -> None:
        self.read: dict[tuple[str, Term], Term] = {}

    def before(self, space: str, address: Term) -> Term:
        """Return the byte at an address."""
        key = space, address
        if key not in self.read:
            self.read[key] = variable(f"{space}.{len(self.read)}", 8)
        return self.read[key]

    def now(self, space: str, address: Term, stores: list[StoredByte]) -> Term:
        """Return the byte at an address after some stores."""
        cases: list[tuple[Term, Term]] = []
        for store in reversed(stores):
            here = both(store.guard, same_address(store.address, address))
            if here is TRUE:
                result = store.byte
                break
            if here is not FALSE:
                cases.append((here, store.byte))
        else:
            result = self.before(space, address)
        for here, byte in reversed(cases):
            result = choose(here, byte, result)
        return result

    def consistent(self) -> Term:
        """Return the condition that equal addresses of a space have equal bytes."""
        conditions = []
        entries = list(self.read.items())
        for index, ((space, address), byte) in enumerate(entries):
            for (other_space, other), other_byte in entries[:index]:
                if space == other_space and (same := same_address(address, other)) is not FALSE:
                    conditions.append(either(negation(same), terms.equal(byte, other_byte)))
        return reduce(both, conditions, TRUE)


def same_address(x: Term, y: Term) -> Term:
    """Return the condition that addresses are equal; it is decided where their difference is a constant."""
    difference = terms.subtract(x, y)
    if difference.value is not None:
        return FALSE if difference.value else TRUE
    return terms.equal(x, y)
