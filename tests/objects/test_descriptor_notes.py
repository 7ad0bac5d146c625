"""Notes on descriptors: each mistake causes one, and correct descriptors cause none."""

from __future__ import annotations

from typing import Any

import pytest

import ptxisa
from ptxisa import DescriptorError

WGMMA = ptxisa.descriptor("wgmma.matrix")
TCGEN05 = ptxisa.descriptor("tcgen05.matrix")
GOOD = {"start": 0x400, "leading": 16, "stride": 1024, "swizzle": "128B"}
F16 = {"dtype": "f32", "atype": "f16", "btype": "f16"}


def said(d: Any, value: int, level: str, **context: Any) -> list[str]:
    return [note.message for note in d.explain(value, **context) if note.level == level]


def wrong(d: Any, value: int, **context: Any) -> list[str]:
    return [str(note) for note in d.explain(value, **context) if note.level != "note"]


def test_a_valid_descriptor_has_no_errors_and_no_warnings() -> None:
    assert wrong(WGMMA, WGMMA.encode(**GOOD), major="K") == []
    assert wrong(TCGEN05, TCGEN05.encode(**GOOD), major="K") == []


# The start of the swizzle pattern: rows of 128 bytes, 8, 4 or 2 of them.

STARTS = [
    ("128B", 0x400, 0, True),
    ("128B", 0x420, 0, True),  # within the first row: K moves on
    ("128B", 0x480, 0, False),
    ("128B", 0x480, 1, True),
    ("128B", 0x780, 7, True),
    ("128B", 0x780, 6, False),
    ("128B", 0x400, 1, False),
    ("64B", 0x200, 0, True),
    ("64B", 0x280, 0, False),
    ("64B", 0x280, 5, True),  # bits 9 to 7
    ("32B", 0x300, 0, True),
    ("32B", 0x380, 0, False),
    ("32B", 0x380, 7, True),
]


@pytest.mark.parametrize("d", [WGMMA, TCGEN05], ids=lambda d: d.name)
@pytest.mark.parametrize(("swizzle", "start", "offset", "right"), STARTS)
def test_start_within_the_pattern_needs_its_base_offset(
    d: Any, swizzle: str, start: int, offset: int, right: bool
) -> None:
    value = d.encode(start=start, stride=1024, swizzle=swizzle, base_offset=offset)
    warnings = [note for note in d.explain(value) if note.level == "warning"]
    assert (warnings == []) == right
    assert all(note.field == "base_offset" and hex(start) in note.message for note in warnings)


def test_a_base_offset_without_swizzle_means_nothing() -> None:
    value = WGMMA.encode(start=0, stride=128, leading=128, base_offset=1)
    assert said(WGMMA, value, "warning") == ["the base offset is defined for swizzled matrices only"]


# Units.

UNITS = [
    ("128B", 64, "less than 1024 bytes, 8 rows of 128 bytes: did you mean 64u, 1024 bytes?"),
    ("64B", 32, "less than 512 bytes, 8 rows of 64 bytes: did you mean 32u, 512 bytes?"),
    ("32B", 16, "less than 256 bytes, 8 rows of 32 bytes: did you mean 16u, 256 bytes?"),
    ("128B", 16, "less than 1024 bytes, 8 rows of 128 bytes"),
    ("128B", 16384, "16 times 1024: did you mean 1024 bytes (64u), divided by 16?"),
    ("64B", 8192, "16 times 512: did you mean 512 bytes (32u), divided by 16?"),
]


@pytest.mark.parametrize(("swizzle", "stride", "message"), UNITS)
def test_strides_in_the_wrong_unit(swizzle: str, stride: int, message: str) -> None:
    (diagnostic,) = said(WGMMA, WGMMA.encode(start=0x400, stride=stride, swizzle=swizzle), "warning")
    assert diagnostic.startswith(f"stride is {stride} bytes ({stride // 16}u), ")
    assert diagnostic.endswith(message)


def test_the_leading_offset_is_checked_only_where_it_is_read() -> None:
    value = WGMMA.encode(**GOOD)
    assert said(WGMMA, value, "warning", major="K") == []
    (diagnostic,) = said(WGMMA, value, "warning", major="MN")
    assert diagnostic.startswith("leading is 16 bytes (1u), less than 1024 bytes")
    value = WGMMA.encode(start=0, leading=64, stride=128, swizzle="none")
    (diagnostic,) = said(WGMMA, value, "warning")
    assert diagnostic.startswith("leading is 64 bytes (4u), less than 128 bytes, 8 rows of 16 bytes")


