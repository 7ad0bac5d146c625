"""Values of the public interface print as one bounded line, and in notebooks as HTML without scripts."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any, NamedTuple

import numpy as np
import pytest

import ptxisa
from ptxisa.checkers import add, lop3, popc
from ptxisa.isa.diagnostics import Diagnostic, Diagnostics
from ptxisa.isa.forms import Form
from ptxisa.isa.instructions import every_form
from ptxisa.isa.nvvm import families
from ptxisa.isa.representation import LONGEST, MOST_ROWS, Html, bounded_repr, line, paragraph, table
from ptxisa.nvvm.intrinsics import intrinsics
from ptxisa.objects.layouts import layouts
from ptxisa.query.database import Database
from ptxisa.query.differences import difference
from ptxisa.query.sql import select
from ptxisa.syntax.parser import parse, parse_statement
from ptxisa.syntax.visitor import walk

TEXT = """.version 8.0
.target sm_90
.visible .entry k(.param .u64 p) {
    .reg .b32 %r<3>;
    .reg .b64 %p<2>;
L:  { add.s32 %r1, %r2, 300; }
    @!%q ld.global.v2.b32 {%r1, _}, [%p1 + 4];
    bra L;
}
"""
DB = ptxisa.database()
KERNEL: dict[str, Any] = {"threads": 256, "registers": 64, "shared": 16384}
OBJECTS: dict[str, tuple[Any, str]] = {
    "database": (DB, "isa.sqlite"),
    "instruction": (DB.instruction("cvt"), "<instruction cvt: "),
    "form": (DB.instruction("lop3").forms[0], "<form lop3: lop3.b32 d, a, b, c, immLut>"),
    "target": (DB.target("sm_90a"), "<target sm_90a: accelerated, Hopper, since PTX 8.0>"),
    "version": (DB.version("8.0"), "<PTX 8.0: CUDA 12.0, "),
    "type": (DB.type("f16x2"), "<type .f16x2: packed, 32 bits>"),
    "capability": (DB.compute_capability("8.6"), "<compute capability 8.6: Ampere, "),
    "toolkit": (DB.toolkit("12.6"), "<CUDA 12.6: PTX 8.5, "),
    "hit": (DB.search("carry")[0], "Hit(kind="),
    "found": (DB.lookup("add"), "LookupResult("),
    "table": (DB.schema()[0], "SchemaTable(name='alias'"),
    "rows": (select("SELECT * FROM form", {}, 9, 9), "SqlResult(columns="),
    "available": (ptxisa.available("add.u16x2", "sm_90"), "<add.u16x2: available since PTX 8.0 on sm_90"),
    "unavailable": (ptxisa.available("add.u16x2", "sm_80"), "<add.u16x2: not available: needs PTX 8.0"),
    "requirement": (ptxisa.available("add.u16x2").requires[0], "Requirement(ptx='8.0'"),
    "diagnostic": (add("add.s33 a, b, c;")[0], "<diagnostic 1:4: error[unknown-modifier]: "),
    "checker": (add, "<checker of add: "),
    "module": (ptxisa.parse(TEXT), "<module: PTX 8.0, sm_90: 1 item>"),
    "function": (ptxisa.parse(TEXT).functions[0], "<.entry k: 1 parameter, at 27>"),
    "result": (parse(TEXT), "ParseResult(module=<module: PTX 8.0"),
    "statement": (parse_statement("add.s32 a, b, 1;").instruction, "<statement add.s32: 3 operands, at 0>"),
    "occupancy": (
        ptxisa.occupancy("8.6", **KERNEL),
        "<occupancy on 8.6: 4 blocks, 32 warps, 66.7%, limited by registers>",
    ),
    "occupancies": (ptxisa.occupancy("8.6", threads=range(32, 96)), "<occupancy on 8.6: 64 kernels>"),
    "layout": (ptxisa.layout("mma.m16n8k16", operand="A", type="f16"), "<layout mma.m16n8k16 A .f16: "),
    "descriptor": (ptxisa.descriptor("wgmma.matrix"), "<descriptor wgmma.matrix: "),
    "fields": (ptxisa.descriptor("wgmma.matrix").decode(0x40), "'start': 1024"),
    "intrinsic": (next(iter(intrinsics())), "Intrinsic(name='llvm.nvvm."),
    "family": (next(iter(families().values())), "Family(name='nvvm-"),
    "difference": (difference("8.6", "8.7"), "SupportDifference("),
}


@pytest.mark.parametrize("name", OBJECTS)
def test_public_values_print_as_one_line(name: str) -> None:
    value, start = OBJECTS[name]
    text = repr(value)
    assert start in text
    assert "\n" not in text
    assert len(text) <= 2 * LONGEST
    assert " object at 0x" not in text


def test_forms_and_nodes_print_as_one_line() -> None:
    for value in (*every_form(), *walk(parse(TEXT).module)):
        assert len(repr(value)) <= 2 * LONGEST
        assert repr(value).isprintable()


@bounded_repr
class Deep(NamedTuple):
    inner: Any
    other: Any = None


def test_deep_and_wide_values_print_at_once() -> None:
    value: Any = "x" * 1_000_000
    for _ in range(500):
        value = Deep(value, (value, value))
    assert repr(value) == "Deep(inner=Deep(…), other=<2 items>)"
    assert repr(Deep({"a": 1}, np.arange(10_000))).startswith("Deep(inner={'a': 1}, other=array([")
    assert repr(Deep((1, 2), Deep(1))) == "Deep(inner=(1, 2), other=Deep(1, None))"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ((), "()"),
        ((1, 2, 3, 4), "(1, 2, 3, 4)"),
        ((1, 2, 3, 4, 5), "<5 items>"),
        ({1: 2, 3: 4, 5: 6, 7: 8}, "{1: 2, 3: 4, 5: 6, 7: 8}"),
        (dict.fromkeys(range(5)), "<5 items>"),
        (dict.fromkeys(range(4), ()), "<4 items>"),
        (("x" * 55,), f"('{'x' * 55}',)"),
        (("x" * 56,), "<1 item>"),
        (["x" * 56], f"['{'x' * 56}']"),
        (["x" * 57], "<1 item>"),
        ([()], "<1 item>"),
        (range(3), "range(0, 3)"),
        (list(range(1000)), "<1,000 items>"),
    ],
)
def test_short_plain_collections_are_shown_and_others_counted(value: Any, shown: str) -> None:
    assert repr(Deep(value)) == f"Deep(inner={shown}, other=None)"


def test_checkers_print_their_number_of_forms() -> None:
    assert [repr(checker) for checker in (popc, lop3)] == ["<checker of popc: 1 form>", "<checker of lop3: 2 forms>"]


def test_control_characters_are_not_printed() -> None:
    assert line("a\n\x1b[31mb\u2028c", 20) == "a �[31mb c"
    assert repr(Diagnostic("code", "error", "bad\x1b\nthing")).isprintable()


class Tags(HTMLParser):
    """Parser of HTML: the open tags, and every tag and attribute so far."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.seen |= {tag, *(name for name, _ in attrs)}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


