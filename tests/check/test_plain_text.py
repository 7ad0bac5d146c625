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
