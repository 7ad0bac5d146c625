"""Limits of constants, elements of vectors and characters, against verdicts of ptxas."""

from __future__ import annotations

import pytest

from ptxisa import check_module, check_statement

SPARSE = (
    "mma.sp.sync.aligned.m16n8k32.row.col.{t}.f16.f16.{t} {{{d}}}, {{a, b, c, e}}, {{g, h, i, j}}, {{{d}}}, k, {f};"
)
TENSOR = (
    "cp.async.bulk.tensor.3d.shared::cta.global.{mode}.mbarrier::complete_tx::bytes [s], [m, {{x, y, z}}], [b], {halo};"
)

KEPT = [
    "cp.async.ca.shared.global [s], [g], 8, 4;",
    "cp.async.ca.shared.global [s], [g], 16, 0;",
    "cp.async.ca.shared.global [s], [g], 4, n;",
    "createpolicy.range.L2::evict_last.b64 d, [a], 0x100000, 0x100000;",
    "createpolicy.range.L2::evict_last.b64 d, [a], 5, -1;",
    "createpolicy.range.L2::evict_last.b64 d, [a], n, 0x100000;",
    "wmma.load.a.sync.aligned.col.m32n8k16.global.f16 {a, b, c, d, e, f, g, h}, [p], 32;",
    "tex.3d.v4.s32.s32 {a, b, c, d}, [t, {x, y, z, w}], {1, 7, -8, 99};",
    SPARSE.format(t="f16", d="p, q", f=1),
    TENSOR.format(mode="im2col::w", halo="{511, 31}"),
    TENSOR.format(mode="im2col::w::128", halo="{31, n}"),
    "cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes.override::global_address"
    ".override::global_dim_stride [s], [m, a, {h, i}, {l}, u, {0, x}], [b];",
]
REPLACED = (
    "cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes.override::global_address"
    ".override::global_dim_stride [s], [m, a, {{h, i}}, {{l}}, u, {{{}}}], [b];"
)
BROKEN = [
    (REPLACED.format("0, 1"), "operand coordinates is 1; it must be 0"),
    (REPLACED.format("-1, 0"), "operand coordinates is -1; it must be 0"),
    ("cp.async.ca.shared.global [s], [g], 4, 8;", "operand src_size is 8; it must be at most cp_size (cp_size is 4)"),
    ("cp.async.ca.shared.global [s], [g], 8, 16;", "at most cp_size (cp_size is 8)"),
    ("cp.async.cg.shared.global [s], [g], 16, -1;", "operand src_size is -1; it must be at most cp_size"),
    ("createpolicy.range.L2::evict_last.b64 d, [a], 2, 1;", "at most total_size (total_size is 1)"),
    ("createpolicy.range.L2::evict_last.b64 d, [a], 1, 0x100000000;", "at most total_size (total_size is 0)"),
    (SPARSE.format(t="f16", d="p, q", f=2), "operand f is 2; it must be 0 or 1"),
    (SPARSE.format(t="f32", d="p, q, r, s", f=4), "operand f is 4; it must be 0 or 1"),
    ("mbarrier.arrive.shared.b64 d, [s], 0;", "operand count is 0; it must be in 1..1048575"),
]
ACCEPTED_BY_PTXAS = [
    (SPARSE.format(t="f32", d="p, q, r, s", f=3), "sparse-selector-f32"),
    ("fns.b32 d, m, 32, 1;", "fns-base-range"),
    ("fns.b32 d, m, -1, 1;", "fns-base-range"),
    ("tld4.r.2d.v4.s32.f32 {a, b, c, d}, [t, {x, y}], {9, 1};", "texture-offset-range"),
    ("tex.1d.v4.s32.s32 {a, b, c, d}, [t, {x}], {-9};", "texture-offset-range"),
    ("wmma.load.a.sync.aligned.col.m32n8k16.global.f16 {a, b, c, d, e, f, g, h}, [p], 16;", "wmma-short-stride"),
    ("wmma.store.d.sync.aligned.row.m8n32k16.f32 [p], {a, b, c, d, e, f, g, h}, 28;", "wmma-short-stride"),
    (TENSOR.format(mode="im2col::w", halo="{512, 0}"), "im2col-halo-range"),
    (TENSOR.format(mode="im2col::w::128", halo="{32, 0}"), "im2col-halo-range"),
    (TENSOR.format(mode="im2col::w", halo="{n, 32}"), "im2col-halo-range"),
    ("mbarrier.init.shared.b64 [s], 0;", "mbarrier-count-range"),
    ("mbarrier.arrive.shared.b64 d, [s], 1048576;", "mbarrier-count-range"),
    ("mbarrier.expect_tx.relaxed.cta.shared.b64 [s], -1;", "mbarrier-count-range"),
]