SHOWN = ["instruction", "form", "available", "unavailable", "diagnostic", "occupancy", "occupancies", "layout"]


@pytest.mark.parametrize("name", SHOWN)
def test_html_is_well_formed_and_has_no_scripts(name: str) -> None:
    text = OBJECTS[name][0]._repr_html_()
    tags = Tags(text)
    assert tags.open == []
    assert tags.seen <= {"p", "b", "code", "table", "tr", "th", "td", "style", "title"}
    assert "color:" not in text, "letters have the color of the page, light or dark"
    assert len(text) < 200_000


def test_html_of_every_form_is_well_formed() -> None:
    for form in every_form():
        assert Tags(form._repr_html_()).open == []
    names = {name for name, _, _ in layouts()}
    assert len(names) > 10


def test_html_is_escaped() -> None:
    diagnostics = Diagnostics([Diagnostic("code", "error", "<script>alert(1)</script> & ``x``")])
    assert "<script>" not in diagnostics._repr_html_()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; x" in diagnostics._repr_html_()


def test_diagnostics_are_a_list() -> None:
    diagnostics = ptxisa.check_module(TEXT.replace("add.s32", "add.s33"))
    assert isinstance(diagnostics, list)
    assert "unknown-modifier" in diagnostics._repr_html_()  # type: ignore[attr-defined]
    assert ptxisa.check_module(".version 8.0\n.target sm_90\n") == []
    assert "no diagnostics" in ptxisa.check_module(".version 8.0\n.target sm_90\n")._repr_html_()  # type: ignore[attr-defined]


def test_the_table_of_an_answer_lists_its_targets() -> None:
    text = ptxisa.available("add.u16x2")._repr_html_()
    assert "<td style=" in text
    assert "sm_90a" in text
    assert "sm_89" not in text
    assert isinstance(DB, Database)
    assert isinstance(OBJECTS["form"][0], Form)


@pytest.mark.parametrize(("extra", "rest"), [(0, ""), (1, "<p>1 more</p>"), (2000, "<p>2,000 more</p>")])
def test_long_tables_are_cut(extra: int, rest: str) -> None:
    text = table(["n"], ([str(number)] for number in range(MOST_ROWS + extra)))
    assert text.count("<td") == MOST_ROWS
    assert text.partition("</table>")[2] == rest


def test_text_is_escaped_and_html_is_not() -> None:
    assert paragraph("<a>``b``", Html("<b>``c``</b>")) == "<p>&lt;a&gt;b <b>``c``</b></p>"


@bounded_repr
class Wide(NamedTuple):
    a: Any
    b: Any
    c: Any


def test_fields_are_left_out_after_160_characters() -> None:
    long, rest = "x" * 60, "x" * 22
    assert repr(Wide(long, long, rest)) == f"Wide(a='{long}', b='{long}', c='{rest}')"
    assert repr(Wide(long, long, f"{rest}x")) == f"Wide(a='{long}', b='{long}', …)"
