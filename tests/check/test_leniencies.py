"""Statements on which the manual and ptxas differ, or that only one of several forms accepts: verdicts of ptxas."""

from __future__ import annotations

import pytest

from ptxisa import check_module

HEAD = """.version {}
.target {}
.address_size 64
.global .align 16 .b8 gv[64]; .const .align 16 .b8 cv[64]; .shared .align 16 .b8 sv[64];
.global .texref tx; .global .surfref su; .visible .func fn() {{ ret; }}
.entry k(.param .b64 kp) {{
.reg .pred p; .reg .b16 h<4>; .reg .b32 r<16>; .reg .b64 d<16>; .reg .u64 ud<4>; .reg .f32 f<16>;
"""


def accepted(statement: str, place: tuple[str, str], release: str = "13.5") -> bool:
    text = f"{HEAD.format(*place)}{statement} ret; }}"
    return not any(diagnostic.severity == "error" for diagnostic in check_module(text, assembler=release))


SM_90, SM_100A = ("8.6", "sm_90"), ("9.0", "sm_100a")


@pytest.mark.parametrize(
    "statement",
    [
        "tex.1d.v4.f32.s32 {f1, f2, f3, f4}, d1, {r1};",
        "tex.1d.v4.f32.s32 {f1, f2, f3, f4}, tx, {r1};",
        "tex.level.2d.v4.f32.f32 {f1, f2, f3, f4}, d1, {f5, f6}, f7;",
        "tld4.r.2d.v4.f32.f32 {f1, f2, f3, f4}, tx, {f5, f6};",
        "txq.width.b32 r1, d1;",
        "txq.width.b32 r1, tx;",
        "txq.level.width.b32 r1, d1, r2;",
        "suq.width.b32 r1, su;",
        "suld.b.1d.b32.trap r1, d1, {r2};",
    ],
)
def test_textures_and_surfaces_are_written_in_brackets(statement: str) -> None:
    for release in ("12.9", "13.5"):
        assert not accepted(statement, SM_90, release)


@pytest.mark.parametrize("space", ["global", "shared", "const", "local"])
@pytest.mark.parametrize(("variable", "own"), [("gv", "global"), ("sv", "shared"), ("cv", "const")])
@pytest.mark.parametrize("offset", ["", "+8", "[1]"])
def test_cvta_accepts_variables_of_its_space(space: str, variable: str, own: str, offset: str) -> None:
    assert accepted(f"cvta.{space}.u64 d1, {variable}{offset};", SM_90) is (space == own)


def test_cvta_to_a_space_accepts_any_variable() -> None:
    assert accepted("cvta.to.global.u64 d1, sv+8;", SM_90)


@pytest.mark.parametrize("name", ["fn", "k"])
@pytest.mark.parametrize("statement", ["mov.u64 d1, {}+4;", "mov.b64 d1, {}+0;", "add.u64 d1, {}+4, d2;"])
def test_functions_have_no_offset(name: str, statement: str) -> None:
    assert not accepted(statement.format(name), SM_90)
    assert accepted("mov.u64 d1, fn; mov.u64 d1, gv+4; add.u64 d1, gv+4, d2;", SM_90)


@pytest.mark.parametrize(
    ("types", "place", "answer"),
    [
        ("e4m3.e4m3", ("8.7", "sm_100a"), True),
        ("e4m3.e5m2", ("9.0", "sm_103a"), True),
        ("e5m2.e4m3", ("9.0", "sm_110a"), True),
        ("e5m2.e5m2", ("9.0", "sm_100f"), True),
        ("e4m3.e2m1", ("9.0", "sm_100a"), False),
        ("e3m2.e4m3", ("9.0", "sm_100a"), False),
        ("e4m3.e4m3", ("9.0", "sm_90a"), False),
        ("e4m3.e4m3", ("9.0", "sm_100"), False),
        ("e2m1.e4m3", ("9.0", "sm_120a"), True),
    ],
)
def test_targets_of_8_bit_products(types: str, place: tuple[str, str], answer: bool) -> None:
    operands = "{f1, f2, f3, f4}, {r1, r2, r3, r4}, {r5, r6}, {f5, f6, f7, f8}"
    statement = f"mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.{types}.f32 {operands};"
    assert accepted(statement, place) is answer


