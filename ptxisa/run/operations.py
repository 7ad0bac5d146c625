"""The operations on matrices that forms execute, by the name that records give them."""

from __future__ import annotations

from ptxisa.isa.forms import Values
from ptxisa.isa.targets import Target
from ptxisa.run import matrices, scaled_matrices
from ptxisa.run.matrices import Operation

_KINDS = {
    **matrices.KINDS,
    "multiply_scaled": scaled_matrices.dense,
    "multiply_sparse_scaled": scaled_matrices.sparse,
}


def operation(kind: str, values: Values, constants: dict[str, int], on: Target | None) -> Operation:
    """The operation of a form that `executes` this kind, for the modifiers and constant operands of a statement."""
    return _KINDS[kind](values, constants, on)
