"""Block-scaled products of matrices in whole warps: `mma` and `mma.sp` with `.block_scale`, section 9.7.14.3.

Selectors say which threads and bytes hold the scale factors. They may be registers, equal in all threads of a warp.
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
from ptxisa.numbers.matrix.scaling import Scales
from ptxisa.objects.layouts import UnknownLayout
from ptxisa.run.errors import refusal
from ptxisa.run.matrices import Fragment, Kinds, Metadata, Operation, fragment
from ptxisa.run.pointers import uniform
from ptxisa.run.sparse_metadata import ORDERED
from ptxisa.run.warp import LANES

SELECTORS = ("byte_id_a", "thread_id_a", "byte_id_b", "thread_id_b")
_FACTORS = ("scale_a_data", "scale_b_data")
_DEFAULTS = {"kind::mxf8f6f4": "scale_vec::1X", "kind::mxf4": "scale_vec::2X"}
"""How many factors a row has where a statement does not say, by kind."""


class Scaled(NamedTuple):
    """A block-scaled multiplication: what is computed, and the layouts of its operands."""

    name: str
    values: Values
    what: Multiplication
    model: Model | None
    sparse: bool


def dense(values: Values, constants: dict[str, int], on: Target | None) -> Operation:
    """`mma` with block scaling."""
    return _operation(values, on, sparse=False)


def sparse(values: Values, constants: dict[str, int], on: Target | None) -> Operation:
    """`mma.sp::ordered_metadata` with block scaling."""
    return _operation(values, on, sparse=True)


def vector_of(kind: str, given: str | None) -> str:
    """The factors of a row, such as 2X, as the layouts name them."""
    return (given or _DEFAULTS[kind]).removeprefix("scale_vec::")


def _operation(values: Values, on: Target | None, *, sparse: bool) -> Operation:
    mnemonic = "mma.sp" if sparse else "mma"
    types = str(values["atype"]), str(values["btype"])
    what = Multiplication(*types, "f32", "f32", scale=str(values["stype"]))
    kind = str(values["kind"]).removeprefix("kind::")
    model = find(on.canonical, f"{mnemonic}.{kind}", str(values["shape"]), what) if on else None
    of = Scaled(f"{mnemonic}.{values['shape']}", values, what, model, sparse)
    given = ("a", "b", "c", "e") if sparse else ("a", "b", "c")
    return Operation(partial(_multiply, of), (*given, *_FACTORS, *SELECTORS), ("d",))


def _multiply(of: Scaled, **operands: Lanes) -> tuple[Lanes]:
    """D of warps, those with the same selectors together."""
    selectors = np.stack([uniform(name, operands[name][..., 0]) for name in SELECTORS], axis=-1)
    found = np.zeros((len(operands["a"]), LANES, 4), np.uint32)
    for chosen in np.unique(selectors, axis=0):
        warps = np.flatnonzero((selectors == chosen).all(axis=1))
        named = dict(zip(SELECTORS, chosen.tolist(), strict=True))
        found[warps] = _product(of, {name: one[warps] for name, one in operands.items()}, named)
    return (found,)


def _product(of: Scaled, given: dict[str, Lanes], chosen: dict[str, int]) -> Lanes:
    a, b = fragment(of.name, "A", of.what.a), fragment(of.name, "B", of.what.b)
    c = fragment(of.name, "C", "f32")
    factors = [_factors(of, one, chosen).matrices(given[name]) for one, name in zip("ab", _FACTORS, strict=True)]
    columns = Metadata(fragment(of.name, "metadata", of.what.a), ORDERED).columns(given["e"]) if of.sparse else None
    matrices = a.matrices(given["a"]), b.matrices(given["b"]), c.matrices(given["c"])
    return c.registers(multiply(*matrices, of.what, of.model, columns, Scales(*factors)))


def _factors(of: Scaled, matrix: str, chosen: dict[str, int]) -> Fragment:
    """The fragment of the factors of A or B."""
    vector = vector_of(str(of.values["kind"]), of.values["scale_vec"])
    options: dict[str, Any] = {"scale_vec": vector}
    options |= {name: chosen[f"{name}_{matrix}"] for name in ("thread_id", "byte_id")}
    try:
        return fragment(of.name, f"scale_{matrix}", of.what.scale, **options)
    except UnknownLayout as error:
        raise refusal("not-executable", str(error)) from None


KINDS: Kinds = {"multiply_scaled": dense, "multiply_sparse_scaled": sparse}