@pytest.mark.parametrize(
    ("statement", "place", "releases"),
    [
        ("cp.async.bulk.global.shared::cta.bulk_group [d1], [r1], 4294967296;", SM_90, {"12.9", "13.0", "13.1"}),
        ("cp.async.bulk.prefetch.L2.global [d1], 4294967296;", SM_90, {"12.9"}),
        ("cp.async.bulk.global.shared::cta.bulk_group [d1], [r1], 1048576;", SM_90, set()),
        ("tcgen05.dealloc.cta_group::1.sync.aligned.b32 r1, 1024;", SM_100A, {"13.0", "13.1"}),
        ("tcgen05.dealloc.cta_group::1.sync.aligned.b32 r1, -32;", SM_100A, {"13.0", "13.1"}),
        ("tcgen05.dealloc.cta_group::1.sync.aligned.b32 r1, 31;", SM_100A, set()),
    ],
)
def test_constants_that_earlier_releases_accept(statement: str, place: tuple[str, str], releases: set[str]) -> None:
    tried = ("12.9", "13.0", "13.1", "13.2", "13.5") if place is SM_90 else ("13.0", "13.1", "13.2", "13.5")
    assert {release for release in tried if accepted(statement, place, release)} == releases


@pytest.mark.parametrize("target", ["sm_100a", "sm_110a"])
@pytest.mark.parametrize("scale", [0, 7, 16, -1])
def test_scaled_accumulators_of_integers(target: str, scale: int) -> None:
    assert accepted(f"tcgen05.mma.cta_group::1.kind::i8 [r1], d1, d2, r3, p, {scale};", ("9.0", target))


@pytest.mark.parametrize(
    ("statement", "answer"),
    [
        ("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes r1, [d2, {r3}], [r4];", True),
        ("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [r1], [d2, {r3}], r4;", True),
        ("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes sv, [d2, {r3}], [r4];", True),
        ("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes 16, [d2, {r3}], [r4];", False),
        ("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [d1, {r2}], r3;", True),
        ("cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.bulk_group [d1, {r2}], r3;", True),
        ("cp.async.bulk.global.shared::cta.bulk_group d1, [r1], 16;", False),
        ("ld.global.u32 r1, d1;", False),
    ],
)
def test_addresses_without_brackets(statement: str, answer: bool) -> None:
    assert accepted(statement, SM_90) is answer


@pytest.mark.parametrize(
    ("version", "target", "statement"),
    [
        ("9.4", "sm_89", "fence.acquire.gpu;"),
        ("9.1", "sm_103a", "cvt.rz.satfinite.ue8m0x2.bf16x2 h1, ur;"),
        ("9.1", "sm_90a", "set.equ.s32.bf16x2 r1, {r2, r3}, r4;"),
    ],
)
def test_errata_do_not_apply_to_versions_newer_than_the_release(version: str, target: str, statement: str) -> None:
    text = f"{HEAD.format(version, target)}.reg .u32 ur; {statement} ret; }}"
    assert any(diagnostic.severity == "error" for diagnostic in check_module(text))


@pytest.mark.parametrize(
    ("pointer", "answer"),
    [
        (".texref", True),
        (".samplerref", True),
        (".surfref .align 16", True),
        (".const[2]", True),
        (".global .texref", False),
    ],
)
def test_pointers_to_opaque_parameters(pointer: str, answer: bool) -> None:
    text = f".version 7.8\n.target sm_80\n.address_size 64\n.entry k(.param .u64 .ptr {pointer} image) {{ ret; }}"
    for release in ("11.8", "12.9", "13.5"):
        assert any(diagnostic.severity == "error" for diagnostic in check_module(text, assembler=release)) is not answer
    assert [diagnostic.code for diagnostic in check_module(text)][:1] == (
        ["undocumented"] if answer else ["syntax-error"]
    )


