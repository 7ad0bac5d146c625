"""Values as Python source: what is written means the value, in lines that fit."""

from __future__ import annotations

from typing import Any

import pytest

from generator.backends.python_source import WIDTH, flat, source
from ptxisa.isa.forms import Operand

VALUES = [
    (), ("a",), {"a": 1, "b": (True, None)}, "it's \"quoted\"\n\t\\", ("x" * 200, "y"),
    tuple(f"value_{number}" for number in range(99)), {"nested": {"deep": tuple(range(120))}},
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=lambda value: str(value)[:20])
def test_source_means_the_value(value: Any) -> None:
    assert eval(source(value)) == value
    assert eval(flat(value)) == value


def test_lines_fit_unless_one_word_is_longer() -> None:
    assert max(map(len, source(VALUES[-1]).splitlines())) <= WIDTH
    assert source(("short",)) == '("short",)'


def test_defaults_are_left_out() -> None:
    plain = Operand("a", "read", "u32", "A value.")
    assert source(plain) == 'Operand("a", "read", "u32", "A value.")'
    assert source(plain._replace(immediate="forbidden")).endswith('"A value.", immediate="forbidden")')
