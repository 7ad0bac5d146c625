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
    kinds = [entity.kind for entity in IrText(MODULE).read()]
    assert kinds == ["source_filename", "local", "global", "declare", "define", "attributes", "metadata", "metadata"]


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
    assert [" ".join(text.texts(*place)) for place in text.parts(0)] == [
        "i32 1",
        "{ i8 , i8 } %x",
        "[ 2 x i32 ] zeroinitializer",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("define void @f() {\n  ret void\n", "this { is never closed"),
        ("@g = global i32 0)", "unexpected )"),
        ('@g = global [1 x i8] c"a', 'this " has no closing "'),
        ("frobnicate\n", "frobnicate does not begin an entity of a module"),
        ("@g = global i32 `0", "unexpected character '`'"),
    ],
)
def test_text_without_structure_is_reported(text: str, message: str) -> None:
    read = IrText(text)
    read.read()
    assert message in [problem.message for problem in read.problems]


def test_reading_goes_on_after_a_problem() -> None:
    read = IrText("define void @f() {\n  ret void (\ndefine void @g() {\n  fence seq_cst\n}\n")
    items = read.read()
    assert [entity.kind for entity in items] == ["define", "define"]
    assert [entity.kind for entity in items[1].body] == ["fence"]


def statements(text: str) -> list[str]:
    """Return the entities of a text, each with all of its tokens."""
    read = IrText(text)
    return [" ".join(read.texts(entity.low, entity.high)) for entity in read.read()]


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


@pytest.mark.parametrize(("brackets", "problems"), [(0, 0), (1, 1), (63, 1), (64, 20)])
def test_a_brace_ends_that_before_up_to_63_open_brackets(brackets: int, problems: int) -> None:
    assert len(IrText(f"{{ {'(' * brackets} }}").problems) == problems


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
