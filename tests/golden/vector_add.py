"""NumPy semantics of `add`.

Generated from the records below; change those, not this file.

    isa/instructions/integer-arithmetic/add.yaml
"""

# mypy: disable-error-code="assignment, arg-type, return-value"
# A name may hold arrays of several dtypes, or pairs of them, one after the other.

from __future__ import annotations

from numpy import int32, int64, maximum, minimum, uint32

from ptxisa.numbers.lanes import Lanes
from ptxisa.run.implementation import Case, Forms, Models


def add_int(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
    """add.{u16, u32, u64, s16, s32, s64}."""
    d = a + b
    return (d,)


def add_int_sat(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
    """add.sat.s32."""
    d = minimum(maximum(a.view(int32).astype(int64) + b.view(int32).astype(int64), -0x80000000), 0x7FFFFFFF)
    return (d.astype(uint32),)


def add_packed(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
    """add.{u16x2, s16x2}."""
    d = (a + b) & 0xFFFF
    d = d | (((a >> 16) + (b >> 16)) << 16)
    return (d,)


FORMS: Forms = {
    "add.int": Case(add_int, ("a", "b"), ("d",)),
    "add.int.sat": Case(add_int_sat, ("a", "b"), ("d",)),
    "add.packed": Case(add_packed, ("a", "b"), ("d",)),
}

MODELS: Models = {}
