"""Statements with unusual operands, each with the verdict of ptxas 11.8, 12.9 and 13.5."""

import pytest

import ptxisa

HEAD = """.version {}
.target {}
.address_size 64
.shared .b64 bar; .global .surfref image;
.entry k() {{
.reg .pred p<3>; .reg .b32 r<4>; .reg .b16 h; .reg .b64 a; .reg .v2 .u32 pair; .reg .v2 .f32 floats;
"""


def verdict(statement: str, target: str, release: str, version: str = "7.8") -> bool:
    """Return True if a release accepts a kernel with the statement."""
    module = f"{HEAD.format(version, target)}{statement}\nret;\n}}\n"
    return not any(diagnostic.severity == "error" for diagnostic in ptxisa.check_module(module, assembler=release))


@pytest.mark.parametrize("release", ["11.8", "12.9", "13.5"])
@pytest.mark.parametrize(
    ("statement", "accepted"),
    [
        ("add.u32 r1|_, r2, r3;", True),
        ("bar.sync r1|_;", True),
        ("vote.sync.any.pred p1|_, p2, -1;", True),
        ("add.u32 r1|p1, r2, r3;", False),
        ("add.u32 r1, r2|_, r3;", False),
        ("add.u32 r1|_, r2, h;", False),
        ("add.u32 r1|_, r2;", False),
        ("mov.b64 {r1, r2}|_, a;", False),
        ("st.global.v2.b32 [a], {1, r1};", True),
        ("st.global.v4.b32 [a], {1, r1};", False),
        ("prmt.b32 r1, {%tid.x, %tid.y}, r2, r3;", False),
        ("mov.v4.u32 {r0, r1, r2, r3}, %tid+1;", True),
        ("mov.v2.u32 {r0, r1}, %tid+1;", False),
        ("mov.v2.u32 {r0, r1}, %laneid;", True),
        ("mov.v2.u32 {r0, r1}, pair+1;", True),
        ("mov.v2.b32 {r0, r1}, floats+1;", False),
        ("mov.v2.u32 {r0, r1}, r2+1;", True),
        ("mov.v2.f32 floats, floats+1;", True),
        ("tex.1d.v4.f32.s32 {r0, r1, r2, r3}, [a, {r0}];", True),
        (".reg .u16 u<4>; tex.1d.v4.f16.s32 {u0, u1, u2, u3}, [a, {r0}];", True),
        (".reg .u32 u<4>; tex.1d.v4.f32.s32 {u0, u1, u2, u3}, [a, {r0}];", True),
        (".reg .u16 u<4>; tex.1d.v4.f32.s32 {u0, u1, u2, u3}, [a, {r0}];", False),
        (".reg .v2 .f16x2 u; tex.1d.v2.f16x2.s32 u, [a, {r0}];", False),
        ("cvt.rn.bf16.f32 h, k;", True),
        ("cvt.rn.f16.f32 h, k;", False),
        ("cvt.rn.f16x2.f32 r1, r2, k;", True),
        ("cvt.rn.f16x2.f32 r1, k, r2;", False),
        ("mov.v2.u32 pair, floats+1;", False),
        ("mov.v2.u32 {r0, r1}, bar;", True),
        ("mov.v2.u32 {r0, r1}, bar+4;", True),
        ("mov.v2.f32 floats, bar+4;", False),
        ("mov.v2.u32 {r0, r1}, image+4;", True),
        ("mov.v4.u32 {r0, r1, r2, r3}, pair+1;", False),
        ("mov.v4.f32 {r0, r1, r2, r3}, %tid;", False),
        ("mov.b64 a, pair+1;", True),
        ("st.global.v2.u32 [a], pair+1;", True),
        ("st.global.u32 [a], pair+1;", False),
        ("st.global.v2.u32 [a], floats+1;", False),
        ("st.global.f64 [a], {1};", False),
        ("st.global.b64 [a], {1};", True),
        ("sust.b.1d.v2.b32.trap [image, {r1}], pair+1;", True),
        ("sust.b.1d.v4.b32.trap [image, {r1}], pair+1;", False),
        ("sust.b.1d.v2.b32.trap [image, {r1}], r2+1;", True),
        ("sust.b.1d.v2.b32.trap [image, {r1}], r2;", False),
        ("mbarrier.arrive.shared.b64 a, [bar], pair+1;", True),
        ("mbarrier.arrive.shared.b64 a, [bar], floats+1;", False),
    ],
)
def test_releases_judge_unusual_operands(statement: str, accepted: bool, release: str) -> None:
    assert verdict(statement, "sm_90", release) is accepted


