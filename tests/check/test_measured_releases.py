"""Errata about several releases name those that differ from the records; the others agree with the records."""

from __future__ import annotations

import pytest

from ptxisa import check_module, check_statement


@pytest.mark.parametrize(("release", "expected"), [("13.0", False), ("13.4", False), ("13.5", True)])
def test_only_the_newest_release_has_asynchronous_fences(release: str, expected: bool) -> None:
    diagnostics = check_statement("fence.async.release.gpu;", "sm_90", "9.0", assembler=release)
    assert (not diagnostics) is expected


@pytest.mark.parametrize(("release", "expected"), [("13.0", True), ("13.1", False), ("13.5", False)])
def test_counts_of_mbarriers_are_checked_since_13_1(release: str, expected: bool) -> None:
    diagnostics = check_statement("mbarrier.init.shared.b64 [a], 0;", "sm_90", "9.0", {"a": "b32"}, assembler=release)
    assert all(diagnostic.severity == "note" for diagnostic in diagnostics) is expected


@pytest.mark.parametrize("release", ["11.8", "13.1", "13.5"])
@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("add.u32 d, a, f;", True),
        ("lop3.b32 d, a, b, f, 1;", True),
        ("lop3.b32 d, a, b, c, f;", False),
        ("atom.min.u32 d, [p], f;", True),
        ("atom.min.u32 d, [f], a;", False),
        ("alloca.u32 d, a, f;", False),
        ("shfl.sync.up.b32 d, f, a, b, c;", False),
    ],
)
def test_function_names_are_accepted_as_sources_only(release: str, statement: str, expected: bool) -> None:
    # On sm_80, ptxas expands instructions with a member mask to calls, which reject the name.
    module = ".version 7.3\n.target sm_80\n.address_size 64\n.func f() { ret; }\n"
    module += ".entry k() { .reg .b32 a, b, c, d; .reg .b64 p; " + statement + " }\n"
    errors = [diagnostic for diagnostic in check_module(module, assembler=release) if diagnostic.severity == "error"]
    assert (not errors) is expected


@pytest.mark.parametrize(
    ("target", "expected"), [("sm_89", True), ("sm_90a", True), ("sm_100a", False), ("sm_120a", False)]
)
def test_one_register_as_sparse_a_up_to_sm_90a(target: str, expected: bool) -> None:
    statement = "mma.sp.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {d, d2, d3, d4}, a, {b, b2}, {c, c2, c3, c4}, e, 0;"
    names = dict.fromkeys(("d", "d2", "d3", "d4", "a", "b", "b2", "c", "c2", "c3", "c4", "e"), "b32")
    diagnostics = check_statement(statement, target, "8.7", names, assembler="13.5")
    assert all(diagnostic.severity == "note" for diagnostic in diagnostics) is expected
