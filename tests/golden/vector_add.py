"""NumPy semantics of `add`.

Generated from the records below; change those, not this file.

    isa/instructions/integer-arithmetic/add.yaml
"""

# mypy: disable-error-code="assignment"
# A name may hold arrays of several dtypes, one after the other.

from __future__ import annotations

from numpy import int32, int64, maximum, minimum, uint32

from ptxisa.numbers.lanes import Lanes, over_lanes
from ptxisa.run.implementation import Forms, Implementation, Models


@over_lanes
def add_int(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
    """add.{u16, u32, u64, s16, s32, s64}."""
    d = a + b
    return (d,)


@over_lanes
def add_int_sat(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
    """add.sat.s32."""
    d = minimum(maximum(a.view(int32).astype(int64) + b.view(int32).astype(int64), -0x80000000), 0x7FFFFFFF)
    return (d.astype(uint32),)


@over_lanes
def add_packed(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
    """add.{u16x2, s16x2}."""
    d = (a + b) & 0xFFFF
    d = d | (((a >> 16) + (b >> 16)) << 16)
    return (d,)


_ADD_INT = Implementation(add_int, ("a", "b"), ("d",))
_ADD_INT_SAT = Implementation(add_int_sat, ("a", "b"), ("d",))
_ADD_PACKED = Implementation(add_packed, ("a", "b"), ("d",))

FORMS: Forms = {
    "add.int": (
        ("type",),
        {
            ("u16",): _ADD_INT,
            ("u32",): _ADD_INT,
            ("u64",): _ADD_INT,
            ("s16",): _ADD_INT,
            ("s32",): _ADD_INT,
            ("s64",): _ADD_INT,
        },
    ),
    "add.int.sat": (
        (),
        {(): _ADD_INT_SAT},
    ),
    "add.packed": (
        ("type",),
        {
            ("u16x2",): _ADD_PACKED,
            ("s16x2",): _ADD_PACKED,
        },
    ),
}

MODELS: Models = {}
