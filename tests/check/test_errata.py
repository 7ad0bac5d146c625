"""Errata of statements: those that only ptxas accepts, and those that only ptxas rejects.

Verdicts of releases were measured with ptxas 11.8, 12.9 and 13.0 to 13.5.
"""

from __future__ import annotations

import json

import pytest

import ptxisa
from ptxisa import check_statement
from ptxisa.check.errata import words_for
from ptxisa.check.module import check_module
from ptxisa.check.scope import register, special
from ptxisa.isa.deviations import UnknownRelease, measured_releases, reference
from ptxisa.isa.diagnostics import Diagnostic, to_json
from ptxisa.syntax.parser import parse_statements

REGISTERS = {
    **{f"h{number}": "b16" for number in range(4)},
    **{f"r{number}": "b32" for number in range(4)},
    **{f"d{number}": "b64" for number in range(4)},
    "s0": "s32",
    "u0": "u32",
    "f0": "f32",
    "x0": "f64",
    "p0": "pred",
    "v0": "f16x2",
}


def judge(statement: str, **options: object) -> list[tuple[str, str]]:
    """Return severity and code of each finding on sm_90 in PTX 8.0, unless the options have another place."""
    place = {"target": "sm_90", "ptx": "8.0", **options}
    return [
        (diagnostic.severity, diagnostic.code)
        for diagnostic in check_statement(statement, registers=REGISTERS, **place)
    ]  # type: ignore[arg-type]


UNDOCUMENTED = [("warning", "undocumented")]


