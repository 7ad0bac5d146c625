"""Special registers, indices and constants beyond 32 bits, each with the verdicts of releases of ptxas."""

import pytest

import ptxisa
from tests.check.test_odd_operands import HEAD, verdict


@pytest.mark.parametrize(
    ("statement", "accepted_by"),
    [
        ("mov.u32 r1, %laneid+1;", ["11.8", "12.9", "13.5"]),
        ("add.f32 f, f, %clock64+1;", ["11.8", "12.9", "13.5"]),
        ("mov.pred p1, %is_explicit_cluster+1;", ["11.8", "12.9", "13.5"]),
        ("selp.u32 r1, r1, r2, %is_explicit_cluster+1;", ["11.8", "12.9", "13.5"]),
        ("add.u32 r1, %is_explicit_cluster+1, r2;", []),
        ("shl.b32 r1, r2, %laneid+1;", ["11.8", "12.9", "13.5"]),
        ("shl.b32 r1, r2, %clock64+1;", []),
        ("add.u32 r1, %tid+1, r2;", []),
        ("add.f32 f, f, %tid+1;", []),
        ("mov.u32 r1, %aggr_smem_size+1;", []),
        ("ld.global.u32 r1, [%aggr_smem_size+4];", []),
        ("ld.global.u32 r1, g[%current_graph_exec];", []),
        ("ld.global.u32 r1, [%is_explicit_cluster];", []),
        ("st.global.u32 [%is_explicit_cluster+4], r1;", []),
        ("@%is_explicit_cluster mov.u32 r1, r2;", ["11.8", "12.9", "13.5"]),
        ("@!%is_explicit_cluster mov.u32 r1, r2;", ["11.8", "12.9", "13.5"]),
        ("@%laneid mov.u32 r1, r2;", []),
    ],
)
def test_releases_judge_special_registers_by_type_and_version_everywhere(
    statement: str, accepted_by: list[str]
) -> None:
    statement = f".reg .f32 f; .global .b32 g[4]; {statement}"
    assert [release for release in ("11.8", "12.9", "13.5") if verdict(statement, "sm_90", release)] == accepted_by


def test_a_special_register_as_a_guard_is_not_in_the_manual() -> None:
    module = f"{HEAD.format('7.8', 'sm_90')}@%is_explicit_cluster mov.u32 r1, r2;\nret;\n}}\n"
    assert [diagnostic.code for diagnostic in ptxisa.check_module(module)] == ["undocumented"]
    old = module.replace("sm_90", "sm_80")
    assert "unavailable-target" in [diagnostic.code for diagnostic in ptxisa.check_module(old)]


@pytest.mark.parametrize("release", ["11.8", "12.9", "13.5"])
@pytest.mark.parametrize(
    ("index", "accepted"),
    [
        ("r1", True),
        ("h", True),
        ("a", True),
        ("r1+1", True),
        ("%laneid+1", True),
        ("p1", False),
        ("p1+1", False),
        ("f", False),
        ("x", False),
        ("v", False),
        ("%tid", False),
        ("%is_explicit_cluster", False),
        ("k", False),
    ],
)
def test_an_index_is_an_integer_register(index: str, accepted: bool, release: str) -> None:
    names = ".reg .f32 f; .reg .f16x2 x; .reg .v2 .b32 v; .global .b32 g[4];"
    for statement in (f"ld.global.u32 r1, g[{index}];", f"mov.u64 a, g[{index}];"):
        assert verdict(f"{names} {statement}", "sm_90", release) is accepted


@pytest.mark.parametrize(
    ("statement", "target", "version", "accepted_by"),
    [
        ("bar.sync 4294967297;", "sm_90", "7.8", ["11.8", "12.9", "13.1", "13.5"]),
        ("barrier.red.popc.u32 r1, -4294967296, p1;", "sm_90", "7.8", ["11.8", "12.9", "13.1", "13.5"]),
        ("bar.sync 4294967312;", "sm_90", "7.8", []),
        ("bar.sync 1, 4294967328;", "sm_90", "7.8", ["11.8", "12.9", "13.1", "13.5"]),
        ("bar.arrive 1, 4294967312;", "sm_90", "7.8", []),
        ("bar.sync -1;", "sm_90", "7.8", []),
        ("setmaxnreg.inc.sync.aligned.u32 4294967320;", "sm_90a", "8.0", ["12.9"]),
        ("mbarrier.init.shared.b64 [a], 4294967297;", "sm_90", "7.8", ["11.8", "12.9", "13.1"]),
        ("mbarrier.arrive.shared.b64 a, [a], 4294967297;", "sm_90", "7.8", ["11.8", "12.9", "13.1", "13.5"]),
        ("mbarrier.arrive.shared.b64 a, [a], 9223372036854775809;", "sm_90", "7.8", []),
        ("cp.async.ca.shared.global [a], [a], 4, 4294967296;", "sm_90", "7.8", []),
        ("cp.async.ca.shared.global [a], [a], 4, 4;", "sm_90", "7.8", ["11.8", "12.9", "13.1", "13.5"]),
    ],
)
def test_releases_compare_lower_32_bits_of_some_constants(
    statement: str, target: str, version: str, accepted_by: list[str]
) -> None:
    releases = ("11.8", "12.9", "13.1", "13.5")
    assert [release for release in releases if verdict(statement, target, release, version)] == accepted_by


@pytest.mark.parametrize("release", ["11.8", "12.8", "12.9", "13.5"])
@pytest.mark.parametrize(
    ("head", "accepting"),
    [
        (".entry k(.param .align 4 .b32 a)", ["11.8", "12.8", "12.9", "13.5"]),
        (".func k(.param .b32 .align 4 a)", []),
        (".func (.param .b32 .align 4 a) k()", []),
    ],
)
def test_releases_judge_an_alignment_after_the_type_of_a_parameter(
    head: str, accepting: list[str], release: str
) -> None:
    module = f".version 7.8\n.target sm_90\n.address_size 64\n{head} {{ ret; }}\n"
    codes = [wrong.code for wrong in ptxisa.check_module(module, assembler=release) if wrong.severity == "error"]
    assert (codes == []) is (release in accepting)


@pytest.mark.parametrize("release", ["11.8", "12.9", "13.5"])
@pytest.mark.parametrize(
    ("statement", "accepted"),
    [
        ("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {p1}, [r1];", True),
        ("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {p1, p2}, [r1];", True),
        ("stmatrix.sync.aligned.m8n8.x4.shared.b16 [r1], {p1, p2, p0, p1};", True),
        ("ldmatrix.sync.aligned.m8n8.x1.shared.b16 p1, [r1];", False),
        ("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {p1, p2}, [r1];", False),
        ("stmatrix.sync.aligned.m8n8.x4.shared.b16 [r1], {p1, p2};", False),
        ("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {h, h}, [r1];", False),
    ],
)
def test_releases_move_matrices_through_predicates(statement: str, accepted: bool, release: str) -> None:
    assert verdict(statement, "sm_90", release) is accepted
