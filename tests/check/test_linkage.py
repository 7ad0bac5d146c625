"""Linkage, redeclarations and aliases: verdicts of ptxas 13.0."""

from __future__ import annotations

import itertools

import pytest

import ptxisa
from ptxisa.check.linkage import Linkage
from ptxisa.check.place import Place
from ptxisa.isa.targets import target
from ptxisa.isa.versions import order
from ptxisa.syntax.parser import parse
from tests.check.language_findings import codes, complete, judged, reported
from tests.timing import processor_time

PLACE = Place(target("sm_90"), order("8.7"))
LINKAGES = ("", ".extern ", ".visible ", ".weak ", ".common ")


class TestVariables:
    @pytest.mark.parametrize(("first", "second"), list(itertools.product(LINKAGES, LINKAGES)))
    def test_two_declarations(self, first: str, second: str) -> None:
        """All pairs: one of them is `.extern`, and a definition after it is not static."""
        reported = codes(f"{first}.global .u32 x;\n{second}.global .u32 x;")
        if ".extern " not in (first, second):
            assert reported == ["redeclared-name"]
        elif (first, second) == (".extern ", ""):
            assert reported == ["wrong-linkage"]
        else:
            assert reported == []

    @pytest.mark.parametrize(
        ("second", "expected"),
        [
            (".global .s32 x;", ["inconsistent-declaration"]),
            (".global .b32 x;", ["inconsistent-declaration"]),
            (".global .u32 x[1];", ["inconsistent-declaration"]),
            (".global .v2 .u32 x;", ["inconsistent-declaration"]),
            (".global .align 8 .u32 x;", []),
            (".const .u32 x;", []),
            (".shared .u32 x;", []),
            (".global .attribute(.managed) .u32 x;", []),
        ],
    )
    def test_repeated_declarations_must_agree(self, second: str, expected: list[str]) -> None:
        assert codes(f".extern .global .u32 x;\n.visible {second}") == expected

    @pytest.mark.parametrize(
        ("declarations", "expected"),
        [
            (("[]", "[4]"), []),
            (("[4]", "[]", "[4]"), []),
            (("[]", "[4]", "[3]"), ["inconsistent-declaration"]),
            (("[4]", "[]", "[3]"), ["inconsistent-declaration"]),
            (("[]", ""), ["inconsistent-declaration"]),
            (("[]", "[4][4]"), ["inconsistent-declaration"]),
            (("[][2]", "[3][2]"), []),
            (("[][2]", "[3][3]"), ["inconsistent-declaration"]),
            (("[2][2]", "[][2]"), []),
        ],
    )
    def test_sizes(self, declarations: tuple[str, ...], expected: list[str]) -> None:
        assert codes("\n".join(f".extern .global .u32 x{sizes};" for sizes in declarations)) == expected

    def test_an_initializer_gives_the_size(self) -> None:
        assert codes(".extern .global .u32 x[2];\n.visible .global .u32 x[] = {1, 2};") == []
        assert codes(".extern .global .u32 x[3];\n.visible .global .u32 x[] = {1, 2};") == ["inconsistent-declaration"]

    def test_numbered_names(self) -> None:
        assert codes(".global .u32 x<3>;\n.global .u32 x1;") == ["redeclared-name"]
        assert codes(".global .u32 x1;\n.global .u32 x<3>;") == ["redeclared-name"]
        assert codes(".global .u32 x<3>;\n.global .u32 x3;") == []
        assert codes(".extern .global .u32 x<3>;\n.visible .global .u64 x1;") == []

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (".extern .global .u32 x = 1;", ".extern variables get their value where they are defined"),
            (".common .const .u32 x;", ".common variables are in .global"),
            (".common .const[2] .u32 x;", ".common variables are in .global"),
            (".common .global .texref x;", ".texref variables are not .common"),
        ],
    )
    def test_linkage_has_requirements(self, text: str, message: str) -> None:
        assert f"wrong-linkage: {message}" in reported(text)

    @pytest.mark.parametrize("declaration", [".common .const .u32 x, y;", ".common .global .texref x, y;"])
    def test_a_fault_of_all_variables_is_reported_at_the_first(self, declaration: str) -> None:
        text = complete(declaration)
        (diagnostic,) = [diagnostic for diagnostic in judged(text) if diagnostic.severity != "note"]
        assert text[diagnostic.span.start : diagnostic.span.end] == "x"

    def test_linkage_came_later(self) -> None:
        assert reported(".version 3.0\n.target sm_30\n.weak .global .u32 x;") == [
            "unavailable-version: .weak needs PTX 3.1 on sm_30"
        ]
        assert codes(".version 4.3\n.target sm_30\n.common .global .u32 x;") == ["unavailable-version"]


