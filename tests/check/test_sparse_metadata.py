"""Metadata and registers of narrow products: verdicts of full compilations by ptxas 12.9, 13.0 and 13.5."""

import pytest

from ptxisa import check_module

MODULE = """.version 9.0
.target {target}
.address_size 64
.entry k() {{
.reg .b32 r<20>; .reg .pred p;
mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f32.e5m2.e4m3.f32
  {{r0, r1, r2, r3}}, {{r4, r5, r6, r7}}, {{r8, r9, r10, r11}}, {{r12, r13, r14, r15}}, {metadata}, 0;
ret; }}
"""


@pytest.mark.parametrize("release", ["13.0", "13.5"])
@pytest.mark.parametrize("metadata", ["{r16}", "{p}", "{r16, r17}", "p", "!p", "0f3F800000"])
@pytest.mark.parametrize(
    ("target", "accepted"),
    [("sm_89", True), ("sm_90", False), ("sm_90a", False), ("sm_100a", False), ("sm_120a", True)],
)
def test_metadata_must_be_a_register_where_the_product_is_expanded(
    target: str, accepted: bool, metadata: str, release: str
) -> None:
    diagnostics = check_module(MODULE.format(target=target, metadata=metadata), assembler=release)
    assert accepted == all(diagnostic.severity != "error" for diagnostic in diagnostics)


@pytest.mark.parametrize("release", ["12.9", "13.5"])
@pytest.mark.parametrize("metadata", ["r16+4", "%laneid+4", "%tid+4"])
@pytest.mark.parametrize(
    ("target", "product", "accepted"),
    [
        ("sm_89", "mma.sp.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32", True),
        ("sm_90", "mma.sp.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32", False),
        ("sm_90", "mma.sp.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", True),
        ("sm_100", "mma.sp.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", False),
        ("sm_100", "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", True),
    ],
)
def test_metadata_has_no_addend_where_integer_products_are_expanded(
    target: str, product: str, accepted: bool, metadata: str, release: str
) -> None:
    text = f".version 8.6\n.target {target}\n.address_size 64\n.entry k() {{ .reg .b32 r<20>;\n"
    text += f"{product} {{r0, r1, r2, r3}}, {{r4, r5}}, {{r8, r9}}, {{r0, r1, r2, r3}}, {metadata}, 0; }}\n"
    diagnostics = check_module(text, assembler=release)
    assert accepted == all(diagnostic.severity != "error" for diagnostic in diagnostics)


@pytest.mark.parametrize("target", ["sm_89", "sm_90a", "sm_100a", "sm_120a"])
def test_metadata_in_a_register_is_accepted(target: str) -> None:
    assert not check_module(MODULE.format(target=target, metadata="r16"), assembler="13.5")


@pytest.mark.parametrize("release", ["12.9", "13.5"])
@pytest.mark.parametrize("type_", ["b32", "u32", "s32", "f32", "f16x2"])
def test_a_and_b_with_scale_factors_are_b32_registers(type_: str, release: str) -> None:
    text = f""".version 8.7
.target sm_120a
.address_size 64
.entry k() {{ .reg .f32 f<4>; .reg .b32 r<6>; .reg .{type_} a<4>;
mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e4m3.f32.ue8m0
  {{f0, f1, f2, f3}}, {{a0, a1, a2, a3}}, {{r0, r1}}, {{f0, f1, f2, f3}}, r4, {{0, 1}}, r5, {{0, 1}};
ret; }}
"""
    accepted = all(diagnostic.severity != "error" for diagnostic in check_module(text, assembler=release))
    assert accepted == (type_ == "b32")


@pytest.mark.parametrize(
    ("target", "product", "accepted"),
    [
        ("sm_90", "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", True),
        ("sm_89", "mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32", True),
        ("sm_90", "mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32", False),
    ],
)
def test_predicates_are_accepted_as_a_where_products_are_not_expanded(
    target: str, product: str, accepted: bool
) -> None:
    text = f".version 7.8\n.target {target}\n.address_size 64\n.entry k() {{ .reg .b32 r<4>; .reg .pred p<4>;\n"
    text += f"{product} {{r0, r1, r2, r3}}, {{p0, p1, p2, p3}}, {{r0, r1}}, {{r0, r1, r2, r3}}; }}\n"
    assert accepted == all(d.severity != "error" for d in check_module(text, assembler="13.5"))