@pytest.mark.parametrize("statement", KEPT)
def test_statements_within_limits_are_valid(statement: str) -> None:
    assert check_statement(statement, strict=True) == []


@pytest.mark.parametrize(("statement", "message"), BROKEN)
def test_constants_beyond_a_limit_are_errors(statement: str, message: str) -> None:
    (diagnostic,) = check_statement(statement)
    assert (diagnostic.severity, diagnostic.code) == ("error", "operand-range")
    assert message in diagnostic.message


@pytest.mark.parametrize(("statement", "erratum"), ACCEPTED_BY_PTXAS)
def test_limits_that_ptxas_ignores_are_undocumented_findings(statement: str, erratum: str) -> None:
    (diagnostic,) = check_statement(statement)
    assert (diagnostic.severity, diagnostic.code, diagnostic.erratum) == ("warning", "undocumented", erratum)


def test_the_selected_release_decides_the_count_of_an_mbarrier() -> None:
    statement = "mbarrier.init.shared.b64 [s], 1048576;"
    verdicts = {
        release: [diagnostic.severity for diagnostic in check_statement(statement, assembler=release)]
        for release in RELEASES
    }
    assert verdicts == {"11.8": ["note"], "13.0": ["note"], "13.1": ["error"], "13.5": ["error"]}


RELEASES = ("11.8", "13.0", "13.1", "13.5")


MODULE = """\
.version 7.8
.target sm_80
.address_size 64
.entry k () {{
  .reg .v4 .b32 v;
  .reg .v2 .b32 w;
  .reg .b32 a;
  {}
  ret;
}}
"""


@pytest.mark.parametrize("element", ["%tid.r", "%ctaid.g", "%ntid.b", "v.r", "v.g", "v.b", "v.a", "w.y", "w.g"])
def test_elements_have_two_names(element: str) -> None:
    assert check_module(MODULE.format(f"mov.u32 a, {element};")) == []


@pytest.mark.parametrize("element", ["%tid.q", "v.e", "v.foo", "v.xy", "v.X", "w.z", "w.a"])
def test_other_elements_do_not_exist(element: str) -> None:
    (diagnostic,) = check_module(MODULE.format(f"mov.u32 a, {element};"))
    assert (diagnostic.severity, diagnostic.code) == ("error", "operand-kind")


@pytest.mark.parametrize("element", ["w.z", "w.w", "w.b", "w.a"])
@pytest.mark.parametrize(
    "statement",
    ["mov.b32 {}, a;", "add.u32 {}, a, a;", "popc.b32 {}, a;", "mov.b64 {{{}, a}}, d;", "ld.v2.b32 {{a, {}}}, [d];"],
)
def test_only_ptxas_accepts_missing_elements_as_destinations(element: str, statement: str) -> None:
    text = MODULE.format(f".reg .b64 d; {statement.format(element)}")
    (diagnostic,) = check_module(text)
    assert (diagnostic.severity, diagnostic.erratum) == ("warning", "missing-vector-elements")
    assert all(diagnostic.severity != "error" for diagnostic in check_module(text, assembler="13.5"))


def test_the_selected_release_decides_about_characters_beyond_ascii() -> None:
    text = MODULE.format("// \N{LATIN SMALL LETTER A WITH DIAERESIS}\n")
    verdicts = {release: check_module(text, assembler=release)[0].severity for release in RELEASES}
    assert verdicts == {"11.8": "warning", "13.0": "error", "13.1": "warning", "13.5": "warning"}
