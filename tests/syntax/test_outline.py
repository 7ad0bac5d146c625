"""The end of a body is where the parser finds it, whatever hides braces."""

from __future__ import annotations

from pathlib import Path

import pytest

from ptxisa.syntax.outline import body_end
from ptxisa.syntax.parser import parse, parse_body, parse_outline
from ptxisa.syntax.tree import Block, Unread

HEAD = ".version 8.7\n.target sm_90\n.address_size 64\n"
MODULES = sorted((Path(__file__).parent / "modules").glob("*.ptx"))


@pytest.mark.parametrize(
    "body",
    [
        "{}",
        "{ ret; }",
        "{ { ret; } { } }",
        "{\n{\nret;\n}\n}",
        "{ mov.b64 d, {a, b}; }",
        "{ // }\n}",
        "{ /* } */ }",
        "{ /* }\n} // */ }",
        '{ .pragma "}"; }',
        '{ .pragma "\n} // "; }',
        '{ # 1 "}"\n}',
        "{ # 1 /*\n}",
        '{ // "\n} ',
        '{ .pragma "//"; }',
        "{ mov.b32 a, 1/2; }",
        "{ @@DWARF }\n}",
    ],
)
def test_the_end_of_a_body(body: str) -> None:
    body = body.rstrip()
    assert body_end(f"x {body} }} {{", 2) == 2 + len(body)


@pytest.mark.parametrize("body", ["{", "{ {} ", "{ // }", "{ /* }", '{ " }', "{ # }"])
def test_a_body_without_end(body: str) -> None:
    assert body_end(body, 0) is None


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_bodies_read_by_themselves_are_those_of_the_module(path: Path) -> None:
    outline = parse_outline(path.read_text())
    module = parse(path.read_text()).module
    for unread, whole in zip(outline.module.functions, module.functions, strict=True):
        if isinstance(unread.body, Unread):
            assert parse_body(outline.source, unread.body) == (whole.body, ())
        assert isinstance(unread.body, Unread) == isinstance(whole.body, Block)


@pytest.mark.parametrize("text", [".func f() {" * 20_000, ".func f() { {} " * 20_000, ".func f() { {ret;} } " * 20_000])
def test_many_bodies_are_each_scanned_once(text: str) -> None:
    assert parse_outline(HEAD + text).source.text
