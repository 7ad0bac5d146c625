"""Products of matrices by `tcgen05.mma` and its variants (section 9.7.16.9): each thread that executes one starts one.

The instruction descriptor gives shape and types. A is in shared memory or in tensor memory, B in shared memory, D in
the lanes of tensor memory that the layout of its shape has. Collector buffers change no value.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

import numpy as np

from ptxisa.isa.forms import Values
from ptxisa.isa.targets import Target
from ptxisa.numbers.matrix.lanes import multiply
from ptxisa.numbers.matrix.multiplication import Model, Multiplication, find
from ptxisa.objects.descriptor_format import Fields
from ptxisa.objects.descriptors import descriptor
from ptxisa.objects.layouts import UnknownLayout
from ptxisa.objects.tensor_memory import LANES, TensorMemoryError
from ptxisa.run import tensor_operands
from ptxisa.run.issue import Issue, Run, memory_error, undefined
from ptxisa.run.tensor_operands import Form, Product, Shape

_NAMES = ("tcgen05", "mma", "ws", "sp")
"""Words of a form that name the instruction, as layouts and models do."""


def product(form_id: str, values: Values, constants: dict[str, int], on: Target | None) -> Run:
    """The multiplication of a statement."""
    kind, halvings = str(values["kind"]).removeprefix("kind::"), constants.get("scale_input_d", 0)
    name = ".".join(word for word in form_id.split(".") if word in _NAMES)
    form = Form(name, kind, values.get("scale_vec"), on, halvings, bool(values.get("ashift")))
    return partial(_run, form, values)


def _run(form: Form, values: Values, issue: Issue) -> dict[str, Any]:
    for thread in issue.threads.tolist():
        try:
            ctas = issue.ctas(values)
            shape = _shape(form, issue.number("idesc", thread), len(ctas))
            _multiply(Product(form, shape, issue, thread, ctas))
        except TensorMemoryError as error:
            raise memory_error(str(error)) from None
        except UnknownLayout as error:
            raise undefined(str(error)) from None
    return {}


def _multiply(of: Product) -> None:
    a, b, what = tensor_operands.first(of), tensor_operands.second(of), of.shape.what
    accumulator = tensor_operands.accumulator(of)
    given = accumulator.read(of)
    c = given if of.number("enable_input_d") else np.zeros_like(given)
    c = c.astype(np.uint16) if what.c == "f16" else c
    columns = tensor_operands.metadata(of) if of.form.sparse else None
    scales = tensor_operands.scales(of) if what.scale else None
    d = multiply(a[None], b[None], c[None], what, _model(of.form, of.shape), columns, scales)[0]
    accumulator.write(of, d, tensor_operands.enabled(of))


@lru_cache(maxsize=128)
def _shape(form: Form, value: int, ctas: int) -> Shape:
    """The instruction descriptor, whose shape and types must be legal."""
    format_ = descriptor(f"tcgen05.instruction.{form.kind}", target=form.target.name if form.target else None)
    wrong = [note.message for note in format_.explain(value, cta_group=ctas, ws=form.ws) if note.level == "error"]
    if wrong:
        raise undefined(f"instruction descriptor {value:#010x}: {wrong[0]}")
    fields = format_.decode(value)
    if (fields["sparse"] == "sparse") != form.sparse:
        raise undefined(f"instruction descriptor {value:#010x} is for a {fields['sparse']} A; {form.name} is not")
    m, n, stored = int(fields["m"]), int(fields["n"]), int(fields["k"])
    if form.ashift and m < LANES:
        raise undefined(f".ashift is for M = 128 and M = 256, not for M = {m}")
    return Shape(m, n, stored * 2 if form.sparse else stored, stored, fields, _multiplication(form, fields))


def _multiplication(form: Form, fields: Fields) -> Multiplication:
    d = str(fields.get("dtype", "f32"))
    return Multiplication(
        *(str(fields["atype"]), str(fields["btype"]), d, d),
        saturate=fields.get("saturate") == "yes",
        negate_a=fields["negate_a"] == "yes",
        negate_b=fields["negate_b"] == "yes",
        scale=str(fields.get("scale_type", "")),
        halvings=form.halvings,
    )


def _model(form: Form, shape: Shape) -> Model | None:
    if form.target is None:
        return None
    name = f"{form.name}.{form.kind}" if shape.what.scale else form.name
    return find(form.target.canonical, name, f"m{shape.m}n{shape.n}k{shape.k}", shape.what)