@pytest.mark.parametrize(
    ("statement", "answer"),
    [
        ("shfl.sync.idx.no_membermask_overlap.b32 r1, r2, 0, 31, -1;", True),
        ("shfl.sync.no_membermask_overlap.idx.b32 r1, r2, 0, 31, -1;", True),
        ("shfl.sync.idx.b32.no_membermask_overlap r1, r2, 0, 31, -1;", True),
        ("vote.sync.ballot.no_membermask_overlap.b32 r1, p, -1;", True),
        ("match.any.sync.no_membermask_overlap.b32 r1, r2, -1;", True),
        ("bar.warp.sync.no_membermask_overlap -1;", True),
        ("redux.sync.add.no_membermask_overlap.u32 r1, r2, -1;", True),
        ("elect.sync.no_membermask_overlap r1|p, -1;", False),
        ("barrier.sync.no_membermask_overlap 0;", False),
        ("add.no_membermask_overlap.u32 r1, r2, r3;", False),
        ("shfl.sync.idx.no_membermask_overlap.no_membermask_overlap.b32 r1, r2, 0, 31, -1;", False),
    ],
)
def test_masks_without_overlap(statement: str, answer: bool) -> None:
    for release in ("12.9", "13.5"):
        assert accepted(statement, SM_90, release) is answer
    assert not accepted(statement, ("8.3", "sm_90"), "13.5")


@pytest.mark.parametrize(
    "statement", ["add.rn.s32 r1, r2, r3;", "bfind.u64.u32 r1, r2;", "mul.wide.lo.u32 r1, r2, r3;"]
)
def test_modifiers_without_a_record_in_the_newest_version(statement: str) -> None:
    text = f"{HEAD.format('9.5', 'sm_90')}{statement} ret; }}"
    assert [(diagnostic.code, diagnostic.severity) for diagnostic in check_module(text)] == [
        ("unrecorded-instruction", "warning")
    ]
    assert any(diagnostic.severity == "error" for diagnostic in check_module(text, assembler="13.5"))


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [r1], [d1], 16, d2;", True),
        ("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [r1], [r2], 16, 64;", True),
        ("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [r1], [r2], 16, [64];", False),
        (
            "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [r1], [r2], 16, d2;",
            True,
        ),
        ("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [r1], [d1], 16, r3;", False),
        (
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [r1], [d1], 16, d2, d3;",
            False,
        ),
        (
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [r1],[d1],16,d2,h1;",
            False,
        ),
        ("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [r1], r2, d2;", False),
    ],
)
def test_bulk_copies_accept_64_bits_instead_of_the_mbarrier(statement: str, expected: bool) -> None:
    for release in ("12.8", "13.5"):
        assert accepted(statement, SM_90, release) is expected


@pytest.mark.parametrize("kind", ["f8f6f4", "mxf4", "mxf8f6f4"])
@pytest.mark.parametrize("shape", ["m16n8k16", "m16n8k32"])
@pytest.mark.parametrize(
    ("target", "expected"),
    [("sm_120a", True), ("sm_121f", True), ("sm_103f", True), ("sm_100", False), ("sm_120", False), ("sm_90a", False)],
)
def test_8_bit_formats_have_every_kind_on_f_and_a_targets(kind: str, shape: str, target: str, expected: bool) -> None:
    a, b = ("{r0, r1}", "{r4}") if shape == "m16n8k16" else ("{r0, r1, r2, r3}", "{r4, r5}")
    operands = f"{{f0, f1, f2, f3}}, {a}, {b}, {{f4, f5, f6, f7}}"
    statement = f"mma.sync.aligned.{shape}.row.col.kind::{kind}.f32.e4m3.e5m2.f32 {operands};"
    for release in ("12.9", "13.5"):
        assert accepted(statement, ("8.8", target), release) is expected


@pytest.mark.parametrize(
    ("elements", "valid"), [("r1", True), ("r1, r2", True), ("r1, r2, r3", False), ("r1, r2, r3, r4", True)]
)
@pytest.mark.parametrize("operation", ["max.bf16x2 r5, {}, r6;", "fma.rn.bf16x2 r5, r6, r7, {};", "abs.bf16x2 {}, r5;"])
def test_releases_up_to_13_0_accept_vectors_as_bf16x2(operation: str, elements: str, valid: bool) -> None:
    statement = operation.format(f"{{{elements}}}")
    assert [accepted(statement, SM_90, release) for release in ("12.9", "13.0", "13.5")] == [valid, valid, False]


