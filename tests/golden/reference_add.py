"""Reference semantics of `add`. Generated from the records that forms/add.py names; change those, not this file."""

from __future__ import annotations

from ptxisa.numbers.primitives import bits, clamp, cut, insert, signed
from ptxisa.run.implementation import By, Forms, FunctionCase, FunctionChoice, Models


# --- add.int: add.{type} d, a, b
#
#     d ← a + b


# add.u16
def add_int_u16(a: int, b: int) -> tuple[int, ...]:
    d = cut(a + b, 16)
    return (d,)


# add.u32
def add_int_u32(a: int, b: int) -> tuple[int, ...]:
    d = cut(a + b, 32)
    return (d,)


# add.u64
def add_int_u64(a: int, b: int) -> tuple[int, ...]:
    d = cut(a + b, 64)
    return (d,)


# add.s16
def add_int_s16(a: int, b: int) -> tuple[int, ...]:
    a = signed(a, 16)
    b = signed(b, 16)
    d = cut(a + b, 16)
    return (d,)


# add.s32
def add_int_s32(a: int, b: int) -> tuple[int, ...]:
    a = signed(a, 32)
    b = signed(b, 32)
    d = cut(a + b, 32)
    return (d,)


# add.s64
def add_int_s64(a: int, b: int) -> tuple[int, ...]:
    a = signed(a, 64)
    b = signed(b, 64)
    d = cut(a + b, 64)
    return (d,)


# --- add.int.sat: add.sat.{type} d, a, b
#
#     d ← clamp(a + b, type.min, type.max)


# add.sat.s32
def add_int_sat_s32(a: int, b: int) -> tuple[int, ...]:
    a = signed(a, 32)
    b = signed(b, 32)
    d = cut(clamp(a + b, -0x80000000, 0x7FFFFFFF), 32)
    return (d,)


# add.sat.u32
def add_int_sat_u32(a: int, b: int) -> tuple[int, ...]:
    d = clamp(a + b, 0, 0xFFFFFFFF)
    return (d,)


# --- add.packed: add.{type} d, a, b
#
#     for i in 0 .. type.elements - 1:
#         d[i] ← a[i] + b[i]


# add.u16x2
def add_packed_u16x2(a: int, b: int) -> tuple[int, ...]:
    d = insert(0, 15, 0, bits(a, 15, 0) + bits(b, 15, 0))
    d = insert(d, 31, 16, bits(a, 31, 16) + bits(b, 31, 16))
    return (d,)


# add.s16x2
def add_packed_s16x2(a: int, b: int) -> tuple[int, ...]:
    d = insert(0, 15, 0, signed(bits(a, 15, 0), 16) + signed(bits(b, 15, 0), 16))
    d = insert(d, 31, 16, signed(bits(a, 31, 16), 16) + signed(bits(b, 31, 16), 16))
    return (d,)


# --- add.packed.sat: add.sat.{type} d, a, b
#
#     for i in 0 .. type.elements - 1:
#         d[i] ← clamp(a[i] + b[i], type.element.min, type.element.max)


# add.sat.u16x2
def add_packed_sat_u16x2(a: int, b: int) -> tuple[int, ...]:
    d = insert(0, 15, 0, clamp(bits(a, 15, 0) + bits(b, 15, 0), 0, 0xFFFF))
    d = insert(d, 31, 16, clamp(bits(a, 31, 16) + bits(b, 31, 16), 0, 0xFFFF))
    return (d,)


# add.sat.s16x2
def add_packed_sat_s16x2(a: int, b: int) -> tuple[int, ...]:
    d = insert(0, 15, 0, clamp(signed(bits(a, 15, 0), 16) + signed(bits(b, 15, 0), 16), -0x8000, 0x7FFF))
    d = insert(d, 31, 16, clamp(signed(bits(a, 31, 16), 16) + signed(bits(b, 31, 16), 16), -0x8000, 0x7FFF))
    return (d,)


# --- add.bytes: add{.sat}.{type} d, a, b
#
#     for i in 0 .. type.elements - 1:
#         sum ← a[i] + b[i]
#         d[i] ← clamp(sum, type.element.min, type.element.max) if .sat else sum


# add.u8x4
def add_bytes_u8x4(a: int, b: int) -> tuple[int, ...]:
    sum = bits(a, 7, 0) + bits(b, 7, 0)
    d = insert(0, 7, 0, sum)
    sum = bits(a, 15, 8) + bits(b, 15, 8)
    d = insert(d, 15, 8, sum)
    sum = bits(a, 23, 16) + bits(b, 23, 16)
    d = insert(d, 23, 16, sum)
    sum = bits(a, 31, 24) + bits(b, 31, 24)
    d = insert(d, 31, 24, sum)
    return (d,)