class TestFunctions:
    @pytest.mark.parametrize("kind", [".func", ".entry"])
    @pytest.mark.parametrize(("first", "second"), list(itertools.product(LINKAGES[:4], LINKAGES[:4])))
    def test_two_declarations(self, kind: str, first: str, second: str) -> None:
        """All pairs: the same linkage, or none after one that makes the symbol visible."""
        agree = first == second or (second == "" and first in (".visible ", ".weak "))
        undefined = [] if first == ".extern " else ["rejected-by-assembler"]
        assert codes(f"{first}{kind} x();\n{second}{kind} x();") == (undefined if agree else ["wrong-linkage"])
        if second != ".extern ":
            defined = codes(f"{first}{kind} x();\n{second}{kind} x() {{ ret; }}")
            assert defined == ([] if agree else ["wrong-linkage"])

    @pytest.mark.parametrize("second", ["", " { ret; }"])
    def test_nothing_follows_a_definition(self, second: str) -> None:
        assert codes(f".func x() {{ ret; }}\n.func x(){second or ';'}") == ["redeclared-name"]

    def test_linkage_of_the_first_declaration_stays(self) -> None:
        assert codes(".weak .func x();\n.func x();\n.visible .func x() { ret; }") == ["wrong-linkage"]
        assert codes(".weak .func x();\n.func x();\n.weak .func x() { ret; }") == []

    @pytest.mark.parametrize(
        ("first", "second", "difference"),
        [
            ("x", "x()", ""),
            ("() x()", "x", ""),
            ("x(.param .u32 a)", "x(.param .u32 b)", ""),
            ("x(.param .u32 a)", "x(.param .align 4 .u32 a)", ""),
            ("x(.reg .u32 a)", "x(.reg .u32 b)", ""),
            ("x(.param .b8 a[])", "x(.param .b8 b[])", ""),
            ("(.param .u32 r) x()", "(.param .u32 q) x()", ""),
            ("x(.param .u32 a)", "x", "the number of parameters"),
            ("(.param .u32 r) x()", "x()", "the number of parameters"),
            ("x(.param .u32 a)", "x(.param .u32 a, .param .u32 b)", "the number of parameters"),
            ("x(.param .u32 a)", "x(.reg .u32 a)", "the state space of a parameter"),
            ("x(.param .u32 a)", "x(.param .s32 a)", "the type of a parameter"),
            ("x(.reg .u32 a)", "x(.reg .b32 a)", "the type of a parameter"),
            ("x(.param .u32 a)", "x(.param .align 4 .b8 a[4])", "the type of a parameter"),
            ("x(.param .b8 a[])", "x(.param .b8 a[4])", "the type of a parameter"),
            ("(.param .u32 r) x()", "(.param .f32 r) x()", "the type of a parameter"),
            ("x(.param .u32 a)", "x(.param .align 8 .u32 a)", "the alignment of a parameter"),
            ("x(.param .b8 a[8])", "x(.param .align 8 .b8 a[8])", "the alignment of a parameter"),
            ("x() .noreturn", "x()", ".noreturn"),
        ],
    )
    def test_signatures(self, first: str, second: str, difference: str) -> None:
        expected = [f"inconsistent-declaration: x was declared differently: {difference} differs"] if difference else []
        assert reported(f".func {first};\n.func {second} {{ ret; }}") == expected

    def test_pointers_and_directives_of_kernels_do_not_count(self) -> None:
        text = ".entry k(.param .u64 .ptr .global a);\n.entry k(.param .u64 a) .maxntid 32 { ret; }"
        assert codes(text) == []

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (".func x();\n.entry x() { ret; }", "x was declared as .func"),
            (".entry x() { ret; }\n.func x();", "x was declared as .entry"),
            (".global .u32 x;\n.func x();", "x is a variable already"),
            (".func x();\n.extern .global .u32 x;", "x is a function already"),
        ],
    )
    def test_kinds(self, text: str, message: str) -> None:
        assert reported(text) == [f"inconsistent-declaration: {message}"]

    def test_declarations_in_bodies_are_valid_in_the_module(self) -> None:
        body = ".entry k() { { .func f(); } ret; }"
        assert codes(f"{body}\n.func f() {{ ret; }}") == []
        assert codes(f"{body}\n.func f(.param .u32 a) {{ ret; }}") == ["inconsistent-declaration"]
        assert codes(f".func f() {{ ret; }}\n{body}") == ["redeclared-name"]
        assert codes(f"{body}\n.global .u32 f;") == ["inconsistent-declaration"]

    def test_extern_functions_have_no_body(self) -> None:
        assert codes(".extern .func f() { ret; }") == ["wrong-linkage"]
        assert reported(".common .func f();") == ["wrong-linkage: functions are not .common"]