def test_a_stride_of_0_is_noted() -> None:
    value = WGMMA.encode(start=0x400, swizzle="128B")
    assert wrong(WGMMA, value) == []
    assert "stride is 0: right only if the matrix has no second group of 8 rows" in said(WGMMA, value, "note")


# Which stride matters.


def test_rows_longer_than_a_32_byte_swizzle_read_leading() -> None:
    value = WGMMA.encode(start=0, leading=1024, stride=256, swizzle="32B")
    notes = said(WGMMA, value, "note", major="K")
    assert any(
        note.startswith("K-major: leading 1,024 bytes (64u): from the first 32 bytes of a row") for note in notes
    )


@pytest.mark.parametrize("swizzle", ["64B", "128B"])
def test_swizzled_k_major_matrices_do_not_read_leading(swizzle: str) -> None:
    value = WGMMA.encode(start=0, leading=16, stride=2048, swizzle=swizzle)
    k, mn = (said(WGMMA, value, "note", major=major) for major in ("K", "MN"))
    assert "K-major: leading is not read" in k
    assert "K-major: stride 2,048 bytes (128u): from the first 8 rows to the next 8 rows" in k
    assert any(note.startswith("MN-major: leading 16 bytes (1u): ") for note in mn)
    assert not any("not read" in note for note in mn)
    assert set(said(WGMMA, value, "note")) == {*k, *mn}


def test_matrices_without_swizzle_read_both() -> None:
    value = WGMMA.encode(start=0, leading=256, stride=128)
    for major in ("k", "mn"):
        notes = said(WGMMA, value, "note", major=major)
        assert len(notes) == 2
        assert not any("not read" in note for note in notes)


def test_an_absolute_leading_stride_is_an_address() -> None:
    value = TCGEN05.encode(start=0x400, leading=0x2400, leading_mode="absolute", stride=1024, swizzle="128B")
    assert wrong(TCGEN05, value) == []
    notes = said(TCGEN05, value, "note", major="K")
    assert "K-major: leading is the address 0x2400 of the second chunk of data" in notes
    assert "leading_mode absolute needs PTX 8.8 on sm_103a" in notes


# Constants and reserved bits.


def test_a_descriptor_of_wgmma_is_none_of_tcgen05() -> None:
    assert said(TCGEN05, WGMMA.encode(**GOOD), "error") == ["version is 0b000; it must be 0b001"]


def test_the_misprint_of_the_manual_is_an_error() -> None:
    """0xb0 at bit 53, as the manual seems to say, would set bits 57, 58 and 60."""
    value = TCGEN05.encode(**GOOD) | 0xB0 << 53
    assert said(TCGEN05, value, "error") == ["zeros is 0b1011000; it must be 0b0000000"]


def test_reserved_bits() -> None:
    assert said(TCGEN05, TCGEN05.encode(**GOOD) | 1 << 15, "error") == ["reserved bit 15 set; reserved bits must be 0"]
    (wider,) = said(TCGEN05, TCGEN05.encode(**GOOD) | 1 << 14, "error")
    assert wider == "reserved bit 14 set (start in a later version); reserved bits must be 0"
    assert said(WGMMA, WGMMA.encode(**GOOD) | 3 << 60, "warning") == [
        "reserved bits 60, 61 set; the manual has no use for reserved bits"
    ]


@pytest.mark.parametrize("swizzle", [3, 5, 7])
def test_invalid_swizzles(swizzle: int) -> None:
    value = TCGEN05.encode(start=0x400, stride=1024) | swizzle << 61
    assert said(TCGEN05, value, "error") == [
        f"swizzle is {swizzle}u; it must be none (0u), 128B_32B (1u), 128B (2u), 64B (4u) or 32B (6u)"
    ]


# Major orders.

MAJORS = [
    ("wgmma.matrix", "f16", "MN", "128B", True),
    ("wgmma.matrix", "bf16", "MN", "none", True),
    ("wgmma.matrix", "tf32", "MN", "128B", False),
    ("wgmma.matrix", "e4m3", "MN", "128B", False),
    ("wgmma.matrix", "s8", "K", "128B", True),
    ("tcgen05.matrix", "tf32", "MN", "128B", False),
    ("tcgen05.matrix", "tf32", "MN", "128B_32B", True),
    ("tcgen05.matrix", "f16", "MN", "128B_32B", False),
    ("tcgen05.matrix", "f16", "MN", "64B", True),
    ("tcgen05.matrix", "mxf4", "MN", "64B", False),
    ("tcgen05.matrix", "mxf4", "K", "64B", True),
]


