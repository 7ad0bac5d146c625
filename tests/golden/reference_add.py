"""Reference semantics of `add`.

Generated from the records below; change those, not this file.

    isa/instructions/integer-arithmetic/add.yaml
"""

from __future__ import annotations

from ptxisa.numbers.primitives import bits, clamp, cut, insert, signed
from ptxisa.run.implementation import By, Case, Forms, Models, Modifier


def add_int(a: int, b: int, *, type: str, type_bits: int) -> tuple[int, ...]:
    """add.{u16, u32, u64, s16, s32, s64}."""
    if type in ("s16", "s32", "s64"):
        a = signed(a, type_bits)
        b = signed(b, type_bits)
    d = cut(a + b, type_bits)
    return (d,)


def add_int_sat(a: int, b: int) -> tuple[int, ...]:
    """add.sat.s32."""
    a = signed(a, 32)
    b = signed(b, 32)
    d = cut(clamp(a + b, -0x80000000, 0x7FFFFFFF), 32)
    return (d,)


def add_packed(a: int, b: int, *, type: str) -> tuple[int, ...]:
    """add.{u16x2, s16x2}."""
    if type == "u16x2":
        d = insert(0, 15, 0, bits(a, 15, 0) + bits(b, 15, 0))
        d = insert(d, 31, 16, bits(a, 31, 16) + bits(b, 31, 16))
    else:
        d = insert(0, 15, 0, signed(bits(a, 15, 0), 16) + signed(bits(b, 15, 0), 16))
        d = insert(d, 31, 16, signed(bits(a, 31, 16), 16) + signed(bits(b, 31, 16), 16))
    return (d,)


FORMS: Forms = {
    "add.int": Case(add_int, ("a", "b"), ("d",), {
        "type": Modifier("type"),
        "type_bits": By("type", {"s16 u16": 16, "s32 u32": 32, "s64 u64": 64}),
    }),
    "add.int.sat": Case(add_int_sat, ("a", "b"), ("d",)),
    "add.packed": Case(add_packed, ("a", "b"), ("d",), {
        "type": Modifier("type"),
    }),
}

MODELS: Models = {}
