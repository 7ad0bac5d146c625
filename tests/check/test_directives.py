"""Directives of the head and of functions, pragmas, and the recorded rules."""

from __future__ import annotations

import pytest

import ptxisa
from generator.records.load import ROOT
from generator.records.yaml_reader import read
from ptxisa.check.directives import check_pragma, problems, read_head
from ptxisa.check.place import Place
from ptxisa.isa import language
from ptxisa.isa.diagnostics import CATALOGUE
from ptxisa.isa.instructions import MANUAL
from ptxisa.isa.targets import target
from ptxisa.isa.versions import order
from ptxisa.syntax import tree
from ptxisa.syntax.directive_parser import FUNCTION_DIRECTIVES
from ptxisa.syntax.parser import parse
from tests.check.language_findings import codes, complete, filled, judged, reported, snippets

TOPICS = ("directives", "linking", "debugging", "source")
RULES = {
    path.stem: record
    for path in sorted((ROOT / "isa" / "rules").glob("*.yaml"))
    if (record := read(path).data)["topic"] in TOPICS
}
CODES = (
    *("directive-argument", "directive-combination", "repeated-directive", "ignored-directive", "unknown-pragma"),
    *("missing-debug-information", "undeclared-file", "unknown-location"),
    *("inconsistent-declaration", "wrong-linkage", "wrong-alias"),
)


def on(name: str, ptx: str) -> Place:
    return Place(target(name), order(ptx))


class TestRules:
    def test_there_are_rules(self) -> None:
        assert {rule["topic"] for rule in RULES.values()} == set(TOPICS)

    @pytest.mark.parametrize(("ptx", "code"), snippets(RULES, "valid"))
    def test_valid_examples_of_rules_have_no_error(self, ptx: str, code: None) -> None:
        assert [
            str(diagnostic) for diagnostic in ptxisa.check_module(filled(ptx)) if diagnostic.severity == "error"
        ] == []

    @pytest.mark.parametrize(("ptx", "code"), snippets(RULES, "invalid"))
    def test_invalid_examples_of_rules_have_the_code_of_the_rule(self, ptx: str, code: str) -> None:
        assert code in {
            diagnostic.code for diagnostic in ptxisa.check_module(filled(ptx)) if diagnostic.severity == "error"
        }


class TestCatalogue:
    @pytest.mark.parametrize("name", CODES)
    def test_each_wrong_example_has_its_code_and_its_correction_none(self, name: str) -> None:
        code = CATALOGUE[name]
        assert set(codes(code.complete(code.wrong))) == {name}
        assert codes(code.complete(code.right)) == []


class TestRecords:
    def test_the_parser_accepts_all_recorded_directives_of_functions(self) -> None:
        for place, kind in ((".entry", "entry"), (".func", "func")):
            recorded = {
                name: directive
                for name, directive in language.directives().items()
                if kind in directive.places and directive.category in ("performance", "cluster") and name != ".pragma"
            }
            assert FUNCTION_DIRECTIVES[place].keys() == recorded.keys()
            for name, (least, most) in FUNCTION_DIRECTIVES[place].items():
                arguments = recorded[name].arguments
                alternatives = len(arguments) > 1
                wanted = {(0 if alternatives else least, most)} if most != 0 else set()
                assert {(argument.least, argument.most) for argument in arguments} == wanted

    def test_directives_of_functions_are_allowed_in_prototypes(self) -> None:
        recorded = {name for name, directive in language.directives().items() if "prototype" in directive.places}
        assert recorded | {".language", ".local_maxnreg"} == FUNCTION_DIRECTIVES[".func"].keys()

    def test_exclusion_is_mutual(self) -> None:
        for name, directive in language.directives().items():
            for other in directive.excludes:
                assert name[1:] in language.directives()[f".{other}"].excludes

    def test_features_exclude_features_of_the_same_directive(self) -> None:
        for directive in language.directives().values():
            for feature in directive.features:
                for other in feature.excludes:
                    assert feature.name in directive.feature(other).excludes

    def test_options_of_a_target_are_its_features(self) -> None:
        directive = language.directives()[".target"]
        option = directive.argument("option")
        assert set(option.values) == {feature.name for feature in directive.features}
        assert option.default in option.values

    def test_every_directive_of_the_manuals_table_is_recorded(self) -> None:
        table = """address_size explicitcluster maxnreg section alias extern maxntid shared align file minnctapersm
        sreg branchtargets func noreturn target callprototype global param tex calltargets loc pragma version common
        local reg visible const maxclusterrank reqnctapercluster weak entry maxnctapersm reqntid"""
        assert {f".{name}" for name in table.split()} <= language.directives().keys()