@pytest.mark.parametrize(("target", "accepted"), [("sm_75", True), ("sm_89", True), ("sm_90", False)])
def test_a_store_to_a_parameter_by_register_crashes_ptxas_since_sm_90(target: str, accepted: bool) -> None:
    assert verdict(".param .b32 q; st.param.b32 [a], r1;", target, "12.9") is accepted


@pytest.mark.parametrize("release", ["11.8", "12.9", "13.5"])
@pytest.mark.parametrize(
    ("elements", "accepted"),
    [
        ("r1, 5, r2, r3", True),
        ("r1, 5, h, h", False),
        ("r1, h, 5, 5", False),
        ("5, r1, h, a", True),
        ("5, f, r1, r1", False),
        ("5, r1, f, f", True),
        ("f, 1.5, f, 1.5", True),
        ("f, 1.5, 5, f", False),
    ],
)
def test_releases_judge_mixed_vectors(elements: str, accepted: bool, release: str) -> None:
    assert verdict(f".reg .f32 f; st.global.v4.b32 [a], {{{elements}}};", "sm_80", release) is accepted


@pytest.mark.parametrize("release", ["12.9", "13.0", "13.1"])
@pytest.mark.parametrize(
    ("size", "accepted"),
    [
        (1048560, True),
        (1048576, False),
        (4294967312, True),
        (4294967304, False),
        (4296015856, True),
        (4296015872, False),
    ],
)
def test_releases_compare_lower_32_bits_of_bulk_sizes(size: int, accepted: bool, release: str) -> None:
    statement = f"cp.async.bulk.global.shared::cta.bulk_group [a], [a], {size};"
    assert verdict(statement, "sm_90", release, "8.0") is accepted


@pytest.mark.parametrize(
    ("mnemonic", "target", "accepted"),
    [("bar", "sm_75", True), ("barrier", "sm_75", False), ("barrier", "sm_89", False), ("barrier", "sm_90", True)],
)
def test_releases_judge_packed_results_of_barriers(mnemonic: str, target: str, accepted: bool) -> None:
    assert verdict(f".reg .f16x2 x; .reg .pred q; {mnemonic}.red.and.pred x, 0, q;", target, "13.5") is accepted


@pytest.mark.parametrize("release", ["12.9", "13.5"])
@pytest.mark.parametrize(
    ("statement", "accepted"),
    [
        ("mov.b64 %clock64, {r1, r2};", False),
        ("mov.b64 %clock64, {h, h, h, h};", False),
        ("mov.b64 {%laneid, r1}, %clock64;", True),
        ("mov.b64 {r1, r2}, %clock64;", True),
        (".reg .v4 .b32 v; mov.v4.u32 %tid, v;", False),
        (".reg .v4 .b32 v; mov.v4.u32 v, %tid;", True),
        ("mov.v4.u32 {%laneid, r1, r2, r3}, {r1, r2, r3, r1};", True),
        ("ld.global.v2.u32 {r1, %laneid}, [a];", True),
    ],
)
def test_releases_write_special_registers_in_braces_only(statement: str, accepted: bool, release: str) -> None:
    assert verdict(statement, "sm_80", release) is accepted


