"""Printing is canonical: it parses to the same tree, and prints itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from ptxisa.syntax.parser import parse, parse_module, parse_statements
from ptxisa.syntax.printer import print_module, print_operand, print_statement
from ptxisa.syntax.tree import Instruction, same_tree

MODULES = sorted((Path(__file__).parent / "modules").glob("*.ptx"))


def test_there_are_modules() -> None:
    assert MODULES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_printed_module_parses_to_the_same_tree(path: Path) -> None:
    module = parse_module(path.read_bytes())
    text = print_module(module)
    again = parse(text)
    assert again.diagnostics == ()
    assert same_tree(again.module, module)
    assert print_module(again.module) == text


def test_the_layout_of_a_module() -> None:
    text = (
        "// comment\n.version 9.0 .target sm_90,debug .address_size 64 .global .u32 x={1,{2}};\n"
        ".visible .func (.reg .u32 r) f(.param .u64 .ptr.global a, .param .align 4 .b8 b[4]) .noreturn {L:{ret;}}\n"
        '.entry k .maxntid 1,2 .pragma "a","b"; {@!p exit;}.func g();\n.section .debug_x { a: .b8 1,2 .b32 a+1 }'
    )
    assert print_module(parse_module(text)) == (
        ".version 9.0\n"
        ".target sm_90, debug\n"
        ".address_size 64\n"
        ".global .u32 x = {1, {2}};\n"
        "\n"
        ".visible .func (.reg .u32 r) f(\n"
        "    .param .u64 .ptr .global a,\n"
        "    .param .align 4 .b8 b[4]\n"
        ")\n"
        ".noreturn\n"
        "{\n"
        "L:\n"
        "    {\n"
        "        ret;\n"
        "    }\n"
        "}\n"
        "\n"
        ".entry k\n"
        ".maxntid 1, 2\n"
        '.pragma "a", "b";\n'
        "{\n"
        "    @!p exit;\n"
        "}\n"
        "\n"
        ".func g();\n"
        "\n"
        ".section .debug_x\n"
        "{\n"
        "a:\n"
        "    .b8 1, 2\n"
        "    .b32 a+1\n"
        "}\n"
    )


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("add .u32\ta , b , c ;", "add.u32 a, b, c;"),
        ("@ ! p exit ;", "@!p exit;"),
        ("call ( r ) , f , ( a , 1 ) , q;", "call (r), f, (a, 1), q;"),
        ("setp.eq.u32 p | q,a,! r;", "setp.eq.u32 p|q, a, !r;"),
        ("ld.b32 {a , _} , [ b + - 4 ];", "ld.b32 {a, _}, [b+-4];"),
        ("tex x,[ t , s , { a } ];", "tex x, [t, s, {a}];"),
        ("x a [ b + 1 ],- c .b0,_;", "x a[b+1], -c.b0, _;"),
        (
            "x ((1)), (1+2)*3, 1+(2*3), -(-1), 1-(2-3), (1?2:3)?4:5;",
            "x 1, (1 + 2) * 3, 1 + 2 * 3, --1, 1 - (2 - 3), (1 ? 2 : 3) ? 4 : 5;",
        ),
        (".reg.v2.f32 a<2>,b;", ".reg .v2 .f32 a<2>, b;"),
        ("t:.branchtargets N<5>,L;", None),
        (".loc 1 2 3,function_name a+4,inlined_at 1 2 3", ".loc 1 2 3, function_name a+4, inlined_at 1 2 3"),
    ],
)
def test_statements(text: str, printed: str | None) -> None:
    statements = parse_statements(text).statements
    assert print_statement(statements[-1]) == (printed or ".branchtargets N<5>, L;")
    assert same_tree(parse_statements("\n".join(map(print_statement, statements))).statements, statements)


def test_operands_print_alone() -> None:
    (statement,) = parse_statements("x [a+4], {b, c}").statements
    assert isinstance(statement, Instruction)
    assert [print_operand(operand) for operand in statement.operands] == ["[a+4]", "{b, c}"]


def test_a_module_without_a_head_prints_its_items() -> None:
    assert print_module(parse(".entry k() { }").module) == "\n.entry k()\n{\n}\n"