@pytest.mark.parametrize(
    ("statement", "answer"),
    [
        ("add.pred.u32 r1, r2, r3;", True),
        ("add.u32.pred.texref.samplerref.surfref r1, r2, r3;", True),
        ("setp.lt.texref.s32 p, r1, r2;", True),
        ("cvt.pred.u32.u64 r1, d1;", True),
        ("mul.pred.f32 f1, f2, f3;", True),
        ("mul.lo.pred.u32 r1, r2, r3;", False),
        ("mul.lo.b2.u32 r1, r2, r3;", True),
        ("add.b2.u32 r1, r2, r3;", False),
        ("and.b2.b2.b32 r1, r2, r3;", True),
        ("and.pred.b32 r1, r2, r3;", False),
        ("ld.global.b6x16_p32.u32 r1, [d1];", True),
        ("fma.rn.b8x16.b4x16_p64.f32 f1, f2, f3, f4;", True),
        ("fma.rn.b8x16.b8x16.b8x16.f32 f1, f2, f3, f4;", False),
        ("add.b1.u32 r1, r2, r3;", False),
        ("movmatrix.sync.bf16.aligned.m8n8.trans.b16 r1, r2;", True),
        (
            "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32.b2 {f1, f2, f3, f4}, {r1, r2}, {r3}, {f5, f6, f7, f8};",
            True,
        ),
        (
            "mma.sync.aligned.m16n8k8.row.col.b2.f32.f16.f16.f32 {f1, f2, f3, f4}, {r1, r2}, {r3}, {f5, f6, f7, f8};",
            False,
        ),
        (
            "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32.b2 {f1, f2, f3, f4}, {r1, r2}, {r3}, {f5, f6, f7, f8};",
            False,
        ),
        # A modifier repeated often is compared with rules in linear time.
        (f"mad.lo{'.b2' * 12} r1, r2, r3, r4;", False),
    ],
)
def test_surplus_types(statement: str, answer: bool) -> None:
    for release in ("12.9", "13.5"):
        assert accepted(statement, SM_100A if release == "13.5" else SM_90, release) is answer


@pytest.mark.parametrize(
    ("statement", "answer"),
    [
        ("ld.global.v2.b32 {r1, p}, [d1];", True),
        ("st.global.v2.b32 [d1], {%is_explicit_cluster, r2};", True),
        ("stmatrix.sync.aligned.m8n8.x2.shared.b16 [r1], {r2, p};", True),
        ("tcgen05.ld.sync.aligned.32x32b.x2.b32 {r1, p}, [r2];", False),
        ("tcgen05.st.sync.aligned.32x32b.x2.b32 [r1], {p, r2};", False),
        ("wmma.load.a.sync.aligned.row.m16n16k16.f16 {r1, p, r3, r4, r5, r6, r7, r8}, [d1];", False),
        ("wmma.store.d.sync.aligned.row.m16n16k16.f32 [d1], {r1, p, r3, r4, r5, r6, r7, r8};", False),
    ],
)
def test_predicates_beside_registers_of_32_bits(statement: str, answer: bool) -> None:
    assert accepted(statement, SM_100A) is answer


@pytest.mark.parametrize(
    ("source", "answer"),
    [("h1", True), ("{h1}", False), ("{h1, h2}", False), ("{h1, h2, h1, h2, h1, h2, h1, h2}", False)],
)
def test_surface_stores_with_eight_elements_take_one_register(source: str, answer: bool) -> None:
    for release in ("12.9", "13.5"):
        assert accepted(f"sust.b.2d.v8.b16.trap [d1, {{r1, r2}}], {source};", SM_90, release) is answer


@pytest.mark.parametrize(
    ("statement", "answers"),
    [
        ("abs.bf16x2 w2, r1;", (True, False)),
        ("abs.bf16x2 r1, w2;", (True, False)),
        ("abs.bf16x2 r1, w4;", (True, False)),
        ("abs.bf16x2 r1, s2;", (False, False)),
        ("abs.bf16x2 r1, k2;", (False, False)),
        ("abs.bf16x2 r1, {h1, h2};", (False, False)),
        ("abs.bf16x2 r1, {h1, r2};", (False, False)),
        ("add.bf16 h1, h2, k2;", (True, False)),
        ("cvt.rn.bf16.f32 k2, f1;", (True, False)),
        ("cvt.rn.bf16.f32 {h1, r1}, f1;", (False, False)),
        (
            "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {f1, f2, f3, f4}, w2, {r1}, {f5, f6, f7, f8};",
            (True, True),
        ),
        ("mma.sync.aligned.m8n8k32.row.col.s32.u4.u4.s32 {r1, r2}, {r3}, {r4}, {w2.x, w2.y};", (True, True)),
        ("mma.sync.aligned.m8n8k32.row.col.s32.u4.u4.s32 {r1, r2}, {r3}, {r4}, w2;", (False, False)),
        ("wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32 w2, {r1}, {r2}, {r3, r4};", (False, False)),
        ("multimem.st.v2.f32 [d1], w2;", (False, False)),
        ("multimem.st.v2.f32 [d1], {w2.x, w2.y};", (True, True)),
        ("st.global.v2.b32 [d1], w2;", (True, True)),
    ],
)
def test_vector_registers_without_braces(statement: str, answers: tuple[bool, bool]) -> None:
    declared = ".reg .v2 .b16 k2; .reg .v2 .b32 w2; .reg .v4 .b32 w4; .reg .v2 .s32 s2;"
    for release, answer in zip(("12.9", "13.5"), answers, strict=True):
        assert accepted(f"{declared} {statement}", SM_90, release) is answer


