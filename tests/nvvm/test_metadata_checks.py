"""What the metadata of a module breaks."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.metadata_checks import breaches
from ptxisa.nvvm.module import Module
from ptxisa.nvvm.reader import Text

_ORDER = "the values of !callalign are i32 constants in ascending order"


def said(text: str, rule: str) -> list[str]:
    """What is said of a rule, with the text that it points at."""
    found = breaches(Module(Text(text), None))
    return [f"{one.message}: {text[one.span.start : one.span.end]}" for one in found if one.rule == rule]


@pytest.mark.parametrize(
    ("metadata", "message"),
    [
        ("!callalign !0", None),
        ("!callalign !1", f"{_ORDER}: !callalign !1"),
        ("!callalign !2", f"{_ORDER}: !callalign !2"),
        ("!callalign !3", f"{_ORDER}: !callalign !3"),
        ("!callalign !9", None),
        ("!callalign", None),
        ("!other !1", None),
        ("!dbg !0, !callalign !1", f"{_ORDER}: !callalign !1"),
    ],
)
def test_alignments_of_a_call_are_in_ascending_order(metadata: str, message: str | None) -> None:
    nodes = "!0 = !{i32 8, i32 65544}\n!1 = !{i32 9, i32 8}\n!2 = !{i64 8}\n!3 = !{i32 8, %x}\n"
    for opcode, expected in (("call", [message] if message else []), ("fence", [])):
        text = f"define void @f() {{\n  {opcode} void @g(), {metadata}\n}}\n{nodes}"
        assert said(text, "nvvm-calls/indirect-calls") == expected


@pytest.mark.parametrize(
    ("flags", "right"),
    [
        (['i32 2, !"Debug Info Version", i32 3'], True),
        (['i32 1, !"a", i32 1', 'i32 2, !"Debug Info Version", i32 3'], True),
        (['i32 2, !"Debug Info Version", i32 4'], False),
        (['i32 2, !"Debug Info Version"'], False),
        (['i32 2, !"Debug Info Version", i32 3, i32 4'], False),
        (['i32 2, !"another", i32 3'], False),
        ([], False),
    ],
)
def test_the_version_of_debug_information_is_a_flag_of_three_operands(flags: list[str], right: bool) -> None:
    listed = ", ".join(f"!{{{one}}}" for one in flags)
    text = (
        "!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)\n"
        f"!nvvmir.version = !{{!{{i32 2, i32 0, i32 3, i32 1}}}}\n!llvm.module.flags = !{{{listed}}}\n"
    )
    flags_missing = said(text, "nvvm-debug-information/debug-flag")
    expected = [] if right else ["debug information without the module flag Debug Info Version 3: !{!0}"]
    assert flags_missing == expected


@pytest.mark.parametrize("last", ["", " !callalign"])
def test_a_call_that_the_text_cuts_off_has_no_alignments(last: str) -> None:
    assert said(f"define void @f() {{\n  call void @g({last}", "nvvm-calls/indirect-calls") == []
