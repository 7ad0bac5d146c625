"""Constant operands of intrinsics that a module calls."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.called_intrinsics import operands
from ptxisa.nvvm.instructions import called
from ptxisa.nvvm.reader import Text


def messages(call: str) -> list[str]:
    """What is wrong with the operands of a call."""
    text = Text(f"define void @f() {{\n  {call}\n}}")
    ((one,),) = (each.body for each in text.read())
    found = called(text, one)
    assert found is not None
    return [each.message for each in operands(text, found, None)]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ("0", ""),
        ("1", ""),
        ("2", ": operation 2 is reserved"),
        ("15", ": operation 15 is reserved"),
        ("16", ""),
        ("32", ": ordering 2 is reserved"),
        ("256", ": reserved 1 is reserved"),
        ("-1", ": operation 15 is reserved"),
        ("-2147483648", ": reserved 8388608 is reserved"),
        ("4294967296", ""),
        ("true", ""),
        ("false", ""),
        ("9" * 39, ": operation 15 is reserved"),
        ("1" + "0" * 39, " is not a constant"),
        ("0x10", " is not a constant"),
        ("1.0", " is not a constant"),
        ("%x", " is not a constant"),
    ],
)
def test_fields_of_a_constant_have_codes(flags: str, message: str) -> None:
    expected = [f"operand flags of llvm.nvvm.cluster.barrier{message}"] if message else []
    assert messages(f"call void @llvm.nvvm.cluster.barrier(i32 {flags})") == expected


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("false", ""),
        ("true", " is 1; it must be 0"),
        ("-1", " is -1; it must be 0"),
        ("undef", " is not a constant"),
        ("ptrtoint (i8* @f to i1)", " is not a constant"),
    ],
)
def test_a_constant_has_the_one_value_of_its_intrinsic(value: str, message: str) -> None:
    name = "llvm.nvvm.hmma.m16n16k16.mma.f16.f16"
    assert messages(f"call void @{name}(i32 1, i1 {value})") == (
        [f"operand satf of {name}{message}"] if message else []
    )
