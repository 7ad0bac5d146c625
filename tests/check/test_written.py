"""Words that describe what is written at an operand."""

from __future__ import annotations

import pytest

from ptxisa.check.errata import words_for
from ptxisa.check.module import check_module
from ptxisa.check.scope import ANY, Symbol, visible
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse, parse_statements

MODULE = """.version 8.0
.target sm_90
.address_size 64
.shared .b32 cell;
.entry k() {{
    .reg .b32 r<4>;
    .reg .u32 u;
    .reg .v2 .f32 pair;
    .reg .pred p;
    mov.b32 {operand};
}}
"""


def words(operand: str) -> frozenset[str]:
    text = MODULE.format(operand=f"r1, {operand}")
    function = parse(text).module.items[-1]
    assert isinstance(function, tree.Function)
    assert isinstance(function.body, tree.Block)
    statement = function.body.statements[-1]
    assert isinstance(statement, tree.Instruction)
    names: dict[str, Symbol] = dict(visible(text, ["r1", "r2", "u", "pair", "p", "cell"]))
    return words_for(statement.operands[-1], names.get)


@pytest.mark.parametrize(
    ("operand", "expected"),
    [
        ("r2", {".b32"}),
        ("pair", {"unbraced", "vector.2", "vector.2.f32"}),
        ("pair.x", {"selection", ".f32"}),
        ("cell", {"scalar", "variable", "variable.shared"}),
        ("unknown", set()),
        ("7", {"integer", "7"}),
        ("0", {"integer", "0", "multiple.32"}),
        ("0x10 + 1", {"integer", "17"}),
        ("-1", {"integer", "-1", "negative"}),
        ("65535", {"integer", "65535"}),
        ("65536", {"integer", "65536", "above.16", "multiple.32"}),
        ("0xFFFFF", {"integer", "1048575", "above.16"}),
        ("1 << 20", {"integer", "1048576", "above.16", "above.20", "multiple.32"}),
        ("1 << 24", {"integer", "16777216", "above.16", "above.20", "multiple.32"}),
        ("16777217", {"integer", "16777217", "above.16", "above.20", "beyond.24"}),
        (
            "0x100000000",
            {
                "integer",
                "4294967296",
                "above.16",
                "above.20",
                "above.32",
                "beyond.24",
                "multiple.32",
            },
        ),
        ("0f3F800000", {"single"}),
        ("!p", {"negated"}),
        ("_", {"sink"}),
        ("{r1, u}", {"vector", "vector.2", "vector.2.b32", "{.b32}", "{.u32}"}),
        ("{1, 2}", {"vector", "vector.2", "vector.2.integer", "all.integer", "{integer}", "{1}", "{2}"}),
        (
            "{r1, 2}",
            {"vector", "vector.2", "vector.2.b32", "among.integer", "trailing.integer", "{.b32}", "{integer}", "{2}"},
        ),
        ("{2.0, r1}", {"vector", "vector.2", "vector.2.b32", "among.double", "{.b32}", "{double}", "float.first.32"}),
        ("{0f00000000}", {"vector", "vector.1", "all.single", "{single}"}),
        ("{0f00000000, 1.0}", {"vector", "vector.2", "all.b64", "{single}", "{double}"}),
        ("{1.0, 0f00000000}", {"vector", "vector.2", "all.b32", "{single}", "{double}"}),
    ],
)
def test_words(operand: str, expected: set[str]) -> None:
    assert words(operand) == expected


FUNCTIONS = parse(".version 8.0\n.target sm_90\n.entry kernel() { ret; }\n.func function() { ret; }\n").module.items


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        (Symbol("special", "u32", 4, "sreg"), {"whole", "name"}),
        (Symbol("variable", "texref", space="global"), {"texture"}),
        (Symbol("variable", "samplerref", space="global"), {"sampler"}),
        (Symbol("parameter", "surfref", space="param"), {"surface"}),
        (Symbol("parameter", "u64", space="param::entry"), {"parameter", "parameter.param::entry"}),
        (Symbol("function", node=FUNCTIONS[-2]), {"kernel"}),
        (Symbol("function", node=FUNCTIONS[-1]), {"function"}),
        (Symbol("label"), {"label"}),
        (Symbol("result", "u32", space="param"), {"result"}),
        (ANY, set()),
    ],
)
def test_a_name_is_called_after_its_symbol(symbol: Symbol, expected: set[str]) -> None:
    assert words_for(tree.Name("name", 0), {"name": symbol}.get) == expected


def test_an_element_of_a_special_register_is_named_with_its_selector() -> None:
    special = {"%tid": Symbol("special", "u32", 4, "sreg")}
    (node,) = parse_statements("mov.u32 r, %tid.x;").statements
    assert isinstance(node, tree.Instruction)
    assert words_for(node.operands[-1], special.get) == {"selection", "special", "special.b32", "%tid.x"}


@pytest.mark.parametrize(
    ("declaration", "element", "accepted"),
    [("cells<4>", "cells3", True), ("cells<4>", "cells4", False)],
)
def test_a_member_of_a_range_of_variables_is_a_scalar(declaration: str, element: str, accepted: bool) -> None:
    body = f".reg .b32 r; .reg .b64 wide; mov.b64 {{r, {element}}}, wide; ret;"
    text = f".version 8.0\n.target sm_90\n.shared .b32 {declaration};\n.entry k() {{ {body} }}"
    assert (not any(diagnostic.severity == "error" for diagnostic in check_module(text, assembler="13.5"))) is accepted
