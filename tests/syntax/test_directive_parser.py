"""Directives: their nodes, and what ptxas 13.0 takes as a matter of syntax."""

from __future__ import annotations

import pytest

from ptxisa.syntax.parser import parse, parse_statements
from ptxisa.syntax.tree import (
    Alias,
    CallPrototype,
    Declarator,
    Difference,
    Dwarf,
    File,
    Function,
    Inlined,
    Integer,
    Item,
    Label,
    Location,
    Name,
    Pragma,
    Property,
    Section,
    SectionData,
    Statement,
    Sum,
    Targets,
    same_tree,
)

HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n"


def integer(text: str) -> Integer:
    return Integer(int(text, 0), False, text, 0, 0)


def item(text: str) -> Item:
    result = parse(HEAD + text)
    assert result.diagnostics == ()
    (parsed,) = result.module.items
    assert result.source.text[parsed.start : parsed.end] == text
    return parsed


def statement(text: str) -> Statement:
    result = parse_statements(text)
    assert result.diagnostics == ()
    return result.statements[-1]


class TestHead:
    def test_all_of_it(self) -> None:
        module = parse(".version 8.7\n.target sm_90a, debug, texmode_unified\n.target sm_90\n.address_size 64").module
        assert module.version is not None
        assert (module.version.major, module.version.minor) == (8, 7)
        names = [[name.text for name in target.names] for target in module.targets]
        assert names == [["sm_90a", "debug", "texmode_unified"], ["sm_90"]]
        assert module.address_size is not None
        assert module.address_size.value == 64

    @pytest.mark.parametrize("head", [".version 9.0 .target sm_90", "// c\n.version 09.0\n.target a", HEAD])
    def test_accepted(self, head: str) -> None:
        assert parse(head).diagnostics == ()

    @pytest.mark.parametrize(
        ("head", "findings"),
        [
            ("", [("missing-version", 1, 1), ("missing-target", 1, 1)]),
            (".target sm_90\n.version 9.0", [("missing-version", 1, 1), ("misplaced-directive", 2, 1)]),
            (".version 9.0", [("missing-target", 1, 13)]),
            (".version 9.0\n.entry k(){ret;}", [("missing-target", 2, 1)]),
            (".version 9.0\n.address_size 64\n.target a", [("missing-target", 2, 1), ("misplaced-directive", 3, 1)]),
            (".version 9.0;\n.target sm_90", [("missing-target", 1, 13)]),
            (".version 9\n.target sm_90", [("syntax-error", 1, 10)]),
            (".version 9.0.1\n.target sm_90", [("malformed-number", 1, 10)]),
            (".version 9.\n.target sm_90", [("syntax-error", 1, 10)]),
            (".version 1e1\n.target sm_90", [("syntax-error", 1, 10)]),
            (".version 9.0\n.target sm_90,\n.address_size 64", [("syntax-error", 3, 1)]),
            (".version 9.0\n.target sm_90;\n.address_size 64", [("syntax-error", 2, 14)]),
            (HEAD + ".version 9.0", [("misplaced-directive", 4, 1)]),
            (HEAD + ".target sm_90", [("misplaced-directive", 4, 1)]),
            (HEAD + ".address_size 64", [("misplaced-directive", 4, 1)]),
            (".VERSION 9.0\n", [("missing-version", 1, 1), ("missing-target", 1, 1), ("unknown-directive", 1, 1)]),
        ],
    )
    def test_rejected(self, head: str, findings: list[tuple[str, int, int]]) -> None:
        assert [
            (diagnostic.code, diagnostic.line, diagnostic.column) for diagnostic in parse(head).diagnostics
        ] == findings