class TestWhatOnlyPtxasAccepts:
    def test_another_type(self) -> None:
        assert judge("addc.u16 h0, h1, h2;") == UNDOCUMENTED
        assert judge("subc.s16 h0, h1, h2;") == UNDOCUMENTED

    def test_no_erratum_where_ptxas_rejects_the_statement_too(self) -> None:
        assert judge("addc.cc.u16 h0, h1, h2;") == [("error", "unknown-modifier")]

    def test_one_more_modifier(self) -> None:
        assert judge("rcp.rn.ftz.f64 x0, x0;") == UNDOCUMENTED
        assert judge("addc.sat.s32 s0, s0, s0;") == UNDOCUMENTED
        assert judge("subc.sat.s32 s0, s0, s0;") == UNDOCUMENTED
        assert judge("addc.sat.u32 r0, r1, r2;") == [("error", "unknown-modifier")]
        assert judge("addc.cc.sat.s32 s0, s0, s0;") == [("error", "unknown-modifier")]

    def test_modifiers_that_are_only_accepted_together(self) -> None:
        place = {"target": "sm_90", "ptx": "9.4", "assembler": "13.4"}
        assert judge("prefetch.L1::32B.valid_addr.L2 [d0];", **place) == [("note", "undocumented")]
        assert judge("prefetch.L2::evict_last.L1::32B.valid_addr [d0];", **place) == [("note", "undocumented")]
        assert judge("prefetch.valid_addr.L2 [d0];", **place) == [("error", "modifier-combination")]
        assert judge("prefetch.L1::32B.L2 [d0];", **place) == [("error", "modifier-combination")]
        assert judge("prefetch.L1::32B.valid_addr.L1.L2 [d0];", **place) == [("error", "modifier-combination")]

    def test_one_of_modifiers_that_are_alike(self) -> None:
        copy, place = "cp.async.bulk.global.shared::cta.bulk_group", {"ptx": "9.2", "assembler": "13.2"}
        assert judge(f"{copy}.gpu [d0], [d1], 16;", **place) == [("note", "undocumented")]
        assert judge(f"{copy}.gpu.cta [d0], [d1], 16;", **place)[0][0] == "error"
        assert judge("add.finite.u32 r0, r1, r2;", **place) == [("note", "undocumented")]
        assert judge("add.finite.normal.u32 r0, r1, r2;", **place)[0][0] == "error"

    @pytest.mark.parametrize(
        ("layouts", "severity"),
        [(".row", "note"), (".row.col", "note"), (".row.row", "note"), (".row.row.row", "error")],
    )
    def test_two_of_modifiers_that_are_alike(self, layouts: str, severity: str) -> None:
        statement = f"ldmatrix.sync.aligned.m8n8.x1{layouts}.shared.b16 {{r0}}, [d0];"
        assert judge(statement, ptx="9.2", assembler="13.2")[0][0] == severity

    def test_the_other_operands_of_a_wrong_number(self) -> None:
        assert judge("atom.and.b32 r0, [d0], r1, r2;", assembler="12.9") == [("note", "undocumented")]
        assert judge("atom.and.b32 r0, [d0], d1, r2;", assembler="12.9")[-1] == ("error", "operand-type")

    @pytest.mark.parametrize(
        ("statement", "severity"),
        [
            ("add.f32 f0, f0, d0+4;", "note"),
            ("add.f32 f0, f0, u0+4;", "error"),
            ("selp.b32 r0, r1, r2, p0+4;", "note"),
            ("selp.b32 r0, r1, r2, d0+4;", "error"),
            ("add.u32 r0, r1, f0+4;", "error"),
            ("shl.b32 r0, r1, d0+4;", "error"),
        ],
    )
    def test_the_type_of_a_register_in_a_sum(self, statement: str, severity: str) -> None:
        assert judge(statement, assembler="12.9")[0][0] == severity

    def test_integers_and_bits_of_any_width_in_a_sum(self) -> None:
        assert judge("add.u32 r0, r1, d0+4;", assembler="12.9") == []
        assert judge("and.b32 r0, r1, f0+4;", assembler="12.9") == []

    def test_each_release_answers_for_itself(self) -> None:
        place = {"target": "sm_90", "ptx": "9.0"}
        for release, expected in (("13.1", "error"), ("13.2", "note"), ("13.3", "note"), ("13.4", "error")):
            assert [severity for severity, _ in judge("sub.s16x2 r0, r1, r2;", assembler=release, **place)] == [
                expected
            ]

    def test_a_modifier_that_is_left_out(self) -> None:
        assert judge("wgmma.fence.sync;", target="sm_90a", assembler="13.0") == [("note", "undocumented")]

    def test_another_operand(self) -> None:
        assert judge("fns.b32 r0, r1, r2, f0;") == UNDOCUMENTED
        assert judge("neg.bf16x2 r0, {r1, r2};", assembler="13.0") == [("note", "undocumented")]
        assert judge("set.eq.bf16x2.bf16x2 r0, r1, !p0;", assembler="13.0") == [("note", "undocumented")]
        assert judge("set.eq.bf16x2.bf16x2 r0, r1, -r2;")[0][0] == "error"

    def test_a_vector_by_the_type_of_its_registers(self) -> None:
        assert judge("cvt.rn.bf16x2.f32 {r0, r1}, f0, f0;", assembler="13.0") == [("note", "undocumented")]
        assert judge("cvt.rn.bf16x2.f32 {f0, r1}, f0, f0;", assembler="13.0") == [("note", "undocumented")]
        assert judge("cvt.rn.bf16x2.f32 {f0, f0}, f0, f0;", assembler="13.0") == [("error", "operand-kind")]
        assert judge("cvt.rn.f16x2.f32 {r0, r1}, f0, f0;") == [("error", "operand-kind")]

    def test_one_register_in_braces_on_one_side(self) -> None:
        assert judge("mov.b16 {h1}, h2;") == UNDOCUMENTED
        assert judge("mov.b16 h1, {h2};") == UNDOCUMENTED
        assert judge("mov.b64 {x0}, 5;") == UNDOCUMENTED
        assert judge("mov.b16 {h1}, {h2};")[0][0] == "error"
        assert judge("mov.b16 {r1}, h2;")[0][0] == "error"
        assert judge("mov.u16 {h1}, h2;")[0][0] == "error"

    def test_elements_beside_others(self) -> None:
        place = {"target": "sm_100a", "ptx": "8.7", "assembler": "13.0"}
        assert judge("cvt.rs.satfinite.e4m3x4.f32 r0, {r0, s0, r2, r3}, r2;", **place) == [("note", "undocumented")]
        assert judge("cvt.rs.satfinite.e4m3x4.f32 r0, {r0, s0, f0, f0}, r2;", **place)[0][0] == "error"

    def test_a_modifier_left_out_on_some_targets(self) -> None:
        place = {"ptx": "7.8", "assembler": "12.9"}
        assert judge("vote.sync.pred p0, p0, -1;", **place) == [("note", "undocumented")]
        assert judge("vote.sync.pred p0, p0, -1;", **place, target="sm_80")[1] == ("error", "unavailable-target")
        assert judge("vote.pred p0, p0;", target="sm_60", ptx="7.0", assembler="12.9") == [("note", "undocumented")]

    def test_elements_by_the_type_of_the_vector(self) -> None:
        assert judge("mov.v2.f32 {f0, f0}, {s0, s0};") == UNDOCUMENTED * 2
        assert judge("mov.v2.f32 {f0, f0}, {s0, f0};")[0] == ("error", "operand-type")
        assert judge("mov.v2.s32 {f0, r1}, {s0, s0};") == UNDOCUMENTED
        assert judge("mov.v2.s32 {f0, f0}, {s0, s0};")[0] == ("error", "operand-type")
        assert judge("ld.global.v2.f32 {s0, s0}, [d0];") == UNDOCUMENTED
        assert judge("ld.global.v2.s32 {f0, f0}, [d0];") == [("error", "operand-type")]

    def test_a_surplus_operand(self) -> None:
        assert judge("atom.and.b32 r0, [d0], r1, r2;") == UNDOCUMENTED
        assert judge("atom.and.b32 r0, [d0], r1, d2;")[0][0] == "error"
        assert judge("atom.add.u32 r0, [d0], r1, r2;")[0][0] == "error"

    def test_another_value_and_what_comes_with_it(self) -> None:
        fragments = "{r0, r1, r2, r3, r0, r1, r2, r3}, {r0, r1}, {r0, r1}, {r0, r1, r2, r3, r0, r1, r2, r3}"
        statement = f"wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.u32 {fragments};"
        assert judge(statement, assembler="12.9") == [("note", "undocumented")]
        assert judge(statement, assembler="11.8", ptx="7.8")[0][0] == "error"
        assert ("error", "unavailable-target") in judge(statement, assembler="12.9", target="sm_72")

    def test_registers_of_packed_types(self) -> None:
        place = {"ptx": "8.1", "assembler": "13.0"}
        assert judge("multimem.st.bf16x2 [d0], f0;", **place) == [("note", "undocumented")]
        assert judge("multimem.st.f16x2 [d0], f0;", **place) == [("error", "operand-type")]
        assert judge("multimem.red.max.v2.f16x2 [d0], {r0, r1};", **place) == [("note", "undocumented")]

    def test_another_operand_from_a_version_on(self) -> None:
        place = {"target": "sm_100", "assembler": "13.0"}
        assert judge("st.bulk [d0], u0, 0;", **place, ptx="9.0") == [("note", "undocumented")]
        assert judge("st.bulk [d0], u0, 0;", **place, ptx="8.8") == [("error", "operand-type")]

    def test_an_earlier_version(self) -> None:
        assert judge("nanosleep.u32 r0;", target="sm_70", ptx="6.2") == UNDOCUMENTED
        assert judge("nanosleep.u32 r0;", target="sm_70", ptx="6.1") == [("error", "unavailable-version")]
        assert judge("fence.acquire.gpu;") == UNDOCUMENTED
        assert judge("fence.acquire.gpu;", ptx="5.0", target="sm_60")[0][0] == "error"

    def test_a_modifier_written_twice(self) -> None:
        statement = "abs.bf16.bf16 h0, h1;"
        assert judge(statement, ptx="7.8", assembler="11.8") == [("note", "undocumented")]
        assert judge(statement, ptx="7.8", assembler="12.9") == [("error", "modifier-combination")]

    def test_only_some_releases(self) -> None:
        statement = "vset2.u32.u32.lo r0, r1, r2, r3;"
        assert judge(statement, assembler="12.9") == [("note", "undocumented")]
        assert judge(statement, assembler="13.0")[0][0] == "error"
        assert judge("vset2.u32.s32.lo r0, r1, r2, r3;", assembler="12.9")[0][0] == "error"

    def test_a_rule_that_is_not_enforced(self) -> None:
        statement = "cp.async.ca.shared::cta.global [d0], [d1], 4;"
        assert judge(statement, ptx="7.0", target="sm_80") == UNDOCUMENTED
        assert judge(statement, ptx="7.0", target="sm_80", assembler="13.0") == [("note", "undocumented")]
        assert judge(statement, ptx="6.5", target="sm_75")[0][0] == "error"

    def test_double_precision_before_sm_13(self) -> None:
        place = {"target": "sm_10", "ptx": "1.4"}
        assert judge("fma.rn.f64 x0, x0, x0, x0;", **place) == UNDOCUMENTED
        assert judge("fma.rm.f64 x0, x0, x0, x0;", **place)[0][0] == "error"
        assert judge("ld.global.v2.f64 {x0, x0}, [d0];", **place) == UNDOCUMENTED
        assert judge("st.shared.f64 [r0], x0;", **place) == UNDOCUMENTED
        assert judge("ld.global.cg.f64 x0, [d0];", **place)[0][0] == "error"

    def test_other_findings_stay(self) -> None:
        assert judge("addc.u16 h0, h1, 1.5;") == [*UNDOCUMENTED, ("error", "operand-type")]
        assert judge("rcp.rn.ftz.f64 x0, nothing;") == [*UNDOCUMENTED, ("error", "undeclared-name")]

    def test_the_erratum_and_its_releases_are_named(self) -> None:
        (diagnostic,) = check_statement("addc.u16 a, b, c;")
        assert diagnostic.erratum == "addc-16-bit"
        assert "11.8 to 13.5 accept it (addc-16-bit)" in diagnostic.message
        assert diagnostic.form == "addc"
        assert json.loads(json.dumps(to_json(diagnostic, "a.ptx")))["erratum"] == "addc-16-bit"

    def test_the_modifier_is_marked(self) -> None:
        (diagnostic,) = check_statement("rcp.rn.ftz.f64 a, b;")
        assert (diagnostic.column, diagnostic.end) == (7, (1, 11))


