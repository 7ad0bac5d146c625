"""Trees: equality without places, and places of modifiers."""

from __future__ import annotations

import pytest

from ptxisa.syntax.parser import parse_statement
from ptxisa.syntax.tree import Instruction, same_tree


def instruction(text: str) -> Instruction:
    result = parse_statement(text)
    assert result.instruction is not None
    return result.instruction


def test_white_space_does_not_change_a_tree() -> None:
    assert same_tree(instruction("add.u32 a,b,1;"), instruction("  add .u32\ta , b , 1 ;"))


@pytest.mark.parametrize(
    "other",
    [
        *("add.s32 a,b,1;", "add.u32 a,c,1;", "add.u32 a,b,2;", "add.u32 a,b;", "add.u32 a,b,1,1;"),
        *("@p add.u32 a,b,1;", "add.u32 a,b,0x1;", "add.u32 a,b,-1;", "add.u32 a,b,1.0;", "sub.u32 a,b,1;"),
    ],
)
def test_everything_else_does(other: str) -> None:
    assert not same_tree(instruction("add.u32 a,b,1;"), instruction(other))


@pytest.mark.parametrize(
    "text",
    [
        "@!p  ld.global.L2::cache_hint.v4.f32 {a,b,c,d}, [e];",
        "tcgen05.mma.cta_group::1.kind::f16 [d], a, b, i, p;",
        "add /* here */ .sat\n.s32 a, b, c;",
        "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 d, a, b, c;",
        "ld.const[2].b32 a, [b];",
        "ret;",
    ],
)
def test_modifier_ranges_cover_dot_and_name(text: str) -> None:
    node = instruction(text)
    ranges = [node.modifier_range(index) for index in range(len(node.opcode.modifiers))]
    assert [text[start:end] for start, end in ranges] == [f".{modifier}" for modifier in node.opcode.modifiers]
    assert text[node.opcode_start :].startswith(node.opcode.mnemonic)
    assert text[node.start : node.end] == text


def test_equal_opcodes_share_one_object() -> None:
    from ptxisa.syntax.parser import parse_statements

    first, second = parse_statements("add.u32 a, b, c; add.u32 d, e, f;").statements
    assert isinstance(first, Instruction)
    assert isinstance(second, Instruction)
    assert first.opcode is second.opcode
