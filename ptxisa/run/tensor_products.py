"""Products of matrices by `tcgen05.mma` and its variants: each thread that executes one starts one multiplication.

The instruction descriptor gives shape and types. A is in shared memory or in tensor memory, B in shared memory, D in
the lanes of tensor memory that the layout of its shape has. In a pair of CTAs, each has its half of the rows of A and D
and of the columns of B; scale factors of B are in both. Collector buffers change no value.

See sections 9.7.16.9 and 9.7.16.10 of the manual. What the manual shows in figures alone is as in the traits of CuTe,
which the layout records follow.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.forms import Values
from ptxisa.isa.targets import Target
from ptxisa.numbers.matrix.lanes import multiply
from ptxisa.numbers.matrix.multiplication import Multiplication, find
from ptxisa.numbers.matrix.terms import Scales
from ptxisa.objects.descriptor_fields import Fields
from ptxisa.objects.descriptors import descriptor
from ptxisa.objects.layouts import Layout, UnknownLayout, layout
from ptxisa.objects.tensor_memory import LANES, QUARTER, TensorMemoryError, parts_of
from ptxisa.run.errors import memory_error, not_executable
from ptxisa.run.fragments import OF_TENSOR_MEMORY, columns_of
from ptxisa.run.shared_matrices import Described, MatrixShape, matrix_fields, tile
from ptxisa.run.tensor_memory import DeferredOperation, Issue, TensorOperation, TensorOperations

_NAMES = ("tcgen05", "mma", "ws", "sp")
"""Words of the id of a form that layouts and models use."""
_IN_BYTES = ("e3m2", "e2m3", "e2m1")
"""Types that the kinds of 8-bit elements store in bytes."""
_LAYOUT_KINDS = {"mxf4": "mxf4", "mxf4nvf4": "mxf4"}
_BLOCKS = {"block16": 16, "block32": 32}
_SCALE_STEP = 32
"""Rows, or columns of B, whose scale factors share a word of each lane; twice as many where a pair splits lanes."""
_FACTORS = 4
"""Scale factors in a word."""

Integers = NDArray[np.int64]


class TensorForm(NamedTuple):
    """Properties of a statement that do not depend on its operands.

    Attributes:
        name: Instruction, as layouts and models name it.
        kind: Kind of the operands, without ``kind::``.
        vector: Modifier for the scale factors of a row.
        target: Target whose results are required; None for the contract.
        halvings: How often D is halved before the products are added.
        ashift: True if rows of A in tensor memory are shifted by one after the multiplication.
    """

    name: str
    kind: str
    vector: str | None
    target: Target | None
    halvings: int
    ashift: bool

    @property
    def ws(self) -> bool:
        """True for weight-stationary variants."""
        return ".ws" in self.name

    @property
    def sparse(self) -> bool:
        """True for a sparse A."""
        return self.name.endswith(".sp")


class TensorShape(NamedTuple):
    """An instruction descriptor: sizes, fields and the multiplication; `stored` is the size of A along K."""

    m: int
    n: int
    k: int
    stored: int
    fields: Fields
    what: Multiplication


class Cells(NamedTuple):
    """Places of elements in the tensor memory of some CTAs: index of the CTA, lane and column."""

    ctas: Integers
    lanes: Integers
    columns: Integers


class TensorOperands(NamedTuple):
    """Operands of a multiplication: matrices, rows of B that a sparse A meets, scale factors, and the cells of D."""

    a: Any
    b: Any
    c: Any
    columns: Any
    scales: Scales | None
    accumulator: Cells


class TensorProduct(NamedTuple):
    """One multiplication by the operands of one thread, in the memory of one CTA or of a pair."""

    form: TensorForm
    shape: TensorShape
    issue: Issue
    thread: int
    ctas: tuple[int, ...]

    def operands(self) -> TensorOperands:
        """Read the operands."""
        what, name = self.shape.what, f"{self.form.name}.m{self.shape.m}n{self.shape.n}k16"
        accumulator = self.cells(self.layout(name, "D", what.d), "d")
        enabled = self.number("enable_input_d")
        c = self.read(accumulator) if enabled else np.zeros(accumulator.lanes.shape, np.uint32)
        return TensorOperands(
            a=self.a(),
            b=self.b(),
            c=c.astype(np.uint16) if what.c == "f16" else c,
            columns=self.metadata() if self.form.sparse else None,
            scales=self.scales() if what.scale else None,
            accumulator=accumulator,
        )

    def claim(self) -> None:
        """Read the operands, and check the cells of D."""
        accumulator = self.operands().accumulator
        for index, cta in enumerate(self.ctas):
            here = accumulator.ctas == index
            self.issue.memory.tensor(cta).claim(accumulator.lanes[here], accumulator.columns[here])

    def run(self) -> None:
        """Multiply, and write D."""
        what, model = self.shape.what, None
        a, b, c, columns, scales, accumulator = self.operands()
        if self.form.target is not None:
            name = f"{self.form.name}.{self.form.kind}" if what.scale else self.form.name
            size = f"m{self.shape.m}n{self.shape.n}k{self.shape.k}"
            model = find(self.form.target.canonical, name, size, what)
        result = multiply(a[None], b[None], c[None], what, model, columns, scales)[0]
        self.write(accumulator, result)
        if self.form.ashift:
            self.shift_a()

    def number(self, name: str) -> int:
        """Return the value of an operand."""
        return self.issue.number(name, self.thread)

    # --- tensor memory ---

    def layout(self, name: str, operand: str, type_: str, **options: str) -> Layout:
        """Return a layout, which depends on the number of CTAs for shapes with M = 128."""
        if self.shape.m == LANES and not self.form.ws:
            options = {"cta_group": str(len(self.ctas)), **options}
        return _layout(name, operand, type_, tuple(options.items()))

    def cells(self, record: Layout, name: str, offset: int = 0) -> Cells:
        """Return the cells of a layout that begins at the address in an operand, `offset` columns further."""
        lane, column = parts_of(self.number(name) + offset)
        ctas = record.coordinates.get("cta", np.zeros_like(record.lane))
        return Cells(ctas, record.lane + lane, record.coordinates.get("word", np.zeros_like(record.lane)) + column)

    def read(self, cells: Cells) -> NDArray[np.uint32]:
        """Return the words of cells."""
        words = np.empty(cells.lanes.shape, np.uint32)
        for index, cta in enumerate(self.ctas):
            here = cells.ctas == index
            words[here] = self.issue.memory.tensor(cta).read(cells.lanes[here], cells.columns[here])
        return words

    def write(self, cells: Cells, values: Any) -> None:
        """Write the words of cells in the enabled lanes."""
        enabled = self.enabled_lanes()
        for index, cta in enumerate(self.ctas):
            here = cells.ctas == index
            here &= enabled[index, np.where(here, cells.lanes, 0) % LANES]
            self.issue.memory.tensor(cta).write(cells.lanes[here], cells.columns[here], values[here])

    def enabled_lanes(self) -> NDArray[np.bool_]:
        """Return the lanes of each CTA that are written, (CTAs, 128)."""
        count = LANES // 32 * len(self.ctas)
        if not self.issue.has("disable_output_lane"):
            return np.ones((len(self.ctas), LANES), bool)
        words = np.array([self.number(f"disable_output_lane.{i}") for i in range(count)], "<u4")
        enabled: NDArray[np.bool_] = np.unpackbits(words.view(np.uint8), bitorder="little").reshape(-1, LANES) == 0
        return enabled

    # --- A and B ---

    def variant(self, kind: str) -> str:
        """Return the kind that the layout of a type depends on; empty if it does not."""
        return _LAYOUT_KINDS.get(self.form.kind, "f8f6f4") if kind in _IN_BYTES else ""

    def a(self) -> Any:
        """Return A, (M, stored K)."""
        shape, kind = self.shape, self.shape.what.a
        if self.issue.has("a_desc"):
            major = str(shape.fields["transpose_a"])
            described = matrix_fields(self.number("a_desc"), self.form.kind, major)
            part = MatrixShape(kind, self.variant(kind), major, shape.m // len(self.ctas), shape.stored)
            return np.concatenate([self.tile(cta, described, part) for cta in self.ctas])
        # In tensor memory: in the lanes of D.
        if shape.fields["transpose_a"] != "K":
            raise not_executable("A in tensor memory cannot be transposed")
        record = self.layout_of_a()
        return _without_copies(_elements(record, self.read(self.cells(record, "a"))), "rows of A")

    def tile(self, cta: int, described: Described, part: MatrixShape) -> Any:
        """Return the part of a matrix that is in the shared memory of a CTA."""
        return tile(partial(self.issue.memory.load_shared, cta), described, part)

    def shift_a(self) -> None:
        """Move A in tensor memory by one lane, for later statements; the last lane of 32 keeps its words.

        An example of CUTLASS asserts this on a B200; the manual has no more than a sentence.
        """
        cells = self.cells(self.layout_of_a(), "a")
        words = self.read(cells._replace(lanes=cells.lanes + (cells.lanes % QUARTER != QUARTER - 1)))
        for index, cta in enumerate(self.ctas):
            here = cells.ctas == index
            self.issue.memory.tensor(cta).write(cells.lanes[here], cells.columns[here], words[here])

    def layout_of_a(self) -> Layout:
        """Return the layout of A in tensor memory."""
        shape, kind = self.shape, self.shape.what.a
        ws = ".ws" if self.form.ws and shape.m < LANES else ""
        # Elements of 6 bits have bytes in every kind that takes them; those of 4 bits are packed in some kinds.
        options = {"kind": self.variant(kind)} if kind == "e2m1" else {}
        return self.layout(f"tcgen05.mma{ws}.m{shape.m}n64k{shape.stored}", "A", kind, **options)

    def b(self) -> Any:
        """Return B, (K, N), with zeros in the columns that a mask names."""
        shape, kind = self.shape, self.shape.what.b
        mask, shift = self.zero_columns()
        major = str(shape.fields["transpose_b"])
        described = matrix_fields(self.number("b_desc"), self.form.kind, major)
        part = MatrixShape(kind, self.variant(kind), major, shape.n // len(self.ctas) + shift, shape.k)
        tiles = [self.tile(cta, described, part)[shift:] for cta in self.ctas]
        columns = np.concatenate(tiles)
        columns[mask] = 0
        return columns.T

    def zero_columns(self) -> tuple[NDArray[np.bool_], int]:
        """Return which columns of B count as zero, and how many columns before the first one are left out."""
        name, m, n = "zero_column_mask_desc", self.shape.m, self.shape.n
        value = self.number(name) if self.issue.has(name) else 0
        if not value:
            return np.zeros(n, bool), 0
        record = descriptor("tcgen05.zero_column_mask")
        errors = [note.message for note in record.explain(value, m=m, n=n) if note.level == "error"]
        if errors:
            raise not_executable(f"zero-column mask descriptor {value:#018x}: {errors[0]}")
        mask = record.mask(value, m=m, n=n)
        return np.array([mask >> column & 1 for column in range(n)], bool), int(record.decode(value)["shift"])

    def metadata(self) -> Any:
        """Return the row of B that each stored element of A meets; a selector chooses one of a pair of words."""
        selector, address = int(self.shape.fields.get("selector", 0)), self.number("sp_meta")
        options = {"selector": str(selector)} if selector else {}
        name = f"{self.form.name}.m{self.shape.m}n64k{self.shape.k}"
        record = self.layout(name, "metadata", self.shape.what.a, **options)
        if "selector" in record.symbols and address % 2:
            column = parts_of(address)[1]
            raise not_executable(f"metadata begin at column {column}; a pair of words begins at an even column")
        indices = _without_copies(_elements(record, self.read(self.cells(record, "sp_meta"))), "metadata")
        return columns_of(record, indices[None], OF_TENSOR_MEMORY)

    # --- scale factors ---

    def scales(self) -> Scales:
        """Return the scale factors of A and B."""
        vector, stored = self.form.vector, self.shape.stored
        if vector is None or vector in _BLOCKS:
            blocks = stored // _BLOCKS[vector or "block32"]
        else:
            blocks = int(vector.removeprefix("scale_vec::").removesuffix("X"))
        if stored // blocks not in _BLOCKS.values():
            raise not_executable(f"a row with K = {self.shape.k} cannot have {blocks} scale factors")
        return Scales(self.factors("a", blocks)[None], self.factors("b", blocks).T[None])

    def factors(self, matrix: str, blocks: int) -> Any:
        """Return the scale factors of rows of A or columns of B, (rows, blocks).

        Factors follow each other from the byte that the descriptor names. After the last byte of a word they continue
        in the next words of all rows. All parts of 32 lanes must contain the same factors.
        """
        start = int(self.shape.fields[f"scale_{matrix}"])
        if start % 2 and not blocks % 2:
            raise not_executable(f"scale_{matrix} is {start}; {blocks} factors begin at byte 0 or 2 of a word")
        words = [self.factor_words(matrix, index) for index in range(-(-(start + blocks) // _FACTORS))]
        size = self.shape.m if matrix == "a" else self.shape.n
        factors = np.concatenate(words, axis=1)[:size, start : start + blocks]
        return _without_copies(factors, f"scale factors of {matrix.upper()}")

    def factor_words(self, matrix: str, index: int) -> NDArray[np.uint8]:
        """Return the four bytes of the words of one set, by rows of A or columns of B, with their copies."""
        shape, step = self.shape, _SCALE_STEP * (2 if self.shape.m == LANES and len(self.ctas) > 1 else 1)
        n = -(-shape.n // step) * step
        name = f"tcgen05.mma.m{shape.m}n{n}k{shape.stored}"
        record = self.layout(name, f"scale_{matrix}", shape.what.scale, scale_vec="4X")
        rows = shape.m // len(self.ctas) if matrix == "a" else n
        apart = -(-rows // LANES) * LANES // _SCALE_STEP
        words = self.read(self.cells(record, f"scale_{matrix}", index * apart))
        octets = (words >> record.coordinates["bit"].astype(np.uint32)).astype(np.uint8)
        return octets if matrix == "a" else np.swapaxes(octets, 0, 1)


# The places of all elements of a matrix are computed for a layout, and kernels issue the same shape again and again.
@lru_cache(maxsize=64)
def _layout(name: str, operand: str, kind: str, options: tuple[tuple[str, str], ...]) -> Layout:
    return layout(name, operand, kind, **dict(options))


def _elements(record: Layout, words: Any) -> Any:
    """Return the bits of elements in words."""
    element = record.element
    bits = record.coordinates.get("bit", np.zeros_like(record.lane)) + element.offset
    values = words >> bits.astype(np.uint32) & np.uint32((1 << element.bits) - 1)
    return values.astype(np.uint8 if element.bits <= 8 else np.uint16 if element.bits <= 16 else np.uint32)


def _without_copies(values: Any, what: str) -> Any:
    """Return elements (rows, columns) of (rows, columns, copies); the copies must be equal."""
    copies = values.reshape(*values.shape[:2], -1)
    if (copies != copies[..., :1]).any():
        raise not_executable(f"{what} differ between the parts of 32 lanes that hold copies; they must be equal")
    return copies[..., 0]


# --- instruction descriptors ---


def _multiply(form_id: str, values: Values, constants: dict[str, int], on: Target | None) -> TensorOperation:
    """`tcgen05.mma`."""
    kind, halvings = str(values["kind"]).removeprefix("kind::"), constants.get("scale_input_d", 0)
    name = ".".join(word for word in form_id.split(".") if word in _NAMES)
    form = TensorForm(name, kind, values.get("scale_vec"), on, halvings, bool(values.get("ashift")))

    def each(issue: Issue, function: Callable[[TensorProduct], object]) -> dict[str, Any]:
        for thread in issue.threads.tolist():
            try:
                ctas = issue.ctas(values)
                shape = _shape(form, issue.number("idesc", thread), len(ctas))
                function(TensorProduct(form, shape, issue, thread, ctas))
            except TensorMemoryError as error:
                raise memory_error(str(error), error.code) from None
            except UnknownLayout as error:
                raise not_executable(str(error)) from None
        return {}

    run, read = (partial(each, function=function) for function in (TensorProduct.run, TensorProduct.claim))
    return DeferredOperation(run, read)


@lru_cache(maxsize=128)
def _shape(form: TensorForm, value: int, ctas: int) -> TensorShape:
    """Decode an instruction descriptor, whose shape and types must be legal."""
    record = descriptor(f"tcgen05.instruction.{form.kind}", target=form.target.name if form.target else None)
    errors = [note.message for note in record.explain(value, cta_group=ctas, ws=form.ws) if note.level == "error"]
    if errors:
        raise not_executable(f"instruction descriptor {value:#010x}: {errors[0]}")
    fields = record.decode(value)
    if (fields["sparse"] == "sparse") != form.sparse:
        described = f"instruction descriptor {value:#010x} is for a {fields['sparse']} A"
        raise not_executable(f"{described}; {form.name} is not")
    m, n, stored = int(fields["m"]), int(fields["n"]), int(fields["k"])
    if form.ashift and m < LANES:
        raise not_executable(f".ashift is for M = 128 and M = 256, not for M = {m}")
    d = str(fields.get("dtype", "f32"))
    what = Multiplication(
        *(str(fields["atype"]), str(fields["btype"]), d, d),
        saturate=fields.get("saturate") == "yes",
        negate_a=fields["negate_a"] == "yes",
        negate_b=fields["negate_b"] == "yes",
        scale=str(fields.get("scale_type", "")),
        halvings=form.halvings,
    )
    return TensorShape(m, n, stored * 2 if form.sparse else stored, stored, fields, what)


OPERATIONS: TensorOperations = {"tensor_multiply": _multiply}