class TestIgnoredGuards:
    def test_a_guard_that_ptxas_ignores_is_a_warning(self) -> None:
        ignored = [("warning", "ignored-guard")]
        assert judge("@p0 testp.normal.f64 p0, x0;") == ignored
        assert judge("@!p0 vsub4.u32.u32.u32.add r0, r1, r2, r3;", strict=True) == ignored
        assert judge("@p0 testp.finite.f32 p0, f0;", ptx="7.8", assembler="11.8") == ignored
        assert judge("@p0 set.lt.and.f32.s32 f0, r0, r1, p0;") == ignored
        assert judge("@p0 set.eq.s32.b16 r0, h0, h1;", assembler="13.5") == ignored
        assert judge("@!p0 set.nan.bf16.f64 h0, x0, x0;") == ignored
        assert judge("@p0 set.lt.u32.f16 r0, h0, h1;") == ignored

    def test_other_instructions_and_releases_keep_it(self) -> None:
        assert judge("testp.normal.f64 p0, x0;") == []
        assert judge("@p0 vsub4.u32.u32.s32.add r0, r1, r2, r3;") == []
        assert judge("set.lt.and.f32.s32 f0, r0, r1, p0;") == []
        assert judge("@p0 set.lt.and.u32.s32 r0, r0, r1, p0;") == []
        assert judge("@p0 set.lt.u16.f16 h0, h0, h1;") == []
        assert judge("@p0 set.lt.f16x2.f16x2 r0, r0, r1;") == []
        assert judge("@p0 vadd4.u32.u32.u32.add r0, r1, r2, r3;", ptx="7.8", assembler="11.8") == []


