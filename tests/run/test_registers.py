"""Numbers as the bit patterns of registers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ptxisa import PtxError
from ptxisa.run.program import compile_statements
from ptxisa.run.registers import Register, _pattern


def register(type_: str) -> Register:
    return Register(compile_statements(f"mov.{type_} d, a;", None, None), "a")


@pytest.mark.parametrize(
    ("type_", "number", "bits"),
    [
        ("u32", 0, 0),
        ("u32", (1 << 32) - 1, 0xFFFFFFFF),
        ("u32", -1, 0xFFFFFFFF),
        ("s32", -(1 << 31), 0x80000000),
        ("u16", (1 << 16) - 1, 0xFFFF),
        ("f32", 0x3F800000, 0x3F800000),
        ("f32", 1.0, 0x3F800000),
        ("pred", 0, 0),
        ("pred", 1, 1),
        ("pred", -2, 1),
    ],
)
def test_patterns_of_numbers(type_: str, number: float, bits: int) -> None:
    assert _pattern("a", number, register(type_)) == bits


@pytest.mark.parametrize(
    ("type_", "number", "message"),
    [
        ("u32", 1 << 32, "4294967296 does not fit in 32 bits"),
        ("s32", -(1 << 31) - 1, "-2147483649 does not fit in 32 bits"),
        ("u16", 1 << 16, "65536 does not fit in 16 bits"),
        ("u32", (1 << 199) - 1, f"{(1 << 199) - 1} does not fit in 32 bits"),
        ("u32", 1 << 199, f"0x8{'0' * 49}… does not fit in 32 bits"),
        ("u32", 1 << 300, f"0x1{'0' * 57}… does not fit in 32 bits"),
        ("u32", "x" * 61, f"'{'x' * 60}' is not a number"),
        ("u32", 1.0, "1.0 is not a value of .u32"),
        ("pred", 1.0, "1.0 is not a value of .pred"),
    ],
)
def test_what_no_pattern_is(type_: str, number: Any, message: str) -> None:
    with pytest.raises(PtxError, match=f"register a: {re.escape(message)}$"):
        _pattern("a", number, register(type_))
