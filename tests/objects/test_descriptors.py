"""Descriptors against bit fields written by hand: ctypes structures in the order of the manual's tables.

The structures were made from the tables of the manual and compared with the structures of CUTLASS; they share nothing
with the records.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ptxisa
from ptxisa import DescriptorError, UnknownDescriptor
from ptxisa.isa.descriptors import DescriptorField, layouts
from ptxisa.objects.descriptors import Descriptor, known_names


def structure(base: Any, *fields: tuple[str, int]) -> type[ctypes.LittleEndianStructure]:
    """Bit fields from the lowest bit up; names of padding begin with an underscore."""
    entries = [(name, base, size) for name, size in fields]
    return type("Bits", (ctypes.LittleEndianStructure,), {"_fields_": entries})


def packed(kind: type[ctypes.LittleEndianStructure], **values: int) -> int:
    return int.from_bytes(bytes(kind(**values)), "little")


U32, U64 = ctypes.c_uint32, ctypes.c_uint64
WGMMA = structure(
    U64,
    *(("start", 14), ("_15", 2), ("leading", 14), ("_31", 2), ("stride", 14), ("_48", 3)),
    *(("base_offset", 3), ("_61", 10), ("swizzle", 2)),
)
TCGEN05 = structure(
    U64,
    *(("start", 14), ("_15", 2), ("leading", 14), ("_31", 2), ("stride", 14), ("version", 3)),
    *(("base_offset", 3), ("leading_mode", 1), ("zeros", 8), ("swizzle", 3)),
)
INSTRUCTION = structure(
    U32,
    *(("selector", 2), ("sparse", 1), ("saturate", 1), ("dtype", 2), ("_6", 1), ("atype", 3), ("btype", 3)),
    *(("negate_a", 1), ("negate_b", 1), ("transpose_a", 1), ("transpose_b", 1), ("n", 6), ("_23", 1), ("m", 5)),
    *(("_29", 1), ("max_shift", 2)),
)
SCALED = structure(  # CUTLASS: M >> 4 in 5 bits from bit 24 on
    U32,
    *(("_1", 2), ("sparse", 1), ("_3", 1), ("scale_b", 2), ("_6", 1), ("atype", 3), ("btype", 3)),
    *(("negate_a", 1), ("negate_b", 1), ("transpose_a", 1), ("transpose_b", 1), ("n", 6), ("scale_type", 1)),
    *(("m", 5), ("scale_a", 2), ("k", 1)),
)
MASK = structure(
    U64,
    *((f"start_count{index}", 8) for index in range(4)),
    *((f"first_span{index}", 1) for index in range(4)),
    *(("_38", 3), ("non_zero_mask", 1), ("skip_span", 8), ("use_span", 8), ("shift", 6), ("_63", 2)),
)
WGMMA_SWIZZLES = {"none": 0, "128B": 1, "64B": 2, "32B": 3}
TCGEN05_SWIZZLES = {"none": 0, "128B_32B": 1, "128B": 2, "64B": 4, "32B": 6}
F8 = {"e4m3": 0, "e5m2": 1, "e2m3": 3, "e3m2": 4, "e2m1": 5}
TYPES = {
    "tf32": {"tf32": 2},
    "f16": {"f16": 0, "bf16": 1},
    "f8f6f4": F8,
    "i8": {"u8": 0, "s8": 1},
}
RESULTS = {
    "tf32": {"f32": 1},
    "f16": {"f16": 0, "f32": 1},
    "f8f6f4": {"f16": 0, "f32": 1},
    "i8": {"s32": 2},
}
STEPS = st.integers(0, 0x3FFF)


# By hand, from the manual.


def test_a_descriptor_of_wgmma_by_hand() -> None:
    """0x400 / 16 = 0x40, 16 / 16 = 1 at bit 16, 1024 / 16 = 0x40 at bit 32, 1 at bit 62."""
    d = ptxisa.descriptor("wgmma.matrix")
    assert d.encode(start=0x400, leading=16, stride=1024, swizzle="128B") == 0x4000_0040_0001_0040


def test_a_descriptor_of_tcgen05_has_its_constant() -> None:
    d = ptxisa.descriptor("tcgen05.matrix")
    assert d.encode(start=0x400, leading=16, stride=1024, swizzle="128B") == 0x4000_4040_0001_0040


def test_the_example_of_the_manual_without_swizzle() -> None:
    """K-major .tf32: LBO 64 elements of 4 bytes, encoded 16; SBO 32 elements, encoded 8."""
    decoded = ptxisa.descriptor("wgmma.matrix").decode(8 << 32 | 16 << 16)
    assert (decoded["leading"], decoded["stride"], decoded["swizzle"]) == (64 * 4, 32 * 4, "none")


def test_an_instruction_descriptor_by_hand() -> None:
    """.f32 is 1 at bit 4, .bf16 1 at bits 7 and 10, N = 256 is 32 at bit 17, M = 128 is 8 at bit 24."""
    fields = {"dtype": "f32", "atype": "bf16", "btype": "bf16", "n": 256, "m": 128}
    wanted = 1 << 4 | 1 << 7 | 1 << 10 | 32 << 17 | 8 << 24
    assert ptxisa.descriptor("tcgen05.instruction.f16").encode(**fields) == wanted == 0x0840_0490
    assert ptxisa.descriptor("tcgen05.instruction").encode(**fields) == wanted


def test_the_two_bits_of_k_of_mxf4_are_not_adjacent() -> None:
    """K = 96 is bit 31, K = 128 is bit 3, the upper of the two."""
    d = ptxisa.descriptor("tcgen05.instruction.mxf4")
    base = d.encode(n=64, m=128)
    assert d.encode(n=64, m=128, k=64) == base
    assert d.encode(n=64, m=128, k=96) == base | 1 << 31
    assert d.encode(n=64, m=128, k=128) == base | 1 << 3
    assert d.decode(base | 1 << 3)["k"] == 128


def test_scale_types_of_mxf4nvf4() -> None:
    d = ptxisa.descriptor("tcgen05.instruction", kind="mxf4nvf4")
    codes = {name: d.encode(n=8, m=128, scale_type=name) >> 23 & 3 for name in ("ue4m3", "ue8m0", "ue5m3")}
    assert codes == {"ue4m3": 0, "ue8m0": 1, "ue5m3": 2}
    with pytest.raises(DescriptorError, match="scale_type is ue4m3; it must be ue8m0"):
        ptxisa.descriptor("tcgen05.instruction.mxf4").encode(n=8, m=128, scale_type="ue4m3")


# Against the structures.


@given(STEPS, STEPS, STEPS, st.sampled_from(list(WGMMA_SWIZZLES)), st.integers(0, 7))
def test_wgmma_descriptors_match_the_structure_of_cutlass(
    start: int, leading: int, stride: int, swizzle: str, offset: int
) -> None:
    wanted = packed(
        WGMMA, start=start, leading=leading, stride=stride, base_offset=offset, swizzle=WGMMA_SWIZZLES[swizzle]
    )
    sizes = {"start": start * 16, "leading": leading * 16, "stride": stride * 16}
    d = ptxisa.descriptor("wgmma.matrix")
    assert d.encode(**sizes, swizzle=swizzle, base_offset=offset) == wanted
    assert d.decode(wanted) == {**sizes, "swizzle": swizzle, "base_offset": offset}


@given(STEPS, STEPS, STEPS, st.sampled_from(list(TCGEN05_SWIZZLES)), st.integers(0, 7))
def test_tcgen05_descriptors_match_the_structure_of_cutlass(
    start: int, leading: int, stride: int, swizzle: str, offset: int
) -> None:
    wanted = packed(
        *(TCGEN05,), start=start, leading=leading, stride=stride, version=1, base_offset=offset,
        swizzle=TCGEN05_SWIZZLES[swizzle],
    )  # fmt: skip
    sizes = {"start": start * 16, "leading": leading * 16, "stride": stride * 16}
    d = ptxisa.descriptor("tcgen05.matrix")
    assert d.encode(**sizes, swizzle=swizzle, base_offset=offset) == wanted
    decoded = d.decode(wanted)
    assert {name: decoded[name] for name in sizes} == sizes
    assert (decoded["swizzle"], decoded["version"], decoded["leading_mode"]) == (swizzle, 1, "relative")


@settings(max_examples=300)
@given(st.sampled_from(list(TYPES)), st.data())
def test_instructions_as_the_structure_has_them(kind: str, data: st.DataObject) -> None:
    a, b = (data.draw(st.sampled_from(list(TYPES[kind]))) for _ in "ab")
    dtype = data.draw(
        st.sampled_from([result for result in RESULTS[kind] if result != "f16" or {a, b} <= {"f16", *F8}])
    )
    n, m = 16 * data.draw(st.integers(1, 16)), data.draw(st.sampled_from([32, 64, 128, 256]))
    flags = {name: data.draw(st.integers(0, 1)) for name in ("transpose_a", "transpose_b", "sparse")}
    negate = data.draw(st.integers(0, int(kind != "i8")))
    saturate = data.draw(st.integers(0, int(kind == "i8")))
    selector = data.draw(st.integers(0, 3)) if flags["sparse"] and kind in ("f16", "tf32") else 0
    shift = data.draw(st.sampled_from([0, 8, 16, 32]))
    plain = {**flags, "selector": selector, "saturate": saturate, "negate_a": negate, "negate_b": negate}
    plain |= {"dtype": RESULTS[kind][dtype], "atype": TYPES[kind][a], "btype": TYPES[kind][b]}
    bits = packed(INSTRUCTION, **plain, n=n // 8, m=m // 16, max_shift=(shift // 8).bit_length())
    fields = {"dtype": dtype, "atype": a, "btype": b, "n": n, "m": m, "selector": selector, "max_shift": shift}
    fields |= {**flags, "negate_a": bool(negate), "negate_b": bool(negate), "saturate": saturate}
    d = ptxisa.descriptor(f"tcgen05.instruction.{kind}")
    assert d.encode(**fields) == bits
    decoded = d.decode(bits)
    assert {name: decoded[name] for name in ("dtype", "atype", "btype", "n", "m", "max_shift")} == {
        name: fields[name] for name in ("dtype", "atype", "btype", "n", "m", "max_shift")
    }


@given(st.sampled_from([128, 256]), st.integers(1, 32), st.integers(0, 3), st.integers(0, 3), st.integers(0, 1))
def test_scaled_instructions_as_cutlass_has_them(m: int, n: int, scale_a: int, scale_b: int, sparse: int) -> None:
    wanted = packed(
        SCALED, sparse=sparse, scale_b=scale_b, atype=3, btype=5, n=n, scale_type=1, m=m // 16, scale_a=scale_a
    )
    d = ptxisa.descriptor("tcgen05.instruction.mxf8f6f4")
    fields = {"m": m, "n": 8 * n, "scale_a": scale_a, "scale_b": scale_b, "sparse": sparse}
    assert d.encode(atype="e2m3", btype="e2m1", **fields) == wanted


@given(st.tuples(*[st.integers(0, 255)] * 6), st.tuples(*[st.integers(0, 1)] * 5), st.integers(0, 32))
def test_masks_as_the_structure_has_them(bytes_: tuple[int, ...], flags: tuple[int, ...], shift: int) -> None:
    counts = {f"start_count{index}": bytes_[index] for index in range(4)}
    spans = {f"first_span{index}": flags[index] for index in range(4)}
    wanted = packed(
        MASK, **counts, **spans, non_zero_mask=flags[4], skip_span=bytes_[4], use_span=bytes_[5], shift=shift
    )
    d = ptxisa.descriptor("tcgen05.zero_column_mask")
    fields = {**counts, **spans, "non_zero_mask": flags[4], "shift": shift}
    assert d.encode(**fields, skip_span=bytes_[4] + 1, use_span=bytes_[5] + 1) == wanted


# Both ways.


def integers(d: Descriptor) -> st.SearchStrategy[int]:
    return st.integers(0, (1 << d.width) - 1)


EVERY = [ptxisa.descriptor(name) for name in known_names()]


def legal(d: Descriptor, value: int) -> bool:
    return all(note.level != "error" for note in d.explain(value)) and not d.decode(value).reserved


@pytest.mark.parametrize("d", EVERY, ids=lambda d: d.name)
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_every_integer_is_decoded_and_explained(d: Descriptor, data: st.DataObject) -> None:
    value = data.draw(integers(d))
    decoded = d.decode(value)
    assert set(decoded) == set(decoded.raw) == set(d.fields)
    rebuilt = decoded.reserved
    for name, field in d.fields.items():
        rest = decoded.raw[name]
        for high, low in reversed(field.bits):
            size = high - low + 1
            rebuilt |= (rest & (1 << size) - 1) << low
            rest >>= size
    assert rebuilt == value
    assert all("\n" not in str(note) for note in d.explain(value))


def drawn(field: DescriptorField, data: st.DataObject) -> int:
    """Bits that the field alone may have."""
    if field.constant is not None:
        return field.constant
    if field.values:
        return data.draw(st.sampled_from(sorted({value.value for value in field.values})))
    numbers = [number for range_ in field.ranges for number in range(range_.min, range_.max + 1, range_.step)]
    if numbers:
        return (data.draw(st.sampled_from(numbers)) - field.plus) // field.size
    return data.draw(st.integers(0, (1 << field.width) - 1))


def assembled(d: Descriptor, raw: dict[str, int]) -> int:
    """Fields put together by hand."""
    value = 0
    for name, field in d.fields.items():
        text = f"{raw[name]:0{field.width}b}"
        for high, low in field.bits:
            value |= int(text[: high - low + 1], 2) << low
            text = text[high - low + 1 :]
    return value


@pytest.mark.parametrize("d", EVERY, ids=lambda d: d.name)
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_decoded_legal_values_encode_to_the_same_bits(d: Descriptor, data: st.DataObject) -> None:
    value = assembled(d, {name: drawn(field, data) for name, field in d.fields.items()})
    if legal(d, value):
        assert d.encode(**d.decode(value)) == value
    elif d.kind or not d.layout.variants:
        rules = {note.message for note in d.explain(value) if note.level == "error"}
        assert rules, "an error says why"


def test_the_property_above_meets_legal_values_of_every_descriptor() -> None:
    for d in EVERY:
        values = {"start": 0x400} if "start" in d.fields else {}
        if "m" in d.fields:
            kind = d.kind or "f16"
            a = next(value.name for value in d.of_kind(kind).fields["atype"].values)
            values = {"m": 128, "n": 64, "atype": a, "btype": a}
            values |= {"dtype": d.of_kind(kind).fields["dtype"].values[-1].name} if "dtype" in d.fields else {}
            values |= {"scale_type": "ue8m0"} if "scale_type" in d.fields else {}
        assert legal(d, d.encode(**values)), d.name


# Errors.

WRONG: dict[str, tuple[str, dict[str, Any], str]] = {
    "not a multiple": (
        "wgmma.matrix",
        {"start": 0, "stride": 1000},
        "stride is 1000 bytes; it must be a multiple of 16",
    ),
    "nearest multiples": ("wgmma.matrix", {"start": 0, "stride": 1000}, r"992 \(62u\) or 1008 \(63u\)"),
    "beyond 18 bits": ("wgmma.matrix", {"start": 0x40000}, "start is 0x40000; .* from 0 to 0x3fff0; .*cvta.to.shared"),
    "beyond 18 bits of tcgen05": ("tcgen05.matrix", {"start": 0x40000}, "PTX 9.4 has 15 bits"),
    "generic address": ("tcgen05.matrix", {"start": 0x7F00_0000_0400}, "cvta.to.shared"),
    "negative": ("wgmma.matrix", {"start": -16}, "start is -0x10; it must be"),
    "enormous": ("wgmma.matrix", {"start": 16 * 10**5000}, "start is a number of 16614 bits"),
    "unknown field": ("wgmma.matrix", {"start": 0, "swizle": 1}, "no field 'swizle'; did you mean swizzle?"),
    "unknown value": ("wgmma.matrix", {"start": 0, "swizzle": "128"}, "swizzle is 128; .*did you mean 128B?"),
    "invalid swizzle": ("tcgen05.matrix", {"start": 0, "swizzle": 3}, "swizzle is 3; it must be none"),
    "fraction": ("wgmma.matrix", {"start": 1.5}, "start is 1.5; it must be"),
    "nothing": ("wgmma.matrix", {"start": None}, "start is None; it must be"),
    "list": ("wgmma.matrix", {"start": [1]}, "start is"),
    "empty text": ("wgmma.matrix", {"start": ""}, "start is ''; it must be"),
    "long text": ("wgmma.matrix", {"start": "9" * 5000}, "start is '9{40}'; it must be"),
    "octal of C": ("wgmma.matrix", {"start": "0123"}, "start is 0123; it must be"),
    "bytes of a count": ("tcgen05.zero_column_mask", {"shift": "4B"}, "shift is 4B; it must be"),
    "too many steps": ("wgmma.matrix", {"start": "16384u"}, "start is 16384u; it must be"),
    "missing": ("wgmma.matrix", {}, "wgmma.matrix needs start"),
    "missing shape": ("tcgen05.instruction", {"n": 64}, "tcgen05.instruction needs m"),
    "twice": ("wgmma.matrix", {"start": 0, "address": 0}, "start is given twice"),
    "constant": ("tcgen05.matrix", {"start": 0, "version": 2}, "version is 2; it must be 0b001"),
    "n of the field": ("tcgen05.instruction.f16", {"n": 264, "m": 128, "dtype": 1, "atype": 0, "btype": 0}, "8 to 256"),
    "m of the field": ("tcgen05.instruction.mxf4", {"n": 64, "m": 64}, "m is 64 rows; .*128 rows"),
    "m of no instruction": (
        "tcgen05.instruction.f16",
        {"n": 64, "m": 96, "dtype": 1, "atype": 0, "btype": 0},
        "m is 96; it must be 32 to 64 in steps of 32 or 128 to 256 in steps of 128 rows",
    ),
    "transposed 4-bit type": (
        "tcgen05.instruction.mxf4",
        {"n": 64, "m": 128, "transpose_a": "MN"},
        "transpose_a is MN",
    ),
    "negated integers": (
        "tcgen05.instruction.i8",
        {"n": 64, "m": 128, "atype": "u8", "btype": "u8", "negate_a": True},
        "negate_a is True; it must be no",
    ),
    "half result of bf16": (
        "tcgen05.instruction.f16",
        {"n": 64, "m": 128, "dtype": "f16", "atype": "bf16", "btype": "f16"},
        "results of type .f16 need operands of type .f16",
    ),
    "no common kind": (
        "tcgen05.instruction",
        {"n": 64, "m": 128, "dtype": "f32", "atype": "bf16", "btype": "e5m2"},
        "the fields fit no kind of tcgen05.instruction; f16: btype is e5m2",
    ),
    "the kind that fits best": (
        "tcgen05.instruction",
        {"n": 64, "m": 128, "dtype": "s32", "atype": "s8", "btype": "bf16"},
        "the fields fit no kind of tcgen05.instruction; i8: btype is bf16",
    ),
    "absolute address": (
        "tcgen05.matrix",
        {"start": 0, "leading": 0x400, "leading_mode": "absolute", "swizzle": "64B"},
        "absolute addresses are supported with 128-byte swizzle",
    ),
    "absolute address, base offset": (
        "tcgen05.matrix",
        {"start": 0, "leading_mode": "absolute", "swizzle": "128B", "base_offset": 1},
        "the base offset must be 0",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_values_that_cannot_be_encoded_raise_one_line(case: str) -> None:
    name, fields, message = WRONG[case]
    with pytest.raises(DescriptorError, match=message) as caught:
        ptxisa.descriptor(name).encode(**fields)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


VALUES: dict[str, tuple[Any, str]] = {
    "negative": (-1, "cannot be negative"),
    "too wide": (1 << 64, "has 64 bits; the value has 65"),
    "far too wide": (1 << 10**6, "has 64 bits; the value has 1000001"),
    "fraction": (1.0, "not float"),
    "text": ("0x1", "not str"),
    "nothing": (None, "not NoneType"),
}


@pytest.mark.parametrize("case", VALUES)
@pytest.mark.parametrize("method", ["decode", "explain"])
def test_values_beyond_the_width_raise(case: str, method: str) -> None:
    value, message = VALUES[case]
    with pytest.raises(DescriptorError, match=message):
        getattr(ptxisa.descriptor("wgmma.matrix"), method)(value)


UNKNOWN: dict[str, tuple[Callable[[], object], str]] = {
    "name": (lambda: ptxisa.descriptor("wgmma.matrx"), "did you mean wgmma.matrix?"),
    "kind in the name": (lambda: ptxisa.descriptor("tcgen05.instruction.f61"), "did you mean tcgen05.instruction.f16?"),
    "kind": (lambda: ptxisa.descriptor("tcgen05.instruction", kind="f61"), "did you mean tcgen05.instruction.f16?"),
    "two kinds": (lambda: ptxisa.descriptor("tcgen05.instruction.f16", kind="i8"), "is of kind f16, not of kind 'i8'"),
    "element type": (lambda: ptxisa.descriptor("wgmma.matrix", kind="f61"), "did you mean f16?"),
    "kind of a mask": (lambda: ptxisa.descriptor("tcgen05.zero_column_mask", kind="f16"), "it has no kinds"),
}


@pytest.mark.parametrize("case", UNKNOWN)
def test_unknown_names_are_errors_with_a_near_one(case: str) -> None:
    call, message = UNKNOWN[case]
    with pytest.raises(UnknownDescriptor) as caught:
        call()
    assert message in str(caught.value)


# Notations.

SAME = {
    "bytes": {"stride": 1024},
    "bytes with a unit": {"stride": "1024B"},
    "kibibytes": {"stride": "1KiB"},
    "hexadecimal": {"stride": "0x400"},
    "steps": {"stride": "64u"},
    "hexadecimal steps": {"stride": "0x40u"},
    "name of the manual": {"sbo": 1024},
    "array element": {"stride": np.uint32(1024)},
}


@pytest.mark.parametrize("given", SAME)
def test_sizes_are_given_in_bytes_or_steps(given: str) -> None:
    d = ptxisa.descriptor("wgmma.matrix")
    assert d.encode(start=0, **SAME[given]) == 64 << 32


@pytest.mark.parametrize("swizzle", ["128B", "128b", 1, "1u", True])
def test_names_of_values_are_also_given_by_their_bits(swizzle: object) -> None:
    assert ptxisa.descriptor("wgmma.matrix").encode(start=0, swizzle=swizzle) == 1 << 62


# Versions.


def test_the_wider_address_needs_its_version() -> None:
    d = ptxisa.descriptor("tcgen05.matrix", ptx="9.4")
    value = d.encode(start=0x40000, leading=0x7FFF0)
    assert value == 1 << 14 | 0x7FFF << 16 | 1 << 46
    assert d.decode(value)["start"] == 0x40000
    assert ptxisa.descriptor("tcgen05.matrix").decode(value).reserved == 1 << 14 | 1 << 30


@pytest.mark.parametrize(
    ("name", "place", "fields", "message"),
    [
        ("wgmma.matrix", {"target": "sm_80"}, {"start": 0}, "wgmma.matrix needs PTX 8.0 on sm_90a"),
        ("wgmma.matrix", {"ptx": "7.8"}, {"start": 0}, "wgmma.matrix needs PTX 8.0"),
        (
            "tcgen05.matrix",
            {"target": "sm_100a"},
            {"start": 0, "leading_mode": "absolute", "swizzle": "128B"},
            "leading_mode absolute needs PTX 8.8 on sm_103a",
        ),
        ("tcgen05.matrix", {"ptx": "9.0"}, {"start": 0, "lut_offset": 24}, "lut_offset 24 needs PTX 9.4"),
        ("tcgen05.instruction.ti16", {"ptx": "9.0"}, {"n": 64, "m": 128}, "needs PTX 9.4"),
        (
            "tcgen05.instruction.i8",
            {"target": "sm_103a"},
            {"n": 64, "m": 128, "atype": "u8", "btype": "u8"},
            "needs PTX 8.6 on sm_100a or sm_101a or sm_110a",
        ),
    ],
)
def test_fields_missing_on_a_target_raise_there_only(
    name: str, place: dict[str, str], fields: dict[str, Any], message: str
) -> None:
    assert ptxisa.descriptor(name).encode(**fields) >= 0
    with pytest.raises(DescriptorError, match=message):
        ptxisa.descriptor(name, **place).encode(**fields)


def test_values_are_encoded_where_they_are_available() -> None:
    d = ptxisa.descriptor("tcgen05.matrix", target="sm_103a", ptx="8.8")
    assert d.encode(start=0, leading_mode="absolute", swizzle="128B", stride=1024) >> 52 & 1


def test_the_recorded_formats() -> None:
    assert set(layouts()) == {
        *("wgmma.matrix", "tcgen05.matrix", "tcgen05.instruction", "tcgen05.zero_column_mask"),
        *("tcgen05.instruction.mxf8f6f4", "tcgen05.instruction.mxf4"),
    }


def test_random_garbage_never_raises_anything_else() -> None:
    """Fields with random names and values: either a descriptor or a `DescriptorError`."""
    random.seed(20)
    pool: list[object] = [0, 1, -1, 2**70, "", "u", "0x", "1u", "-5", "64B", "ünï", "\x00", 1.5, None, b"x", (), True]
    errors = []
    for _ in range(3000):
        d = random.choice(EVERY)
        names = [*d.fields, "x", "ünï", ""]
        fields = {random.choice(names): random.choice(pool) for _ in range(random.randint(0, 6))}
        try:
            assert 0 <= d.encode(**fields) < 1 << d.width
        except DescriptorError as error:
            errors.append(str(error))
    assert 0 < len(errors) < 3000
    assert not any("\n" in error for error in errors)