class TestHead:
    def test_a_head_states_version_target_and_address_size(self) -> None:
        head = read_head(parse(".version 8.7\n.target sm_80, texmode_independent\n.target sm_90a").module)
        assert (str(head.version), head.target and head.target.name) == ("8.7", "sm_90a")
        assert (head.options, head.address_size) == ({"texmode_independent"}, 32)
        assert head.place == on("sm_90a", "8.7")

    def test_a_head_without_directives_has_defaults(self) -> None:
        head = read_head(parse(".version 7.9\n.target sm_91\n.address_size 64").module)
        assert head == (None, None, frozenset(), 64)

    def test_the_architecture_named_last_is_in_force(self) -> None:
        head = read_head(parse(".version 8.7\n.target sm_90, sm_80").module)
        assert head.target == target("sm_80")
        assert head.after(tree.TargetDirective((tree.Name("compute_75", 0),), 0, 0)).target == target("sm_75")
        assert head.after(tree.TargetDirective((tree.Name("debug", 0),), 0, 0)).target == target("sm_80")

    @pytest.mark.parametrize(
        ("head", "finding"),
        [
            (".version 7.9\n.target sm_90", "unknown-version: unknown PTX version '7.9'; did you mean 7.8?"),
            (".version 8.7\n.target sm_9O", "unknown-target: unknown target 'sm_9O'"),
            (".version 7.0\n.target sm_90", "unavailable-version: PTX 7.0 does not support sm_90"),
            (
                ".version 2.2\n.target sm_20\n.address_size 64",
                "unavailable-version: .address_size needs PTX 2.3 on sm_20",
            ),
            (
                ".version 8.7\n.target sm_90\n.address_size 16",
                "directive-argument: .address_size takes 32 or 64, not 16",
            ),
            (
                ".version 8.7\n.target texmode_unified",
                "missing-target: an architecture comes first in .target, before texmode_unified",
            ),
            (
                ".version 8.7\n.target sm_90, texmode_unified, texmode_independent",
                "directive-combination: texmode_independent cannot be combined with texmode_unified",
            ),
            (
                ".version 1.4\n.target sm_10, texmode_independent",
                "unavailable-version: texmode_independent of .target needs PTX 1.5 on sm_10",
            ),
            (
                ".version 8.7\n.target sm_90, map_f64_to_f32",
                "unavailable-target: map_f64_to_f32 of .target needs PTX 1.0 on sm_10 or sm_11 or sm_12",
            ),
        ],
    )
    def test_wrong_heads(self, head: str, finding: str) -> None:
        assert reported(head) == [finding]

    def test_a_module_can_be_checked_for_another_place(self) -> None:
        text = complete("")
        assert [diagnostic.code for diagnostic in judged(text, on("sm_20", "2.2"))] == ["unavailable-version"]
        assert judged(text, Place(None, None)) == []

    def test_debug_in_the_head_or_a_body_needs_a_section_once(self) -> None:
        text = ".version 8.7\n.target sm_90, debug, debug\n"
        assert codes(text) == ["missing-debug-information"]
        assert codes(text + ".section .debug_str { }") == []
        text = ".version 8.7\n.target sm_90\n.entry k() { .target sm_90, debug\n ret; }\n"
        assert codes(text) == ["missing-debug-information"]
        assert codes(text + ".section .debug_str { }") == []

    def test_a_body_changes_the_target_and_not_the_texture_mode(self) -> None:
        body = ".entry k() { .target sm_80, %s\n ret; }"
        assert codes(body % "texmode_unified") == []
        assert codes(body % "texmode_independent") == ["directive-combination"]
        independent = ".version 8.7\n.target sm_90, texmode_independent\n"
        assert codes(independent + body % "texmode_independent") == []
        assert codes(independent + body % "texmode_unified") == ["directive-combination"]

    def test_a_target_in_a_body_is_checked_against_the_version(self) -> None:
        text = ".version 7.0\n.target sm_80\n.entry k() { .target sm_90\n ret; }"
        assert reported(text) == ["unavailable-version: PTX 7.0 does not support sm_90"]


