"""What a warp executes on fragments of matrices: `wmma.load`, `wmma.mma` and `wmma.store`.

PTX leaves open which thread holds which element. The layouts are those of sm_90, as measured, on every target: what
loads, multiplications and stores leave in memory does not depend on them. Section 9.7.14.4 of the manual.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from ptxisa.isa.forms import Values
from ptxisa.isa.targets import Target
from ptxisa.numbers.lanes import Lanes
from ptxisa.run.matrices import Fragment, Kinds, Operands, Operation, fragment, model, multiplication, product
from ptxisa.run.pointers import Pointer, uniform
from ptxisa.run.semantics import NotExecutable


class _Memory(NamedTuple):
    """A matrix in memory: lines of elements that follow each other, the rows of the matrix or its columns."""

    of: Fragment
    by_row: bool

    @property
    def lines(self) -> int:
        """Lines of the matrix."""
        return self.of.shape[0 if self.by_row else 1]

    @property
    def length(self) -> int:
        """Elements of a line."""
        return self.of.shape[1 if self.by_row else 0]

    @property
    def bits(self) -> int:
        """Bits of an element."""
        return self.of.layout.storage_bits

    @property
    def alignment(self) -> int:
        """Bytes: the size of the fragment of a thread, or that of a line if it is less."""
        fragment_bits = self.of.layout.registers * self.of.layout.register_bits
        return min(fragment_bits, self.length * self.bits) // 8

    def offsets(self, stride: Lanes | None, groups: int) -> Lanes:
        """Where each line begins (groups, lines), in bytes."""
        elements = np.full(groups, self.length) if stride is None else uniform("stride", stride[..., 0])
        return np.asarray(elements.astype(np.uint64)[:, None] * np.arange(self.lines, dtype=np.uint64) * self.bits // 8)

    def load(self, p: Pointer, stride: Lanes | None = None) -> tuple[Lanes]:
        """The fragments of the matrices at some addresses."""
        size = self.length * self.bits // 8
        found = _elements(p.load(self.offsets(stride, p.groups), size, self.alignment), self.bits)
        return (self.of.registers(found if self.by_row else np.swapaxes(found, -1, -2)),)

    def store(self, p: Pointer, r: Lanes, stride: Lanes | None = None) -> tuple[()]:
        """Store fragments to matrices at some addresses."""
        found = self.of.matrices(r)
        lines = np.ascontiguousarray(found if self.by_row else np.swapaxes(found, -1, -2))
        p.store(self.offsets(stride, p.groups), lines.view(np.uint8), self.alignment)
        return ()


def _elements(data: Lanes, bits: int) -> Lanes:
    """Bytes (…, size) as elements (…, size * 8 / bits), each in an unsigned word of its own, the lowest bits first."""
    if bits >= 8:
        return data.view(f"u{bits // 8}")
    single = np.unpackbits(data, axis=-1, bitorder="little").reshape(*data.shape[:-1], -1, bits)
    return np.asarray(single @ (1 << np.arange(bits)).astype(np.uint8))


def _load(values: Values, constants: dict[str, int], on: Target | None) -> Operation:
    of = fragment(f"wmma.{values['shape']}", str(values["matrix"]).upper(), str(values["type"]))
    return Operation(_Memory(of, values["layout"] == "row").load, ("p", "stride"), ("r",))


def _store(values: Values, constants: dict[str, int], on: Target | None) -> Operation:
    of = fragment(f"wmma.{values['shape']}", "D", str(values["type"]))
    return Operation(_Memory(of, values["layout"] == "row").store, ("p", "r", "stride"), ())


def _multiply(values: Values, constants: dict[str, int], on: Target | None) -> Operation:
    what = multiplication({"atype": "f16", "btype": "f16", **values})
    if what.saturate and what.d != "s32":
        raise NotExecutable("what .satfinite makes of floating-point results is not documented")
    name, shape = f"wmma.{values['shape']}", str(values["shape"])
    kinds = {"A": what.a, "B": what.b, "C": what.c, "D": what.d}
    operands = Operands(*(fragment(name, operand, kind) for operand, kind in kinds.items()))
    return Operation(partial(product, operands, what, model("wmma", shape, what, on)), ("a", "b", "c"), ("d",))


KINDS: Kinds = {"multiply_fragments": _multiply, "load_fragment": _load, "store_fragment": _store}
