"""Values as Python source: what is written means the value, in lines that fit."""

from __future__ import annotations

from typing import Any

import pytest

from generator.backends.python_source import WIDTH, Reference, derived, flat, header, source
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


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        (("a" * 50, "b" * 60), [f'("{"a" * 50}", "{"b" * 60}")']),
        (("a" * 50, "b" * 61), ["(", f'    "{"a" * 50}",', f'    "{"b" * 61}",', ")"]),
        (("a" * 50, "b" * 57, "c"), ["(", f'    "{"a" * 50}", "{"b" * 57}",', '    "c",', ")"]),
        (("a" * 50, "b" * 58, "c"), ["(", f'    "{"a" * 50}",', f'    "{"b" * 58}", "c",', ")"]),
        # An item of several lines shares none.
        (("a", ("b" * 104, "c"), "d"), ["(", '    "a",', f'    ("{"b" * 104}", "c"),', '    "d",', ")"]),
        (("a", ("b" * 105, "c"), "d", "e"),
         ["(", '    "a",', "    (", f'        "{"b" * 105}",', '        "c",', "    ),", '    "d", "e",', ")"]),
        ({"key": ("b" * 97, "c")}, ['{"key": ("' + "b" * 97 + '", "c")}']),
        ({"key": ("b" * 97, "c"), "d": 1}, ["{", '    "key": ("' + "b" * 97 + '", "c"),', '    "d": 1,', "}"]),
        ({"key": ("b" * 98, "c"), "d": 1},
         ["{", '    "key": (', f'        "{"b" * 98}", "c",', "    ),", '    "d": 1,', "}"]),
    ],
)  # fmt: skip
def test_items_share_a_line_up_to_its_last_column(value: Any, lines: list[str]) -> None:
    assert source(value).splitlines() == lines
    assert max(map(len, lines)) <= WIDTH


def test_text_before_a_value_counts_for_its_line() -> None:
    value = ("a" * 50, "b" * 50)
    assert source(value, 4, 6) == flat(value)
    assert source(value, 4, 7) == "\n".join(["(", f'        "{"a" * 50}", "{"b" * 50}",', "    )"])
    assert source(value, 5, 6).startswith("(\n")


def test_defaults_are_left_out() -> None:
    plain = Operand("a", "read", "u32", "A value.")
    assert source(plain) == 'Operand("a", "read", "u32", "A value.")'
    assert source(plain._replace(immediate="forbidden")).endswith('"A value.", immediate="forbidden")')


def test_a_reference_is_written_by_its_name() -> None:
    assert source((Reference("_SLOTS"), "_SLOTS")) == '(_SLOTS, "_SLOTS")'


def test_docstrings_name_the_records_to_change() -> None:
    for text in (header("Forms.", ["isa/rules/"]), derived("Forms.", "each form")):
        assert eval(text).startswith("Forms. Generated from the records")
        assert "change those, not this file" in text
