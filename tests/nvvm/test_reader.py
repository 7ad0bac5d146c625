"""The structure of textual LLVM IR: entities, instructions, types and operands."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.reader import Text

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
    kinds = [one.kind for one in Text(MODULE).read()]
    assert kinds == ["source_filename", "local", "global", "declare", "define", "attributes", "metadata", "metadata"]


def test_instructions() -> None:
    (function,) = (one for one in Text(MODULE).read() if one.kind == "define")
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
def test_types(text: str, end: int) -> None:
    assert Text(text).type_end(0) == end


def test_pieces_are_cut_outside_brackets() -> None:
    text = Text("(i32 1, { i8, i8 } %x, [2 x i32] zeroinitializer)")
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
        ("frobnicate\n", "frobnicate begins no entity of a module"),
        ("@g = global i32 `0", "unexpected character '`'"),
    ],
)
def test_problems(text: str, message: str) -> None:
    read = Text(text)
    read.read()
    assert message in [one.message for one in read.problems]


def test_reading_goes_on_after_a_problem() -> None:
    read = Text("define void @f() {\n  ret void (\ndefine void @g() {\n  fence seq_cst\n}\n")
    found = read.read()
    assert [one.kind for one in found] == ["define", "define"]
    assert [one.kind for one in found[1].body] == ["fence"]