@pytest.mark.parametrize(
    ("type_", "elements", "answer"),
    [
        ("b8", "x", True),
        ("v2.b16", "x, x", True),
        ("b32", "h1, h2", True),
        ("b32", "b, b", False),
        ("b64", "h1, h2", False),
        ("b64", "r1, r2", True),
        ("b16", "r1, h2", False),
    ],
)
def test_elements_of_surface_data_have_one_width(type_: str, elements: str, answer: bool) -> None:
    declared = ".reg .f16x2 x; .reg .b8 b;"
    for statement in ("sust.b.2d.{}.trap [d1, {{r1, r2}}], {{{}}};", "suld.b.2d.{0}.trap {{{1}}}, [d1, {{r1, r2}}];"):
        for release in ("11.8", "13.5"):
            text = f"{declared} {statement.format(type_, elements)}"
            assert accepted(text, ("7.8", "sm_90"), release) is answer


@pytest.mark.parametrize("release", ["12.9", "13.5"])
@pytest.mark.parametrize(
    "operation",
    [
        "txq.level.width.b32 r1, [tx], {{{}}};",
        "tex.level.1d.v4.f32.s32 {{f1, f2, f3, f4}}, [tx, {{r2}}], {{{}}};",
        "mbarrier.arrive.shared.b64 d1, [r1], {{{}}};",
    ],
)
def test_one_register_of_32_bits_in_braces_where_no_vector_is_meant(operation: str, release: str) -> None:
    for element, answer in (
        ("r3", True),
        ("%laneid", True),
        ("%tid.x", True),
        ("d2", False),
        ("f5", False),
        ("p", False),
    ):
        assert accepted(operation.format(element), SM_90, release) is answer, element


@pytest.mark.parametrize("release", ["11.8", "12.9", "13.5"])
@pytest.mark.parametrize(
    ("statement", "answer"),
    [
        ("mov.b64 d1, kp;", False),  # ptxas ends with a segmentation fault.
        ("mov.b64 d1, kp+4;", False),
        ("cvta.param.u64 d1, kp;", True),
        ("add.u64 d1, kp, 4;", False),
        ("mov.b64 d1, other;", False),
        ("cvta.param.u64 d1, other;", False),
        ("st.param.b32 [other], r1;", True),
    ],
)
def test_a_variable_in_param_has_the_address_of_the_parameter_of_its_name(
    statement: str, answer: bool, release: str
) -> None:
    body = f"{{ .param .b64 kp; .param .b64 other; {statement} }}"
    assert accepted(body, ("7.8", "sm_90"), release) is answer


def test_a_variable_in_param_has_the_space_of_the_parameter_of_its_name() -> None:
    for space, answers in (("entry", [True, True]), ("func", [True, False])):
        body = f"{{ .param .b64 kp; ld.param::{space}.b64 d1, [kp]; }}"
        assert [accepted(body, SM_90, release) for release in ("12.9", "13.5")] == answers


@pytest.mark.parametrize(
    ("mask", "answer"),
    [
        ("0xffffffff", True),
        ("-1", True),
        ("0xffffffffffffffff", True),
        ("-4294967297", True),
        ("0x1ffffffff", False),
        ("0x8000000000000000", False),
        ("-2", False),
    ],
)
def test_the_mask_of_a_fabric_reduction_has_its_lower_32_bits_set(mask: str, answer: bool) -> None:
    opcode = "fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric"
    statement = f"{opcode}.relaxed.sys.add.f32.sync [r1], [r2, d1], r3, [r4], {mask};"
    assert accepted(statement, ("9.5", "sm_100a")) is answer


