"""Warnings of misaligned addresses: a variable of known alignment and a constant offset."""

from __future__ import annotations

import pytest

from ptxisa import check_module

MODULE = """\
.version 8.6
.target sm_90
.address_size 64
.global .align 128 .b8 g[512];
.shared .align 16 .b8 s[64];
.global .b32 word;
.global .b8 bytes[64];
.entry k (.param .b64 p)
{{
  .reg .b32 a, b, c, d;
  .reg .b64 x;
  .reg .f64 y;
  {}
  ret;
}}
"""
ALIGNED = [
    "ld.global.b32 a, [g + 4];",
    "ld.global.v4.b32 {a, b, c, d}, [g + 16];",
    "ld.global.b32 a, [x + 2];",
    "ld.global.b32 a, [bytes];",
    "ld.global.b32 a, [bytes + 2];",
    "ld.global.v2.b32 {a, b}, [word + 4];",
    "ld.param.b32 a, [p + 4];",
    "mbarrier.init.shared.b64 [s + 8], 1;",
    "discard.global.L2 [g + 128], 128;",
    "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [s + 16], {a, b, c, d}, [s + 8];",
    "st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b64 [s + 16], {x, x}, [s + 8];",
    "fence.proxy.tensormap::generic.acquire.gpu [g + 64], 128;",
    "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {a, b, c, d, a, b, c, d}, [g + 32], 64;",
    "wmma.load.a.sync.aligned.row.m16n16k16.f16 {a, b, c, d, a, b, c, d}, [x], 24;",
    "wmma.load.a.sync.aligned.col.m8n32k16.global.f16 {a, b, c, d, a, b, c, d}, [g + 16], 24;",
    "wmma.load.a.sync.aligned.row.m8n32k16.u8 {a}, [g + 4], 20;",
    "wmma.load.a.sync.aligned.row.m8n8k32.s4 {a}, [g + 4], 40;",
    "wmma.load.a.sync.aligned.row.m8n8k4.f64 {x}, [g + 8], 9;",
    "wmma.store.d.sync.aligned.row.m16n16k16.shared.f16 [s + 16], {a, b, c, d}, a;",
    "ld.local.b32 a, [4];",
]
MISALIGNED = [
    ("ld.global.b32 a, [g + 2];", "address g + 2 is not aligned to 4 bytes"),
    ("ld.global.b32 a, [g + -2];", "address g - 2 is not aligned to 4 bytes"),
    ("ld.b32 a, [g + 1];", "aligned to 4 bytes"),
    ("ld.global.v4.b32 {a, b, c, d}, [g + 8];", "aligned to 16 bytes"),
    ("ld.global.v2.b32 {a, b}, [word + 2];", "aligned to 8 bytes"),
    ("st.shared.b64 [s + 4], x;", "aligned to 8 bytes"),
    ("atom.global.add.u32 a, [g + 2], 1;", "aligned to 4 bytes"),
    ("ld.param.b32 a, [p + 2];", "aligned to 4 bytes"),
    ("mbarrier.init.shared.b64 [s + 4], 1;", "aligned to 8 bytes"),
    ("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {a}, [s + 8];", "aligned to 16 bytes"),
    ("discard.global.L2 [g + 4], 128;", "aligned to 128 bytes"),
    (
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [s], {a, b, c, d}, [s + 4];",
        "address s + 4 is not aligned to 8 bytes",
    ),
    ("applypriority.global.L2::evict_normal [g + 64], 128;", "aligned to 128 bytes"),
    ("fence.proxy.tensormap::generic.acquire.gpu [g + 4], 128;", "aligned to 64 bytes"),
    (
        "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {a, b, c, d, a, b, c, d}, [g + 16], 64;",
        "address g + 16 is not aligned to 32 bytes",
    ),
    (
        "wmma.load.a.sync.aligned.row.m16n16k16.f16 {a, b, c, d, a, b, c, d}, [x], 20;",
        "lines 20 elements of .f16 apart are not all aligned to 16 bytes",
    ),
    ("wmma.load.a.sync.aligned.row.m8n32k16.u8 {a}, [x], 18;", "not all aligned to 4 bytes"),
    ("wmma.load.a.sync.aligned.row.m8n8k128.b1 {a}, [x], 144;", "not all aligned to 4 bytes"),
    ("wmma.store.d.sync.aligned.row.m8n8k4.f64 [x], {y, y}, 9;", "not all aligned to 16 bytes"),
    ("wmma.store.d.sync.aligned.row.m16n16k16.shared.f16 [s + 8], {a, b, c, d};", "aligned to 16 bytes"),
    ("ld.local.b32 a, [2];", "address 2 is not aligned to 4 bytes"),
    ("st.local.v2.b64 [0x108], {x, x};", "address 264 is not aligned to 16 bytes"),
]


