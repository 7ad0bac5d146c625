"""What the heads of functions say."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.module import Module
from ptxisa.nvvm.reader import Text


@pytest.mark.parametrize(
    ("head", "returns"),
    [
        ("i1", "i1"),
        ("zeroext i1", "i1"),
        ("fastcc signext i8", "i8"),
        ("inreg i128", "i128"),
        ("noundef float", "float"),
        ("cc 10 void", "void"),
        ("align 8 ptr", "ptr"),
        ("dereferenceable(8) i8*", "i8 *"),
        ("internal { i8, i1 }", "{ i8 , i1 }"),
    ],
)
def test_the_type_of_the_result_follows_its_attributes(head: str, returns: str) -> None:
    (one,) = Module(Text(f"declare {head} @f()"), None).functions
    assert one.returns == tuple(returns.split())