@pytest.mark.parametrize(("body", "answer"), [(".entry f()", False), (".visible .func f()", True)])
def test_only_kernels_cannot_store_to_parameters_by_register(body: str, answer: bool) -> None:
    text = f".version 8.0\n.target sm_90\n{body} {{ .reg .b64 q; mov.b64 q, 0; st.param.b32 [q], 1; ret; }}"
    for release in ("12.9", "13.5"):
        assert any(found.severity == "error" for found in check_module(text, assembler=release)) is not answer


@pytest.mark.parametrize("release", ["11.8", "12.9", "13.5"])
@pytest.mark.parametrize(
    ("function", "statements", "expected"),
    [
        (".entry f(.param .b32 p)", ".param .b32 p; st.param.b32 [p], r;", False),
        (".func f(.param .b32 p)", ".param .b64 p; { st.param.b32 [p+4], r; }", False),
        (".func f(.param .b32 p)", ".param .b32 p; ld.param.b32 r, [p];", True),
        (".func f(.param .b32 p)", ".param .b32 q; st.param.b32 [q], r;", True),
        (".func f(.param .b32 p)", ".local .b32 p; st.local.b32 [p], r;", True),
        (".func (.param .b32 p) f()", ".param .b32 p; ld.param.b32 r, [p];", False),
        (".func (.param .b32 p) f()", ".param .b32 p; st.param.b32 [p], r;", True),
    ],
)
def test_releases_take_variables_for_parameters_of_their_name(
    function: str, statements: str, expected: bool, release: str
) -> None:
    text = f".version 7.8\n.target sm_90\n.address_size 64\n{function} {{ .reg .b32 r; {{ {statements} }} ret; }}\n"
    errors = [found for found in check_module(text, assembler=release) if found.severity == "error"]
    assert bool(errors) is not expected
    assert {found.severity for found in check_module(text)} <= {"warning", "note"}


@pytest.mark.parametrize(
    ("statement", "accepted_by"),
    [
        ("cvt.rn.f32.f64 r1, fn;", []),
        ("add.sat.s32 r1, fn, r2;", ["11.8", "12.9"]),
        ("div.u32 r1, r2, fn;", ["11.8", "12.9", "13.5"]),
        ("div.s64 d1, d2, fn;", []),
        ("sqrt.rn.f64 d1, fn;", ["11.8", "12.9", "13.5"]),
        ("sqrt.rz.f64 d1, fn;", []),
        ("st.global.b8 [d1], fn;", ["11.8", "12.9", "13.5"]),
        ("st.global.v2.b32 [d1], fn;", []),
        ("st.volatile.v2.b32 [d1], fn;", []),
        ("atom.cas.b16 h1, [d1], fn, h2;", ["11.8", "12.9", "13.5"]),
        ("atom.add.noftz.bf16 h1, [d1], fn;", []),
        ("atom.add.noftz.f16 h1, [d1], fn;", ["11.8", "12.9"]),
        ("tex.2d.v4.f32.s32 {f1, f2, f3, f4}, [tx, fn];", ["11.8", "12.9", "13.5"]),
        ("tex.level.2d.v4.f32.f32 {f1, f2, f3, f4}, [tx, {f5, f6}], fn;", ["11.8", "12.9", "13.5"]),
        ("tex.level.2d.v4.f32.f32 {f1, f2, f3, f4}, [tx, {f5, f6}], f7, fn;", []),
    ],
)
def test_names_of_functions_are_sources_by_type(statement: str, accepted_by: list[str]) -> None:
    releases = ("11.8", "12.9", "13.5")
    assert [release for release in releases if accepted(statement, ("7.8", "sm_90"), release)] == accepted_by