class TestNodes:
    def test_files(self) -> None:
        assert same_tree(item('.file 1 "a b.cu"'), File(integer("1"), "a b.cu", None, None, 0, 0))
        assert same_tree(item('.file 0x2 "x", 3, 4'), File(integer("0x2"), "x", integer("3"), integer("4"), 0, 0))

    def test_pragmas(self) -> None:
        assert same_tree(item('.pragma "a", "b c";'), Pragma(("a", "b c"), 0, 0))

    def test_aliases(self) -> None:
        assert same_tree(item(".alias a, b;"), Alias(Name("a", 0), Name("b", 0), 0, 0))

    def test_dwarf_lines(self) -> None:
        assert same_tree(item("@@DWARF .byte 0x1, 0x2"), Dwarf(".byte 0x1, 0x2", 0, 0))

    def test_locations(self) -> None:
        assert same_tree(statement(".loc 1 22 3"), Location(1, 22, 3, None, 0, 0))
        inlined = Inlined(Name("$L", 0), None, 1, 2, 3, 0, 0)
        assert same_tree(statement(".loc 4 5 6, function_name $L, inlined_at 1 2 3"), Location(4, 5, 6, inlined, 0, 0))
        inlined = Inlined(Name(".debug_str", 0), integer("16"), 1, 2, 3, 0, 0)
        text = ".loc 4 5 6,function_name .debug_str+16,inlined_at 1 2 3"
        assert same_tree(statement(text), Location(4, 5, 6, inlined, 0, 0))

    def test_lists_of_targets(self) -> None:
        names = (Declarator(Name("L", 0), None, (), None, 0, 0), Declarator(Name("N", 0), integer("4"), (), None, 0, 0))
        assert same_tree(statement("t: .branchtargets L, N<4>;"), Targets("branchtargets", names, 0, 0))
        assert same_tree(statement("t: .calltargets L;"), Targets("calltargets", names[:1], 0, 0))

    def test_prototypes(self) -> None:
        assert same_tree(statement("p: .callprototype _;"), CallPrototype(None, None, (), 0, 0))
        assert same_tree(statement("p: .callprototype () _ ();"), CallPrototype((), (), (), 0, 0))
        node = statement("p: .callprototype (.param .b32 _) _ (.reg .u32 a, .param .b8 _[12]) .noreturn;")
        assert isinstance(node, CallPrototype)
        assert node.returns is not None
        assert node.parameters is not None
        assert [parameter.name.text for parameter in (*node.returns, *node.parameters)] == ["_", "a", "_"]
        assert same_tree(node.directives, (Property("noreturn", (), 0, 0),))

    def test_sections(self) -> None:
        node = item(".section .debug_x { a: .b8 1, -2 .b32 a b: .b64 .debug_y+4 .b32 b-a }")
        minus_two = Integer(-2, False, "-2", 0, 0)
        lines = (
            Label(Name("a", 0), 0, 0),
            SectionData("b8", (integer("1"), minus_two), 0, 0),
            SectionData("b32", (Name("a", 0),), 0, 0),
            Label(Name("b", 0), 0, 0),
            SectionData("b64", (Sum(Name(".debug_y", 0), integer("4"), 0, 0),), 0, 0),
            SectionData("b32", (Difference(Name("b", 0), Name("a", 0), 0, 0),), 0, 0),
        )
        assert same_tree(node, Section(".debug_x", lines, 0, 0))

    def test_performance_directives(self) -> None:
        node = item('.entry k () .maxntid 16, 16, 4 .pragma "nounroll"; .explicitcluster { }')
        assert isinstance(node, Function)
        assert same_tree(
            node.directives,
            (
                Property("maxntid", (integer("16"), integer("16"), integer("4")), 0, 0),
                Pragma(("nounroll",), 0, 0),
                Property("explicitcluster", (), 0, 0),
            ),
        )


ITEMS = [
    *('.pragma "two\nlines";', '.file 1 "x", 1', '.file 1 "a\\b"', '.file 1 "x" .file 2 "y"', ".alias a,f;"),
    *(".section .a { }", ".section .a{a:b:.b8 1}", ".section .a { .b8 1 .b8 2 }", ".section .a { .b32 .b + 4 }"),
    *(".section .a { .b32 - 1 }", ".section .a { .b64 k+4 }", ".section .a { .b32 1U, -0x1 }", "@@DWARF .byte 1 // c"),
    *(".visible .entry k{}", ".entry k;", ".entry k();", ".extern .entry k();", ".func f{ret;}", ".func f;"),
    *(".func (.reg .u32 a, .reg .u32 b) f (){ret;}", ".func (.reg .u32 a) f {ret;}", ".extern .func f() .noreturn;"),
    *(
        ".func f .noreturn {}",
        ".func f() .noreturn .abi_preserve 8 .abi_preserve_control 4 {}",
        ".entry k(){} .entry k;",
    ),
    *(
        ".func .attribute(.unified(1,2)) (.reg .u32 a) f();",
        ".entry k .maxntid 0x10 {}",
        ".entry k .maxntid WARP_SZ {}",
    ),
    *('.entry k() .maxntid 3 .pragma "a"; .maxnreg 3 {}', ".entry k() .reqntid 1 .reqnctapercluster 2,1 {}"),
    *(".entry k() .maxnctapersm 8 {}", ".entry k() .maxclusterrank 8 .blocksareclusters .minnctapersm 1 {}"),
]

