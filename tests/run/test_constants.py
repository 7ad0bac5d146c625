"""Constants in statements; the patterns of singles and doubles are those in the machine code of ptxas 13.0."""

import pytest

from ptxisa.isa.types import known
from ptxisa.run.program import constant_bits
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_statements


@pytest.mark.parametrize(
    ("text", "type_", "expected"),
    [
        ("0.1", "f32", 0x3DCCCCCD),
        ("0d3ff0000010000000", "f32", 0x3F800000),
        ("0d3ff0000030000000", "f32", 0x3F800002),
        ("1e-42", "f32", 0x000002CA),
        ("1e300", "f32", 0x7F800000),
        ("0d7ff4000000000001", "f32", 0x7FE00000),
        ("0dfff4000000000001", "f32", 0xFFE00000),
        ("0f3dcccccd", "f32", 0x3DCCCCCD),
        ("0f7fa00001", "f32", 0x7FA00001),
        ("-1.5", "f32", 0xBFC00000),
        ("0f3dcccccd", "f64", 0x3DCCCCCD),
        ("0.1", "f64", 0x3FB999999999999A),
        ("0f3dcccccd", "b32", 0x3DCCCCCD),
        ("0.1", "b64", 0x3FB999999999999A),
        ("-1", "u16", 0xFFFF),
        ("0x123456789", "b32", 0x23456789),
        ("2", "pred", 1),
        ("0", "pred", 0),
    ],
)
def test_patterns(text: str, type_: str, expected: int) -> None:
    (instruction,) = parse_statements(f"mov.b32 d, {text};").statements
    assert isinstance(instruction, tree.Instruction)
    operand = instruction.operands[1]
    assert constant_bits(operand, known()[type_]) == expected
