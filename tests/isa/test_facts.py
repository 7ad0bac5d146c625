"""Facts, grids and patterns: how keys of records are split into parts that fit in lines and tables."""

from __future__ import annotations

from typing import Any

import pytest

from ptxisa.isa.facts import SHORT, Fact, Grid, Part, Pattern, label, parts, words

LONG = "x" * (SHORT + 1)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (5, [Fact(("k",), 5)]),
        (LONG, [Fact(("k",), LONG)]),
        ([], [Fact(("k",), [])]),
        ([1, 2], [Fact(("k",), [1, 2])]),
        ([[1, 2], [3]], [Pattern(("k",), ((1, 2), (3,)))]),
        ([[1, "a"]], [Fact(("k",), [[1, "a"]])]),
        ([[1], 2], [Fact(("k",), [[1], 2])]),
        ([{"a": 1}, 2], [Fact(("k",), [{"a": 1}, 2])]),
        (
            [{"why": "W.", "b": 1, "probe": "p"}, {"note": "N.", "c": 2}],
            [Grid(("k",), ("b", "c", "why", "note"), ((1, None, "W.", None), (None, 2, None, "N.")))],
        ),
        ({"a": 1, "b": "x" * SHORT}, [Fact(("k",), {"a": 1, "b": "x" * SHORT})]),
        ({"a": 1, "b": LONG}, [Fact(("k", "a"), 1), Fact(("k", "b"), LONG)]),
        ({"a": {"b": 1}}, [Fact(("k", "a"), {"b": 1})]),
        ({"a": [[1]]}, [Pattern(("k", "a"), ((1,),))]),
        ({"a": [1, 2]}, [Fact(("k",), {"a": [1, 2]})]),
    ],
)
def test_parts_of_a_value(value: Any, found: list[Part]) -> None:
    assert list(parts({"k": value})) == found


def test_keys_of_every_record_and_those_that_are_left_have_no_part() -> None:
    assert list(parts({"name": "n", "a": 1, "b": 2}, leave=["a"])) == [Fact(("b",), 2)]


def test_columns_of_sentences_stand_last_in_their_own_order() -> None:
    (found,) = parts({"k": [{"note": "N.", "summary": "S.", "meaning": "M.", "a": 1}]})
    assert found == Grid(("k",), ("a", "meaning", "summary", "note"), ((1, "M.", "S.", "N."),))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "yes"),
        (False, "no"),
        (3, "3"),
        ("a", "a"),
        ([1, "b"], "1, b"),
        ([[1, 2], [3]], "1, 2; 3"),
        ([{"a_b": 1}, 2], "a b 1; 2"),
        ({"a_b": True, "c": None}, "a b yes, c"),
    ],
)
def test_words(value: Any, text: str) -> None:
    assert words(value) == text


def test_labels() -> None:
    assert [label(key) for key in ("cuda", "applies_to")] == ["CUDA C++", "Applies to"]
    assert Fact(("applies_to", "all"), 1).label == "Applies to all"