# add.s8x4
def add_bytes_s8x4(a: int, b: int) -> tuple[int, ...]:
    sum = signed(bits(a, 7, 0), 8) + signed(bits(b, 7, 0), 8)
    d = insert(0, 7, 0, sum)
    sum = signed(bits(a, 15, 8), 8) + signed(bits(b, 15, 8), 8)
    d = insert(d, 15, 8, sum)
    sum = signed(bits(a, 23, 16), 8) + signed(bits(b, 23, 16), 8)
    d = insert(d, 23, 16, sum)
    sum = signed(bits(a, 31, 24), 8) + signed(bits(b, 31, 24), 8)
    d = insert(d, 31, 24, sum)
    return (d,)


# add.sat.u8x4
def add_bytes_sat_u8x4(a: int, b: int) -> tuple[int, ...]:
    sum = bits(a, 7, 0) + bits(b, 7, 0)
    d = insert(0, 7, 0, clamp(sum, 0, 0xFF))
    sum = bits(a, 15, 8) + bits(b, 15, 8)
    d = insert(d, 15, 8, clamp(sum, 0, 0xFF))
    sum = bits(a, 23, 16) + bits(b, 23, 16)
    d = insert(d, 23, 16, clamp(sum, 0, 0xFF))
    sum = bits(a, 31, 24) + bits(b, 31, 24)
    d = insert(d, 31, 24, clamp(sum, 0, 0xFF))
    return (d,)


# add.sat.s8x4
def add_bytes_sat_s8x4(a: int, b: int) -> tuple[int, ...]:
    sum = signed(bits(a, 7, 0), 8) + signed(bits(b, 7, 0), 8)
    d = insert(0, 7, 0, clamp(sum, -128, 127))
    sum = signed(bits(a, 15, 8), 8) + signed(bits(b, 15, 8), 8)
    d = insert(d, 15, 8, clamp(sum, -128, 127))
    sum = signed(bits(a, 23, 16), 8) + signed(bits(b, 23, 16), 8)
    d = insert(d, 23, 16, clamp(sum, -128, 127))
    sum = signed(bits(a, 31, 24), 8) + signed(bits(b, 31, 24), 8)
    d = insert(d, 31, 24, clamp(sum, -128, 127))
    return (d,)


FORMS: Forms = {
    "add.int": FunctionChoice(
        By("type", {"u16": 0, "u32": 1, "u64": 2, "s16": 3, "s32": 4, "s64": 5}),
        (
            FunctionCase(add_int_u16, ("a", "b"), ("d",)), FunctionCase(add_int_u32, ("a", "b"), ("d",)),
            FunctionCase(add_int_u64, ("a", "b"), ("d",)), FunctionCase(add_int_s16, ("a", "b"), ("d",)),
            FunctionCase(add_int_s32, ("a", "b"), ("d",)), FunctionCase(add_int_s64, ("a", "b"), ("d",)),
        ),
    ),
    "add.int.sat": FunctionChoice(
        By("type", {"s32": 0, "u32": 1}),
        (FunctionCase(add_int_sat_s32, ("a", "b"), ("d",)), FunctionCase(add_int_sat_u32, ("a", "b"), ("d",))),
    ),
    "add.packed": FunctionChoice(
        By("type", {"u16x2": 0, "s16x2": 1}),
        (FunctionCase(add_packed_u16x2, ("a", "b"), ("d",)), FunctionCase(add_packed_s16x2, ("a", "b"), ("d",))),
    ),
    "add.packed.sat": FunctionChoice(
        By("type", {"u16x2": 0, "s16x2": 1}),
        (
            FunctionCase(add_packed_sat_u16x2, ("a", "b"), ("d",)),
            FunctionCase(add_packed_sat_s16x2, ("a", "b"), ("d",)),
        ),
    ),
    "add.bytes": FunctionChoice(
        By("sat type", {("-", "u8x4"): 0, ("-", "s8x4"): 1, ("sat", "u8x4"): 2, ("sat", "s8x4"): 3}),
        (
            FunctionCase(add_bytes_u8x4, ("a", "b"), ("d",)), FunctionCase(add_bytes_s8x4, ("a", "b"), ("d",)),
            FunctionCase(add_bytes_sat_u8x4, ("a", "b"), ("d",)),
            FunctionCase(add_bytes_sat_s8x4, ("a", "b"), ("d",)),
        ),
    ),
}
MODELS: Models = {}
