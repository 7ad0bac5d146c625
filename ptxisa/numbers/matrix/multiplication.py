"""What a multiplication of matrices computes: types, modifiers, and the model of a target.

PTX leaves the order of additions and their rounding open (sections 9.7.14 and 9.7.15). A `Model` closes it for a
target; `find` picks the one of an instruction.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ptxisa.isa import targets

NO_FLOOR = -300
"""Below the exponent of every product: for models of which no least exponent is known."""


class Multiplication(NamedTuple):
    """Types of the elements of A, B, C and D, and the modifiers that count for their values.

    `rounding` is that of `.f64`; `saturate` is `.satfinite` of integers; `operation` is "xor" or "and" of single bits.
    `negate_a` and `negate_b` are the factors -1 of `wgmma` and `tcgen05.mma`. `scale` is the type of the scale factors
    of blocks, if any; `halvings` is how often C is halved before it is added.
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


class Model(NamedTuple):
    """How a target multiplies.

    The methods are

    fused   `block` products at a time and the sum so far are aligned to the largest exponent among them, at least
            `floor`, cut to `fraction` bits after the point, and summed exactly. A sum is cut to `kept` fraction bits of
            single precision, or rounded to nearest even in f16.
    groups  the same as `fused` for all products at once, of which each `block` are summed exactly first; a sum is
            aligned by the exponents of its scale factors alone.
    halves  8-bit numbers are unpacked to f16. The positions k with k % 4 < 2 are one block, the others the next,
            starting from zero; C is added to the result, rounded to nearest even.
    through the same as `fused` in single precision, then rounded to nearest even to the type of D.
    chain   one fused multiply-add after the other in the type of D, starting from C.
    after   one fused multiply-add after the other in single precision from zero; C is added to the result.
    pairs   products by twos, C added to the first pair, then the second pair, in single precision; then rounded.
    """

    method: str
    fraction: int = 0
    block: int = 0
    floor: int = NO_FLOOR
    kept: int = 23


class Row(NamedTuple):
    """A model and what it is for: names of instructions, types, and numbers of columns of A; empty for any."""

    model: Model
    instructions: tuple[str, ...] = ()
    a: tuple[str, ...] = ()
    c: tuple[str, ...] = ()
    d: tuple[str, ...] = ()
    shapes: tuple[str, ...] = ()
    b: tuple[str, ...] = ()


class Models(NamedTuple):
    """The rows of a target, the first that fits decides, and whether they were measured on it."""

    name: str
    measured: bool
    rows: tuple[Row, ...]


def find(target: str, instruction: str, shape: str, what: Multiplication) -> Model | None:
    """The model of a target for an instruction, such as `mma`, `mma.sp`, `wmma`, `wgmma`, `wgmma.sp` or `tcgen05.mma`.

    With scale factors the kind is part of the name: `mma.mxf4nvf4`, `tcgen05.mma.mxf8f6f4`.

    `shape` is like m16n8k16; an accelerated or family target has the model of its base target. None where no study
    covers the combination, and for integers, whose results every target agrees on.
    """
    models = _tables().get(targets.target(target).canonical.rstrip("af"))
    rows = models.rows if models else ()
    asked = (instruction, what.a, what.c, what.d, shape, what.b)
    return next((row.model for row in rows if _fits(row, asked)), None)


def _fits(row: Row, asked: tuple[str, ...]) -> bool:
    return all(not allowed or one in allowed for allowed, one in zip(row[1:], asked, strict=True))


@cache
def _tables() -> dict[str, Models]:
    from ptxisa._generated.matrix_models import MODELS

    return MODELS
