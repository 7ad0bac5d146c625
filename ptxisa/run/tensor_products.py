"""Products of matrices by `tcgen05.mma` and its variants (section 9.7.16.9): each thread that executes one starts one.

The instruction descriptor gives shape and types. A is in shared memory or in tensor memory, B in shared memory, D in
the lanes of tensor memory that the layout of its shape has. Collector buffers change no value.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.forms import Values
from ptxisa.isa.targets import Target
from ptxisa.numbers.matrix.lanes import multiply
from ptxisa.numbers.matrix.multiplication import Model, Multiplication, find
from ptxisa.numbers.matrix.scaling import Scales
from ptxisa.objects.descriptor_format import Fields
from ptxisa.objects.descriptors import descriptor
from ptxisa.objects.layouts import Layout, UnknownLayout, layout
from ptxisa.objects.tensor_memory import LANES, TensorMemoryError, parts_of
from ptxisa.run.issue import Issue, Run, memory_error, undefined
from ptxisa.run.matrices import columns_of
from ptxisa.run.scaled_matrices import vector_of
from ptxisa.run.shared_tiles import matrix_fields, tile
from ptxisa.run.tensor_moves import one_cta

_NAMES = ("tcgen05", "mma", "ws", "sp")
"""Words of a form that name the instruction, as layouts and models do."""
_IN_BYTES = ("e3m2", "e2m3", "e2m1")
"""Types that the kinds of 8-bit elements store in bytes."""
_BLOCKS = {"block16": "4X", "block32": "2X"}
_LAYOUT_KINDS = {"mxf4": "mxf4", "mxf4nvf4": "mxf4"}
_SCALE_STEP = 32
"""Columns of B whose scale factors share a word of each lane."""


class _Form(NamedTuple):
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


class _Shape(NamedTuple):
    """An instruction descriptor: sizes, K that of the stored elements of A in `stored`, and the multiplication."""

    m: int
    n: int
    k: int
    stored: int
    fields: Fields
    what: Multiplication


def product(form_id: str, values: Values, constants: dict[str, int], on: Target | None) -> Run:
    """The multiplication of a statement."""
    one_cta(values)
    kind, halvings = str(values["kind"]).removeprefix("kind::"), constants.get("scale_input_d", 0)
    name = ".".join(word for word in form_id.split(".") if word in _NAMES)
    form = _Form(name, kind, values.get("scale_vec"), on, halvings, bool(values.get("ashift")))
    if form.ashift:
        raise undefined(".ashift is not executed: the manual does not say which row comes first")
    return partial(_run, form)


def _run(form: _Form, issue: Issue) -> dict[str, Any]:
    for thread in issue.threads:
        try:
            _multiply(form, issue, int(thread))
        except TensorMemoryError as error:
            raise memory_error(str(error)) from None
        except UnknownLayout as error:
            raise undefined(str(error)) from None
    return {}


def _multiply(form: _Form, issue: Issue, thread: int) -> None:
    shape = _shape(form, issue.number("idesc", thread))
    a, b = _a(form, shape, issue, thread), _b(form, shape, issue, thread)
    lanes, words = _accumulator(form, shape)
    lane, column = parts_of(issue.number("d", thread))
    given = issue.tensor.read(lanes + lane, words + column)
    c = given if issue.number("enable_input_d", thread) else np.zeros_like(given)
    c = c.astype(np.uint16) if shape.what.c == "f16" else c
    columns = _metadata(form, shape, issue, thread) if form.sparse else None
    scales = _scales(form, shape, issue, thread) if shape.what.scale else None
    d = multiply(a[None], b[None], c[None], shape.what, _model(form, shape), columns, scales)[0]
    written = _enabled(issue, thread)[lanes + lane]
    issue.tensor.write((lanes + lane)[written], (words + column)[written], d[written])


# --- the instruction ---


@lru_cache(maxsize=128)
def _shape(form: _Form, value: int) -> _Shape:
    """The instruction descriptor, whose shape and types must be legal."""
    format_ = descriptor(f"tcgen05.instruction.{form.kind}", target=form.target.name if form.target else None)
    wrong = [note.message for note in format_.explain(value, cta_group=1, ws=form.ws) if note.level == "error"]
    if wrong:
        raise undefined(f"instruction descriptor {value:#010x}: {wrong[0]}")
    fields = format_.decode(value)
    if (fields["sparse"] == "sparse") != form.sparse:
        raise undefined(f"instruction descriptor {value:#010x} is for a {fields['sparse']} A; {form.name} is not")
    m, n, stored = int(fields["m"]), int(fields["n"]), int(fields["k"])
    return _Shape(m, n, stored * 2 if form.sparse else stored, stored, fields, _multiplication(form, fields))


def _multiplication(form: _Form, fields: Fields) -> Multiplication:
    d = str(fields.get("dtype", "f32"))
    return Multiplication(
        *(str(fields["atype"]), str(fields["btype"]), d, d),
        saturate=fields.get("saturate") == "yes",
        negate_a=fields["negate_a"] == "yes",
        negate_b=fields["negate_b"] == "yes",
        scale=str(fields.get("scale_type", "")),
        halvings=form.halvings,
    )


def _model(form: _Form, shape: _Shape) -> Model | None:
    if form.target is None:
        return None
    name = f"{form.name}.{form.kind}" if shape.what.scale else form.name
    return find(form.target.canonical, name, f"m{shape.m}n{shape.n}k{shape.k}", shape.what)


@lru_cache(maxsize=64)
def _layout(name: str, operand: str, kind: str, variant: tuple[tuple[str, str], ...] = ()) -> Layout:
    return layout(name, operand, kind, **dict(variant))


def _accumulator(form: _Form, shape: _Shape) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The lane and the column of each element of D."""
    ws, group = (".ws", ()) if form.ws else ("", (("cta_group", "1"),))
    variant = group if shape.m == LANES else ()
    found = _layout(f"tcgen05.mma{ws}.m{shape.m}n{shape.n}k16", "D", shape.what.d, variant)
    return found.lane, found.word