class TestWhatOnlyPtxasRejects:
    def test_a_constant(self) -> None:
        rejected = [("warning", "rejected-by-assembler")]
        assert judge("cvt.rna.tf32.f32 r0, 1.5;") == rejected
        assert judge("cvt.rna.tf32.f32 r0, 0f3FC00000;") == []
        assert judge("cvt.rna.tf32.f32 r0, 1.5;", strict=True) == [("error", "rejected-by-assembler")]
        assert judge("cvt.rna.tf32.f32 r0, 1.5;", assembler="12.9") == [("error", "rejected-by-assembler")]

    def test_an_element(self) -> None:
        fragments = "{r0, r1, r2, r3, r0, r1, r2, r3}, {r0, r1, r2, r3, r0, r1, r2, r3}, {r0, r1, r2, r3}"
        statement = f"wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16 {{_, r1, r2, r3}}, {fragments};"
        assert judge(statement, target="sm_75", assembler="12.9") == [("error", "rejected-by-assembler")]
        assert judge(statement, target="sm_80", assembler="12.9") == []

    @pytest.mark.parametrize(("kind", "rejected"), [("entry", True), ("func", False)])
    def test_a_register_as_the_address_of_a_parameter(self, kind: str, rejected: bool) -> None:
        """Measured with ptxas 13.1 and later: an error in kernels, nothing in functions."""
        body = ".reg .b32 x; .reg .b64 a; ld.param::func.u32 x, [a]; ret;"
        text = f".version 8.4\n.target sm_90\n.address_size 64\n.{kind} f() {{ {body} }}\n"
        for release, severity in (("13.0", None), ("13.1", "error"), ("13.5", "error")):
            severities = [diagnostic.severity for diagnostic in check_module(text, assembler=release)]
            assert severities == ([severity] if rejected and severity else [])

    def test_kernels_and_functions_in_turn(self) -> None:
        """A statement that is valid in a function is checked again in a kernel."""
        body = "{ .reg .b32 x; .reg .b64 a; ld.param::func.u32 x, [a]; ret; }"
        kinds = ("func", "entry", "func", "entry")
        functions = "\n".join(f".{kind} f{number}() {body}" for number, kind in enumerate(kinds))
        diagnostics = check_module(f".version 8.4\n.target sm_90\n.address_size 64\n{functions}\n", assembler="13.5")
        assert [diagnostic.line for diagnostic in diagnostics if diagnostic.severity == "error"] == [5, 7]


class TestWhoAnswers:
    def test_the_manual_alone_is_strict(self) -> None:
        assert judge("addc.u16 h0, h1, h2;", strict=True) == [("error", "undocumented")]

    def test_a_release(self) -> None:
        assert judge("addc.u16 h0, h1, h2;", assembler="11.8", ptx="7.8") == [("note", "undocumented")]
        place = {"target": "sm_70", "ptx": "7.0"}
        assert judge("fence.acquire.gpu;", **place, assembler="11.8")[0][0] == "error"
        assert judge("fence.acquire.gpu;", **place, assembler="12.9") == [("note", "undocumented")]

    def test_a_release_does_not_read_later_versions(self) -> None:
        (diagnostic,) = check_statement("add.u32 a, b, c;", ptx="8.0", assembler="11.8")
        assert (diagnostic.code, diagnostic.message) == (
            "unavailable-version",
            "ptxas 11.8 reads PTX up to 7.8, not PTX 8.0",
        )
        assert check_statement("add.u32 a, b, c;", ptx="7.8", assembler="11.8") == []

    def test_an_unknown_release(self) -> None:
        message = "unknown release '13.99'; measured releases are 11.8 to 13.5"
        with pytest.raises(UnknownRelease, match=message):
            check_statement("add.u32 a, b, c;", assembler="13.99")
        with pytest.raises(ptxisa.UnknownRelease):
            ptxisa.available("add", assembler="x")

    def test_unmeasured_releases_answer_as_the_next_measured_one(self) -> None:
        assert measured_releases()[:4] == ("11.8", "12.9", "13.0", "13.1")
        assert [reference(release) for release in ("11.5", "12.0", "12.4", "13.0")] == ["11.8", "12.9", "12.9", "13.0"]
        (diagnostic,) = check_statement("addc.u16 a, b, c;", assembler="12.4")
        assert "ptxas 12.4 (taken for 12.9) accepts it" in diagnostic.message

    def test_modules(self) -> None:
        head = ".version 7.8\n.target sm_90\n.address_size 64\n"
        text = f"{head}.entry k()\n{{\n.reg .u16 a;\naddc.u16 a, a, a;\naddc.u16 a, a, a;\n}}\n"
        assert [diagnostic.severity for diagnostic in check_module(text)] == ["warning", "warning"]
        assert [diagnostic.severity for diagnostic in check_module(text, strict=True)] == ["error", "error"]
        assert [diagnostic.severity for diagnostic in check_module(text, assembler="11.8")] == ["note", "note"]
        later = text.replace("7.8", "8.7")
        assert check_module(later, assembler="11.8")[0].code == "unavailable-version"

    def test_checkers_of_one_mnemonic(self) -> None:
        from ptxisa.checkers import addc

        assert [diagnostic.severity for diagnostic in addc("addc.u16 a, b, c;", strict=True)] == ["error"]
        assert [diagnostic.severity for diagnostic in addc("addc.u16 a, b, c;", assembler="13.0")] == ["note"]

    def test_executing_follows_the_manual(self) -> None:
        with pytest.raises(ptxisa.PtxError):
            ptxisa.execute("addc.u16 d, a, b;", {"a": 1, "b": 2})


