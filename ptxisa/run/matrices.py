"""Statements that a whole warp executes on matrices: multiply, load, store and transpose them.

A function takes and returns fragments by operand: arrays of registers, (warps, 32 lanes, registers). The layout records
say which element each register holds. Loads and stores have the rows in memory, 16 bytes each, as an operand.
See sections 9.7.14.5 and 9.7.14.6 of the manual.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.forms import Values
from ptxisa.isa.targets import Target
from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.matrix.lanes import multiply
from ptxisa.numbers.matrix.multiplication import Model, Multiplication, find
from ptxisa.objects.layouts import NOWHERE, Layout, UnknownLayout, layout
from ptxisa.run.errors import refusal
from ptxisa.run.sparse_metadata import DIFFERENT, ORDERED, Legal, columns_of

_ROW_BYTES = 16
_WORDS = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}


class Operation(NamedTuple):
    """What a group of threads does: a function of its operands in order, and the operands that are its results.

    `lanes` are those whose addresses count, in the order of the rows that they address; without any, an operand in
    memory is a `ptxisa.run.pointers.Pointer`, which the function loads from and stores to. With a state `space`, the
    input MEMORY is a pointer to its beginning. A group has `threads`: 32 of a warp, 128 of a warpgroup.
    """

    function: Callable[..., tuple[Lanes, ...]]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    lanes: tuple[int, ...] = ()
    threads: int = 32
    space: str = ""


Kinds = dict[str, Callable[[Values, dict[str, int], Target | None], Operation]]
"""Operations by the word of `executes`, for the modifiers and constant operands of a statement."""


class Fragment:
    """Elements of matrices in registers, between (warps, lanes, registers) and (warps, matrices, rows, columns)."""

    def __init__(self, found: Layout) -> None:
        self.layout, element = found, found.element
        names = [name for name in ("matrix", "row", "column") if name in found.coordinates]
        sizes = dict(zip(found.coordinates, found.shape, strict=True))
        self.shape = tuple(sizes[name] for name in names)
        self.kept = np.flatnonzero(found.row.ravel() != NOWHERE)
        places = [found.coordinates[name].ravel()[self.kept] for name in names]
        self.places = np.ravel_multi_index(places, self.shape)
        _, first = np.unique(self.places, return_index=True)
        self.sources = self.kept[first]
        self.word = _WORDS[found.register_bits]
        self.mask = self.word((1 << element.bits) - 1)
        self.shifts = np.arange(found.inputs["element"], dtype=self.word) * self.word(element.storage)
        self.shifts += self.word(element.offset)
        self.element_word = _WORDS[max(8, 1 << (element.bits - 1).bit_length())]
        # Elements that fill whole bytes, one beside the other, are those bytes.
        self.as_bytes = element.bits == element.storage == np.dtype(self.element_word).itemsize * 8
        self.as_bytes &= found.inputs["element"] * element.storage == found.register_bits

    def matrices(self, registers: Lanes) -> Lanes:
        """The elements, each in an unsigned word of its own; of copies in several registers the first counts."""
        if self.as_bytes:
            elements = np.ascontiguousarray(registers).view(self.element_word)
        else:
            elements = (registers[..., None] >> self.shifts & self.mask).astype(self.element_word)
        found: Lanes = elements.reshape(len(registers), -1).take(self.sources, axis=1)
        return found.reshape(-1, *self.shape)

    def registers(self, matrices: Lanes) -> Lanes:
        """The registers that hold the elements; bits without an element are zero."""
        sizes = tuple(self.layout.inputs.values())
        flat = matrices.reshape(len(matrices), -1)
        if self.as_bytes and len(self.kept) == np.prod(sizes):
            return flat.take(self.places, axis=1).view(self.word).reshape(-1, *sizes[:-1])
        elements = np.zeros((len(matrices), int(np.prod(sizes))), self.word)
        elements[:, self.kept] = flat[:, self.places]
        found: Lanes = np.bitwise_or.reduce(elements.reshape(-1, *sizes) << self.shifts, axis=-1)
        return found


@lru_cache(maxsize=256)
def fragment(instruction: str, operand: str, kind: str | None = None, **options: Any) -> Fragment:
    """The fragment of an operand, as `ptxisa.layout` finds it."""
    return Fragment(layout(instruction, operand, kind, **options))


# --- multiplication ---


class Operands(NamedTuple):
    """The fragments of a multiplication."""

    a: Fragment
    b: Fragment
    c: Fragment
    d: Fragment


class Metadata(NamedTuple):
    """The fragment of the metadata of a sparse A, and the 4 bits that they may have for a block of a row."""

    of: Fragment
    legal: Legal

    def columns(self, registers: Lanes) -> NDArray[np.int64]:
        """The row of B that each stored element of A meets, by the registers of the metadata."""
        return columns_of(self.of.layout, self.of.matrices(registers), self.legal)


def _dense(values: Values, constants: dict[str, int], on: Target | None) -> Operation:
    name, by_quads = f"mma.{values['shape']}", values["shape"] == "m8n8k4" and values["atype"] == "f16"
    options = [{"layout": values[f"{matrix}layout"]} if by_quads else {} for matrix in "ab"]
    operands = _operands(name, values, options)
    function = partial(product, operands, multiplication(values), _model("mma", values, on))
    return Operation(function, ("a", "b", "c"), ("d",))


def _sparse(values: Values, constants: dict[str, int], on: Target | None) -> Operation:
    name, kind = f"mma.sp.{values['shape']}", values["atype"]
    operands = _operands(name, values, ({}, {}))
    options = {"selector": constants["f"]} if constants["f"] else {}
    try:
        found = fragment(name, "metadata", kind, **options)
    except UnknownLayout as error:
        raise refusal("not-executable", str(error)) from None
    metadata = Metadata(found, ORDERED if values["sparsity"] == "sp::ordered_metadata" else DIFFERENT)
    function = partial(_multiply_sparse, operands, metadata, multiplication(values), _model("mma.sp", values, on))
    return Operation(function, ("a", "b", "c", "e"), ("d",))


def _operands(name: str, values: Values, options: Any) -> Operands:
    a = fragment(name, "A", values["atype"], **options[0])
    b = fragment(name, "B", values["btype"], **options[1])
    return Operands(a, b, fragment(name, "C", values["ctype"]), fragment(name, "D", values["dtype"]))


def multiplication(values: Values) -> Multiplication:
    """The types and modifiers of a statement that count for its values."""
    a, b, c, d = (str(values[f"{matrix}type"]) for matrix in "abcd")
    return Multiplication(
        *(a, b, c, d),
        rounding=values.get("rounding") or "rn",
        saturate=values.get("satfinite") is not None,
        operation=values.get("bit_operation") or "",
    )


def _model(instruction: str, values: Values, on: Target | None) -> Model | None:
    return model(instruction, str(values["shape"]), multiplication(values), on)


def model(instruction: str, shape: str, what: Multiplication, on: Target | None) -> Model | None:
    """The model of a target, if one is asked for and has one."""
    return find(on.canonical, instruction, shape, what) if on else None


def product(of: Operands, what: Multiplication, model: Model | None, a: Lanes, b: Lanes, c: Lanes) -> tuple[Lanes]:
    """D of every warp from the registers of A, B and C."""
    given = of.a.matrices(a), of.b.matrices(b), of.c.matrices(c)
    return (of.d.registers(multiply(*given, what, model)),)


def _multiply_sparse(
    of: Operands, metadata: Metadata, what: Multiplication, model: Model | None, a: Lanes, b: Lanes, c: Lanes, e: Lanes
) -> tuple[Lanes]:
    given = of.a.matrices(a), of.b.matrices(b), of.c.matrices(c)
    return (of.d.registers(multiply(*given, what, model, metadata.columns(e))),)


# --- moves ---


def _transpose(values: Values, constants: dict[str, int], on: Target | None) -> Operation:
    name = f"movmatrix.{values['shape']}.trans"
    given, result = fragment(name, "a"), fragment(name, "d")
    return Operation(lambda a: (result.registers(given.matrices(a)),), ("a",), ("d",))


def _load(values: Values, constants: dict[str, int], on: Target | None) -> Operation:
    name = _moved("ldmatrix", values)
    result = fragment(name, "r")
    return Operation(lambda p: (result.registers(_unpacked(result, p)),), ("p",), ("r",), _row_lanes(name))


def _store(values: Values, constants: dict[str, int], on: Target | None) -> Operation:
    name = _moved("stmatrix", values)
    given = fragment(name, "r")
    return Operation(lambda r: (_rows(given.matrices(r)),), ("r",), ("p",), _row_lanes(name))


def _moved(instruction: str, values: Values) -> str:
    """The name of the layouts of a statement."""
    words = [instruction, values["shape"], values["num"], values["trans"], values.get("source")]
    return ".".join(word for word in words if word)


def _row_lanes(name: str) -> tuple[int, ...]:
    """The lane that addresses each row, counted through all matrices: of several, the first."""
    found = layout(name, "p")
    _, lanes = np.unique(np.stack([found.matrix, found.row]), axis=1, return_index=True)
    return tuple(lanes.tolist())


def _unpacked(of: Fragment, rows: Lanes) -> Lanes:
    """Elements that follow each other from the lowest bit of each row (warps, rows, 16 bytes) on; padding is left."""
    bits, columns = of.layout.element_bits, of.shape[-1]
    every = np.unpackbits(rows, axis=-1, bitorder="little")[..., : bits * columns]
    weights = (1 << np.arange(bits)).astype(of.element_word)
    found: Lanes = every.reshape(*every.shape[:-1], columns, bits) @ weights
    return found


def _rows(matrices: Lanes) -> Lanes:
    """Rows of matrices (warps, matrices, rows, columns) as bytes (warps, rows, 16)."""
    return np.ascontiguousarray(matrices).view(np.uint8).reshape(len(matrices), -1, _ROW_BYTES)


KINDS: Kinds = {
    "multiply": _dense,
    "multiply_sparse": _sparse,
    "transpose": _transpose,
    "load": _load,
    "store": _store,
}
"""What makes an operation of the modifiers and constant operands of a statement, for a target."""
