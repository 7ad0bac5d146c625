"""Statements of a warp on matrices: `mma`, `mma.sp`, `wmma`, `ldmatrix`, `stmatrix` and `movmatrix`.

Each constructor makes a `GroupFunction` on fragments, whose layouts are records. `OPERATIONS`, at the end, names them.
See sections 9.7.14.3 to 9.7.14.6 of the manual. `ptxisa.numbers.matrix` has the arithmetic.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ptxisa.isa.forms import Values
from ptxisa.isa.targets import Target
from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.matrix.lanes import multiply
from ptxisa.numbers.matrix.multiplication import Model, Multiplication, find
from ptxisa.numbers.matrix.terms import Scales
from ptxisa.objects.layouts import UnknownLayout, layout
from ptxisa.run.errors import not_executable
from ptxisa.run.fragments import DIFFERENT, ORDERED, Fragment, SparseMetadata, fragment
from ptxisa.run.groups import GroupFunction, GroupPointer, Operations, uniform
from ptxisa.run.implementation import NotExecutable
from ptxisa.run.warp import LANES

_ROW_BYTES = 16
"""Bytes of a row of a matrix that one lane addresses."""


# --- multiplication ---


class Product(NamedTuple):
    """A multiplication of fragments: D = A * B + C.

    Attributes:
        a: Fragment of A; `b`, `c` and `d` are those of the other matrices.
        what: Types and modifiers that decide its values.
        model: Model of the target; None for the contract.
        metadata: Metadata of a sparse A.
    """

    a: Fragment
    b: Fragment
    c: Fragment
    d: Fragment
    what: Multiplication
    model: Model | None
    metadata: SparseMetadata | None = None

    def run(self, a: Lanes, b: Lanes, c: Lanes, e: Lanes | None = None) -> tuple[Lanes]:
        """Return the registers of D from those of A, B, C and of the metadata, (warps, 32, registers)."""
        matrices = self.a.matrices(a), self.b.matrices(b), self.c.matrices(c)
        columns = None if self.metadata is None or e is None else self.metadata.columns(e)
        return (self.d.registers(multiply(*matrices, self.what, self.model, columns)),)


def multiplication(values: Values) -> Multiplication:
    """Return the types and modifiers of a statement that decide its values."""
    a, b, c, d = (str(values[f"{matrix}type"]) for matrix in "abcd")
    return Multiplication(
        *(a, b, c, d),
        rounding=values.get("rounding") or "rn",
        saturate=values.get("satfinite") is not None,
        operation=values.get("bit_operation") or "",
    )


def model(instruction: str, shape: str, what: Multiplication, on: Target | None) -> Model | None:
    """Return the model of a target; None without a target, or if it has no model."""
    return find(on.canonical, instruction, shape, what) if on else None


def _mma(values: Values, constants: dict[str, int], on: Target | None) -> GroupFunction:
    name = f"mma.{values['shape']}"
    # m8n8k4 is four products of quads of threads, whose layouts depend on the order of rows and columns.
    by_quads = values["shape"] == "m8n8k4" and values["atype"] == "f16"
    options = [{"layout": values[f"{matrix}layout"]} if by_quads else {} for matrix in "ab"]
    a = fragment(name, "A", values["atype"], **options[0])
    b = fragment(name, "B", values["btype"], **options[1])
    c, d = fragment(name, "C", values["ctype"]), fragment(name, "D", values["dtype"])
    what = multiplication(values)
    product = Product(a, b, c, d, what, model("mma", str(values["shape"]), what, on))
    return GroupFunction(product.run, ("a", "b", "c"), ("d",))


def _mma_sparse(values: Values, constants: dict[str, int], on: Target | None) -> GroupFunction:
    name = f"mma.sp.{values['shape']}"
    options = {"selector": constants["f"]} if constants["f"] else {}
    matrices = [fragment(name, matrix.upper(), values[f"{matrix}type"]) for matrix in "abcd"]
    try:
        indices = fragment(name, "metadata", values["atype"], **options)
    except UnknownLayout as error:
        raise not_executable(str(error)) from None
    metadata = SparseMetadata(indices, ORDERED if values["sparsity"] == "sp::ordered_metadata" else DIFFERENT)
    what = multiplication(values)
    a, b, c, d = matrices
    product = Product(a, b, c, d, what, model("mma.sp", str(values["shape"]), what, on), metadata)
    return GroupFunction(product.run, ("a", "b", "c", "e"), ("d",))


def _wmma(values: Values, constants: dict[str, int], on: Target | None) -> GroupFunction:
    # The form for f16 has no modifiers for the types of A and B.
    what = multiplication({"atype": "f16", "btype": "f16", **values})
    if what.saturate and what.d != "s32":
        raise NotExecutable("what .satfinite makes of floating-point results is not documented")
    name, shape = f"wmma.{values['shape']}", str(values["shape"])
    a, b, c, d = (fragment(name, matrix, kind) for matrix, kind in zip("ABCD", what[:4], strict=True))
    product = Product(a, b, c, d, what, model("wmma", shape, what, on))
    return GroupFunction(product.run, ("a", "b", "c"), ("d",))


# --- block-scaled multiplication ---

SELECTORS = ("byte_id_a", "thread_id_a", "byte_id_b", "thread_id_b")
"""Operands that select the threads and bytes with the scale factors; registers must be equal in a warp."""
_FACTORS = ("scale_a_data", "scale_b_data")
_DEFAULT_VECTORS = {"kind::mxf8f6f4": "scale_vec::1X", "kind::mxf4": "scale_vec::2X"}
"""Scale factors of a row where a statement does not name them, by kind."""


class ScaledProduct(NamedTuple):
    """A block-scaled multiplication.

    Attributes:
        name: Instruction and shape, as layouts name them.
        vector: Scale factors of a row, such as 2X.
        what: Types that decide its values.
        model: Model of the target; None for the contract.
        sparse: True if A is sparse.
    """

    name: str
    vector: str
    what: Multiplication
    model: Model | None
    sparse: bool

    def run(self, **operands: Lanes) -> tuple[Lanes]:
        """Return the registers of D; warps with the same selectors are computed together."""
        # Selectors choose the layout of the factors, and a layout has an array of places: one for each combination.
        selectors = np.stack([uniform(name, operands[name][..., 0]) for name in SELECTORS], axis=-1)
        d = np.zeros((len(operands["a"]), LANES, 4), np.uint32)
        for chosen in np.unique(selectors, axis=0):
            warps = np.flatnonzero((selectors == chosen).all(axis=1))
            named = dict(zip(SELECTORS, chosen.tolist(), strict=True))
            d[warps] = self._product({name: registers[warps] for name, registers in operands.items()}, named)
        return (d,)

    def _product(self, registers: dict[str, Lanes], selectors: dict[str, int]) -> Lanes:
        """Return the registers of D of warps with the same selectors."""
        kinds = {"a": self.what.a, "b": self.what.b, "c": "f32"}
        parts = {name: fragment(self.name, name.upper(), kind) for name, kind in kinds.items()}
        a, b, c = (part.matrices(registers[name]) for name, part in parts.items())
        factors = []
        for matrix, name in zip("ab", _FACTORS, strict=True):
            options: dict[str, Any] = {"scale_vec": self.vector}
            options |= {option: selectors[f"{option}_{matrix}"] for option in ("thread_id", "byte_id")}
            try:
                part = fragment(self.name, f"scale_{matrix}", self.what.scale, **options)
            except UnknownLayout as error:
                raise not_executable(str(error)) from None
            factors.append(part.matrices(registers[name]))
        scales = Scales(*factors)
        metadata = SparseMetadata(fragment(self.name, "metadata", self.what.a), ORDERED) if self.sparse else None
        columns = metadata.columns(registers["e"]) if metadata else None
        return parts["c"].registers(multiply(a, b, c, self.what, self.model, columns, scales))


def vector_of(kind: str, given: str | None) -> str:
    """Return the scale factors of a row, such as 2X, as layouts name them."""
    return (given or _DEFAULT_VECTORS[kind]).removeprefix("scale_vec::")


def _scaled(mnemonic: str, values: Values, constants: dict[str, int], on: Target | None) -> GroupFunction:
    inputs = ("a", "b", "c", "e") if mnemonic == "mma.sp" else ("a", "b", "c")
    what = Multiplication(str(values["atype"]), str(values["btype"]), "f32", "f32", scale=str(values["stype"]))
    kind = str(values["kind"])
    chosen = model(f"{mnemonic}.{kind.removeprefix('kind::')}", str(values["shape"]), what, on)
    name, vector = f"{mnemonic}.{values['shape']}", vector_of(kind, values["scale_vec"])
    product = ScaledProduct(name, vector, what, chosen, "e" in inputs)
    return GroupFunction(product.run, (*inputs, *_FACTORS, *SELECTORS), ("d",))


# --- rows of matrices in memory, 16 bytes each, and transposition ---


def _transpose(values: Values, constants: dict[str, int], on: Target | None) -> GroupFunction:
    name = f"movmatrix.{values['shape']}.trans"
    source, result = fragment(name, "a"), fragment(name, "d")
    return GroupFunction(lambda a: (result.registers(source.matrices(a)),), ("a",), ("d",))


def _load_rows(values: Values, constants: dict[str, int], on: Target | None) -> GroupFunction:
    name = _rows_layout("ldmatrix", values)
    result = fragment(name, "r")
    # Elements of 6 and 4 bits (`.b6x16_p32`, `.b4x16_p64`) do not fill bytes, so that all sizes are read bit by bit.
    bits, columns = result.layout.element_bits, result.shape[-1]
    weights = (1 << np.arange(bits)).astype(result.element_word)

    def load(p: Lanes) -> tuple[Lanes]:
        # Elements follow each other from the lowest bit of a row on, (warps, rows, 16 bytes); padding is left out.
        row = np.unpackbits(p, axis=-1, bitorder="little")[..., : bits * columns]
        elements: Lanes = row.reshape(*row.shape[:-1], columns, bits) @ weights
        return (result.registers(elements),)

    return GroupFunction(load, ("p",), ("r",), _row_lanes(name))


def _store_rows(values: Values, constants: dict[str, int], on: Target | None) -> GroupFunction:
    name = _rows_layout("stmatrix", values)
    source = fragment(name, "r")

    def store(r: Lanes) -> tuple[Lanes]:
        rows = np.ascontiguousarray(source.matrices(r))
        return (rows.view(np.uint8).reshape(len(rows), -1, _ROW_BYTES),)

    return GroupFunction(store, ("r",), ("p",), _row_lanes(name))


def _rows_layout(instruction: str, values: Values) -> str:
    words = [instruction, values["shape"], values["num"], values["trans"], values.get("source")]
    return ".".join(word for word in words if word)


def _row_lanes(name: str) -> tuple[int, ...]:
    """Return the lane that addresses each row, counted through all matrices; of several lanes the first."""
    addresses = layout(name, "p")
    _, lanes = np.unique(np.stack([addresses.matrix, addresses.row]), axis=1, return_index=True)
    return tuple(lanes.tolist())


# --- fragments of wmma in memory ---


_LINE_ALIGNMENT = 16
"""Bytes to which lines of a matrix are aligned whose stride is not a multiple of a whole fragment."""


class StridedMatrix(NamedTuple):
    """A matrix in memory: lines of consecutive elements, which are its rows or its columns."""

    fragment: Fragment
    by_row: bool

    def load(self, p: GroupPointer, stride: Lanes | None = None) -> tuple[Lanes]:
        """Return the registers of the matrices at some addresses."""
        bits, length = self.fragment.layout.storage_bits, self.fragment.shape[1 if self.by_row else 0]
        offsets = self._offsets(stride, p)
        data = p.load(offsets, length * bits // 8, self._alignment(offsets))
        if bits >= 8:
            lines = data.view(f"u{bits // 8}")
        else:
            single = np.unpackbits(data, axis=-1, bitorder="little").reshape(*data.shape[:-1], -1, bits)
            lines = np.asarray(single @ (1 << np.arange(bits)).astype(np.uint8))
        return (self.fragment.registers(lines if self.by_row else np.swapaxes(lines, -1, -2)),)

    def store(self, p: GroupPointer, r: Lanes, stride: Lanes | None = None) -> tuple[()]:
        """Store the registers of matrices at some addresses."""
        matrices = self.fragment.matrices(r)
        lines = np.ascontiguousarray(matrices if self.by_row else np.swapaxes(matrices, -1, -2))
        offsets = self._offsets(stride, p)
        p.store(offsets, lines.view(np.uint8), self._alignment(offsets))
        return ()

    def _alignment(self, offsets: Lanes) -> int:
        """Return the required alignment in bytes: the lesser of the fragment of a thread and a line.

        The manual requires it of every line. The CUDA C++ guide requires it of the first one alone, and allows strides
        that are multiples of 16 bytes, such as 24 elements of 16 bits; padded tiles of many kernels have such strides.
        """
        layout, length = self.fragment.layout, self.fragment.shape[1 if self.by_row else 0]
        alignment = min(layout.registers * layout.register_bits, length * layout.storage_bits) // 8
        return alignment if not (offsets % np.uint64(alignment)).any() else min(alignment, _LINE_ALIGNMENT)

    def _offsets(self, stride: Lanes | None, pointer: GroupPointer) -> Lanes:
        """Return where each line begins, (groups, lines), in bytes; the stride between lines is in elements."""
        groups = pointer.groups
        count, length = self.fragment.shape if self.by_row else self.fragment.shape[::-1]
        elements = np.full(groups, length) if stride is None else uniform("stride", stride[..., 0])
        if stride is not None and (elements < length).any():
            line = "row" if self.by_row else "column"
            pointer.report(f"stride {elements.min()} is less than the {length} elements of a {line}")
        lines = np.arange(count, dtype=np.uint64)
        return np.asarray(elements.astype(np.uint64)[:, None] * lines * self.fragment.layout.storage_bits // 8)


def _load_fragment(values: Values, constants: dict[str, int], on: Target | None) -> GroupFunction:
    loaded = fragment(f"wmma.{values['shape']}", str(values["matrix"]).upper(), str(values["type"]))
    return GroupFunction(StridedMatrix(loaded, values["layout"] == "row").load, ("p", "stride"), ("r",))


def _store_fragment(values: Values, constants: dict[str, int], on: Target | None) -> GroupFunction:
    stored = fragment(f"wmma.{values['shape']}", "D", str(values["type"]))
    return GroupFunction(StridedMatrix(stored, values["layout"] == "row").store, ("p", "r", "stride"), ())


OPERATIONS: Operations = {
    "multiply": _mma,
    "multiply_sparse": _mma_sparse,
    "multiply_scaled": partial(_scaled, "mma"),
    "multiply_sparse_scaled": partial(_scaled, "mma.sp"),
    "multiply_fragments": _wmma,
    "transpose": _transpose,
    "load": _load_rows,
    "store": _store_rows,
    "load_fragment": _load_fragment,
    "store_fragment": _store_fragment,
}