class TestAvailable:
    def test_the_manual_decides_and_ptxas_is_mentioned(self) -> None:
        answer = ptxisa.available("addc.u16", target="sm_90")
        assert (bool(answer), answer.errata) == (False, ("addc-16-bit",))
        assert answer.reason == "addc.u16 is not in the manual; ptxas 11.8 to 13.5 accept it (addc-16-bit)"

    def test_a_release_answers(self) -> None:
        assert ptxisa.available("addc.u16", target="sm_90", assembler="13.0")
        assert ptxisa.available("nanosleep.u32", target="sm_70", ptx="6.2", assembler="13.0")
        assert not ptxisa.available("nanosleep.u32", target="sm_70", ptx="6.2")
        assert not ptxisa.available("nanosleep.u32", target="sm_70", ptx="6.1", assembler="13.0")
        assert not ptxisa.available("add.u32", ptx="8.0", assembler="11.8")

    def test_strict_follows_the_manual_alone(self) -> None:
        assert ptxisa.available("nanosleep.u32", target="sm_70", ptx="6.2", strict=True).errata == ()
        with pytest.raises(ptxisa.UnknownOpcode):
            ptxisa.available("addc.u16", strict=True)


def test_words_describe_the_written_operands() -> None:
    known = {"r": register("b32"), "v": register("v2.f32")}
    (statement,) = parse_statements("x.y r, {r, _}, 3, -1, 1.5, 0f3F800000, %tid.x, [r], !r, v, v.x;").statements
    words = [words_for(operand, lambda name: known.get(name) or special(name)) for operand in statement.operands]  # type: ignore[union-attr]
    assert words == [
        {".b32"},
        {"vector", "vector.2", "vector.2.b32", "{.b32}", "{sink}"},
        {"integer", "3"},
        {"integer", "-1", "negative"},
        {"double"},
        {"single"},
        {"selection", "special", "special.b32", "%tid.x"},
        {".b32"},
        {"negated"},
        {"unbraced", "vector.2", "vector.2.f32"},
        {"selection", ".f32"},
    ]


def test_the_type_of_a_vector_is_that_of_its_registers() -> None:
    known = {name: register(type_) for name, type_ in {"r": "b32", "f": "f32", "s": "s32"}.items()}
    (statement,) = parse_statements("x.y {r, f}, {f, f}, {f, s}, {1, 2}, {s};").statements
    words = [words_for(operand, known.get) for operand in statement.operands]  # type: ignore[union-attr]
    typed = [{word for word in described if word.startswith("vector.") and word.count(".") > 1} for described in words]
    assert typed == [{"vector.2.b32"}, {"vector.2.f32"}, set(), {"vector.2.integer"}, {"vector.1.s32"}]


def test_findings_are_ordered_as_the_text_is() -> None:
    diagnostics: list[Diagnostic] = check_statement("addc.u16 a, b, 1.5;")
    assert [diagnostic.column for diagnostic in diagnostics] == sorted(diagnostic.column for diagnostic in diagnostics)


