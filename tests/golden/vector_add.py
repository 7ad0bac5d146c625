"""NumPy semantics of `add`. Generated from the records that forms/add.py names; change those, not this file."""

from __future__ import annotations

from numpy import int16, int32, int64, int8, maximum, minimum, uint16, uint32, uint64

from ptxisa.numbers.lanes import Lanes
from ptxisa.run.implementation import By, Forms, FunctionCase, FunctionChoice, Models


# --- add.int: add.{type} d, a, b
#
#     d ← a + b


# add.{u16, u32, u64, s16, s32, s64}
def add_int(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
    d = a + b
    return (d,)


# --- add.int.sat: add.sat.{type} d, a, b
#
#     d ← clamp(a + b, type.min, type.max)


# add.sat.s32
def add_int_sat_s32(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
    d = minimum(maximum(a.view(int32).astype(int64) + b.view(int32).astype(int64), -0x80000000), 0x7FFFFFFF)
    return (d.astype(uint32),)


# add.sat.u32
def add_int_sat_u32(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
    d = minimum(maximum(a.astype(uint64) + b.astype(uint64), 0), 0xFFFFFFFF)
    return (d.astype(uint32),)


# --- add.packed: add.{type} d, a, b
#
#     for i in 0 .. type.elements - 1:
#         d[i] ← a[i] + b[i]


# add.{u16x2, s16x2}
def add_packed(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
    d = (a + b) & 0xFFFF
    d = d | (((a >> 16) + (b >> 16)) << 16)
    return (d,)


# --- add.packed.sat: add.sat.{type} d, a, b
#
#     for i in 0 .. type.elements - 1:
#         d[i] ← clamp(a[i] + b[i], type.element.min, type.element.max)


# add.sat.u16x2
def add_packed_sat_u16x2(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
    d = minimum(maximum((a & 0xFFFF) + (b & 0xFFFF), 0), 0xFFFF) & 0xFFFF
    d = d | (minimum(maximum((a >> 16) + (b >> 16), 0), 0xFFFF) << 16)
    return (d,)


# add.sat.s16x2
def add_packed_sat_s16x2(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
    d = minimum(
        maximum(a.astype(int16).astype(int32) + b.astype(int16).astype(int32), -0x8000), 0x7FFF,
    ).view(uint32) & 0xFFFF
    d = d | (minimum(
        maximum((a >> 16).astype(int16).astype(int32) + (b >> 16).astype(int16).astype(int32), -0x8000), 0x7FFF,
    ).view(uint32) << 16)
    return (d,)


# --- add.bytes: add{.sat}.{type} d, a, b
#
#     for i in 0 .. type.elements - 1:
#         sum ← a[i] + b[i]
#         d[i] ← clamp(sum, type.element.min, type.element.max) if .sat else sum


# add.{u8x4, s8x4}
def add_bytes(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
    sum = a + b
    d = sum & 0xFF
    sum = (a >> 8) + (b >> 8)
    d = d | ((sum & 0xFF) << 8)
    sum = (a >> 16) + (b >> 16)
    d = d | ((sum & 0xFF) << 16)
    sum = (a >> 24) + (b >> 24)
    d = d | (sum << 24)
    return (d,)


# add.sat.u8x4
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


# add.sat.s8x4
def add_bytes_sat_s8x4(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
    sum = a.astype(int8).astype(int16) + b.astype(int8).astype(int16)
    d = minimum(maximum(sum, -128), 127).view(uint16) & 0xFF
    sum = (a >> 8).astype(int8).astype(int16) + (b >> 8).astype(int8).astype(int16)
    d = d | (minimum(maximum(sum, -128), 127).view(uint16) << 8)
    sum = (a >> 16).astype(int8).astype(int16) + (b >> 16).astype(int8).astype(int16)
    d = d.astype(uint32) | ((minimum(maximum(sum, -128), 127).astype(uint32) & 0xFF) << 16)
    sum = (a >> 24).astype(int8).astype(int16) + (b >> 24).astype(int8).astype(int16)
    d = d | (minimum(maximum(sum, -128), 127).astype(uint32) << 24)
    return (d,)


FORMS: Forms = {
    "add.int": FunctionCase(add_int, ("a", "b"), ("d",)),
    "add.int.sat": FunctionChoice(
        By("type", {"s32": 0, "u32": 1}),
        (FunctionCase(add_int_sat_s32, ("a", "b"), ("d",)), FunctionCase(add_int_sat_u32, ("a", "b"), ("d",))),
    ),
    "add.packed": FunctionCase(add_packed, ("a", "b"), ("d",)),
    "add.packed.sat": FunctionChoice(
        By("type", {"u16x2": 0, "s16x2": 1}),
        (
            FunctionCase(add_packed_sat_u16x2, ("a", "b"), ("d",)),
            FunctionCase(add_packed_sat_s16x2, ("a", "b"), ("d",)),
        ),
    ),
    "add.bytes": FunctionChoice(
        By("sat type", {("-", "u8x4 s8x4"): 0, ("sat", "u8x4"): 1, ("sat", "s8x4"): 2}),
        (
            FunctionCase(add_bytes, ("a", "b"), ("d",)), FunctionCase(add_bytes_sat_u8x4, ("a", "b"), ("d",)),
            FunctionCase(add_bytes_sat_s8x4, ("a", "b"), ("d",)),
        ),
    ),
}
MODELS: Models = {}
