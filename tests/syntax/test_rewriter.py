"""What is not changed stays byte for byte; what is changed says what its tree says."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from ptxisa.isa.diagnostics import PtxError
from ptxisa.syntax.parser import parse, parse_statement, parse_statements
from ptxisa.syntax.rewriter import reprint, rewrite
from ptxisa.syntax.tree import (
    Block,
    Declaration,
    Function,
    Instruction,
    Label,
    Name,
    TargetDirective,
    VersionDirective,
    same_tree,
)
from ptxisa.syntax.visitor import Transformer
from tests.timing import processor_time

ROOT = Path(__file__).parents[1]
FILES = sorted(path for path in ROOT.rglob("*.ptx") if path.is_file())
CLEAN = [
    path
    for path in FILES
    if not any(diagnostic.severity == "error" for diagnostic in parse(path.read_bytes()).diagnostics)
]
TEXT = """\
//  written by hand
.version 8.0
.target sm_90          // Hopper
.address_size 64

.visible .entry twice(.param .u64 data) {
    .reg .b32  %r1, %r2;   // index, value
    mov.u32    %r1, %tid.x;
    mul.lo.s32 %r2, /* the index */ %r1, 2;  // twice
    ret;   // done
}
"""


def statement(text: str) -> Instruction:
    instruction = parse_statement(text).instruction
    assert instruction is not None
    return instruction


class Copy(Transformer):
    """Makes every node anew."""

    def generic_visit(self, node: Any) -> Any:
        return type(node)(*super().generic_visit(node))


class Rename(Transformer):
    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def visit_Name(self, node: Name) -> Name:
        return node._replace(text=self.new) if node.text == self.old else node


class OfOpcode(Transformer):
    """Puts statements in place of those of an opcode."""

    def __init__(self, opcode: str, made: list[Any] | None) -> None:
        self.opcode, self.made = opcode, made

    def visit_Instruction(self, node: Instruction) -> Any:
        return self.made if node.opcode.text == self.opcode else node


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_unchanged_tree_prints_the_original_text(path: Path) -> None:
    result = parse(path.read_bytes())
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    assert reprint(result, result.module) == text
    assert reprint(result, Copy().transform(result.module)) == text


def test_there_are_files() -> None:
    assert len(FILES) >= len(CLEAN) > 10


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_name_is_replaced_in_place(end: str) -> None:
    text = TEXT.replace("\n", end)
    assert rewrite(text, Rename("%r2", "%twice")) == text.replace("%r2", "%twice")


def test_an_instruction_of_the_same_shape_keeps_the_comments_within() -> None:
    made = rewrite(TEXT, OfOpcode("mul.lo.s32", [statement("shl.b32 %r2, %r1, 1;")]))
    assert made == TEXT.replace("mul.lo.s32", "shl.b32").replace("%r1, 2;", "%r1, 1;")


def test_an_instruction_is_replaced_in_place() -> None:
    made = rewrite(TEXT, OfOpcode("mul.lo.s32", [statement("mad.lo.s32 %r2, %r1, 2, 0;")]))
    assert made == TEXT.replace("mul.lo.s32 %r2, /* the index */ %r1, 2;", "mad.lo.s32 %r2, %r1, 2, 0;")


def test_statements_are_added_after_the_comment_of_the_previous_statement() -> None:
    ret = statement("ret;")
    made = rewrite(TEXT, OfOpcode("ret", [ret, statement("exit;"), *parse_statements("{ trap; }").statements]))
    assert made == TEXT.replace("// done\n", "// done\n    exit;\n    {\n        trap;\n    }\n")


def test_a_statement_is_removed_with_its_line_but_not_its_comment() -> None:
    assert rewrite(TEXT, OfOpcode("mov.u32", None)) == TEXT.replace("    mov.u32    %r1, %tid.x;\n", "")
    assert "      // done\n" in rewrite(TEXT, OfOpcode("ret", None))


def test_the_head_of_a_module() -> None:
    class Newer(Transformer):
        def visit_VersionDirective(self, node: VersionDirective) -> VersionDirective:
            return node._replace(major=9, minor=0)

        def visit_TargetDirective(self, node: TargetDirective) -> TargetDirective:
            return node._replace(names=(*node.names, Name("debug", 0)))

    made = rewrite(TEXT, Newer())
    assert made == TEXT.replace(".version 8.0", ".version 9.0").replace("sm_90 ", "sm_90, debug ")


def test_the_head_of_a_function_changes_without_its_body() -> None:
    class Hidden(Transformer):
        def visit_Function(self, node: Function) -> Function:
            return node._replace(linkage=None)

    made = rewrite(TEXT, Hidden())
    assert made[made.index("{") :] == TEXT[TEXT.index("{") :]
    assert ".entry twice(\n    .param .u64 data\n)\n{" in made


@pytest.mark.parametrize("constant", ["+".join(["1"] * 99), "-" * 95 + "1", "(" * 40 + "1" + ")" * 40])
def test_the_deepest_trees(constant: str) -> None:
    text = f".version 8.0 .target sm_90 .entry k() {{{'{' * 98} mov.u32 %r1, {constant}; {'}' * 98}}}"
    result = parse(text)
    assert result.diagnostics == ()
    assert reprint(result, Copy().transform(result.module)) == text
    assert rewrite(text, Rename("%r1", "%r2")) == text.replace("%r1", "%r2")


def test_long_data_is_kept_where_something_else_changes() -> None:
    table = ",".join(map(str, range(5000)))
    text = f".version 8.0 .target sm_90 .global .u32 x[5000] = {{{table}}};"
    assert rewrite(text, Rename("x", "y")) == text.replace("x[", "y[")


def test_words_never_touch() -> None:
    text = ".version 8.0 .target sm_90 .func f(){.loc 1 1 1{}ret;}"
    result = parse(text + '.file 1 "a"')
    function = result.module.functions[0]
    assert isinstance(function.body, Block)
    location, _, ret = function.body.statements
    module = result.module._replace(
        items=(function._replace(body=function.body._replace(statements=(location, ret))), *result.module.items[1:])
    )
    assert same_tree(parse(reprint(result, module)).module, module)


def test_a_text_with_errors_raises() -> None:
    with pytest.raises(PtxError):
        rewrite(".version 8.0 .target sm_90 .entry k() { add", Copy())


class Random(Transformer):
    """Removes, replaces and adds whatever a draw says."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.new = parse_statements("{ add.s32 %x, %y, 1; } sub.u32 a, b, c; M: @p bra M;").statements

    def visit_Instruction(self, node: Instruction) -> Any:
        chosen = self.draw.randrange(8)
        if chosen == 0 and node.opcode.mnemonic != "call":
            return node._replace(opcode=self.new[1].opcode)  # type: ignore[union-attr]
        return (None, list(self.new), self.new[0], [self.new[1], node], node, node, node)[chosen - 1]

    def visit_Label(self, node: Label) -> Label:
        return node._replace(name=node.name._replace(text=f"{node.name.text}_new"))

    def visit_Function(self, node: Function) -> Function:
        changed: Function = self.generic_visit(node)
        return changed._replace(linkage="weak") if self.draw.random() < 0.3 else changed

    def visit_Declaration(self, node: Declaration) -> Declaration:
        return node._replace(alignment=None, attributes=()) if self.draw.random() < 0.5 else node


@pytest.mark.parametrize("path", CLEAN, ids=lambda path: path.stem)
def test_a_changed_text_parses_to_the_changed_tree(path: Path) -> None:
    result = parse(path.read_bytes())
    for seed in range(3):
        module = Random(seed).transform(result.module)
        assert same_tree(parse(reprint(result, module)).module, module)


@pytest.mark.parametrize("line", ["add.s32 %a, %b, 1;\n", "add.s32 %a, %b, 1; "])
def test_time_is_linear(line: str) -> None:
    def seconds(count: int) -> float:
        result = parse(f".version 8.0 .target sm_90 .entry k() {{ {line * count} }}")
        removed = OfOpcode("add.s32", None).transform(result.module)
        return processor_time(lambda: reprint(result, removed))

    assert seconds(12000) < 8 * seconds(1500) * 2.5
