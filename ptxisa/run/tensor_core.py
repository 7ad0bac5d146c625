"""The operations on tensor memory that forms execute, by the name that records give them."""

from __future__ import annotations

from collections.abc import Callable

from ptxisa.isa.forms import Values
from ptxisa.isa.targets import Target
from ptxisa.run import tensor_moves
from ptxisa.run.issue import Run
from ptxisa.run.tensor_products import product

MOVES: dict[str, Callable[[Values, dict[str, int]], Run]] = {
    "tensor_allocate": tensor_moves.allocate,
    "tensor_deallocate": tensor_moves.deallocate,
    "tensor_relinquish": tensor_moves.relinquish,
    "tensor_wait": tensor_moves.wait,
    "tensor_load": tensor_moves.load,
    "tensor_reduce": tensor_moves.reduce,
    "tensor_store": tensor_moves.store,
    "tensor_copy": tensor_moves.copy,
    "tensor_shift": tensor_moves.shift,
}


def operation(kind: str, form_id: str, values: Values, constants: dict[str, int], on: Target | None) -> Run:
    """The operation of a form that `executes` this kind, for the modifiers and constant operands of a statement."""
    if kind == "tensor_multiply":
        return product(form_id, values, constants, on)
    return MOVES[kind](values, constants)
