"""The words of deviations for what is written at an operand."""

from __future__ import annotations

import pytest

from ptxisa.check.scope import anything
from ptxisa.check.written import words_for
from ptxisa.syntax.parser import parse_statements
from ptxisa.syntax.tree import Instruction


def words(text: str) -> frozenset[str]:
    """The words for one operand."""
    statement = parse_statements(f"x {text};").statements[0]
    assert isinstance(statement, Instruction)
    return words_for(statement.operands[0], anything)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5", {"integer", "5"}),
        ("-1", {"integer", "-1", "negative"}),
        ("65535", {"integer", "65535"}),
        ("65536", {"integer", "65536", "above.16"}),
        ("0xFFFFF", {"integer", "1048575", "above.16"}),
        ("1 << 20", {"integer", "1048576", "above.16", "above.20"}),
        ("0x100000000", {"integer", "4294967296", "above.16", "above.20", "above.32"}),
        ("0f3F800000", {"single"}),
    ],
)
def test_constants(text: str, expected: set[str]) -> None:
    assert words(text) == expected
