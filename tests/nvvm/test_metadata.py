"""Nodes of metadata, numbered and within others."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.metadata import Node
from ptxisa.nvvm.module import Module
from ptxisa.nvvm.reader import Text


@pytest.mark.parametrize(
    ("text", "kind", "operands"),
    [
        ("!{i32 2, i32 0}", "", 2),
        ("distinct !{i32 2, i32 0}", "", 2),
        ("distinct !{}", "", 0),
        ('!DIFile(filename: "a", directory: "b")', "DIFile", 2),
        ('distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "c")', "DICompileUnit", 3),
    ],
)
def test_distinct_nodes_are_read_as_others(text: str, kind: str, operands: int) -> None:
    module = Module(Text(f"!0 = {text}"), None)
    node = module.metadata.nodes["0"]
    assert (node.kind, len(node.operands)) == (kind, operands)
    assert module.text.tokens[node.low].text.startswith("!")
    assert node.high == len(module.text.tokens)


@pytest.mark.parametrize("text", ["distinct", "distinct i32 1", "i32 !", "!"])
def test_what_is_no_node(text: str) -> None:
    module = Module(Text(f"!0 = {text}"), None)
    assert not isinstance(module.metadata.nodes.get("0"), Node)