@pytest.mark.parametrize("statement", ALIGNED)
def test_aligned_or_unknown_addresses_have_no_warning(statement: str) -> None:
    assert check_module(MODULE.format(statement), strict=True) == []


@pytest.mark.parametrize(("statement", "message"), MISALIGNED)
def test_misaligned_addresses_are_warnings(statement: str, message: str) -> None:
    (diagnostic,) = check_module(MODULE.format(statement))
    assert (diagnostic.severity, diagnostic.code) == ("warning", "misaligned-address")
    assert message in diagnostic.message


def test_equal_statements_with_other_offsets_are_checked() -> None:
    text = MODULE.format("ld.global.b32 a, [g + 4];\n  ld.global.b32 b, [g + 2];\n  ld.global.b32 c, [g + 8];")
    assert [diagnostic.line for diagnostic in check_module(text)] == [14]
    text = MODULE.format("ld.local.b32 a, [4];\n  ld.local.b32 b, [2];\n  ld.local.b32 c, [8];")
    assert [diagnostic.line for diagnostic in check_module(text)] == [14]


UNIFIED = """\
.version 8.7
.target sm_90
.address_size 64
.global .attribute(.unified(1, 2)) .b32 u;
.global .b32 v;
.global .align 16 .b8 g[64];
.shared .align 16 .b8 s[64];
.entry k()
{{
  .reg .b32 r;
  .reg .b64 p;
  {}
  ret;
}}
"""


@pytest.mark.parametrize(
    ("statement", "codes"),
    [
        ("ld.global.b32 r, [u];", ["unified-variable"]),
        ("st.global.b32 [u], r;", ["unified-variable"]),
        ("atom.global.add.u32 r, [u], r;", ["unified-variable"]),
        ("mov.u64 p, u;", []),
        ("ld.global.b32 r, [p].unified;", []),
        ("ld.global.b32 r, [u].unified;", []),
        ("ld.global.b32 r, [u + 4].unified;", []),
        ("ld.global.b32 r, [g].unified;", ["rejected-by-assembler"]),
        ("ld.global.b32 r, [g]; ld.global.b32 r, [v]; ld.global.b32 r, [u];", ["unified-variable"]),
        ("cp.async.ca.shared.global [s], [g + 4], 4;", []),
        ("cp.async.ca.shared.global [s], [g + 4], 8;", ["misaligned-address"]),
        ("cp.async.ca.shared.global [s + 8], [g], 16;", ["misaligned-address"]),
        ("cp.async.cg.shared.global [s + 16], [g + 32], 16;", []),
        ("ld.global.b32 r, [p + 4294967296];", ["undocumented"]),
        ("ld.global.b32 r, [p + -2147483648];", []),
        ("ld.global.b32 r, [p + 2147483648];", ["undocumented"]),
    ],
)
def test_addresses_that_name_variables_and_offsets(statement: str, codes: list[str]) -> None:
    assert [diagnostic.code for diagnostic in check_module(UNIFIED.format(statement))] == codes
