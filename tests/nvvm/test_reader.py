"""The structure of textual LLVM IR: entities, instructions, types and operands."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.reader import IrText

MODULE = """source_filename = "k.cu"
%pair = type { i32, float }
@g = addrspace(1) global i32 0
declare i32 @h(i32, ...)
define void @f({ i32, i32 } %a) #0 {
entry:
  %x = extractvalue { i32, i32 } %a, 0
  switch i32 %x, label %b [
    i32 0, label %b
    i32 1, label %c
  ]
b:
  %y = call i32 (i32, ...) @h(i32 1,
      i32 2)
  tail call void @f({ i32, i32 } zeroinitializer)
  store i64 ptrtoint (i32 addrspace(1)* @g to i64), i64* null
  %z = atomicrmw volatile add i32* null, i32 1 seq_cst
  br label %c
c:
  ret void
}
attributes #0 = { nounwind }
!a = !{!0}
!0 = !{i32 1}
"""


def test_entities() -> None:
    kinds = [one.kind for one in IrText(MODULE).read()]
    assert kinds == ["source_filename", "local", "global", "declare", "define", "attributes", "metadata", "metadata"]


def test_instructions() -> None:
    (function,) = (one for one in IrText(MODULE).read() if one.kind == "define")
    assert " ".join(one.kind for one in function.body) == "extractvalue switch call call store atomicrmw br ret"


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("i32 %x", 1),
        ("i32 addrspace(1)* %x", 6),
        ("{ i32, [2 x i8] }* %x", 10),
        ("<2 x float> %x", 5),
        ("void (i32)* %f", 5),
        ("ptr addrspace(3) %p", 5),
        ('target("a", 1) %x', 6),
        ("%pair %x", 1),
        ("@g", 0),
    ],
)
def test_the_end_of_a_type(text: str, end: int) -> None:
    assert IrText(text).type_end(0) == end


def test_pieces_are_cut_outside_brackets() -> None:
    text = IrText("(i32 1, { i8, i8 } %x, [2 x i32] zeroinitializer)")
    assert [" ".join(text.texts(*one)) for one in text.parts(0)] == [
        "i32 1",
        "{ i8 , i8 } %x",
        "[ 2 x i32 ] zeroinitializer",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("define void @f() {\n  ret void\n", "this { is never closed"),
        ("@g = global i32 0)", "unexpected )"),
        ('@g = global [1 x i8] c"a', 'this string has no closing "'),
        ("frobnicate\n", "frobnicate does not begin an entity of a module"),
        ("@g = global i32 `0", "unexpected character '`'"),
    ],
)
def test_text_without_structure_is_reported(text: str, message: str) -> None:
    read = IrText(text)
    read.read()
    assert message in [one.message for one in read.problems]


def test_reading_goes_on_after_a_problem() -> None:
    read = IrText("define void @f() {\n  ret void (\ndefine void @g() {\n  fence seq_cst\n}\n")
    found = read.read()
    assert [one.kind for one in found] == ["define", "define"]
    assert [one.kind for one in found[1].body] == ["fence"]


def statements(text: str) -> list[str]:
    """The entities of a text, each with all of its tokens."""
    read = IrText(text)
    return [" ".join(read.texts(one.low, one.high)) for one in read.read()]


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        ("@a = @b = global i32 0", ["@a = @b = global i32 0"]),
        ("@a = alias i32, @b = global i32 0", ["@a = alias i32 , @b = global i32 0"]),
        ("@a = global i32 0 @b = global i32 1", ["@a = global i32 0", "@b = global i32 1"]),
        ("@a = global i32 0, !dbg !0\n!0 = !{}", ["@a = global i32 0 , !dbg !0", "!0 = ! { }"]),
        ("%a = type opaque\n@a =", ["%a = type opaque", "@a ="]),
        ("frobnicate\n@a = global i32 0", ["frobnicate", "@a = global i32 0"]),
        ("target triple = target\ndeclare void @f()", ["target triple = target", "declare void @f ( )"]),
        ("; text\nmodule asm declare\n  define", ["module asm declare", "define"]),
    ],
)
def test_an_entity_begins_with_a_name_and_equals_or_with_a_word_that_begins_a_line(
    text: str, entities: list[str]
) -> None:
    assert statements(text) == entities


@pytest.mark.parametrize(
    ("text", "head", "body"),
    [
        ("define void @f() {\n}", "define void @f ( )", []),
        ("define void @f() {\n  ret void\n}", "define void @f ( )", ["ret void"]),
        ("define void\n@f() {\n  ret void\n}", "define void @f ( )", ["ret void"]),
        ("define void @f() { ret void }", "define void @f ( )", ["ret void"]),
        ("define void @f() { %x = fence seq_cst }", "define void @f ( )", ["%x = fence seq_cst"]),
        ("define void @f() { a: ret void }", "define void @f ( )", ["ret void"]),
        ("define {i8} @f({i8} %a) { ret {i8} %a }", "define { i8 } @f ( { i8 } %a )", ["ret { i8 } %a"]),
        ("define {%a, i8} @f() { ret void }", "define { %a , i8 } @f ( )", ["ret void"]),
        ("define void @f() { add }", "define void @f ( )", ["add"]),
        ("define void @f() {", "define void @f ( ) {", []),
        ("define void @f() { %x = }", "define void @f ( )", ["%x ="]),
    ],
)
def test_a_body_begins_with_a_line_a_label_or_an_instruction(text: str, head: str, body: list[str]) -> None:
    read = IrText(text)
    (one,) = read.read()
    assert " ".join(read.texts(one.low, one.high)) == head
    assert [" ".join(read.texts(each.low, each.high)) for each in one.body] == body


@pytest.mark.parametrize(
    ("instruction", "opcode"),
    [
        ("ret void", "ret"),
        ("%x = add i32 1, 2", "add"),
        ("tail call void @f()", "call"),
        ("%x = musttail call i8 @f()", "call"),
        ("%x =", ""),
        ("tail", ""),
    ],
)
def test_the_kind_of_an_instruction_is_its_opcode(instruction: str, opcode: str) -> None:
    (one,) = IrText(f"define void @f() {{\n  {instruction}\n}}").read()
    assert [each.kind for each in one.body] == [opcode]


@pytest.mark.parametrize(("brackets", "problems"), [(0, 0), (1, 1), (63, 1), (64, 20)])
def test_a_brace_ends_that_before_up_to_63_open_brackets(brackets: int, problems: int) -> None:
    assert len(IrText(f"{{ {'(' * brackets} }}").problems) == problems


@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        ("ret void ret void", "ret ret"),
        ("a: fence b: fence", "fence fence"),
        ("%x = add i8 1, 2 %y = sub i8 1, 2", "add sub"),
        ("fence add: fence", "fence fence"),
        ("br label %a, add i8 1", "br"),
        ("br\n  to", "br"),
        ("br\n  frobnicate", "br frobnicate"),
        ("br frobnicate", "br"),
        ("br 7\n  8", "br"),
        ("tail call void @f() musttail call void @g()", "call call"),
        ("store i8 add (i8 1, i8 2), i8* %p", "store"),
        ("store i8 add nuw (i8 1, i8 2), i8* %p", "store"),
        ("store i8\n add nuw (i8 1, i8 2), i8* %p", "store add"),
        ("atomicrmw add i8* %p, i8 1", "atomicrmw"),
        ("atomicrmw volatile add i8* %p, i8 1", "atomicrmw"),
        ("fence volatile add i8 1, i8 2", "fence add"),
        ("%x =\n  add i8 1, 2", "add"),
    ],
)
def test_an_instruction_begins_with_an_opcode_or_a_line(body: str, kinds: str) -> None:
    (one,) = IrText(f"define void @f() {{\n  {body}\n}}").read()
    assert " ".join(each.kind for each in one.body) == kinds


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("i8 * * %x", 3),
        ("i8 addrspace (1) addrspace (2) * %x", 10),
        ("i8 addrspace 1", 1),
        ("i8 addrspace", 1),
        ("i8 (i8) (i8) x", 7),
        ("i8", 1),
        ("", 0),
        ("%x = add", 0),
        ("target x", 1),
        ("target (x) x", 4),
        ("7", 0),
    ],
)
def test_pointers_and_parameters_belong_to_a_type(text: str, end: int) -> None:
    assert IrText(text).type_end(0) == end
