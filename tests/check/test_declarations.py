"""Declarations of variables and parameters: every code, and the recorded rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import ptxisa
from generator.records.load import ROOT
from generator.records.yaml_reader import read
from ptxisa.check.declarations import (
    Shape,
    check_attributes,
    check_declaration,
    check_parameter,
    check_parameters,
    shape_problems,
    space_of,
)
from ptxisa.check.directives import read_head
from ptxisa.check.place import Place
from ptxisa.check.scope import Scope, Symbol, enter, enter_parameters
from ptxisa.isa import language
from ptxisa.isa.diagnostics import CATALOGUE, Diagnostic
from ptxisa.isa.targets import target
from ptxisa.isa.versions import order
from ptxisa.oracle.assembler import module
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse
from tests.check.language_findings import snippets

TOPICS = (
    *("state-spaces", "types", "variables", "vectors", "arrays", "initializers", "alignment", "attributes"),
    *("parameters", "textures", "names"),
)
RULES = {
    path.stem: record
    for path in sorted((ROOT / "isa" / "rules").glob("*.yaml"))
    if (record := read(path).data)["topic"] in TOPICS
}
CODES = (
    *("misplaced-variable", "unknown-type", "undeclarable-type", "texture-mode", "invalid-vector", "invalid-array"),
    *("invalid-alignment", "invalid-bank", "unknown-attribute", "misplaced-attribute", "attribute-arguments"),
    *("unnamed-parameter", "result-space", "parameter-size", "misplaced-initializer", "initializer-type"),
    *("initializer-size", "initializer-name", "initializer-mask", "unknown-field", "field-value", "ignored-field"),
)
ELSEWHERE = ("syntax-error", "unknown-directive", "operand-kind", "redeclared-name", "memory-size")
"""Codes of rules that other checks report."""
INSTRUCTION = ("undeclared-name", "unavailable-version")
"""Codes that the check of instructions reports, too."""
HEAD = ".version 8.7\n.target sm_90\n.address_size 64\n"


def judged(text: str) -> list[Diagnostic]:
    """Return the diagnostics of the declarations of a module, without the rest of the checker."""
    return list(_Walk(parse(text).module).findings())


class _Walk:
    def __init__(self, module: tree.Module) -> None:
        self.module, head = module, read_head(module)
        self.place, self.options = head.place, head.options

    def findings(self) -> Iterator[Diagnostic]:
        scope = Scope()
        for item in self.module.items:
            yield from self.statement(item, scope, "module")

    def statement(self, node: Any, scope: Scope, where: str) -> Iterator[Diagnostic]:
        if isinstance(node, tree.Declaration):
            yield from check_declaration(node, where, self.place, scope.lookup, self.options)
        elif isinstance(node, tree.CallPrototype):
            yield from check_parameters(node, self.place, self.options)
        elif isinstance(node, tree.Function):
            yield from check_attributes(node.attributes, "function", node.kind, self.place)
            yield from check_parameters(node, self.place, self.options)
        list(enter(scope, node))
        if isinstance(node, tree.Function) and isinstance(node.body, tree.Block):
            inner = Scope(scope)
            list(enter_parameters(inner, node))
            yield from self.block(node.body, inner)
        elif isinstance(node, tree.Block):
            yield from self.block(node, Scope(scope))

    def block(self, block: tree.Block, scope: Scope) -> Iterator[Diagnostic]:
        for statement in block.statements:
            yield from self.statement(statement, scope, "function")


def complete(text: str) -> str:
    return text if text.startswith(".version") else HEAD + text


def codes(text: str) -> list[str]:
    return [diagnostic.code for diagnostic in judged(complete(text))]


def reported(text: str) -> str:
    """Return the only finding, with its hint."""
    (diagnostic,) = judged(complete(text))
    return f"{diagnostic.message} ({diagnostic.hint})" if diagnostic.hint else diagnostic.message


def filled(probe: str) -> str:
    return module(probe, target("sm_90"), order("8.7"))


SPACES = [name for name in language.state_spaces() if "[" not in name]


def rejected(space: str, type_: str, where: str) -> bool:
    """Return True if no place, in its newest version and with every option, allows a scalar of the type."""
    shape, place = Shape(space, None, None, type_, where), Place(target("sm_90"), order("8.7"))
    diagnostics = shape_problems(shape, place, frozenset({"texmode_independent"}))
    assert {diagnostic.code for diagnostic in diagnostics} <= {
        "misplaced-variable",
        "undeclarable-type",
        "unavailable-version",
    }
    return bool({diagnostic.code for diagnostic in diagnostics} & {"misplaced-variable", "undeclarable-type"})


class TestRules:
    def test_every_topic_of_declarations_has_a_rule(self) -> None:
        assert {rule["topic"] for rule in RULES.values()} == set(TOPICS)

    @pytest.mark.parametrize(("probe", "code"), snippets(RULES, "valid"))
    def test_valid_snippets_of_declarations_have_no_error(self, probe: str, code: None) -> None:
        assert [diagnostic for diagnostic in judged(filled(probe)) if diagnostic.severity == "error"] == []

    @pytest.mark.parametrize(("probe", "code"), snippets(RULES, "invalid"))
    def test_invalid_snippets_of_rules_have_this_code_alone(self, probe: str, code: str) -> None:
        reported = {diagnostic.code for diagnostic in judged(filled(probe))} - {"undocumented"}
        assert reported == (set() if code in ELSEWHERE or (code in INSTRUCTION and "mov" in probe) else {code})

    def test_every_code_belongs_to_a_rule(self) -> None:
        rejected = {snippet["code"] for rule in RULES.values() for snippet in rule.get("invalid", ())}
        assert set(CODES) - rejected == {"ignored-field"}


class TestCatalogue:
    @pytest.mark.parametrize("code", CODES)
    def test_the_wrong_example_has_this_code_alone(self, code: str) -> None:
        assert codes(CATALOGUE[code].complete(CATALOGUE[code].wrong)) == [code]

    @pytest.mark.parametrize("code", CODES)
    def test_the_right_example_has_no_errors(self, code: str) -> None:
        assert codes(CATALOGUE[code].complete(CATALOGUE[code].right)) == []


class TestMessages:
    """Messages name the error and, where there is one, the correction."""

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (".param .u32 x;", ".param variables at module level are not allowed"),
            (".global .bf16 x;", "no .global variable at module level is a .bf16 (declare a .b16 instead)"),
            (".shared .texref t;", "no .shared variable at module level is a .texref"),
            (".global .e2m1 x;", "no .global variable at module level is a .e2m1 (it only occurs packed)"),
            (".global .flaot x;", "unknown type .flaot"),
            (".global .f33 x;", "unknown type .f33 (did you mean"),
            (".global .v4 .f64 x;", "a vector has 128 bits at most; this one has 256"),
            (".global .v3 .f32 x;", "a vector has 2 or 4 elements, not 3"),
            (".global .u32 x[2] = {1, 2, 3};", "an array of 2 elements has 3 values"),
            (".global .f32 x = 1;", "cannot initialize a .f32 variable with an integer (write 1.0 for 1)"),
            (".global .u32 g; .global .u8 b = g;", "only a byte of it is, such as 0xFF(name)"),
            (".global .attribute(.unify(1, 2)) .u32 x;", "unknown attribute .unify (did you mean unified?)"),
            (".global .attribute(.unified(1)) .u32 x;", "(write .unified(uuid1, uuid2))"),
            (
                ".version 8.0\n.target sm_90\n.entry k(.param .b8 a, .param .align 128 .b8 x[4225]) { ret; }",
                "the parameters of a kernel have 4352 bytes at most; these have 4353 (PTX 8.1 on sm_70 or later allows",
            ),
            (".version 3.0\n.target sm_30\n.local .u32 x;", "since PTX 3.0 (With the ABI, local variables are on"),
            (".version 8.2\n.target sm_90\n.global .b128 x;", ".b128 needs PTX 8.3 on sm_90"),
            (".version 8.3\n.target sm_60\n.global .b128 x;", ".b128 needs PTX 8.3 on sm_70 or later"),
            (".version 2.2\n.target sm_20\n.const[0] .b32 x;", ".const[bank] was removed in PTX 2.2 (Pass a pointer"),
        ],
    )
    def test_message(self, text: str, message: str) -> None:
        assert message in reported(text)

    def test_findings_point_at_their_cause(self) -> None:
        text = complete(".global .align 3 .u32 a, b[2] = {1, 2.0};\n.func f(.param .align 6 .u32 c) { ret; }")
        places = [text[diagnostic.span.start : diagnostic.span.end] for diagnostic in judged(text)]
        assert places == ["3", "2.0", "6"]
        text = complete(".global .bf16 a, b;")
        assert [text[diagnostic.span.start : diagnostic.span.end] for diagnostic in judged(text)] == [".global .bf16 "]


class TestPlaces:
    def test_without_a_target_or_version_availability_is_not_checked(self) -> None:
        (declaration,) = parse(HEAD + ".local .b128 x;").module.items
        assert isinstance(declaration, tree.Declaration)
        anywhere = Place(None, None)
        assert list(check_declaration(declaration, "module", anywhere, Scope().lookup)) == []
        assert list(check_declaration(declaration, "function", anywhere, Scope().lookup)) == []

    @pytest.mark.parametrize("where", ["module", "function"])
    def test_state_spaces_without_a_place_for_variables_reject_them(self, where: str) -> None:
        assert {space for space in SPACES if rejected(space, "u32", where)} == {
            "module": {"local", "param", "reg"},
            "function": {"tex"},
        }[where] | {"sreg", "generic", "param::entry", "param::func", "shared::cta", "shared::cluster"}

    @pytest.mark.parametrize(
        ("type_", "module_level", "in_functions"),
        [
            ("u32", {"const", "global", "shared"}, {"const", "global", "local", "param", "reg", "shared"}),
            ("pred", set(), {"reg"}),
            ("texref", {"global"}, set()),
            ("samplerref", {"global"}, set()),
            ("bf16x2", set(), set()),
            ("b4x16_p64", set(), set()),
        ],
    )
    def test_types_are_allowed_in_their_state_spaces(
        self, type_: str, module_level: set[str], in_functions: set[str]
    ) -> None:
        spaces = ("const", "global", "local", "param", "reg", "shared")
        assert {space for space in spaces if not rejected(space, type_, "module")} == module_level
        assert {space for space in spaces if not rejected(space, type_, "function")} == in_functions

    def test_a_bank_of_many_digits_is_no_trouble(self) -> None:
        space, bank = space_of(f"const[{'9' * 10_000}]")
        assert space is not None
        assert bank is not None
        assert bank > 10

    def test_a_range_of_a_million_registers_costs_no_more_than_one(self) -> None:
        assert codes(".entry k() { .reg .b32 %r<16777216>; ret; }") == []


class TestParameters:
    def test_declarations_have_fewer_requirements_than_definitions(self) -> None:
        aligned, vector = ".func f(.param .align 256 .u32 a)", ".func f(.param .v2 .u32 a)"
        assert codes(f".extern {aligned};") == codes(f".extern {vector};") == []
        assert codes(aligned + " { ret; }") == ["invalid-alignment"]
        assert codes(vector + " { ret; }") == ["invalid-vector"]

    @pytest.mark.parametrize(
        ("parameter", "code"),
        [
            (".param .u33 a", "unknown-type"),
            (".param .bf16 a", "undeclarable-type"),
            (".param .v4 .f64 a", "invalid-vector"),
            (".param .align 3 .u32 a", "invalid-alignment"),
            (".const .u32 a", "misplaced-variable"),
            (".reg .u32 a[]", "invalid-array"),
            (".param .pred a[2]", "invalid-array"),
        ],
    )
    def test_declarations_without_a_body_are_checked_too(self, parameter: str, code: str) -> None:
        assert codes(f".extern .func f({parameter});") == [code]
        assert codes(f".entry k() {{ p: .callprototype _ ({parameter}); ret; }}") == [code]

    @pytest.mark.parametrize("type_", [".v2 .u32", ".f16x2"])
    def test_vectors_in_param_are_elements_of_arrays(self, type_: str) -> None:
        for text in (".entry k(.param {} a{}) {{ ret; }}", ".entry k() {{ .param {} a{}; ret; }}"):
            assert codes(text.format(type_, "")) == ["invalid-vector"]
            assert codes(text.format(type_, "[2]")) == []

    def test_one_parameter_of_each_sort_of_function(self) -> None:
        function = parse(HEAD + ".func f(.param .u64 .ptr a) { ret; }").module.items[0]
        assert isinstance(function, tree.Function)
        assert function.parameters is not None
        (parameter,) = function.parameters
        by_kind = {
            kind: [diagnostic.code for diagnostic in check_parameter(parameter, kind, Place(None, None))]
            for kind in ("entry", "func", "prototype")
        }
        assert by_kind == {"entry": [], "func": ["misplaced-directive"], "prototype": []}

    @pytest.mark.parametrize(
        ("head", "expected"),
        [
            (".func f(.param .b8 a, .param .b8 b[]);", []),
            (".func f(.param .b8 a[], .param .b8 b[2], .param .b8 c[]);", [".param .b8 a[]"]),
            (".func f(.param .b8 a, .param .b8 b[0], .param .b8 c);", [".param .b8 b[0]"]),
            (".func f(.param .b8 a[], .param .b8 b[]);", [".param .b8 a[]"]),
            (".func (.param .b8 a[]) f();", [".param .b8 a[]"]),
            (".entry k(.param .b8 a[], .param .b8 b[2], .param .b8 c[]);", [".param .b8 a[]", ".param .b8 c[]"]),
        ],
    )
    def test_only_the_last_parameter_of_a_function_is_an_array_without_a_size(
        self, head: str, expected: list[str]
    ) -> None:
        text = complete(head)
        wanted = [("only the last parameter of a function may be an array without a size", part) for part in expected]
        assert [
            (diagnostic.message, text[diagnostic.span.start : diagnostic.span.end]) for diagnostic in judged(text)
        ] == wanted

    def test_arrays_without_a_size_are_newer_than_functions(self) -> None:
        old = ".version 5.0\n.target sm_20\n"
        text = f"{old}.func f(.param .b8 a, .param .b8 b[]);"
        (diagnostic,) = judged(text)
        assert diagnostic.message == "unsized_array of .func needs PTX 6.0 on sm_30 or later"
        assert text[diagnostic.span.start : diagnostic.span.end] == ".param .b8 b[]"
        assert judged(f"{old}.func f(.param .b8 a, .param .b8 b[2]);") == []
        assert judged(f"{old}.func f();") == []

    @pytest.mark.parametrize(
        ("results", "expected"),
        [
            (".reg .b32 a", []),
            (".param .b32 a", []),
            (".param .b32 a, .reg .b32 b", [".param .b32 a, .reg .b32 b"]),
            (".reg .b32 a, .reg .b32 b, .param .b32 c", [".reg .b32 a, .reg .b32 b, .param .b32 c"]),
        ],
    )
    def test_several_results_are_registers(self, results: str, expected: list[str]) -> None:
        text = complete(f".func ({results}) f();")
        wanted = [("several results are registers; a result in .param stands alone", part) for part in expected]
        assert [
            (diagnostic.message, text[diagnostic.span.start : diagnostic.span.end]) for diagnostic in judged(text)
        ] == wanted

    def test_only_one_parameter_of_a_kernel_has_no_name(self) -> None:
        assert codes(".entry k(.param .u32 _, .param .u32 _) { ret; }") == ["redeclared-name"]
        assert codes(".entry k() { p: .callprototype _ (.param .u32 _, .param .u32 _); ret; }") == []

    @pytest.mark.parametrize(
        ("parameters", "size"),
        [
            (".param .b8 a, .param .b8 x[{}]", 4351),
            (".param .u64 a, .param .b8 x[{}]", 4344),
            (".param .b8 a, .param .align 8 .b8 x[{}]", 4344),
            (".param .b8 x[{}], .param .u64 a", 4344),
            (".param .b8 x[{}], .param .align 128 .b8 a", 4224),
            (".param .texref t, .param .b8 x[{}]", 4352),
        ],
    )
    def test_sizes_of_types_match_ptxas(self, parameters: str, size: int) -> None:
        head = ".version 8.0\n.target sm_90\n.entry k({}) {{ ret; }}"
        assert codes(head.format(parameters.format(size))) == []
        assert codes(head.format(parameters.format(size + 1))) == ["parameter-size"]


class TestInitializers:
    def test_unresolved_names_in_initializers_are_no_error(self) -> None:
        (declaration,) = parse(HEAD + ".global .u64 p = x;").module.items
        assert isinstance(declaration, tree.Declaration)
        place = Place(target("sm_90"), order("8.7"))
        assert list(check_declaration(declaration, "module", place, lambda name: Symbol("any"))) == []

    @pytest.mark.parametrize("name", ["%tid", "%clock", "missing"])
    def test_special_registers_have_no_address(self, name: str) -> None:
        assert codes(f".global .u64 p = {name};") == ["undeclared-name"]

    def test_a_pointer_to_a_texture_is_a_warning(self) -> None:
        (diagnostic,) = judged(HEAD + ".global .texref t;\n.global .u64 p = t;")
        assert (diagnostic.code, diagnostic.severity) == ("initializer-name", "warning")

    def test_an_ignored_field_is_a_note(self) -> None:
        (diagnostic,) = judged(CATALOGUE["ignored-field"].wrong)
        assert diagnostic.severity == "note"

    @pytest.mark.parametrize(
        ("version", "field", "available"),
        [("2.0", "channel_order", False), ("2.1", "channel_order", True), ("2.0", "width", True)],
    )
    def test_fields_start_in_the_version_of_their_record(self, version: str, field: str, available: bool) -> None:
        text = f".version {version}\n.target sm_20\n.global .texref t = {{{field} = 1}};"
        assert codes(text) == ([] if available else ["unavailable-version"])

    def test_negative_numbers_and_expressions_are_constants_of_their_sort(self) -> None:
        assert codes(".global .s32 x[] = {-1, +2, ~3, 1 + 1, (4), 5 ? 6 : 7, WARP_SZ, 0x10U};") == []
        assert codes(".global .f64 x[] = {-1.0, 2.0 / 3.0, 0d3ff0000000000000, -(1.0)};") == []
        assert codes(".global .f64 x[] = {-1.0, -1};") == ["initializer-type"]


@pytest.mark.parametrize(
    ("text", "disputed"),
    [
        (".global .texref t = {width = 64, height = 32};", False),
        (".global .texref t = {width = 1.5};", True),
        (".global .texref t = {width = -1};", True),
        (".global .texref t = {width = 1, width = 2};", True),
        (".global .texref t = {filter_mode = nearest, normalized_coords = 1};", False),
        (".global .texref t = {filter_mode = 5};", True),
        (".global .texref t = {normalized_coords = 2};", True),
        (".func (.reg .u32 a) f() { ret; }", False),
        (".func (.reg .u32 a, .reg .u32 b) f() { ret; }", True),
        (".func f() { ret; }\n.entry k() { t: .calltargets f; ret; }", False),
        (".entry f() { ret; }\n.entry k() { t: .calltargets f; ret; }", True),
    ],
)
def test_ptxas_accepts_more_than_the_manual(text: str, disputed: bool) -> None:
    module = f".version 8.7\n.target sm_90\n.address_size 64\n{text}\n"
    expected = {("undocumented", "warning")} if disputed else set()
    assert {(diagnostic.code, diagnostic.severity) for diagnostic in ptxisa.check_module(module)} == expected
    assert not any(diagnostic.severity == "error" for diagnostic in ptxisa.check_module(module, assembler="13.5"))


@pytest.mark.parametrize(
    ("text", "accepted_by"),
    [
        (".global .e4m3x2 x[4];", ["11.8", "12.9", "13.0", "13.5"]),
        (".extern .func f(.param .u16x2 p);", ["12.9", "13.0", "13.5"]),
        (".extern .func f(.reg .f32x2 p);", ["12.9", "13.0", "13.5"]),
        (".func (.param .ue8m0x2 r[2]) f() { ret; }", ["12.9", "13.0", "13.5"]),
        (".entry k() { t: .callprototype _ (.param .e5m2x4 p); ret; }", ["12.9", "13.0", "13.5"]),
        (".entry k(.param .b128 p[4]) { ret; }", ["11.8", "12.9", "13.0", "13.5"]),
        (".const .s2f6x2 x[4];", ["13.5"]),
        (".func f(.param .texref p[4]) { ret; }", ["11.8", "12.9", "13.0", "13.5"]),
        (".global .samplerref s[4];", ["11.8", "12.9", "13.0", "13.5"]),
        (".shared .e2m1x4 x;", ["12.9", "13.0", "13.5"]),
        (".extern .func f(.param .v2 .u16x2 p);", []),
        (".global .e4m3x2 x;", []),
        (".global .bf16 x[4];", []),
        (".func f(.param .u16x2 p) { ret; }", []),
        (".func f(.param .e2m1x4 p) { ret; }", []),
        (".entry k() { .param .texref p[4]; ret; }", []),
        (".global .b128 x;", []),
        (".global .e4m3x2 x[4], y;", []),
    ],
)
def test_releases_hardly_check_types_of_arrays_and_undefined_functions(text: str, accepted_by: list[str]) -> None:
    module = f".version 7.8\n.target sm_90\n.address_size 64\n{text}\n"
    accepted = [
        release
        for release in ("11.8", "12.9", "13.0", "13.5")
        if not any(diagnostic.severity == "error" for diagnostic in ptxisa.check_module(module, assembler=release))
    ]
    assert accepted == accepted_by
