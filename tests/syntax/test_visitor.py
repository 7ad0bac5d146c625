"""Visitors see every node once; transformers make new nodes only where something changes."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import Any, get_args

import pytest

from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_module, parse_statement
from ptxisa.syntax.printer import print_module
from ptxisa.syntax.tree import Declaration, Instruction, Label, Module, Name, Node
from ptxisa.syntax.visitor import Transformer, Visitor, children, walk

MODULES = sorted((Path(__file__).parent / "modules").glob("*.ptx"))
TEXT = """.version 8.0 .target sm_90 .address_size 64
.entry k() {
    .reg .b32 %a, %b;
    @%p add.s32 %a, %b, {%a, _}; // not a real vector
L:  ret;
}
"""


def parsed(path: Path) -> Module:
    return parse_module(path.read_bytes())


class Names(Visitor):
    def __init__(self) -> None:
        self.seen: list[str] = []

    def visit_Name(self, node: Name) -> None:
        self.seen.append(node.text)


def test_a_visitor_is_called_by_class() -> None:
    names = Names()
    names.visit(parse_module(TEXT))
    assert names.seen == ["sm_90", "k", "%a", "%b", "%p", "%a", "%b", "%a", "L"]


def test_a_method_decides_whether_to_go_on() -> None:
    class Outer(Names):
        def visit_Instruction(self, node: Instruction) -> None:
            self.seen.append(node.opcode.text)

    outer = Outer()
    outer.visit(parse_module(TEXT))
    assert outer.seen == ["sm_90", "k", "%a", "%b", "add.s32", "L", "ret"]


def test_a_class_inherits_methods() -> None:
    class Also(Names):
        pass

    also = Also()
    also.visit(parse_module(TEXT))
    assert "%p" in also.seen


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_walk_and_visitors_see_the_same(path: Path) -> None:
    module, names = parsed(path), Names()
    names.visit(module)
    assert [node.text for node in walk(module) if isinstance(node, Name)] == names.seen


def test_every_class_is_a_node() -> None:
    source = ast.parse(inspect.getsource(tree))
    classes = {node.name for node in source.body if isinstance(node, ast.ClassDef)} - {
        "PlainNames",
        "Reread",
        "RunBlock",
    }
    assert {node.__name__ for node in get_args(Node)} == classes


def test_every_node_has_documentation() -> None:
    made = [
        class_.__name__
        for class_ in get_args(Node)
        if not class_.__doc__ or class_.__doc__.startswith(f"{class_.__name__}(")
    ]
    assert made == [], "a class without documentation has its fields there"


class Nothing(Transformer):
    pass


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_tree_that_nothing_changes_is_the_same_object(path: Path) -> None:
    module = parsed(path)
    assert Nothing().transform(module) is module


def test_unchanged_nodes_are_kept() -> None:
    class Rename(Transformer):
        def visit_Label(self, node: Label) -> Label:
            return node._replace(name=node.name._replace(text="END"))

    module = parse_module(TEXT)
    changed = Rename().transform(module)
    old, new = (next(iter(tree_.functions)).body for tree_ in (module, changed))
    assert isinstance(old, tree.Block)
    assert isinstance(new, tree.Block)
    assert [statement is other for statement, other in zip(old.statements, new.statements, strict=True)] == [
        True,
        True,
        False,
        True,
    ]
    assert "END:" in print_module(changed)


def test_nodes_are_left_out_and_added() -> None:
    class Edit(Transformer):
        def visit_Instruction(self, node: Instruction) -> Any:
            return [node, node] if node.opcode.mnemonic == "ret" else None

        def visit_Declaration(self, node: Declaration) -> None:
            return None

    text = print_module(Edit().transform(parse_module(TEXT)))
    assert text.count("ret;") == 2
    assert "add." not in text
    assert ".reg" not in text


def test_a_module_stays_a_module() -> None:
    class Lost(Transformer):
        def visit_Module(self, node: Module) -> None:
            return None

    with pytest.raises(TypeError, match="changed into NoneType"):
        Lost().transform(parse_module(TEXT))


def test_children_of_a_statement() -> None:
    instruction = parse_statement("@!p ld.global.b32 a, [b+4];").instruction
    assert instruction is not None
    assert [type(node).__name__ for node in children(instruction)] == ["Guard", "Opcode", "Name", "Address"]
