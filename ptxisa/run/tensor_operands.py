"""Where `tcgen05.mma` finds its operands (sections 9.7.16.9 and 9.7.16.10): in tensor memory and shared memory of a CTA
or of a pair of CTAs.

Of a pair, each CTA has its half of the rows of A and D, and of the columns of B; scale factors of B are in both. What
the manual has in figures alone is that of CuTe's traits, as the layout records say.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.targets import Target
from ptxisa.numbers.matrix.multiplication import Multiplication
from ptxisa.numbers.matrix.scaling import Scales
from ptxisa.objects.descriptor_format import Fields
from ptxisa.objects.descriptors import descriptor
from ptxisa.objects.layouts import Layout, layout
from ptxisa.objects.tensor_memory import LANES, parts_of
from ptxisa.run.issue import Issue, undefined
from ptxisa.run.memory import Memory
from ptxisa.run.shared_tiles import matrix_fields, tile
from ptxisa.run.sparse_metadata import OF_TENSOR_MEMORY, columns_of

_IN_BYTES = ("e3m2", "e2m3", "e2m1")
"""Types that the kinds of 8-bit elements store in bytes."""
_LAYOUT_KINDS = {"mxf4": "mxf4", "mxf4nvf4": "mxf4"}
_BLOCKS = {"block16": 16, "block32": 32}
_SCALE_STEP = 32
"""Rows, or columns of B, whose scale factors share a word of each lane; twice as many where a pair splits lanes."""
_FACTORS = 4
"""Scale factors in a word."""

Integers = NDArray[np.int64]


class Form(NamedTuple):
    """What a statement says without its operands."""

    name: str
    kind: str
    vector: str | None
    target: Target | None
    halvings: int
    ashift: bool

    @property
    def ws(self) -> bool:
        return ".ws" in self.name

    @property
    def sparse(self) -> bool:
        return self.name.endswith(".sp")


class Shape(NamedTuple):
    """An instruction descriptor: sizes, K that of the stored elements of A in `stored`, and the multiplication."""

    m: int
    n: int
    k: int
    stored: int
    fields: Fields
    what: Multiplication


class Product(NamedTuple):
    """One multiplication: what is multiplied, by the operands of a thread, in the memory of some CTAs."""

    form: Form
    shape: Shape
    issue: Issue
    thread: int
    ctas: tuple[int, ...]

    @property
    def memory(self) -> Memory:
        return self.issue.memory

    def number(self, name: str) -> int:
        """The value of an operand."""
        return self.issue.number(name, self.thread)

    def variant(self, **others: str) -> dict[str, str]:
        """What chooses between layouts: how many CTAs there are, where it matters, and more."""
        grouped = self.shape.m == LANES and not self.form.ws
        return {**({"cta_group": str(len(self.ctas))} if grouped else {}), **others}


# --- tensor memory ---


class Cells(NamedTuple):
    """Where elements are in the tensor memory of some CTAs: the number of the CTA among them, lane and column."""

    ctas: Integers
    lanes: Integers
    columns: Integers

    def read(self, of: Product) -> NDArray[np.uint32]:
        """The words of the elements."""
        found = np.empty(self.lanes.shape, np.uint32)
        for number, cta in enumerate(of.ctas):
            here = self.ctas == number
            found[here] = of.memory.tensor(cta).read(self.lanes[here], self.columns[here])
        return found

    def write(self, of: Product, values: Any, enabled: NDArray[np.bool_]) -> None:
        """Write the words of those lanes that are enabled (CTAs, lanes)."""
        for number, cta in enumerate(of.ctas):
            here = self.ctas == number
            here &= enabled[number, np.where(here, self.lanes, 0) % LANES]
            of.memory.tensor(cta).write(self.lanes[here], self.columns[here], values[here])


def cells(found: Layout, address: int) -> Cells:
    """The cells of a layout that begins at an address."""
    lane, column = parts_of(address)
    ctas = found.coordinates.get("cta", np.zeros_like(found.lane))
    return Cells(ctas, found.lane + lane, found.coordinates.get("word", np.zeros_like(found.lane)) + column)


@lru_cache(maxsize=64)
def _layout(name: str, operand: str, kind: str, variant: tuple[tuple[str, str], ...] = ()) -> Layout:
    return layout(name, operand, kind, **dict(variant))


def _of(name: str, operand: str, kind: str, variant: dict[str, str]) -> Layout:
    return _layout(name, operand, kind, tuple(variant.items()))


def _elements(found: Layout, words: Any) -> Any:
    """The bits of elements in words."""
    element = found.element
    bits = found.coordinates.get("bit", np.zeros_like(found.lane)) + element.offset
    values = words >> bits.astype(np.uint32) & np.uint32((1 << element.bits) - 1)
    return values.astype(np.uint8 if element.bits <= 8 else np.uint16 if element.bits <= 16 else np.uint32)


def _one_copy(values: Any, what: str) -> Any:
    """Elements (rows, columns) that are in several places, which must hold the same."""
    copies = values.reshape(*values.shape[:2], -1)
    if (copies != copies[..., :1]).any():
        raise undefined(f"{what} differ between the parts of 32 lanes that hold copies; they must be equal")
    return copies[..., 0]


# --- the operands ---


def accumulator(of: Product) -> Cells:
    """Where D is."""
    name = f"{of.form.name}.m{of.shape.m}n{of.shape.n}k16"
    return cells(_of(name, "D", of.shape.what.d, of.variant()), of.number("d"))


def first(of: Product) -> Any:
    """A (M, stored K)."""
    if not of.issue.has("a_desc"):
        return _first_in_tensor_memory(of)
    major = str(of.shape.fields["transpose_a"])
    fields = matrix_fields(of.number("a_desc"), of.form.kind, major)
    what = of.shape.what.a, _narrow(of.form, of.shape.what.a), major
    rows = of.shape.m // len(of.ctas)
    return np.concatenate([tile(of.memory.shared(cta), fields, what, rows, of.shape.stored) for cta in of.ctas])


def _narrow(form: Form, kind: str) -> str:
    """The kind that the layout of a type depends on, if any."""
    return _LAYOUT_KINDS.get(form.kind, "f8f6f4") if kind in _IN_BYTES else ""


def _first_in_tensor_memory(of: Product) -> Any:
    """A in tensor memory, in the lanes of D."""
    if of.shape.fields["transpose_a"] != "K":
        raise undefined("A in tensor memory cannot be transposed")
    kind, ws = _narrow(of.form, of.shape.what.a), ".ws" if of.form.ws and of.shape.m < LANES else ""
    name = f"tcgen05.mma{ws}.m{of.shape.m}n64k{of.shape.stored}"
    found = _of(name, "A", of.shape.what.a, of.variant(**({"kind": kind} if kind else {})))
    rows = _one_copy(_elements(found, cells(found, of.number("a")).read(of)), "rows of A")
    return _shifted(rows, len(of.ctas)) if of.form.ashift else rows


def _shifted(rows: Any, ctas: int) -> Any:
    """Rows in each CTA one further down; the last is left out, and the first stays, as that of ``tcgen05.shift``."""
    parts = np.split(rows, ctas)
    return np.concatenate([part[[0, *range(len(part) - 1)]] for part in parts])


def second(of: Product) -> Any:
    """B (K, N), with columns of zeros where a mask says so."""
    major, what = str(of.shape.fields["transpose_b"]), of.shape.what
    mask, shift = _columns_left_out(of)
    fields = matrix_fields(of.number("b_desc"), of.form.kind, major)
    kinds, rows = (what.b, _narrow(of.form, what.b), major), of.shape.n // len(of.ctas) + shift
    parts = [tile(of.memory.shared(cta), fields, kinds, rows, of.shape.k)[shift:] for cta in of.ctas]
    found = np.concatenate(parts)
    found[mask] = 0
    return found.T


def _columns_left_out(of: Product) -> tuple[NDArray[np.bool_], int]:
    """The columns of B that count as zero, and how many columns before the first one are left out."""
    name, shape = "zero_column_mask_desc", of.shape
    value = of.number(name) if of.issue.has(name) else 0
    if not value:
        return np.zeros(shape.n, bool), 0
    format_ = descriptor("tcgen05.zero_column_mask")
    wrong = [note.message for note in format_.explain(value, m=shape.m, n=shape.n) if note.level == "error"]
    if wrong:
        raise undefined(f"zero-column mask descriptor {value:#018x}: {wrong[0]}")
    mask = format_.mask(value, m=shape.m, n=shape.n)
    return np.array([mask >> column & 1 for column in range(shape.n)], bool), int(format_.decode(value)["shift"])


def metadata(of: Product) -> Any:
    """The row of B that each stored element of A meets.

    The address names a pair of words where the selector chooses one of two.
    """
    selector, address = int(of.shape.fields.get("selector", 0)), of.number("sp_meta")
    name = f"{of.form.name}.m{of.shape.m}n64k{of.shape.k}"
    options = {"selector": str(selector)} if selector else {}
    found = _of(name, "metadata", of.shape.what.a, of.variant(**options))
    if "selector" in found.symbols and address % 2:
        raise undefined(f"metadata begin at column {parts_of(address)[1]}; a pair of words begins at an even column")
    indices = _one_copy(_elements(found, cells(found, address).read(of)), "metadata")
    return columns_of(found, indices[None], OF_TENSOR_MEMORY)


def enabled(of: Product) -> NDArray[np.bool_]:
    """Which lanes of each CTA are written."""
    count = LANES // 32 * len(of.ctas)
    if not of.issue.has("disable_output_lane"):
        return np.ones((len(of.ctas), LANES), bool)
    words = np.array([of.number(f"disable_output_lane.{i}") for i in range(count)], "<u4")
    found: NDArray[np.bool_] = np.unpackbits(words.view(np.uint8), bitorder="little").reshape(-1, LANES) == 0
    return found


# --- scale factors ---


def scales(of: Product) -> Scales:
    """The scale factors of A and B."""
    blocks = _blocks(of.form, of.shape)
    if of.shape.stored // blocks not in _BLOCKS.values():
        raise undefined(f"{blocks} scale factors of a row do not go with K = {of.shape.k}")
    return Scales(_factors(of, "a", blocks)[None], _factors(of, "b", blocks).T[None])


def _blocks(form: Form, shape: Shape) -> int:
    """How many factors a row has."""
    if form.vector is None or form.vector in _BLOCKS:
        return shape.stored // _BLOCKS[form.vector or "block32"]
    return int(form.vector.removeprefix("scale_vec::").removesuffix("X"))


def _factors(of: Product, matrix: str, blocks: int) -> Any:
    """The scale factors of rows of A, or of columns of B, which all parts of 32 lanes must hold.

    Factors follow each other from the byte that the descriptor names. After the last byte of a word they go on in
    the next words of all rows.
    """
    start = int(of.shape.fields[f"scale_{matrix}"])
    words = [_words(of, matrix, number) for number in range(-(-(start + blocks) // _FACTORS))]
    factors = np.concatenate(words, axis=1)[: of.shape.m if matrix == "a" else of.shape.n, start : start + blocks]
    return _one_copy(factors, f"scale factors of {matrix.upper()}")


def _words(of: Product, matrix: str, number: int) -> NDArray[np.uint8]:
    """The four bytes of the words of one set, by rows of A or columns of B, with their copies."""
    shape, step = of.shape, _SCALE_STEP * (2 if of.shape.m == LANES and len(of.ctas) > 1 else 1)
    n = -(-shape.n // step) * step
    name = f"tcgen05.mma.m{shape.m}n{n}k{shape.stored}"
    found = _of(name, f"scale_{matrix}", shape.what.scale, of.variant(scale_vec="4X"))
    rows = shape.m // len(of.ctas) if matrix == "a" else n
    apart = -(-rows // LANES) * LANES // _SCALE_STEP
    words = cells(found, of.number(f"scale_{matrix}") + number * apart).read(of)
    bytes_ = (words >> found.coordinates["bit"].astype(np.uint32)).astype(np.uint8)
    return bytes_ if matrix == "a" else np.swapaxes(bytes_, 0, 1)