class TestEverywhere:
    """Modifiers that ptxas ignores on any instruction: measured with 12.9 and 13.0."""

    def test_a_modifier_of_other_instructions(self) -> None:
        assert judge("add.finite.u32 r0, r1, r2;") == UNDOCUMENTED
        assert judge("add.u32.rank r0, r1, r2;", assembler="12.9") == [("note", "undocumented")]
        assert judge("add.u32.rank r0, r1, r2;", ptx="7.8", assembler="11.8")[0][0] == "error"
        assert judge("add.acc::f32.u32 r0, r1, r2;", assembler="13.0") == [("note", "undocumented")]

    def test_a_modifier_of_the_instruction_itself_is_no_erratum(self) -> None:
        assert judge("testp.finite.finite.f32 p0, r0;") == [("error", "modifier-combination")]

    def test_not_before_a_fused_modifier(self) -> None:
        assert judge("mul.finite.wide.u32 d0, r1, r2;")[0][0] == "error"
        assert judge("shfl.finite.sync.up.b32 r0, r1, r2, r3, r0;") == UNDOCUMENTED

    def test_other_findings_stay(self) -> None:
        assert judge("add.finite.u32 r0, r1, 1.5;") == [*UNDOCUMENTED, ("error", "operand-type")]
        place = {"target": "sm_80", "ptx": "8.0"}
        diagnostics = judge("add.finite.u16x2 r0, r1, r2;", **place)
        assert sorted(diagnostics) == [("error", "unavailable-target"), *UNDOCUMENTED]


def test_rejections_of_a_release_apply_to_versions_that_it_reads() -> None:
    """Release 11.8, the last one that rejects the sink of lop3, reads PTX up to 7.8."""
    text = "lop3.b32 _, r1, r2, r3, 0x80;"
    assert check_statement(text, target="sm_90", ptx="8.2") == []
    assert [diagnostic.code for diagnostic in check_statement(text, target="sm_80", ptx="7.8")] == [
        "rejected-by-assembler"
    ]


class TestRulesByConstruct:
    """Statements to which a rule applies, each beside one to which it just does not apply; all were measured."""

    def test_operands_of_some_instruction_types(self) -> None:
        assert judge("atom.global.max.s32 v0, [d0], r1;") == UNDOCUMENTED
        assert judge("atom.global.max.s64 v0, [d0], d1;")[0][0] == "error"

    def test_every_form_but_some(self) -> None:
        release = {"assembler": "11.8", "ptx": "7.8"}
        assert judge("abs.oob.s32 s0, s0;", **release) == [("note", "undocumented")]
        assert judge("abs.oob.s32 s0, s0;", assembler="12.9") == [("error", "unknown-modifier")]
        assert judge("mul.lo.s32.oob s0, s0, s0;", **release) == [("note", "undocumented")]
        assert judge("add.f32 f0, h0+4, f0;") == UNDOCUMENTED
        assert judge("createpolicy.fractional.L2::evict_last.b64 d0, f0+4;") == UNDOCUMENTED
        assert judge("createpolicy.fractional.L2::evict_last.b64 d0, h0+4;")[0][0] == "error"

    def test_a_word_after_the_brackets(self) -> None:
        assert judge("ld.relaxed.gpu.u32 r0, [d0].unified;") == UNDOCUMENTED
        assert judge("ld.local.u32 r0, [d0].unified;")[0][0] == "error"

    def test_no_vector_is_a_sum(self) -> None:
        assert judge("red.global.add.v2.f32 [d0], f0+4;", ptx="8.1", target="sm_90")[0][0] == "error"

    def test_constants_beside_registers_and_alone(self) -> None:
        assert judge("st.global.v2.u32 [d0], {r0, 0f3F800000};") == UNDOCUMENTED
        assert judge("st.global.v2.u32 [d0], {0f3F800000, 0f3F800000};")[0][0] == "error"
        assert judge("st.global.v2.f32 [d0], {r0, 5};") == UNDOCUMENTED
        assert judge("st.global.v2.f32 [d0], {f0, 5};")[0][0] == "error"
        assert judge("st.global.v2.f32 [d0], {5, 5};")[0][0] == "error"

    def test_the_other_reading_of_an_operand(self) -> None:
        assert judge("tex.2d.v4.f32.f32 {f0, f0, f0, f0}, [d0, {f0, f0}], f0+4;") == UNDOCUMENTED

    def test_rules_that_reject_without_an_error_of_the_manual(self) -> None:
        there = {"ptx": "7.8", "target": "sm_90"}
        assert judge("add.rn.bf16x2 r0, h0+4, r0;", assembler="12.9", **there) == [("error", "rejected-by-assembler")]
        assert judge("add.rn.bf16x2 r0, r0+4, r0;", assembler="12.9", **there) == []
        assert judge("add.rn.bf16x2 r0, h0+4, r0;", assembler="13.1", **there) == []

    def test_a_constant_in_braces(self) -> None:
        assert judge("mov.b16 h0, {5};") == UNDOCUMENTED
        assert judge("mov.u16 h0, {5};")[0][0] == "error"

    def test_a_floor_keeps_the_needs_of_modifiers(self) -> None:
        assert judge("atom.global.min.u32 r0, [d0], r1;", target="sm_11", ptx="1.0") == UNDOCUMENTED
        hint = judge("atom.global.min.L2::cache_hint.u32 r0, [d0], r1, d1;", target="sm_75", ptx="7.4")
        assert hint == [("error", "unavailable-target")]

    def test_a_type_that_is_left_out_in_earlier_releases(self) -> None:
        statement = "wmma.load.a.sync.aligned.row.m16n16k16 {r0, r1, r2, r3, r0, r1, r2, r3}, [d0], r0;"
        assert judge(statement, assembler="12.9") == [("note", "undocumented")]
        assert judge(statement, assembler="13.0") == [("error", "missing-modifier")]

    def test_an_offset_without_braces_lowers_the_floor(self) -> None:
        place = {"target": "sm_20", "ptx": "3.1", "assembler": "13.0"}
        lookup = "tex.1d.v4.u32.f32 {r0, r1, r2, r3}, [d0, {f0}]"
        gather = "tld4.r.2d.v4.u32.f32 {r0, r1, r2, r3}, [d0, {f0, f0}]"
        assert judge(f"{lookup}, 0;", **place) == [("note", "undocumented")]
        assert judge(f"{lookup}, {{s0}};", **place) == [("error", "unavailable-target")]
        assert judge(f"{gather}, s0;", **place) == [("note", "undocumented")] * 2
        assert judge(f"{gather}, f0;", **place) == [("error", "unavailable-target")]

    def test_another_form_that_fits_as_well(self) -> None:
        statement = "tex.1d.v4.u32.f32 {r0, r1, r2, r3}, [d0, d1], r0;"
        assert judge(statement) == UNDOCUMENTED
        assert judge(statement, assembler="13.0") == [("note", "undocumented")]
        assert judge(statement.replace("d1", "x0"), assembler="13.0") == [("error", "operand-type")]

    def test_other_values_keep_the_needs_of_the_form(self) -> None:
        statement = "tex.level.1d.v2.f16x2.f32 {r0, r1}, [d0, {f0}], {f0}, {f0};"
        assert judge(statement, target="sm_53", ptx="4.3", assembler="13.0")[0] == ("note", "undocumented")
        assert judge(statement, target="sm_50", ptx="4.3", assembler="13.0")[-1][0] == "error"
        assert judge(statement, target="sm_53", ptx="4.2", assembler="13.0")[-1][0] == "error"

    def test_a_sink_beside_a_register(self) -> None:
        assert judge("mov.b32 r0, {_, h0};", assembler="12.9") == [("note", "undocumented")]
        assert judge("mov.b32 r0, {_, _};", assembler="12.9")[0][0] == "error"
        assert judge("mov.b64 d0, {_, r0};", assembler="12.9")[0][0] == "error"

    def test_an_added_modifier_disables_a_rule(self) -> None:
        place = {"target": "sm_100", "ptx": "8.7", "assembler": "13.0"}
        text = ".version 8.7\n.target sm_100\n.address_size 64\n.global .texref t;\n.entry k() {{ .reg .b32 r; {} }}\n"
        for opcode, severity in (
            ("red.relaxed.gpu.global.inc.u32", "note"),
            ("red.async.relaxed.gpu.global.inc.u32", "error"),
        ):
            diagnostics = check_module(text.format(f"{opcode} [t], r;"), assembler="13.0")
            assert [diagnostic.severity for diagnostic in diagnostics][-1] == severity, opcode
        assert judge("red.async.relaxed.gpu.global.inc.u32 [d0], r0;", **place) == [("note", "undocumented")]

    def test_addresses_that_a_macro_rejects(self) -> None:
        assert judge("multimem.red.add.u32 [r0], r1;", ptx="8.1") == [("warning", "rejected-by-assembler")]
        assert judge("multimem.red.add.u32 [d0], r1;", ptx="8.1") == []