class TestFunctions:
    @pytest.mark.parametrize(
        ("directives", "findings"),
        [
            (".maxntid 256 .maxnreg 32 .minnctapersm 2", []),
            (".maxntid 16, 16, 0", ["directive-argument: .maxntid: dimensions is 0; it must be in 1..4294967295"]),
            (".reqnctapercluster 0", []),
            (
                ".maxclusterrank 0x100000000",
                ["directive-argument: .maxclusterrank: n is 4294967296; it must be in 0..4294967295"],
            ),
            (".reqntid 64 .maxntid 64", ["directive-combination: .maxntid cannot be combined with .reqntid"]),
            (
                ".maxntid 64 .maxntid 32",
                ["warning repeated-directive: .maxntid is repeated; only the last one counts"],
            ),
            (
                ".minnctapersm 2",
                ["warning ignored-directive: .minnctapersm has no effect without .maxntid or .reqntid"],
            ),
            (".minnctapersm 2 .reqntid 32", []),
            (".maxntid 64 .maxnctapersm 2", ["unavailable-version: .maxnctapersm was removed in PTX 2.1"]),
            (
                ".reqntid 64 .blocksareclusters",
                [
                    "unavailable-version: .blocksareclusters needs PTX 9.0 on sm_90",
                    "directive-combination: .blocksareclusters needs .reqnctapercluster beside it",
                ],
            ),
            ('.pragma "used_bytes_mask 1";', ["misplaced-directive: the pragma used_bytes_mask is allowed in a body"]),
        ],
    )
    def test_directives_of_kernels(self, directives: str, findings: list[str]) -> None:
        assert reported(f".entry k() {directives} {{ ret; }}") == findings

    def test_clusters_need_a_target(self) -> None:
        text = ".version 8.7\n.target sm_80\n.entry k() .explicitcluster { ret; }"
        assert reported(text) == ["unavailable-target: .explicitcluster needs PTX 7.8 on sm_90 or later"]

    def test_deprecated_before_it_was_removed(self) -> None:
        text = ".version 2.0\n.target sm_20\n.entry k() .maxntid 64 .maxnctapersm 2 { ret; }"
        assert reported(text) == ["warning deprecated: .maxnctapersm is deprecated"]

    @pytest.mark.parametrize(
        ("function", "expected"),
        [
            (".func f() .noreturn { trap; }", []),
            (".func () f() .noreturn { trap; }", []),
            (".extern .func (.reg .u32 r) f() .noreturn;", ["directive-combination"]),
            (".entry k() { p: .callprototype (.param .u32 _) _ () .noreturn; ret; }", ["directive-combination"]),
            (".extern .entry k();", []),
            (".extern .entry k() .maxntid 32 .maxnreg 16;", ["misplaced-directive"]),
            (".version 9.0\n.target sm_90\n.func f() .abi_preserve 3 .abi_preserve_control 1 { ret; }", []),
            (".version 9.0\n.target sm_90\n.extern .func f() .abi_preserve 3 .abi_preserve 3;", ["repeated-directive"]),
            (".version 9.0\n.target sm_90\n.extern .func f() .abi_preserve 239 .abi_preserve_control 11;", []),
            (".version 9.0\n.target sm_90\n.func f() .abi_preserve 256 { ret; }", ["directive-argument"]),
            (".version 9.0\n.target sm_90\n.func f() .abi_preserve_control 12 { ret; }", ["directive-argument"]),
            (".version 2.3\n.target sm_20\n.extern .entry k();", ["unavailable-version"]),
            (".version 2.0\n.target sm_20\n.entry k() { p: .callprototype _; ret; }", ["unavailable-version"]),
        ],
    )
    def test_functions(self, function: str, expected: list[str]) -> None:
        assert codes(function) == expected

    def test_a_problem_points_at_its_directive(self) -> None:
        text = complete(".entry k() .maxntid 64 .reqntid 32 { ret; }")
        (diagnostic,) = judged(text)
        assert text[diagnostic.span.start : diagnostic.span.end] == ".reqntid 32"


