"""The end of a body is where the parser finds it, whatever hides braces."""

from __future__ import annotations

import pytest

from ptxisa.syntax.parser import parse_outline
from ptxisa.syntax.source import body_end

HEAD = ".version 8.7\n.target sm_90\n.address_size 64\n"


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


@pytest.mark.parametrize("text", [".func f() {" * 20_000, ".func f() { {} " * 20_000, ".func f() { {ret;} } " * 20_000])
def test_many_bodies_are_each_scanned_once(text: str) -> None:
    assert parse_outline(HEAD + text).source.text
