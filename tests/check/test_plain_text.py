"""Bodies as plain text: what is numbered in them."""

from __future__ import annotations

import pytest

from ptxisa.check.plain_text import plain_text


@pytest.mark.parametrize(
    ("body", "ranges"),
    [
        (" add.s32 a, b, c; ", set()),
        (" .reg .b32 %r<4>; ", {"%r"}),
        (" .reg .b32 x, %r<4>, %q < 5 > ; .reg .b64 %rd\t<\t3>; ", {"%r", "%q", "%rd"}),
        (" .reg .b32 %r<4>, %f<3>,s<2>, x; { .reg .b32 t<2>; } ", {"%r", "%f", "s", "t"}),
        (" { .reg .b32 %r<4>; } .reg .b32 %r<4>, %q<1>; ", {"%q"}),
    ],
)
def test_stems_of_ranges_that_are_declared_once(body: str, ranges: set[str]) -> None:
    plain = plain_text(body, 0, len(body))
    assert plain is not None
    assert plain.ranges == ranges


@pytest.mark.parametrize("body", [" .reg .b32 <4>; ", " .reg .b32 r1<4>; ", " .reg .b32 %r<4> <5>; ", "<4>"])
def test_a_range_without_a_stem_is_not_plain(body: str) -> None:
    assert plain_text(body, 0, len(body)) is None


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (" a; // x; y\n b; ", " a; \n b; "),
        (" a; /* x;\n y */ b; ", " a;   b; "),
        (' "a//b"; // c\n d; ', ' "a//b";  \n d; '),
        (' "a/*b"; // c\n d; ', ' "a/*b";  \n d; '),
        (' "a" /* b */ "c"; // d', ' "a"   "c";  '),
        (' "a/b"; // "c"\n d; ', ' "a/b";  \n d; '),
        (" a; // b /* c\n d; /* e */ f; ", " a;  \n d;   f; "),
        (' "a:b{c}d;e"; ', ' "a\x1ab\x1ac\x1ad\x1ae"; '),
        (' "a" /* b */; "c;d"; ', ' "a"  ; "c\x1ad"; '),
    ],
)
def test_comments_are_left_out_and_strings_are_never_cut(body: str, text: str) -> None:
    plain = plain_text(body, 0, len(body))
    assert plain is not None
    assert plain.text == text


@pytest.mark.parametrize(
    ("body", "labels"),
    [
        (" ret; ", [[]]),
        ("L: ret; ", [["L"]]),
        ("a; L: ret; ", [["L"]]),
        ("ret;L:M:ret;N : bra L; ", [["L", "M", "N"]]),
        (" T: .branchtargets L, M; L: M: ret; ", [["L", "M"]]),
        (" T:.branchtargets L; L: ret; ", [["L"]]),
        (" P: .callprototype _ (.param .b32 x); Q: .calltargets f; C: ret; ", [["C"]]),
        (" wgmma.sp::2:4 a; O: ret; ld.shared::cta.u32 a, [b]; Q: { R: ret; } S: ret; ", [["O", "Q", "S"], ["R"]]),
    ],
)
def test_labels_of_each_block(body: str, labels: list[list[str]]) -> None:
    plain = plain_text(body, 0, len(body))
    assert plain is not None
    assert plain.labels == labels