@pytest.mark.parametrize("release", ["11.8", "12.9", "13.5"])
@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("st.global.b32 [d1], {%laneid};", True),
        ("st.global.u8 [d1], {%clock64};", True),
        ("st.global.b64 [d1], {%laneid};", False),
        ("ld.volatile.f32 {%laneid}, [d1];", True),
        ("ldu.global.u64 {%clock64}, [d1];", True),
        ("suld.b.1d.b32.trap {%laneid}, [su, {r1}];", True),
        ("st.global.b32 [d1], %laneid;", False),
        ("add.u32 r1, {%laneid}, r2;", False),
        ("vmad.u32.u32.u32 r1, r2, {%laneid}, r3;", False),
        ("mov.b16 h1, %tid+1;", True),
        ("mov.b64 d1, %ctaid+1;", True),
        ("mov.u32 r1, %tid+1;", False),
        ("and.b32 r1, r2, %tid+1;", False),
        ("sust.b.1d.b32.trap [su, {r1}], %tid+1;", True),
        ("cvta.global.u64 d2, %laneid+1;", False),
        ("cvta.const.u64 d2, %clock64+1;", False),
        ("cvta.to.global.u64 d2, %clock64+1;", True),
        ("cvta.global.u64 d2, d1+1;", True),
        ("st.global.v4.b32 [d1], %tid+1;", True),
        ("st.global.v2.b32 [d1], %tid+1;", False),
        ("st.global.b32 [d1], %tid+1;", False),
        ("mbarrier.arrive.noComplete.b64 d1, [d2], %tid+1;", True),
        ("mbarrier.arrive.noComplete.b64 d1, [d2], {%laneid};", True),
        ("stmatrix.sync.aligned.m8n8.x4.shared.b16 [r1], %tid+1;", True),
        (
            "mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32 {r1, r2, r3, r4}, %tid+1, {r4, r5}, {r1, r2, r3, r4};",
            False,
        ),
    ],
)
def test_special_registers_in_braces_and_with_offsets(statement: str, expected: bool, release: str) -> None:
    assert accepted(statement, ("7.8", "sm_90"), release) is expected


@pytest.mark.parametrize("release", ["11.8", "12.9", "13.5"])
@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("add.u64 d1, tx+4, d2;", True),
        ("and.b64 d1, d2, su+8;", True),
        ("st.global.b64 [d1], tx+1;", True),
        ("add.u64 d1, tx, d2;", False),
        ("st.global.f32 [d1], tx+4;", False),
        ("cp.async.wait_group -1;", True),
    ],
)
def test_warnings_of_arithmetic_on_textures_and_of_negative_groups(
    statement: str, expected: bool, release: str
) -> None:
    assert accepted(statement, ("7.8", "sm_90"), release) is expected
    text = f"{HEAD.format('7.8', 'sm_90')}{statement} ret; }}"
    by_manual = {diagnostic.severity for diagnostic in check_module(text)}
    assert by_manual == {"warning" if expected else "error"}


@pytest.mark.parametrize("release", ["12.9", "13.5"])
@pytest.mark.parametrize(
    ("statement", "place", "expected"),
    [
        ("ld.mmio.relaxed.sys.global.b32 {%clock64}, [d1];", ("8.3", "sm_90"), True),
        ("ld.mmio.relaxed.sys.global.b64 {%laneid}, [d1];", ("8.3", "sm_90"), False),
        ("st.mmio.relaxed.sys.global.b8 [d1], {h1};", ("8.3", "sm_90"), True),
        ("st.mmio.relaxed.sys.global.b32 [d1], {h1};", ("8.3", "sm_90"), False),
        ("st.mmio.relaxed.sys.global.f32 [d1], {1.5};", ("8.3", "sm_90"), True),
        ("st.mmio.relaxed.sys.global.f32 [d1], {1};", ("8.3", "sm_90"), False),
        ("cvt.rs.satfinite.e4m3x4.f32 r1, {%laneid, f2, f3, f4}, r2;", ("8.8", "sm_103a"), True),
        ("cvt.rs.satfinite.e4m3x4.f32 r1, {%clock64, f2, f3, f4}, r2;", ("8.8", "sm_103a"), False),
    ],
)
def test_elements_in_braces_of_32_and_64_bits(
    statement: str, place: tuple[str, str], expected: bool, release: str
) -> None:
    assert accepted(statement, place, release) is expected


@pytest.mark.parametrize(
    ("strides", "expected"),
    [("r1, r2", True), ("f1, f2", True), ("x1, x2", True), ("h1, h2", False), ("e1, e2", False)],
)
def test_strides_of_tensors_are_vectors_of_32_bits(strides: str, expected: bool) -> None:
    copy = "cp.async.bulk.prefetch.tensor.3d.L2.global.override::global_address.override::global_dim_stride"
    operands = f"[d1, d2, {{h1, h2, h3}}, {{{strides}}}, h1, {{r5, r6, r7}}]"
    statement = f".reg .f16x2 x<3>; .reg .f64 e<3>; {copy} {operands};"
    assert accepted(statement, ("9.5", "sm_107a")) is expected
