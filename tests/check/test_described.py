"""Texts of statements that decide whether they are legal."""

from __future__ import annotations

import pytest

from ptxisa.check.described import Described
from ptxisa.check.module import check_module
from ptxisa.check.scope import Scope, Symbol

HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n"
REGISTERS = ".reg .b32 a, b, c; .reg .f32 f; .reg .b64 p; .reg .pred q; .reg .b32 add;"


@pytest.fixture
def described() -> Described:
    scope = Scope()
    for name, kind in {"a": "b32", "b": "b32", "f": "f32", "p": "b64", "q": "pred", "add": "b32"}.items():
        scope.declare(name, Symbol("register", kind, None, "reg"))
    scope.declare("g", Symbol("function"))
    return Described(scope, {})


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("sub.s32 a, b, a", "sub.s32 b, a, a", True),
        ("sub.s32 a, b, 7", "sub.s32 b, b, 123456", True),
        ("@q sub.s32 a, b, 7", "@q sub.s32 b, b, 8", True),
        ("sub.s32 a, b, 7", "@q sub.s32 a, b, 7", False),
        ("sub.s32 a, b, a", "sub.s32 a, b, f", False),
        ("sub.s32 a, b, a", "mul.lo.s32 a, b, a", False),
        ("sub.s32 a, b, 7", "sub.s32 a, b, 99999999999", False),
        ("sub.s32 a, b, 7", "sub.s32 a, b, -7", False),
        ("sub.s32 a, b, 7", "sub.s32 a, b, 0f3F800000", False),
        ("bfind.u32 a, b", "bfind.u32 a, %tid.x", False),
        ("shf.l.wrap.b32 a, a, b, 1", "shf.l.wrap.b32 a, a, b, 2", True),
        ("bar.sync 1", "bar.sync 16", False),
        ("ld.shared::cta.u32 a, [p]", "ld.shared::cta.u32 b, [p]", True),
        ("mov.f32 f, 0f3F800000", "mov.f32 f, 0f00000000", True),
    ],
)
def test_texts_agree_where_the_same_is_legal(described: Described, one: str, other: str, same: bool) -> None:
    assert (described.text(f"\n\t{one}") == described.text(f"\n\t{other}")) is same


@pytest.mark.parametrize("text", ["call g", "add.s32 a, b, a", "sub.s32 a, b, add", "", "%%"])
def test_names_that_decide_more_have_no_text(described: Described, text: str) -> None:
    found = described.text(text)
    assert found is None or found == text


def test_a_wrong_statement_after_many_right_ones_is_found() -> None:
    lines = [f"sub.s32 {x}, {y}, {n};" for n, (x, y) in enumerate([("a", "b"), ("b", "c"), ("c", "a")] * 5)]
    bad = ["sub.s32 a, b, f;", "bar.sync 16;", "sub.s32 a, p, b;", "sub.s33 a, b, c;", "sub.s32 a, b, 0f3F800000;"]
    text = HEAD + ".entry k() {\n" + REGISTERS + "\n" + "\n".join([*lines, *bad, *lines]) + "\nret;\n}\n"
    first = text[: text.index(bad[0])].count("\n") + 1
    wrong = [one.line for one in check_module(text) if one.severity == "error"]
    assert wrong == list(range(first, first + len(bad)))
