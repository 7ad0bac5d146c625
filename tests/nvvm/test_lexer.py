"""Tokens of textual LLVM IR."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.lexer import tokens, unquote


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("define void @f(i32 %a)", "word word global symbol word local symbol"),
        ("%x = add nsw i32 %0, -1 ; comment", "local symbol word word word local symbol number"),
        ('entry: "a b": 12:', "label label label"),
        ('!0 = !{!"kernel", i32 1}', "metadata symbol symbol symbol symbol string symbol word number symbol"),
        ("attributes #3 = { nounwind }", "word group symbol symbol word symbol"),
        ("$c = comdat any", "comdat symbol word word"),
        ('^0 = module: (path: "")', "summary symbol label symbol label string symbol"),
        ("0x3FF0000000000000 0xH3C00 1.5e+00 -2. i32", "number number number number word"),
        ('c"a\\00" @"x y" %"z"', "word string global local"),
        ("...", "word"),
        ('"never ends', "open word word"),
        ("` \\ ?", "stray stray stray"),
    ],
)
def test_kinds(text: str, kinds: str) -> None:
    assert " ".join(token.kind for token in tokens(text)) == kinds


def test_places() -> None:
    text = "a\n  b ; x\nc"
    assert [(token.text, token.start, token.fresh) for token in tokens(text)] == [
        ("a", 0, True),
        ("b", 4, True),
        ("c", 10, True),
    ]
    assert [token.fresh for token in tokens("a b")] == [True, False]


def test_names() -> None:
    tokens_ = tokens('@f %x !m $c @"a\\20b" entry:')
    assert [token.name for token in tokens_] == ["f", "x", "m", "c", "a b", "entry"]
    assert unquote('"tab\\09"') == "tab\t"