@pytest.mark.parametrize(
    ("statement", "accepted"),
    [
        ("ld.global.f32 f, [l+4];", True),
        ("ld.global.f32 f, l+4;", False),
        ("add.f32 f, f, b+4;", True),
        ("st.global.v4.u32 [l], {b, 0f40000000, b, b};", True),
        ("st.global.v4.f32 [l], {0f3F800000, 0f40000000, l, 0f40800000};", True),
        ("st.global.v4.f32 [l], {0f3F800000, 0f40000000, p, 0f40800000};", False),
        ("st.global.v4.b32 [l], {0f3F800000, 0f40000000, 0d3ff0000000000000, 0f40800000};", False),
    ],
)
@pytest.mark.parametrize("release", ["11.8", "12.9", "13.5"])
def test_rules_about_operands_are_about_no_others(statement: str, accepted: bool, release: str) -> None:
    """Measured with ptxas: a sum needs brackets to be an address; constants in a vector excuse no other elements."""
    registers = {"f": "f32", "b": "b32", "l": "b64", "p": "pred"}
    diagnostics = check_statement(statement, registers=registers, target="sm_80", ptx="7.8", assembler=release)
    assert ([diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"] == []) is accepted


class TestOtherRecords:
    """Rules about records of other kinds than instructions."""

    @pytest.mark.parametrize(
        ("head", "line", "ours", "release"),
        [
            (".version 7.2\n.target sm_50", ".global .u8 a = 0xFF(1000);", "undocumented", "13.0"),
            (".version 7.1\n.target sm_50", ".global .u8 a = 0xFF(1000);", "unavailable-version", "13.0"),
            (".version 1.0\n.target sm_10", ".entry k { .reg .b32 v; mov.b32 v, %envreg0; }", "undocumented", "13.0"),
            (".version 8.0\n.target sm_50", '.entry k() { .pragma "frequency 10"; }', "unavailable-version", "13.0"),
            (".version 2.2\n.target sm_20", ".entry k(.param .u64 .ptr .texref t) { ret; }", "undocumented", "13.0"),
            (
                ".version 2.1\n.target sm_20",
                ".entry k(.param .u64 .ptr .global t) { ret; }",
                "unavailable-version",
                "13.0",
            ),
            (".version /* number */ 8.0\n.target sm_50", ".global .u32 x;", "rejected-by-assembler", "13.0"),
            (".version 8.0\n.target sm_50", ".global .u64 x = 18446744073709551616;", "undocumented", "13.0"),
            (".version 8.0\n.target sm_50", ".global .u64 x = 99999999999999999999;", "constant-overflow", "13.0"),
        ],
    )
    def test_a_release(self, head: str, line: str, ours: str, release: str) -> None:
        diagnostics = check_module(f"{head}\n{line}\n", assembler=release)
        assert [(diagnostic.code, diagnostic.severity) for diagnostic in diagnostics] == [
            (ours, "note" if ours == "undocumented" else "error")
        ]


PARAMETERS = """.version 8.3
.target sm_90
.address_size 64
.entry kernel(.param .u32 in) {{ .reg .u32 r; .param .u32 local; {kernel} }}
.func function(.param .u32 in) {{ .reg .u32 r; .param .u32 local; {function} }}
"""


@pytest.mark.parametrize(
    ("kernel", "function", "since_13_1"),
    [
        ("ld.param::func.u32 r, [in];", "", True),
        ("", "ld.param::func.u32 r, [in];", False),
        ("", "ld.param::entry.u32 r, [local];", True),
        ("ld.param.u32 r, [in];", "ld.param::entry.u32 r, [in];", False),
        ("ld.param::func.u32 r, [in+0];", "ld.param::func.u32 r, [in+0];", True),
    ],
)
def test_parameters_of_the_other_kind(kernel: str, function: str, since_13_1: bool) -> None:
    """Measured with ptxas 12.9 and 13.0, which accept all of them, and 13.1 to 13.5."""
    text = PARAMETERS.format(kernel=kernel, function=function)
    for release, rejected in (("13.0", False), ("13.1", since_13_1), ("13.5", since_13_1)):
        codes = [
            diagnostic.code for diagnostic in check_module(text, assembler=release) if diagnostic.severity == "error"
        ]
        assert codes == ["rejected-by-assembler"] * rejected


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("add.s32 s0, s0+4, s0;", []),
        ("add.f32 f0, f0+4, f0;", UNDOCUMENTED),
        ("add.f32 f0+4, f0, f0;", [("error", "operand-kind")]),
        ("and.pred p0, p0+1, p0;", UNDOCUMENTED),
        ("add.f16x2 v0, v0+4, v0;", []),
        ("div.rz.f32 f0, f0+4, f0;", [("warning", "undocumented"), ("warning", "rejected-by-assembler")]),
        ("vadd.u32.u32.u32 r0, r1+4, r2;", [("error", "operand-kind")]),
        ("vadd2.u32.u32.u32 r0, r1, r2, r3+4;", [("warning", "rejected-by-assembler")]),
    ],
)
def test_a_register_plus_a_constant(statement: str, expected: list[tuple[str, str]]) -> None:
    assert judge(statement) == expected