@pytest.mark.parametrize("release", ["12.9", "13.0", "13.5"])
@pytest.mark.parametrize(
    ("geometry", "operands", "accepted"),
    [
        ("1d", "{%laneid}], {f}, {f}", True),
        ("1d", "{%laneid}], {f}, {f}, r1", False),
        ("1d", "{%laneid}], {f}, {f}, f", False),
        ("1d", "{f}], {%laneid}, {f}, r1", False),
        ("a1d", "{%laneid, f}], {f}, {f}, r1", True),
        ("a1d", "{r1, %laneid}], {f}, {f}, r1", False),
        ("2d", "{%laneid, f}], {f, f}, {f, f}, {r1, r2}", True),
        ("2d", "{%laneid, f}], {f, f}, {f, f}, f", False),
        ("a2d", "{%laneid, f, f, f}], {f, f}, {f, f}, f", True),
        ("a2d", "{r1, f, %laneid, f}], {f, f}, {f, f}, f", False),
        ("3d", "{f, f, f, f}], {f, f, f, f}, {%laneid, f, f, f}", False),
        ("acube", "{r1, f, %laneid, f}], {f, f, f, f}, {f, f, f, f}", False),
    ],
)
def test_releases_expand_gradients_since_sm_90(geometry: str, operands: str, accepted: bool, release: str) -> None:
    statement = f".reg .f32 f; .reg .b64 t; tex.grad.{geometry}.v4.f32.f32 {{f, f, f, f}}, [t, {operands};"
    assert verdict(statement, "sm_89", release)
    assert verdict(statement, "sm_90", release) is accepted


@pytest.mark.parametrize("release", ["11.8", "12.9", "13.5"])
@pytest.mark.parametrize(
    ("statement", "accepted"),
    [
        ("tex.grad.1d.v4.f32.f32 {f, f, f, f}, [t, {f}], f+1, {f};", False),
        ("tex.grad.a1d.v4.f32.f32 {f, f, f, f}, [t, {r1, f}], {f}, f+1;", False),
        ("tex.level.1d.v4.f32.f32 {f, f, f, f}, [t, {f}], f+1;", True),
        ("tex.level.1d.v4.f32.f32 {f, f, f, f}, [t, {f}], r1+1, f;", True),
    ],
)
def test_registers_plus_constants_as_gradients_and_levels(statement: str, accepted: bool, release: str) -> None:
    assert verdict(f".reg .f32 f; .reg .b64 t; {statement}", "sm_90", release) is accepted


@pytest.mark.parametrize("release", ["11.8", "12.9", "13.5"])
@pytest.mark.parametrize(
    ("operands", "accepted"),
    [
        ("u32 {r1, r2}, r3", True),
        ("u32 {r1, r2}, 5", True),
        ("u32 {r1, r2}, h", False),
        ("u32 {r1, r2}, f", False),
        ("b32 {r1, r2}, f", True),
        ("f32 {f, f}, 1.5", True),
        ("u32 {h, h}, r3", False),
        ("u32 {r1, r2}, p1", False),
        ("u32 r1, {r2, r3}", False),
        ("u32 r1, r2", False),
    ],
)
def test_releases_copy_a_scalar_to_both_elements(operands: str, accepted: bool, release: str) -> None:
    assert verdict(f".reg .f32 f; mov.v2.{operands};", "sm_80", release) is accepted


@pytest.mark.parametrize("operands", ["r1|_, r1", "r1|_, 5", "{r1, r2}|_, r1"])
def test_several_odd_operands_end_in_diagnostics(operands: str) -> None:
    assert ptxisa.check_statement(f".reg .b32 r<4>; mov.v2.b32 {operands};")


@pytest.mark.parametrize(
    ("statement", "target", "accepted"),
    [
        ("stmatrix.sync.aligned.m16n8.x8.trans.shared.b8 [a], {r0}", "sm_100a", True),
        ("stmatrix.sync.aligned.m16n8.x8.trans.shared.b8 [a], {r0, r1, r2}", "sm_100a", False),
        ("stmatrix.sync.aligned.m16n8.x8.shared.b8 [a], {r0}", "sm_100a", False),
        ("stmatrix.sync.aligned.m16n8.x8.trans.shared.b8 [a], {r0}", "sm_90a", False),
        ("ldmatrix.sync.aligned.m16n16.x128.trans.shared.b8 {r0, r1}, [a]", "sm_103a", True),
        ("ldmatrix.sync.aligned.m16n16.x128.shared.b8 {r0, r1}, [a]", "sm_103a", False),
        ("ldmatrix.sync.aligned.m8n16.x16.shared.b8x16.b6x16_p32 {r0}, [a]", "sm_120a", True),
        ("ldmatrix.sync.aligned.m8n8.x8.shared.b8 {r0}, [a]", "sm_120a", False),
    ],
)
def test_releases_move_more_matrices_than_there_are_registers(statement: str, target: str, accepted: bool) -> None:
    assert verdict(f"{statement};", target, "13.5", "8.8") is accepted
