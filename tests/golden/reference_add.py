"""Reference semantics of `add`.

Generated from the records below; change those, not this file.

    isa/instructions/integer-arithmetic/add.yaml
"""

from __future__ import annotations

from ptxisa.numbers.primitives import bits, clamp, cut, insert, signed
from ptxisa.run.implementation import Forms, Implementation, Models


def add_int_u16(a: int, b: int) -> tuple[int, ...]:
    """add.u16."""
    d = cut(a + b, 16)
    return (d,)


def add_int_u32(a: int, b: int) -> tuple[int, ...]:
    """add.u32."""
    d = cut(a + b, 32)
    return (d,)


def add_int_u64(a: int, b: int) -> tuple[int, ...]:
    """add.u64."""
    d = cut(a + b, 64)
    return (d,)


def add_int_s16(a: int, b: int) -> tuple[int, ...]:
    """add.s16."""
    a = signed(a, 16)
    b = signed(b, 16)
    d = cut(a + b, 16)
    return (d,)


def add_int_s32(a: int, b: int) -> tuple[int, ...]:
    """add.s32."""
    a = signed(a, 32)
    b = signed(b, 32)
    d = cut(a + b, 32)
    return (d,)


def add_int_s64(a: int, b: int) -> tuple[int, ...]:
    """add.s64."""
    a = signed(a, 64)
    b = signed(b, 64)
    d = cut(a + b, 64)
    return (d,)


def add_int_sat(a: int, b: int) -> tuple[int, ...]:
    """add.sat.s32."""
    a = signed(a, 32)
    b = signed(b, 32)
    d = cut(clamp(a + b, -0x80000000, 0x7FFFFFFF), 32)
    return (d,)


def add_packed_u16x2(a: int, b: int) -> tuple[int, ...]:
    """add.u16x2."""
    d = insert(0, 15, 0, bits(a, 15, 0) + bits(b, 15, 0))
    d = insert(d, 31, 16, bits(a, 31, 16) + bits(b, 31, 16))
    return (d,)


def add_packed_s16x2(a: int, b: int) -> tuple[int, ...]:
    """add.s16x2."""
    d = insert(0, 15, 0, signed(bits(a, 15, 0), 16) + signed(bits(b, 15, 0), 16))
    d = insert(d, 31, 16, signed(bits(a, 31, 16), 16) + signed(bits(b, 31, 16), 16))
    return (d,)


_ADD_INT_U16 = Implementation(add_int_u16, ("a", "b"), ("d",))
_ADD_INT_U32 = Implementation(add_int_u32, ("a", "b"), ("d",))
_ADD_INT_U64 = Implementation(add_int_u64, ("a", "b"), ("d",))
_ADD_INT_S16 = Implementation(add_int_s16, ("a", "b"), ("d",))
_ADD_INT_S32 = Implementation(add_int_s32, ("a", "b"), ("d",))
_ADD_INT_S64 = Implementation(add_int_s64, ("a", "b"), ("d",))
_ADD_INT_SAT = Implementation(add_int_sat, ("a", "b"), ("d",))
_ADD_PACKED_U16X2 = Implementation(add_packed_u16x2, ("a", "b"), ("d",))
_ADD_PACKED_S16X2 = Implementation(add_packed_s16x2, ("a", "b"), ("d",))

FORMS: Forms = {
    "add.int": (
        ("type",),
        {
            ("u16",): _ADD_INT_U16,
            ("u32",): _ADD_INT_U32,
            ("u64",): _ADD_INT_U64,
            ("s16",): _ADD_INT_S16,
            ("s32",): _ADD_INT_S32,
            ("s64",): _ADD_INT_S64,
        },
    ),
    "add.int.sat": (
        (),
        {(): _ADD_INT_SAT},
    ),
    "add.packed": (
        ("type",),
        {
            ("u16x2",): _ADD_PACKED_U16X2,
            ("s16x2",): _ADD_PACKED_S16X2,
        },
    ),
}

MODELS: Models = {}