class TestPragmas:
    @pytest.mark.parametrize(
        ("pragma", "where", "expected"),
        [
            ("nounroll", "module", []),
            ("nounroll", "entry", []),
            ("nounroll", "function-body", []),
            ("used_bytes_mask 0x7", "kernel-body", []),
            ("used_bytes_mask -1", "function-body", []),
            ("used_bytes_mask 0x7", "module", ["misplaced-directive"]),
            ("used_bytes_mask", "kernel-body", ["directive-argument"]),
            ("used_bytes_mask 1 2", "kernel-body", ["directive-argument"]),
            ("used_bytes_mask seven", "kernel-body", ["directive-argument"]),
            ("enable_smem_spilling", "kernel-body", []),
            ("enable_smem_spilling", "function-body", ["misplaced-directive"]),
            ("frequency 10", "kernel-body", []),
            ("frequency 0", "kernel-body", ["directive-argument"]),
            ("nounroll 1", "kernel-body", ["unknown-pragma"]),
            (" nounroll", "entry", ["unknown-pragma"]),
            ("unroll", "function-body", ["unknown-pragma"]),
            ("", "kernel-body", ["unknown-pragma"]),
            ("unroll", "module", ["rejected-by-assembler"]),
        ],
    )
    def test_pragmas(self, pragma: str, where: str, expected: list[str]) -> None:
        node = tree.Pragma((pragma,), 0, 10)
        assert [diagnostic.code for diagnostic in check_pragma(node, where, on("sm_90", "9.0"))] == expected

    def test_every_string_is_checked(self) -> None:
        node = tree.Pragma(("unroll", "nounroll", "frequency 0"), 0, 10)
        reported = [diagnostic.code for diagnostic in check_pragma(node, "kernel-body", on("sm_90", "9.0"))]
        assert reported == ["unknown-pragma", "directive-argument"]

    def test_availability_of_pragmas(self) -> None:
        node = tree.Pragma(("used_bytes_mask 1",), 0, 10)
        messages = [diagnostic.message for diagnostic in check_pragma(node, "kernel-body", on("sm_80", "8.2"))]
        assert messages == ["the pragma used_bytes_mask needs PTX 8.3 on sm_80"]
        old = [
            diagnostic.message
            for diagnostic in check_pragma(tree.Pragma(("nounroll",), 0, 9), "module", on("sm_10", "1.4"))
        ]
        assert old == [".pragma needs PTX 2.0 on sm_10", "the pragma nounroll needs PTX 2.0 on sm_10"]

    def test_an_unknown_pragma_is_a_warning_with_a_suggestion(self) -> None:
        for where in ("module", "kernel-body"):
            (diagnostic,) = check_pragma(tree.Pragma(("unroll",), 0, 9), where, on("sm_90", "8.7"))
            assert (diagnostic.severity, diagnostic.hint) == ("warning", "did you mean nounroll?")

    @pytest.mark.parametrize(
        ("assembler", "pragma", "where", "expected"),
        [
            ("13.5", "unroll", "module", [("rejected-by-assembler", "error")]),
            ("13.5", "unroll", "entry", [("unknown-pragma", "warning")]),
            ("manual", "unroll", "module", [("unknown-pragma", "warning")]),
            ("12.9", "frequency often", "kernel-body", [("unknown-pragma", "warning")]),
            ("12.9", "frequency 3", "entry", [("unknown-pragma", "warning")]),
            ("12.9", "frequency 3", "module", [("rejected-by-assembler", "error")]),
            ("13.0", "frequency often", "kernel-body", [("directive-argument", "error")]),
            ("13.0", "frequency 3", "entry", [("misplaced-directive", "error")]),
            ("12.9", "enable_smem_spilling", "kernel-body", []),
            ("12.9", "enable_smem_spilling", "function-body", [("misplaced-directive", "error")]),
            ("11.8", "enable_smem_spilling", "function-body", [("unknown-pragma", "warning")]),
        ],
    )
    def test_later_pragmas_are_unknown_to_a_release(
        self, assembler: str, pragma: str, where: str, expected: list[tuple[str, str]]
    ) -> None:
        """Verdicts of ptxas 11.8, 12.9, 13.0 and 13.5 (measured)."""
        place = on("sm_90", "9.0")._replace(assembler=MANUAL if assembler == "manual" else assembler)
        every = check_pragma(tree.Pragma((pragma,), 0, 9), where, place)
        assert [(diagnostic.code, diagnostic.severity) for diagnostic in every] == expected


def test_problems_name_the_missing_part() -> None:
    assert problems(".weak", "", on("sm_30", "3.0"))[0].code == "unavailable-version"
    assert problems(".alias", "", on("sm_20", "8.7"))[0].code == "unavailable-target"
    assert problems(".alias", "", Place(None, None)) == ()
