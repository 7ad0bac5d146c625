"""Multiplications of matrices: types, modifiers, and models of targets.

    find("sm_90", "mma", "m16n8k16", Multiplication("f16", "f16", "f32", "f32"))

PTX leaves the order of additions and their rounding open (sections 9.7.14 and 9.7.15). A `Model` states both for a
target. docs/decisions/0026 has the sources: measurements on sm_90, and MMA-Sim (arXiv 2511.10909) for other targets.
"""

from __future__ import annotations

from typing import NamedTuple

from ptxisa.isa import targets
from ptxisa.numbers.formats import Format, known

NO_FLOOR = -300
"""Exponent below that of every product: for models whose least exponent is not known."""


class Multiplication(NamedTuple):
    """Types of the elements of A, B, C and D, and the modifiers that decide their values.

    Attributes:
        rounding: Rounding of `.f64`.
        saturate: True for `.satfinite` of integers.
        operation: "xor" or "and" of single bits.
        negate_a: True for the factor -1 of A, of `wgmma` and `tcgen05.mma`; `negate_b` likewise.
        scale: Type of the scale factors of blocks; empty without them.
        halvings: How often C is halved before the products are added.
    """

    a: str
    b: str
    c: str
    d: str
    rounding: str = "rn"
    saturate: bool = False
    operation: str = ""
    negate_a: bool = False
    negate_b: bool = False
    scale: str = ""
    halvings: int = 0


def addend_format(what: Multiplication) -> Format:
    """Return the format by whose exponents C is aligned with the products.

    A tensor core that accumulates in single precision gets C in single precision: a subnormal C in f16 is normal there,
    and has a smaller exponent than the least one of f16. Measured on an H100 with `wmma.mma` of `.f32` D and `.f16` C.
    """
    return known()["f32" if what.d == "f32" else what.c]


class Model(NamedTuple):
    """Method of a target, with its parameters.

    Values of `accumulation`:

    fused            `block` products at a time and the sum so far are aligned to the largest exponent among them, at
                     least `min_exponent`, truncated to `fraction` bits after the point, and summed exactly. A sum is
                     truncated to `sum_fraction` fraction bits of single precision, or rounded to nearest even in f16.
    scaled_groups    `fused` for all products at once, after an exact sum of each `block` of them; a sum is aligned by
                     the exponents of its scale factors alone.
    register_halves  8-bit numbers are unpacked to f16. The positions k with k % 4 < 2 are one block, the others the
                     next, starting from zero; C is added to the result, rounded to nearest even.
    via_f32          `fused` in single precision, then rounded to nearest even to the type of D.
    sequential       one fused multiply-add after the other in the type of D, starting from C.
    add_c_last       one fused multiply-add after the other in single precision from zero; C is added to the result.
    pairwise         products in pairs, C added to the first pair, then the second pair, in single precision; then
                     rounded.
    """

    accumulation: str
    fraction: int = 0
    block: int = 0
    min_exponent: int = NO_FLOOR
    sum_fraction: int = 23


class ModelRow(NamedTuple):
    """A model, and the instructions, types and shapes to which it applies; empty for any."""

    model: Model
    instructions: tuple[str, ...] = ()
    a: tuple[str, ...] = ()
    c: tuple[str, ...] = ()
    d: tuple[str, ...] = ()
    shapes: tuple[str, ...] = ()
    b: tuple[str, ...] = ()


class Models(NamedTuple):
    """Rows of a target, of which the first that fits applies; `measured` is True if they were measured on it."""

    name: str
    measured: bool
    rows: tuple[ModelRow, ...]


def find(target: str, instruction: str, shape: str, what: Multiplication) -> Model | None:
    """Return the model of a target for an instruction.

    Args:
        target: Name of the target; an accelerated or family target has the model of its base target.
        instruction: `mma`, `mma.sp`, `wmma`, `wgmma`, `wgmma.sp` or `tcgen05.mma`; with scale factors the kind is part
            of the name, as in `mma.mxf4nvf4`.
        shape: Shape, such as m16n8k16.
        what: Types and modifiers.

    Returns:
        The model; None where no study covers the combination, and for integers, whose results are the same everywhere.
    """
    from ptxisa._generated.matrix_models import MODELS  # It imports this module.

    # sm_90a and sm_100f are the silicon of sm_90 and sm_100.
    models = MODELS.get(targets.target(target).canonical.rstrip("af"))
    rows = models.rows if models else ()
    names = (instruction, what.a, what.c, what.d, shape, what.b)
    for row in rows:
        if all(not allowed or name in allowed for allowed, name in zip(row[1:], names, strict=True)):
            return row.model
    return None