@pytest.mark.parametrize(("name", "kind", "major", "swizzle", "right"), MAJORS)
def test_transposed_matrices_of_each_kind(name: str, kind: str, major: str, swizzle: str, right: bool) -> None:
    d = ptxisa.descriptor(name, kind=kind)
    value = d.encode(start=0x400, leading=1024, stride=1024, swizzle=swizzle)
    errors = said(d, value, "error", major=major)
    assert (errors == []) == right
    assert all(f"{major}-major matrices of kind {kind}" in message for message in errors)


# Instructions.


@pytest.mark.parametrize(
    ("kind", "fields", "context", "right"),
    [
        ("f16", {"m": 128, "n": 24}, {}, True),
        ("f16", {"m": 128, "n": 24}, {"cta_group": 2}, False),
        ("f16", {"m": 256, "n": 16}, {"cta_group": 2}, True),
        ("f16", {"m": 256, "n": 16}, {"cta_group": 1}, False),
        ("f16", {"m": 32, "n": 64}, {}, True),
        ("f16", {"m": 32, "n": 64}, {"ws": False}, False),
        ("f16", {"m": 32, "n": 72}, {"ws": True}, False),
        ("f16", {"m": 128, "n": 256, "sparse": 1}, {"ws": True}, False),
        ("f16", {"m": 128, "n": 256, "sparse": 0}, {"ws": True}, True),
        ("i8", {"m": 128, "n": 24}, {}, True),
        ("i8", {"m": 128, "n": 40}, {}, False),
        ("i8", {"m": 128, "n": 48}, {}, True),
        ("i8", {"m": 128, "n": 48}, {"cta_group": 2}, False),
        ("mxf8f6f4", {"m": 256, "n": 24}, {}, False),
        ("mxf8f6f4", {"m": 128, "n": 32, "sparse": 1}, {"cta_group": 2}, False),
        ("mxf4", {"m": 128, "n": 32, "k": 96}, {"cta_group": 2}, False),
        ("mxf4", {"m": 256, "n": 32, "k": 96}, {"cta_group": 2}, True),
        ("mxf4", {"m": 128, "n": 32}, {"ws": True}, False),
    ],
)
def test_shapes_of_each_kind(kind: str, fields: dict[str, int], context: dict[str, Any], right: bool) -> None:
    types = {"f16": F16, "i8": {"atype": "s8", "btype": "s8"}, "mxf8f6f4": {"atype": 0, "btype": 0}, "mxf4": {}}
    d = ptxisa.descriptor("tcgen05.instruction", kind=kind)
    errors = said(d, d.encode(**types[kind], **fields), "error", **context)
    assert (errors == []) == right
    assert all(f"no instruction of kind {kind}" in message for message in errors)


def test_the_message_lists_the_possible_columns() -> None:
    d = ptxisa.descriptor("tcgen05.instruction.f16")
    (diagnostic,) = said(d, d.encode(**F16, m=128, n=24), "error", cta_group=2)
    assert diagnostic == (
        "no instruction of kind f16 with .cta_group::2 has M = 128, N = 24; with that M, N is 16 to 256 in steps of 16"
    )
    (diagnostic,) = said(d, d.encode(**F16, m=256, n=24), "error", cta_group=1)
    assert diagnostic.endswith("M is 32, 64 or 128")


def test_a_selector_without_sparsity_is_a_warning() -> None:
    d = ptxisa.descriptor("tcgen05.instruction.f16")
    value = d.encode(**F16, m=128, n=64, selector=2)
    assert said(d, value, "warning") == ["the sparsity selector is read only if matrix A is sparse"]
    assert wrong(d, d.encode(**F16, m=128, n=64, selector=2, sparse=1)) == []


def test_transposed_narrow_types_are_doubtful() -> None:
    d = ptxisa.descriptor("tcgen05.instruction.f8f6f4")
    value = d.encode(dtype="f32", atype="e2m1", btype="e4m3", m=128, n=64, transpose_a="MN", transpose_b="MN")
    assert wrong(d, value) == [
        "warning: the tables of the manual do not list a transposed matrix A of 6-bit and 4-bit types"
    ]


def test_the_format_of_all_kinds_lists_matching_kinds() -> None:
    d = ptxisa.descriptor("tcgen05.instruction")
    assert "legal for .kind::f16 and .kind::f8f6f4" in said(d, 0x0840_0490, "note")
    i8 = ptxisa.descriptor("tcgen05.instruction.i8").encode(atype="s8", btype="u8", m=128, n=64)
    assert "legal for .kind::i8" in said(d, i8, "note")
    assert said(d, 0xFFFF_FFFF, "error")[0] == "no kind of tcgen05.instruction has this value"