def test_results_of_a_later_release_apply_to_unmeasured_ones() -> None:
    """Release 13.0 rejects the statement, and 13.5, which otherwise answers like 13.0, accepts it."""
    statement = "createpolicy.range.global.L2::evict_last.b64 d0, [d1], r0+4, r1;"
    assert judge(statement, assembler="13.0") == [("error", "rejected-by-assembler")]
    assert judge(statement, assembler="13.5") == []


@pytest.mark.parametrize(
    ("statement", "severity"),
    [
        ("add.u64 d1, f, d2;", "warning"),
        ("and.b64 d1, f, d2;", "warning"),
        ("setp.eq.u64 p, f, d1;", "warning"),
        ("max.f64 e1, f, e2;", "warning"),
        ("cvta.to.global.u64 d1, f;", "warning"),
        ("shl.b64 d1, d2, f;", "error"),
        ("selp.b32 r1, r2, r3, f;", "error"),
        ("cvt.u32.u64 r1, f;", "error"),
        ("bar.sync f;", "error"),
        ("mov.b128 o, {f, d1};", "error"),
    ],
)
def test_functions_as_operands_have_the_verdicts_of_ptxas(statement: str, severity: str) -> None:
    registers = ".reg .b64 d<4>; .reg .f64 e<4>; .reg .b32 r<4>; .reg .pred p; .reg .b128 o;"
    head = ".version 8.7\n.target sm_90\n.address_size 64\n.func f() { ret; }\n"
    module = f"{head}.entry k() {{ {registers}\n{statement}\nret; }}\n"
    assert [diagnostic.severity for diagnostic in ptxisa.check_module(module)] == [severity]
    accepted = not any(diagnostic.severity == "error" for diagnostic in ptxisa.check_module(module, assembler="13.5"))
    assert accepted is (severity == "warning")
