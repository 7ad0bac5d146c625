"""Statements of a warpgroup, four warps together: `wgmma.mma_async`, dense and sparse, and what orders them.

A is in registers or, like B, in shared memory where a descriptor points. See section 9.7.15 of the manual.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from ptxisa.isa.forms import Values
from ptxisa.isa.targets import Target
from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.matrix.lanes import multiply
from ptxisa.numbers.matrix.multiplication import Model, Multiplication
from ptxisa.run.fragments import DIFFERENT, Fragment, SparseMetadata, fragment
from ptxisa.run.groups import MEMORY, GroupFunction, GroupPointer, Operations, uniform
from ptxisa.run.matrix import model
from ptxisa.run.shared_matrices import MatrixShape, load_matrices

THREADS = 128
"""Threads of a warpgroup."""


class AsyncProduct(NamedTuple):
    """One `wgmma.mma_async`.

    Attributes:
        fragment_a: Fragment of A in registers.
        shape_a: A in shared memory.
        shape_b: B in shared memory.
        d: Fragment of the accumulator.
        what: Types and modifiers that decide its values.
        model: Model of the target; None for the contract.
        metadata: Metadata of a sparse A.
    """

    fragment_a: Fragment
    shape_a: MatrixShape
    shape_b: MatrixShape
    d: Fragment
    what: Multiplication
    model: Model | None
    metadata: SparseMetadata | None

    def run(self, memory: GroupPointer, **operands: Lanes) -> tuple[Lanes]:
        """Return D of every warpgroup; operands are (groups, threads, registers)."""
        if "a" in operands:
            a = self.fragment_a.matrices(operands["a"])
        else:
            a = load_matrices(self.shape_a, memory, uniform("a-desc", operands["a_desc"][..., 0]))
        b = load_matrices(self.shape_b, memory, uniform("b-desc", operands["b_desc"][..., 0]))
        columns = self.metadata.columns(operands["sp_meta"]) if self.metadata else None
        # Where scale-d is false, the products are added to zero.
        scale = uniform("scale-d", operands["scale_d"][..., 0]) != 0
        if "d" in operands:
            c = self.d.matrices(operands["d"]) * scale.astype(self.d.element_word)[:, None, None]
        else:
            c = np.zeros((len(scale), *self.d.shape), self.d.element_word)
        # Layouts of shared memory describe B like A, with its long dimension N as rows.
        product = multiply(a, np.swapaxes(b, -1, -2), c, self.what, self.model, columns)
        return (self.d.registers(product),)


def _multiplication(instruction: str, values: Values, constants: dict[str, int], on: Target | None) -> GroupFunction:
    """Construct the operation of `wgmma.mma_async` or `wgmma.mma_async.sp`."""
    shape, kind = str(values["shape"]), str(values.get("dtype") or "s32")
    what = Multiplication(
        *(str(values.get("atype") or "b1"), str(values.get("btype") or "b1"), kind, kind),
        saturate=values.get("satfinite") is not None,
        operation="and" if "atype" not in values else "",
        negate_a=constants.get("imm_scale_a", 1) != 1,
        negate_b=constants.get("imm_scale_b", 1) != 1,
    )
    name, sparse = f"{instruction}.{shape}", instruction == "wgmma.sp"
    a, d = fragment(name, "A", what.a), fragment(name, "D", what.d)
    selector = {"selector": constants["sp_sel"]} if constants.get("sp_sel") else {}
    metadata = SparseMetadata(fragment(name, "metadata", what.a, **selector), DIFFERENT) if sparse else None
    (m, stored), n = a.shape, d.shape[1]
    major_a, major_b = ("MN" if constants.get(f"imm_trans_{matrix}") else "K" for matrix in "ab")
    product = AsyncProduct(
        fragment_a=a,
        shape_a=MatrixShape(what.a, "", major_a, m, stored),
        shape_b=MatrixShape(what.b, "", major_b, n, stored * (2 if sparse else 1)),
        d=d,
        what=what,
        model=model(instruction, shape, what, on),
        metadata=metadata,
    )
    # A constant scale-d of 0 leaves the accumulator unread: its registers need no value.
    read = ("a", "a_desc", "b_desc", "scale_d", *(("d",) if constants.get("scale_d", 1) else ()), "sp_meta")
    return GroupFunction(product.run, (MEMORY, *read), ("d",), threads=THREADS, space="shared")


OPERATIONS: Operations = {
    "multiply_async": partial(_multiplication, "wgmma"),
    "multiply_async_sparse": partial(_multiplication, "wgmma.sp"),
    # `wgmma.fence`, `.commit_group` and `.wait_group`: a multiplication is complete when its statement ends.
    "order_async": lambda values, constants, on: GroupFunction(tuple, (), ()),
}