def test_errors_come_first() -> None:
    levels = [note.level for note in TCGEN05.explain(0x4000_0004_0000_0048)]
    assert levels == sorted(levels, key=["error", "warning", "note"].index)
    assert set(levels) == {"error", "warning", "note"}


def test_values_of_a_later_version_are_noted_or_errors() -> None:
    value = TCGEN05.encode(**GOOD, lut_offset=24)
    (note,) = (line for line in TCGEN05.explain(value) if line.field == "lut_offset")
    assert (note.level, "needs PTX 9.4" in note.message) == ("note", True)
    old = ptxisa.descriptor("tcgen05.matrix", ptx="9.0")
    assert [line.level for line in old.explain(value) if line.field == "lut_offset"] == ["error"]
    new = ptxisa.descriptor("tcgen05.matrix", ptx="9.4")
    assert [line.level for line in new.explain(value) if line.field == "lut_offset"] == []


@pytest.mark.parametrize(
    ("context", "message"),
    [
        ({"major": "row"}, "the major order is 'row'; it must be K or MN"),
        ({"major": 5}, "the major order is 5; it must be K or MN"),
        ({"cta_group": 3}, "cta_group is 3; it must be 1 or 2"),
        ({"m": "x"}, "M is 'x'; it must be an integer"),
    ],
)
def test_a_context_that_cannot_be(context: dict[str, Any], message: str) -> None:
    with pytest.raises(DescriptorError, match=message):
        WGMMA.explain(0, **context)


def first_error(name: str, value: int, **context: object) -> str:
    """Return the first error of a descriptor, or ""."""
    notes = ptxisa.descriptor(name).explain(value, **context)  # type: ignore[arg-type]
    return next((note.message for note in notes if note.level == "error"), "")


def test_rules_depend_on_group_major_order_and_version() -> None:
    f8 = ptxisa.descriptor("tcgen05.instruction.f8f6f4")
    narrow = f8.encode(dtype="f32", atype="e4m3", btype="e4m3", m=128, n=48, transpose_b="MN")
    assert first_error(f8.name, narrow, cta_group=1) == ""
    assert "N in steps of 32" in first_error(f8.name, narrow, cta_group=2)
    matrix = ptxisa.descriptor("tcgen05.matrix")
    absolute = matrix.encode(start=0x400, leading=0x800, stride=1024, swizzle="128B", leading_mode="absolute")
    assert first_error(matrix.name, absolute, major="K") == ""
    assert "K-major matrices only" in first_error(matrix.name, absolute, major="MN")
    fields = {"m": 256, "n": 64, "scale_type": "ue8m0", "k": 96, "sparse": "sparse"}
    assert ptxisa.descriptor("tcgen05.instruction.mxf4", ptx="9.4").encode(**fields)
    with pytest.raises(DescriptorError, match="before PTX 9.4, K = 96 is for dense matrices"):
        ptxisa.descriptor("tcgen05.instruction.mxf4", ptx="9.3").encode(**fields)


@pytest.mark.parametrize("k", [64, 96])
@pytest.mark.parametrize("byte", range(4))
def test_three_scale_factors_begin_at_any_byte(k: int, byte: int) -> None:
    d = ptxisa.descriptor("tcgen05.instruction.mxf4")
    fields = {"m": 128, "n": 64, "scale_type": "ue8m0", "k": k, "scale_a": byte}
    if k == 96 or byte % 2 == 0:
        assert d.decode(d.encode(**fields))["scale_a"] == byte
    else:
        with pytest.raises(DescriptorError, match="begin at byte 0 or 2; only with K = 96"):
            d.encode(**fields)


def test_shapes_are_named_by_what_the_caller_leaves_open() -> None:
    d = ptxisa.descriptor("tcgen05.instruction.f16")
    value = d.encode(dtype="f32", atype="f16", btype="f16", m=128, n=64)
    contexts = ({}, {"cta_group": 1}, {"cta_group": 2}, {"cta_group": 1, "ws": False})
    shapes = [
        next(n.message for n in d.explain(value, **context) if n.message.startswith("M =")) for context in contexts
    ]
    assert shapes == [
        "M = 128, N = 64 exists with .cta_group::1, .cta_group::2 or .cta_group::1 and .ws",
        "M = 128, N = 64 exists without .ws or with .ws",
        "M = 128, N = 64 exists without .ws",
        "M = 128, N = 64 exists",
    ]
