"""What single words say wherever they stand: types, address spaces, inline assembly, block addresses, conversions."""

from __future__ import annotations

from collections.abc import Iterator

from ptxisa.nvvm.found import Found, Use
from ptxisa.nvvm.instructions import assembly, cast
from ptxisa.nvvm.module import Module
from ptxisa.nvvm.reader import Statement, Text

TYPES = frozenset(("fp128", "x86_fp80", "ppc_fp128", "x86_mmx", "x86_amx", "token", "half", "bfloat"))
"""Types that need a ruling; a number of bits, a structure or a vector needs none."""


def uses(module: Module) -> Iterator[Found]:
    """What the words of every statement but metadata use."""
    for one in module.statements:
        if one.kind not in ("metadata", "summary"):
            yield from _words(module.text, one)


def _words(text: Text, one: Statement) -> Iterator[Found]:
    last = one.body[-1].high if one.body else one.high
    for index in range(one.low, last):
        token = text.tokens[index]
        if token.kind != "word":
            continue
        if token.text in TYPES:
            yield Use("declared-type" if one.kind == "declare" else "type", token.text, text.span(index, index + 1))
        elif token.text == "addrspace" and text.word(index + 1, "(") and index + 2 < last:
            yield Use("address-space", text.tokens[index + 2].text[:30], text.span(index, index + 4))
        elif token.text == "asm" and one.kind != "module":
            yield from assembly(text, index)
        elif token.text == "blockaddress":
            yield Use("constant", token.text, text.span(index, index + 1))
        elif token.text == "addrspacecast" and text.word(index + 1, "("):
            yield from cast(text, index + 2, text.closing[index + 1])
