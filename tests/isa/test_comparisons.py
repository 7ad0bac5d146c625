"""Comparisons in conditions of rules."""

from typing import NamedTuple

import pytest

from ptxisa.isa.comparisons import MalformedComparison, is_true, parse_comparison, side_value


class Type(NamedTuple):
    kind: str
    bits: int


TYPES = {"s8": Type("signed", 8), "u8": Type("unsigned", 8), "s64": Type("signed", 64), "f32": Type("float", 32)}


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("len(vec) * width(type) == 256", {"vec": "v4", "type": "s64"}, True),
        ("len(vec) * width(type) == 256", {"vec": None, "type": "s64"}, False),
        ("len(vec) * width(type) <= 64", {"vec": None, "type": "s64"}, True),
        ("len(dim) != 2", {"dim": "2d"}, False),
        ("min(a) < min(b)", {"a": "s8", "b": "u8"}, True),
        ("max(a) > max(b)", {"a": "s8", "b": "u8"}, False),
        ("max(a) >= 127", {"a": "s8"}, True),
        ("width(a) > 1", {"a": None}, False),
        ("min(a) < 0", {"a": "f32"}, False),
        ("len(a) > 0", {"a": "sat"}, False),
    ],
)
def test_comparisons_of_slot_values(text: str, values: dict[str, str | None], expected: bool) -> None:
    assert is_true(parse_comparison(text), values, TYPES) is expected


def test_slots_and_sides_of_a_comparison() -> None:
    comparison = parse_comparison("2 * len(vec) * width(type) < width(other)")
    assert comparison.slots == ("vec", "type", "other")
    assert side_value(comparison.left, {"vec": "v2", "type": "s8"}, TYPES) == 32


@pytest.mark.parametrize(
    "text", ["width(a)", "a < b", "width(a) = 3", "size(a) < 3", "width(a) < 3 < 4", "width() < 3"]
)
def test_other_texts_are_malformed(text: str) -> None:
    with pytest.raises(MalformedComparison):
        parse_comparison(text)
