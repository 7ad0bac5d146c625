"""Reference semantics of `add`. Generated from the records that forms/add.py names; change those, not this file."""

from __future__ import annotations

from ptxisa.numbers.primitives import bits, clamp, cut, insert, signed
from ptxisa.run.implementation import By, Case, Choice, Forms, Models


# add.{u16, u32, u64, s16, s32, s64}.
def add_int(a: int, b: int, *, type: str, type_bits: int) -> tuple[int, ...]:
    if type in ("s16", "s32", "s64"):
        a = signed(a, type_bits)
        b = signed(b, type_bits)
    d = cut(a + b, type_bits)
    return (d,)


# add.sat.{s32, u32}.
def add_int_sat(a: int, b: int, *, type: str) -> tuple[int, ...]:
    if type == "s32":
        a = signed(a, 32)
        b = signed(b, 32)
        d = cut(clamp(a + b, -0x80000000, 0x7FFFFFFF), 32)
    else:
        d = clamp(a + b, 0, 0xFFFFFFFF)
    return (d,)


# add.{u16x2, s16x2}.
def add_packed(a: int, b: int, *, type: str) -> tuple[int, ...]:
    if type == "u16x2":
        d = insert(0, 15, 0, bits(a, 15, 0) + bits(b, 15, 0))
        d = insert(d, 31, 16, bits(a, 31, 16) + bits(b, 31, 16))
    else:
        d = insert(0, 15, 0, signed(bits(a, 15, 0), 16) + signed(bits(b, 15, 0), 16))
        d = insert(d, 31, 16, signed(bits(a, 31, 16), 16) + signed(bits(b, 31, 16), 16))
    return (d,)


# add.sat.{u16x2, s16x2}.
def add_packed_sat(a: int, b: int, *, type: str) -> tuple[int, ...]:
    if type == "u16x2":
        d = insert(0, 15, 0, clamp(bits(a, 15, 0) + bits(b, 15, 0), 0, 0xFFFF))
        d = insert(d, 31, 16, clamp(bits(a, 31, 16) + bits(b, 31, 16), 0, 0xFFFF))
    else:
        d = insert(0, 15, 0, clamp(signed(bits(a, 15, 0), 16) + signed(bits(b, 15, 0), 16), -0x8000, 0x7FFF))
        d = insert(d, 31, 16, clamp(signed(bits(a, 31, 16), 16) + signed(bits(b, 31, 16), 16), -0x8000, 0x7FFF))
    return (d,)


# add.u8x4, add.sat.s8x4.
def add_bytes(a: int, b: int, *, sat: str | None) -> tuple[int, ...]:
    if not sat:
        sum = bits(a, 7, 0) + bits(b, 7, 0)
        d = insert(0, 7, 0, sum)
        for i in range(1, 4):
            sum = bits(a, 8 * i + 7, 8 * i) + bits(b, 8 * i + 7, 8 * i)
            d = insert(d, 8 * i + 7, 8 * i, sum)
    else:
        sum = signed(bits(a, 7, 0), 8) + signed(bits(b, 7, 0), 8)
        d = insert(0, 7, 0, clamp(sum, -128, 127))
        for i in range(1, 4):
            sum = signed(bits(a, 8 * i + 7, 8 * i), 8) + signed(bits(b, 8 * i + 7, 8 * i), 8)
            d = insert(d, 8 * i + 7, 8 * i, clamp(sum, -128, 127))
    return (d,)


# add.s8x4, add.sat.u8x4.
def add_bytes_2(a: int, b: int, *, sat: str | None) -> tuple[int, ...]:
    if not sat:
        sum = signed(bits(a, 7, 0), 8) + signed(bits(b, 7, 0), 8)
        d = insert(0, 7, 0, sum)
        for i in range(1, 4):
            sum = signed(bits(a, 8 * i + 7, 8 * i), 8) + signed(bits(b, 8 * i + 7, 8 * i), 8)
            d = insert(d, 8 * i + 7, 8 * i, sum)
    else:
        sum = bits(a, 7, 0) + bits(b, 7, 0)
        d = insert(0, 7, 0, clamp(sum, 0, 0xFF))
        for i in range(1, 4):
            sum = bits(a, 8 * i + 7, 8 * i) + bits(b, 8 * i + 7, 8 * i)
            d = insert(d, 8 * i + 7, 8 * i, clamp(sum, 0, 0xFF))
    return (d,)


FORMS: Forms = {
    "add.int": Case(
        add_int, ("a", "b"), ("d",), slots="type",
        rules={"type_bits": By("type", {"s16 u16": 16, "s32 u32": 32, "s64 u64": 64})},
    ),
    "add.int.sat": Case(add_int_sat, ("a", "b"), ("d",), slots="type"),
    "add.packed": Case(add_packed, ("a", "b"), ("d",), slots="type"),
    "add.packed.sat": Case(add_packed_sat, ("a", "b"), ("d",), slots="type"),
    "add.bytes": Choice(
        By("sat type", {("-", "u8x4"): 0, ("sat", "s8x4"): 0, ("-", "s8x4"): 1, ("sat", "u8x4"): 1}),
        (Case(add_bytes, ("a", "b"), ("d",), slots="sat"), Case(add_bytes_2, ("a", "b"), ("d",), slots="sat")),
    ),
}
MODELS: Models = {}
