"""Textures, surfaces and functions where no instruction may have them."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.handles_checks import breaches
from ptxisa.nvvm.module import Module
from ptxisa.nvvm.reader import Text

_ANNOTATIONS = """
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{i64 addrspace(1)* @t, !"texture", i32 1}
!1 = !{i64 addrspace(1)* @s, !"surface", i32 1}
!2 = !{void ()* @f, !"kernel", i32 1}
!3 = !{}
"""
_VALUE = "nvvm-texture-variables/no-access: @{} is a texture or surface; it has no value in memory: @{}"
_CODE = "nvvm-memory-instructions/no-access-of-code: @f is a function; nothing can be loaded or stored there: @f"
_USE = "nvvm-texture-variables/texture-uses: a texture or surface is an operand of intrinsics alone: @{}"


@pytest.mark.parametrize(
    ("instruction", "said"),
    [
        ("load i64, i64* @t", [_VALUE.format("t", "t")]),
        ("load i64, i64* @t, align 8", [_VALUE.format("t", "t")]),
        ("load volatile i64, i64* @s, align 8, !a !0", [_VALUE.format("s", "s")]),
        ("load i8, void ()* @f", [_CODE]),
        ("load i64 @t", [_VALUE.format("t", "t")]),
        ("load i64, i64* %p", []),
        ("load i64, i64* @g", []),
        ("store i64 @t, i64* @s", [_VALUE.format("s", "s")]),
        ("store i64 1, i64* %p", []),
        ("store i64 1, void ()* @f, align 8", [_CODE]),
        ("call void @llvm.x(i64* @t)", []),
        ("call void @f(i64* @t, i64* @s)", [_USE.format("t")]),
        ("call void @f(i64* @g)", []),
        ("invoke void @llvm.x(i64* @t) to label %a unwind label %b", [_USE.format("t")]),
        ("select i1 %c, i64* @g, i64* @s", [_USE.format("s")]),
        ("icmp eq i64* %t, @g", []),
        ("@t", [_USE.format("t")]),
    ],
)
def test_handles_are_operands_of_intrinsics_and_are_no_memory(instruction: str, said: list[str]) -> None:
    text = f"define void @f() {{\n  {instruction}\n  ret void\n}}\n{_ANNOTATIONS}"
    found = breaches(Module(Text(text), None))
    assert [f"{one.rule}: {one.message}: {text[one.span.start : one.span.end]}" for one in found] == said


@pytest.mark.parametrize("instruction", ["load i64, i64* @t", "select i1 %c, i64* @g, i64* @s"])
def test_variables_that_are_no_handles_are_memory(instruction: str) -> None:
    text = f"define void @f() {{\n  {instruction}\n  ret void\n}}\n"
    assert list(breaches(Module(Text(text), None))) == []
