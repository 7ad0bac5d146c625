"""What the heads of functions say."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.found import Use
from ptxisa.nvvm.functions import Parameter, uses
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


@pytest.mark.parametrize(
    ("head", "returns"),
    [
        ("", ""),
        ("fastcc [2 x i8]", "[ 2 x i8 ]"),
        ("<2 x float>", "< 2 x float >"),
        ("noundef %pair", "%pair"),
        ("cc (10) align(8) i32 addrspace(1)*", "i32 addrspace ( 1 ) *"),
        ("void (i8*)*", "void ( i8 * ) *"),
        ("index i7", "i7"),
    ],
)
def test_the_type_of_the_result_is_all_that_follows_its_first_token(head: str, returns: str) -> None:
    (one,) = Module(Text(f"declare {head} @f()"), None).functions
    assert one.returns == tuple(returns.split())


def used(head: str) -> list[tuple[str, str]]:
    """What the head of a function uses: the part of the language, and the text that it is about."""
    text = Text(head)
    (one,) = Module(text, None).functions
    return [
        (found.part, head[found.span.start : found.span.end]) for found in uses(text, one) if isinstance(found, Use)
    ]


def test_words_before_a_name_are_storage_conventions_and_attributes() -> None:
    assert used("declare internal dso_local fastcc cc 10 zeroext align 8 dereferenceable(8) i8* @f()") == [
        ("linkage", "internal"),
        ("preemption", "dso_local"),
        ("calling-convention", "fastcc"),
        ("calling-convention", "cc"),
        ("parameter-attribute", "zeroext"),
        ("parameter-attribute", "align"),
        ("parameter-attribute", "dereferenceable"),
    ]


def test_attributes_of_parameters_are_named_without_their_arguments() -> None:
    assert used('declare void @f(i8* nocapture align 4 %p, i8* byval(i8) "a"="b" "c", i32 zeroext)') == [
        ("parameter-attribute", "nocapture"),
        ("parameter-attribute", "align"),
        ("parameter-attribute", "byval"),
        ("parameter-attribute", '"a"'),
        ("parameter-attribute", '"c"'),
        ("parameter-attribute", "zeroext"),
    ]


def test_attributes_of_a_function_are_named_without_their_arguments() -> None:
    head = 'define void @f() unnamed_addr addrspace(3) nounwind memory(none) #0 "k"="v" "w"=x "c" !dbg !0 cold {\n}'
    assert used(head) == [
        ("function-attribute", "nounwind"),
        ("function-attribute", "memory"),
        ("function-attribute", '"k"'),
        ("function-attribute", '"w"'),
        ("function-attribute", '"c"'),
        ("function-attribute", "cold"),
    ]


@pytest.mark.parametrize(
    ("part", "clause"),
    [
        ("function-section", 'section "s"'),
        ("garbage-collector", 'gc "g"'),
        ("function-alignment", "align 16"),
        ("comdat", "comdat"),
        ("comdat", "comdat($c)"),
        ("prefix-data", "prefix i32 7"),
        ("prologue-data", "prologue { i8, i8 } { i8 1, i8 2 }"),
        ("personality", "personality ptr null"),
        ("personality", "personality i32 (...)* @p"),
        ("personality", "personality i8* bitcast (i32* @p to i8*)"),
    ],
)
def test_a_clause_ends_behind_its_argument(part: str, clause: str) -> None:
    assert used(f"declare void @f() {clause}") == [(part, clause)]
    assert used(f"declare void @f() {clause} cold") == [(part, clause), ("function-attribute", "cold")]
    assert used(f"define void @f() {clause} {{\n}}") == [(part, clause)]


@pytest.mark.parametrize("word", ["section", "gc", "align", "prefix", "prologue", "personality"])
def test_a_clause_without_its_argument_ends_with_the_text(word: str) -> None:
    assert [clause for _, clause in used(f"declare void @f() {word}")] == [word]


@pytest.mark.parametrize(
    ("parameters", "types", "varargs"),
    [
        ("", [], False),
        ("...", [], True),
        ("i32, ...", ["i32"], True),
        ("i8* byval(i8) %p, float", ["i8 *", "float"], False),
        ("... i32", ["..."], False),
    ],
)
def test_dots_are_no_parameter(parameters: str, types: list[str], varargs: bool) -> None:
    (one,) = Module(Text(f"declare void @f({parameters})"), None).functions
    assert [" ".join(each.type) for each in one.parameters] == types
    assert one.varargs is varargs


@pytest.mark.parametrize(
    ("type_", "pointer"),
    [
        ("ptr", True),
        ("ptr addrspace ( 1 )", True),
        ("i32 *", True),
        ("i32 addrspace ( 1 ) *", True),
        ("i32", False),
        ("* i32", False),
        ("", False),
    ],
)
def test_a_pointer_ends_with_a_star_or_is_opaque(type_: str, pointer: bool) -> None:
    assert Parameter(tuple(type_.split()), 0, 1).pointer is pointer


@pytest.mark.parametrize("head", ["declare void", "declare void @f", "declare (@f) void", "declare void @f = ()"])
def test_what_has_no_name_with_parameters_is_no_function(head: str) -> None:
    assert Module(Text(head), None).functions == []