BAD_ITEMS = [
    *(".pragma nounroll;", ".pragma ;", '.pragma "a" "b";', ".pragma 'a';", '.pragma "a"', '.file 1 "x";', '.file "x"'),
    *('.file 1 "x" 1 2', ".file 1 x", '.file 1+1 "x"', '.file -1 "x"', ".alias a,f", ".alias a f;", ".alias a;"),
    *(".alias a,f,g;", ".visible .alias a,f;", "@@dwarf .byte 1", "@@ DWARF .byte 1", ".loc 1 2 3", ".maxntid 16"),
    *(".section .a { .b8 1; .b8 2 }", ".section .a { .b8 1, }", ".section .a { .b8 }", ".section .a { .b8 1+1 }"),
    *(".section .a { .b8 (1) }", ".section .a { .b32 .b-4 }", ".section .a { .b32 b-4 }", ".section .a { .b32 a+-4 }"),
    *(".section .a { .b32 4+a }", ".section .a { .b32 b-a+4 }", ".section .a { .b32 b-a, b-a }", ".section a { }"),
    *(".section .a { .b64 a, 1 }", ".section .a { .f32 1 }", '.section .a { .b8 "x" }', ".section .a { .b32 +1 }"),
    *(".section .a { .section .x {} }", ".section .a { { .b8 1 } }", ".section .a { exit; }", '.section "a" { }'),
    *(
        ".section .a { .b8 1, WARP_SZ }",
        ".section .a { .b32 a+WARP_SZ }",
        ".section .a;",
        ".section .a { };",
        '.section .a, "" { }',
        ".section .a.b { }",
        ".section { }",
        ".section .a .b8 1",
    ),
    *(".visible .weak .entry k(){}", ".entry .visible k(){}", ".entry (){}", ".entry k(){};", ";", ".entry k(){}}"),
    *(".entry k(){", ".entry k(exit;}", ".entry k() .maxntid 16 16 {}", ".entry k() .maxntid 16,16,4,1 {}"),
    *(
        ".entry k() .maxntid 16; {}",
        ".entry k() .maxntid (4*4) {}",
        ".entry k() .maxntid 4*4 {}",
        ".entry k() .maxntid {}",
    ),
    *(".entry k() .maxntid -1 {}", ".entry k() .maxntid 3, .maxnreg 3 {}", ".entry k() .maxnreg 3,4 {}"),
    *(".entry k() .noreturn {}", ".func .noreturn f() {}", ".func f() .maxnreg 3 {}", '.func f() .pragma "a"; {}'),
    *(
        ".func f .attribute(.unified(1,2)) ();",
        ".entry .attribute(.managed) k();",
        ".entry k() .foo {}",
        ".foo",
        ".foo 1;",
    ),
    *("foo", "add.u32 a,b,c;", ".function f(){}", ".func f()()", ".func f() .noreturn .noreturn {}"),
    *(".func f() .abi_preserve 8 .noreturn {}", ".func f() .abi_preserve 8, 9 {}", '.entry k() .pragma "a";'),
]

STATEMENTS = [
    *(
        "L: a: exit;",
        "L:",
        "{ L: }",
        "L: {}",
        "{}",
        "{{}}",
        "L : exit;",
        "add: bra add;",
        "L: .loc 1 2 3",
        ".loc 0x1 2U 3",
    ),
    *("t: u: .branchtargets N<2>, L;", "p: .callprototype _ .noreturn;", "p: .callprototype _ () .abi_preserve 8;"),
    *("p: .callprototype _ (.param .b8 _[]);", '.pragma "x"; exit;', ".reg .align 8 .u32 x;", ".align 8 .reg .u32 x;"),
    *(".target sm_90", ".func g();", ".extern .func g();", ".alias a,b;", ".loc 1 2 3 exit;", "{ .reg .u32 a; }"),
]

BAD_STATEMENTS = [
    *(";", "exit;;", "{};", "{;}", "L2: }{", "1: exit;", "_: exit;", "{", "}", ".loc 1 2 3;", ".loc 1 2", ".loc 1,2,3"),
    *(".loc 1 2 3 4", ".loc 1 -2 3", ".loc 1 1+1 3", ".loc 1 2 3, inlined_at 1 2 3", ".loc 1 2 3, function_name a"),
    *(".loc 1 2 3 function_name a inlined_at 1 2 3", ".loc 1 2 3, inlined_at 1 2 3, function_name a"),
    *(".branchtargets L;", ".calltargets f;", ".callprototype _ ();", "t: .branchtargets;", "t: .branchtargets L L;"),
    *(
        "t: .branchtargets 1;",
        "t: .branchtargets N<1+1>;",
        "p: .callprototype _ (.param .b64);",
        "p: .callprototype ();",
    ),
    *("p: .callprototype f ();", ".visible .global .u32 a;", ".extern .shared .u32 a[];", ".func g(){ret;}"),
    *('.file 1 "x"', ".section .a { .b8 1 }", ".version 9.0", ".entry g();", ".maxntid 3;", ".noreturn;", ".u32 x;"),
    *(".address_size 64", ".byte 3;", ".reg .b32 r exit;", ".param .b8 .align 8 p[12];", ".reg .u32 %r<3>[2];"),
]


@pytest.mark.parametrize("text", ITEMS)
def test_accepted_items(text: str) -> None:
    assert parse(HEAD + text).diagnostics == ()


@pytest.mark.parametrize("text", BAD_ITEMS)
def test_rejected_items(text: str) -> None:
    assert any(diagnostic.severity == "error" for diagnostic in parse(HEAD + text).diagnostics)


@pytest.mark.parametrize("text", STATEMENTS)
def test_accepted_statements(text: str) -> None:
    assert parse_statements(text).diagnostics == ()


@pytest.mark.parametrize("text", BAD_STATEMENTS)
def test_rejected_statements(text: str) -> None:
    assert parse_statements(text).diagnostics != ()


@pytest.mark.parametrize("text", [".func f()\n.func g();", ".func f() .noreturn\n.global .u32 x;", ".extern .func f()"])
def test_a_function_declaration_without_semicolon_is_only_warned_about(text: str) -> None:
    # ptxas accepts it at module level.
    (diagnostic,) = parse(HEAD + text).diagnostics
    assert (diagnostic.code, diagnostic.severity) == ("missing-semicolon", "warning")
