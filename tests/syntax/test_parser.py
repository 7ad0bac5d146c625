"""Whole modules, and recovery: every error once, at its place, and the text around it is parsed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ptxisa.isa.diagnostics import PtxError
from ptxisa.syntax.cursor import DEPTH_LIMIT, DIAGNOSTIC_LIMIT
from ptxisa.syntax.parser import Parser, parse, parse_module, parse_statement, parse_statements
from ptxisa.syntax.source import Source
from ptxisa.syntax.tree import Block, Function, Instruction, Label, Module, Section

HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n"
MODULES = sorted((Path(__file__).parent / "modules").glob("*.ptx"))

Finding = tuple[str, int, int]


def findings(text: str) -> list[Finding]:
    return [(diagnostic.code, diagnostic.line, diagnostic.column) for diagnostic in parse(text).diagnostics]


def in_statements(text: str) -> list[Finding]:
    return [(diagnostic.code, diagnostic.line, diagnostic.column) for diagnostic in parse_statements(text).diagnostics]


def names(module: Module) -> list[str]:
    return [function.name.text for function in module.functions]


class TestModules:
    """The modules in `modules/` were accepted by ptxas 13.0 with the `-arch` that each names."""

    def test_there_are_modules(self) -> None:
        assert len(MODULES) >= 10

    @pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
    def test_real_modules_have_no_syntax_errors(self, path: Path) -> None:
        result = parse(path.read_bytes())
        assert result.diagnostics == ()
        assert result.module.version is not None
        assert result.module.targets
        assert result.module.functions

    def test_a_kernel_as_compilers_write_it(self) -> None:
        module = parse_module((Path(__file__).parent / "modules" / "saxpy.ptx").read_bytes())
        (kernel,) = module.functions
        assert (kernel.linkage, kernel.kind, kernel.name.text) == ("visible", "entry", "saxpy")
        assert kernel.parameters is not None
        assert [parameter.type for parameter in kernel.parameters] == ["u64", "u64", "f32", "u32"]
        assert kernel.parameters[0].pointer is not None
        assert kernel.body is not None
        statements = kernel.body.statements
        assert [statement.name.text for statement in statements if isinstance(statement, Label)] == [
            "$L__BB0_2",
            "$L__BB0_3",
        ]
        instructions = [statement for statement in statements if isinstance(statement, Instruction)]
        assert len(instructions) == 25
        assert [instruction.opcode.text for instruction in instructions if instruction.guard] == ["bra", "bra"]

    def test_scopes_nest(self) -> None:
        module = parse_module((Path(__file__).parent / "modules" / "branches.ptx").read_bytes())
        body = module.functions[0].body
        assert body is not None
        (scope, *_) = [statement for statement in body.statements if isinstance(statement, Block)]
        assert isinstance(scope.statements[2], Block)

    def test_line_markers_and_odd_spacing(self) -> None:
        module = parse_module((Path(__file__).parent / "modules" / "spacing.ptx").read_bytes())
        body = module.functions[0].body
        assert body is not None
        opcodes = [statement.opcode.text for statement in body.statements if isinstance(statement, Instruction)]
        assert opcodes == ["add.u32", "add.u32", "add.u32", "sub.u32", "add.u32", "mad.lo.u32", "exit"]


class TestStatements:
    @pytest.mark.parametrize("text", ["add.u32 a, b, c;", "add.u32 a, b, c", "  ret  ", "// first\nret; // last"])
    def test_one_instruction_with_or_without_semicolon(self, text: str) -> None:
        result = parse_statement(text)
        assert result.diagnostics == ()
        assert result.instruction is not None

    @pytest.mark.parametrize("text", ["", "ret; ret;", "{ ret; }", "L:", ".reg .b32 a;", "// nothing"])
    def test_anything_else_is_no_single_instruction(self, text: str) -> None:
        result = parse_statement(text)
        assert result.instruction is None
        assert [diagnostic.code for diagnostic in result.diagnostics] == ["syntax-error"]

    def test_several_statements(self) -> None:
        result = parse_statements(".reg .b32 a; L: add.cc.u32 a, a, 1; { addc.u32 a, a, 0; } @p bra L")
        assert result.diagnostics == ()
        assert len(result.statements) == 5

    def test_errors_leave_the_other_statements(self) -> None:
        result = parse_statements("add.u32 a, b c; sub.u32 d, e, f; mul.lo.u32 g, , h; ret")
        assert [(diagnostic.code, diagnostic.column) for diagnostic in result.diagnostics] == [
            ("syntax-error", 14),
            ("syntax-error", 48),
        ]
        assert [statement.opcode.text for statement in result.statements if isinstance(statement, Instruction)] == [
            "sub.u32",
            "ret",
        ]

    def test_bytes_are_decoded(self) -> None:
        assert parse_statement(b"ret; // caf\xc3\xa9").diagnostics[0].message == "'é' is not ASCII"


class TestMissingSemicolons:
    @pytest.mark.parametrize(
        "following", ["add.u32 a, b, c;", ".reg .u32 x;", ".loc 1 2 3", "@p exit;", "L: exit;", '.pragma "x";']
    )
    def test_the_next_line_is_parsed(self, following: str) -> None:
        result = parse_statements(f"ret\n{following}")
        assert [(diagnostic.code, diagnostic.line, diagnostic.column) for diagnostic in result.diagnostics] == [
            ("missing-semicolon", 1, 4)
        ]
        assert len(result.statements) >= 2

    @pytest.mark.parametrize("operands", ["a", "a, b", "a, -b", "a, {b", "a, [b]"])
    def test_a_directive_on_the_next_line_is_no_selector(self, operands: str) -> None:
        result = parse_statements(f"add.u32 {operands}\n.reg .u32 x;\nret;")
        assert [diagnostic.line for diagnostic in result.diagnostics] == [2 if "{" in operands else 1]
        assert [type(statement).__name__ for statement in result.statements][-2:] == ["Declaration", "Instruction"]

    def test_before_a_closing_brace(self) -> None:
        assert in_statements("{ ret } exit;") == [("missing-semicolon", 1, 6)]

    def test_at_the_end_of_a_module(self) -> None:
        assert findings(HEAD + ".global .u32 x") == [("missing-semicolon", 4, 15)]

    def test_a_missing_semicolon_on_one_line_is_an_unexpected_token(self) -> None:
        assert in_statements("mov.u32 a, b ret; exit;") == [("syntax-error", 1, 14)]


class TestRecovery:
    def test_every_error_of_a_file_is_reported_once(self) -> None:
        text = (
            ".version 9.0\n"
            ".target sm_90\n"
            ".globl .u32 x;\n"  # unknown directive
            ".global .u32 y[;\n"  # no size
            ".visible .entry k(.param u32 a)\n"  # type without dot
            "{\n"
            "\t.reg .b32 r<4;\n"  # no closing >
            "\tadd.u32 r1, r2 r3;\n"  # no comma
            "\tmov.u32 {r1, r2, [r3];\n"  # no closing brace
            "\tld.u32 r1, [r2;\n"  # no closing bracket
            "\t@!!p exit;\n"  # negated twice
            "\tmov.u32 r1, 08;\n"  # no number
            "\tmov.u32 r1, 1 / 0;\n"  # no value
            "\tret\n"  # no semicolon
            "}\n"
            "}\n"  # one too many
            ".func f( { ret; }\n"  # no parameter
            ".global .u32 z = {1, 2;\n"  # no closing brace
            ".global .f32 fine = 1.0;\n"
        )
        assert findings(text) == [
            ("unknown-directive", 3, 1),
            ("syntax-error", 4, 16),
            ("syntax-error", 5, 26),
            ("syntax-error", 7, 15),
            ("syntax-error", 8, 17),
            ("syntax-error", 9, 19),
            ("syntax-error", 10, 16),
            ("syntax-error", 11, 4),
            ("malformed-number", 12, 14),
            ("division-by-zero", 13, 14),
            ("missing-semicolon", 14, 5),
            ("unmatched-brace", 16, 1),
            ("syntax-error", 17, 10),
            ("syntax-error", 18, 23),
        ]

    def test_correct_items_stay_in_the_tree(self) -> None:
        module = parse(HEAD + ".global .u32 y[;\n.entry k() { foo bar baz; ret; }\n.func g() { ret; }").module
        assert names(module) == ["k", "g"]
        assert module.functions[0].body is not None
        assert len(module.functions[0].body.statements) == 1

    def test_braces_of_a_broken_vector_do_not_close_the_function(self) -> None:
        text = ".entry k()\n{\nld.v2.u32 {a b}, [c];\nmov.b64 d, {e, {f}};\nret;\n}\n.entry l() { ret; }"
        result = parse(HEAD + text)
        assert [(diagnostic.line, diagnostic.column) for diagnostic in result.diagnostics] == [(6, 14), (7, 16)]
        assert names(result.module) == ["k", "l"]

    def test_the_body_below_a_broken_head_is_looked_through(self) -> None:
        text = HEAD + ".entry 1k (.param .u32 a)\n{\n\tadd.u32 a b;\n}\n.entry l() { ret; }"
        result = parse(text)
        assert [(diagnostic.line, diagnostic.column) for diagnostic in result.diagnostics] == [(4, 8), (6, 12)]
        assert names(result.module) == ["l"]

    def test_an_unknown_directive_with_its_body_causes_one_error(self) -> None:
        text = HEAD + ".function f() { .reg .b32 a; add.u32 a, a, 1; { ret; } }\n.entry k() { }"
        assert findings(text) == [("unknown-directive", 4, 1)]

    def test_a_statement_of_c_is_one_error_and_its_block_is_read(self) -> None:
        result = parse_statements("if (a == (0)) { ret; ] } else { for (;;) { trap; } while (x) ret; }")
        messages = [diagnostic.message for diagnostic in result.diagnostics]
        assert [message for message in messages if not message.startswith("PTX has no")] == [
            "expected a statement, found ']'"
        ]
        assert len(messages) == 5

    def test_a_near_directive_is_suggested(self) -> None:
        (diagnostic,) = parse(HEAD + ".enrty k() { }").diagnostics
        assert diagnostic.hint == "did you mean .entry?"

    def test_instructions_outside_functions_cause_one_error(self) -> None:
        assert findings(HEAD + "add.u32 a, b, c;\nsub.u32 a, b, c;\nret;\n.entry k() { }") == [("syntax-error", 4, 1)]

    @pytest.mark.parametrize(
        "following",
        [".visible .entry l() { ret; }", ".func l() { ret; }", ".section .debug_str { .b8 0 }", '.file 1 "x"'],
    )
    def test_a_body_that_is_not_closed_ends_where_something_else_begins(self, following: str) -> None:
        result = parse(f"{HEAD}.entry k()\n{{\nL: {{ ret;\n{following}\n.entry m() {{ }}")
        assert [(diagnostic.code, diagnostic.line, diagnostic.column) for diagnostic in result.diagnostics] == [
            ("unclosed-brace", 5, 1)
        ]
        assert names(result.module)[0] == "k"
        assert names(result.module)[-1] == "m"
        assert len(result.module.items) == 3

    def test_several_unclosed_bodies(self) -> None:
        result = parse(HEAD + ".entry a() {\n.entry b() { ret;\n.entry c() { }\n.entry d() { }")
        assert [(diagnostic.code, diagnostic.line) for diagnostic in result.diagnostics] == [
            ("unclosed-brace", 4),
            ("unclosed-brace", 5),
        ]
        assert sorted(names(result.module)) == ["a", "b", "c", "d"]

    def test_an_unclosed_section(self) -> None:
        result = parse(HEAD + ".section .debug_a {\n.b8 1\n.section .debug_b { .b8 2 }")
        assert [(diagnostic.code, diagnostic.line, diagnostic.column) for diagnostic in result.diagnostics] == [
            ("unclosed-brace", 4, 19)
        ]
        assert [item.name for item in result.module.items if isinstance(item, Section)] == [".debug_a", ".debug_b"]

    def test_each_broken_line_of_a_section(self) -> None:
        text = HEAD + ".section .debug_a {\n.b8 1,\n.b8 x\n.b9 3\n.b8 4\nlabel\n.b32 a b\n.b8 5\n}\n.entry k() { }"
        assert findings(text) == [
            ("syntax-error", 6, 1),
            ("syntax-error", 7, 1),
            ("syntax-error", 10, 1),
            ("syntax-error", 11, 1),
        ]

    def test_an_unterminated_comment_is_the_only_error_it_makes(self) -> None:
        assert findings(HEAD + ".entry k() { ret; }\n/* the end") == [("unterminated-comment", 5, 1)]

    def test_an_unterminated_string(self) -> None:
        assert findings(HEAD + '.pragma "nounroll;\n.entry k() { ret; }') == [("unterminated-string", 4, 9)]

    def test_linkage_in_a_body(self) -> None:
        assert in_statements(".visible .global .u32 x; ret;") == [("misplaced-directive", 1, 1)]

    def test_diagnostics_come_in_the_order_of_the_text(self) -> None:
        places = [
            (diagnostic.line, diagnostic.column)
            for diagnostic in parse(HEAD + ".entry k() {\n.entry l() { a b c; }\n`").diagnostics
        ]
        assert places == sorted(places)


class TestLimits:
    def test_the_parser_gives_up_after_many_errors(self) -> None:
        result = parse(HEAD + ".entry k() {\n" + "a b c;\n" * (DIAGNOSTIC_LIMIT + 5) + "}")
        assert len(result.diagnostics) == DIAGNOSTIC_LIMIT + 1
        assert result.diagnostics[-1].code == "too-many-errors"

    def test_stray_characters_count_too(self) -> None:
        assert parse("` " * 5000).diagnostics[-1].code == "too-many-errors"

    def test_blocks_nest_up_to_the_limit(self) -> None:
        inside = DEPTH_LIMIT - 1
        assert findings(HEAD + ".entry k() {" + "{" * inside + "}" * inside + "}") == []

    def test_deeper_blocks_are_given_up(self) -> None:
        text = HEAD + ".entry k() {" + "{" * DEPTH_LIMIT + "}" * DEPTH_LIMIT + "}\n.entry l() { }"
        result = parse(text)
        assert [diagnostic.code for diagnostic in result.diagnostics] == ["nesting-too-deep"]
        assert names(result.module) == ["k", "l"]


def test_parse_module_raises_every_diagnostic() -> None:
    with pytest.raises(PtxError) as caught:
        parse_module(HEAD + ".entry k() { a b c; d e f; }")
    assert len(caught.value.diagnostics) == 2
    assert "4:18" in str(caught.value)
    assert "4:25" in str(caught.value)


def test_parse_module_puts_up_with_warnings() -> None:
    assert isinstance(parse_module(HEAD + ".global .u32 ;"), Module)


def test_importing_the_parser_loads_nothing_heavy() -> None:
    program = "import sys, ptxisa.syntax.parser; print(*sys.modules)"
    root = Path(__file__).parents[2]
    loaded = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True
    ).stdout
    assert "ptxisa.syntax.lexer" in loaded.split()
    assert not {"numpy", "dataclasses", "inspect", "json", "difflib", "sqlite3"} & set(loaded.split())


def test_positions_of_functions_cover_their_text() -> None:
    text = HEAD + ".visible .entry k (.param .u32 a)\n.maxntid 1\n{\n\tret;\n}\n"
    result = parse(text)
    (function,) = result.module.functions
    assert isinstance(function, Function)
    assert text[function.start : function.end] == text[len(HEAD) : -1]
    assert result.source.position(function.name.start) == (4, 17)


@pytest.mark.parametrize(
    "inner", [".entry j() { ret; }", ".func j() { ret; }", '.file 1 "a"', "{ .func j() { ret; } }"]
)
def test_items_of_module_level_in_a_closed_body_are_reported(inner: str) -> None:
    result = parse(f"{HEAD}.entry k() {{ {inner} }}")
    assert [finding.code for finding in result.diagnostics] == ["misplaced-directive"]


@pytest.mark.parametrize("following", ["ret;", "{ ret; }", ".reg .b32 r; ret;", ".loc 1 1 1\n ret;", "L: ret;"])
@pytest.mark.parametrize(
    "inner", [".entry j() { ret; }", ".func j() { ret; }", '.file 1 "a"', ".section .debug_str { }"]
)
def test_items_of_module_level_before_a_statement_are_reported_where_they_are(inner: str, following: str) -> None:
    text = f"{HEAD}.entry k() {{\nret;\n{inner}\n{following} }}\n.entry m() {{ }}"
    assert findings(text) == [("misplaced-directive", 6, 1)]
    assert names(parse(text).module)[0] == "k"
    assert names(parse(text).module)[-1] == "m"


def test_a_brace_that_closes_nothing_is_pointed_at() -> None:
    (diagnostic,) = parse(HEAD + " } .entry k() { ret; }").diagnostics
    assert (diagnostic.code, diagnostic.column, diagnostic.end) == ("unmatched-brace", 2, (diagnostic.line, 3))


@pytest.mark.parametrize("text", [".branchtargets a;", "{.branchtargets a;}", "L: ret; .branchtargets a;"])
def test_targets_need_a_label_right_before_them(text: str) -> None:
    assert parse_statements("L: .branchtargets a;").diagnostics == ()
    assert len(parse_statements(text).diagnostics) == 1


def test_a_statement_is_read_at_its_own_place_after_one_without_a_semicolon() -> None:
    text = "add.u32\n mov.u32 a, b;\n sub.u32 a, b, c;"
    parser = Parser(Source(text))
    first = parser.statement_at(0)
    third = parser.statement_at(text.index("sub"))
    assert isinstance(first, Instruction)
    assert isinstance(third, Instruction)
    assert (first.opcode.text, first.operands) == ("add.u32", ())
    assert (third.opcode.text, len(third.operands)) == ("sub.u32", 3)
