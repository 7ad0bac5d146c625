"""Operations of warps and warpgroups on matrices, by the word of `executes` in a record."""

from __future__ import annotations

from ptxisa.isa.forms import Values
from ptxisa.isa.targets import Target
from ptxisa.run import fragments, matrices, warpgroups
from ptxisa.run.matrices import Kinds, Operation

KINDS: Kinds = {**matrices.KINDS, **fragments.KINDS, **warpgroups.KINDS}


def operation(kind: str, values: Values, constants: dict[str, int], on: Target | None) -> Operation:
    """The operation of a form that `executes` this kind, for the modifiers and constant operands of a statement."""
    return KINDS[kind](values, constants, on)
