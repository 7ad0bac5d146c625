"""NumPy semantics of `add`. Generated from the records that forms/add.py names; change those, not this file."""

from __future__ import annotations

from numpy import int16, int32, int64, int8, maximum, minimum, uint16, uint32, uint64

from ptxisa.numbers.lanes import Lanes
from ptxisa.run.implementation import By, Case, Choice, Forms, Models


# add.{u16, u32, u64, s16, s32, s64}.
def add_int(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
    d = a + b
    return (d,)


# add.sat.{s32, u32}.
def add_int_sat(a: Lanes, b: Lanes, *, type: str) -> tuple[Lanes, ...]:
    if type == "s32":
        d = minimum(maximum(a.view(int32).astype(int64) + b.view(int32).astype(int64), -0x80000000), 0x7FFFFFFF)
    else:
        d = minimum(maximum(a.astype(uint64) + b.astype(uint64), 0), 0xFFFFFFFF)
    return (d.astype(uint32),)


# add.{u16x2, s16x2}.
def add_packed(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
    d = (a + b) & 0xFFFF
    d = d | (((a >> 16) + (b >> 16)) << 16)
    return (d,)


# add.sat.{u16x2, s16x2}.
def add_packed_sat(a: Lanes, b: Lanes, *, type: str) -> tuple[Lanes, ...]:
    if type == "u16x2":
        d = minimum(maximum((a & 0xFFFF) + (b & 0xFFFF), 0), 0xFFFF) & 0xFFFF
        d = d | (minimum(maximum((a >> 16) + (b >> 16), 0), 0xFFFF) << 16)
    else:
        d = minimum(
            maximum(a.astype(int16).astype(int32) + b.astype(int16).astype(int32), -0x8000), 0x7FFF,
        ).view(uint32) & 0xFFFF
        d = d | (minimum(
            maximum((a >> 16).astype(int16).astype(int32) + (b >> 16).astype(int16).astype(int32), -0x8000), 0x7FFF,
        ).view(uint32) << 16)
    return (d,)


# add.{u8x4, s8x4}, add.sat.s8x4.
def add_bytes(a: Lanes, b: Lanes, *, sat: str | None) -> tuple[Lanes, ...]:
    if not sat:
        sum = a + b
        d = sum & 0xFF
        sum = (a >> 8) + (b >> 8)
        d = d | ((sum & 0xFF) << 8)
        sum = (a >> 16) + (b >> 16)
        d = d | ((sum & 0xFF) << 16)
        sum = (a >> 24) + (b >> 24)
        d = d | (sum << 24)
    else:
        sum = a.astype(int8).astype(int16) + b.astype(int8).astype(int16)
        d = minimum(maximum(sum, -128), 127).view(uint16) & 0xFF
        sum = (a >> 8).astype(int8).astype(int16) + (b >> 8).astype(int8).astype(int16)
        d = d | (minimum(maximum(sum, -128), 127).view(uint16) << 8)
        sum = (a >> 16).astype(int8).astype(int16) + (b >> 16).astype(int8).astype(int16)
        d = d.astype(uint32) | ((minimum(maximum(sum, -128), 127).astype(uint32) & 0xFF) << 16)
        sum = (a >> 24).astype(int8).astype(int16) + (b >> 24).astype(int8).astype(int16)
        d = d | (minimum(maximum(sum, -128), 127).astype(uint32) << 24)
    return (d,)


# add.sat.u8x4.
def add_bytes_sat_u8x4(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
    sum = (a & 0xFF) + (b & 0xFF)
    d = minimum(maximum(sum, 0), 0xFF) & 0xFF
    sum = ((a >> 8) & 0xFF) + ((b >> 8) & 0xFF)
    d = d | ((minimum(maximum(sum, 0), 0xFF) & 0xFF) << 8)
    sum = ((a >> 16) & 0xFF) + ((b >> 16) & 0xFF)
    d = d | ((minimum(maximum(sum, 0), 0xFF) & 0xFF) << 16)
    sum = (a >> 24) + (b >> 24)
    d = d | (minimum(maximum(sum, 0), 0xFF) << 24)
    return (d,)


FORMS: Forms = {
    "add.int": Case(add_int, ("a", "b"), ("d",)), "add.int.sat": Case(add_int_sat, ("a", "b"), ("d",), slots="type"),
    "add.packed": Case(add_packed, ("a", "b"), ("d",)),
    "add.packed.sat": Case(add_packed_sat, ("a", "b"), ("d",), slots="type"),
    "add.bytes": Choice(
        By("sat type", {("-", "u8x4 s8x4"): 0, ("sat", "s8x4"): 0, ("sat", "u8x4"): 1}),
        (Case(add_bytes, ("a", "b"), ("d",), slots="sat"), Case(add_bytes_sat_u8x4, ("a", "b"), ("d",))),
    ),
}
MODELS: Models = {}
