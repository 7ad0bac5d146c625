"""Textures, samplers and surfaces as operands, and conditions on the kind of operand."""

from __future__ import annotations

import pytest

from ptxisa import check_module, check_statement
from ptxisa.query.availability import opcode_available

NAMES = """
.global .texref t, several[2];
.global .surfref s;
.entry k(.param .texref p) {
    .reg .f32 f<4>; .reg .v2 .f32 v2; .reg .v4 .f32 v4; .reg .b32 b<4>; .reg .s32 i<4>; .reg .b64 handle; .reg .pred q;
"""


def codes(statement: str, head: str = ".version 8.7\n.target sm_90") -> list[str]:
    diagnostics = check_module(f"{head}\n{NAMES}{statement}\n}}")
    return [diagnostic.code for diagnostic in diagnostics if diagnostic.severity == "error"]


@pytest.mark.parametrize(
    "statement",
    [
        "tex.2d.v4.f32.f32 v4, [t, v2];",
        "tex.2d.v4.f32.f32 {f0, _, f1, _}|q, [handle, {f0, f1, f2, f3}], {i0, i1};",
        "tex.base.1d.v4.f32.f32 v4, [p, f0], i0, f1;",
        "tex.1d.v4.f32.f32 v4, [t, v4], f0;",
        "tex.a2d.v4.f32.f32 v4, [t, {i0, f0, f1, f1}];",
        "tex.a2dms.v4.s32.s32 {i0, i1, i2, i3}, [t, {i0, i1, i2, i3}];",
        "tex.grad.cube.v4.f32.f32 v4, [t, v4], v4, v4;",
        "tex.3d.v2.f16x2.s32 {b0, b1}, [t, {i0, i1, i2, i2}];",
        "tld4.a.2d.v4.f32.f32 v4, [t, v2], f0;",
        "txq.filter_mode.b32 b0, [t];",
        "suld.b.1d.b8.trap b0, [s, i0];",
        "sust.p.2d.v4.b32.zero [s, {i0, i1}], v4;",
        "istypep.surfref q, handle;",
    ],
)
def test_good_statements(statement: str) -> None:
    assert codes(statement) == []


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("tex.2d.v4.f32.f32 v4, [s, v2];", "operand-kind"),
        ("tex.2d.v4.f32.f32 v4, [several, v2];", "operand-kind"),
        ("tex.2d.v4.f32.f32 v4, [f0, v2];", "operand-kind"),
        ("tex.2d.v4.f32.f32 v4, [nothing, v2];", "undeclared-name"),
        ("tex.2d.v4.f32.f32 v4, [t, {f0}];", "vector-size"),
        ("tex.3d.v4.f32.f32 v4, [t, {f0, f1, f2}];", "vector-size"),
        ("tex.2d.v4.f32.f32 {_, _, _, _}, [t, v2];", "operand-kind"),
        ("tex.a1d.v4.f32.f32 v4, [t, {f0, f1}];", "operand-type"),
        ("tex.cube.v4.f32.f32 v4, [t, v4], {i0, i1};", "operand-kind"),
        ("tex.cube.v4.f32.s32 v4, [t, {i0, i1, i2, i3}];", "modifier-combination"),
        ("tex.2d.base.v4.f32.f32 v4, [t, v2];", "modifier-order"),
        ("tex.2d.v4.f16x2.f32 v4, [t, v2];", "modifier-combination"),
        ("txq.force_unnormalized_coords.b32 b0, [t];", "operand-kind"),
        ("suld.b.1d.v4.b64.trap v4, [s, i0];", "modifier-combination"),
        ("suld.b.1d.b32 b0, [s, i0];", "missing-modifier"),
    ],
)
def test_bad_statements(statement: str, code: str) -> None:
    assert code in codes(statement)


@pytest.mark.parametrize(
    ("statement", "head", "code"),
    [
        ("tex.2d.v4.f32.f32 v4, [t, v2];", ".version 2.0\n.target sm_10", None),
        ("tex.2d.v4.f32.f32 v4, [handle, v2];", ".version 3.0\n.target sm_20", "unavailable-version"),
        ("tex.2d.v4.f32.f32 v4, [handle, v2];", ".version 3.1\n.target sm_20", None),
        ("tex.2d.v4.f32.f32 v4, [t, v2], {i0, i1};", ".version 4.2\n.target sm_30", "unavailable-version"),
        ("tex.2d.v4.f32.f32 v4, [t, v2], {i0, i1};", ".version 4.3\n.target sm_30", None),
        ("tex.2d.v4.f32.f32 v4|q, [t, v2];", ".version 7.1\n.target sm_53", "unavailable-target"),
        ("tex.2d.v4.f32.f32 v4|q, [t, v2];", ".version 7.1\n.target sm_60", None),
    ],
)
def test_operands_decide_where_a_statement_is_available(statement: str, head: str, code: str | None) -> None:
    assert codes(statement, head) == ([] if code is None else [code])


def test_samplers_are_operands_in_independent_mode_alone() -> None:
    independent = ".version 8.7\n.target sm_90, texmode_independent\n.global .samplerref sampler;"
    assert codes("tex.2d.v4.f32.f32 v4, [t, sampler, v2];", independent) == []
    assert codes("txq.addr_mode_0.b32 b0, [sampler];", independent) == []
    assert codes("tex.2d.v4.f32.f32 v4, [t, v2];", independent) == ["operand-count"]
    assert codes("txq.addr_mode_0.b32 b0, [t];", independent) == ["operand-kind"]


def test_a_statement_by_itself_is_in_any_mode() -> None:
    assert check_statement("tex.2d.v4.f32.f32 v4, [t, v2];") == []
    assert check_statement("tex.2d.v4.f32.f32 v4, [t, s, v2];") == []


def test_availability_depends_on_operands() -> None:
    """Queries accept the name of a texture since PTX 1.5, and its address only since a later version."""
    assert opcode_available("txq.width.b32", "sm_10", "1.5")
    text = ".version 1.5\n.target sm_10\n.global .texref t;\n.entry k() { .reg .b32 d; txq.width.b32 d, [t]; }"
    assert check_module(text) == []
    (diagnostic,) = check_statement("txq.width.b32 d, [a];", "sm_10", "1.5", registers={"d": "b32", "a": "b64"})
    assert diagnostic.code.startswith("unavailable")
    assert diagnostic.requires