class TestAliases:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            (".func f() { ret; }\n.func g();\n.alias g, f;", []),
            (".func f();\n.func g();\n.alias g, f;\n.func f() { ret; }", []),
            (".func f() { ret; }\n.func g();\n.alias g, f;\n.func g();", []),
            (".func f() { ret; }\n.func g();\n.func h();\n.alias g, f;\n.alias h, g;", []),
            (".func f() { ret; }\n.entry k() { .func g(); .alias g, f; ret; }", []),
            (".func f() { ret; }\n.alias g, f;", ["undeclared-name"]),
            (".alias g, f;", ["undeclared-name", "undeclared-name"]),
            (".func f() { ret; }\n.func g() { ret; }\n.alias g, f;", ["wrong-alias"]),
            (".func f() { ret; }\n.func g();\n.alias g, f;\n.alias g, f;", ["wrong-alias"]),
            (".weak .func f() { ret; }\n.func g();\n.alias g, f;", ["wrong-alias"]),
            (".extern .func f();\n.func g();\n.alias g, f;", ["wrong-alias"]),
            (".func f() { ret; }\n.extern .func g();\n.alias g, f;", []),
            (".func f();\n.alias f, f;", ["wrong-alias"]),
            (".entry f() { ret; }\n.func g();\n.alias g, f;", ["wrong-alias"]),
            (".func f() { ret; }\n.entry g();\n.alias g, f;", ["wrong-alias"]),
            (".global .u32 f;\n.func g();\n.alias g, f;", ["wrong-alias"]),
            (".func f() { ret; }\n.func g(.param .u32 a);\n.alias g, f;", ["inconsistent-declaration"]),
            (".func f() .noreturn { trap; }\n.func g();\n.alias g, f;", ["inconsistent-declaration"]),
            (".func f() { ret; }\n.func g();\n.alias g, f;\n.global .u32 g;", ["inconsistent-declaration"]),
            (".version 6.2\n.target sm_70\n.func f() { ret; }\n.func g();\n.alias g, f;", ["unavailable-version"]),
        ],
    )
    def test_aliases(self, text: str, expected: list[str]) -> None:
        assert codes(text) == expected

    def test_a_circle_of_aliases_ends(self) -> None:
        text = ".func f();\n.func g();\n.alias g, f;\n.alias f, g;"
        assert codes(text) == ["rejected-by-assembler", "rejected-by-assembler"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (".func f();", [1]),
        (".visible .func f();\n.entry k() { call f; }", [1]),
        (".weak .func f();\n.func f();", [1]),
        (".entry k();", [1]),
        (".entry k() {\n.func f();\nret; }", [2]),
        (".entry k() {\n.func\nret;\n}", [3]),
        (".func f();\n.global .u64 table[1] = {f};", [1]),
        (".func f();\n.func g();\n.alias g, f;", [1]),
        (".func vprintf();\n.func g();\n.alias g, vprintf;", [3]),
        (".extern .func f();\n.entry k() { call f; }", []),
        (".extern .entry k();", []),
        (".func (.param .b64 r) malloc(.param .b64 size);", []),
        (".func cnpLaunchDeviceV2();", []),
        (".func cnpLaunch();", [1]),
        (".func __cuda_syscalls();", []),
        (".func __cuda_sys();", [1]),
        (".func f();\n.func f() { ret; }", []),
        (".func f();\n.func g() { ret; }\n.alias f, g;", []),
    ],
)
def test_functions_without_extern_need_a_body(text: str, lines: list[int]) -> None:
    """With ptxas 11.8, 12.9 and 13.5: "Unresolved extern function", also with `-c` and without a call."""
    head = ".version 7.8\n.target sm_90\n.address_size 64\n"
    for assembler, severity in ((None, "warning"), ("11.8", "error"), ("13.5", "error")):
        diagnostics = ptxisa.check_module(head + text, assembler=assembler)
        assert [(d.severity, d.line - 3) for d in diagnostics] == [(severity, line) for line in lines]


def test_chains_of_aliases_are_followed_once() -> None:
    """141 KB of such a chain took 177 s when each alias followed the whole chain before it."""

    def seconds(count: int) -> float:
        chain = "\n".join(f".func f{number}();\n.alias f{number}, f{number - 1};" for number in range(1, count))
        linkage = Linkage(PLACE)
        for item in parse(complete(f".func f0();\n{chain}")).module.items:
            assert list(linkage.declare(item)) == []

        def finish() -> None:
            assert len(list(linkage.finish())) == 1

        return processor_time(finish, runs=1)

    assert seconds(4000) < 16 * max(seconds(1000), 0.001)  # 4 times as long, not 64 times.


def test_declarations_come_one_by_one() -> None:
    linkage = Linkage(PLACE)
    items = parse(complete(".func f();\n.global .u32 f;")).module.items
    assert [[diagnostic.code for diagnostic in linkage.declare(item)] for item in items] == [
        [],
        ["inconsistent-declaration"],
    ]
    assert list(linkage.finish()) == []


def test_time_is_linear_in_the_number_of_symbols() -> None:
    def seconds(count: int) -> float:
        text = "\n".join(f".global .u32 x{index};\n.func f{index}() {{ }}" for index in range(count))
        module = parse(complete(text)).module

        def link() -> None:
            linkage = Linkage(PLACE)
            assert [diagnostic for item in module.items for diagnostic in linkage.declare(item)] == []
            assert list(linkage.finish()) == []

        return processor_time(link)

    assert seconds(16_000) < 16 * max(seconds(2_000), 0.01)