def _enabled(issue: Issue, thread: int) -> NDArray[np.bool_]:
    """Which lanes are written."""
    if not issue.has("disable_output_lane"):
        return np.ones(LANES, bool)
    words = np.array([issue.number(f"disable_output_lane.{i}", thread) for i in range(LANES // 32)], "<u4")
    enabled: NDArray[np.bool_] = np.unpackbits(words.view(np.uint8), bitorder="little") == 0
    return enabled


# --- operands ---


def _variant(form: _Form, kind: str) -> str:
    """The kind that the layout of a type depends on, if any."""
    return _LAYOUT_KINDS.get(form.kind, "f8f6f4") if kind in _IN_BYTES else ""


def _a(form: _Form, shape: _Shape, issue: Issue, thread: int) -> Any:
    if issue.has("a_desc"):
        value, major = issue.number("a_desc", thread), str(shape.fields["transpose_a"])
        of = shape.what.a, _variant(form, shape.what.a), major
        return tile(issue.memory, matrix_fields(value, form.kind, major), of, shape.m, shape.stored)
    return _from_tensor_memory(form, shape, issue, issue.number("a", thread))


def _from_tensor_memory(form: _Form, shape: _Shape, issue: Issue, address: int) -> Any:
    """A in tensor memory, in the lanes of D."""
    if shape.fields["transpose_a"] != "K":
        raise undefined("A in tensor memory cannot be transposed")
    if form.ws and shape.m < LANES:
        raise undefined(f"the lanes of A in tensor memory are not known for .ws with M = {shape.m}")
    variant = [("cta_group", "1")] if shape.m == LANES else []
    kind = _variant(form, shape.what.a)
    found = _layout(
        f"tcgen05.mma.m{shape.m}n64k{shape.stored}", "A", shape.what.a, (*variant, *([("kind", kind)] if kind else []))
    )
    (lane, column), element = parts_of(address), found.element
    words = issue.tensor.read(found.lane + lane, found.word + column)
    bits = found.coordinates.get("bit", np.zeros_like(found.lane)) + element.offset
    elements = words >> bits.astype(np.uint32) & np.uint32((1 << element.bits) - 1)
    return elements.astype(np.uint8 if element.bits <= 8 else np.uint16 if element.bits <= 16 else np.uint32)


def _b(form: _Form, shape: _Shape, issue: Issue, thread: int) -> Any:
    """B (K, N), with columns of zeros where a mask says so."""
    major = str(shape.fields["transpose_b"])
    mask, shift = _columns_left_out(shape, issue, thread)
    fields = matrix_fields(issue.number("b_desc", thread), form.kind, major)
    of = shape.what.b, _variant(form, shape.what.b), major
    found = tile(issue.memory, fields, of, shape.n + shift, shape.k)[shift:].copy()
    found[mask] = 0
    return found.T


def _columns_left_out(shape: _Shape, issue: Issue, thread: int) -> tuple[NDArray[np.bool_], int]:
    """The columns of B that count as zero, and how many columns before the first one are left out."""
    name = "zero_column_mask_desc"
    value = issue.number(name, thread) if issue.has(name) else 0
    if not value:
        return np.zeros(shape.n, bool), 0
    format_ = descriptor("tcgen05.zero_column_mask")
    wrong = [note.message for note in format_.explain(value, m=shape.m, n=shape.n) if note.level == "error"]
    if wrong:
        raise undefined(f"zero-column mask descriptor {value:#018x}: {wrong[0]}")
    mask = format_.mask(value, m=shape.m, n=shape.n)
    return np.array([mask >> column & 1 for column in range(shape.n)], bool), int(format_.decode(value)["shift"])


def _metadata(form: _Form, shape: _Shape, issue: Issue, thread: int) -> Any:
    """The row of B that each stored element of A meets."""
    if shape.fields.get("selector"):
        raise undefined("sparsity selectors other than 0 are not executed: their columns are in a figure of the manual")
    found = _layout(f"{form.name}.m{shape.m}n64k{shape.k}", "metadata", shape.what.a)
    (lane, column), element = parts_of(issue.number("sp_meta", thread)), found.element
    places = {name: _first_copy(found, name) for name in ("lane", "word", "bit")}
    words = issue.tensor.read(places["lane"] + lane, places["word"] + column)
    indices = words >> places["bit"].astype(np.uint32) & np.uint32((1 << element.bits) - 1)
    return columns_of(found, indices)[None]


def _first_copy(found: Layout, name: str) -> NDArray[np.int64]:
    """An output at the rows and columns of the matrix; copies hold the same."""
    every = found.coordinates.get(name)
    if every is None:
        return np.zeros(next(iter(found.coordinates.values())).shape[:2], np.int64)
    return every.reshape(*every.shape[:2], -1)[..., 0]


def _scales(form: _Form, shape: _Shape, issue: Issue, thread: int) -> Scales:
    vector = _vector(form)
    if shape.stored % 32 or shape.stored == 96:
        raise undefined("K = 96 is not executed: its layouts of scale factors are in figures of the manual")
    return Scales(_factors("a", vector, shape, issue, thread)[None], _factors("b", vector, shape, issue, thread)[None])


def _vector(form: _Form) -> str:
    """How many factors a row has, such as 2X."""
    if form.vector == "block32" and form.kind == "mxf8f6f4":
        return "1X"
    return _BLOCKS.get(form.vector or "") or vector_of(f"kind::{form.kind}", form.vector)


def _factors(matrix: str, vector: str, shape: _Shape, issue: Issue, thread: int) -> Any:
    """The scale factors of A (M, blocks) or of B (blocks, N), which all parts of 32 lanes must hold."""
    n = -(-shape.n // _SCALE_STEP) * _SCALE_STEP
    name = f"tcgen05.mma.m{shape.m}n{n}k{shape.stored}"
    found = _layout(name, f"scale_{matrix}", shape.what.scale, (("scale_vec", vector),))
    lane, column = parts_of(issue.number(f"scale_{matrix}", thread))
    bits = found.coordinates["bit"] + 8 * int(shape.fields[f"scale_{matrix}"])
    words = issue.tensor.read(found.lane + lane, found.word + column)
    factors = words >> bits.astype(np.uint32) & np.uint32(0xFF)
    factors = factors if matrix == "a" else factors[:, : shape.n]
    if (factors != factors[..., :1]).any():
        raise undefined(f"scale factors of {matrix.upper()} differ between the parts of 32 lanes; they must be equal")
    return factors[..., 0].astype(np.uint8)
